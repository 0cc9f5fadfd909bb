"""What a copy recalls of cards that it was shown and that lie hidden again: the seat remembers, no position says it.

Only where a copy does not know a card anyway is anything recalled, and only as long as it is sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from companion.events import Event
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.names import DECK, HAND, OTHER, SET, Place, at, place
from companion.games.shinobinogi.state import Face, Pile, Recalled, State, found
from companion.seats import Seat
from companion.unknown import UNKNOWN, Unknown


def recall(before: State, after: State, event: Event) -> State:
    """The copy after an event that was folded, with what it recalls brought up to date."""
    how = _BY_KIND.get(type(event))
    if how is None:
        return after
    seat, now = how(before, event)
    if now is None or now == before.recalled.get(seat, NOTHING):
        return after
    others = {owner: held for owner, held in before.recalled.items() if owner != seat}
    return replace(after, recalled=others if now == NOTHING else {**others, seat: now})


NOTHING: Final = Recalled()
Change = tuple[Seat, Recalled | None]


# ---- what is shown ----------------------------------------------------------------------------------------------


def _looked(before: State, event: e.Looked) -> Change:
    """Only who looked learns which cards they are."""
    cards, owner = event.cards, event.seat if event.at == "own_deck" else OTHER[event.seat]
    if isinstance(cards, Unknown) or UNKNOWN in cards:
        return owner, None
    half, now = before.halves[owner], before.recalled.get(owner, NOTHING)
    if event.at in (DECK, "own_deck"):
        return owner, replace(now, top=cards) if UNKNOWN in half.deck[:1] else None
    if event.at == HAND:
        return owner, replace(now, hand=_both(now.hand, cards)) if UNKNOWN in half.hand else None
    spot = place(event.at)
    standing = found(half.set, spot) if spot is not None else None
    hidden = standing is not None and standing.card is UNKNOWN
    return owner, replace(now, set={**now.set, event.at: str(cards[0])}) if hidden else None


def _both(before: Pile, now: Pile) -> Pile:
    """Cards that are sure to be among the hidden ones, after two looks that may have shown the same.

    >>> _both(("a", "b"), ("a", "a"))
    ('a', 'a', 'b')
    """
    return tuple((Counter(now) | Counter(before)).elements())


def _reordered(before: State, event: e.Reordered) -> Change:
    """Who put the top of a deck in order knows it; all others know nothing of it any more."""
    left, top = list(before.looking), []
    if UNKNOWN not in left and UNKNOWN not in before.named and len(before.named) == len(left):
        top = [left.pop(int(str(named)[1:]) - 1) for named in before.named]
    return event.deck, replace(before.recalled.get(event.deck, NOTHING), top=tuple(top))


def _hidden_again(before: State, event: e.CardHidden) -> Change:
    """S50: what lay open is still in the hand."""
    half, now = before.halves[event.seat], before.recalled.get(event.seat, NOTHING)
    return event.seat, replace(now, hand=(*now.hand, *half.opened)) if UNKNOWN in half.hand else None


# ---- what leaves its place --------------------------------------------------------------------------------------


def _off_deck(now: Recalled) -> Recalled:
    return replace(now, top=now.top[1:])


def _out_of_hand(now: Recalled, card: Face, opened: int = 0) -> Recalled:
    """A hidden card left a hand; where nobody saw which, nothing is sure of the others.

    >>> known = Recalled(hand=("a", "b"))
    >>> [_out_of_hand(known, card).hand for card in ("a", "c", UNKNOWN)]
    [('b',), ('a', 'b'), ()]
    """
    if opened:
        return now
    if card is UNKNOWN:
        return replace(now, hand=())
    gone = now.hand.index(card) if card in now.hand else len(now.hand)
    return replace(now, hand=now.hand[:gone] + now.hand[gone + 1 :])


def _out_of_set(now: Recalled, gone: Place | None) -> Recalled:
    """A set card left its place, and those after it close up (SQ20).

    >>> _out_of_set(Recalled(set={"s1.1": "a", "s1.3": "b", "s2.2": "c"}), place("s1.1")).set
    {'s1.2': 'b', 's2.2': 'c'}
    """
    if gone is None:
        return now
    left: dict[str, str] = {}
    for where, card in now.set.items():
        spot = place(where)
        if spot is None or spot == gone:
            continue
        after = spot.column == gone.column and spot.number > gone.number
        left[at("s", spot.column, spot.number - 1) if after else where] = card
    return replace(now, set=left)


def _moved(before: State, event: e.CardDiscarded | e.CardMoved | e.FollowerPlaced) -> Change:
    now = before.recalled.get(event.seat, NOTHING)
    if event.source == DECK:
        now = _off_deck(now)
    elif event.source == HAND:
        now = _out_of_hand(now, event.card, event.opened)
    elif event.source == SET and event.place is not None:
        now = _out_of_set(now, place(event.place))
    if isinstance(event, e.CardMoved) and event.to == "deck_top" and now.top:
        now = replace(now, top=(UNKNOWN, *now.top))
    return event.seat, now


def _turned(before: State, seat: Seat) -> Change:
    """The card that an attack turned up is taken, or goes to MANA; one of a hand lies open already."""
    now = before.recalled.get(seat, NOTHING)
    where = before.turned[1] if before.turned is not None else ""
    return seat, _off_deck(now) if where == DECK else _out_of_set(now, place(where.partition(":")[2]))


def _opened(before: State, event: e.CardOpened) -> Change:
    now = before.recalled.get(event.seat, NOTHING)
    return event.seat, _out_of_hand(now, event.card, event.opened) if event.where == HAND else None


def _laid(before: State, event: e.ManaSet | e.CardSet) -> Change:
    return event.seat, _out_of_hand(before.recalled.get(event.seat, NOTHING), event.card, event.opened)


def _next_card(before: State, event: e.CardDrawn | e.CardBottomed) -> Change:
    return event.seat, _off_deck(before.recalled.get(event.seat, NOTHING))


def _new_order(before: State, event: e.Shuffled | e.DeckRebuilt) -> Change:
    return event.seat, replace(before.recalled.get(event.seat, NOTHING), top=())


def _activated(before: State, event: e.Activated) -> Change:
    return event.seat, _out_of_set(before.recalled.get(event.seat, NOTHING), place(event.place))


_BY_KIND: Final[dict[type[Event], Callable[[State, Any], Change]]] = {
    e.Looked: _looked,
    e.Reordered: _reordered,
    e.CardHidden: _hidden_again,
    e.CardDiscarded: _moved,
    e.CardMoved: _moved,
    e.FollowerPlaced: _moved,
    e.ScrollCaptured: lambda before, event: _turned(before, OTHER[event.by]),
    e.CardToMana: lambda before, event: _turned(before, event.seat),
    e.CardOpened: _opened,
    e.ManaSet: _laid,
    e.CardSet: _laid,
    e.CardDrawn: _next_card,
    e.CardBottomed: _next_card,
    e.Shuffled: _new_order,
    e.DeckRebuilt: _new_order,
    e.Activated: _activated,
}
SHOWS: Final = frozenset({e.Looked, e.Reordered, e.CardHidden})
"""Events after which a copy that recalls nothing may recall something."""
