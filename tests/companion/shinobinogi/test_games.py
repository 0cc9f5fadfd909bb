"""Whole games of Shinobinogi: cards are conserved, every copy keeps to what it may know, games end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.games.shinobinogi.names import OTHER, SCROLL, SEATS
from companion.games.shinobinogi.state import State
from companion.seats import REFEREE, TABLE
from companion.session import Session
from companion.unknown import UNKNOWN
from companion.verdicts import Accepted
from tests.companion.support import GAMES, MORE, copy_of, open_table, play

FEW, MANY = 25 * MORE, 100 * MORE
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"columns": 2, "set_limit": 1},
    {"columns": 6, "mana_open": False},
    {"follower_enters": "rest", "turn_limit": 12},
)


def owned(state: State, seat: str) -> Counter[str]:
    """Every card of a seat, wherever it lies; scrolls that were taken from it too."""
    half = state.halves[seat]
    cards = Counter({SCROLL: half.reserve + half.waiting + state.halves[OTHER[seat]].captured})
    for pile in (half.hand, half.deck, half.discard, half.excluded, *half.mana):
        cards.update(pile)
    for column in (*half.set, *half.followers):
        cards.update(held.card for held in column)
    cards.update(frame.card for frame in state.frames if frame.seat == seat and frame.way < 0 and frame.card)
    return cards


def whole(state: State, seat: str) -> Counter[str]:
    """The cards that a seat began with (S8-S10)."""
    half = state.halves[seat]
    return Counter((*state.cards.deck(half.team, half.front or ""), f"{half.front}/ninja", SCROLL, SCROLL))


def watched(seed: int, options: dict[str, Any]) -> str:
    """How a random game ends, after looking at all its cards at every main prompt."""
    session = open_table("shinobinogi", seed, options=options)
    source = random.Random(seed)
    for _ in play(session, source):
        truth = copy_of(session, REFEREE)
        if truth.phase in ("setup", "over") or truth.turned is not None:
            continue
        for seat in SEATS:
            assert owned(truth, seat) == whole(truth, seat), (seed, seat)
            half = truth.halves[seat]
            assert SCROLL not in (*half.discard, *half.excluded)
            assert not any(SCROLL in column for column in half.mana)
            assert Counter(half.opened) <= Counter(half.hand)
            for column in half.followers:
                assert len({held.card for held in column}) <= 1
            assert sum(held.card == f"{half.front}/ninja" for column in half.followers for held in column) == 1
            for watcher in (OTHER[seat], TABLE):
                seen = copy_of(session, watcher).halves[seat]
                assert seen.hand == (*half.opened, *(UNKNOWN,) * (len(half.hand) - len(half.opened)))
                assert set(seen.deck) <= {UNKNOWN}
                assert {held.card for column in seen.set for held in column} <= {UNKNOWN}
            mine = copy_of(session, seat).halves[seat]
            assert (mine.hand, mine.set, mine.mana) == (half.hand, half.set, half.mana)
    outcome = session.outcome()
    assert outcome is not None
    return outcome.reason


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_cards_are_conserved_to_the_end_of_random_games(options: dict[str, Any]) -> None:
    reasons = Counter(watched(seed, options) for seed in range(FEW if not options else max(3, FEW // 6)))
    assert reasons["three_scrolls"] or "turn_limit" in options
    assert reasons["turn_limit"] or "turn_limit" not in options


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_many_random_games_end_with_their_cards_conserved() -> None:
    """KUROKO_MORE=10 plays a thousand."""
    reasons = Counter(watched(seed, {}) for seed in range(MANY))
    assert sum(reasons.values()) == MANY
    assert {"three_scrolls", "deck_out"} <= reasons.keys()


@pytest.mark.parametrize("seed", range(4 * MORE))
def test_simple_players_play_by_their_own_copies_to_the_end(seed: int) -> None:
    session = open_table("shinobinogi", seed, options={"turn_limit": 200})
    players = GAMES["shinobinogi"].simple_players(2, seed)
    for _ in range(3000):
        seat = next((seat for seat in session.seats if session.prompt(seat) is not None), None)
        if seat is None:
            break
        choice = session.advice(seat, players[seat])
        assert isinstance(session.pick(seat, str(choice)), Accepted), choice
    assert session.outcome() is not None


def test_simple_players_play_the_same_from_one_seed() -> None:
    def told(seed: int) -> list[Any]:
        session: Session[Any] = open_table("shinobinogi", 3, options={"turn_limit": 200})
        players = GAMES["shinobinogi"].simple_players(2, seed)
        picks = []
        for _ in range(60):
            seat = next(seat for seat in session.seats if session.prompt(seat) is not None)
            picks.append(session.advice(seat, players[seat]))
            session.pick(seat, picks[-1])
        return picks

    assert told(1) == told(1)
    assert told(1) != told(2)
