"""Readers on a bench: a chip model, tags, and either driver on top."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from unittest.mock import patch

from companion.ports import Observation, Report, Trouble
from hardware.mfrc522_backend import Mfrc522Backend, open_mfrc522
from hardware.outcomes import Outcome
from hardware.rc522 import Rc522, open_rc522
from hardware.simulated.chip import Chip
from hardware.simulated.clock import VirtualClock
from hardware.simulated.spi import SimulatedSpi
from hardware.simulated.tags import Picc

BETWEEN = 0.05


class Kept:
    """An inbox that keeps what it is given."""

    def __init__(self) -> None:
        self.reports: list[Report] = []

    def post(self, report: Report) -> None:
        self.reports.append(report)

    def said(self) -> list[str]:
        """`arrive C1`, `leave C1`, or a trouble's sentence, `over: ` before it when it has passed."""
        return [
            f"{report.event} {report.uid}"
            if isinstance(report, Observation)
            else ("over: " if report.over else "") + report.say
            for report in self.reports
        ]

    def plays(self) -> list[str]:
        return [r.uid for r in self.reports if isinstance(r, Observation) and r.event == "arrive"]

    def troubles(self) -> list[str]:
        return [r.say for r in self.reports if isinstance(r, Trouble) and not r.over]


class Bench:
    """One chip at (0, 0) and a clock that the driver's waits and transfers put forward."""

    def __init__(self, version: int = 0x92, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.chip = Chip(self.clock, version, seed)
        self.spi = SimulatedSpi({(0, 0): self.chip}, self.clock)

    def lay(self, *uids: str) -> None:
        for uid in uids:
            self.chip.lay(Picc(uid))

    def clear(self) -> None:
        for tag in self.chip.tags:
            self.chip.lift(tag)

    def rc522(self, **wishes: int) -> Rc522:
        opened = open_rc522(spi=self.spi, pause=self.clock.advance, **wishes)
        assert isinstance(opened, Rc522)
        return opened

    def polls(self, backend: Rc522 | Mfrc522Backend, count: int) -> list[Outcome]:
        """What so many polls say, a twentieth of a second apart; tags have power by the first one."""
        seen = []
        for _ in range(count):
            self.clock.advance(BETWEEN)
            seen.append(backend.poll())
        return seen


class FakeGpio(ModuleType):
    """As much of RPi.GPIO as the package mfrc522 calls, keeping what was asked."""

    BOARD, BCM, OUT, IN = 10, 11, 0, 1

    def __init__(self, mode: int | None = None) -> None:
        super().__init__("RPi.GPIO")
        self.mode = mode
        self.asked: list[tuple[object, ...]] = []

    def getmode(self) -> int | None:
        return self.mode

    def setmode(self, mode: int) -> None:
        self.mode = mode

    def setup(self, pin: int, way: int) -> None:
        self.asked.append(("setup", pin, way))

    def output(self, pin: int, value: int) -> None:
        self.asked.append(("output", pin, value))

    def cleanup(self) -> None:
        self.asked.append(("cleanup",))


@contextmanager
def package_on(bench: Bench, mode: int | None = None) -> Iterator[FakeGpio]:
    """Within, `import mfrc522` is the real package, on the bench's chip; afterwards nothing of it is left."""
    gpio = FakeGpio(mode)
    raspberry = ModuleType("RPi")
    vars(raspberry)["GPIO"] = gpio
    fakes: dict[str, object] = {
        "spidev": SimpleNamespace(SpiDev=bench.spi.SpiDev),
        "RPi": raspberry,
        "RPi.GPIO": gpio,
    }
    with patch.dict(sys.modules, fakes):
        forget_package()
        yield gpio
        forget_package()


def forget_package() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mfrc522"]:
        del sys.modules[name]


def opened_package(device: int = 0) -> Mfrc522Backend:
    opened = open_mfrc522(0, device)
    assert isinstance(opened, Mfrc522Backend), opened
    return opened


class ScriptedBackend:
    """A driver that says what it is told, then the last word for ever."""

    name = "scripted"

    def __init__(self, outcomes: Sequence[Outcome | Exception]) -> None:
        self.outcomes = list(outcomes)
        self.closed = False

    def poll(self) -> Outcome:
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def check(self) -> None:
        return None

    def version(self) -> int:
        return 0x92

    def restart(self) -> None:
        return None

    def close(self) -> None:
        self.closed = True
