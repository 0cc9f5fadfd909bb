"""What an event changes in a copy: one function an event, the same for every seat.

Every function is total over UNKNOWN: what a copy does not know stays unknown, and nothing asks whose copy it is.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.events import EVERYONE, Event
from companion.games.folding import Folds
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import recalling
from companion.games.shinobinogi.names import (
    DECK,
    DISCARD,
    FOLLOWERS,
    HAND,
    MANA,
    OTHER,
    OVER,
    RESERVE,
    SCROLL,
    SET,
    SETUP,
    START,
    TARGETS,
    at,
    place,
)
from companion.games.shinobinogi.scanning import with_face
from companion.games.shinobinogi.state import (
    Face,
    Frame,
    Half,
    Pile,
    Standing,
    State,
    less,
    plus,
    running,
    ways,
    with_column,
    with_half,
)
from companion.seats import Seat
from companion.unknown import UNKNOWN, Unknown

folds: Folds[State] = Folds()


def evolve(state: State, event: Event) -> State:
    """The copy after the event. What everybody is told closes what a seat had begun to choose."""
    before, state = state, folds.fold(state, event)
    if state.about and type(event).audience is EVERYONE:
        state = replace(state, about={})
    if before.recalled or type(event) in recalling.SHOWS:
        state = recalling.recall(before, state, event)
    return state


def unknown(count: int) -> Pile:
    """So many cards that are not known."""
    return (UNKNOWN,) * count


def _from_hand(half: Half, hand: int | Unknown | None, opened: int) -> Half:
    """A half less one hand card: by its owner's place, else one of those that are not known."""
    left = half.opened[: opened - 1] + half.opened[opened:] if opened else half.opened
    if isinstance(hand, int):
        return replace(half, hand=half.hand[: hand - 1] + half.hand[hand:], opened=left)
    return replace(half, hand=_less_one(half.hand, half.opened[opened - 1] if opened else UNKNOWN), opened=left)


def _less_one(pile: Pile, face: Face) -> Pile:
    """A pile less one card that is `face`, the first of several.

    >>> _less_one(("a", "b", "a"), "a")
    ('b', 'a')
    """
    for number, card in enumerate(pile):
        if card is face or (isinstance(face, str) and card == face):
            return pile[:number] + pile[number + 1 :]
    return pile


def _from_deck(half: Half) -> Half:
    return replace(half, deck=half.deck[1:])


def _taken(half: Half, source: str, where: str | None, hand: int | Unknown | None, opened: int) -> Half:
    """A half less the card that left one of its zones. A card in use lies in none (SQ24)."""
    if source == HAND:
        return _from_hand(half, hand, opened)
    if source == DECK:
        return _from_deck(half)
    spot = place(where) if where is not None else None
    if spot is None:
        return half
    if source == DISCARD:
        return replace(half, discard=half.discard[: spot.number - 1] + half.discard[spot.number :])
    return replace(half, **{source: less(getattr(half, source), spot)})


def _follower_left(state: State, seat: Seat, where: str) -> State:
    """Cards in use keep pointing at themselves when a card below them leaves a stack."""
    gone = place(where)
    if gone is None or not state.frames:
        return state

    def after(frame: Frame) -> Frame:
        spot = place(frame.place) if frame.seat == seat and frame.way >= 0 else None
        if spot is None or spot.column != gone.column or spot.number < gone.number:
            return frame
        return replace(frame, place="" if spot == gone else at("f", spot.column, spot.number - 1))

    return replace(state, frames=tuple(map(after, state.frames)))


# ---- picks, setup -----------------------------------------------------------------------------------------------


@folds(e.Chosen)
def _chosen(state: State, event: e.Chosen) -> State:
    return replace(state, about={**state.about, event.seat: (*state.about.get(event.seat, ()), event.choice)})


@folds(e.Named)
def _named(state: State, event: e.Named) -> State:
    return replace(state, named=(*state.named, event.choice))


@folds(e.NinjaPicked)
def _ninja_picked(state: State, event: e.NinjaPicked) -> State:
    return with_half(state, event.seat, team=(*state.halves[event.seat].team, event.ninja))


