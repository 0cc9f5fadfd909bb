"""Every scenario passes: those that were given, as they are, and our own."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import msgspec
import pytest

from companion.scenario import run

SCENARIOS = Path(__file__).parent.parent / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SCENARIOS).with_suffix("")) for path in FILES])
def test_a_scenario_goes_as_it_says(path: Path) -> None:
    outcome = run(path)
    assert outcome.wrong is None, outcome.wrong


def test_there_are_scenarios_with_titles_of_their_own_and_rules() -> None:
    own = [run_title(path) for path in FILES if path.parent == SCENARIOS]
    assert len(own) >= 80
    assert len({title for title, _ in own}) == len(own)
    assert all(rules and all(rule[0] in "RQ" for rule in rules) for _, rules in own)


def run_title(path: Path) -> tuple[str, list[str]]:
    """The title and the rules of a scenario, from its first line."""
    first = msgspec.json.decode(path.read_text("utf-8").splitlines()[0])
    return first["scenario"], first["rules"]


@pytest.mark.parametrize("name", ["shinobinogi", "shinobi_arts"])
def test_every_reason_is_met_once_and_what_it_refused_is_accepted_once(name: str) -> None:
    """What is compared is the kind of choice: which card or place it names does not matter."""
    refused: dict[str, set[str]] = {}
    accepted: set[str] = set()
    for path in sorted((SCENARIOS / name).glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            request = msgspec.json.decode(line)
            expected = request.get("expect") or {}
            if request.get("do") != "pick":
                continue
            kind = re.sub(r"[0-9]+", "", request["choice"])
            if "reason" in expected:
                refused.setdefault(expected["reason"], set()).add(kind)
            elif expected.get("verdict", "accepted") == "accepted":
                accepted.add(kind)
    rules = importlib.import_module(f"companion.games.{name}.refusals").RULES
    assert refused.keys() == rules.keys()
    refused.pop("unknown_choice")
    assert [reason for reason, kinds in refused.items() if not kinds & accepted] == []
