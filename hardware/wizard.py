"""The rig wizard: touch each reader, watch each light, and rig.toml is written.

It asks and listens in turn: a tag is put down first, and then its zone is named, so that nothing must be typed while
something is waited for.
"""

from __future__ import annotations

import queue
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from glob import glob
from typing import Any, Final

import msgspec

from companion.ports import Clock, Pressed, Report, Trouble

from .backends import Opener, opener
from .board.lines import Line, lines_there, open_line
from .board.link import Came, Told
from .board.words import Hello
from .board.zoneboard import Claims, ZoneBoard
from .doctor import Found, boards_there
from .naming import rename
from .nodes import node
from .outcomes import Tag, Unavailable
from .pins import Pins
from .registers import CHIPS
from .rig import BOARD_NAME, ButtonsPart, BuzzerPart, CardPart, Rig, ZonePart

WAIT: Final = 1.5
"""Seconds in which a tag that was put down must have been felt."""
PALETTE: Final = bytes((90, 90, 90))
YES: Final = ("", "y", "yes")
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")

Ask = Callable[[str], str]
Say = Callable[[str], object]


class Parts(msgspec.Struct, frozen=True):
    """What the wizard reaches the table through: the machine's own, or simulated ones."""

    lines: Callable[[], list[str]] = lines_there
    line: Callable[[str, int], Line | Unavailable] = open_line
    nodes: Callable[[], list[str]] = lambda: sorted(glob("/dev/spidev*.*"))
    card: Callable[[CardPart], Opener] = lambda card: opener(
        card.backend, card.bus, card.device, reset_pin=card.reset_pin, gain=card.gain
    )
    factory: Any = None
    pause: Callable[[float], object] = time.sleep


class _Felt:
    """What boards and buttons say, while it is waited for."""

    def __init__(self) -> None:
        self._tags: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
        self._pressed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.troubles: list[str] = []

    def board(self, name: str) -> Callable[[ZoneBoard, Told | Trouble, float], None]:
        def heard(_board: ZoneBoard, told: Told | Trouble, _now: float) -> None:
            if isinstance(told, Came):
                self._tags.put((name, told.reader))

        return heard

    def post(self, report: Report) -> None:
        if isinstance(report, Pressed):
            self._pressed.put(report.button)
        elif isinstance(report, Trouble) and not report.over:
            self.troubles.append(report.say)

    def tag(self, wait: float = WAIT) -> tuple[str, int] | None:
        """The reader that felt a tag last, waiting for one if none did yet."""
        last = None
        try:
            last = self._tags.get(timeout=wait)
            while True:
                last = self._tags.get_nowait()
        except queue.Empty:
            return last

    def forget(self) -> None:
        self.tag(0.0)

    def pressed(self) -> bool:
        try:
            self._pressed.get(timeout=WAIT)
        except queue.Empty:
            return False
        return True


