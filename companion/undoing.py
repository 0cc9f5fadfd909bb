"""What a seat may undo: its own last picks, until another side heard of one. A step that is over may be undone too, as
long as nobody but its own side was told anything of it: an intruder who has stopped may still go on.

A row is what one pick led to. The rows since the first one that may still be undone are kept, with the copies as they
were before it, so that undoing one is folding the others again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

import msgspec

from companion.events import Event, as_told, is_public
from companion.prompts import Prompt
from companion.seats import TABLE, Seat

S = TypeVar("S")
Sides = tuple[frozenset[Seat], ...]


class Row(msgspec.Struct, frozen=True):
    """What one pick led to: who picked what, every answer in it, and everything that was told.

    heard: how much each seat had been told before it.
    """

    seat: Seat
    picks: tuple[str, ...]
    events: tuple[Event, ...]
    heard: Mapping[Seat, int] = {}

    def __repr__(self) -> str:
        """Nothing of what was picked: what undo needs must not end up in a crash report."""
        return "<Row>"

    def is_told(self, seat: Seat) -> bool:
        """Whether the seat heard of it."""
        return any(as_told(event, seat) is not None for event in self.events)


class Undoing(Generic[S]):
    """The rows that can be undone, in the order in which they were picked."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._rows: list[tuple[int, Row]] = []
        self._base: Mapping[Seat, S] = {}
        self._own: dict[Seat, list[int]] = {}
        self.forget()

    def forget(self) -> None:
        """From now on nothing that was picked so far can be undone."""
        self._rows = []
        self._own = {seat: [] for side in self._sides for seat in side}

    def __bool__(self) -> bool:
        """Whether there is any row that its seat could undo, but for what fellows built on it."""
        return any(self._own.values())

    def side(self, seat: Seat) -> frozenset[Seat]:
        """The seats that play together with this one, itself among them."""
        return next(side for side in self._sides if seat in side)

    def last(self, seat: Seat) -> int | None:
        """The number of the row that the seat would undo now.

        None also where a fellow knew of it when he picked after it: what he built on it stays, also when he has
        confirmed it already, since one setup may be marked by two. Picks of his that the seat was not told of do not
        count: that he picks cards of his own must not show here.
        """
        if not self._own[seat]:
            return None
        last = self._own[seat][-1]
        mine = next(row for at, row in self._rows if at == last)
        knew = {fellow for fellow in self.side(seat) - {seat} if mine.is_told(fellow)}
        built_on = any(at > last and row.seat in knew and row.is_told(seat) for at, row in self._rows)
        return None if built_on else last

    def reaches(self, seat: Seat) -> int | None:
        """The first row that the seat may undo, one after the other; None where it may undo nothing now."""
        return self._own[seat][0] if self.last(seat) is not None else None

    def keep(
        self,
        number: int,
        row: Row,
        before: Mapping[Seat, S],
        was: Mapping[Seat, Prompt | None],
        now: Mapping[Seat, Prompt | None],
    ) -> None:
        """Takes in the row that was just told.

        before: the copies before it; was, now: the prompts before and after it. A fellow's row that all are told of may
        end the step that a seat had begun; what only its own side was told ends none.
        """
        side = self.side(row.seat)
        others = (*(seat for seat in self._own if seat not in side), TABLE)
        public = any(map(is_public, row.events)) or any(map(row.is_told, others))
        if public:
            self._own[row.seat].clear()
        else:
            if not self._rows:
                self._base = before
            self._own[row.seat].append(number)
        for seat, own in self._own.items():
            asked, prompt = was.get(seat), now.get(seat)
            if public and seat in side and asked is not None and (prompt is None or prompt.ask != asked.ask):
                own.clear()
            if public and prompt is not None and prompt.opens:
                own.clear()
            if seat not in side and any(is_public(event) and not event.formal for event in row.events):
                own.clear()  # what he has seen of the other side may not change what he had chosen before
        if self:
            self._rows.append((number, row))
        else:
            self._rows = []

    def undo(self, seat: Seat, number: int) -> tuple[Row, Mapping[Seat, S], Iterable[Row]]:
        """The row that is gone, the copies before the first that was kept, and the rows that stay.

        Raises ValueError where this is not the seat's last one.
        """
        if self._own[seat][-1:] != [number]:
            raise ValueError("the row that is taken back is not the last one")
        self._own[seat].pop()
        gone = next(row for at, row in self._rows if at == number)
        stay = [(at, row) for at, row in self._rows if at != number]
        self._rows = stay if self else []
        return gone, self._base, [row for _, row in stay]
