"""A castle as it stands before the sky: the two of the main game, at dawn and far off at night."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi
from typing import Final

from kivy.graphics import InstructionGroup

from ui.geometry import Point, Shape
from ui.ink import lay
from ui.theme import RGBA, Look
from ui.widgets.painted import Painted

PANES: Final = (5, 3, 2, 0)
"""How many windows a floor has, from below."""
FLOOR: Final = 27.0
"""How high a floor of the large castle is with its roof, in u."""


def castle(
    group: InstructionGroup, look: Look, foot: Point, size: float, floors: int, ink: RGBA, glow: RGBA | None = None
) -> None:
    """A keep on its stones: each floor less wide, under a roof whose eaves turn up; glow: a light in every window."""
    x, y = foot

    def at(across: float, up: float) -> Point:
        return x + look.u(across) * size, y + look.u(up) * size

    def both(half: Sequence[Point]) -> list[Point]:
        return [at(-across, up) for across, up in half] + [at(across, up) for across, up in reversed(half)]

    shape, lights = Shape(), Shape()
    shape.blob(both([(68, 0), (57, 27)]))
    low, wall = 27.0, 45.0
    for floor in range(floors):
        top = max(3.5, wall - 12.3 + 8)
        shape.blob(both([(wall, low - 1), (wall, low + 10)]))
        tip, eave = wall + 20, low + 13
        sweep = [(tip + (top - tip) * t * (1.1 - 0.1 * t), eave + 14.5 * t * t) for t in (0, 0.25, 0.5, 0.75, 1)]
        shape.blob(both([(wall + 13, low + 8), *sweep]))
        panes = PANES[floor] if wall > 15 else 0
        for pane in range(panes):
            left = (pane - (panes - 1) / 2) * 15.5 - 1.5
            lights.fill([at(left, low + 2.5), at(left + 3, low + 2.5), at(left + 3, low + 7), at(left, low + 7)])
        low, wall = low + FLOOR, wall - 12.3
    for side in (-1, 1):  # the fish at the ends of the ridge
        shape.stroke([at(side * (top + 1), low), at(side * (top + 3.5), low + 6)], look.u(2.6) * size)
    lay(group, shape, ink)
    if glow is not None:
        lay(group, lights, glow)


class FarCastles(Painted):
    """Both castles far off on their hill, as pale as a watermark: where a page has nothing else to show."""

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        if not look.palette.washes:
            return
        ink, size = look.rgba("rail"), self.height / u(176)
        steps = 32
        hill = [
            (self.x + self.width * i / steps, self.y + self.height * 0.16 * (1 - cos(2 * pi * i / steps)) / 2)
            for i in range(steps + 1)
        ]
        lay(group, Shape().blob([*hill, (self.right, self.y), (self.x, self.y)]), ink)
        middle = self.x + self.width * 0.56
        for x, part, floors in ((middle - u(96) * size, 0.66, 3), (middle + u(72) * size, 1.0, 4)):
            castle(group, look, (x, self.y + self.height * 0.12), part * size, floors, ink)
