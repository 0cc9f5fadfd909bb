"""The rules of Scorpion Clan that a scenario cannot say: over all zones, all turns, and many games played at random."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.games.scorpion.board import Board
from companion.games.scorpion.refusals import RULES
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.verdicts import Accepted, Refused
from tests.companion.scorpion.witness import Witness
from tests.companion.support import MORE, everybody, loaded, next_pick, open_table, position, told

GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
YARD = Board.load("drill-yard")
MAPS = ("drill-yard", "twin-castles")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"passage_inside": "public", "last_replacement_turn": 9},
    {"drunk_guards_notice": True, "first_alert_advances": True},
    {"noise": "straight", "reshuffle": "last_turn", "done_survives_death": True},
    {"kenjutsu_outside_hand_limit": False, "kenjutsu_from_hand_in_alert": False, "still_is_silent": False},
)
SCENARIOS = Path(__file__).parent.parent.parent / "scenarios"


def standing(**keys: Any) -> Session[Any]:
    """A table at a small position on the drill yard."""
    laid: dict[str, Any] = {
        "game": "scorpion",
        "map": "drill-yard",
        "turn": 5,
        "phase": "guard_cards",
        "guards": {"g1": {"zone": "F3"}, "g2": {"zone": "H3"}},
        "ninja": {"zone": "A1"},
        "traitor": {"zone": "K3"},
    }
    return loaded({**laid, **keys})


def does(session: Session[Any], seat: Seat, *choices: str) -> Session[Any]:
    """`session` after picks that must be accepted."""
    for choice in choices:
        verdict = session.pick(seat, choice)
        assert isinstance(verdict, Accepted), (choice, verdict)
    return session


def why_not(session: Session[Any], seat: Seat, choice: str) -> str | None:
    """The rule behind a refusal, None where the pick was accepted."""
    verdict = session.pick(seat, choice)
    return verdict.rule if isinstance(verdict, Refused) else None


def set_up(seed: int, **opening: Any) -> Session[Any]:
    """A table at its first turn, set up at random."""
    session = open_table("scorpion", seed, **opening)
    does(session, GUARDS, "starter", "arrange", "confirm")
    return does(session, INTRUDERS, "starter", "starter", "arrange", "confirm")


# ---- setup ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize("seed", range(8 * MORE))
def test_R32_to_R64_what_the_referee_arranges_is_a_legal_setup(board: str, seed: int) -> None:
    session = set_up(seed, map=board)
    found, the = position(session), Board.load(board)
    posted = [found["guards"][f"g{n}"]["zone"] for n in range(1, 9)]
    assert len(set(posted)) == 8
    assert set(posted) <= the.posts
    assert len(found["guards"]) == 14  # R35
    for patrol in found["patrols"].values():
        zones = {found["guards"][guard]["zone"] for guard in patrol["guards"]}
        assert len(patrol["guards"]) == 2
        assert len(zones) == 1
        assert patrol["facing"] in the.track[zones.pop()]  # R36, R37, R78
    assert sum(found["sleepers"].values()) == 8
    assert set(found["sleepers"]) <= the.barracks
    assert max(found["sleepers"].values()) <= 2
    objects = [*found["goals"].values(), *found["traps"], *found["hidden_sentries"]]
    assert len(objects) == 10 == len(set(objects) - the.posts - set(found["sleepers"]))  # R47-R49, Q1
    assert set(objects) <= set(the.castle)  # R50-R52
    assert Counter(the.castle[zone] for zone in found["goals"].values()) == {"west": 3, "east": 3}  # R50
    assert found["ninja"]["zone"] in the.edges  # R54
    start = found["traitor"]["zone"]
    assert start in the.inside_moat - the.moats - the.between_castles - set(the.castle)  # R55-R57, R59
    assert all(guard["zone"] != start for guard in found["guards"].values())  # R58
    assert the.moats.isdisjoint(found["passage"]["entrances"])  # R63
    held = {guard["zone"] for guard in found["guards"].values()}
    assert held.isdisjoint({found["ninja"]["zone"], *found["passage"]["entrances"]})  # legal, but nobody would
    assert found["ninja"]["goal"] != found["traitor"]["goal"]  # R18


def test_R18_every_pair_of_missions_can_be_drawn() -> None:
    drawn = set()
    for seed in range(200):
        found = position(open_table("scorpion", seed, map="drill-yard"))
        drawn.add((found["ninja"]["goal"], found["traitor"]["goal"]))
    assert len(drawn) == 30


def test_R54_R55_R63_every_zone_is_judged_by_its_features() -> None:
    session = open_table("scorpion", 1, map="drill-yard")
    does(session, GUARDS, "starter", "arrange", "confirm")
    does(session, INTRUDERS, "starter", "starter")
    held = {guard["zone"] for guard in position(session)["guards"].values()}

    def refusals(accepted: set[str]) -> dict[str, str | None]:
        rules = {}
        for zone in YARD.zones:
            rules[zone] = why_not(session, INTRUDERS, f"zone:{zone}")
            assert (rules[zone] is None) == (zone in accepted), (zone, rules[zone])
            if rules[zone] is None:
                does(session, INTRUDERS, "undo")
        return rules

    assert set(refusals(set(YARD.zones) - YARD.moats).values()) == {None, "R63"}
    does(session, INTRUDERS, "zone:A1", "zone:A1")
    assert set(refusals(set(YARD.edges)).values()) == {None, "R54"}
    does(session, INTRUDERS, "zone:A1")
    starts = refusals(set(YARD.traitor_starts) - held)
    assert set(starts.values()) == {None, "R55", "R56", "R57", "R58", "R59"}


# ---- listening --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moved", range(4))
def test_R101_R103_heard_as_far_as_he_moved_wall_or_not(moved: int) -> None:
    near = {"F3": 0}
    rim = ["F3"]
    while rim:  # distances of our own, over borders and walls alike
        here = rim.pop(0)
        for zone in (*YARD.borders[here], *YARD.walls[here]):
            if zone not in near:
                near[zone] = near[here] + 1
                rim.append(zone)
    for zone in YARD.zones:
        shown = zone == "F3"
        session = standing(
            hand={"guards": ["sentry_listen"]}, ninja={"zone": zone, "moved": moved, "shown": shown or zone == "H3"}
        )
        does(session, GUARDS, "card:sentry_listen", "guard:g1")
        heard = next(event["heard"] for event in told(session, GUARDS) if event["event"] == "Heard")
        assert heard == (moved > 0 and near[zone] <= moved), zone


def test_R106_a_hit_is_told_alike_whoever_was_heard() -> None:
    """Ninja, traitor or both, near or far: guards and table are told the same, byte for byte."""
    stories = set()
    worlds = ((("F1", 2), ("K3", 0)), (("A1", 0), ("F4", 1)), (("F1", 2), ("G5", 3)), (("E4", 3), ("H6", 0)))
    for (ninja, loud), (traitor, louder) in worlds:
        session = standing(
            hand={"guards": ["sentry_listen"], "traitor": ["rope"]},
            ninja={"zone": ninja, "moved": loud},
            traitor={"zone": traitor, "moved": louder},
        )
        does(session, GUARDS, "card:sentry_listen", "guard:g1")
        does(session, INTRUDERS, "pass")
        does(session, GUARDS, "stay")
        stories.add(json.dumps([told(session, seat) for seat in (GUARDS, TABLE)]))
    assert len(stories) == 1


# ---- intruders --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10 * MORE))
def test_R70_R139_a_walk_past_no_guard_tells_nothing(seed: int) -> None:
    """However far and where to both walk unseen, guards and table are told, asked and shown the same."""
    source = random.Random(seed)
    still = does(standing(phase="intruders"), INTRUDERS, "end")
    walked = standing(phase="intruders", ropes=[["E2", "E3"]], ninja={"zone": source.choice(sorted(YARD.edges))})
    while walked.prompt(GUARDS) is None:
        prompt = walked.prompt(INTRUDERS)
        assert prompt is not None
        quiet = [c for c in prompt.choices if c.startswith(("figure:", "zone:")) and c not in ("zone:F3", "zone:H3")]
        does(walked, INTRUDERS, source.choice([*quiet, *({"stay", "pause", "end", "undo"} & set(prompt.choices))]))
    assert position(walked)["ninja"]["moved"] != "??"
    for seat in (GUARDS, TABLE):
        assert told(walked, seat) == told(still, seat)
        assert position(walked, seat) == position(still, seat)
    assert walked.prompt(GUARDS) == still.prompt(GUARDS)
    assert walked.lights() == still.lights()


def test_R174_the_map_is_left_from_edge_zones_alone() -> None:
    for zone in YARD.zones:
        shown = zone in ("F3", "H3")
        session = does(standing(phase="intruders", ninja={"zone": zone, "shown": shown}), INTRUDERS, "figure:ninja")
        assert why_not(session, INTRUDERS, "off_map") == (None if zone in YARD.edges else "R174"), zone


def test_R149_R152_R226_what_ends_a_movement_ends_it() -> None:
    """From every zone: after a moat, a rope or the passage no step is open, after anything else there is one."""
    for zone in YARD.zones:
        keys: dict[str, Any] = {"hand": {"ninja": ["rope", "secret_passage"]}, "guards": {}}
        if zone not in YARD.moats:
            keys["passage"] = {"entrances": [zone, zone]}
        first = does(standing(phase="intruders", ninja={"zone": zone}, **keys), INTRUDERS, "figure:ninja")
        prompt = first.prompt(INTRUDERS)
        assert prompt is not None
        for way in prompt.choices:
            form, _, target = way.partition(":")
            if form not in ("zone", "rope", "passage"):
                continue
            session = standing(phase="intruders", ninja={"zone": zone}, **keys)
            does(session, INTRUDERS, "figure:ninja", way)
            rule = {"rope": "R152", "passage": "R226"}.get(form, "R149" if target in YARD.moats else None)
            asked = session.prompt(INTRUDERS)
            assert asked is not None
            assert (asked.ask == "sneak") == (rule is None), (zone, way)
            if rule is not None:
                assert why_not(session, INTRUDERS, f"zone:{zone}") == rule, (zone, way)


# ---- combat, death ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [10, 9])
def test_R202_R215_a_new_copy_comes_for_a_death_up_to_turn_ten(last: int) -> None:
    for turn, (figure, wounds) in itertools.product(range(1, 21), (("ninja", 2), ("traitor", 1))):
        session = standing(
            turn=turn,
            options={"last_replacement_turn": last},
            hand={"guards": ["kenjutsu"]},
            **{figure: {"zone": "F3", "shown": True, "wounds": wounds}},
        )
        does(session, GUARDS, "card:kenjutsu")
        assert position(session, TABLE)[figure]["state"] == ("waiting" if turn <= last else "dead")


def test_R209_a_new_goal_is_any_but_the_fellows() -> None:
    """Also the dead one's own letter may be drawn again (Q34)."""
    drawn = set()
    six = ["card:rope"] * 3 + ["card:shuriken"] * 3
    for seed in range(60):
        session = standing(
            phase="intruders", ninja={"state": "waiting", "goal": "A"}, traitor={"zone": "K3", "goal": "B"}
        )
        again = loaded(position(session), seed)
        drawn.add(position(does(again, INTRUDERS, *six, "zone:A1"))["ninja"]["goal"])
    assert drawn == set("ACDEF")


