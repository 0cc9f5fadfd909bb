"""B20: what guards and table are given in the middle of a game holds nothing of what the intruders hide, and nor do
logs, reprs, crash reports and the public notes of a journal."""

from __future__ import annotations

import json
import logging
import pprint
import random
import re
import traceback
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.events import Event
from companion.findings import Narrowed
from companion.game import Opening
from companion.games.scorpion import events as e
from companion.journal import Journal, tables
from companion.manifest import Manifest
from companion.ports import Observation
from companion.prompts import read
from companion.referee import Referee
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.verdicts import Refused
from companion.windows import Window
from tests.companion.support import GAMES, MORE, copy_of, forms, next_pick, open_table, play, text, told
from tests.companion.worlds import picture

GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
SEEDS = range(20 * MORE)
FIGURES = ("ninja", "traitor")


def words_of(value: Any) -> set[str]:
    """Every text in a value of the protocol, keys too."""
    if isinstance(value, dict):
        return set(value).union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return {value} if isinstance(value, str) else set()


def hidden_from(position: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """The parts of a position that are the other side's secrets, by what they are about."""
    if seat == INTRUDERS:
        keys = ("sleepers", "goals", "traps", "hidden_sentries", "drafts")
        return {key: position[key] for key in keys if key in position} | {"hand": position["hand"]["guards"]}
    parts = {key: position[key] for key in ("ropes", "drafts") if key in position}
    parts |= {key: position["passage"][key] for key in ("entrances", "bluffed")}
    for name in FIGURES:
        figure = position[name]
        parts |= {f"{name}.{key}": figure[key] for key in ("moved", "path", "finished", "walking_unseen")}
        if not figure["shown"] and figure["state"] in ("on_map", "in_passage"):
            parts[f"{name}.zone"] = figure["zone"]
        if not figure["done"]:
            parts[f"{name}.goal"] = figure["goal"]
        parts[f"{name}.hand"] = position["hand"].get(name, [])
    return parts


@pytest.mark.slow
@pytest.mark.parametrize("board", ["drill-yard", "twin-castles"])
def test_B20_a_position_says_nothing_of_what_the_other_side_hides(board: str) -> None:
    for seed in SEEDS:
        session = open_table("scorpion", seed, map=board)
        for n, _ in enumerate(play(session, random.Random(seed))):
            if n % 60:
                continue
            for seat in (GUARDS, INTRUDERS, TABLE):
                whole = json.loads(text(session.position(seat)))
                for side in {GUARDS, INTRUDERS} - {seat}:
                    other = INTRUDERS if side == GUARDS else GUARDS
                    for key, found in hidden_from(whole, other).items():
                        where = (seed, n, seat, key, found)
                        if key == "hand" or key.endswith(".hand"):
                            assert set(found) <= {"??"}, where
                        else:
                            assert found in ("??", {}, [], None), where


@pytest.mark.slow
def test_B20_zones_of_the_hidden_stand_in_nothing_that_guards_and_table_are_given() -> None:
    """The whole of it, searched for the zone where an intruder hides: it is named only where guards make it named."""
    for seed in SEEDS:
        session = open_table("scorpion", seed, map="twin-castles")
        heard = dict.fromkeys((GUARDS, TABLE), 0)
        for n, _ in enumerate(play(session, random.Random(seed + 100))):
            truth = copy_of(session, REFEREE)
            secret = {f.zone for f in truth.figures.values() if isinstance(f.zone, str) and f.on_map and not f.shown}
            secret |= {zone for rope in truth.ropes for zone in rope} | set(truth.entrances)
            for seat in (GUARDS, TABLE):
                for event in told(session, seat, heard[seat]):
                    # Only these speak of intruders and zones at once, and each of them is public by a rule.
                    if event.get("figure") in FIGURES and words_of(event) & secret:
                        assert event["event"] in ("Detected", "SearchDeclared", "Searched"), (seed, n, event)
                heard[seat] = session.basis(seat)
            assert not session.lights().keys() & (secret - named_by_guards(session)), (seed, n)


def named_by_guards(session: Session[Any]) -> set[str]:
    """The zones that a light may shine in by what everybody knows: where guards stand or may go, what was searched."""
    table = copy_of(session, TABLE)
    known = {guard.zone for guard in table.guards.values()} | set(table.found)
    known |= {f.zone for f in table.figures.values() if isinstance(f.zone, str)}
    prompt = session.prompt(GUARDS)
    return known | {read(choice).what for choice in (prompt.choices if prompt else ())}


@pytest.mark.slow
def test_B20_what_is_in_hands_is_in_no_view_of_the_other_side() -> None:
    """What guards and table see has no secret piece, path or rope of the intruders in it; nor the other way round."""
    for seed in range(5 * MORE):
        session = open_table("scorpion", seed, map="drill-yard")
        for n, _ in enumerate(play(session, random.Random(seed + 200))):
            if n % 31:
                continue
            for seat in (GUARDS, TABLE):
                shown = picture(session, seat)
                for name in ("path", "rope"):
                    assert f'"kind":"{name}"' not in shown, (seed, n, seat, name)
                truth = copy_of(session, REFEREE)
                pieces = {p["id"] for p in pieces_of(json.loads(shown))}
                for who, figure in truth.figures.items():
                    known = copy_of(session, TABLE).figures[who]
                    assert who not in pieces or isinstance(known.zone, str), (seed, n, figure)
            for seat in (INTRUDERS, TABLE):
                shown = picture(session, seat)
                # What was searched for is known, and drawn.
                found = set(copy_of(session, TABLE).found)
                for mark in marks_of(json.loads(shown)):
                    secret = mark["kind"] in ("sleepers", "goal", "trap", "hidden_sentry")
                    assert not secret or set(mark["zones"]) <= found, (seed, n, seat, mark)


def pieces_of(view: Any) -> list[dict[str, Any]]:
    """The figures that a view draws."""
    return [piece for panel in view["panels"] if panel["kind"] == "board" for piece in panel["pieces"]]


def marks_of(view: Any) -> list[dict[str, Any]]:
    """What a view draws on the map."""
    return [mark for panel in view["panels"] if panel["kind"] == "board" for mark in panel["marks"]]


def test_B20_refusals_name_only_what_was_picked() -> None:
    """A refusal's words hold what the pick named, or what the seat knows: no zone or card beyond that."""
    for seed in range(6 * MORE):
        session = open_table("scorpion", seed, map="drill-yard")
        source = random.Random(seed + 300)
        every = forms(session)
        for _ in play(session, source):
            truth = copy_of(session, REFEREE)
            secret = {f.zone for f in truth.figures.values() if isinstance(f.zone, str) and not f.shown}
            prompt = session.prompt(GUARDS)
            if prompt is not None and prompt.ask in ("step", "pursue"):
                continue
            for choice in source.sample(every, 4):
                if prompt is not None and choice in prompt.choices:
                    continue
                verdict = session.pick(GUARDS, choice)
                assert isinstance(verdict, Refused)
                said = {*verdict.case.values(), *re.findall(r"\b[A-K][1-6]\b", session.say_refusal(GUARDS, verdict))}
                known = {guard.zone for guard in truth.guards.values()}
                assert not said & (secret - known - {read(choice).what}), (seed, choice, said)


# ---- repr, logs, crashes, notes ---------------------------------------------------------------------------------


def secrets_of(session: Session[Any]) -> set[str]:
    """Texts that would give something away wherever they stood."""
    truth = copy_of(session, REFEREE)
    found = {str(figure.zone) for figure in truth.figures.values() if isinstance(figure.zone, str)}
    found.update(truth.entrances, truth.traps, truth.goals.values(), truth.sleepers)
    return {*found, "kenjutsu", "shuriken", "sentry_search", "it_was_a_cat"}


def test_B20_nothing_prints_a_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """repr, str, pretty printing and logging of everything that a programmer would log in an anxious hour."""
    how = Opening(game="scorpion", seed=3, map="twin-castles")
    journal = Journal.create(tmp_path / "a.kuroko", msgspec.json.encode(how))
    session: Session[Any] = Session(GAMES["scorpion"], how, journal)
    for _ in play(session, random.Random(4), 150):
        pass
    secrets = secrets_of(session)
    referee = Referee(session, Manifest())
    things: list[Any] = [session, journal, referee, Window(session, INTRUDERS), *session._copies.values()]
    things += [*session.told(REFEREE), list(session.told(REFEREE)), session._copies, session._undoing._rows]
    with caplog.at_level(logging.DEBUG):
        for thing in things:
            logging.getLogger("kuroko").debug("%s %r", thing, thing)
    printed = caplog.text + "".join(pprint.pformat(thing) + f"{thing}" + f"{thing!r}" for thing in things)
    for secret in secrets:
        assert not re.search(rf"\b{re.escape(secret)}\b", printed), secret
    journal.close()


def test_B20_prompts_verdicts_and_findings_print_neither_hands_nor_picks() -> None:
    session = open_table("scorpion", 3, map="drill-yard")
    referee = Referee(session, Manifest.simulated(session.tokens()))
    prompt = session.prompt(INTRUDERS)
    uid = str(referee.manifest.uid("card:ninja/shuriken/1"))
    things = [prompt, session.pick(INTRUDERS, "card:shuriken"), session.pick(INTRUDERS, "card:shuriken@ninja")]
    things += [
        referee.observe(Observation("card", uid)),
        Narrowed(GUARDS, "route", ("zone:F4",)),
        session._undoing._rows,
    ]
    printed = repr(things)
    assert "shuriken" not in printed
    assert "F4" not in printed


def test_B20_rows_and_points_print_nothing_either() -> None:
    """What the session keeps to undo and to take back, B20's undo stack, is as silent as the events in it."""
    session = open_table("scorpion", 3, map="twin-castles")
    printed = ""
    for _ in play(session, random.Random(4), 200):
        kept = vars(session) | vars(session._undoing) | vars(session._points)
        printed += repr({name: value for name, value in kept.items() if name != "_opening"})
    for secret in secrets_of(session):
        assert not re.search(rf"\b{re.escape(secret)}\b", printed), secret


@pytest.mark.parametrize("kind", sorted(e.VOCABULARY.values(), key=lambda kind: kind.__name__))
def test_B20_an_event_prints_its_name_alone(kind: type[Event]) -> None:
    event = kind(**dict.fromkeys(kind.__struct_fields__, "SECRET"))
    for printed in (repr(event), str(event), f"{event}", pprint.pformat(event), repr([event]), repr({"a": event})):
        assert "SECRET" not in printed
    assert kind.__name__ in repr(event)


def test_B20_a_crash_report_has_no_local_values() -> None:
    """Tracebacks hold lines of code, and the frames' values only for those who ask; reprs answer those."""
    session = open_table("scorpion", 3, map="twin-castles")
    for _ in play(session, random.Random(4), 120):
        pass
    secrets = secrets_of(session)
    state = copy_of(session, REFEREE)
    try:
        session._game.evolve(state, e.GuardDrunk("g99"))
    except KeyError as error:
        captured = traceback.TracebackException.from_exception(error, capture_locals=True)
        frames = [value for frame in captured.stack for name, value in (frame.locals or {}).items() if name == "state"]
    assert frames
    for secret in secrets:
        assert not any(re.search(rf"\b{re.escape(secret)}\b", value) for value in frames), secret


def test_B20_the_public_note_of_a_journal_is_public(tmp_path: Path) -> None:
    """All through a game the list of games says of it only what TABLE was told."""
    how = Opening(game="scorpion", seed=3, map="drill-yard")
    path = tmp_path / "a.kuroko"
    journal = Journal.create(path, msgspec.json.encode(how), started="2024-01-01 20:00")
    session: Session[Any] = Session(GAMES["scorpion"], how, journal)
    source = random.Random(6)
    while (picked := next_pick(session, source)) is not None:
        session.pick(*picked)
        note = journal.notes()
        assert note.keys() <= {"started", "winner"}
        outcome = session.outcome()
        assert note.get("winner") == (outcome.winner if outcome else None)
    journal.close()
    assert tables(tmp_path)[0].notes["winner"] == note["winner"]


def test_every_event_about_a_secret_has_a_narrow_audience() -> None:
    """A list that somebody must change on purpose: which events only one side, or nobody, may know at all."""
    for name in (
        "Stepped",
        "RopeLaid",
        "EntranceDug",
        "HeardWhom",
        "WalkedUnseen",
        "FigureChosen",
        "Paused",
        "Finished",
    ):
        assert e.VOCABULARY[name].audience == e.INTRUDER_SIDE, name
    for name in ("ObjectHidden", "SleeperAdded"):
        assert e.VOCABULARY[name].audience == e.GUARD_SIDE, name
    for name, fields in {
        "Started": {"zone"},
        "MissionDrawn": {"goal"},
        "Concealed": {"zone"},
        "HandChosen": {"cards"},
        "CardsDrawn": {"kinds"},
        "DeckShuffled": {"cards"},
        "BonusTaken": {"cards"},
    }.items():
        assert e.VOCABULARY[name].secret.keys() >= fields, name
