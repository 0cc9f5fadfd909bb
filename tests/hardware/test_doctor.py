"""What `./kuroko doctor` says of zone boards: of their figures, their firmware, and what is the matter with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.ports import Watch
from hardware.board.frames import frame
from hardware.board.lines import SLOW_BAUD, Line, open_line
from hardware.board.protocol import ASK_LIGHTS, LINE_BAUD
from hardware.board.words import Hello
from hardware.devices import Devices
from hardware.doctor import Found, boards_there, described, examine
from hardware.machine import said
from hardware.outcomes import Unavailable
from hardware.rig import BoardPart, PresencePart, Rig, ZonePart, read_rig
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard
from tests.hardware.board.ptys import Posted, Wall

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)

G1, G2 = "04A3C6CAE26180", "DEADBEEF"


class Old:
    """A board that speaks another protocol. readers: how many it has."""

    def __init__(self, readers: int) -> None:
        self.hello = bytes([0, 1, 3, 0, 99, 7, 0, readers, 8, 1, 0, 0]) + b"left"

    def pump(self, data: bytes) -> bytes:
        return frame(self.hello) if data else b""


Plug = Callable[[RunningBoard | Old], Rig]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    """Plugs a board in, and describes it: zones 0 to 7 over its readers."""
    cables: list[Cable] = []

    def act(board: RunningBoard | Old) -> Rig:
        cable = Cable(board, tmp_path / "usb-left")
        cable.plug()
        cables.append(cable)
        zones = {str(reader): ZonePart("left", reader) for reader in range(8)}
        quick = PresencePart(settle=0.05)
        return Rig(boards={"left": BoardPart(str(cable.link))}, zones=zones, presence=quick)

    yield act
    for cable in cables:
        cable.pull()


def wrong(rig: Rig, seconds: float = 2.0) -> list[str]:
    return [said(finding) for finding in examine(rig, Wall(), seconds) if not finding.well]


def test_zones_that_hear_each_others_figures_are_named_although_nothing_is_moved(plug: Plug) -> None:
    board = RunningBoard("left")
    board.put(2, G1)
    board.put(3, G1)
    board.put(5, G2)
    (line,) = wrong(plug(board))
    assert line.startswith("WRONG  zones 2 and 3: hear each other's figures (once): move their readers apart")


@pytest.mark.parametrize(("readers", "chip"), [(8, ""), (24, " atmega2560")])
def test_a_board_of_another_protocol_is_to_be_flashed_with_what_its_chip_needs(
    plug: Plug, readers: int, chip: str
) -> None:
    """Everywhere the same: where it is looked for, and where it is played on."""
    rig = plug(Old(readers))
    path = rig.boards["left"].path
    assert path is not None
    say = f"speaks another version of the link: flash the board. Run: firmware/flash {path}{chip}"
    (line,) = wrong(rig, 0.5)
    assert line.endswith(say)
    (found,) = boards_there(0.3, lambda: [path])
    assert isinstance(found.board, str)
    assert found.board.endswith(say)


def test_a_board_of_the_slow_speed_is_found_and_described_with_it(plug: Plug) -> None:
    """For an adapter that cannot do the usual one."""
    path = plug(RunningBoard("left")).boards["left"].path
    assert path is not None

    def adapter(path: str, baud: int) -> Line | Unavailable:
        return open_line(path, baud) if baud == SLOW_BAUD else Unavailable(f"{path} cannot be opened.")

    (found,) = boards_there(lines=lambda: [path], opener=adapter)
    assert isinstance(found.board, Hello)
    assert read_rig(described([(found.part, found.board)])).boards == {"left": BoardPart(path, SLOW_BAUD)}


@pytest.mark.parametrize("path", ["/dev/ttyUSB0", "/dev/ttyACM1"])
def test_B13_no_rig_is_written_with_a_name_that_the_next_line_may_get(path: str) -> None:
    hello = Hello(1, "1.0", 2, 2, 1, 0, "left")
    assert Found(path, hello, LINE_BAUD).part == BoardPart(None)


def test_B4_a_reader_that_misses_its_figure_is_named_with_how_often(plug: Plug) -> None:
    board = RunningBoard("left")
    for poll in range(60):
        for reader, every in ((1, 20), (6, 3)):
            board.board.visit(reader, *([G1 if reader == 1 else G2] if poll % every else []))
    (line,) = wrong(plug(board))
    assert line.startswith("WRONG  zone 6: lost the figure on it; of 59 polls 19 missed it: bring tag and coil closer")


@pytest.mark.slow
def test_a_reader_that_the_board_does_not_have_is_named_and_its_zone_is_not_watched(plug: Plug) -> None:
    """Else a figure that belongs there would be waited for as long as the table stands."""
    rig = plug(RunningBoard("left"))
    rig = msgspec.structs.replace(rig, zones={**rig.zones, "17": ZonePart("left", 12)})
    (line,) = wrong(rig)
    assert line.startswith("WRONG  zone 17: Zone 17 has reader 12 of the zone board left in rig.toml, which has 0 to 7")
    devices, inbox = Devices(rig, Wall()), Posted()
    devices.zones.start(inbox)
    inbox.wait(lambda report: isinstance(report, Watch) and report.zones == frozenset(map(str, range(8))))
    devices.close()


def test_the_chips_of_a_boards_readers_are_named_and_a_clone_as_one(plug: Plug) -> None:
    board = RunningBoard("left")
    board.board.chip(3, 0x12)
    board.board.chip(7, 0)
    board.board.dead(7)
    findings = examine(plug(board), Wall(), 2.0)
    (chips,) = [finding for finding in findings if finding.device == "readers of left"]
    assert chips.say == "0, 1, 2, 4, 5, 6: MFRC522 version 2.0; 3: clone without a name; 7: nothing answers"
    assert chips.state == "note"


@pytest.mark.slow
def test_a_board_whose_firmware_does_not_tell_how_its_readers_fare_is_looked_at_all_the_same(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.doctor.ASK_HEALTH", ASK_LIGHTS)
    found = [finding.device for finding in examine(plug(RunningBoard("left")), Wall(), 2.0)]
    assert found == ["board left", "figures"]
