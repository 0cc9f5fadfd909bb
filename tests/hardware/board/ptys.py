"""What tests of boards on lines need: an inbox that waits, a clock, patience."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.ports import Observation, Report, Trouble


class Wall:
    """A clock."""

    def now(self) -> float:
        return time.monotonic()


class Posted:
    """An inbox that says when something was posted."""

    def __init__(self) -> None:
        self.reports: list[tuple[float, Report]] = []
        self._news = threading.Condition()

    def post(self, report: Report) -> None:
        with self._news:
            self.reports.append((time.monotonic(), report))
            self._news.notify_all()

    def wait(self, wanted: Callable[[Report], bool], within: float = 8.0) -> float:
        """When the first such report was posted."""
        end = time.monotonic() + within
        with self._news:
            while True:
                for at, report in self.reports:
                    if wanted(report):
                        return at
                assert time.monotonic() < end, [report for _, report in self.reports]
                self._news.wait(0.5)

    def seen(self) -> list[str]:
        """`17 arrive UID` for each observation."""
        with self._news:
            return [
                f"{report.reader.removeprefix('zone:')} {report.event} {report.uid}"
                for _, report in self.reports
                if isinstance(report, Observation)
            ]

    def troubles(self) -> list[str]:
        with self._news:
            return [("over: " if r.over else "") + r.say for _, r in self.reports if isinstance(r, Trouble)]


def arrives(zone: str, uid: str) -> Callable[[Report], bool]:
    return lambda report: report == Observation(f"zone:{zone}", uid)


def says(part: str, *, over: bool = False) -> Callable[[Report], bool]:
    return lambda report: isinstance(report, Trouble) and part in report.say and report.over == over


def until(true: Callable[[], bool], within: float = 8.0) -> None:
    """Waits until it is."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)
