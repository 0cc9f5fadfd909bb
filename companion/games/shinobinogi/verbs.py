"""What each verb of the vocabulary does, by itself and with the card that is chosen (SQ23)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import objects
from companion.games.shinobinogi.names import (
    DECK,
    DISCARD,
    FOLLOWERS,
    HAND,
    MANA,
    OTHER,
    SCROLL,
    Place,
    place,
)
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.state import (
    Face,
    Frame,
    State,
    chooser,
    places,
    steps,
    targets,
)
from companion.games.shinobinogi.telling import Telling, open_place
from companion.games.shinobinogi.vocabulary import OPPONENT, THIS, Step
from companion.seats import Seat
from companion.unknown import UNKNOWN

# ---- progress ---------------------------------------------------------------------------------------------------


def reach(telling: Telling, number: int, after: bool) -> None:
    """The card in use comes to a step; one that hangs on the step before is skipped where that did nothing."""
    frame = telling.now.frames[-1]
    own = steps(telling.now, frame)
    while number <= len(own) and own[number - 1].if_done and not after:
        number += 1
    left = own[number - 1].n if number <= len(own) else 0
    telling.tell(e.StepReached(frame.seat, number, left, after, frame.paid, frame.excluded))


def did_one(telling: Telling) -> None:
    """The running step was carried out once."""
    frame = telling.now.frames[-1]
    left = frame.left - 1
    telling.tell(e.StepReached(frame.seat, frame.step, left, frame.after, frame.paid, frame.excluded))


def asks(telling: Telling, frame: Frame, step: Step) -> bool:
    """Carries out the running step as far as nobody chooses; True while a seat must."""
    if telling.real and step.do in ("mill", "reorder"):
        return _asks_real(telling, frame, step)
    at_once = AT_ONCE.get((step.do, step.at) if step.do == "look" else (step.do, ""))
    if step.do == "exclude" and step.what == (THIS,):
        at_once = _exclude_this
    if at_once is not None:
        did = at_once(telling, frame, step)
        if not telling.over:
            reach(telling, frame.step + 1, did)
        return False
    if step.do == "reorder" and not telling.now.looking and frame.left and _look_to_reorder(telling, frame, step):
        return True
    open_now = (
        targets(telling.now, frame, step) if step.do == "attack" else objects.candidates(telling.now, frame, step)
    )
    if frame.left and open_now:
        return True
    reach(telling, frame.step + 1, frame.left < step.n)
    return False


# ---- what nobody chooses ----------------------------------------------------------------------------------------


def _draw(telling: Telling, frame: Frame, step: Step) -> bool:
    return telling.draw(frame.seat, step.n) > 0


def whose(frame: Frame, step: Step) -> Seat:
    """Whose deck or hand a step is about."""
    return OTHER[frame.seat] if step.who == OPPONENT else frame.seat


def _mill(telling: Telling, frame: Frame, step: Step) -> bool:
    for _ in range(step.n):
        telling.discard_top(whose(frame, step))
        if telling.over:
            break
    return True


def _asks_real(telling: Telling, frame: Frame, step: Step) -> bool:
    """Real cards from a deck are shown one by one as they are milled; who puts some in order does it by hand."""
    deck = whose(frame, step)
    if step.do == "mill" and frame.left:
        if telling.has_top(deck):
            telling.ask_for(deck, DECK)
        return True
    if step.do == "reorder" and _look_to_reorder(telling, frame, step):
        top = telling.half(deck).deck[: step.n]
        telling.tell(e.Reordered(frame.seat, deck, len(top), top))
    reach(telling, frame.step + 1, True)
    return False


def mill_real(telling: Telling, seat: Seat, card: str) -> None:
    """The real card that was shown goes from the top of a deck to the discard."""
    telling.discard_top(seat, card)
    if not telling.over:
        did_one(telling)


def _look_deck(telling: Telling, frame: Frame, step: Step) -> bool:
    top = telling.half(OTHER[frame.seat]).deck[: step.n]
    if top:
        telling.tell(e.Looked(frame.seat, DECK, len(top), top))
    return bool(top)


def _look_hand(telling: Telling, frame: Frame, step: Step) -> bool:
    half = telling.half(OTHER[frame.seat])
    hidden = [card for number, card in enumerate(half.hand, 1) if not open_place(half, number)]
    seen: tuple[Face, ...] = (UNKNOWN,) * min(step.n, len(hidden))
    if UNKNOWN not in hidden:  # else he looks at real cards
        seen = tuple(sorted(map(str, telling.chance.draw(hidden, step.n))))
    if seen:
        telling.tell(e.Looked(frame.seat, HAND, len(seen), seen))
    return bool(seen)


def _protect(telling: Telling, frame: Frame, step: Step) -> bool:
    telling.tell(e.Protected(frame.seat, step.what))
    return True


def _exclude_this(telling: Telling, frame: Frame, step: Step) -> bool:
    telling.tell(e.StepReached(frame.seat, frame.step, 0, frame.after, frame.paid, True))
    return True


AT_ONCE: Final[dict[tuple[str, str], Callable[[Telling, Frame, Step], bool]]] = {
    ("draw", ""): _draw,
    ("mill", ""): _mill,
    ("look", DECK): _look_deck,
    ("look", HAND): _look_hand,
    ("protect", ""): _protect,
}


def _look_to_reorder(telling: Telling, frame: Frame, step: Step) -> bool:
    """The top of a deck is looked at before it is put in order; False where there is nothing."""
    deck = whose(frame, step)
    top = telling.half(deck).deck[: step.n]
    if top:
        telling.tell(e.Looked(frame.seat, DECK if deck != frame.seat else "own_deck", len(top), top))
    return bool(top)


# ---- what becomes of it -----------------------------------------------------------------------------------------


def play(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    """What follows from one choice."""
    PLAYS[step.do](telling, frame, step, choice, pick)


def spot_of(where: str) -> Place | None:
    """A place as it is written."""
    return place(where)


def _discard(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    telling.discard_hand(chooser(frame, step), pick.spot.number if pick.spot else 0)
    did_one(telling)


def _look_set(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    card = dict(places(telling.half(OTHER[frame.seat]).set, "s"))[choice].card
    telling.tell(e.Looked(frame.seat, choice, 1, (card,)))
    did_one(telling)


def _reorder(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    telling.tell(e.Named(frame.seat, choice))
    state = telling.now
    if len(state.named) < len(state.looking):
        return
    order = tuple(remaining(state.looking, state.named[:n])[_number(named)] for n, named in enumerate(state.named))
    telling.tell(e.Reordered(frame.seat, whose(frame, step), len(order), order))
    reach(telling, frame.step + 1, True)


def _number(named: Face) -> int:
    """The index behind `kN`."""
    return int(str(named)[1:]) - 1


def remaining(looking: tuple[Face, ...], named: tuple[Face, ...]) -> tuple[Face, ...]:
    """The cards that are still to be put in order, closed up (SQ20); not known where the picks are not.

    >>> remaining(("a", "b", "c"), ("k1", "k2"))
    ('b',)
    """
    left = looking
    for choice in named:
        n = _number(choice) if isinstance(choice, str) else None
        left = (UNKNOWN,) * (len(left) - 1) if n is None else left[:n] + left[n + 1 :]
    return left


def _move(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    """A card is named, and moved at once unless its column is to be named after it."""
    state = telling.now
    if state.named:
        _carry(telling, frame, step, spot_of(str(state.named[0])), pick.number)
        return
    card = _lying(state, frame.seat, pick.spot)
    if step.to == MANA and not step.same and card != SCROLL:
        telling.tell(e.Named(frame.seat, choice))
        return
    _carry(telling, frame, step, pick.spot, frame.column)


def _lying(state: State, seat: Seat, spot: Place | None) -> Face:
    """The card of a seat at a place."""
    half = state.halves[seat]
    if spot is None:
        return UNKNOWN
    if spot.zone == "h":
        return half.hand[spot.number - 1]
    if spot.zone == "d":
        return half.discard[spot.number - 1]
    if spot.zone == "m":
        return half.mana[spot.column - 1][spot.number - 1]
    held: Face = half.set[spot.column - 1][spot.number - 1].card
    return held


def _carry(telling: Telling, frame: Frame, step: Step, spot: Place | None, column: int) -> None:
    """One of your own cards goes where the step says; a scroll never to MANA (SQ28)."""
    if spot is None:
        return
    state, seat = telling.now, frame.seat
    half, card = telling.half(seat), _lying(state, seat, spot)
    hand = spot.number if spot.zone == "h" else None
    opened = open_place(half, spot.number) if spot.zone == "h" else 0
    where = None if spot.zone == "h" else str(spot)
    if step.to == MANA and card == SCROLL:
        telling.tell(e.CardDiscarded(seat, SCROLL, step.source, where, hand, opened))
    else:
        shown, seen = _shown(state, step, spot)
        named = column if step.to == MANA else spot.column or None
        # Nobody knows what lies in a real deck, so a card in it cannot be told from another.
        held = UNKNOWN if telling.real and step.to in (DECK, "deck_top", "deck_bottom") else card
        telling.tell(e.CardMoved(seat, step.source, step.to, named, card, held, where, hand, opened, shown, seen))
        if step.to == DECK:
            telling.shuffle(seat, telling.half(seat).deck)
    did_one(telling)


def _shown(state: State, step: Step, spot: Place) -> tuple[bool, str]:
    """True when everybody sees the card on its way, and who sees it where it goes (SQ18, SQ3)."""
    mana_open = state.options.mana_open
    lay_open = spot.zone == "d" or (spot.zone == "m" and mana_open)
    if step.to == MANA:
        return lay_open or mana_open, "all" if mana_open else "owner"
    return lay_open, "owner" if step.to == HAND else "nobody"


def _place(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    telling.tell(e.Named(frame.seat, choice))


def named_card(state: State, seat: Seat, step: Step) -> tuple[str, str, str | None, int | None, int]:
    """The follower that was named to be placed: its id, zone, place there, in the hand, and among the open cards."""
    spot = spot_of(str(state.named[0]))
    if spot is None:
        raise ValueError("no follower was named")
    card = str(_lying(state, seat, spot))
    if spot.zone == "h":
        return card, HAND, None, spot.number, open_place(state.halves[seat], spot.number)
    return card, DISCARD, str(spot), None, 0


def _rest(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    seat = OTHER[frame.seat]
    card = dict(places(telling.half(seat).followers, "f"))[choice].card
    telling.tell(e.FollowerRested(seat, choice, str(card)))
    did_one(telling)


def _stand(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    telling.tell(e.CardsStood(frame.seat, (choice,)))
    did_one(telling)


def _strike(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    seat = OTHER[frame.seat]
    card = dict(places(telling.half(seat).followers, "f"))[choice].card
    telling.tell(e.CardDiscarded(seat, str(card), FOLLOWERS, choice))
    did_one(telling)


def _exclude(telling: Telling, frame: Frame, step: Step, choice: str, pick: Reading) -> None:
    seat = OTHER[frame.seat]
    card = telling.half(seat).discard[(pick.spot.number if pick.spot else 1) - 1]
    telling.tell(e.Excluded(seat, card, DISCARD, choice))
    did_one(telling)


PLAYS: Final[dict[str, Callable[[Telling, Frame, Step, str, Reading], None]]] = {
    "discard": _discard,
    "look": _look_set,
    "reorder": _reorder,
    "move": _move,
    "place": _place,
    "rest": _rest,
    "stand": _stand,
    "strike": _strike,
    "exclude": _exclude,
}
