"""Words are as wide as they are measured, whenever that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kivy.uix.widget import Widget

from ui import lettering, shot
from ui.typefaces import find_faces

SAID = "Legend of the Scorpion Clan, Twin castles, House cards, the screen goes round: Swords, Spears, Ninja, Traitor"
FACES = find_faces("en")
with_noto = pytest.mark.skipif(not Path(FACES.medium).is_file(), reason="fonts-noto-cjk is not installed")


@pytest.fixture(autouse=True)
def window() -> None:
    shot.stage(Widget())


def ink_ends(texture: Any) -> int:
    """The last column of a texture in which anything is drawn."""
    (width, height), pixels = texture.size, texture.pixels
    return max(x for x in range(width) if any(pixels[(y * width + x) * 4 + 3] for y in range(height)))


@with_noto
@pytest.mark.parametrize("size", [13, 15, 17, 20])
@pytest.mark.parametrize("face", [FACES.medium, FACES.serif], ids=["medium", "serif"])
def test_a_line_is_as_wide_in_a_font_just_opened_as_in_one_that_was_drawn_with(
    face: str, size: int, tmp_path: Path
) -> None:
    fresh, used = tmp_path / "fresh.ttc", tmp_path / "used.ttc"
    for name in (fresh, used):
        name.symlink_to(face)
    white = (1.0, 1.0, 1.0, 1.0)
    measured = lettering._width(SAID, str(fresh), size)
    lettering._texture("Traitor, Ninja", str(used), size, white, None, 0).pixels  # noqa: B018  (only now it is drawn)
    assert lettering._width(SAID, str(used), size) == measured
    for name in (fresh, used):
        texture = lettering._texture(SAID, str(name), size, white, None, 0)
        assert texture.width == measured
        assert measured - 4 <= ink_ends(texture) < measured
