"""What was agreed on about the pause of an answer holds for the night: whoever turns it makes it longer."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ui.books import PAUSE

from .evening import Evening


@pytest.mark.slow
def test_the_pause_of_a_night_becomes_longer_and_never_shorter(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    glass, house = evening.glass, evening.house
    house.settings = msgspec.structs.replace(house.settings, answer_pause_seconds=3.0)
    evening.sit_down()
    saved = evening.table.saved
    assert glass.answer_pause == 3.0
    glass.preferences()
    for _touch in range(4):
        before = glass.answer_pause
        turn = next(way.act for way in glass.page.ways() if way.text == "Listen pause")  # type: ignore[union-attr]
        turn()
        assert glass.answer_pause >= before
    assert glass.answer_pause == 10.0
    glass.prefer(answer_pause_seconds=0.0)
    glass.prefer(calm=True)
    assert (glass.answer_pause, house.settings.answer_pause_seconds) == (10.0, 10.0)
    glass.lobby()
    glass.prefer(answer_pause_seconds=0.0)
    assert house.settings.answer_pause_seconds == 0.0, "the next night is another"
    glass.resume(saved)
    evening.finger.settle()
    assert glass.answer_pause == 3.0, "what it began with stands in its book"
    assert evening.table._noted[PAUSE] == "3"
    evening.close()
