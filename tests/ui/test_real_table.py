"""A table with a zone board beside the screen: what the board says reaches the glass, and a bad rig says its line."""

from pathlib import Path

import msgspec
import pytest

from tests.firmware.board import HAS_GCC, WHY_NOT
from tests.hardware.board.ptys import Cable, QuickBoard, until
from ui.desk import House
from ui.ports import CannotOpen, Heard, Notice


def house(home: Path, rig: str, tags: str = "[tags]\n") -> House:
    (home / "rig.toml").write_text(rig, encoding="utf-8")
    (home / "tags.toml").write_text(tags, encoding="utf-8")
    desk = House(home / "settings.toml", rig=home / "rig.toml", seed=4)
    desk.settings = msgspec.structs.replace(desk.settings, journal_folder=str(home / "tables"))
    return desk


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_what_the_board_says_reaches_the_glass(tmp_path: Path) -> None:
    board = QuickBoard("left")
    cable = Cable(board, tmp_path / "usb-left")
    cable.plug()
    rig = f'[boards.left]\npath = "{cable.link}"\n[zones]\nA1 = {{ board = "left", reader = 3 }}\n'
    table = house(tmp_path, rig).open("scorpion", 2, {"guards": "1234"})
    heard: list[Heard] = []
    table.listen(heard.append)

    def said(part: str, over: bool = False) -> bool:
        return any(isinstance(one, Notice) and part in one.say and one.over == over for one in heard)

    board.put(3, "DEADBEEF")
    until(lambda: said("This tag (DEADBEEF) belongs to no piece"))
    cable.pull()
    until(lambda: said("is offline"))
    cable.plug()
    until(lambda: said("is offline", over=True))
    table.close()
    cable.pull()
    assert table.box is None


@pytest.mark.parametrize(
    ("rig", "tags", "said"),
    [
        ("[bords.left]\n", "[tags]\n", "line 1: .*no word 'bords'"),
        ("", "[tags]\n08123456 = 'guard:g1'\n", "line 2"),
    ],
)
def test_a_slip_in_a_file_is_said_before_a_book_is_begun(tmp_path: Path, rig: str, tags: str, said: str) -> None:
    with pytest.raises(CannotOpen, match=said):
        house(tmp_path, rig, tags).open("scorpion", 2, {})
    assert not list(tmp_path.glob("tables/*"))
