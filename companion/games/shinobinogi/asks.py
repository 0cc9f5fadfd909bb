"""Which question a seat is asked now, which answers are open to it, and why others are not."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.shinobinogi import actions, attacks, effects, objects, setup, verbs
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.names import MAIN, OTHER, OVER, SETUP
from companion.games.shinobinogi.reading import MAIN_FORMS, Reading, read
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.scanning import SCAN_DRAWN, awaited, kinds, owed, unshown, with_face
from companion.games.shinobinogi.state import State, chooser, running
from companion.games.shinobinogi.telling import Ask, Telling, ask
from companion.prompts import UNDO, Prompt
from companion.seats import Seat
from companion.verdicts import Refused

# ---- real cards that are shown ----------------------------------------------------------------------------------


def _before_scan(state: State, seat: Seat) -> State:
    """The copy as it was before the seat picked the card that it must show."""
    return replace(state, about={**state.about, seat: state.about[seat][:-1]})


def _shown(state: State, seat: Seat) -> list[str]:
    """The cards that can lie there, and with which the pick that waits for them can be carried out."""
    where = owed(state, seat) or str(awaited(state, seat) or "")
    if owed(state, seat):
        return [f"card:{card}" for card in kinds(state, seat, where)]
    return [f"card:{card}" for card in kinds(state, seat, where) if _why_not_with(state, seat, where, card) is None]


def _why_not_with(state: State, seat: Seat, where: str, card: str) -> Refused | None:
    """Why what was begun cannot be done with this card."""
    known = with_face(_before_scan(state, seat), seat, where, card)
    name, pick = ask_of(known, seat), read(state.about[seat][-1])
    return ASKS[name].why_not(known, seat, pick) if name is not None and pick is not None else no("not_now")


def _why_not_shown(state: State, seat: Seat, pick: Reading) -> Refused | None:
    where = owed(state, seat) or str(awaited(state, seat) or "")
    if pick.name not in kinds(state, seat, where):
        return no("lies_elsewhere", card=pick.name)
    return None if owed(state, seat) else _why_not_with(state, seat, where, pick.name)


def _scan(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    """A card was shown; what waited for it goes on."""
    where = owed(telling.now, seat)
    if not where:
        _name(telling, seat, pick.name)
        return
    private = where.startswith("h") and where != "hand"
    telling.tell(e.CardScanned(seat, where, pick.name, not private))
    if private:
        effects.go_on(telling)
    elif telling.now.attacked is not None:
        attacks.resolve(telling, seat, pick.name)
    else:
        verbs.mill_real(telling, seat, pick.name)
        effects.go_on(telling)


def _name(telling: Telling, seat: Seat, card: str) -> None:
    """The card that a seat began to use is known now, and the pick is carried out."""
    begun = _before_scan(telling.now, seat)
    name, waiting = ask_of(begun, seat), telling.now.about[seat][-1]
    telling.tell(e.CardNamed(seat, str(awaited(telling.now, seat)), card))
    pick = read(waiting)
    if name is not None and pick is not None:
        ASKS[name].play(telling, seat, waiting, pick)


SCAN: Final = ask("card", _shown, _why_not_shown, _scan)

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
    SCAN_DRAWN: SCAN,
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
    if state.due:
        return SCAN_DRAWN if owed(state, seat) else None
    if state.about and awaited(state, seat) is not None:
        return SCAN_DRAWN
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
    shows = name == SCAN_DRAWN
    choices = tuple(ASKS[name].candidates(state, seat))
    anyway = shows or (name == "choose" and objects.would_tell(state))
    return Prompt(seat, name, choices, name in OPENING, anyway=anyway, shows=shows)


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
    if pick.form == "card":
        return pick.name in state.cards.cards
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
    if name is None or pick is None:
        return
    if unshown(telling.now, seat, choice) is not None:
        telling.tell(e.Chosen(seat, choice))  # its card is asked for next
        return
    ASKS[name].play(telling, seat, choice, pick)
