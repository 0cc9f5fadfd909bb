"""A screen that is built in sideways or upside down: the picture is turned, and fingers are turned along with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.input.motionevent import MotionEvent

from companion.settings import Settings
from ui import shot
from ui.app import LARGE_TEXT, KurokoApp, look_for, turn_window
from ui.desk import House
from ui.finger import Finger
from ui.glass import Glass
from ui.widgets.touch import GATE

PANEL = (800, 480)
MARK = (1.0, 0.0, 1.0)


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Glass]:
    """The glass as the program hangs it into its window."""
    shot.stage(shot_of_nothing(), PANEL)
    shot.clear()
    house = House(tmp_path / "settings.toml", threaded=False, seed=4)
    house.settings = msgspec.structs.replace(house.settings, journal_folder=str(tmp_path / "tables"))
    found = KurokoApp(house, cache=tmp_path / "cache").build()
    Window.add_widget(found)
    shot.pump()
    yield found
    found.lobby()
    shot.clear()  # first: a glass on the window turns it back as it likes
    shot.pump()
    turn_window(0)
    shot.pump()


def shot_of_nothing() -> Any:
    from kivy.uix.widget import Widget

    return Widget()


class Fingertip(MotionEvent):
    """A finger on the panel itself, 0 to 1 from its lower left corner, as its driver reports it."""

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


def seen_at(glass: Glass, point: tuple[float, float]) -> tuple[float, float]:
    """Where on the panel a point of the glass is seen: by a spot of paint, and the pixels that light up."""
    spot = InstructionGroup()
    spot.add(Color(*MARK))
    spot.add(Rectangle(pos=(point[0] - 3, point[1] - 3), size=(6, 6)))
    glass.canvas.after.add(spot)
    shot.pump(2)
    width, height = Window.system_size
    pixels = bytes(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE))
    glass.canvas.after.remove(spot)
    lit = [(at % width, at // width) for at in range(width * height) if pixels[4 * at : 4 * at + 3] == b"\xff\x00\xff"]
    assert 25 <= len(lit) <= 49, "the spot is drawn once, and on the panel"
    return sum(x for x, _ in lit) / len(lit) / (width - 1), sum(y for _, y in lit) / len(lit) / (height - 1)


def touch(where: tuple[float, float]) -> None:
    """As Kivy gets it from the panel's driver."""
    GATE.forget()
    finger = Fingertip("panel", 1, where, is_touch=True, type_id="touch")
    for part in ("begin", "end"):
        EventLoop.post_dispatch_input(part, finger)
    shot.pump(2)


def tag(glass: Glass, text: str) -> Any:
    return Finger(glass).tags()[text]


@pytest.mark.slow
def test_a_finger_touches_what_is_seen_however_the_screen_is_turned(glass: Glass) -> None:
    glass.preferences()
    corners = set()
    for turned in (0, 180, 0, 90, 270, 180, 90, 0):
        glass.prefer(turned=turned)
        shot.pump()
        lying = turned in (0, 180)
        assert tuple(glass.size) == (PANEL if lying else PANEL[::-1]), turned
        assert glass.room.name == ("middle" if lying else "upright")
        before = glass.desk.settings.left_hand
        touch(seen_at(glass, tag(glass, "Left hand").center))
        assert glass.desk.settings.left_hand != before, turned
        corners.add(tuple(round(share) for share in seen_at(glass, (20, 20))))
    assert len(corners) == 4, "its lower left corner has been in every corner of the panel"


@pytest.mark.parametrize("turned", [90, 180])
def test_a_screen_that_was_turned_is_turned_at_the_next_start(tmp_path: Path, glass: Glass, turned: int) -> None:
    shot.clear()
    (tmp_path / "settings.toml").write_text(f"turned = {turned}\n", encoding="utf-8")
    started = KurokoApp(House(tmp_path / "settings.toml", threaded=False), cache=tmp_path / "cache").build()
    Window.add_widget(started)
    shot.pump()
    touch(seen_at(started, tag(started, "Settings").center))
    assert type(started.page).__name__ == "PreferencesPage"


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720), (720, 1280)])
def test_large_letters_are_larger_by_a_quarter_as_far_as_there_is_room(size: tuple[int, int], tmp_path: Path) -> None:
    plain = look_for(Settings(), size, cache=tmp_path)
    large = look_for(Settings(large_text=True), size, cache=tmp_path)
    assert large.factor == pytest.approx(min(plain.factor * LARGE_TEXT, large.factor), abs=0.01)
    assert large.factor > plain.factor
    assert LARGE_TEXT == 1.25


def test_large_letters_are_switched_on_by_a_touch_and_the_page_is_laid_out_anew(glass: Glass) -> None:
    glass.preferences()
    shot.pump()
    before = glass.look.factor
    touch(seen_at(glass, tag(glass, "Large letters").center))
    assert glass.desk.settings.large_text
    assert glass.look.factor == pytest.approx(before * LARGE_TEXT, abs=0.01)
    made = tag(glass, "Large letters")
    assert made.look.factor == glass.look.factor


def test_a_window_that_loses_the_room_for_the_simulated_table_keeps_the_screen(tmp_path: Path) -> None:
    house = House(tmp_path / "settings.toml", threaded=False, seed=4)
    house.settings = msgspec.structs.replace(house.settings, journal_folder=str(tmp_path / "tables"))
    size = (1440, 480)
    seen = Glass(house, look_for(house.settings, size, simulated=True), simulated=True)
    shot.stage(seen, size)
    seen.open(house.games()[0], 2, {})
    shot.pump()
    assert seen.beside
    assert seen.box_view is not None
    assert seen.box_view.parent is seen
    for size in ((480, 1440), (800, 480)):
        seen.size = size
        shot.pump()
        assert not seen.beside
        assert seen.box_view is None or seen.box_view.parent is None, "it does not lie over the screen"
        assert seen.has_box, "but behind its tag"
        seen.turn_table()
        shot.pump()
        assert seen.box_view is not None
        assert seen.box_view.parent is seen
        seen.turn_table()
    seen.lobby()
    shot.clear()
