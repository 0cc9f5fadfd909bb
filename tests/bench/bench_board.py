"""The host's share of a figure that walks: `python -m tests.bench.bench_board`.

A guard is put down one zone further on simulated zone boards. Measured is the time from the report that he stands there
(his board's frame has come, and he stood still for the settle time) until the verdict is durable and the lights that
follow from it are given to the link, and until they shine on the boards; and the processor time of boards at rest,
host and simulated boards together. Needs gcc.
"""

from __future__ import annotations

import queue
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.findings import accepted
from companion.game import Opening
from companion.games.catalogue import game
from companion.games.scorpion.board import Board
from companion.journal import Journal
from companion.manifest import Manifest
from companion.ports import Observation, Report
from companion.referee import Referee
from companion.session import Session
from hardware.simulated.boards import BoardedTable

BOARD = "twin-castles"
WALKS = 60
REST = 5.0
"""Seconds."""


class Stamped:
    """An inbox that notes when each report came."""

    def __init__(self) -> None:
        self.reports: queue.Queue[tuple[float, Report]] = queue.Queue()

    def post(self, report: Report) -> None:
        """From any thread."""
        self.reports.put((time.perf_counter(), report))

    def clear(self) -> None:
        """Forgets what came."""
        while not self.reports.empty():
            self.reports.get()

    def arrival(self) -> tuple[float, Observation]:
        """When the next figure was put down, and what was seen."""
        while True:
            came, report = self.reports.get(timeout=10)
            if isinstance(report, Observation) and report.event == "arrive":
                return came, report


def walks(folder: Path, table: BoardedTable, inbox: Stamped, seed: int) -> Iterator[tuple[float, float]]:
    """Seconds, given and shining, of each walk of a single guard in one game of the simple players."""
    how = Opening(game="scorpion", seed=seed, map=BOARD)
    rules: Any = game("scorpion")
    journal = Journal.create(folder / f"{seed}.kuroko", msgspec.json.encode(how))
    session: Session[Any] = Session(rules, how, journal)
    manifest = Manifest.simulated(session.tokens())
    players = rules.simple_players(2, seed)
    while session.outcome() is None:
        prompt = next(prompt for seat in session.seats if (prompt := session.prompt(seat)) is not None)
        choice = session.advice(prompt.seat, players[prompt.seat])
        assert choice is not None
        mover = session.position(session.seats[0]).get("mover") or {}
        if not choice.startswith("zone:") or len(mover.get("guards", ())) != 1 or prompt.ask != "step":
            session.pick(prompt.seat, choice)
            continue
        guard = mover["guards"][0]
        uid = manifest.uid(f"guard:{guard}")
        assert uid is not None
        referee = Referee(session, manifest)
        table.put(uid, session.position(session.seats[0])["guards"][guard]["zone"])
        referee.observe(inbox.arrival()[1])
        table.put(uid, choice.removeprefix("zone:"))
        came, seen = inbox.arrival()
        assert accepted(referee.observe(seen))
        table.show(referee.window().lights())
        given = time.perf_counter()
        assert table.latest is not None
        yield given - came, time.perf_counter() - came
        table.take(uid, table.zones[uid])
        inbox.clear()
    journal.close()


def main() -> None:
    """Measures and prints."""
    took: list[tuple[float, float]] = []
    inbox = Stamped()
    table = BoardedTable(Board.load(BOARD).order)
    table.attach(inbox)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(100):
                took += walks(Path(folder), table, inbox, seed)
                if len(took) >= WALKS:
                    break
        began, busy = time.perf_counter(), time.process_time()
        time.sleep(REST)
        share = (time.process_time() - busy) / (time.perf_counter() - began)
    finally:
        table.close()
    for what, seconds in zip(("given to the link", "shining"), zip(*took, strict=True), strict=True):
        print(f"{len(took)} walks, {what}: median {statistics.median(seconds) * 1000:.1f} ms")
    print(f"boards at rest, host and simulated boards together: {share:.1%} of a core")


if __name__ == "__main__":
    main()
