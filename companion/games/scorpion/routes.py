"""Figures on the table: where each should stand, and what it means that one was put down in a zone.

Where they should stand is worked out from the public copy; a move from that of the seat whose figure it is, by public
facts alone, so that the question which way a figure came tells nothing (R113, R116, R135-R138).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.game import Stands
from companion.games.scorpion import asks
from companion.games.scorpion import texts as t
from companion.games.scorpion.guards import card_in_hand, why_not_chosen_target
from companion.games.scorpion.moving import open_mover, place
from companion.games.scorpion.names import (
    ALERT,
    FIGURES,
    GUARD_CARDS,
    GUARD_NUMBERS,
    OVER,
    PASSAGE,
    PATROL,
    PATROL_SEARCH,
    SENTRY_SEARCH,
    SETUP,
    STEPS,
    is_sword,
)
from companion.games.scorpion.patrols import at_fork, must_move, ways
from companion.games.scorpion.state import State, forward, guard_seats, is_mine, patrol_of
from companion.prompts import read
from companion.seats import Seat
from companion.views import Misplaced, TableCheckPanel

Way = tuple[str, ...]

GUARD_PHASES: Final = (ALERT, GUARD_CARDS, PATROL)


# ---- where figures should stand -----------------------------------------------------------------------------------


def stands(table: State) -> Stands:
    """Guards where all see them, drunk ones too; an intruder while he is shown; everybody else beside the board.

    While guards are posted nothing is said yet, and nothing any more when the game is over.
    """
    if table.phase in (SETUP, OVER):
        return Stands()
    places: dict[str, str | None] = {}
    for name in GUARD_NUMBERS:
        guard = table.guards.get(name)
        places[f"guard:{name}"] = guard.zone if guard is not None and guard.zone != PASSAGE else None
    for name in FIGURES:
        figure = table.figures[name]
        shown = figure.shown and figure.on_map and isinstance(figure.zone, str) and figure.zone in table.board.order
        places[f"figure:{name}"] = str(figure.zone) if shown else None
    return Stands(places, _loose(table))


def _loose(table: State) -> frozenset[str]:
    """Who may be in somebody's hand: the guards on the move, else in their phases any of them."""
    mover = open_mover(table)
    if mover is not None:
        return frozenset(f"guard:{name}" for name in mover.guards)
    if table.phase not in GUARD_PHASES or table.listening is not None:
        return frozenset()
    return frozenset(f"guard:{name}" for name in table.guards)


def table_check(table: State, astray: Mapping[str, str | None]) -> TableCheckPanel:
    """What must be put right, in words."""
    spoken = t.texts(table.options.language)
    should = stands(table).places
    rows = tuple(_misplaced(table, token, seen, should.get(token)) for token, seen in astray.items())
    return TableCheckPanel(title=spoken.count("check.title", len(rows)), rows=rows)


def _misplaced(table: State, token: str, seen: str | None, belongs: str | None) -> Misplaced:
    spoken = t.texts(table.options.language)
    form, _, name = token.partition(":")
    who = name if form == "guard" else t.figure(spoken, name)["Figure"]
    if belongs is not None:
        say = spoken.say("check.belongs", who=who, zone=t.zone(table, belongs, with_id=False))
    else:
        inside = form == "guard" and name in table.guards
        say = spoken.say(f"check.{'passage' if inside else 'box'}", who=who)
    if seen is not None:
        way_out = "stands" if belongs is not None else "leave"
        case = spoken.say(f"check.{way_out}", zone=t.zone(table, seen, with_id=False))
    else:
        case = spoken.say("check.nowhere")
    kind = name if form == "figure" else "sword" if is_sword(name) else "spear"
    return Misplaced(piece=name, stands=seen, belongs=belongs, say=say, case=case, figure=kind)


# ---- what a figure put down means ---------------------------------------------------------------------------------


def routes(known: State, seat: Seat, token: str, zone: str) -> tuple[Way, ...]:
    """The ways, as picks in a row, on which a figure may have come to the zone where it was put down.

    Guards on the move go on; who is searched with, or must patrol, may be put down without being chosen first.
    """
    form, _, name = token.partition(":")
    if seat not in guard_seats(known) or form != "guard" or name not in known.guards or zone not in known.board.order:
        return ()
    mover = open_mover(known)
    ask = asks.ask_of(known, seat)
    if mover is not None:
        if name not in mover.guards or not any(is_mine(known, seat, guard) for guard in mover.guards):
            return ()
        here = place(known, mover)
        if zone == here:
            return ()
        return _steps(known, here, zone, mover.steps_left) or ((f"zone:{zone}",),)  # refused, with the rule
    if ask in ("choose_sentry", "choose_patrol") and card_in_hand(known, seat) in (SENTRY_SEARCH, PATROL_SEARCH):
        patrol = patrol_of(known, name)
        choice = f"patrol:{patrol}" if ask == "choose_patrol" and patrol is not None else f"guard:{name}"
        if why_not_chosen_target(known, seat, read(choice)) is None:
            return tuple((choice, *way) for way in _steps(known, known.guards[name].zone, zone, STEPS["guard"]))
    if ask in ("move_patrols", "fork"):
        return tuple(_marches(known, seat, name, zone, begun=ask == "fork"))
    return ()


def _steps(known: State, here: str, zone: str, steps_left: int) -> tuple[Way, ...]:
    near = known.board.borders.get(here, ())
    if zone in near:
        return ((f"zone:{zone}",),)
    if zone == here or steps_left < 2:
        return ()
    return tuple(
        (f"zone:{step}", f"zone:{zone}")
        for step in near
        if zone in known.board.borders[step] and step not in known.board.moats and not _sees_shown(known, step)
    )


def _marches(known: State, seat: Seat, guard: str, zone: str, *, begun: bool) -> Iterator[Way]:
    """A patrol goes two zones along the track; it is chosen first, and asked at each fork."""
    patrol = patrol_of(known, guard)
    if patrol is None or patrol not in ((at_fork(known, seat),) if begun else must_move(known, seat)):
        return
    here = known.guards[guard].zone
    first = ways(known, patrol)
    for one in first:
        way = (*(() if begun else (f"patrol:{patrol}",)), *((f"zone:{one}",) if len(first) > 1 else ()))
        if one == zone:
            yield way
        elif one not in known.board.moats and not _sees_shown(known, one):
            second = forward(known, one, here)
            if zone in second:
                yield (*way, *((f"zone:{zone}",) if len(second) > 1 else ()))


def _sees_shown(known: State, zone: str) -> bool:
    """True when a guard who enters the zone sees, by what everybody knows, an intruder there and stops (R114)."""
    return any(figure.shown and figure.zone == zone for figure in known.figures.values())
