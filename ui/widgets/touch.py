"""A touch counts once, on release, and only where it began."""

from __future__ import annotations

import weakref
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

ECHO_SECONDS = 0.15
ECHO_PIXELS = 14.0
HOLD_SECONDS = 0.55


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two touches are so near to each other that they are one: no two fingers are."""
    return abs(one[0] - other[0]) <= ECHO_PIXELS and abs(one[1] - other[1]) <= ECHO_PIXELS


class Gate:
    """Lets one finger at a time act, and a touch that two drivers deliver act once.

    A panel that is read by two input providers sends every touch twice, side by side or one after the other.
    """

    def __init__(self) -> None:
        self._holder: weakref.ref[Any] | None = None
        self._last: tuple[float, float, float] | None = None

    def take(self, widget: Any, touch: Any) -> bool:
        """Whether this touch may begin to act on this widget."""
        holder = self._holder() if self._holder else None
        if holder is not None and holder.get_parent_window() is not None:
            return False
        if self.echoes(touch):
            return False
        self._holder = weakref.ref(widget)
        return True

    def echoes(self, touch: Any) -> bool:
        """Whether this is the touch that has just acted, told by another driver."""
        return (
            self._last is not None
            and near(touch.pos, self._last[1:])
            and Clock.get_time() - self._last[0] < ECHO_SECONDS
        )

    def release(self, widget: Any) -> None:
        if self._holder and self._holder() in (widget, None):
            self._holder = None

    def acted(self, touch: Any) -> None:
        self._last = (Clock.get_time(), touch.x, touch.y)

    def forget(self) -> None:
        """The next touch is another finger's, however soon it comes."""
        self._holder = self._last = None


GATE = Gate()


class Touchable(Widget):
    """Gives a widget `on_tap` and `on_hold`. `live` False: it lets touches fall on it and does nothing.

    on_hold comes while the finger still lies there. Where `hold_takes` is set the release is then no tap.
    """

    live = BooleanProperty(True)
    pressed = BooleanProperty(False)
    hold_takes = False
    gate = GATE

    __events__: tuple[str, ...] = ("on_tap", "on_hold")

    def __init__(self, **kwargs: Any) -> None:
        self._finger: Any = None
        self._held = False
        self._holding: Any = None
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if super().on_touch_down(touch):
            return True
        if touch.is_mouse_scrolling or not self.live or self._finger is not None or not self.gate.take(self, touch):
            return True
        self._finger, self._held, self.pressed = touch.uid, False, True
        touch.grab(self)
        self._holding = Clock.schedule_once(self._hold, HOLD_SECONDS)
        return True

    def _hold(self, _seconds: float) -> None:
        # A busy machine may not have looked at the release yet: two frames later it has.
        self._holding = Clock.schedule_once(lambda _: self._wait_a_frame(), 0)

    def _wait_a_frame(self) -> None:
        self._holding = Clock.schedule_once(self._held_still, 0)

    def _held_still(self, _seconds: float) -> None:
        if self.pressed:
            self._held = True
            self.dispatch("on_hold")

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and touch.uid == self._finger:
            self.pressed = self.collide_point(*touch.pos)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch.uid != self._finger:
            return True
        inside = self.collide_point(*touch.pos)
        self._let_go()
        if inside and self.live and not (self._held and self.hold_takes):
            self.gate.acted(touch)
            self.dispatch("on_tap")
        return True

    @property
    def under_finger(self) -> bool:
        """Whether a finger that came down on it has not been lifted yet."""
        return self._finger is not None

    def lose_finger(self) -> None:
        """What was to be taken here is no longer asked: a finger that lies here takes nothing when it is lifted."""
        if self._finger is not None:
            self._let_go()

    def _let_go(self) -> None:
        self._finger, self.pressed = None, False
        if self._holding is not None:
            self._holding.cancel()
        self.gate.release(self)

    def on_parent(self, _widget: Any, parent: Any) -> None:
        if parent is None:
            self.lose_finger()

    def on_tap(self) -> None:
        """The finger was lifted where it had been put down."""

    def on_hold(self) -> None:
        """The finger has been lying for a while."""
