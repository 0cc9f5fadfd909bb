"""What a step of an effect may be answered with, and why other answers are not taken (SQ23)."""

from __future__ import annotations

from typing import Final

from companion.games.shinobinogi.names import (
    DISCARD,
    FOLLOWER,
    FOLLOWERS,
    HAND,
    MANA,
    NINJA,
    OTHER,
    SET,
    Place,
)
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.scanning import may_be
from companion.games.shinobinogi.state import Face, Frame, State, card_of, chooser, columns, places, running
from companion.games.shinobinogi.vocabulary import Step
from companion.seats import Seat
from companion.verdicts import Refused

ZONES: Final = {HAND: "h", DISCARD: "d", SET: "s", MANA: "m"}


def candidates(state: State, frame: Frame, step: Step) -> list[str]:
    """The ids that a step may be answered with, but for `pass`."""
    if column_is_open(state, step):
        return [f"column:{column}" for column in columns(state)]
    half, other = state.halves[chooser(frame, step)], state.halves[OTHER[frame.seat]]
    match step.do:
        case "discard":
            return [f"h{n}" for n in range(1, len(half.hand) + 1)]
        case "look":
            return [where for where, _ in places(other.set, "s") if where not in state.named]
        case "reorder":
            return [f"k{n}" for n in range(1, len(state.looking) - len(state.named) + 1)]
        case "move":
            return _movable(state, frame, step)
        case "place":
            pile: tuple[Face, ...] = half.hand if step.source == HAND else half.discard
            letter = ZONES[step.source]
            return [f"{letter}{n}" for n, card in enumerate(pile, 1) if _may_come_in(state, frame.seat, card)]
        case "rest":
            return [where for where, standing in places(other.followers, "f") if standing.stand]
        case "stand":
            zones = [("f", half.followers)] if step.of != SET else []
            zones += [("s", half.set)] if step.of != FOLLOWERS else []
            resting = (where for letter, zone in zones for where, held in places(zone, letter) if not held.stand)
            return [where for where in resting if where != frame.place or where[0] == "s"]
        case "strike":
            return [where for where, held in places(other.followers, "f") if not is_ninja(state, held.card)]
        case "exclude":
            return [f"d{n}" for n in range(1, len(other.discard) + 1)]
        case _:
            return []


def _movable(state: State, frame: Frame, step: Step) -> list[str]:
    half = state.halves[frame.seat]
    if step.source in (HAND, DISCARD):
        pile: tuple[Face, ...] = half.hand if step.source == HAND else half.discard
        return [f"{ZONES[step.source]}{n}" for n in range(1, len(pile) + 1)]
    zone = half.set if step.source == SET else half.mana
    only = frame.column if step.same and step.to != MANA else 0
    return [where for where, _ in places(zone, ZONES[step.source], only)]


def column_is_open(state: State, step: Step) -> bool:
    """True when a card is on its way to MANA, and its column is still to be named."""
    return step.do == "move" and bool(state.named)


def _may_come_in(state: State, seat: Seat, face: Face) -> bool:
    """True for a follower, and for a real card that can be one."""
    return may_be(state, seat, face, lambda card: is_follower(state, card))


def may_have_none(state: State, seat: Seat, step: Step) -> bool:
    """True where a seat is asked for a follower out of a real hand in which only he sees whether there is one."""
    hand = state.halves[seat].hand
    return step.do == "place" and step.source == HAND and not any(is_follower(state, card) for card in hand)


def would_tell(state: State) -> bool:
    """True where a question left unasked would tell that a hand holds one follower only; so it is asked anyway."""
    step = running(state)
    return step is not None and step.do == "place" and step.source == HAND and not state.named


def is_follower(state: State, face: Face) -> bool:
    """True for a follower that is known."""
    card = card_of(state, face)
    return card is not None and card.kind == FOLLOWER


def is_ninja(state: State, face: Face) -> bool:
    """True for a ninja card that is known."""
    card = card_of(state, face)
    return card is not None and card.kind == NINJA


def why_not(state: State, frame: Frame, step: Step, pick: Reading, offered: list[str]) -> Refused | None:
    """Why a step may not be answered so."""
    if pick.form != "place":
        asked = {"pass": "pass", "column": "column:1"}.get(pick.form, "")
        return None if asked in offered else no("not_now")
    if pick.spot is None or str(pick.spot) in offered:
        return None
    if offered and offered[0][0] != pick.spot.zone and not (step.of == "any" and pick.spot.zone in "sf"):
        return no("not_now")
    if pick.spot.zone == "h":
        hand = state.halves[chooser(frame, step)].hand
        return no("not_in_hand") if pick.spot.number > len(hand) else no("not_that_target", "SQ27")
    if not _lies_there(state, frame, step, pick.spot):
        return no("no_target")
    return no("not_that_target", "S65" if step.do == "strike" else None)


def _lies_there(state: State, frame: Frame, step: Step, spot: Place) -> bool:
    """True when a card lies at the place in the half that a step is about."""
    if spot.zone == "k":
        return spot.number <= len(state.looking)
    opposing = step.do in ("rest", "strike", "exclude", "look")
    half = state.halves[OTHER[frame.seat] if opposing else frame.seat]
    if spot.zone == "d":
        return spot.number <= len(half.discard)
    zone = {"s": half.set, "m": half.mana, "f": half.followers}[spot.zone]
    return spot.column <= len(zone) and spot.number <= len(zone[spot.column - 1])
