"""What the rules say of the box, the sides and the private maps: the sentences that no single game can exercise."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.scorpion.board import SHIPPED, Board
from companion.games.scorpion.names import GUARD_NUMBERS
from companion.games.scorpion.state import standing
from companion.seats import REFEREE, TABLE, Seat
from tests.companion.support import GAMES, copy_of, loaded, open_table, play, position, refused, told

SCORPION = GAMES["scorpion"]
GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")


def at_the_yard(**more: Any) -> Any:
    """A table on the small board in the intruders' phase."""
    where = {"turn": 5, "phase": "intruders", "ninja": {"zone": "A1"}, "traitor": {"zone": "K3"}}
    return loaded({"game": "scorpion", "map": "drill-yard", **where, **more})


def arranged() -> Any:
    """A table where the guards have set up and the traitor may choose his start."""
    session = open_table("scorpion", 3, map="drill-yard")
    for seat, choices in ((GUARDS, "starter arrange confirm"), (INTRUDERS, "starter starter arrange")):
        for choice in choices.split():
            session.pick(seat, choice)
    return session


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R1_there_are_two_sides_and_every_seat_is_on_one(players: int) -> None:
    guards, intruders = SCORPION.sides(players)
    assert guards | intruders == set(SCORPION.seats(players))
    assert not guards & intruders
    assert guards
    assert intruders


@pytest.mark.parametrize(
    ("first", "done", "leaves", "winner"),
    [
        (True, True, True, "intruders"),
        (True, False, True, "draw"),
        (True, True, False, "draw"),
        (False, True, False, "guards"),
    ],
)
def test_R2_R3_the_intruders_must_be_home_with_both_missions_before_dawn_else_they_were_stopped(
    first: bool, done: bool, leaves: bool, winner: str
) -> None:
    home = {"state": "escaped", "done": first, "goal": "A"}
    session = at_the_yard(turn=20, ninja=home, traitor={"zone": "K1", "done": done, "goal": "B"})
    for choice in ("figure:traitor", "off_map") if leaves else ("end",):
        session.pick(INTRUDERS, choice)
    assert session.outcome().winner == winner


@pytest.mark.parametrize("board", SHIPPED)
def test_R11_a_zone_may_carry_a_moat_a_post_barracks_a_track_or_a_wall(board: str) -> None:
    found = Board.load(board)
    walled = {zone for zone, others in found.walls.items() if others}
    for kind in (found.moats, found.posts, found.barracks, set(found.track), walled):
        assert kind
        assert set(kind) <= set(found.zones)
    assert set(found.posts) & set(found.track), "some zones carry several"


def test_R42_the_intruders_begin_off_the_board() -> None:
    session = open_table("scorpion", 1, map="drill-yard")
    assert position(session)["ninja"]["zone"] is None
    assert position(session)["traitor"]["zone"] is None
    session = arranged()
    session.pick(INTRUDERS, "confirm")
    assert position(session, TABLE)["ninja"]["zone"] == "??", "their starts are marked on the private map alone"
    assert not position(session, TABLE)["ninja"]["shown"]


@pytest.mark.parametrize(("ask", "rule"), [("hide_trap", "R51"), ("hide_sentry", "R52")])
def test_R51_R52_traps_and_hidden_sentries_lie_in_castles_and_both_may_in_one(ask: str, rule: str) -> None:
    session = open_table("scorpion", 1, map="twin-castles")
    board = copy_of(session, GUARDS).board
    session.pick(GUARDS, "starter")
    while (prompt := session.prompt(GUARDS)).ask != ask:
        legal = [choice for choice in prompt.choices if choice.startswith("zone:")]
        # Leave room in one castle for both of a kind.
        session.pick(GUARDS, max(legal, key=lambda choice: board.castle.get(choice[5:]) == "east"))
    outside = next(zone for zone in board.zones if zone not in board.castle)
    assert refused(session, GUARDS, f"zone:{outside}").rule == rule
    for _ in range(2):
        west = [c for c in session.prompt(GUARDS).choices if board.castle.get(c.partition(":")[2]) == "west"]
        session.pick(GUARDS, west[0])
    assert session.prompt(GUARDS).ask != ask


def test_R60_the_traitors_start_is_marked_on_the_private_map() -> None:
    session = arranged()
    session.pick(INTRUDERS, "confirm")
    mine = position(session, INTRUDERS)["traitor"]
    assert mine["path"] == [mine["zone"]]
    assert position(session, GUARDS)["traitor"]["path"] == "??"


