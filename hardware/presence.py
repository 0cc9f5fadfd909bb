"""From raw polls of one reader to tags that arrive and leave: pure, with the time given in.

A poll is a poor witness: it misses a tag that lies still, hears it broken, or hears another one beside it. So nothing
is decided by one poll, and time alone decides nothing that was not also seen: a tag that lies there for an hour is one
arrival (B1), and the next one needs a clean absence in between (B2).

>>> from hardware.outcomes import Nothing, Tag
>>> spot = Spot()
>>> for tenths, seen in enumerate([Tag("C1"), Nothing(), Tag("C1"), Tag("C1"), Nothing(), Nothing(), Nothing()]):
...     spot, changes = see(spot, seen, tenths / 10, Timing())
...     print(tenths, *changes)
0
1
2 Arrived(uid='C1')
3
4
5
6 Left(uid='C1')
"""

from __future__ import annotations

from typing import Literal

import msgspec

from .outcomes import Dead, Garbled, Nothing, Outcome, Refused, Several, Tag


class Timing(msgspec.Struct, frozen=True):
    """How much it takes to believe. Seconds, and numbers of polls.

    misses: clean misses in a row that are an absence. back_stop: a single clean miss is one, too, when the last proof
    of presence is older than this (after an outage). reads, settle: a tag arrives when it was read so often, alone, for
    so long. swaps, window: so many changes between tags within this time are several tags at once (B8).
    unclear: so long something may answer without a number before a hint is given.
    """

    misses: int = 3
    back_stop: float = 2.0
    reads: int = 2
    settle: float = 0.15
    swaps: int = 3
    window: float = 1.0
    unclear: float = 1.0


class Arrived(msgspec.Struct, frozen=True):
    """This tag now lies on the reader, alone."""

    uid: str


class Left(msgspec.Struct, frozen=True):
    """The tag that had arrived is gone."""

    uid: str


Hint = Literal["several", "unclear"]
"""`several`: more than one tag at once. `unclear`: something answers, but its number cannot be read."""


class Hinted(msgspec.Struct, frozen=True):
    """People should be told this."""

    hint: Hint


class Cleared(msgspec.Struct, frozen=True):
    """What was told is over."""

    hint: Hint


Change = Arrived | Left | Hinted | Cleared


class Spot(msgspec.Struct, frozen=True):
    """What is known about one reader's field. Times are those given to `see`; None is never.

    lying: the tag that arrived. coming: a tag that was read and has not arrived, since when, and how often. last: the
    tag of the last read. swaps: when the read tag was another than before, or several answered at once. hint: what
    people were told. misses: clean ones in a row. proof: when something was last there. felt: since when something
    has been there without a number.
    """

    lying: str | None = None
    coming: str | None = None
    since: float = 0.0
    reads: int = 0
    last: str | None = None
    swaps: tuple[float, ...] = ()
    hint: Hint | None = None
    misses: int = 0
    proof: float | None = None
    felt: float | None = None

    @property
    def decided(self) -> bool:
        """True when more polls like the last one would change nothing but the clock."""
        waits = self.felt is not None and self.lying is None and self.hint is None
        return self.coming is None and not waits and (self.misses == 0 or self == Spot(misses=self.misses))


def see(spot: Spot, outcome: Outcome, now: float, timing: Timing) -> tuple[Spot, tuple[Change, ...]]:
    """The spot after one more poll, and what changed by it. A dead reader tells nothing, so nothing changes."""
    match outcome:
        case Dead():
            return spot, ()
        case Nothing():
            return _miss(spot, now, timing)
        case Garbled() | Refused():
            return _feel(spot, now, timing)
        case Several():
            spot = msgspec.structs.replace(_proven(spot, now), coming=None, reads=0, felt=None)
            # Two of these are enough: no other reason makes a chip hear a collision twice.
            swaps = max(timing.swaps - 1, 1)
            return _swap(spot, now, timing, swaps)
        case Tag(uid):
            return _read(spot, uid, now, timing)


def _proven(spot: Spot, now: float) -> Spot:
    return msgspec.structs.replace(spot, misses=0, proof=now)


def _miss(spot: Spot, now: float, timing: Timing) -> tuple[Spot, tuple[Change, ...]]:
    misses = spot.misses + 1
    long_ago = spot.proof is not None and now - spot.proof > timing.back_stop
    if misses < timing.misses and not long_ago:
        return msgspec.structs.replace(spot, misses=misses), ()
    changes: list[Change] = []
    if spot.lying is not None:
        changes.append(Left(spot.lying))
    if spot.coming is not None and spot.reads >= timing.reads and not spot.swaps:
        # A card that was only tapped: read well, alone, and lifted before it had settled.
        changes += [Arrived(spot.coming), Left(spot.coming)]
    if spot.hint is not None:
        changes.append(Cleared(spot.hint))
    return Spot(misses=min(misses, timing.misses)), tuple(changes)


def _feel(spot: Spot, now: float, timing: Timing) -> tuple[Spot, tuple[Change, ...]]:
    """Something is there, whatever it is: it holds what lies there, and brings nothing new."""
    felt = now if spot.felt is None else spot.felt
    spot = msgspec.structs.replace(_proven(spot, now), felt=felt)
    if spot.hint is None and spot.lying is None and now - felt >= timing.unclear:
        return msgspec.structs.replace(spot, hint="unclear"), (Hinted("unclear"),)
    return spot, ()


def _swap(spot: Spot, now: float, timing: Timing, enough: int) -> tuple[Spot, tuple[Change, ...]]:
    """One more sign of several tags; with `enough` of them in the window, nothing arrives until all are lifted."""
    swaps = (*(at for at in spot.swaps if now - at <= timing.window), now)[-timing.swaps :]
    spot = msgspec.structs.replace(spot, swaps=swaps)
    if len(swaps) < enough or spot.hint == "several":
        return spot, ()
    over: tuple[Change, ...] = () if spot.hint is None else (Cleared(spot.hint),)
    return msgspec.structs.replace(spot, hint="several", coming=None, reads=0), (*over, Hinted("several"))


def _read(spot: Spot, uid: str, now: float, timing: Timing) -> tuple[Spot, tuple[Change, ...]]:
    spot = msgspec.structs.replace(_proven(spot, now), felt=None)
    changes: tuple[Change, ...] = ()
    if spot.hint == "unclear":
        spot, changes = msgspec.structs.replace(spot, hint=None), (Cleared("unclear"),)
    if spot.last is not None and spot.last != uid:
        spot, told = _swap(spot, now, timing, timing.swaps)
        changes += told
    spot = msgspec.structs.replace(spot, last=uid)
    if spot.hint == "several":
        if uid != spot.lying or now - spot.swaps[-1] <= timing.window:
            return spot, changes
        # What was laid beside it is gone, and it was played already: people need not lift it for that.
        spot, changes = msgspec.structs.replace(spot, hint=None), (*changes, Cleared("several"))
    if uid == spot.lying:
        return msgspec.structs.replace(spot, coming=None, reads=0), changes
    if uid != spot.coming:
        return msgspec.structs.replace(spot, coming=uid, since=now, reads=1), changes
    spot = msgspec.structs.replace(spot, reads=spot.reads + 1)
    # In place of a tag that lies there: all these reads were misses of that one.
    needed = timing.reads if spot.lying is None else max(timing.reads, timing.misses)
    if spot.reads < needed or now - spot.since < timing.settle:
        return spot, changes
    if spot.lying is not None:
        changes += (Left(spot.lying),)
    return msgspec.structs.replace(spot, lying=uid, coming=None, reads=0), (*changes, Arrived(uid))
