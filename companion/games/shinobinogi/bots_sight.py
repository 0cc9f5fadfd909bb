"""Where a simple player looks for scrolls: by what lies where, and by what its seat was shown and recalls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.shinobinogi.names import OTHER, SCROLL, place
from companion.games.shinobinogi.recalling import NOTHING
from companion.games.shinobinogi.state import Face, Pile, State, blockers
from companion.games.shinobinogi.vocabulary import Step
from companion.seats import Seat
from companion.unknown import UNKNOWN

SURE: Final = 60.0
"""How much rather a card is attacked that was seen to be a scroll."""
VAIN: Final = 0.03
"""And one that was seen to be none."""
DECK_TOP, HAND_CARD, SET_CARD, BLOCKED = 2.0, 5.0, 2.0, 0.6
"""How good the places are where nothing was seen. Scrolls stay in a hand, since they cannot become MANA (S55)."""


def _seen(face: Face) -> float:
    return 1.0 if not isinstance(face, str) else SURE if face == SCROLL else VAIN


def _hand(recalled: Pile, hidden: int) -> float:
    """One of the hidden cards, drawn by chance, when some of them were seen."""
    scrolls = recalled.count(SCROLL)
    if scrolls:
        return 1.0 + SURE * (scrolls / hidden) ** 2
    return max(VAIN, 1.0 - len(recalled) / hidden)


def weight(known: State, seat: Seat, step: Step | None, target: str) -> float:
    """How good a target of an attack is."""
    other, recalled = known.halves[OTHER[seat]], known.recalled.get(OTHER[seat], NOTHING)
    spot = place(target.partition(":")[2])
    if spot is None:
        return DECK_TOP * _seen(recalled.top[0] if recalled.top else UNKNOWN)
    if spot.zone == "h":
        hidden = len(other.hand) - len(other.opened)
        return VAIN if spot.number <= len(other.opened) else HAND_CARD / hidden * _hand(recalled.hand, hidden)
    blocked = step is not None and step.block and bool(blockers(known, OTHER[seat], spot.column))
    return (BLOCKED if blocked else SET_CARD) * _seen(recalled.set.get(str(spot), UNKNOWN))


def sure(known: State, seat: Seat, zones: Sequence[str]) -> bool:
    """True when a scroll of the other was seen where these zones reach it."""
    recalled = known.recalled.get(OTHER[seat], NOTHING)
    there = {
        "deck": recalled.top[:1] == (SCROLL,),
        "hand": SCROLL in recalled.hand,
        "set": SCROLL in recalled.set.values(),
    }
    return any(there[zone] and zone not in known.halves[OTHER[seat]].protected for zone in zones)
