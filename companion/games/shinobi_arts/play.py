"""What follows from a legal pick, told on the referee's copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.asks import OUT_OF_HAND, ask_of, choosing, scanning
from companion.games.shinobi_arts.doing import begun, fits, owner_of_choice, resolve, step_of
from companion.games.shinobi_arts.names import ATTACK, DEFECT, DEFEND, JUDGING, NINPO, OUGI, SEIZE, VALUABLE, at
from companion.games.shinobi_arts.state import Doing, State, card_at, free_slot, holdings
from companion.games.shinobi_arts.telling import Telling
from companion.games.shinobi_arts.turns import end_round, end_turn
from companion.prompts import read
from companion.seats import Seat
from companion.unknown import UNKNOWN, Unknown

Card = str | Unknown


def play(telling: Telling, seat: Seat, choice: str) -> None:
    """Plays a legal pick to its end: the prompts after it are questions again."""
    name = ask_of(telling.now, seat)
    if name is not None:
        _PLAYS[name](telling, seat, choice)


# ---- a turn -----------------------------------------------------------------------------------------------------


def _turn(telling: Telling, seat: Seat, choice: str) -> None:
    pick = read(choice)
    parts = pick.what.split(":")
    if pick.form == "investigate":
        telling.tell(e.Investigated(seat, parts[0], telling.now.table[parts[0]]))
    elif pick.form == "seize":
        _use(telling, seat, parts[0], SEIZE)
        telling.tell(e.Seized(seat, parts[1], telling.now.table[parts[1]]))
    elif pick.form == "attack":
        card = _use(telling, seat, parts[0], ATTACK)
        telling.tell(e.AttackDeclared(seat, Seat(parts[2]), parts[0], card, parts[1]))
    elif pick.form in (NINPO, OUGI):
        _begin(telling, seat, (choice,))
    elif pick.form == DEFECT:
        if pick.what:
            _use(telling, seat, parts[0], DEFECT)
        telling.tell(e.Defected(seat))
    elif pick.form == "leave":
        telling.tell(e.LeftCastle(seat))
        end_turn(telling)
    elif pick.form == "end":
        end_turn(telling)


def _use(telling: Telling, seat: Seat, slot: str, use: str) -> str:
    """A ninjutsu card is used: turned up, and discarded at its last use (K27-K29, KQ33)."""
    held = telling.now.players[seat].ninjutsu[slot]
    card = str(held.card)
    spent = held.face_up or telling.now.cards.ninjutsu[card].uses == 1
    telling.tell(e.NinjutsuUsed(seat, slot, card, use))
    if spent:
        telling.tell(e.NinjutsuSpent(seat, slot, card))
    return card


# ---- effects ----------------------------------------------------------------------------------------------------


def _begin(telling: Telling, seat: Seat, picks: tuple[str, ...]) -> None:
    """An effect with these picks: told when all objects of its first step are chosen, else kept to its user."""
    doing = begun(telling.now, seat, picks[0])
    if doing is None:
        return
    objects, asked = resolve(telling.now, doing, picks[1:])
    if asked is not None:
        telling.tell(e.Chosen(seat, picks[-1]))
        return
    if doing.use == NINPO:
        _use(telling, seat, str(doing.slot), NINPO)
    else:
        telling.tell(e.PartnerUsed(seat, doing.card))
    now = telling.now.doing
    if now is not None and now.step == 0:  # an extra turn alone needs no doing
        _perform(telling, now, objects)
    go_on(telling)


def go_on(telling: Telling) -> None:
    """Does every further step that needs no question."""
    while True:
        doing = telling.now.doing
        if doing is None or doing.target is not None or telling.now.second is not None or telling.now.due:
            return
        objects, asked = resolve(telling.now, doing, ())
        if asked is not None:
            return
        _perform(telling, doing, objects)


def _perform(telling: Telling, doing: Doing, objects: list[str]) -> None:
    """Does one step of an effect with its objects."""
    step = step_of(telling.now, doing)
    owner = owner_of_choice(telling.now, doing, objects)
    if owner is not None and len(objects) == 1:
        face = "down" if step.do == do.EXPOSE else step.face
        theirs = fits(telling.now.players[owner], face)
        if len(theirs) > 1:
            telling.tell(e.OwnerAsked(doing.seat, owner))
            return
        objects = [owner, *theirs]
    _DOES[step.do](telling, doing, objects)


def _look(telling: Telling, doing: Doing, objects: list[str]) -> None:
    state = telling.now
    step = step_of(state, doing)
    if step.at == "hand":
        looked = holdings(state, Seat(objects[0]))
    elif step.at == VALUABLE:
        looked = (at(objects[0], VALUABLE),)
    else:
        looked = tuple(objects)
    cards: list[Card] = []
    for place in looked:
        card = card_at(state, place)
        cards.append(UNKNOWN if card is None else card)
    telling.tell(e.Peeked(doing.seat, looked, tuple(cards)))


def _take_valuable(telling: Telling, doing: Doing, objects: list[str]) -> None:
    telling.tell(e.Seized(doing.seat, objects[0], telling.now.table[objects[0]]))


def _draw(telling: Telling, doing: Doing, objects: list[str]) -> None:
    for _ in range(min(step_of(telling.now, doing).count, len(telling.now.stock))):
        slot = free_slot(telling.now.players[doing.seat])
        telling.tell(e.NinjutsuDrawn(doing.seat, slot, telling.now.stock[0]))


def _take_ninjutsu(telling: Telling, doing: Doing, objects: list[str]) -> None:
    owner, slot = Seat(objects[0]), objects[1]
    card = str(telling.now.players[owner].ninjutsu[slot].card)
    telling.tell(e.NinjutsuTaken(owner, slot, doing.seat, free_slot(telling.now.players[doing.seat]), card))


def _owner_and_slot(doing: Doing, objects: list[str]) -> tuple[Seat, str]:
    return (Seat(objects[0]), objects[1]) if len(objects) > 1 else (doing.seat, objects[0])


def _on_card(
    kind: Callable[[Seat, str, str], e.NinjutsuDiscarded | e.NinjutsuExposed | e.NinjutsuCovered],
) -> Callable[[Telling, Doing, list[str]], None]:
    def does(telling: Telling, doing: Doing, objects: list[str]) -> None:
        owner, slot = _owner_and_slot(doing, objects)
        telling.tell(kind(owner, slot, str(telling.now.players[owner].ninjutsu[slot].card)))

    return does


def _swap_places(telling: Telling, doing: Doing, objects: list[str]) -> None:
    telling.tell(e.PlacesSwapped((objects[0], objects[1])))


def _swap_unused(telling: Telling, doing: Doing, objects: list[str]) -> None:
    unused = telling.now.unused
    # With real cards the swap is done by hand, and nobody knows with which.
    card = UNKNOWN if UNKNOWN in unused else telling.chance.choose(unused)
    telling.tell(e.TableSwapped(objects[0], card))


def _exchange(telling: Telling, doing: Doing, objects: list[str]) -> None:
    state = telling.now
    mine = state.players[doing.seat].valuable
    given = UNKNOWN if mine is None else mine
    telling.tell(e.Exchanged(doing.seat, objects[0], state.table[objects[0]], given))


_DOES: Final[dict[str, Callable[[Telling, Doing, list[str]], None]]] = {
    do.LOOK: _look,
    do.TAKE_VALUABLE: _take_valuable,
    do.DRAW: _draw,
    do.TAKE_NINJUTSU: _take_ninjutsu,
    do.DISCARD: _on_card(e.NinjutsuDiscarded),
    do.EXPOSE: _on_card(e.NinjutsuExposed),
    do.COVER: _on_card(e.NinjutsuCovered),
    do.SWAP_PLACES: _swap_places,
    do.SWAP_UNUSED: _swap_unused,
    do.EXCHANGE: _exchange,
}


def _choose(telling: Telling, seat: Seat, choice: str) -> None:
    state = telling.now
    about = state.about.get(seat, ())
    if state.doing is None:
        _begin(telling, seat, (*about, choice))
        return
    doing, picks, _ = choosing(state, seat)
    if doing is None:
        return
    if doing.target is not None:
        _DOES[step_of(state, doing).do](telling, doing, [*picks, choice])
        go_on(telling)
        return
    objects, asked = resolve(state, doing, (*about, choice))
    if asked is not None:
        telling.tell(e.Chosen(seat, choice))
        return
    _perform(telling, doing, objects)
    go_on(telling)


# ---- the other questions ----------------------------------------------------------------------------------------


def _keep(telling: Telling, seat: Seat, choice: str) -> None:
    """One of two valuables is put back (K16, K19, KQ19)."""
    state = telling.now
    second, old = state.second, state.players[seat].valuable
    if second is None:
        return
    back: Card = second.valuable if choice == "old" else (UNKNOWN if old is None else old)
    telling.tell(e.PutBack(seat, second.place, back))
    go_on(telling)


def _defend(telling: Telling, seat: Seat, choice: str) -> None:
    """K31, K32; with Saizo the attacker loses what he holds (KQ12, KQ23)."""
    attack = telling.now.attack
    if attack is None:
        return
    if choice == "pass":
        _takes(telling, seat, attack.seat)
        return
    if choice != OUGI:
        _use(telling, seat, choice, DEFEND)
        telling.tell(e.Defended(seat, choice))
        return
    telling.tell(e.PartnerUsed(seat, str(telling.now.players[seat].partner)))
    telling.tell(e.Defended(seat, OUGI))
    if telling.now.players[attack.seat].valuable is not None:
        _takes(telling, attack.seat, seat)


def _takes(telling: Telling, loser: Seat, winner: Seat) -> None:
    card = telling.now.players[loser].valuable
    telling.tell(e.ValuableTaken(loser, winner, UNKNOWN if card is None else card))


def _box(telling: Telling, seat: Seat, choice: str) -> None:
    """KQ22: what is drawn is opened at once."""
    state = telling.now
    if choice == "keep":
        telling.tell(e.BoxKept(seat))
    elif UNKNOWN in state.unused:
        telling.tell(e.Chosen(seat, choice))  # a real card is drawn by hand, and shown to the referee next
        return
    else:
        telling.tell(e.BoxSwapped(seat, str(telling.chance.choose(state.unused))))
    _after_box(telling)


def _after_box(telling: Telling) -> None:
    if not telling.now.boxes:
        end_round(telling)


def _scan(telling: Telling, seat: Seat, choice: str) -> None:
    """A real card is shown to the referee by who may see it."""
    place, card = scanning(telling.now, seat), read(choice).what
    if place == OUT_OF_HAND:
        telling.tell(e.BoxSwapped(seat, card))
        _after_box(telling)
        return
    telling.tell(e.CardScanned(seat, place, card))
    go_on(telling)


_PLAYS: Final[dict[str, Callable[[Telling, Seat, str], None]]] = {
    "turn": _turn,
    "keep": _keep,
    "defend": _defend,
    "choose": _choose,
    "box": _box,
    "scan_drawn": _scan,
}


def settle(telling: Telling) -> None:
    """What happens at once in a loaded position: valuables that lie open with no Box among them are judged."""
    state: State = telling.now
    if state.phase == JUDGING and not state.boxes:
        end_round(telling)
