"""Which question a seat is asked now, which answers are open to it, and why others are not."""

from __future__ import annotations

from typing import Final

from companion.games.shinobinogi import actions, attacks, effects, setup
from companion.games.shinobinogi.names import MAIN, OTHER, OVER, SETUP
from companion.games.shinobinogi.reading import MAIN_FORMS, read
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.state import State, chooser, running
from companion.games.shinobinogi.telling import Ask, Telling
from companion.prompts import UNDO, Prompt
from companion.seats import Seat
from companion.verdicts import Refused

ASKS: Final[dict[str, Ask]] = {
    "pick_ninja": setup.PICK_NINJA,
    "choose_front": setup.CHOOSE_FRONT,
    "front_column": setup.FRONT_COLUMN,
    "main": actions.MAIN_PHASE,
    "way": actions.WAY,
    "discard_two": actions.DISCARD_TWO,
    "release": effects.RELEASE,
    "place_follower": effects.PLACE_FOLLOWER,
    "on_entry": effects.ON_ENTRY,
    "choose": effects.CHOOSE,
    "target": attacks.TARGET,
    "block": attacks.BLOCK,
}
"""Every question."""

OPENING: Final = frozenset({"pick_ninja", "choose_front", "main", "block"})
"""Questions with which a step begins."""


def ask_of(state: State, seat: Seat) -> str | None:
    """The name of the question that the seat is asked, None while it waits."""
    if state.phase == OVER:
        return None
    if state.phase == SETUP:
        return setup.stage(state, seat)
    if state.attacked is not None:
        return "block" if seat == OTHER[state.frames[-1].seat] else None
    if state.entering is not None:
        if seat != state.entering[0]:
            return None
        return "way" if state.about.get(seat) else "on_entry"
    if state.frames:
        return _in_effect(state, seat)
    if state.phase != MAIN or seat != state.whose:
        return None
    begun = state.about.get(seat)
    if not begun:
        return "main"
    return "discard_two" if begun[0] == "attack" else "way"


def _in_effect(state: State, seat: Seat) -> str | None:
    frame = state.frames[-1]
    step = running(state)
    if frame.step == 0:
        name, who = "release", frame.seat
    elif step is None:
        name, who = "place_follower", frame.seat
    elif step.do == "attack":
        name, who = "target", frame.seat
    elif step.do == "place" and state.named:
        name, who = "place_follower", frame.seat
    else:
        name, who = "choose", chooser(frame, step)
    return name if who == seat else None


def prompt(state: State, seat: Seat) -> Prompt | None:
    """What the seat may do now."""
    name = ask_of(state, seat)
    if name is None:
        return None
    return Prompt(seat, name, tuple(ASKS[name].candidates(state, seat)), name in OPENING)


# ---- judging one pick -------------------------------------------------------------------------------------------


def readable(state: State, choice: str) -> bool:
    """False when a choice cannot be read, or names a column or ninja that does not exist."""
    if choice == UNDO:
        return True
    pick = read(choice)
    if pick is None:
        return False
    most = state.options.columns
    if pick.spot is not None and pick.spot.column > most:
        return False
    if pick.form == "ninja":
        return pick.name in state.cards.ninja
    return pick.form == "way" or pick.number <= most


def refusal(state: State, seat: Seat, choice: str) -> Refused | None:
    """Why the seat may not pick this, on its own copy. Also what is not offered is judged, and named."""
    name, pick = ask_of(state, seat), read(choice)
    if name is None:
        return no("not_your_turn")
    if pick is None:
        return no("not_now")
    if pick.form in ASKS[name].forms:
        return ASKS[name].why_not(state, seat, pick)
    if pick.form in MAIN_FORMS and state.phase != SETUP and seat != state.whose:
        return no("main_phase_only")
    return no("not_now")


def play(telling: Telling, seat: Seat, choice: str) -> None:
    """What follows from a legal pick."""
    name, pick = ask_of(telling.now, seat), read(choice)
    if name is not None and pick is not None:
        ASKS[name].play(telling, seat, choice, pick)
