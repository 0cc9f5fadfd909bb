"""How much longer `append` takes than one bare SQLite commit of the same bytes: `python -m tests.bench.bench_journal`.

Prints the ratio of the medians of several runs, taken in turns so that a busy disk is unfair to neither.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal

ENTRY = b'{"event":"Walked","figure":"ninja","zone":"B12","by":"step"}' * 4
RUNS, COMMITS = 7, 200


def bare(path: Path) -> Callable[[], object]:
    """One INSERT of the same bytes in autocommit, WAL and synchronous=FULL, all of it made beforehand."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE line (seq INTEGER PRIMARY KEY, salt BLOB, entry BLOB, seal BLOB)")
    salt, seal = os.urandom(32), hashlib.sha256(ENTRY).digest()
    numbers = itertools.count()
    return lambda: db.execute("INSERT INTO line VALUES (?, ?, ?, ?)", (next(numbers), salt, ENTRY, seal))


def took(commit: Callable[[], object]) -> list[float]:
    """Seconds of each of a run's commits."""
    times = []
    for _ in range(COMMITS):
        start = time.perf_counter()
        commit()
        times.append(time.perf_counter() - start)
    return times


def main() -> None:
    """Print the medians and their ratio."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        book = Journal.create(Path(folder) / "a.kuroko", b"{}")
        noted = Journal.create(Path(folder) / "b.kuroko", b"{}")
        kinds: dict[str, Callable[[], object]] = {
            "bare commit": bare(Path(folder) / "c.sqlite"),
            "append": lambda: book.append(ENTRY),
            "append with two notes": lambda: noted.append(ENTRY, {"turn": "3", "over": "no"}),
        }
        medians: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(RUNS):
            for name, commit in kinds.items():
                medians[name].append(statistics.median(took(commit)))
        base = statistics.median(medians["bare commit"])
        for name, values in medians.items():
            middle = statistics.median(values)
            print(f"{name:24} {middle * 1e6:8.0f} us   {middle / base:.2f} x bare commit")


if __name__ == "__main__":
    main()
