"""How the machine is on which the devices hang: SPI, groups, pins, power, clock, disk, screen. One finding a check.

Everything is asked of a `Machine`, so that tests give it another one.

>>> from pathlib import Path
>>> nowhere = Machine(root=Path("/nowhere"), run=lambda *words: None)
>>> power(nowhere), model(nowhere).say
(None, 'no Raspberry Pi: there are no pins and no SPI here')
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from .nodes import SPIDEV_MISSING, node
from .pins import opened, pin_factory
from .rig import Rig

State = Literal["well", "note", "wrong"]
LEAST_FREE: Final = 200_000_000
"""Bytes: a night's book is some hundred kilobytes, and the system needs the rest."""
FIRST_YEAR: Final = 2025
"""A clock that says an earlier one was never set."""
UNDER_VOLTAGE, THROTTLED, WAS_UNDER_VOLTAGE = 0x1, 0x4, 0x10000
"""Bits of `vcgencmd get_throttled`."""


class Finding(msgspec.Struct, frozen=True):
    """What one check found. device: what was looked at. say: how it is; with the way out where it is wrong."""

    device: str
    say: str
    state: State = "well"

    @property
    def well(self) -> bool:
        """Whether nothing must be mended."""
        return self.state != "wrong"


def said(finding: Finding) -> str:
    """A finding as one line.

    >>> said(Finding("clock", "it is 2026"))
    'well   clock: it is 2026'
    """
    return f"{'WRONG' if finding.state == 'wrong' else finding.state:5}  {finding.device}: {finding.say}"


def _run(*words: str) -> str | None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _groups() -> frozenset[str]:
    import grp

    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            continue
    return frozenset(names)


class Machine(msgspec.Struct, frozen=True):
    """A machine to be asked. run: a program's output, None where it is missing or fails."""

    root: Path = Path("/")
    run: Callable[..., str | None] = _run
    groups: Callable[[], frozenset[str]] = _groups
    user: Callable[[], int] = os.geteuid
    environment: Callable[[str], str | None] = os.environ.get
    year: Callable[[], int] = lambda: time.localtime().tm_year
    free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    has: Callable[[str], bool] = lambda module: find_spec(module) is not None
    pin_factory: Callable[[], Any] = pin_factory

    def text(self, path: str) -> str | None:
        """A file of the system, None where there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    @property
    def model(self) -> str | None:
        """Which Raspberry Pi this is."""
        return self.text("proc/device-tree/model")


def check(machine: Machine, rig: Rig) -> list[Finding]:
    """Everything that is asked of the machine: what no device of the rig needs is not asked."""
    found = [model(machine), *(spi(machine, rig)), *(groups(machine, rig)), pins(machine, rig)]
    found += [screen(machine), clock(machine), power(machine)]
    return [finding for finding in found if finding is not None]


def model(machine: Machine) -> Finding:
    """Which machine this is."""
    return Finding("machine", machine.model or "no Raspberry Pi: there are no pins and no SPI here")


def spi(machine: Machine, rig: Rig) -> list[Finding]:
    """The node of each card reader (B29)."""
    found = []
    for name, card in rig.readers.items():
        path = node(card.bus, card.device)
        real = machine.root / path.lstrip("/")
        if not real.exists() and machine.model is None:
            say = f"there is no {path}, and no Raspberry Pi to have it: take [readers.{name}] out of rig.toml here"
            found.append(Finding(f"SPI of {name}", say, "wrong"))
        elif not real.exists():
            way = "Run: sudo raspi-config nonint do_spi 0 && sudo reboot"
            if card.bus:
                way = f"Add dtoverlay=spi{card.bus}-3cs to /boot/firmware/config.txt, and: sudo reboot"
            say = f"there is no {path}, which reader {name} hangs on: SPI is off. {way}"
            found.append(Finding(f"SPI of {name}", say, "wrong"))
        elif not os.access(real, os.R_OK | os.W_OK):
            say = f"this user may not use {path}. Run: sudo usermod -aG spi $USER && sudo reboot"
            found.append(Finding(f"SPI of {name}", say, "wrong"))
        elif not machine.has("spidev"):
            found.append(Finding(f"SPI of {name}", SPIDEV_MISSING, "wrong"))
        else:
            found.append(Finding(f"SPI of {name}", f"{path} is there"))
    return found


def groups(machine: Machine, rig: Rig) -> list[Finding]:
    """Whether this user is in the groups that the rig's devices ask for."""
    if rig.empty:
        return []
    wanted = {"spi": bool(rig.readers), "dialout": bool(rig.boards), "gpio": _uses_pins(rig)}
    needed = [group for group, used in wanted.items() if used]
    if machine.user() == 0:
        return [Finding("groups", "root may use everything; play as a user of your own all the same", "note")]
    missing = [group for group in needed if group not in machine.groups()]
    if missing:
        say = (
            f"this user is not in {', '.join(missing)}. Run: sudo usermod -aG {','.join(missing)} $USER && sudo reboot"
        )
        return [Finding("groups", say, "wrong")]
    return [Finding("groups", f"this user is in {', '.join(needed)}")]


