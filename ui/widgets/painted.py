"""Widgets that are drawn, not styled."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from ui.geometry import Point, Shape
from ui.ink import lay
from ui.theme import Look


class Painted(Widget):
    """A widget that draws itself anew, once a frame at most, when its place or what it shows has changed.

    Subclasses draw in `paint`. `repaint` may be called any number of times.
    """

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.look = look
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.add(self._group)
        self._trigger = Clock.create_trigger(self._paint_now, -1)
        self.bind(pos=self.repaint, size=self.repaint)
        self.repaint()

    def repaint(self, *_: Any) -> None:
        trigger = getattr(self, "_trigger", None)
        if trigger is not None:
            trigger()

    def _paint_now(self, *_: Any) -> None:
        self._group.clear()
        if self.width > 1 and self.height > 1:
            self.paint(self._group)

    def paint(self, group: InstructionGroup) -> None:
        raise NotImplementedError

    # ---- the few strokes that every part needs

    def ground(self, group: InstructionGroup, role: str, alpha: float = 1.0) -> None:
        """Fills the whole widget."""
        group.add(Color(*self.look.rgba(role, alpha)))
        group.add(Rectangle(pos=self.pos, size=self.size))

    def bar(self, group: InstructionGroup, role: str, x: float, y: float, width: float, height: float) -> None:
        """A plain rectangle, in window coordinates."""
        group.add(Color(*self.look.rgba(role)))
        group.add(Rectangle(pos=(x, y), size=(width, height)))

    def box(
        self, group: InstructionGroup, corners: list[Point], fill: str | None, edge: str | None, width: float = 1.5
    ) -> None:
        """A polygon with a fill and an outline, the outline inside it; width in u."""
        look = self.look
        if fill:
            lay(group, Shape().blob(corners), look.rgba(fill))
        if edge:
            lay(group, outlined(corners, look.u(width)), look.rgba(edge))


def outlined(corners: list[Point], width: float) -> Shape:
    """The outline of a polygon, inside it."""
    from ui.geometry import inset

    return Shape().strip(inset(corners, width / 2), width, closed=True)


def cut_corners(x: float, y: float, width: float, height: float, cut: float, which: str = "left") -> list[Point]:
    """A rectangle with corners cut: `left` two, `all` four, `top` the two above, `none`."""
    right, top = x + width, y + height
    corners: list[Point] = []
    low_left, up_left = which in ("left", "all"), which in ("left", "all", "top")
    up_right, low_right = which in ("all", "top"), which == "all"
    corners += [(x, y + cut), (x + cut, y)] if low_left else [(x, y)]
    corners += [(right - cut, y), (right, y + cut)] if low_right else [(right, y)]
    corners += [(right, top - cut), (right - cut, top)] if up_right else [(right, top)]
    corners += [(x + cut, top), (x, top - cut)] if up_left else [(x, top)]
    return corners
