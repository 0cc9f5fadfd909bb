"""One function an event, the same for every seat: where they are kept, and the fold itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.events import EVERYONE, Event
from companion.games.scorpion.state import (
    Hand,
    State,
)
from companion.unknown import UNKNOWN, Unknown, known

E = TypeVar("E", bound=Event)
Fold = Callable[[State, Any], State]
FOLDS: dict[type[Event], Fold] = {}


def folds(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Registers the function that folds events of one kind."""

    def register(fold: Callable[[State, E], State]) -> Callable[[State, E], State]:
        FOLDS[kind] = fold
        return fold

    return register


def evolve(state: State, event: Event) -> State:
    """The copy after the event. An event told to everybody closes what a seat had begun to choose."""
    kind = type(event)
    fold = FOLDS.get(kind)
    if fold is not None:
        state = fold(state, event)
    if state.about and kind.audience is EVERYONE:
        state = replace(state, about={}, declaring=() if known(state.declaring) else UNKNOWN)
    return state


def cards_or_unknown(cards: Hand | Unknown, count: int) -> Hand:
    """The cards told, or so many unknown ones."""
    return cards if isinstance(cards, tuple) else (UNKNOWN,) * count
