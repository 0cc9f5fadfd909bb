"""A list of rules: what is looked for, and a row for each that was found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kivy.graphics import InstructionGroup

from companion.views import RuleLine
from ui import icons
from ui.lettering import cut_short, fitting, wrap, write
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners
from ui.widgets.touch import Touchable


class SearchBox(Touchable, Painted):
    """What is looked for, or what the list is; how many were found. `on_tap` brings the keys."""

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.query, self.title, self.count, self.typing = "", "", "", False
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def say(self, query: str, title: str, count: str, typing: bool) -> None:
        self.query, self.title, self.count, self.typing = query, title, count, typing
        self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = cut_corners(self.x, self.y, self.width, self.height, u(9))
        self.box(group, corners, "lantern" if self.pressed else "slip", "ink", 1.7)
        icons.draw(group, "search", (self.x + u(26), self.center_y), u(22), look.rgba("ink"))
        right = self.right - u(10)
        wide = write(group, look, self.count, "small", look.rgba("ink2"), (right, self.center_y), "right")
        left, room = self.x + u(46), self.width - u(66) - wide
        if self.query or self.typing:
            style = fitting(look, self.query, ("word", "text", "small"), room)
            end = left + write(group, look, self.query, style, look.rgba("ink"), (left, self.center_y))
            if self.typing:
                self.bar(group, "vermilion", end + u(1), self.center_y - u(12), u(2), u(24))
        else:
            style = fitting(look, self.title, ("word", "text", "small", "caption"), room)
            title = wrap(look, self.title, style, room, 1)[0]
            write(group, look, title, style, look.rgba("ink2"), (left, self.center_y))


class RuleRow(Touchable, Painted):
    """A rule in the list, the words looked for in bold; or a part with the number of its rules. `on_tap` opens it."""

    def __init__(self, look: Look, line: RuleLine, words: str, lit: bool, **kwargs: Any) -> None:
        self.line, self.lit = line, lit
        # a word is written in bold to its end; signs that are written without spaces are bold by themselves
        runs = [re.escape(run) + ("[a-z]*" if run.isascii() else "") for run in words.split() if run]
        self._bold = re.compile("|".join(runs), re.IGNORECASE) if runs else None
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u, line = self.look, self.look.u, self.line
        if self.lit or self.pressed:
            self.ground(group, "paper" if self.lit else "lantern")
            self.bar(group, "amber", self.x, self.y, u(6), self.height)
        self.bar(group, "line", self.x + u(16), self.y, self.width - u(26), u(1))
        left = self.x + u(68)
        if line.icon:
            size = u(26) / max(1.0, icons.width_of(line.icon))
            icons.draw(group, line.icon, (self.x + u(38), self.center_y), size, look.rgba("ink"), look.rgba("rail"))
        elif line.count:
            left = self.x + u(16)
            write(
                group, look, str(line.count), "small", look.rgba("ink2"), (self.right - u(14), self.center_y), "right"
            )
        else:
            style = fitting(look, line.id, ("text_bold", "small_bold", "caption"), u(50))
            write(group, look, line.id, style, look.rgba("ink"), (self.x + u(16), self.top - u(19)))
        room = self.right - u(40 if line.count else 10) - left
        style = "text" if line.count or line.icon else "small"
        lines = self._lines(line.say, style, room)
        step = look.type_size(style) * look.line_height
        y = self.center_y + step * (len(lines) - 1) / 2
        for text in lines:
            self._write(group, text, style, left, y)
            y -= step

    def _lines(self, say: str, style: str, room: float) -> list[str]:
        """As much as there is room for, and a sign that it goes on: from the beginning, else from the word found."""
        shown = list[str]()
        for beginning in self._beginnings(say, style, room):
            lines = wrap(self.look, beginning, style, room, 3)
            shown = lines[:2]
            if len(lines) > 2:
                shown[1] = cut_short(self.look, f"{lines[1]} {lines[2]}", room, style)
            if self._bold is None or self._bold.search("".join(shown)) or self._bold.search(" ".join(shown)):
                break
        return shown

    def _beginnings(self, say: str, style: str, room: float) -> Iterator[str]:
        """Where a sentence may be begun so that the word found stands in the second line, or else in the first."""
        yield say
        found = self._bold.search(say) if self._bold is not None else None
        if found is not None:
            starts, at = list[int](), 0
            for line in wrap(self.look, say, style, room):
                starts.append(say.index(line, at))
                at = starts[-1] + len(line)
            for start in [start for start in starts if start <= found.start()][-2:]:
                yield f".. {say[start:]}"
        yield say

    def _write(self, group: InstructionGroup, text: str, style: str, x: float, y: float) -> None:
        look, at = self.look, 0
        for found in self._bold.finditer(text) if self._bold else ():
            x += write(group, look, text[at : found.start()], style, look.rgba("ink2"), (x, y))
            x += write(group, look, found[0], f"{style}_bold", look.rgba("ink"), (x, y))
            at = found.end()
        write(group, look, text[at:], style, look.rgba("ink" if self.lit else "ink2"), (x, y))
