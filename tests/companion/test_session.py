"""The one path of a table: judge, write, tell. In that order, whatever fails in between."""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import BadOpening, Opening
from companion.journal import BadJournal, Journal, JournalForbidden, JournalFull, JournalInUse
from companion.prompts import UNDO
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Fault, Session
from companion.verdicts import Accepted, Refused
from companion.windows import Window
from tests.companion.support import GAMES, asked, everything, loaded, open_table, played, position, refused, told

HOUSE = Path(__file__).resolve().parent.parent.parent
GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
HOW = Opening(game="scorpion", seed=11, map="drill-yard")


def written(path: Path, how: Opening = HOW) -> tuple[Session[Any], Journal]:
    """A new table with its journal."""
    journal = Journal.create(path, msgspec.json.encode(how))
    return Session(GAMES["scorpion"], how, journal), journal


def read_back(path: Path) -> tuple[Session[Any], Journal]:
    """The table that a journal tells of."""
    journal = Journal.open(path)
    return Session.resume(GAMES["scorpion"], msgspec.json.decode(journal.opening, type=Opening), journal), journal


# ---- the order of judging ---------------------------------------------------------------------------------------


def test_a_pick_is_judged_in_the_order_of_the_protocol() -> None:
    """Unknown choice, stale, game over, not your turn, then the rules: the first that is wrong is named."""
    session = open_table("scorpion", 1, map="drill-yard")
    wrong = session.basis(GUARDS) + 1
    assert refused(session, GUARDS, "zone:Z9", wrong).reason == "unknown_choice"
    assert refused(session, GUARDS, "zone:A1", wrong).reason == "stale"
    assert refused(session, GUARDS, "undo", wrong).reason == "stale"
    assert refused(session, GUARDS, "zone:A1").reason == "not_now"
    assert refused(session, GUARDS, "undo").reason == "not_now"
    for seat in (GUARDS, INTRUDERS):
        while session.prompt(seat) is not None and not session.position(TABLE)["confirmed"]:
            prompt = session.prompt(seat)
            assert prompt is not None
            for form in ("starter", "arrange", "confirm", *prompt.choices):
                if form in prompt.choices:
                    session.pick(seat, form)
                    break
    waiting = next(seat for seat in session.seats if session.prompt(seat) is None)
    assert refused(session, waiting, "zone:Z9").reason == "unknown_choice"
    assert refused(session, waiting, "zone:A1", -1).reason == "stale"
    turn = refused(session, waiting, "zone:A1")
    assert (turn.reason, turn.rule) == ("not_your_turn", "R248")
    assert refused(session, waiting, "undo").reason == "not_your_turn"
    played(session, random.Random(1))
    assert refused(session, GUARDS, "zone:Z9").reason == "unknown_choice"
    assert refused(session, GUARDS, "end", -1).reason == "stale"
    over = refused(session, GUARDS, "end")
    assert (over.reason, over.rule) == ("game_over", "R252")
    assert refused(session, GUARDS, "undo").reason == "game_over"


def test_a_question_with_one_answer_is_not_asked() -> None:
    """The only sentry listens without being named; the row holds the answer that the referee gave itself."""
    session = loaded(
        {
            "game": "scorpion",
            "map": "drill-yard",
            "phase": "guard_cards",
            "hand": {"guards": ["sentry_listen"]},
            "guards": {"g1": {"zone": "E1"}},
            "ninja": {"zone": "A4", "goal": "A"},
            "traitor": {"zone": "K4", "goal": "B"},
        }
    )
    verdict = session.pick(GUARDS, "card:sentry_listen")
    assert verdict == Accepted(("card:sentry_listen", "guard:g1"))
    assert [event["event"] for event in told(session, TABLE)] == ["CardPlayed", "Carded", "Listened", "Heard"]


