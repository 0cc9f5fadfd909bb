"""What stands beside a question: the rules behind it, and a few words where they tell more than the question does."""

from __future__ import annotations

from typing import Final

from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.state import State

RULES: Final[dict[str, tuple[str, ...]]] = {
    "pick_ninja": ("S6",),
    "choose_front": ("S8", "SQ16"),
    "front_column": ("S8", "S65"),
    "main": ("S22", "S23"),
    "way": ("S70", "S71"),
    "discard_two": ("S26", "S56"),
    "release": ("S36", "S37"),
    "place_follower": ("S40", "SQ27"),
    "on_entry": ("S69", "SQ26"),
    "target": ("S43", "SQ23"),
    "block": ("S52", "S54"),
    "scan_drawn": ("S27", "S44"),
    "choose": ("SQ23",),
}
"""By the name of a question."""


def beside(known: State, ask: str) -> tuple[str, tuple[str, ...]]:
    """The words and the rules beside a question, from the copy of the seat that reads it."""
    return t.spoken(known).say(f"beside.{ask}"), RULES.get(ask, ())
