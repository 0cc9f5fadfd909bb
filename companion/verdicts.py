"""What comes of a pick: accepted, or refused with a reason and the rule behind it."""

from __future__ import annotations

from typing import Final

import msgspec

UNKNOWN_CHOICE: Final = "unknown_choice"
STALE: Final = "stale"
GAME_OVER: Final = "game_over"
NOT_YOUR_TURN: Final = "not_your_turn"
NOT_NOW: Final = "not_now"


class Refused(msgspec.Struct, frozen=True):
    """A pick that changes nothing. For the picking seat alone.

    reason: a noun of the game's closed vocabulary. rule: `R116`, `Q23`, or None where no rule of the book is behind
    it. case: the words that the sentence is filled with, by name.
    """

    reason: str
    rule: str | None = None
    case: dict[str, str] = {}

    def __repr__(self) -> str:
        """Nothing of what was picked: it is for the picking seat alone, and a repr ends up in logs."""
        return f"<Refused {self.reason}>"


class Accepted(msgspec.Struct, frozen=True):
    """A pick that was judged, written down and told. picks: it, and the answers the referee gave itself after it."""

    picks: tuple[str, ...]

    def __repr__(self) -> str:
        """Nothing of what was picked."""
        return "<Accepted>"


Verdict = Accepted | Refused
