"""A table that a program lays cards and figures on, as a person would: the same observations, no hardware.

The card readers are chip models under the real driver and the real presence; zones report plainly. Two ways to run it:

`attach` an inbox and `settle` by hand: time passes in `settle` only, nothing waits, everything is repeatable.

>>> class Printed:
...     def post(self, report):
...         print(report)
>>> table = SimulatedTable()
>>> table.attach(Printed())
>>> table.lay("04A3C6CAE26180")
>>> table.settle()
Observation(reader='card', uid='04A3C6CAE26180', event='arrive')
>>> table.lay("DEADBEEF")
>>> table.settle()
Trouble(device='card', say='One card at a time: lift all cards from the reader, then lay one.', over=False, kind='several')
>>> table.lift("DEADBEEF"); table.lift("04A3C6CAE26180")
>>> table.settle()
Observation(reader='card', uid='04A3C6CAE26180', event='leave')
Trouble(device='card', say='One card at a time: lift all cards from the reader, then lay one.', over=True, kind='several')
>>> table.put("E2801160", "17")
Observation(reader='zone:17', uid='E2801160', event='arrive')
>>> table.put("E2801160", "18")
Observation(reader='zone:17', uid='E2801160', event='leave')
Observation(reader='zone:18', uid='E2801160', event='arrive')

Or `start` it: then each reader polls in its own thread, as on a real table, until `close`.
"""  # noqa: E501 - what a doctest prints cannot be broken

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.ports import Inbox, Observation

from ..backends import Backend, Opener
from ..outcomes import Unavailable
from ..rc522 import open_rc522
from ..readers import CardReader
from .chip import Chip
from .clock import RunningClock, Time, VirtualClock
from .spi import SimulatedSpi
from .tags import Picc

_PATIENCE: Final = 400
"""Polls after which `settle` gives up: a reader that never decides is a fault, not something to wait for."""


class _WallClock:
    def now(self) -> float:
        return time.monotonic()


