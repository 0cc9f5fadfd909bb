"""Somebody at a keyboard, who plays by key events alone what a finger plays by touches."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from ui.finger import Finger, NotThere
from ui.glass import Glass
from ui.keys import ENTER, SPACE, TAB, Keys
from ui.reach import Target, targets


class Keyboard(Finger):
    """Goes with Tab to what a finger would touch, and presses Enter there. steps: how many Tabs it took in all."""

    def __init__(self, glass: Glass, frames: int = 1) -> None:
        super().__init__(glass, frames)
        self.keys = Keys(glass)
        self.steps = 0

    def press_key(self, key: int, sign: str = "", *modifiers: str) -> None:
        """Down and up again, after a while. No window is drawn for it."""
        self.pause()
        self.strike(key, sign, *modifiers)

    def strike(self, key: int, sign: str = "", *modifiers: str) -> None:
        """Down and up again, at once."""
        Window.dispatch("on_key_down", key, 0, sign, list(modifiers))
        Window.dispatch("on_key_up", key, 0)

    def type(self, signs: str) -> None:
        for sign in signs:
            self.press_key(ord(sign), sign)
            self.settle()

    def touch(self, pos: tuple[float, float], until: tuple[float, float] | None = None) -> None:
        assert until is None, "nobody drags with keys"
        self.go(self.meant(pos))
        self.press_key(ENTER if self.steps % 2 else SPACE)
        self.settle()

    def go(self, wanted: Target) -> None:
        """Tab until the ring lies there."""
        for _step in range(2 + len(targets(self.glass))):
            if self.keys.focus is not None and _same(self.keys.focus, wanted):
                return
            there = targets(self.glass)
            at = next((i for i, one in enumerate(there) if self.keys.focus and _same(one, self.keys.focus)), 0)
            ahead = (next(i for i, one in enumerate(there) if _same(one, wanted)) - at) % len(there)
            self.strike(TAB, "", *(["shift"] if ahead > len(there) / 2 else []))
            self.steps += 1
        raise NotThere(f"no Tab leads to {wanted.name}")

    def meant(self, pos: tuple[float, float]) -> Target:
        """What a finger would touch there."""
        there = targets(self.glass)
        near = [one for one in there if _away(one, pos) <= 1.5]
        near += [one for one in there if one.act is None and one.widget.collide_point(*pos)]
        if not near:
            raise NotThere(f"nothing at {pos} can be reached; there is {[one.name for one in there]}")
        return near[0]


def _same(one: Target, other: Target) -> bool:
    return one.name == other.name and _away(one, other.centre) < 2


def _away(one: Target, pos: Any) -> float:
    return max(abs(one.centre[0] - pos[0]), abs(one.centre[1] - pos[1]))
