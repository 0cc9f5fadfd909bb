"""How two ninja fare against two, between simple players: `python -m tests.bench.pairings --games 10 --jobs 2`.

All 378 pairings, so many games each, both ways round, with fronts and columns at random and a turn limit of 200.
`--team raika,rin --other shishina,nui` plays one pairing.
"""

from __future__ import annotations

import argparse
import itertools
import math
import multiprocessing
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
from rich.console import Console
from rich.table import Table

from companion.game import Opening
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.bots import simple_players
from companion.games.shinobinogi.cards import CardSet
from companion.games.shinobinogi.game import Shinobinogi
from companion.seats import TABLE, Seat
from companion.session import Session

TURN_LIMIT = 200
Team = tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """One game: the teams of first and second player, who won and why, and what the table was told of it."""

    teams: tuple[Team, Team]
    winner: str
    reason: str
    turns: int
    picks: int
    counted: dict[str, int]


def pairings() -> list[tuple[Team, Team]]:
    """Every two teams of two that share no ninja.

    >>> len(pairings())
    378
    """
    teams = list(itertools.combinations(CardSet.load("house").ninja, 2))
    return [(one, other) for one, other in itertools.combinations(teams, 2) if not set(one) & set(other)]


def play(game: tuple[tuple[Team, Team], int], cards: str = "house") -> Played:
    """One game between teams, the first of them beginning."""
    teams, seed = game
    session = Session(Shinobinogi(), Opening("shinobinogi", seed=seed, cards=cards, options={"turn_limit": TURN_LIMIT}))
    players = simple_players(seed)
    for seat, ninja in zip(("first", "second", "second", "first"), (teams[0][0], *teams[1], teams[0][1]), strict=True):
        session.pick(Seat(seat), f"ninja:{ninja}")
    picks = 0
    while (outcome := session.outcome()) is None:
        seat = next(seat for seat in session.seats if session.prompt(seat) is not None)
        session.pick(seat, str(session.advice(seat, players[seat])))
        picks += 1
    told = session.told(TABLE)
    counted = Counter(type(event).__name__ for event in told)
    counted.update(event.target.partition(":")[0] for event in told if isinstance(event, e.AttackDeclared))
    turns = max((event.turn for event in told if isinstance(event, e.PhaseBegan)), default=0)
    return Played(teams, outcome.winner, outcome.reason, turns, picks, dict(counted))


def both_ways(
    pairs: Sequence[tuple[Team, Team]], games: int, first_seed: int
) -> Iterator[tuple[tuple[Team, Team], int]]:
    """So many games of each pairing, every other one the other way round."""
    seed = first_seed
    for one, other in pairs:
        for n in range(games):
            yield ((one, other) if n % 2 == 0 else (other, one)), seed
            seed += 1


def points(played: Played, team: Team) -> float:
    """What a team made of a game: 1, 0, or half a point for a draw."""
    if played.winner == "draw":
        return 0.5
    return float(played.teams[0 if played.winner == "first" else 1] == team)


def share(values: Sequence[float]) -> str:
    """A mean as a percentage with its standard error.

    >>> share([1.0, 0.0, 1.0, 0.0])
    '50.0 ± 25.0 %'
    """
    mean = sum(values) / len(values)
    return f"{100 * mean:.1f} ± {100 * math.sqrt(mean * (1 - mean) / len(values)):.1f} %"


def tables(found: Sequence[Played]) -> Iterator[Table]:
    """What is worth comparing."""
    whole = Table(title=f"{len(found)} games")
    whole.add_column("figure")
    whole.add_column("value", justify="right")
    whole.add_row("first player wins", share([points(game, game.teams[0]) for game in found]))
    turns = sorted(game.turns for game in found)
    whole.add_row("turns, mean", f"{sum(turns) / len(turns):.1f}")
    whole.add_row("turns, 5 % - 50 % - 95 %", " - ".join(str(turns[int(len(turns) * q)]) for q in (0.05, 0.5, 0.95)))
    for reason, count in Counter(game.reason for game in found).most_common():
        whole.add_row(reason, f"{100 * count / len(found):.1f} %")
    for name in ("deck", "hand", "set", "Blocked", "ScrollCaptured", "DeckRebuilt"):
        whole.add_row(f"{name} a game", f"{sum(game.counted.get(name, 0) for game in found) / len(found):.2f}")
    whole.add_row("picks a game", f"{sum(game.picks for game in found) / len(found):.0f}")
    yield whole
    by_ninja: dict[str, list[float]] = defaultdict(list)
    by_team: dict[Team, list[float]] = defaultdict(list)
    by_pair: dict[tuple[Team, Team], list[float]] = defaultdict(list)
    for game in found:
        for team in game.teams:
            by_team[team].append(points(game, team))
            for ninja in team:
                by_ninja[ninja].append(points(game, team))
        pair = min(game.teams, game.teams[::-1])
        by_pair[pair].append(points(game, pair[0]))
    ninja = Table(title="one ninja, over its teams")
    ninja.add_column("ninja")
    ninja.add_column("wins", justify="right")
    for name, values in by_ninja.items():
        ninja.add_row(name, share(values))
    yield ninja
    ranked = sorted(by_team.items(), key=lambda entry: sum(entry[1]) / len(entry[1]))
    ends = Table(title="worst and best teams and pairings")
    ends.add_column("who")
    ends.add_column("wins", justify="right")
    for team, values in (*ranked[:3], *ranked[-3:]):
        ends.add_row(" + ".join(team), share(values))
    pairs = sorted(by_pair.items(), key=lambda entry: sum(entry[1]) / len(entry[1]))
    for (one, other), values in (*pairs[:3], *pairs[-3:]):
        ends.add_row(f"{' + '.join(one)} : {' + '.join(other)}", share(values))
    far = sum(not 0.4 <= sum(values) / len(values) <= 0.6 for values in by_pair.values())
    ends.add_row("pairings outside 40-60", f"{far} of {len(by_pair)}")
    yield ends


def main() -> None:
    """Plays and prints."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--games", type=int, default=10, help="games of each pairing")
    wanted.add_argument("--first", type=int, default=0, help="the first seed")
    wanted.add_argument("--cards", default="house", help="a card set, or a path")
    wanted.add_argument("--team", default="", help="two ninja, to play one pairing only")
    wanted.add_argument("--other", default="", help="the two against them")
    wanted.add_argument("--jobs", type=int, default=2, help="processes")
    told = wanted.parse_args()
    pairs = [(tuple(told.team.split(",")), tuple(told.other.split(",")))] if told.team else pairings()
    started = time.perf_counter()
    with multiprocessing.Pool(told.jobs) as pool:
        games = both_ways(pairs, told.games, told.first)
        found = list(pool.imap(partial(play, cards=told.cards), games, chunksize=20))
    console = Console(width=90)
    for table in tables(found):
        console.print(table)
    console.print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
