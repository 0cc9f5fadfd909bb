"""Fingers on something that can be zoomed: two zoom it, one moves it once it is zoomed, a double touch goes to 2x.

One finger may also draw on it, from where that is allowed; then it moves nothing.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from kivy.properties import NumericProperty

from ui.geometry import Point
from ui.theme import Look
from ui.widgets.touch import Touchable, near

MOST_ZOOM = 3.0
DRAG = 14  # u that a finger may tremble before it moves the board


class Zooming(Touchable):
    """`zoom` 1 shows all. What it holds is told which point to keep in the middle by `focus_on`."""

    zoom = NumericProperty(1.0)
    look: Look

    def __init__(self, **kwargs: Any) -> None:
        self.fingers: dict[Any, Point] = {}
        self.lifted: Point | None = None
        self._pinch: tuple[float, float] | None = None
        self._drag: Point | None = None
        self._draws: Any = None  # the finger that draws
        super().__init__(**kwargs)

    def focus_on(self, point: Point) -> None:
        """Keeps what lies at a point of the glass in the middle, as far as there is something to show beside it."""
        raise NotImplementedError

    def double_tap_zooms(self, point: Point) -> bool:
        """Whether a double touch here zooms."""
        return True

    def touches(self) -> None:
        """A finger came down."""

    def draws_from(self, point: Point) -> bool:
        """Whether a finger put down here may draw."""
        return False

    def draw(self, point: Point) -> bool:
        """That finger is here now; whether it draws already, and so takes nothing when it is lifted."""
        return False

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if self.gate.echoes(touch) or any(near(touch.pos, finger) for finger in self.fingers.values()):
            return True  # the same finger, told by another driver
        self.fingers[touch.uid] = touch.pos
        self.touches()
        self._drag = touch.pos if len(self.fingers) == 1 else None
        self._draws = touch.uid if len(self.fingers) == 1 and self.draws_from(touch.pos) else None
        if len(self.fingers) > 1:
            if len(self.fingers) == 2:
                self._begin_pinch()
            return True  # two fingers zoom; neither of them takes anything
        if touch.is_double_tap and self.double_tap_zooms(touch.pos):
            if self.zoom <= 1:
                self.focus_on(touch.pos)
            self.zoom = 1.0 if self.zoom > 1 else 2.0
            return True
        return super().on_touch_down(touch)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.uid in self.fingers and touch.grab_current is None:  # a grabbed touch comes a second time
            self.fingers[touch.uid] = touch.pos
            if self._pinch is not None and len(self.fingers) == 2:
                self.zoom = max(1.0, min(MOST_ZOOM, self._pinch[1] * self._span() / self._pinch[0]))
                return True
            if self._draws == touch.uid:
                if self.draw(touch.pos):
                    self._let_go()
            elif self._drag is not None and self.zoom > 1:
                self._move(touch.pos)
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None:
            self.fingers.pop(touch.uid, None)
            self._draws = None
            if not self.fingers:
                self._pinch = None
        self.lifted = touch.pos
        return super().on_touch_up(touch)

    def on_parent(self, widget: Any, parent: Any) -> None:
        super().on_parent(widget, parent)
        if parent is None:  # fingers that are lifted later are not told to a widget that has gone
            self.fingers.clear()
            self._pinch = self._draws = None

    def _span(self) -> float:
        (ax, ay), (bx, by) = list(self.fingers.values())[:2]
        return max(1.0, hypot(ax - bx, ay - by))

    def _begin_pinch(self) -> None:
        self._let_go()
        self._pinch = (self._span(), self.zoom)
        (ax, ay), (bx, by) = list(self.fingers.values())[:2]
        if self.zoom <= 1:
            self.focus_on(((ax + bx) / 2, (ay + by) / 2))

    def _move(self, point: Point) -> None:
        """From here on this touch takes nothing."""
        assert self._drag is not None
        dx, dy = point[0] - self._drag[0], point[1] - self._drag[1]
        if self._finger is not None and hypot(dx, dy) < DRAG * self.look.factor:
            return
        self._let_go()
        self._drag = point
        self.focus_on((self.center_x - dx, self.center_y - dy))
