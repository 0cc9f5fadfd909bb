"""Setup: hands, posts, patrols, hidden things, entrances, starts (2.2 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion import turns
from companion.games.scorpion.board import Board
from companion.games.scorpion.draft import ENTRANCES, OBJECTS, PATROLS, POSTS, draft_of, objects_in, sleepers_in, stage
from companion.games.scorpion.names import FIGURES, GUARD_NUMBERS, INTRUDER_SIDE, NINJA, TRAITOR, is_sword
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import Draft, State, figures_of, guard_seats, standing
from companion.games.scorpion.telling import Ask, Telling, ask
from companion.prompts import Pick, read
from companion.seats import Seat
from companion.verdicts import Refused

CAN_ARRANGE = ("post_sentry", "place_patrol", "face_patrol", "arm_patrol", "hide_", "dig_passage", "start_")


def _deck(state: State, name: str) -> str:
    return name.removeprefix("choose_hand").removeprefix("_") or "guards"


# ---- which choices there are ------------------------------------------------------------------------------------


def candidates(state: State, seat: Seat) -> Iterable[str]:
    """The choices of the question at hand that may be legal."""
    name = stage(state, seat)
    if name is None:
        return ()
    if name == "confirm_setup":
        return ("confirm",)
    if name.startswith("choose_hand"):
        return ("starter", *(f"card:{kind}" for kind in state.cards.kinds(_deck(state, name))))
    if name == "arm_patrol":
        return ("arrange", *(f"guards:{pair}" for pair in pairs(draft_of(state, seat))))
    board = state.board
    zones: Iterable[str]
    if name == "post_sentry":
        zones = (zone for zone in board.zones if zone in board.posts)
    elif name == "place_patrol":
        zones = board.track
    elif name == "face_patrol":
        zones = board.track[draft_of(state, seat).patrols[-1][0]]
    elif name == "hide_sleeper":
        zones = (zone for zone in board.zones if zone in board.barracks)
    elif name.startswith("hide_"):
        zones = board.object_zones
    elif name == "dig_passage":
        zones = board.entrance_zones
    elif name == "start_ninja":
        zones = (zone for zone in board.zones if zone in board.edges)
    else:
        zones = board.traitor_starts
    return ("arrange", *(f"zone:{zone}" for zone in zones))


# ---- why not ----------------------------------------------------------------------------------------------------


def why_not(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why a setup pick is refused."""
    name = stage(state, seat) or ""
    if name == "confirm_setup":
        return None if pick.form == "confirm" else no("not_now")
    if name.startswith("choose_hand"):
        return _why_not_card(state, seat, name, pick)
    if pick.form == "arrange":
        return None if name.startswith(CAN_ARRANGE) else no("not_now")
    if name == "arm_patrol":
        return None if pick.form == "guards" and pick.what in pairs(draft_of(state, seat)) else no("not_now", "R39")
    if pick.form != "zone":
        return no("not_now")
    return _why_not_zone(state, seat, name, pick.what)


def _why_not_card(state: State, seat: Seat, name: str, pick: Pick) -> Refused | None:
    deck, draft = _deck(state, name), draft_of(state, seat)
    hand = draft.hand if deck == "guards" else draft.hands.get(deck, ())
    if pick.form == "starter":
        return no("not_now") if hand else None
    if pick.form != "card":
        return no("not_now")
    copies = state.cards.copies(deck, pick.what)
    if deck == "guards" and state.players == 4:
        copies //= 2  # R26
    if hand.count(pick.what) >= copies:
        rule = {NINJA: "R21", TRAITOR: "R22"}.get(deck, "R27" if state.players == 4 else "R24")
        return no("no_more_copies", rule, card=pick.what)
    return None


