"""A way drawn with one finger is the same as one that was touched zone by zone, and tells nobody else how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from companion.seats import Seat
from companion.views import BoardPanel, PromptChoice, PromptPanel
from tests.ui.stage import sheet
from ui.geometry import middle
from ui.panels.drawing import Drawing
from ui.panels.plan import Placement, Plan
from ui.presenter import panel
from ui.screens.drawn_way import DrawnWay
from ui.widgets.touch import GATE

from .evening import Evening

# ---- what it means to be drawn into a zone


def ask(*choices: str, way: str) -> PromptPanel:
    found = tuple(PromptChoice(id=choice, say=choice) for choice in choices)
    return PromptPanel(seat="ninja", ask="sneak", say="Where?", choices=found, way=tuple(way.split()))


def drawn(*zones: str, way: str = "A", undo: bool = True, rope: str = "") -> list[str]:
    """What is picked on a street A B C D of which each zone borders on the next."""
    street, picked = "ABCD", list[str]()
    gone = way.split()

    def asked() -> PromptPanel:
        at = street.index(gone[-1])
        ways = [f"zone:{street[to]}" for to in (at - 1, at + 1) if 0 <= to < len(street)]
        more = ["undo"] if undo and len(gone) > 1 else []
        return ask(*ways, *more, *([f"rope:{rope}"] if rope else []), way=" ".join(gone))

    made = DrawnWay(picked.append)
    made.asked(asked())
    made.begin()
    for zone in zones:  # faster than any answer
        made.over(zone)
    for choice in picked:
        gone.pop() if choice == "undo" else gone.append(choice.removeprefix("zone:"))
        made.asked(asked())
    return picked


def test_each_zone_that_is_a_legal_choice_is_entered_in_order() -> None:
    assert drawn("B", "C", "D") == ["zone:B", "zone:C", "zone:D"]


def test_zones_that_are_none_are_passed_over() -> None:
    assert drawn("X", "B", "D", "X", "C") == ["zone:B", "zone:C"]


def test_going_back_along_the_way_undoes_also_what_was_touched_before() -> None:
    assert drawn("B", "C", "B", "A") == ["zone:B", "zone:C", "undo", "undo"]
    assert drawn("C", "B", "A", way="A B") == ["zone:C", "undo", "undo"]
    assert drawn("B", "A", "B", "C") == ["zone:B", "undo", "zone:B", "zone:C"]


def test_a_step_that_stands_is_not_paid_for_twice_by_going_back() -> None:
    assert drawn("B", "A", "B", "C", undo=False) == ["zone:B", "zone:C"]


def test_a_way_that_another_figure_went_before_is_not_undone_by_going_back() -> None:
    """Undo would take back that this one was named."""
    picked: list[str] = []
    made = DrawnWay(picked.append)
    made.asked(ask("figure:ninja", way=""))
    made.begin("figure:ninja")
    made.over("C")
    made.over("B")
    assert picked == ["figure:ninja"]
    for choices, way in (("zone:A zone:C undo", "A B"), ("zone:B undo", "A B C"), ("zone:A zone:C undo", "A B")):
        made.asked(ask(*choices.split(), way=way))
    assert picked == ["figure:ninja", "zone:C", "undo"]
    made.begin()
    made.over("A")
    assert picked[3:] == ["zone:A"]


def test_no_card_is_spent_by_drawing() -> None:
    assert drawn("X", rope="X") == []


def test_where_no_way_is_asked_for_nothing_is_drawn() -> None:
    picked: list[str] = []
    made = DrawnWay(picked.append)
    made.asked(PromptPanel(seat="ninja", ask="declare_search", say="", choices=(PromptChoice(id="zone:B", say=""),)))
    made.over("B")
    assert picked == []


# ---- through which zones a finger comes


def test_a_finger_comes_through_every_zone_on_its_line_however_seldom_the_panel_tells() -> None:
    board = sheet()
    plan = Plan(board, Placement(0, 0, 640, 384, board.size))
    for one, other in board.borders[:40]:
        gate = middle(plan.edge(one, other))
        for stops in ([gate, plan.anchors[other]], [plan.anchors[other]]):
            drawing = Drawing(plan, plan.anchors[one], one)
            came = [zone for stop in stops for zone in drawing.to(stop)]
            assert came[-1] == other
            if len(stops) == 2:
                assert all(zone in (one, other) for zone in came), (one, other, came)


def test_a_finger_that_trembles_on_a_border_comes_nowhere() -> None:
    board = sheet()
    plan = Plan(board, Placement(0, 0, 640, 384, board.size))
    one, other = board.borders[0]
    x, y = middle(plan.edge(one, other))
    drawing = Drawing(plan, plan.anchors[one], one)
    list(drawing.to((x, y)))
    assert [zone for dx in (1, -1, 2, -2) for zone in drawing.to((x + dx, y + dx))] == []


# ---- on the glass


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def asked(evening: Evening, seat: str) -> PromptPanel:
    found = panel(evening.view(seat), PromptPanel)
    assert found is not None
    return found


def draw(evening: Evening, *zones: str, figure: str = "") -> None:
    """One finger from zone to zone, over the middle of their borders. figure: put down on it."""
    board = evening.glass.page.board  # type: ignore[union-attr]
    plan = board.plan
    GATE.forget()
    evening.finger.pause()
    start = board.standing[zones[0]].figures[figure] if figure else plan.anchors[zones[0]]
    finger = evening.finger.down(start)
    for one, other in pairwise(zones):
        for stop in (middle(plan.edge(one, other)), plan.anchors[other]):
            evening.finger.move(finger, stop)
            evening.glass.pump()
    evening.finger.up(finger, plan.anchors[zones[-1]])
    evening.finger.settle()


def steps(evening: Evening, seat: str) -> list[str]:
    return [choice.id.removeprefix("zone:") for choice in asked(evening, seat).choices if choice.id[:5] == "zone:"]


@pytest.mark.slow
def test_an_intruder_draws_his_way_back_and_on_and_nothing_public_moves(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    evening.finger.take("figure:ninja")
    (start,) = asked(evening, "intruders").way
    public, lights = evening.view(), dict(evening.table.box.lights())
    basis, sealed = evening.table.window(Seat("guards")).basis, evening.view("guards")
    one = next(zone for zone in steps(evening, "intruders") if zone[0] != "M")
    draw(evening, start, one)
    assert asked(evening, "intruders").way == (start, one)
    other = next(zone for zone in steps(evening, "intruders") if zone not in (start, one) and zone[0] != "M")
    draw(evening, one, other, one, start)
    assert asked(evening, "intruders").way == (start,)
    draw(evening, start, one, other)
    assert asked(evening, "intruders").way == (start, one, other)
    assert evening.ask("intruders") == "sneak", "it is confirmed as if it was touched"
    assert "stay" in evening.finger.tags()
    assert (evening.view(), dict(evening.table.box.lights())) == (public, lights)
    assert (evening.table.window(Seat("guards")).basis, evening.view("guards")) == (basis, sealed)


@pytest.mark.slow
def test_both_intruders_walk_by_a_line_each_and_the_turn_ends_with_a_third_touch(evening: Evening) -> None:
    """What was drawn is undone until nothing is left of it, and nobody else is told."""
    evening.to_intruders()
    evening.look("intruders")
    public, basis = evening.view(), evening.table.window(Seat("guards")).basis
    start, other = (where(evening, figure) for figure in ("ninja", "traitor"))
    one = beside(evening, start)
    draw(evening, start, one, figure="ninja")
    assert asked(evening, "intruders").way == (start, one)
    draw(evening, one, start, one)
    assert asked(evening, "intruders").way == (start, one), "back and on again is the same way"
    two = beside(evening, other, one)
    draw(evening, other, two, figure="traitor")
    assert asked(evening, "intruders").way == (other, two)
    while "undo" in evening.choices("intruders"):
        evening.finger.tap("Undo")
    assert evening.ask("intruders") == "intruder_turn"
    assert [where(evening, figure) for figure in ("ninja", "traitor")] == [start, other]
    assert (evening.view(), evening.table.window(Seat("guards")).basis) == (public, basis)
    draw(evening, start, one, figure="ninja")
    draw(evening, other, two, figure="traitor")
    assert evening.view() == public
    evening.finger.tap("end")
    assert evening.ask("guards"), "three touches, and it is the guards' turn"
    moved = evening.table.window(Seat("intruders")).position()
    assert [moved[figure]["zone"] for figure in ("ninja", "traitor")] == [one, two]


def where(evening: Evening, figure: str) -> str:
    return str(evening.table.window(Seat("intruders")).position()[figure]["zone"])


def beside(evening: Evening, zone: str, *taken: str) -> str:
    """A dry zone without guards next to one."""
    found = panel(evening.view("intruders"), BoardPanel)
    assert found is not None
    full = {piece.zone for piece in found.pieces} | {
        zone for zone, on in found.sheet.zones.items() if on.terrain == "moat"
    }
    pairs = [*found.sheet.borders, *(pair[::-1] for pair in found.sheet.borders)]
    return next(to for source, to in pairs if source == zone and to not in full)


@pytest.mark.slow
def test_a_guards_way_is_drawn_on_the_public_screen_and_a_finger_put_down_elsewhere_draws_none(
    evening: Evening,
) -> None:
    evening.set_up()
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"))
    (start,) = asked(evening, "guards").way
    assert panel(evening.view(), PromptPanel).way == (start,)  # type: ignore[union-attr]
    one = steps(evening, "guards")[0]
    draw(evening, one, start)
    assert asked(evening, "guards").way == (start,)
    draw(evening, start, one)
    now = asked(evening, "guards")
    assert now.ask != "step" or now.way == (one,)
