"""Pieces on the card reader, before a screen: what all see of them, what waits for its own window, and for its time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.seats import Seat
from companion.views import PromptPanel
from ui.glass import KEPT
from ui.presenter import BACK, panel
from ui.screens.own import OwnPage
from ui.screens.table import SEEN, TablePage

from .evening import Evening

pytestmark = pytest.mark.slow
PAUSE = 3.0


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def scan(evening: Evening, piece: str) -> None:
    """Lays a piece on the reader and takes it away."""
    evening.table.box.lay(piece)
    evening.finger.settle()
    evening.table.box.lift(piece)
    evening.finger.settle()


def later(evening: Evening, seconds: float) -> None:
    evening.seconds += seconds
    evening.glass.tick()
    evening.finger.settle()


def listened(evening: Evening) -> None:
    """A sentry has listened, and the intruders are asked."""
    evening.set_up()
    evening.glass.answer_pause = PAUSE
    evening.play(("guards", "card:sentry_listen"), ("guards", "guard:g1"))


def held_card(evening: Evening) -> str:
    """A card that an intruder may play or bluff with now."""
    choice = next(choice for choice in evening.choices("intruders") if choice.startswith("bluff:"))
    kind, _, owner = choice.removeprefix("bluff:").partition("@")
    return f"card:{owner}/{kind}/1"


def test_one_sign_says_of_every_piece_alike_that_the_reader_took_it(evening: Evening) -> None:
    evening.set_up()
    places = []
    for piece in ("card:guards/kenjutsu/1", "card:ninja/shuriken/1", "figure:ninja", "card:guards/sentry_listen/1"):
        page = evening.glass.page
        assert isinstance(page, TablePage)
        assert page.seen.parent is None
        scan(evening, piece)
        assert page.seen.parent is page
        places.append((page.seen.pos[:], page.seen.size[:]))
        later(evening, SEEN - 0.1)
        assert page.seen.parent is page
        later(evening, 0.2)
    assert len(set(map(str, places))) == 1


def test_what_is_private_is_laid_in_the_open_in_vain(evening: Evening) -> None:
    """Neither a bluff nor a figure's move is taken while the intruders' window is closed."""
    evening.to_intruders()
    basis = [evening.table.window(Seat(seat)).basis for seat in ("guards", "intruders", "table")]
    for piece in (held_card(evening), "figure:ninja"):
        scan(evening, piece)
        assert evening.ask("intruders") == "intruder_turn"
    assert basis == [evening.table.window(Seat(seat)).basis for seat in ("guards", "intruders", "table")]


def test_a_card_laid_first_is_asked_about_when_its_window_opens_and_never_picked(evening: Evening) -> None:
    evening.to_intruders()
    card = held_card(evening)
    kind = card.split("/")[1]
    scan(evening, card)
    evening.look("intruders")
    own = evening.glass.own
    assert own is not None
    assert own.narrowed is not None
    assert all(kind in choice for choice in own.narrowed.choices)
    assert {*own.narrowed.choices, BACK} == {tag.choice for tag in evening.finger.tags().values() if tag.choice}
    evening.check()
    assert evening.ask("intruders") == "intruder_turn"
    evening.finger.take(BACK)
    own = evening.glass.own
    assert own is not None
    assert own.narrowed is None


@pytest.mark.parametrize("forgotten", ["late", "another", "another seat's window"])
def test_a_card_laid_first_is_not_kept_for_ever(evening: Evening, forgotten: str) -> None:
    evening.to_intruders()
    scan(evening, held_card(evening))
    if forgotten == "late":
        later(evening, KEPT + 1)
    elif forgotten == "another":
        scan(evening, "guard:g1")
    else:
        evening.look("guards")
        own = evening.glass.own
        assert own is not None
        assert (own.narrowed, own.refusal) == (None, None)
        evening.finger.hide()
    evening.look("intruders")
    own = evening.glass.own
    assert own is not None
    assert (own.narrowed, own.refusal) == (None, None)


def test_why_a_card_was_not_played_is_said_behind_its_curtain_alone(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    evening.finger.take("card:sentry_search")
    if evening.page == "OwnPage":
        evening.finger.hide()
    assert evening.ask("guards") == "choose_sentry"
    scan(evening, "card:guards/sentry_listen/1")
    picture = evening.glass.picture
    assert picture is not None
    assert picture.refusal is not None
    assert (picture.refusal.rule, picture.refusal.say) == (None, "")
    assert evening.strip.say == "This cannot be played now"
    evening.check()
    evening.look("guards")
    own = evening.glass.own
    assert own is not None
    assert own.refusal is not None
    assert own.refusal.reason == "not_now"


def test_an_answer_that_is_laid_down_waits_as_one_that_is_touched(evening: Evening) -> None:
    listened(evening)
    evening.look("intruders")
    later(evening, 1.0)
    scan(evening, "card:traitor/it_was_a_cat/1")
    assert evening.strip.say == "One moment, please"
    later(evening, PAUSE - 1.1)
    assert evening.ask("intruders") == "answer_listen"
    later(evening, 0.2)
    assert evening.ask("intruders") == ""
    assert "CatAnswered" in str(evening.table.window().told())


@pytest.mark.parametrize("answer", ["pass", "card:it_was_a_cat"])
def test_an_answer_counts_though_its_window_is_hidden_before_its_time(evening: Evening, answer: str) -> None:
    listened(evening)
    evening.look("intruders")
    evening.finger.take(answer)
    evening.finger.hide()
    assert evening.ask("intruders") == "answer_listen"
    evening.look("intruders")
    assert evening.strip.say == "One moment, please"
    evening.finger.hide()
    later(evening, PAUSE + 0.1)
    assert (evening.page, evening.ask("intruders")) == ("TablePage", "")
    assert ("CatAnswered" in str(evening.table.window().told())) == (answer != "pass")


def test_an_answer_counts_though_the_table_is_left_before_its_time(evening: Evening) -> None:
    listened(evening)
    evening.look("intruders")
    evening.finger.take("pass")
    evening.glass.lobby()
    evening.glass.resume(evening.house.saved()[0].id)
    evening.finger.settle()
    assert evening.ask("intruders") == ""


def test_a_window_closes_by_what_all_may_ask_and_not_by_what_the_hand_holds(evening: Evening) -> None:
    """Where guards may play cards by all that the table knows it stays, and where no card answers it falls."""
    evening.set_up()
    evening.look("guards")
    assert isinstance(evening.glass.page, OwnPage)
    shown = panel(evening.view(), PromptPanel)
    assert shown is not None
    assert shown.hand
    evening.finger.take("card:sentry_search")
    choices = [choice for choice in evening.choices("guards") if choice.startswith("guard:")]
    evening.finger.take(choices[0])
    assert evening.ask("guards") == "step"
    assert evening.page == "TablePage"
