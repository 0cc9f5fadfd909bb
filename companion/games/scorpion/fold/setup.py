"""What setup changes in a copy."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.scorpion import events as e
from companion.games.scorpion.draft import MAP, drafted
from companion.games.scorpion.fold.registry import cards_or_unknown, folds
from companion.games.scorpion.names import (
    FIGURES,
    SETUP,
)
from companion.games.scorpion.state import (
    Guard,
    State,
    guard_seats,
    intruders_in,
    sober,
    with_figure,
    with_piles,
    without,
)
from companion.prompts import read
from companion.unknown import UNKNOWN, Unknown, known


@folds(e.Chosen)
def _chosen(state: State, event: e.Chosen) -> State:
    if state.phase == SETUP and event.seat not in state.confirmed:
        key, draft = drafted(state, event.seat, event.choice)
        return replace(state, drafts={**state.drafts, key: draft})
    pick = read(event.choice)
    if pick.form in FIGURES and known(state.declaring):
        state = replace(state, declaring=(*state.declaring, (pick.form, pick.what)))
    return replace(state, about={**state.about, event.seat: (*state.about.get(event.seat, ()), event.choice)})


@folds(e.HandChosen)
def _hand_chosen(state: State, event: e.HandChosen) -> State:
    hand = cards_or_unknown(event.cards, event.count)
    if event.figure is not None:
        return with_figure(state, event.figure, hand=hand)
    deck = state.piles[event.seat].deck
    for card in hand:
        deck = without(deck, card)
    return with_piles(state, event.seat, hand=hand, deck=deck)


@folds(e.SentryPosted)
def _sentry_posted(state: State, event: e.SentryPosted) -> State:
    return seen_at_once(replace(state, guards={**state.guards, event.guard: Guard(event.zone)}), event.zone)


def seen_at_once(state: State, zone: str) -> State:
    """Guards are set up where an intruder has begun already: with three and four players he may have been first."""
    if state.phase == SETUP:
        for figure in intruders_in(state, zone):
            state = appears(state, figure, zone)
    return state


def more_sleepers(state: State, zone: str, count: int) -> State:
    """`state` with sleepers added to a barracks zone, or taken away."""
    if isinstance(state.sleepers, Unknown):
        return state
    sleepers = {**state.sleepers, zone: state.sleepers.get(zone, 0) + count}
    return replace(state, sleepers={place: n for place, n in sleepers.items() if n > 0})


@folds(e.ObjectHidden)
def _object_hidden(state: State, event: e.ObjectHidden) -> State:
    if event.kind == "sleeper":
        return more_sleepers(state, event.zone, 1)
    if event.kind == "trap":
        return replace(state, traps=(*state.traps, event.zone)) if known(state.traps) else state
    if event.kind == "hidden_sentry":
        hidden = state.hidden_sentries
        return replace(state, hidden_sentries=(*hidden, event.zone)) if known(hidden) else state
    letter = event.kind.removeprefix("goal_")
    return replace(state, goals={**state.goals, letter: event.zone}) if known(state.goals) else state


@folds(e.EntranceDug)
def _entrance_dug(state: State, event: e.EntranceDug) -> State:
    return replace(state, entrances=(*state.entrances, event.zone)) if known(state.entrances) else state


@folds(e.Started)
def _started(state: State, event: e.Started) -> State:
    if isinstance(event.zone, Unknown):
        return with_figure(state, event.figure, zone=UNKNOWN)
    return appears(with_figure(state, event.figure, zone=event.zone, path=(event.zone,)), event.figure, event.zone)


def appears(state: State, figure: str, zone: str) -> State:
    """A meeting opens when an intruder comes to where guards see him (R147)."""
    return with_figure(state, figure, met=True) if sober(state, zone) else state


@folds(e.MissionDrawn)
def _mission_drawn(state: State, event: e.MissionDrawn) -> State:
    return with_figure(state, event.figure, goal=event.goal)


@folds(e.SetupConfirmed)
def _setup_confirmed(state: State, event: e.SetupConfirmed) -> State:
    confirmed = (*state.confirmed, event.seat)
    gone = {event.seat} | ({MAP} if all(seat in confirmed for seat in guard_seats(state)) else set())
    drafts = {key: draft for key, draft in state.drafts.items() if key not in gone}
    return replace(state, confirmed=confirmed, drafts=drafts)


@folds(e.Passed)
def _passed(state: State, event: e.Passed) -> State:
    return replace(state, passed=state.passed | {event.seat})
