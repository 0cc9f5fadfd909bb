"""A new copy of a dead intruder, and what the guards get for it (2.12 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion.names import FIGURES, GOALS, NEW_HAND_SIZE
from companion.games.scorpion.refusals import no
from companion.games.scorpion.setup import why_not_sleeper, why_not_start
from companion.games.scorpion.state import State, guard_seats, joint_seat, unseen, without
from companion.games.scorpion.telling import Telling, ask
from companion.games.scorpion.turns import in_order, shuffled
from companion.prompts import Pick, read
from companion.seats import Seat
from companion.unknown import Unknown
from companion.verdicts import Refused

MOST_BONUS_CARDS = 5
"""R211."""
MOST_BONUS_SLEEPERS = 3
"""R212."""


def waiting(state: State, figures: Iterable[str] = FIGURES) -> str | None:
    """The intruder whose new copy comes next, the ninja first (R202)."""
    return next((name for name in figures if state.figures[name].state == "waiting"), None)


def _cards(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(read(choice).what for choice in state.about.get(seat, ()) if choice != "done")


# ---- restart_ninja, restart_traitor -----------------------------------------------------------------------------


def restart_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Cards until the hand is full (R207-R208), then zones (R204)."""
    name = waiting(state)
    if name is None:
        return ()
    if len(_cards(state, seat)) < NEW_HAND_SIZE[name]:
        return (f"card:{kind}" for kind in state.cards.kinds(name))
    return (f"zone:{zone}" for zone in state.board.zones)


