"""Looks at each device of a rig and says how it is: what the words `doctor` and `rig` of the command line print."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from companion.ports import Clock, Report, Trouble

from .backends import Opener, opener
from .board.lines import SLOW_BAUD, Line, lasting, lines_there, open_line
from .board.link import Foreign, HostLink, Opened
from .board.protocol import (
    ASK_COUNTERS,
    ASK_HEALTH,
    FIRMWARE_MAJOR,
    FIRMWARE_MINOR,
    LINE_BAUD,
    RESET_BROWNOUT,
    RESET_WATCHDOG,
)
from .board.words import Hello
from .board.zoneboard import ZoneBoard, foreign
from .board.zones import Zones
from .devices import Devices
from .machine import Finding, State
from .outcomes import Dead, Garbled, Outcome, Several, Tag, Unavailable
from .registers import CHIPS, GENUINE
from .rig import BoardPart, Rig, ZonePart, written

COUNTERS: Final = ("bad frames", "resends", "lost bytes", "dropped events", "garbled answers", "restarts of readers")
"""What the board's own counters count, in the order of COUNTER_..."""
WIRES: Final = (
    "check that 3.3V, GND, SDA (chip select), SCK, MOSI, MISO are wired, and that RST is at 3.3 V or its pin is named: "
    "reset_pin in rig.toml, --reset-pin of watch"
)


class _Kept:
    """An inbox that keeps which troubles are not over."""

    def __init__(self) -> None:
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self._lock = threading.Lock()

    def post(self, report: Report) -> None:
        if not isinstance(report, Trouble):
            return
        with self._lock:
            if report.over:
                self.troubles.pop((report.device, report.say), None)
            else:
                self.troubles[report.device, report.say] = report

    def open(self) -> list[Trouble]:
        with self._lock:
            return list(self.troubles.values())


POLLS: Final = 40
"""How often a card reader is asked for what lies on it."""
MISSES_MOST: Final = 0.25
"""Part of the polls that may miss a tag that lies there; a good one misses one in twenty."""
ENOUGH: Final = 8
"""Polls of a zone's reader by which it can be judged."""
WATCH: Final = 2.0
"""Seconds in which the figures on the table are watched."""


def examine(
    rig: Rig, clock: Clock, seconds: float = 4.0, devices: Devices | None = None, before: Iterable[Finding] = ()
) -> list[Finding]:
    """Asks each card reader, runs the boards and pins of the rig for so long, at most, and says how each is.

    before: what is known of the machine; what hangs on something that is wrong there is not tried.
    """
    wrong = {finding.device for finding in before if not finding.well}
    found = [card_reader(name, opener(card.backend, card.bus, card.device, reset_pin=card.reset_pin, gain=card.gain))
             for name, card in rig.readers.items() if f"SPI of {name}" not in wrong]  # fmt: skip
    devices = devices or Devices(rig, clock)
    boards, kept = devices.zones.boards, _Kept()
    devices.zones.start(kept)
    if "pins" not in wrong:
        devices.pins.start(kept)
    try:
        _wait(lambda: all(board.path is not None for board in boards.values()), seconds)
        online = [board for board in boards.values() if board.path is not None]
        if online:  # what lies there settles, and each reader is asked often enough to be judged
            time.sleep(min(max(WATCH, rig.presence.settle + 0.4), seconds / 2))
        for board in online:
            board.ask(ASK_COUNTERS)
            board.ask(ASK_HEALTH)
        _wait(lambda: all(map(_has_answered, online)), 1.0)
        troubles = kept.open()
        found += [Finding(one.device, one.say, "wrong") for one in troubles if not one.device.startswith("figure ")]
        complained = {trouble.device for trouble in troubles}
        for name, board in boards.items():
            if board.device not in complained:
                found += [_board(name, board), *_chips(name, board)]
        if online:
            found += _figures(rig, devices.zones)
        if devices.pins and "pins" not in wrong and not any(one.device.startswith("pin") for one in troubles):
            found.append(Finding("lamps, buttons, buzzer", "all have their pins"))
    finally:
        devices.close()
    return found


