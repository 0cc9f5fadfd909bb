"""Taking back: to which points, at whose leave, what is told of it, and that it stands in the journal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import Opening
from companion.journal import Journal
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.taking import ALLOW_TAKE_BACK, TAKE_BACK, TakenBack
from companion.verdicts import Accepted
from tests.companion.support import (
    GAMES,
    MORE,
    all_copies,
    asked,
    copy_of,
    everybody,
    everything,
    loaded,
    next_pick,
    open_table,
    position,
    refused,
    told,
)

GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
YARD = {"game": "scorpion", "map": "drill-yard", "turn": 5, "phase": "guard_cards"}
GUARDS_THERE = {"g1": {"zone": "F3"}, "g2": {"zone": "H1"}, "g3": {"zone": "C1"}, "g4": {"zone": "E1"}}
WHERE = {"ninja": {"zone": "A1"}, "traitor": {"zone": "K3"}, "guards": GUARDS_THERE}


def at_the_yard(seed: int = 7, **more: Any) -> Session[Any]:
    """A table of two with two search cards in the guards' hand."""
    hand = {"guards": ["sentry_search", "sentry_search", "sentry_listen"], "traitor": ["it_was_a_cat"]}
    return loaded({**YARD, **WHERE, "hand": hand, **more}, seed)


def picks(session: Session[Any], seat: Seat, *choices: str) -> None:
    """Picks that must be accepted."""
    for choice in choices:
        assert isinstance(session.pick(seat, choice), Accepted), (seat, choice)


def offered(session: Session[Any], seat: Seat) -> bool:
    """True when the seat may ask to take back."""
    prompt = session.prompt(seat)
    return prompt is not None and TAKE_BACK in prompt.choices


def test_granted_the_copies_are_as_they_were_and_what_was_told_only_grew() -> None:
    session = at_the_yard()
    before, heard = all_copies(session), {seat: session.basis(seat) for seat in everybody(session)}
    picks(session, GUARDS, "card:sentry_search", "guard:g1", "zone:F4", "stay")
    moved = all_copies(session)
    between = {seat: told(session, seat) for seat in everybody(session)}
    picks(session, GUARDS, TAKE_BACK, "to:step")
    assert all_copies(session) == moved, "asking changes nothing"
    picks(session, INTRUDERS, "allow")
    assert all_copies(session) == before
    for seat in everybody(session):
        now = told(session, seat)
        assert now[: len(between[seat])] == between[seat]
        assert [fields["event"] for fields in now[len(between[seat]) :]] == [
            "TakeBackAsked",
            "TakeBackAnswered",
            "TakenBack",
        ]
        assert now[-1]["told"] == heard[seat]


def test_refused_nothing_changes_and_it_is_not_asked_again_until_something_happens() -> None:
    session = at_the_yard()
    picks(session, GUARDS, "card:sentry_search", "guard:g1", "stay")
    before = all_copies(session)
    picks(session, GUARDS, TAKE_BACK, "to:step")
    picks(session, INTRUDERS, "refuse")
    assert all_copies(session) == before
    assert not offered(session, GUARDS)
    assert refused(session, GUARDS, TAKE_BACK).reason == "not_now"
    picks(session, GUARDS, "card:sentry_search", "guard:g2", "stay")
    assert offered(session, GUARDS)


def test_it_is_not_offered_within_a_step_where_undo_is_free() -> None:
    session = at_the_yard()
    picks(session, GUARDS, "card:sentry_search", "guard:g1", "stay", "card:sentry_search")
    prompt = session.prompt(GUARDS)
    assert prompt is not None
    assert "undo" in prompt.choices
    assert TAKE_BACK not in prompt.choices
    picks(session, GUARDS, "undo")
    assert offered(session, GUARDS)


def test_what_was_undone_within_its_step_is_nothing_to_take_back() -> None:
    session = at_the_yard()
    picks(session, GUARDS, "card:sentry_search", "undo")
    assert not offered(session, GUARDS)