def numbers(draft: Draft, players: int) -> Iterable[str]:
    """The guards of a setup in the order they are placed: with two guard players swords and spears in turn (R39)."""
    if players < 4:
        return GUARD_NUMBERS
    posted = [f"g{n + 10 * spear}" for n in range(1, POSTS // 2 + 1) for spear in (0, 1)]
    return (*posted, *(guard for pair in draft.arms for guard in pair.split("+")))


def pairs(draft: Draft) -> tuple[str, ...]:
    """The weapons that may walk in the next patrol, as guards: seven swords and seven spears in all (R39-R41)."""
    used = [guard for pair in draft.arms for guard in pair.split("+")]
    swords = sum(is_sword(guard) for guard in used)
    spears = len(used) - swords
    sword = [f"g{n}" for n in range(5 + swords, 8)]
    spear = [f"g{n}" for n in range(15 + spears, 18)]
    found = []
    for some in ([*sword[:2]], [*sword[:1], *spear[:1]], [*spear[:2]]):
        if len(some) == 2:
            found.append("+".join(some))
    return tuple(found)


def _why_not_zone(state: State, seat: Seat, name: str, zone: str) -> Refused | None:
    board, draft = state.board, draft_of(state, seat)
    if name == "post_sentry":
        if zone not in board.posts:
            return no("not_a_watch_post", zone=zone)
        return no("post_taken", zone=zone) if zone in draft.posts else None
    if name == "place_patrol":
        return None if zone in board.track else no("not_on_track", zone=zone)
    if name == "face_patrol":
        start = draft.patrols[-1][0]
        return None if zone in board.track[start] else no("off_track", "R121", zone=zone)
    if name == "hide_sleeper":
        return why_not_sleeper(state, zone, sleepers_in(draft)[zone], zone in objects_in(draft)) or _tight(
            state, draft, "sleeper", zone
        )
    if name.startswith("hide_"):
        return _why_not_object(state, draft, OBJECTS[len(draft.objects)], zone)
    if name == "dig_passage":
        return no("in_moat", "R63", zone=zone) if zone in board.moats else None
    if name == "start_ninja":
        return why_not_start(state, NINJA, zone)
    return why_not_start(state, TRAITOR, zone)


def why_not_sleeper(state: State, zone: str, asleep: int, has_object: bool) -> Refused | None:
    """Why no sleeper may be marked in a zone where so many sleep already (R44, R45, Q1)."""
    if zone not in state.board.barracks:
        return no("not_barracks", zone=zone)
    if asleep >= 2:
        return no("barracks_full", zone=zone)
    if has_object and state.options.objects_avoid_sleepers:
        return no("zone_has_object", zone=zone)
    return None


def _why_not_object(state: State, draft: Draft, kind: str, zone: str) -> Refused | None:
    board = state.board
    if zone not in board.castle:
        return no("not_in_castle", {"trap": "R51", "hidden_sentry": "R52"}.get(kind, "R50"), zone=zone)
    if zone in board.posts:
        return no("has_watch_post", zone=zone)
    if zone in objects_in(draft) or (state.options.objects_avoid_sleepers and sleepers_in(draft)[zone]):
        return no("zone_has_object", zone=zone)
    if kind.startswith("goal_"):
        here = board.castle[zone]
        if sum(board.castle[z] == here for k, z in draft.objects if k.startswith("goal_")) >= 3:
            return no("three_goals_a_castle", zone=zone)
    return _tight(state, draft, kind, zone)


def _tight(state: State, draft: Draft, kind: str, zone: str) -> Refused | None:
    """Refuses what would leave no room for the rest of the setup (R49, R50): on a tight map one could get stuck."""
    objects = (*draft.objects, (kind, zone))
    if not _room(state.board, objects, share=not state.options.objects_avoid_sleepers):
        return no("no_room_left", zone=zone)
    return None


def _room(board: Board, objects: tuple[tuple[str, str], ...], share: bool) -> bool:
    """True when sleepers, missions, traps and hidden sentries still to come find zones. share: with sleepers too."""
    asleep: dict[str, int] = {}
    for kind, zone in objects:
        if kind == "sleeper":
            asleep[zone] = asleep.get(zone, 0) + 1
    taken = {zone for kind, zone in objects if kind != "sleeper"}
    blocked = taken if share else taken | set(asleep)
    free = {side: [z for z in zones if z in board.object_zones and z not in blocked] for side, zones in _castles(board)}
    goals = [board.castle[zone] for kind, zone in objects if kind.startswith("goal_")]
    needs = {side: 3 - goals.count(side) for side in free}
    others = 4 - sum(kind in ("trap", "hidden_sentry") for kind, _ in objects)
    sleepers = 8 - sum(asleep.values())
    spare = sum(len(zones) for zones in free.values()) - sum(needs.values()) - others
    if spare < 0 or any(len(zones) < needs[side] for side, zones in free.items()):
        return False
    # Sleepers go where no mission can lie first; each further barracks zone takes one from the objects.
    beds = sum(2 - asleep.get(zone, 0) for zone in board.barracks if share or zone in asleep or zone not in blocked)
    castle_beds = 0 if share else sum(2 for zones in free.values() for zone in zones if zone in board.barracks)
    short = max(0, sleepers - (beds - castle_beds))
    return sleepers <= beds and (short + 1) // 2 <= spare


def _castles(board: Board) -> Iterable[tuple[str, tuple[str, ...]]]:
    return board.castles.items()


def why_not_start(state: State, figure: str, zone: str) -> Refused | None:
    """Why an intruder may not start in a zone (R54-R59, also for a new copy: R204)."""
    board = state.board
    if figure == NINJA:
        return None if zone in board.edges else no("not_edge", zone=zone)
    if zone in board.moats:
        return no("in_moat", zone=zone)
    if zone in board.castle:
        return no("in_castle", zone=zone)
    if zone not in board.inside_moat:
        return no("outside_moat", zone=zone)
    if zone in board.between_castles:
        return no("between_castles", zone=zone)
    if standing(state, zone) and not all(standing(state, other) for other in board.traitor_starts):
        return no("zone_has_guard", zone=zone)  # where guards stand in every start, R58 would leave none
    return None


# ---- what follows -----------------------------------------------------------------------------------------------


def play(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A setup pick: one, a starter hand, all that is left at random, or the confirmation that tells it all."""
    if pick.form == "confirm":
        _confirm(telling, seat)
    elif pick.form == "starter":
        deck = _deck(telling.now, stage(telling.now, seat) or "")
        cards = telling.now.cards
        half = deck == "guards" and telling.now.players == 4
        for kind in cards.half_starter(deck) if half else cards.starter(deck):
            telling.chosen(read(f"card:{kind}"))
    elif pick.form == "arrange":
        while (name := stage(telling.now, seat)) is not None and name.startswith(CAN_ARRANGE):
            open_ones = [c for c in candidates(telling.now, seat) if c != "arrange"]
            legal = [c for c in open_ones if why_not(telling.now, seat, read(c)) is None]
            telling.chosen(read(telling.chance.choose(_sensible(telling.now, seat, legal))))
    else:
        telling.chosen(pick)


def _sensible(state: State, seat: Seat, legal: list[str]) -> list[str]:
    """For an intruder, places where nobody stands already: to begin under the eyes of a guard is legal, and no fun."""
    if seat not in INTRUDER_SIDE:
        return legal
    guarded = {f"zone:{guard.zone}" for guard in state.guards.values()}
    return [choice for choice in legal if choice not in guarded] or legal


def _confirm(telling: Telling, seat: Seat) -> None:
    draft = draft_of(telling.now, seat)
    if seat in INTRUDER_SIDE:
        for figure in figures_of(telling.now, seat):
            hand = draft.hands[figure]
            telling.tell(e.HandChosen(seat, figure, len(hand), hand))
        for zone in draft.entrances:
            telling.tell(e.EntranceDug(zone))
        for figure in figures_of(telling.now, seat):
            telling.tell(e.Started(figure, draft.starts[figure]))
    else:
        _confirm_guards(telling, seat, draft)
    telling.tell(e.SetupConfirmed(seat))
    turns.begin_if_all_confirmed(telling)


def _confirm_guards(telling: Telling, seat: Seat, draft: Draft) -> None:
    telling.tell(e.HandChosen(seat, None, len(draft.hand), draft.hand))
    if not all(other in telling.now.confirmed for other in guard_seats(telling.now) if other != seat):
        return  # what two guard players place together is told when both have confirmed
    names = iter(numbers(draft, telling.now.players))
    for zone in draft.posts:
        telling.tell(e.SentryPosted(next(names), zone))
    for at, (zone, facing) in enumerate(draft.patrols, 1):
        telling.tell(e.PatrolFormed(f"p{at}", (next(names), next(names)), facing, zone))
    for kind, zone in draft.objects:
        telling.tell(e.ObjectHidden(kind, zone))


SETUP_ASK: Ask = ask("card zone guards starter arrange confirm", candidates, why_not, play)
NAMES = (
    *(
        "choose_hand",
        "post_sentry",
        "place_patrol",
        "face_patrol",
        "arm_patrol",
        "hide_sleeper",
        "hide_trap",
        "hide_sentry",
    ),
    *(f"hide_goal_{letter}" for letter in "ABCDEF"),
    *(f"choose_hand_{figure}" for figure in FIGURES),
    *("dig_passage", "start_ninja", "start_traitor", "confirm_setup"),
)
PICKS = {"choose_hand": 24, "post_sentry": POSTS, "place_patrol": PATROLS, "dig_passage": ENTRANCES}
