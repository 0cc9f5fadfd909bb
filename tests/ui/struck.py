"""What is drawn over letters: every shape that comes after them, by its triangles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kivy.graphics import Canvas, InstructionGroup, Mesh, Rectangle

Box = tuple[float, float, float, float]
"""Left, low, right, top, in pixels."""
Triangle = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


class Shape(NamedTuple):
    """Something drawn that is no text: where it lies at most, and what it is."""

    box: Box
    instruction: Any

    def touches(self, box: Box) -> bool:
        """Whether any of it lies in a box."""
        if not _meet(self.box, box):
            return False
        return isinstance(self.instruction, Rectangle) or any(_in(corners, box) for corners in _triangles(self))


def instructions(group: Any) -> Iterator[Any]:
    """What a widget draws itself, in order."""
    for instruction in group.children:
        if isinstance(instruction, Rectangle | Mesh):
            yield instruction
        elif isinstance(instruction, InstructionGroup) and not isinstance(instruction, Canvas):
            yield from instructions(instruction)


def shape_of(instruction: Any) -> Shape | None:
    """A mesh or a rectangle as a shape; None where it has no corners."""
    if isinstance(instruction, Rectangle):
        (x, y), (wide, high) = instruction.pos, instruction.size
        return Shape((x, y, x + wide, y + high), instruction)
    corners = list(instruction.vertices)
    if not corners:
        return None
    xs, ys = corners[0::4], corners[1::4]
    return Shape((min(xs), min(ys), max(xs), max(ys)), instruction)


def _triangles(shape: Shape) -> Iterator[Triangle]:
    mesh = shape.instruction
    corners, indices = list(mesh.vertices), list(mesh.indices)
    for at in range(0, len(indices) - 2, 3):
        a, b, c = ((corners[4 * n], corners[4 * n + 1]) for n in indices[at : at + 3])
        yield a, b, c


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _in(corners: Triangle, box: Box) -> bool:
    """Whether a triangle and a box have a point in common: no side of either parts them."""
    xs, ys = [x for x, _y in corners], [y for _x, y in corners]
    if not _meet((min(xs), min(ys), max(xs), max(ys)), box):
        return False
    square = ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))
    for at in range(3):
        (ax, ay), (bx, by) = corners[at], corners[at - 1]
        nx, ny = by - ay, ax - bx
        mine = [nx * x + ny * y for x, y in corners]
        theirs = [nx * x + ny * y for x, y in square]
        if max(mine) <= min(theirs) or max(theirs) <= min(mine):
            return False
    return True
