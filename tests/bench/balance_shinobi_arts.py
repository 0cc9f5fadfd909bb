"""How the house cards play between simple players: `python -m tests.bench.balance_shinobi_arts --games 300`.

Plays seeds 0 .. games-1 for each number of players with `turn_limit` 40, on tables without a journal, and prints
rounds, turns, who wins, and for each card how often who was dealt it was among the winners of the round and how often
it was used.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.game import Opening
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.bots import simple_players
from companion.games.shinobi_arts.game import ShinobiArts
from companion.seats import REFEREE
from companion.session import Session

MOST_PICKS = 5000
"""No game is that long; one that were would never end."""
USES = ("seize", "attack", "defend", "ninpo")


def play(seed: int, seats: int) -> Counter[Any]:
    """One game counted: rounds, turns, wins; by card how often it was dealt, was with a winner, was used."""
    opening = Opening(game="shinobi_arts", seed=seed, players=seats, options={"turn_limit": 40})
    session = Session(ShinobiArts(), opening)
    players = simple_players(seats, seed)
    picks = 0
    while session.outcome() is None:
        seat = next(seat for seat in session.seats if session.prompt(seat) is not None)
        session.pick(seat, str(session.advice(seat, players[seat])))
        picks += 1
        assert picks < MOST_PICKS, f"seed {seed} does not end"
    outcome = session.outcome()
    counted = counts(session.told(REFEREE), seats)
    counted["games"] = 1
    counted["picks"] = picks
    for winner in (outcome.winners or (outcome.winner,)) if outcome is not None else ():
        counted["game", winner] += 1 / max(1, len(outcome.winners)) if outcome is not None else 0  # type: ignore[assignment]
    return counted


def counts(told: Iterable[e.Event], seats: int) -> Counter[Any]:
    """What the referee was told of one game, counted."""
    counted: Counter[Any] = Counter()
    dealt: dict[str, list[str]] = {}
    defected: set[str] = set()
    winners: set[str] = set()
    held: dict[str, str] = {}
    for event in told:
        match event:
            case e.RoundBegan():
                counted["rounds"] += 1
                dealt, defected, winners = {}, set(), set()
            case e.PartnerDealt(seat=seat, partner=partner):
                dealt.setdefault(seat, []).append(str(partner))
            case e.NinjutsuDealt(seat=seat, cards=cards) if isinstance(cards, tuple):
                dealt.setdefault(seat, []).extend(map(str, cards))
                counted["cards"] += 1
            case e.NinjutsuDrawn(card=card):
                counted["copies", card] += 1
            case e.TurnBegan():
                counted["turns"] += 1
            case e.NinjutsuUsed(card=card, use=use):
                counted["use", card, use] += 1
            case e.PartnerUsed(partner=partner):
                counted["use", partner, "ougi"] += 1
            case e.Defected(seat=seat):
                defected.add(seat)
                counted["defections"] += 1
            case e.Judged(values=values, winner=winner):
                held = values
                for valuable in held.values():
                    counted["held", valuable] += 1
                if winner is None:
                    counted["without a winner"] += 1
                else:
                    counted["decided", held[winner]] += 1
            case e.FameGained(seat=seat):
                winners.add(seat)
            case e.RoundEnded():
                counted["by a defector"] += bool(winners & defected)
                for seat, cards in dealt.items():
                    for card in cards:
                        counted["dealt", card] += 1
                        counted["copies", card] += 1
                        counted["won", card] += seat in winners
                counted["winners"] += len(winners)
                counted["seats"] += seats
            case _:
                pass
    return counted


def show(seats: int, counted: Counter[Any], console: Console) -> None:
    """Prints the tables of one number of players."""
    games, rounds = counted["games"], counted["rounds"]
    average = counted["winners"] / counted["seats"]
    shares = " ".join(f"{100 * counted['game', f'p{n}'] / games:.0f}" for n in range(1, seats + 1))
    console.print(
        f"[bold]{seats} players[/]: {games} games, {rounds / games:.1f} rounds a game, "
        f"{counted['turns'] / rounds / seats:.1f} turns a player a round, {counted['picks'] / games:.0f} picks a game; "
        f"games won by p1, p2 ..: {shares} %; without a winner {counted['without a winner']}; "
        f"won by a defector {100 * counted['by a defector'] / rounds:.0f} % of rounds"
    )
    cards = ShinobiArts().blank(Opening(game="shinobi_arts", players=seats)).cards
    table = Table("card", "wins", *USES, "ougi")
    for kinds in (cards.ninjutsu, cards.partners):
        ranked = sorted(kinds, key=lambda card: -counted["won", card] / max(1, counted["dealt", card]))
        for card in ranked:
            wins = counted["won", card] / max(1, counted["dealt", card]) / average
            used = (counted["use", card, use] / max(1, counted["copies", card]) for use in (*USES, "ougi"))
            table.add_row(card, f"{wins:.2f}", *(f"{share:.2f}" if share else "-" for share in used))
    console.print(table)
    decided = {card: counted["decided", card] / max(1, counted["held", card]) for card in cards.valuables}
    console.print("decides where held: " + ", ".join(f"{card} {100 * share:.0f} %" for card, share in decided.items()))


def main() -> None:
    """Plays and prints."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--games", type=int, default=300)
    wanted.add_argument("--players", type=int, nargs="*", default=[3, 4, 5])
    wanted.add_argument("--jobs", type=int, default=1, help="processes")
    told = wanted.parse_args()
    console = Console(width=110)
    for seats in told.players:
        started = time.perf_counter()
        with multiprocessing.Pool(told.jobs) as pool:
            total: Counter[Any] = sum(pool.imap(partial(play, seats=seats), range(told.games), chunksize=10), Counter())
        show(seats, total, console)
        console.print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
