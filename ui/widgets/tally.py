"""What a private rail counts: rows with their measure, how loud a way was, notes."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from ui import icons
from ui.geometry import Shape, circle
from ui.ink import lay
from ui.lettering import fitting, width_of, write
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.touch import Touchable


class TallyRow(Touchable, Painted):
    """One line of a tally: icon, label, value under it, and how much is done. lit: the row being worked on."""

    label = StringProperty("")
    value = StringProperty("")
    icon = StringProperty("")
    done = NumericProperty(0)
    of = NumericProperty(0)
    lit = BooleanProperty(False)
    framed = BooleanProperty(False)  # with an edge, as figures at work have
    lives = NumericProperty(-1)  # rings at the right end, the first `wounds` of them struck; -1: none
    wounds = NumericProperty(0)

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        names = ("label", "value", "icon", "done", "of", "lit", "framed", "lives", "wounds")
        self.bind(**dict.fromkeys(names, self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        x, y, width, height = self.x, self.y, self.width, self.height
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        if self.lit:
            lay(group, Shape().blob(corners), look.rgba("lantern"))
        if self.framed:
            lay(group, outlined(corners, u(2.4 if self.lit else 1.3)), look.rgba("amber_ink" if self.lit else "line"))
        elif self.lit:
            self.bar(group, "amber", x, y, u(4), height)
        measured = self.of > 0
        at = x + u(12)
        if self.icon:
            ink = {"ninja": "ninja", "traitor": "traitor"}.get(self.icon, "ink")
            icons.draw(group, self.icon, (x + u(21), y + height * (0.6 if measured else 0.5)), u(25), look.rgba(ink),
                       look.rgba("slip"))  # fmt: skip
            at = x + u(42)
        top = self.top - u(13 if measured else 15)
        room = self.right - u(4) - at - (u(13) * max(0, self.lives) if self.lives > 0 else 0)
        style = fitting(look, self.label, ("choice" if self.framed else "word_bold", "small_bold", "caption"), room)
        write(group, look, self.label, style, look.rgba("ink"), (at, top))
        write(group, look, self.value, "text", look.rgba("ink2"), (at, top - u(18 if measured else 20)))
        if self.lives > 0:
            self._paint_lives(group, top)
        if measured:
            self._paint_measure(group, x + u(10), y + u(5))

    def _paint_lives(self, group: InstructionGroup, y: float) -> None:
        look, u = self.look, self.look.u
        for i in range(int(self.lives)):
            centre = (self.right - u(10) - u(13) * (self.lives - 1 - i), y)
            lay(group, Shape().ring(centre, u(4.3), u(1.6)), look.rgba("vermilion"))
            if i < self.wounds:
                icons.draw(group, "cross", centre, u(6), look.rgba("vermilion"), stroke=5)

    def _paint_measure(self, group: InstructionGroup, x: float, y: float) -> None:
        look, u = self.look, self.look.u
        step = min(u(16), (self.width - u(18)) / self.of)
        for i in range(int(self.of)):
            cell = [(x + step * i, y), (x + step * (i + 1) - u(3), y), (x + step * (i + 1) - u(3), y + u(6)),
                    (x + step * i, y + u(6))]  # fmt: skip
            if i < self.done:
                lay(group, Shape().blob(cell), look.rgba("ink"))
            else:
                lay(group, outlined(cell, u(1.2)), look.rgba("ink2"))


class NoiseSteps(Painted):
    """How loud the last way was: three arcs, the loudest last, so many of them inked, and the word."""

    at = NumericProperty(0)
    word = StringProperty("")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(at=self.repaint, word=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        for i in range(3):
            x, y = self.x + u(2 + 26 * i), self.y + u(4)
            arcs = Shape()
            for ring in range(i + 1):
                radius = u(4 + 5 * ring)
                arcs.stroke(circle((x, y), radius, 0.25, 1.1), u(2.4))
            lay(group, arcs, look.rgba("amber_ink" if i < self.at else "line"))
        write(group, look, self.word, "word_bold", look.rgba("ink"), (self.right, self.center_y), "right")


class Notes(Painted):
    """Quiet lines with bold parts: a list of rows, each a list of (text, bold)."""

    rows = ListProperty([])

    def __init__(self, look: Look, style: str = "text", **kwargs: Any) -> None:
        self.style = style
        super().__init__(look=look, **kwargs)
        self.bind(rows=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look = self.look
        step = look.type_size(self.style) * look.line_height
        y = self.top - step / 2
        for row in self.rows:
            x = self.x
            for text, bold in row:
                style = f"{self.style}_bold" if bold else self.style
                write(group, look, text, style, look.rgba("ink"), (x, y))
                x += width_of(look, text, style)
            y -= step
