"""Which of the figures that stand wrong on the table is shown now, and whether play goes on by touch meanwhile."""

from __future__ import annotations

from typing import Final

from companion.views import Misplaced, TableCheckPanel, View
from ui.presenter import panel

PATIENCE: Final = 1.2
"""Seconds that a figure may be on its way before anything is said of it."""


class Checking:
    """What the table page keeps of a check from picture to picture. `now` is given in: seconds."""

    def __init__(self) -> None:
        self.check: TableCheckPanel | None = None
        self._since = 0.0
        self._at = ""
        self._set_aside: frozenset[Misplaced] = frozenset()

    def look(self, view: View, now: float) -> None:
        """Takes in a new view. Whatever is wrong now and was not when play went on by touch is shown again."""
        before, self.check = self.check, panel(view, TableCheckPanel)
        if self.check is None:
            self._set_aside, self._at = frozenset(), ""
            return
        if before is None:
            self._since = now
        if not set(self.check.rows) <= self._set_aside:
            self._set_aside = frozenset()

    def shown(self, now: float) -> int | None:
        """The row that is shown; None while nothing is to be put right, or not yet, or play goes on by touch."""
        if self.check is None or self._set_aside or now - self._since < PATIENCE:
            return None
        pieces = [row.piece for row in self.check.rows]
        return pieces.index(self._at) if self._at in pieces else 0

    def turn(self) -> None:
        """The next of them."""
        if self.check is not None:
            pieces = [row.piece for row in self.check.rows]
            at = pieces.index(self._at) if self._at in pieces else 0
            self._at = pieces[(at + 1) % len(pieces)]

    def set_aside(self) -> None:
        """Play goes on by touch."""
        self._set_aside = frozenset(self.check.rows) if self.check is not None else frozenset()

    def back(self) -> None:
        """What was set aside is shown again."""
        self._set_aside = frozenset()
