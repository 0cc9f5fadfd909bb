"""The ceremony is prepared: ninja are picked, one of each two stands in play, decks are shuffled and dealt."""

from __future__ import annotations

from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import turns
from companion.games.shinobinogi.names import FIRST, FIRST_HAND, PICKS, SEATS, SETUP
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.state import State, columns
from companion.games.shinobinogi.telling import Telling, ask
from companion.seats import Seat
from companion.verdicts import Refused

CHOICES_OF_A_FRONT = 2
"""The ninja and its column."""


def taken(state: State) -> list[str]:
    """The ninja that were picked."""
    return [ninja for seat in SEATS for ninja in state.halves[seat].team]


def stage(state: State, seat: Seat) -> str | None:
    """What a seat is asked in setup, None while it waits."""
    picked = len(taken(state))
    if picked < len(PICKS):
        return "pick_ninja" if PICKS[picked] == seat else None
    if state.halves[seat].front is not None:
        return None
    chosen = len(state.about.get(seat, ()))
    return ("choose_front", "front_column", None)[chosen]


def _free(state: State, seat: Seat) -> list[str]:
    gone = taken(state)
    return [f"ninja:{ninja}" for ninja in state.cards.ninja if ninja not in gone]


def _why_not_pick(state: State, seat: Seat, pick: Reading) -> Refused | None:
    return no("ninja_taken", ninja=pick.name) if pick.name in taken(state) else None


def _pick(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    telling.tell(e.NinjaPicked(seat, pick.name))


def _own(state: State, seat: Seat) -> list[str]:
    return [f"ninja:{ninja}" for ninja in state.halves[seat].team]


def _why_not_front(state: State, seat: Seat, pick: Reading) -> Refused | None:
    return None if pick.name in state.halves[seat].team else no("ninja_taken", "S8", ninja=pick.name)


def _choose(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    telling.tell(e.Chosen(seat, choice))


def _columns(state: State, seat: Seat) -> list[str]:
    return [f"column:{column}" for column in columns(state)]


def _any_column(state: State, seat: Seat, pick: Reading) -> Refused | None:
    return None


def _choose_column(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    telling.tell(e.Chosen(seat, choice))
    chosen = {owner: telling.now.about.get(owner, ()) for owner in SEATS}
    if any(len(picks) < CHOICES_OF_A_FRONT for picks in chosen.values()):
        return
    fronts = {owner: (ninja.partition(":")[2], int(column[-1])) for owner, (ninja, column) in chosen.items()}
    for owner, (ninja, column) in fronts.items():  # shown together (SQ16)
        telling.tell(e.FollowerPlaced(owner, column, telling.now.cards.ninja[ninja].card, SETUP))
    deal(telling)


def deal(telling: Telling) -> None:
    """Decks are built and shuffled (S9), first hands drawn (S11), and the first turn begins (SQ15)."""
    for seat in SEATS:
        half = telling.half(seat)
        telling.shuffle(seat, telling.now.cards.deck(half.team, half.front or ""))
    for seat in SEATS:
        telling.draw(seat, FIRST_HAND[seat])
        if telling.over:
            return
    turns.begin(telling, FIRST, 1)


PICK_NINJA = ask("ninja", _free, _why_not_pick, _pick)
CHOOSE_FRONT = ask("ninja", _own, _why_not_front, _choose)
FRONT_COLUMN = ask("column", _columns, _any_column, _choose_column)
