"""What is read beside a night that is over: what happened, and how warm is how likely."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup

from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import write, write_lines
from ui.locale import _
from ui.panels.patterns import SIDES, pattern
from ui.theme import Look
from ui.widgets.painted import Painted, outlined


class Said(Painted):
    """What happened, in words, on a slip."""

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.lines, self.style = list[str](), "small_bold"
        super().__init__(look=look, **kwargs)

    def say(self, lines: list[str], style: str) -> None:
        self.lines, self.style = lines, style
        self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        u = self.look.u
        self.ground(group, "slip")
        self.bar(group, "indigo", self.x, self.y, u(5), self.height)
        ink, corner = self.look.rgba("ink"), (self.x + u(12), self.top - u(5))
        write_lines(group, self.look, self.lines, self.style, ink, corner)


class Warmth(Painted):
    """The four degrees of likelihood, with their patterns, and which end is which."""

    def paint(self, group: InstructionGroup) -> None:
        from ui.panels.lights import HEAT

        look, u = self.look, self.look.u
        each, low = self.width / len(HEAT), self.top - u(20)
        for at, part in enumerate(HEAT):
            left, right = self.x + each * at, self.x + each * (at + 1) - u(3)
            box = [(left, low), (right, low), (right, self.top), (left, self.top)]
            lay(group, Shape().fill(box), look.rgba("slip"))
            lay(group, Shape().fill(box), look.rgba("ninja", part))
            name, ink = f"heat{at + 1}", look.rgba("ninja", 0.9)
            lay(group, Shape().fill(box, SIDES[name] * look.factor), ink, pattern(name, look.factor))
            lay(group, outlined(box, u(1)), look.rgba("ink2"))
        ink, y = look.rgba("ink2"), low - u(10)
        write(group, look, _("seldom"), "small", ink, (self.x, y))
        write(group, look, _("likely"), "small", ink, (self.right - u(3), y), "right")