def test_R89_the_draw_is_any_of_the_deck() -> None:
    drawn = set()
    for seed in range(40):
        deck = ["awaken", "kenjutsu", "sentry_listen"]
        laid = position(standing(phase="intruders", alert=1, deck=deck))
        drawn.add(position(does(loaded(laid, seed), INTRUDERS, "end"))["drawn"][0])
    assert drawn == {"awaken", "kenjutsu", "sentry_listen"}


# ---- whole games ------------------------------------------------------------------------------------------------


def onward(session: Session[Any], source: random.Random) -> tuple[Seat, str] | None:
    """A legal pick that takes nothing back: what was told stands."""
    while (picked := next_pick(session, source)) is not None and picked[1] in ("undo", "take_back"):
        pass
    return picked


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize("options", OPTIONS, ids=[",".join(options) or "default" for options in OPTIONS])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 2 * MORE))])
def test_no_game_breaks_a_rule(board: str, options: dict[str, Any], seed: int) -> None:
    session = set_up(seed, map=board, options=options)
    witness, source = Witness(session, options), random.Random(seed)
    for _ in range(1500):
        picked = onward(session, source)
        if picked is None:
            break
        does(session, *picked)
        witness.look()
    else:
        pytest.fail("this game does not end")
    assert witness.done
    assert all(session.prompt(seat) is None for seat in session.seats)  # R252


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3 * MORE))
def test_a_position_of_any_moment_goes_on_the_same(seed: int) -> None:
    """Loaded again, every seat knows and is asked the same, and the same picks are refused for the same rules."""
    session = set_up(seed, map="drill-yard", options=OPTIONS[seed % len(OPTIONS)])
    source = random.Random(seed)
    for number in range(400):
        picked = onward(session, source)
        if picked is None:
            return
        does(session, *picked)
        if number % 5:
            continue
        again = loaded(session)
        for seat in everybody(session):
            assert position(again, seat) == position(session, seat), (number, picked)
        for seat in session.seats:
            asked, same = session.prompt(seat), again.prompt(seat)
            extra = {"undo", "take_back"}
            mine = asked and (asked.ask, set(asked.choices) - extra)
            assert (same and (same.ask, set(same.choices) - extra)) == mine, (number, picked)


