"""Scenarios: files of requests with what must come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.lines import Lines

MATCHERS = ("has", "lacks", "any")


def difference(expected: Any, found: Any, where: str = "answer") -> str | None:
    """The first place where `found` is not as expected, None where all of it is.

    Objects match key by key, lists must be equal; `{"has": x}` and `{"lacks": x}` on a list, `{"any": true}` anything.

    >>> difference({"verdict": "accepted"}, {"ok": True, "verdict": "accepted"})
    >>> difference({"alert": 2}, {"alert": 1})
    'answer.alert: expected 2, found 1'
    """
    if isinstance(expected, dict) and expected and all(key in MATCHERS for key in expected):
        return _matched(expected, found, where)
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return f"{where}: expected {_brief(expected)}, found {_brief(found)}"
        for key, value in expected.items():
            if key not in found and value != {"any": True}:
                return f"{where}.{key}: expected {_brief(value)}, found nothing"
            if (wrong := difference(value, found.get(key), f"{where}.{key}")) is not None:
                return wrong
        return None
    if expected == found and type(expected) is type(found):
        return None
    return f"{where}: expected {_brief(expected)}, found {_brief(found)}"


def _matched(expected: dict[str, Any], found: Any, where: str) -> str | None:
    for kind, wanted in expected.items():
        if kind == "any":
            continue
        if not isinstance(found, list):
            return f"{where}: expected a list, found {_brief(found)}"
        there = any(difference(wanted, item) is None for item in found)
        if there is not (kind == "has"):
            return f"{where}: {'no' if kind == 'has' else 'a'} match of {_brief(wanted)} in {_brief(found)}"
    return None


def _brief(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 400 else text[:400] + " ..."


class Outcome(msgspec.Struct, frozen=True):
    """How a scenario ended: its title, the rules it names, and the first difference, None where there is none."""

    path: Path
    title: str
    rules: tuple[str, ...]
    wrong: str | None


def run(path: Path) -> Outcome:
    """Runs one scenario file to its end or to the first difference. Never raises for what the file says."""
    title = path.name
    rules: tuple[str, ...] = ()
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        return Outcome(path, title, rules, f"{path}: cannot be read ({error}); name a scenario file")
    table = Lines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            request = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            return Outcome(path, title, rules, f"{path}, line {number}: this is no JSON: {error}")
        if not isinstance(request, dict):
            return Outcome(path, title, rules, f"{path}, line {number}: a line is an object")
        if "scenario" in request:
            named = request.get("rules", [])
            if not isinstance(named, list):
                return Outcome(path, title, rules, f'{path}, line {number}: rules: write a list such as ["R116"]')
            title, rules = str(request["scenario"]), tuple(map(str, named))
            continue
        expected = request.pop("expect", None)
        answer = msgspec.json.decode(table.answer(msgspec.json.encode(request).decode()))
        wrong = difference(_at_least(request, expected), answer)
        if wrong is not None:
            return Outcome(path, title, rules, f"{path}, line {number}: {wrong}\n  {line[:300]}\n  {_brief(answer)}")
    if not any(line.strip() for line in lines):
        return Outcome(path, title, rules, f"{path}: there is nothing in it")
    return Outcome(path, title, rules, None)


def _at_least(request: dict[str, Any], expected: Any) -> Any:
    """What is expected when nothing is said: the request is answered, a pick accepted."""
    wanted: dict[str, Any] = {"ok": True}
    if expected is None and request.get("do") == "pick":
        wanted["verdict"] = "accepted"
    return {**wanted, **(expected or {})}
