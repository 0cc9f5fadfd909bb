"""The rules of Shinobinogi and the rulings on them, in every language, with the refusals that cite them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from companion.games.shinobinogi.refusals import RULES
from companion.rules import Catalogue, cited, load

FILES: Final = Path(__file__).parent / "data" / "rules"

FURTHER: Final[dict[str, tuple[str, ...]]] = {
    "ninja_taken": ("S8",),
    "not_that_target": ("S65", "SQ27"),
}
"""Reason -> the rules that stand behind it in cases of their own, besides the one in RULES."""


@cache
def rulebook() -> Catalogue:
    """All rules and rulings; read once, when somebody first asks."""
    return load(FILES, cited(RULES, FURTHER))
