"""The rules of Shinobi Arts (K1-K41) and our rulings (KQ1-KQ38), with the refusals that cite them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from companion.games.shinobi_arts.refusals import FURTHER, RULES
from companion.rules import Catalogue, cited, load

FILES: Final = Path(__file__).parent / "data" / "rules"


@cache
def rulebook() -> Catalogue:
    """All rules and rulings; read once, when somebody first asks."""
    return load(FILES, cited(RULES, FURTHER))
