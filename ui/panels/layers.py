"""What a board is drawn on: layers that lie on each other in a picture of their own, and what moves over that.

The picture is drawn again only when something on it has changed; a frame in which a figure walks over it costs one
texture, however much lies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from kivy.graphics import Callback, Canvas, Color, Fbo, InstructionGroup, Rectangle, ScissorPop, ScissorPush, Translate

from ui.geometry import Point

Box = tuple[float, float, float, float]
"""Left, low, right, top."""


class Layers:
    """names: from the lowest to the highest. over: what moves, cut off at the rim."""

    def __init__(self, canvas: Canvas, names: tuple[str, ...]) -> None:
        self._named = {name: InstructionGroup() for name in names}
        self._kept: dict[str, dict[Hashable, tuple[object, InstructionGroup]]] = {name: {} for name in names}
        self._from = (0.0, 0.0)
        self._whole = True  # whether all of it must be drawn, and not only a part
        self._picture = Fbo(size=(1, 1))
        self._part, self._shift = ScissorPush(x=0, y=0, width=1, height=1), Translate(0, 0, 0)
        for instruction in (self._part, self._shift, *self._named.values(), ScissorPop(), Callback(self._drawn)):
            self._picture.add(instruction)
        self._sheet = Rectangle(size=(1, 1), texture=self._picture.texture)
        self._rim = ScissorPush(x=0, y=0, width=1, height=1)
        self.over = InstructionGroup()
        for instruction in (self._picture, Color(1, 1, 1, 1), self._sheet, self._rim, self.over, ScissorPop()):
            canvas.add(instruction)

    def __getitem__(self, name: str) -> InstructionGroup:
        return self._named[name]

    def place(self, pos: Point, size: Point) -> None:
        """Where it lies on the window, in whole pixels, and how large it is."""
        (x, y), (width, height) = (round(pos[0]), round(pos[1])), (round(size[0]), round(size[1]))
        if tuple(self._picture.size) != (width, height):
            self._picture.size = width, height
            self._sheet.texture = self._picture.texture
        self._sheet.pos, self._sheet.size = (x, y), (width, height)
        self._shift.xy = -x, -y
        self._rim.x, self._rim.y, self._rim.width, self._rim.height = x, y, width, height
        self._from = float(x), float(y)
        self.whole()

    # ---- what is drawn again

    def whole(self) -> None:
        """All of it is drawn with the next frame."""
        self._whole = True
        self._cut(0, 0, *self._picture.size)

    def only(self, box: Box) -> None:
        """What changed now lies in a box of the window; the rest is as it was."""
        if not self._whole:
            (x, y), (left, low, right, top) = self._from, box
            self._cut(int(left - x) - 1, int(low - y) - 1, int(right - left) + 3, int(top - low) + 3)

    def _cut(self, x: int, y: int, width: int, height: int) -> None:
        wide, high = self._picture.size
        part = self._part
        part.x, part.y = max(0, x), max(0, y)
        part.width, part.height = min(wide, x + width) - part.x, min(high, y + height) - part.y

    def _drawn(self, *_: Any) -> None:
        self._whole = False

    # ---- what is kept from one drawing to the next

    def begin(self, *names: str) -> None:
        """These layers are empty from here on; what is kept of them is laid down again by `keep`."""
        self.whole()
        for name in names:
            self._named[name].clear()

    def keep(self, layer: str, name: Hashable, shows: object, paint: Callable[[InstructionGroup], object]) -> None:
        """A part of a layer, painted anew only when it shows something else than before."""
        self._named[layer].add(self.kept(layer, name, shows, paint))

    def kept(
        self, layer: str, name: Hashable, shows: object, paint: Callable[[InstructionGroup], object]
    ) -> InstructionGroup:
        """That part by itself."""
        before, group = self._kept[layer].get(name, (None, None))
        if group is None or before != shows:
            group = InstructionGroup()
            paint(group)
            self._kept[layer][name] = shows, group
        return group

    def forget(self) -> None:
        """It lies elsewhere, or is another board: nothing can be kept."""
        for kept in self._kept.values():
            kept.clear()
