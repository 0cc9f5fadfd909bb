"""What is asked in the open, and what a piece means that is laid on the reader there: from TABLE's copy alone.

A guards' card is played so, and all see it. Whether it is in the hand is nobody else's business until it is played; so
what is refused here is refused whatever the guards hold, drew and hid. Everything else of a hand is private.
"""

from __future__ import annotations

from typing import Final

from companion.game import Laid
from companion.games.scorpion import asks, guards
from companion.games.scorpion.names import ALERT, GUARD_SIDE, KENJUTSU
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import State, guard_seats, patrol_of, unseen
from companion.prompts import Prompt, read
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused

MOVING: Final = frozenset({"pursue", "step"})
"""Questions that a card closes."""
CARD_ASKS: Final = frozenset({"play_drawn", "play_hand", "move_patrols", *MOVING})
"""Questions to which a card may be laid in the open."""
OPEN_ASKS: Final = frozenset({*CARD_ASKS, "fork", "remove_guard"})
"""Questions whose answers follow from public facts, but for the cards."""


def public_prompt(table: State, seat: Seat) -> Prompt | None:
    """The question of a seat with the answers that a public screen may name: no cards, nothing from a secret."""
    name = asks.ask_of(table, seat) if seat in GUARD_SIDE else None
    if name == "scan_drawn" and table.options.deck == "digital":
        name = "play_drawn"  # nobody scans: it only looks so to whom the drawn cards are not known
    if name not in OPEN_ASKS:
        return None
    ask = asks.ASKS[name]
    choices = (choice for choice in ask.candidates(table, seat) if not choice.startswith("card:"))
    return Prompt(seat, name, tuple(choice for choice in choices if ask.why_not(table, seat, read(choice)) is None))


def card(table: State, kind: str, owner: Seat) -> Laid:
    """A guards' card; of two guard players it is rather the owner's."""
    asked = [seat for seat in guard_seats(table) if takes_cards(table, seat)]
    if not asked:
        return Laid()
    why = {seat: why_nobody_plays(table, seat, kind) for seat in asked}
    seats = sorted((seat for seat in asked if why[seat] is None), key=lambda seat: seat != owner)
    if not seats:
        return Laid((owner if owner in asked else asked[0],), refused=why[owner if owner in asked else asked[0]])
    return Laid(tuple(seats), CARD_ASKS, played=f"card:{kind}")


def figure(table: State, token: str) -> Laid:
    """A guard, who answers for himself or for his patrol where all may read that he can."""
    patrol = patrol_of(table, token.removeprefix("guard:"))
    names = {token, f"patrol:{patrol}"}
    asked = [found for seat in guard_seats(table) if (found := public_prompt(table, seat)) is not None]
    for found in asked:
        choices = tuple(choice for choice in found.choices if choice in names)
        if choices:
            return Laid((found.seat,), frozenset({found.ask}), choices)
    for found in asked:
        refused = asks.refusal(table, found.seat, token)
        if refused is not None:
            return Laid((found.seat,), refused=refused)
    return Laid()


def takes_cards(table: State, seat: Seat) -> bool:
    """True where the seat may be asked for a card: how far drawn cards were shown to the referee nobody sees."""
    name = asks.ask_of(table, seat)
    return name in CARD_ASKS or name == "scan_drawn"


def why_nobody_plays(table: State, seat: Seat, kind: str) -> Refused | None:
    """Why the seat cannot play a card of that kind now, whatever it holds; None where that hangs on its secrets."""
    now = asks.closed(table) if asks.ask_of(table, seat) in MOVING else table
    if seat in now.passed:
        return no("not_now")
    if not _may_hold(now, seat, kind):
        return no("not_in_hand", card=kind)
    return guards.why_not_played(now, seat, kind)


def may_play(table: State, seat: Seat) -> bool:
    """True where by all that the table knows some card may be an answer of the seat."""
    if asks.ask_of(table, seat) not in CARD_ASKS - MOVING:
        return False
    return any(why_nobody_plays(table, seat, kind) is None for kind in table.cards.kinds("guards"))


def _may_hold(table: State, seat: Seat, kind: str) -> bool:
    """True where a card of that kind may lie in a pile of the seat from which it could be played."""
    piles = table.piles[seat]
    from_hand = table.phase != ALERT or (kind == KENJUTSU and table.options.kenjutsu_from_hand_in_alert)
    cards = (*piles.drawn, *(piles.hand if from_hand else ()))
    return kind in cards or (UNKNOWN in cards and unseen(table, seat)[kind] > 0)
