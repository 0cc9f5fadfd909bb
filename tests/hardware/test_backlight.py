"""The panel shines as it is told, or whoever asked hears that it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.backlight import CLASS, backlight


def panel(root: Path, name: str = "10-0045", most: str = "255") -> Path:
    folder = root / CLASS / name
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text(most + "\n")
    (folder / "brightness").write_text(most + "\n")
    return folder / "brightness"


@pytest.mark.parametrize(("level", "written"), [(1.0, 255), (0.4, 102), (0.001, 1), (0.0, 0), (2.0, 255), (-1.0, 0)])
def test_the_panel_shines_as_it_is_told_and_little_light_is_not_dark(
    level: float, written: int, tmp_path: Path
) -> None:
    brightness = panel(tmp_path)
    assert backlight(tmp_path)(level)
    assert brightness.read_text() == str(written)


def test_every_panel_shines_alike(tmp_path: Path) -> None:
    one, other = panel(tmp_path), panel(tmp_path, "intel_backlight", "1000")
    assert backlight(tmp_path)(0.5)
    assert (one.read_text(), other.read_text()) == ("128", "500")


def test_without_a_panel_that_can_be_dimmed_it_says_so(tmp_path: Path) -> None:
    assert not backlight(tmp_path)(0.5)


def test_a_panel_that_cannot_be_written_or_understood_says_so_and_the_others_are_dimmed(tmp_path: Path) -> None:
    broken, well = panel(tmp_path, "a", "bright"), panel(tmp_path, "b")
    assert not backlight(tmp_path)(0.5)
    assert (broken.read_text(), well.read_text()) == ("bright\n", "128")
