"""What lies over everything on the glass: a shade, where the panel itself cannot be dimmed, or the dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from ui.widgets.touch import GATE


class Veil:
    """Over one widget. dim: makes the panel brighter or darker, 0 to 1, and says whether it could."""

    def __init__(self, over: Widget, dim: Callable[[float], bool]) -> None:
        self._dim = dim
        self._level = self._panel = 1.0
        self.dark = False
        self._waking: set[Any] = set()
        self._over = over
        self._shade = Color(0, 0, 0, 0)
        self._sheet = Rectangle(pos=over.pos, size=over.size)
        over.bind(pos=self._lie, size=self._lie)

    def lit(self, level: float, panel: float = 1.0) -> None:
        """How bright it is from now on; and to which share of that the panel itself is dimmed, where it can be."""
        self._level, self._panel = level, panel
        self._show()

    def drop(self) -> None:
        """It is dark."""
        self.dark = True
        self._show()

    def lift(self) -> None:
        """It is as bright as before."""
        if self.dark:
            self.dark = False
            self._show()

    def _show(self) -> None:
        could = self._dim(0.0 if self.dark else self._level * self._panel)
        self._shade.a = 1.0 if self.dark else 0.0 if could else 1.0 - self._level
        lies = self._sheet in self._over.canvas.after.children
        if lies == (self._shade.a > 0):
            return
        for instruction in (self._shade, self._sheet):  # a shade that is none would still cost every frame
            (self._over.canvas.after.remove if lies else self._over.canvas.after.add)(instruction)

    def _lie(self, over: Widget, _value: Any) -> None:
        self._sheet.pos, self._sheet.size = over.pos, over.size

    # ---- fingers: the first on a dark screen wakes it and does nothing else, nor does any beside it

    def takes(self, touch: Any) -> bool:
        """A finger comes down: whether it only wakes."""
        if not self.dark and not self._waking:
            return False
        self.lift()
        self._waking.add(touch.uid)
        return True

    def holds(self, touch: Any) -> bool:
        """A finger moves: whether it woke."""
        return touch.uid in self._waking

    def lets_go(self, touch: Any) -> bool:
        """A finger is lifted: whether it woke. The same touch told again by another driver counts for nothing."""
        if touch.uid not in self._waking:
            return False
        self._waking.discard(touch.uid)
        GATE.acted(touch)
        return True
