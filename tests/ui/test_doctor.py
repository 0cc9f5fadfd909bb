"""`./kuroko doctor`: on a machine with nothing, with files of somebody else, with a rig whose devices are not there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from hardware.machine import Finding, Machine, said
from ui.__main__ import app
from ui.doctor import checkup


def words(home: Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["doctor", "--seconds", "0.1"], env={"KUROKO_HOME": str(home)})
    return result.exit_code, result.output


def lines(found: list[Finding]) -> list[str]:
    return [said(finding) for finding in found]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(root=tmp_path / "root", run=lambda *words: None, year=lambda: 2026, free=lambda path: 10**10)


def test_a_machine_without_any_hardware_ends_with_a_clear_list_and_0(tmp_path: Path) -> None:
    status, answer = words(tmp_path)
    assert status == 0, answer
    listed = answer.splitlines()
    assert listed[0].startswith("well   rig: no device is described, so this table is played by touch.")
    assert listed[-1] == "Nothing must be mended."
    assert all(line.startswith(("well ", "note ")) for line in listed[:-1])
    assert {line[7:].partition(":")[0] for line in listed[:-1]} >= {
        "rig",
        "machine",
        "screen",
        "clock",
        "disk",
        "fonts",
    }


def test_devices_that_are_described_and_not_there_are_each_said_and_the_status_is_1(tmp_path: Path) -> None:
    (tmp_path / "rig.toml").write_text(f'[readers.card]\nbus = 9\n[boards.left]\npath = "{tmp_path}/usb-1"\n')
    status, answer = words(tmp_path)
    assert status == 1
    assert "WRONG  SPI of card: there is no /dev/spidev9.0" in answer
    assert "reader card: " not in answer, "what has no line is not asked: one thing is wrong, not two"
    assert "WRONG  board left: The zone board left is offline." in answer
    assert "must be mended: see WRONG above." in answer.splitlines()[-1]


def test_a_slip_in_each_file_is_a_line_and_the_others_are_read(tmp_path: Path, machine: Machine) -> None:
    (tmp_path / "rig.toml").write_text("[bords.left]\n")
    (tmp_path / "settings.toml").write_text('theme = "nihgt"\n')
    (tmp_path / "tags.toml").write_text('[tags]\n08A1B2C3 = "guard:g7"\n')
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    assert any(line.startswith("WRONG  rig:") and "no word 'bords'" in line for line in found)
    assert any(line.startswith("WRONG  settings:") and "did you mean 'night'?" in line for line in found)
    assert any(line.startswith("WRONG  tags:") and "made up anew each time" in line for line in found)


def test_a_zone_that_no_map_has_is_named_with_what_may_have_been_meant(tmp_path: Path, machine: Machine) -> None:
    rig = '[boards.left]\n[zones]\nG2 = { board = "left", reader = 0 }\nG22 = { board = "left", reader = 1 }\n'
    (tmp_path / "rig.toml").write_text(rig)
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    (line,) = [line for line in found if line.startswith("WRONG  rig:")]
    assert "no map has, so they never answer: G22; did you mean G2" in line
    (tmp_path / "rig.toml").write_text(rig.replace("G22", "K1"))
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    assert any(line.endswith("describes 1 board, 0 card readers, 2 zones with a reader") for line in found), found
    (tmp_path / "rig.toml").write_text(rig.replace("G2 ", "Q2 "))
    from companion.games.scorpion import board

    own = tmp_path / "maps" / "scorpion" / "mine.toml"
    own.parent.mkdir(parents=True)
    text = (Path(board.__file__).parent / "data/maps/twin-castles.toml").read_text("utf-8")
    own.write_text(re.sub(r"\bG22\b", "Z9", re.sub(r"\bG2\b", "Q2", text)), "utf-8")
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    assert any("never answer: G22;" in line for line in found), "zones of one's own map are zones too"


def test_what_can_be_heard_is_said_and_nothing_must_be_mended_for_it(tmp_path: Path, machine: Machine) -> None:
    silent = msgspec.structs.replace(machine, environment={}.get)

    def sound(found: list[Finding]) -> str:
        return next(said(one) for one in found if one.device == "sound")

    rig, settings = tmp_path / "rig.toml", tmp_path / "settings.toml"
    assert sound(checkup(rig, settings, 0.1, silent)).startswith("note   sound: no sound card is found")
    (tmp_path / "root/proc/asound").mkdir(parents=True)
    (tmp_path / "root/proc/asound/cards").write_text(" 0 [Headphones]: bcm2835\n")
    assert sound(checkup(rig, settings, 0.1, silent)) == "well   sound: on, at 70 % of the loudspeaker"
    settings.write_text("sound = false\n")
    assert sound(checkup(rig, settings, 0.1, silent)) == "well   sound: switched off in the settings"


def test_tags_are_counted_and_those_of_no_game_are_named(tmp_path: Path, machine: Machine) -> None:
    tags = tmp_path / "tags.toml"
    tags.write_text(
        '[tags]\n13E67515 = "guard:g7"\n04A3C6CAE26180 = "card:guards/kenjutsu/1"\n04A3C611223380 = "seal:p5"\n'
    )
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    assert "well   tags: 3 pieces have their tag: 1 guard, 1 card, 1 seal" in found
    tags.write_text('[tags]\n13E67515 = "guard:g77"\n')
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    assert any(line.startswith("WRONG  tags:") and "guard:g77" in line for line in found)


def test_B35_files_left_by_sudo_are_named_with_the_command(
    tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = tmp_path / "tags.toml"
    tags.write_text("[tags]\n")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tags and access(path, mode))
    found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
    assert f"WRONG  files: this user may not write {tags}. Run: sudo chown $USER {tags}" in found


def test_B26_without_letters_it_depends_on_who_reads(
    tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui import doctor
    from ui.typefaces import DEFAULT_FACES

    monkeypatch.setattr(doctor, "find_faces", lambda language, cache, own: DEFAULT_FACES)
    for language, state in (("en", "note "), ("ja", "WRONG")):
        (tmp_path / "settings.toml").write_text(f'language = "{language}"\n')
        found = lines(checkup(tmp_path / "rig.toml", tmp_path / "settings.toml", 0.1, machine))
        assert f"{state}  fonts: no font here has Chinese and Japanese. Run: sudo apt install fonts-noto-cjk" in found
