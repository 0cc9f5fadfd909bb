"""Our own driver says exactly what came back, on the chip model."""

import sys
from pathlib import Path
from unittest.mock import patch

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.outcomes import Dead, Garbled, Nothing, Several, Tag, Unavailable
from hardware.rc522 import GAINS, open_rc522
from hardware.registers import CHIPS
from hardware.simulated.tags import Bits, Picc, Stage
from hardware.uids import SAK_GOES_ON, crc_a, why_not_a_uid
from tests.hardware.rigs import BETWEEN, Bench

FOUR, SEVEN, OTHER_SEVEN, TEN = "DEADBEEF", "04A3C6CAE26180", "04A3C611223380", "0102030405060708090A"


class WrongBcc(Picc):
    def hear(self, frame: bytes, bits: int) -> Bits | None:
        answer = super().hear(frame, bits)
        return Bits(answer.value ^ 1 << 32, 40) if answer and answer.count == 40 else answer


class Sak(Picc):
    """Answers the select with bytes of its own."""

    sak = b"\x08" + crc_a(b"\x08")

    def hear(self, frame: bytes, bits: int) -> Bits | None:
        answer = super().hear(frame, bits)
        return Bits.of(self.sak) if answer and answer.count == 24 else answer


class WrongCrc(Sak):
    sak = b"\x08\x00\x00"


class GoesOnWithoutCascadeByte(Sak):
    sak = bytes([SAK_GOES_ON]) + crc_a(bytes([SAK_GOES_ON]))


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, "88A1B2C3"])
def test_a_tag_is_read_whole_each_time(uid: str) -> None:
    """Also one whose number only looks as if it went on: the SAK decides, not the first byte."""
    bench = Bench()
    bench.lay(uid)
    assert bench.polls(bench.rc522(), 5) == [Tag(uid)] * 5


def test_B5_two_tags_of_seven_bytes_are_two_cards() -> None:
    bench = Bench()
    reader = bench.rc522()
    seen = []
    for uid in (SEVEN, OTHER_SEVEN):
        bench.clear()
        bench.lay(uid)
        seen += bench.polls(reader, 1)
    assert seen == [Tag(SEVEN), Tag(OTHER_SEVEN)]


@pytest.mark.parametrize("uids", [("01020304", "01020704"), (SEVEN, OTHER_SEVEN), (FOUR, SEVEN), (FOUR, SEVEN, TEN)])
def test_several_tags_are_several_each_time(uids: tuple[str, ...]) -> None:
    bench = Bench()
    bench.lay(*uids)
    assert bench.polls(bench.rc522(), 4) == [Several()] * 4


def test_the_one_that_is_left_is_read_at_once() -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.lay(FOUR, SEVEN)
    bench.polls(reader, 2)
    bench.chip.lift(bench.chip.tags[0])
    assert bench.polls(reader, 1) == [Tag(SEVEN)]


def test_an_empty_poll_takes_at_most_33_transfers() -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.polls(reader, 2)
    before = bench.chip.transfers
    assert bench.polls(reader, 10) == [Nothing()] * 10
    assert (bench.chip.transfers - before) / 10 <= 12


def test_an_empty_poll_stays_cheap_where_waits_are_short() -> None:
    """With no waits at all only the transfers pass time: the chip's timer still ends the poll."""
    bench = Bench()
    reader = open_rc522(spi=bench.spi, pause=lambda seconds: None)
    assert not isinstance(reader, Unavailable)
    reader.poll()
    before = bench.chip.transfers
    assert reader.poll() == Nothing()
    assert bench.chip.transfers - before <= 60


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        (WrongBcc(FOUR), "the check byte of its number is wrong"),
        (WrongCrc(FOUR), "the check bytes of its SAK are wrong"),
        (GoesOnWithoutCascadeByte(FOUR), "level 1 goes on without the cascade byte"),
    ],
)
def test_what_does_not_check_is_garbled(tag: Picc, why: str) -> None:
    bench = Bench()
    bench.chip.lay(tag)
    assert bench.polls(bench.rc522(), 4) == [Garbled(why)] * 4


