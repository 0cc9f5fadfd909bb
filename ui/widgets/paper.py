"""The sheet everything lies on: paper with a few fibres, plain white in high contrast."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random

from kivy.graphics import InstructionGroup
from kivy.graphics.texture import Texture

from ui.geometry import Shape, smooth
from ui.ink import lay, tile
from ui.widgets.painted import Painted

_SIDE = 256.0


@cache
def fibres() -> Texture:
    """Short bent fibres, the same on every start."""

    def draw(shape: Shape) -> None:
        chance = Random(1603)
        for _ in range(46):
            x, y, turn = chance.uniform(0, _SIDE), chance.uniform(0, _SIDE), chance.uniform(0, 2 * pi)
            line = [(x, y)]
            for _ in range(3):
                turn += chance.uniform(-0.7, 0.7)
                step = chance.uniform(4, 9)
                line.append((line[-1][0] + step * cos(turn), line[-1][1] + step * sin(turn)))
            for dx in (-_SIDE, 0.0, _SIDE):
                for dy in (-_SIDE, 0.0, _SIDE):
                    moved = [(px + dx, py + dy) for px, py in smooth(line)]
                    if any(-4 < px < _SIDE + 4 and -4 < py < _SIDE + 4 for px, py in moved):
                        shape.strip(moved, 1.1)

    return tile(_SIDE, draw)


class Paper(Painted):
    """The ground of a screen."""

    def paint(self, group: InstructionGroup) -> None:
        look = self.look
        self.ground(group, "paper")
        if not look.palette.washes:
            return
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().fill(corners, _SIDE * look.factor), look.rgba("vermilion", 0.10), fibres())
