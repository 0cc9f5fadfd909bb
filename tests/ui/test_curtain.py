"""The curtain: what opens it and what does not, when it falls, and how long its cloth is on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from kivy.base import EventLoop
from kivy.graphics import Callback

from ui.motion.cloth import PassingCloth
from ui.motion.moves import MOVES, TIMES
from ui.screens.own import OwnPage
from ui.veil import Veil
from ui.widgets.cloth import Curtain
from ui.widgets.held import HOLD, SURE
from ui.widgets.touch import GATE

from .evening import PINS, Evening

TAG = "glass:hold"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def sit_down(
    evening: Evening, pins: dict[str, str] | None = None, seals: dict[str, str] | None = None, **wants: bool
) -> None:
    """A table at once: with these settings, and what each seat chose."""
    evening.house.settings = msgspec.structs.replace(evening.house.settings, **wants)
    evening.glass.open(evening.house.games()[0], 2, pins or {}, seals=seals)
    evening.finger.settle()


def ways(evening: Evening, seat: str) -> set[str]:
    """What stands on a seat's curtain."""
    evening.glass.call(seat)
    evening.finger.settle()
    found = {way for way in ("seal", "pin", "hold") if f"glass:{way}" in evening.finger.tags()}
    evening.glass.hide()
    return found


def frames(evening: Evening, count: int = 1, seconds: float = 0.0) -> None:
    """Lets frames pass, each so long."""
    for _ in range(count):
        evening.seconds += seconds
        evening.glass.pump()
        EventLoop.idle()


def see(evening: Evening, seat: str) -> None:
    """Proof was given."""
    evening.glass.bridge.look(seat, None)  # type: ignore[union-attr]
    frames(evening)


# ---- what opens it


def test_what_stands_on_a_curtain_is_what_the_seat_chose_and_the_settings_let_stand(evening: Evening) -> None:
    both = {"guards": "1234"}, {"guards": "0A0B0C0D", "intruders": "1A1B1C1D"}
    sit_down(evening, *both)
    assert (ways(evening, "guards"), ways(evening, "intruders")) == ({"seal", "pin"}, {"seal"})
    evening.glass.prefer(open_by_pin=False)
    assert ways(evening, "guards") == {"seal"}
    evening.glass.prefer(open_by_pin=True, open_by_seal=False)
    assert (ways(evening, "guards"), ways(evening, "intruders")) == ({"pin"}, {"seal"}), "nobody is locked out"
    evening.glass.prefer(open_by_pin=False, open_by_seal=True)
    evening.table.reader = False
    assert ways(evening, "guards") == {"seal", "pin"}, "nor is anybody by a reader that is gone"


def test_a_held_finger_opens_a_seat_that_chose_nothing_and_no_other(evening: Evening) -> None:
    sit_down(evening, {"guards": "1234"})
    assert (ways(evening, "guards"), ways(evening, "intruders")) == ({"pin"}, {"hold"})
    evening.glass.prefer(open_by_hold=True)
    assert ways(evening, "guards") == {"pin"}, "what was chosen before the game holds all night"


def test_where_it_was_agreed_on_before_the_game_a_held_finger_opens_every_seat_all_night(evening: Evening) -> None:
    sit_down(evening, PINS, open_by_hold=True)
    assert ways(evening, "guards") == {"pin", "hold"}
    saved = evening.table.saved
    evening.glass.prefer(open_by_hold=False)
    evening.glass.lobby()
    evening.glass.resume(saved)
    evening.finger.settle()
    assert ways(evening, "guards") == {"pin", "hold"}


def test_a_night_may_begin_without_seals_where_a_hold_was_agreed_on(evening: Evening) -> None:
    from ui.screens.lobby import HungBoard

    evening.glass.prefer(open_by_hold=True)
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("glass:open")
    assert evening.page == "TablePage"


# ---- the hold


@pytest.fixture
def held(evening: Evening) -> Evening:
    """Before the curtain of a seat that chose nothing, all cloth hanging still."""
    sit_down(evening)
    evening.glass.call("guards")
    evening.finger.settle()
    MOVES.settle()
    GATE.forget()
    return evening


def ring(evening: Evening) -> float:
    curtain = next((widget for widget in evening.finger.widgets() if isinstance(widget, Curtain)), None)
    return curtain.held if curtain is not None else -1.0


def test_the_ring_fills_and_the_window_opens_when_it_is_full(held: Evening) -> None:
    place = held.finger.tags()[TAG].center
    finger = held.finger.down(place)
    frames(held, 2, HOLD / 4)
    assert ring(held) == pytest.approx(0.5)
    frames(held, 2, HOLD / 4)
    frames(held, SURE + 1)
    assert held.page == "OwnPage"
    held.finger.up(finger, place)
    assert held.page == "OwnPage"


@pytest.mark.parametrize("how", ["lifted", "dragged off", "dragged off and back", "lifted late"])
def test_a_finger_that_does_not_stay_opens_nothing(held: Evening, how: str) -> None:
    tag = held.finger.tags()[TAG]
    place, off = tag.center, (tag.center_x, tag.top + 60)
    finger = held.finger.down(place)
    frames(held, 3, HOLD / 4)
    if how == "lifted late":  # the machine was busy, and looks at the finger only now
        held.seconds += 5
        EventLoop.idle()
        held.finger.up(finger, place)
    elif how == "lifted":
        held.finger.up(finger, place)
    else:
        held.finger.move(finger, off)
        assert ring(held) == 0
        if how.endswith("back"):
            held.finger.move(finger, place)
            frames(held, 2, HOLD / 4)
    frames(held, SURE + 2)
    assert (held.page, ring(held) < 0.6) == ("CurtainPage", True)
    assert held.glass.own is None


