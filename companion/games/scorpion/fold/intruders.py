"""What moving and searching intruders change in a copy."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.scorpion import events as e
from companion.games.scorpion.fold.meeting import gone, where
from companion.games.scorpion.fold.registry import folds
from companion.games.scorpion.fold.setup import appears
from companion.games.scorpion.names import (
    PASSAGE,
    is_sword,
)
from companion.games.scorpion.state import (
    Guard,
    State,
    free_numbers,
    with_figure,
)
from companion.unknown import UNKNOWN, Unknown, known

# ---- intruders moving -------------------------------------------------------------------------------------------


@folds(e.FigureChosen)
def _figure_chosen(state: State, event: e.FigureChosen) -> State:
    return replace(with_figure(state, event.figure, moving=True), walked=event.figure)


def _trodden(state: State, figure: str, zone: str, halted: str) -> State:
    """One zone more on an intruder's way, as far as the copy knows the way."""
    fig = state.figures[figure]
    return with_figure(
        state,
        figure,
        zone=zone,
        state=where(zone),
        moved=fig.moved + 1 if known(fig.moved) else UNKNOWN,
        path=(*fig.path, zone) if known(fig.path) else UNKNOWN,
        halted=halted if known(fig.halted) else UNKNOWN,
        walking_unseen=False if known(fig.walking_unseen) else UNKNOWN,
    )


@folds(e.Stepped)
def _stepped(state: State, event: e.Stepped) -> State:
    halted = "rope" if event.by == "rope" else "moat" if event.target in state.board.moats else ""
    return appears(_trodden(state, event.figure, event.target, halted), event.figure, event.target)


@folds(e.SlippedInside)
def _slipped_inside(state: State, event: e.SlippedInside) -> State:
    mine = known(state.figures[event.figure].path)
    state = _trodden(state, event.figure, PASSAGE, "passage")
    if known(state.bluffed):
        state = replace(state, bluffed=state.bluffed - {event.figure})
    return appears(state, event.figure, PASSAGE) if mine else state


@folds(e.PassageLeft)
def _passage_left(state: State, event: e.PassageLeft) -> State:
    return with_figure(state, event.figure, zone=UNKNOWN, state="on_map")


@folds(e.RopeLaid)
def _rope_laid(state: State, event: e.RopeLaid) -> State:
    rope = (event.zones[0], event.zones[1])
    if isinstance(state.ropes, Unknown) or rope in state.ropes:
        return state
    return replace(state, ropes=(*state.ropes, rope))


@folds(e.Paused)
def _paused(state: State, event: e.Paused) -> State:
    return with_figure(state, event.figure, moving=False)


@folds(e.Finished)
def _finished(state: State, event: e.Finished) -> State:
    return with_figure(state, event.figure, finished=True, moving=False)


@folds(e.Escaped)
def _escaped(state: State, event: e.Escaped) -> State:
    return gone(state, event.figure, "escaped")


# ---- searching --------------------------------------------------------------------------------------------------


@folds(e.SearchDeclared)
def _search_declared(state: State, event: e.SearchDeclared) -> State:
    state = replace(state, searched=True, declared=(*state.declared, (event.figure, event.zone)))
    return replace(state, declaring=() if known(state.declaring) else UNKNOWN)


@folds(e.Searched)
def _searched(state: State, event: e.Searched) -> State:
    state = replace(state, declared=state.declared[1:], found={**state.found, event.zone: event.found})
    state = replace(state, searched_now=(*state.searched_now, event.zone))
    return replace(state, sentry_found=(event.figure, event.zone)) if event.found == "hidden_sentry" else state


@folds(e.MissionCompleted)
def _mission_completed(state: State, event: e.MissionCompleted) -> State:
    return with_figure(state, event.figure, done=True, goal=event.goal)


def _erased(state: State, zone: str) -> State:
    hidden = state.hidden_sentries
    return replace(state, hidden_sentries=tuple(z for z in hidden if z != zone)) if known(hidden) else state


@folds(e.SentryKilled)
def _sentry_killed(state: State, event: e.SentryKilled) -> State:
    return replace(_erased(state, event.zone), sentry_found=None)


@folds(e.SentrySpared)
def _sentry_spared(state: State, event: e.SentrySpared) -> State:
    full = len(state.guards) >= 20
    # Two guard players choose the weapon of the figure that appears, where both are free (R173).
    weapons = {is_sword(name) for name in free_numbers(state, 20)}
    placing = event.zone if state.players == 4 and len(weapons) == 2 else None
    removal = state.sentry_found if full else None
    return replace(_erased(state, event.zone), sentry_found=None, removal=removal, placing=placing)


@folds(e.SentryAppeared)
def _sentry_appeared(state: State, event: e.SentryAppeared) -> State:
    return replace(state, guards={**state.guards, event.guard: Guard(event.zone)}, removal=None, placing=None)


@folds(e.SentryDeclined)
def _sentry_declined(state: State, event: e.SentryDeclined) -> State:
    return replace(state, removal=None)
