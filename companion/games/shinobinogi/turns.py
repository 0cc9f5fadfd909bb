"""The phases of a turn (S20): stand, act, draw."""

from __future__ import annotations

from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.names import DRAW, MAIN, OTHER, REFILL, START
from companion.games.shinobinogi.state import places
from companion.games.shinobinogi.telling import Telling
from companion.seats import Seat


def begin(telling: Telling, seat: Seat, turn: int) -> None:
    """A turn begins."""
    telling.tell(e.PhaseBegan(START, seat, turn))
    stand(telling)


def stand(telling: Telling) -> None:
    """The start phase stands the cards of whose turn it is (S21), and leads into the main phase."""
    seat, half = telling.now.whose, telling.half(telling.now.whose)
    zones = (places(half.set, "s"), places(half.followers, "f"))
    resting = tuple(where for zone in zones for where, standing in zone if not standing.stand)
    if resting:
        telling.tell(e.CardsStood(seat, resting))
    telling.tell(e.PhaseBegan(MAIN, seat, telling.now.turn))


def end_main(telling: Telling) -> None:
    """The end of the main phase is declared (S27)."""
    telling.tell(e.PhaseBegan(DRAW, telling.now.whose, telling.now.turn))
    refill(telling)


def refill(telling: Telling) -> None:
    """The draw phase (S27), the end of the turn (SQ32), and the next one, unless the turn limit is reached (SQ33)."""
    seat, turn = telling.now.whose, telling.now.turn
    telling.draw(seat, REFILL - len(telling.half(seat).hand))
    if telling.over:
        return
    telling.hide_hands()
    telling.tell(e.TurnEnded(seat))
    limit = telling.now.options.turn_limit
    if limit and turn >= limit:
        telling.tell(e.GameOver("draw", "turn_limit"))
        return
    begin(telling, OTHER[seat], turn + 1)
