"""The main phase: MANA, set cards, activation, followers' effects and the normal attack, in any order (S22-S26)."""

from __future__ import annotations

from functools import lru_cache

from companion.games.shinobinogi import effects, turns
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.cards import Card
from companion.games.shinobinogi.names import ATTACK_COSTS, MANA_A_TURN, OTHER, SCROLL, Place, place
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.scanning import may_be, no_scroll, payable_with, pool, real
from companion.games.shinobinogi.state import Face, Half, Standing, State, card_of, found, payable, ways
from companion.games.shinobinogi.telling import Telling, ask, open_place
from companion.seats import Seat
from companion.verdicts import Refused

MAIN_FORMS = "mana set activate follower attack end"


# ---- what may be done -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _from_hand(scrolls: tuple[bool, ...], mana: bool, set_in: tuple[int, ...], columns: int) -> tuple[str, ...]:
    """The ways to lay hand cards: as MANA, but no scrolls (S55), and face down."""
    laid: list[str] = []
    if mana:
        for number, scroll in enumerate(scrolls, 1):
            if not scroll:
                laid += [f"mana:h{number}:{column}" for column in range(1, columns + 1)]
    for number in range(1, len(scrolls) + 1):
        laid += [f"set:h{number}:{column}" for column in set_in]
    return tuple(laid)


def _choices(state: State, seat: Seat) -> list[str]:
    half, count = state.halves[seat], state.options.columns
    limit = state.options.set_limit
    set_in = tuple(n for n in range(1, count + 1) if not limit or len(half.set[n - 1]) < limit)
    if real(state):
        scrolls = tuple([_is_scroll(state, seat, card) for card in half.hand])
        can_pay = payable_with(state, seat)
    else:
        scrolls = tuple([card == SCROLL for card in half.hand])
        can_pay = len(scrolls) - sum(scrolls)
    found_now = list(_from_hand(scrolls, state.mana_set < MANA_A_TURN, set_in, count))
    for column, cards in enumerate(half.set, 1):
        for number, standing in enumerate(cards, 1):
            card = card_of(state, standing.card)
            refused = (
                _why_not_turned_up(half, card, standing, column)
                if card is not None
                else _why_not_activated(state, seat, standing, column)
            )
            if refused is None:
                found_now.append(f"activate:s{column}.{number}")
    for column, cards in enumerate(half.followers, 1):
        for number, standing in enumerate(cards, 1):
            card = card_of(state, standing.card)
            if card is not None and _usable(state, seat, card, standing, column):
                found_now.append(f"use:f{column}.{number}")
    if can_pay >= ATTACK_COSTS and _has_target(state, seat):
        found_now.append("attack")
    found_now.append("end")
    return found_now


def _usable(state: State, seat: Seat, card: Card, standing: Standing, column: int) -> bool:
    return any(not way.on_entry and payable(state, seat, way, standing.stand, column) for way in card.ways)


def _has_target(state: State, seat: Seat) -> bool:
    """True when a normal attack could aim at something (SQ8)."""
    other = state.halves[OTHER[seat]]
    if not other.protected:
        return True  # a deck can always be attacked
    zones = {"hand": bool(other.hand), "deck": True, "set": any(other.set)}
    return any(there for zone, there in zones.items() if zone not in other.protected)


def _is_scroll(state: State, seat: Seat, face: Face) -> bool:
    """True for a scroll, and for a real card that can be nothing else."""
    return face == SCROLL if isinstance(face, str) else not may_be(state, seat, face, no_scroll)


def _why_not_activated(state: State, seat: Seat, standing: Standing, column: int) -> Refused | None:
    """Why a set card cannot be activated; one that is not known (option `scan`) can if any that may lie there can."""
    half, card = state.halves[seat], card_of(state, standing.card)
    if card is not None:
        return _why_not_turned_up(half, card, standing, column)
    found_now: Refused | None = no("no_target")
    for name in pool(state, seat):
        found_now = _why_not_turned_up(half, state.cards.cards[name], standing, column)
        if found_now is None:
            return None
    return no(found_now.reason) if found_now is not None else None


def _why_not_turned_up(half: Half, card: Card | None, standing: Standing, column: int) -> Refused | None:
    """State, then Cost, then Release (SQ24)."""
    if card is None:
        return no("no_target")
    if not standing.stand and not card.same_turn:
        return no("must_stand", card=card.id)
    mana = len(half.mana[column - 1])
    if mana < card.cost:
        return no("cost_not_met", cost=str(card.cost), column=str(column))
    return no("release_not_met", release=str(card.release)) if mana < card.release else None


