"""What the lights of the zones look like: told apart without their colour, dimmed, and as the page for people says."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest

from companion.views import LightName
from hardware.board import protocol
from hardware.board.zones import SHINES, ZoneLights
from hardware.pins import level
from hardware.rig import PATTERNS, LightPart
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, HostBoard

HOUSE = Path(__file__).resolve().parent.parent.parent
EVERY = [int(1000 * t / 50) for t in range(100)]
"""Milliseconds of two seconds."""


def test_every_light_that_a_game_can_name_shines() -> None:
    assert set(SHINES) == set(get_args(LightName))


def test_patterns_have_one_name_and_number_on_the_link_in_the_rig_and_on_the_board() -> None:
    numbers = {name: getattr(protocol, f"PATTERN_{name.upper()}") for name in PATTERNS}
    assert list(numbers.values()) == list(range(len(PATTERNS)))
    assert len(numbers) == sum(name.startswith("PATTERN_") for name in vars(protocol))
    assert [LightPart(colour="#000000", pattern=name).pattern for name in PATTERNS] == list(PATTERNS)  # type: ignore[arg-type]


def test_no_two_lights_have_one_pattern() -> None:
    """So they are told apart by whoever sees no colours, and by a lamp that has only one."""
    assert len({shine.pattern for shine in SHINES.values()}) == len(SHINES)


def courses() -> dict[str, dict[str, list[float]]]:
    """How bright each pattern is in the course of two seconds: on a board's strip, and as a lamp on the Pi."""
    board = HostBoard()
    return {
        "strip": {name: [board.shine(SHINES[name].pattern, at) / 255 for at in EVERY] for name in SHINES},
        "lamp": {name: [level(shine, at / 1000) for at in EVERY] for name, shine in SHINES.items()},
    }


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_no_two_patterns_look_alike_on_a_strip_or_on_a_lamp() -> None:
    for where, course in courses().items():
        for one, other in combinations(SHINES, 2):
            apart = sum(abs(a - b) for a, b in zip(course[one], course[other], strict=True)) / len(EVERY)
            assert apart > 0.08, (where, one, other, apart)
        for name, seen in course.items():
            assert max(seen) > 0.95, (where, name)
            assert (min(seen) == max(seen)) == (name == "legal"), (where, name)


class Board:
    """Keeps what it is told to paint and show."""

    def __init__(self) -> None:
        self.palette = b""

    def paint(self, palette: bytes) -> None:
        self.palette = palette

    def show(self, lights: bytes) -> None:
        pass


def test_lights_are_dimmed_and_none_goes_out() -> None:
    board = Board()
    lights = ZoneLights({"left": board}, {"17": ("left", (0,))}, brightness=0.5)  # type: ignore[dict-item]
    whole = board.palette
    assert max(whole) == 128
    lights.dim(0.35)
    night = board.palette
    assert all(abs(dim - 0.35 * full) <= 1 for dim, full in zip(night, whole, strict=True))
    lights.dim(0.001)
    assert [bool(part) for part in board.palette] == [bool(part) for part in whole], "red stays red"
    lights.dim(1.0)
    assert board.palette == whole
    ZoneLights({"left": board}, {}, brightness=0.0)  # type: ignore[dict-item]
    assert not any(board.palette), "but who wants none gets none"


def test_the_page_for_people_says_what_shines() -> None:
    page = (HOUSE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (#[0-9A-F]{6}) \| (\w+) \|", page, re.MULTILINE)
    assert {name: (colour, pattern) for name, colour, pattern in rows} == {
        name: (f"#{shine.red:02X}{shine.green:02X}{shine.blue:02X}", PATTERNS[shine.pattern])
        for name, shine in SHINES.items()
    }
