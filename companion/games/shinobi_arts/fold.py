"""How a copy changes when its owner is told of an event. Never asks whose copy it is, and is total over UNKNOWN."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from companion.events import Event
from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.doing import can_do, card_of, step_of
from companion.games.shinobi_arts.laying import decode
from companion.games.shinobi_arts.names import (
    ATTACK,
    DEFECT,
    HAND,
    JUDGING,
    NINPO,
    OUGI,
    OVER,
    PARTNER,
    SEIZE,
    TURN,
    VALUABLE,
    at,
    number,
    places,
)
from companion.games.shinobi_arts.state import (
    SECOND,
    Attack,
    Card,
    Doing,
    Player,
    Second,
    Slot,
    State,
    free_place,
    table_places,
    with_player,
    without,
)
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import UNKNOWN, Unknown

E = TypeVar("E", bound=Event)
Seen = dict[str, tuple[Seat, ...]]
_FOLDS: Final[dict[type[Event], Callable[[State, Any], State]]] = {}


def folds(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Registers the fold of one kind of event."""

    def register(fold: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _FOLDS[kind] = fold
        return fold

    return register


def evolve(state: State, event: Event) -> State:
    """The copy after the event as its owner was told it; what only the session tells changes nothing."""
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def _or(told: Card, before: Card | None) -> Card:
    """What was told, else what this copy knew of it before."""
    if told is not UNKNOWN:
        return told
    return UNKNOWN if before is None else before


# ---- who has seen what ------------------------------------------------------------------------------------------


def _saw(seen: Seen, place: str, seats: Iterable[Seat]) -> Seen:
    """`seen` with a place that more seats know."""
    before = seen.get(place, ())
    more = tuple(seat for seat in seats if seat not in before)
    if not more:
        return seen
    seen = seen.copy()
    seen[place] = tuple(sorted((*before, *more)))
    return seen


def _forget(seen: Seen, *gone: str) -> Seen:
    """`seen` without places whose card is another one now."""
    for place in gone:
        if place in seen:
            return {place: seats for place, seats in seen.items() if place not in gone}
    return seen


def _move(seen: Seen, source: str, target: str, but: Seat | None, more: Iterable[Seat] = ()) -> Seen:
    """`seen` after a card went from one place to another: who knew it knows it there. but: the new owner."""
    moved = {*seen.get(source, ()), *more} - {but}
    seen = _forget(seen, source, target)
    return _saw(seen, target, sorted(moved)) if moved else seen


def _look(state: State, seen: Seen, seat: Seat, looked: Iterable[str]) -> tuple[Seen, tuple[tuple[Seat, str], ...]]:
    """After a seat looked at places: with real cards it must show the referee those that nobody has shown yet."""
    physical = state.options.deck == "physical"
    due: list[tuple[Seat, str]] = []
    for place in looked:
        owner, _, what = place.partition(".")
        if physical and not {REFEREE, TABLE} & set(seen.get(place, ())):
            due.append((seat, place))
        if what == "" or owner != seat:
            seen = _saw(seen, place, (seat,))
    return seen, (*state.due, *due)


# ---- effects that go on -----------------------------------------------------------------------------------------


def _settled(state: State) -> State:
    """The effect at the next step that can be done; none when it is over. Steps that cannot be done are skipped."""
    doing = state.doing
    if doing is None or state.second is not None:
        return state
    steps = card_of(state, doing).effect
    while doing.step < len(steps) and (steps[doing.step].do == do.EXTRA_TURN or not can_do(state, doing)):
        doing = replace(doing, step=doing.step + 1, drawn=0, target=None)
    return replace(state, doing=doing if doing.step < len(steps) else None)


def _step_done(state: State) -> State:
    """The step of the effect was done."""
    doing = state.doing
    if doing is None:
        return state
    about = state.about
    if about:
        about = {seat: picks for seat, picks in about.items() if seat != doing.seat}
    return _settled(replace(state, doing=replace(doing, step=doing.step + 1, drawn=0, target=None), about=about))


def _begin(state: State, seat: Seat, use: str, card: str, slot: str | None) -> State:
    effect = (state.cards.ninjutsu if use == NINPO else state.cards.partners)[card].effect
    about = {owner: picks for owner, picks in state.about.items() if owner != seat} if state.about else state.about
    extra = state.extra_turn or any(step.do == do.EXTRA_TURN for step in effect)
    return _settled(replace(state, doing=Doing(seat, use, card, slot), about=about, extra_turn=extra, free_done=True))


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
    _, due = _look(state, state.seen, event.seat, (at(event.seat, PARTNER),))
    return replace(state, players=with_player(state, event.seat, partner=event.partner), due=due)


@folds(e.NinjutsuDealt)
def _ninjutsu_dealt(state: State, event: e.NinjutsuDealt) -> State:
    slots = places("n", HAND)
    cards = event.cards if isinstance(event.cards, tuple) else (UNKNOWN,) * HAND
    held = {slot: Slot(card) for slot, card in zip(slots, cards, strict=True)}
    _, due = _look(state, state.seen, event.seat, [at(event.seat, slot) for slot in slots])
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
    seen, due = _look(state, state.seen, event.seat, (event.slot,))
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
        seen=_forget(state.seen, at(event.seat, event.slot)),
        main_done=state.main_done or event.use in (SEIZE, ATTACK),
        free_done=state.free_done or event.use == DEFECT,
    )
    return _begin(state, event.seat, NINPO, event.card, event.slot) if event.use == NINPO else state


