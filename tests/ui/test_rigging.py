"""`./kuroko rig` writes what was described, keeps what was there, and writes nothing when it was broken off."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from typer.testing import CliRunner

from companion.files import BadFile
from companion.games.scorpion.board import Board
from hardware.rig import load_rig
from hardware.wizard import Parts
from ui.__main__ import app
from ui.rigging import describe_table, zones_of_the_maps

BUTTON = ["", "22", "", "", ""]


def describe(path: Path, answers: list[str]) -> list[str]:
    said: list[str] = []
    given = iter(answers)
    parts = Parts(lines=list, nodes=list, factory=MockFactory(pin_class=MockPWMPin))
    describe_table(path, lambda question: next(given), said.append, parts)
    return said


def test_the_file_is_written_and_how_lights_look_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.wizard.WAIT", 0.01)
    path = tmp_path / "new" / "rig.toml"
    describe(path, BUTTON)
    assert load_rig(path).buttons.hide == 22
    path.write_text(path.read_text().replace("brightness = 0.4", "brightness = 0.1"))
    before = path.read_text()
    said = describe(path, [answer.replace("22", "23") for answer in BUTTON])
    assert (load_rig(path).buttons.hide, load_rig(path).lights.brightness) == (23, 0.1)
    assert path.with_name("rig.toml.old").read_text() == before
    assert "./kuroko doctor" in said[-1]


def test_where_nothing_was_described_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    assert "played by touch" in describe(path, ["", "", "", ""])[-1]
    assert not path.exists()


def test_B35_a_file_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.wizard.WAIT", 0.01)
    (tmp_path / "in the way").write_text("")
    with pytest.raises(BadFile, match="cannot be written"):
        describe(tmp_path / "in the way" / "rig.toml", BUTTON)


def test_broken_off_it_writes_nothing_and_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.board.lines.glob", lambda pattern: [])
    monkeypatch.setattr("hardware.wizard.glob", lambda pattern: [])
    result = CliRunner().invoke(app, ["rig", "--rig", str(tmp_path / "rig.toml")], input="\n")
    assert result.exit_code == 1
    assert "Nothing was written." in result.output
    assert [*tmp_path.iterdir()] == []


def test_the_zones_of_every_map_are_known() -> None:
    zones = zones_of_the_maps()
    assert len(zones) == len(set(zones))
    for name in ("twin-castles", "drill-yard"):
        assert set(Board.load(name).order) <= set(zones)
