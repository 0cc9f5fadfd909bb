"""Whole games of three and four: nobody is stuck, hands are apart, limits are joint, and every seat knows its part."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.events import to_plain
from companion.games.scorpion.names import is_sword
from companion.games.scorpion.state import is_mine, unseen
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.unknown import UNKNOWN
from companion.verdicts import Accepted
from tests.companion.support import MORE, asked, copy_of, loaded, next_pick, open_table, position, told

SEEDS = range(4 * MORE)
MANY = range(1000, 1000 + 10 * MORE)
SWORDS, SPEARS = Seat("swords"), Seat("spears")
GUARD_SEATS = (SWORDS, SPEARS)
REAL = {"deck": "physical", "reshuffle": "last_turn"}


def test_Q40_a_fellow_hears_nothing_of_cards_that_are_taken_back() -> None:
    """Neither that it was, nor by what he may still take back himself: he could count the other's second thoughts."""
    session = open_table("scorpion", 3, players=4, map="drill-yard")
    heard = session.basis(SPEARS)
    for choice in ("card:awaken", "undo", "starter"):
        assert isinstance(session.pick(SWORDS, choice), Accepted)
    assert session.basis(SPEARS) == heard
    for choice in ("starter", "zone:A3", "zone:B4"):
        assert isinstance(session.pick(SPEARS, choice), Accepted)
    heard = session.basis(SWORDS), session.basis(SPEARS)
    assert isinstance(session.pick(SWORDS, "undo"), Accepted)
    assert isinstance(session.pick(SPEARS, "undo"), Accepted), "the other's cards stand in nobody's way"
    assert [(event["event"], event["seat"]) for event in told(session, SPEARS, heard[1])] == [("Undone", "spears")]
    assert [event["seat"] for event in told(session, SWORDS, heard[0])] == ["swords", "spears"], "both mark the map"
    assert position(session, SPEARS)["hand"]["swords"] == []


def watched(seed: int, players: int, **opening: Any) -> Session[Any]:
    """A random game to its end, looked at after every pick."""
    session = open_table("scorpion", seed, players=players, map="drill-yard", **opening)
    source = random.Random(seed)
    heard, picks = 0, 0
    hand_plays: Counter[str] = Counter()
    while (picked := next_pick(session, source)) is not None:
        assert isinstance(session.pick(*picked), Accepted), picked
        picks += 1
        _asked_by_what_each_was_told(session)
        assert asked(session) or session.outcome() is not None, f"nobody can go on after {picked}"
        for event in map(to_plain, session.told(REFEREE, heard)):
            _watch(session, event, hand_plays)
        heard = session.basis(REFEREE)
        if players == 4:
            _cards_are_apart(session)
        if picks % 40 == 0:
            _loads_again(session)
        assert picks < 6000
    assert session.outcome() is not None
    return session


def _asked_by_what_each_was_told(session: Session[Any]) -> None:
    """Each seat's prompt follows from its own copy; `undo` is in no first prompt of a step, but where somebody moved
    in secret."""
    game = session._game
    for seat in session.seats:
        mine = game.prompt(copy_of(session, seat), seat)
        assert mine == game.prompt(copy_of(session, REFEREE), seat), seat
        offered = session.prompt(seat)
        if offered is not None:
            assert offered.choices, offered.ask
            assert not (offered.opens and "undo" in offered.choices) or offered.ask == "intruder_turn", offered


def _watch(session: Session[Any], event: dict[str, Any], hand_plays: Counter[str]) -> None:
    """What the rules say of single events, when two play the guards."""
    state = copy_of(session, REFEREE)
    kind = event["event"]
    if kind == "TurnBegan":
        hand_plays.clear()
    if (
        kind == "CardPlayed"
        and event["figure"] is None
        and event["card"] != "kenjutsu"
        and state.phase == "guard_cards"
    ):
        hand_plays[event["seat"]] += 1
        assert hand_plays.total() <= 2, "two cards from the hands, together (R127)"
    if kind == "CardPlayed" and event["figure"] is not None and state.players > 2:
        assert event["seat"] == event["figure"], "an intruder's cards are his player's (R6)"
    if kind == "Attacked" and state.players == 4:
        seat = next(seat for seat in GUARD_SEATS if is_mine(state, seat, event["guard"]))
        played = [e for e in told(session, REFEREE)[-40:] if e["event"] == "CardPlayed" and e["card"] == "kenjutsu"]
        assert played[-1]["seat"] == seat, "each attacks with his own figures (Q39)"


