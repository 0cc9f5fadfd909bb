"""A held finger shows what would come of it to whoever looks at that screen, and takes nothing when it is lifted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.seats import Seat
from companion.views import PromptChoice, PromptPanel, RuleLine
from ui.ports import Ruling
from ui.presenter.peeks import Peek, peek_at, peek_zone

from .evening import Evening
from .stage import sheet


def test_what_is_offered_is_said_with_its_rule_or_its_note() -> None:
    step = PromptChoice(id="zone:M1", say="Outer moat 1", then=RuleLine(id="R149", say="the move ends"))
    end = PromptChoice(id="end", say="End the turn", note="the ninja may still move")
    prompt = PromptPanel(seat="s", ask="a", say="?", choices=(step, end), taken=(PromptChoice(id="ninja:W4", say="W"),))
    assert peek_at(prompt, ("zone:M1",)) == Peek("the move ends", ("R149",))
    assert peek_at(prompt, ("end",)) == Peek("End the turn: the ninja may still move")
    assert peek_at(prompt, ("ninja:W4",)) == Peek("W")
    assert peek_at(prompt, ("zone:E5",)) is None


def test_what_is_not_offered_is_named_and_then_why_not() -> None:
    board = sheet()
    name = board.zones["E5"].name
    assert peek_zone(board, "E5") == Peek(f"{name} (E5)")
    refused = Ruling("s", "zone:E5", False, "It is too far", "It is too far from here", "R142", "not_adjacent")
    assert peek_zone(board, "E5", refused) == Peek("E5: It is too far", ("R142",), name)
    moved = Ruling("s", "figure:ninja", False, "He has moved", "He has moved", "R142", "already_moved")
    assert peek_zone(board, "ninja", moved) == Peek("Ninja: He has moved", ("R142",))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def hold(evening: Evening, on: Any, at: tuple[float, float]) -> None:
    """Puts a finger down until it has lain for long enough, and lifts it."""
    evening.finger.pause()
    finger = evening.finger.down(at)
    on._held_still(0.0)
    evening.finger.settle()
    evening.finger.up(finger, at)
    evening.finger.settle()


@pytest.mark.slow
def test_a_held_finger_takes_nothing_and_tells_nobody_else(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    evening.finger.take("figure:ninja")
    board, table = evening.glass.page.board, evening.table  # type: ignore[union-attr]
    offered = [choice[5:] for choice in evening.choices("intruders") if choice.startswith("zone:")]
    other = next(zone for zone in board.plan.anchors if zone[0] == "E" and zone not in offered)

    def everybody() -> tuple[Any, ...]:
        windows = [table.window(Seat(seat)) for seat in ("guards", "intruders")]
        return evening.view(), dict(table.box.lights()), [(window.basis, window.prompt()) for window in windows]

    before, rows, laid = everybody(), table._journal.count, evening.glass.bridge.latest().laid  # type: ignore[union-attr]
    hold(evening, board, board.plan.anchors[offered[0]])
    assert f"({offered[0]})" in evening.strip.say
    hold(evening, board, board.plan.anchors[other])
    assert evening.strip.say.startswith(f"{other}: ")
    assert evening.strip.rules == ["R142"]
    tag = evening.finger.tags()["stay"]
    hold(evening, tag, tag.center)
    assert evening.strip.say == "Stop here"
    assert board.marked == ""
    assert (everybody(), table._journal.count) == (before, rows)
    assert evening.glass.bridge.latest().laid == laid  # type: ignore[union-attr]
    evening.seconds += 5
    evening.glass.tick()
    evening.finger.settle()
    assert "may move" in evening.strip.say


@pytest.mark.slow
def test_why_not_is_asked_for_behind_the_curtain_alone(evening: Evening) -> None:
    """On the public table a held zone has its name, and what all may read is offered there."""
    evening.set_up()
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"))
    board = evening.glass.page.board  # type: ignore[union-attr]
    far = next(
        zone for zone in board.plan.anchors if f"zone:{zone}" not in evening.choices("guards") and zone[0] == "E"
    )
    hold(evening, board, board.plan.anchors[far])
    assert evening.strip.say == f"{board.panel.sheet.zones[far].name} ({far})"
    assert evening.glass.bridge.latest().refusal is None  # type: ignore[union-attr]
