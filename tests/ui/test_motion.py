"""What moves on the glass, for how long, and that nobody has to wait for it nor learns from it what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.views import BoardPanel, Piece
from tests.ui.stage import LOOK, sheet, sword
from ui import shot
from ui.motion.breath import AFTER, FAINTEST, PERIOD
from ui.motion.moves import MOVES, TIMES
from ui.panels.board import Board
from ui.panels.pointing import Pointing
from ui.theme import Look
from ui.widgets.narrow import Lanterns
from ui.widgets.rail import AlertLanterns, Banner
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

from .evening import Evening


class Time:
    """The time of all that moves, a frame at a time."""

    def __init__(self) -> None:
        self.now = 100.0
        MOVES.now = lambda: self.now
        MOVES.hushed = False
        MOVES.touched()

    def passes(self, seconds: float = 0.0) -> None:
        self.now += seconds
        EventLoop.idle()


@pytest.fixture
def time() -> Iterator[Time]:
    yield Time()
    MOVES.settle()
    MOVES.now = Clock.get_time
    shot.clear()


def lay(*widgets: Widget) -> None:
    root = Widget()
    for widget in widgets:
        root.add_widget(widget)
    shot.stage(root)


def board(time: Time, look: Look = LOOK, *pieces: Piece) -> Board:
    made = Board(look, pos=(0, 96), size=(640, 384), motion=True)
    made.show(BoardPanel(sheet=sheet(), pieces=pieces))
    lay(made)
    time.passes()
    return made


def show(board: Board, *pieces: Piece, pointing: Pointing | None = None, **lights: str) -> None:
    assert board.panel is not None
    panel = BoardPanel(sheet=board.panel.sheet, pieces=pieces, lights=lights)  # type: ignore[arg-type]
    board.show(panel, pointing or Pointing())


def place(board: Board, figure: str) -> tuple[float, float] | None:
    """Where a figure is on its way, None where it stands on the board."""
    return board.moves.walks._at.get(figure)


def test_each_thing_takes_the_time_that_the_design_gives_it() -> None:
    told = {"zone": 260, "lantern": 320, "banner": 300, "sentence": 120, "heard": 600, "refusal": 240,
            "cloth_falls": 180, "cloth_rises": 240}  # fmt: skip
    assert {what: round(1000 * seconds) for what, seconds in TIMES.items()} == told
    assert (AFTER, PERIOD, FAINTEST) == (4.0, 1.6, 0.7)


# ---- figures


def test_a_figure_walks_from_anchor_to_anchor_and_is_faster_at_first(time: Time) -> None:
    made = board(time, LOOK, sword(2, "W3"))
    start = made.standing["W3"].figures["g2"]
    show(made, sword(2, "W5"))
    assert place(made, "g2") == start
    time.passes()
    time.passes(0.13)
    end, here = made.standing["W5"].figures["g2"], place(made, "g2")
    assert here == pytest.approx(tuple(a + 0.75 * (b - a) for a, b in zip(start, end, strict=True)))
    time.passes(0.14)
    assert place(made, "g2") is None


def test_a_way_of_several_zones_takes_as_many_times_and_leads_over_no_wall(time: Time) -> None:
    made = board(time, LOOK, sword(2, "W3"))
    plan = made.plan
    assert plan is not None
    borders = {frozenset(pair) for pair in plan.sheet.borders}
    for start, goal in (("W3", "W9"), ("G1", "G4"), ("C1", "C6")):
        way = plan.way(start, goal)
        assert (way[0], way[-1]) == (start, goal)
        assert all(frozenset(pair) in borders for pair in pairwise(way))
    show(made, sword(2, "W9"))
    zones = len(plan.way("W3", "W9")) - 1
    assert zones > 1
    time.passes()
    time.passes(0.26 * zones - 0.01)
    assert place(made, "g2") is not None
    time.passes(0.02)
    assert place(made, "g2") is None


def test_a_patrol_keeps_to_its_track_and_what_is_carried_far_goes_straight(time: Time) -> None:
    plan = board(time).plan
    assert plan is not None
    track = {frozenset(pair) for pair in plan.sheet.track}
    assert all(frozenset(pair) in track for pair in pairwise(plan.way("G15", "G1", on_track=True)))
    assert plan.way("O17", "O7") == ["O17", "O7"]


def test_a_figure_that_is_led_on_goes_on_from_where_it_is(time: Time) -> None:
    made = board(time, LOOK, sword(2, "W3"))
    show(made, sword(2, "W5"))
    time.passes()
    time.passes(0.1)
    here = place(made, "g2")
    show(made, sword(2, "W9"))
    assert place(made, "g2") == here
    time.passes()
    time.passes(2)
    assert place(made, "g2") is None


@pytest.mark.parametrize(("turned", "cut"), [(0, True), (180, False)])
def test_what_moves_is_cut_off_at_the_rim_of_the_board_and_not_elsewhere_where_the_screen_is_hung_turned(
    time: Time, turned: int, cut: bool
) -> None:
    from kivy.core.window import Window

    made = board(time)
    try:
        Window.rotation = turned
        made._place()
        rim = made._layers._rim
        assert ((rim.x, rim.y, rim.width, rim.height) == (0, 96, 640, 384)) == cut
        assert cut or (rim.x, rim.y, rim.width > 800) == (0, 0, True)
    finally:
        Window.rotation = 0


def test_what_else_is_drawn_meanwhile_neither_stops_nor_doubles_a_figure_on_its_way(time: Time) -> None:
    made = board(time, LOOK, sword(2, "W3"), sword(3, "E5"))
    show(made, sword(2, "W5"), sword(3, "E5"))
    time.passes()
    time.passes(0.1)
    here = place(made, "g2")
    show(made, sword(2, "W5"), sword(3, "E5"), pointing=Pointing(ringed=frozenset({"g3"})))
    assert place(made, "g2") == here
    drawn = made._layers._kept["figures"]["g2"][1]
    assert drawn not in made._layers["figures"].children
    time.passes(1)
    assert made._layers["figures"].children.count(made._layers._kept["figures"]["g2"][1]) == 1


# ---- lanterns, banner, sentence


@pytest.mark.parametrize("kind", [AlertLanterns, Lanterns])
def test_a_lantern_that_is_lit_rises_and_one_that_is_put_out_sinks(time: Time, kind: Callable[..., Any]) -> None:
    made = kind(LOOK, size=(150, 60))
    lay(made)
    made.set_alert(1, "Low")
    assert (made.shines(0), made.shines(1)) == ((True, 1.0), (False, 1.0)), "the first look at it moves nothing"
    made.set_alert(2, "Medium")
    time.passes()
    time.passes(0.16)
    assert (made.shines(0), made.shines(1)) == ((True, 1.0), (True, pytest.approx(0.75)))
    time.passes(0.17)
    assert made.shines(1) == (True, 1.0)
    made.set_alert(0, "None")
    time.passes()
    time.passes(0.16)
    assert (made.shines(0), made.shines(1)) == ((True, pytest.approx(0.25)), (True, pytest.approx(0.25)))
    time.passes(0.17)
    assert (made.shines(0)[0], made.shines(1)[0], made.at) == (False, False, 0)


def test_a_banner_turns_over_once_by_way_of_its_edge(time: Time) -> None:
    made = Banner(LOOK, name="Guards", side="guards", size=(150, 130))
    lay(made)
    made.turn_over("intruders", "Intruders")
    seen = []
    for _frame in range(8):
        time.passes(0.05)
        seen.append((made.side, round(made.turn, 2)))
    widths = [width for _side, width in seen]
    assert min(widths) < 0.05
    assert seen[-1] == ("intruders", 1.0)
    assert [side for side, _width in seen] == sorted((side for side, _width in seen)), "it shows each side once"


def test_a_new_sentence_slides_up_and_its_tags_stand_at_once(time: Time) -> None:
    strip = Strip(LOOK, say="Which way?", size=(640, 96))
    lay(strip)
    strip.say = "How far?"
    tag = Tag(LOOK, "one", text="One")
    strip.show_tags([tag])
    assert strip._slide.y == -LOOK.u(8)
    place = tag.pos[:]
    time.passes()
    time.passes(0.13)
    assert (strip._slide.y, tag.pos) == (0, place)


# ---- signals


def test_zones_that_may_be_entered_breathe_only_when_nobody_touches(time: Time) -> None:
    made = board(time)
    show(made, pointing=Pointing(choosable=frozenset({"W5", "W2"})))
    tints = list(made.moves._legal.values())
    assert len(tints) == 2

    def alphas(seconds: float) -> set[float]:
        time.now += seconds
        made.moves._breath._breathe(0)
        return {round(tint.a, 2) for tint in tints}

    assert alphas(AFTER - 0.1) == {1.0}
    assert alphas(0.1 + PERIOD / 2) == {FAINTEST}
    assert alphas(PERIOD / 2) == {1.0}
    alphas(PERIOD / 2)
    MOVES.touched()
    assert alphas(0.1) == {1.0}
    show(made)
    assert made.moves._breath._breathe(0) is False


def test_zones_breathe_again_when_the_board_comes_back_from_behind_another_page(time: Time) -> None:
    made = board(time)
    pointing = Pointing(choosable=frozenset({"W5", "W2"}))
    show(made, pointing=pointing)
    root = made.parent
    root.remove_widget(made)
    assert made.moves._breath._breathe(0) is False
    root.add_widget(made)
    show(made, pointing=pointing)
    assert made.moves._breath._beat is not None


def test_rings_run_once_from_who_has_just_heard(time: Time) -> None:
    made = board(time, LOOK, sword(2, "W3"))
    show(made, sword(2, "W3"), W3="heard")
    assert len(made.moves._signals.children) == 1
    time.passes()
    time.passes(0.61)
    assert made.moves._signals.children == []
    show(made, sword(2, "W3"), sword(3, "E5"), W3="heard")
    assert made.moves._signals.children == []


@pytest.mark.parametrize("struck", [None, ("W3", "B3")])
def test_a_refusal_flashes_twice_on_the_wall_or_on_the_zone(time: Time, struck: tuple[str, str] | None) -> None:
    made = board(time, LOOK, sword(2, "W3"))
    show(made, sword(2, "W3"), pointing=Pointing(struck=struck, choosable=frozenset({"W5"})))
    made.touched(made.plan.anchors["B3"])  # type: ignore[union-attr]
    made.refuse()
    colour = made.moves._signals.children[0].children[0]
    time.passes()
    seen = [round(colour.a, 2)]
    for _frame in range(8):
        time.passes(0.03)
        seen.append(round(colour.a, 2))
    peaks = [b for a, b, c in zip(seen, seen[1:], seen[2:], strict=False) if a < b >= c]
    assert peaks == [1.0, 1.0]
    assert made.moves._signals.children == []


def test_a_tag_that_cannot_be_chosen_now_shakes_once_when_it_is_touched(time: Time) -> None:
    from tests.ui.stage import Finger

    tag = Tag(LOOK, "one", text="One", note="no card left", kind="not_now", pos=(100, 100), size=(160, 50))
    lay(tag)
    Finger(150, 120).down().up()
    seen = []
    for _frame in range(9):
        time.passes(0.03)
        seen.append(tag.shake)
    assert (min(seen), max(seen)) == (pytest.approx(-1, abs=0.01), pytest.approx(1, abs=0.01))
    assert tag.shake == 0


# ---- whom it must not keep waiting, and what it must not tell


def all_of_it(time: Time, look: Look) -> Board:
    """Everything that can move, begun."""
    made = board(time, look, sword(2, "W3"))
    banner, lanterns, strip = Banner(look, name="Guards"), AlertLanterns(look), Strip(look, say="Which?")
    tag = Tag(look, text="No")
    for widget in (banner, lanterns, strip, tag):
        made.parent.add_widget(widget)
    lanterns.set_alert(1, "Low")
    show(made, sword(2, "W5"), pointing=Pointing(choosable=frozenset({"W2"})), W5="heard")
    made.touched(made.plan.anchors["E5"])  # type: ignore[union-attr]
    made.refuse()
    banner.turn_over("intruders", "Intruders")
    lanterns.set_alert(2, "High")
    strip.say = "How far?"
    tag.shake_once()
    return made


def going() -> list[str]:
    return sorted(what for _who, what in MOVES._going)


def test_any_touch_brings_everything_to_its_end(time: Time) -> None:
    made = all_of_it(time, LOOK)
    assert going() == ["banner", "heard", "lantern", "refusal", "refusal", "sentence", "zone"]
    MOVES.touched()
    assert (going(), made.moves._signals.children, place(made, "g2")) == ([], [], None)


def test_under_calm_and_in_a_private_window_nothing_moves(time: Time) -> None:
    made = all_of_it(time, replace(LOOK, calm=True))
    assert (going(), made.moves._breath._beat) == ([], None)
    MOVES.hushed = True
    made = all_of_it(time, LOOK)
    assert (going(), made.moves._breath._beat) == ([], None)


def test_until_the_cloth_has_passed_everything_else_waits(time: Time) -> None:
    cloth, other = [], []
    MOVES.begin("table", "banner", other.append)
    MOVES.begin("glass", "cloth_falls", cloth.append)
    time.passes()
    time.passes(0.17)
    assert (len(cloth), other) == (3, [0])
    time.passes(0.02)
    assert cloth[-1] == 1
    time.passes()
    time.passes(0.1)
    assert 0 < other[-1] < 1


def test_nothing_moves_but_by_the_one_clock_that_any_touch_ends() -> None:
    house = Path(__file__).parents[2] / "ui"
    assert [path.name for path in house.rglob("*.py") if "kivy.animation" in path.read_text(encoding="utf-8")] == []


@pytest.mark.slow
def test_what_happened_behind_the_curtain_and_all_may_see_moves_when_the_cloth_has_fallen(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.set_up()
    evening.look("guards")
    MOVES.settle()
    evening.play(("guards", "end"))
    while (prompt := evening.table.window("guards").prompt()) is not None:
        evening.play(("guards", prompt.choices[0] if "end" not in prompt.choices else "end"))
    moving = going()
    page: Any = evening.glass.page
    shown = page.rail.banner.side
    evening.close()
    assert {"banner", "cloth_falls"} <= set(moving)
    assert shown == "guards", "until the cloth has fallen it shows whose turn it was"


@pytest.mark.slow
def test_neither_window_moves_by_what_is_done_in_secret(tmp_path: Path) -> None:
    """A step, a refusal, no step at all: while it is done nothing moves, and afterwards the table moves alike."""
    evening = Evening(tmp_path)
    evening.to_intruders()
    evening.look("intruders")
    evening.finger.take("figure:ninja")
    after = []
    for act in ("nothing", "step", "refusal", "undo"):
        if evening.page != "OwnPage":
            evening.look("intruders")
        MOVES.settle()
        page: Any = evening.glass.page
        if act == "step":
            evening.finger.take(next(ids[0] for zone, ids in page.model.zones.items() if zone[0] != "M"))
        elif act == "refusal":
            evening.finger.zone("E5")
            assert evening.strip.kind == "refusal"
        elif act == "undo":
            evening.finger.tap("Undo")
        assert going() == [], act
        evening.glass.hide()
        evening.finger.settle()
        after.append(going())
    evening.close()
    assert after == [["cloth_falls"]] * 4
