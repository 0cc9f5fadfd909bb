"""Games without a board on the real window: their cards lie where a board would, and every question can be answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.catalogue import game
from companion.seats import TABLE, Seat
from companion.views import CardFace, CardsPanel, HandPanel, PromptChoice, PromptPanel, Row, TallyPanel, View
from ui.finger import NotThere
from ui.presenter import seat_name, side_of
from ui.presenter.card_tables import card_table_of
from ui.screens.lobby import HungBoard
from ui.screens.own import OwnPage
from ui.screens.table import TablePage
from ui.widgets.chips import CardChip
from ui.widgets.rail import CRESTS, banner_role

from .evening import Evening, texts_of, texts_on

GAMES = (("shinobinogi", 2), ("shinobi_arts", 3), ("shinobi_arts", 5))
PIN = "1357"


class CardEvening(Evening):
    """An evening with a card game; `answer` is what a simple player would say."""

    def sit_at(self, name: str, players: int) -> None:
        finger = self.finger
        finger.press(HungBoard, game=name)
        finger.tap(str(players))
        for seat in self.glass.desk.seats(name, players):
            finger.tap(f"pin:{seat}")
            finger.pin(PIN)
            finger.pin(PIN)
        finger.tap("glass:open")
        self.players = game(name).simple_players(players, 4)

    def asked(self) -> tuple[str, str]:
        """The first seat that is asked, and what."""
        for seat in self.table.seats:
            prompt = self.table.window(Seat(seat)).prompt()
            if prompt is not None:
                return seat, prompt.ask
        return "", ""

    def advice(self, seat: str) -> str:
        found = self.table.advise(seat, 4)
        assert found is not None
        return str(found)

    def open_window(self, seat: str) -> None:
        page = self.glass.page
        if not isinstance(page, OwnPage) or page.seat != seat:
            self.finger.look(seat, PIN)

    def hide(self) -> None:
        if isinstance(self.glass.page, OwnPage):
            self.glass.hide()
            self.finger.settle()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[CardEvening]:
    evening = CardEvening(tmp_path)
    yield evening
    evening.close()


def reachable(evening: CardEvening) -> set[str]:
    """Every choice that can be taken on the page that is up: by a tag, in the list, on a card."""
    page = evening.glass.page
    assert isinstance(page, OwnPage | TablePage)
    found = {tag.choice for tag in evening.finger.tags().values()}
    found |= {tag.choice for tag in page.listed} | {page.strip_model.undo}
    table = page.table_model
    return found | (set(table.touched) if table is not None else set())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_question_of_the_first_turns_can_be_answered_by_touches(
    evening: CardEvening, name: str, players: int
) -> None:
    evening.sit_at(name, players)
    kinds: set[str] = set()
    for _answer in range(12 if players < 5 else 4):
        seat, ask = evening.asked()
        prompt = evening.table.window(Seat(seat)).prompt()
        evening.open_window(seat)
        evening.check()
        assert set(prompt.choices) <= reachable(evening)
        choice, before = evening.advice(seat), evening.table.window(Seat(seat)).basis
        evening.finger.take(choice)
        evening.finger.settle()
        assert evening.table.window(Seat(seat)).basis > before, (ask, choice)
        kinds.add(ask)
    evening.hide()
    evening.check()
    assert len(kinds) > (players < 5)  # with five the first answers are all of one kind


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_private_lies_on_the_public_table(evening: CardEvening, name: str, players: int) -> None:
    evening.sit_at(name, players)
    for _moment in range(3):
        for _answer in range(9):
            seat, _ask = evening.asked()
            evening.play((seat, evening.advice(seat)))
        evening.hide()
        public = texts_of(evening.view(TABLE))
        secrets = {
            face.name
            for seat in evening.table.seats
            for panel in evening.view(seat).panels
            if isinstance(panel, HandPanel) and panel.owner == seat
            for face in panel.cards
        } - public
        on_glass = texts_on(evening.finger.widgets())
        assert not {text for text in on_glass for secret in secrets if secret == text}
        chips = [chip for chip in evening.finger.widgets() if isinstance(chip, CardChip)]
        assert chips
        assert not {chip.face.name for chip in chips} & secrets
        page = evening.glass.page
        assert isinstance(page, TablePage)
        asked = next(panel for panel in evening.view(TABLE).panels if isinstance(panel, PromptPanel))
        assert page.table_model is not None
        assert page.table_model.touched <= {choice.id for choice in asked.choices if not choice.private}


@pytest.mark.slow
def test_a_touch_on_a_card_with_several_uses_asks_which(evening: CardEvening) -> None:
    evening.sit_at("shinobinogi", 2)
    while evening.asked()[1] != "main":
        seat, _ask = evening.asked()
        evening.play((seat, evening.advice(seat)))
    seat, _ask = evening.asked()
    evening.open_window(seat)
    several = next(chip for chip in evening.finger.widgets() if isinstance(chip, CardChip) and len(chip.choices) > 1)
    evening.finger.touch(several.center)
    evening.check()
    assert set(several.choices) <= {tag.choice for tag in evening.finger.tags().values()}
    evening.finger.tap("glass:back")
    with pytest.raises(NotThere):
        evening.finger.tap(several.choices[0])
    before = evening.table.window(Seat(seat)).basis
    evening.finger.take(several.choices[0])
    evening.finger.settle()
    assert evening.table.window(Seat(seat)).basis > before


def test_seats_without_a_side_have_names_colours_and_crests_of_their_own() -> None:
    for seats in (("first", "second"), ("p1", "p2", "p3", "p4", "p5")):
        sides = [side_of(seat) for seat in seats]
        assert len({banner_role(side) for side in sides}) == len({CRESTS[side] for side in sides}) == len(seats)
    assert [seat_name(seat) for seat in ("first", "p4")] == ["First player", "Player 4"]


def test_what_lies_before_whom_follows_from_the_panels_alone() -> None:
    face = CardFace(id="x", name="A card", icon="shuriken", choice="take:x", choices=("take:x", "burn:x"))
    view = View(
        seat="p1",
        turn_of=("p1",),
        phase="turn",
        panels=(
            CardsPanel(id="p2.heap", cards=(face,), pile=True),
            CardsPanel(id="offer", cards=(face,)),
            HandPanel(owner="p1", cards=(face,)),
            TallyPanel(rows=(Row(id="p2_hand", label="Hand", value="3"),)),
            PromptPanel(seat="p1", ask="a", say="?", choices=(PromptChoice(id="burn:x", say="Burn"),)),
        ),
    )
    model = card_table_of(view, ("p1", "p2"))
    assert model is not None
    assert [spread.id for spread in model.middle.spreads] == ["offer"]
    assert [place.owner for place in model.places] == ["p2", "p1"]
    assert [row.value for row in model.places[0].rows] == ["3"]
    assert model.hand is not None
    assert model.touched == {"burn:x"}  # what is not asked for now is no answer


def test_a_hand_that_is_spread_out_shows_its_hidden_cards_as_one() -> None:
    """Else nobody could touch them as soon as one card of it lies open."""
    opened = CardFace(id="h1", name="A card", icon="shuriken", choice="hand:h1")
    hidden = (
        PromptChoice(id="hand:h2", say="Hidden"),
        PromptChoice(id="hand:h3", say="Hidden", same_as="hand:h2"),
    )
    view = View(
        seat=TABLE,
        turn_of=(Seat("first"),),
        phase="main",
        panels=(
            HandPanel(owner="second", cards=(opened,), hidden=2, hidden_choice="hand:h2"),
            CardsPanel(id="second.deck", cards=()),
            PromptPanel(seat="first", ask="target", say="?", choices=(PromptChoice(id="hand:h1", say="1"), *hidden)),
        ),
    )
    model = card_table_of(view, ("first", "second"))
    assert model is not None
    hand = next(spread for place in model.places for spread in place.spreads if spread.id == "second.hand")
    assert [card.choices for card in hand.spread_out] == [("hand:h1",), ("hand:h2",)]
    assert (hand.spread_out[-1].face.down, hand.spread_out[-1].face.count) == (True, 2)