def test_after_going_back_to_the_turn_no_later_phase_can_be_asked_for() -> None:
    """A point that has not come yet would be a way forwards."""
    session = at_the_yard(phase="alert", drawn=["sentry_listen"])
    picks(session, GUARDS, "end", "card:sentry_search", "guard:g1", "stay", TAKE_BACK, "to:turn")
    picks(session, INTRUDERS, "allow")
    assert position(session, TABLE)["phase"] == "alert"
    picks(session, GUARDS, "card:sentry_listen", "guard:g1")
    picks(session, INTRUDERS, "pass")
    assert not offered(session, GUARDS)
    session = at_the_yard(phase="alert", drawn=["sentry_search"])
    picks(session, GUARDS, "end", "end", TAKE_BACK, "to:turn")
    picks(session, INTRUDERS, "allow")
    picks(session, GUARDS, "card:sentry_search", "guard:g1", "stay", TAKE_BACK)
    assert session.prompt(GUARDS).choices == ("to:step", "pass"), "turn and phase begin where the step does"
    picks(session, GUARDS, "to:step")
    picks(session, INTRUDERS, "allow")
    assert position(session, TABLE)["phase"] == "alert"


def test_chance_is_not_rewound() -> None:
    """A new copy's goal, drawn once more after a take-back, is drawn anew: the seed does not give the same again."""
    goals = set()
    for seed in range(12):
        session = at_the_yard(seed, phase="intruders", ninja={"state": "waiting"}, traitor={"zone": "K3", "goal": "F"})
        for _ in range(2):
            cards = ("card:rope", "card:rope", "card:rope", "card:shuriken", "card:shuriken", "card:shuriken")
            picks(session, INTRUDERS, *cards, "zone:C1")
            goals.add((seed, position(session)["ninja"]["goal"]))
            session._return(session._points.open_to(INTRUDERS, frozenset({INTRUDERS}), session._rows)["step"])
            session._rows += 1
    assert len(goals) > 12, "some seeds gave two goals"


def test_a_redraw_after_a_take_back_is_a_new_draw() -> None:
    differ = 0
    for seed in range(20):
        session = open_table("scorpion", seed, map="drill-yard")
        picks(session, GUARDS, "starter", "arrange")
        first = [fields["choice"] for fields in told(session, GUARDS) if fields["event"] == "Chosen"][24:]
        picks(session, GUARDS, "undo", "arrange")
        second = [fields["choice"] for fields in told(session, GUARDS) if fields["event"] == "Chosen"][
            24 + len(first) :
        ]
        differ += first != second
    assert differ > 15


def test_with_two_on_the_other_side_both_must_allow() -> None:
    session = at_the_yard(players=3)
    picks(session, GUARDS, "card:sentry_search", "guard:g1", "zone:F4", "stay", TAKE_BACK, "to:step")
    picks(session, Seat("traitor"), "allow")
    assert session.prompt(Seat("traitor")) is None
    assert position(session, TABLE)["guards"]["g1"]["zone"] == "F4"
    picks(session, Seat("ninja"), "allow")
    assert position(session, TABLE)["guards"]["g1"]["zone"] == "F3"


FOUR = {
    "players": 4,
    "hand": {"swords": ["sentry_search", "awaken"], "spears": ["sentry_search"]},
    "plays_left": {"swords": 1, "spears": 1},
    "guards": {**GUARDS_THERE, "g11": {"zone": "H1"}},
    "sleepers": {"E6": 1, "G6": 1},
}
"""A table of four, where either guard player holds cards that the other does not see."""
SWORDS, SPEARS = Seat("swords"), Seat("spears")


def test_after_a_refusal_a_fellows_private_picks_offer_nothing_again() -> None:
    session = at_the_yard(**FOUR)
    picks(session, SPEARS, "card:sentry_search", "stay", TAKE_BACK, "to:step")
    picks(session, Seat("ninja"), "refuse")
    before, heard = session.prompt(SPEARS), session.basis(SPEARS)
    assert not offered(session, SPEARS)
    picks(session, SWORDS, "card:awaken")
    assert session.prompt(SPEARS) == before
    picks(session, SWORDS, "undo")
    assert session.prompt(SPEARS) == before
    assert session.basis(SPEARS) == heard
    picks(session, SWORDS, "card:sentry_search", "guard:g1", "stay")
    assert offered(session, SPEARS), "now he was told something"


