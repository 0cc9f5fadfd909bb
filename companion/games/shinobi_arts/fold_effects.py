"""How a copy changes by the effects of ninjutsu cards and partners, and by real cards that are shown."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.doing import step_of
from companion.games.shinobi_arts.folding import (
    begin,
    drop,
    either,
    folds,
    forget,
    look,
    saw,
    step_done,
)
from companion.games.shinobi_arts.names import (
    OUGI,
    PARTNER,
    VALUABLE,
    at,
    number,
)
from companion.games.shinobi_arts.state import (
    SECOND,
    Card,
    Player,
    Slot,
    State,
    with_player,
    without,
)
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import UNKNOWN, Unknown


@folds(e.PartnerUsed)
def _partner_used(state: State, event: e.PartnerUsed) -> State:
    state = replace(
        state,
        players=with_player(state, event.seat, partner=None, ougi_used=True),
        discard=(*state.discard, event.partner),
        seen=forget(state.seen, at(event.seat, PARTNER)),
    )
    if state.attack is not None:
        return state  # it repels, and begins nothing
    return begin(state, event.seat, OUGI, event.partner, None)


@folds(e.OwnerAsked)
def _owner_asked(state: State, event: e.OwnerAsked) -> State:
    doing = state.doing
    if doing is None:
        return state
    about = {seat: picks for seat, picks in state.about.items() if seat != event.seat}
    return replace(state, doing=replace(doing, target=event.owner), about=about)


def _learn(state: State, place: str, card: Card) -> State:
    """A copy that is told which card lies at a place."""
    owner, _, what = place.partition(".")
    if place == SECOND and state.second is not None:
        return replace(state, second=replace(state.second, valuable=card))
    if not what:
        return replace(state, table={**state.table, place: card})
    if what in (VALUABLE, PARTNER):
        return replace(state, players=with_player(state, owner, **{what: card}))
    held = state.players[owner].ninjutsu
    return replace(state, players=with_player(state, owner, ninjutsu={**held, what: replace(held[what], card=card)}))


@folds(e.Peeked)
def _peeked(state: State, event: e.Peeked) -> State:
    seen, due = look(state, state.seen, event.seat, event.what)
    state = replace(state, seen=seen, due=due)
    if isinstance(event.values, tuple):
        for place, card in zip(event.what, event.values, strict=True):
            if card is not UNKNOWN:
                state = _learn(state, place, card)
    doing = state.doing
    if doing is not None:
        looked = tuple(place for place in event.what if "." not in place)
        state = replace(state, doing=replace(doing, looked=(*doing.looked, *looked)))
    return step_done(state)


def _gain(player: Player, slot: str, card: Slot) -> dict[str, Slot]:
    """A player's cards with one more, in the order of their numbers (KQ18)."""
    held = {**player.ninjutsu, slot: card}
    return {name: held[name] for name in sorted(held, key=number)}


@folds(e.NinjutsuDrawn)
def _drawn(state: State, event: e.NinjutsuDrawn) -> State:
    held = _gain(state.players[event.seat], event.slot, Slot(event.card))
    seen, due = look(state, state.seen, event.seat, (at(event.seat, event.slot),))
    players = with_player(state, event.seat, ninjutsu=held)
    state = replace(state, players=players, stock=state.stock[1:], seen=seen, due=due)
    doing = state.doing
    if doing is None:
        return state
    drawn = doing.drawn + 1
    if drawn < step_of(state, doing).count and state.stock:
        return replace(state, doing=replace(doing, drawn=drawn))
    return step_done(state)


@folds(e.NinjutsuTaken)
def _ninjutsu_taken(state: State, event: e.NinjutsuTaken) -> State:
    used = state.players[event.from_].ninjutsu[event.from_slot].used
    state = replace(state, players=drop(state, event.from_, event.from_slot))
    held = _gain(state.players[event.to], event.slot, Slot(event.card, True, used))
    seen = forget(state.seen, at(event.from_, event.from_slot))
    return step_done(replace(state, players=with_player(state, event.to, ninjutsu=held), seen=seen))


@folds(e.NinjutsuDiscarded)
def _discarded(state: State, event: e.NinjutsuDiscarded) -> State:
    players = drop(state, event.seat, event.slot)
    seen = forget(state.seen, at(event.seat, event.slot))
    return step_done(replace(state, players=players, discard=(*state.discard, event.card), seen=seen))


def _turn(state: State, seat: Seat, slot: str, card: str, face_up: bool) -> dict[str, Player]:
    held = state.players[seat].ninjutsu.copy()
    held[slot] = Slot(card, face_up, held[slot].used)
    return with_player(state, seat, ninjutsu=held)


@folds(e.NinjutsuExposed)
def _exposed(state: State, event: e.NinjutsuExposed) -> State:
    seen = forget(state.seen, at(event.seat, event.slot))
    return step_done(replace(state, players=_turn(state, event.seat, event.slot, event.card, True), seen=seen))


@folds(e.NinjutsuCovered)
def _covered(state: State, event: e.NinjutsuCovered) -> State:
    seen = saw(state.seen, at(event.seat, event.slot), (TABLE,))
    return step_done(replace(state, players=_turn(state, event.seat, event.slot, event.card, False), seen=seen))


@folds(e.PlacesSwapped)
def _places_swapped(state: State, event: e.PlacesSwapped) -> State:
    one, other = event.slots
    table = {**state.table, one: state.table[other], other: state.table[one]}
    seen = forget(state.seen, one, other)
    for source, target in ((one, other), (other, one)):
        seen = saw(seen, target, state.seen.get(source, ()))
    return step_done(replace(state, table=table, seen=seen))


@folds(e.Exchanged)
def _exchanged(state: State, event: e.Exchanged) -> State:
    mine = at(event.seat, VALUABLE)
    given = either(event.given, state.players[event.seat].valuable)
    taken = either(event.taken, state.table[event.slot])
    seen = forget(state.seen, mine, event.slot)
    seen = saw(seen, event.slot, (event.seat, *state.seen.get(mine, ())))
    seen = saw(seen, mine, [seat for seat in state.seen.get(event.slot, ()) if seat != event.seat])
    due = state.due
    if state.options.deck == "physical" and REFEREE not in seen.get(mine, ()):
        due = (*due, (event.seat, mine))
    players = with_player(state, event.seat, valuable=taken)
    return step_done(replace(state, players=players, table={**state.table, event.slot: given}, seen=seen, due=due))


@folds(e.TableSwapped)
def _table_swapped(state: State, event: e.TableSwapped) -> State:
    # Only where the new card is known is it known which of the unused are left, the old one among them.
    unused: tuple[Card, ...] = (UNKNOWN,) * len(state.unused)
    if event.valuable is not UNKNOWN:
        unused = (*without(state.unused, event.valuable), state.table[event.slot])
    table = {**state.table, event.slot: event.valuable}
    return step_done(replace(state, table=table, unused=unused, seen=forget(state.seen, event.slot)))


@folds(e.CardScanned)
def _scanned(state: State, event: e.CardScanned) -> State:
    place = event.place
    due = tuple(entry for entry in state.due if entry != (event.seat, place))
    seen = saw(state.seen, place, (REFEREE,))
    state = replace(state, due=due, seen=seen)
    return state if isinstance(event.card, Unknown) else _learn(state, place, event.card)
