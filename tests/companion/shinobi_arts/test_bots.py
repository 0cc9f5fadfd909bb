"""The simple players: they end their games, play the same for the same seed, and know no more than their seat."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.shinobi_arts.bots import simple_players
from companion.games.shinobi_arts.laying import redacted
from companion.seats import REFEREE
from companion.session import Session
from companion.verdicts import Accepted
from tests.companion.support import MORE, copy_of, everything, open_table


def played(seed: int, players: int, most: int = 3000) -> Session[Any]:
    session = open_table("shinobi_arts", seed, players=players, options={"turn_limit": 40})
    minds = simple_players(players, seed)
    for _ in range(most):
        seat = next((seat for seat in session.seats if session.prompt(seat) is not None), None)
        if seat is None:
            return session
        assert isinstance(session.pick(seat, str(session.advice(seat, minds[seat]))), Accepted)
    raise AssertionError("this game does not end")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_between_simple_players_end(players: int) -> None:
    for seed in range(3 * MORE):
        session = played(seed, players)
        assert session.outcome() is not None
        rounds = copy_of(session, REFEREE).round
        assert rounds <= 15
        turns = [event for event in session.told(REFEREE) if type(event).__name__ == "TurnBegan"]
        assert len(turns) / rounds / players < 15


def test_the_same_seed_plays_the_same_game() -> None:
    assert everything(played(4, 3)) == everything(played(4, 3))


def test_K39_a_simple_player_answers_alike_for_what_its_seat_cannot_tell_apart() -> None:
    """It is handed its seat's own copy; with the referee's, cut down to what the seat may know, it picks the same."""
    session = open_table("shinobi_arts", 2, players=4)
    minds = simple_players(4, 2)
    for _ in range(60):
        seat = next(seat for seat in session.seats if session.prompt(seat) is not None)
        prompt = session.prompt(seat)
        choice = str(session.advice(seat, minds[seat]))
        assert prompt is not None
        assert choice == minds[seat].choose(redacted(copy_of(session, REFEREE), seat), prompt)
        session.pick(seat, choice)
