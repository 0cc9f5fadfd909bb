"""What an event changes in a copy: one function an event, the same for every seat.

Every function is total over UNKNOWN: what a copy does not know stays unknown, and nothing asks whose copy it is.
Importing this package registers them all.
"""

from companion.games.scorpion.fold import cards, guards, intruders, meeting, returning, setup
from companion.games.scorpion.fold.registry import evolve, folds

__all__ = ["cards", "evolve", "folds", "guards", "intruders", "meeting", "returning", "setup"]