@folds(e.Shuffled)
def _shuffled(state: State, event: e.Shuffled) -> State:
    deck = event.deck if isinstance(event.deck, tuple) else unknown(len(state.halves[event.seat].deck))
    return with_half(state, event.seat, deck=deck)


# ---- real cards -------------------------------------------------------------------------------------------------


@folds(e.ScanAsked)
def _scan_asked(state: State, event: e.ScanAsked) -> State:
    return replace(state, due=(*state.due, *((event.seat, where) for where in event.places)))


@folds(e.CardScanned)
def _card_scanned(state: State, event: e.CardScanned) -> State:
    due = tuple(entry for entry in state.due if entry != (event.seat, event.place))
    state = replace(state, due=due)
    return state if isinstance(event.card, Unknown) else with_face(state, event.seat, event.place, event.card)


@folds(e.CardNamed)
def _card_named(state: State, event: e.CardNamed) -> State:
    return with_face(state, event.seat, event.place, event.card)


# ---- the turn ---------------------------------------------------------------------------------------------------


@folds(e.PhaseBegan)
def _phase_began(state: State, event: e.PhaseBegan) -> State:
    state = replace(state, phase=event.phase, whose=event.seat, turn=event.turn)
    if event.phase != START:
        return state
    return with_half(replace(state, mana_set=0), event.seat, protected=())


@folds(e.CardsStood)
def _cards_stood(state: State, event: e.CardsStood) -> State:
    for where in event.places:
        state = _turned(state, event.seat, where, True)
    return state


@folds(e.FollowerRested)
def _follower_rested(state: State, event: e.FollowerRested) -> State:
    return _turned(state, event.seat, event.place, False)


def _turned(state: State, seat: Seat, where: str, stand: bool) -> State:
    spot = place(where)
    if spot is None:
        return state
    zone = SET if spot.zone == "s" else FOLLOWERS
    cards = getattr(state.halves[seat], zone)
    column: tuple[Standing, ...] = cards[spot.column - 1]
    turned = replace(column[spot.number - 1], stand=stand)
    column = (*column[: spot.number - 1], turned, *column[spot.number :])
    return with_half(state, seat, **{zone: with_column(cards, spot.column, column)})


@folds(e.ManaSet)
def _mana_set(state: State, event: e.ManaSet) -> State:
    half = _from_hand(state.halves[event.seat], event.hand, event.opened)
    half = replace(half, mana=plus(half.mana, event.column, event.card))
    return replace(state, halves={**state.halves, event.seat: half}, mana_set=state.mana_set + 1)


@folds(e.CardSet)
def _card_set(state: State, event: e.CardSet) -> State:
    half = _from_hand(state.halves[event.seat], event.hand, event.opened)
    half = replace(half, set=plus(half.set, event.column, Standing(event.card, False)))
    return replace(state, halves={**state.halves, event.seat: half})


@folds(e.CardDrawn)
def _card_drawn(state: State, event: e.CardDrawn) -> State:
    half = state.halves[event.seat]
    return with_half(state, event.seat, deck=half.deck[1:], hand=(*half.hand, event.card))


@folds(e.DeckRebuilt)
def _deck_rebuilt(state: State, event: e.DeckRebuilt) -> State:
    half = state.halves[event.seat]
    count = len(half.deck) + len(half.discard) + half.waiting + half.reserve - event.reserve_left
    return with_half(state, event.seat, deck=unknown(count), discard=(), waiting=0, reserve=event.reserve_left)


@folds(e.GameOver)
def _game_over(state: State, event: e.GameOver) -> State:
    return replace(state, phase=OVER, over=(event.winner, event.reason), due=())


# ---- activation and effects -------------------------------------------------------------------------------------


@folds(e.Activated)
def _activated(state: State, event: e.Activated) -> State:
    spot = place(event.place)
    if spot is None:
        return state
    half = state.halves[event.seat]
    frame = Frame(event.seat, event.card, event.place, spot.column, left=state.cards.cards[event.card].release)
    state = with_half(state, event.seat, set=less(half.set, spot))
    return replace(state, frames=(*state.frames, frame), named=())


