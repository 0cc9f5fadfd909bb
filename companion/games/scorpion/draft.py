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
from companion.seats import Seat

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


MAP = "map"
"""The key under which two guard players keep the one setup that they mark together (Q40)."""


def draft_of(state: State, seat: str) -> Draft:
    """What a seat has picked so far; for one of two guard players its own hand and the shared map."""
    own = state.drafts.get(seat, Draft())
    if state.players < 4 or seat in INTRUDER_SIDE:
        return own
    return replace(state.drafts.get(MAP, Draft()), hand=own.hand)


def stage(state: State, seat: str) -> str | None:
    """The question that a seat's setup stands at; None while it waits for the other side, or is done."""
    if seat in state.confirmed:
        return None
    draft = draft_of(state, seat)
    if seat in INTRUDER_SIDE:
        return _intruders(state, Seat(seat), draft)
    return "choose_hand" if len(draft.hand) < hand_size(state) else _on_the_map(state, draft)


def hand_size(state: State) -> int:
    """R24, R27."""
    return GUARD_HAND if state.players < 4 else GUARD_HAND // 2


def _on_the_map(state: State, draft: Draft) -> str:
    if len(draft.posts) < POSTS:
        return "post_sentry"
    if draft.patrols and draft.patrols[-1][1] is None:
        return "face_patrol"
    if state.players == 4 and len(draft.arms) < len(draft.patrols):
        return "arm_patrol"
    if len(draft.patrols) < PATROLS:
        return "place_patrol"
    if len(draft.objects) < len(OBJECTS):
        kind = OBJECTS[len(draft.objects)]
        return "hide_sentry" if kind == "hidden_sentry" else f"hide_{kind}"
    return "confirm_setup"


def _intruders(state: State, seat: Seat, draft: Draft) -> str | None:
    mine = figures_of(state, seat)
    for figure in mine:
        if len(draft.hands.get(figure, ())) < HAND_SIZE[figure]:
            return f"choose_hand_{figure}"
    if len(draft.entrances) < ENTRANCES * len(mine) // len(FIGURES):
        before = NINJA in mine or NINJA in state.confirmed or state.drafts.get(NINJA, Draft()).entrances
        return "dig_passage" if before else None  # Q68: the ninja places the first entrance
    if NINJA in mine and NINJA not in draft.starts:
        return "start_ninja"
    if not all(seat in state.confirmed for seat in guard_seats(state)) and TRAITOR in mine:
        return None  # R58: the traitor must not start where a guard stands
    if TRAITOR in mine and TRAITOR not in draft.starts:
        return "start_traitor"
    return "confirm_setup"


def drafted(state: State, seat: str, choice: str) -> tuple[str, Draft]:
    """The setup with one more pick, and the key it is kept under."""
    if state.players < 4 or seat in INTRUDER_SIDE:
        draft = state.drafts.get(seat, Draft())
        return seat, _with(state, draft, stage(state, seat) or "", choice)
    # The other guard player's hand is not known here: what a pick is about is told by its form.
    if choice.startswith("card:"):
        return seat, _with(state, state.drafts.get(seat, Draft()), "choose_hand", choice)
    draft = state.drafts.get(MAP, Draft())
    return MAP, _with(state, draft, _on_the_map(state, draft), choice)


def _with(state: State, draft: Draft, ask: str, choice: str) -> Draft:
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
    if ask == "arm_patrol":
        return replace(draft, arms=(*draft.arms, what))
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