def card_reader(name: str, opening: Opener, pause: Callable[[float], object] = time.sleep) -> Finding:
    """Which chip a card reader has, and how often it misses the tag that lies on it now."""
    device = f"reader {name}"
    backend = opening()
    if isinstance(backend, Unavailable):
        return Finding(device, backend.say, "wrong")
    try:
        if dead := backend.restart():
            return Finding(device, f"does not answer ({dead.why}): {WIRES}", "wrong")
        version = backend.version()
        chip = CHIPS.get(version, f"a chip of unknown version 0x{version:02X}")
        seen: list[Outcome] = []
        for _ in range(POLLS):
            seen.append(backend.poll())
            pause(0.01)
    finally:
        backend.close()
    if any(isinstance(outcome, Dead) for outcome in seen):
        return Finding(device, f"{chip}, which stops answering now and then: {WIRES}", "wrong")
    if any(isinstance(outcome, Several) for outcome in seen):
        return Finding(device, f"{chip}; several tags lie on it: lay one", "note")
    read = sum(isinstance(outcome, Tag) for outcome in seen)
    felt = sum(isinstance(outcome, Garbled) for outcome in seen)
    if not read and not felt:
        return Finding(device, f"{chip}, empty; lay a tag on it and ask again to see how well it reads")
    said = f"{chip}; of {POLLS} polls {read} read the tag on it, {felt} heard it broken"
    if POLLS - read > MISSES_MOST * POLLS:
        return Finding(
            device, f"{said}: lay it flat on the middle, keep metal away, or raise gain in rig.toml", "wrong"
        )
    return Finding(device, said, "well" if version in GENUINE else "note")


def _has_answered(board: ZoneBoard) -> bool:
    return board.counted is not None and len(board.health) >= (board.hello.readers if board.hello is not None else 0)


def _chips(name: str, board: ZoneBoard) -> Iterator[Finding]:
    """What the chips of its readers say of themselves; nothing where the board does not tell."""
    readers: dict[int, list[int]] = {}
    for reader, health in sorted(board.health.items()):
        readers.setdefault(health.chip, []).append(reader)
    names = {0: "nothing answers", **CHIPS}
    each = {chip: names.get(chip, f"a chip of unknown version 0x{chip:02X}") for chip in readers}
    if len(readers) == 1:
        yield Finding(f"readers of {name}", f"all of them: {each.popitem()[1]}", _state(readers))
    elif readers:
        said = (f"{', '.join(map(str, readers[chip]))}: {chip_name}" for chip, chip_name in each.items())
        yield Finding(f"readers of {name}", "; ".join(said), _state(readers))


def _state(chips: Iterable[int]) -> State:
    """A place without a reader is no fault, unless the rig has a zone there; that is said of the zone."""
    return "well" if {*chips} - {0} <= GENUINE else "note"


def _figures(rig: Rig, zones: Zones) -> Iterator[Finding]:
    """How well the figures that stand on the table are felt."""
    figures, well = zones.figures, True
    for (first, second), times in figures.crosstalk.most_common(5):
        say = f"hear each other's figures ({_times(times)}): move their readers apart, or put ferrite between"
        yield Finding(f"zones {first} and {second}", say, "wrong")
        well = False
    for (board, reader), zone in rig.places.items():
        health, lost = zones.boards[board].health.get(reader), figures.lost[zone]
        misses = health is not None and health.asked >= ENOUGH and health.missed > MISSES_MOST * health.asked
        if lost or misses:
            moments = f" {_times(lost)} for a moment" if lost else ""
            of = f"; of {health.asked} polls {health.missed} missed it" if health is not None and misses else ""
            say = f"lost the figure on it{moments}{of}: bring tag and coil closer together, keep metal away"
            yield Finding(f"zone {zone}", say, "wrong")
            well = False
    if well:
        standing = len(figures.standing())
        felt = f"{standing} {'is' if standing == 1 else 'are'} felt"
        yield Finding("figures", f"{felt}, none of them in two zones, none lost for a moment")


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _wait(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.02)


