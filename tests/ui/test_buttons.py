"""The button that hides everything, and the one for the next act: whatever the deciding thread is doing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.base import EventLoop

from companion.ports import Observation, Pressed
from ui.opened import _Front

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def press(evening: Evening, button: str) -> None:
    evening.table._press(button)


@pytest.mark.slow
def test_hide_drops_a_private_screen_in_the_next_frame_though_nothing_is_decided(evening: Evening) -> None:
    evening.sit_down()
    evening.look("guards")
    assert evening.page == "OwnPage"
    press(evening, "hide")
    EventLoop.idle()  # one frame, and the referee was given no time
    assert evening.page == "TablePage"
    assert evening.glass.own is None
    evening.finger.settle()
    assert evening.glass.own is None


def test_hide_takes_the_curtain_and_its_pad_away_and_leaves_the_table_alone(evening: Evening) -> None:
    evening.sit_down()
    evening.finger.call("guards")
    evening.finger.tap("glass:pin")
    press(evening, "hide")
    EventLoop.idle()
    assert evening.page == "TablePage"
    page = evening.glass.page
    press(evening, "hide")
    EventLoop.idle()
    assert evening.glass.page is page


@pytest.mark.slow
def test_next_is_a_touch_on_the_usual_next_act_and_nothing_on_a_private_screen(evening: Evening) -> None:
    evening.set_up()
    main = next(tag for tag in evening.strip.tags if tag.kind == "main")
    assert main.choice == "glass:look:guards"
    press(evening, "next")
    evening.finger.settle()
    assert evening.page == "CurtainPage"
    press(evening, "next")
    evening.finger.settle()
    assert evening.page == "CurtainPage"
    evening.finger.tap("glass:pin")
    evening.finger.pin("1234")
    before = evening.view("guards")
    press(evening, "next")
    evening.finger.settle()
    assert (evening.page, evening.view("guards")) == ("OwnPage", before)


def test_buttons_go_past_the_referee_and_all_else_to_it() -> None:
    pressed: list[str] = []
    posted: list[object] = []

    class Inbox:
        def post(self, report: object) -> None:
            posted.append(report)

    front = _Front(Inbox(), pressed.append)
    front.post(Pressed("hide"))
    front.post(Observation("card", "DEADBEEF"))
    assert (pressed, posted) == (["hide"], [Observation("card", "DEADBEEF")])
