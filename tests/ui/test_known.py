"""What is known of a player stands on his head in whole words or in signs, however little room there is."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.graphics import InstructionGroup

from tests.ui.stage import LOOK
from ui.widgets import known
from ui.widgets.known import Known, Line, tell

TOLD = (Known("Silver"), Known("with Player 4", "p4"), Known("has left", "off_map"), Known("begins", "play"))
TEAM = (Known("Uzu Masoho and Bonbori Tomori"),)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whatever is written or drawn, signs in brackets."""
    found: list[str] = []

    def write(_group: object, _look: object, text: str, *_rest: Any, **_more: Any) -> float:
        found.extend([text] if text else [])
        return 10.0

    monkeypatch.setattr(known, "write", write)
    monkeypatch.setattr(known, "draw_sign", lambda _group, _look, sign, *_rest: found.append(f"[{sign}]"))
    return found


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("wide", range(80, 420, 20))
def test_each_is_a_whole_word_or_a_sign(wide: int, rows: int, said: list[str]) -> None:
    tell(InstructionGroup(), LOOK, TOLD, [Line(0, wide, 20 * row) for row in range(rows)], ("small", "caption", "tiny"))
    for one in TOLD:
        assert f"[{one.sign}]" in said or any(one.words in line.split(", ") for line in said)


def test_the_last_turn_into_signs_first(said: list[str]) -> None:
    tell(InstructionGroup(), LOOK, TOLD, [Line(0, 200, 0)], ("caption",))
    assert said[0].startswith("Silver")
    assert said[-1] == "[play]"


@pytest.mark.parametrize("wide", range(40, 320, 20))
def test_names_stand_there_whole_or_not_at_all(wide: int, said: list[str]) -> None:
    tell(InstructionGroup(), LOOK, TEAM, [Line(0, wide, 0), Line(0, wide, 20)], ("caption", "tiny"))
    assert " ".join(said) in ("", TEAM[0].words)
    assert said or wide < 140
