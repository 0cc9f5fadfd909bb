"""The rules of every game, one line each; a rulebook is read when it is first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.scorpion.rulebook import rulebook as scorpion
from companion.games.shinobi_arts.rulebook import rulebook as shinobi_arts
from companion.games.shinobinogi.rulebook import rulebook as shinobinogi
from companion.rules import Catalogue

RULEBOOKS: Final[dict[str, Callable[[], Catalogue]]] = {
    "scorpion": scorpion,
    "shinobinogi": shinobinogi,
    "shinobi_arts": shinobi_arts,
}
"""The id of a game -> what opens its rulebook."""
