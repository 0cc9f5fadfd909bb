"""What cannot be written by mistake, and counts that change only when the rules do."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import msgspec
import pytest

from companion.events import EVERYONE, NOBODY, Event, as_told, from_plain, is_public, to_plain
from companion.games.catalogue import CATALOGUE
from companion.seats import REFEREE, TABLE, Seat, side
from companion.session import Session
from companion.unknown import UNKNOWN
from tests.companion.support import LONGEST, loaded, of_the_game, open_table, played, tables, text

VOCABULARIES = [(game.id, name, kind) for game in CATALOGUE for name, kind in game.events.items()]


def test_an_event_that_does_not_say_who_may_know_it_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match="does not say who may know"):
        type(Event)("Whispered", (Event,), {"__annotations__": {"word": str}, "__module__": __name__})


def test_an_event_does_not_inherit_who_may_know_it() -> None:
    class Told(Event, frozen=True):
        audience = EVERYONE

    with pytest.raises(TypeError, match="does not say who may know"):
        type(Event)("ToldAgain", (Told,), {"__annotations__": {}, "__module__": __name__})


def test_a_secret_field_that_does_not_exist_cannot_be_declared() -> None:
    body = {"audience": EVERYONE, "secret": {"zome": side("a")}, "__annotations__": {"zone": str}}
    with pytest.raises(TypeError, match="keeps zome secret, which it does not have"):
        type(Event)("Hid", (Event,), {**body, "__module__": __name__})


class Hid(Event, frozen=True):
    """Told to all; where, to a; how, to nobody."""

    audience = EVERYONE
    secret = {"zone": side("a"), "how": NOBODY}
    zone: Any
    how: Any = None


def test_each_seat_is_told_its_part() -> None:
    event = Hid("F4", "well")
    assert as_told(event, Seat("a")) == Hid("F4", UNKNOWN)
    assert as_told(event, Seat("b")) == as_told(event, TABLE) == Hid(UNKNOWN, UNKNOWN)
    assert as_told(event, REFEREE) is event
    assert as_told(Hid(None, None), Seat("b")) == Hid(None, None), "what is not there is no secret"
    assert is_public(event)


@pytest.mark.parametrize(("game", "name", "kind"), VOCABULARIES, ids=[f"{g}-{n}" for g, n, _ in VOCABULARIES])
def test_every_event_says_who_may_know_it_and_cannot_be_changed(game: str, name: str, kind: type[Event]) -> None:
    assert name == kind.__name__
    assert "audience" in kind.__dict__
    assert set(kind.secret) <= set(kind.__struct_fields__)
    assert kind.__struct_config__.frozen
    assert kind.__doc__
    event = kind(**dict.fromkeys(kind.__struct_fields__, UNKNOWN))
    assert from_plain(json.loads(text(to_plain(event))), {name: kind}) == event


@pytest.mark.slow
def test_every_event_that_happens_reads_back_as_it_was_written() -> None:
    """Over whole games: events, and what seats were told of them."""
    met: set[str] = set()
    for name, opening, _ in tables():
        vocabulary = next(game.events for game in CATALOGUE if game.id == name)
        for seed in range(1):
            session = played(open_table(name, seed, **opening), random.Random(seed), LONGEST)
            for seat in (REFEREE, TABLE, *session.seats):
                for event in session.told(seat):
                    fields = json.loads(text(to_plain(event)))
                    if fields["event"] in vocabulary:
                        assert from_plain(fields, vocabulary) == event
                        met.add(fields["event"])
    assert len(met) > 45, met


def test_unknown_is_one_value_and_true_as_nothing() -> None:
    assert copy.deepcopy({"zone": UNKNOWN})["zone"] is UNKNOWN
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN
    assert msgspec.json.decode(text(UNKNOWN)) == "??"
    assert (UNKNOWN == "??") is False
    for wrong in (lambda: bool(UNKNOWN), lambda: not UNKNOWN, lambda: UNKNOWN and 1, lambda: 1 if UNKNOWN else 2):
        with pytest.raises(TypeError):
            wrong()


# ---- how many lines of play there are ---------------------------------------------------------------------------


def yard(**changes: Any) -> dict[str, Any]:
    """A position of the drill yard with the intruders far off and nothing in hand."""
    return {
        "game": "scorpion",
        "map": "drill-yard",
        "turn": 3,
        "phase": "guard_cards",
        "ninja": {"zone": "A4", "goal": "A"},
        "traitor": {"zone": "K4", "goal": "B"},
        **changes,
    }


def lines_of(position: dict[str, Any], depth: int) -> int:
    """How many lines of so many picks can be played from a position; a game that is over has one line more of none."""
    found = 0
    stack: list[tuple[str, ...]] = [()]
    while stack:
        line = stack.pop()
        session = loaded(position)
        for choice in line:
            pick(session, choice)
        open_ones = offered(session)
        if len(line) + 1 == depth:
            found += len(open_ones)
        else:
            stack += [(*line, choice) for choice in open_ones]
    return found


def offered(session: Session[Any]) -> list[str]:
    """What may be picked now, with the seat that may."""
    prompts = [prompt for seat in session.seats if (prompt := session.prompt(seat)) is not None]
    return [f"{prompt.seat} {choice}" for prompt in prompts for choice in of_the_game(prompt)]


def pick(session: Session[Any], what: str) -> None:
    """One pick as `offered` names it."""
    seat, _, choice = what.partition(" ")
    session.pick(Seat(seat), choice)


POSITIONS: dict[str, tuple[dict[str, Any], tuple[int, int, int]]] = {
    # end; end of the patrol phase; then a figure, the other, or end.
    "nobody on the map to play": (yard(), (1, 1, 3)),
    # listen or end; in the end four: listen end end, and the three of the intruders after end end.
    "one sentry, no cards": (yard(guards={"g1": {"zone": "E1"}}), (2, 2, 4)),
    # search, listen, end; D1, E2, F1 and stay after search, one after each other; from D1 and F1 three ways and stay,
    # the moat E2 has ended the move; and as above after listen and end.
    "one sentry, one search": (
        yard(guards={"g1": {"zone": "E1"}}, hand={"guards": ["sentry_search"]}),
        (3, 6, 14),
    ),
    # Two figures and end; A4 and K4 have two borders each, and stay, pause, the other figure, the end of the turn;
    # after end the guards can but end.
    "two intruders in the open": (yard(phase="intruders"), (3, 13, 53)),
    # The same, and a rope over the wall to A3, which ends the move, or laid as a bluff.
    "a rope before a wall": (yard(phase="intruders", hand={"ninja": ["rope"]}), (4, 17, 75)),
    # By card or for free, g1 or g2, Cat or not.
    "a listen that a Cat may answer": (
        yard(
            guards={"g1": {"zone": "E1"}, "g2": {"zone": "H1"}},
            hand={"guards": ["sentry_listen"], "traitor": ["it_was_a_cat", "rope"]},
        ),
        (3, 5, 12),
    ),
    # It must move; at F3 two ways lead on, and none back.
    "a patrol before a fork": (
        yard(
            phase="patrol",
            guards={"g1": {"zone": "E3"}, "g2": {"zone": "E3"}},
            patrols={"p1": {"guards": ["g1", "g2"], "came_from": "E4", "facing": "F3"}},
        ),
        (1, 2, 2),
    ),
    # Two figures, a throw that can only mean g1, three bluffs, end.
    "an intruder beside a guard": (
        yard(
            phase="intruders",
            guards={"g1": {"zone": "B4"}},
            hand={"ninja": ["kenjutsu+1", "shadow_walk", "shuriken"]},
        ),
        (7, 36, 166),
    ),
    # Three zones, then the other two or done.
    "three zones to search": (
        yard(
            phase="intruders",
            ninja={"zone": "B5", "path": ["A4", "A5", "B5"], "moved": 2, "finished": True, "goal": "A"},
            traitor={"state": "escaped"},
            goals={"A": "B5"},
            traps=["A5"],
        ),
        (2, 4, 10),
    ),
    # Both wake in the one zone; the first has three ways and stay, then the second.
    "two sleepers to wake": (
        yard(sleepers={"B6": 2}, hand={"guards": ["awaken"]}),
        (2, 5, 18),
    ),
}
"""Positions, and the number of lines of one, two and three picks from each."""


@pytest.mark.parametrize("name", POSITIONS)
def test_so_many_lines_can_be_played(name: str) -> None:
    position, counts = POSITIONS[name]
    assert tuple(lines_of(position, depth) for depth in (1, 2, 3)) == counts
