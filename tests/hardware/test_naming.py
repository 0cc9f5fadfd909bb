"""A board is found by its name, and gets another one where the rig says so: a new one in the place of a broken one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hardware.__main__ import app
from hardware.board.words import Hello
from hardware.board.zoneboard import BoardPace, ZoneBoard
from hardware.board.zones import Zones
from hardware.doctor import boards_there
from hardware.naming import rename
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard
from tests.hardware.board.ptys import Posted, Wall, says, until

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)


@pytest.fixture
def line(tmp_path: Path) -> Iterator[str]:
    """A line with a board as it comes from the shop."""
    cable = Cable(RunningBoard("zones"), tmp_path / "usb-new")
    cable.plug()
    yield str(cable.link)
    cable.pull()


def called(line: str) -> str:
    (found,) = boards_there(lines=lambda: [line])
    assert isinstance(found.board, Hello)
    return found.board.name


def test_a_new_board_in_the_place_of_another_is_said_with_the_command_and_found_when_it_has_the_name(
    tmp_path: Path,
) -> None:
    def search() -> list[str]:
        return [str(path) for path in tmp_path.iterdir()]

    inbox, cable = Posted(), Cable(RunningBoard("zones"), tmp_path / "usb-new")
    pace = BoardPace(hello=1.0, retry_most=0.3, often=0.0)
    zones = Zones(("by the door",), {}, Wall(), lambda *it: ZoneBoard(*it, Wall(), pace=pace, search=search))
    zones.start(inbox)
    inbox.wait(says("It answers on no line"))
    cable.plug()
    command = f"./kuroko rename {cable.link} 'by the door'"
    inbox.wait(says(f"One called zones answers at {cable.link}: if it is that one, {command} gives it the name."))
    inbox.wait(says("It answers on no line", over=True))  # one of the two sentences at a time
    until(lambda: rename(str(cable.link), "by the door", Wall()) is None)  # as soon as nobody is asking there
    inbox.wait(says("One called zones", over=True))
    until(lambda: zones.boards["by the door"].path == str(cable.link))
    assert inbox.troubles()[-1].startswith("over: "), "nothing is complained of any more"
    zones.close()
    cable.pull()


def test_the_word_rename(line: str) -> None:
    result = CliRunner().invoke(app, ["rename", line, "left"])
    assert (result.exit_code, result.output) == (0, f"The zone board at {line} is called left from now on.\n")
    assert called(line) == "left"
    for words, said in (
        ([line, "longer than sixteen"], "A board's name has 1 to 16 plain letters."),
        ([line, "左"], "A board's name has 1 to 16 plain letters."),
        ([f"{line}2", "right"], f"There is no {line}2: plug in the zone board's USB cable."),
    ):
        result = CliRunner().invoke(app, ["rename", *words])
        assert (result.exit_code, result.output) == (1, f"{said}\n")
    assert called(line) == "left"


def test_a_line_without_a_board_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def pump(self, data: bytes) -> bytes:
            return b""

    monkeypatch.setattr("hardware.naming.START", 0.2)
    cable = Cable(Silent(), tmp_path / "usb-printer")
    cable.plug()
    why = rename(str(cable.link), "left", Wall())
    assert why == f"no zone board answers at {cable.link}: flash it, or name another line"
    cable.pull()
