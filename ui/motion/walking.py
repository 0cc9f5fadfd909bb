"""Figures on their way over the board, from anchor to anchor. They are drawn over the board until they have arrived."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from kivy.graphics import InstructionGroup, Translate
from kivy.graphics.context_instructions import PopMatrix, PushMatrix

from ui.geometry import Point
from ui.motion.moves import MOVES


def along(line: Sequence[Point], t: float) -> Point:
    """The place on a line after this share of the time: as long for each part of it, however long that is.

    >>> along([(0, 0), (8, 0), (8, 2)], 0.25), along([(0, 0), (8, 0), (8, 2)], 1)
    ((4.0, 0.0), (8.0, 2.0))
    """
    at = min(t * (len(line) - 1), len(line) - 1.0)
    part = min(int(at), len(line) - 2)
    (ax, ay), (bx, by), rest = line[part], line[part + 1], at - part
    return ax + (bx - ax) * rest, ay + (by - ay) * rest


class Walks:
    """Who walks where. over: what lies over the board; arrived: called with each who has come to stand on it."""

    def __init__(self, over: InstructionGroup, arrived: Callable[[str], None]) -> None:
        self._over, self._arrived = over, arrived
        self._lines: dict[str, list[Point]] = {}
        self._steps: dict[str, Translate] = {}
        self._at: dict[str, Point] = {}

    def set_off(self, who: str, line: Sequence[Point]) -> None:
        """Somebody walks along a line from now on, from wherever he is on his way."""
        start = self._at.get(who, line[0])
        MOVES.end(self._key(who), "zone")
        self._lines[who] = [start, *line[1:]]
        self._steps[who] = Translate(0, 0, 0)
        MOVES.begin(self._key(who), "zone", lambda t: self._go(who, t), times=len(line) - 1)

    def _key(self, who: str) -> Hashable:
        return id(self), who

    def _go(self, who: str, t: float) -> None:
        line = self._lines[who]
        self._at[who] = x, y = along(line, t)
        self._steps[who].xy = x - line[-1][0], y - line[-1][1]
        if t >= 1.0:
            for kept in (self._lines, self._steps, self._at):
                del kept[who]
            self._arrived(who)

    def carries(self, who: str) -> bool:
        """Whether somebody is on his way."""
        return who in self._lines

    def carry(self, who: str, figure: InstructionGroup, stands: Point) -> None:
        """Draws a figure on its way that will stand there."""
        line = self._lines[who]
        line[-1] = stands
        x, y = self._at[who]
        self._steps[who].xy = x - stands[0], y - stands[1]
        for instruction in (PushMatrix(), self._steps[who], figure, PopMatrix()):
            self._over.add(instruction)

    def lay_down(self) -> None:
        """Nothing is drawn of anybody until he is carried again."""
        self._over.clear()

    def end(self) -> None:
        """All have arrived."""
        for who in tuple(self._lines):
            MOVES.end(self._key(who), "zone")
