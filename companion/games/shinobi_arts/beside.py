"""What stands beside a question: the rules behind it, and a few words where they tell more than the question does."""

from __future__ import annotations

from typing import Final

from companion.games.shinobi_arts import texts as t
from companion.games.shinobi_arts.state import State

RULES: Final[dict[str, tuple[str, ...]]] = {
    "turn": ("K12", "K20"),
    "turn_done": ("K13", "K20"),
    "keep": ("K16", "KQ19"),
    "defend": ("K31", "K32"),
    "choose": ("K21", "K22"),
    "box": ("K34", "KQ22"),
    "scan_drawn": ("K39",),
}
"""By the name of a question; a turn whose main action is done has another."""


def beside(known: State, ask: str) -> tuple[str, tuple[str, ...]]:
    """The words and the rules beside a question, from the copy of the seat that reads it."""
    key = "turn_done" if ask == "turn" and known.main_done else ask
    return t.spoken(known).say(f"beside.{key}"), RULES.get(key, ())