class Wizard:
    """One conversation. ask: shows a question and gives the answer; say: shows a line; zones: those of the maps.

    before: the card readers that were described before, whose driver, gain and reset pin stay.
    """

    def __init__(
        self,
        ask: Ask,
        say: Say,
        clock: Clock,
        zones: Iterable[str] = (),
        parts: Parts | None = None,
        before: Mapping[str, CardPart] | None = None,
    ) -> None:
        self._ask, self._say, self._clock = ask, say, clock
        self._map: Final = tuple(zones)
        self._parts: Final = parts or Parts()
        self._before: Final = dict(before or {})
        self._felt: Final = _Felt()
        self._zones: dict[str, ZonePart] = {}
        self._used: dict[int, str] = {}

    def describe(self) -> Rig:
        """Asks through the whole table."""
        found = self._boards()
        boards = {name: ZoneBoard(name, self._felt.board(name), self._clock, path=one.path, opener=self._at(one))
                  for name, (one, _) in found.items()}  # fmt: skip
        claims = Claims(boards)
        try:
            for board in boards.values():
                board.claims = claims
                board.paint(PALETTE)
                board.start()
            if boards:
                self._readers(boards)
                for name, board in boards.items():
                    self._pixels(name, board, found[name][1])
        finally:
            for board in boards.values():
                board.close()
        cards = self._cards()
        self._lamps()
        buttons, buzzer = self._buttons(), self._buzzer()
        return Rig(
            readers=cards,
            boards={name: one.part for name, (one, _) in found.items()},
            zones=dict(sorted(self._zones.items(), key=lambda zone: _order(zone[0], self._map))),
            buttons=buttons,
            buzzer=buzzer,
        )

    # ---- zone boards --------------------------------------------------------------------------------------------

    def _at(self, found: Found) -> Callable[[str], Line | Unavailable]:
        return lambda path: self._parts.line(path, found.baud)

    def _boards(self) -> dict[str, tuple[Found, Hello]]:
        self._say("Looking for zone boards, up to seven seconds on each serial line ...")
        found: dict[str, tuple[Found, Hello]] = {}
        for one in boards_there(lines=self._parts.lines, opener=self._parts.line):
            if not isinstance(one.board, Hello):
                self._say(f"  {one.path}: {one.board}")
                continue
            hello = one.board
            self._say(f"  {one.path}: the zone board {hello.name}, {hello.readers} readers, firmware {hello.firmware}")
            name = hello.name
            while name in found:
                name = self._ask(f"Another board is called {name} already. What is this one to be called? ").strip()
                if not BOARD_NAME.fullmatch(name):
                    self._say("  A board's name has 1 to 16 plain letters.")
                    name = hello.name
            if name != hello.name and (why := rename(one.path, name, self._clock, self._at(one), self._parts.pause)):
                self._say(f"  {why}.")
                continue
            found[name] = one, hello
        if not found:
            self._say("No zone board answers. Plug one in, or flash it: firmware/flash PORT. Going on without.")
        return found

    def _readers(self, boards: dict[str, ZoneBoard]) -> None:
        self._say("")
        self._say(
            "Now the zones. Put a tag onto one, leave it there, and type the zone's name. Enter when all are done."
        )
        while True:
            self._felt.forget()
            name = self._ask(f"Zone ({len(self._zones)} so far): ").strip()
            if not name:
                return
            zone = self._zone(name)
            if zone is None:
                continue
            felt = self._felt.tag()
            if felt is None:
                self._say(f"  No reader felt a tag. Lift it, put it down again, and type {zone} once more.")
                continue
            board, reader = felt
            other = next((z for z, part in self._zones.items() if (part.board, part.reader) == felt), None)
            if other is not None and other != zone:
                again = f"  Reader {reader} of {board} is under {other} already. Is it under {zone} instead? [Y/n] "
                if self._ask(again).strip().lower() not in YES:
                    continue
                del self._zones[other]
            self._zones[zone] = ZonePart(board, reader)
            self._say(f"  {zone}: reader {reader} of {board}.")

    def _zone(self, name: str) -> str | None:
        """The zone that was meant; None, and a hint, where no map has one of that name."""
        if not self._map or name in self._map:
            return name
        same = [zone for zone in self._map if zone.lower() == name.lower()]
        if same:
            return same[0]
        near = get_close_matches(name.upper(), self._map, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "it is called as on the board"
        self._say(f"  No map has a zone {name}; {hint}")
        return None

    def _pixels(self, name: str, board: ZoneBoard, hello: Hello) -> None:
        if not hello.pixels:
            return
        self._say("")
        self._say(f"Now the lights of {name}, one after another. Enter takes the zone in brackets; - is none; q ends.")
        usual = [zone for zone, part in self._zones.items() if part.board == name]
        for pixel in range(hello.pixels):
            board.show(bytes(pixel) + b"\x01")
            likely = usual[pixel] if pixel < len(usual) else ""
            zone: str | None = None
            while zone is None:
                answer = (
                    self._ask(f"Pixel {pixel} shines. Under which zone? [{likely or '-'}] ").strip() or likely or "-"
                )
                zone = answer if answer in ("-", "q") else self._zone(answer)
            if zone == "q":
                break
            if zone != "-":
                part = self._zones.get(zone, ZonePart(name))
                if part.board != name:
                    self._say(f"  {zone} has its reader on {part.board}, and a zone hangs on one board: left out.")
                    continue
                self._zones[zone] = msgspec.structs.replace(part, pixels=(*part.pixels, pixel))
        board.show(b"")

    # ---- the Pi's own -------------------------------------------------------------------------------------------

    def _cards(self) -> dict[str, CardPart]:
        """Each reader that answers. A node is there for every chip select, wired or not."""
        cards: dict[str, CardPart] = {}
        parts = []
        for path in self._parts.nodes():
            bus, device = (int(part) for part in path.removeprefix("/dev/spidev").split("."))
            before = (part for part in self._before.values() if (part.bus, part.device) == (bus, device))
            parts.append(next(before, CardPart(bus=bus, device=device)))
        for part in parts:
            self._card(part, cards)
        if parts and not cards:
            asked = "No card reader answers. The GPIO number of the pin that its RST hangs on, or Enter: "
            pin = self._pin(asked, "a card reader's RST")
            if pin is not None:
                self._card(msgspec.structs.replace(parts[0], reset_pin=pin), cards)
        return cards

    def _card(self, part: CardPart, cards: dict[str, CardPart]) -> None:
        """Tries one reader, and adds it by its name if it answers."""
        path = node(part.bus, part.device)
        backend = self._parts.card(part)()
        if isinstance(backend, Unavailable):
            self._say(f"  {backend.say}")
            return
        try:
            if backend.restart() is not None:
                return
            chip = CHIPS.get(backend.version(), "a chip of unknown make")
            self._say("")
            was = next((name for name, before in self._before.items() if before == part and name not in cards), None)
            likely = was or ("card" if "card" not in cards else f"card{len(cards) + 1}")
            name = self._ask(f"A card reader ({chip}) answers at {path}. Its name? [{likely}] ").strip() or likely
            while name in cards or not NAME.fullmatch(name):
                name = self._ask(f"A name of its own, of 1 to 16 plain letters. [{likely}] ").strip() or likely
            self._ask("Lay a tag on it, and press Enter. ")
            uid = None
            for _ in range(40):
                outcome = backend.poll()
                if isinstance(outcome, Tag):
                    uid = outcome.uid
                    break
                self._parts.pause(0.02)
            if uid is None:
                self._say(f"  {name} feels nothing: look at its antenna. It is described all the same.")
            else:
                self._say(f"  {name} reads {uid}.")
            cards[name] = part
        finally:
            backend.close()

    def _pin(self, question: str, what: str) -> int | None:
        """A GPIO number that nothing else has; None for Enter."""
        while answer := self._ask(question).strip():
            if not answer.isdigit() or int(answer) > 27:
                self._say("  The Pi has GPIO 0 to 27; Enter where there is none.")
            elif int(answer) in self._used:
                self._say(f"  GPIO{answer} is {self._used[int(answer)]}'s already.")
            else:
                self._used[int(answer)] = what
                return int(answer)
        return None

    def _lamps(self) -> None:
        self._say("")
        while name := self._ask("A plain lamp on one of the Pi's pins: its zone, or Enter: ").strip():
            zone = self._zone(name)
            if zone is None:
                continue
            pin = self._pin(f"GPIO number of the lamp of {zone}: ", f"zone {zone}")
            if pin is not None and self._try(_shine, "Does it shine?", lamps={zone: pin}):
                part = self._zones.get(zone, ZonePart())
                self._zones[zone] = msgspec.structs.replace(part, pin=pin)

    def _buttons(self) -> ButtonsPart:
        found: dict[str, int] = {}
        for name, what in (("hide", "hides everything private"), ("next", "does the next act")):
            pin = self._pin(f"GPIO number of the button that {what}, or Enter: ", f"the button {name}")
            if pin is None:
                continue
            pins = Pins(self._clock, buttons={name: pin}, factory=self._parts.factory)  # type: ignore[dict-item]
            pins.attach(self._felt)
            self._complaints()
            self._ask("Press it, then Enter. ")
            pressed = self._felt.pressed()
            self._say("  It was felt." if pressed else "  It was not felt: it closes between its pin and ground.")
            pins.close()
            found[name] = pin
        return ButtonsPart(**found)

    def _buzzer(self) -> BuzzerPart | None:
        pin = self._pin("GPIO number of the buzzer, or Enter: ", "the buzzer")
        if pin is None or not self._try(lambda pins: pins.sound("detected"), "Did it sound?", buzzer=pin):
            return None
        return BuzzerPart(pin)

    def _try(self, act: Callable[[Pins], object], question: str, **parts: Any) -> bool:
        """Lets something on a pin shine or sound, and whether it did."""
        pins = Pins(self._clock, brightness=1.0, factory=self._parts.factory, **parts)
        pins.start(self._felt)
        try:
            self._complaints()
            act(pins)
            return self._ask(f"{question} [Y/n] ").strip().lower() in YES
        finally:
            pins.close()

    def _complaints(self) -> None:
        for trouble in self._felt.troubles:
            self._say(f"  {trouble}")
        self._felt.troubles.clear()


def _shine(pins: Pins) -> None:
    pins.show(dict.fromkeys(pins.zones, "legal"))


def _order(zone: str, zones: Sequence[str]) -> tuple[int, str]:
    return (zones.index(zone) if zone in zones else len(zones), zone)
