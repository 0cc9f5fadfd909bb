"""One suite for both drivers, where they agree; what only one can do is in the files of their names."""

import sys
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from hardware.backends import NAMES, Backend, opener
from hardware.outcomes import Dead, Garbled, Nothing, Outcome, Several, Tag, Unavailable
from hardware.presence import Change, Spot, Timing, see
from tests.hardware.rigs import BETWEEN, Bench, opened_package, package_on

Rig = tuple[Bench, Backend]


@pytest.fixture(params=NAMES)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    bench = Bench()
    if request.param == "rc522":
        yield bench, bench.rc522()
    else:
        with package_on(bench):
            pytest.importorskip("mfrc522", reason="the optional package mfrc522 is not installed")
            yield bench, opened_package()


def polls(rig: Rig, count: int) -> list[Outcome]:
    bench, backend = rig
    seen = []
    for _ in range(count):
        bench.clock.advance(BETWEEN)
        seen.append(backend.poll())
    return seen


def changes(rig: Rig, count: int, spot: Spot) -> tuple[Spot, list[Change]]:
    """What presence makes of so many polls."""
    found: list[Change] = []
    for _ in range(count):
        (outcome,) = polls(rig, 1)
        spot, some = see(spot, outcome, rig[0].clock.now(), Timing())
        found += some
    return spot, found


def test_an_empty_field_is_nothing(rig: Rig) -> None:
    assert polls(rig, 3) == [Nothing()] * 3


def test_a_tag_of_four_bytes_is_its_number_and_nothing_between_is_wrong(rig: Rig) -> None:
    rig[0].lay("13E67515")
    seen = polls(rig, 6)
    assert seen[0] == Tag("13E67515")
    assert seen.count(Tag("13E67515")) >= 3
    assert {type(outcome) for outcome in seen} <= {Tag, Nothing}


def test_presence_makes_one_arrival_and_one_departure_of_it(rig: Rig) -> None:
    rig[0].lay("13E67515")
    spot, arrived = changes(rig, 100, Spot())
    rig[0].clear()
    spot, left = changes(rig, 10, spot)
    assert [*map(repr, arrived), *map(repr, left)] == ["Arrived(uid='13E67515')", "Left(uid='13E67515')"]


def test_two_tags_are_never_one(rig: Rig) -> None:
    rig[0].lay("01020304", "01020704")
    assert {type(outcome) for outcome in polls(rig, 6)} <= {Several, Garbled, Nothing}
    assert not [change for change in changes(rig, 30, Spot())[1] if type(change).__name__ == "Arrived"]


@pytest.mark.parametrize("line", ["low", "high"])
def test_a_dead_line_is_dead_and_a_restart_helps_when_it_is_back(rig: Rig, line: str) -> None:
    bench, backend = rig
    polls(rig, 1)
    bench.chip.ailments.miso = "low" if line == "low" else "high"
    assert isinstance(polls(rig, 1)[0], Dead)
    assert isinstance(backend.check(), Dead)
    assert isinstance(backend.restart(), Dead)
    bench.chip.ailments.miso = None
    assert backend.restart() is None
    assert backend.version() == 0x92
    assert polls(rig, 1) == [Nothing()]


def test_B9_a_deaf_chip_is_dead_and_a_restart_helps(rig: Rig) -> None:
    bench, backend = rig
    bench.chip.ailments.deaf_after = 20
    seen = polls(rig, 21)
    assert seen[:20] == [Nothing()] * 20
    assert isinstance(seen[20], Dead)
    assert backend.restart() is None
    bench.lay("13E67515")
    assert polls(rig, 1) == [Tag("13E67515")]


def test_a_chip_that_lost_power_for_a_moment_is_dead(rig: Rig) -> None:
    polls(rig, 1)
    rig[0].chip.reset()
    assert isinstance(polls(rig, 1)[0], Dead)


def test_a_closed_reader_is_dead_and_closes_twice(rig: Rig) -> None:
    rig[1].close()
    rig[1].close()
    assert isinstance(rig[1].poll(), Dead)
    assert isinstance(rig[1].restart(), Dead)


def test_it_says_its_name(rig: Rig) -> None:
    assert rig[1].name in NAMES


def test_an_opener_opens_nothing_yet() -> None:
    with patch.dict(sys.modules, {"spidev": None, "RPi": None, "mfrc522": None}):
        opening = [opener(name) for name in NAMES]
        assert [type(each()) for each in opening] == [Unavailable, Unavailable]
