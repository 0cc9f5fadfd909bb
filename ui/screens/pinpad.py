"""Four digits, known to one seat. What is typed shows as dots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics import InstructionGroup

from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, wrap, write
from ui.locale import _
from ui.screens.page import Page, Words
from ui.theme import Size
from ui.widgets.keypad import WIPE
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

DIGITS = 4
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0")


class Digit(Tag):
    """A key with its digit in the middle."""

    def _paint_flat(self, group: InstructionGroup, x: float, ink: str, second: str) -> None:
        look, room = self.look, self.width - self.look.u(8)
        styles = ("title" if self.height > look.u(60) else "head",) if len(self.text) == 1 else ("choice", "small_bold")
        style = fitting(look, self.text, styles, room)
        write(group, look, self.text, style, look.rgba(ink), (x + self.width / 2, self.center_y), "center")

    def _hole(self, group: InstructionGroup, x: float, ink: str, edge: str) -> None:
        """Nobody hangs up a digit."""


class PinPad(Page):
    """The pad. `done` is called with four digits; `back` when nobody wants to type any."""

    ground_role = "lantern"

    def __init__(
        self,
        glass: Glass,
        title: str,
        done: Callable[[str], None],
        back: Callable[[], None],
        extent: Size | None = None,
    ) -> None:
        self.typed = ""
        self.done, self.back = done, back
        self.rests = False
        super().__init__(glass, extent)
        upright = self.wide < self.high or self.wide < 420 < self.high
        small = self.room.name == "small"
        edge = 10.0 if small else 24.0
        # the keys beside the words, or under them; together in the middle
        top = 176.0 if upright else 8.0
        tall = min(118.0 if upright else 86.0, (self.high - top - 8) / 4)
        wide = (self.wide - 2 * edge - 16) / 3 if upright else min(112.0, (self.wide * 0.54 - edge - 16) / 3)
        self._words = self.wide - 2 * edge if upright else min(380.0, self.wide - 3 * wide - 16 - 3 * edge)
        left = edge if upright else (self.wide + self._words + edge - 3 * wide - 16) / 2
        self._edge = edge if upright else left - edge - self._words
        self._top = 0.0 if upright else max(0.0, (self.high - 4 * tall) / 2 - 8)
        top += self._top
        self.title = Words(self.look, "prompt")
        self.note = Words(self.look, "text" if not small else "small", "ink2")
        self.place(self.title, self._edge, self._top + (8 if small else 24), self._words, 44 if small else 32)
        self.place(self.note, self._edge, self._top + (52 if small else 62), self._words, 60)
        self.keys: dict[str, Tag] = {}
        for at, key in enumerate(KEYS):
            if key:
                self._key(key, key, left + (wide + 8) * (at % 3), top + tall * (at // 3), wide, tall - 8)
        self._key("wipe", _("Wipe"), left + 2 * (wide + 8), top + 3 * tall, wide, tall - 8)
        if upright:
            self._key("back", _("Back"), left, top + 3 * tall, wide, tall - 8, "undo")
        else:
            self._key("back", _("Back"), self._edge, top + 3 * tall, min(140.0, self._words), tall - 8, "undo")
        self.ask(title)

    def ask(self, title: str, note: str = "") -> None:
        """Whose digits are typed, and the line under it; whatever was typed is wiped."""
        room = self.look.u(self._words)
        self.title.style = fitting(self.look, title, ("prompt", "prompt_long", "prompt_small"), room)
        self.title.say(*wrap(self.look, title, self.title.style, room, 2))
        self.say(note)

    def _key(self, key: str, text: str, left: float, top: float, width: float, height: float, icon: str = "") -> None:
        made = (Tag if icon else Digit)(self.look, choice=key, text=text, icon=icon, kind="plain")
        made.upright = bool(icon) and made.natural_width() > self.look.u(width)
        made.bind(on_tap=lambda tapped: self._pressed(tapped.choice))
        self.keys[key] = self.place(made, left, top, width, height)

    def say(self, note: str) -> None:
        """A line under the title; whatever was typed is wiped."""
        self.note.say(*wrap(self.look, note, self.note.style, self.look.u(self._words), 3))
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

    def takes_digit(self, sign: str) -> bool:
        """A digit on a keyboard is the key of that digit."""
        self._pressed("wipe" if sign == WIPE else sign)
        return True

    def paint(self, group: InstructionGroup) -> None:
        super().paint(group)
        u = self.look.u
        step = min(62.0, self._words / DIGITS)
        for at in range(DIGITS):
            centre = (
                self.x + u(self._edge + step * (at + 0.5)),
                self.keys["7" if self.room.name == "small" else "5"].center_y,
            )
            if self.wide < self.high:
                centre = (centre[0], self.top - u(142))
            lay(group, Shape().disc(centre, u(step * 0.31)), self.look.rgba("slip"))
            lay(group, Shape().ring(centre, u(step * 0.3), u(2)), self.look.rgba("ink"))
            if at < len(self.typed):
                lay(group, Shape().disc(centre, u(step * 0.16)), self.look.rgba("ink"))
