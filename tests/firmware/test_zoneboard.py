"""The firmware's image on both chips: readers, lights, name and watchdog, on register-level models."""

import statistics

import pytest

from hardware.board.lines import SLOW_BAUD
from hardware.board.link import Became, Came, Fare, Lost, Opened, Surveyed, Went
from hardware.board.protocol import (
    ASK_HEALTH,
    MOST_PIXELS,
    PATTERN_BLINK,
    PATTERN_PULSE,
    RESET_WATCHDOG,
    STATE_DEAD,
    STATE_UNCLEAR,
    STATE_WELL,
)
from hardware.figures import Figures, Stands
from tests.firmware.simulator import HAS_SIMULATOR, LARGE, SMALL, WHY_NOT, Kind
from tests.firmware.talk import Talk, talk

pytestmark = pytest.mark.skipif(not HAS_SIMULATOR, reason=WHY_NOT)

BOTH = pytest.mark.parametrize("kind", [SMALL, LARGE], ids=lambda kind: kind.chip)
FOUR, SEVEN, OTHER_SEVEN, TEN = "DEADBEEF", "04A3C6CAE26180", "04A3C611223380", "04A3C6CAE26180112233"
RED, GREEN = (200, 0, 0), (0, 100, 50)


def painted(both: Talk, *pixels: int) -> None:
    both.host.paint(bytes([*RED, *GREEN]))
    both.host.show(bytes(pixels))
    both.run(0.1)


@BOTH
def test_B5_tags_of_every_length_arrive_and_leave_with_their_full_numbers(kind: Kind) -> None:
    with talk(kind) as both:
        last = kind.readers - 1
        both.board.lay(0, FOUR)
        both.board.lay(1, SEVEN)
        both.board.lay(2, OTHER_SEVEN)
        both.board.lay(last, TEN)
        came = {(0, FOUR), (1, SEVEN), (2, OTHER_SEVEN), (last, TEN)}
        both.until(*(Came(reader, uid) for reader, uid in came))
        assert both.lying() == came
        for reader, uid in came:
            both.board.lift(reader, uid)
        both.until(*(Went(reader, uid) for reader, uid in came))
        assert both.board.fields_most == 1, "one reader is energised at a time"


def test_tags_that_lie_together_are_all_read() -> None:
    """Whatever their lengths, and however alike they begin."""
    with talk() as both:
        for uid in (SEVEN, OTHER_SEVEN, FOUR):
            both.board.lay(3, uid)
        both.until(Came(3, SEVEN), Came(3, OTHER_SEVEN), Came(3, FOUR))
        both.board.lift(3, SEVEN)
        both.until(Went(3, SEVEN))
        assert both.lying() == {(3, OTHER_SEVEN), (3, FOUR)}


def test_an_empty_reader_is_polled_with_few_transfers() -> None:
    with talk() as both:
        before = [(chip.transfers, chip.wake_ups) for chip in both.board.chips]
        both.run(1.0)
        for chip, (transfers, polls) in zip(both.board.chips, before, strict=True):
            assert (chip.transfers - transfers) / (chip.wake_ups - polls) <= 40
            assert chip.wake_ups - polls >= 18, "and often"


def test_B4_misses_are_no_absence() -> None:
    with talk() as both:
        both.board.lay(1, SEVEN)
        both.until(Came(1, SEVEN))
        for every in (18, 2):
            both.board.chips[1].ailments.miss_every = every
            assert both.run(1.5) == []


@BOTH
def test_B4_how_readers_fare_is_counted_and_told_with_their_chips(kind: Kind) -> None:
    with talk(kind) as both:
        last = kind.readers - 1
        both.board.lay(last, SEVEN)
        both.until(Came(last, SEVEN))
        both.board.chips[last].ailments.miss_every = 3
        both.run(2.5)
        both.host.ask(ASK_HEALTH)
        both.run(0.3)
        fare = {reader: one for told in both.told if isinstance(told, Fare) for reader, one in told.readers.items()}
        assert {one.chip for one in fare.values()} == {both.board.chips[0].version}
        assert fare[0].asked == 0
        assert 12 <= fare[last].asked <= 60
        assert 0.4 <= fare[last].missed / fare[last].asked <= 0.55, "each visit with a tag wakes it twice"


def test_garbled_is_not_absent() -> None:
    with talk() as both:
        both.board.lay(1, SEVEN)
        both.until(Came(1, SEVEN))
        for reader in (1, 2):
            both.board.chips[reader].ailments.garble = 1.0
        assert both.run(1.0) == [], "what lies there lies there"
        both.board.lay(2, FOUR)
        both.until(Became(2, STATE_UNCLEAR))
        both.board.chips[2].ailments.garble = 0.0
        both.until(Came(2, FOUR), Became(2, STATE_WELL))


