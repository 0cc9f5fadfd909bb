"""What the guards play: cards, listening, searching, waking (2.4-2.7 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import combat, listening, moving, patrols, turns
from companion.games.scorpion import events as e
from companion.games.scorpion.names import (
    ALERT,
    AWAKEN,
    GUARD_CARDS,
    KENJUTSU,
    PASSAGE,
    PATROL,
    PATROL_LISTEN,
    PATROL_SEARCH,
    SECRET_PASSAGE,
    SENTRY_LISTEN,
    SENTRY_SEARCH,
)
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import State, free_numbers, holds, is_mine, patrol_of, patrol_zone, unseen
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick, read
from companion.seats import Seat
from companion.unknown import UNKNOWN, Unknown
from companion.verdicts import Refused

LISTENS = (SENTRY_LISTEN, PATROL_LISTEN)
MOST_GUARDS = 20
"""R216."""


def about(state: State, seat: Seat) -> tuple[str, ...]:
    """The picks of the step that the seat has begun."""
    return state.about.get(seat, ())


def card_in_hand(state: State, seat: Seat) -> str:
    """The card that the begun step is about; `listen` for the free one."""
    return read(about(state, seat)[0]).what or "listen"


# ---- playing cards: play_drawn, play_hand -----------------------------------------------------------------------


def source_of(state: State, seat: Seat, kind: str) -> str | None:
    """Where the card would come from: a drawn copy first, then the hand; None where it may not be played from."""
    piles = state.piles[seat]
    if kind in piles.drawn:
        return "drawn"
    if kind not in piles.hand and not (UNKNOWN in piles.hand and unseen(state, seat)[kind]):
        return None
    if state.phase == ALERT and not (kind == KENJUTSU and state.options.kenjutsu_from_hand_in_alert):
        return None
    return "hand"


def card_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Cards, the free listen, mustering, the end of the phase."""
    piles = state.piles[seat]
    held = set(piles.drawn) | set(piles.hand)
    if UNKNOWN in piles.hand:
        held |= set(unseen(state, seat))
    cards = [f"card:{kind}" for kind in state.cards.kinds("guards") if kind in held]
    return (*cards, "listen", "muster", "end")


