"""How a turn goes on: its four phases, the draw, and what is settled between them (R84-R98, R227, R252)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion.names import (
    ALERT,
    GUARD_CARDS,
    INTRUDER_PHASE,
    LAST_TURN,
    PATROL,
    SEATS,
    SETUP,
    SHADOW_WALK,
    TRAITOR,
)
from companion.games.scorpion.state import Hand, State, guard_seats, seat_of, sober
from companion.games.scorpion.telling import Telling
from companion.seats import Seat
from companion.unknown import UNKNOWN, Unknown


def begin_if_all_confirmed(telling: Telling) -> None:
    """Turn 1 begins when every seat has confirmed, and nobody must show himself first (R147)."""
    now = telling.now
    seats = {*guard_seats(now), *(seat_of(now, figure) for figure in now.figures)}
    if now.phase == SETUP and seats <= set(now.confirmed) and not isinstance(now.meeting, str):
        begin_turn(telling, 2 if now.options.first_alert_advances else 1)


def begin_turn(telling: Telling, turn: int) -> None:
    """The marker moves (R86), discards are shuffled in (R87), cards drawn (R89), the alert falls (R91)."""
    telling.tell(e.TurnBegan(turn))
    telling.tell(e.PhaseBegan(ALERT))
    for seat in guard_seats(telling.now):
        shuffle(telling, seat)
    if telling.now.sharing is None:  # else two guard players say first who draws how many (R98)
        draw_all(telling, [telling.now.alert])


def draw_all(telling: Telling, counts: Iterable[int]) -> None:
    """Each guard seat draws, then the alert falls (R89, R91)."""
    for seat, count in zip(guard_seats(telling.now), counts, strict=False):
        draw(telling, seat, count)
    telling.alert(telling.now.alert - 1, "draw")
    settle_alert(telling)


def shuffle(telling: Telling, seat: Seat) -> None:
    """The discards of a seat go into its deck: all of them, or last turn's only (Q36). Nobody sees the order."""
    piles = telling.now.piles[seat]
    if piles.discard:
        telling.tell(shuffled(telling.now, seat, piles.deck + piles.discard))


def shuffled(state: State, seat: Seat, cards: Hand) -> e.DeckShuffled:
    """Cards shuffled to a draw deck: of a real one not even the referee knows which lies where."""
    real = state.options.deck == "physical"
    return e.DeckShuffled(seat, len(cards), (UNKNOWN,) * len(cards) if real else in_order(cards))


def in_order(cards: tuple[str | Unknown, ...]) -> tuple[str | Unknown, ...]:
    """Cards of a pile whose order means nothing: by kind, unknown ones last."""
    return (*sorted(card for card in cards if isinstance(card, str)), *(c for c in cards if c is UNKNOWN))


def draw(telling: Telling, seat: Seat, count: int) -> None:
    """Cards from the deck, as many as there are (R89, Q37). The deck has no order: chance picks out of it."""
    drawn = telling.chance.draw(telling.now.piles[seat].deck, count)
    if drawn:
        telling.tell(e.CardsDrawn(seat, len(drawn), in_order(drawn)))


def sees_somebody(state: State) -> bool:
    """True when a sober guard stands in a zone with a shown intruder (Q19): by public facts alone."""
    return any(figure.shown and sober(state, figure.zone) for figure in state.figures.values())


def settle_alert(telling: Telling) -> None:
    """Without drawn cards, and nobody to attack, the alert phase is over."""
    drawn = any(piles.drawn for piles in telling.now.piles.values())
    if not drawn and not (telling.now.options.kenjutsu_from_hand_in_alert and sees_somebody(telling.now)):
        telling.tell(e.PhaseBegan(GUARD_CARDS))


def must_end(state: State) -> tuple[Seat, ...]:
    """The seats that must be done with the phase: all guards, or those whose intruder is there."""
    if state.phase != INTRUDER_PHASE:
        return guard_seats(state)
    there = {seat_of(state, name) for name, figure in state.figures.items() if figure.on_map}
    return tuple(seat for seat in SEATS[state.players] if seat in there)


def end_phase(telling: Telling) -> None:
    """The seat is done; when all of its side are, the next phase begins (R85)."""
    if set(must_end(telling.now)) - telling.now.passed - {telling.seat}:
        telling.tell(e.Passed(telling.seat))
    else:
        next_phase(telling)


def next_if_all_ended(telling: Telling) -> None:
    """An intruder left the map: where the other's player had ended already, and nothing is open, the phase is over."""
    now = telling.now
    if now.phase == INTRUDER_PHASE and now.sharing is None and set(must_end(now)) <= now.passed:
        next_phase(telling)


def next_phase(telling: Telling) -> None:
    """What follows the phase at hand."""
    phase = telling.now.phase
    if phase == ALERT:
        telling.tell(e.PhaseBegan(GUARD_CARDS))
    elif phase == GUARD_CARDS:
        telling.tell(e.PhaseBegan(PATROL))
    elif phase == PATROL:
        find_entrances(telling)
        telling.tell(e.PhaseBegan(INTRUDER_PHASE))
    else:
        finish_all(telling)
        if telling.now.turn >= LAST_TURN:
            telling.over("dawn")
        else:
            begin_turn(telling, telling.now.turn + 1)


def find_entrances(telling: Telling) -> None:
    """A guard who ends his turn in an entrance zone finds it (R227, Q42); one who passes does not (R230)."""
    entrances = telling.now.entrances
    if isinstance(entrances, Unknown):
        return
    for zone in sorted(set(entrances), key=telling.now.board.order.__getitem__):
        missing = entrances.count(zone) - telling.now.known_entrances.count(zone)
        if missing and sober(telling.now, zone):
            for _ in range(missing):
                telling.tell(e.PassageFound(zone))


def finish_all(telling: Telling) -> None:
    """All movement is over: whoever has not finished does now (R156)."""
    for name, figure in telling.now.figures.items():
        if figure.on_map and figure.finished is False:
            finish(telling, name)


def finish(telling: Telling, figure: str) -> None:
    """An intruder's movement is over. A Shadow Walk does not cover an end among guards (Q55)."""
    telling.tell(e.Finished(figure))
    fig = telling.now.figures[figure]
    unseen = fig.walking_unseen is True and isinstance(fig.zone, str)
    if unseen and not telling.now.cards.card("ninja", SHADOW_WALK).may_end and sober(telling.now, fig.zone):
        telling.detect(figure, str(fig.zone))


def cat_can_answer(state: State) -> bool:
    """The answer window opens by public facts only: the traitor is there and holds a card (Q49)."""
    traitor = state.figures[TRAITOR]
    return traitor.on_map and bool(traitor.hand)
