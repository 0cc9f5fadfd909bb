"""A loaded position goes on from where it stands, if what it says to be open can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from companion.chance import Chance
from companion.events import Event
from companion.game import BadOpening
from companion.games.shinobinogi import asks, effects, fold, setup, turns
from companion.games.shinobinogi.names import DRAW, MAIN, SEATS, SETUP, START
from companion.games.shinobinogi.scanning import pool, real
from companion.games.shinobinogi.state import State, running
from companion.games.shinobinogi.telling import Telling
from companion.games.shinobinogi.verbs import whose
from companion.seats import REFEREE, Seat
from companion.unknown import TEXT, UNKNOWN

MOST_PAID = 9


def settled(blank: State, laid: Iterable[Event], chance: Chance) -> list[Event]:
    """What happens at once in a loaded position, until a seat is asked. Raises BadOpening."""
    state = blank
    for event in laid:
        state = fold.evolve(state, event)
    check(state)
    telling = Telling(state, REFEREE, chance)
    for seat in SEATS:
        telling.check_captured(seat)
    if telling.over:
        return telling.events
    for seat in SEATS:
        _ask_for_drawn(telling, seat)
    if state.phase == START:
        turns.stand(telling)
    elif state.phase == DRAW:
        turns.refill(telling)
    elif state.phase == MAIN:
        effects.go_on(telling)
    elif state.phase == SETUP and all(state.halves[seat].front is not None for seat in SEATS):
        setup.deal(telling)
    return telling.events


def _ask_for_drawn(telling: Telling, seat: Seat) -> None:
    """Real cards of a hand that were not shown yet, where each is shown as it is drawn."""
    if not telling.real or telling.now.options.scan != "drawn":
        return
    hand = enumerate(telling.half(seat).hand, 1)
    missing = [f"h{number}" for number, card in hand if card is UNKNOWN and (seat, f"h{number}") not in telling.now.due]
    telling.ask_for(seat, *missing)


def check(state: State) -> None:
    """What is open must be what a game could have come to. Raises BadOpening naming the key."""
    busy = state.frames or state.attacked or state.entering or state.named or state.looking
    if busy and state.phase not in (MAIN, "over"):
        raise BadOpening(f"position, phase: cards are used in the main phase (S22), not in {state.phase}")
    for at, frame in enumerate(frame for frame in state.frames if frame.card):
        if not 1 <= frame.column <= state.options.columns or not 0 <= frame.paid <= MOST_PAID:
            raise BadOpening(f"position, open.uses.{at}: write the column of the card, and how much of it is paid")
        if not 0 <= frame.left <= 20 or frame.step < 0:
            raise BadOpening(f"position, open.uses.{at}.left: write a number from 0 to 20")
    if state.frames and not state.frames[-1].step:
        frame = state.frames[-1]
        lying = len(state.halves[frame.seat].mana[frame.column - 1])
        if frame.left > lying:
            raise BadOpening(
                f"position, resolving: {frame.left} MANA of column {frame.column} cannot be released (S30)"
            )
    step = running(state)
    if state.attacked is not None and (step is None or step.do != "attack"):
        raise BadOpening("position, open.attacked: no attack is going on")
    if state.entering is not None and not effects.entry_ways(state, state.entering[0]):
        raise BadOpening("position, open.entering: it cannot be used as it comes in (SQ26)")
    if state.looking:
        deck = state.halves[whose(state.frames[-1], step)].deck if step is not None and step.do == "reorder" else ()
        if deck[: len(state.looking)] != state.looking:
            raise BadOpening("position, open.looking: these are not the top of the deck that is put in order")
    _check_named(state)
    for seat in SEATS:
        _check_unseen(state, seat)
        asked = asks.prompt(state, seat)
        if asked is not None and not asked.choices:
            raise BadOpening(f"position, resolving: {seat} would be asked {asked.ask} here, and has nothing to answer")
    for seat in SEATS:
        _check_picks(f"prompts.{seat}.about", state.about.get(seat, ()), partial(_with_about, state, seat))


def _check_unseen(state: State, seat: Seat) -> None:
    """Of real cards that were not seen there are no more than are left of the player's two decks."""
    half = state.halves[seat]
    faces = (*half.hand, *half.deck, *(held.card for column in half.set for held in column))
    unseen, left = faces.count(UNKNOWN), pool(state, seat).total()
    if real(state) and len(half.team) == len(SEATS) and half.front is not None and unseen > left:
        raise BadOpening(f"position, {seat}.deck: {unseen} cards are {TEXT} in all, but only {left} of his are left")


def _check_named(state: State) -> None:
    _check_picks("open.named", state.named, lambda picks: replace(state, named=picks))


def _with_about(state: State, seat: Seat, picks: tuple[str, ...]) -> State:
    others = {owner: begun for owner, begun in state.about.items() if owner != seat}
    return replace(state, about={**others, seat: picks} if picks else others)


def _check_picks(key: str, picks: tuple[object, ...], after: Callable[[tuple[str, ...]], State]) -> None:
    """Each pick of an unfinished step must have been offered after those before it."""
    for count, choice in enumerate(picks):
        state = after(tuple(str(pick) for pick in picks[:count]))
        prompts = [prompt for seat in SEATS if (prompt := asks.prompt(state, seat)) is not None]
        if not any(choice in prompt.choices for prompt in prompts):
            raise BadOpening(f"position, {key}: {choice} could not be picked here")
