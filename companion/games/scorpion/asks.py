"""Which question a seat is asked now, which answers are open to it, and why others are not."""

from __future__ import annotations

import re
from typing import Final

from companion.chance import Chance
from companion.games.scorpion import (
    combat,
    guards,
    intruders,
    listening,
    moving,
    patrols,
    returning,
    search,
    setup,
    sharing,
)
from companion.games.scorpion.draft import draft_of, stage
from companion.games.scorpion.names import (
    ALERT,
    FIGURES,
    GUARD_CARDS,
    GUARD_NUMBERS,
    INTRUDER_PHASE,
    INTRUDER_SIDE,
    OVER,
    PATROL,
    SETUP,
)
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import Draft, State, figures_of, is_mine, of_seat
from companion.games.scorpion.telling import Ask, Telling
from companion.prompts import Prompt, read
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused

ASKS: Final[dict[str, Ask]] = {
    **dict.fromkeys(setup.NAMES, setup.SETUP_ASK),
    "scan_drawn": guards.SCAN_DRAWN,
    "play_drawn": guards.PLAY,
    "play_hand": guards.PLAY,
    "choose_sentry": guards.CHOOSE_TARGET,
    "choose_patrol": guards.CHOOSE_TARGET,
    "choose_guard": guards.CHOOSE_TARGET,
    "choose_barracks": guards.CHOOSE_BARRACKS,
    "choose_attacker": combat.CHOOSE_ATTACKER,
    "choose_target": combat.CHOOSE_TARGET,
    "choose_members": patrols.CHOOSE_MEMBERS,
    "face_new_patrol": patrols.FACE_PATROL,
    "move_patrols": patrols.MOVE_PATROLS,
    "fork": patrols.FORK,
    "pursue": moving.STEP,
    "step": moving.STEP,
    "remove_guard": search.REMOVE_GUARD,
    "sentry_figure": search.SENTRY_FIGURE,
    **dict.fromkeys(("split_draw", "share_plays", "split_wounds"), sharing.SHARE),
    "bonus_cards": returning.BONUS_CARDS,
    "bonus_sleeper": returning.BONUS_SLEEPER,
    "answer_listen": listening.ANSWER,
    "hidden_sentry": search.HIDDEN_SENTRY,
    "restart_ninja": returning.RESTART,
    "restart_traitor": returning.RESTART,
    "meet_guards": combat.MEET_GUARDS,
    "choose_victim": combat.CHOOSE_VICTIM,
    "declare_search": search.DECLARE,
    "sneak": intruders.SNEAK,
    "intruder_turn": intruders.INTRUDER_TURN,
}
"""Every question. `face_new_patrol` is `face_patrol` outside setup."""

SHARE_ASK: Final = {"draw": "split_draw", "plays": "share_plays", "wounds": "split_wounds"}
PHASE_ASK: Final = {ALERT: "play_drawn", GUARD_CARDS: "play_hand", PATROL: "move_patrols"}
MOVES: Final = frozenset({"zone", "rope", "passage", "off_map"})
OPENING: Final = frozenset(
    {
        *("answer_listen", "hidden_sentry", "remove_guard", "sentry_figure", "scan_drawn", "intruder_turn"),
        *PHASE_ASK.values(),
        *SHARE_ASK.values(),
    }
)
BEGUN: Final = {
    "card:sentry_listen": "choose_sentry",
    "card:sentry_search": "choose_sentry",
    "card:patrol_listen": "choose_patrol",
    "card:patrol_search": "choose_patrol",
    "card:awaken": "choose_barracks",
    "listen": "choose_guard",
}
BARE: Final = frozenset(
    (
        *("pass", "stay", "end", "done", "undo", "confirm", "starter", "arrange", "listen", "muster"),
        *("passage", "off_map", "other_exit", "pause", "show", "search", "spare", "decline"),
        *("sword", "spear", "allow", "refuse"),
    )
)


def ask_of(state: State, seat: Seat) -> str | None:
    """The name of the question that the seat is asked, None while it waits."""
    if state.phase == OVER:
        return None
    return _of_intruders(state, seat) if seat in INTRUDER_SIDE else _of_guards(state, seat)


def _of_guards(state: State, seat: Seat) -> str | None:
    if state.phase == SETUP:
        return stage(state, seat)
    if state.sharing is not None:
        said = isinstance(state.sharing.takes, dict) and seat in state.sharing.takes
        return None if said else SHARE_ASK[state.sharing.about]
    if state.phase == INTRUDER_PHASE:
        return _of_guards_between(state, seat)
    if state.listening is not None:
        return None
    about = state.about.get(seat, ())
    if state.options.deck == "physical" and UNKNOWN in state.piles[seat].drawn:
        return "scan_drawn"
    mover = moving.open_mover(state)
    if mover is not None and not any(is_mine(state, seat, guard) for guard in mover.guards):
        return None  # the other guard player moves
    if about and mover is None:
        return _begun_by_guards(about)
    if mover is None:
        return None if seat in state.passed else PHASE_ASK[state.phase]
    return {"patrol": "fork", "step": "step", "pursue": "pursue"}[mover.cause]


def _of_guards_between(state: State, seat: Seat) -> str | None:
    """What the guards settle in the intruders' phase; a joint choice waits for the other guard player."""
    said = bool(state.about.get(seat)) and state.players == 4
    if state.removal is not None:
        return None if said else "remove_guard"
    if state.placing is not None:
        return None if said else "sentry_figure"
    if state.bonus is None:
        return None
    if not state.bonus.cards_taken:
        return "bonus_cards" if returning.next_taker(state) == seat else None
    return None if state.about.get(seat, ())[-1:] == ("done",) else "bonus_sleeper"


