"""What stands on the table, as the file rig.toml describes it: card readers, zone boards, zones, lights.

A word that means nothing is an error with its line, so that a slip of the pen is not a zone that never answers.

>>> rig = read_rig('''
... [boards.left]
... [zones]
... 17 = { board = "left", reader = 0, pixels = [0, 1] }
... ''')
>>> rig.zones["17"]
ZonePart(board='left', reader=0, pixels=(0, 1), pin=None)
>>> read_rig("[buttons]\\nhied = 22")
Traceback (most recent call last):
hardware.rig.BadRig: rig.toml, line 2: buttons.hied: there is no word 'hied' here; it may be hide, next
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
import platformdirs

from companion.files import BadFile, TomlText, read_bytes
from companion.toml_lines import line_of

from .board.protocol import MOST_PIXELS
from .board.zones import SHINES, Shine
from .figures import FigureTiming
from .pins import Button
from .rc522 import GAINS
from .slips import COLOUR, slip

READERS_MOST: Final = 24
"""Readers on the largest zone board."""
BOARD_NAME: Final = re.compile(r"[ -~]{1,16}")
PATTERNS: Final = ("steady", "pulse", "blink", "double", "wink", "fade")
"""In the order of their numbers on the link."""


class BadRig(ValueError):
    """A rig that cannot be used, in one sentence."""

    def __init__(self, path: str, line: int | None, message: str) -> None:
        super().__init__(f"{path}, line {line}: {message}" if line is not None else f"{path}: {message}")
        self.line = line


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A GPIO number (BCM) of the Pi."""


class CardPart(_Part, frozen=True):
    """A card reader on the Pi's SPI. reset_pin: GPIO number (BCM) of the wire to RST."""

    backend: Literal["rc522", "mfrc522"] = "rc522"
    bus: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    device: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    reset_pin: Pin | None = None
    gain: int = 33


class BoardPart(_Part, frozen=True):
    """A zone board. path: its serial line, best one under /dev/serial/by-id; without it all lines are searched.

    baud: the speed it was built for; 38400 is for adapters that cannot do the usual one.
    """

    path: str | None = None
    baud: Literal[250000, 38400] = 250000


class ZonePart(_Part, frozen=True):
    """What lies under a zone. reader: its number on the board, counted from 0. pixels: of the board's strip, from 0.

    pin: of a plain lamp on the Pi, in the place of pixels; such a zone needs no board.
    """

    board: str = ""
    reader: Annotated[int, msgspec.Meta(ge=0, lt=READERS_MOST)] | None = None
    pixels: tuple[Annotated[int, msgspec.Meta(ge=0, lt=MOST_PIXELS)], ...] = ()
    pin: Pin | None = None


class ButtonsPart(_Part, frozen=True):
    """Buttons between a pin of the Pi and ground. hide: drops what is private. next: a public screen's next act."""

    hide: Pin | None = None
    next: Pin | None = None


class BuzzerPart(_Part, frozen=True):
    """A buzzer that sounds by itself (an active one) on a pin of the Pi."""

    pin: Pin


class LightPart(_Part, frozen=True):
    """How a light looks."""

    colour: Annotated[str, msgspec.Meta(pattern=COLOUR)]
    pattern: Literal["steady", "pulse", "blink", "double", "wink", "fade"] = "steady"


class LightsPart(_Part, frozen=True):
    """brightness: of the brightest colour. names: lights that look otherwise than they usually do."""

    brightness: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.4
    names: dict[str, LightPart] = {}


class PresencePart(_Part, frozen=True):
    """Seconds; see `hardware.figures.FigureTiming`."""

    settle: Annotated[float, msgspec.Meta(ge=0.05, le=5.0)] = FigureTiming().settle
    between: Annotated[float, msgspec.Meta(ge=0.5, le=60.0)] = FigureTiming().between


