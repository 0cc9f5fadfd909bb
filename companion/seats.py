"""Who sits at the table, and who may be told.

A seat is a name; a side is a set of seats. `TABLE` stands for whoever merely looks at the table, `REFEREE` for the
one who knows everything. Neither ever has a prompt. Seats know no devices.
"""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", str)
Side = frozenset[Seat]

TABLE: Final = Seat("table")
REFEREE: Final = Seat("referee")


def side(*names: str) -> Side:
    """The set of the seats named."""
    return frozenset(Seat(name) for name in names)
