"""From tags that come to zones and go from them to figures that stand somewhere: pure, with the time given in.

A zone's reader is an honest witness of its own coil only. A figure that is slid wakes every zone on its way, one near a
border is heard by two readers, one that is lifted is for a moment nowhere. So a figure has moved when it is steady in
one new zone and no longer heard in the old one; what happens in between is nobody's business (B15).

>>> figures = Figures(FigureTiming(settle=0.4))
>>> figures.came("G1", "2", 0.0); figures.step(0.4)
(Stands(uid='G1', zone='2', left=None),)
>>> figures.came("G1", "3", 1.0); figures.went("G1", "2", 1.1)              # slid on over 3 ...
>>> figures.came("G1", "4", 1.2); figures.went("G1", "3", 1.3)
>>> figures.step(1.6)                                                       # ... and resting on 4
()
>>> figures.step(1.75)
(Stands(uid='G1', zone='4', left='2'),)
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

import msgspec


class FigureTiming(msgspec.Struct, frozen=True):
    """Seconds. settle: so long nothing may change about a figure before it is believed. between: so long it may be
    heard in several new zones before people are asked to set it straight."""

    settle: float = 0.35
    between: float = 2.0


class Stands(msgspec.Struct, frozen=True):
    """The figure came to rest in a zone. left: where it stood before, unless it was lifted from there before."""

    uid: str
    zone: str
    left: str | None


class Lifted(msgspec.Struct, frozen=True):
    """The figure is in no zone."""

    uid: str
    left: str


class Between(msgspec.Struct, frozen=True):
    """Several zones hear the figure, and it stood in none of them."""

    uid: str
    zones: tuple[str, ...]


class Straight(msgspec.Struct, frozen=True):
    """What `Between` told is over."""

    uid: str


Change = Stands | Lifted | Between | Straight


class _Figure(msgspec.Struct):
    """stands: where it was told to be. heard: which zones hear it now. since: when that last changed."""

    stands: str | None = None
    heard: frozenset[str] = frozenset()
    since: float = 0.0
    between: bool = False


class Figures:
    """All figures of a table. `came` and `went` as zones tell; `step` by `due` says what that came to.

    crosstalk: how often two zones heard one figure at once while it rested, or was to settle, by pair, for the doctor.
    lost: how often a zone lost the figure that stood there, and heard it again before it was believed to be gone.
    """

    def __init__(self, timing: FigureTiming | None = None) -> None:
        self.timing: Final = timing or FigureTiming()
        self.crosstalk: Final[Counter[tuple[str, str]]] = Counter()
        self.lost: Final[Counter[str]] = Counter()
        self._figures: Final[dict[str, _Figure]] = {}
        self._open: Final[dict[str, float]] = {}
        """Figures about which something is to be decided, and when."""

    def came(self, uid: str, zone: str, now: float) -> None:
        """A zone hears the figure."""
        figure = self._figures.setdefault(uid, _Figure())
        if figure.stands is not None and figure.stands != zone and figure.stands in figure.heard:
            first, second = sorted((figure.stands, zone))
            self.crosstalk[first, second] += 1
        elif figure.stands == zone and zone not in figure.heard:
            self.lost[zone] += 1
        self._hear(uid, figure, figure.heard | {zone}, now)

    def went(self, uid: str, zone: str, now: float) -> None:
        """A zone hears the figure no more."""
        figure = self._figures.setdefault(uid, _Figure())
        self._hear(uid, figure, figure.heard - {zone}, now)

    def _hear(self, uid: str, figure: _Figure, heard: frozenset[str], now: float) -> None:
        if heard != figure.heard:
            figure.heard, figure.since = heard, now
            self._open[uid] = now + self.timing.settle

    @property
    def due(self) -> float | None:
        """When `step` has something to decide; None while nothing is open."""
        return min(self._open.values(), default=None)

    def step(self, now: float) -> tuple[Change, ...]:
        """What is believed by now, in the order in which it came to rest."""
        ripe = sorted((at, uid) for uid, at in self._open.items() if at <= now)
        changes: list[Change] = []
        for _, uid in ripe:
            del self._open[uid]
            changes += self._settle(uid, self._figures[uid], now)
        return tuple(changes)

    def _settle(self, uid: str, figure: _Figure, now: float) -> list[Change]:
        changes: list[Change] = []
        stands, heard = figure.stands, figure.heard
        several = len(heard) > 1 and stands not in heard
        if figure.between and not several:
            figure.between = False
            changes.append(Straight(uid))
        if several:
            # Neither is more likely than the other, so nothing is guessed.
            if figure.between:
                pass
            elif now - figure.since < self.timing.between:
                self.crosstalk.update(combinations(sorted(heard), 2))
                self._open[uid] = figure.since + self.timing.between
            else:
                figure.between = True
                changes.append(Between(uid, tuple(sorted(heard))))
        elif stands in heard:
            pass  # where it stood it still is, whatever else hears it
        elif heard:
            (figure.stands,) = heard
            changes.append(Stands(uid, figure.stands, stands))
        elif stands is not None:
            figure.stands = None
            changes.append(Lifted(uid, stands))
        return changes

    def crowd(self) -> Counter[str]:
        """How many figures each zone hears."""
        return Counter(zone for figure in self._figures.values() for zone in figure.heard)

    def standing(self) -> dict[str, str]:
        """Where each figure was told to stand."""
        return {uid: figure.stands for uid, figure in self._figures.items() if figure.stands is not None}