def _cards_are_apart(session: Session[Any]) -> None:
    """Hands, decks and discards are apart (R28); nobody knows the other's hand (Q40); nothing is lost."""
    truth = copy_of(session, REFEREE)
    for seat, other in (GUARD_SEATS, GUARD_SEATS[::-1]):
        piles = truth.piles[seat]
        held: Counter[str] = Counter(truth.cards.half("guards"))
        held.update({kind: count - held[kind] for kind, count in piles.owns.items()})
        piled = [*piles.hand, *piles.drawn, *piles.deck, *piles.discard, *piles.discard_old]
        if UNKNOWN in piled:
            assert len(piled) == held.total()
        else:
            assert Counter(piled) == held, seat
        for pile in (copy_of(session, seat).piles[other].hand, copy_of(session, seat).piles[other].drawn):
            assert all(card is UNKNOWN for card in pile), f"{seat} knows cards of {other}"
        seen_by_owner = copy_of(session, seat).piles[seat]
        assert unseen(truth, seat) == unseen(copy_of(session, seat), seat) or truth.options.deck == "digital"
        assert Counter(seen_by_owner.hand) == Counter(piles.hand)
    blades = sum(truth.piles[seat].owns.get("kenjutsu", 0) for seat in GUARD_SEATS)
    assert blades + sum(figure.wounds for figure in truth.figures.values()) == 4


def _loads_again(session: Session[Any]) -> None:
    """Every seat's position, and who is asked what, is the same after the referee's was loaded."""
    if copy_of(session, TABLE).phase == "setup" or session.outcome() is not None:
        return
    again = loaded(position(session))
    for seat in (*session.seats, TABLE, REFEREE):
        assert position(again, seat) == position(session, seat), seat


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [3, 4])
def test_R6_R7_a_random_game_of_three_or_four_ends_and_each_seat_knows_its_part(players: int, seed: int) -> None:
    watched(seed, players, options=REAL if seed % 3 == 2 else {})


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
@pytest.mark.parametrize("players", [3, 4])
def test_many_random_games_of_three_or_four(players: int, seed: int) -> None:
    watched(seed, players, options=REAL if seed % 2 else {})


@pytest.mark.parametrize("seed", range(4))
def test_R39_the_setup_has_seven_swords_and_seven_spears(seed: int) -> None:
    session = open_table("scorpion", seed, players=4, map="drill-yard")
    source = random.Random(seed)
    while copy_of(session, TABLE).phase == "setup" and (picked := next_pick(session, source)):
        session.pick(*picked)
    placed = [event for event in told(session, TABLE) if event["event"] in ("SentryPosted", "PatrolFormed")]
    guards = [guard for event in placed for guard in event.get("guards", [event.get("guard")])]
    assert len(guards) == len(set(guards)) == 14
    assert sum(map(is_sword, guards)) == 7


@pytest.mark.parametrize("seed", range(6))
def test_Q40_whatever_two_guard_players_undo_their_map_stays_whole(seed: int) -> None:
    """Both mark, undo and confirm in any order: what the other has built on is not pulled away."""
    session = open_table("scorpion", seed, players=4, map="drill-yard")
    source = random.Random(seed)
    undone = 0
    for _ in range(1500):
        prompts = [prompt for prompt in asked(session) if prompt.seat in GUARD_SEATS]
        if not prompts:
            break
        prompt = source.choice(prompts)
        choices = [choice for choice in prompt.choices if choice not in ("arrange", "take_back")]
        back = "undo" in choices and undone < 60 and source.random() < 0.35
        undone += back
        choice = "undo" if back else source.choice([c for c in choices if c != "undo"])
        assert isinstance(session.pick(prompt.seat, choice), Accepted)
        _asked_by_what_each_was_told(session)
    state = copy_of(session, REFEREE)
    assert set(GUARD_SEATS) <= set(state.confirmed)
    assert len(state.guards) == 14
    assert sum(state.sleepers.values()) == 8
    assert (len(state.goals), len(state.traps), len(state.hidden_sentries)) == (6, 2, 2)
    assert all(len(state.piles[seat].hand) == 12 for seat in GUARD_SEATS)
    assert {guard.zone for name, guard in state.guards.items() if name in ("g1", "g2", "g11")} <= set(state.board.posts)
