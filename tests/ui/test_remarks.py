"""A figure that was touched and is no choice: the strip says why, or who is asked, and tells nothing by it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.views import PromptChoice, PromptPanel, View
from ui.motion.moves import MOVES
from ui.presenter.boards import judged
from ui.screens.choosing import REMARK, Choosing
from ui.screens.table import TablePage

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def test_a_figure_that_is_no_choice_is_answered_in_the_strip_and_nothing_is_picked(evening: Evening) -> None:
    evening.set_up()
    page = evening.glass.page
    assert isinstance(page, Choosing)
    asked, before = evening.strip.say, evening.view()
    figure = next(name for here in page.board.standing.values() for name in here.figures)
    evening.finger.piece(figure)
    assert evening.strip.say == "First choose below, then the figure"
    assert evening.view() == before
    evening.seconds += REMARK
    evening.glass.tick()
    evening.finger.settle()
    assert evening.strip.say == asked

    evening.table.box.lay("card:guards/sentry_listen/1")  # now sentries are choices, patrols are not
    evening.finger.settle()
    assert "guard" in str(evening.glass.page.model.pieces.values())  # type: ignore[union-attr]
    evening.finger.piece("p1")
    assert evening.strip.say == "p1 cannot be chosen now"

    evening.glass.bridge.pick("guards", "guard:g9", None)  # type: ignore[union-attr]
    evening.finger.settle()
    assert evening.strip.kind == "refusal"

    # the same again: it flashes, and is heard, as if it were the first
    heard = list[str]()
    evening.glass._play = lambda name, _volume: heard.append(name)
    MOVES.settle()
    evening.glass.bridge.pick("guards", "guard:g9", None)  # type: ignore[union-attr]
    evening.finger.settle()
    assert "refusal" in {what for _who, what in MOVES._going}
    assert heard == ["refused"]


def test_who_must_stop_is_told_the_rule_when_he_touches_a_further_zone() -> None:
    """He is led zone by zone, and may have come to where no zone is offered any longer: a moat, his third."""
    stop = PromptChoice(id="stay", say="Stop here")
    led = PromptPanel(seat="intruders", ask="sneak", say="", choices=(stop,), way=("O5", "M4"))
    view = View(seat="intruders", turn_of=(), phase="intruders", panels=(led,))
    assert judged(view, "G4") == "zone:G4"
    asked = replace(led, ask="intruder_turn", way=())
    assert judged(replace(view, panels=(asked,)), "G4") is None


def test_a_patrol_stands_for_those_of_its_guards_that_are_choices(evening: Evening) -> None:
    evening.set_up()
    evening.glass.table()
    page = evening.glass.page
    assert isinstance(page, TablePage)
    assert page.model is not None
    walking = [piece for piece in page.model.panel.pieces if piece.group == "p1"]
    choices = {piece.id: f"guard:{piece.id}" for piece in walking}
    page.model = dataclasses.replace(page.model, pieces=choices, zones={})
    assert page._members("p1") == tuple(choices.values())
    assert len(choices) > 1
    page.board.under = "p1"
    page._zone(page.board, walking[0].zone)
    assert page.only == tuple(choices.values())
    assert page._members("p2") == ()
