"""Patrols: mustering, the walk along the track, forks (R76-R83, R120-R122, R132-R138)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import combat, moving, turns
from companion.games.scorpion import events as e
from companion.games.scorpion.names import KENJUTSU, number
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import State, forward, holds, is_mine, patrol_of, patrol_zone
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick, read
from companion.seats import Seat
from companion.verdicts import Refused

# ---- mustering --------------------------------------------------------------------------------------------------


def _groups(state: State, seat: Seat) -> dict[str, tuple[int, int]]:
    """Zone -> how many sober sentries and how many patrols of the seat stand there (R123)."""
    found: dict[str, tuple[int, int]] = {}
    walking = {guard for patrol in state.patrols.values() for guard in patrol.guards}
    for name, guard in state.guards.items():
        if name not in walking and not guard.drunk and is_mine(state, seat, name):
            sentries, patrols = found.get(guard.zone, (0, 0))
            found[guard.zone] = (sentries + 1, patrols)
    for name in state.patrols:
        if not holds(state, seat, name):
            continue
        zone = patrol_zone(state, name)
        sentries, patrols = found.get(zone, (0, 0))
        found[zone] = (sentries, patrols + 1)
    return found


def why_not_muster(state: State, seat: Seat) -> Refused | None:
    """Somewhere two sentries, or a patrol and another guard or patrol, must share a zone (R79, R83, Q70)."""
    can = any(sentries + patrols > 1 for sentries, patrols in _groups(state, seat).values())
    return None if can else no("too_few")


def _mustered(state: State, seat: Seat) -> list[Pick]:
    return [read(choice) for choice in state.about.get(seat, ())[1:] if choice != "done"]


def _zone_of(state: State, pick: Pick) -> str:
    return patrol_zone(state, pick.what) if pick.form == "patrol" else state.guards[pick.what].zone


def member_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Guards and patrols of zones where there is somebody to join."""
    guards = (f"guard:{name}" for name in sorted(state.guards, key=number))
    patrols = (f"patrol:{name}" for name in sorted(state.patrols, key=number))
    return (*guards, *patrols, "done")