def _begun_by_guards(about: tuple[str, ...]) -> str:
    first = about[0]
    if first in BEGUN:
        return BEGUN[first]
    if first == "card:kenjutsu":
        return "choose_attacker" if len(about) == 1 else "choose_target"
    if first == "muster":
        return "face_new_patrol" if about[-1] == "done" else "choose_members"
    return "fork"


def _of_intruders(state: State, seat: Seat) -> str | None:
    mine = figures_of(state, seat)
    if state.phase == SETUP:
        return _meeting(state, seat) or stage(state, seat)
    if state.listening is not None:
        return "answer_listen" if "traitor" in mine else None
    if state.phase != INTRUDER_PHASE or search.waits(state) or state.bonus is not None or state.sharing is not None:
        return None
    if state.sentry_found is not None:
        return "hidden_sentry" if state.sentry_found[0] in mine else None
    # An intruder who met guards settles that before another of his side returns.
    met = _meeting(state, seat)
    if met is not None:
        return met
    name = returning.waiting(state)
    if name is not None:
        return f"restart_{name}" if name in mine else None
    about = state.about.get(seat, ())
    if about and about[0] == "search":
        ready = about[-1] != "done" and search.opened(state, seat)
        return "declare_search" if ready else None
    if about:
        return "choose_victim"
    if seat in state.passed or not any(state.figures[figure].on_map for figure in mine):
        return None
    return "sneak" if of_seat(state, seat, "moving") else "intruder_turn"


def _meeting(state: State, seat: Seat) -> str | None:
    if of_seat(state, seat, "met") is None:
        return None
    return "choose_victim" if state.about.get(seat) else "meet_guards"


def prompt(state: State, seat: Seat) -> Prompt | None:
    """What the seat may do now: every candidate that is not refused."""
    name = ask_of(state, seat)
    if name is None:
        return None
    ask = ASKS[name]
    choices = tuple(choice for choice in ask.candidates(state, seat) if ask.why_not(state, seat, read(choice)) is None)
    if ask is intruders.SNEAK and not any(choice.partition(":")[0] in MOVES for choice in choices):
        choices = ("stay",)  # to wait would lead nowhere
    # Who could name one zone only need not: when his fellow has named one, he may be done (R160).
    anyway = name == "declare_search" and state.players > 2
    return Prompt(seat, name.replace("_new", ""), choices, _opens(state, seat, name), anyway)


def _opens(state: State, seat: Seat, name: str) -> bool:
    """True for the first prompt of a step."""
    if name in OPENING:
        return True
    if name in setup.NAMES:
        return draft_of(state, seat) == Draft()
    if name.startswith(("restart", "bonus")):
        return not state.about.get(seat)
    return name == "meet_guards" and of_seat(state, seat, "moving") is None


# ---- judging one pick -------------------------------------------------------------------------------------------


def readable(state: State, choice: str) -> bool:
    """False when a choice cannot be read, or names a zone, guard, patrol, card or figure that does not exist."""
    pick = read(choice)
    if str(pick) != choice:
        return False
    if not pick.what and not pick.who:
        return pick.form in BARE
    if pick.who and (pick.form not in ("card", "bluff") or pick.who not in FIGURES):
        return False
    if pick.form in ("zone", "rope", *FIGURES):
        return pick.what in state.board.order
    if pick.form == "guard":
        return pick.what in GUARD_NUMBERS
    if pick.form == "patrol":
        return pick.what in state.patrols
    if pick.form == "guards":
        return all(guard in GUARD_NUMBERS for guard in pick.what.split("+"))
    if pick.form == "figure":
        return pick.what in FIGURES
    if pick.form == "card" or (pick.form == "bluff" and pick.who):
        return any(pick.what in kinds for kinds in state.cards.decks.values())
    return pick.form == "take" and re.fullmatch(r"[0-9]{1,2}", pick.what) is not None


def refusal(state: State, seat: Seat, choice: str) -> Refused | None:
    """Why the seat may not pick this, on its own copy. Also what is not offered is judged, and named."""
    pick = read(choice)
    name = ask_of(state, seat)
    if name is None:
        return no("not_your_turn")
    if pick.who and name != "intruder_turn":
        return no("not_now")  # elsewhere whose card it is goes without saying: one answer has one text
    ask = ASKS[name]
    if pick.form in ask.forms or (pick.form == "guard" and ask is moving.STEP):
        return ask.why_not(state, seat, pick)
    if name in ("pursue", "step") and pick.form in guards.PLAY.forms and seat not in state.passed:
        return ASKS[PHASE_ASK[state.phase]].why_not(closed(state), seat, pick)
    if pick.form in MOVES:
        return intruders.why_no_further(state, seat) if seat in INTRUDER_SIDE else moving.why_no_further(state)
    return no("not_now")


def closed(state: State) -> State:
    """The copy as it would be if whoever is moving stayed."""
    telling = Telling(state, Seat(""), Chance(0, 0))
    moving.close(telling)
    return telling.now


def play(telling: Telling, seat: Seat, choice: str) -> None:
    """What follows from a legal pick."""
    pick = read(choice)
    name = ask_of(telling.now, seat)
    if name is None:
        return
    if name in ("pursue", "step") and pick.form not in ASKS[name].forms:
        moving.close(telling)  # a pick of another prompt closes an open move by `stay`
        name = PHASE_ASK[telling.now.phase]
    ASKS[name].play(telling, seat, pick)
