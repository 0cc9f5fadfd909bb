"""The two simple players of the demo. Each plays by its seat's own copy, so it cannot know more than a person there.

They play for show and for measuring, not to be hard to beat: no look-ahead beyond their own turn, no bluffs.
"""

from __future__ import annotations

from companion.game import Player
from companion.games.scorpion.bots_guards import SimpleGuards
from companion.games.scorpion.bots_intruders import SimpleIntruders
from companion.games.scorpion.names import INTRUDER_SIDE, SEATS
from companion.games.scorpion.state import State
from companion.seats import Seat

__all__ = ["SimpleGuards", "SimpleIntruders", "simple_players"]


def simple_players(players: int, seed: int) -> dict[Seat, Player[State]]:
    """A simple player for each seat of a game for so many; the same seed plays the same game."""
    return {seat: SimpleIntruders(seed) if seat in INTRUDER_SIDE else SimpleGuards(seed) for seat in SEATS[players]}
