"""The sign that a reader took a tag: one for all that may be laid there."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup

from ui import icons
from ui.lettering import width_of, write
from ui.locale import _
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners


class Seen(Painted):
    """A slip with the sign of the reader. It takes no touch."""

    STYLE = "text_bold"

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.word = _("Seen")
        super().__init__(look=look, **kwargs)

    def natural_width(self) -> float:
        """As wide as its word asks for, in pixels."""
        return float(self.look.u(54) + width_of(self.look, self.word, self.STYLE))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.box(group, cut_corners(self.x, self.y, self.width, self.height, u(8)), "slip", "ink", 2.0)
        icons.draw(group, "reader", (self.x + u(22), self.center_y), u(24), look.rgba("amber"))
        write(group, look, self.word, self.STYLE, look.rgba("ink"), (self.x + u(42), self.center_y))
