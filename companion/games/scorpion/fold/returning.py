"""What a new copy, its bonus and the shares of two guard players change in a copy."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.scorpion import events as e
from companion.games.scorpion.fold.registry import cards_or_unknown, folds
from companion.games.scorpion.fold.setup import appears, more_sleepers
from companion.games.scorpion.names import (
    NEW_HAND_SIZE,
)
from companion.games.scorpion.state import (
    Bonus,
    State,
    guard_seats,
    with_figure,
    with_piles,
    without,
)
from companion.unknown import UNKNOWN, Unknown


@folds(e.Restarted)
def _restarted(state: State, event: e.Restarted) -> State:
    fig = state.figures[event.figure]
    mine = isinstance(event.zone, str)
    hand = cards_or_unknown(event.cards, NEW_HAND_SIZE[event.figure])
    state = with_figure(
        state,
        event.figure,
        state="on_map",
        zone=event.zone,
        hand=hand,
        lives=fig.lives - 1,
        wounds=0,
        struck_by=(),
        shown=False,
        done=fig.done and state.options.done_survives_death,
        moved=0 if mine else UNKNOWN,
        path=(event.zone,) if isinstance(event.zone, str) else UNKNOWN,
        finished=False if mine else UNKNOWN,
        halted="" if mine else UNKNOWN,
        walking_unseen=False if mine else UNKNOWN,
        moving=False if mine else UNKNOWN,
        met=False if mine else UNKNOWN,
    )
    empty = not any(piles.deck or piles.discard or piles.discard_old for piles in state.piles.values())
    state = replace(state, bonus=Bonus(event.figure, cards_taken=empty))
    return appears(state, event.figure, event.zone) if isinstance(event.zone, str) else state


@folds(e.DeckSearched)
def _deck_searched(state: State, event: e.DeckSearched) -> State:
    return with_piles(state, event.seat, offer=event.cards)


@folds(e.BonusTaken)
def _bonus_taken(state: State, event: e.BonusTaken) -> State:
    piles = state.piles[event.seat]
    cards = cards_or_unknown(event.cards, event.count)
    offer = piles.offer
    for card in cards:
        offer = without(offer, card) if isinstance(offer, tuple) else UNKNOWN
    bonus = state.bonus
    if bonus is not None:
        bonus = replace(bonus, taken=bonus.taken + event.count, last=event.seat)
    return replace(with_piles(state, event.seat, hand=piles.hand + cards, offer=offer, discard_old=()), bonus=bonus)


@folds(e.BonusCardsEnded)
def _bonus_cards_ended(state: State, event: e.BonusCardsEnded) -> State:
    for seat in state.piles:
        state = with_piles(state, seat, offer=UNKNOWN)
    passed = state.passed - set(state.piles)  # who takes no more of this bonus may take of the next
    return replace(state, passed=passed, bonus=replace(state.bonus, cards_taken=True) if state.bonus else None)


@folds(e.ShareProposed)
def _share_proposed(state: State, event: e.ShareProposed) -> State:
    if state.sharing is None:
        return state
    before = state.sharing.takes
    takes = UNKNOWN if isinstance(before, Unknown) else {**before, event.seat: event.take}
    return replace(state, sharing=replace(state.sharing, takes=takes))


@folds(e.ShareSettled)
def _share_settled(state: State, event: e.ShareSettled) -> State:
    if event.about == "plays":
        for seat, plays in zip(guard_seats(state), (event.swords, event.spears), strict=True):
            state = with_piles(state, seat, plays_left=plays)
    return replace(state, sharing=None)


@folds(e.SleeperAdded)
def _sleeper_added(state: State, event: e.SleeperAdded) -> State:
    return more_sleepers(state, event.zone, 1)


@folds(e.BonusEnded)
def _bonus_ended(state: State, event: e.BonusEnded) -> State:
    return replace(state, bonus=None)
