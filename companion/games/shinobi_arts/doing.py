"""How an effect goes on: which objects its step may have, and whether a step can be done at all (KQ33, KQ36).

Whether a step can be done hangs on public facts alone, so an offer tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts.cards import Card
from companion.games.shinobi_arts.effects import Step
from companion.games.shinobi_arts.names import NINPO, OUGI, number
from companion.games.shinobi_arts.state import Doing, Player, State, in_reach
from companion.seats import Seat

PLACES: Final = {do.TAKE_VALUABLE: 1, do.SWAP_UNUSED: 1, do.EXCHANGE: 1, do.SWAP_PLACES: 2}
"""Steps whose objects are places of the table, and how many each has; `look` has as many as its card says."""


def card_of(state: State, doing: Doing) -> Card:
    """The card whose effect is being done."""
    return (state.cards.ninjutsu if doing.use == NINPO else state.cards.partners)[doing.card]


def step_of(state: State, doing: Doing) -> Step:
    """The step at which an effect stands."""
    return card_of(state, doing).effect[doing.step]


def fits(held: Player, face: str, but: str | None = None) -> list[str]:
    """The places of a player's cards that lie so: `up`, `down` or `any`. but: the card in use."""
    return [
        slot
        for slot, card in held.ninjutsu.items()
        if slot != but and (face == "any" or card.face_up == (face == "up"))
    ]


def _face(step: Step) -> str:
    """How an other's card must lie to be an object of the step."""
    return {do.TAKE_NINJUTSU: "up", do.EXPOSE: "down"}.get(step.do, step.face)


def own_cards(state: State, doing: Doing, step: Step) -> list[str]:
    """The user's cards that may be objects, never the one in use."""
    face = "up" if step.do == do.COVER else step.face
    return fits(state.players[doing.seat], face, doing.slot)


def players(state: State, doing: Doing, step: Step) -> list[Seat]:
    """The other players that may be objects of a step (KQ25)."""
    others = in_reach(state, doing.seat)
    if step.do == do.LOOK:
        if step.at == "hand":
            return others
        return [seat for seat in others if state.players[seat].valuable is not None]
    face = _face(step)
    return [seat for seat in others if fits(state.players[seat], face)]


def can_do(state: State, doing: Doing) -> bool:
    """True when the step at which an effect stands can be done now; public facts alone decide."""
    step = step_of(state, doing)
    if step.aim == "player":
        return bool(players(state, doing, step))
    if step.aim == "own":
        return bool(own_cards(state, doing, step))
    return _CAN[step.do](state, doing)


def _exchange(state: State, doing: Doing) -> bool:
    return state.players[doing.seat].valuable is not None and bool(state.table)


_CAN: Final[dict[str, Callable[[State, Doing], bool]]] = {
    do.LOOK: lambda state, doing: bool(state.table),
    do.TAKE_VALUABLE: lambda state, doing: any(place in state.table for place in doing.looked),
    do.DRAW: lambda state, doing: bool(state.stock),
    do.SWAP_PLACES: lambda state, doing: len(state.table) > 1,
    do.SWAP_UNUSED: lambda state, doing: bool(state.table) and bool(state.unused),
    do.EXCHANGE: _exchange,
    do.EXTRA_TURN: lambda state, doing: True,
    do.REPEL: lambda state, doing: False,
}


def begun(state: State, seat: Seat, choice: str) -> Doing | None:
    """The effect that a `ninpo:nN` or `ougi` of a seat begins; None where its card is not known or not there."""
    use, _, slot = choice.partition(":")
    if use == OUGI:
        partner = state.players[seat].partner
        return Doing(seat, OUGI, partner) if isinstance(partner, str) else None
    held = state.players[seat].ninjutsu.get(slot)
    if held is None or not isinstance(held.card, str):
        return None
    return Doing(seat, NINPO, held.card, slot)


def candidates(state: State, doing: Doing, picks: Sequence[str]) -> Sequence[str] | None:
    """What may be chosen next for the step; None when it has all its objects."""
    step = step_of(state, doing)
    if step.aim == "player":
        if not picks:
            return players(state, doing, step)
        if step.do == do.LOOK or step.chooser == "owner" or len(picks) > 1:
            return None
        return fits(state.players[picks[0]], _face(step))
    if step.aim == "own":
        return None if picks else own_cards(state, doing, step)
    wanted = step.count if step.do == do.LOOK else PLACES.get(step.do, 0)
    if step.do == do.TAKE_VALUABLE:
        return None if picks else [place for place in doing.looked if place in state.table]
    if len(picks) >= min(wanted, len(state.table)):
        return None
    return [place for place in sorted(state.table, key=number) if place not in picks]


def resolve(state: State, doing: Doing, explicit: Sequence[str]) -> tuple[list[str], Sequence[str] | None]:
    """All objects of a step so far, those that need no question among them; and what is asked next, None if nothing."""
    waiting = list(explicit)
    picks: list[str] = []
    step = step_of(state, doing)
    table = sorted(state.table, key=number)
    if step.do in (do.LOOK, do.SWAP_PLACES) and step.aim != "player":
        wanted = step.count if step.do == do.LOOK else PLACES[step.do]
        if len(table) <= wanted:
            return table, None
    while (offered := candidates(state, doing, picks)) is not None:
        if len(offered) == 1:
            picks.append(offered[0])
        elif waiting:
            picks.append(waiting.pop(0))
        else:
            return picks, offered
    return picks, None


def owner_of_choice(state: State, doing: Doing, picks: Sequence[str]) -> Seat | None:
    """The owner who must choose the card himself, None where the user has chosen or nobody needs to."""
    step = step_of(state, doing)
    return Seat(picks[0]) if step.chooser == "owner" else None
