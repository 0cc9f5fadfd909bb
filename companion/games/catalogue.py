"""Every game that can be refereed here, one line each."""

from __future__ import annotations

from typing import Any, Final

from companion.game import BadOpening, Game
from companion.games.scorpion.game import Scorpion

CATALOGUE: Final[tuple[Game[Any], ...]] = (Scorpion(),)


def game(name: str) -> Game[Any]:
    """The game of that id. Raises BadOpening when there is none."""
    for entry in CATALOGUE:
        if entry.id == name:
            return entry
    known = ", ".join(entry.id for entry in CATALOGUE)
    raise BadOpening(f"game: there is no {name!r}; games are {known}")
