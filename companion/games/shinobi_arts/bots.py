"""Simple players."""

from __future__ import annotations

from companion.game import Player
from companion.games.shinobi_arts.state import State
from companion.seats import Seat


def simple_players(players: int, seed: int) -> dict[Seat, Player[State]]:
    """A simple player for each seat."""
    return {}