@pytest.mark.parametrize("uids", [(FOUR, SEVEN), (FOUR,)])
def test_after_a_collision_or_a_broken_answer_no_tag_remembers_it(uids: tuple[str, ...]) -> None:
    bench = Bench()
    bench.lay(*uids)
    bench.chip.ailments.garble = 1.0
    assert isinstance(bench.polls(bench.rc522(), 1)[0], Several | Garbled)
    assert {tag.stage for tag in bench.chip.tags} == {Stage.IDLE}


def test_a_tag_that_was_read_is_halted() -> None:
    bench = Bench()
    bench.lay(SEVEN)
    bench.polls(bench.rc522(), 1)
    assert bench.chip.tags[0].stage is Stage.HALT


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_bit_errors_never_make_another_number(uid: str) -> None:
    bench = Bench(seed=7)
    bench.lay(uid)
    bench.chip.ailments.garble = 0.3
    seen = bench.polls(bench.rc522(), 300)
    assert {outcome.uid for outcome in seen if isinstance(outcome, Tag)} == {uid}
    assert sum(isinstance(outcome, Garbled) for outcome in seen) > 30


def test_a_broken_exchange_does_not_cost_the_next_poll() -> None:
    bench = Bench(seed=3)
    reader = bench.rc522()
    bench.lay(SEVEN)
    bench.chip.ailments.garble = 1.0
    assert isinstance(bench.polls(reader, 1)[0], Garbled)
    bench.chip.ailments.garble = 0.0
    assert bench.polls(reader, 1) == [Tag(SEVEN)]


def test_B4_a_single_missed_wake_up_is_asked_again() -> None:
    bench = Bench()
    bench.lay(FOUR)
    bench.chip.ailments.miss_every = 18
    assert bench.polls(bench.rc522(), 60) == [Tag(FOUR)] * 60


@pytest.mark.parametrize(("line", "version"), [("low", "0x00"), ("high", "0xFF")])
def test_a_dead_line_is_not_an_empty_field(line: str, version: str) -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.polls(reader, 1)
    bench.chip.ailments.miso = "low" if line == "low" else "high"
    assert bench.polls(reader, 2) == [Dead(f"its version reads {version}")] * 2
    assert reader.restart() == Dead(f"its version reads {version}")
    bench.chip.ailments.miso = None
    assert reader.restart() is None
    assert bench.polls(reader, 1) == [Nothing()]


def test_B9_a_deaf_chip_is_noticed_in_the_same_poll_and_restarted() -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.lay(FOUR)
    bench.chip.ailments.deaf_after = 200
    seen = bench.polls(reader, 201)
    assert seen[:200] == [Tag(FOUR)] * 200
    assert seen[200] == Dead("its version reads 0x00")
    assert reader.restart() is None
    assert bench.polls(reader, 1) == [Tag(FOUR)]


def test_a_chip_that_lost_power_for_a_moment_is_noticed() -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.lay(FOUR)
    bench.polls(reader, 1)
    bench.chip.reset()
    assert isinstance(bench.polls(reader, 1)[0], Dead)
    assert reader.restart() is None
    assert bench.polls(reader, 1) == [Tag(FOUR)]


def test_a_line_that_fails_is_dead_and_no_exception() -> None:
    bench = Bench()
    reader = bench.rc522()
    reader._spi.close()
    assert isinstance(reader.poll(), Dead)
    assert isinstance(reader.check(), Dead)
    assert isinstance(reader.restart(), Dead)
    assert reader.version() == 0x00
    reader.close()
    reader.close()


@pytest.mark.parametrize("version", CHIPS)
def test_every_known_chip_and_clone_is_taken(version: int) -> None:
    bench = Bench(version)
    reader = bench.rc522()
    bench.lay(SEVEN)
    assert bench.polls(reader, 1) == [Tag(SEVEN)]
    assert reader.version() == version


