"""How a copy changes when its owner is told of an event. Never asks whose copy it is, and is total over UNKNOWN.

Importing this registers the folds of effects too.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.events import Event
from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts import fold_effects
from companion.games.shinobi_arts.doing import step_of
from companion.games.shinobi_arts.folding import (
    begin,
    drop,
    either,
    folds,
    forget,
    look,
    move,
    saw,
    settled,
    step_done,
)
from companion.games.shinobi_arts.laying import decode
from companion.games.shinobi_arts.names import (
    ATTACK,
    DEFECT,
    HAND,
    JUDGING,
    NINPO,
    OVER,
    PARTNER,
    SEIZE,
    TURN,
    VALUABLE,
    at,
    places,
)
from companion.games.shinobi_arts.state import (
    SECOND,
    Attack,
    Card,
    Player,
    Second,
    Slot,
    State,
    free_place,
    table_places,
    with_player,
    without,
)
from companion.seats import REFEREE, Seat
from companion.unknown import UNKNOWN

__all__ = ["evolve", "fold_effects"]


def evolve(state: State, event: Event) -> State:
    """The copy after the event as its owner was told it; what only the session tells changes nothing."""
    return folds.fold(state, event)


# ---- a step that is not finished --------------------------------------------------------------------------------


@folds(e.Chosen)
def _chosen(state: State, event: e.Chosen) -> State:
    picks = (*state.about.get(event.seat, ()), event.choice)
    return replace(state, about={**state.about, event.seat: picks})


# ---- game and round ---------------------------------------------------------------------------------------------


@folds(e.RoundBegan)
def _round_began(state: State, event: e.RoundBegan) -> State:
    seats = state.seats
    laid = table_places(state)
    return replace(
        state,
        round=event.round,
        start=event.start,
        whose=None,
        phase=TURN,
        players={seat: Player() for seat in seats},
        table=dict.fromkeys(laid, UNKNOWN),
        unused=(UNKNOWN,) * (len(state.cards.valuables) - len(laid)),
        stock=(UNKNOWN,) * (len(state.cards.all_ninjutsu) - HAND * len(seats)),
        discard=(),
        main_done=False,
        free_done=False,
        extra_turn=False,
        last_turns=False,
        to_act=(),
        about={},
        doing=None,
        attack=None,
        second=None,
        boxes=(),
        due=(),
        seen={},
    )


@folds(e.PilesLaid)
def _piles_laid(state: State, event: e.PilesLaid) -> State:
    return replace(state, table=event.table, unused=event.unused, stock=event.stock)


@folds(e.PartnerDealt)
def _partner_dealt(state: State, event: e.PartnerDealt) -> State:
    _, due = look(state, state.seen, event.seat, (at(event.seat, PARTNER),))
    return replace(state, players=with_player(state, event.seat, partner=event.partner), due=due)


@folds(e.NinjutsuDealt)
def _ninjutsu_dealt(state: State, event: e.NinjutsuDealt) -> State:
    slots = places("n", HAND)
    cards = event.cards if isinstance(event.cards, tuple) else (UNKNOWN,) * HAND
    held = {slot: Slot(card) for slot, card in zip(slots, cards, strict=True)}
    _, due = look(state, state.seen, event.seat, [at(event.seat, slot) for slot in slots])
    return replace(state, players=with_player(state, event.seat, ninjutsu=held), due=due)


@folds(e.FactionsOpened)
def _factions_opened(state: State, event: e.FactionsOpened) -> State:
    players = {seat: replace(player, faction=event.factions[seat]) for seat, player in state.players.items()}
    return replace(state, players=players)


@folds(e.TurnBegan)
def _turn_began(state: State, event: e.TurnBegan) -> State:
    players = state.players.copy()
    for seat, player in players.items():
        for used in player.ninjutsu.values():
            if used.used:
                fresh = {place: replace(slot, used=False) for place, slot in player.ninjutsu.items()}
                players[seat] = replace(player, ninjutsu=fresh)
                break
    players[event.seat] = replace(players[event.seat], turns=players[event.seat].turns + 1)
    return replace(
        state,
        whose=event.seat,
        players=players,
        main_done=False,
        free_done=False,
        extra_turn=False,
        to_act=tuple(seat for seat in state.to_act if seat != event.seat),
    )


# ---- ninjutsu cards and valuables -------------------------------------------------------------------------------


@folds(e.Investigated)
def _investigated(state: State, event: e.Investigated) -> State:
    seen, due = look(state, state.seen, event.seat, (event.slot,))
    table = state.table
    if event.valuable is not UNKNOWN:
        table = {**table, event.slot: event.valuable}
    return replace(state, table=table, seen=seen, due=due, main_done=True)


@folds(e.NinjutsuUsed)
def _used(state: State, event: e.NinjutsuUsed) -> State:
    held = state.players[event.seat].ninjutsu.copy()
    held[event.slot] = Slot(event.card, True, True)
    state = replace(
        state,
        players=with_player(state, event.seat, ninjutsu=held),
        seen=forget(state.seen, at(event.seat, event.slot)),
        main_done=state.main_done or event.use in (SEIZE, ATTACK),
        free_done=state.free_done or event.use == DEFECT,
    )
    return begin(state, event.seat, NINPO, event.card, event.slot) if event.use == NINPO else state


@folds(e.NinjutsuSpent)
def _spent(state: State, event: e.NinjutsuSpent) -> State:
    doing = state.doing
    if doing is not None and doing.seat == event.seat and doing.slot == event.slot:
        doing = replace(doing, slot=None)
    players = drop(state, event.seat, event.slot)
    return replace(state, players=players, discard=(*state.discard, event.card), doing=doing)


@folds(e.Seized)
def _seized(state: State, event: e.Seized) -> State:
    value = either(event.valuable, state.table.get(event.slot))
    table = {place: card for place, card in state.table.items() if place != event.slot}
    seen, due = look(state, state.seen, event.seat, (event.slot,))
    state = replace(state, table=table, seen=seen)
    added = due[len(state.due) :]
    state = _receive(state, event.seat, value, event.slot, event.slot)
    if added:
        place = at(event.seat, VALUABLE) if state.second is None else SECOND
        state = replace(state, due=(*state.due, (event.seat, place)))
    doing = state.doing
    return step_done(state) if doing is not None and step_of(state, doing).do == do.TAKE_VALUABLE else state


def _receive(state: State, seat: Seat, value: Card, source: str, back: str, more: Iterable[Seat] = ()) -> State:
    """A valuable comes into a hand, as the second where one is held (K16). back: where one is put back then."""
    if state.players[seat].valuable is None:
        seen = move(state.seen, source, at(seat, VALUABLE), seat, more)
        return replace(state, players=with_player(state, seat, valuable=value), seen=seen)
    seen = move(state.seen, source, SECOND, seat, more)
    return replace(state, second=Second(seat, value, back), seen=seen)


@folds(e.PutBack)
def _put_back(state: State, event: e.PutBack) -> State:
    second, mine = state.second, at(event.seat, VALUABLE)
    old = state.players[event.seat].valuable
    put: Card = event.valuable
    kept: Card | None = UNKNOWN
    # Whoever is not told which of the two it was may no longer be sure of either, even of those he has seen.
    if put is not UNKNOWN and second is not None:
        kept = second.valuable if put == old else old
    known = {seat for place in (mine, SECOND) for seat in state.seen.get(place, ()) if seat == REFEREE}
    seen = saw(forget(state.seen, mine, SECOND, event.slot), event.slot, (event.seat, *known))
    if known:
        seen = saw(seen, mine, known)
    players = with_player(state, event.seat, valuable=kept)
    state = replace(state, players=players, table={**state.table, event.slot: put}, seen=seen, second=None)
    return settled(state)


@folds(e.AttackDeclared)
def _attack_declared(state: State, event: e.AttackDeclared) -> State:
    return replace(state, attack=Attack(event.seat, event.target, event.card, event.kind))


@folds(e.Defended)
def _defended(state: State, event: e.Defended) -> State:
    return replace(state, attack=None)


@folds(e.ValuableTaken)
def _valuable_taken(state: State, event: e.ValuableTaken) -> State:
    value = either(event.valuable, state.players[event.from_].valuable)
    state = replace(state, players=with_player(state, event.from_, valuable=None), attack=None)
    source = at(event.from_, VALUABLE)
    back = "" if state.players[event.to].valuable is None else free_place(state)
    return _receive(state, event.to, value, source, back, (event.from_,))


@folds(e.Defected)
def _defected(state: State, event: e.Defected) -> State:
    return replace(state, players=with_player(state, event.seat, defected=True), free_done=True)


@folds(e.LeftCastle)
def _left(state: State, event: e.LeftCastle) -> State:
    return replace(state, players=with_player(state, event.seat, left=True))


@folds(e.LastTurnsBegan)
def _last_turns(state: State, event: e.LastTurnsBegan) -> State:
    return replace(state, last_turns=True, to_act=event.to_act)


@folds(e.TableLaid)
def _table_laid(state: State, event: e.TableLaid) -> State:
    return decode(state, event.position)


@folds(e.SeatLaid)
def _seat_laid(state: State, event: e.SeatLaid) -> State:
    return decode(state, event.position)


@folds(e.RefereeLaid)
def _referee_laid(state: State, event: e.RefereeLaid) -> State:
    return decode(state, event.position)


# ---- judging ----------------------------------------------------------------------------------------------------


@folds(e.ValuablesOpened)
def _opened(state: State, event: e.ValuablesOpened) -> State:
    players = state.players
    boxes: list[Seat] = []
    for seat, valuable in event.values.items():
        players = {**players, seat: replace(players[seat], valuable=valuable)}
        if any(step.do == do.REDRAW for step in state.cards.valuables[valuable].effect) and state.unused:
            boxes.append(Seat(seat))
    return replace(state, phase=JUDGING, whose=None, players=players, boxes=tuple(boxes))


@folds(e.BoxSwapped)
def _box_swapped(state: State, event: e.BoxSwapped) -> State:
    old = state.players[event.seat].valuable
    unused = state.unused
    if UNKNOWN not in unused:  # only the number of hidden cards is kept
        unused = (*without(unused, event.valuable), UNKNOWN if old is None else old)
    about = {seat: picks for seat, picks in state.about.items() if seat != event.seat}
    return replace(
        state,
        players=with_player(state, event.seat, valuable=event.valuable),
        unused=unused,
        boxes=tuple(seat for seat in state.boxes if seat != event.seat),
        about=about,
    )


@folds(e.BoxKept)
def _box_kept(state: State, event: e.BoxKept) -> State:
    return replace(state, boxes=tuple(seat for seat in state.boxes if seat != event.seat))


@folds(e.Judged)
def _judged(state: State, event: e.Judged) -> State:
    return replace(state, boxes=())


@folds(e.FameGained)
def _fame(state: State, event: e.FameGained) -> State:
    return replace(state, fame={**state.fame, event.seat: event.fame})


@folds(e.RoundEnded)
def _round_ended(state: State, event: e.RoundEnded) -> State:
    return replace(state, start=event.start)


@folds(e.GameOver)
def _game_over(state: State, event: e.GameOver) -> State:
    return replace(state, phase=OVER, whose=None, over=(event.winner, event.winners, event.reason))