def _used(state: State, event: e.FollowerUsed | e.OnEntryUsed) -> State:
    spot = place(event.place)
    column = spot.column if spot is not None else 0
    frame = Frame(event.seat, event.card, event.place, column, event.way - 1)
    return replace(state, frames=(*state.frames, frame), named=(), entering=None)


folds(e.FollowerUsed)(_used)
folds(e.OnEntryUsed)(_used)


@folds(e.OnEntryDeclined)
def _on_entry_declined(state: State, event: e.OnEntryDeclined) -> State:
    return replace(state, entering=None)


@folds(e.Released)
def _released(state: State, event: e.Released) -> State:
    half = state.halves[event.seat]
    gone = {spot.number for where in event.places if (spot := place(where)) is not None}
    kept = tuple(card for number, card in enumerate(half.mana[event.column - 1], 1) if number not in gone)
    mana = with_column(half.mana, event.column, kept)
    state = with_half(state, event.seat, mana=mana, discard=(*half.discard, *event.cards))
    return replace(state, named=())


@folds(e.FollowerPlaced)
def _follower_placed(state: State, event: e.FollowerPlaced) -> State:
    half = _taken(state.halves[event.seat], event.source, event.place, event.hand, event.opened)
    stand = event.source == SETUP or state.options.follower_enters == "stand"
    half = replace(half, followers=plus(half.followers, event.column, Standing(event.card, stand)))
    if event.source == SETUP:
        front = event.card.partition("/")[0]
        deck = unknown(len(state.cards.deck(half.team, front)))
        half = replace(half, front=front, deck=deck, reserve=RESERVE)
    state = replace(state, halves={**state.halves, event.seat: half}, named=())
    where = at("f", event.column, len(half.followers[event.column - 1]))
    spot = place(where)
    if event.source == SETUP or spot is None or not ways(state, event.seat, spot, on_entry=True):
        return state
    return replace(state, entering=(event.seat, where))


@folds(e.StepReached)
def _step_reached(state: State, event: e.StepReached) -> State:
    if not state.frames:  # a normal attack has begun, which is no card's
        return replace(state, frames=(Frame(event.seat, "", "", 0, -1, event.step, event.left),), named=())
    top = state.frames[-1]
    moved = replace(top, step=event.step, left=event.left, after=event.after, paid=event.paid, excluded=event.excluded)
    named = state.named if top.step == event.step else ()
    return replace(state, frames=(*state.frames[:-1], moved), named=named)


@folds(e.EffectEnded)
def _effect_ended(state: State, event: e.EffectEnded) -> State:
    top = state.frames[-1]
    state = replace(state, frames=state.frames[:-1], named=(), looking=())
    if top.way < 0 and event.card == SCROLL:
        return with_half(state, event.seat, waiting=state.halves[event.seat].waiting + 1)
    return state


@folds(e.Looked)
def _looked(state: State, event: e.Looked) -> State:
    step = running(state)
    if step is not None and step.do == "reorder":
        return replace(state, looking=event.cards if isinstance(event.cards, tuple) else unknown(event.count))
    return replace(state, named=(*state.named, event.at)) if event.at.startswith("s") else state


@folds(e.Reordered)
def _reordered(state: State, event: e.Reordered) -> State:
    deck = state.halves[event.deck].deck
    top = event.cards if isinstance(event.cards, tuple) else unknown(event.count)
    return replace(with_half(state, event.deck, deck=(*top, *deck[event.count :])), named=(), looking=())


@folds(e.CardMoved)
def _card_moved(state: State, event: e.CardMoved) -> State:
    half = _taken(state.halves[event.seat], event.source, event.place, event.hand, event.opened)
    if event.to == MANA:
        half = replace(half, mana=plus(half.mana, event.column or 1, event.held))
    elif event.to == HAND:
        half = replace(half, hand=(*half.hand, event.held))
    elif event.to == "deck_top":
        half = replace(half, deck=(event.held, *half.deck))
    else:
        half = replace(half, deck=(*half.deck, event.held))
    return replace(state, halves={**state.halves, event.seat: half}, named=())


@folds(e.Protected)
def _protected(state: State, event: e.Protected) -> State:
    now = {*state.halves[event.seat].protected, *event.what}
    return with_half(state, event.seat, protected=tuple(zone for zone in TARGETS if zone in now))


