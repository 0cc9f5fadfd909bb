"""What became of whom, what can be counted of a night, and the seal that nobody broke."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

from kivy.graphics import Color, InstructionGroup, Quad

from companion.views import Fate, Row
from ui import icons
from ui.geometry import Point, Shape
from ui.ink import lay
from ui.lettering import cut_short, fitting, lettering, width_of, wrap, write, write_lines
from ui.locale import _
from ui.spoken import listed
from ui.theme import Look
from ui.widgets.painted import Painted, outlined

WHOLE = "無欠"
"""Nothing is wanting: what the stamp on an unbroken book says."""
TILT = radians(8)


class Slip(Painted):
    """A slip of paper with an edge."""

    def paint(self, group: InstructionGroup) -> None:
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), self.look.rgba("slip"))
        lay(group, outlined(corners, self.look.u(1)), self.look.rgba("line"))


class FateRow(Slip):
    """What became of one figure, and of its mission: a tick or a cross says it too. fates: of all, written alike."""

    def __init__(self, look: Look, fate: Fate, fates: Sequence[Fate], **kwargs: Any) -> None:
        self.fate, self.fates = fate, tuple(fates)
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        super().paint(group)
        look, u, fate = self.look, self.look.u, self.fate
        ink = {"ninja": "ninja", "traitor": "traitor"}.get(fate.icon, "ink")
        narrow, low = self.width < u(460), self.height < u(50)
        size = u(26 if narrow else 38 if self.height > u(72) else 32)
        middle = (self.x + u(20 if narrow else 32), self.center_y)
        icons.draw(group, fate.icon, middle, size, look.rgba(ink), look.rgba("slip"))
        left = self.x + u(40 if narrow else 64)
        if not narrow:
            style = fitting(look, fate.label, ("head", "card_head"), u(84))
            write(group, look, fate.label, style, look.rgba("ink"), (left, self.center_y))
            left = self.x + u(158)
        room = self.right - u(8) - left
        step = self.height / 2.3 if fate.mission else 0.0
        style = self._style(("small", "note", "note_small") if low else ("word", "text", "small", "note_small"), room)
        say = fate.say if width_of(look, fate.say, style) <= room else cut_short(look, fate.say, room, style)
        write(group, look, say, style, look.rgba("ink"), (left, self.center_y + step / 2))
        if not fate.mission:
            return
        role, sign = ("pine", "tick") if fate.done else ("vermilion", "cross")
        bold = ("small_bold", "caption") if low else ("word_bold", "text_bold", "small_bold", "caption")
        style = self._style(bold, room - u(24), mission=True)
        icons.draw(group, sign, (left + u(8), self.center_y - step / 2), u(13 if low else 16), look.rgba(role))
        write(group, look, fate.mission, style, look.rgba(role), (left + u(24), self.center_y - step / 2))

    def _style(self, styles: tuple[str, ...], room: float, mission: bool = False) -> str:
        """The style in which all of them fit."""
        said = [fate.mission if mission else fate.say for fate in self.fates]
        return min((fitting(self.look, one, styles, room) for one in said), key=self.look.type_size)


class Counts(Painted):
    """What can be counted, beside each other with hairlines between; where it is low, in one line."""

    def __init__(self, look: Look, rows: Sequence[Row], **kwargs: Any) -> None:
        self.rows = tuple(rows)
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        if self.height < u(40):
            self._in_a_line(group)
            return
        numbers = "title" if self.height > u(66) else "banner" if self.height > u(48) else "head"
        words = ("word", "text", "small", "note_small", "tiny")[self.height < u(66) :]
        for style in words:
            wants = [max(width_of(look, row.label, style), width_of(look, row.value, numbers)) + u(14)
                     for row in self.rows]  # fmt: skip
            if sum(wants) <= self.width:
                break
        spare = (self.width - sum(wants)) / max(1, len(wants))
        even = self.width / max(1, len(wants))
        wants = [even] * len(wants) if max(wants) <= even else [want + spare for want in wants]
        left = self.x
        for row, wide in zip(self.rows, wants, strict=True):
            middle = left + wide / 2
            write(group, look, row.value, numbers, look.rgba("ink"), (middle, self.top - self.height * 0.31), "center")
            write(group, look, row.label, style, look.rgba("ink2"), (middle, self.top - self.height * 0.77), "center")
            if left > self.x:
                self.bar(group, "line", round(left), self.y + u(4), u(1), self.height - u(8))
            left += wide

    def _in_a_line(self, group: InstructionGroup) -> None:
        """As many as have room."""
        look, styles = self.look, ("text", "small", "note", "note_small")
        parts = [_("{count} {what}").format(count=row.value, what=row.label) for row in self.rows]
        lines = [listed(parts[:most]) for most in range(len(parts), 0, -1)]
        line = next((line for line in lines if width_of(look, line, styles[-1]) <= self.width), "")
        style = fitting(look, line, styles, self.width)
        write(group, look, line, style, look.rgba("ink2"), (self.x, self.center_y))


class SealBox(Slip):
    """The book, read back: whether a line of it was changed, and the number that was shown before."""

    def __init__(self, look: Look, unbroken: bool, lines: int, sealed: str, say: str, **kwargs: Any) -> None:
        self.unbroken, self.lines, self.sealed, self.say = unbroken, lines, sealed, say
        super().__init__(look, **kwargs)

    @property
    def stamped(self) -> bool:
        return self.unbroken and self.look.faces.covers_cjk

    def paint(self, group: InstructionGroup) -> None:
        super().paint(group)
        look, u = self.look, self.look.u
        left, room = self.x + u(14), self.width - u(28)
        top, beside = self.top - u(10), room - (u(98) if self.stamped else 0)
        title = _("The sealed book")
        style = fitting(look, title, ("head", "card_head"), beside) if " " not in title else "head"
        top = write_lines(group, look, wrap(look, title, style, beside), style, look.rgba("ink"), (left, top)) - u(2)
        says = _("Unbroken: {count} lines").format(count=self.lines) if self.unbroken else _("Broken")
        role = "pine" if self.unbroken else "vermilion"
        step = look.type_size("word_bold") * look.line_height
        sign = "tick" if self.unbroken else "cross"
        icons.draw(group, sign, (left + u(9), top - step / 2), u(17), look.rgba(role))
        lines = wrap(look, says, "word_bold", beside - u(24))
        top = write_lines(group, look, lines, "word_bold", look.rgba(role), (left + u(24), top))
        below = top
        if self.stamped:
            self._stamp(group, (self.right - u(58), self.top - u(57)), u(82))
            below = min(top, self.top - u(108))
        if self.sealed:
            styles = ("word_bold", "text_bold", "small_bold")
            if width_of(look, self.sealed, styles[0]) > beside:
                top = below
            style = fitting(look, self.sealed, styles, room)
            write(group, look, self.sealed, style, look.rgba("ink"), (left, top - u(4) - step / 2))
            top -= step + u(5)
        top = min(top, below - u(4))
        note = self.say or _("As shown when the night began: nobody changed a line, not even Kuroko.")
        for style in ("text", "small", "note", "note_small"):
            said = wrap(look, note, style, room)
            if len(said) * look.type_size(style) * look.line_height <= top - self.y - u(4):
                write_lines(group, look, said, style, look.rgba("ink2"), (left, top))
                break

    def _stamp(self, group: InstructionGroup, centre: Point, size: float) -> None:
        """A seal in vermilion, a little askew, as a hand sets it."""
        look, ink = self.look, self.look.rgba("vermilion")

        def turned(x: float, y: float) -> Point:
            return centre[0] + x * cos(TILT) - y * sin(TILT), centre[1] + x * sin(TILT) + y * cos(TILT)

        half = size / 2
        frame = [turned(x, y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
        lay(group, Shape().strip(frame, size * 0.058, closed=True), ink)
        for letter, up in zip(WHOLE, (0.21, -0.21), strict=True):
            texture = lettering(look, letter, "head", ink, scale=size * 0.41 / look.type_size("head"))
            wide, high = texture.width / 2, texture.height / 2
            corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
            group.add(Color(1, 1, 1, 1))
            points = [number for x, y in corners for number in turned(x, y + up * size)]
            group.add(Quad(texture=texture, points=points, tex_coords=texture.tex_coords))
