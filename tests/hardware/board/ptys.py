"""Boards on pseudo-terminals, for the unmodified host over the unmodified pyserial: plugged in, pulled out, renamed."""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from companion.ports import Observation, Report, Trouble
from tests.firmware.board import HostBoard


class Wall:
    """A clock."""

    def now(self) -> float:
        return time.monotonic()


class Device(Protocol):
    """What is at the other end of a cable: given what came, it says what it sends."""

    def pump(self, data: bytes) -> bytes: ...


class QuickBoard:
    """The firmware's link on this machine's processor. on_turn: called each turn, in the board's thread."""

    def __init__(self, name_is: str = "left", readers: int = 8) -> None:
        self.board = HostBoard(readers)
        self.board.rename(name_is)
        self.board.ready()
        self.lock = threading.Lock()
        self.on_turn: Callable[[], None] = lambda: None

    def pump(self, data: bytes) -> bytes:
        with self.lock:
            now = time.monotonic()
            self.on_turn()
            self.board.take(data, now)
            sent = b""
            while frame := self.board.give(now):
                sent += frame
            return sent

    def put(self, reader: int, *uids: str) -> None:
        """From now on exactly these lie there."""
        with self.lock:
            for _ in range(3):
                self.board.visit(reader, *uids)


class Cable:
    """A device on a line, whose path is a link as the system makes one by the device's number."""

    def __init__(self, device: Device, link: Path) -> None:
        self.device, self.link = device, link
        self._master = -1
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.greeting = b""

    def plug(self) -> str:
        """Returns the name of the line, each time another one."""
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self._slave = slave  # held open: a line that nobody opened yet is not a broken one
        name = os.ttyname(slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(name)
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name=f"cable {self.link.name}", daemon=True)
        self._thread.start()
        return name

    def pull(self, half: bytes = b"") -> None:
        """half: what still comes through."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            with suppress(OSError):
                os.write(self._master, half)
            os.close(self._slave)
            os.close(self._master)
            self.link.unlink(missing_ok=True)

    def _run(self) -> None:
        greeting = self.greeting
        while not self._stop.is_set():
            ready, _, _ = select.select([self._master], [], [], 0.001)
            data = os.read(self._master, 4096) if ready else b""
            if data and greeting:  # what came before it was opened, opening discards
                os.write(self._master, greeting)
                greeting = b""
            if sent := self.device.pump(data):
                os.write(self._master, sent)


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
