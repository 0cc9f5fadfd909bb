"""What stands beside the sentence of a strip: a few words and the rules behind it, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.views import PromptPanel
from ui.presenter import StripModel, panel
from ui.screens.filling import fill
from ui.screens.own import OwnPage
from ui.screens.rules import RulesPage
from ui.widgets.strip import Strip

from .evening import Evening
from .stage import LOOK


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.close()


SAY = "Something was heard! g8 may pursue"


def beside(width: float, say: str = SAY, layout: str = "middle") -> tuple[list[str], str, int]:
    """The rules that stand there, in which style the sentence is, and in how many lines."""
    strip = Strip(LOOK, layout, say=say, rules=["R108", "R110"])  # type: ignore[arg-type]
    strip.size = (LOOK.u(width), LOOK.u(96))
    style, lines = strip._sentence()
    return [box.rule for box in strip.boxes], style, len(lines)


def test_where_room_grows_scarce_the_rules_go_before_the_sentence_grows_small() -> None:
    seen = [beside(width) for width in range(640, 380, -10)]
    assert seen[0] == (["R108", "R110"], "prompt", 1)
    assert seen[-1][0] == []
    counts = [len(rules) for rules, _style, _lines in seen]
    assert counts == sorted(counts, reverse=True)
    for rules, style, lines in seen:
        assert lines == 1
        assert style == "prompt" or (len(rules) < 2 and style == "prompt_long") or not rules
    assert beside(640, layout="small")[0] == []


def test_the_rules_change_with_the_sentence_and_come_back() -> None:
    strip = Strip(LOOK, say=SAY, rules=["R108"])
    strip.size = (LOOK.u(640), LOOK.u(96))
    assert len(strip.boxes) == 1
    fill(strip, StripModel(SAY * 3, rules=("R108",)))
    assert strip.boxes == []
    fill(strip, StripModel(SAY, rules=("R108",)))
    (box,) = strip.boxes
    assert strip.x < box.x
    assert box.right <= strip.right


def test_a_rule_beside_a_question_opens_where_the_question_is(evening: Evening) -> None:
    evening.set_up()
    table = evening.strip
    assert [box.rule for box in table.boxes] == list(panel(evening.view(), PromptPanel).rules)  # type: ignore[union-attr]
    evening.finger.touch(table.boxes[0].center)
    assert isinstance(evening.glass.page, RulesPage)
    evening.finger.tap("glass:back")
    evening.look("guards")
    page = evening.glass.page
    assert isinstance(page, OwnPage)
    evening.finger.touch(page.strip.boxes[0].center)
    assert isinstance(page.over, RulesPage)


def test_the_card_that_is_played_lies_beside_its_question_until_that_is_answered(evening: Evening) -> None:
    evening.set_up()
    evening.play(("guards", "card:sentry_listen"))
    evening.look("guards")
    page = evening.glass.page
    assert isinstance(page, OwnPage)
    assert page.played is not None
    assert page.played.face.id == "sentry_listen"
    assert page.strip.undo is not None
    assert page.played.right < min(tag.x for tag in page.strip.tags)
    evening.check()
    evening.play(("guards", "undo"))
    assert page.played is None
    assert page.strip.lead == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_refusal_on_the_smallest_screen_takes_two_lines_and_no_more(language: str) -> None:
    case = {
        "en": "North bridge (B1) does not touch the zone he stands in; take one zone at a time.",
        "ja": "杉の森(O1)は槍組長屋(G9)に接していません。隣の区域へ1つずつ進んでください。",
    }[language]
    strip = Strip(replace(LOOK, language=language), "small", say="He goes where he cannot", case=case, kind="refusal")
    strip.size = (LOOK.u(313), LOOK.u(73))
    style, lines = strip._sentence()
    assert len(lines) == 2
    assert LOOK.type_size(style) >= LOOK.size(13 if language == "en" else 14)
    assert strip.wants() < 20
