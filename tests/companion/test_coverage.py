"""The table of rules and what exercises them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion import __main__, coverage
from companion.games.scorpion.rulebook import rulebook

RUNNER = CliRunner()


def a_house(folder: Path) -> Path:
    """A folder of tests with one test and one scenario."""
    (folder / "scenarios").mkdir()
    (folder / "test_walls.py").write_text(
        'def test_R116_R117_guards_stop() -> None:\n    """R118 is only mentioned."""  # R119 too\n\n\n'
        "def helper_R120() -> None:\n    pass\n",
        "utf-8",
    )
    first = {"scenario": "A wall", "rules": ["R116", "Q17", "Q17"]}
    (folder / "scenarios" / "wall.jsonl").write_text(json.dumps(first) + "\n{}\n", "utf-8")
    (folder / "scenarios" / "broken.jsonl").write_text("no scenario\n", "utf-8")
    return folder


def test_names_of_tests_and_lists_of_scenarios_count_and_nothing_else(tmp_path: Path) -> None:
    assert coverage.exercised(a_house(tmp_path)) == {
        "R116": ["test_walls.py::test_R116_R117_guards_stop", "scenarios/wall.jsonl"],
        "R117": ["test_walls.py::test_R116_R117_guards_stop"],
        "Q17": ["scenarios/wall.jsonl"],
    }


def test_a_rule_without_a_test_is_named_and_a_hint_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "TESTS", a_house(tmp_path))
    missing = coverage.empty(rulebook(), coverage.exercised(tmp_path))
    assert "R118" in missing
    assert not {"R116", "R117", "Q17", "R112"} & set(missing)
    result = RUNNER.invoke(__main__.app, ["rules", "--coverage"])
    assert result.exit_code == 1
    assert "R118  EMPTY" in result.stdout
    assert "R112  (hint)" in result.stdout
    assert "R117  test_walls.py::test_R116_R117_guards_stop" in result.stdout


def test_every_rule_that_is_no_hint_is_exercised() -> None:
    result = RUNNER.invoke(__main__.app, ["rules", "--coverage"])
    assert result.stdout.splitlines()[-1].endswith("empty: none")
    assert result.exit_code == 0


def test_without_tests_it_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "TESTS", tmp_path / "tests")
    result = RUNNER.invoke(__main__.app, ["rules", "--coverage"])
    assert result.exit_code == 2
    assert result.output.strip() == f"there are no tests at {tmp_path / 'tests'}; take the project with its tests."
