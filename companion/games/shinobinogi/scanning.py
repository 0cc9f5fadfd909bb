"""Real cards (option `deck`): what must be shown to the referee before it is carried out, and what can lie there.

A seat knows of its own cards what the referee knows, so both find the same. What its owner may set without showing it
(option `scan` "opened") stays unknown until it is turned up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from companion.games.shinobinogi.names import HAND, MANA, OTHER, PHYSICAL, RESERVE, SCROLL, Place, place
from companion.games.shinobinogi.reading import Reading, read
from companion.games.shinobinogi.state import Face, Half, State, found, running, with_column, with_half
from companion.seats import Seat
from companion.unknown import UNKNOWN

SCAN_DRAWN: Final = "scan_drawn"
"""The question which card it is."""
OPENED: Final = "opened"
"""The value of `scan` with which a set card need not be shown."""


def real(state: State) -> bool:
    """True where real cards are played with."""
    return state.options.deck == PHYSICAL


def pool(state: State, seat: Seat) -> Counter[str]:
    """The cards of a seat that lie where the referee has not seen them: in its deck, its hand, face down before it."""
    half = state.halves[seat]
    left = Counter(state.cards.deck(half.team, half.front or ""))
    left[SCROLL] += RESERVE - half.reserve - half.waiting - state.halves[OTHER[seat]].captured
    seen: Counter[str] = Counter()
    for pile in (half.hand, half.discard, half.excluded, *half.mana):
        seen.update(card for card in pile if isinstance(card, str))
    for column in (*half.set, *half.followers):
        seen.update(held.card for held in column if isinstance(held.card, str))
    seen.update(frame.card for frame in state.frames if frame.seat == seat and frame.way < 0 and frame.card)
    return left - seen


def may_be(state: State, seat: Seat, face: Face, fits: Callable[[str], bool]) -> bool:
    """True when a card of a seat fits, or is not known and one that fits can lie there."""
    return fits(face) if isinstance(face, str) else any(map(fits, pool(state, seat)))


def no_scroll(card: str) -> bool:
    """True for all cards but scrolls."""
    return card != SCROLL


def payable_with(state: State, seat: Seat) -> int:
    """How many hand cards may at most be discarded for a normal attack: no scrolls (S56)."""
    hand = state.halves[seat].hand
    known = sum(isinstance(card, str) and card != SCROLL for card in hand)
    hidden = sum(not isinstance(card, str) for card in hand)
    if not hidden:
        return known
    return known + min(hidden, sum(count for card, count in pool(state, seat).items() if card != SCROLL))


# ---- what a pick names ------------------------------------------------------------------------------------------


def _lying(half: Half, spot: Place) -> Face | None:
    """The card at a place of a hand or set zone, None where nothing lies."""
    if spot.zone == "h":
        return half.hand[spot.number - 1] if spot.number <= len(half.hand) else None
    held = found(half.set, spot) if spot.zone == "s" else None
    return held.card if held is not None else None


def unshown(state: State, seat: Seat, choice: str) -> Place | None:
    """The place of a card that a pick names and that must be shown before the pick is carried out."""
    pick = read(choice) if real(state) else None
    if pick is None or pick.spot is None or pick.spot.zone not in "hs" or not _must_be_known(state, pick):
        return None
    return pick.spot if _lying(state.halves[seat], pick.spot) is UNKNOWN else None


def _must_be_known(state: State, pick: Reading) -> bool:
    if pick.form == "set":
        return state.options.scan != OPENED
    if pick.form in ("mana", "activate"):
        return True
    if pick.form != "place" or pick.spot is None:
        return False
    step = running(state)
    if step is None:
        return pick.spot.zone == "h"  # one of the two cards of a normal attack
    if step.do == "move":
        return step.to == MANA
    return pick.spot.zone == "h"


def awaited(state: State, seat: Seat) -> Place | None:
    """The place of a card that a seat has begun to use and must show now."""
    picks = state.about.get(seat)
    return unshown(state, seat, picks[-1]) if picks else None


def owed(state: State, seat: Seat) -> str:
    """Where the next card lies that a seat must show, empty where it owes none."""
    return next((where for owner, where in state.due if owner == seat), "")


def with_face(state: State, seat: Seat, where: str, card: str) -> State:
    """The copy with a card of a seat known where it lies, `h1` or `s1.1`; unchanged for other places."""
    half, spot = state.halves[seat], place(where)
    if spot is None or spot.zone not in "hs":
        return state
    if spot.zone == "h":
        return with_half(state, seat, hand=(*half.hand[: spot.number - 1], card, *half.hand[spot.number :]))
    column = half.set[spot.column - 1]
    held = replace(column[spot.number - 1], card=card)
    column = (*column[: spot.number - 1], held, *column[spot.number :])
    return with_half(state, seat, set=with_column(half.set, spot.column, column))


def kinds(state: State, seat: Seat, where: str) -> list[str]:
    """The cards that can lie at a place, by all that the seat has shown: in the order of the card set."""
    left = pool(state, seat)
    if where == HAND:  # the attacker drew one of the hidden cards, and it may be one that was open before
        half = state.halves[seat]
        left += Counter(card for card in half.hand if isinstance(card, str)) - Counter(half.opened)
    return [card for card in state.cards.cards if left[card] > 0]
