"""How many random picks a second one core plays, every seat's copy kept: `python -m tests.bench.bench_shinobi_arts`.

Counts processor time, so that other programs on the machine are unfair to nobody; prints each number of players.
"""

from __future__ import annotations

import time

from companion.game import Opening
from companion.games.shinobi_arts.game import ShinobiArts
from companion.session import Session

GAMES = 40


def picks_a_second(players: int) -> float:
    """Over whole random games, the opening of each table included."""
    game = ShinobiArts()
    picks = 0
    began = time.process_time()
    for seed in range(GAMES):
        session = Session(game, Opening(game=game.id, players=players, seed=seed))
        picks += session.random(100_000, seed)
        assert session.outcome() is not None
    return picks / (time.process_time() - began)


def main() -> None:
    """Measures and prints."""
    for players in (3, 4, 5):
        print(f"{players} players: {picks_a_second(players):,.0f} picks/s a core")


if __name__ == "__main__":
    main()
