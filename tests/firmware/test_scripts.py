"""The scripts beside the firmware: what they print, and what they say when something is missing."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent.parent
HAS_COMPILER = shutil.which("avr-gcc") is not None


def run(script: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command: list[str | Path] = [HOUSE / "firmware" / script, *words]
    environment = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)


def tools(folder: Path, **bodies: str) -> str:
    """A PATH with the tools every shell has, and with what is given."""
    for name in ("bash", "dirname", "readlink", "mkdir", "awk", "ls"):
        (folder / name).symlink_to(shutil.which(name) or "")
    for name, body in bodies.items():
        (folder / name).write_text(f"#!/bin/bash\n{body}\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_COMPILER, reason="needs Debian's gcc-avr and avr-libc")
@pytest.mark.parametrize("baud", ["", "38400"])
def test_build_makes_both_images_and_says_how_big_they_are(tmp_path: Path, baud: str) -> None:
    built = run("build", OUT=str(tmp_path), BAUD=baud)
    assert (built.returncode, built.stderr) == (0, ""), "without a warning"
    sizes = re.findall(r"^(\w+) +flash +(\d+) of +(\d+) bytes +memory +(\d+) of +(\d+) bytes$", built.stdout, re.M)
    assert [chip for chip, *_ in sizes] == ["atmega328p", "atmega2560"]
    for chip, flash, room, memory, most in sizes:
        assert 0 < int(flash) < int(room)
        assert int(memory) < int(most) - 500, "the rest is the stack's"
        assert (tmp_path / f"zoneboard-{chip}.hex").read_text().startswith(":")


@pytest.mark.skipif(not HAS_COMPILER, reason="needs Debian's gcc-avr and avr-libc")
def test_build_refuses_a_speed_that_the_clock_does_not_make(tmp_path: Path) -> None:
    built = run("build", OUT=str(tmp_path), BAUD="115200")
    assert built.returncode != 0
    assert "more than 2 % off" in built.stderr


def test_build_without_the_compiler_says_what_to_install(tmp_path: Path) -> None:
    built = run("build", PATH=tools(tmp_path))
    assert (built.returncode, built.stdout) == (1, "")
    assert "sudo apt install gcc-avr avr-libc" in built.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "which port?"),
        (("/dev/null", "attiny85"), "there is no firmware for 'attiny85'"),
        (("/dev/no-such-port",), "ls -l /dev/serial/by-id"),
        (("/dev/null",), "sudo apt install avrdude"),
    ],
)
def test_flash_says_what_is_missing(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    answer = run("flash", *words, PATH=tools(tmp_path))
    assert answer.returncode == 1
    assert said in answer.stderr


def test_flash_does_not_write_a_program_that_is_older_than_its_source(tmp_path: Path) -> None:
    """Else a board that is to get the new firmware gets the one that it has."""
    image = tmp_path / "zoneboard-atmega328p.hex"
    image.write_text(":00000001FF\n")
    os.utime(image, (0, 0))
    (tmp_path / "bin").mkdir()
    answer = run("flash", "/dev/null", OUT=str(tmp_path), PATH=tools(tmp_path / "bin", avrdude='echo "$@"'))
    assert (answer.returncode, answer.stdout) == (1, "")
    assert f"the program is newer than {image}; run: firmware/build, then this again" in answer.stderr


@pytest.mark.parametrize(("chip", "loader"), [("atmega328p", "-c arduino"), ("atmega2560", "-c wiring")])
def test_flash_gives_avrdude_the_chip_its_loader_and_the_image(tmp_path: Path, chip: str, loader: str) -> None:
    image = tmp_path / f"zoneboard-{chip}.hex"
    image.write_text(":00000001FF\n")
    (tmp_path / "bin").mkdir()
    path = tools(tmp_path / "bin", avrdude='echo "$@"')
    answer = run("flash", "/dev/null", chip, OUT=str(tmp_path), PATH=path)
    assert answer.returncode == 0, answer.stderr
    for part in (f"-p {chip}", loader, "-P /dev/null", f"-U flash:w:{image}:i"):
        assert part in answer.stdout
