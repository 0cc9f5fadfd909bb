"""The page on wiring, the program and the simulator say the same of every pin."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware.diagrams import made
from firmware.wiring import HEADER, PI, board
from hardware.rig import read_rig
from tests.firmware.simulator import LARGE, SMALL, Kind

FIRMWARE = Path(__file__).resolve().parent.parent.parent / "firmware"
PINS = (FIRMWARE / "zoneboard/pins.h").read_text(encoding="utf-8")
PAGE = (FIRMWARE / "README.md").read_text(encoding="utf-8")


def section(kind: Kind) -> str:
    """What pins.h says of the chip."""
    name = {"atmega328p": "__AVR_ATmega328P__", "atmega2560": "__AVR_ATmega2560__"}[kind.chip]
    return PINS.partition(f"({name})")[2].partition("#el")[0]


def numbers(cell: str) -> list[int]:
    """`22 to 24, then 9, 8` is 22, 23, 24, 9, 8."""
    found: list[int] = []
    for part in cell.replace("then", "").split(","):
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
    wired = board(kind.chip)
    assert numbers(rows["SDA (chip select) of readers 0, 1, 2, ..."]) == [*wired.selects]
    assert numbers(rows["SCK, MOSI, MISO of all readers"]) == [*wired.bus]
    assert int(rows["data of the WS2812 strip"]) == wired.strip
    assert int(rows["readers"]) == kind.readers == len(wired.selects)


def test_the_header_is_wired_as_the_page_says() -> None:
    """Every pin of the Pi that a drawing or the page names, at its place on the header; and each of them once."""
    assert len({wire.place for wire in PI}) == len(PI)
    for wire in PI:
        assert wire.place in HEADER[wire.pin]
    rows = [line.split("|") for line in PAGE.partition("## The Pi")[2].partition("```")[0].splitlines() if "|" in line]
    said = []
    for _, pins, places, *_rest in rows[2:]:
        names = re.findall(r"GPIO\d+|3\.3 V|GND", pins)
        said += zip(names, numbers(places), strict=True)
    assert sorted(said) == sorted((wire.pin, wire.place) for wire in PI)


def test_what_the_page_shows_of_rig_toml_can_be_read() -> None:
    shown = PAGE.partition("## The Pi")[2].split("```")[1]
    rig = read_rig(shown)
    pins = {wire.part: wire.pin for wire in PI if wire.kind == "signal" and wire.terminal != "RST"}
    said = [rig.pressed["hide"], rig.pressed["next"], rig.buzzer.pin if rig.buzzer else None, rig.lamps["A1"]]
    assert [f"GPIO{pin}" for pin in said] == [*pins.values()]


@pytest.mark.parametrize("path", made(), ids=lambda path: path.stem)
def test_the_drawings_are_those_of_the_tables(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == made()[path], "run: python -m firmware.diagrams"
    assert f"diagrams/{path.name}" in PAGE
    ElementTree.fromstring(made()[path])
    if path.stem.startswith("zoneboard"):
        wired = board(path.stem.partition("-")[2])
        assert f"SDA 0 = {wired.selects[0]}" in made()[path]
        assert f"SDA {len(wired.selects) - 1} = {wired.selects[-1]}" in made()[path]