def test_half_of_the_answers_garbled_is_a_steady_figure() -> None:
    with talk() as both:
        both.board.chips[5].ailments.garble = 0.2
        both.board.lay(5, SEVEN)
        both.until(Came(5, SEVEN))
        assert both.run(2.0) == []


def test_B9_a_reader_that_goes_deaf_is_restarted_and_nothing_leaves() -> None:
    with talk() as both:
        both.board.lay(4, SEVEN)
        both.until(Came(4, SEVEN))
        both.board.chips[4].ailments.deaf_after = both.board.chips[4].wake_ups + 20
        both.until(Became(4, STATE_DEAD), Became(4, STATE_WELL), within=3.0)
        both.run(0.5)
        assert both.lying() == {(4, SEVEN)}


def test_a_reader_that_lost_its_settings_gets_them_again() -> None:
    with talk() as both:
        both.board.lay(4, SEVEN)
        both.until(Came(4, SEVEN))
        for _ in range(5):
            both.board.chips[4].reset()
            both.run(0.2)
        assert both.lying() == {(4, SEVEN)}


def test_missing_readers_are_told_and_do_not_slow_the_others() -> None:
    with talk(readers=2) as both:
        assert {told.reader for told in both.told if told == Became(getattr(told, "reader", 0), STATE_DEAD)} == {
            *range(2, 8)
        }
        before = both.board.chips[0].wake_ups
        both.run(1.0)
        assert both.board.chips[0].wake_ups - before >= 50


def test_one_reader_alone_reads_several_tags() -> None:
    with talk(readers=1) as both:
        both.board.lay(0, FOUR)
        both.board.lay(0, SEVEN)
        both.until(Came(0, FOUR), Came(0, SEVEN))
        assert both.run(2.0) == []


@BOTH
def test_lights_are_what_a_strip_understands(kind: Kind) -> None:
    with talk(kind) as both:
        painted(both, 1, 2, 0, 1)
        pixels, _ = both.board.pixels()
        assert pixels[:4] == [RED, GREEN, (0, 0, 0), RED]
        assert len(pixels) == MOST_PIXELS
        assert both.board.bad_pulses == 0
        assert both.board.longest_gap < 6e-6, "some strips take more for the end of a frame"


@pytest.mark.slow
@BOTH
def test_the_slow_speed_loses_nothing_either(kind: Kind) -> None:
    """For adapters that cannot do the usual one: whole frames of lights, and figures all the while."""
    with talk(kind, baud=SLOW_BAUD) as both:
        painted(both, *[1] * MOST_PIXELS)
        before = both.board.lost
        for number in range(10):
            both.board.lay(number % kind.readers, f"0403{number:04X}112233")
            both.host.show(bytes([1 + number % 2] * MOST_PIXELS))
            both.until(Came(number % kind.readers, f"0403{number:04X}112233"))
            both.run(0.05)
        assert both.board.pixels()[0][0] == GREEN
        assert (both.board.lost, both.host.tally.resends, both.host.tally.sessions) == (before, 0, 1)


def test_patterns_run_on_the_board() -> None:
    with talk() as both:
        painted(both, 1, 1 | PATTERN_PULSE << 4, 1 | PATTERN_BLINK << 4)
        steady, pulse, blink = set(), set(), set()
        for _ in range(45):
            both.run(0.05)
            pixels, _ = both.board.pixels()
            for seen, pixel in zip((steady, pulse, blink), pixels, strict=False):
                seen.add(pixel)
        assert steady == {RED}
        assert blink == {RED, (0, 0, 0)}
        assert len(pulse) > 10
        assert (0, 0, 0) not in pulse


def test_lights_shine_at_once() -> None:
    """At most 60 ms from the host's decision to the pin."""
    with talk() as both:
        painted(both, 0)
        for number in range(10):
            both.run(0.2 + number * 0.013)
            start = both.board.now
            both.host.show(bytes([1 + number % 2, number + 1 & 1]))
            both.run(0.08)
            pixels, at = both.board.pixels()
            assert pixels[0] == (RED, GREEN)[number % 2]
            assert start < at < start + 0.06


def test_the_host_goes_on_talking_while_pixels_are_sent() -> None:
    with talk() as both:
        painted(both, *[1 | PATTERN_PULSE << 4] * MOST_PIXELS)
        before = both.board.lost  # while it started it did not listen yet
        for number in range(150):
            both.host.show(bytes([number % 3, *[1 | PATTERN_PULSE << 4] * (MOST_PIXELS - 1)]))
            both.run(0.01)
        assert both.board.lost == before
        assert both.host.tally.resends <= 3


