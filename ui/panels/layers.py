"""What a board is drawn on: layers that lie on each other in a picture of their own, and what moves over that.

The lowest layer never changes and is a picture by itself. The other one is drawn again only where something on it has
changed; a frame in which a figure walks over it costs one texture, however much lies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, NamedTuple

from kivy.base import EventLoop
from kivy.graphics import Callback, Canvas, Color, Fbo, InstructionGroup, Rectangle, ScissorPop, ScissorPush, Translate

from ui.geometry import Point

Box = tuple[float, float, float, float]
"""Left, low, right, top, in pixels of the window."""
Paint = Callable[[InstructionGroup], object]
LARGEST: Final = 1 << 14
EVERYWHERE: Final[Box] = (-1e6, -1e6, 1e6, 1e6)


def box_of(points: Iterable[Point], margin: float = 0.0) -> Box | None:
    """What encloses these points, and so much more; None where there are none.

    >>> box_of([(1, 5), (3, 2)], 1)
    (0, 1, 4, 6)
    """
    found = list(points)
    if not found:
        return None
    xs, ys = zip(*found, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def around(one: Box, other: Box) -> Box:
    """What encloses both."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


class Part(NamedTuple):
    """A part of a layer: what it shows, as it is drawn, and where."""

    shows: object
    group: InstructionGroup
    box: Box | None


class Layers:
    """ground: what never changes. names: the layers over it, from the lowest. over: what moves, cut off at the rim."""

    def __init__(self, canvas: Canvas, names: tuple[str, ...]) -> None:
        self.ground, self.over = InstructionGroup(), InstructionGroup()
        self._named = {name: InstructionGroup() for name in names}
        self._kept: dict[str, dict[Hashable, Part]] = {name: {} for name in names}
        self._laid: dict[str, set[Hashable]] = {name: set() for name in names}
        self._changed: Box | None = None
        self._at, self._size = (0, 0), (1, 1)
        self._under, self._picture = Fbo(size=(1, 1)), Fbo(size=(1, 1))
        self._shifts = Translate(0, 0, 0), Translate(0, 0, 0)
        for instruction in (self._shifts[0], self.ground):
            self._under.add(instruction)
        self._part, self._drawn = ScissorPush(x=0, y=0, width=1, height=1), Callback(self._is_drawn)
        self._sheets = Rectangle(size=(1, 1)), Rectangle(size=(1, 1))
        inner = (self._under, self._part, self._shifts[1], Color(1, 1, 1, 1), self._sheets[0])
        for instruction in (*inner, *self._named.values(), ScissorPop(), self._drawn):
            self._picture.add(instruction)
        self._rim = ScissorPush(x=0, y=0, width=1, height=1)
        for instruction in (self._picture, Color(1, 1, 1, 1), self._sheets[1], self._rim, self.over, ScissorPop()):
            canvas.add(instruction)

    def __getitem__(self, name: str) -> InstructionGroup:
        return self._named[name]

    def place(self, pos: Point, size: Point) -> None:
        """Where it lies on the window, in whole pixels, and how large it is. Nothing is kept."""
        (x, y), self._size = (round(pos[0]), round(pos[1])), (round(size[0]), round(size[1]))
        for picture, shift, sheet in zip((self._under, self._picture), self._shifts, self._sheets, strict=True):
            if tuple(picture.size) != self._size:
                picture.size = self._size
            sheet.texture, sheet.pos, sheet.size = picture.texture, (x, y), self._size
            shift.xy = -x, -y
        # GL cuts off in the window as it is built: on one that is hung turned, nothing can be cut off here
        turned = EventLoop.window is not None and EventLoop.window.rotation != 0
        self._rim.x, self._rim.y = (0, 0) if turned else (x, y)
        self._rim.width, self._rim.height = (LARGEST, LARGEST) if turned else self._size
        self._at = x, y
        self.ground.clear()
        for name, kept in self._kept.items():
            kept.clear()
            self._laid[name].clear()
        self.changes(EVERYWHERE)

    # ---- what is drawn again

    def changes(self, box: Box | None) -> None:
        """Something in a box of the window looks different with the next frame; None: nothing does."""
        if box is None:
            return
        self._changed = box if self._changed is None else around(self._changed, box)
        left, low, right, top = self._changed
        (x, y), (wide, high), part = self._at, self._size, self._part
        part.x, part.y = max(0, min(wide, int(left - x) - 1)), max(0, min(high, int(low - y) - 1))
        part.width = max(0, min(wide, int(right - x) + 2) - part.x)
        part.height = max(0, min(high, int(top - y) + 2) - part.y)
        self._drawn.ask_update()

    def _is_drawn(self, *_: Any) -> None:
        self._changed = None

    # ---- what is kept from one drawing to the next

    def begin(self, *names: str) -> dict[str, set[Hashable]]:
        """These layers are laid anew from here on, by `lay`; give what this returns to `end`."""
        before = {name: self._laid[name] for name in names}
        for name in names:
            self._named[name].clear()
            self._laid[name] = set()
        return before

    def lay(self, layer: str, name: Hashable, shows: object, box: Box | None, paint: Paint) -> None:
        """A part of a layer, painted anew only when it shows something else than before."""
        part = self.keep(layer, name, shows, box, paint)
        self._named[layer].add(part.group)
        self._laid[layer].add(name)

    def keep(self, layer: str, name: Hashable, shows: object, box: Box | None, paint: Paint) -> Part:
        """That part by itself, not laid down."""
        before = self._kept[layer].get(name)
        if before is not None and before.shows == shows:
            return before
        part = Part(shows, InstructionGroup(), box)
        paint(part.group)
        self.changes(before.box if before is not None else None)
        self.changes(box)
        self._kept[layer][name] = part
        return part

    def forget(self) -> None:
        """Nothing is kept but what is laid now."""
        for name, kept in self._kept.items():
            self._kept[name] = {part: drawn for part, drawn in kept.items() if part in self._laid[name]}

    def end(self, before: dict[str, set[Hashable]]) -> None:
        """What is laid now and was not, or is no longer, looks different."""
        for layer, was in before.items():
            for name in was ^ self._laid[layer]:
                self.changes(self._kept[layer][name].box)
