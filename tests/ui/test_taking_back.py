"""Something is taken back by touches: asked behind the curtain, read by all, answered in the open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.views import Hint, RuleLine

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def ask(evening: Evening) -> None:
    """The guards have searched, and ask to take that back."""
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"), ("guards", "stay"))
    evening.look("guards")
    evening.finger.tap("Take back")
    evening.check()
    assert evening.strip.say == "Take back to which point?"
    evening.finger.take("to:step")


@pytest.mark.slow
def test_what_one_side_asks_the_other_answers_in_the_open(evening: Evening) -> None:
    evening.set_up()
    before = evening.table.window("guards").position()
    ask(evening)
    assert evening.page == "TablePage"  # nothing is asked of the guards until they are answered
    evening.check()
    assert evening.strip.say == "Guards ask to take back"
    assert {"allow", "refuse"} <= evening.finger.tags().keys()
    assert evening.finger.tags()["allow"].note == "Intruders"
    evening.finger.take("allow")
    assert evening.table.window("guards").position() == before
    assert evening.strip.kind == "lantern"


@pytest.mark.slow
def test_what_is_refused_stays_and_is_not_asked_again_at_once(evening: Evening) -> None:
    evening.set_up()
    ask(evening)
    evening.finger.take("refuse")
    assert evening.ask("guards") == "play_hand"
    evening.look("guards")
    assert "Take back" not in evening.finger.tags()


@pytest.mark.slow
def test_the_other_side_may_answer_behind_its_curtain_too(evening: Evening) -> None:
    evening.set_up()
    ask(evening)
    evening.look("intruders")
    evening.check()
    evening.finger.take("allow")
    assert evening.page == "TablePage"
    assert evening.ask("guards") == "play_hand"


@pytest.mark.slow
def test_the_one_who_asked_may_leave_it(evening: Evening) -> None:
    evening.set_up()
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"), ("guards", "stay"))
    evening.look("guards")
    evening.finger.tap("Take back")
    evening.finger.take("pass")
    assert evening.ask("guards") == "play_hand"
    assert evening.page == "OwnPage"


@pytest.mark.slow
def test_no_rule_of_the_phase_explains_what_belongs_to_none(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.set_up()
    ask(evening)
    explained = Hint(key="phase cards", lines=(RuleLine(id="R124", say="Cards are played."),))
    monkeypatch.setattr(type(evening.table), "hints", True)
    monkeypatch.setattr(evening.table, "hint", lambda seat, ask, phase: explained)
    evening.look("intruders")
    picture = evening.glass.picture
    assert picture is not None
    assert picture.own is not None
    assert (picture.own.hint, picture.hint) == (None, None)
    evening.finger.take("allow")
    assert evening.strip.kind == "hint"
