"""Lamps, buttons and buzzer on gpiozero's mock pins: what a frame shows, what is pressed, what is said of bad pins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.ports import Observation, Pressed
from hardware.board.protocol import PATTERN_STEADY
from hardware.board.zones import SHINES
from hardware.devices import Devices
from hardware.pins import SOUNDS, Answering, Pins, level
from hardware.rig import BadRig, read_rig
from hardware.simulated.clock import VirtualClock
from tests.hardware.rigs import Kept

HIDE, NEXT, BUZZER = 22, 23, 24
LAMPS = {"17": 5, "18": 6}


class Bench:
    """Pins without a thread, and what they posted."""

    def __init__(self, **more: Any) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.clock = VirtualClock()
        self.inbox = Kept()
        parts: dict[str, Any] = {"lamps": LAMPS, "buttons": {"hide": HIDE, "next": NEXT}, "buzzer": BUZZER, **more}
        self.pins = Pins(self.clock, brightness=0.5, factory=self.factory, **parts)
        self.pins.attach(self.inbox)

    def states(self, seconds: float = 0.0) -> list[float]:
        """How bright both lamps are, and whether the buzzer sounds, so much later."""
        self.clock.advance(seconds)
        self.pins.step(self.clock.now())
        return [round(float(self.factory.pin(pin).state), 2) for pin in (*LAMPS.values(), BUZZER)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    found = Bench()
    yield found
    found.pins.close()


def test_a_frame_is_the_whole_state(bench: Bench) -> None:
    bench.pins.show({"17": "legal", "99": "legal"})
    assert bench.states()[:2] == [0.5, 0.0]
    bench.pins.show({"18": "legal"})
    assert bench.states()[:2] == [0.0, 0.5]
    bench.pins.show({})
    assert bench.states() == [0.0, 0.0, 0.0]


def test_lamps_of_one_colour_differ_by_their_pattern() -> None:
    seen = {}
    for name, shine in SHINES.items():
        seen[name] = [round(level(shine, t / 20), 2) for t in range(40)]
        steady = shine.pattern == PATTERN_STEADY
        assert (len(set(seen[name])) == 1) == steady
        assert max(seen[name]) == 1.0
    assert len({tuple(levels) for levels in seen.values()}) == len(SHINES)


def test_a_lamp_that_blinks_goes_on_though_the_same_frame_is_shown_again(bench: Bench) -> None:
    other = Bench()
    other.pins.show({"17": "detected"})
    seen = set()
    for _ in range(30):
        bench.pins.show({"17": "detected"})
        seen.add(bench.states(0.03)[0])
        assert bench.states() == other.states(0.03)
    assert seen == {0.0, 0.5}
    other.pins.close()


def test_buttons_say_which(bench: Bench) -> None:
    for pin, button in ((HIDE, "hide"), (NEXT, "next"), (HIDE, "hide")):
        bench.factory.pin(pin).drive_low()
        bench.factory.pin(pin).drive_high()
        assert bench.inbox.reports[-1] == Pressed(button)
    assert len(bench.inbox.reports) == 3
    bench.pins.close()
    bench.factory.pin(HIDE).drive_low()
    assert len(bench.inbox.reports) == 3


def sounds(bench: Bench, seconds: float = 1.0) -> list[int]:
    """Whether it sounds, every 20 ms."""
    return [int(bench.states(0.02)[2]) for _ in range(round(seconds / 0.02))]


def test_every_tag_on_a_card_reader_sounds_the_same_before_anybody_judges_it(bench: Bench) -> None:
    order: list[str] = []

    class Referee:
        def post(self, report: object) -> None:
            order.append(f"posted, sounding {bench.pins._sounding is not None}")

    front = Answering(Referee(), bench.pins, ("card",))
    heard = []
    for uid in ("04A3C6CAE26180", "DEADBEEF", "08A1B2C3"):
        front.post(Observation("card", uid))
        heard.append(sounds(bench))
    assert heard[0] == heard[1] == heard[2]
    assert sum(heard[0]) > 0
    assert order == ["posted, sounding True"] * 3
    front.post(Observation("card", "DEADBEEF", "leave"))
    front.post(Observation("zone:17", "DEADBEEF"))
    assert sum(sounds(bench)) == 0


@pytest.mark.parametrize("name", ["heard", "detected"])
def test_what_the_lights_begin_to_show_sounds_once(bench: Bench, name: str) -> None:
    bench.pins.show({"17": name})
    first = sounds(bench)
    assert sum(first) == pytest.approx(sum(end - start for start, end in SOUNDS[name]) / 0.02, abs=3)
    bench.pins.show({"17": name})
    assert sum(sounds(bench)) == 0, "the same frame is shown after each decision, whatever it was"
    bench.pins.show({"17": name, "18": "legal"})
    assert sum(sounds(bench)) == 0
    bench.pins.show({"17": name, "18": name})
    assert sum(sounds(bench)) == pytest.approx(sum(first), abs=3)


def test_B28_without_a_pin_library_everything_else_goes_on() -> None:
    with patch.dict(sys.modules, {"gpiozero": None}):
        bench = Bench()
    (said,) = bench.inbox.troubles()
    assert said.startswith("What hangs on the Pi's pins cannot be used: the library gpiozero is missing. Run: /")
    assert said.endswith(" -m pip install gpiozero lgpio.")
    bench.pins.show({"17": "legal"})
    bench.pins.step(0.0)
    bench.pins.close()


def test_B28_a_machine_without_pins_is_said_with_the_way_out() -> None:
    class NoPins:
        def __getattr__(self, name: str) -> Any:
            from gpiozero.exc import BadPinFactory

            raise BadPinFactory("Unable to load any default pin factory!")

    bench = Bench()
    bench.pins.close()
    inbox = Kept()
    pins = Pins(bench.clock, lamps={"17": 5}, factory=NoPins())
    pins.attach(inbox)
    (said,) = inbox.troubles()
    assert said.startswith("The lamp of zone 17 cannot be used: this machine's pins cannot be reached.")
    assert "apt install python3-lgpio" in said
    pins.close()


def test_B28_a_machine_without_pins_says_so_once_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device
    from gpiozero.exc import BadPinFactory

    def none() -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "ensure_pin_factory", none)
    inbox = Kept()
    pins = Pins(VirtualClock(), lamps={str(pin): pin for pin in range(4, 28)}, buttons={"hide": 2}, buzzer=3)
    pins.attach(inbox)
    (said,) = inbox.troubles()
    assert said.startswith("What hangs on the Pi's pins cannot be used: this machine's pins cannot be reached.")
    pins.show({"5": "legal"})
    pins.step(0.0)
    pins.close()


def test_B28_a_pin_in_use_is_named_and_the_others_work() -> None:
    from gpiozero import LED

    bench = Bench(lamps={}, buttons={}, buzzer=None)
    taken = LED(5, pin_factory=bench.factory)
    inbox = Kept()
    pins = Pins(bench.clock, lamps=LAMPS, brightness=1.0, factory=bench.factory)
    pins.attach(inbox)
    (said,) = inbox.troubles()
    assert "GPIO5 is in use. End other programs that use it" in said
    pins.show({"17": "legal", "18": "legal"})
    pins.step(0.0)
    assert bench.factory.pin(6).state == 1.0
    pins.close()
    taken.close()


RIG = """[zones]
17 = { pin = 5 }
18 = { pin = 6 }
[buttons]
hide = 22
[buzzer]
pin = 24
[lights]
brightness = 1.0
"""


def test_a_rigs_devices_have_its_pins() -> None:
    factory, inbox = MockFactory(pin_class=MockPWMPin), Kept()
    rig = read_rig(RIG)
    assert not rig.empty
    devices = Devices(rig, VirtualClock(), factory=factory)
    devices.pins.attach(inbox)
    devices.show({"17": "legal"})
    devices.pins.step(0.0)
    assert (factory.pin(5).state, factory.pin(6).state) == (1.0, 0.0)
    factory.pin(22).drive_low()
    assert inbox.reports == [Pressed("hide")]
    devices.close()
    assert factory.pin(5).state != 1.0


def test_a_buzzer_is_silent_for_so_long_as_nobody_wants_to_hear_it(bench: Bench) -> None:
    bench.pins.show({"17": "detected"})
    bench.pins.hush(True)
    assert sum(sounds(bench)) == 0, "what has begun too"
    bench.pins.show({"18": "heard"})
    bench.pins.sound("tag")
    assert sum(sounds(bench)) == 0
    bench.pins.hush(False)
    assert sum(sounds(bench)) == 0, "what was missed is not made up for"
    bench.pins.sound("tag")
    assert sum(sounds(bench)) > 0
    silent = Devices(read_rig(RIG), VirtualClock(), sound=False, factory=MockFactory(pin_class=MockPWMPin))
    silent.pins.sound("tag")
    assert silent.pins._sounding is None


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("hide = 22", "hide = 5", 5, "GPIO5 is zone 17's already"),
        ("pin = 24", "pin = 22", 7, "GPIO22 is button hide's already"),
        ("hide = 22", "hide = 28", 5, "a whole number from 0 to 27"),
        ("hide = 22", "hied = 22", 5, "no word 'hied'"),
        ("{ pin = 6 }", "{ pin = 6, reader = 1 }", 3, "a reader or pixels hang on a board"),
        ("[zones]", "[readers.card]\n[zones]", 3, ""),
        ("[zones]\n17 = { pin = 5 }", "[readers.card]\n[zones]\n17 = { pin = 10 }", 3, "GPIO10 is SPI 0's already"),
        ("[zones]\n17 = { pin = 5 }", "[readers.card]\n[zones]\n17 = { pin = 8 }", 3, "GPIO8 is reader card's already"),
    ],
)
def test_pins_that_cannot_be_are_an_error_with_the_line(old: str, new: str, line: int, said: str) -> None:
    text = RIG.replace(old, new, 1)
    if not said:
        read_rig(text)
        return
    with pytest.raises(BadRig) as error:
        read_rig(text)
    assert said in str(error.value)
    assert error.value.line == line
