"""How consequences come about: events told one after another, each folded into the referee's copy before the next."""

from __future__ import annotations

from companion.chance import Chance
from companion.events import Event
from companion.games.shinobi_arts.fold import evolve
from companion.games.shinobi_arts.state import State
from companion.seats import Seat


class Telling:
    """What follows from one pick. `now` is the referee's copy after everything told so far."""

    def __init__(self, truth: State, seat: Seat, chance: Chance) -> None:
        self.now = truth
        self.seat = seat
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Adds an event, and folds it."""
        self.events.append(event)
        self.now = evolve(self.now, event)