def test_undo_takes_back_a_whole_pick_and_only_while_nobody_else_was_told() -> None:
    session = open_table("scorpion", 1, map="drill-yard")
    before = position(session)
    assert session.pick(GUARDS, "starter") == Accepted(("starter",))
    assert len(position(session)["drafts"]["guards"]["hand"]) == 24
    session.pick(INTRUDERS, "card:rope")
    assert session.pick(GUARDS, UNDO) == Accepted((UNDO,))
    assert position(session)["drafts"].get("guards", {}).get("hand", []) == []
    assert position(session)["drafts"]["intruders"]["hands"]["ninja"] == ["rope"]
    *_, undone = told(session, GUARDS)
    assert undone == {"event": "Undone", "seat": "guards", "told": session.basis(GUARDS) - 25, "events": 24}
    assert "Undone" not in [event["event"] for event in told(session, INTRUDERS)]
    session.pick(INTRUDERS, UNDO)
    assert position(session) == before
    for seat in session.seats:
        assert refused(session, seat, UNDO).reason == "not_now"


def test_undo_is_not_offered_after_a_card_was_shown_to_the_other_side() -> None:
    """A step that told something is no longer the picker's own (a rope is seen as a card)."""
    session = loaded(
        {
            "game": "scorpion",
            "map": "drill-yard",
            "phase": "intruders",
            "hand": {"ninja": ["rope"]},
            "ninja": {"zone": "A3", "goal": "A"},
            "traitor": {"zone": "K4", "goal": "B"},
        }
    )
    session.pick(INTRUDERS, "figure:ninja")
    assert UNDO in asked(session)[0].choices
    session.pick(INTRUDERS, "zone:B3")
    session.pick(INTRUDERS, UNDO)
    assert position(session)["ninja"]["path"] == ["A3"]
    session.pick(INTRUDERS, "rope:A4")
    assert UNDO not in asked(session)[0].choices
    assert refused(session, INTRUDERS, UNDO).reason == "not_now"


def test_a_move_in_secret_can_be_undone_after_its_end_and_nobody_else_is_asked_or_told() -> None:
    """Not even when both have moved; the other side is asked only for what it was told (F11)."""
    session = loaded(
        {
            "game": "scorpion",
            "map": "drill-yard",
            "phase": "guard_cards",
            "guards": {"g1": {"zone": "E1"}},
            "ninja": {"zone": "A3", "goal": "A"},
            "traitor": {"zone": "K4", "goal": "B"},
        }
    )
    while asked(session)[0].seat == GUARDS:
        session.pick(GUARDS, "end")
    start, others = position(session), (session.basis(GUARDS), session.basis(TABLE))
    for choice in ("figure:ninja", "zone:B3", "stay", "figure:traitor", "zone:K5", "stay"):
        assert isinstance(session.pick(INTRUDERS, choice), Accepted), choice
    assert "take_back" not in asked(session)[0].choices, "nobody is asked for what can be undone"
    while UNDO in asked(session)[0].choices:
        session.pick(INTRUDERS, UNDO)
    assert position(session) == start
    assert (session.basis(GUARDS), session.basis(TABLE)) == others


def test_whoever_names_the_other_figure_lets_the_first_wait_and_the_end_of_the_turn_ends_both_moves() -> None:
    """Q26: they may move in turns. R142: neither goes farther for it."""
    session = loaded(
        {
            "game": "scorpion",
            "map": "drill-yard",
            "phase": "intruders",
            "ninja": {"zone": "A3", "goal": "A"},
            "traitor": {"zone": "K4", "goal": "B"},
        }
    )
    for choice in ("figure:ninja", "zone:B3", "figure:traitor", "zone:K5", "figure:ninja", "zone:A3", "figure:traitor"):
        assert isinstance(session.pick(INTRUDERS, choice), Accepted), choice
    assert refused(session, INTRUDERS, "figure:traitor").reason == "not_now"
    assert [position(session)[name]["moved"] for name in ("ninja", "traitor")] == [2, 1]
    session.pick(INTRUDERS, "stay")
    session.pick(INTRUDERS, "figure:ninja")
    assert refused(session, INTRUDERS, "figure:traitor").rule == "R142"
    session.pick(INTRUDERS, "end")
    assert asked(session)[0].seat == GUARDS
    assert [event["event"] for event in told(session, REFEREE)].count("Finished") == 2


