"""A rule's number in a box, which is the way to the rule."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import StringProperty

from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import width_of, write
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.touch import Touchable


def box_width(look: Look, rule: str) -> float:
    """How wide the box of a rule is, in pixels."""
    return float(width_of(look, rule, "rule") + look.u(11))


class RuleBox(Touchable, Painted):
    """A rule's number in a box. `on_tap` leads to the rule. Its place to touch is larger than what is drawn."""

    rule = StringProperty("")
    bright = StringProperty("")  # role of its ground, where it has one

    def __init__(self, look: Look, rule: str = "", ink: str = "ink2", **kwargs: Any) -> None:
        self.ink = ink
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (box_width(look, rule), look.u(21)))
        super().__init__(look=look, rule=rule, **kwargs)
        self.bind(rule=self.repaint)

    def collide_point(self, x: float, y: float) -> bool:
        # drawn 21 u high, touched 48 u: as far as the room around it allows
        grow_x, grow_y = max(0.0, (self.look.u(48) - self.width) / 2), (self.look.u(48) - self.height) / 2
        return bool(self.x - grow_x <= x <= self.right + grow_x and self.y - grow_y <= y <= self.top + grow_y)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        x, y, right, top = (round(n) for n in (self.x, self.y, self.right, self.top))
        corners = cut_corners(x, y, right - x, top - y, u(1.5), "all")
        if self.bright or self.pressed:
            lay(group, Shape().blob(corners), look.rgba(self.bright or "lantern"))
        lay(group, outlined(corners, u(1.3)), look.rgba(self.ink))
        write(group, look, self.rule, "rule", look.rgba(self.ink), self.center, "center")
