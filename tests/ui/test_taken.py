"""What was taken stands there with its number, and a touch takes it back: the last, or one before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.seats import Seat
from companion.views import PromptChoice, PromptPanel
from tests.ui.stage import LOOK
from ui.presenter import LIST, StripModel, TagModel, panel, strip_of
from ui.screens.errand import Errand
from ui.screens.filling import fill
from ui.theme import LEAST_TARGET
from ui.widgets.strip import Strip

from .evening import Evening


def asking(*choices: str) -> PromptPanel:
    return PromptPanel(seat="s", ask="a", say="?", choices=tuple(PromptChoice(id=c, say=c) for c in choices))


def test_each_answer_is_given_when_it_is_asked_for_and_not_before() -> None:
    picked: list[str] = []
    errand = Errand(picked.append)
    errand.asked(asking("a", "undo"))
    errand.run(["undo", "undo", "b"])
    errand.asked(asking("a", "undo"))
    assert picked == ["undo"], "what is only drawn anew is no answer"
    errand.asked(asking("undo"))
    errand.asked(asking("b"))
    assert picked == ["undo", "undo", "b"]


def test_what_is_not_offered_ends_it() -> None:
    picked: list[str] = []
    errand = Errand(picked.append)
    errand.asked(asking("undo"))
    errand.run(["undo", "b", "c"])
    errand.asked(asking("c"))
    errand.asked(asking("b"))
    assert picked == ["undo"]


def test_what_was_taken_stands_in_front_with_its_number() -> None:
    taken = tuple(PromptChoice(id=f"ninja:{z}", say=z, zone=z, order=n) for n, z in enumerate(("W4", "W7"), 1))
    asked = PromptPanel(seat="s", ask="a", say="?", choices=(PromptChoice(id="done", say="ok"),), taken=taken)
    tags = strip_of(asked).tags
    assert [(tag.kind, tag.badge) for tag in tags[:2]] == [("taken", "1"), ("taken", "2")]
    assert [tag.choice for tag in tags[2:]] == ["done"]


@pytest.mark.parametrize("lead", [0.0, 72.0])
def test_eight_figures_stand_as_tags_beside_a_card_too(lead: float) -> None:
    strip = Strip(LOOK, size=(LOOK.u(640), LOOK.u(96)))
    strip.lead = lead
    tags = tuple(TagModel(f"guard:g{n}", badge=str(n), zone=f"G1{n}", kind="place", on_board=True) for n in range(1, 9))
    fill(strip, StripModel("Which sentry listens?", tags=tags, undo="undo", listed=tags), "List", "Undo")
    assert [tag.choice for tag in strip.tags] == [tag.choice for tag in tags]
    assert all(tag.width >= LOOK.u(LEAST_TARGET) - 0.5 for tag in strip.tags)
    assert strip.undo is not None
    assert strip.tags[-1].right <= strip.undo.x


def test_the_usual_next_act_gives_way_last() -> None:
    strip = Strip(LOOK, size=(LOOK.u(400), LOOK.u(96)))
    plain = tuple(TagModel(f"card:{n}", f"A long name {n}") for n in range(4))
    fill(strip, StripModel("What now?", tags=(*plain, TagModel("done", "Read out", kind="main"))), "List", "Undo")
    assert "done" in [tag.choice for tag in strip.tags]
    assert LIST in [tag.choice for tag in strip.tags]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


@pytest.mark.slow
def test_a_zone_to_be_searched_is_taken_back_by_its_tag_and_the_others_keep_their_order(evening: Evening) -> None:
    evening.to_intruders()
    evening.play(("intruders", "figure:ninja"))
    for _step in range(2):
        dry = (c for c in evening.choices("intruders") if c.startswith(("zone:O", "zone:G")))
        evening.play(("intruders", next(dry)))
    evening.play(("intruders", "stay"), ("intruders", "search"))
    evening.look("intruders")
    one, two = [choice for choice in evening.choices("intruders") if choice.startswith("ninja:")][:2]
    public, basis = evening.view(), evening.table.window(Seat("guards")).basis
    for choice in (one, two):
        evening.glass.page.pick(choice)  # type: ignore[union-attr]
        evening.finger.settle()
    evening.check()
    evening.finger.tap(f"glass:taken:{one}")
    evening.finger.settle(6)
    prompt = panel(evening.view("intruders"), PromptPanel)
    assert prompt is not None
    assert [(choice.id, choice.order) for choice in prompt.taken] == [(two, 1)]
    evening.finger.tap(f"glass:taken:{two}")
    assert f"glass:taken:{two}" not in evening.finger.tags()
    assert (evening.view(), evening.table.window(Seat("guards")).basis) == (public, basis)