class SimulatedTable:
    """Card readers, zones and what lies on them. A `Reader` of the referee's port, as one device.

    readers: names of the card readers, the first one is meant where none is named. running: time passes by itself,
    for `start`; otherwise it passes in `settle` only.
    """

    name = "table"

    def __init__(self, readers: Sequence[str] = ("card",), *, running: bool = False) -> None:
        self.clock: Final[Time] = RunningClock(_WallClock()) if running else VirtualClock()
        self.running: Final = running
        self.chips: Final[dict[str, Chip]] = {name: Chip(self.clock) for name in readers}
        """The chip under each reader, to give it ailments."""
        spi = SimulatedSpi({(0, place): self.chips[name] for place, name in enumerate(readers)}, self.clock)
        self.readers: Final = {
            name: CardReader(name, self._opener(spi, place), self.clock) for place, name in enumerate(readers)
        }
        self._inbox: Inbox | None = None
        self._zones: Final[dict[str, str]] = {}
        self._lock: Final = threading.Lock()

    def _opener(self, spi: SimulatedSpi, device: int) -> Opener:
        # The chips' time is the clock's, so the driver's short waits only put the clock forward.
        def open_it() -> Backend | Unavailable:
            return open_rc522(0, device, spi=spi, pause=self.clock.advance)

        return open_it

    # ---- the port ------------------------------------------------------------------------------------------------

    def attach(self, inbox: Inbox) -> None:
        """Says where to post, without threads."""
        self._inbox = inbox
        for reader in self.readers.values():
            reader.attach(inbox)

    def start(self, inbox: Inbox) -> None:
        """Lets each reader poll in a thread of its own; for a table made with `running=True`."""
        if not self.running:
            raise RuntimeError("a table whose time stands still is stepped with settle(); make it with running=True")
        self.attach(inbox)
        for reader in self.readers.values():
            reader.start(inbox)

    def close(self) -> None:
        """Ends the threads, if any. Nothing is posted afterwards."""
        for reader in self.readers.values():
            reader.close()
        self._inbox = None

    # ---- cards ---------------------------------------------------------------------------------------------------

    def lay(self, uid: str, reader: str | None = None) -> None:
        """Lays a tag on a reader, onto whatever lies there. uid: hexadecimal, 4, 7 or 10 bytes."""
        chip = self._chip(reader)
        with self._lock:
            tag = Picc(uid)
            if any(other.uid == tag.uid for each in self.chips.values() for other in each.tags):
                raise ValueError(f"{tag.uid} lies on a reader already")
            chip.lay(tag)

    def lift(self, uid: str, reader: str | None = None) -> None:
        """Lifts a tag off a reader."""
        chip = self._chip(reader)
        with self._lock:
            for tag in chip.tags:
                if tag.uid == uid.upper():
                    chip.lift(tag)
                    return
        raise ValueError(f"{uid} does not lie there")

    def tap(self, uid: str, reader: str | None = None) -> None:
        """Lays a tag down, waits until the reader has decided, lifts it and waits again."""
        self.lay(uid, reader)
        self.settle()
        self.lift(uid, reader)
        self.settle()

    def settle(self) -> None:
        """Steps every reader in virtual time until it has decided about what lies on it."""
        if self.running:
            raise RuntimeError("a running table settles by itself")
        calm = 0
        for _ in range(_PATIENCE):
            now = self.clock.now()
            self.clock.advance(min(reader.poll_once(now) for reader in self.readers.values()))
            decided = all(reader.decided for reader in self.readers.values())
            calm = calm + 1 if decided else 0
            if calm > max(reader.timing.misses for reader in self.readers.values()):
                return
        raise RuntimeError("the readers do not come to a decision")

    def _chip(self, reader: str | None) -> Chip:
        name = next(iter(self.chips)) if reader is None else reader
        if name not in self.chips:
            raise ValueError(f"this table has no reader {name!r}: there are {', '.join(self.chips)}")
        return self.chips[name]

    # ---- figures -------------------------------------------------------------------------------------------------

    def put(self, uid: str, zone: str) -> None:
        """Puts a figure into a zone, taking it from the one it stands in. Reported at once, as if it had settled."""
        uid = uid.upper()
        with self._lock:
            before = self._zones.get(uid)
            if before == zone:
                return
            self._zones[uid] = zone
        if before is not None:
            self._report(before, uid, arrives=False)
        self._report(zone, uid, arrives=True)

    def take(self, uid: str, zone: str) -> None:
        """Takes a figure off its zone."""
        uid = uid.upper()
        with self._lock:
            if self._zones.get(uid) != zone:
                raise ValueError(f"{uid} does not stand in {zone}")
            del self._zones[uid]
        self._report(zone, uid, arrives=False)

    @property
    def zones(self) -> Mapping[str, str]:
        """Where each figure stands: uid to zone."""
        return MappingProxyType(self._zones)

    def _report(self, zone: str, uid: str, *, arrives: bool) -> None:
        if self._inbox is not None:
            self._inbox.post(Observation(f"zone:{zone}", uid, "arrive" if arrives else "leave"))


class RecordingLights:
    """The lights of the zones as a record: what shines, what has shone, and whoever wants to draw it.

    >>> lights = RecordingLights()
    >>> lights.listen(lambda frame: print("now", dict(frame)))
    >>> lights.show({"17": "heard"})
    now {'17': 'heard'}
    >>> lights.show({})
    now {}
    >>> dict(lights.latest), [dict(frame) for frame in lights.history]
    ({}, [{'17': 'heard'}, {}])

    keep: how many frames the history holds; older ones are forgotten. Listeners are called in the thread that shows.
    """

    def __init__(self, keep: int = 10_000) -> None:
        self.history: Final[deque[Mapping[str, str]]] = deque(maxlen=keep)
        self.closed = False
        self.share = 1.0
        """How much of their brightness the lights have."""
        self._listeners: Final[list[Callable[[Mapping[str, str]], object]]] = []

    @property
    def latest(self) -> Mapping[str, str]:
        """The frame that shines now; empty before the first one."""
        return self.history[-1] if self.history else MappingProxyType({})

    def listen(self, listener: Callable[[Mapping[str, str]], object]) -> None:
        """Calls `listener` with each frame from now on."""
        self._listeners.append(listener)

    def show(self, frame: dict[str, str]) -> None:
        """Shines as `frame` says: it is the whole state."""
        if self.closed:
            raise RuntimeError("these lights are closed")
        kept = MappingProxyType(dict(frame))
        self.history.append(kept)
        for listener in tuple(self._listeners):
            listener(kept)

    def dim(self, share: float) -> None:
        """Shines with so much of the brightness from now on."""
        self.share = share

    def close(self) -> None:
        """Goes dark for good; the history stays."""
        if not self.closed:
            self.show({})
            self.closed = True
