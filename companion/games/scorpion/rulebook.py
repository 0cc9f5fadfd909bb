"""The rules of Scorpion Clan and the rulings on them, in every language, with the refusals that cite them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from companion.games.scorpion.refusals import RULES
from companion.rules import Catalogue, cited, load

FILES: Final = Path(__file__).parent / "data" / "rules"

FURTHER: Final[dict[str, tuple[str, ...]]] = {
    "already_moved": ("R134", "R142"),
    "detection_ends_move": ("R180",),
    "in_moat": ("R63",),
    "moat_ends_move": ("R149",),
    "needs_passage_card": ("R233",),
    "no_more_copies": ("R21", "R22", "R208", "R211"),
    "no_steps_left": ("R142",),
    "not_adjacent": ("R142",),
    "not_in_castle": ("R51", "R52"),
    "not_in_hand": ("R141",),
    "not_now": ("R39", "R156", "R170", "R212", "R249"),
    "off_track": ("R121", "R136"),
    "split_patrol": ("R122",),
}
"""Reason -> the rules that stand behind it in cases of their own, besides the one in RULES."""


@cache
def rulebook() -> Catalogue:
    """All rules and rulings; read once, when somebody first asks."""
    return load(FILES, cited(RULES, FURTHER))
