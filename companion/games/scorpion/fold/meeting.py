"""What meetings, attacks and deaths change in a copy."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.scorpion import events as e
from companion.games.scorpion.fold.cards import shared
from companion.games.scorpion.fold.guards import leave_patrol
from companion.games.scorpion.fold.registry import folds
from companion.games.scorpion.names import (
    KENJUTSU,
    PASSAGE,
)
from companion.games.scorpion.state import (
    State,
    guard_seats,
    is_mine,
    sober,
    with_figure,
    with_guards,
)
from companion.unknown import UNKNOWN, Unknown, known


def where(zone: str | Unknown | None) -> str:
    """The state that goes with a zone: whoever is not known to be inside the passage counts as on the map (Q52)."""
    return "in_passage" if zone == PASSAGE else "on_map"


def _settled(state: State, figure: str) -> State:
    return with_figure(state, figure, met=False) if known(state.figures[figure].met) else state


@folds(e.Detected)
def _detected(state: State, event: e.Detected) -> State:
    figure = state.figures[event.figure]
    unseen = False if known(figure.walking_unseen) else UNKNOWN
    state = with_figure(
        state, event.figure, shown=True, zone=event.zone, state=where(event.zone), walking_unseen=unseen
    )
    state = replace(state, last_seen={**state.last_seen, event.figure: (event.zone, state.turn)})
    mover = state.mover
    if mover is not None and not mover.ended and state.guards[mover.guards[0]].zone == event.zone:
        state = replace(state, mover=replace(mover, ended="detection"))
    return _settled(state, event.figure)


@folds(e.Concealed)
def _concealed(state: State, event: e.Concealed) -> State:
    figure, seen = state.figures[event.figure], state.last_seen.get(event.figure)
    if seen is not None:
        state = replace(state, last_seen={**state.last_seen, event.figure: (seen[0], state.turn)})
    if isinstance(event.zone, Unknown) and state.options.passage_inside == "public" and figure.state == "in_passage":
        return with_figure(state, event.figure, shown=False)
    return with_figure(state, event.figure, shown=False, zone=event.zone, state=where(event.zone))


@folds(e.Attacked)
def _attacked(state: State, event: e.Attacked) -> State:
    state = with_guards(state, (event.guard,), attacked=True)
    by = next(seat for seat in guard_seats(state) if is_mine(state, seat, event.guard))
    struck = (*state.figures[event.figure].struck_by, by)
    return replace(with_figure(state, event.figure, wounds=event.wounds, struck_by=struck), in_play=None)


def gone(state: State, figure: str, fate: str) -> State:
    """`state` with a figure off the map for good or for now; his passage card goes with him (Q44)."""
    mine = known(state.figures[figure].finished)
    state = with_figure(
        state,
        figure,
        state=fate,
        zone=None,
        shown=False,
        finished=True if mine else UNKNOWN,
        walking_unseen=False if mine else UNKNOWN,
        moving=False if mine else UNKNOWN,
    )
    if known(state.bluffed):
        state = replace(state, bluffed=state.bluffed - {figure})
    wounds = state.figures[figure].wounds
    if state.players == 4 and wounds:
        state = replace(state, sharing=shared(state, "wounds", wounds, figure))
    return replace(_settled(state, figure), passage_cards=state.passage_cards - {figure})


@folds(e.Died)
def _died(state: State, event: e.Died) -> State:
    state = gone(state, event.figure, "waiting" if event.waiting else "dead")
    mine = known(state.figures[event.figure].finished)
    return with_figure(
        state,
        event.figure,
        hand=(),
        moved=0 if mine else UNKNOWN,
        path=() if mine else UNKNOWN,
    )


@folds(e.WoundsReturned)
def _wounds_returned(state: State, event: e.WoundsReturned) -> State:
    back = (KENJUTSU,) * event.count
    piles = state.piles[event.to].owning(KENJUTSU, event.count)
    if state.options.reshuffle == "last_turn":
        piles = replace(piles, discard_old=piles.discard_old + back)
    else:
        piles = replace(piles, discard=piles.discard + back)
    state = replace(state, piles={**state.piles, event.to: piles})
    left = state.figures[event.figure].wounds - event.count
    struck = state.figures[event.figure].struck_by[:left]
    return with_figure(state, event.figure, wounds=left, struck_by=struck)


def _nobody_left(state: State) -> State:
    """A meeting is settled when no guard is left to see the intruder (R182)."""
    for name, figure in state.figures.items():
        if figure.met is True and not sober(state, figure.zone):
            state = with_figure(state, name, met=False)
    return state


@folds(e.GuardRemoved)
def _guard_removed(state: State, event: e.GuardRemoved) -> State:
    state = leave_patrol(state, event.guard)
    guards = {name: guard for name, guard in state.guards.items() if name != event.guard}
    return _nobody_left(replace(state, guards=guards))


@folds(e.GuardDrunk)
def _guard_drunk(state: State, event: e.GuardDrunk) -> State:
    return _nobody_left(with_guards(leave_patrol(state, event.guard), (event.guard,), drunk=True))


@folds(e.WalkedUnseen)
def _walked_unseen(state: State, event: e.WalkedUnseen) -> State:
    return _settled(with_figure(state, event.figure, walking_unseen=True), event.figure)
