"""A night as columns, one a turn: as high as the alert stood, with signs of what happened, parted by its phases.

A touch goes to a turn, another on the same to its next phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import NumericProperty

from companion.views import NightColumn
from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import width_of, write
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.touch import Touchable

LABEL = 21.0
LEAST_LABEL = 24.0


class NightLine(Touchable, Painted):
    """`on_step(step)` when a column is touched: which step it leads to. at: the one that is shown."""

    at = NumericProperty(0)
    __events__ = ("on_step",)

    def __init__(self, look: Look, columns: Sequence[NightColumn], **kwargs: Any) -> None:
        self.columns = tuple(columns)
        self._lifted: tuple[float, float] = (0.0, 0.0)
        super().__init__(look=look, **kwargs)
        self.bind(at=self.repaint)

    @property
    def here(self) -> int:
        """Which column is shown."""
        return next((n for n, column in enumerate(self.columns) if column.first <= self.at <= column.last), 0)

    def on_touch_up(self, touch: Any) -> bool:
        self._lifted = touch.pos
        return super().on_touch_up(touch)

    def on_tap(self) -> None:
        at = int((self._lifted[0] - self.x) / self.width * len(self.columns))
        at = max(0, min(len(self.columns) - 1, at))
        column = self.columns[at]
        later = (step for step in column.phases if step > self.at)
        self.dispatch("on_step", next(later, column.first) if at == self.here else column.first)

    def on_step(self, step: int) -> None:
        """A turn was touched, or its next phase."""

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        each = self.width / max(1, len(self.columns))
        foot = self.y + u(LABEL)
        room = self.top - foot - u(4)
        every = max(1, round(u(LEAST_LABEL) / each + 0.49))
        for at, column in enumerate(self.columns):
            left, wide, here = self.x + each * at, each - u(2), at == self.here
            body = [(left, foot), (left + wide, foot), (left + wide, self.top), (left, self.top)]
            lay(group, Shape().blob(body), look.rgba("lantern" if here else "rail"))
            high = room * (column.level / column.of if column.of else 0.0)
            self.bar(group, "amber", left + u(1), foot, wide - u(2), max(u(4), high))
            knots = Shape()
            for knot in range(int(wide // u(6)) + 1):
                knots.strip([(left + u(2) + u(6) * knot, foot), (left + u(2) + u(6) * knot, foot + u(4))], u(1))
            lay(group, knots, look.rgba("ink2"))
            if here:
                self._phases(group, column, left, wide, foot)
                lay(group, outlined(body, u(2.6)), look.rgba("amber_ink"))
            self._signs(group, column, left + wide / 2, min(wide, u(28)))
            if here or (at % every == 0 and abs(at - self.here) >= every):
                style = "word_bold" if here else "small"
                half = width_of(look, column.label, style) / 2  # at an end it may be wider than its column
                x = min(max(left + wide / 2, self.x + half), self.right - half)
                write(group, look, column.label, style, look.rgba("ink"), (x, self.y + u(LABEL / 2)), "center")

    def _phases(self, group: InstructionGroup, column: NightColumn, left: float, wide: float, foot: float) -> None:
        """Where its phases begin, and how far in it the step is that is shown."""
        look, u, count = self.look, self.look.u, column.last - column.first + 1
        parts = Shape()
        for step in column.phases[1:]:
            x = left + wide * (step - column.first) / count
            parts.strip([(x, foot), (x, self.top - u(1))], u(1.2))
        lay(group, parts, look.rgba("ink2", 0.7))
        x = left + wide * (self.at - column.first + 0.5) / count
        lay(group, Shape().blob([(x - u(5), foot), (x + u(5), foot), (x, foot + u(8))]), look.rgba("ink"))

    def _signs(self, group: InstructionGroup, column: NightColumn, middle: float, wide: float) -> None:
        look, u = self.look, self.look.u
        size = min(wide - u(4), u(20))
        if size < u(9):
            return
        for at, sign in enumerate(column.signs[:1]):
            spot = (middle, self.top - size / 2 - u(4) - (size + u(2)) * at)
            lay(group, Shape().disc(spot, size / 2 + u(1)), look.rgba("slip"))
            lay(group, Shape().ring(spot, size / 2 + u(0.5), u(1.4)), look.rgba("vermilion"))
            scale = max(1.0, icons.width_of(sign))
            icons.draw(group, sign, spot, (size - u(5)) / scale, look.rgba("vermilion"), look.rgba("slip"), 2.4)