class Rig(_Part, frozen=True):
    """A whole table. What is left out is not there."""

    readers: dict[str, CardPart] = {}
    boards: dict[str, BoardPart] = {}
    zones: dict[str, ZonePart] = {}
    buttons: ButtonsPart = ButtonsPart()
    buzzer: BuzzerPart | None = None
    lights: LightsPart = LightsPart()
    presence: PresencePart = PresencePart()

    @property
    def shines(self) -> dict[str, Shine]:
        """How each light looks, the usual ones included."""
        own = {
            name: Shine(red, green, blue, PATTERNS.index(part.pattern))
            for name, part in self.lights.names.items()
            for red, green, blue in [bytes.fromhex(part.colour[1:])]
        }
        return {**SHINES, **own}

    @property
    def places(self) -> dict[tuple[str, int], str]:
        """Which zone lies over the reader at (board, number)."""
        return {(zone.board, zone.reader): name for name, zone in self.zones.items() if zone.reader is not None}

    @property
    def lamps(self) -> dict[str, int]:
        """Zone -> the pin of its lamp, for those that have one."""
        return {name: zone.pin for name, zone in self.zones.items() if zone.pin is not None}

    @property
    def pressed(self) -> dict[Button, int]:
        """Button -> its pin."""
        named: dict[Button, int | None] = {"hide": self.buttons.hide, "next": self.buttons.next}
        return {name: pin for name, pin in named.items() if pin is not None}

    @property
    def empty(self) -> bool:
        """True when no device is named."""
        return not (self.readers or self.boards or self.zones or self.pressed or self.buzzer)

    @property
    def pixels(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Zone -> (board, its pixels), for those that have some."""
        return {name: (zone.board, zone.pixels) for name, zone in self.zones.items() if zone.pixels}


def read_rig(text: str | bytes, path: str = "rig.toml") -> Rig:
    """The rig that the text describes, from whatever editor; BadRig says what is wrong, and where."""
    try:
        written = TomlText.parse(Path(path), text.encode() if isinstance(text, str) else text)
    except BadFile as error:
        raise BadRig(path, error.line, error.message) from None
    try:
        rig = msgspec.convert(written.table, Rig)
    except msgspec.ValidationError as error:
        where, message = slip(error, written.table, Rig)
        raise BadRig(path, line_of(written.text, where), f"{'.'.join(where)}: {message}") from None
    for where, message in _wrong(rig):
        raise BadRig(path, line_of(written.text, where), f"{'.'.join(where)}: {message}")
    return rig


def written(rig: Rig) -> str:
    """The file that describes the rig, with what its words mean; read again it is the same.

    >>> left = BoardPart("/dev/serial/by-id/usb-1")
    >>> rig = Rig(boards={"left": left}, zones={"A1": ZonePart("left", 0, (0,))}, buttons=ButtonsPart(hide=22))
    >>> print(written(rig))
    # What stands on this table. Check it with: ./kuroko doctor
    <BLANKLINE>
    [boards.left]
    path = "/dev/serial/by-id/usb-1"     # without a path all lines are searched for the board's name
    <BLANKLINE>
    [zones]
    # zone on the map = its board, reader and pixels there, from 0; or the GPIO number of a plain lamp
    A1 = { board = "left", reader = 0, pixels = [0] }
    <BLANKLINE>
    [buttons]
    hide = 22                            # drops whatever is private; next = N is the next act
    <BLANKLINE>
    [lights]
    brightness = 0.4
    # names.heard = { colour = "#FF7800", pattern = "pulse" }  # or steady, blink, double, wink, fade
    <BLANKLINE>
    [presence]
    settle = 0.35                        # so many seconds must a figure rest before it has moved
    <BLANKLINE>
    >>> read_rig(written(rig)) == rig
    True
    """
    lines = ["# What stands on this table. Check it with: ./kuroko doctor", ""]
    for name, card in rig.readers.items():
        lines += [f"[readers.{_quoted(name)}]", *_fields(card), ""]
    for name, board in rig.boards.items():
        lines += [f"[boards.{_quoted(name)}]"]
        if board.path is not None:
            note = "     # without a path all lines are searched for the board's name"
            lines.append(f"path = {json.dumps(board.path)}{note}")
        lines += [f"baud = {board.baud}"] * (board.baud != BoardPart().baud) + [""]
    lines += [
        "[zones]",
        "# zone on the map = its board, reader and pixels there, from 0; or the GPIO number of a plain lamp",
    ]
    lines += [f"{_quoted(name)} = {{ {', '.join(_fields(zone))} }}" for name, zone in rig.zones.items()]
    if rig.pressed:
        lines += ["", "[buttons]", *_fields(rig.buttons)]
        lines[-1] = f"{lines[-1]:36} # drops whatever is private; next = N is the next act"
    if rig.buzzer is not None:
        lines += ["", "[buzzer]", *_fields(rig.buzzer)]
    lines += ["", "[lights]", f"brightness = {rig.lights.brightness}"]
    lines += [f"names.{_quoted(name)} = {{ {', '.join(_fields(part))} }}" for name, part in rig.lights.names.items()]
    if not rig.lights.names:
        lines.append(
            '# names.heard = { colour = "#FF7800", pattern = "pulse" }  # or steady, blink, double, wink, fade'
        )
    note = "# so many seconds must a figure rest before it has moved"
    lines += ["", "[presence]", f"{f'settle = {rig.presence.settle}':36} {note}"]
    if rig.presence.between != PresencePart().between:
        lines.append(f"between = {rig.presence.between}")
    return "\n".join([*lines, ""])


def _fields(part: _Part) -> list[str]:
    """Every field that is not as it is anyway, as TOML."""
    found = []
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        if value != field.default:
            found.append(f"{field.name} = {json.dumps(value, ensure_ascii=False)}")
    return found


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def rig_file(path: Path | None = None) -> Path:
    """The file of the rig: the one given, or in the folder KUROKO_HOME, or else in the user's own."""
    if path is not None:
        return path
    return Path(os.environ.get("KUROKO_HOME") or platformdirs.user_config_dir("kuroko", appauthor=False)) / "rig.toml"


def load_rig(path: Path) -> Rig:
    """The rig in a file; an empty one where there is none."""
    with suppress(OSError):  # reading it says why
        if not path.exists():
            return Rig()
    try:
        content = read_bytes(path)
    except BadFile as error:
        raise BadRig(str(path), None, error.message) from None
    return read_rig(content, str(path))


def _wrong(rig: Rig) -> list[tuple[tuple[str, ...], str]]:
    """What each part alone cannot know: where, and what."""
    found: list[tuple[tuple[str, ...], str]] = []
    for name, card in rig.readers.items():
        if card.gain not in GAINS:
            found.append((("readers", name, "gain"), f"it may be {', '.join(map(str, GAINS))}"))
    for name in rig.boards:
        if not BOARD_NAME.fullmatch(name):
            found.append((("boards", name), "a board's name has 1 to 16 plain letters"))
    for name in rig.lights.names:
        if name not in SHINES:
            near = get_close_matches(name, SHINES, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(SHINES)}"
            found.append((("lights", "names", name), f"there is no such light; {hint}"))
    readers: dict[tuple[str, int], str] = {}
    pixels: dict[tuple[str, int], str] = {}
    pins: dict[int, str] = {}
    for key, pin, what in _pins(rig):
        other = pins.setdefault(pin, what)
        if other != what:
            found.append((key, f"GPIO{pin} is {other}'s already"))
    for name, zone in rig.zones.items():
        where = ("zones", name)
        if not zone.board and (zone.reader is not None or zone.pixels):
            found.append((where, "a reader or pixels hang on a board; name it with board"))
        elif zone.board and zone.board not in rig.boards:
            boards = ", ".join(rig.boards) or "none"
            found.append((where, f"there is no board {zone.board!r}; there are: {boards}"))
        if zone.reader is not None:
            other = readers.setdefault((zone.board, zone.reader), name)
            if other != name:
                found.append((where, f"reader {zone.reader} of {zone.board} lies under zone {other} already"))
        for pixel in zone.pixels:
            other = pixels.setdefault((zone.board, pixel), name)
            if other != name:
                found.append((where, f"pixel {pixel} of {zone.board} shines for zone {other} already"))
    return found


SPI_PINS: Final = {0: (9, 10, 11), 1: (19, 20, 21)}
"""MISO, MOSI and SCLK of each bus (BCM); the chip selects beside them are the node's business."""
SELECTS: Final = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}


def _pins(rig: Rig) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """Every pin that the rig uses, with the key that says so and what it is for."""
    for name, card in rig.readers.items():
        where = ("readers", name)
        for pin in SPI_PINS.get(card.bus, ()):
            yield where, pin, f"SPI {card.bus}"
        if (card.bus, card.device) in SELECTS:
            yield where, SELECTS[card.bus, card.device], f"reader {name}"
        if card.reset_pin is not None:
            yield (*where, "reset_pin"), card.reset_pin, f"reader {name}"
    for name, pin in rig.lamps.items():
        yield ("zones", name, "pin"), pin, f"zone {name}"
    for button, pin in rig.pressed.items():
        yield ("buttons", button), pin, f"button {button}"
    if rig.buzzer is not None:
        yield ("buzzer", "pin"), rig.buzzer.pin, "the buzzer"
