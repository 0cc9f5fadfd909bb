"""The names through which Shinobinogi is reached: seats, phases, zones, places of cards."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from companion.seats import Seat

FIRST: Final = Seat("first")
SECOND: Final = Seat("second")
SEATS: Final = (FIRST, SECOND)
"""S1, S5."""
OTHER: Final[dict[Seat, Seat]] = {FIRST: SECOND, SECOND: FIRST}

SETUP: Final = "setup"
START: Final = "start"
MAIN: Final = "main"
DRAW: Final = "draw"
OVER: Final = "over"
PHASES: Final = (SETUP, START, MAIN, DRAW, OVER)
"""S20."""

NINJA: Final = "ninja"
NINJUTSU: Final = "ninjutsu"
FOLLOWER: Final = "follower"
SCROLL: Final = "scroll"
KINDS: Final = (NINJA, NINJUTSU, FOLLOWER, SCROLL)
"""S16."""

HAND: Final = "hand"
DECK: Final = "deck"
SET: Final = "set"
MANA: Final = "mana"
FOLLOWERS: Final = "followers"
DISCARD: Final = "discard"
TARGETS: Final = (SET, HAND, DECK)
"""What can be attacked (S43)."""

SCROLLS: Final = 5
"""S4, SQ17."""
RESERVE: Final = 2
"""S10."""
TO_WIN: Final = 3
"""S2, S84."""
FIRST_HAND: Final = {FIRST: 3, SECOND: 4}
"""S11."""
REFILL: Final = 4
"""S27."""
PHYSICAL: Final = "physical"
"""Real cards (option `deck`): a deck is unknown to everybody, and what matters of a card is shown to the referee."""
MANA_A_TURN: Final = 2
"""S23."""
ATTACK_COSTS: Final = 2
"""S26."""
PICKS: Final = (FIRST, SECOND, SECOND, FIRST)
"""Who picks a ninja, in order (S6)."""

_PLACE: Final = re.compile(r"([hdk])([1-9][0-9]?)|([smf])([1-6])\.([1-9][0-9]?)")


class Place(msgspec.Struct, frozen=True):
    """Where a card is: `h3` in a hand, `d1` in a discard, `k2` among those looked at, `s1.2`, `m1.2`, `f1.2`.

    zone: the letter. column: 0 where the zone has none. number: from 1 (SQ20).
    """

    zone: str
    column: int
    number: int

    def __str__(self) -> str:
        return f"{self.zone}{self.column}.{self.number}" if self.column else f"{self.zone}{self.number}"


@cache
def place(text: str) -> Place | None:
    """The place that a text names, None where it names none.

    >>> place("s1.2"), str(Place("h", 0, 3)), place("h0")
    (Place(zone='s', column=1, number=2), 'h3', None)
    """
    found = _PLACE.fullmatch(text)
    if found is None:
        return None
    if found[1]:
        return Place(found[1], 0, int(found[2]))
    return Place(found[3], int(found[4]), int(found[5]))


def at(zone: str, column: int, number: int) -> str:
    """A place in a zone with columns.

    >>> at("m", 2, 1)
    'm2.1'
    """
    return f"{zone}{column}.{number}"


def card_id(deck: str, kind: str) -> str:
    """The id of a card in play.

    >>> card_id("rin", "spark")
    'rin/spark'
    """
    return f"{deck}/{kind}"


def deck_of(card: str) -> str:
    """The ninja whose deck a card is of (S13); empty for a scroll.

    >>> deck_of("rin/spark"), deck_of("scroll")
    ('rin', '')
    """
    deck, slash, _ = card.partition("/")
    return deck if slash else ""