def _uses_pins(rig: Rig) -> bool:
    resets = any(card.reset_pin is not None for card in rig.readers.values())
    return bool(rig.lamps or rig.pressed or rig.buzzer is not None or resets)


def pins(machine: Machine, rig: Rig) -> Finding | None:
    """Whether the pins can be reached at all; each of them is tried with its device (B28)."""
    if not _uses_pins(rig):
        return None
    factory = opened(machine.pin_factory, 0, "What hangs on the Pi's pins")
    if isinstance(factory, str):
        return Finding("pins", factory, "wrong")
    return Finding("pins", f"reached through {type(factory).__module__.rpartition('.')[2]}")


def screen(machine: Machine) -> Finding:
    """Whether there is something to play on."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        if shown := machine.environment(name):
            return Finding("screen", f"{name} is {shown}")
    connectors = sorted((machine.root / "sys/class/drm").glob("card*-*/status"))
    if not connectors:
        return Finding("screen", "there is none here, so only ./kuroko demo and what needs no screen runs", "note")
    on = [path.parent.name.partition("-")[2] for path in connectors if path.read_text().strip() == "connected"]
    if not on:
        say = "none is connected: look at its cable, then start again. Without one there is ./kuroko demo"
        return Finding("screen", say, "wrong")
    return Finding("screen", f"connected at {', '.join(on)}")


def clock(machine: Machine) -> Finding:
    """Whether the books will carry the right date."""
    if machine.year() < FIRST_YEAR:
        say = f"it says {machine.year()}, and books carry the date. Go online once, or: sudo date -s '2026-01-31 18:30'"
        return Finding("clock", say, "wrong")
    synchronised = machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synchronised == "no":
        return Finding("clock", "not set from the network since the start: look whether the date is right", "note")
    return Finding("clock", f"it is {machine.year()}")


def power(machine: Machine) -> Finding | None:
    """Whether the Pi's supply holds; None where that is not measured."""
    said = machine.run("vcgencmd", "get_throttled")
    bits = re.search(r"0x([0-9A-Fa-f]+)", said or "")
    if bits is None:
        alarms = [*(machine.root / "sys/class/hwmon").glob("*/in0_lcrit_alarm")]
        if not alarms:
            return None
        number = UNDER_VOLTAGE if any(path.read_text().strip() == "1" for path in alarms) else 0
    else:
        number = int(bits[1], 16)
    way = "use the Pi's own supply (5 V, 3 A; Pi 5: 5 A) and feed strips and readers from another"
    if number & UNDER_VOLTAGE:
        return Finding("power", f"under voltage now: {way}", "wrong")
    if number & WAS_UNDER_VOLTAGE:
        return Finding("power", f"there was under voltage since the start: {way}", "wrong")
    if number & THROTTLED:
        return Finding("power", "the Pi is too hot and slow now: give it air", "wrong")
    return Finding("power", "no under voltage since the start")


def disk(machine: Machine, folder: Path) -> Finding:
    """Whether books can be written into the folder, or into the one in which it would be made (B35)."""
    here = folder
    while not here.exists() and here != here.parent:
        here = here.parent
    if not os.access(here, os.W_OK | os.X_OK):
        return Finding("disk", f"this user may not write to {here}. Run: sudo chown -R $USER {here}", "wrong")
    free = machine.free(here)
    if free < LEAST_FREE:
        say = f"{free // 1_000_000} MB are free at {here}: free some space, or choose another journal_folder"
        return Finding("disk", say, "wrong")
    return Finding("disk", f"{free / 1e9:.1f} GB are free for books at {folder}")
