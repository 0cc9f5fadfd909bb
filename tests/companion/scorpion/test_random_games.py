"""Random games for two, three and four run to their end, and what rules/scorpion.md 2.16 counts stays true in them.

A hundred seeds for each number of players; KUROKO_MORE=10 plays a thousand.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.seats import REFEREE
from companion.session import Session
from tests.companion.support import MORE, copy_of, open_table, play, position, told

BATCH = 20
BOARDS = ("drill-yard", "twin-castles")
HANDS = {"ninja": (8, 6), "traitor": (7, 5)}
"""R22, R207: cards at the start, and of a new copy."""
LIVES = {"ninja": 3, "traitor": 2}
"""R198, R199."""
STARTING = {2: {"guards": 24}, 3: {"guards": 24}, 4: {"swords": 12, "spears": 12}}
"""R21, R27."""


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(5 * MORE))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_16_every_count_of_the_rules_is_kept_to_the_end_of_random_games(players: int, batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _play_to_the_end(players, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_16_every_count_of_the_rules_is_kept_in_a_random_game(players: int) -> None:
    _play_to_the_end(players, 7)


def _play_to_the_end(players: int, seed: int) -> None:
    session = open_table("scorpion", seed, players=players, map=BOARDS[seed % 2])
    phase, counts = "setup", Counts()
    for picked, _ in enumerate(play(session, random.Random(seed))):
        assert picked < 6000, (players, seed)
        truth = copy_of(session, REFEREE)
        if (truth.turn, truth.phase) == phase:
            continue
        _conserved(session)
        if phase == "setup" and truth.phase != "setup":
            _laid_out(session, players)
        phase = (truth.turn, truth.phase) if truth.phase != "setup" else "setup"
    assert session.outcome() is not None, (players, seed)
    for event in told(session, REFEREE):
        counts.hear(event)


def _laid_out(session: Session[Any], players: int) -> None:
    """14 guards, 8 sleepers and 2 hidden sentries; 24 + 12, 8 + 4 and 7 + 3 cards (2.16)."""
    now, heard = position(session), told(session, REFEREE)
    # A ninja who starts beside a guard meets him before turn 1 (R147): he may have played a card, and a guard be gone.
    played = Counter(event["figure"] for event in heard if event["event"] == "CardPlayed")
    assert len(now["guards"]) + sum(event["event"] == "GuardRemoved" for event in heard) == 14
    assert sum(now["sleepers"].values()) == 8
    assert len(now["hidden_sentries"]) == 2
    for name, (cards, _) in HANDS.items():
        assert len(now["hand"][name]) + played[name] == cards
    owned = copy_of(session, REFEREE).piles
    for seat, hand in STARTING[players].items():
        piles = owned[seat]
        assert len(piles.hand) == hand
        assert len(piles.deck) + len(piles.drawn) == hand // 2


def _conserved(session: Session[Any]) -> None:
    """36 guard cards wherever they lie; at most 20 guards, 3 of them drunk; whoever patrols stands together."""
    state = copy_of(session, REFEREE)
    assert 0 <= state.alert <= 3
    assert 1 <= state.turn <= 20
    if state.phase == "setup":
        return
    owned = Counter(kenjutsu=sum(figure.wounds for figure in state.figures.values()))
    owned["secret_passage"] += state.guard_passage_cards
    for piles in state.piles.values():
        for pile in (piles.hand, piles.drawn, piles.deck, piles.discard, piles.discard_old):
            owned += Counter(pile)
    assert owned == Counter(state.cards.whole("guards"))
    assert len(state.guards) <= 20
    assert sum(guard.drunk for guard in state.guards.values()) <= 3
    for patrol in state.patrols.values():
        assert len(patrol.guards) >= 2
        assert len({state.guards[guard].zone for guard in patrol.guards}) == 1
    for name, most in LIVES.items():
        assert 0 <= state.figures[name].wounds < most or state.figures[name].state in ("dead", "waiting")


class Counts:
    """What may happen how often, counted from what the referee was told."""

    def __init__(self) -> None:
        self.alert = 0
        self.restarts: Counter[str] = Counter()
        self.sleepers_added = 0
        self.new_turn()

    def new_turn(self) -> None:
        self.carded: Counter[str] = Counter()
        self.attacked: Counter[str] = Counter()

    def hear(self, event: dict[str, Any]) -> None:
        getattr(self, f"on_{event['event']}", lambda _: None)(event)

    def on_TurnBegan(self, event: dict[str, Any]) -> None:
        self.new_turn()

    def on_AlertChanged(self, event: dict[str, Any]) -> None:
        changes = {"draw": {-1}, "heard": {1}, "trap": {1}, "kenjutsu": {1, 2}}
        by = event["level"] - self.alert
        assert event["level"] == 3 or by in changes[event["cause"]], event
        self.alert = event["level"]

    def on_CardsDrawn(self, event: dict[str, Any]) -> None:
        assert event["count"] <= self.alert

    def on_Carded(self, event: dict[str, Any]) -> None:
        self.carded.update(event["guards"])
        assert max(self.carded.values()) == 1

    def on_Woken(self, event: dict[str, Any]) -> None:
        for guard in event["guards"]:  # a figure that stood elsewhere this turn is a new guard
            self.carded[guard], self.attacked[guard] = 1, 0

    def on_GuardRemoved(self, event: dict[str, Any]) -> None:
        del self.carded[event["guard"]], self.attacked[event["guard"]]

    def on_Attacked(self, event: dict[str, Any]) -> None:
        self.attacked[event["guard"]] += 1
        assert self.attacked[event["guard"]] == 1

    def on_Restarted(self, event: dict[str, Any]) -> None:
        self.restarts[event["figure"]] += 1
        assert self.restarts[event["figure"]] == 1
        assert len(event["cards"]) == HANDS[event["figure"]][1]
        self.sleepers_added = 0

    def on_BonusTaken(self, event: dict[str, Any]) -> None:
        assert event["count"] <= 5

    def on_SleeperAdded(self, event: dict[str, Any]) -> None:
        self.sleepers_added += 1
        assert self.sleepers_added <= 3
