"""Four digits, known to one seat. What is typed shows as dots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics import InstructionGroup

from ui.geometry import Shape
from ui.ink import lay
from ui.locale import _
from ui.screens.page import Page, Words
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

DIGITS = 4
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0")


class PinPad(Page):
    """The pad. `done` is called with four digits; `back` when nobody wants to type any."""

    ground_role = "lantern"

    def __init__(self, glass: Glass, title: str, done: Callable[[str], None], back: Callable[[], None]) -> None:
        self.typed = ""
        self.done, self.back = done, back
        self.rests = False
        super().__init__(glass)
        self.title = Words(self.look, "prompt")
        self.title.say(title)
        self.note = Words(self.look, "text", "ink2")
        self.place(self.title, 24, 24, 420, 32)
        self.place(self.note, 24, 62, 420, 60)
        self.keys: dict[str, Tag] = {}
        for at, key in enumerate(KEYS):
            if key:
                self._key(key, key, 470 + 104 * (at % 3), 22 + 78 * (at // 3))
        self._key("wipe", _("Wipe"), 470 + 208, 22 + 234)
        self._key("back", _("Back"), 24, 256, "undo")

    def _key(self, key: str, text: str, left: float, top: float, icon: str = "") -> None:
        made = Tag(self.look, choice=key, text=text, icon=icon, kind="plain")
        made.bind(on_tap=lambda tapped: self._pressed(tapped.choice))
        self.keys[key] = self.place(made, left, top, 140 if key == "back" else 96, 70 if key != "back" else 64)

    def say(self, note: str) -> None:
        """A line under the title; whatever was typed is wiped."""
        self.note.say(note)
        self.typed = ""
        self.repaint()

    def _pressed(self, key: str) -> None:
        if key == "back":
            self.back()
        elif key == "wipe":
            self.typed = ""
        elif not self.rests and len(self.typed) < DIGITS:
            self.typed += key
        self.repaint()
        if len(self.typed) == DIGITS:
            typed, self.typed = self.typed, ""
            self.done(typed)

    def paint(self, group: InstructionGroup) -> None:
        super().paint(group)
        u = self.look.u
        for at in range(DIGITS):
            centre = (self.x + u(60 + 62 * at), self.top - u(170))
            lay(group, Shape().disc(centre, u(19)), self.look.rgba("slip"))
            lay(group, Shape().ring(centre, u(18), u(2)), self.look.rgba("ink"))
            if at < len(self.typed):
                lay(group, Shape().disc(centre, u(10)), self.look.rgba("ink"))
