"""What happened, in words and by turn; and what of it still holds when something was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.events import Event
from companion.games.scorpion import events as e
from companion.games.scorpion.chronicle import describe, rule_of
from companion.games.scorpion.names import SETUP
from companion.games.scorpion.state import Patrol, State
from companion.games.scorpion.texts import texts
from companion.taking import TakeBackAnswered, TakeBackAsked, TakenBack
from companion.views import LogLine, LogPanel

LINES: Final = 60
Patrols = dict[str, Patrol]
REGROUPING: Final = (e.PatrolFormed, e.PatrolDissolved, e.GuardsMoved, e.GuardRemoved, e.GuardDrunk)


def log(known: State, told: Sequence[Event]) -> LogPanel:
    """The newest things that a seat was told and still holds, the last one last."""
    lines: list[LogLine] = []
    for event, turn, patrols in reversed(list(_happenings(known, standing_events(told)))):
        text = describe(replace(known, patrols=patrols), event)
        if text:
            lines.append(LogLine(text=text, turn=turn, rule=rule_of(event)))
        if len(lines) == LINES:
            break
    return LogPanel(title=texts(known.options.language).say("panels.log"), lines=tuple(reversed(lines)))


def _happenings(known: State, told: Sequence[Event]) -> Iterator[tuple[Event, int, Patrols]]:
    """Each event with its turn, and the patrols as they walked then: guards are named as they were."""
    turn = first_turn(known, told)
    patrols: Patrols = {} if _from_the_start(told) else known.patrols
    for event in told:
        if isinstance(event, e.TurnBegan):
            turn = event.turn
        elif isinstance(event, REGROUPING):
            patrols = _patrols_after(patrols, event)
        yield event, turn, patrols


def _from_the_start(told: Sequence[Event]) -> bool:
    return any(isinstance(event, e.GameOpened) for event in told[:5])


def first_turn(known: State, told: Sequence[Event]) -> int:
    """The turn before the first that was told to begin: 0 in setup, more in a loaded position."""
    if _from_the_start(told):
        return 0
    began = next((event.turn for event in told if isinstance(event, e.TurnBegan)), None)
    if began is not None:
        return began - 1
    return 0 if known.phase == SETUP else known.turn


def _patrols_after(patrols: Patrols, event: Event) -> Patrols:
    match event:
        case e.PatrolFormed(patrol=name, guards=members):
            kept = {other: walks for other, walks in patrols.items() if not set(walks.guards) <= set(members)}
            return {**kept, name: Patrol(members)}
        case e.PatrolDissolved(patrol=name):
            return {other: walks for other, walks in patrols.items() if other != name}
        case e.GuardsMoved(guards=movers):
            return _without(patrols, movers)
        case e.GuardRemoved(guard=guard) | e.GuardDrunk(guard=guard):
            return _without(patrols, (guard,))
        case _:
            return patrols


def _without(patrols: Patrols, guards: Sequence[str]) -> Patrols:
    """The patrols less guards who go on their own: a patrol that moves as a whole stays one (R122)."""
    gone = set(guards)
    if not any(gone & set(walks.guards) and not gone >= set(walks.guards) for walks in patrols.values()):
        return patrols
    return {
        name: Patrol(tuple(guard for guard in walks.guards if guard not in gone)) for name, walks in patrols.items()
    }


# ---- what was taken back ----------------------------------------------------------------------------------------


def standing_events(told: Sequence[Event]) -> Sequence[Event]:
    """What a seat was told and still holds: without what was undone, or taken back with leave.

    What the other side told meanwhile lies behind a pick that is undone, and stands.
    """
    if not any(isinstance(event, (e.Undone, TakenBack)) for event in told):
        return told
    held: dict[int, Event] = {}
    for at, event in enumerate(told):
        if isinstance(event, e.Undone):
            for gone in range(event.told, event.told + event.events):
                held.pop(gone, None)
            continue
        if isinstance(event, TakenBack):
            held = {place: kept for place, kept in held.items() if place < event.told}
        held[at] = event
    return list(held.values())


def open_question(told: Sequence[Event]) -> TakeBackAsked | None:
    """The wish to take something back that nobody has answered yet."""
    for event in reversed(told):
        if isinstance(event, TakeBackAsked):
            return event
        if isinstance(event, (TakeBackAnswered, TakenBack, e.TurnBegan)):
            return None
    return None
