"""Real cards (option `deck`): what is shown to the referee, when, by whom, and that nobody else learns it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.findings import Narrowed
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.names import OTHER, SCROLL, SEATS
from companion.games.shinobinogi.scanning import pool
from companion.games.shinobinogi.state import State
from companion.manifest import Manifest
from companion.ports import Observation
from companion.referee import Referee
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.unknown import UNKNOWN
from companion.verdicts import Accepted, Refused
from tests.companion.shinobinogi.test_games import owned, whole
from tests.companion.support import (
    GAMES,
    MORE,
    agrees,
    asked,
    copy_of,
    everybody,
    loaded,
    of_the_game,
    open_table,
    play,
    position,
    refused,
)

UID = "04A3C6CAE26180"
MODES = ("drawn", "set", "opened")


def table(scan: str, seed: int, **options: Any) -> Session[Any]:
    """A table with real cards that are shown so."""
    return open_table("shinobinogi", seed, options={"deck": "physical", "scan": scan, **options})


def counted(state: State, seat: Seat) -> None:
    """Every card is where it can be: those that were seen are of the seat, the others are as many as are missing."""
    cards, all_of_it = owned(state, seat), whole(state, seat)
    unseen = cards.pop(UNKNOWN, 0)
    assert cards <= all_of_it
    assert unseen == (all_of_it - cards).total() == pool(state, seat).total()


@pytest.mark.parametrize("scan", MODES)
def test_random_games_with_real_cards_come_to_their_end(scan: str) -> None:
    game = GAMES["shinobinogi"]
    questions: Counter[str] = Counter()
    for seed in range(2 * MORE):
        session = table(scan, seed, mana_open=bool(seed % 3))
        for n, _ in enumerate(play(session, random.Random(seed))):
            truth = copy_of(session, REFEREE)
            questions.update(prompt.ask for prompt in asked(session))
            for seat in session.seats:
                assert game.prompt(copy_of(session, seat), seat) == game.prompt(truth, seat), (seed, n, seat)
                assert agrees(copy_of(session, seat).halves, truth.halves)
                if truth.phase in ("setup", "over") or truth.turned is not None:
                    continue
                counted(truth, seat)
                half, seen = truth.halves[seat], copy_of(session, OTHER[seat]).halves[seat]
                assert set(half.deck) <= {UNKNOWN}
                assert seen.hand == (*half.opened, *(UNKNOWN,) * (len(half.hand) - len(half.opened)))
                assert {held.card for column in seen.set for held in column} <= {UNKNOWN}
                mine = copy_of(session, seat).halves[seat]
                assert (mine.hand, mine.set, mine.mana) == (half.hand, half.set, half.mana)
                if scan == "drawn" and not truth.due:
                    assert UNKNOWN not in half.hand
                if scan != "opened":
                    assert UNKNOWN not in {held.card for column in half.set for held in column}
        assert session.outcome() is not None
    assert questions["scan_drawn"] > 10


@pytest.mark.parametrize("scan", MODES)
def test_a_table_with_real_cards_goes_on_from_every_position(scan: str) -> None:
    for seed in range(MORE):
        session = table(scan, seed)
        for n, _ in enumerate(play(session, random.Random(seed), most=160)):
            if n % 5:
                continue
            again = loaded(session, seed)
            for seat in everybody(session):
                assert position(again, seat) == position(session, seat), (seed, n, seat)
            assert [of_the_game(prompt) for prompt in asked(again)] == [of_the_game(p) for p in asked(session)], n


@pytest.mark.parametrize("scan", MODES)
def test_each_card_that_is_offered_is_accepted_and_no_other(scan: str) -> None:
    game = GAMES["shinobinogi"]
    cards = [f"card:{card}" for card in copy_of(table(scan, 0), TABLE).cards.cards]
    met = 0
    for seed in range(MORE):
        session = table(scan, seed)
        for _ in play(session, random.Random(seed), most=100):
            for prompt in asked(session):
                if prompt.ask != "scan_drawn":
                    continue
                met += 1
                known = copy_of(session, prompt.seat)
                allowed = {card for card in cards if game.refusal(known, prompt.seat, card) is None}
                assert allowed == set(of_the_game(prompt))
    assert met > 5


def begun(scan: str, **changes: Any) -> Session[Any]:
    """A main phase of the first player: a card in hand and one set face down, neither of which was shown."""
    rest = {"deck": ["??"] * 9, "reserve": ["scroll", "scroll"]}
    first = {
        "ninja": ["raika", "rin"],
        "front": "rin",
        "followers": [[{"card": "rin/ninja"}], [], []],
        "hand": ["??", "??", "raika/sprout"],
        "mana": [["rin/charcoal", "rin/charcoal"], [], []],
        **rest,
        **changes,
    }
    second = {"ninja": ["shishina", "nui"], "front": "nui", "followers": [[{"card": "nui/ninja"}], [], []], **rest}
    start = {
        "game": "shinobinogi",
        "options": {"deck": "physical", "scan": scan},
        "turn": 3,
        "phase": "main",
        "first": first,
        "second": second,
    }
    return loaded(start)


FIRST, SECOND = SEATS


def picked(session: Session[Any], *choices: str, seat: Seat = FIRST) -> None:
    """Picks that are accepted."""
    for choice in choices:
        assert isinstance(session.pick(seat, choice), Accepted), choice


def test_a_set_card_is_shown_in_private() -> None:
    session = begun("set")
    before = session.basis(SECOND), session.basis(TABLE)
    picked(session, "set:h1:2")
    assert session.prompt(FIRST).ask == "scan_drawn"
    assert (session.basis(SECOND), session.basis(TABLE)) == before, "that he shows a card is his own affair"
    assert refused(session, FIRST, "card:nui/doll").reason == "lies_elsewhere"
    picked(session, "card:scroll")
    assert copy_of(session, REFEREE).halves[FIRST].set[1][0].card == SCROLL
    assert copy_of(session, SECOND).halves[FIRST].set[1][0].card is UNKNOWN
    assert [type(event) for event in session.told(SECOND, before[0])] == [e.CardSet]


def test_a_card_that_is_named_is_forgotten_again_by_undo() -> None:
    session = begun("set")
    whole_table = position(session)
    picked(session, "mana:h2:1", "undo")
    assert position(session) == whole_table
    assert session.prompt(FIRST).ask == "main"


def test_a_set_card_stays_unknown_until_it_is_opened() -> None:
    session = begun("opened")
    picked(session, "set:h1:1")
    assert session.prompt(FIRST).ask == "main"
    assert copy_of(session, REFEREE).halves[FIRST].set[0][0].card is UNKNOWN
    picked(session, "activate:s1.1")
    refusal = refused(session, FIRST, "card:raika/hedge_keeper")
    assert (refusal.reason, refusal.rule) == ("must_stand", "S32")
    refusal = refused(session, FIRST, "card:rin/ninja")
    assert (refusal.reason, refusal.rule) == ("lies_elsewhere", "S13")
    assert refused(session, FIRST, "card:raika/falling_leaves").reason == "cost_not_met"
    picked(session, "card:rin/spark")
    opened = [event for event in session.told(SECOND) if isinstance(event, e.Activated)]
    assert [event.card for event in opened] == ["rin/spark"]
    assert session.prompt(FIRST).ask == "release"


def test_an_attacked_card_that_nobody_knows_is_shown_by_its_owner() -> None:
    session = begun("opened", hand=["rin/spark", "raika/sprout"])
    picked(session, "attack", "h1")  # the second is the only one left, and nothing but the deck can be aimed at
    assert session.prompt(FIRST) is None
    assert session.prompt(SECOND).ask == "scan_drawn"
    picked(session, "card:scroll", seat=SECOND)
    assert copy_of(session, TABLE).halves[FIRST].captured == 1
    assert len(copy_of(session, TABLE).halves[SECOND].deck) == 8


def test_a_hidden_hand_card_is_drawn_by_hand_and_forgotten_again() -> None:
    session = begun("opened", hand=["rin/spark", "raika/sprout"])
    start = position(session)
    start["second"]["hand"] = ["??", "nui/doll"]
    session = loaded(start)
    picked(session, "attack", "h1")
    picked(session, "hand:h2")
    choices = session.prompt(SECOND).choices
    assert {"card:nui/doll", "card:scroll"} <= set(choices)
    picked(session, "card:nui/doll", seat=SECOND)
    hand = copy_of(session, REFEREE).halves[SECOND].hand
    assert hand == (UNKNOWN, "nui/doll"), "the one that he had shown before"
    assert copy_of(session, TABLE).halves[SECOND].hand == ("nui/doll", UNKNOWN)


def test_drawn_cards_are_shown_one_after_another() -> None:
    session = begun("drawn")
    assert session.prompt(FIRST).ask == "scan_drawn"
    assert copy_of(session, TABLE).due == ((FIRST, "h1"), (FIRST, "h2"))
    before = session.basis(SECOND)
    picked(session, "card:rin/spark", "card:scroll")
    assert copy_of(session, FIRST).halves[FIRST].hand == ("rin/spark", "scroll", "raika/sprout")
    told = session.told(SECOND, before)
    assert [(type(event), event.card) for event in told] == [(e.CardScanned, UNKNOWN)] * 2
    assert session.prompt(FIRST).ask == "main"


def test_a_laid_card_is_what_it_stands_for() -> None:
    session = begun("set")
    found = session.answers(FIRST, "card:rin/spark/1")
    assert set(found) == {f"{form}:h1:{column}" for form in ("mana", "set") for column in (1, 2, 3)}
    assert session.answers(FIRST, "card:raika/sprout/1")[0] == "mana:h3:1", "the one that is known is meant"
    assert session.answers(FIRST, "card:nui/doll/1") == ()
    picked(session, "set:h1:2")
    assert session.answers(FIRST, "card:rin/spark/1") == ("card:rin/spark",)
    assert session.answers(SECOND, "card:rin/spark/1") == ()


def test_a_card_that_was_laid_once_is_not_asked_for_again() -> None:
    session = begun("set")
    referee = Referee(session, Manifest({UID: "card:rin/spark/1"}))
    laid = referee.observe(Observation("card", UID, "arrive"))
    assert isinstance(laid, Narrowed)
    assert "set:h1:2" in laid.choices
    ruled = referee.pick(FIRST, "set:h1:2")
    assert isinstance(ruled.verdict, Accepted)
    assert copy_of(session, REFEREE).halves[FIRST].set[1][0].card == "rin/spark"
    picked(session, "set:h1:1")
    assert session.prompt(FIRST).ask == "scan_drawn", "another card has to be shown"


def test_a_scroll_that_was_laid_is_refused_as_mana_with_its_rule() -> None:
    session = begun("set")
    referee = Referee(session, Manifest({UID: "card:first/scroll/1"}))
    referee.observe(Observation("card", UID, "arrive"))
    ruled = referee.pick(FIRST, "mana:h1:2")
    assert isinstance(ruled.verdict, Refused)
    assert ruled.verdict.reason == "scroll_not_mana"
    assert session.prompt(FIRST).ask == "scan_drawn"
    picked(session, "undo")
