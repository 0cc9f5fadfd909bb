"""What a narrow rail has in place of ribbon, lanterns and rope: signs that lead to the words when they are touched."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.graphics import InstructionGroup
from kivy.properties import ListProperty, NumericProperty, StringProperty

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, write
from ui.motion.kindled import Kindled
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rail import CRESTS, banner_role, hanging_lantern
from ui.widgets.touch import Touchable


class PhaseBand(Painted):
    """The present phase in a word, on the colour of the side."""

    phases = ListProperty([])
    at = NumericProperty(0)
    side = StringProperty("guards")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look, **kwargs)
        self.bind(**dict.fromkeys(("phases", "at", "side"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look = self.look
        if not 0 <= self.at < len(self.phases):
            return
        word = self.phases[int(self.at)][1]
        self.ground(group, banner_role("traitor"))
        style = fitting(look, word, ("choice_small", "small_bold", "caption"), self.width - look.u(6))
        write(group, look, word, style, look.rgba(banner_role("traitor") + "_text"), self.center, "center")


class Lanterns(Kindled, Touchable, Painted):
    """A short track as small lanterns with its word; on an upright screen they hang under each other, if it is tall."""

    name = StringProperty("")
    of = NumericProperty(3)

    def __init__(self, look: Look, upright: bool = False, **kwargs: Any) -> None:
        self.upright = upright
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("name", "word", "at", "of", "rise"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u, count = self.look, self.look.u, max(1, int(self.of))
        if self.upright:
            for row, (text, style) in enumerate(((self.name, "text"), (self.word, "word_bold"))):
                fits = fitting(look, text, (style, "small_bold", "caption"), self.width)
                where = (self.center_x, self.top - u(12 + 20 * row))
                write(group, look, text, fits, look.rgba("ink"), where, "center")
            room = self.height - u(48)
            tall, wide = room / count, self.width / count
            for i in range(count):
                if tall >= u(24):
                    centre, size = (self.center_x, self.y + tall * (count - 0.5 - i)), min(u(34), tall * 0.8)
                else:
                    centre, size = (self.x + wide * (i + 0.5), self.y + room / 2), min(u(34), wide * 0.62)
                hanging_lantern(group, look, centre, size, *self.shines(i))
            return
        step = self.width / count
        for i in range(count):
            centre = (self.x + step * (i + 0.5), self.top - u(13))
            hanging_lantern(group, look, centre, u(18), *self.shines(i))
        style = fitting(look, self.word, ("small_bold", "caption"), self.width)
        write(group, look, self.word, style, look.rgba("ink"), (self.center_x, self.y + u(11)), "center")


class TurnBar(Touchable, Painted):
    """A long track as its number and a bar."""

    before = StringProperty("")
    after = StringProperty("")
    at = NumericProperty(1)
    of = NumericProperty(20)

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("before", "after", "at", "of"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        ink, y, number, rest = look.rgba("ink"), self.y + u(25), str(int(self.at)), f"/{int(self.of)}"
        wide = write(group, look, number, "count", ink, (self.x + u(2), y + u(1)))
        write(group, look, rest, "small", look.rgba("ink2"), (self.x + u(4) + wide, y))
        low, part = self.y + u(5), self.at / max(1, int(self.of))
        self.bar(group, "line", self.x, low, self.width, u(4))
        self.bar(group, "ink", self.x, low, self.width * min(1.0, part), u(4))


class SideSign(Painted):
    """Whose private window this is: the crest on the side's colour."""

    side = StringProperty("guards")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look, **kwargs)
        self.bind(side=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, role = self.look, banner_role(self.side)
        self.ground(group, role)
        size = min(look.u(40), self.height - look.u(8))
        icons.draw(group, CRESTS.get(self.side, "crest_guards"), self.center, size, look.rgba(role + "_text"),
                   look.rgba(role), 1.6)  # fmt: skip


class Working(Protocol):
    """A figure at work."""

    @property
    def id(self) -> str: ...
    @property
    def lives(self) -> int: ...
    @property
    def wounds(self) -> int: ...
    @property
    def value(self) -> str: ...


class WorkerSign(Touchable, Painted):
    """A figure at work as its sign, with its lives. lit: the one that is at work now."""

    def __init__(self, look: Look, figure: Working, lit: bool, **kwargs: Any) -> None:
        self.figure, self.lit = figure, lit
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u, figure = self.look, self.look.u, self.figure
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        if self.lit or self.pressed:
            lay(group, Shape().blob(corners), look.rgba("lantern"))
        lay(group, outlined(corners, u(2.4 if self.lit else 1.3)), look.rgba("amber_ink" if self.lit else "line"))
        ink = {"ninja": "ninja", "traitor": "traitor"}.get(figure.id, "ink")
        low = u(8) if figure.lives > 0 else 0
        icons.draw(group, figure.id, (self.center_x, self.center_y + low / 2), u(28), look.rgba(ink), look.rgba("slip"))
        for i in range(max(0, figure.lives)):
            centre = (self.center_x + u(12) * (i - (figure.lives - 1) / 2), self.y + u(8))
            lay(group, Shape().ring(centre, u(4), u(1.6)), look.rgba("vermilion"))
            if i < figure.wounds:
                icons.draw(group, "cross", centre, u(6), look.rgba("vermilion"), stroke=5)
