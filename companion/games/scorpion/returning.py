"""A new copy of a dead intruder, and what the guards get for it (2.12 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion.names import FIGURES, GOALS, NEW_HAND_SIZE
from companion.games.scorpion.refusals import no
from companion.games.scorpion.setup import why_not_sleeper, why_not_start
from companion.games.scorpion.state import State, guard_seats
from companion.games.scorpion.telling import Telling, ask
from companion.games.scorpion.turns import in_order
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
    return tuple(read(choice).what for choice in state.about.get(seat, ()))


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
            telling.tell(e.DeckSearched(guards, in_order(piles.deck + piles.discard + piles.discard_old)))


RESTART = ask("card zone", restart_candidates, why_not_restart, play_restart)


# ---- bonus_cards, bonus_sleeper ---------------------------------------------------------------------------------


def card_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The kinds that lie in deck and discard pile."""
    offer = state.offer if isinstance(state.offer, tuple) else ()
    return (*(f"card:{kind}" for kind in state.cards.kinds("guards") if kind in offer), "done")


def why_not_bonus_card(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why this card cannot be taken (R211)."""
    if pick.form == "done":
        return None
    if pick.form != "card" or isinstance(state.offer, Unknown):
        return no("not_now")
    taken = _cards(state, seat)
    if len(taken) >= MOST_BONUS_CARDS or taken.count(pick.what) >= state.offer.count(pick.what):
        return no("no_more_copies", "R211", card=pick.what)
    return None


def play_bonus_card(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One card more, or they go to the hand and the rest is shuffled to one deck (Q35)."""
    if pick.form != "done":
        telling.chosen(pick)
        return
    taken = _cards(telling.now, seat)
    piles = telling.now.piles[seat]
    rest = list(piles.deck + piles.discard + piles.discard_old)
    for card in taken:
        rest.remove(card)
    telling.tell(e.BonusTaken(seat, len(taken), taken))
    telling.tell(e.DeckShuffled(seat, len(rest), in_order(tuple(rest))))


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
    if pick.form != "done":
        telling.chosen(pick)
        return
    for zone in _cards(telling.now, seat):
        telling.tell(e.SleeperAdded(zone))
    if telling.now.bonus is not None:
        telling.tell(e.BonusEnded(telling.now.bonus.figure))


BONUS_SLEEPER = ask("zone done", sleeper_candidates, why_not_bonus_sleeper, play_bonus_sleeper)
