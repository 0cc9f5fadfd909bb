"""What a private rail counts: rows with their measure, how loud a way was, notes."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from ui import icons
from ui.geometry import Shape, circle
from ui.ink import lay
from ui.lettering import fitting, width_of, write, write_lines
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rule_box import RuleBox, box_width
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
        write(group, look, self.value, "text", look.rgba("ink2"), (at, top - u(19 if measured else 20)))
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
    """How loud a way is: what it is called, and under it so many strides inked as it is loud, each louder, with the
    word. None is inked where nothing is heard."""

    name = StringProperty("")
    at = NumericProperty(0)
    of = NumericProperty(3)
    word = StringProperty("")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("name", "at", "of", "word"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        style = fitting(look, self.name, ("small", "caption"), self.width)
        write(group, look, self.name, style, look.rgba("ink2"), (self.x, self.top - u(9)))
        for i in range(int(self.of)):
            x, y = self.x + u(3 + 26 * i), self.y + u(4)
            inked = i < self.at
            arcs = Shape()
            for ring in range(i + 1):
                arcs.stroke(circle((x, y), u(5 + 5 * ring), 0.25, 1.25), u(2.6 if inked else 1.4))
            arcs.disc((x, y), u(1.8 if inked else 1.2))
            lay(group, arcs, look.rgba("amber_ink" if inked else "ink2", 1.0 if inked else 0.7))
        where = (self.right, self.y + u(11))
        room = self.width - u(3 + 26 * self.of)
        style = fitting(look, self.word, ("word_bold", "small_bold", "caption"), room)
        write(group, look, self.word, style, look.rgba("ink"), where, "right")


class Hairline(Painted):
    """Parts what lies above it from what lies below."""

    def paint(self, group: InstructionGroup) -> None:
        self.bar(group, "line", self.x, self.center_y, self.width, self.look.u(1))


class Explained(Painted):
    """A sentence of the rules with its number in a box at its end. `on_tap` of the box leads to the rule."""

    def __init__(self, look: Look, rule: str, lines: list[str], style: str = "small", **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.lines, self.style = lines, style
        self.number = RuleBox(look, rule, size=(box_width(look, rule), look.u(19)))
        self.add_widget(self.number)
        self.bind(pos=self._place_number, size=self._place_number)

    @staticmethod
    def height_of(look: Look, rule: str, lines: list[str], width: float, style: str = "small") -> float:
        """How high it is, in pixels: the box stands behind the last word, or under it where there is no room."""
        step = look.type_size(style) * look.line_height
        more = width_of(look, lines[-1], style) + look.u(8) + box_width(look, rule) > width
        return float(step * len(lines) + (look.u(23) if more else look.u(3)))

    def _place_number(self, *_: Any) -> None:
        look, u = self.look, self.look.u
        step, last = look.type_size(self.style) * look.line_height, width_of(look, self.lines[-1], self.style)
        if last + u(8) + self.number.width <= self.width:
            self.number.x, self.number.center_y = self.x + last + u(8), self.top - step * (len(self.lines) - 0.5)
        else:
            self.number.x, self.number.top = self.x, self.top - step * len(self.lines) - u(1)

    def paint(self, group: InstructionGroup) -> None:
        look = self.look
        write_lines(group, look, self.lines, self.style, look.rgba("ink"), (self.x, self.top))


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