def why_not_play(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why a card, the free listen, mustering or the end of a card phase is refused."""
    if pick.form == "card":
        return why_not_card(state, seat, pick.what)
    if pick.form == "listen":
        return _why_not_free_listen(state, seat)
    if pick.form == "muster":
        return patrols.why_not_muster(state, seat)
    return None if pick.form == "end" else no("not_now")


def _why_not_free_listen(state: State, seat: Seat) -> Refused | None:
    if state.free_listen_used:
        return no("free_listen_used")
    if state.played_this_turn:
        return no("free_listen_needs_no_cards")
    if state.phase != GUARD_CARDS:
        return no("not_now")
    return first_refusal(why_not_target(state, seat, "listen", choice) for choice in targets(state, "listen"))


def why_not_card(state: State, seat: Seat, kind: str) -> Refused | None:
    """Why a guard card cannot be played now."""
    if source_of(state, seat, kind) is None:
        return no("not_in_hand", card=kind)
    return why_not_played(state, seat, kind)


def why_not_played(state: State, seat: Seat, kind: str) -> Refused | None:
    """Why a guard card cannot be played now although it is there; none hangs on what the copy does not know."""
    limited = kind != KENJUTSU or not state.options.kenjutsu_outside_hand_limit
    if kind != KENJUTSU:
        if state.phase == PATROL:
            return no("not_now")
        if state.free_listen_used:
            return no("only_kenjutsu_now", card=kind)
    if limited and state.phase != ALERT and not state.piles[seat].plays_left:
        return no("no_plays_left", card=kind)
    if kind == KENJUTSU:
        return combat.why_not_attack(state, seat)
    if kind == AWAKEN:
        return _why_not_awaken(state)
    if kind == SECRET_PASSAGE:
        return None if state.known_entrances else no("passage_unknown")
    return first_refusal(why_not_target(state, seat, kind, choice) for choice in targets(state, kind))


def _why_not_awaken(state: State) -> Refused | None:
    if len(state.guards) >= MOST_GUARDS:
        return no("map_full")
    return None if isinstance(state.sleepers, Unknown) or state.sleepers else no("no_sleepers")


def first_refusal(refusals: Iterable[Refused | None]) -> Refused | None:
    """None where one of them is none, else the first; `not_here` where there are none."""
    first = None
    for refusal in refusals:
        if refusal is None:
            return None
        first = first or refusal
    return first or no("not_here")


def play_card(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A card is shown, the free listen taken, a muster begun, or the phase ended."""
    if pick.form == "end":
        turns.end_phase(telling)
    elif pick.form == "card" and pick.what == SECRET_PASSAGE:
        lay_open(telling, seat, SECRET_PASSAGE)
    else:
        telling.chosen(pick)


def lay_open(telling: Telling, seat: Seat, kind: str) -> None:
    """The card is played."""
    source = source_of(telling.now, seat, kind) or "hand"
    telling.tell(e.CardPlayed(seat, None, kind, source))


# ---- scan_drawn: real decks -------------------------------------------------------------------------------------


def scan_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The kinds that can have been drawn."""
    return (f"card:{kind}" for kind in state.cards.kinds("guards"))


def why_not_scan(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """A card that lies elsewhere, or of which all copies do, cannot have been drawn."""
    if pick.form != "card" or pick.who:
        return no("not_now")
    return None if unseen(state, seat)[pick.what] else no("no_more_copies", card=pick.what)


def play_scan(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One drawn card is known now; with the last one the cards may be played."""
    telling.tell(e.DrawnScanned(seat, pick.what))


SCAN_DRAWN = ask("card", scan_candidates, why_not_scan, play_scan)
PLAY = ask("card listen muster end", card_candidates, why_not_play, play_card)


# ---- whom a card is played on: choose_sentry, choose_patrol, choose_guard ---------------------------------------


def targets(state: State, kind: str) -> Iterable[str]:
    """The guards or patrols that a card may be about."""
    if kind != PATROL_LISTEN and kind != PATROL_SEARCH:
        for name in sorted(state.guards, key=lambda guard: int(guard[1:])):
            yield f"guard:{name}"
    if kind not in (SENTRY_LISTEN, SENTRY_SEARCH):
        for name in sorted(state.patrols, key=lambda patrol: int(patrol[1:])):
            yield f"patrol:{name}"


def why_not_target(state: State, seat: Seat, kind: str, choice: str) -> Refused | None:
    """Why the card (`listen`: the free one) is not for this guard or patrol."""
    form, _, name = choice.partition(":")
    if form == "patrol":
        if name not in state.patrols:
            return no("not_here", patrol=name)
        if not holds(state, seat, name):
            return no("not_your_guard", patrol=name)
        return _why_not_members(state, kind, state.patrols[name].guards)
    if name not in state.guards:
        return no("not_here", guard=name)
    if not is_mine(state, seat, name):
        return no("not_your_guard", guard=name)
    if state.guards[name].drunk:
        return no("drunk", guard=name)
    refusal = _why_not_members(state, kind, (name,))
    if refusal is None and kind not in (SENTRY_SEARCH, PATROL_SEARCH) and patrol_of(state, name):
        return no("not_a_sentry", guard=name)
    return refusal


def _why_not_members(state: State, kind: str, guards: tuple[str, ...]) -> Refused | None:
    for name in guards:
        guard = state.guards[name]
        if guard.carded:
            return no("already_carded", guard=name)
        if kind in (SENTRY_SEARCH, PATROL_SEARCH) and guard.moved:
            return no("already_moved", guard=name)
        if kind not in (SENTRY_SEARCH, PATROL_SEARCH) and guard.zone == PASSAGE:
            return no("cannot_listen_in_passage", guard=name)
    return None


def target_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Guards and patrols for the card at hand."""
    return targets(state, card_in_hand(state, seat))


def why_not_chosen_target(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the card at hand is not for him."""
    kind = card_in_hand(state, seat)
    if pick.form not in ("guard", "patrol"):
        return no("not_now")
    if pick.form == "patrol" and kind in (SENTRY_LISTEN, SENTRY_SEARCH):
        return no("not_a_sentry", patrol=pick.what)
    if pick.form == "guard" and kind in (PATROL_LISTEN, PATROL_SEARCH):
        return no("split_patrol" if patrol_of(state, pick.what) else "too_few", guard=pick.what)
    return why_not_target(state, seat, kind, str(pick))


def play_on(telling: Telling, seat: Seat, pick: Pick) -> None:
    """The card is played on this guard or patrol: they listen, or begin to move."""
    kind = card_in_hand(telling.now, seat)
    if pick.form == "patrol":
        guards = telling.now.patrols[pick.what].guards
        zone = patrol_zone(telling.now, pick.what)
    else:
        guards = (pick.what,)
        zone = telling.now.guards[pick.what].zone
    if kind != "listen":
        lay_open(telling, seat, kind)
    telling.tell(e.Carded(guards))
    if kind == "listen" or kind in LISTENS:
        telling.tell(e.Listened(guards, zone, kind == "listen"))
        if not turns.cat_can_answer(telling.now):
            listening.resolve(telling)


CHOOSE_TARGET = ask("guard patrol", target_candidates, why_not_chosen_target, play_on)


# ---- choose_barracks --------------------------------------------------------------------------------------------


def barracks_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Barracks zones, in order."""
    return (f"zone:{zone}" for zone in state.board.zones if zone in state.board.barracks)


def why_not_wake(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why nobody can be woken there."""
    if pick.form != "zone":
        return no("not_now")
    if pick.what not in state.board.barracks:
        return no("not_barracks", zone=pick.what)
    asleep = state.sleepers
    return None if not isinstance(asleep, Unknown) and asleep.get(pick.what) else no("no_sleepers", zone=pick.what)


def wake(telling: Telling, seat: Seat, pick: Pick) -> None:
    """As many wake as the card says, sleep there, and the map has room for (R46, R217); they may move at once."""
    lay_open(telling, seat, AWAKEN)
    now = telling.now
    asleep = now.sleepers.get(pick.what, 0) if isinstance(now.sleepers, dict) else 0
    count = min(now.cards.card("guards", AWAKEN).wakes, asleep, MOST_GUARDS - len(now.guards))
    woken = free_numbers(now, count, seat)
    telling.tell(e.Woken(pick.what, woken))
    telling.detect_all(pick.what)
    if telling.now.mover is not None and telling.now.mover.ended:
        # Whoever wakes beside an intruder has found him: his movement is over (R180, Q46), his fellow's too.
        for guard in woken:
            telling.tell(e.MoveEnded((guard,)))
    else:
        moving.close_if_still(telling)


CHOOSE_BARRACKS = ask("zone", barracks_candidates, why_not_wake, wake)
