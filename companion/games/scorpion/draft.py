"""A setup as it is picked: which question comes next, and what a pick adds (2.2 of the rules)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.games.scorpion.names import (
    FIGURES,
    GOALS,
    GUARD_HAND,
    HAND_SIZE,
    INTRUDER_SIDE,
    NINJA,
    TRAITOR,
)
from companion.games.scorpion.state import Draft, State, figures_of, guard_seats
from companion.prompts import read

POSTS = 8
"""R32."""
PATROLS = 3
"""R35."""
ENTRANCES = 2
"""R62."""
OBJECTS = (
    *("sleeper",) * 8,
    *(f"goal_{letter}" for letter in GOALS),
    *("trap",) * 2,
    *("hidden_sentry",) * 2,
)
"""What the guards hide, in the order they are asked (R43, R47)."""


def stage(state: State, seat: str) -> str | None:
    """The question that a seat's setup stands at; None while it waits for the other side, or is done."""
    if seat in state.confirmed:
        return None
    draft = state.drafts.get(seat, Draft())
    return _intruders(state, seat, draft) if seat in INTRUDER_SIDE else _guards(state, draft)


def _guards(state: State, draft: Draft) -> str:
    if len(draft.hand) < GUARD_HAND:
        return "choose_hand"
    if len(draft.posts) < POSTS:
        return "post_sentry"
    if draft.patrols and draft.patrols[-1][1] is None:
        return "face_patrol"
    if len(draft.patrols) < PATROLS:
        return "place_patrol"
    if len(draft.objects) < len(OBJECTS):
        kind = OBJECTS[len(draft.objects)]
        return "hide_sentry" if kind == "hidden_sentry" else f"hide_{kind}"
    return "confirm_setup"


def _intruders(state: State, seat: str, draft: Draft) -> str | None:
    mine = figures_of(state, seat)  # type: ignore[arg-type]
    for figure in mine:
        if len(draft.hands.get(figure, ())) < HAND_SIZE[figure]:
            return f"choose_hand_{figure}"
    if len(draft.entrances) < ENTRANCES * len(mine) // len(FIGURES):
        return "dig_passage"
    if NINJA in mine and NINJA not in draft.starts:
        return "start_ninja"
    if not all(seat in state.confirmed for seat in guard_seats(state)) and TRAITOR in mine:
        return None  # R58: the traitor must not start where a guard stands
    if TRAITOR in mine and TRAITOR not in draft.starts:
        return "start_traitor"
    return "confirm_setup"


def drafted(state: State, seat: str, choice: str) -> Draft:
    """The seat's setup with one more pick."""
    draft = state.drafts.get(seat, Draft())
    ask = stage(state, seat) or ""
    what = read(choice).what
    if ask == "choose_hand":
        return replace(draft, hand=(*draft.hand, what))
    if ask.startswith("choose_hand_"):
        figure = ask.removeprefix("choose_hand_")
        return replace(draft, hands={**draft.hands, figure: (*draft.hands.get(figure, ()), what)})
    if ask == "post_sentry":
        return replace(draft, posts=(*draft.posts, what))
    if ask == "place_patrol":
        return replace(draft, patrols=(*draft.patrols, (what, None)))
    if ask == "face_patrol":
        return replace(draft, patrols=(*draft.patrols[:-1], (draft.patrols[-1][0], what)))
    if ask == "dig_passage":
        return replace(draft, entrances=(*draft.entrances, what))
    if ask.startswith("start_"):
        return replace(draft, starts={**draft.starts, ask.removeprefix("start_"): what})
    return replace(draft, objects=(*draft.objects, (OBJECTS[len(draft.objects)], what)))


def sleepers_in(draft: Draft) -> Counter[str]:
    """How many sleepers of a setup lie in each zone."""
    return Counter(zone for kind, zone in draft.objects if kind == "sleeper")


def objects_in(draft: Draft) -> set[str]:
    """The zones of a setup that hold a mission, trap or hidden sentry."""
    return {zone for kind, zone in draft.objects if kind != "sleeper"}