def test_a_short_touch_is_no_hold_however_often_it_comes(held: Evening) -> None:
    for _ in range(4):
        held.finger.tap(TAG)
        held.seconds += HOLD / 2
    frames(held, 4)
    assert held.page == "CurtainPage"


def test_a_hold_delivered_twice_or_by_two_fingers_opens_once(held: Evening) -> None:
    place = held.finger.tags()[TAG].center
    fingers = [held.finger.down(place), held.finger.down((place[0] + 3, place[1]))]
    frames(held, 4, HOLD / 3)
    frames(held, SURE + 1)
    key = held.glass.bridge.key  # type: ignore[union-attr]
    assert held.page == "OwnPage"
    for finger in fingers:
        held.finger.up(finger, place)
    frames(held, 4, HOLD)
    assert (held.page, held.glass.bridge.key) == ("OwnPage", key)  # type: ignore[union-attr]


# ---- the cloth


def cloths(evening: Evening) -> list[PassingCloth]:
    return [child for child in evening.glass.children if isinstance(child, PassingCloth)]


@pytest.mark.parametrize("seat", ["guards", "intruders"])
def test_the_cloth_rises_after_proof_and_falls_at_the_end_in_the_same_time_whatever_lies_behind(
    evening: Evening, seat: str
) -> None:
    sit_down(evening)
    for at, name in enumerate(("cloth_rises", "cloth_falls")):
        if at == 0:
            see(evening, seat)
        else:
            evening.finger.hide()
        (cloth,) = cloths(evening)
        assert (cloth.fall, cloth.lifted) == ((1.0, True) if at == 0 else (0.0, False))
        frames(evening)  # its time begins with the first frame that shows it
        frames(evening, 1, TIMES[name] - 0.01)
        assert cloths(evening) == [cloth]
        frames(evening, 1, 0.02)
        assert cloths(evening) == []


def test_a_private_view_is_gone_in_the_frame_in_which_the_cloth_begins_to_fall(evening: Evening) -> None:
    sit_down(evening)
    seen: list[tuple[bool, bool, bool]] = []

    def drawn(*_: object) -> None:
        private = any(isinstance(child, OwnPage) for child in evening.glass.children)
        seen.append((private, bool(cloths(evening)), evening.glass.own is not None))

    see(evening, "guards")
    MOVES.settle()
    evening.glass.canvas.after.add(Callback(drawn))
    for _ in range(2):
        evening.glass.canvas.ask_update()
        EventLoop.idle()
    evening.glass.hide()
    for _ in range(2):
        evening.glass.canvas.ask_update()
        EventLoop.idle()
    assert set(seen) == {(True, False, True), (False, True, False)}, "never a frame with both, never one with neither"


def test_any_touch_ends_what_moves_and_is_a_touch_all_the_same(evening: Evening) -> None:
    sit_down(evening)
    see(evening, "guards")
    assert cloths(evening)
    evening.finger.hide()
    assert evening.page == "TablePage"
    assert [cloth.lifted for cloth in cloths(evening)] == [False]
    evening.finger.call("guards")
    assert (evening.page, cloths(evening)) == ("CurtainPage", [])


def test_under_calm_no_cloth_is_on_the_way(evening: Evening) -> None:
    sit_down(evening)
    evening.glass.look = replace(evening.glass.look, calm=True)
    see(evening, "guards")
    assert cloths(evening) == []
    evening.glass.hide()
    assert cloths(evening) == []
    evening.glass.call("guards")
    assert next(widget.fall for widget in evening.finger.widgets() if isinstance(widget, Curtain)) == 1


# ---- waking, and fingers


def test_the_panel_is_dimmed_at_night_and_shaded_only_where_it_cannot_be(evening: Evening) -> None:
    glass, told = evening.glass, []
    glass.veil = Veil(glass, lambda level: told.append(level) or True)
    glass.prefer(brightness=80)
    glass.wear(glass.look.with_mood("night"))
    glass.wear(glass.look.with_mood("day"))
    assert [round(level, 2) for level in told] == [0.8, 0.48, 0.8]
    assert glass.veil._shade.a == 0
    glass.veil = Veil(glass, lambda _level: False)
    glass.wear(glass.look.with_mood("night"))
    assert round(glass.veil._shade.a, 2) == 0.2, "the colours of the night are darker already"


def test_the_first_touch_on_a_dark_screen_only_wakes_with_however_many_fingers(evening: Evening) -> None:
    sit_down(evening)
    see(evening, "guards")
    evening.seconds += 60 * evening.house.settings.dark_minutes + 1
    evening.glass.tick()
    assert evening.glass.veil.dark
    assert (evening.page, evening.glass.own) == ("TablePage", None)
    GATE.forget()
    place = evening.finger.tags()["glass:look:guards"].center
    fingers = [evening.finger.down(place), evening.finger.down((place[0] + 60, place[1]))]
    assert not evening.glass.veil.dark
    for finger in fingers:
        evening.finger.up(finger, place)
    echo = evening.finger.down(place)  # the same touch, told by another driver
    evening.finger.up(echo, place)
    evening.finger.settle()
    assert evening.page == "TablePage"
    evening.finger.tap("glass:look:guards")
    assert evening.page == "CurtainPage"


def test_two_fingers_confirm_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(evening)
    see(evening, "guards")
    table, picked = evening.table, []
    pick = table.pick
    monkeypatch.setattr(table, "pick", lambda *what: picked.append(what) or pick(*what))
    GATE.forget()
    tags = [tag for tag in evening.strip.tags if tag.live]
    places = [tag.center for tag in (tags[0], tags[-1], tags[0])]
    fingers = [evening.finger.down(place) for place in places]
    for finger, place in zip(fingers, places, strict=True):
        evening.finger.up(finger, place)
    evening.finger.settle()
    assert len(picked) == 1