def _drop(state: State, seat: Seat, slot: str) -> dict[str, Player]:
    held = {place: card for place, card in state.players[seat].ninjutsu.items() if place != slot}
    return with_player(state, seat, ninjutsu=held)


@folds(e.NinjutsuSpent)
def _spent(state: State, event: e.NinjutsuSpent) -> State:
    doing = state.doing
    if doing is not None and doing.seat == event.seat and doing.slot == event.slot:
        doing = replace(doing, slot=None)
    players = _drop(state, event.seat, event.slot)
    return replace(state, players=players, discard=(*state.discard, event.card), doing=doing)


@folds(e.Seized)
def _seized(state: State, event: e.Seized) -> State:
    value = _or(event.valuable, state.table.get(event.slot))
    table = {place: card for place, card in state.table.items() if place != event.slot}
    seen, due = _look(state, state.seen, event.seat, (event.slot,))
    state = replace(state, table=table, seen=seen)
    added = due[len(state.due) :]
    state = _receive(state, event.seat, value, event.slot, event.slot)
    if added:
        place = at(event.seat, VALUABLE) if state.second is None else SECOND
        state = replace(state, due=(*state.due, (event.seat, place)))
    doing = state.doing
    return _step_done(state) if doing is not None and step_of(state, doing).do == do.TAKE_VALUABLE else state


def _receive(state: State, seat: Seat, value: Card, source: str, back: str, more: Iterable[Seat] = ()) -> State:
    """A valuable comes into a hand, as the second where one is held (K16). back: where one is put back then."""
    if state.players[seat].valuable is None:
        seen = _move(state.seen, source, at(seat, VALUABLE), seat, more)
        return replace(state, players=with_player(state, seat, valuable=value), seen=seen)
    seen = _move(state.seen, source, SECOND, seat, more)
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
    seen = _saw(_forget(state.seen, mine, SECOND, event.slot), event.slot, (event.seat, *known))
    if known:
        seen = _saw(seen, mine, known)
    players = with_player(state, event.seat, valuable=kept)
    state = replace(state, players=players, table={**state.table, event.slot: put}, seen=seen, second=None)
    return _settled(state)


@folds(e.AttackDeclared)
def _attack_declared(state: State, event: e.AttackDeclared) -> State:
    return replace(state, attack=Attack(event.seat, event.target, event.card, event.kind))


@folds(e.Defended)
def _defended(state: State, event: e.Defended) -> State:
    return replace(state, attack=None)


@folds(e.ValuableTaken)
def _valuable_taken(state: State, event: e.ValuableTaken) -> State:
    value = _or(event.valuable, state.players[event.from_].valuable)
    state = replace(state, players=with_player(state, event.from_, valuable=None), attack=None)
    source = at(event.from_, VALUABLE)
    back = "" if state.players[event.to].valuable is None else free_place(state)
    return _receive(state, event.to, value, source, back, (event.from_,))


# ---- effects ----------------------------------------------------------------------------------------------------


@folds(e.PartnerUsed)
def _partner_used(state: State, event: e.PartnerUsed) -> State:
    state = replace(
        state,
        players=with_player(state, event.seat, partner=None, ougi_used=True),
        discard=(*state.discard, event.partner),
        seen=_forget(state.seen, at(event.seat, PARTNER)),
    )
    if state.attack is not None:
        return state  # it repels, and begins nothing
    return _begin(state, event.seat, OUGI, event.partner, None)


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
    seen, due = _look(state, state.seen, event.seat, event.what)
    state = replace(state, seen=seen, due=due)
    if isinstance(event.values, tuple):
        for place, card in zip(event.what, event.values, strict=True):
            if card is not UNKNOWN:
                state = _learn(state, place, card)
    doing = state.doing
    if doing is not None:
        looked = tuple(place for place in event.what if "." not in place)
        state = replace(state, doing=replace(doing, looked=(*doing.looked, *looked)))
    return _step_done(state)


def _gain(player: Player, slot: str, card: Slot) -> dict[str, Slot]:
    """A player's cards with one more, in the order of their numbers (KQ18)."""
    held = {**player.ninjutsu, slot: card}
    return {name: held[name] for name in sorted(held, key=number)}


