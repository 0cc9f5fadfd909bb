"""Everything by keys: the ring finds all that a finger would, and nothing else; what is private is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.prompts import UNDO
from ui.app import KurokoApp
from ui.keys import ENTER, ERASE, ESCAPE, SPACE, TAB
from ui.reach import targets
from ui.screens.lobby import HungBoard
from ui.screens.rules import RulesPage
from ui.widgets.cloth import HideCorner
from ui.widgets.held import HOLD, SURE
from ui.widgets.tag import Tag

from .evening import PINS, Evening
from .keyboard import Keyboard
from .test_curtain import frames
from .test_evening import answer

LEFT, RIGHT, UP, DOWN = 276, 275, 273, 274


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    found.finger = Keyboard(found.glass)
    yield found
    found.finger.keys.close()
    found.close()


def keyboard(evening: Evening) -> Keyboard:
    assert isinstance(evening.finger, Keyboard)
    return evening.finger


def open_table(evening: Evening) -> None:
    evening.glass.open(evening.house.games()[0], 2, dict(PINS))
    evening.finger.settle()


@pytest.mark.slow
def test_a_game_is_opened_set_up_and_played_for_a_turn_of_each_side_by_keys_alone(evening: Evening) -> None:
    finger = keyboard(evening)
    finger.press(HungBoard, first=True)
    for seat, pin in PINS.items():
        finger.tap(f"pin:{seat}")
        finger.type(pin)
        finger.type(pin[:2] + "9")
        finger.press_key(ERASE)
        finger.type(pin)
    finger.tap("glass:open")
    assert evening.page == "TablePage"
    for seat in ("guards", "intruders"):
        finger.call(seat)
        finger.tap("glass:pin")
        finger.type(PINS[seat])
        assert evening.page == "OwnPage"
        while evening.ask(seat):
            answer(evening, seat, "starter", "arrange", "confirm")
    while evening.view().turn_of == ("guards",):
        evening.check()
        answer(evening, "guards", "end")
    assert evening.view().turn_of == ("intruders",)
    finger.call("intruders")
    finger.tap("glass:pin")
    finger.type(PINS["intruders"])
    while evening.view().turn_of == ("intruders",) and evening.ask("intruders"):
        answer(evening, "intruders", "end_move", "done", "end")
    assert evening.view().turn_of == ("guards",)


def test_tab_goes_round_all_that_can_be_touched_and_back(evening: Evening) -> None:
    finger = keyboard(evening)
    there = targets(evening.glass)
    seen = []
    for _one in there:
        finger.press_key(TAB)
        assert finger.keys.focus is not None
        seen.append(finger.keys.focus.name)
    assert sorted(seen) == sorted(target.name for target in there)
    assert len(set(seen)) == len(seen)
    for name in (*reversed(seen[:-1]), seen[-1]):
        finger.press_key(TAB, "", "shift")
        assert finger.keys.focus is not None
        assert finger.keys.focus.name == name


def test_the_ring_begins_at_the_usual_next_act(evening: Evening) -> None:
    finger = keyboard(evening)
    evening.glass.preferences()
    finger.press_key(TAB)
    assert finger.keys.focus is not None
    assert isinstance(finger.keys.focus.widget, Tag)
    assert finger.keys.focus.widget.kind == "main"


def test_arrows_go_where_they_point(evening: Evening) -> None:
    finger = keyboard(evening)
    evening.glass.preferences()
    finger.settle()
    finger.press_key(TAB)
    assert finger.keys.focus is not None
    start = finger.keys.focus
    for key, along, sign in ((RIGHT, 0, 1), (LEFT, 0, -1), (UP, 1, 1), (DOWN, 1, -1)):
        before = finger.keys.focus.centre
        finger.press_key(key)
        assert (finger.keys.focus.centre[along] - before[along]) * sign > 0
    assert finger.keys.focus.name == start.name


@pytest.mark.slow
def test_the_ring_never_reaches_what_is_not_shown(evening: Evening) -> None:
    """On every page of an evening: each target is in sight, live, and what a finger there would touch."""
    finger = keyboard(evening)
    pages = [evening.glass.preferences, lambda: evening.glass.rules_of("scorpion")]
    for turn in pages:
        turn()
        check_reach(evening)
    evening.glass.lobby()
    evening.set_up()
    for turn in (evening.glass.table, evening.glass.menu, lambda: evening.glass.call("guards")):
        turn()
        finger.settle()
        check_reach(evening)
    evening.glass.table()
    evening.look("guards")
    check_reach(evening)
    finger.press_key(ord("r"), "r")
    finger.settle()
    assert any(isinstance(widget, RulesPage) for widget in finger.widgets())
    check_reach(evening)
    under = [target.name for target in targets(evening.glass) if target.name[0] in ("on_zone", "CardSmall")]
    assert under == [], "the rules lie over the cards"


def check_reach(evening: Evening) -> None:
    evening.finger.settle()
    seen = set(evening.finger.widgets())
    found = targets(evening.glass)
    assert found
    for target in found:
        assert target.widget in seen
        assert target.widget.live
        x, y = target.centre
        assert 0 <= x <= evening.glass.width
        assert 0 <= y <= evening.glass.height


def test_escape_hides_and_nothing_private_keeps_the_ring(evening: Evening) -> None:
    finger = keyboard(evening)
    open_table(evening)
    evening.look("guards")
    corner = next(target for target in targets(evening.glass) if isinstance(target.widget, HideCorner))
    finger.go(corner)
    finger.press_key(ESCAPE)
    assert evening.page == "TablePage"
    assert finger.keys.focus is None, "in the same frame"
    assert not finger.keys._ring.children
    evening.look("guards")
    finger.press_key(TAB)
    assert finger.keys.focus is not None
    evening.seconds += 1000
    evening.glass.tick()
    assert (evening.page, finger.keys.focus) == ("TablePage", None), "the curtain fell by itself"


def test_escape_goes_back_page_by_page_and_never_out_of_the_program(evening: Evening) -> None:
    finger = keyboard(evening)
    finger.press(HungBoard, first=True)
    finger.tap("sitting:guards")
    finger.tap("Name")
    pages = [evening.page]
    for _page in range(4):
        finger.press_key(ESCAPE)
        finger.settle()
        pages.append(evening.page)
    assert pages == ["NamePage", "SittingPage", "SeatsPage", "LobbyPage", "LobbyPage"]
    finger.press(HungBoard, first=True)
    finger.tap("pin:guards")
    finger.press_key(ESCAPE)
    assert evening.glass.page.pad is None  # type: ignore[union-attr]


def test_enter_that_is_held_is_a_finger_that_is_held(evening: Evening) -> None:
    """A seat that chose nothing opens by it; and a key that repeats itself meanwhile is still one finger."""
    finger = keyboard(evening)
    evening.glass.open(evening.house.games()[0], 2, {})
    finger.settle()
    evening.glass.call("guards")
    finger.settle()
    wanted = next(one for one in targets(evening.glass) if "glass:hold" in one.name)
    for quarters, page in ((2, "CurtainPage"), (4, "OwnPage")):
        finger.go(wanted)
        for _repeated in range(quarters):
            Window.dispatch("on_key_down", ENTER, 0, "", [])
            frames(evening, 1, HOLD / 4)
        frames(evening, SURE + 1)
        Window.dispatch("on_key_up", ENTER, 0)
        finger.settle()
        assert evening.page == page


def test_u_takes_back_only_while_undo_stands_there(evening: Evening) -> None:
    finger = keyboard(evening)
    open_table(evening)
    evening.look("guards")
    finger.press_key(ord("u"), "u")
    finger.settle()
    before = evening.table.window("guards").prompt()
    finger.take("starter")
    assert UNDO in evening.table.window("guards").prompt().choices
    finger.press_key(ord("u"), "u")
    finger.settle()
    assert evening.table.window("guards").prompt().choices == before.choices


def test_l_turns_to_the_next_language_of_the_screen_that_is_up(evening: Evening) -> None:
    finger = keyboard(evening)
    open_table(evening)
    evening.look("guards")
    finger.press_key(ord("l"), "l")
    finger.settle()
    assert evening.page == "OwnPage", "it stays open"
    assert (evening.glass.look.language, evening.table.sitter("guards").language) == ("zh_Hans", "zh_Hans")
    assert not evening.glass.own.view.panels[-1].say.isascii()  # type: ignore[union-attr]
    evening.glass.hide()
    assert evening.glass.look.language == "en"


def test_letters_are_typed_where_somebody_types(evening: Evening) -> None:
    finger = keyboard(evening)
    evening.glass.rules_of("scorpion")
    page = evening.glass.page
    assert isinstance(page, RulesPage)
    page._type()
    finger.type("ur ")
    assert evening.glass.page is page, "R and U are letters here, and Space is one too"
    finger.press_key(TAB)
    assert finger.keys.focus is not None
    page._type()


def test_a_touch_puts_the_ring_away_and_a_key_wakes_a_dark_screen(evening: Evening) -> None:
    from ui.finger import Finger

    finger = keyboard(evening)
    finger.press_key(TAB)
    Finger(evening.glass).touch((1, 1))
    assert finger.keys.focus is None
    evening.glass.veil.drop()
    finger.press_key(SPACE)
    assert not evening.glass.veil.dark
    assert (evening.page, finger.keys.focus) == ("LobbyPage", None)


def test_no_panel_of_kivy_comes_with_f1(evening: Evening) -> None:
    """It would lie over everything, and change how the window is opened."""
    lying = list(Window.children)
    app = KurokoApp(evening.house)
    app._on_keyboard_settings(Window, 282)
    assert Window.children == lying
