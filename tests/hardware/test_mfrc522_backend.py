"""The unmodified package `mfrc522` behind our port: what it cannot do is said, not hidden."""

import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from hardware.mfrc522_backend import SEVEN_BYTES, Mfrc522Backend, open_mfrc522
from hardware.outcomes import Garbled, Nothing, Refused, Tag, Unavailable
from hardware.presence import Arrived, Spot, Timing, see
from hardware.uids import uid_from_five_bytes, why_not_a_uid
from tests.hardware.rigs import Bench, FakeGpio, opened_package, package_on

Rig = tuple[Bench, Mfrc522Backend, FakeGpio]


@pytest.fixture
def rig() -> Iterator[Rig]:
    bench = Bench()
    with package_on(bench) as gpio:
        pytest.importorskip("mfrc522", reason="the optional package mfrc522 is not installed")
        yield bench, opened_package(), gpio


@pytest.mark.parametrize("uid", ["04A3C6CAE26180", "04A3C611223380", "0102030405060708090A"])
def test_B5_a_longer_number_is_refused_with_the_way_out(rig: Rig, uid: str) -> None:
    bench, backend, _ = rig
    bench.lay(uid)
    assert bench.polls(backend, 1) == [Refused(SEVEN_BYTES)]
    assert "backend to rc522" in SEVEN_BYTES


def test_B5_a_number_that_starts_with_88_cannot_be_registered() -> None:
    assert "rc522" in (why_not_a_uid("8804A3C6") or "")
    assert why_not_a_uid("04A3C6CAE26180") is None


def test_B6_the_check_byte_is_taken_off(rig: Rig) -> None:
    """The package's own number is what old card files hold, in decimal."""
    bench, backend, _ = rig
    bench.lay("13E67515")
    assert bench.polls(backend, 1) == [Tag("13E67515")]
    assert uid_from_five_bytes(85470811541) == "13E67515"


@pytest.mark.parametrize("number", [85470811540, -1, 1 << 40, 0x13E67515])
def test_B6_a_wrong_check_byte_is_no_number(number: int) -> None:
    assert uid_from_five_bytes(number) is None


def test_several_tags_are_garbled_at_best(rig: Rig) -> None:
    bench, backend, _ = rig
    bench.lay("01020304", "01020704")
    assert {type(outcome) for outcome in bench.polls(backend, 6)} == {Garbled, Nothing}


def test_a_tag_that_lies_still_answers_every_second_poll(rig: Rig) -> None:
    bench, backend, _ = rig
    bench.lay("13E67515")
    assert bench.polls(backend, 4) == [Tag("13E67515"), Nothing()] * 2


@pytest.mark.slow
def test_errors_that_agree_with_the_check_byte_pass_and_do_not_arrive(rig: Rig) -> None:
    """The package checks no CRC. Such an error is hardly ever the same twice, and presence wants two equal reads."""
    bench, backend, _ = rig
    bench.lay("13E67515")
    bench.chip.ailments.garble = 0.2
    spot, arrived, read = Spot(), [], set()
    for _ in range(300):
        (outcome,) = bench.polls(backend, 1)
        read |= {outcome.uid} if isinstance(outcome, Tag) else set()
        spot, changes = see(spot, outcome, bench.clock.now(), Timing(misses=8))
        arrived += [change.uid for change in changes if isinstance(change, Arrived)]
    assert len(read) > 1, "the noise was strong enough to get past the check byte"
    assert arrived == ["13E67515"]


def test_an_empty_poll_costs_some_two_thousand_transfers(rig: Rig) -> None:
    bench, backend, _ = rig
    before = bench.chip.transfers
    bench.polls(backend, 1)
    assert 2000 < bench.chip.transfers - before < 2100


@pytest.mark.parametrize(("mode", "pin"), [(None, 22), (FakeGpio.BOARD, 22), (FakeGpio.BCM, 25)])
def test_the_reset_pin_is_gpio25_in_either_numbering(mode: int | None, pin: int) -> None:
    with package_on(Bench(), mode) as gpio:
        pytest.importorskip("mfrc522")
        opened_package()
        assert gpio.asked == [("setup", pin, FakeGpio.OUT), ("output", pin, 1)]


def test_closing_leaves_the_other_pins_of_the_program_alone(rig: Rig) -> None:
    _, backend, gpio = rig
    backend.close()
    assert ("cleanup",) not in gpio.asked


def test_the_fakes_are_gone_afterwards() -> None:
    before = {name: sys.modules.get(name) for name in ("spidev", "RPi", "RPi.GPIO", "mfrc522")}
    with package_on(Bench()):
        pass
    assert {name: sys.modules.get(name) for name in before} == before


def said(opened: object) -> str:
    assert isinstance(opened, Unavailable)
    return opened.say


def test_B28_what_is_missing_is_named_with_the_command(rig: Rig) -> None:
    with patch.dict(sys.modules, {"mfrc522": None}):
        assert "pip install --no-deps" in said(open_mfrc522())
    with patch.dict(sys.modules, {"RPi": None}):
        assert "rpi-lgpio" in said(open_mfrc522())
    with patch.dict(sys.modules, {"spidev": None}):
        for name in [name for name in sys.modules if name.startswith("mfrc522")]:
            del sys.modules[name]
        with patch.object(Path, "exists", return_value=True):
            assert "pip install spidev" in said(open_mfrc522())


def test_B29_spi_that_is_off_is_a_sentence_with_the_step(rig: Rig) -> None:
    assert "raspi-config nonint do_spi 0" in said(open_mfrc522(0, 1))


def test_a_pin_that_cannot_be_had_is_a_sentence(rig: Rig) -> None:
    with patch.object(FakeGpio, "setup", side_effect=RuntimeError("busy")):
        assert "busy" in said(open_mfrc522())
