"""The page on wiring, the program and the simulator say the same of every pin."""

import re
from pathlib import Path

import pytest

from tests.firmware.simulator import LARGE, SMALL, Kind

FIRMWARE = Path(__file__).resolve().parent.parent.parent / "firmware"
PINS = (FIRMWARE / "zoneboard/pins.h").read_text(encoding="utf-8")
PAGE = (FIRMWARE / "WIRING.md").read_text(encoding="utf-8")
# Arduino's numbers for the ports that are used (the boards' published pin tables).
ARDUINO = {
    SMALL.chip: {"D": dict(enumerate(range(8))), "B": dict(enumerate(range(8, 14)))},
    LARGE.chip: {
        "A": {bit: 22 + bit for bit in range(8)},
        "C": {bit: 37 - bit for bit in range(8)},
        "L": {bit: 49 - bit for bit in range(8)},
        "E": {3: 5},
    },
}


def section(kind: Kind) -> str:
    """What pins.h says of the chip."""
    name = {"atmega328p": "__AVR_ATmega328P__", "atmega2560": "__AVR_ATmega2560__"}[kind.chip]
    return PINS.partition(f"({name})")[2].partition("#el")[0]


def numbers(cell: str) -> list[int]:
    """`22 to 24, then 9, 8` is 22, 23, 24, 9, 8."""
    found: list[int] = []
    for part in re.split(r",", cell.replace("then", "")):
        first, _, last = part.partition(" to ")
        found += range(int(first), int(last or first) + 1)
    return found


@pytest.mark.parametrize(("kind", "column"), [(SMALL, 2), (LARGE, 3)], ids=lambda value: getattr(value, "chip", ""))
def test_every_pin(kind: Kind, column: int) -> None:
    selects = re.findall(r"\{&PORT(\w), 1 << (\d)\}", section(kind))
    assert "".join(port + bit for port, bit in selects) == kind.selects
    assert f"#define READERS {len(selects)}" in section(kind)
    assert f"#define PIXEL_PORT PORT{kind.pixel[0]}" in section(kind)
    assert f"#define PIXEL_BIT (1 << {kind.pixel[1]})" in section(kind)
    rows = {line.split("|")[1].strip(): line.split("|")[column].strip() for line in PAGE.splitlines() if "|" in line}
    arduino = ARDUINO[kind.chip]
    assert numbers(rows["SDA (chip select) of readers 0, 1, 2, ..."]) == [arduino[p][int(b)] for p, b in selects]
    assert int(rows["data of the WS2812 strip"]) == arduino[kind.pixel[0]][int(kind.pixel[1])]
    assert int(rows["readers"]) == kind.readers
