"""How consequences come about: events told one after another, each folded into the referee's copy before the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.chance import Chance
from companion.events import Event
from companion.seats import Seat

S = TypeVar("S")


class Consequences(Generic[S]):
    """What follows from one pick of a seat. `now` is the referee's copy after everything told so far."""

    evolve: Callable[[S, Event], S]
    """The game's fold."""

    def __init__(self, truth: S, seat: Seat, chance: Chance) -> None:
        self.now = truth
        self.seat = seat
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Adds an event, and folds it."""
        self.events.append(event)
        self.now = self.evolve(self.now, event)
