"""Who wins between the simple players: `python -m tests.bench.balance --games 1000 --map twin-castles --jobs 2`.

Plays seeds 0 .. games-1, each with players of the same seed, on tables without a journal, and prints shares and means
with their standard errors.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable
from functools import partial

from rich.console import Console
from rich.table import Table

from companion.game import Opening
from companion.games.scorpion.bots import simple_players
from companion.games.scorpion.events import Heard, Searched, TurnBegan
from companion.games.scorpion.game import Scorpion
from companion.games.scorpion.state import State
from companion.seats import TABLE
from companion.session import Session

MOST_PICKS = 5000
"""No game is that long; one that were would never end."""
WINNERS = ("guards", "draw", "intruders")
Game = dict[str, float]


def play(seed: int, board: str, seats: int = 2) -> Game:
    """One game: what is to be averaged, by name, told from what the table was told."""
    session = Session(Scorpion(), Opening(game="scorpion", seed=seed, map=board, players=seats))
    players = simple_players(seats, seed)
    picks, choosing = 0, 0.0
    while (outcome := session.outcome()) is None:
        seat = next(seat for seat in session.seats if session.prompt(seat) is not None)
        started = time.process_time()
        choice = session.advice(seat, players[seat])
        choosing += time.process_time() - started
        session.pick(seat, str(choice))
        picks += 1
        assert picks < MOST_PICKS, f"seed {seed} does not end"
    return {
        **{f"won by {name}" if name != "draw" else "a draw": outcome.winner == name for name in WINNERS},
        **{f"over at {reason}": outcome.reason == reason for reason in ("dawn", "all_gone")},
        "turns": sum(isinstance(event, TurnBegan) for event in session.told(TABLE)),
        "picks": picks,
        "ms to choose": 1000.0 * choosing / picks,
        **counted(session),
    }


def counted(session: Session[State]) -> Game:
    """How often what the table was told happened in a game."""
    told: Counter[str] = Counter()
    for event in session.told(TABLE):
        kind = type(event).__name__
        figure = getattr(event, "figure", "")
        told[kind] += 1
        told[f"{kind} {figure}"] += 1
        if isinstance(event, Searched):
            told["goal" if event.found.startswith("goal") else event.found] += 1
        elif isinstance(event, Heard):
            told["hit"] += event.heard
    return {
        "listens": told["Listened"],
        "heard": told["hit"],
        "cats": told["CatAnswered"],
        "detections": told["Detected"],
        "wounds, ninja": told["Attacked ninja"],
        "wounds, traitor": told["Attacked traitor"],
        "deaths, ninja": told["Died ninja"],
        "deaths, traitor": told["Died traitor"],
        "guards lost": told["GuardRemoved"] + told["GuardDrunk"],
        "guards woken": told["Woken"],
        "zones searched": told["Searched"],
        "missions found": told["goal"],
        "traps": told["trap"],
        "hidden sentries": told["hidden_sentry"],
        "missions completed": told["MissionCompleted"],
        "escaped, ninja": told["Escaped ninja"],
        "escaped, traitor": told["Escaped traitor"],
    }


def summary(games: Iterable[Game]) -> list[tuple[str, float, float]]:
    """Name, mean and standard error of everything measured.

    >>> summary([{"turns": 10.0}, {"turns": 14.0}])
    [('turns', 12.0, 2.0)]
    """
    measured = list(games)
    lines = []
    for name in measured[0]:
        values = [float(game[name]) for game in measured]
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
        lines.append((name, mean, math.sqrt(spread / len(values))))
    return lines


def main() -> None:
    """Plays and prints."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--games", type=int, default=1000)
    wanted.add_argument("--first", type=int, default=0, help="the first seed")
    wanted.add_argument("--map", default="twin-castles")
    wanted.add_argument("--players", type=int, default=2)
    wanted.add_argument("--jobs", type=int, default=2, help="processes")
    told = wanted.parse_args()
    started = time.perf_counter()
    with multiprocessing.Pool(told.jobs) as pool:
        seeds = range(told.first, told.first + told.games)
        games = list(pool.imap(partial(play, board=told.map, seats=told.players), seeds, chunksize=10))
    took = time.perf_counter() - started
    table = Table(title=f"{told.games} games of {told.players} simple players on {told.map}, {took:.0f} s")
    table.add_column("a game")
    table.add_column("mean", justify="right")
    table.add_column("± s.e.", justify="right")
    for name, mean, error in summary(games):
        share = name.startswith(("won", "a draw", "over"))
        table.add_row(name, *(f"{100 * x:.1f} %" if share else f"{x:.2f}" for x in (mean, error)))
    Console(width=80).print(table)


if __name__ == "__main__":
    main()
