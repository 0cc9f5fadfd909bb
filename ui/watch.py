"""How long ago somebody touched the screen, and what follows: the curtain falls, the screen goes dark, a pad rests.

Pure: it is told the time.

>>> seconds = [0.0]
>>> watch = Watch(lambda: seconds[0], Settings())
>>> seconds[0] = 45.0
>>> watch.left(), watch.dark
((15.0, 60.0), False)
>>> seconds[0] = 601.0
>>> watch.left()[0], watch.dark
(0.0, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from companion.settings import Settings

PATIENCE: Final = 3
"""Wrong PINs in a row before the pad rests."""
REST: Final = 20.0
IDLE: Final = 30.0
"""Seconds after which a curtain that nobody lifts goes back to the table."""


def boot_time() -> float:
    """Seconds that also pass while the machine sleeps, so that a private screen is closed on waking."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Watch:
    """settings: how long things take; given anew when they change."""

    def __init__(self, now: Callable[[], float], settings: Settings) -> None:
        self.now, self.settings = now, settings
        self._touched = self._stirred = now()
        self._wrong: dict[str, tuple[int, float]] = {}

    def touched(self) -> None:
        """A finger came down."""
        self._touched = self._stirred = self.now()

    def stirred(self) -> None:
        """Something happened at the table: the screen stays lit, but no private window stays open for it."""
        self._stirred = self.now()

    def left(self) -> tuple[float, float]:
        """Seconds until the curtain falls, and how many there were."""
        whole = float(self.settings.curtain_seconds)
        return max(0.0, whole - (self.now() - self._touched)), whole

    @property
    def idle(self) -> bool:
        """Whether a curtain has been hanging there for nobody."""
        return self.now() - self._touched > IDLE

    @property
    def dark(self) -> bool:
        """Whether nothing has happened for so long that the screen goes dark."""
        wait = 60.0 * self.settings.dark_minutes
        return wait > 0 and self.now() - self._stirred > wait

    # ---- PINs

    def wrong(self, seat: str) -> None:
        """A wrong PIN: after a few of them the pad of this seat rests for a while."""
        count = self._wrong.get(seat, (0, 0.0))[0] + 1
        self._wrong[seat] = (count, self.now() + REST if count % PATIENCE == 0 else 0.0)

    def right(self, seat: str) -> None:
        """The seat has proved who it is: what went wrong before is forgotten."""
        self._wrong.pop(seat, None)

    def rest(self, seat: str) -> float:
        """How long the pad of a seat still rests."""
        return max(0.0, self._wrong.get(seat, (0, 0.0))[1] - self.now())

    def forget(self) -> None:
        """Another table, other PINs."""
        self._wrong.clear()
