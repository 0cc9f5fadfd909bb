"""Which rule is exercised by which test and scenario: by its number in the name of a test, or in a scenario's list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.rule_structure import ID
from companion.rules import Catalogue

TESTS: Final = Path(__file__).resolve().parent.parent / "tests"
"""Where the tests stand beside the package; an installation may come without."""

_NAMED: Final = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)


def exercised(tests: Path) -> dict[str, list[str]]:
    """Rule -> the tests that carry its number in their name and the scenarios that list it, in order of their paths.

    Mentions in docstrings, comments and markers do not count. What cannot be read as a scenario exercises nothing.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name in _NAMED.findall(path.read_text("utf-8")):
            for number in numbers(name):
                found.setdefault(number, []).append(f"{path.relative_to(tests).as_posix()}::{name}")
    for path in sorted(tests.rglob("*.jsonl")):
        for number in dict.fromkeys(_listed(path)):
            found.setdefault(number, []).append(path.relative_to(tests).as_posix())
    return found


def numbers(name: str) -> list[str]:
    """The numbers of rules in the name of a test.

    >>> numbers("test_R116_R117_and_Q17_hold_of_every_guard")
    ['R116', 'R117', 'Q17']
    """
    return [part for part in name.split("_") if ID.fullmatch(part)]


def _listed(path: Path) -> list[str]:
    """The rules that a scenario names in its first line."""
    with path.open("rb") as file:
        try:
            first = msgspec.json.decode(file.readline())
        except msgspec.DecodeError:
            return []
    rules = first.get("rules", []) if isinstance(first, dict) and "scenario" in first else []
    return [rule for rule in rules if isinstance(rule, str)] if isinstance(rules, list) else []


def empty(catalogue: Catalogue, found: Mapping[str, Iterable[str]]) -> list[str]:
    """The rules that nothing exercises; hints bind nobody, so there is nothing to prove of them."""
    return [rule.id for rule in catalogue if not rule.hint and not found.get(rule.id)]


def table(catalogue: Catalogue, found: Mapping[str, list[str]]) -> Iterator[str]:
    """A line for each rule with what exercises it, and the sum."""
    for rule in catalogue:
        by = ", ".join(found.get(rule.id, [])) or ("(hint)" if rule.hint else "EMPTY")
        yield f"{rule.id.ljust(5)} {by}"
    covered = sum(bool(found.get(rule.id)) for rule in catalogue)
    missing = ", ".join(empty(catalogue, found)) or "none"
    yield f"{covered} of {len(catalogue)} rules are exercised; empty: {missing}"
