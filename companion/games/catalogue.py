"""Every game that can be refereed here, one line each."""

from __future__ import annotations

from typing import Any, Final

from companion.game import BadOpening, Game
from companion.games.scorpion.game import Scorpion
from companion.games.shinobi_arts.game import ShinobiArts
from companion.games.shinobinogi.game import Shinobinogi

CATALOGUE: Final[tuple[Game[Any], ...]] = (Scorpion(), Shinobinogi(), ShinobiArts())


def game(name: str) -> Game[Any]:
    """The game of that id. Raises BadOpening when there is none."""
    for entry in CATALOGUE:
        if entry.id == name:
            return entry
    known = ", ".join(entry.id for entry in CATALOGUE)
    raise BadOpening(f"game: there is no {name!r}; games are {known}")