@pytest.mark.parametrize("seed", range(3 * MORE))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_R139_what_a_seat_is_asked_changes_only_when_it_is_told_something(players: int, seed: int) -> None:
    """Nor does the number of what it was told move without a word: neither shows what the others do in secret.

    Also what may be undone or taken back shows nothing of it, and not to a fellow either.
    """
    session, source = open_table("scorpion", seed, players=players, map="drill-yard"), random.Random(seed)
    for _ in range(600):
        picked = next_pick(session, source, taking=0.05)
        if picked is None:
            return
        others = [seat for seat in session.seats if seat != picked[0]]
        before = {seat: (session.prompt(seat), session.basis(seat)) for seat in others}
        does(session, *picked)
        for seat, (asked, basis) in before.items():
            assert session.basis(seat) > basis or session.prompt(seat) == asked, (seat, picked)


# ---- the vocabulary of refusals ---------------------------------------------------------------------------------

NOT_FOR_TWO = {"not_your_guard", "no_room_left"}
"""Reasons that two players on the shipped maps do not meet."""


def test_every_refusal_of_two_players_stands_in_a_scenario() -> None:
    met = set()
    for path in SCENARIOS.rglob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            expected = json.loads(line).get("expect") or {}
            if expected.get("verdict") == "refused":
                met.add(expected.get("reason"))
    assert RULES.keys() - met - NOT_FOR_TWO == set()