def why_not_restart(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the new copy cannot take this card or start there."""
    name = waiting(state)
    cards = _cards(state, seat)
    if name is None:
        return no("not_now")
    if pick.form == "card" and not pick.who and len(cards) < NEW_HAND_SIZE[name]:
        full = cards.count(pick.what) >= state.cards.copies(name, pick.what)
        return no("no_more_copies", "R208", card=pick.what) if full else None
    if pick.form == "zone" and len(cards) == NEW_HAND_SIZE[name]:
        return why_not_start(state, name, pick.what)
    return no("not_now")


def play_restart(telling: Telling, seat: Seat, pick: Pick) -> None:
    """Hand and start are fixed; then a goal is drawn from the dead one's and the unused (R209); the bonus opens."""
    name = waiting(telling.now)
    if pick.form == "card" or name is None:
        telling.chosen(pick)
        return
    telling.tell(e.Restarted(name, pick.what, _cards(telling.now, seat)))
    other = next(figure for figure in FIGURES if figure != name)
    taken = telling.now.figures[other].goal
    telling.tell(e.MissionDrawn(name, telling.chance.choose([goal for goal in GOALS if goal != taken])))
    bonus = telling.now.bonus
    if bonus is not None and not bonus.cards_taken:
        for guards in guard_seats(telling.now):
            piles = telling.now.piles[guards]
            cards = piles.deck + piles.discard + piles.discard_old
            if telling.now.options.deck == "physical":
                cards = (*unseen(telling.now, guards).elements(), *piles.discard, *piles.discard_old)
            telling.tell(e.DeckSearched(guards, in_order(cards)))


RESTART = ask("card zone", restart_candidates, why_not_restart, play_restart)


# ---- bonus_cards, bonus_sleeper ---------------------------------------------------------------------------------


def card_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The kinds that lie in deck and discard pile."""
    offer = state.piles[seat].offer
    if isinstance(offer, Unknown):
        return ("done",)
    return (*(f"card:{kind}" for kind in state.cards.kinds("guards") if kind in offer), "done")


def why_not_bonus_card(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why this card cannot be taken (R211)."""
    if pick.form == "done":
        return None
    offer = state.piles[seat].offer
    if pick.form != "card" or isinstance(offer, Unknown) or state.bonus is None:
        return no("not_now")
    taken = _cards(state, seat)
    if len(taken) + state.bonus.taken >= MOST_BONUS_CARDS or taken.count(pick.what) >= offer.count(pick.what):
        return no("no_more_copies", "R211", card=pick.what)
    return None


def next_taker(state: State) -> Seat | None:
    """Whose turn it is to take bonus cards: two guard players take in turn, swords first (Q35, Q67)."""
    bonus = state.bonus
    if bonus is None or bonus.cards_taken:
        return None
    seats = [seat for seat in guard_seats(state) if seat not in state.passed]
    after = [seat for seat in seats if seat != bonus.last]
    return next(iter(after or seats), None)


def play_bonus_card(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A single guard player picks all, then they go to his hand; two take one at a time, until five or both pass."""
    alone = len(guard_seats(telling.now)) == 1
    if pick.form != "done" and alone:
        telling.chosen(pick)
        return
    taken = _cards(telling.now, seat) if alone else (pick.what,) if pick.form == "card" else ()
    if taken or alone:
        _take(telling, seat, taken)
    if pick.form == "done" and not alone:
        telling.tell(e.Passed(seat))
    bonus = telling.now.bonus
    if bonus is not None and (alone or bonus.taken >= MOST_BONUS_CARDS or next_taker(telling.now) is None):
        telling.tell(e.BonusCardsEnded(bonus.figure))
        for owner in guard_seats(telling.now):
            rest = telling.now.piles[owner]
            telling.tell(shuffled(telling.now, owner, rest.deck + rest.discard))


def _take(telling: Telling, seat: Seat, taken: tuple[str, ...]) -> None:
    """Cards go to the hand; draw deck and discard pile are one deck from the first on."""
    piles = telling.now.piles[seat]
    rest = piles.deck + piles.discard + piles.discard_old
    for card in taken:
        rest = without(rest, card)
    telling.tell(e.BonusTaken(seat, len(taken), taken))
    telling.tell(shuffled(telling.now, seat, rest))


BONUS_CARDS = ask("card done", card_candidates, why_not_bonus_card, play_bonus_card)


def sleeper_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Barracks zones, and `done`; asked also where there is no room: not asking would tell."""
    return (*(f"zone:{zone}" for zone in state.board.zones if zone in state.board.barracks), "done")


def why_not_bonus_sleeper(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why no sleeper can be added there (R213, Q1)."""
    if pick.form == "done":
        return None
    if pick.form != "zone":
        return no("not_now")
    added = _cards(state, seat)
    if len(added) >= MOST_BONUS_SLEEPERS:
        return no("not_now", "R212")
    asleep = state.sleepers.get(pick.what, 0) if isinstance(state.sleepers, dict) else 0
    return why_not_sleeper(state, pick.what, asleep + added.count(pick.what), pick.what in _objects(state))


def _objects(state: State) -> set[str]:
    """The zones that hold a mission, trap or hidden sentry, for who knows them."""
    found: set[str] = set()
    for places in (state.traps, state.hidden_sentries):
        found.update(places if isinstance(places, tuple) else ())
    return found | set(state.goals.values() if isinstance(state.goals, dict) else ())


def play_bonus_sleeper(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One sleeper more, or they are marked and the bonus is over."""
    others = [other for other in guard_seats(telling.now) if other != seat]
    said = telling.now.about.get(others[0], ()) if others else ("done",)
    if pick.form != "done" or said[-1:] != ("done",):
        telling.chosen(pick)
        return
    for zone in _agreed(telling.now, seat, others):
        telling.tell(e.SleeperAdded(zone))
    if telling.now.bonus is not None:
        telling.tell(e.BonusEnded(telling.now.bonus.figure))


def _agreed(state: State, seat: Seat, others: list[Seat]) -> list[str]:
    """The zones of the extra sleepers: where two guard players differ, who decides this turn (Q67), while they fit."""
    mine = _cards(state, seat)
    if not others:
        return list(mine)
    chosen = mine if joint_seat(state) == seat else _cards(state, others[0])
    found: list[str] = []
    for zone in chosen:
        asleep = state.sleepers.get(zone, 0) if isinstance(state.sleepers, dict) else 0
        if asleep + found.count(zone) < 2:
            found.append(zone)
    return found


BONUS_SLEEPER = ask("zone done", sleeper_candidates, why_not_bonus_sleeper, play_bonus_sleeper)
