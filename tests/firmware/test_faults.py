"""The image itself behind a bad line: what the host was told is in the end what lies there, and so are the lights."""

import random
from collections import Counter

import pytest

from hardware.board.link import Came, Lost, Went
from tests.firmware.simulator import HAS_SIMULATOR, LARGE, SMALL, WHY_NOT, Kind
from tests.firmware.talk import STEP, Talk
from tests.hardware.board.bad_line import KINDS, UIDS, spoilt

pytestmark = pytest.mark.skipif(not HAS_SIMULATOR, reason=WHY_NOT)


class BadTalk(Talk):
    """A talk in which some of what is sent suffers. faults: how often, from 0 to 1."""

    def __init__(self, kind: Kind, seed: int) -> None:
        super().__init__(kind, opening=seed * 7919)
        self.random = random.Random(seed)
        self.faults = 0.0
        self._strikes = 0
        self.injected: Counter[str] = Counter()
        self.happened: list[Came | Went] = []
        self.lies: dict[int, list[str]] = {reader: [] for reader in range(kind.readers)}

    def step(self) -> None:
        self.board.feed(self._through(self.host.give(self.board.now)))
        self.board.run(STEP)
        self.told += self.host.take(self._through(self.board.sent()))
        self.told += self.host.give_up(self.board.now)

    def _through(self, data: bytes) -> bytes:
        if not data or self.random.random() >= self.faults:
            return data
        kind = self.random.choice(KINDS)
        self.injected[kind] += 1
        return b"".join(spoilt(self.random, kind, data))

    def move(self) -> None:
        reader, uid = self.random.randrange(len(self.lies)), self.random.choice(UIDS)
        if uid in self.lies[reader]:
            self.lies[reader].remove(uid)
            self.board.lift(reader, uid)
            self.happened.append(Went(reader, uid))
        elif len(self.lies[reader]) < 2:
            self.lies[reader].append(uid)
            self.board.lay(reader, uid)
            self.happened.append(Came(reader, uid))

    def strike(self) -> None:
        """The button, the cable, or neither, in turn."""
        self._strikes += 1
        match self._strikes % 4:
            case 1:
                self.injected["reset"] += 1
                self.board.reset()
            case 3:
                self.injected["unplug"] += 1
                self.board.cut()
                self.told += self.host.cut()


def faulty(kind: Kind, seed: int, faults: int, *, severe: bool) -> Counter[str]:
    both = BadTalk(kind, seed)
    both.run(1.5 if kind is LARGE else 0.6)
    both.host.paint(bytes([250, 0, 0, 0, 250, 0, 0, 0, 250]))
    both.faults = 0.4
    # A leave takes three rounds, in which nothing else may happen that is seen at once.
    looks = 10 if kind is LARGE else 6
    shown = b""
    while both.injected.total() < faults:
        both.move()
        for _ in range(looks):
            both.host.show(shown := bytes(both.random.randrange(4) for _ in range(48)))
            both.run(0.08)
        if severe:
            both.strike()
    both.faults = 0.0
    both.run(5.0)
    assert both.lying() == {(reader, uid) for reader, uids in both.lies.items() for uid in uids}
    colours = [(0, 0, 0), (250, 0, 0), (0, 250, 0), (0, 0, 250)]
    assert both.board.pixels()[0] == [colours[light] for light in shown]
    moves = [told for told in both.told if isinstance(told, Came | Went)]
    if not any(isinstance(told, Lost) for told in both.told):
        assert moves == both.happened, "each once, and in order"
    assert not Counter(map(str, moves)) - Counter(map(str, both.happened)), "nothing is told that did not happen"
    both.board.close()
    return both.injected


def test_some_faults() -> None:
    faulty(SMALL, 1, 20, severe=False)


def test_some_faults_resets_and_cuts() -> None:
    faulty(SMALL, 2, 25, severe=True)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_thousand_faults() -> None:
    injected: Counter[str] = Counter()
    for seed in range(10):
        injected += faulty(LARGE if seed % 5 == 4 else SMALL, 100 + seed, 100, severe=seed % 2 == 1)
    assert injected.total() >= 1000
    assert injected["reset"] >= 5
    assert injected["unplug"] >= 5
