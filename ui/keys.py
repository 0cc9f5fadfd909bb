"""A keyboard instead of a finger: Tab and arrows move a ring among what can be touched, Enter and Space touch it.

The ring is of the page that is up: when that goes, the ring goes in the same frame, and where it stood is forgotten.
Whoever touches the glass needs none.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.prompts import UNDO
from ui.geometry import Point, Shape
from ui.glass import Glass
from ui.haste import SOON
from ui.ink import lay
from ui.motion.moves import MOVES
from ui.presenter import BACK
from ui.reach import Target, beside, targets
from ui.screens.page import Page
from ui.sight import lying
from ui.widgets.keypad import WIPE
from ui.widgets.touch import GATE

TAB, ENTER, ESCAPE, SPACE, ERASE = 9, 13, 27, 32, 8
NUMBER_ENTER, NUMBER_ZERO = 271, 256
ARROWS: Final = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
UNDOES: Final = ord("u")
ACTS: Final = (ENTER, NUMBER_ENTER, SPACE, ESCAPE, UNDOES)
"""Keys whose second stroke may answer what the first has made to be asked."""
HELD: Final = float("inf")
LOOKS: Final = 0.1
"""Seconds between two looks whether what the ring lies round is still there."""


class Press(MotionEvent):
    """A key as a finger: at one place of the glass, in pixels."""

    def depack(self, args: Any) -> None:
        self.x, self.y = args
        self.pos = args
        self.profile = ["pos"]
        super().depack(args)


class Keys:
    """For one glass. `close` lets go of the keyboard."""

    def __init__(self, glass: Glass) -> None:
        self.glass = glass
        self.focus: Target | None = None
        self._down: tuple[int, Press] | None = None
        self._last: tuple[int, float, object] = (0, -SOON, None)  # a key that acted, when, and what was asked then
        self._number = 0
        self._ring = InstructionGroup()
        glass.canvas.after.insert(0, self._ring)  # under the dark
        self._look = Clock.create_trigger(self._follow, LOOKS, interval=True)
        self._keys = {"on_key_down": self._key_down, "on_key_up": self._key_up}
        Window.bind(**self._keys)
        self._gone = {"children": lambda *_: self.forget(), "on_touch_down": lambda *_: self.forget()}
        glass.bind(**self._gone)

    def close(self) -> None:
        self.forget()
        Window.unbind(**self._keys)
        self.glass.unbind(**self._gone)

    # ---- the ring

    def forget(self) -> None:
        """There is no ring, and nobody knows where it was."""
        self.focus = None
        self._look.cancel()
        self._ring.clear()

    def _lie(self, target: Target | None) -> None:
        self.forget()
        if target is None:
            return
        self.focus = target
        look, u = self.glass.look, self.glass.look.u
        wide, high = target.size
        x, y = target.widget.pos if target.act is None else (target.centre[0] - wide / 2, target.centre[1] - high / 2)
        edge = u(4)
        corners = [(x - edge, y - edge), (x + wide + edge, y - edge), (x + wide + edge, y + high + edge),
                   (x - edge, y + high + edge)]  # fmt: skip
        for role, thick in (("halo", 10.0), ("ink", 7.0), ("amber", 3.0)):
            lay(self._ring, Shape().strip(corners, u(thick), closed=True), look.rgba(role))
        self._look()

    def _follow(self, *_: Any) -> None:
        """What was touched may have been made anew, moved, or be gone."""
        found = self._found(targets(self.glass))
        if found is None or self.focus is None:
            self.forget()
        elif found != self.focus:
            self._lie(found)

    def _found(self, there: list[Target]) -> Target | None:
        """What has the ring, among what is there now."""
        if self.focus is None:
            return None
        same = [target for target in there if target.name == self.focus.name]
        x, y = self.focus.centre
        return min(same, key=lambda one: abs(one.centre[0] - x) + abs(one.centre[1] - y), default=None)

    def _step(self, by: int) -> None:
        there = targets(self.glass)
        now = self._found(there)
        if now is None:
            self._lie(_usual(there, by))
        else:
            self._lie(there[(there.index(now) + by) % len(there)])

    def _arrow(self, way: Point) -> None:
        there = targets(self.glass)
        now = self._found(there)
        self._lie(_usual(there, 1) if now is None else beside(there, now, way) or now)

    # ---- keys

    def _key_down(self, _window: Any, key: int, _scancode: int, sign: str | None, modifiers: list[str]) -> bool:
        glass = self.glass
        glass.watch.touched()
        MOVES.settle()
        if glass.veil.dark:
            glass.veil.lift()  # the first key on a dark screen wakes it and does nothing else
            self._last = (_act(key), HELD, None)
            return True
        if self._down is not None and key == self._down[0]:
            return True  # it is held
        if self._hasty(key):
            return True
        if key == TAB:
            self._step(-1 if "shift" in modifiers else 1)
        elif key in ARROWS:
            self._arrow(ARROWS[key])
        elif self._types():
            return False
        elif key == ESCAPE:
            self._back()
        elif key in (ENTER, NUMBER_ENTER, SPACE):
            self._press(key)
        elif not {"ctrl", "alt", "meta"} & set(modifiers):
            return self._letter(_sign(key, sign))
        return True

    def _hasty(self, key: int) -> bool:
        """A key that acts comes again so soon, or is held, that it is meant for what is no longer asked."""
        if key not in ACTS or self._types():
            return False
        last, when, was = self._last
        hasty = _act(key) == last and self.glass.now() - when < SOON and was != self.glass.haste.asked
        self._last = (_act(key), HELD, was if hasty else self.glass.haste.asked)
        return hasty

    def _types(self) -> bool:
        return any(isinstance(widget, Page) and widget.types for widget in lying(self.glass))

    def _letter(self, sign: str) -> bool:
        if sign.isdigit() or sign == WIPE:
            pages = [widget for widget in lying(self.glass) if isinstance(widget, Page)]
            return any(page.takes_digit(sign) for page in pages)
        if sign == "r":
            self._rules()
        elif sign == "u":
            self._undo()
        elif sign == "l":
            self.glass.speak_next()
        elif sign == "m" and self.glass.role == "table":
            self.glass.menu()
        return sign in ("r", "u", "l", "m")

    def _rules(self) -> None:
        glass = self.glass
        if glass.page is not None and glass.role == "own":
            glass.page.open_rule("")
        elif glass.bridge is not None and glass.role in ("table", ""):
            glass.rules()
        elif glass.bridge is None:
            self._touch(lambda one: one.icon == "rules" and not one.choice)

    def _undo(self) -> None:
        """Only while it stands there."""
        model = getattr(self.glass.page, "strip_model", None)
        if model is not None and model.undo == UNDO:
            self._touch(lambda one: one is self.glass.page.strip.undo)  # type: ignore[union-attr]

    def _back(self) -> None:
        """Hides what is private; else the way back that stands there, or that the page knows."""
        glass = self.glass
        if glass.role == "own":
            glass.hide()
        elif not self._touch(lambda one: one.choice in (BACK, "back") or (one.icon == "undo" and not one.choice)):
            any(widget.out() for widget in lying(glass) if isinstance(widget, Page))

    def _touch(self, wanted: Any) -> bool:
        """Touches the first tag of a kind."""
        for target in targets(self.glass):
            if hasattr(target.widget, "icon") and hasattr(target.widget, "choice") and wanted(target.widget):
                self._finger(target)[1]()
                return True
        return False

    # ---- the finger

    def _press(self, key: int) -> None:
        there = targets(self.glass)
        now = self._found(there)
        if now is None:
            self._lie(_usual(there, 1))
        elif now.act is not None:
            self._lie(now)
            now.act()
        else:
            self._lie(now)
            self._down = (key, self._finger(now)[0])

    def _finger(self, target: Target) -> tuple[Press, Any]:
        """Puts a finger down; what lifts it."""
        self._number += 1
        GATE.forget()
        press = Press("keys", self._number, target.centre, is_touch=True, type_id="touch")
        self.glass.on_touch_down(press)
        return press, lambda: self._lift(press)

    def _lift(self, press: Press) -> None:
        self.glass.on_touch_up(press)
        for weak in list(press.grab_list):
            widget: Widget | None = weak()
            if widget is not None:
                press.grab_current = widget
                widget.dispatch("on_touch_up", press)
                press.grab_current = None

    def _key_up(self, _window: Any, key: int, *_: Any) -> bool:
        if _act(key) == self._last[0]:
            self._last = (_act(key), self.glass.now(), self._last[2])
        if self._down is None or self._down[0] != key:
            return False
        press = self._down[1]
        self._down = None
        self._lift(press)
        return True


def _usual(there: list[Target], by: int) -> Target | None:
    """Where the ring begins: at the usual next act, else at the first of all."""
    main = next((target for target in there if getattr(target.widget, "kind", "") == "main"), None)
    return main or (there[0 if by > 0 else -1] if there else None)


def _act(key: int) -> int:
    """Enter and its like are one key."""
    return ENTER if key in (NUMBER_ENTER, SPACE) else key


def _sign(key: int, sign: str | None) -> str:
    """What a key means, whatever is written on it."""
    if key == ERASE:
        return WIPE
    if NUMBER_ZERO <= key < NUMBER_ZERO + 10:
        return str(key - NUMBER_ZERO)
    return (sign or (chr(key) if key < 128 else "")).lower()
