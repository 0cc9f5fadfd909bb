"""How many random picks a second one core plays of the card games: `python -m tests.bench.bench_card_games`.

Every seat's copy is kept. Counts processor time, so that other programs on the machine are unfair to nobody.
"""

from __future__ import annotations

import time
from typing import Any

from companion.game import Opening
from companion.games.catalogue import game
from companion.session import Session

GAMES = 40


def picks_a_second(name: str, players: int) -> float:
    """Over whole random games, the opening of each table included."""
    picks = 0
    began = time.process_time()
    for seed in range(GAMES):
        session: Session[Any] = Session(game(name), Opening(game=name, players=players, seed=seed))
        picks += session.random(100_000, seed)
        assert session.outcome() is not None
    return picks / (time.process_time() - began)


def main() -> None:
    """Measures and prints."""
    for name, players in (("shinobinogi", 2), ("shinobi_arts", 3), ("shinobi_arts", 4), ("shinobi_arts", 5)):
        print(f"{name}, {players} players: {picks_a_second(name, players):,.0f} picks/s a core")


if __name__ == "__main__":
    main()
