"""How fast a table decides: `python -m tests.bench.bench_session`.

Prints how many random legal picks of a two-player game are decided in a second on one core, every seat's copy kept;
and how much longer it takes from a pick to its durable row and every seat's evolved copy than one bare SQLite commit
of the same bytes, in the same run. Both are medians of several runs, taken in turns so that a busy machine is unfair
to neither. With `--profile` it says where the time of a pick goes.
"""

from __future__ import annotations

import cProfile
import itertools
import os
import pstats
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from companion.game import Opening
from companion.games.catalogue import game
from companion.journal import Journal
from companion.session import Session

RUNS = 7
GAMES = 6
PICKS = 250


def whole_games(board: str, seed: int) -> tuple[int, float]:
    """Picks, and the seconds of one core they took, of some games played to their ends without a journal."""
    picks, took = 0, 0.0
    for n in range(GAMES):
        session: Session[Any] = Session(game("scorpion"), Opening(game="scorpion", seed=seed + n, map=board))
        start = time.process_time()
        picks += session.random(100_000, seed + n)
        took += time.process_time() - start
        assert session.outcome() is not None
    return picks, took


class Timed(Journal):
    """A journal that keeps its entries and how long each took to be durable."""

    entries_seen: list[bytes]
    took: list[float]

    def append(self, entry: bytes, notes: Any = None) -> None:
        """As every journal does."""
        start = time.perf_counter()
        super().append(entry, notes)
        self.took.append(time.perf_counter() - start)
        self.entries_seen.append(entry)


def one_table(folder: Path, seed: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds of each pick, of its append within, and of a bare commit of the same bytes, one after the other."""
    how = Opening(game="scorpion", seed=seed, map="twin-castles")
    journal = Timed.create(folder / f"{seed}.kuroko", msgspec.json.encode(how))
    assert isinstance(journal, Timed)
    journal.entries_seen, journal.took = [], []
    session: Session[Any] = Session(game("scorpion"), how, journal)
    bare = sqlite3.connect(folder / f"{seed}.sqlite", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE line (seq INTEGER PRIMARY KEY, salt BLOB, entry BLOB, seal BLOB)")
    source, numbers = random.Random(seed), itertools.count()
    picks: list[float] = []
    commits: list[float] = []
    journal.took.clear()
    for _ in range(PICKS):
        prompts = [prompt for seat in session.seats if (prompt := session.prompt(seat)) is not None]
        if not prompts:
            break
        prompt = source.choice(prompts)
        choice = source.choice([c for c in prompt.choices if c not in ("undo", "take_back")])
        start = time.perf_counter()
        session.pick(prompt.seat, choice)
        picks.append(time.perf_counter() - start)
        row = (next(numbers), os.urandom(32), journal.entries_seen[-1], os.urandom(32))
        start = time.perf_counter()
        bare.execute("INSERT INTO line VALUES (?, ?, ?, ?)", row)
        commits.append(time.perf_counter() - start)
    bare.close()
    journal.close()
    return picks, journal.took, commits


def main() -> None:
    """Prints the figures."""
    for board in ("drill-yard", "twin-castles"):
        speeds = [picks / took for picks, took in (whole_games(board, 100 * run) for run in range(RUNS))]
        low, high = min(speeds), max(speeds)
        print(f"{board}: {statistics.median(speeds):.0f} picks/s without a journal ({low:.0f} to {high:.0f})")
    ratios = []
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        for run in range(RUNS):
            pick, append, bare = (statistics.median(times) * 1e6 for times in one_table(Path(folder), run))
            ratios.append(pick / bare)
            print(
                f"pick {pick:.0f} us, of it append {append:.0f} us; bare commit {bare:.0f} us; ratio {pick / bare:.2f}"
            )
    print(f"median ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    if "--profile" in sys.argv:
        profile = cProfile.Profile()
        profile.runcall(whole_games, "twin-castles", 1)
        pstats.Stats(profile).sort_stats("tottime").print_stats(15)


if __name__ == "__main__":
    main()
