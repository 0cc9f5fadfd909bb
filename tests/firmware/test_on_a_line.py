"""The firmware's image behind the unmodified host, pyserial and all, on a pseudo-terminal."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.board.protocol import ASK_COUNTERS, MOST_PIXELS
from hardware.board.zoneboard import ZoneBoard
from hardware.board.zones import Shine, ZoneLights, Zones
from hardware.figures import FigureTiming
from hardware.simulated.zoneboard import Cable
from tests.firmware.simulator import HAS_SIMULATOR, LARGE, SMALL, WHY_NOT, Kind, SimulatedBoard
from tests.hardware.board.ptys import Posted, Wall, arrives, says, until

pytestmark = pytest.mark.skipif(not HAS_SIMULATOR, reason=WHY_NOT)

G1, G2, G3 = "04A3C6CAE26180", "04A3C611223380", "DEADBEEF"
SHINES = {"legal": Shine(0, 200, 100), "heard": Shine(250, 50, 0)}


class RealTime:
    """A simulated board that keeps step with the wall's clock as far as this machine can."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self._last = time.monotonic()

    def pump(self, data: bytes) -> bytes:
        now = time.monotonic()
        passed, self._last = min(now - self._last, 0.02), now
        self.board.feed(data)
        self.board.run(passed)
        return self.board.sent()


class Evening:
    def __init__(self, folder: Path, kind: Kind) -> None:
        self.board = SimulatedBoard(kind)
        self.cable = Cable(RealTime(self.board), folder / "usb-zones")
        places = {("zones", reader): str(reader + 1) for reader in range(kind.readers)}
        pixels = {str(reader + 1): ("zones", (reader,)) for reader in range(kind.readers)}
        self.zones = Zones(
            ["zones"],
            places,
            Wall(),
            lambda name, heard: ZoneBoard(name, heard, Wall(), search=lambda: [str(p) for p in folder.iterdir()]),
            FigureTiming(settle=0.1),
        )
        self.lights = ZoneLights(self.zones.boards, pixels, SHINES, brightness=1.0)
        self.inbox = Posted()

    def shines(self, **zones: tuple[int, int, int]) -> bool:
        pixels, _ = self.board.pixels()
        wanted = {int(zone.removeprefix("zone_")) - 1: colour for zone, colour in zones.items()}
        return pixels == [wanted.get(place, (0, 0, 0)) for place in range(MOST_PIXELS)]


@contextmanager
def evening(folder: Path, kind: Kind) -> Iterator[Evening]:
    made = Evening(folder, kind)
    made.cable.plug()
    made.zones.start(made.inbox)
    try:
        until(lambda: made.zones.boards["zones"].path is not None, within=20)
        yield made
    finally:
        made.zones.close()
        made.cable.pull()
        made.board.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", [SMALL, LARGE], ids=lambda kind: kind.chip)
def test_an_evening_with_a_pulled_cable(tmp_path: Path, kind: Kind) -> None:
    with evening(tmp_path, kind) as made:
        last = kind.readers
        made.board.lay(2, G1)
        made.inbox.wait(arrives("3", G1), within=20)
        made.lights.show({"3": "legal", str(last): "heard"})
        until(lambda: made.shines(zone_3=(0, 200, 100), **{f"zone_{last}": (250, 50, 0)}), within=20)

        made.board.lay(last - 1, G2)
        made.cable.pull()  # in the middle of whatever it was saying
        made.inbox.wait(says("offline"), within=20)
        made.board.lift(2, G1)
        made.board.lay(4, G1)
        made.lights.show({"5": "heard"})
        made.cable.plug()
        made.inbox.wait(arrives("5", G1), within=20)
        made.inbox.wait(arrives(str(last), G2), within=20)
        until(lambda: made.shines(zone_5=(250, 50, 0)), within=20)
        seen = made.inbox.seen()
        assert seen.count(f"3 leave {G1}") == 1
        assert len(seen) == 4, seen

        made.zones.boards["zones"].ask(ASK_COUNTERS)
        until(lambda: made.zones.boards["zones"].counted is not None, within=20)
        made.lights.close()
        made.zones.close()
        until(lambda: made.shines(), within=20)


def test_B9_a_deaf_reader_is_said_and_comes_back(tmp_path: Path) -> None:
    with evening(tmp_path, SMALL) as made:
        made.board.lay(2, G3)
        made.inbox.wait(arrives("3", G3), within=20)
        made.board.chips[2].ailments.miso = "low"
        made.inbox.wait(says("The reader of zone 3 does not answer"), within=20)
        made.board.chips[2].ailments.miso = None
        made.inbox.wait(says("The reader of zone 3", over=True), within=20)
        assert made.inbox.seen() == [f"3 arrive {G3}"]
