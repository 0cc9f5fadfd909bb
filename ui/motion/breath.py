"""Zones that may be entered breathe, while nobody has touched anything for a while."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from typing import Any, Final

from kivy.clock import Clock

from ui.motion.moves import MOVES

AFTER: Final = 4.0
"""Seconds without a touch before it begins."""
PERIOD: Final = 1.6
FAINTEST: Final = 0.7
A_SECOND: Final = 6
"""How often it is drawn: as slow as it is, nobody sees the steps, and a table at rest is to take next to nothing."""


def strength(rested: float) -> float:
    """How strong an outline is so many seconds after the last touch.

    >>> [round(strength(seconds), 2) for seconds in (0, 4, 4.4, 4.8, 5.6)]
    [1.0, 1.0, 0.85, 0.7, 1.0]
    """
    half = (1 - FAINTEST) / 2
    return 1 - half + half * cos(2 * pi * (rested - AFTER) / PERIOD) if rested > AFTER else 1.0


class Breath:
    """draw: called with the strength of the outlines, while `on` says that there are some in sight."""

    def __init__(self, on: Callable[[], bool], draw: Callable[[float], None]) -> None:
        self._on, self._draw = on, draw
        self._since, self._last = 0.0, 1.0
        self._beat: Any = None

    def begin(self) -> None:
        """There may be new zones."""
        if self._beat is None and self._on():
            self._since = MOVES.now()
            self._beat = Clock.schedule_interval(self._breathe, 1 / A_SECOND)

    def _breathe(self, _seconds: float) -> bool:
        if not self._on():
            self._beat = None
            return False
        now = strength(min(MOVES.rested, MOVES.now() - self._since))
        if now != self._last:
            self._last = now
            self._draw(now)
        return True
