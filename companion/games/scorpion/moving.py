"""Guards on the move, one zone a pick: pursuing, searching, using the passage (2.6, 2.13 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion.names import PASSAGE, PATROL
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import Mover, State, in_passage
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick
from companion.seats import Seat
from companion.unknown import Unknown
from companion.verdicts import Refused


def open_mover(state: State) -> Mover | None:
    """The guards whose move is going on."""
    return state.mover if state.mover is not None and not state.mover.ended else None


def place(state: State, mover: Mover) -> str:
    """Where the moving guards stand."""
    return state.guards[mover.guards[0]].zone


def step_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The zones around, the passage, and staying."""
    mover = open_mover(state)
    if mover is None:
        return ()
    here = place(state, mover)
    if here == PASSAGE:
        known = sorted(set(state.known_entrances), key=state.board.order.__getitem__)
        return (*(f"zone:{zone}" for zone in known), "other_exit", "stay")
    return (*(f"zone:{zone}" for zone in state.board.borders[here]), "passage", "stay")


def why_not_step(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the guards on the move may not go there."""
    mover = open_mover(state)
    if mover is None:
        return why_no_further(state)
    if pick.form == "stay":
        return None
    if pick.form in ("guard", "patrol"):
        split = pick.form == "guard" and len(mover.guards) > 1 and pick.what in mover.guards
        return no("split_patrol", guard=pick.what) if split else no("not_now")
    if not mover.steps_left:
        return no("no_steps_left")
    here = place(state, mover)
    if pick.form == "zone":
        return _why_not_zone(state, here, pick.what)
    if mover.cause != "step":
        return no("not_now")
    if pick.form == "other_exit":
        return None if here == PASSAGE and len(state.known_entrances) < 2 else no("not_now")
    return _why_not_passage(state, mover, here)


def _why_not_zone(state: State, here: str, zone: str) -> Refused | None:
    if here == PASSAGE:
        return None if zone in state.known_entrances else no("not_an_entrance", zone=zone)
    if zone in state.board.borders[here]:
        return None
    return no("wall" if zone in state.board.walls[here] else "not_adjacent", zone=zone, here=here)


def _why_not_passage(state: State, mover: Mover, here: str) -> Refused | None:
    """The passage must be known (R228), a card in play (R245), and room for all who go in together (R246-R247)."""
    if here == PASSAGE:
        return no("not_now")
    if not state.known_entrances:
        return no("passage_unknown")
    if not state.guard_passage_cards:
        return no("needs_passage_card")
    if len(in_passage(state)) + len(mover.guards) > state.guard_passage_cards:
        return no("passage_full")
    return None if here in state.known_entrances else no("not_an_entrance", zone=here)


def why_no_further(state: State) -> Refused:
    """Why whoever moved last in this phase goes no further."""
    mover = state.mover
    if mover is None:
        return no("not_now")
    if mover.ended == "detection":
        return no("detection_ends_move", "R180" if state.phase == PATROL else None)
    reason = {"moat": "moat_ends_move", "passage": "passage_ends_move", "stay": "already_moved"}.get(mover.ended)
    return no(reason or "no_steps_left")


def play_step(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One zone further, into the passage, out of it, or the end of the move."""
    mover = open_mover(telling.now)
    if mover is None:
        return
    if pick.form == "stay":
        telling.tell(e.MoveEnded(mover.guards))
        close_if_still(telling)
    elif pick.form == "zone":
        walk(telling, mover.guards, pick.what)
    elif pick.form == "other_exit":
        walk(telling, mover.guards, _other_exit(telling))
    else:
        _enter_passage(telling, mover)


def _other_exit(telling: Telling) -> str:
    """The intruders must name the exit that the guards do not know (Q43)."""
    entrances, known = telling.now.entrances, telling.now.known_entrances
    if isinstance(entrances, Unknown):
        return known[0]
    left = list(entrances)
    for zone in known:
        left.remove(zone)
    telling.tell(e.PassageFound(left[0]))
    return left[0]


def _enter_passage(telling: Telling, mover: Mover) -> None:
    for guard in mover.guards:
        telling.tell(e.PassageEntered(guard))
    telling.dissolve()
    telling.detect_all(PASSAGE)
    telling.conceal()
    telling.tell(e.MoveEnded(mover.guards))
    close_if_still(telling)


def walk(telling: Telling, guards: tuple[str, ...], target: str) -> None:
    """One zone: whoever is there is seen and ends the move (R114, R180), whoever is left behind is hidden (Q54)."""
    telling.tell(e.GuardsMoved(guards, telling.now.guards[guards[0]].zone, target))
    telling.dissolve()
    telling.detect_all(target)
    telling.conceal()
    mover = telling.now.mover
    if mover is not None and mover.guards == guards and (mover.ended or not mover.steps_left):
        telling.tell(e.MoveEnded(guards))
        close_if_still(telling)


def close_if_still(telling: Telling) -> None:
    """A woken guard whose card gives him no step has moved already."""
    mover = open_mover(telling.now)
    while mover is not None and not mover.steps_left:
        telling.tell(e.MoveEnded(mover.guards))
        mover = open_mover(telling.now)


def close(telling: Telling) -> None:
    """Ends by `stay` whatever move is open: a pick of another prompt does that."""
    mover = open_mover(telling.now)
    while mover is not None:
        telling.tell(e.MoveEnded(mover.guards))
        mover = open_mover(telling.now)


STEP = ask("zone passage other_exit stay", step_candidates, why_not_step, play_step)
