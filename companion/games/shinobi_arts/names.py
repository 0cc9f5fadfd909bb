"""The names through which Shinobi Arts is reached: seats, phases, places, factions, ways to use a card."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from companion.seats import Seat

ALL_SEATS: Final = tuple(Seat(f"p{n}") for n in range(1, 6))
SEATS: Final[dict[int, tuple[Seat, ...]]] = {players: ALL_SEATS[:players] for players in (3, 4, 5)}
"""K1."""

TURN: Final = "turn"
JUDGING: Final = "judging"
OVER: Final = "over"
PHASES: Final = (TURN, JUDGING, OVER)

FACTIONS: Final = ("red", "blue", "silver")
TECHNIQUE: Final = "technique"
ART: Final = "art"
KINDS: Final = (TECHNIQUE, ART)
"""K30."""

HAND: Final = 3
"""K6."""
LEAVERS: Final = {3: 2, 4: 2, 5: 3}
"""How many must have left before the last turns begin (K26)."""
ALWAYS_UNUSED: Final = 2
"""KQ27: a set has two valuables more than the players + 1 that are laid out (K9)."""

SEIZE: Final = "seize"
ATTACK: Final = "attack"
DEFEND: Final = "defend"
NINPO: Final = "ninpo"
DEFECT: Final = "defect"
OUGI: Final = "ougi"
USES: Final = (SEIZE, ATTACK, DEFEND, NINPO, DEFECT)
"""What a ninjutsu card is used for (K27)."""

VALUABLE: Final = "valuable"
PARTNER: Final = "partner"

_PLACE: Final = re.compile(r"[vnp][1-9][0-9]?")


@cache
def number(place: str) -> int:
    """The number of a place, or of a seat: `n12` -> 12."""
    return int(place[1:])


@cache
def is_place(text: str, letter: str, most: int) -> bool:
    """True for `letter` with a number from 1 to `most`.

    >>> is_place("v3", "v", 4), is_place("v5", "v", 4), is_place("v03", "v", 4)
    (True, False, False)
    """
    return _PLACE.fullmatch(text) is not None and text[0] == letter and number(text) <= most


@cache
def places(letter: str, count: int) -> tuple[str, ...]:
    """The first places of a kind: `v1`, `v2` and so on."""
    return tuple(f"{letter}{n}" for n in range(1, count + 1))


@cache
def at(seat: str, what: str) -> str:
    """A place before a player, as it is named for all: `p3.valuable`, `p2.n1`, `p2.partner`."""
    return f"{seat}.{what}"
