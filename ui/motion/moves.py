"""What is moving on the glass now. Each thing goes from 0 to 1 in its time, and any touch brings all to their ends.

How long a thing takes stands in `TIMES` and nowhere else, so that it can never hang on what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
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
CLOTH: Final = frozenset({"cloth_falls", "cloth_rises"})

Draw = Callable[[float], object]


def ease_out(t: float) -> float:
    """Fast at first, then slower.

    >>> ease_out(0), ease_out(0.5), ease_out(1)
    (0, 0.75, 1)
    """
    return t * (2 - t)


def even(t: float) -> float:
    """As fast all the way."""
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
    """`draw` of a thing is called with 0 at once, then with more each frame, and with 1 last; whatever happens.

    hushed: a private window is open, in which nothing moves but its cloth: what moves there would tell from afar what
    it shows. Until the cloth has passed everything else waits.
    """

    def __init__(self) -> None:
        self.now: Callable[[], float] = Clock.get_time
        self.hushed = False
        self._going: dict[tuple[Hashable, str], Move] = {}
        self._next = Clock.create_trigger(self._beat, 0)
        self._touched = self.now()

    def begin(
        self,
        who: Hashable,
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
        if still or (self.hushed and what not in CLOTH):
            draw(1.0)
            return
        self._going[who, what] = Move(TIMES[what] * times, draw, ease)
        draw(0.0)
        self._next()

    def end(self, who: Hashable, what: str) -> None:
        """Brings one thing to its end."""
        move = self._going.pop((who, what), None)
        if move is not None:
            move.draw(1.0)

    def settle(self) -> None:
        """Brings all to their ends."""
        while self._going:
            self._going.popitem()[1].draw(1.0)

    def touched(self) -> None:
        """A finger came down: whoever it is waits for nothing."""
        self._touched = self.now()
        self.settle()

    @property
    def rested(self) -> float:
        """How many seconds ago the last finger came down."""
        return self.now() - self._touched

    def moving(self, who: Hashable, what: str) -> bool:
        return (who, what) in self._going

    def _beat(self, *_: object) -> None:
        now, cloth = self.now(), any(what in CLOTH for _who, what in self._going)
        for key, move in tuple(self._going.items()):
            if self._going.get(key) is not move or (cloth and key[1] not in CLOTH):
                continue  # what was drawn before ended it, or it waits
            at = move.at(now)
            if at >= 1.0:
                del self._going[key]
            move.draw(move.ease(at) if at < 1.0 else 1.0)
        if self._going:
            self._next()


MOVES = Moves()
"""Of the one window there is."""
