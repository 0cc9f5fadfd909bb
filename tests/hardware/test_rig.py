"""A rig is read whole or refused with the line; its devices are those it names; the doctor says how they are."""

import time
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from hardware.__main__ import app
from hardware.board.protocol import FIRMWARE_MAJOR, FIRMWARE_MINOR
from hardware.board.zoneboard import BoardPace
from hardware.devices import Devices
from hardware.doctor import boards_there, described, examine
from hardware.rig import BadRig, BoardPart, CardPart, Rig, ZonePart, load_rig, read_rig, written
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard
from tests.hardware.board.ptys import Posted, Wall, arrives, until

WHOLE = """# A table.
[readers.card]
backend = "rc522"
reset_pin = 25

[boards.left]
[boards."by the door"]
path = "/dev/serial/by-id/usb-1"

[zones]
17 = { board = "left", reader = 0, pixels = [0, 1] }
"18a" = { board = "by the door", reader = 3 }
19 = { board = "left", pixels = [2] }

[lights]
brightness = 0.5
names.heard = { colour = "#102030", pattern = "blink" }

[presence]
settle = 0.5
"""


def test_a_whole_rig_is_read() -> None:
    rig = read_rig(WHOLE)
    assert rig.places == {("left", 0): "17", ("by the door", 3): "18a"}
    assert rig.pixels == {"17": ("left", (0, 1)), "19": ("left", (2,))}
    assert (rig.shines["heard"].red, rig.shines["heard"].pattern) == (0x10, 2)
    assert "legal" in rig.shines, "what is not said looks as usual"
    assert rig.readers["card"].reset_pin == 25
    assert rig.presence.settle == 0.5


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("reset_pin", "resetpin", 4, "no word 'resetpin'"),
        ("reader = 3", "reeder = 3", 12, "no word 'reeder'"),
        ("reader = 3", "reader = 24", 12, "this must be a whole number from 0 to 23"),
        ("reader = 3", 'reader = "3"', 12, "this must be a whole number from 0 to 23"),
        ("[0, 1]", "1", 11, "this must be a list such as [0, 1], of whole numbers from 0 to 47"),
        ("[0, 1]", "[0, 48]", 11, "this must be a list such as [0, 1], of whole numbers from 0 to 47"),
        ("[0, 1]", "{ first = 0 }", 11, "this must be a list"),
        ('{ board = "by the door", reader = 3 }', "3", 12, "this must be a table; its words are board, pin"),
        ('"18a"', "17", 12, "stands further up already; delete one of the two"),
        ("colour = ", "color = ", 17, "no word 'color' here; it may be colour, pattern"),
        ('colour = "#102030", ', "", 17, 'colour is missing; it may say a colour such as "#FF7800"'),
        ("names.heard", "names.herd", 17, "there is no such light; did you mean heard?"),
        ("brightness = 0.5", "brightness = 50", 16, "this must be a number from 0.0 to 1.0"),
        ("names.heard =", "names =", 17, "this must be a table; its words are colour, pattern"),
        ('"left", reader', '"lift", reader', 11, "there is no board 'lift'; there are: left, by the door"),
        ("pixels = [2]", "pixels = [1]", 13, "pixel 1 of left shines for zone 17 already"),
        ('board = "by the door", reader = 3', 'board = "left", reader = 0', 12, "lies under zone 17 already"),
        ("#102030", "red", 17, "a colour such as"),
        ("blink", "flash", 17, '"wink" or "fade"'),
        ("settle = 0.5", "settle = 0", 20, "this must be a number from 0.05 to 5.0"),
        ("settle", "setle", 20, "no word 'setle'"),
        ("[presence]", "[presense]", 19, "no word 'presense'"),
        ("[presence]", "[presence", 19, "not TOML"),
        ('"rc522"', '"rc533"', 3, 'this must be "rc522" or "mfrc522"'),
        ('path = "/dev/serial/by-id/usb-1"', "baud = 115200", 8, "this must be 250000 or 38400"),
        ('[boards."by the door"]', '[boards."by the back door here"]', 7, "1 to 16"),
    ],
)
def test_a_slip_of_the_pen_is_an_error_with_its_line(old: str, new: str, line: int, said: str) -> None:
    with pytest.raises(BadRig, match=r"rig\.toml, line") as error:
        read_rig(WHOLE.replace(old, new))
    assert said in str(error.value)
    assert error.value.line == line


