"""The rig wizard, with boards on lines, chips on SPI and mock pins, and answers as a person would give them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.rig import BoardPart, ButtonsPart, BuzzerPart, CardPart, Rig, ZonePart, read_rig, written
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard
from hardware.wizard import Parts, Wizard
from tests.hardware.board.ptys import Wall, until
from tests.hardware.rigs import Bench

ZONES = ("A1", "A2", "B1", "B2")
Answer = str | Callable[[], str]


class Person:
    """Answers questions in order: each with a part of the question it is for, and the answer, or what gives it."""

    def __init__(self, *answers: tuple[str, Answer]) -> None:
        self.answers = list(answers)
        self.said: list[str] = []

    def ask(self, question: str) -> str:
        assert self.answers, f"nobody has an answer to {question!r}"
        part, answer = self.answers.pop(0)
        assert part in question, (part, question)
        return answer if isinstance(answer, str) else answer()

    def say(self, line: str) -> None:
        self.said.append(line)


def nothing(**more: Any) -> Parts:
    parts: dict[str, Any] = {"lines": list, "nodes": list, "factory": MockFactory(pin_class=MockPWMPin), **more}
    return Parts(**parts)


NO_PINS: tuple[tuple[str, Answer], ...] = (
    ("plain lamp", ""), ("hides everything", ""), ("next act", ""), ("buzzer", ""),
)  # fmt: skip


def test_a_table_without_anything_is_described_as_that() -> None:
    person = Person(*NO_PINS)
    assert Wizard(person.ask, person.say, Wall(), ZONES, nothing()).describe() == Rig()
    assert any("No zone board answers" in line for line in person.said)
    assert person.answers == []


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_each_reader_is_touched_and_each_light_watched(tmp_path: Path) -> None:
    board = RunningBoard("left")
    cable = Cable(board, tmp_path / "usb-left")
    cable.plug()

    def put(reader: int, name: str) -> Callable[[], str]:
        def act() -> str:
            for other in range(8):
                board.put(other, *(["DEADBEEF"] if other == reader else []))
            return name

        return act

    def watch(pixel: int, name: str) -> Callable[[], str]:
        def act() -> str:
            until(lambda: [at for at, light in enumerate(board.board.lights) if light] == [pixel])
            return name

        return act

    person = Person(
        ("Zone (0", put(5, "A1")),
        ("Zone (1", put(2, "b1")),
        ("Zone (2", put(2, "C9")),
        ("Zone (2", put(5, "A2")),
        ("under A1 already", "n"),
        ("Zone (2", ""),
        ("Pixel 0 shines. Under which zone? [A1]", watch(0, "")),
        ("Pixel 1 shines. Under which zone? [B1]", watch(1, "A1")),
        ("Pixel 2 shines", watch(2, "-")),
        ("Pixel 3 shines", watch(3, "A9")),
        ("Pixel 3 shines", watch(3, "A2")),
        ("Pixel 4 shines", watch(4, "q")),
        *NO_PINS,
    )
    try:
        rig = Wizard(person.ask, person.say, Wall(), ZONES, nothing(lines=lambda: [str(cable.link)])).describe()
    finally:
        cable.pull()
    assert person.answers == []
    assert rig.zones == {
        "A1": ZonePart("left", 5, (0, 1)),
        "A2": ZonePart("left", None, (3,)),
        "B1": ZonePart("left", 2),
    }
    assert any("No map has a zone C9" in line for line in person.said)
    assert read_rig(written(rig)) == rig


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_of_two_boards_with_one_name_the_second_gets_another(tmp_path: Path) -> None:
    cables = [Cable(RunningBoard("zones"), tmp_path / f"usb-{number}") for number in range(2)]
    lines = [cable.plug() and str(cable.link) for cable in cables]
    person = Person(
        ("Another board is called zones", "zones"), ("Another board is called zones", "much too long a name"),
        ("Another board is called zones", "left"), ("Zone (0", ""), ("Pixel 0", "q"), ("Pixel 0", "q"), *NO_PINS,
    )  # fmt: skip
    rig = Wizard(person.ask, person.say, Wall(), ZONES, nothing(lines=lambda: lines)).describe()
    assert rig.boards == {"zones": BoardPart(lines[0]), "left": BoardPart(lines[1])}
    assert person.said.count("  A board's name has 1 to 16 plain letters.") == 1
    for cable in cables:
        cable.pull()


def test_a_card_reader_is_found_named_and_tried() -> None:
    bench = Bench()
    silent = Bench()
    silent.chip.ailments.miso = "low"

    def lay() -> str:
        bench.lay("04A3C6CAE26180")
        return ""

    def card(part: CardPart) -> Callable[[], Any]:
        return (silent if part.device else bench).rc522

    person = Person(("answers at /dev/spidev0.0", ""), ("Lay a tag", lay), *NO_PINS)
    parts = nothing(nodes=lambda: ["/dev/spidev0.0", "/dev/spidev0.1"], card=card, pause=bench.clock.advance)
    rig = Wizard(person.ask, person.say, Wall(), ZONES, parts).describe()
    assert rig.readers == {"card": CardPart()}
    assert "  card reads 04A3C6CAE26180." in person.said


def test_a_card_reader_whose_reset_hangs_on_a_pin_is_found_by_it() -> None:
    """Until the pin is high the chip is silent; and what was chosen for it by hand before stays."""
    bench, silent = Bench(), Bench()
    silent.chip.ailments.miso = "low"

    def card(part: CardPart) -> Callable[[], Any]:
        return (bench if part.reset_pin == 25 else silent).rc522

    parts = nothing(nodes=lambda: ["/dev/spidev0.0"], card=card, pause=bench.clock.advance)
    person = Person(
        ("its RST hangs on", "25"), ("answers at /dev/spidev0.0", "a \"b\""), ("A name of its own", "by me"),
        ("A name of its own", "by-me"), ("Lay a tag", ""), *NO_PINS,
    )  # fmt: skip
    rig = Wizard(person.ask, person.say, Wall(), ZONES, parts).describe()
    assert rig.readers == {"by-me": CardPart(reset_pin=25)}
    before = {"by-me": CardPart(reset_pin=25, gain=48)}
    person = Person(("Its name? [by-me]", ""), ("Lay a tag", ""), *NO_PINS)
    assert Wizard(person.ask, person.say, Wall(), ZONES, parts, before).describe().readers == before
    assert person.answers == []


def test_pins_are_tried_and_none_is_given_twice() -> None:
    factory = MockFactory(pin_class=MockPWMPin)

    def press() -> str:
        factory.pin(22).drive_low()
        factory.pin(22).drive_high()
        return ""

    def look() -> str:
        until(lambda: factory.pin(5).state == 1.0)
        return "y"

    person = Person(
        ("plain lamp", "A2"),
        ("lamp of A2", "5"),
        ("Does it shine?", look),
        ("plain lamp", "B1"),
        ("lamp of B1", "5"),
        ("lamp of B1", "99"),
        ("lamp of B1", "6"),
        ("Does it shine?", "n"),
        ("plain lamp", ""),
        ("hides everything", "22"),
        ("Press it", press),
        ("next act", ""),
        ("buzzer", "24"),
        ("Did it sound?", ""),
    )
    rig = Wizard(person.ask, person.say, Wall(), ZONES, nothing(factory=factory)).describe()
    assert rig == Rig(zones={"A2": ZonePart(pin=5)}, buttons=ButtonsPart(hide=22), buzzer=BuzzerPart(24))
    assert "  GPIO5 is zone A2's already." in person.said
    assert "  The Pi has GPIO 0 to 27; Enter where there is none." in person.said
    assert "  It was felt." in person.said
    assert read_rig(written(rig)) == rig
