"""What moving guards and patrols change in a copy."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.scorpion import events as e
from companion.games.scorpion.fold.registry import folds
from companion.games.scorpion.fold.setup import more_sleepers, seen_at_once
from companion.games.scorpion.names import (
    AWAKEN,
    PASSAGE,
    PATROL,
    STEPS,
)
from companion.games.scorpion.state import (
    Guard,
    Mover,
    Patrol,
    State,
    forward,
    patrol_of,
    with_guards,
)


def leave_patrol(state: State, guard: str) -> State:
    """`state` with a guard on his own. A patrol of fewer than two is dissolved by an event of its own."""
    name = patrol_of(state, guard)
    if name is None:
        return state
    patrol = state.patrols[name]
    rest = replace(patrol, guards=tuple(member for member in patrol.guards if member != guard))
    return replace(state, patrols={**state.patrols, name: rest})


def _walked(state: State, guards: tuple[str, ...], source: str, target: str) -> State:
    """Patrol membership and facing after a step: on the track a patrol faces on, else it faces nowhere (Q62)."""
    name = patrol_of(state, guards[0])
    if name is None:
        return state
    patrol = state.patrols[name]
    if not set(patrol.guards) <= set(guards):
        for guard in guards:
            state = leave_patrol(state, guard)
        return state
    patrol = replace(patrol, came_from=None, facing=None)
    if state.phase == PATROL:
        onward = forward(state, target, source)
        patrol = replace(patrol, came_from=source, facing=onward[0] if len(onward) == 1 else None)
    return replace(state, patrols={**state.patrols, name: patrol})


@folds(e.GuardsMoved)
def _guards_moved(state: State, event: e.GuardsMoved) -> State:
    state = with_guards(state, event.guards, zone=event.target, moved=True)
    state = _walked(state, event.guards, event.source, event.target)
    mover = state.mover
    if mover is None or mover.ended or mover.guards != event.guards:
        mover = Mover(event.guards, STEPS["guard"], "patrol")
    ended = "moat" if event.target in state.board.moats else ""
    return replace(state, mover=replace(mover, steps_left=mover.steps_left - 1, ended=ended))


@folds(e.MoveEnded)
def _move_ended(state: State, event: e.MoveEnded) -> State:
    mover = state.mover
    if mover is None or mover.guards != event.guards:
        mover = Mover(event.guards, 0, "step")
    mover = replace(mover, ended=mover.ended or ("stay" if mover.steps_left else "steps"))
    waking = tuple(guard for guard in state.waking if guard not in event.guards)
    if waking != state.waking and waking:
        # Whoever woke beside the one who found an intruder there has found him too.
        here = state.guards[waking[0]].zone == state.guards[mover.guards[0]].zone
        ended = "detection" if mover.ended == "detection" and here else ""
        mover = Mover(waking[:1], state.cards.card("guards", AWAKEN).moves, "step", ended)
    return replace(state, mover=mover, waking=waking)


@folds(e.PatrolFormed)
def _patrol_formed(state: State, event: e.PatrolFormed) -> State:
    members = set(event.guards)
    new = {guard: Guard(event.zone) for guard in event.guards if guard not in state.guards}
    old = state.patrols.get(event.patrol)
    patrols = {name: patrol for name, patrol in state.patrols.items() if not set(patrol.guards) <= members}
    patrols[event.patrol] = Patrol(event.guards, old.came_from if old else None, event.facing)
    return seen_at_once(replace(state, patrols=patrols, guards={**state.guards, **new}), event.zone)


@folds(e.PatrolFaced)
def _patrol_faced(state: State, event: e.PatrolFaced) -> State:
    patrol = replace(state.patrols[event.patrol], facing=event.facing)
    return replace(state, patrols={**state.patrols, event.patrol: patrol})


@folds(e.PatrolDissolved)
def _patrol_dissolved(state: State, event: e.PatrolDissolved) -> State:
    return replace(state, patrols={name: patrol for name, patrol in state.patrols.items() if name != event.patrol})


@folds(e.Woken)
def _woken(state: State, event: e.Woken) -> State:
    state = more_sleepers(state, event.zone, -len(event.guards))
    new = {guard: Guard(event.zone, carded=True, moved=True) for guard in event.guards}
    first = Mover(event.guards[:1], state.cards.card("guards", AWAKEN).moves, "step")
    return replace(state, guards={**state.guards, **new}, waking=event.guards, mover=first, in_play=None)


@folds(e.PassageEntered)
def _passage_entered(state: State, event: e.PassageEntered) -> State:
    mover = state.mover
    name = patrol_of(state, event.guard)
    if name is not None:
        patrol = state.patrols[name]
        if mover is not None and set(patrol.guards) <= set(mover.guards):
            patrols = {**state.patrols, name: replace(patrol, came_from=None, facing=None)}
            state = replace(state, patrols=patrols)
        else:
            state = leave_patrol(state, event.guard)
    if mover is not None:
        state = replace(state, mover=replace(mover, ended="passage"))
    return with_guards(state, (event.guard,), zone=PASSAGE, moved=True)


@folds(e.PassageFound)
def _passage_found(state: State, event: e.PassageFound) -> State:
    return replace(state, known_entrances=(*state.known_entrances, event.zone))
