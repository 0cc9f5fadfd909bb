"""The doctor's questions to the machine, one by one, on machines that are put together for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.doctor import POLLS, card_reader
from hardware.machine import Finding, Machine, check, clock, disk, power, said, screen
from hardware.outcomes import Garbled, Nothing, Outcome, Several, Tag, Unavailable
from hardware.rig import Rig, read_rig
from tests.hardware.rigs import Bench, ScriptedBackend

RIG = read_rig('[readers.card]\nreset_pin = 25\n[boards.left]\n[zones]\n17 = { board = "left", reader = 0 }\n')


def machine(root: Path, **more: Any) -> Machine:
    parts: dict[str, Any] = {
        "run": lambda *words: None,
        "groups": lambda: frozenset({"spi", "gpio", "dialout"}),
        "user": lambda: 1000,
        "environment": lambda name: None,
        "year": lambda: 2026,
        "has": lambda module: True,
        "pin_factory": object,
    }
    return Machine(root=root, **{**parts, **more})


def a_pi(root: Path) -> Path:
    """As much of a Pi as is looked at."""
    for path, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "dev/spidev0.0": "",
        "sys/class/drm/card1-DSI-1/status": "connected\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def wrong(findings: list[Finding]) -> list[str]:
    return [said(finding) for finding in findings if not finding.well]


def test_a_machine_in_good_order_has_a_line_a_check(tmp_path: Path) -> None:
    power_is_well = {"run": lambda *words: "throttled=0x0" if words[0] == "vcgencmd" else "yes"}
    found = check(machine(a_pi(tmp_path), **power_is_well), RIG)
    assert [finding.device for finding in found] == [
        "machine", "SPI of card", "groups", "pins", "screen", "clock", "power",
    ]  # fmt: skip
    assert {finding.state for finding in found} == {"well"}
    assert found[0].say == "Raspberry Pi 5 Model B Rev 1.0"


def test_without_any_device_nothing_is_asked_that_only_devices_need(tmp_path: Path) -> None:
    found = check(machine(tmp_path, has=lambda module: False), Rig())
    assert [finding.device for finding in found] == ["machine", "screen", "clock"]
    assert wrong(found) == []


def test_B29_spi_that_is_off_is_said_with_the_step(tmp_path: Path) -> None:
    a_pi(tmp_path)
    (tmp_path / "dev/spidev0.0").unlink()
    (line,) = wrong(check(machine(tmp_path), RIG))
    assert "WRONG  SPI of card: there is no /dev/spidev0.0" in line
    assert "sudo raspi-config nonint do_spi 0 && sudo reboot" in line
    (line,) = wrong(check(machine(tmp_path / "a laptop"), read_rig("[readers.card]\n")))
    assert "no Raspberry Pi to have it: take [readers.card] out of rig.toml here" in line
    second = read_rig("[readers.card]\nbus = 1\n")
    (line,) = wrong(check(machine(tmp_path), second))
    assert "dtoverlay=spi1-3cs" in line


def test_B28_what_is_missing_is_named_with_the_command(tmp_path: Path) -> None:
    from gpiozero.exc import BadPinFactory

    def no_pins() -> object:
        raise BadPinFactory("Unable to load any default pin factory!")

    lines = wrong(
        check(
            machine(a_pi(tmp_path), has=lambda module: False, groups=lambda: frozenset({"spi"}), pin_factory=no_pins),
            RIG,
        )
    )
    assert len(lines) == 3
    assert "spidev is missing" in lines[0]
    assert "not in dialout, gpio. Run: sudo usermod -aG dialout,gpio $USER && sudo reboot" in lines[1]
    assert "apt install python3-lgpio" in lines[2]


@pytest.mark.parametrize(
    ("answer", "part"),
    [("throttled=0x50005", "under voltage now"), ("throttled=0x50000", "there was under voltage"),
     ("throttled=0x4", "too hot"), ("throttled=0x0", "no under voltage")],
)  # fmt: skip
def test_under_voltage(tmp_path: Path, answer: str, part: str) -> None:
    found = power(machine(tmp_path, run=lambda *words: answer))
    assert found is not None
    assert part in found.say
    assert found.well == (answer == "throttled=0x0")


def test_under_voltage_is_also_read_without_the_pis_own_program(tmp_path: Path) -> None:
    assert power(machine(tmp_path)) is None
    alarm = tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
    alarm.parent.mkdir(parents=True)
    for text, well in (("0\n", True), ("1\n", False)):
        alarm.write_text(text)
        found = power(machine(tmp_path))
        assert found is not None
        assert found.well == well


def test_the_clock_and_the_screen(tmp_path: Path) -> None:
    assert not clock(machine(tmp_path, year=lambda: 1970)).well
    assert clock(machine(tmp_path, run=lambda *words: "no")).state == "note"
    assert clock(machine(tmp_path, run=lambda *words: "yes")).state == "well"
    assert screen(machine(tmp_path)).state == "note"
    assert screen(machine(tmp_path, environment=lambda name: ":0" if name == "DISPLAY" else None)).state == "well"
    status = a_pi(tmp_path) / "sys/class/drm/card1-DSI-1/status"
    assert screen(machine(tmp_path)).say == "connected at DSI-1"
    status.write_text("disconnected\n")
    assert not screen(machine(tmp_path)).well


def test_a_full_disk_and_a_folder_of_somebody_else(tmp_path: Path) -> None:
    folder = tmp_path / "kuroko" / "tables"
    assert disk(machine(tmp_path, free=lambda path: 10**10), folder).state == "well"
    assert "MB are free" in disk(machine(tmp_path, free=lambda path: 10**7), folder).say
    import os
    from unittest.mock import patch

    with patch.object(os, "access", return_value=False):
        found = disk(machine(tmp_path), folder)
    assert not found.well
    assert f"sudo chown -R $USER {tmp_path}" in found.say


# Card readers


def test_a_reader_is_named_by_its_chip_and_a_clone_as_one() -> None:
    for version, state, name in (
        (0x92, "well", "MFRC522 version 2.0"),
        (0x12, "note", "clone"),
        (0xB2, "note", "clone"),
    ):
        bench = Bench(version)
        bench.lay("04A3C6CAE26180")
        found = card_reader("card", lambda bench=bench: bench.rc522(), bench.clock.advance)  # type: ignore[misc]
        assert (found.state, name in found.say) == (state, True)
        assert f"of {POLLS} polls" in found.say


def test_a_reader_that_is_dead_or_not_there_is_said_with_the_way_out() -> None:
    bench = Bench()
    bench.chip.ailments.miso = "low"
    found = card_reader("card", bench.rc522, bench.clock.advance)
    assert (found.device, found.well) == ("reader card", False)
    assert "MISO" in found.say
    found = card_reader("card", lambda: Unavailable("There is no /dev/spidev0.0: SPI is off."))
    assert (found.well, found.say) == (False, "There is no /dev/spidev0.0: SPI is off.")


@pytest.mark.parametrize(
    ("outcomes", "state", "part"),
    [
        ([Nothing()], "well", "empty"),
        ([Tag("DEADBEEF")] * 30 + [Nothing()], "note", "30 read"),
        ([Tag("DEADBEEF")] * 10 + [Nothing()], "wrong", "raise gain"),
        ([Garbled("noise")], "wrong", "40 heard it broken"),
        ([Several()], "note", "several tags"),
    ],
)
def test_B4_how_often_a_reader_misses_is_counted(outcomes: list[Outcome], state: str, part: str) -> None:
    backend = ScriptedBackend(outcomes)
    found = card_reader("card", lambda: backend, lambda seconds: None)
    assert part in found.say
    assert (found.state == "wrong") == (state == "wrong")
    assert backend.closed
