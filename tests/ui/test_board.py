"""The board shows its panel and says which zone was meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.uix.widget import Widget
from msgspec.structs import replace
from PIL import Image

from companion.views import BoardPanel, Mark, Misplaced, Piece
from tests.ui.stage import LOOK, Finger, pause, sheet, sword, tap
from ui import shot
from ui.geometry import middle, to_edge
from ui.panels.board import LAYERS, Board
from ui.panels.plan import Placement, Plan
from ui.panels.pointing import Pointing
from ui.panels.spots import Room, number_room
from ui.panels.standing import figures_of, stand
from ui.theme import PALETTES
from ui.widgets.touch import GATE

Heard = list[tuple[str, str]]


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board(LOOK, pos=(0, 96), size=(640, 384))
    board.heard = []
    for name in ("on_zone", "on_piece", "on_mark", "on_peek", "on_lead", "on_draw"):
        board.bind(**{name: lambda _, what, name=name: board.heard.append((name, what))})
    root = Widget()
    root.add_widget(board)
    board.show(BoardPanel(sheet=sheet()))
    shot.stage(root)
    pause()
    yield board
    shot.clear()


def show(board: Board, pointing: Pointing = Pointing(), **panel: Any) -> None:  # noqa: B008
    board.show(BoardPanel(sheet=board.panel.sheet, **panel), pointing)
    shot.pump(2)


@pytest.mark.parametrize("mood", PALETTES)
@pytest.mark.parametrize("name", ["twin-castles", "drill-yard"])
def test_every_zone_is_drawn_in_the_colour_of_its_ground(name: str, mood: Any, tmp_path: Path) -> None:
    look = LOOK.with_mood(mood)
    board = Board(look, pos=(0, 96), size=(640, 384), numbers=False)
    board.show(BoardPanel(sheet=sheet(name)))
    root = Widget()
    root.add_widget(board)
    picture = Image.open(shot.shoot(root, tmp_path / "board.png")).convert("RGB")
    shot.clear()
    assert board.plan is not None
    for zone_id, polygon in board.plan.polygons.items():
        fill = tuple(round(255 * c) for c in look.palette[board.plan.zone(zone_id).terrain])
        x, y = board.plan.anchors[zone_id]
        near = [(x + dx, y + dy) for dx in range(-14, 15, 2) for dy in range(-14, 15, 2)]
        seen = [picture.getpixel((min(639, max(0, round(px))), min(383, max(0, round(480 - py))))) for px, py in near
                if board.plan.zone_at((px, py)) == zone_id and to_edge(polygon, (px, py)) > 3]  # fmt: skip
        hits = sum(all(abs(a - b) <= 2 for a, b in zip(pixel, fill, strict=True)) for pixel in seen)
        assert hits >= len(seen) / 5, zone_id


def test_a_touch_on_any_zone_names_it(board: Board) -> None:
    assert board.plan is not None
    for zone_id, anchor in board.plan.anchors.items():
        board.touched(anchor)
        assert board.heard[-1] == ("on_zone", zone_id)


def test_a_small_zone_is_marked_first_and_taken_second(board: Board) -> None:
    show(board, Pointing(choosable=frozenset({"W5", "W2"})))
    assert board.plan is not None
    assert "W5" not in board.plan.roomy
    tap(*board.plan.anchors["W5"])
    assert board.heard == [("on_mark", "W5")]
    assert board.marked == "W5"
    pause()
    tap(*board.plan.anchors["W5"])
    assert board.heard == [("on_mark", "W5"), ("on_zone", "W5")]
    assert board.marked == ""


def test_where_a_slip_costs_no_secret_a_zone_apart_is_taken_at_once_and_neighbours_are_not(board: Board) -> None:
    show(board, Pointing(choosable=frozenset({"W5", "W7", "W2"}), light=True))
    plan = board.plan
    assert plan is not None
    tap(*plan.anchors["W2"])
    pause()
    x, y = middle(plan.edge("W5", "W7"))
    tap(x, y + 4)
    assert board.heard == [("on_zone", "W2"), ("on_mark", "W5")]


def test_a_zone_in_which_a_ringed_figure_stands_is_taken_beside_it(board: Board) -> None:
    pieces = (sword(2, "G3"),)
    show(board, Pointing(choosable=frozenset({"G3"}), ringed=frozenset({"g2"}), light=True), pieces=pieces)
    x, y = board.standing["G3"].figures["g2"]
    aside = next((x + dx, y) for dx in (14, -14) if board.plan.zone_at((x + dx, y)) == "G3")
    tap(x, y)
    pause()
    tap(*aside)
    assert board.heard == [("on_piece", "g2"), ("on_zone", "G3")]


def test_a_line_drawn_from_a_figure_names_the_figure_and_then_each_zone(board: Board) -> None:
    show(board, Pointing(ringed=frozenset({"g2"}), leads=frozenset({"g2"})), pieces=(sword(2, "W3"), sword(3, "W8")))
    plan = board.plan
    Finger(*board.standing["W3"].figures["g2"]).down().move(*plan.anchors["W6"]).up()
    assert board.heard == [("on_lead", "g2"), ("on_draw", "W6")]
    pause()
    Finger(*board.standing["W8"].figures["g3"]).down().move(*plan.anchors["W7"]).up()
    assert board.heard[2:] == [("on_zone", "W7")], "no line begins at a figure that is not to be led"


def test_another_zone_may_be_marked_instead(board: Board) -> None:
    show(board, Pointing(choosable=frozenset({"W5", "W2"})))
    for zone in ("W5", "W2", "W2"):
        tap(*board.plan.anchors[zone])
        pause()
    assert board.heard == [("on_mark", "W5"), ("on_mark", "W2"), ("on_zone", "W2")]


def test_a_touch_just_beside_a_small_zone_means_it(board: Board) -> None:
    show(board, Pointing(choosable=frozenset({"W5"})))
    plan = board.plan
    edge = plan.edge("W5", "W7")
    x, y = (edge[0][0] + edge[-1][0]) / 2, (edge[0][1] + edge[-1][1]) / 2
    tap(x, y - 6)
    assert plan.zone_at((x, y - 6)) == "W7"
    assert board.heard == [("on_mark", "W5")]


def test_a_zone_that_is_not_legal_is_told_too(board: Board) -> None:
    """The referee refuses it with the rule; the glass knows no rules."""
    show(board, Pointing(choosable=frozenset({"W5"})))
    tap(*board.plan.anchors["E5"])
    assert board.heard == [("on_zone", "E5")]


def test_a_mark_is_dropped_when_the_prompt_changes(board: Board) -> None:
    show(board, Pointing(choosable=frozenset({"W5"})))
    tap(*board.plan.anchors["W5"])
    show(board, Pointing(choosable=frozenset({"E5"})))
    assert board.marked == ""


def test_dragging_off_takes_nothing(board: Board) -> None:
    Finger(*board.plan.anchors["E5"]).down().move(700, 40).up()
    assert board.heard == []


def test_a_ringed_figure_is_taken_at_once(board: Board) -> None:
    show(board, Pointing(ringed=frozenset({"g2"})), pieces=(sword(2, "W3"), sword(3, "W8")))
    tap(*board.standing["W3"].figures["g2"])
    pause()
    tap(*board.standing["W8"].figures["g3"])
    assert board.heard == [("on_piece", "g2"), ("on_zone", "W8")]


def test_holding_shows_the_zone(board: Board) -> None:
    finger = Finger(*board.plan.anchors["E5"]).down()
    pause(0.7)
    shot.pump(3)
    assert board.heard == [("on_peek", "E5")]
    finger.up()


@pytest.mark.parametrize("how", ["side by side", "one after the other"])
def test_a_touch_that_two_drivers_tell_is_one_touch_and_neither_zooms_nor_draws_twice(board: Board, how: str) -> None:
    show(board, Pointing(here="E5"))
    x, y = board.plan.anchors["E5"]
    goal = board.plan.anchors["E4"]
    for stops in ([], [goal]):
        board.heard.clear()
        GATE.forget()
        if how == "side by side":
            fingers = [Finger(x, y).down(), Finger(x + 1, y).down()]
            for finger in fingers:
                for stop in stops:
                    finger.move(*stop)
            for finger in fingers:
                finger.up()
        else:
            for _driver in range(2):
                finger = Finger(x, y).down()
                for stop in stops:
                    finger.move(*stop)
                finger.up()
        assert board.zoom == 1
        if not stops:
            assert board.heard == [("on_zone", "E5")]
        elif how == "side by side":
            assert board.heard.count(("on_draw", "E4")) == 1


def test_two_fingers_zoom_and_take_nothing(board: Board) -> None:
    one, two = Finger(300, 280).down(), Finger(340, 280).down()
    two.move(380, 280)
    two.up()
    one.up()
    assert board.zoom == pytest.approx(2.0)
    assert board.heard == []
    pause()
    tap(320, 280)
    assert board.heard[-1][0] == "on_zone"


def test_a_zoomed_board_is_moved_by_one_finger_which_takes_nothing(board: Board) -> None:
    board.focus_on(board.plan.anchors["W5"])
    board.zoom = 2.0
    shot.pump(2)
    before = board.plan.anchors["W5"]
    Finger(300, 280).down().move(260, 280).move(220, 280).up()
    assert board.plan.anchors["W5"][0] == pytest.approx(before[0] - 80, abs=1)
    assert board.heard == []


def test_a_board_taken_away_under_fingers_is_whole_when_it_comes_back(board: Board) -> None:
    root, finger = board.parent, Finger(300, 280).down()
    root.remove_widget(board)
    finger.up()
    root.add_widget(board)
    pause()
    tap(*board.plan.anchors["E5"])
    assert board.heard == [("on_zone", "E5")]


def test_what_did_not_change_is_not_drawn_again(board: Board) -> None:
    pieces = (sword(2, "W3"), sword(3, "E5"))
    show(board, pieces=pieces, lights={"W3": "heard"})
    layers = board._layers
    under, lights = layers.ground.children[:], layers["lights"].children[:]
    show(board, pieces=pieces, lights={"W3": "heard"})
    assert layers["lights"].children == lights
    kept = dict(layers._kept["figures"])
    show(board, pieces=(sword(2, "W5"), sword(3, "E5")), lights={"W5": "legal"})
    assert layers.ground.children == under
    assert layers["lights"].children != lights
    assert layers._kept["figures"]["g3"] is kept["g3"]
    assert layers._kept["figures"]["g2"] is not kept["g2"]


def test_a_board_that_was_changed_looks_as_one_that_was_drawn_so(board: Board, tmp_path: Path) -> None:
    """However little of it is drawn again: nothing old stays anywhere, nothing new is missing."""
    marks = (Mark(kind="path", zones=("O14", "M10", "G13"), texts=("N0", "1", "2"), who="ninja", now=True, text="run"),)
    longer = (replace(marks[0], zones=(*marks[0].zones, "G12"), texts=("N0", "1", "2", "3")),)
    kinds = ("noise", "listener", "entrance", "trap", "last_seen", "found", "ended")
    noise = tuple(Mark(kind=kind, zones=("G12", "W9"), text="C") for kind in kinds)
    steps: list[tuple[Pointing, dict[str, Any]]] = [
        (Pointing(choosable=frozenset({"W5", "W2"})), {"pieces": (sword(2, "W3"), sword(3, "W8"))}),
        (Pointing(ringed=frozenset({"g3"})), {"pieces": (sword(2, "W5"), sword(3, "W8", carded=True))}),
        (Pointing(), {"pieces": (sword(2, "C2"), sword(3, "C2")), "lights": {"W8": "heard", "O1": "detected"}}),
        (Pointing(chosen={"W2": "1"}, struck=("W3", "B3")), {"pieces": (sword(3, "G4"),), "marks": marks}),
        (Pointing(heat={"E1": 3, "E2": 1}), {"pieces": (sword(3, "G4", drunk=True),), "lights": {"E3": "searched"}}),
        (Pointing(astray=Misplaced(piece="g3", stands="G5", belongs="G4", say="")), {"pieces": (sword(3, "G4"),)}),
        (Pointing(), {}),
        (Pointing(here="G13"), {"marks": marks, "pieces": (sword(3, "G12"),)}),
        (Pointing(here="G12"), {"marks": longer, "pieces": (sword(3, "G12"), sword(4, "G12"))}),
        (Pointing(), {"marks": (*longer, *noise), "pieces": (sword(4, "G12"),)}),
        (Pointing(), {"marks": noise[1:], "pieces": (sword(4, "G12"), sword(5, "W9"))}),
        (Pointing(), {"marks": (*noise[2:], *marks), "pieces": (sword(4, "G12", drunk=True), sword(5, "W9"))}),
    ]  # fmt: skip
    changed = b""
    for pointing, panel in steps:
        before = changed
        show(board, pointing, **panel)
        changed = Image.open(shot.grab(board, tmp_path / "changed.png")).tobytes()
        board._place()
        shot.pump(2)
        assert Image.open(shot.grab(board, tmp_path / "anew.png")).tobytes() == changed, (pointing, panel)
        assert changed != before


def test_a_patrol_stands_as_one_pennant(board: Board) -> None:
    patrol = tuple(Piece(id=f"g{n}", kind="spear", zone="G15", group="p1", facing="G16") for n in (11, 12, 13))
    show(board, pieces=patrol)
    assert set(board.standing["G15"].figures) == {"p1"}


def test_figures_in_one_zone_stand_apart(board: Board) -> None:
    show(board, pieces=tuple(sword(n, "W3") for n in range(1, 6)))
    places = list(board.standing["W3"].figures.values())
    assert len({(round(x), round(y)) for x, y in places}) == 5
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) >= 18 for i, a in enumerate(places) for b in places[:i])


def test_every_state_and_mark_can_be_drawn(board: Board) -> None:
    names = ("heard", "detected", "searched", "legal", "out_of_place", "waiting")
    zones = ("O1", "M1", "B1", "W5", "E5", "G8")
    kinds = ("entrance", "noise", "listener", "nothing", "trap", "hidden_sentry", "ended", "goal", "found", "last_seen")
    marks = [Mark(kind=kind, zones=("G12", "W9"), text="C") for kind in kinds]
    marks += [
        Mark(kind="path", zones=("O14", "M10", "G13"), texts=("N0", "1", "2"), who="ninja", now=True, text="run"),
        Mark(kind="path", zones=("O14", "M10"), texts=("T0", "1"), who="traitor", text="walk"),
        Mark(kind="rope", zones=("M10", "G13")), Mark(kind="sleepers", zones=("G1",), text="2"),
    ]  # fmt: skip
    pieces = [
        Piece(id=f"g{n}", kind=kind, zone="G5", drunk=n < 2, carded=True)
        for n, kind in enumerate(("sword", "spear", "ninja", "traitor"))
    ]
    show(board, Pointing(choosable=frozenset({"C1"}), chosen={"C2": "1", "C3": ""}, struck=("W3", "B3"),
                         astray=Misplaced(piece="g0", stands="G5", belongs="G4", say=""),
                         heat={"W1": 1, "W2": 2, "W4": 3, "W6": 4}),
         pieces=tuple(pieces), marks=tuple(marks), lights=dict(zip(zones, names, strict=True)))  # fmt: skip
    assert all(board._layers[name].children for name in ("lights", "signs", "light_signs", "figures", "ways"))


@pytest.mark.parametrize("size", [(640, 384), (480, 288)])
def test_no_sign_and_no_letter_hides_the_number_of_a_zone(board: Board, size: tuple[int, int]) -> None:
    board.size = size
    pause()
    plan = board.plan
    assert plan is not None
    zones, chance = list(plan.polygons), Random(7)
    for _night in range(6):
        way = chance.sample(zones, 12)
        told = [Mark(kind="path", zones=tuple(way[:6]), texts=("N0", "1", "2", "3", "10", "11"), who="ninja")]
        told += [
            Mark(kind=kind, zones=(zone,))
            for kind, zone in zip(("entrance", "nothing", "listener"), way[6:9], strict=True)
        ]
        told += [Mark(kind="last_seen", zones=(way[9],), text="12"), Mark(kind="found", zones=(way[10],), text="A")]
        letters = chance.sample(zones, 8)
        told += [Mark(kind="goal", zones=(zone,), text="B") for zone in letters]
        pieces = [sword(number, zone) for number, zone in enumerate(chance.sample(zones, 8), 1)]
        show(board, marks=tuple(told), pieces=tuple(pieces), lights=dict.fromkeys(way[:4], "searched"))
        numbers = {zone: number_room(plan, zone, here.label) for zone, here in board.standing.items()}
        for sign in board.signs:
            hidden = [zone for zone, number in numbers.items() if sign.gap(number) < -5 * plan.u]
            assert hidden == []
        for zone in letters:
            (x, y), *_ = board.standing[zone].boxes
            letter = Room(x, y, 9.5 * plan.u, 9.5 * plan.u)
            assert [other for other, number in numbers.items() if letter.gap(number) < -5 * plan.u] == []


def test_signs_lie_on_no_figure_where_there_is_room_beside_it(board: Board) -> None:
    listening = tuple(Mark(kind="listener", zones=(zone,)) for zone in ("E1", "G4"))
    pieces = (sword(2, "E1"), sword(4, "E5"), Piece(id="ninja", kind="ninja", zone="E2", secret=True), sword(9, "G4"))
    show(board, marks=listening, pieces=pieces, lights={"E1": "heard", "G4": "detected"})
    for sign in board.signs:
        for here in board.standing.values():
            for x, y in here.figures.values():
                assert sign.gap(Room(x, y, 11.5, 11.5)) > -5


def test_who_is_asked_about_lies_over_every_sign(board: Board) -> None:
    show(board, pieces=(Piece(id="ninja", kind="ninja", zone="E2", secret=True), sword(2, "E2")))
    assert set(board._layers._kept["secret"]) == {"ninja"}
    assert LAYERS[-1] == "secret"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", ["twin-castles", "drill-yard"])
def test_whoever_stands_in_a_zone_stands_within_its_borders(name: str, turned: bool) -> None:
    size = (640, 384) if not turned else (366, 610)
    plan = Plan(laid := sheet(name), Placement(0, 0, *size, laid.size, turned))
    for zone in laid.zones:
        for count in (1, 2, 3):
            here = stand(plan, zone, figures_of([sword(number, zone) for number in range(1, count + 1)]), 23)
            for figure, centre in here.figures.items():
                assert plan.zone_at(centre) == zone, (zone, count, figure)


@pytest.mark.parametrize("size", [(640, 366), (480, 275)])
def test_the_number_of_a_small_zone_stands_in_it_whoever_stands_there_too(size: tuple[int, int]) -> None:
    laid = sheet("drill-yard")
    plan = Plan(laid, Placement(0, 0, *size, laid.size), size[0] / 640)
    for zone in laid.zones:
        for swords, patrols in ((0, 0), (1, 0), (2, 0), (0, 2), (1, 1), (2, 1), (3, 0), (4, 0)):
            walking = [sword(10 + at, zone, group=f"p{at}") for at in range(patrols)]
            crowd = figures_of([*(sword(at + 1, zone) for at in range(swords)), *walking])
            here = stand(plan, zone, crowd, 23 * plan.u)
            assert plan.zone_at(here.label) == zone, (zone, swords, patrols)
            for figure, centre in here.figures.items():
                assert plan.zone_at(centre) == zone, (zone, swords, patrols, figure)
            assert here.house is None or plan.zone_at(here.house) == zone
