"""`python -m hardware watch` says what it sees, or what to do."""

from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from companion.ports import Inbox, Observation, Trouble
from hardware.__main__ import app, line
from hardware.backends import Opener
from hardware.readers import CardReader
from tests.hardware.rigs import Bench


def watch(*words: str, bench: Bench) -> tuple[int, list[str]]:
    with patch("hardware.__main__.opener", lambda backend, bus, device, reset_pin: lambda: bench.rc522()):
        result = CliRunner().invoke(app, ["watch", *words])
    return result.exit_code, result.output.splitlines()


def test_B29_without_spi_it_says_the_step_and_ends_with_2() -> None:
    with patch("hardware.rc522._real_spi", return_value=Bench().spi):
        result = CliRunner().invoke(app, ["watch", "--device", "1"])
    assert result.exit_code == 2
    assert "raspi-config nonint do_spi 0" in result.output


def test_a_chip_that_does_not_answer_is_said_with_the_wires_and_ends_with_2() -> None:
    bench = Bench()
    bench.chip.ailments.miso = "low"
    status, said = watch(bench=bench)
    assert status == 2
    assert "MISO" in said[0]
    assert "--reset-pin" in said[0], "until its pin is high such a chip is silent"


def test_a_reset_that_hangs_on_a_pin_is_driven() -> None:
    bench = Bench()
    bench.chip.ailments.miso = "low"

    def opening(backend: str, bus: int, device: int, *, reset_pin: int | None) -> Opener:
        bench.chip.ailments.miso = None if reset_pin == 25 else "low"
        return bench.rc522

    with patch("hardware.__main__.opener", opening), patch.object(CardReader, "start", side_effect=KeyboardInterrupt):
        result = CliRunner().invoke(app, ["watch", "--reset-pin", "25"])
    assert result.output.startswith("Found: MFRC522 version 2.0.")


def test_an_unknown_backend_is_said_with_the_known_ones() -> None:
    result = CliRunner().invoke(app, ["watch", "--backend", "pn532"])
    assert result.exit_code == 2
    assert "rc522, mfrc522" in result.output


def test_it_prints_tags_as_they_arrive_and_leave() -> None:
    def start(self: CardReader, inbox: Inbox) -> None:
        self.attach(inbox)
        for seconds in range(20):
            bench.clock.advance(1)
            if seconds == 10:
                bench.clear()
            for _ in range(5):
                bench.clock.advance(self.poll_once(bench.clock.now()))
        inbox.post(_End())  # type: ignore[arg-type]

    class _End:
        @property
        def say(self) -> str:
            raise KeyboardInterrupt

        over = False

    bench = Bench()
    bench.lay("04A3C6CAE26180")
    with patch.object(CardReader, "start", start):
        status, said = watch(bench=bench)
    assert status == 0
    assert said[:2] == ["Found: MFRC522 version 2.0.", "Lay a tag on the reader. Ctrl-C ends."]
    assert said[2:4] == ["arrive 04A3C6CAE26180", "leave 04A3C6CAE26180"]


@pytest.mark.parametrize(
    ("report", "written"),
    [
        (Observation("card", "04A3C6CAE26180", "leave"), "leave 04A3C6CAE26180"),
        (Trouble("card", "It is cold."), "It is cold."),
        (Trouble("card", "It is cold.", over=True), "over: It is cold."),
    ],
)
def test_how_a_report_reads(report: Observation | Trouble, written: str) -> None:
    assert line(report) == written


def test_B31_a_phone_is_named_as_one() -> None:
    assert line(Observation("card", "08A1B2C3")).startswith("arrive 08A1B2C3  This looks like a phone")