def test_whatever_a_part_is_called_it_is_written_so_that_it_can_be_read() -> None:
    name = 'by the "\\door"'
    zones = {"忍1": ZonePart(name, 0), "a.b": ZonePart(pin=5), "": ZonePart(pin=6)}
    rig = Rig(readers={"card 'x'": CardPart()}, boards={name: BoardPart('C:\\"x"')}, zones=zones)
    assert read_rig(written(rig)) == rig


def test_no_file_is_a_table_that_is_played_by_touch(tmp_path: Path) -> None:
    rig = load_rig(tmp_path / "rig.toml")
    assert rig == Rig()
    devices = Devices(rig, Wall())
    devices.start(Posted())
    devices.show({"17": "legal"})
    devices.close()
    devices.close()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_editor_may_write_it(tmp_path: Path, encoding: str) -> None:
    """Windows' own put a mark in front, end lines otherwise, and turn quotes into curly ones."""
    path = tmp_path / "rig.toml"
    windows = WHOLE.replace("# A table.", "# Spieltisch in der Küche").replace('"left"', "“left”")
    path.write_bytes(windows.replace("\n", "\r\n").encode(encoding))
    assert load_rig(path) == read_rig(WHOLE)


def test_what_is_no_file_or_no_text_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadRig, match="this is a folder or a device; name a file"):
        load_rig(tmp_path)
    (tmp_path / "rig.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRig, match="this is not text; save the file as UTF-8"):
        load_rig(tmp_path / "rig.toml")


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_a_rigs_devices_observe_and_shine_and_the_doctor_is_content(tmp_path: Path) -> None:
    board = RunningBoard("left")
    cable = Cable(board, tmp_path / "usb-left")
    cable.plug()
    text = f"""[boards.left]
path = "{cable.link}"
[zones]
17 = {{ board = "left", reader = 3, pixels = [0] }}
18 = {{ board = "left", reader = 4, pixels = [1] }}
[presence]
settle = 0.05
"""
    rig, inbox = read_rig(text), Posted()
    devices = Devices(rig, Wall())
    devices.start(inbox)
    board.put(3, "DEADBEEF")
    inbox.wait(arrives("17", "DEADBEEF"))
    devices.show({"17": "legal"})
    until(lambda: board.board.lights[0] != 0)
    devices.close()
    assert not any(board.board.lights)

    well, chips, figures = examine(rig, Wall(), 2.0)
    assert (well.device, well.well) == ("board left", True)
    assert f"firmware {FIRMWARE_MAJOR}.{FIRMWARE_MINOR}, 8 readers" in well.say
    assert (chips.device, chips.say) == ("readers of left", "all of them: MFRC522 version 2.0")
    assert figures.say.startswith("1 is felt")
    with board.lock:
        board.board.dead(4)
    assert [(one.device, one.well) for one in examine(rig, Wall(), 2.0)] == [
        ("zone 18", False),
        ("board left", True),
        ("readers of left", True),
        ("figures", True),
    ]

    (found,) = boards_there(lines=lambda: [str(cable.link)])
    assert not isinstance(found.board, str)
    again = read_rig(described([(found.part, found.board)]))
    assert len(again.places) == 8
    cable.pull()


def test_the_doctor_says_what_is_missing_and_how_to_mend_it(tmp_path: Path) -> None:
    rig = read_rig(f'[boards.left]\npath = "{tmp_path}/usb-1"\n[readers.card]\nbus = 9\n')
    before = time.monotonic()
    found = examine(rig, Wall(), 1.0, Devices(rig, Wall(), BoardPace(hello=0.2)))
    assert time.monotonic() - before < 5
    assert {one.well for one in found} == {False}
    assert sorted(one.device for one in found) == ["board left", "reader card"]
    assert any("plug in the zone board's USB cable" in one.say for one in found)


def words(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"KUROKO_HOME": str(home)})


def test_the_words_rig_and_doctor(tmp_path: Path) -> None:
    assert "played by touch" in words(tmp_path, "doctor").stdout
    (tmp_path / "rig.toml").write_text("[bords.left]\n")
    answer = words(tmp_path, "doctor")
    assert answer.exit_code == 2
    assert "no word 'bords'" in answer.output
    answer = words(tmp_path, "rig", "--write")
    assert answer.exit_code == 1
    assert "left alone" in answer.output
    assert (tmp_path / "rig.toml").read_text() == "[bords.left]\n"