@folds(e.Excluded)
def _excluded(state: State, event: e.Excluded) -> State:
    half = _taken(state.halves[event.seat], event.source, event.place, None, 0)
    half = replace(half, excluded=(*half.excluded, event.card))
    state = replace(state, halves={**state.halves, event.seat: half})
    return _follower_left(state, event.seat, event.place) if event.source == FOLLOWERS and event.place else state


@folds(e.CardDiscarded)
def _card_discarded(state: State, event: e.CardDiscarded) -> State:
    half = _taken(state.halves[event.seat], event.source, event.place, event.hand, event.opened)
    if event.card == SCROLL:
        half = replace(half, waiting=half.waiting + 1)
    else:
        half = replace(half, discard=(*half.discard, event.card))
    state = replace(state, halves={**state.halves, event.seat: half})
    return _follower_left(state, event.seat, event.place) if event.source == FOLLOWERS and event.place else state


@folds(e.ScrollReturned)
def _scroll_returned(state: State, event: e.ScrollReturned) -> State:
    half = state.halves[event.seat]
    deck = (*half.deck, *unknown(event.count))
    return with_half(state, event.seat, deck=deck, waiting=half.waiting - event.count)


# ---- attacks ----------------------------------------------------------------------------------------------------


@folds(e.AttackDeclared)
def _attack_declared(state: State, event: e.AttackDeclared) -> State:
    top = state.frames[-1]
    frames = (*state.frames[:-1], replace(top, left=top.left - 1))
    return replace(state, attacked=event.target, frames=frames)


@folds(e.Blocked)
def _blocked(state: State, event: e.Blocked) -> State:
    return replace(state, attacked=None)


@folds(e.CardOpened)
def _card_opened(state: State, event: e.CardOpened) -> State:
    state = replace(state, attacked=None, turned=(event.seat, event.where))
    if event.where != HAND:
        return state
    if not event.opened:
        half = state.halves[event.seat]
        hand = half.hand
        if hand.count(event.card) == half.opened.count(event.card):  # not known to be in the hand before
            for number, card in enumerate(hand):
                if card is UNKNOWN:
                    hand = (*hand[:number], event.card, *hand[number + 1 :])
                    break
        state = with_half(state, event.seat, hand=hand, opened=(*half.opened, event.card))
    return state if event.card == SCROLL else replace(state, turned=None)


@folds(e.CardHidden)
def _card_hidden(state: State, event: e.CardHidden) -> State:
    hand = event.cards if isinstance(event.cards, tuple) else unknown(len(state.halves[event.seat].hand))
    return with_half(state, event.seat, hand=hand, opened=())


@folds(e.CardToMana)
def _card_to_mana(state: State, event: e.CardToMana) -> State:
    half = _less_turned(state, event.seat)
    half = replace(half, mana=plus(half.mana, event.column, event.held))
    return replace(state, halves={**state.halves, event.seat: half}, turned=None)


@folds(e.CardBottomed)
def _card_bottomed(state: State, event: e.CardBottomed) -> State:
    deck = state.halves[event.seat].deck
    return replace(with_half(state, event.seat, deck=(*deck[1:], *deck[:1])), turned=None)


@folds(e.ScrollCaptured)
def _scroll_captured(state: State, event: e.ScrollCaptured) -> State:
    seat = OTHER[event.by]
    state = replace(state, halves={**state.halves, seat: _less_turned(state, seat)}, turned=None)
    return with_half(state, event.by, captured=state.halves[event.by].captured + 1)


def _less_turned(state: State, seat: Seat) -> Half:
    """A half less the card that an attack turned up."""
    half = state.halves[seat]
    where = state.turned[1] if state.turned is not None else ""
    if where == DECK:
        return _from_deck(half)
    if where == HAND:
        return replace(half, hand=_less_one(half.hand, SCROLL), opened=_known(_less_one(half.opened, SCROLL)))
    spot = place(where.partition(":")[2])
    return replace(half, set=less(half.set, spot)) if spot is not None else half


def _known(pile: Pile) -> tuple[str, ...]:
    return tuple(card for card in pile if isinstance(card, str))
