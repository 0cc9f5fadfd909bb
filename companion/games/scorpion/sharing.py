"""What two guard players share: the draw, the plays, the cards that marked wounds (R98, R127-R128, R178, R201)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion import turns
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import Sharing, State, guard_seats
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused


def candidates(state: State, seat: Seat) -> Iterable[str]:
    """From none to all."""
    whole = state.sharing.whole if state.sharing is not None else 0
    return (f"take:{n}" for n in range(whole + 1))


def why_not(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """One cannot take more than there is."""
    if pick.form != "take" or state.sharing is None:
        return no("not_now")
    return None if int(pick.what) <= state.sharing.whole else no("not_now")


def play(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A guard player says how many; when both have, it is settled."""
    sharing = telling.now.sharing
    if sharing is None:
        return
    telling.tell(e.ShareProposed(seat, sharing.about, int(pick.what)))
    sharing = telling.now.sharing
    said = sharing.takes if sharing is not None else UNKNOWN
    if sharing is not None and isinstance(said, dict) and len(said) == len(guard_seats(telling.now)):
        _settle(telling, sharing, [said[seat] for seat in guard_seats(telling.now)])


def _settle(telling: Telling, sharing: Sharing, takes: list[int]) -> None:
    now = telling.now
    if sum(takes) != sharing.whole:
        takes = fallback(now, sharing)
    telling.tell(e.ShareSettled(sharing.about, takes[0], takes[1]))
    if sharing.about == "draw":
        turns.draw_all(telling, takes)
    elif sharing.about == "wounds":
        for seat, count in zip(guard_seats(now), takes, strict=True):
            if count:
                telling.tell(e.WoundsReturned(sharing.figure, seat, count))
        turns.next_if_all_ended(telling)  # who carried them off the map may have been the last to move


def fallback(state: State, sharing: Sharing) -> list[int]:
    """Without agreement: one play each (R128), draws in turn from the shorter hand on (Q38), wounds to their player."""
    if sharing.about == "plays":
        return [1, 1]
    half, odd = divmod(sharing.whole, 2)
    if sharing.about == "draw":
        swords, spears = (state.piles[seat] for seat in guard_seats(state))
        takes = [half + odd, half] if len(swords.hand) <= len(spears.hand) else [half, half + odd]
        # Whose deck is empty leaves the rest to the other (Q37).
        decks = [len(swords.deck), len(spears.deck)]
        over = [max(0, take - deck) for take, deck in zip(takes, decks, strict=True)]
        return [min(deck, take + over[1 - at]) for at, (take, deck) in enumerate(zip(takes, decks, strict=True))]
    struck = state.figures[sharing.figure].struck_by
    if len(struck) != sharing.whole:
        return [half + odd, half]  # a loaded game that does not know: in turn, swords first (Q66)
    return [struck.count(seat) for seat in guard_seats(state)]


SHARE = ask("take", candidates, why_not, play)
