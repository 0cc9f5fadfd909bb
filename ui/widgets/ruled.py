"""A rule as one line to be touched: its number in a box, and its sentence."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup

from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import wrap, write, write_lines
from ui.theme import LEAST_TARGET, STYLES, Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.rule_box import box_width
from ui.widgets.touch import Touchable

AROUND = 8.0
"""What is left above and below the sentence together, in u."""


class RuledLine(Touchable, Painted):
    """Number and sentence; `on_tap` leads to the rule. ruling: the box lies on lantern ground. width, indent: in u."""

    def __init__(
        self, look: Look, rule: str, say: str, width: float, indent: float, *, ruling: bool = False, ink: str = "ink",
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.rule, self.ruling, self.ink, self.indent = rule, ruling, ink, indent
        self.style = "text"
        self.lines = wrap(look, say, self.style, look.u(width - indent))
        if len(self.lines) > 2:
            self.style = "small"
            self.lines = wrap(look, say, self.style, look.u(width - indent))
        self._step = STYLES[self.style].size * look.line_height
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    @property
    def tall(self) -> float:
        """How high it must be, in u."""
        return max(LEAST_TARGET, AROUND + self._step * len(self.lines))

    @property
    def first(self) -> float:
        """Where its first line begins, from the top, in u."""
        return (self.tall - self._step * len(self.lines)) / 2

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        if self.pressed:
            self.ground(group, "lantern")
        step = look.type_size(self.style) * look.line_height
        top = self.center_y + step * len(self.lines) / 2
        width, middle = box_width(look, self.rule), round(top - step / 2)
        x, low = round(self.x), middle - u(10.5)
        corners = cut_corners(x, low, width, u(21), u(1.5), "all")
        if self.ruling:
            lay(group, Shape().blob(corners), look.rgba("lantern"))
        lay(group, outlined(corners, u(1.3)), look.rgba("ink"))
        write(group, look, self.rule, "rule", look.rgba("ink"), (x + width / 2, middle), "center")
        write_lines(group, look, self.lines, self.style, look.rgba(self.ink), (self.x + u(self.indent), top))
