"""The referee protocol keeps its word whatever comes in: one answer a line, and what is refused changes nothing."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.lines import Lines, serve
from companion.scenario import difference, run
from tests.companion.support import MORE, open_table, played, position

HOUSE = Path(__file__).resolve().parent.parent.parent
EXAMPLES = 30 * MORE
RELAXED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
YARD = {"do": "new", "game": "scorpion", "seed": 7, "map": "drill-yard"}


def ask(lines: Lines, **request: Any) -> dict[str, Any]:
    """The answer to a request, by way of text."""
    answer = lines.answer(json.dumps(request))
    assert "\n" not in answer
    found: dict[str, Any] = json.loads(answer)
    assert isinstance(found["ok"], bool)
    return found


def begun(**changes: Any) -> Lines:
    """A table of the drill yard."""
    lines = Lines()
    assert ask(lines, **{**YARD, **changes})["ok"]
    return lines


def all_of(lines: Lines) -> list[dict[str, Any]]:
    """Everything that can be asked of a table without changing it."""
    found = [ask(lines, do="result"), ask(lines, do="lights")]
    for seat in ("guards", "intruders", "table", "referee"):
        found.append(ask(lines, do="position", seat=seat))
        if seat != "referee":
            found += [ask(lines, do=do, seat=seat) for do in ("told", "prompt")]
    assert all(answer["ok"] for answer in found)
    return found


# ---- whatever comes in ------------------------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
WORDS = ["scorpion", "guards", "intruders", "table", "referee", "card", "zone:A1", "arrive", "drill-yard", "house",
         "starter", "undo", "end", "zone:A1", "card:awaken", "guard:g1", "04A3C6CAE26180"]  # fmt: skip
plausible = st.sampled_from(WORDS) | st.integers(-3, 40) | anything
requests = st.sampled_from(sorted(Lines.KEYS)).flatmap(
    lambda do: st.fixed_dictionaries(
        {"do": st.just(do)},
        # A journal names a file; a number of picks is work.
        optional=dict.fromkeys(sorted(Lines.KEYS[do] - {"journal", "picks"}), plausible),
    )
)


@pytest.mark.slow
@RELAXED
@given(
    st.text() | anything.map(json.dumps) | st.dictionaries(st.text(max_size=5), anything, max_size=4).map(json.dumps)
)
def test_any_line_gets_exactly_one_answer(line: str) -> None:
    """Bytes that are no JSON, JSON that is no request: `ok: false`, a code and a sentence."""
    lines = begun()
    before = all_of(lines)
    answer = json.loads(lines.answer(line))
    if not answer["ok"]:
        assert answer["code"] not in ("", "fault"), answer
        assert answer["error"]
        assert all_of(lines) == before


@pytest.mark.slow
@RELAXED
@given(st.lists(requests, min_size=1, max_size=8))
def test_any_requests_are_answered_and_the_bad_ones_change_nothing(asked: list[dict[str, Any]]) -> None:
    lines = begun()
    for request in asked:
        before = all_of(lines)
        answer = json.loads(lines.answer(json.dumps(request)))
        assert answer["ok"] in (True, False)
        if not answer["ok"]:
            assert answer["code"] != "fault", answer
            assert answer["error"]
        if not answer["ok"] or answer.get("verdict") in ("refused", "ignored", "narrowed", "opened"):
            assert all_of(lines) == before


def spoilt(value: Any, source: Any) -> Any:
    """`value` with one thing in it changed to something else."""
    if isinstance(value, dict) and value and source(st.integers(0, 9)):
        key = source(st.sampled_from(sorted(value)))
        return {**value, key: spoilt(value[key], source)}
    if isinstance(value, list) and value and source(st.integers(0, 9)):
        at = source(st.integers(0, len(value) - 1))
        return [*value[:at], spoilt(value[at], source), *value[at + 1 :]]
    return source(
        plausible | st.sampled_from(["??", "passage", "g1", "p1", "p²", "ninja", "on_map", "setup", "kenjutsu"])
    )


PLACES: list[dict[str, Any]] = []


def places() -> list[dict[str, Any]]:
    """Positions out of a random game, from its setup to its end."""
    if not PLACES:
        session = open_table("scorpion", 2, map="drill-yard")
        source = random.Random(2)
        for _ in range(25):
            PLACES.append(position(session))
            played(session, source, 13)
    return PLACES


@pytest.mark.slow
@settings(RELAXED, max_examples=6 * EXAMPLES)
@given(st.data())
def test_a_spoilt_position_is_refused_with_its_key_or_can_be_played(data: st.DataObject) -> None:
    """Whatever one thing is wrong in a position: it is named, or the game goes on from there without a mistake."""
    wrong = spoilt(data.draw(st.sampled_from(places())), data.draw)
    lines = begun()
    before = all_of(lines)
    answer = json.loads(lines.answer(json.dumps({"do": "load", "position": wrong})))
    if not answer["ok"]:
        assert answer["code"] != "fault", (answer, wrong)
        assert all_of(lines) == before
        return
    assert ask(lines, do="random", picks=30)["ok"], wrong
    all_of(lines)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("[]", "bad_request"),
        ("null", "bad_request"),
        ('"games"', "bad_request"),
        ("{}", "unknown_request"),
        ('{"do": null}', "unknown_request"),
        ('{"do": ["pick"]}', "unknown_request"),
        ('{"do": "__init__"}', "unknown_request"),
        ('{"do": "reply"}', "unknown_request"),
        ('{"do": "games", "seat": "guards"}', "unknown_key"),
        ('{"do": "prompt"}', "unknown_seat"),
        ('{"do": "prompt", "seat": "referee"}', "unknown_seat"),
        ('{"do": "told", "seat": "referee"}', "unknown_seat"),
        ('{"do": "view", "seat": "referee"}', "unknown_seat"),
        ('{"do": "pick", "seat": "table", "choice": "end"}', "unknown_seat"),
        ('{"do": "pick", "seat": ["guards"], "choice": "end"}', "unknown_seat"),
        ('{"do": "pick", "seat": "guards"}', "bad_request"),
        ('{"do": "pick", "seat": "guards", "choice": "end", "basis": "1"}', "bad_request"),
        ('{"do": "pick", "seat": "guards", "choice": "end", "basis": true}', "bad_request"),
        ('{"do": "told", "seat": "guards", "since": -1}', "bad_request"),
        ('{"do": "new", "game": "chess"}', "bad_opening"),
        ('{"do": "new", "players": 9}', "bad_opening"),
        ('{"do": "new", "seed": "x"}', "bad_opening"),
        ('{"do": "new", "options": {"fog": true}}', "bad_opening"),
        ('{"do": "new", "map": "/dev/zero"}', "bad_file"),
        ('{"do": "new", "map": "."}', "bad_file"),
        ('{"do": "new", "map": "no such map"}', "bad_file"),
        ('{"do": "new", "cards": "no such set"}', "bad_file"),
        ('{"do": "new", "manifest": {"04A3C6CAE26180": "dragon:1"}}', "bad_manifest"),
        ('{"do": "new", "manifest": {"xyz": "guard:g1"}}', "bad_manifest"),
        ('{"do": "new", "manifest": {"04A3C6CAE26180": 7}}', "bad_request"),
        ('{"do": "new", "journal": 5}', "bad_request"),
        ('{"do": "new", "journal": "/no/such/folder/a.kuroko"}', "bad_journal"),
        ('{"do": "load"}', "bad_request"),
        ('{"do": "load", "position": {"phase": "tea"}}', "bad_opening"),
        ('{"do": "observe", "reader": 1, "uid": "04"}', "bad_request"),
        ('{"do": "observe", "reader": "card", "uid": "04", "event": "hover"}', "bad_request"),
        ('{"do": "random", "picks": -1}', "bad_request"),
        ("[" * 100_000, "bad_json"),
        ('{"do": "games", "x": ' + "[" * 400 + "]" * 400 + "}", "unknown_key"),
    ],
)
def test_a_bad_line_is_named_and_changes_nothing(line: str, code: str) -> None:
    lines = begun()
    before = all_of(lines)
    answer = json.loads(lines.answer(line))
    assert (answer["ok"], answer["code"]) == (False, code), answer
    assert answer["error"]
    assert all_of(lines) == before


def test_without_a_game_every_request_says_so() -> None:
    for do, keys in Lines.KEYS.items():
        if do in ("games", "new", "load"):
            continue
        full = {
            "seat": "guards",
            "choice": "end",
            "reader": "card",
            "uid": "04A3C6CAE26180",
            "zones": [],
            "piece": "g1",
        }
        request = {"do": do, **{key: full[key] for key in keys & full.keys()}}
        answer = json.loads(Lines().answer(json.dumps(request)))
        assert (answer["ok"], answer["code"]) == (False, "no_game")


def test_a_new_game_that_cannot_be_opened_leaves_no_file_behind(tmp_path: Path) -> None:
    lines = begun()
    for bad in ({"map": "nowhere"}, {"players": 9}, {"options": {"deck": "stone"}}):
        assert not ask(lines, **{**YARD, **bad, "journal": str(tmp_path / "a.kuroko")})["ok"]
    assert list(tmp_path.iterdir()) == []


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.kuroko"
    lines = begun(journal=str(path))
    ask(lines, do="random", picks=5)
    before = all_of(lines)
    answer = ask(lines, **{**YARD, "journal": str(path)})
    assert (answer["ok"], answer["code"]) == (False, "bad_journal")
    assert all_of(lines) == before
    lines.close()
    assert not ask(Lines(), **{**YARD, "journal": str(path)})["ok"]


# ---- the same every time ----------------------------------------------------------------------------------------


def conversation(seed: int) -> str:
    """What comes out of one process for a whole game with scans, picks, views and positions."""
    requests: list[dict[str, Any]] = [{"do": "games"}, {**YARD, "seed": seed}]
    for n in range(8):
        requests += [
            {"do": "random", "picks": 40, "seed": n},
            {"do": "observe", "reader": "card", "uid": "04BE9ED3FB6867", "event": "arrive"},
            {"do": "lights"},
            *({"do": "prompt", "seat": seat} for seat in ("guards", "intruders", "table")),
            {"do": "position", "seat": "referee"},
        ]
    requests += [{"do": do, "seat": seat} for do in ("told", "view") for seat in ("guards", "intruders", "table")]
    source = io.StringIO("".join(json.dumps(request) + "\n\n" for request in [*requests, {"do": "result"}]))
    target = io.StringIO()
    serve(source, target)
    return target.getvalue()


@pytest.mark.slow
def test_two_runs_with_one_seed_answer_byte_for_byte_alike() -> None:
    """Also where Python orders its sets otherwise."""
    script = (
        "import sys; sys.path[:0] = ['.']\n"
        "from tests.companion.test_lines import conversation\n"
        "sys.stdout.write(conversation(9))"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=HOUSE,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            timeout=100,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert found[0] == found[1]
    assert found[0].decode() == conversation(9)
    assert len(found[0].splitlines()) == 2 + 8 * 7 + 6 + 1


def test_a_process_answers_every_line_and_ends_with_its_input() -> None:
    """Also bytes that are no text, and lines that are no JSON."""
    lines = [b'{"do": "games"}', b"\xff\xfe\x00", b"", b'{"do": "new", "seed": "\xed\xa0\x80"}', b'{"do": "result"}']
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee"],
        cwd=HOUSE,
        input=b"\n".join(lines),
        capture_output=True,
        timeout=60,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert [answer["ok"] for answer in answers] == [True, False, False, False]


def test_observe_plays_cards_and_says_why_not() -> None:
    manifest = {"04A3C6CAE26180": "card:ninja/rope/1", "04B1D2E3F40180": "card:guards/awaken/1"}
    manifest["04C1D2E3F40180"] = "seal:intruders"
    lines = begun(manifest=manifest)
    seen = ask(lines, do="observe", reader="card", uid="04a3c6cae26180", event="arrive")
    assert seen == {"ok": True, "verdict": "accepted"}
    assert ask(lines, do="observe", reader="card", uid="04A3C6CAE26180", event="leave")["verdict"] == "ignored"
    for _ in range(2):
        assert ask(lines, do="observe", reader="card", uid="04A3C6CAE26180")["verdict"] == "accepted"
    again = ask(lines, do="observe", reader="card", uid="04A3C6CAE26180", event="arrive")
    assert (again["verdict"], again["reason"]) == ("refused", "not_now")
    assert again["say"]
    assert ask(lines, do="observe", reader="card", uid="04FFFFFFFFFFFF")["reason"] == "unknown_tag"
    opened = ask(lines, do="observe", reader="card", uid="04C1D2E3F40180")
    assert opened == {"ok": True, "verdict": "opened", "seat": "intruders"}


# ---- scenarios --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "found", "right"),
    [
        ({}, {"a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": None}, {}, False),
        ({"a": {"any": True}}, {}, True),
        ([1, 2], [1, 2], True),
        ([1, 2], [2, 1], False),
        ({"has": {"a": 1}}, [{"a": 1, "b": 2}], True),
        ({"has": {"a": 3}}, [{"a": 1}], False),
        ({"lacks": {"a": 3}}, [{"a": 1}], True),
        ({"lacks": {"a": 1}}, [{"a": 1}], False),
        ({"has": 1, "lacks": 2}, [1], True),
        ({"has": 1, "lacks": 2}, [1, 2], False),
        ({"has": 1}, {"has": 1}, False),
        (1, True, False),
        (1, 1.0, False),
        ("a", "a", True),
    ],
)
def test_what_is_expected_is_a_subset_of_what_is_found(expected: Any, found: Any, right: bool) -> None:
    assert (difference(expected, found) is None) is right


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"{", b"[]", b"5", b"\xff\xfe", b'{"scenario": "x", "rules": 5}', b'{"do": 3}']
)
def test_a_scenario_that_is_none_fails_with_a_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert run(path).wrong
    assert run(tmp_path / "none.jsonl").wrong
