"""What the folds have in common: their list, who has seen which card, and effects that go on from step to step."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.folding import Folds
from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts.doing import can_do, card_of
from companion.games.shinobi_arts.names import (
    NINPO,
)
from companion.games.shinobi_arts.state import (
    Card,
    Doing,
    Player,
    State,
    with_player,
)
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import UNKNOWN

Seen = dict[str, tuple[Seat, ...]]
folds: Folds[State] = Folds()


def either(told: Card, before: Card | None) -> Card:
    """What was told, else what this copy knew of it before."""
    if told is not UNKNOWN:
        return told
    return UNKNOWN if before is None else before


# ---- who has seen what ------------------------------------------------------------------------------------------


def saw(seen: Seen, place: str, seats: Iterable[Seat]) -> Seen:
    """`seen` with a place that more seats know."""
    before = seen.get(place, ())
    more = tuple(seat for seat in seats if seat not in before)
    if not more:
        return seen
    seen = seen.copy()
    seen[place] = tuple(sorted((*before, *more)))
    return seen


def forget(seen: Seen, *gone: str) -> Seen:
    """`seen` without places whose card is another one now."""
    for place in gone:
        if place in seen:
            return {place: seats for place, seats in seen.items() if place not in gone}
    return seen


def move(seen: Seen, source: str, target: str, but: Seat | None, more: Iterable[Seat] = ()) -> Seen:
    """`seen` after a card went from one place to another: who knew it knows it there. but: the new owner."""
    moved = {*seen.get(source, ()), *more} - {but}
    seen = forget(seen, source, target)
    return saw(seen, target, sorted(moved)) if moved else seen


def look(state: State, seen: Seen, seat: Seat, looked: Iterable[str]) -> tuple[Seen, tuple[tuple[Seat, str], ...]]:
    """After a seat looked at places: with real cards it must show the referee those that nobody has shown yet."""
    physical = state.options.deck == "physical"
    due: list[tuple[Seat, str]] = []
    for place in looked:
        owner, _, what = place.partition(".")
        if physical and not {REFEREE, TABLE} & set(seen.get(place, ())):
            due.append((seat, place))
        if what == "" or owner != seat:
            seen = saw(seen, place, (seat,))
    return seen, (*state.due, *due)


# ---- effects that go on -----------------------------------------------------------------------------------------


def settled(state: State) -> State:
    """The effect at the next step that can be done; none when it is over. Steps that cannot be done are skipped."""
    doing = state.doing
    if doing is None or state.second is not None:
        return state
    steps = card_of(state, doing).effect
    while doing.step < len(steps) and (steps[doing.step].do == do.EXTRA_TURN or not can_do(state, doing)):
        doing = replace(doing, step=doing.step + 1, drawn=0, target=None)
    return replace(state, doing=doing if doing.step < len(steps) else None)


def step_done(state: State) -> State:
    """The step of the effect was done."""
    doing = state.doing
    if doing is None:
        return state
    about = state.about
    if about:
        about = {seat: picks for seat, picks in about.items() if seat != doing.seat}
    return settled(replace(state, doing=replace(doing, step=doing.step + 1, drawn=0, target=None), about=about))


def begin(state: State, seat: Seat, use: str, card: str, slot: str | None) -> State:
    effect = (state.cards.ninjutsu if use == NINPO else state.cards.partners)[card].effect
    about = {owner: picks for owner, picks in state.about.items() if owner != seat} if state.about else state.about
    extra = state.extra_turn or any(step.do == do.EXTRA_TURN for step in effect)
    return settled(replace(state, doing=Doing(seat, use, card, slot), about=about, extra_turn=extra, free_done=True))


def drop(state: State, seat: Seat, slot: str) -> dict[str, Player]:
    held = {place: card for place, card in state.players[seat].ninjutsu.items() if place != slot}
    return with_player(state, seat, ninjutsu=held)