def _board(name: str, board: ZoneBoard) -> Finding:
    hello, tally = board.hello, board.tally
    if hello is None:
        return Finding(f"board {name}", "was found, but does not stay: look at its USB cable", "wrong")
    parts = [f"{board.path}, firmware {hello.firmware}, {hello.readers} readers, {hello.pixels} pixels"]
    if hello.reset & (RESET_WATCHDOG | RESET_BROWNOUT):
        why = (
            "its power failed (give readers and strip a supply of their own)"
            if hello.reset & RESET_BROWNOUT
            else "its program hung"
        )
        parts.append(f"it started last because {why}")
    parts.append(f"{tally.frames} frames, {tally.bad_frames} bad, {tally.resends} resent")
    if tally.resets:
        parts.append(f"it was reset {_times(tally.resets)} meanwhile: look at its supply")
    if board.counted is not None:
        parts += [f"{count} {what}" for what, count in zip(COUNTERS, board.counted.counters, strict=False) if count]
    newest = f"{FIRMWARE_MAJOR}.{FIRMWARE_MINOR}"
    if hello.firmware != newest:
        parts.append(f"this program brings firmware {newest}: {hello.flash(board.path or 'PORT')}")
    state: State = "note" if hello.firmware != newest else "well"
    if hello.reset & RESET_BROWNOUT:
        state = "wrong"
    return Finding(f"board {name}", "; ".join(parts), state)


class Found(msgspec.Struct, frozen=True):
    """A line, and the board on it with its speed, or why nothing can be said."""

    path: str
    board: Hello | str
    baud: int = LINE_BAUD

    @property
    def part(self) -> BoardPart:
        """How rig.toml names it."""
        return BoardPart(lasting(self.path), SLOW_BAUD if self.baud == SLOW_BAUD else LINE_BAUD)


def boards_there(
    seconds: float = 3.5,
    lines: Callable[[], list[str]] = lines_there,
    opener: Callable[[str, int], Line | Unavailable] = open_line,
) -> Iterator[Found]:
    """Listens on each serial line that is plugged in for a zone board, at the usual speed and then at the slow one."""
    for path in lines():
        usual = _listen(path, LINE_BAUD, seconds, opener)
        slow = None if isinstance(usual.board, Hello) else _listen(path, SLOW_BAUD, seconds, opener)
        yield slow if slow is not None and isinstance(slow.board, Hello) else usual


def _listen(path: str, baud: int, seconds: float, opener: Callable[[str, int], Line | Unavailable]) -> Found:
    line = opener(path, baud)
    if isinstance(line, Unavailable):
        return Found(path, line.say)
    link, end = HostLink(), time.monotonic() + seconds
    try:
        while (now := time.monotonic()) < end:
            if sent := link.give(now):
                line.write(sent)
            for told in link.take(line.read(0.05)):
                if isinstance(told, Opened):
                    return Found(path, told.hello, baud)
                if isinstance(told, Foreign):
                    return Found(path, foreign(told.hello, path))
    except OSError as error:
        return Found(path, f"the line broke ({error}): plug it in again")
    finally:
        line.close()
    return Found(path, "no zone board answers")


def described(boards: list[tuple[BoardPart, Hello]]) -> str:
    """A rig.toml for boards that were found, to be corrected by hand: zones are numbered as their readers are."""
    zones: dict[str, ZonePart] = {}
    for _, hello in boards:
        for reader in range(hello.readers):
            pixels = (reader,) if reader < hello.pixels else ()
            zones[str(len(zones) + 1)] = ZonePart(hello.name, reader, pixels)
    return written(Rig(boards={hello.name: part for part, hello in boards}, zones=zones))
