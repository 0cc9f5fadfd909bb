"""A tag on which a finger must lie for a while: a touch in passing, or somebody's elbow, is nothing."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty

from ui.motion.moves import MOVES
from ui.theme import Look
from ui.widgets.tag import Tag

HOLD: Final = 1.2
"""Seconds that a finger must lie there."""
SURE: Final = 2
"""Frames after that: a busy machine may not have looked yet whether the finger was lifted."""
STEPS: Final = 4
"""How many parts the ring has where nothing is to move."""


class HeldTag(Tag):
    """`on_full` when a finger has lain on it all the time; one that leaves it, however shortly, begins anew.

    held: how much of the time has passed, 0 to 1.
    """

    held = NumericProperty(0.0)

    __events__ = ("on_full",)

    def __init__(self, look: Look, choice: str = "", **kwargs: Any) -> None:
        self._since = 0.0
        self._sure = 0
        self._next = Clock.create_trigger(self._lie, 0)
        super().__init__(look, choice, **kwargs)
        self.bind(pressed=self._begin)

    def _begin(self, *_: Any) -> None:
        self._since, self._sure, self.held = MOVES.now(), 0, 0.0
        if self.pressed:
            self._next()
        else:
            self._next.cancel()

    def _lie(self, *_: Any) -> None:
        if not self.pressed or self.get_parent_window() is None:
            return
        held = min(1.0, (MOVES.now() - self._since) / HOLD)
        self._sure += held >= 1.0
        self.held = int(held * STEPS) / STEPS if self.look.calm else held
        if self._sure > SURE:
            self._let_go()
            self.dispatch("on_full")
        else:
            self._next()

    def on_full(self) -> None:
        """A finger has lain here for long enough."""
