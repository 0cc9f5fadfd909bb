"""The table against what the referee knows: what stands wrong is named and waited for, and tells nobody a secret."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.findings import Finding, Ignored, Narrowed, Ruled, accepted
from companion.lines import Lines
from companion.manifest import Manifest
from companion.ports import Observation, Watch
from companion.referee import Referee
from companion.seats import TABLE, Seat
from companion.verdicts import Refused
from companion.views import BoardPanel, Misplaced, TableCheckPanel
from tests.companion.support import asked, everything, loaded, open_table, position

GUARDS = Seat("guards")
YARD: dict[str, Any] = {
    "game": "scorpion",
    "map": "drill-yard",
    "turn": 3,
    "phase": "guard_cards",
    "hand": {"guards": ["sentry_search", "patrol_search", "patrol_listen", "kenjutsu"]},
    "guards": {"g1": {"zone": "E1"}, "g2": {"zone": "F5"}, "g3": {"zone": "F5"}, "g4": {"zone": "H1"}},
    "patrols": {"p1": {"guards": ["g2", "g3"], "came_from": "E5", "facing": "G5"}},
    "ninja": {"zone": "A4", "goal": "A"},
    "traitor": {"zone": "K4", "goal": "B"},
}
EVERY_ZONE = frozenset(f"{column}{row}" for column in "ABCDEFGHIJK" for row in range(1, 7))


class Table:
    """A referee, and hands that put figures down on readers under every zone. standing: where each figure is put
    first; watched: that a device says it looks into all zones, as zone boards do."""

    def __init__(self, standing: str = "g1:E1 g2:F5 g3:F5 g4:H1", *, watched: bool = True, **changes: Any) -> None:
        session = loaded({**YARD, **changes})
        self.referee = Referee(session, Manifest.simulated(session.tokens()))
        self.where: dict[str, str] = {}
        if watched:
            self.watch()
        for name, zone in (entry.split(":") for entry in standing.split()):
            self.put(name, zone)
        if watched:
            self.watch(*EVERY_ZONE)

    def watch(self, *zones: str) -> None:
        self.referee.post(Watch("zones", frozenset(zones)))
        self.referee.step()

    def uid(self, name: str) -> str:
        return str(self.referee.manifest.uid(f"{'figure' if name in ('ninja', 'traitor') else 'guard'}:{name}"))

    def put(self, name: str, zone: str) -> Finding:
        """Down on a zone, from wherever it is: lifted there first."""
        self.lift(name)
        self.where[name] = zone
        return self.referee.observe(Observation(f"zone:{zone}", self.uid(name)))

    def lift(self, name: str) -> Finding | None:
        zone = self.where.pop(name, None)
        return self.referee.observe(Observation(f"zone:{zone}", self.uid(name), "leave")) if zone else None

    def scan(self, token: str) -> Finding:
        return self.referee.observe(Observation("card", str(self.referee.manifest.uid(token))))

    def pick(self, choice: str, seat: Seat = GUARDS) -> Ruled:
        return self.referee.pick(seat, choice)

    def search(self, who: str = "guard:g1") -> Table:
        """The search has begun, and that guard or patrol may go two zones."""
        assert accepted(self.pick("card:patrol_search" if who.startswith("patrol") else "card:sentry_search"))
        if asked(self.referee.session)[0].ask.startswith("choose"):
            assert accepted(self.pick(who))
        return self

    def panel(self, seat: Seat = TABLE) -> TableCheckPanel | None:
        panels = self.referee.window(seat).view().panels
        return next((panel for panel in panels if isinstance(panel, TableCheckPanel)), None)

    @property
    def astray(self) -> list[str]:
        """`g7 G11>G10` for each figure that stands wrong."""
        panel = self.panel()
        return [f"{row.piece} {row.stands}>{row.belongs}" for row in panel.rows] if panel is not None else []

    def lights(self) -> dict[str, str]:
        """Those that say where something stands wrong, or is waited for."""
        return {z: n for z, n in self.referee.window().lights().items() if n in ("out_of_place", "waiting")}

    def zone(self, guard: str = "g1") -> Any:
        return position(self.referee.session)["guards"][guard]["zone"]


# ---- where each figure should stand ---------------------------------------------------------------------------------


def test_a_table_that_is_right_shows_nothing() -> None:
    table = Table()
    assert (table.panel(), table.lights()) == (None, {})


def test_a_figure_in_another_zone_is_named_with_both_zones_on_every_screen_and_under_the_board() -> None:
    table = Table()
    assert table.put("g4", "K1") == Ignored("no_move")
    panel = table.panel()
    assert panel is not None
    assert panel.title == "The table is out of step: 1 figure."
    zones = next(p.sheet.zones for p in table.referee.window().view().panels if isinstance(p, BoardPanel))
    belongs = zones["H1"].name
    assert panel.rows == (
        Misplaced(
            piece="g4",
            stands="K1",
            belongs="H1",
            say=f"g4 belongs in {belongs}",
            case="It stands in K1. Move it and play goes on.",
            figure="sword",
        ),
    )
    assert table.lights() == {"K1": "out_of_place", "H1": "waiting"}
    for seat in (GUARDS, Seat("intruders")):
        assert table.panel(seat) == panel
    board = next(p for p in table.referee.window().view().panels if isinstance(p, BoardPanel))
    assert (board.lights["K1"], board.lights["H1"]) == ("out_of_place", "waiting")
    table.put("g4", "H1")
    assert (table.panel(), table.lights()) == (None, {})


@pytest.mark.parametrize("language", ["en", "zh_Hans", "zh_Hant", "ja"])
def test_what_must_be_put_right_is_said_in_the_language_of_the_table(language: str) -> None:
    said = set()
    table = Table(ninja={"zone": "H1", "shown": True, "goal": "A"})
    table.referee.session.speak(language)
    for name, zone in (("g4", "K1"), ("g9", "C1"), ("ninja", "B1")):
        table.put(name, zone)
    table.lift("ninja")
    panel = table.panel()
    assert panel is not None
    for row in panel.rows:
        assert all((row.say, row.case))
        assert "{" not in row.say + row.case
        assert len(row.say) <= (42 if language == "en" else 24)
        said |= {row.say, row.case}
    assert len(said) == 2 * len(panel.rows) == 6
    assert "3" in panel.title


def test_drunk_guards_removed_guards_and_shown_intruders_have_their_place() -> None:
    guards = {"g1": {"zone": "E1"}, "g4": {"zone": "H1", "drunk": True}}
    table = Table("g1:E1 g4:H1 ninja:E1", guards=guards, patrols={}, ninja={"zone": "E1", "shown": True, "goal": "A"})
    assert table.astray == []
    table.put("g4", "H2")
    table.put("ninja", "F1")
    table.put("g7", "E1")  # who was removed, or never came, stays in the box
    table.put("traitor", "K4")  # where he really is, or anywhere: nobody sees him, so his figure is off the board
    assert table.astray == ["g4 H2>H1", "g7 E1>None", "ninja F1>E1", "traitor K4>None"]
    panel = table.panel()
    assert panel is not None
    assert panel.rows[1].say == "g7 belongs beside the board"
    assert panel.rows[1].case.endswith("Take it off and play goes on.")
    assert table.lights() == {"H2": "out_of_place", "H1": "waiting", "E1": "waiting", "F1": "out_of_place",
                              "K4": "out_of_place"} | {"E1": "out_of_place"}  # fmt: skip
    for name in ("g7", "traitor"):
        table.lift(name)
    table.put("g4", "H1")
    table.put("ninja", "E1")
    assert table.astray == []


def test_a_guard_inside_the_passage_stands_on_his_card() -> None:
    passage = {"entrances": ["E1", "K6"], "known": ["E1"], "guard_cards": 1}
    table = Table(guards={**YARD["guards"], "g1": {"zone": "passage"}}, passage=passage)
    assert table.astray == ["g1 E1>None"]
    panel = table.panel()
    assert panel is not None
    assert panel.rows[0].say == "g1 belongs on a Passage card"


def test_an_intruder_who_was_seen_must_come_onto_the_board_and_leave_it_when_he_is_hidden_again() -> None:
    """All by what everybody was told: that he is elsewhere by now shows nowhere."""
    table = Table(ninja={"zone": "F1", "goal": "A"}).search()
    assert accepted(table.put("g1", "F1"))
    assert table.astray == ["ninja None>F1"]
    assert table.lights() == {"F1": "waiting"}
    table.put("ninja", "F1")
    assert table.astray == []


def test_figures_without_a_tag_are_never_missed() -> None:
    table = Table("g1:E1")
    assert table.astray == ["g2 None>F5", "g3 None>F5", "g4 None>H1"]
    for name in ("g2", "g3", "g4"):
        table.referee.manifest.unbind(table.uid(name))
    assert table.astray == []


def test_a_table_without_figures_is_played_by_touch() -> None:
    """Readers are there, and tags, but nobody puts a figure down: nothing is missing."""
    table = Table("")
    assert table.astray == []
    assert accepted(table.search().pick("zone:F1"))
    assert table.astray == []


def test_zones_that_nobody_watches_are_believed() -> None:
    """A zone without a reader, or with a dead one, or on a board that is unplugged."""
    table = Table()
    table.watch(*(EVERY_ZONE - {"H1", "K1"}))
    table.lift("g4")
    assert table.astray == []
    table.watch(*EVERY_ZONE)
    table.put("g4", "H1")
    assert table.astray == []


def test_who_walked_by_touch_into_a_zone_that_nobody_watches_goes_on_by_hand_from_there() -> None:
    table = Table().search()
    table.watch(*(EVERY_ZONE - {"F1"}))
    assert accepted(table.pick("zone:F1"))
    table.lift("g1")
    table.where["g1"] = "F1"
    assert table.astray == []
    assert accepted(table.put("g1", "G1"))
    assert (table.zone(), table.astray) == ("G1", [])


def test_while_guards_are_posted_and_after_the_end_nothing_is_astray() -> None:
    session = open_table("scorpion", 2, map="drill-yard")
    referee = Referee(session, Manifest.simulated(session.tokens()))
    referee.observe(Observation("zone:A1", str(referee.manifest.uid("guard:g1"))))
    assert not referee.check.astray()
    session.random(5000, 3)
    assert session.outcome() is not None
    assert not referee.check.astray()


# ---- the game waits, and goes on by itself --------------------------------------------------------------------------


def test_B17_lifting_and_putting_back_five_times_is_nothing() -> None:
    table = Table().search()
    before = everything(table.referee.session)
    for _ in range(5):
        table.lift("g1")
        assert table.astray == [], "who may move may be in a hand"
        table.put("g1", "E1")
    assert everything(table.referee.session) == before


def test_B17_an_unreachable_zone_then_another_figure_too_and_play_goes_on_when_both_are_right() -> None:
    table = Table().search()
    before = everything(table.referee.session)
    refused = table.put("g1", "K1")
    assert isinstance(refused, Ruled)
    assert isinstance(refused.verdict, Refused)
    assert refused.verdict.rule == "R113"
    table.put("g4", "K6")
    assert table.astray == ["g1 K1>E1", "g4 K6>H1"]
    assert table.lights() == {"K1": "out_of_place", "E1": "waiting", "K6": "out_of_place", "H1": "waiting"}
    assert everything(table.referee.session) == before
    assert table.put("g1", "F1") == Ignored("out_of_step"), "first the other one"
    assert table.zone() == "E1"
    assert accepted(table.put("g4", "H1")), "and with that the move that waited is made"
    assert (table.zone(), table.astray) == ("F1", [])


def test_what_waits_is_forgotten_when_it_is_lifted_or_anything_else_happens() -> None:
    table = Table().search()
    table.put("g4", "K6")
    assert table.put("g1", "F1") == Ignored("out_of_step")
    table.lift("g1")
    assert not accepted(table.put("g4", "H1"))
    assert table.zone() == "E1"
    table.put("g4", "K6")
    assert table.put("g1", "F1") == Ignored("out_of_step")
    assert accepted(table.pick("zone:F1")), "touch goes on"
    table.put("g4", "H1")
    assert (table.zone(), table.astray) == ("F1", [])


def test_a_card_on_the_reader_waits_too_and_a_touch_does_not() -> None:
    table = Table()
    table.put("g4", "K6")
    before = everything(table.referee.session)
    assert table.scan("card:guards/sentry_search/1") == Ignored("out_of_step")
    assert everything(table.referee.session) == before
    found = table.lift("g4")
    assert isinstance(found, Ruled)
    assert (found.choice, accepted(found)) == ("card:sentry_search", True)
    table.put("g4", "K6")
    assert accepted(table.pick("guard:g1"))
    assert asked(table.referee.session)[0].ask == "step"


def test_a_touch_leaves_the_figure_behind_and_it_follows() -> None:
    table = Table().search()
    assert accepted(table.pick("zone:F1"))
    assert table.astray == ["g1 E1>F1"]
    assert table.put("g1", "G1") == Ignored("no_move"), "it must follow first, or one step would be two"
    assert (table.zone(), table.astray) == ("F1", ["g1 G1>F1"])
    table.put("g1", "F1")
    assert table.astray == []
    assert accepted(table.put("g1", "G1"))
    assert (table.zone(), table.astray) == ("G1", [])


def test_the_figures_of_a_patrol_are_put_down_one_after_the_other() -> None:
    table = Table().search("patrol:p1")
    assert accepted(table.put("g2", "G5"))
    assert table.astray == ["g3 F5>G5"]
    assert accepted(table.put("g2", "H5")), "the other one need not follow at once"
    assert table.put("g3", "G5") == Ignored("no_move"), "on its way it walks nobody back"
    assert (table.zone("g2"), table.astray) == ("H5", ["g3 G5>H5"])
    table.put("g3", "H5")
    assert table.astray == []


def test_two_figures_moved_at_once_are_one_move_and_one_to_be_put_back() -> None:
    for order in (("g1", "g4"), ("g4", "g1")):
        table = Table().search()
        for name in order:
            table.lift(name)
        for name in order:
            table.put(name, {"g1": "F1", "g4": "G1"}[name])
        table.put("g4", "H1")
        assert (table.zone(), table.zone("g4"), table.astray) == ("F1", "H1", [])


def test_a_figure_whose_way_is_asked_is_not_astray() -> None:
    table = Table("g1:A4", guards={"g1": {"zone": "A4"}}, patrols={}, ninja={"zone": "K1", "goal": "A"}).search()
    found = table.put("g1", "B5")
    assert isinstance(found, Narrowed)
    assert table.astray == []
    assert accepted(table.pick(found.choices[0]))
    assert (table.zone(), table.astray) == ("B5", [])


def test_who_is_stopped_by_what_he_sees_is_put_back_to_where_he_stopped() -> None:
    table = Table(ninja={"zone": "F1", "goal": "A"}).search()
    assert accepted(table.put("g1", "G1"))
    assert table.astray == ["g1 G1>F1", "ninja None>F1"]


def test_somebody_says_that_it_is_there_though_no_reader_feels_it() -> None:
    table = Table().search()
    table.lift("g4")
    assert table.put("g1", "F1") == Ignored("out_of_step")
    assert table.astray == ["g1 F1>E1", "g4 None>H1"]
    assert table.referee.vouch("g9") is None
    found = table.referee.vouch("g4")
    assert found is not None
    assert accepted(found)
    assert table.astray == []
    table.put("g4", "K1")
    assert table.astray == ["g4 K1>H1"], "until a reader sees it again"


# ---- a search or a patrol is begun by the figure --------------------------------------------------------------------


def test_a_figure_put_down_after_its_card_need_not_be_chosen_first() -> None:
    guards = {**YARD["guards"], "g5": {"zone": "C1"}}
    table = Table("g1:E1 g2:F5 g3:F5 g4:H1 g5:C1", guards=guards)
    assert accepted(table.pick("card:sentry_search"))
    assert asked(table.referee.session)[0].ask == "choose_sentry"
    assert accepted(table.put("g1", "G1"))
    assert (table.zone(), table.astray) == ("G1", [])


def test_the_way_is_asked_of_a_figure_that_was_not_chosen_first_either() -> None:
    guards = {"g1": {"zone": "A4"}, "g4": {"zone": "H1"}}
    table = Table("g1:A4 g4:H1", guards=guards, patrols={}, ninja={"zone": "K1", "goal": "A"})
    assert accepted(table.pick("card:sentry_search"))
    found = table.put("g1", "B5")
    assert isinstance(found, Narrowed)
    assert (found.ask, set(found.choices)) == ("route", {"zone:A5", "zone:B4"})
    assert accepted(table.pick(found.choices[1]))
    assert (table.zone(), table.astray) == ("B5", [])


def test_R135_a_patrol_put_down_along_its_track_has_walked() -> None:
    table = Table(phase="patrol")
    assert asked(table.referee.session)[0].ask == "move_patrols"
    to = _walked_by_touch()
    assert accepted(table.put("g2", to))
    assert (table.zone("g2"), table.astray) == (to, [f"g3 F5>{to}"])
    table.put("g3", to)
    assert table.astray == []


def _walked_by_touch() -> str:
    other = Table(phase="patrol")
    assert accepted(other.pick("patrol:p1"))
    return str(other.zone("g2"))


# ---- at the start, after a break ------------------------------------------------------------------------------------


def test_B18_a_figure_displaced_while_the_table_was_off_is_put_back_and_is_no_move() -> None:
    """g1 may go to F1, and stands there when the readers wake: nobody saw him go."""
    table = Table("", watched=False)
    table.search()
    table.watch()
    for name, zone in (("g1", "F1"), ("g2", "F5"), ("g3", "F5"), ("g4", "H1")):
        assert table.put(name, zone) == Ignored("no_move")
    table.watch(*EVERY_ZONE)
    assert (table.zone(), table.astray) == ("E1", ["g1 F1>E1"])
    table.put("g1", "E1")
    assert accepted(table.put("g1", "F1"))


def test_a_figure_that_is_nowhere_when_the_readers_wake_is_missed() -> None:
    table = Table("g1:E1 g2:F5 g3:F5")
    assert table.astray == ["g4 None>H1"]
    panel = table.panel()
    assert panel is not None
    assert panel.rows[0].case == "No reader feels it. Put it there and play goes on."


def test_B10_a_move_made_while_the_board_was_unplugged_is_made_when_it_is_back() -> None:
    table = Table().search()
    table.watch()
    table.put("g1", "F1")
    table.watch(*EVERY_ZONE)
    assert (table.zone(), table.astray) == ("F1", [])


def test_figures_moved_about_while_the_board_was_unplugged_are_put_back() -> None:
    table = Table().search()
    table.watch()
    table.put("g4", "K1")
    table.lift("g2")
    assert table.astray == []
    table.watch(*EVERY_ZONE)
    assert table.astray == ["g2 None>F5", "g4 K1>H1"]


# ---- what it may tell -----------------------------------------------------------------------------------------------


def test_the_check_is_the_same_whatever_is_hidden_and_whatever_a_side_has_begun() -> None:
    """Two worlds: intruders elsewhere, other hands, a card half chosen behind the curtain."""
    worlds = [
        Table(),
        Table(ninja={"zone": "K1", "goal": "C"}, traitor={"zone": "E6", "goal": "F"}),
        Table(hand={"guards": ["kenjutsu", "kenjutsu", "sentry_listen", "awaken"]}, sleepers={"E6": 2}),
    ]
    assert accepted(worlds[2].pick("card:sentry_listen"))
    for name, zone in (("g4", "K1"), ("ninja", "A4"), ("traitor", "E1"), ("g8", "E6"), ("g2", "F4")):
        for world in worlds:
            world.put(name, zone)
        assert worlds[0].panel() == worlds[1].panel() == worlds[2].panel() is not None
        assert worlds[0].lights() == worlds[1].lights() == worlds[2].lights()
        for world in worlds:
            world.lift(name)
        assert worlds[0].panel() == worlds[1].panel() == worlds[2].panel()


def test_figures_thrown_about_all_night_change_nothing_but_by_picks_and_can_always_be_put_right() -> None:
    session = open_table("scorpion", 2, map="drill-yard")
    table = Table.__new__(Table)
    table.referee, table.where = Referee(session, Manifest.simulated(session.tokens())), {}
    chance, astray = random.Random(5), 0
    names = ["g1", "g2", "g11", "g12", "ninja", "traitor"]
    for n in range(60):
        session.random(8, n)
        for _ in range(3):
            told = session.basis(Seat("referee"))
            name = chance.choice(names)
            found = table.put(name, chance.choice(sorted(EVERY_ZONE))) if chance.random() < 0.8 else table.lift(name)
            assert accepted(found) if session.basis(Seat("referee")) != told else True  # type: ignore[arg-type]
        for _ in range(9):
            panel = table.panel()
            astray += panel is not None
            for row in panel.rows if panel is not None else ():
                table.lift(row.piece) if row.belongs is None else table.put(row.piece, row.belongs)
        assert table.panel() is None
    assert astray > 20


# ---- the protocol ---------------------------------------------------------------------------------------------------


def test_the_protocol_shows_the_check_and_takes_what_a_screen_would_say() -> None:
    lines = Lines()
    assert lines.reply({"do": "load", "position": YARD, "seed": 7})["ok"]
    manifest = Manifest.simulated(loaded(YARD).tokens())
    uid = manifest.uid("guard:g4")
    assert lines.reply({"do": "watch", "zones": []})["ok"]
    lines.reply({"do": "observe", "reader": "zone:H1", "uid": uid})
    assert lines.reply({"do": "watch", "zones": ["H1", "K1"]})["ok"]
    lines.reply({"do": "observe", "reader": "zone:K1", "uid": uid})
    view = lines.reply({"do": "view", "seat": "table"})["view"]
    check = next(panel for panel in view if panel["kind"] == "table_check")
    assert [(row["piece"], row["stands"], row["belongs"]) for row in check["rows"]] == [("g4", "K1", "H1")]
    assert lines.reply({"do": "lights"})["lights"] == {"H1": "waiting", "K1": "out_of_place"}
    assert lines.reply({"do": "vouch", "piece": "g4"})["ok"]
    assert lines.reply({"do": "lights"})["lights"] == {}
    assert not lines.reply({"do": "watch", "zones": "H1"})["ok"]
    assert not lines.reply({"do": "vouch", "piece": 4})["ok"]