def why_not_member(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why he cannot be mustered with those picked before."""
    chosen = _mustered(state, seat)
    if pick.form == "done":
        return None if len(_members(state, chosen)) > 1 and len(chosen) > 1 else no("too_few")
    if pick.form not in ("guard", "patrol"):
        return no("not_now")
    if pick in chosen:
        return no("already_chosen")
    if pick.form == "guard":
        if pick.what not in state.guards:
            return no("not_here", guard=pick.what)
        if not is_mine(state, seat, pick.what):
            return no("not_your_guard", guard=pick.what)
        if state.guards[pick.what].drunk:
            return no("drunk", guard=pick.what)
        if patrol_of(state, pick.what):
            return no("split_patrol", "R122", guard=pick.what)
    elif not holds(state, seat, pick.what):
        return no("not_your_guard", patrol=pick.what)
    zone = _zone_of(state, pick)
    if chosen and zone != _zone_of(state, chosen[0]):
        return no("not_here", **{pick.form: pick.what})
    if not chosen and sum(_groups(state, seat)[zone]) < 2:
        return no("too_few")
    return None


def _members(state: State, chosen: list[Pick]) -> tuple[str, ...]:
    """All guards that the picks name, by number."""
    names: list[str] = []
    for pick in chosen:
        names.extend(state.patrols[pick.what].guards if pick.form == "patrol" else (pick.what,))
    return tuple(sorted(names, key=number))


def play_member(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One more joins; at `done` a patrol is formed, or, new on the track, is asked which way it faces (R121)."""
    if pick.form != "done":
        telling.chosen(pick)
        return
    chosen = _mustered(telling.now, seat)
    joined = [choice.what for choice in chosen if choice.form == "patrol"]
    zone = _zone_of(telling.now, chosen[0])
    if not joined and zone in telling.now.board.track:
        telling.chosen(pick)
    else:
        _form(telling, chosen, joined[0] if joined else None, None)


def _form(telling: Telling, chosen: list[Pick], joined: str | None, facing: str | None) -> None:
    now = telling.now
    zone = _zone_of(now, chosen[0])
    free = next(name for name in (f"p{n}" for n in range(1, 100)) if name not in now.patrols)
    if joined is not None:
        facing = now.patrols[joined].facing  # R80: who joins takes over the facing
    telling.tell(e.PatrolFormed(joined or free, _members(now, chosen), facing, zone))


CHOOSE_MEMBERS = ask("guard patrol done", member_candidates, why_not_member, play_member)


def face_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The track zones next to where the new patrol stands."""
    zone = _zone_of(state, _mustered(state, seat)[0])
    return (f"zone:{to}" for to in state.board.track[zone])


def why_not_face(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """A new patrol faces along the track (R121)."""
    zone = _zone_of(state, _mustered(state, seat)[0])
    if pick.form != "zone":
        return no("not_now")
    return None if pick.what in state.board.track[zone] else no("off_track", "R121", zone=pick.what)


def play_face(telling: Telling, seat: Seat, pick: Pick) -> None:
    """The new patrol stands, and faces that way."""
    _form(telling, _mustered(telling.now, seat), None, pick.what)


FACE_PATROL = ask("zone", face_candidates, why_not_face, play_face)


# ---- the patrol phase -------------------------------------------------------------------------------------------


def must_move(state: State, seat: Seat) -> list[str]:
    """The seat's patrols on the track none of whose guards moved this turn (R132-R134), by number."""
    return [name for name in sorted(state.patrols, key=number) if _why_not_walk(state, seat, name) is None]


def _why_not_walk(state: State, seat: Seat, name: str) -> Refused | None:
    if name not in state.patrols:
        return no("not_here", patrol=name)
    if not holds(state, seat, name):
        return no("not_your_guard", patrol=name)
    if patrol_zone(state, name) not in state.board.track:
        return no("off_track", "R136", patrol=name)
    if any(state.guards[guard].moved for guard in state.patrols[name].guards):
        return no("already_moved", "R134", patrol=name)
    return None


def patrol_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Patrols that must still move, an attack, mustering, and the end."""
    patrols = [f"patrol:{name}" for name in sorted(state.patrols, key=number)]
    attack = [f"card:{KENJUTSU}"] if KENJUTSU in state.piles[seat].hand else []
    return (*patrols, *attack, "muster", "end")


def why_not_patrol(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why a pick of the patrol phase is refused."""
    if pick.form == "patrol":
        return _why_not_walk(state, seat, pick.what)
    if pick.form == "end":
        left = must_move(state, seat)
        return no("patrol_must_move", patrol=left[0]) if left else None
    if pick.form == "muster":
        return why_not_muster(state, seat)
    if pick.form == "card":
        return _why_not_card(state, seat, pick.what)
    return no("not_now")


def _why_not_card(state: State, seat: Seat, kind: str) -> Refused | None:
    if kind not in state.piles[seat].hand:
        return no("not_in_hand", card=kind)
    if kind != KENJUTSU:
        return no("not_now")
    if not state.options.kenjutsu_outside_hand_limit and not state.piles[seat].plays_left:
        return no("no_plays_left", card=kind)
    return combat.why_not_attack(state, seat)


def play_patrol(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A patrol walks (R135), an attack or a muster begins, or the phase ends."""
    if pick.form == "end":
        turns.end_phase(telling)
    elif pick.form != "patrol" or len(ways(telling.now, pick.what)) > 1:
        telling.chosen(pick)
    else:
        march(telling, pick.what)


def ways(state: State, name: str) -> tuple[str, ...]:
    """Where a patrol may go next: the way it faces, or at an open fork every way but back (R137-R138)."""
    patrol = state.patrols[name]
    if patrol.facing is not None:
        return (patrol.facing,)
    return forward(state, patrol_zone(state, name), patrol.came_from)


def march(telling: Telling, name: str) -> None:
    """The patrol goes on until its two zones are walked, something ends its move, or a fork is to be chosen."""
    while True:
        on = ways(telling.now, name)
        if len(on) != 1:
            return
        moving.walk(telling, telling.now.patrols[name].guards, on[0])
        if moving.open_mover(telling.now) is None:
            return


MOVE_PATROLS = ask("patrol card muster end", patrol_candidates, why_not_patrol, play_patrol)


# ---- fork -------------------------------------------------------------------------------------------------------


def at_fork(state: State, seat: Seat) -> str | None:
    """The patrol that stands at a fork and was begun to be moved."""
    about = state.about.get(seat, ())
    if about and about[0].startswith("patrol:"):
        return read(about[0]).what
    mover = moving.open_mover(state)
    return patrol_of(state, mover.guards[0]) if mover is not None and mover.cause == "patrol" else None


def fork_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Every way but back."""
    name = at_fork(state, seat)
    return (f"zone:{zone}" for zone in ways(state, name)) if name else ()


def why_not_fork(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the patrol may not go that way (R133, R138)."""
    name = at_fork(state, seat)
    if pick.form != "zone" or name is None:
        return no("not_now")
    if pick.what in ways(state, name):
        return None
    back = pick.what == state.patrols[name].came_from
    return no("no_turning_back" if back else "off_track", zone=pick.what, patrol=name)


def play_fork(telling: Telling, seat: Seat, pick: Pick) -> None:
    """The patrol is turned that way and goes on (R137)."""
    name = at_fork(telling.now, seat)
    if name is not None:
        telling.tell(e.PatrolFaced(name, pick.what))
        march(telling, name)


FORK = ask("zone", fork_candidates, why_not_fork, play_fork)
