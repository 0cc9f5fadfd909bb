"""One function an event, the same for every seat: where they are kept, and the fold itself."""

from __future__ import annotations

from msgspec.structs import replace

from companion.events import EVERYONE, Event
from companion.games.folding import Folds
from companion.games.scorpion.state import (
    Hand,
    State,
)
from companion.unknown import UNKNOWN, Unknown, known

folds: Folds[State] = Folds()


def evolve(state: State, event: Event) -> State:
    """The copy after the event. An event told to everybody closes what a seat had begun to choose."""
    state = folds.fold(state, event)
    if state.about and type(event).audience is EVERYONE:
        state = replace(state, about={}, declaring=() if known(state.declaring) else UNKNOWN)
    return state


def cards_or_unknown(cards: Hand | Unknown, count: int) -> Hand:
    """The cards told, or so many unknown ones."""
    return cards if isinstance(cards, tuple) else (UNKNOWN,) * count