@folds(e.NinjutsuDrawn)
def _drawn(state: State, event: e.NinjutsuDrawn) -> State:
    held = _gain(state.players[event.seat], event.slot, Slot(event.card))
    seen, due = _look(state, state.seen, event.seat, (at(event.seat, event.slot),))
    players = with_player(state, event.seat, ninjutsu=held)
    state = replace(state, players=players, stock=state.stock[1:], seen=seen, due=due)
    doing = state.doing
    if doing is None:
        return state
    drawn = doing.drawn + 1
    if drawn < step_of(state, doing).count and state.stock:
        return replace(state, doing=replace(doing, drawn=drawn))
    return _step_done(state)


@folds(e.NinjutsuTaken)
def _ninjutsu_taken(state: State, event: e.NinjutsuTaken) -> State:
    used = state.players[event.from_].ninjutsu[event.from_slot].used
    state = replace(state, players=_drop(state, event.from_, event.from_slot))
    held = _gain(state.players[event.to], event.slot, Slot(event.card, True, used))
    return _step_done(replace(state, players=with_player(state, event.to, ninjutsu=held)))


@folds(e.NinjutsuDiscarded)
def _discarded(state: State, event: e.NinjutsuDiscarded) -> State:
    players = _drop(state, event.seat, event.slot)
    seen = _forget(state.seen, at(event.seat, event.slot))
    return _step_done(replace(state, players=players, discard=(*state.discard, event.card), seen=seen))


def _turn(state: State, seat: Seat, slot: str, card: str, face_up: bool) -> dict[str, Player]:
    held = state.players[seat].ninjutsu.copy()
    held[slot] = Slot(card, face_up, held[slot].used)
    return with_player(state, seat, ninjutsu=held)


@folds(e.NinjutsuExposed)
def _exposed(state: State, event: e.NinjutsuExposed) -> State:
    seen = _forget(state.seen, at(event.seat, event.slot))
    return _step_done(replace(state, players=_turn(state, event.seat, event.slot, event.card, True), seen=seen))


@folds(e.NinjutsuCovered)
def _covered(state: State, event: e.NinjutsuCovered) -> State:
    seen = _saw(state.seen, at(event.seat, event.slot), (TABLE,))
    return _step_done(replace(state, players=_turn(state, event.seat, event.slot, event.card, False), seen=seen))


@folds(e.PlacesSwapped)
def _places_swapped(state: State, event: e.PlacesSwapped) -> State:
    one, other = event.slots
    table = {**state.table, one: state.table[other], other: state.table[one]}
    seen = _forget(state.seen, one, other)
    for source, target in ((one, other), (other, one)):
        seen = _saw(seen, target, state.seen.get(source, ()))
    return _step_done(replace(state, table=table, seen=seen))


@folds(e.Exchanged)
def _exchanged(state: State, event: e.Exchanged) -> State:
    mine = at(event.seat, VALUABLE)
    given = _or(event.given, state.players[event.seat].valuable)
    taken = _or(event.taken, state.table[event.slot])
    seen = _forget(state.seen, mine, event.slot)
    seen = _saw(seen, event.slot, (event.seat, *state.seen.get(mine, ())))
    seen = _saw(seen, mine, [seat for seat in state.seen.get(event.slot, ()) if seat != event.seat])
    due = state.due
    if state.options.deck == "physical" and REFEREE not in seen.get(mine, ()):
        due = (*due, (event.seat, mine))
    players = with_player(state, event.seat, valuable=taken)
    return _step_done(replace(state, players=players, table={**state.table, event.slot: given}, seen=seen, due=due))


@folds(e.TableSwapped)
def _table_swapped(state: State, event: e.TableSwapped) -> State:
    # Only where the new card is known is it known which of the unused are left, the old one among them.
    unused: tuple[Card, ...] = (UNKNOWN,) * len(state.unused)
    if event.valuable is not UNKNOWN:
        unused = (*without(state.unused, event.valuable), state.table[event.slot])
    table = {**state.table, event.slot: event.valuable}
    return _step_done(replace(state, table=table, unused=unused, seen=_forget(state.seen, event.slot)))


@folds(e.Defected)
def _defected(state: State, event: e.Defected) -> State:
    return replace(state, players=with_player(state, event.seat, defected=True), free_done=True)


@folds(e.LeftCastle)
def _left(state: State, event: e.LeftCastle) -> State:
    return replace(state, players=with_player(state, event.seat, left=True))


@folds(e.LastTurnsBegan)
def _last_turns(state: State, event: e.LastTurnsBegan) -> State:
    return replace(state, last_turns=True, to_act=event.to_act)


@folds(e.CardScanned)
def _scanned(state: State, event: e.CardScanned) -> State:
    place = event.place
    due = tuple(entry for entry in state.due if entry != (event.seat, place))
    seen = _saw(state.seen, place, (REFEREE,))
    state = replace(state, due=due, seen=seen)
    return state if isinstance(event.card, Unknown) else _learn(state, place, event.card)


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
