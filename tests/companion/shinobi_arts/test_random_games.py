"""Random games come to their end, with every card in one place at every moment; a thousand of them behind `slow`."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.seats import REFEREE
from companion.session import Session
from tests.companion.support import MORE, asked, copy_of, open_table, play

OPTIONS: list[dict[str, Any]] = [
    {},
    {"defect_costs_ninjutsu": True, "attack_mates": False},
    {"gold_must_decide": False, "target": 5},
    {"turn_limit": 3, "factions": "1+1+1"},
]


def lying(session: Session[Any]) -> Counter[str]:
    """Every card of the table as the referee knows it."""
    state = copy_of(session, REFEREE)
    found = [*state.table.values(), *state.unused, *state.stock, *state.discard]
    for player in state.players.values():
        found += [slot.card for slot in player.ninjutsu.values()]
        found += [card for card in (player.partner, player.valuable) if card is not None]
    if state.second is not None:
        found.append(state.second.valuable)
    assert all(isinstance(card, str) for card in found)
    return Counter(found)


def conserved(seed: int, players: int, options: dict[str, Any]) -> None:
    """Plays one random game, and counts the cards after every pick."""
    session = open_table("shinobi_arts", seed, players=players, options=options)
    cards = copy_of(session, REFEREE).cards
    whole = Counter(cards.all_ninjutsu) + Counter(cards.valuables.keys())
    before = 0
    for _ in play(session, random.Random(seed)):
        state = copy_of(session, REFEREE)
        counted = lying(session)
        partners = Counter({card: counted.pop(card, 0) for card in cards.partners})
        assert counted == whole
        assert all(count <= 1 for count in partners.values())
        assert partners.total() == players
        holders = sum(player.valuable is not None for player in state.players.values())
        assert len(state.table) + holders + (state.second is not None) == players + 1
        assert len(state.unused) == len(cards.valuables) - players - 1
        if any(prompt.ask != "keep" for prompt in asked(session)):
            assert state.table, "KQ10"
        fame = sum(state.fame.values())
        assert fame >= before
        before = fame
    state = copy_of(session, REFEREE)
    most = max(state.fame.values())
    assert most >= state.options.target
    assert state.over[1] == tuple(seat for seat in session.seats if state.fame[seat] == most)
    if options.get("turn_limit"):
        assert all(player.turns <= 3 + 2 for player in state.players.values()), "KQ31 and one of Sasuke's"


@pytest.mark.parametrize("seed", range(25 * MORE))
def test_K2_KQ10_a_random_game_ends_with_its_cards_conserved(seed: int) -> None:
    players = 3 + seed % 3
    options = OPTIONS[seed % 4]
    conserved(seed, players, {} if "factions" in options and players != 3 else options)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_random_games_end_with_their_cards_conserved() -> None:
    """KUROKO_MORE=10 plays a thousand."""
    for seed in range(100 * MORE):
        conserved(seed + 100, 3 + seed % 3, {})