def test_without_a_host_the_board_shows_that_it_waits() -> None:
    with talk() as both:
        painted(both, *[1] * MOST_PIXELS)
        both.listening = False
        both.run(2.5)
        assert both.board.pixels()[0][1] == RED
        both.run(1.0)
        first, *others = both.board.pixels()[0]
        assert first[:2] == (0, 0)
        assert first[2] > 0
        assert set(others) == {(0, 0, 0)}
        both.listening = True
        both.run(1.0)
        assert set(both.board.pixels()[0]) == {RED}, "and what shone shines again"


@BOTH
def test_the_name_stays_without_power_and_tags_do_not_leave_by_a_reset(kind: Kind) -> None:
    with talk(kind) as both:
        both.board.lay(1, SEVEN)
        both.until(Came(1, SEVEN))
        both.host.rename("by the door")
        both.run(0.5)
        both.board.reset()
        told = both.run(4.0)
        assert [type(one) for one in told] == [Lost, Opened, Surveyed]
        assert both.host.hello is not None
        assert both.host.hello.name == "by the door"


def test_a_program_that_hangs_is_started_again_by_the_watchdog() -> None:
    with talk() as both:
        both.board.lay(1, SEVEN)
        both.until(Came(1, SEVEN))
        both.board.stick()
        both.run(0.2)
        both.board.unstick()
        both.run(3.0)
        assert both.host.hello is not None
        assert both.host.hello.reset & RESET_WATCHDOG
        assert both.lying() == {(1, SEVEN)}


def arrivals(count: int) -> list[float]:
    """Seconds from a tag's being put down to its ARRIVE on the line, on a board with eight readers and other tags."""
    with talk() as both:
        for reader in range(0, 8, 3):
            both.board.lay(reader, OTHER_SEVEN[:-2] + f"{reader:02X}")
        both.run(1.0)
        took = []
        for number in range(count):
            both.run(0.01 + (number * 37 % 101) / 1000)
            reader, uid = number * 5 % 8, f"0401{number:04X}112233"
            both.arrivals.clear()
            put = both.board.now
            both.board.lay(reader, uid)
            both.until(Came(reader, uid))
            took += [at - put for arrived, at in both.arrivals if arrived == uid]
            both.board.lift(reader, uid)
            both.run(0.25)
        assert len(took) == count
        return took


def test_an_arrival_is_told_soon() -> None:
    took = arrivals(6)
    assert statistics.median(took) <= 0.060
    assert max(took) <= 0.130


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_five_hundred_arrivals() -> None:
    took = arrivals(500)
    print(f"put down -> ARRIVE sent: median {statistics.median(took) * 1e3:.1f} ms, worst {max(took) * 1e3:.1f} ms")
    assert statistics.median(took) <= 0.060
    assert max(took) <= 0.130


HOST_SHARE = 0.005
"""Seconds that the verdict and its row may take, charged whole; `bench_board` measures them."""


def lights(count: int) -> list[float]:
    """Seconds from a figure's having stood still for the settle time to the light of its zone on the pin."""
    with talk() as both:
        for reader in range(0, 8, 3):
            both.board.lay(reader, OTHER_SEVEN[:-2] + f"{reader:02X}")
        painted(both, *[0] * MOST_PIXELS)
        both.run(1.0)
        took = []
        for number in range(count):
            both.run(0.01 + (number * 37 % 101) / 1000)
            reader, uid = number * 5 % 8, f"0402{number:04X}112233"
            figures, colour = Figures(), number % 2
            both.board.lay(reader, uid)
            both.until(Came(reader, uid))
            figures.came(uid, str(reader), both.board.now)
            settled = both.board.now + figures.timing.settle
            while Stands(uid, str(reader), None) not in figures.step(both.board.now):
                both.step()
            both.run(HOST_SHARE)
            shown = [0] * MOST_PIXELS
            shown[reader] = 1 + colour
            both.host.show(bytes(shown))
            while both.board.pixels()[0][reader] != (RED, GREEN)[colour]:
                both.step()
                assert both.board.now < settled + 1.0
            took.append(both.board.pixels()[1] - settled)
            both.board.lift(reader, uid)
            both.run(0.25)
        return took


def test_a_zone_lights_soon_after_its_figure_settled() -> None:
    assert max(lights(4)) <= 0.060


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hundred_zones_light() -> None:
    took = lights(100)
    print(f"settled -> light on the pin: median {statistics.median(took) * 1e3:.1f} ms, worst {max(took) * 1e3:.1f} ms")
    assert max(took) <= 0.060
