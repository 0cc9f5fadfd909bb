"""A name is typed, on the keys of the screen or on a keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup

from ui.lettering import fitting, width_of, wrap, write
from ui.locale import _
from ui.naming import LONGEST, tidy, why_not, wide
from ui.screens.page import Page
from ui.theme import Look
from ui.widgets.keypad import HIGH, OTHERS, SPACE, WIPE, Key, Typing, rows_for
from ui.widgets.painted import Painted, cut_corners
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass


class NameBox(Painted):
    """What is asked, or why it cannot be, over what was typed so far."""

    def __init__(self, look: Look, asked: str, **kwargs: Any) -> None:
        self.asked, self.typed, self.wrong = asked, "", ""
        super().__init__(look=look, **kwargs)

    def say(self, typed: str, wrong: str) -> None:
        self.typed, self.wrong = typed, wrong
        self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = cut_corners(self.x, self.y, self.width, self.height, u(9))
        self.box(group, corners, "slip", "vermilion" if self.wrong else "ink", 1.7)
        left, room = self.x + u(14), self.width - u(24)
        said, ink = self.wrong or self.asked, look.rgba("vermilion" if self.wrong else "ink2")
        styles, most = ("text", "small", "note_small"), 1 if self.height < u(60) else 2
        style = next((one for one in styles if len(wrap(look, said, one, room)) <= most), styles[-1])
        lines = wrap(look, said, style, room, 2)
        step, top = look.type_size(style) * look.line_height, self.top - u(4)
        if self.wrong and self.height >= u(80) and len(lines) == 1:
            asked = fitting(look, self.asked, ("small", "note_small"), room)
            write(group, look, self.asked, asked, look.rgba("ink2"), (left, top - step / 2))
            top -= step
        for row, line in enumerate(lines):
            write(group, look, line, style, ink, (left, top - step * (row + 0.5)))
        top -= step * len(lines)
        if self.wrong and top - self.y < u(20):
            return  # there is no room for both, and what was typed is what is wrong
        low = self.y + max(u(14), (top - self.y) / 2)  # in the middle of what is left
        style = fitting(look, self.typed, ("card_head", "word", "text"), room)
        shown = self.typed
        while width_of(look, shown, style) > room:
            shown = shown[1:]  # the end is where one types
        end = left + write(group, look, shown, style, look.rgba("ink"), (left, low))
        self.bar(group, "vermilion", end + u(1), low - u(10), u(2), u(20))


class NamePage(Page):
    """`done` is called with a good name; `back` when nobody wants to type one."""

    def __init__(
        self, glass: Glass, asked: str, typed: str, done: Callable[[str], None], back: Callable[[], None]
    ) -> None:
        self.asked, self.typed, self.done, self.back = asked, typed, done, back
        self.digits = False
        self._drawn: list[Key] = []
        super().__init__(glass)
        small = self.room.name == "small"
        self.field = NameBox(self.look, asked)
        self.ok = Tag(self.look, "glass:done", text=_("Done"), icon="tick", kind="main", upright=small)
        back_tag = Tag(self.look, "glass:back", text=_("Back"), icon="undo", upright=small)
        self.ok.bind(on_tap=lambda *_: self.finish())
        back_tag.bind(on_tap=lambda *_: self.back())
        edge = 4.0 if small else 16.0
        upright = self.room.name == "upright"
        self._top = 52.0 if small else 180.0 if upright else 112.0
        end = self.wide - edge
        for made in (self.ok, back_tag):
            wide = max(54.0, made.natural_width() / self.look.factor)
            self.place(made, end - wide, 2 if small else 108 if upright else 16, wide, 49 if small else 56)
            end -= wide + 6
        wide = self.wide - 2 * edge if upright else end - edge
        self.place(self.field, edge, 2 if small else 16, wide, 49 if small else 84)
        self._lay_keys()
        self.field.say(self.typed, "")
        self._keyboard: Typing | None = None

    def again(self) -> NamePage:
        return NamePage(self.glass, self.asked, self.typed, self.done, self.back)

    def show(self) -> None:
        if self._keyboard is None:  # not before the last page has let go of it
            self._keyboard = Typing(self.type, self.finish, self.back)

    def _lay_keys(self) -> None:
        for old in self._drawn:
            self.drop(old)
        rows = rows_for(self.wide, self.high - self._top, self.digits)
        tall = min(66.0, max(HIGH, (self.high - self._top - 6) / len(rows)))
        each = min(72.0, (self.wide - 8) / max(map(len, rows)))
        top = self.high - tall * len(rows) - 2
        self._drawn = []
        for down, row in enumerate(rows):
            left = (self.wide - each * len(row)) / 2
            for at, letter in enumerate(row):
                key = Key(self.look, {"_": SPACE, "<": WIPE}.get(letter, letter))
                key.bind(on_tap=lambda tapped: self.type(self._cased(tapped.letter)))
                self._drawn.append(self.place(key, left + each * at, top + tall * down, each, tall))

    def _cased(self, letter: str) -> str:
        """A key has no case: each word of a name begins large."""
        return letter.upper() if not self.typed or self.typed.endswith(SPACE) else letter

    def type(self, letter: str) -> None:
        """One letter more, or one less."""
        if letter == OTHERS:
            self.digits = not self.digits
            self._lay_keys()
            return
        typed = self.typed[:-1] if letter == WIPE else self.typed + letter
        full = letter != WIPE and wide(typed) > LONGEST
        if not full:
            self.typed = typed
        told = full and self.room.name != "small"  # there the name itself is more to the point
        self.field.say(self.typed, why_not(self.look, typed) if told else "")

    def finish(self) -> None:
        name = tidy(self.typed)
        wrong = why_not(self.look, name)
        self.field.say(self.typed, wrong)
        if not wrong:
            self.done(name)

    @property
    def types(self) -> bool:
        return True

    def leave(self) -> None:
        if self._keyboard is not None:
            self._keyboard.leave()
            self._keyboard = None