@pytest.mark.parametrize("board", SHIPPED)
def test_R65a_the_features_of_the_map_decide_where_starts_and_objects_lie(board: str) -> None:
    session = open_table("scorpion", 2, map=board)
    found = copy_of(session, TABLE).board
    session.pick(GUARDS, "starter")
    seen: dict[str, set[str]] = {}
    for _ in range(400):
        for seat in session.seats:
            prompt = session.prompt(seat)
            if prompt is not None:
                zones = {choice[5:] for choice in prompt.choices if choice.startswith("zone:")}
                seen[prompt.ask] = seen.get(prompt.ask, set()) | zones
        if session.position(TABLE)["phase"] != "setup":
            break
        prompt = next(p for seat in session.seats if (p := session.prompt(seat)) is not None)
        session.pick(prompt.seat, next(c for c in prompt.choices if c not in ("arrange", "undo", "take_back")))
    assert seen["start_ninja"] == found.edges
    assert seen["start_traitor"] <= set(found.traitor_starts)
    assert not seen["start_traitor"] & (set(found.castle) | found.moats | found.between_castles)
    assert set().union(*(seen[f"hide_goal_{letter}"] for letter in "ABCDEF")) <= set(found.object_zones)


def test_R71_a_guard_is_a_guard_whatever_his_role() -> None:
    patrol = {"p1": {"guards": ["g2", "g12"], "came_from": "E3", "facing": "G3"}}
    guards = {"g1": {"zone": "F3"}, "g2": {"zone": "F3"}, "g12": {"zone": "F3"}, "g3": {"zone": "F3", "drunk": True}}
    session = at_the_yard(guards=guards, patrols=patrol)
    assert standing(copy_of(session, REFEREE), "F3") == ["g1", "g2", "g3", "g12"]
    assert set(position(session)["guards"]) <= set(GUARD_NUMBERS)


def test_R100_whether_somebody_was_heard_is_told_by_the_intruders_side_and_true() -> None:
    for zone, moved in (("C1", 2), ("A1", 0)):
        where = {"ninja": {"zone": zone, "moved": moved}, "guards": {"g1": {"zone": "D1"}, "g2": {"zone": "H3"}}}
        hands = {"guards": ["sentry_listen"], "traitor": ["potent_sake"]}
        session = at_the_yard(phase="guard_cards", hand=hands, **where)
        session.pick(GUARDS, "card:sentry_listen")
        session.pick(GUARDS, "guard:g1")
        assert [fields["event"] for fields in told(session, GUARDS)][-1] == "Listened", "it waits for their answer"
        session.pick(INTRUDERS, "pass")
        heard = [fields for fields in told(session, GUARDS) if fields["event"] == "Heard"]
        assert heard == [{"event": "Heard", "guards": ["g1"], "heard": bool(moved)}]


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_R145_how_far_he_went_is_on_the_private_map_and_nowhere_else(steps: int) -> None:
    session = at_the_yard(guards={"g1": {"zone": "F3"}})
    session.pick(INTRUDERS, "figure:ninja")
    for zone in ("B1", "C1", "D1")[:steps]:
        session.pick(INTRUDERS, f"zone:{zone}")
    if steps < 3:
        session.pick(INTRUDERS, "stay")
    mine, theirs = position(session, INTRUDERS)["ninja"], position(session, GUARDS)["ninja"]
    assert mine["moved"] == steps
    assert mine["path"] == ["A1", "B1", "C1", "D1"][: steps + 1]
    assert theirs["moved"] == theirs["path"] == "??"


def test_R221_at_first_only_the_intruders_know_where_the_passage_is() -> None:
    session = arranged()
    session.pick(INTRUDERS, "confirm")
    assert len(position(session, INTRUDERS)["passage"]["entrances"]) == 2
    for seat in (GUARDS, TABLE):
        assert position(session, seat)["passage"]["entrances"] == "??"
        assert position(session, seat)["passage"]["known"] == []
        assert not [fields for fields in told(session, seat) if fields["event"] == "EntranceDug"]


def test_Q3_one_guard_a_post_holds_at_setup_only() -> None:
    """In play a patrol may come to a manned post, as R79 foresees."""
    most = 0
    for seed in range(3):
        session = open_table("scorpion", seed, map="drill-yard")
        for n, _ in enumerate(play(session, random.Random(seed))):
            state = copy_of(session, TABLE)
            if n % 10 == 0 and state.phase != "setup":
                most = max(most, *(len(standing(state, zone)) for zone in state.board.posts))
    assert most > 1
