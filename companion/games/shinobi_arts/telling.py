"""What follows from one pick of Shinobi Arts."""

from __future__ import annotations

from companion.games.shinobi_arts.fold import evolve
from companion.games.shinobi_arts.state import State
from companion.games.telling import Consequences


class Telling(Consequences[State]):
    """What follows from one pick."""

    evolve = staticmethod(evolve)
