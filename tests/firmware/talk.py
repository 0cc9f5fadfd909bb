"""A simulated board and the host's link, stepped together in the board's own time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hardware.board.frames import Unframer
from hardware.board.link import Came, HostLink, Told, Went
from hardware.board.protocol import KIND_EVENT, LINE_BAUD, WHAT_ARRIVE
from tests.firmware.simulator import SMALL, Kind, SimulatedBoard

STEP = 0.001


class Talk:
    """Both, with what was told so far. listening: False is a host that has gone."""

    def __init__(self, kind: Kind = SMALL, readers: int | None = None, opening: int = 1, baud: int = LINE_BAUD) -> None:
        self.board = SimulatedBoard(kind, readers, baud)
        self.host = HostLink(opening)
        self.told: list[Told] = []
        self.listening = True
        self.arrivals: list[tuple[str, float]] = []
        """Each ARRIVE that the board sent, with the time at which its last byte was through."""
        self._ear = Unframer()

    def run(self, seconds: float) -> list[Told]:
        """Lets time pass; what was told in it."""
        before = len(self.told)
        end = self.board.now + seconds
        while self.board.now < end:
            self.step()
        return self.told[before:]

    def until(self, *wanted: Told, within: float = 2.0) -> float:
        """Lets time pass until all of these were told from now on; how long it took."""
        start, place = self.board.now, len(self.told)
        while any(told not in self.told[place:] for told in wanted):
            assert self.board.now - start < within, f"told {self.told[place:]}, not {wanted}"
            self.step()
        return self.board.now - start

    def step(self) -> None:
        if self.listening:
            self.board.feed(self.host.give(self.board.now))
        self.board.run(STEP)
        sent = self.board.sent_at()
        for byte, at in sent:
            for body in self._ear.feed(bytes([byte])):
                if body[2] == KIND_EVENT and body[7] == WHAT_ARRIVE:
                    self.arrivals.append((body[8:].hex().upper(), at + 40e-6))
        if self.listening:
            self.told += self.host.take(bytes(byte for byte, _ in sent))
            self.told += self.host.give_up(self.board.now)

    def lying(self) -> set[tuple[int, str]]:
        """What lies where, as the host was told."""
        lying: set[tuple[int, str]] = set()
        for told in self.told:
            match told:
                case Came(reader, uid):
                    assert (reader, uid) not in lying
                    lying.add((reader, uid))
                case Went(reader, uid):
                    lying.remove((reader, uid))
        return lying


@contextmanager
def talk(kind: Kind = SMALL, readers: int | None = None, baud: int = LINE_BAUD) -> Iterator[Talk]:
    """A board whose session has begun and whose readers were all asked."""
    both = Talk(kind, readers, baud=baud)
    both.run(1.2 if kind.readers > 8 else 0.6)
    assert both.host.hello is not None
    try:
        yield both
    finally:
        both.board.close()
