"""What is wired where, as tables: the pages on wiring, their drawings and the firmware are held to the same pins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

PINS: Final = Path(__file__).resolve().parent / "zoneboard" / "pins.h"

HEADER: Final = {
    "3.3 V": (1, 17), "5 V": (2, 4), "GND": (6, 9, 14, 20, 25, 30, 34, 39),
    "GPIO5": (29,), "GPIO6": (31,), "GPIO7": (26,), "GPIO8": (24,), "GPIO9": (21,), "GPIO10": (19,), "GPIO11": (23,),
    "GPIO22": (15,), "GPIO23": (16,), "GPIO24": (18,), "GPIO25": (22,),
}  # fmt: skip
"""The places on the 40-pin header that we use; it is the same on the Raspberry Pi 4 and 5."""


class Wire(NamedTuple):
    """From the Pi's header to a part: which of the places of that name, and how the wire is drawn."""

    pin: str
    place: int
    part: str
    terminal: str
    kind: str


READER: Final = "card reader RC522"
SECOND: Final = "second card reader"
PI: Final = (
    Wire("3.3 V", 1, READER, "3.3V", "power"),
    Wire("GPIO10", 19, READER, "MOSI", "bus"),
    Wire("GPIO9", 21, READER, "MISO", "bus"),
    Wire("GPIO11", 23, READER, "SCK", "bus"),
    Wire("GPIO8", 24, READER, "SDA", "select"),
    Wire("GPIO25", 22, READER, "RST", "signal"),
    Wire("GND", 25, READER, "GND", "ground"),
    Wire("GPIO7", 26, SECOND, "SDA", "select"),
    Wire("GPIO22", 15, "button: hide everything", "A", "signal"),
    Wire("GND", 14, "button: hide everything", "B", "ground"),
    Wire("GPIO23", 16, "button: next", "A", "signal"),
    Wire("GND", 20, "button: next", "B", "ground"),
    Wire("GPIO24", 18, "active buzzer, 3.3 V", "+", "signal"),
    Wire("GND", 34, "active buzzer, 3.3 V", "-", "ground"),
    Wire("GPIO5", 29, "lamp with 330 ohm", "+", "signal"),
    Wire("GND", 30, "lamp with 330 ohm", "-", "ground"),
)


class Board(NamedTuple):
    """A zone board as Arduino numbers its pins. shifted: its 5 V must be brought down for the readers."""

    chip: str
    name: str
    bus: tuple[int, int, int]
    selects: tuple[int, ...]
    strip: int
    shifted: bool


# Arduino's numbers of the ports that are used (the boards' published pin tables).
_SMALL = {"D": dict(enumerate(range(8))), "B": dict(enumerate(range(8, 14)))}
_LARGE = {
    "A": {bit: 22 + bit for bit in range(8)},
    "C": {bit: 37 - bit for bit in range(8)},
    "L": {bit: 49 - bit for bit in range(8)},
    "E": {3: 5},
}


def board(chip: str) -> Board:
    """The zone board with that chip, as pins.h has it.

    >>> board("atmega328p").selects, board("atmega2560").strip
    ((10, 9, 8, 7, 5, 4, 3, 2), 5)
    """
    small = chip == "atmega328p"
    macro = "__AVR_ATmega328P__" if small else "__AVR_ATmega2560__"
    said = PINS.read_text(encoding="utf-8").partition(f"({macro})")[2].partition("#el")[0]
    numbers = _SMALL if small else _LARGE
    selects = tuple(numbers[port][int(bit)] for port, bit in re.findall(r"\{&PORT(\w), 1 << (\d)\}", said))
    port, bit = re.findall(r"PIXEL_PORT PORT(\w)|PIXEL_BIT \(1 << (\d)\)", said)
    name = "Pro Mini, 3.3 V, 8 MHz" if small else "Mega 2560, 5 V, 16 MHz"
    return Board(chip, name, (13, 11, 12) if small else (52, 51, 50), selects, numbers[port[0]][int(bit[1])], not small)


CHIPS: Final = ("atmega328p", "atmega2560")