@pytest.mark.parametrize("gain", GAINS)
def test_the_gain_is_set(gain: int) -> None:
    bench = Bench()
    reader = bench.rc522(gain=gain)
    reader.poll()
    assert bench.spi.chips[0, 0]._values[0x26] >> 4 == GAINS[gain]


def test_a_gain_that_the_chip_does_not_have_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="18, 23, 33, 38, 43, 48"):
        Bench().rc522(gain=40)


def test_closing_switches_the_field_off() -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.polls(reader, 1)
    assert bench.chip.field
    reader.close()
    assert not bench.chip.field


def test_the_reset_line_is_pulled_and_released() -> None:
    bench = Bench()
    factory = MockFactory()
    with patch.object(gpiozero.Device, "pin_factory", factory):
        reader = bench.rc522(reset_pin=25)
        pin = factory.pin(25)
        assert pin.state
        reader.restart()
        assert [change.state for change in pin.states][-2:] == [False, True]
        reader.close()
        factory.close()


def test_B28_a_reset_pin_that_cannot_be_had_is_a_sentence() -> None:
    bench = Bench()
    factory = MockFactory()
    with patch.object(gpiozero.Device, "pin_factory", factory):
        taken = gpiozero.LED(25)
        opened = open_rc522(spi=bench.spi, reset_pin=25)
        assert isinstance(opened, Unavailable)
        assert "GPIO25" in opened.say
        assert "without a reset pin" in opened.say
        taken.close()
        factory.close()
    with patch.dict(sys.modules, {"gpiozero": None}):
        assert isinstance(open_rc522(spi=bench.spi, reset_pin=25), Unavailable)


def test_B29_spi_that_is_off_is_a_sentence_with_the_step() -> None:
    opened = open_rc522(0, 1, spi=Bench().spi)
    assert opened == Unavailable(
        "There is no /dev/spidev0.1: SPI is off. Run: sudo raspi-config nonint do_spi 0 && sudo reboot"
    )


def test_B28_a_missing_library_is_a_sentence() -> None:
    with patch.dict(sys.modules, {"spidev": None}):
        with patch.object(Path, "exists", return_value=True):
            opened = open_rc522()
        assert opened == Unavailable(f"The library spidev is missing. Run: {sys.executable} -m pip install spidev")
        opened = open_rc522(9)
        assert isinstance(opened, Unavailable)
        assert opened.say.startswith("There is no /dev/spidev9.0: SPI is off."), "the library comes after"


@pytest.mark.parametrize(("error", "fix"), [(PermissionError(13, "no"), "usermod"), (OSError(16, "busy"), "busy")])
def test_a_node_that_may_not_be_opened_is_a_sentence(error: OSError, fix: str) -> None:
    class Node:
        max_speed_hz = mode = 0

        def open(self, bus: int, device: int) -> None:
            raise error

    opened = open_rc522(spi=Node)  # type: ignore[arg-type]
    assert isinstance(opened, Unavailable)
    assert fix in opened.say


def test_B31_a_phone_is_read_and_may_not_be_registered() -> None:
    bench = Bench()
    bench.lay("08A1B2C3")
    (seen,) = bench.polls(bench.rc522(), 1)
    assert isinstance(seen, Tag)
    assert "phone" in (why_not_a_uid(seen.uid) or "")


def test_a_removal_cycles_the_field_once_and_then_polls_are_cheap() -> None:
    bench = Bench()
    reader = bench.rc522()
    bench.lay(FOUR)
    bench.polls(reader, 1)
    bench.clear()
    started = bench.clock.now() + BETWEEN
    bench.polls(reader, 1)
    assert bench.clock.now() - started > 0.01, "the field was off and on for 5 ms each"
    started = bench.clock.now() + BETWEEN
    bench.polls(reader, 1)
    assert bench.clock.now() - started < 0.002
