"""Taking back: points of the game to which both sides may agree to return.

Within a step a seat undoes freely (`undoing`). Beyond it a seat asks, and every seat of the other sides must allow it;
and it may only ask for a point since which it was told nothing that its own side did not cause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from companion.events import EVERYONE, Event, as_told
from companion.prompts import TAKE_BACK as TAKE_BACK
from companion.seats import Seat

S = TypeVar("S")

ALLOW_TAKE_BACK: Final = "allow_take_back"
NAMES: Final = ("step", "phase", "turn")
"""The points: the start of the last step, of the phase, of the turn."""


class TakeBackAsked(Event, frozen=True):
    """A seat asks to return to a point."""

    audience = EVERYONE
    seat: Seat
    to: str


class TakeBackAnswered(Event, frozen=True):
    """The other side allows it, or does not."""

    audience = EVERYONE
    allowed: bool


class TakenBack(Event, frozen=True):
    """Everything is as it was; told: how many things the hearer had been told by then."""

    audience = EVERYONE
    told: int


EVENTS: Final[Mapping[str, type[Event]]] = {
    kind.__name__: kind for kind in (TakeBackAsked, TakeBackAnswered, TakenBack)
}


class Point(msgspec.Struct, Generic[S], frozen=True):
    """A public moment: the number of rows before it, every copy, and how much each seat had been told."""

    rows: int
    copies: dict[Seat, S]
    told: dict[Seat, int]


class Asked(msgspec.Struct, frozen=True):
    """A question that is open: who asked, for which point, and who allowed it so far."""

    seat: Seat
    to: str
    allowed: tuple[Seat, ...] = ()


class Points(Generic[S]):
    """The points of the turn at hand, and what was told by whom since each."""

    def __init__(self) -> None:
        self._steps: list[Point[S]] = []
        self._phase: Point[S] | None = None
        self._turn: Point[S] | None = None
        self._moment: Any = None
        self._caused: list[tuple[int, Seat, Sequence[Event]]] = []

    def told(self, row: int, by: Seat, events: Sequence[Event]) -> None:
        """A row was told: by whose pick, and what."""
        self._caused.append((row, by, events))

    def undone(self, row: int) -> None:
        """A row was taken back within its step: it is nothing to return from."""
        self._caused = [caused for caused in self._caused if caused[0] != row]

    def reach(self, moment: tuple[Any, Any], point: Point[S], opens: bool) -> None:
        """The table stands at a new moment (turn, phase); opens: a step begins here."""
        before, self._moment = self._moment, moment
        if before is None or before[0] != moment[0]:
            self._turn = self._phase = point
            self._steps = [point]
            self._caused = []
        elif before[1] != moment[1]:
            self._phase = point
            self._steps = [*self._steps[-1:], point]  # the step that ended the phase before can be taken back too
        elif opens:
            self._steps = [*self._steps[-1:], point]

    def open_to(self, seat: Seat, side: frozenset[Seat], rows: int) -> dict[str, Point[S]]:
        """The points that a seat of the side may ask for, by name, when the table stands after so many rows.

        By what the seat was told: a card that a fellow only begins to play must not show in what is offered here.
        """
        found: dict[str, Point[S]] = {}
        for name, point in zip(NAMES, (self._steps[0] if self._steps else None, self._phase, self._turn), strict=True):
            if point is None or point.rows >= rows or point in found.values():
                continue
            own = (events for row, by, events in self._caused if row >= point.rows and by in side)
            if all(as_told(event, seat) is None for events in own for event in events):
                continue  # there is nothing of one's own to take back
            others = (events for row, by, events in self._caused if row >= point.rows and by not in side)
            heard = (as_told(event, hearer) for events in others for event in events for hearer in side)
            if all(event is None for event in heard):
                found[name] = point
        return found

    def back(self, point: Point[S], moment: tuple[Any, Any]) -> None:
        """The table stands at an old point again."""
        self._moment = moment
        if self._phase is not None and self._phase.rows > point.rows:
            self._phase = point  # a later phase has not begun yet
        self._steps = [old for old in self._steps if old.rows < point.rows] + [point]
        self._caused = [caused for caused in self._caused if caused[0] < point.rows]
