"""Time that passes only when somebody lets it pass."""

from __future__ import annotations

from typing import Protocol


class Time(Protocol):
    """Seconds for a chip model. `advance` charges what a transfer took."""

    def now(self) -> float: ...

    def advance(self, seconds: float) -> None: ...


class VirtualClock:
    """Seconds since nothing in particular; `advance` is the only thing that moves them.

    >>> clock = VirtualClock()
    >>> clock.advance(0.25)
    >>> clock.now()
    0.25
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self._now += seconds


class RunningClock(VirtualClock):
    """A clock that goes by itself, `source`'s way, and is put forward by what transfers would have taken.

    For chip models under a thread that really waits between its polls.
    """

    def __init__(self, source: _Source) -> None:
        super().__init__()
        self._source = source

    def now(self) -> float:
        return self._source.now() + self._now


class _Source(Protocol):
    def now(self) -> float: ...
