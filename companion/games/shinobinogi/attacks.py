"""Attack and Block: a target is named, Block asked, the card turned up, and what it is decides (S41-S54, SQ21)."""

from __future__ import annotations

from typing import Final

from companion.games.shinobinogi import effects
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.names import DECK, HAND, OTHER, SCROLL, SET, Place, place
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.state import State, blockers, found, running, targets
from companion.games.shinobinogi.telling import Telling, ask, open_place
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused

ZONES: Final = {"s": SET, "h": HAND}


def _targets(state: State, seat: Seat) -> list[str]:
    step = running(state)
    return targets(state, state.frames[-1], step) if step is not None else []


def _why_not_target(state: State, seat: Seat, pick: Reading) -> Refused | None:
    """The kind of target first (S48), then whether it is there and may be attacked now (SQ8)."""
    step, frame = running(state), state.frames[-1]
    if step is None:
        return no("not_now")
    zone = ZONES[pick.spot.zone] if pick.spot is not None else DECK
    elsewhere = step.same and zone == SET and pick.spot is not None and pick.spot.column != frame.column
    if zone not in step.on or elsewhere:
        return no("not_that_target")
    half = state.halves[OTHER[seat]]
    if zone in half.protected:
        return no("no_target", zone=zone)
    if pick.spot is None:
        return None
    there = pick.spot.number <= len(half.hand) if zone == HAND else found(half.set, pick.spot) is not None
    return None if there else no("no_target")


def _target(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    telling.tell(e.AttackDeclared(seat, choice))
    step, other = running(telling.now), OTHER[seat]
    column = pick.spot.column if pick.spot is not None and pick.spot.zone == "s" else 0
    if column and step is not None and step.block and blockers(telling.now, other, column):
        return  # its owner is asked (S52)
    resolve(telling, other)


def resolve(telling: Telling, seat: Seat, shown: str = "") -> None:
    """The attacked card of a seat is turned up (S44), and taken if it is a scroll (S45).

    shown: which it is, where it is a real one; it is asked for first.
    """
    attacked = telling.now.attacked or DECK
    spot = place(attacked.partition(":")[2]) if attacked != DECK else None
    if spot is None:
        _open_deck(telling, seat, shown)
    elif spot.zone == "h":
        _open_hand(telling, seat, spot, shown)
    else:
        _open_set(telling, seat, attacked, spot, shown)
    if not telling.over:
        effects.go_on(telling)


def _open_deck(telling: Telling, seat: Seat, shown: str) -> None:
    """S51, SQ9: a capture is checked before the deck that it empties."""
    if not telling.has_top(seat):
        return
    top = telling.half(seat).deck[0]
    if top is UNKNOWN and not shown:
        telling.ask_for(seat, DECK)
        return
    card = shown or str(top)
    telling.tell(e.CardOpened(seat, DECK, card))
    if card == SCROLL:
        telling.capture(OTHER[seat])
        telling.left_deck(seat)
    else:
        telling.tell(e.CardBottomed(seat))


def _open_hand(telling: Telling, seat: Seat, spot: Place, shown: str) -> None:
    """S50, SQ7, SQ19: one of the hidden cards is drawn by seed; an open one is named."""
    half = telling.half(seat)
    if spot.number <= len(half.opened):
        card, opened = half.opened[spot.number - 1], spot.number
    elif shown:
        card, opened = shown, 0
    else:
        hidden = [held for number, held in enumerate(half.hand, 1) if not open_place(half, number)]
        if UNKNOWN in hidden:  # the attacker draws one of the real cards
            telling.ask_for(seat, HAND)
            return
        card, opened = str(telling.chance.choose(hidden)), 0
    telling.tell(e.CardOpened(seat, HAND, card, opened))
    if card == SCROLL:
        telling.capture(OTHER[seat])


def _open_set(telling: Telling, seat: Seat, attacked: str, spot: Place, shown: str) -> None:
    """S49."""
    lying = found(telling.half(seat).set, spot).card
    if lying is UNKNOWN and not shown:
        telling.ask_for(seat, attacked)
        return
    card = shown or str(lying)
    telling.tell(e.CardOpened(seat, attacked, card))
    if card == SCROLL:
        telling.capture(OTHER[seat])
    else:
        seen = "all" if telling.now.options.mana_open else "owner"
        telling.tell(e.CardToMana(seat, spot.column, card, card, seen))


TARGET = ask("target", _targets, _why_not_target, _target)


# ---- block ------------------------------------------------------------------------------------------------------


def _attacked_column(state: State) -> int:
    spot = place((state.attacked or "").partition(":")[2])
    return spot.column if spot is not None else 0


def _blocks(state: State, seat: Seat) -> list[str]:
    return [*blockers(state, seat, _attacked_column(state)), "pass"]


def _why_not_block(state: State, seat: Seat, pick: Reading) -> Refused | None:
    if pick.form == "pass":
        return None
    if pick.spot is None or pick.spot.zone != "f":
        return no("not_now")
    standing = found(state.halves[seat].followers, pick.spot)
    if standing is None:
        return no("no_target")
    if pick.spot.column != _attacked_column(state):
        return no("blocker_elsewhere")
    return None if standing.stand else no("blocker_rests")


def _block(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    """S52, SQ22: one card rests, and the attack is used up."""
    if choice == "pass":
        resolve(telling, seat)
        return
    card = str(found(telling.half(seat).followers, pick.spot).card) if pick.spot is not None else ""
    telling.tell(e.Blocked(seat, choice, card))
    telling.tell(e.FollowerRested(seat, choice, card))
    effects.go_on(telling)


BLOCK = ask("place pass", _blocks, _why_not_block, _block)