# ---- written, then told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [JournalFull, JournalForbidden, BadJournal, JournalInUse])
def test_B19_what_could_not_be_written_did_not_happen(
    error: type[BadJournal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error goes to the caller as it is, nothing has changed, and the pick can be made again."""
    session, journal = written(tmp_path / "a.kuroko")
    played(session, random.Random(3), 60)
    for _ in range(30):
        if not asked(session):
            break
        prompt = asked(session)[0]
        choice = prompt.choices[-1]
        before, rows = everything(session), journal.count
        with monkeypatch.context() as patch:

            def fails(self: Journal, entry: bytes, notes: Any = None) -> None:
                raise error(self.path, "no")

            patch.setattr(Journal, "append", fails)
            with pytest.raises(error):
                session.pick(prompt.seat, choice)
        assert everything(session) == before
        assert journal.count == rows
        assert isinstance(session.pick(prompt.seat, choice), Accepted)
        assert journal.count == rows + 1
    after = everything(session)
    journal.close()
    again, journal = read_back(tmp_path / "a.kuroko")
    assert everything(again) == after
    journal.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_B19_a_read_only_journal_is_refused_before_the_first_pick(tmp_path: Path) -> None:
    path = tmp_path / "a.kuroko"
    _, journal = written(path)
    journal.close()
    path.chmod(0o400)
    with pytest.raises(JournalForbidden, match=r"a\.kuroko"):
        read_back(path)


def test_nothing_is_told_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a row is being written every window still shows what was."""
    session, journal = written(tmp_path / "a.kuroko")
    whole = Journal.append
    seen: list[bool] = []

    def watching(self: Journal, entry: bytes, notes: Any = None) -> None:
        seen.append(everything(session) == before)
        whole(self, entry, notes)

    monkeypatch.setattr(Journal, "append", watching)
    for n in range(80):
        if not asked(session):
            break
        before = everything(session)
        prompt = asked(session)[n % len(asked(session))]
        session.pick(prompt.seat, prompt.choices[n % len(prompt.choices)])
    journal.close()
    assert len(seen) >= 70
    assert all(seen)


def test_a_journal_with_its_opening_alone_is_opened_anew(tmp_path: Path) -> None:
    """The power failed between the opening and the first row: the game begins, as it would have."""
    path = tmp_path / "a.kuroko"
    Journal.create(path, msgspec.json.encode(HOW)).close()
    session, journal = read_back(path)
    assert everything(session) == everything(Session(GAMES["scorpion"], HOW))
    played(session, random.Random(1), 20)
    after = everything(session)
    journal.close()
    session, journal = read_back(path)
    assert everything(session) == after
    journal.close()


@pytest.mark.parametrize(
    "entry",
    [b"", b"{", b"[]", b"5", b'{"seat": "guards"}', b'{"seat": "guards", "undo": 7}', b'{"seat": "nobody", "undo": 1}',
     b'{"seat": "guards", "picks": ["end"], "events": [{"event": "NoSuch"}]}',
     b'{"seat": "guards", "picks": ["end"], "events": [{"event": "TurnBegan", "turn": 1, "more": 2}]}',
     b'{"seat": "guards", "picks": 5, "events": 6}', b'{"seat": "guards", "picks": ["end"], "events": [5]}',
     b'{"seat": "guards", "picks": ["x"], "events": [{"event": "GuardDrunk", "guard": "g99"}]}'],
)  # fmt: skip
def test_a_journal_of_another_version_is_named_and_quotes_no_row(entry: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.kuroko"
    _, journal = written(path)
    journal.append(entry)
    journal.close()
    with pytest.raises(BadOpening, match=r"a\.kuroko") as caught:
        read_back(path)
    shown = "".join(traceback.format_exception(caught.value))
    assert "g99" not in shown
    assert "NoSuch" not in shown


# ---- the power fails --------------------------------------------------------------------------------------------

CHILD = """
import sys, random; sys.path[:0] = ['.']
import msgspec
from companion.journal import Journal
from tests.companion.support import *
from tests.companion.test_session import read_back
from pathlib import Path
session, journal = read_back(Path(sys.argv[1]))
source = random.Random(int(sys.argv[2]))
print('ready', flush=True)
for seat, choice in play(session, source):
    print(f"{seat} {choice}", flush=True)
"""


def acknowledged(path: Path, seed: int, after: int) -> Iterator[tuple[str, str]]:
    """The picks that a process acknowledged before it was killed in the middle of its work."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path), str(seed)], cwd=HOUSE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    for _ in range(after):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    yield from (tuple(line.rstrip("\n").split(" ", 1)) for line in child.stdout.readlines() if line.endswith("\n"))  # type: ignore[misc]
    child.stdout.close()
    child.wait()


@pytest.mark.slow
def test_B18_what_was_acknowledged_is_there_after_the_power_failed(tmp_path: Path) -> None:
    """Killed in the middle of picks: the table stands at the last acknowledged one, or at most one further."""
    path = tmp_path / "a.kuroko"
    session, journal = written(path)
    journal.close()
    rows = session.basis(REFEREE)
    for seed, after in enumerate((1, 25, 60)):
        tail = list(acknowledged(path, seed, after))
        again, journal = read_back(path)
        entries = [json.loads(entry) for entry in journal.entries()]
        picks = [(row["seat"], row["picks"][0] if "picks" in row else UNDO) for row in entries if "seat" in row]
        assert journal.verify().entries == len(entries)
        assert tail == picks[len(picks) - len(tail) :] or tail == picks[len(picks) - 1 - len(tail) : -1]
        assert again.basis(REFEREE) >= rows
        rows = again.basis(REFEREE)
        # The same table as one that was never interrupted.
        plainly = Session(GAMES["scorpion"], HOW)
        for seat, choice in picks:
            assert isinstance(plainly.pick(Seat(seat), choice), Accepted)
        assert everything(plainly) == everything(again)
        journal.close()


# ---- mistakes of ours -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["judge", "refusal", "readable", "evolve", "prompt"])
def test_B20_a_mistake_in_the_rules_changes_nothing_and_shows_no_secret(
    method: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a crash report can print of it: the text, the chain, the frames' names, none has a value in it."""
    session = open_table("scorpion", 1, map="drill-yard")
    before = everything(session)

    def wrong(self: Any, *values: Any) -> Any:
        secret_zone = "K4"
        raise KeyError(secret_zone, values)

    with monkeypatch.context() as patch:
        patch.setattr(type(session._game), method, wrong)
        with pytest.raises(Fault) as caught:
            session.pick(GUARDS, "starter")
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("kuroko").exception("fault", exc_info=caught.value)
    assert "K4" not in caplog.text
    assert "KeyError in test_session.py" in str(caught.value)
    assert everything(session) == before
    assert isinstance(session.pick(GUARDS, "starter"), Accepted)


# ---- windows ----------------------------------------------------------------------------------------------------


def test_a_window_gives_its_own_seat_and_nothing_else() -> None:
    session = open_table("scorpion", 1, map="drill-yard")
    guards, intruders, table = Window(session, GUARDS), Window(session, INTRUDERS), Window(session)
    verdict, say = guards.pick("starter", guards.basis)
    assert (verdict, say) == (Accepted(("starter",)), "")
    verdict, say = guards.pick("starter", guards.basis - 1)
    assert isinstance(verdict, Refused)
    assert verdict.reason == "stale"
    assert say
    assert table.prompt() is None
    assert [event["event"] for event in table.told()] == [event["event"] for event in intruders.told()]
    assert guards.told(len(intruders.told()))[0]["event"] == "Chosen"
    assert all(isinstance(line, str) and line for line in guards.heard())
    assert guards.lights() == intruders.lights() == table.lights()
    assert guards.outcome() is None
    for window in (guards, intruders, table):
        assert window.view().seat == window.seat
        assert window.position() == session.position(window.seat)
    prompt = intruders.prompt()
    assert prompt is not None
    assert len(intruders.say(prompt)[1]) == len(prompt.choices)


def test_a_table_speaks_another_language_and_nothing_else_changes() -> None:
    session = open_table("scorpion", 3, map="twin-castles")
    window = Window(session, GUARDS)
    before, position = window.view(), window.position()
    session.speak("ja")
    after = window.view()
    assert [type(panel) for panel in after.panels] == [type(panel) for panel in before.panels]
    assert (after.panels[0].title, after.panels[0].sheet.zones["G10"].name) == ("双子城", "南門")
    prompt = window.prompt()
    assert prompt is not None
    assert window.say(prompt)[0] == "衛兵の札をあと24枚選ぶ"
    assert refused(session, GUARDS, "zone:G10").reason == "not_now"
    assert window.pick("zone:G10")[1] == "今それはできません。示されたものから選んでください。"
    assert window.heard()[0] == "双子城の夜が始まった。"
    assert window.position() == position
    session.speak("en")
    assert window.view() == before
