"""What an event changes in a copy: one function an event, the same for every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from companion.events import Event

S = TypeVar("S")
E = TypeVar("E", bound=Event)


class Folds(Generic[S]):
    """The folds of one game by the kind of event, written with `@folds(Kind)`.

    Each is total over UNKNOWN: what a copy does not know stays unknown, and none asks whose copy it is.
    """

    def __init__(self) -> None:
        self._by_kind: dict[type[Event], Callable[[S, Any], S]] = {}

    def __call__(self, kind: type[E]) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]:
        """Registers the function that folds events of one kind."""

        def register(fold: Callable[[S, E], S]) -> Callable[[S, E], S]:
            self._by_kind[kind] = fold
            return fold

        return register

    def fold(self, state: S, event: Event) -> S:
        """The copy after the event; one that no function is written for changes nothing."""
        fold = self._by_kind.get(type(event))
        return state if fold is None else fold(state, event)
