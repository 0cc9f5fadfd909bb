"""What cards are worth to the simple player: rough numbers for what a card would do now."""

from __future__ import annotations

from typing import Final

from companion.games.shinobinogi import bots_sight as sight
from companion.games.shinobinogi.cards import Card
from companion.games.shinobinogi.names import OTHER, REFILL, SCROLL
from companion.games.shinobinogi.state import Face, Half, State, card_of
from companion.games.shinobinogi.vocabulary import Step
from companion.seats import Seat

ATTACK: Final = 3.0
SEEN: Final = 4.0
"""How much more it is worth where a scroll was seen."""
MANA_GIVEN: Final = 0.6
"""What one released MANA costs."""
SPARE_DECK: Final = 2
"""So many cards are left in the last deck (S83)."""
PLAIN: Final = {"draw": 1.0, "mill": 0.8, "discard": 1.2, "look": 0.4, "reorder": 0.8, "exclude": 0.3, "protect": 0.8}


def deck_is_low(half: Half) -> bool:
    """True when one more card played, and drawn again, leads near the end of the last deck (S27, S83)."""
    return not half.reserve and len(half.deck) <= max(0, REFILL + 1 - len(half.hand)) + SPARE_DECK


def of_steps(known: State, seat: Seat, steps: tuple[Step, ...]) -> float:
    """What the steps of an effect would bring now."""
    return sum(_step(known, seat, step) for step in steps)


def _step(known: State, seat: Seat, step: Step) -> float:
    mine, other = known.halves[seat], known.halves[OTHER[seat]]
    match step.do:
        case "attack":
            there = {"set": any(other.set), "hand": bool(other.hand), "deck": True}
            legal = any(there[zone] and zone not in other.protected for zone in step.on)
            seen = SEEN if legal and sight.sure(known, seat, step.on) else 0
            return ATTACK * step.n + seen if legal else 0
        case "draw":
            return -5.0 if deck_is_low(mine) else step.n
        case "rest":
            return 0.6 if any(held.stand for column in other.followers for held in column) else 0
        case "stand":
            return 0.7 if any(not held.stand for column in (*mine.followers, *mine.set) for held in column) else 0
        case "strike":
            return 2.0 if sum(map(len, other.followers)) > 1 else 0
        case "place":
            pile = mine.hand if step.source == "hand" else mine.discard
            followers = [card for face in pile if (card := card_of(known, face)) and card.kind == "follower"]
            return 2.0 if followers else 0
        case "move":
            pile = {"hand": mine.hand, "discard": mine.discard}.get(step.source, ())
            return min(len(pile), step.n) * (0.5 if step.source == "hand" else 0.9)
        case _:
            return PLAIN.get(step.do, 0) * (1 if step.do in ("look", "reorder", "protect") else step.n)


def of_use(known: State, seat: Seat, card: Card, form: str) -> float:
    """What it would bring to use a card: turned up from the set zone, or from a follower space."""
    if form == "follower":
        cost = min((way.release for way in card.ways if not way.on_entry), default=0)
        return of_steps(known, seat, card.in_play) - MANA_GIVEN * cost
    if card.kind == "follower":
        return 2.0
    return of_steps(known, seat, card.effect) - MANA_GIVEN * card.release


def of_card(known: State, seat: Seat, face: Face) -> float:
    """What it is worth to keep a hand card. A scroll is kept from MANA by the rules (S55), and safe in the deck."""
    card = card_of(known, face)
    if card is None or face == SCROLL:
        return 5.0
    most = max((len(column) for column in known.halves[seat].mana), default=0)
    near = 1.0 if most + 1 >= card.cost else 0.4
    return near * min(6.0, of_use(known, seat, card, "set"))


def only_tells(card: Card, form: str) -> bool:
    """True for what looks at opposing cards, and attacks nothing."""
    done = {step.do for step in (card.in_play if form == "follower" else card.effect)}
    return bool(done & {"look", "reorder"}) and "attack" not in done