def _why_not(state: State, seat: Seat, pick: Reading) -> Refused | None:
    half = state.halves[seat]
    if pick.form in ("mana", "set"):
        number = pick.spot.number if pick.spot is not None else 0
        if number > len(half.hand):
            return no("not_in_hand")
        return _why_not_laid(state, seat, pick, number)
    if pick.form == "activate" and pick.spot is not None:
        standing = found(half.set, pick.spot)
        if standing is None:
            return no("no_target")
        return _why_not_activated(state, seat, standing, pick.spot.column)
    if pick.form == "follower" and pick.spot is not None:
        if found(half.followers, pick.spot) is None:
            return no("no_target")
        return None if ways(state, seat, pick.spot) else no("condition_not_met")
    if pick.form == "attack":
        if payable_with(state, seat) < ATTACK_COSTS:
            return no("needs_two_cards")
        return None if _has_target(state, seat) else no("no_target")
    return None


def _why_not_laid(state: State, seat: Seat, pick: Reading, number: int) -> Refused | None:
    half = state.halves[seat]
    if pick.form == "mana":
        if _is_scroll(state, seat, half.hand[number - 1]):
            return no("scroll_not_mana")
        return no("mana_twice") if state.mana_set >= MANA_A_TURN else None
    limit = state.options.set_limit
    full = bool(limit) and len(half.set[pick.number - 1]) >= limit
    return no("column_full", limit=str(limit)) if full else None


# ---- what follows -----------------------------------------------------------------------------------------------


def _play(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    half, spot = telling.half(seat), pick.spot
    if pick.form in ("mana", "set") and spot is not None:
        card, opened = half.hand[spot.number - 1], open_place(half, spot.number)
        if pick.form == "mana":
            mana_open = telling.now.options.mana_open
            telling.tell(e.ManaSet(seat, pick.number, card, spot.number, opened, mana_open))
        else:
            telling.tell(e.CardSet(seat, pick.number, card, spot.number, opened))
    elif pick.form == "activate" and spot is not None:
        telling.tell(e.Activated(seat, str(spot), str(found(half.set, spot).card)))
        effects.go_on(telling)
    elif pick.form == "follower" and spot is not None:
        usable = ways(telling.now, seat, spot)
        if len(usable) > 1:
            telling.tell(e.Chosen(seat, choice))
        else:
            _use(telling, seat, spot, usable[0])
    elif pick.form == "attack":
        telling.tell(e.Chosen(seat, choice))
    else:
        turns.end_main(telling)


def _use(telling: Telling, seat: Seat, spot: Place, way: int) -> None:
    card = str(found(telling.half(seat).followers, spot).card)
    telling.tell(e.FollowerUsed(seat, str(spot), card, way))
    effects.go_on(telling)


MAIN_PHASE = ask(MAIN_FORMS, _choices, _why_not, _play)


# ---- which way (S71) --------------------------------------------------------------------------------------------


def _ways(state: State, seat: Seat) -> list[int]:
    if state.entering is not None:
        return effects.entry_ways(state, seat)
    spot = place(state.about[seat][0].partition(":")[2])
    return ways(state, seat, spot) if spot is not None else []


def _way_choices(state: State, seat: Seat) -> list[str]:
    return [f"way:{number}" for number in _ways(state, seat)]


def _why_not_way(state: State, seat: Seat, pick: Reading) -> Refused | None:
    return None if pick.number in _ways(state, seat) else no("condition_not_met")


def _way(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    if telling.now.entering is not None:
        effects.use_entry(telling, seat, pick.number)
        return
    spot = place(telling.now.about[seat][0].partition(":")[2])
    if spot is not None:
        _use(telling, seat, spot, pick.number)


WAY = ask("way", _way_choices, _why_not_way, _way)


# ---- the two cards of a normal attack (S26) ---------------------------------------------------------------------


def _named(state: State, seat: Seat) -> tuple[str, ...]:
    return state.about[seat][1:]


def _discardable(state: State, seat: Seat) -> list[str]:
    named = _named(state, seat)
    hand = enumerate(state.halves[seat].hand, 1)
    return [f"h{n}" for n, card in hand if not _is_scroll(state, seat, card) and f"h{n}" not in named]


def _why_not_discarded(state: State, seat: Seat, pick: Reading) -> Refused | None:
    if pick.spot is None or pick.spot.zone != "h":
        return no("not_now")
    hand = state.halves[seat].hand
    if pick.spot.number > len(hand) or str(pick.spot) in _named(state, seat):
        return no("not_in_hand")
    return no("scroll_not_discard") if _is_scroll(state, seat, hand[pick.spot.number - 1]) else None


def _discard(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    """Places stay as they were when the first was asked (SQ20); then the attack begins."""
    before = _named(telling.now, seat)
    named = [int(card[1:]) for card in dict.fromkeys((*before, choice))]
    if len(named) < ATTACK_COSTS:
        if choice not in before:  # else it was chosen before its card was shown
            telling.tell(e.Chosen(seat, choice))
        return
    for at, number in enumerate(named):
        telling.discard_hand(seat, number - sum(before < number for before in named[:at]))
    telling.tell(e.StepReached(seat, 1, 1))
    effects.go_on(telling)


DISCARD_TWO = ask("place", _discardable, _why_not_discarded, _discard)
