"""A figure that was touched and is no choice: the strip says why, or who is asked, and tells nothing by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ui.motion.moves import MOVES
from ui.screens.choosing import REMARK, Choosing

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def test_a_figure_that_is_no_choice_is_answered_in_the_strip_and_nothing_is_picked(evening: Evening) -> None:
    evening.set_up()
    page = evening.glass.page
    assert isinstance(page, Choosing)
    asked, before = evening.strip.say, evening.view()
    figure = next(name for here in page.board.standing.values() for name in here.figures)
    evening.finger.piece(figure)
    assert evening.strip.say == "First choose below, then the figure"
    assert evening.view() == before
    evening.seconds += REMARK
    evening.glass.tick()
    evening.finger.settle()
    assert evening.strip.say == asked

    evening.table.box.lay("card:guards/sentry_listen/1")  # now sentries are choices, patrols are not
    evening.finger.settle()
    assert "guard" in str(evening.glass.page.model.pieces.values())  # type: ignore[union-attr]
    evening.finger.piece("p1")
    assert evening.strip.say == "p1 cannot be chosen now"

    evening.glass.bridge.pick("guards", "guard:g9", None)  # type: ignore[union-attr]
    evening.finger.settle()
    assert evening.strip.kind == "refusal"

    # the same again: it flashes, and is heard, as if it were the first
    heard = list[str]()
    evening.glass._play = lambda name, _volume: heard.append(name)
    MOVES.settle()
    evening.glass.bridge.pick("guards", "guard:g9", None)  # type: ignore[union-attr]
    evening.finger.settle()
    assert "refusal" in {what for _who, what in MOVES._going}
    assert heard == ["refused"]