def test_what_a_fellow_only_begins_is_nothing_to_take_back() -> None:
    """Else the offer would tell that a card is about to be played."""
    session = at_the_yard(**FOUR)
    picks(session, SWORDS, "card:awaken")
    assert not offered(session, SPEARS)
    picks(session, SWORDS, "zone:E6")
    assert position(session, TABLE)["sleepers"] == "??"
    while (prompt := session.prompt(SWORDS)) is not None and prompt.ask == "step":
        picks(session, SWORDS, "stay")
    assert offered(session, SPEARS)


@pytest.mark.parametrize("answer", ["allow", "refuse", None])
def test_asking_and_answering_are_read_back_from_the_journal(tmp_path: Path, answer: str | None) -> None:
    how = msgspec.convert({"game": "scorpion", "seed": 3, "map": "drill-yard"}, Opening)
    journal = Journal.create(tmp_path / "a.kuroko", msgspec.json.encode(how))
    session = Session(GAMES["scorpion"], how, journal)
    picks(session, GUARDS, "starter", "arrange", "confirm")
    picks(session, INTRUDERS, "starter", "starter", "arrange", "confirm")
    picks(session, GUARDS, "end")
    written = journal.count
    picks(session, GUARDS, TAKE_BACK)
    assert journal.count == written, "who is only looking has asked nothing"
    picks(session, GUARDS, "to:step")
    if answer is not None:
        picks(session, INTRUDERS, answer)
    assert journal.count == written + 1 + (answer is not None)
    before = everything(session)
    journal.close()
    journal = Journal.open(tmp_path / "a.kuroko")
    again = Session.resume(GAMES["scorpion"], how, journal)
    assert everything(again) == before
    assert position(again, TABLE)["phase"] == ("guard_cards" if answer == "allow" else "patrol")
    if answer is None:
        assert again.prompt(INTRUDERS).ask == ALLOW_TAKE_BACK
        picks(again, INTRUDERS, "allow")
    for table in (session, again):
        if answer is not None or table is again:
            while (picked := next_pick(table, random.Random(1))) is not None and table.basis(REFEREE) < 120:
                picks(table, *picked)
    if answer is not None:
        assert everything(again) == everything(session), "chance goes on alike"
    journal.close()


def test_random_picks_answer_a_question_that_is_open() -> None:
    session = at_the_yard()
    picks(session, GUARDS, "card:sentry_search", "guard:g1", "stay", TAKE_BACK, "to:step")
    assert session.random(1, 1) == 1
    assert session.prompt(INTRUDERS) is None or session.prompt(INTRUDERS).ask != ALLOW_TAKE_BACK
    assert session.prompt(GUARDS) is not None


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_random_games_with_take_backs_each_returns_to_what_was(players: int, tmp_path: Path) -> None:
    """Every point that is granted is a moment that was; nobody had heard of the other side since; a resume agrees."""
    granted = 0
    for seed in range(4 * MORE):
        path = tmp_path / f"{players}-{seed}.kuroko"
        how = msgspec.convert({"game": "scorpion", "seed": seed, "map": "drill-yard", "players": players}, Opening)
        journal = Journal.create(path, msgspec.json.encode(how))
        session = Session(GAMES["scorpion"], how, journal)
        source = random.Random(seed)
        was: list[dict[Seat, Any]] = [all_copies(session)]
        heard = {seat: session.basis(seat) for seat in everybody(session)}
        for _ in range(900):
            picked = next_pick(session, source, taking=0.15)
            if picked is None:
                break
            picks(session, *picked)
            assert asked(session) or session.outcome() is not None
            for seat in everybody(session):
                assert session.basis(seat) >= heard[seat]
                heard[seat] = session.basis(seat)
            last = session.told(TABLE)[-1:]
            if last and isinstance(last[0], TakenBack) and picked[1] == "allow":
                granted += 1
                assert all_copies(session) in was, "it is as it was"
                assert session.basis(TABLE) > last[0].told
            was.append(all_copies(session))
        before = everything(session)
        choosing = session._choosing
        journal.close()
        journal = Journal.open(path)
        again = Session.resume(GAMES["scorpion"], how, journal)
        journal.close()
        if choosing is None:
            assert everything(again) == before
        assert copy_of(again, REFEREE) == copy_of(session, REFEREE)
    assert granted > 3
