"""The house stands: its rooms are our own, each library stays in its room, and the way in is open."""

import ast
import importlib
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = ("companion", "firmware", "hardware", "ui")
PYPROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-mfrc522.lock")
KEPT_IN = {
    "kivy": "ui",
    "gpiozero": "hardware",
    "lgpio": "hardware",
    "mfrc522": "hardware",
    "serial": "hardware",
    "spidev": "hardware",
}


def imports(source: str) -> Iterator[str]:
    """The top-level packages that a module imports, wherever in it the import stands.

    >>> sorted(imports("import kivy.app, os\\ndef f():\\n    from serial.tools import miniterm\\nfrom . import seats"))
    ['kivy', 'os', 'serial']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


def locked(lock: str) -> list[str]:
    """The requirements of a lock file, each with its hashes."""
    text = (HOUSE / lock).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [entry for entry in "\n".join(lines).replace("\\\n", " ").splitlines() if entry]


def kuroko(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HOUSE / "kuroko", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], **environment},
        timeout=60,
    )


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_our_own(room: str) -> None:
    """A public package named `hardware` exists; importing that one would be a riddle."""
    assert importlib.import_module(room).__file__ == str(HOUSE / room / "__init__.py")


@pytest.mark.parametrize("room", ROOMS)
def test_every_folder_of_modules_is_a_package(room: str) -> None:
    """Otherwise the import contracts would not see it, and it would import all the same."""
    folders = {module.parent for module in (HOUSE / room).rglob("*.py")}
    assert [str(folder.relative_to(HOUSE)) for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_library_stays_in_its_room(room: str) -> None:
    """Also inside functions: everything else starts on a machine without it."""
    strays = [
        f"{module.relative_to(HOUSE)} imports {name}"
        for module in sorted((HOUSE / room).rglob("*.py"))
        for name in imports(module.read_text(encoding="utf-8"))
        if KEPT_IN.get(name, room) != room
    ]
    assert strays == []


def test_every_game_is_under_the_contract_between_games() -> None:
    contracts = PYPROJECT["tool"]["importlinter"]["contracts"]
    named = {name for contract in contracts if contract["type"] == "independence" for name in contract["modules"]}
    games = {f"companion.games.{folder.parent.name}" for folder in (HOUSE / "companion/games").glob("*/__init__.py")}
    assert games == named


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_versions_and_hashes_and_no_address(lock: str) -> None:
    entries = locked(lock)
    assert entries
    for entry in entries:
        assert "==" in entry.split()[0]
        assert "--hash=sha256:" in entry
        assert "://" not in entry
    assert "://" not in (HOUSE / lock).read_text(encoding="utf-8")


def test_the_lock_has_all_that_pyproject_asks_for_and_nothing_that_hides_rpi_lgpio() -> None:
    project = PYPROJECT["project"]
    asked = {
        requirement.split(";")[0].split("=")[0].rstrip("~<> ").lower()
        for requirement in [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    }
    have = {entry.partition("==")[0] for entry in locked("requirements.lock")}
    assert asked - have == set()
    assert have & {"mfrc522", "rpi-gpio"} == set()


@pytest.mark.parametrize("words", [(), ("help",), ("--help",)])
def test_help_is_printed_without_installing_anything(words: tuple[str, ...]) -> None:
    answer = kuroko(*words)
    assert (answer.returncode, answer.stderr) == (0, "")
    words = re.findall(
        r"^    ([a-z |]+)\)", (HOUSE / "kuroko").read_text().partition("case $word in\n    play")[2], re.M
    )
    named = {word for line in ["play", *words] for word in line.split(" | ")} - {"help"}
    assert {"rig", "doctor", "enrol", "watch", "test"} < named
    assert named == set(re.findall(r"\./kuroko (\w+)", answer.stdout)), "the help and the table of words are one"


def test_an_unknown_word_is_answered_with_the_words_there_are() -> None:
    answer = kuroko("paly")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "'paly'" in answer.stderr
    assert "./kuroko play" in answer.stderr


@pytest.mark.skipif(any(Path("/dev/dri").glob("card*")), reason="this machine may have a screen")
def test_play_without_a_screen_says_so_and_names_the_demo() -> None:
    answer = kuroko("play")
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1
    assert "no screen" in answer.stderr
    assert "./kuroko demo" in answer.stderr
