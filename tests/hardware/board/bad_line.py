"""A line between one host and one board on which everything goes wrong that may, in virtual time and from a seed."""

from __future__ import annotations

import random
from collections import Counter

from hardware.board.link import Came, HostLink, Lost, Opened, Told, Went
from hardware.simulated.zoneboard import HostBoard

KINDS = ("drop", "duplicate", "flip", "cut", "split", "noise")
UIDS = ("DEADBEEF", "13E67515", "04A3C6CAE26180", "04A3C611223380", "04A3C6CAE26180112233", "0102030405060708090A")


def spoilt(chance: random.Random, kind: str, data: bytes) -> list[bytes]:
    """The pieces in which `data` comes after a fault of this kind."""
    place = chance.randrange(len(data))
    match kind:
        case "drop":
            return []
        case "duplicate":
            return [data, data]
        case "flip":
            flipped = bytearray(data)
            for _ in range(chance.choice((1, 1, 2, 5))):
                flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return [bytes(flipped)]
        case "cut":
            return [data[:place]] if chance.random() < 0.5 else [data[place:]]
        case "split":
            return [bytes([byte]) for byte in data]
    return [bytes(chance.randrange(256) for _ in range(chance.choice((1, 5, 90)))), data]


class BadLine:
    """Steps both sides. faults: how often, from 0 to 1, what is sent suffers; severe: a step resets or unplugs."""

    def __init__(self, seed: int, readers: int = 8, faults: float = 0.2, severe: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.now = self.random.random() * 70.0
        self.faults, self.severe = faults, severe
        self.board = HostBoard(readers, boot=self.random.randrange(256), now=self.now)
        self.board.ready()
        self.host = HostLink(self.random.randrange(1 << 24))
        self.lying: dict[int, list[str]] = {reader: [] for reader in range(readers)}
        self.injected: Counter[str] = Counter()
        self.happened: list[tuple[str, int, str]] = []
        """What came and went on the board, as it saw it."""
        self.told: list[Told] = []
        self.unplugged_until = 0.0
        self.shown = b""
        self._up: list[tuple[float, bytes]] = []
        self._down: list[tuple[float, bytes]] = []

    # ---- what the table does -------------------------------------------------------------------------------------

    def move(self) -> None:
        """One tag comes to a reader, or goes from it."""
        reader = self.random.randrange(len(self.lying))
        uid = self.random.choice(UIDS)
        if uid in self.lying[reader]:
            self.lying[reader].remove(uid)
            self.happened.append(("went", reader, uid))
        elif len(self.lying[reader]) < 3:
            self.lying[reader].append(uid)
            self.happened.append(("came", reader, uid))
        else:
            return
        self.look(reader)

    def look(self, reader: int) -> None:
        """As many visits as make an absence."""
        for _ in range(3):
            self.board.visit(reader, *self.lying[reader])

    def shine(self) -> None:
        self.shown = bytes(self.random.randrange(48) for _ in range(self.board.pixels))
        self.host.show(self.shown)

    # ---- time ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        self.now += self.random.choice((0.001, 0.003, 0.008))
        if self.severe and self.random.random() < self.severe:
            self.strike()
        for pipe, arrives in ((self._up, self._to_host), (self._down, self._to_board)):
            while pipe and pipe[0][0] <= self.now:
                arrives(pipe.pop(0)[1])
        while frame := self.board.give(self.now):
            self._send(self._up, frame)
        if self.now >= self.unplugged_until:
            if sent := self.host.give(self.now):
                self._send(self._down, sent)
            self.told += self.host.give_up(self.now)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.step()

    def strike(self) -> None:
        if self.random.random() < 0.5:
            self.injected["reset"] += 1
            self.board.reset(self.now)
            for reader in self.lying:
                self.look(reader)
            self.board.ready()
        else:
            # Also under another name: for the link that is a new line, on which nothing of the old one comes.
            self.injected["unplug"] += 1
            self.unplugged_until = self.now + self.random.choice((0.05, 0.5, 4.0))
            self._up.clear()
            self._down.clear()
            self.told += self.host.cut()

    def _to_host(self, data: bytes) -> None:
        if self.now >= self.unplugged_until:
            self.told += self.host.take(data)

    def _to_board(self, data: bytes) -> None:
        self.board.take(data, self.now)

    def _send(self, pipe: list[tuple[float, bytes]], data: bytes) -> None:
        if self.now < self.unplugged_until:
            return
        if self.random.random() < self.faults:
            kind = self.random.choice(KINDS)
            self.injected[kind] += 1
            pieces = spoilt(self.random, kind, data)
        else:
            pieces = [data]
        at = max(self.now, pipe[-1][0] if pipe else 0.0)
        for piece in pieces:
            at += len(piece) * 40e-6 + (0.001 * self.random.random() if len(pieces) > 1 else 0.0)
            pipe.append((at, piece))

    # ---- what came of it -----------------------------------------------------------------------------------------

    def calm(self, seconds: float = 6.0) -> None:
        """Lets everything that is on its way arrive."""
        self.faults = self.severe = 0.0
        self.run(seconds)

    @property
    def moves(self) -> list[tuple[str, int, str]]:
        """What came and went as the host was told."""
        return [
            ("came" if isinstance(told, Came) else "went", told.reader, told.uid)
            for told in self.told
            if isinstance(told, Came | Went)
        ]

    @property
    def losses(self) -> int:
        return sum(isinstance(told, Lost) for told in self.told)

    @property
    def openings(self) -> int:
        return sum(isinstance(told, Opened) for told in self.told)

    def check(self) -> None:
        """What must be true after every such line, once it has been calm."""
        lying: dict[int, set[str]] = {reader: set() for reader in self.lying}
        for what, reader, uid in self.moves:
            assert (uid in lying[reader]) == (what == "went"), "nothing arrives twice, nothing leaves unseen"
            (lying[reader].remove if what == "went" else lying[reader].add)(uid)
        assert lying == {reader: set(uids) for reader, uids in self.lying.items()}, "the host knows what lies where"
        told, happened = Counter(self.moves), Counter(self.happened)
        assert not told - happened, "nothing is told that did not happen"
        assert self.board.lights == self.shown[: self.board.pixels].ljust(self.board.pixels, b"\0"), (
            "the lights are right"
        )
