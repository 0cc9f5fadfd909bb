"""Lanterns that are lit and put out: one that is lit rises and its rays grow, one that is put out sinks again."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from ui.motion.moves import MOVES
from ui.theme import Look


class Kindled(Widget):
    """at of `of` are lit, `word` says it. first, rise: from which on they are on their way, and how far they are."""

    word = StringProperty("")
    at = NumericProperty(0)
    first = NumericProperty(0)
    rise = NumericProperty(1.0)
    goes_out = BooleanProperty(False)
    look: Look

    def set_alert(self, at: int, word: str) -> None:
        """So many are lit now."""
        before, known = int(self.at), bool(self.word)
        if (before, self.word) == (at, word):
            return
        MOVES.end(self, "lantern")
        self.goes_out, self.first = at < before, min(before, at)
        self.at, self.word = (at, word) if not self.goes_out else (before, word)
        still = self.look.calm or not known or at == before
        MOVES.begin(self, "lantern", lambda t: self._on_the_way(at, t), still=still)

    def _on_the_way(self, at: int, t: float) -> None:
        self.rise = 1.0 - t if self.goes_out and t < 1.0 else t
        if t >= 1.0:
            self.at, self.first, self.goes_out = at, at, False

    def shines(self, number: int) -> tuple[bool, float]:
        """Whether the lantern of this number is lit, and how far it has risen."""
        return number < self.at, self.rise if number >= self.first else 1.0
