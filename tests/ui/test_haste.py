"""What is touched twice where once was enough is decided once, whoever is asked then at the same place (B36)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window

from companion.seats import Seat
from ui.finger import Finger
from ui.haste import SOON
from ui.keys import ENTER, ESCAPE, SPACE
from ui.screens.lobby import HungBoard
from ui.screens.pinpad import PinPad
from ui.widgets.cloth import HideCorner
from ui.widgets.rail import RailButton

from .evening import PINS, Evening
from .keyboard import Keyboard

AT_ONCE = 0.12
"""Seconds between the two clicks of a double one."""


class Twice(Finger):
    """Touches everything twice; what the first touch has changed, the second leaves as it is."""

    def touch(self, pos: tuple[float, float], until: tuple[float, float] | None = None) -> None:
        before = self.stands()
        super().touch(pos, until)
        after = self.stands()
        self.again(until or pos)
        assert after in (before, self.stands()), f"the second touch at {pos} changed what the first had made"

    def again(self, pos: tuple[float, float], after: float = AT_ONCE) -> None:
        """One touch more, so soon."""
        self.pause(after)
        self.up(self.down(pos), pos)
        self.settle()

    def pin(self, digits: str) -> None:
        """Digits are typed as fast as one likes: only the last is touched twice."""
        *some, last = digits
        for digit in some:
            Finger.touch(self, self.key(digit))
        self.touch(self.key(last))

    def key(self, digit: str) -> tuple[float, float]:
        pad = next(widget for widget in self.widgets() if isinstance(widget, PinPad))
        return tuple(pad.keys[digit].center)

    def stands(self) -> object:
        """The page, its question, and how much everybody was told."""
        bridge = self.glass.bridge
        table: Any = bridge.table if bridge is not None else None
        told = [table.window(Seat(seat)).basis for seat in table.seats] if table is not None else []
        return self.glass.haste.asked, told


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def twice(evening: Evening) -> Twice:
    """From here on everything is touched twice."""
    evening.finger = found = Twice(evening.glass)
    return found


@pytest.mark.slow
def test_a_night_that_is_touched_twice_all_over_goes_the_same_way(evening: Evening) -> None:
    finger = twice(evening)
    evening.sit_down()
    turns = []
    while len(turns) < 2 or evening.view().turn_of != ("guards",):
        seat = next(seat for seat in PINS if evening.ask(seat))
        if evening.view().phase != "setup" and turns[-1:] != [seat]:
            turns.append(seat)
        prompt = evening.table.window(Seat(seat)).prompt()
        wanted = ("starter", "arrange", "confirm", "pass", "figure:ninja", "stay", "search", "done", "end")
        choice = next((one for one in wanted if one in prompt.choices), prompt.choices[0])
        if evening.glass.role != "own":
            evening.look(seat)
        finger.take(choice)
    assert {"guards", "intruders"} <= set(turns)


@pytest.mark.slow
def test_who_asks_to_take_back_does_not_allow_it_himself(evening: Evening) -> None:
    evening.set_up()
    twice(evening)
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"), ("guards", "stay"))
    evening.look("guards")
    evening.finger.tap("Take back")
    evening.finger.take("to:step")
    assert "allow" in evening.finger.tags()
    evening.finger.tap("allow")
    assert evening.ask("guards") == "play_hand"


@pytest.mark.slow
def test_the_phases_end_one_by_one(evening: Evening) -> None:
    evening.set_up()
    twice(evening)
    phases = [evening.view().phase]
    while evening.ask("guards"):
        prompt = evening.table.window(Seat("guards")).prompt()
        evening.finger.take("end" if "end" in prompt.choices else prompt.choices[0])
        phases.append(evening.view().phase)
    assert len(set(phases)) > 1


@pytest.mark.slow
def test_a_window_that_is_hidden_and_a_curtain_that_is_left_open_nothing_else(evening: Evening) -> None:
    evening.set_up()
    twice(evening)
    evening.look("guards")
    assert evening.page == "OwnPage"
    evening.finger.press(HideCorner)
    assert evening.page == "TablePage"
    evening.finger.call("intruders")
    assert evening.page == "CurtainPage"
    evening.finger.tap("glass:back")
    assert evening.page == "TablePage"


# ---- what is meant twice counts twice


def tap(evening: Evening, pos: tuple[float, float], after: float) -> None:
    """One touch, so soon after the last."""
    Twice(evening.glass).again(pos, after)


def told(evening: Evening) -> int:
    return evening.table.window(Seat("guards")).basis  # type: ignore[no-any-return]


def test_the_same_digit_is_typed_as_fast_as_one_likes(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("pin:guards")
    pad = evening.glass.page.pad  # type: ignore[union-attr]
    place = pad.keys["1"].center
    for count in (1, 2, 3):
        tap(evening, place, SOON / 4)
        assert pad.typed == "1" * count
    tap(evening, (place[0], pad.keys["4"].top - 1), SOON / 4)
    assert pad.typed == "", "four are typed: another is near, and what stands there is the same"


@pytest.mark.slow
def test_a_touch_elsewhere_or_later_counts(evening: Evening) -> None:
    evening.set_up()
    place = evening.finger.tags()["end"].center
    counts = [told(evening)]
    for after in (1, *[SOON * 0.9] * 4, SOON * 1.1):
        tap(evening, place, after)
        counts.append(told(evening))
    assert [one != other for one, other in pairwise(counts)] == [True, *[False] * 4, True]
    buttons = (one for one in evening.finger.widgets() if isinstance(one, RailButton) and one.icon == "menu")
    tap(evening, next(buttons).center, AT_ONCE)
    assert evening.page == "MenuPage"


@pytest.mark.slow
def test_a_finger_that_lies_there_already_takes_nothing_of_another_question(evening: Evening) -> None:
    evening.set_up()
    finger, place = evening.finger, evening.finger.tags()["end"].center
    finger.pause()
    late = finger.down(place)
    evening.play(("guards", "end"))
    count = told(evening)
    finger.up(late, place)
    finger.settle()
    assert told(evening) == count


@pytest.mark.slow
def test_a_double_touch_still_zooms(evening: Evening) -> None:
    evening.set_up()
    finger, board = evening.finger, evening.glass.page.board  # type: ignore[union-attr]
    place = board.center
    tap(evening, place, 1)
    finger.pause(AT_ONCE)
    second = finger.down(place)
    assert second.uid in board.fingers


def test_the_second_touch_on_a_dark_screen_takes_nothing_either(evening: Evening) -> None:
    place = next(one for one in evening.finger.widgets() if isinstance(one, HungBoard)).center
    evening.glass.veil.drop()
    for _twice in range(2):
        tap(evening, place, AT_ONCE)
        assert (evening.page, evening.glass.veil.dark) == ("LobbyPage", False)
    tap(evening, place, 1)
    assert evening.page != "LobbyPage"


# ---- keys


@pytest.fixture
def keyboard(evening: Evening) -> Iterator[Keyboard]:
    found = Keyboard(evening.glass)
    yield found
    found.keys.close()


@pytest.mark.slow
def test_a_key_struck_twice_decides_once_wherever_its_ring_lies(evening: Evening, keyboard: Keyboard) -> None:
    evening.set_up()
    finger = Twice(evening.glass)
    told = [finger.stands()]
    for key, after in ((ENTER, 1), (ENTER, AT_ONCE), (SPACE, AT_ONCE), (ENTER, 1)):
        keyboard.pause(after)
        tags = keyboard.tags()
        keyboard.go(keyboard.meant((tags.get("end") or tags["muster"]).center))
        keyboard.strike(key)
        keyboard.settle()
        told.append(finger.stands())
    assert [one != other for one, other in pairwise(told)] == [True, False, False, True]


def test_a_key_struck_twice_goes_back_one_page(evening: Evening, keyboard: Keyboard) -> None:
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("sitting:guards")
    pages = [evening.page]
    for after in (1, AT_ONCE, AT_ONCE, 1):
        keyboard.pause(after)
        keyboard.strike(ESCAPE)
        keyboard.settle()
        pages.append(evening.page)
    assert pages == ["SittingPage", *["SeatsPage"] * 3, "LobbyPage"]


@pytest.mark.slow
def test_a_key_that_is_held_undoes_one_step(evening: Evening, keyboard: Keyboard) -> None:
    evening.sit_down()
    evening.look("guards")
    window = evening.table.window(Seat("guards"))
    for _card in range(2):
        evening.finger.take(window.prompt().choices[0])
    told = [window.basis]
    for _repeated in range(3):
        Window.dispatch("on_key_down", ord("u"), 0, "u", [])
        keyboard.settle()
        keyboard.pause(1)
        told.append(window.basis)
    Window.dispatch("on_key_up", ord("u"), 0)
    assert [one != other for one, other in pairwise(told)] == [True, False, False]
