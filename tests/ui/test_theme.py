"""Every pair of roles that text is written in can be read, in every mood."""

from __future__ import annotations

import pytest

from ui.theme import CONTRAST, DAY, NIGHT, PALETTES, STYLES, Look, contrast, room_for

MEASURED = {
    ("ink", "paper"): (14.6, 14.3, 21), ("ink", "rail"): (12.8, 13.2, 21), ("ink", "slip"): (16.1, 11.2, 21),
    ("ink", "lantern"): (13.5, 10.6, 17.5), ("ink2", "paper"): (7.0, 8.2, 15.9), ("ink2", "rail"): (6.2, 7.5, 15.9),
    ("ink2", "slip"): (7.8, 6.4, 15.9), ("ink2", "lantern"): (6.5, 6.0, 13.2),
    ("amber_ink", "paper"): (6.2, 10.7, 10.6), ("amber_ink", "rail"): (5.5, 9.9, 10.6),
    ("amber_ink", "slip"): (6.9, 8.4, 10.6), ("amber_ink", "lantern"): (5.8, 7.9, 8.8),
    ("vermilion", "paper"): (5.5, 6.9, 7.9), ("vermilion", "rail"): (4.8, 6.4, 7.9),
    ("vermilion", "slip"): (6.1, 5.4, 7.9), ("pine", "paper"): (6.0, 9.7, 10), ("pine", "rail"): (5.3, 8.9, 10),
    ("pine", "slip"): (6.7, 7.5, 10), ("ink", "vermilion_wash"): (12.8, 11.4, 17.1),
    ("ink", "legal_fill"): (12.2, 8.0, 16.4), ("lacquer_text", "lacquer"): (14.6, 9.8, 21),
    ("cloth_text", "cloth"): (14.3, 15.9, 21), ("guard_text", "guard"): (10.4, 10.4, 13.0),
    ("banner_guards_text", "banner_guards"): (9.8, 9.4, 13.0),
    ("banner_intruders_text", "banner_intruders"): (6.1, 7.3, 7.9),
}  # fmt: skip
TERRAINS = ("open", "moat", "bridge", "grounds", "court", "west", "east")


@pytest.mark.parametrize("pair", MEASURED, ids="-on-".join)
def test_text_reads_as_well_as_was_measured(pair: tuple[str, str]) -> None:
    text, ground = pair
    for palette, measured in zip((DAY, NIGHT, CONTRAST), MEASURED[pair], strict=True):
        found = contrast(palette[text], palette[ground])
        assert found >= 4.5
        assert found == pytest.approx(measured, abs=0.2)


@pytest.mark.parametrize("mood", PALETTES)
def test_what_is_written_on_zones_reads(mood: str) -> None:
    palette = PALETTES[mood]
    for terrain in TERRAINS:
        ink = "moat_ink" if terrain == "moat" else "zone_ink"
        assert contrast(palette[ink], palette[terrain]) >= 4.5, terrain
        # on bridges by day the ninja's red has 4.3; there the halo carries it
        assert contrast(palette["ninja"], palette[terrain]) >= (4.2 if terrain == "bridge" else 4.5), terrain
        assert contrast(palette["traitor"], palette[terrain]) >= 4.5, terrain
    assert all(contrast(palette[ink], palette["halo"]) >= 4.5 for ink in ("ninja", "traitor", "zone_ink", "moat_ink"))
    assert contrast(palette["banner_traitor_text"], palette["banner_traitor"]) >= 4.5


@pytest.mark.parametrize("mood", PALETTES)
def test_a_place_never_differs_by_its_fill_alone_from_high_contrast_on(mood: str) -> None:
    palette = PALETTES[mood]
    fills = {palette[terrain] for terrain in TERRAINS}
    assert len(fills) == (7 if palette.washes else 3)


def test_the_room_decides_the_layout() -> None:
    assert room_for(800, 480).board == (640, 384)
    assert [room_for(*size).name for size in ((381, 254), (800, 469), (1164, 655), (456, 811), (640, 384))] == [
        "small", "middle", "wide", "upright", "middle",
    ]  # fmt: skip
    assert not room_for(640, 384).shows_log


def test_sizes_grow_with_the_factor() -> None:
    assert Look(factor=1.25).u(48) == 60
    assert Look(factor=1.25).type_size("prompt") == 30
    assert all(style.size >= 13 for name, style in STYLES.items() if name not in ("zone_moat", "tiny"))
