"""What is moving on the glass now. Each thing goes from 0 to 1 in its time, and any touch brings all to their ends.

How long a thing takes stands in `TIMES` and nowhere else, so that it can never hang on what is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from kivy.clock import Clock

TIMES: Final = MappingProxyType(
    {
        "zone": 0.26,
        "lantern": 0.32,
        "banner": 0.30,
        "sentence": 0.12,
        "heard": 0.60,
        "refusal": 0.24,
        "cloth_falls": 0.18,
        "cloth_rises": 0.24,
    }
)
"""Seconds, by what moves. `zone`: a figure, for each zone it walks."""

Draw = Callable[[float], object]


def ease_out(t: float) -> float:
    """Fast at first, then slower.

    >>> ease_out(0), ease_out(0.5), ease_out(1)
    (0, 0.75, 1)
    """
    return t * (2 - t)


def even(t: float) -> float:
    return t


class Move:
    """One thing on its way. Its time begins with the first frame that shows it, however long that took to draw."""

    def __init__(self, seconds: float, draw: Draw, ease: Callable[[float], float]) -> None:
        self.seconds, self.draw, self.ease = seconds, draw, ease
        self.since: float | None = None

    def at(self, now: float) -> float:
        if self.since is None:
            self.since = now
        return min(1.0, (now - self.since) / self.seconds)


class Moves:
    """`draw` of a thing is called with 0 at once, then with more each frame, and with 1 last; whatever happens."""

    def __init__(self) -> None:
        self.now: Callable[[], float] = Clock.get_time
        self._going: dict[tuple[object, str], Move] = {}
        self._next = Clock.create_trigger(self._beat, 0)

    def begin(
        self,
        who: object,
        what: str,
        draw: Draw,
        *,
        still: bool = False,
        times: int = 1,
        ease: Callable[[float], float] = ease_out,
    ) -> None:
        """Something of somebody's moves from now on; what moved there before is at its end.

        still: nothing is to move, so it is there at once. times: how often its time it takes.
        """
        self.end(who, what)
        if still:
            draw(1.0)
            return
        self._going[who, what] = Move(TIMES[what] * times, draw, ease)
        draw(0.0)
        self._next()

    def end(self, who: object, what: str) -> None:
        """Brings one thing to its end."""
        move = self._going.pop((who, what), None)
        if move is not None:
            move.draw(1.0)

    def settle(self) -> None:
        """Brings all to their ends: somebody touches the screen, and waits for nothing."""
        while self._going:
            self._going.popitem()[1].draw(1.0)

    def moving(self, who: object, what: str) -> bool:
        return (who, what) in self._going

    def _beat(self, *_: object) -> None:
        now = self.now()
        for key, move in tuple(self._going.items()):
            if self._going.get(key) is not move:
                continue  # what was drawn before ended it
            at = move.at(now)
            if at >= 1.0:
                del self._going[key]
            move.draw(move.ease(at) if at < 1.0 else 1.0)
        if self._going:
            self._next()


MOVES = Moves()
"""Of the one window there is."""
