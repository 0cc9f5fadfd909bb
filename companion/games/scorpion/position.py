"""The complete situation as text: what FEN is to chess. Laid out as events, so that nothing is redacted twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.chance import Chance
from companion.events import Event
from companion.game import BadOpening
from companion.games.scorpion import events as e
from companion.games.scorpion.draft import MAP
from companion.games.scorpion.fold import folds
from companion.games.scorpion.names import (
    DRUNK_FIGURES,
    FIGURES,
    GUARD_CARDS,
    GUARD_NUMBERS,
    INTRUDER_PHASE,
    INTRUDER_SIDE,
    LAST_TURN,
    PASSAGE,
    PHASES,
    number,
)
from companion.games.scorpion.state import (
    Bonus,
    Draft,
    Figure,
    Guard,
    Hand,
    Mover,
    Options,
    Patrol,
    Piles,
    Sharing,
    State,
    guard_seats,
    with_piles,
)
from companion.games.scorpion.turns import in_order
from companion.seats import REFEREE, Seat
from companion.unknown import TEXT, UNKNOWN, Unknown

STATES = ("on_map", "in_passage", "escaped", "dead", "waiting")
Intruder = Literal["ninja", "traitor"]


class GuardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guard of a position."""

    zone: str
    drunk: bool = False
    carded: bool = False
    moved: bool = False
    attacked: bool = False


class PatrolText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A patrol of a position."""

    guards: list[str]
    came_from: str | None = None
    facing: str | None = None


class FigureText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intruder of a position."""

    zone: str | None = None
    moved: int = 0
    path: list[str] | None = None
    wounds: int = 0
    goal: str | None = None
    done: bool = False
    shown: bool = False
    state: str | None = None
    lives: int = 1
    finished: bool = False
    walking_unseen: bool = False
    halted: Literal["", "moat", "rope", "passage"] = ""
    moving: bool = False
    met: bool = False
    struck_by: list[str] = []


class PassageText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret passage of a position."""

    entrances: list[str] = []
    known: list[str] = []
    ninja_card: bool = False
    traitor_card: bool = False
    guard_cards: int = 0
    bluffed: list[str] = []


class MoverText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guards on the move, of a position."""

    guards: list[str]
    steps_left: int = 2
    cause: Literal["pursue", "step", "patrol"] = "step"
    ended: Literal["", "stay", "steps", "moat", "detection", "passage"] = ""


class PromptText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open prompt of a position: `about` are the picks of the unfinished step. ask: None while that waits."""

    ask: str | None = None
    about: list[str] = []


class SharingText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two guard players share at the moment, of a position."""

    about: str
    whole: int
    figure: str = ""
    takes: dict[str, int] = {}


class BonusText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guards' bonus while it is settled, of a position."""

    figure: Intruder
    cards_taken: bool = False
    taken: int = 0
    last: str = ""


class OpenText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is open between seats, of a position: an addition to the keys of the game's page."""

    in_play: str | None = None
    listening: list[str] | None = None
    waking: list[str] = []
    walked: str | None = None
    declaring: list[tuple[Intruder, str]] = []
    sentry_found: tuple[Intruder, str] | None = None
    removal: tuple[Intruder, str] | None = None
    placing: str | None = None
    passed: list[str] = []
    sharing: SharingText | None = None
    bonus: BonusText | None = None
    over: tuple[Literal["intruders", "draw", "guards"], Literal["all_gone", "dawn"]] | None = None


Cards = list[str] | dict[str, list[str]]


class PositionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every key of a position. What is left out has the value of an empty table."""

    game: str = "scorpion"
    map: str = "twin-castles"
    cards: str = "house"
    players: int = 2
    options: dict[str, Any] = {}
    turn: int = 1
    phase: str = "setup"
    alert: int = 0
    plays_left: int | dict[str, int] = 2
    played_this_turn: int = 0
    free_listen_used: bool = False
    guards: dict[str, GuardText] = {}
    patrols: dict[str, PatrolText] = {}
    hand: dict[str, list[str]] = {}
    drawn: Cards = []
    deck: Cards | None = None
    discard: Cards = []
    discard_old: Cards = []
    sleepers: dict[str, int] = {}
    goals: dict[str, str] = {}
    traps: list[str] = []
    hidden_sentries: list[str] = []
    found: dict[str, str] = {}
    passage: PassageText = PassageText()
    ropes: list[list[str]] = []
    ninja: FigureText = FigureText()
    traitor: FigureText = FigureText()
    searched: bool = False
    declared: list[tuple[Intruder, str]] = []
    mover: MoverText | None = None
    last_seen: dict[str, tuple[str, int]] = {}
    ended: dict[str, int] = {}
    searched_now: list[str] = []
    confirmed: list[str] = []
    prompts: dict[str, PromptText | None] = {}
    open: OpenText = OpenText()
    drafts: dict[str, Draft] = {}
    offer: dict[str, list[str]] = {}
    owns: dict[str, dict[str, int]] = {}


def parse(position: dict[str, Any]) -> PositionText:
    """`position` with its keys and types checked. Raises BadOpening naming the key."""
    try:
        return msgspec.convert(position, PositionText)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        key = where.rstrip("`").removeprefix("$.").removeprefix("$") or "the position"
        raise BadOpening(f"position, {key}: {message[0].lower()}{message[1:]}") from None


# ---- checks -----------------------------------------------------------------------------------------------------


def check(state: State, text: PositionText) -> None:
    """Refuses a position that breaks a rule of possession. Raises BadOpening naming the key."""
    if text.phase not in PHASES:
        raise BadOpening(f"position, phase: {text.phase!r} is none; phases are {', '.join(PHASES)}")
    if not 0 <= text.alert <= 3:
        raise BadOpening(f"position, alert: {text.alert} is no level; levels are 0 (None) to 3 (High)")
    if not 1 <= text.turn <= LAST_TURN:
        raise BadOpening(f"position, turn: {text.turn} is no turn; there are 1 to {LAST_TURN}")
    _check_zones(state, text)
    _check_guards(text)
    _check_facing(state, text)
    _check_open(text)
    _check_passage(state, text)
    for name in FIGURES:
        _check_figure(text, name, getattr(text, name))
    _check_seats(state, text)
    _check_cards(state, text)


def _zones_named(text: PositionText) -> Iterable[tuple[str, str]]:
    for name, guard in text.guards.items():
        if guard.zone != PASSAGE:
            yield f"guards.{name}.zone", guard.zone
    for name, patrol in text.patrols.items():
        for key in ("came_from", "facing"):
            if (zone := getattr(patrol, key)) is not None:
                yield f"patrols.{name}.{key}", zone
    for key in ("sleepers", "found", "ended"):
        yield from ((f"{key}.{zone}", zone) for zone in getattr(text, key))
    yield from ((f"goals.{letter}", zone) for letter, zone in text.goals.items())
    for key in ("traps", "hidden_sentries"):
        yield from ((key, zone) for zone in getattr(text, key))
    yield from (("passage.entrances", zone) for zone in text.passage.entrances)
    yield from (("passage.known", zone) for zone in text.passage.known)
    yield from (("ropes", zone) for rope in text.ropes for zone in rope)
    for name in FIGURES:
        figure: FigureText = getattr(text, name)
        if figure.zone not in (None, PASSAGE):
            yield f"{name}.zone", str(figure.zone)
        yield from ((f"{name}.path", zone) for zone in figure.path or () if zone != PASSAGE)
    yield from ((f"last_seen.{name}", zone) for name, (zone, _) in text.last_seen.items() if zone != PASSAGE)
    yield from (("declared", zone) for _, zone in text.declared)
    for key, found in (("sentry_found", text.open.sentry_found), ("removal", text.open.removal)):
        if found is not None:
            yield f"open.{key}", found[1]


def _check_zones(state: State, text: PositionText) -> None:
    for key, zone in _zones_named(text):
        if zone == TEXT:
            raise BadOpening(f"position, {key}: write the zone; only cards may be unknown in a loaded position")
        if zone not in state.board.order:
            raise BadOpening(f"position, {key}: the map {text.map} has no zone {zone!r}")
    for rope in text.ropes:
        if len(rope) != 2 or rope[1] not in state.board.walls[rope[0]]:
            raise BadOpening(f"position, ropes: no wall stands between {' and '.join(rope)} (R150)")


def _check_guards(text: PositionText) -> None:
    for name in text.guards:
        if name not in GUARD_NUMBERS:
            raise BadOpening(f"position, guards.{name}: there are twenty guards, g1 to g20 (R216)")
    if sum(guard.drunk for guard in text.guards.values()) > DRUNK_FIGURES:
        raise BadOpening("position, guards: there are three drunk figures (R9)")
    walking: set[str] = set()
    for name, patrol in text.patrols.items():
        key = f"position, patrols.{name}"
        if not name.startswith("p") or not name[1:].isdigit():
            raise BadOpening(f"{key}: patrols are called p1, p2, ...")
        if len(patrol.guards) < 2 or len(set(patrol.guards)) != len(patrol.guards):
            raise BadOpening(f"{key}: a patrol is two or more guards (R76)")
        for guard in patrol.guards:
            if guard not in text.guards:
                raise BadOpening(f"{key}: {guard} stands nowhere; give guards.{guard} a zone")
            if guard in walking:
                raise BadOpening(f"{key}: {guard} walks in two patrols")
            walking.add(guard)
        if len({text.guards[guard].zone for guard in patrol.guards}) > 1:
            raise BadOpening(f"{key}: its guards do not stand in one zone (R76)")


def _plays(text: PositionText) -> Iterable[int]:
    return text.plays_left.values() if isinstance(text.plays_left, dict) else (text.plays_left,)


def _check_facing(state: State, text: PositionText) -> None:
    """On the track a patrol faces along it (R78); off it its facing means nothing (R82)."""
    for name, patrol in text.patrols.items():
        onward = state.board.track.get(text.guards[patrol.guards[0]].zone)
        if onward is not None and patrol.facing is not None and patrol.facing not in onward:
            raise BadOpening(f"position, patrols.{name}.facing: the track does not lead to {patrol.facing} (R78)")


def _check_open(text: PositionText) -> None:
    """Whoever moves, wakes or listens stands on the map, in one zone."""
    groups = [("open.waking", text.open.waking), ("open.listening", text.open.listening or [])]
    if text.mover is not None:
        groups.append(("mover.guards", text.mover.guards))
        if not text.mover.guards:
            raise BadOpening("position, mover.guards: name the guards on the move, or leave mover out")
    for key, guards in groups:
        if missing := [guard for guard in guards if guard not in text.guards]:
            raise BadOpening(f"position, {key}: {missing[0]} stands nowhere; give guards.{missing[0]} a zone")
        if key != "open.waking" and len({text.guards[guard].zone for guard in guards}) > 1:
            raise BadOpening(f"position, {key}: these guards do not stand in one zone")
    for key, least, found, most in (
        *(("plays_left", 0, left, 2) for left in _plays(text)),
        ("played_this_turn", 0, text.played_this_turn, 99),
        ("passage.guard_cards", 0, text.passage.guard_cards, 2),
        *(("mover.steps_left", 0, mover.steps_left, 3) for mover in (text.mover,) if mover is not None),
        *((f"{name}.moved", 0, getattr(text, name).moved, 3) for name in FIGURES),
        *((f"{name}.lives", 0, getattr(text, name).lives, 1) for name in FIGURES),
        *((f"sleepers.{zone}", 0, count, 99) for zone, count in text.sleepers.items()),
    ):
        if not least <= found <= most:
            raise BadOpening(f"position, {key}: {found} cannot be; write {least} to {most}")


def _check_passage(state: State, text: PositionText) -> None:
    """The passage has two entrances (R62), none in a moat (R63); what is known of it is there."""
    entrances, known = text.passage.entrances, text.passage.known
    dug_by_one = len(entrances) == 1 and text.phase == "setup" and text.players > 2  # R65
    if len(entrances) not in (0, 2) and not dug_by_one:
        raise BadOpening("position, passage.entrances: the passage has two entrances (R62)")
    for zone in entrances:
        if zone in state.board.moats:
            raise BadOpening(f"position, passage.entrances: no entrance lies in a moat, as {zone} (R63)")
    if extra := list((Counter(known) - Counter(entrances)).elements()):
        raise BadOpening(f"position, passage.known: the passage has no such entrance at {extra[0]}")
    for name in text.passage.bluffed:
        if name not in FIGURES:
            raise BadOpening(f"position, passage.bluffed: {name!r} is no intruder")
    inside = [f"guards.{name}.zone" for name, guard in text.guards.items() if guard.zone == PASSAGE]
    inside += [f"{name}.zone" for name in FIGURES if _zone(getattr(text, name)) == PASSAGE]
    if inside and not entrances:
        raise BadOpening(f"position, {inside[0]}: nobody is inside a passage without entrances (R62)")


def _check_figure(text: PositionText, name: str, figure: FigureText) -> None:
    if figure.state is not None and figure.state not in STATES:
        raise BadOpening(f"position, {name}.state: {figure.state!r} is none; states are {', '.join(STATES)}")
    sharing = text.open.sharing
    returning = figure.state in ("dead", "waiting") and sharing is not None and sharing.figure == name
    if not 0 <= figure.wounds < {"ninja": 3, "traitor": 2}[name] + returning:
        raise BadOpening(f"position, {name}.wounds: {figure.wounds} would have killed him (R198, R199)")
    if figure.goal is not None and figure.goal not in tuple("ABCDEF"):
        raise BadOpening(f"position, {name}.goal: {figure.goal!r} is none; goals are A to F (R13)")
    away = figure.state in ("escaped", "dead", "waiting")
    if text.phase not in ("setup", "over") and not away and _zone(figure) is None:
        raise BadOpening(f"position, {name}.zone: he is on the map but stands nowhere; give a zone or a state")
    inside = figure.state == "in_passage"
    if figure.state is not None and not away and figure.zone is not None and (figure.zone == PASSAGE) != inside:
        raise BadOpening(f"position, {name}.state: he cannot be {figure.state} and stand in {figure.zone}")
    if away and figure.zone is not None:
        raise BadOpening(f"position, {name}.zone: who is {figure.state} stands nowhere")
    if figure.walking_unseen or away or figure.met:
        return
    zone = _zone(figure)
    notice = bool(text.options.get("drunk_guards_notice"))
    seen = any(guard.zone == zone and (notice or not guard.drunk) for guard in text.guards.values())
    if figure.shown and not seen:
        raise BadOpening(f"position, {name}.shown: no sober guard stands in {zone}, so he is hidden (R184)")
    if zone is not None and seen and not figure.shown and text.phase != "setup":
        raise BadOpening(f"position, {name}.shown: a sober guard stands in {zone}, so he is shown (R179)")


def _zone(figure: FigureText) -> str | None:
    return PASSAGE if figure.state == "in_passage" else figure.zone


def _state(figure: FigureText) -> str:
    return figure.state or ("in_passage" if figure.zone == PASSAGE else "on_map")


def _check_seats(state: State, text: PositionText) -> None:
    """What is given for each guard seat is given for seats that there are; one of the two must not be forgotten."""
    seats = guard_seats(state)
    for key in ("plays_left", "drawn", "deck", "discard", "discard_old", "owns", "offer"):
        given = getattr(text, key)
        if not isinstance(given, dict):
            continue
        if strange := [name for name in given if name not in seats]:
            raise BadOpening(f"position, {key}.{strange[0]}: nobody of that name holds guard cards here")
        if key == "plays_left" and len(given) < len(seats):
            raise BadOpening(f"position, {key}: write how many cards each of {' and '.join(seats)} may still play")
    for name in FIGURES:
        if strange := [seat for seat in getattr(text, name).struck_by if seat not in seats]:
            raise BadOpening(f"position, {name}.struck_by: {strange[0]!r} is no guard seat here")


def _by_seat(state: State, cards: Cards | None) -> dict[Seat, list[str]]:
    seats = guard_seats(state)
    if isinstance(cards, dict):
        return {seat: list(cards.get(seat, [])) for seat in seats}
    return {seat: list(cards or []) if at == 0 else [] for at, seat in enumerate(seats)}


def _check_cards(state: State, text: PositionText) -> None:
    cards = state.cards
    seats = guard_seats(state)
    for name in FIGURES:
        held = text.hand.get(name, []).count("secret_passage") + getattr(text.passage, f"{name}_card")
        if held > cards.copies(name, "secret_passage"):
            raise BadOpening(f"position, passage.{name}_card: he has one such card, in his hand or before him")
    for owner, hand in text.hand.items():
        if owner not in (*seats, *FIGURES):
            raise BadOpening(f"position, hand.{owner}: nobody of that name holds cards here")
        deck = owner if owner in FIGURES else "guards"
        for kind, count in Counter(hand).items():
            if kind == TEXT:
                if owner in FIGURES or state.options.deck == "digital":
                    raise BadOpening(f"position, hand.{owner}: write the cards; the referee must know them")
            elif not state.cards.copies(deck, kind):
                raise BadOpening(f"position, hand.{owner}: the {deck} deck has no card {kind!r}")
            elif count > cards.copies(deck, kind):
                raise BadOpening(
                    f"position, hand.{owner}: {count} copies of {kind}; there are {cards.copies(deck, kind)}"
                )
    stated = _stated(state, text)
    for kind, count in stated.items():
        if not cards.copies("guards", kind):
            raise BadOpening(f"position, deck: the guards deck has no card {kind!r}")
        if count > cards.copies("guards", kind):
            raise BadOpening(
                f"position, hand.{seats[0]}: {count} copies of {kind} lie in hands, piles and wounds together; "
                f"there are {cards.copies('guards', kind)}"
            )
    for seat in seats if len(seats) > 1 else ():
        pool = _pool(state, text, seat)
        for kind, count in _piled(state, text, seat).items():
            if count > pool[kind]:
                raise BadOpening(
                    f"position, hand.{seat}: {count} copies of {kind} lie in his piles; each guard player has half of "
                    f"every kind (R26), here {pool[kind]}"
                )


def _stated(state: State, text: PositionText) -> Counter[str]:
    """The guard cards that a position names, those that mark wounds and lie in play too."""
    found: Counter[str] = Counter(kenjutsu=text.ninja.wounds + text.traitor.wounds)
    found["secret_passage"] = text.passage.guard_cards
    for seat in guard_seats(state):
        found.update(_piled(state, text, seat))
    return found


# ---- laying it out ----------------------------------------------------------------------------------------------


def lay(blank: State, text: PositionText, chance: Chance) -> list[Event]:
    """The events that lay a position out: what is public, each side's own, and the draw deck."""
    raw: dict[str, Any] = msgspec.to_builtins(text)
    everybody = {key: raw[key] for key in PUBLIC_KEYS}
    everybody["passage"] = {key: raw["passage"][key] for key in ("known", "ninja_card", "traitor_card", "guard_cards")}
    everybody["open"] = {key: raw["open"][key] for key in PUBLIC_OPEN}
    everybody["counts"] = {owner: len(hand) for owner, hand in text.hand.items()}
    everybody["drawn"] = {seat: len(pile) for seat, pile in _by_seat(blank, text.drawn).items()}
    decks = _dealt(blank, text, chance)
    everybody["deck"] = {seat: len(pile) for seat, pile in decks.items()}
    everybody["discard"] = _by_seat(blank, text.discard)
    everybody["discard_old"] = _by_seat(blank, text.discard_old)
    everybody["owns"] = _owns(blank, text)
    everybody["plays_left"], everybody["open"]["sharing"] = _plays_shared(blank, text)
    own = {key: raw[key] for key in ("sleepers", "goals", "traps", "hidden_sentries")}
    shared = text.open.sharing
    own["takes"] = shared.takes if shared is not None else {}
    own["draft"] = raw["drafts"].get(MAP)
    cards = [e.CardsLaid(seat, _cards_of(blank, text, seat)) for seat in guard_seats(blank)]
    theirs = {"ropes": raw["ropes"], "entrances": text.passage.entrances, "bluffed": text.passage.bluffed}
    theirs["hand"] = {owner: hand for owner, hand in text.hand.items() if owner in FIGURES}
    theirs["figures"] = {name: raw[name] for name in FIGURES}
    theirs["open"] = {key: raw["open"][key] for key in ("walked", "declaring")}
    theirs["about"] = {s: p.about for s, p in text.prompts.items() if p is not None and s in INTRUDER_SIDE}
    theirs["drafts"] = {seat: draft for seat, draft in raw["drafts"].items() if seat in INTRUDER_SIDE}
    for name in FIGURES:
        figure: FigureText = getattr(text, name)
        everybody[name] = _as_seen(blank, figure)
    return [e.TableLaid(everybody), e.GuardsLaid(own), *cards, e.IntrudersLaid(theirs), e.RefereeLaid({"deck": decks})]


def _cards_of(blank: State, text: PositionText, seat: Seat) -> dict[str, Any]:
    asked = text.prompts.get(seat)
    return {
        "hand": text.hand.get(seat, []),
        "drawn": _by_seat(blank, text.drawn)[seat],
        "offer": text.offer.get(seat),
        "about": asked.about if asked is not None else [],
        "draft": text.drafts.get(seat),
    }


def _owns(state: State, text: PositionText) -> dict[str, dict[str, int]]:
    """How many Kenjutsu and Secret Passage cards lie in each guard seat's own piles; see `Piles.owns`.

    Where a position of two guard players does not say it, wounds are theirs who struck, else in turn (Q66), and a
    Secret Passage card in play is his who does not hold his own.
    """
    seats = guard_seats(state)
    away: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
    for figure in (text.ninja, text.traitor):
        struck = figure.struck_by if len(figure.struck_by) == figure.wounds else seats * figure.wounds
        for seat in list(struck)[: figure.wounds]:
            away[seat]["kenjutsu"] += 1
    by_held = sorted(seats, key=lambda seat: _piled(state, text, seat)["secret_passage"])
    for seat in (by_held * 2)[: text.passage.guard_cards]:
        away[seat]["secret_passage"] += 1
    whole = Counter(state.cards.half("guards") if len(seats) > 1 else state.cards.whole("guards"))
    kinds = ("kenjutsu", "secret_passage")
    return {seat: {kind: whole[kind] - away[seat][kind] for kind in kinds} | text.owns.get(seat, {}) for seat in seats}


def _plays_shared(state: State, text: PositionText) -> tuple[int | dict[str, int], dict[str, Any] | None]:
    """The plays left, and what is to be shared: two guard players who have not yet say first who plays how many."""
    sharing = msgspec.to_builtins(text.open.sharing)
    if state.players < 4 or isinstance(text.plays_left, dict) or text.phase != GUARD_CARDS or sharing or text.prompts:
        return text.plays_left, sharing
    unshared = {"about": "plays", "whole": text.plays_left, "figure": ""} if text.plays_left else None
    return dict.fromkeys(guard_seats(state), text.plays_left), unshared


PUBLIC_KEYS = (
    *("turn", "phase", "alert", "played_this_turn", "free_listen_used", "plays_left", "guards", "patrols", "found"),
    *("searched", "declared", "mover", "last_seen", "ended", "searched_now", "confirmed"),
)
PUBLIC_OPEN = (
    *("in_play", "listening", "waking", "sentry_found", "removal", "placing", "passed", "sharing", "bonus", "over"),
)


def _as_seen(blank: State, figure: FigureText) -> dict[str, Any]:
    """An intruder as everybody sees him: inside the passage he counts as on the map (Q52)."""
    inside = _state(figure) == "in_passage"
    public = blank.options.passage_inside == "public"
    shown = figure.shown or (inside and public)
    state = _state(figure)
    # Till a meeting is settled he is seen where he stood.
    path = figure.path or []
    stood = path[-2] if figure.met and len(path) > 1 else _zone(figure)
    return {
        "zone": stood if shown else None,
        "state": "on_map" if inside and not shown else state,
        "wounds": figure.wounds,
        "done": figure.done,
        "goal": figure.goal if figure.done else None,
        "shown": figure.shown,
        "lives": figure.lives,
        "struck_by": figure.struck_by,
    }


def _dealt(state: State, text: PositionText, chance: Chance) -> dict[str, list[str]]:
    """The draw decks; in a digital game unknown cards are dealt out of the copies that lie nowhere else."""
    decks = {str(seat): pile for seat, pile in _by_seat(state, text.deck).items()}
    unknown = sum(card == TEXT for pile in decks.values() for card in pile)
    if not unknown or state.options.deck == "physical":
        return decks
    found = {}
    for seat, pile in decks.items():
        left = list((_pool(state, text, seat) - _piled(state, text, seat)).elements())
        if (unknown := pile.count(TEXT)) > len(left):
            raise BadOpening(f"position, deck: {unknown} cards are to be dealt, but only {len(left)} lie nowhere else")
        dealt = iter(chance.draw(left, unknown))
        found[seat] = [next(dealt) if card == TEXT else card for card in pile]
    return found


def _pool(state: State, text: PositionText, seat: str) -> Counter[str]:
    """The cards that a guard seat's piles are made of: all, or half of each kind (R26), less what lies elsewhere."""
    pool = Counter(state.cards.half("guards") if state.players == 4 else state.cards.whole("guards"))
    pool.update({kind: count - pool[kind] for kind, count in _owns(state, text)[seat].items()})
    return pool


def _piled(state: State, text: PositionText, seat: str) -> Counter[str]:
    """The cards that a position names in the piles of a guard seat."""
    found = Counter(text.hand.get(seat, []))
    for pile in (text.drawn, text.deck, text.discard, text.discard_old):
        found.update(_by_seat(state, pile)[Seat(seat)])
    del found[TEXT]
    return found


def _known(cards: Iterable[str]) -> Hand:
    return tuple(UNKNOWN if card == TEXT else card for card in cards)


@folds(e.TableLaid)
def _table_laid(state: State, event: e.TableLaid) -> State:
    raw = event.position
    opened, passage = raw["open"], raw["passage"]
    mover, plays = raw["mover"], raw["plays_left"]
    piles = {
        str(seat): Piles(
            hand=(UNKNOWN,) * raw["counts"].get(seat, 0),
            drawn=(UNKNOWN,) * raw["drawn"][seat],
            deck=(UNKNOWN,) * raw["deck"][seat],
            discard=_known(raw["discard"][seat]),
            discard_old=_known(raw["discard_old"][seat]),
            plays_left=plays[seat] if isinstance(plays, dict) else plays,
            owns=dict(raw["owns"][seat]),
        )
        for seat in guard_seats(state)
    }
    bonus, shared = opened["bonus"], opened["sharing"]
    return replace(
        state,
        **{key: raw[key] for key in PUBLIC_KEYS[:5]},
        guards={name: Guard(**guard) for name, guard in raw["guards"].items()},
        patrols={
            name: Patrol(tuple(patrol["guards"]), patrol["came_from"], patrol["facing"])
            for name, patrol in raw["patrols"].items()
        },
        piles=piles,
        figures={name: _figure_seen(raw[name], raw["counts"].get(name, 0)) for name in FIGURES},
        known_entrances=tuple(passage["known"]),
        passage_cards=frozenset(name for name in FIGURES if passage[f"{name}_card"]),
        guard_passage_cards=passage["guard_cards"],
        found=dict(raw["found"]),
        searched=raw["searched"],
        declared=tuple((figure, zone) for figure, zone in raw["declared"]),
        mover=Mover(tuple(mover["guards"]), mover["steps_left"], mover["cause"], mover["ended"]) if mover else None,
        last_seen={
            **{name: (raw[name]["zone"], raw["turn"]) for name in FIGURES if raw[name]["shown"]},
            **{name: (zone, turn) for name, (zone, turn) in raw["last_seen"].items()},
        },
        ended=dict(raw["ended"]),
        searched_now=tuple(raw["searched_now"]),
        confirmed=tuple(raw["confirmed"]),
        in_play=opened["in_play"],
        listening=tuple(opened["listening"]) if opened["listening"] else None,
        waking=tuple(opened["waking"]),
        sentry_found=_pair(opened["sentry_found"]),
        removal=_pair(opened["removal"]),
        placing=opened["placing"],
        passed=frozenset(opened["passed"]),
        sharing=Sharing(shared["about"], shared["whole"], shared["figure"]) if shared else None,
        bonus=Bonus(**bonus) if bonus else None,
        over=_pair(opened["over"]),
    )


def _pair(value: Any) -> tuple[str, str] | None:
    return (value[0], value[1]) if value else None


def _figure_seen(raw: dict[str, Any], cards: int) -> Figure:
    nowhere = raw["state"] in ("escaped", "dead", "waiting")
    return Figure(
        zone=raw["zone"] if raw["zone"] is not None else None if nowhere else UNKNOWN,
        state=raw["state"],
        wounds=raw["wounds"],
        goal=raw["goal"] if raw["goal"] is not None else UNKNOWN,
        done=raw["done"],
        shown=raw["shown"],
        lives=raw["lives"],
        struck_by=tuple(raw["struck_by"]),
        hand=(UNKNOWN,) * cards,
    )


@folds(e.GuardsLaid)
def _guards_laid(state: State, event: e.GuardsLaid) -> State:
    raw = event.position
    return replace(
        state,
        sleepers=dict(raw["sleepers"]),
        goals=dict(raw["goals"]),
        traps=tuple(raw["traps"]),
        hidden_sentries=tuple(raw["hidden_sentries"]),
        sharing=replace(state.sharing, takes=dict(raw["takes"])) if state.sharing else None,
        drafts={**state.drafts, **_drafts({MAP: raw["draft"]} if raw["draft"] else {})},
    )


@folds(e.CardsLaid)
def _cards_laid(state: State, event: e.CardsLaid) -> State:
    raw, seat = event.position, event.seat
    state = with_piles(
        state,
        seat,
        hand=_known(raw["hand"]),
        drawn=_known(raw["drawn"]),
        offer=_known(raw["offer"]) if raw["offer"] is not None else UNKNOWN,
    )
    if raw["about"]:
        state = replace(state, about={**state.about, seat: tuple(raw["about"])})
    return replace(state, drafts={**state.drafts, **_drafts({seat: raw["draft"]} if raw["draft"] else {})})


def _halted(state: State, text: dict[str, Any]) -> str:
    """What ended a movement that a position shows: a moat, the passage, a wall crossed (R149, R152, R226)."""
    way = text["path"] or []
    if state.phase != INTRUDER_PHASE or not text["moved"] or len(way) < 2:
        return ""
    if way[-1] == PASSAGE:
        return "passage"
    if way[-1] in state.board.moats:
        return "moat"
    return "rope" if way[-1] in state.board.walls.get(way[-2], ()) else ""


@folds(e.IntrudersLaid)
def _intruders_laid(state: State, event: e.IntrudersLaid) -> State:
    raw = event.position
    figures = {}
    for name in FIGURES:
        text, seen = raw["figures"][name], state.figures[name]
        state_now = text["state"] or ("in_passage" if text["zone"] == PASSAGE else "on_map")
        zone = PASSAGE if state_now == "in_passage" else text["zone"]
        path = text["path"]
        figures[name] = replace(
            seen,
            zone=zone,
            state=state_now,
            moved=text["moved"],
            path=tuple(path) if path is not None else (zone,) if zone else (),
            goal=text["goal"],
            finished=text["finished"],
            walking_unseen=text["walking_unseen"],
            halted=text["halted"] or _halted(state, text),
            moving=text["moving"],
            met=text["met"],
            hand=_known(raw["hand"].get(name, ())),
        )
    opened = raw["open"]
    return replace(
        state,
        figures=figures,
        declaring=tuple((figure, zone) for figure, zone in opened["declaring"]),
        ropes=tuple((rope[0], rope[1]) for rope in raw["ropes"]),
        entrances=tuple(raw["entrances"]),
        bluffed=frozenset(raw["bluffed"]),
        walked=opened["walked"],
        about={**state.about, **{seat: tuple(picks) for seat, picks in raw["about"].items() if picks}},
        drafts={**state.drafts, **_drafts(raw["drafts"])},
    )


@folds(e.RefereeLaid)
def _referee_laid(state: State, event: e.RefereeLaid) -> State:
    piles = {seat: replace(pile, deck=_known(event.position["deck"][seat])) for seat, pile in state.piles.items()}
    return replace(state, piles=piles)


def _drafts(raw: dict[str, Any]) -> dict[str, Draft]:
    return {seat: msgspec.convert(draft, Draft) for seat, draft in raw.items()}


# ---- writing it -------------------------------------------------------------------------------------------------


def _text(value: Any) -> Any:
    """A value of a copy as JSON: `"??"` where unknown."""
    if isinstance(value, Unknown):
        return TEXT
    if isinstance(value, (tuple, list)):
        return [_text(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {key: _text(item) for key, item in value.items()}
    return value


def _sorted_guards(state: State) -> dict[str, Any]:
    return {name: msgspec.to_builtins(state.guards[name]) for name in sorted(state.guards, key=number)}


def write(state: State, seat: Seat, prompts: dict[str, Any] | None = None) -> dict[str, Any]:
    """The situation as a copy has it. The referee's own can be loaded again and goes on the same."""
    sees_intruders = seat == REFEREE or seat in INTRUDER_SIDE
    seats = guard_seats(state)
    single = seats[0] if len(seats) == 1 else None

    def piles(name: str) -> Any:
        rows = {str(s): _text(in_order(getattr(state.piles[s], name))) for s in seats}
        return rows[str(single)] if single is not None else rows

    def decks() -> Any:
        if seat == REFEREE:
            return piles("deck")
        rows = {str(s): [TEXT] * len(state.piles[s].deck) for s in seats}
        return rows[str(single)] if single is not None else rows

    hand = {str(s): _text(in_order(state.piles[s].hand)) for s in seats}
    hand |= {name: _text(in_order(state.figures[name].hand)) for name in FIGURES}
    passage = {
        "entrances": _text(state.entrances),
        "known": list(state.known_entrances),
        **{f"{name}_card": name in state.passage_cards for name in FIGURES},
        "guard_cards": state.guard_passage_cards,
        "bluffed": _text(state.bluffed),
    }
    text: dict[str, Any] = {
        "game": "scorpion",
        "map": state.board.source,
        "cards": state.cards.source,
        "players": state.players,
        "options": changed_options(state.options),
        **{key: getattr(state, key) for key in PUBLIC_KEYS[:5]},
        "plays_left": {str(s): state.piles[s].plays_left for s in seats} if single is None else state.plays_left,
        "guards": _sorted_guards(state),
        "patrols": {
            name: {"guards": list(p.guards), "came_from": p.came_from, "facing": p.facing}
            for name, p in sorted(state.patrols.items(), key=lambda item: number(item[0]))
        },
        "hand": hand,
        "drawn": piles("drawn"),
        "deck": decks(),
        "discard": piles("discard"),
        "discard_old": piles("discard_old"),
        "sleepers": _text(state.sleepers),
        "goals": _text(state.goals),
        "traps": _text(state.traps),
        "hidden_sentries": _text(state.hidden_sentries),
        "found": dict(state.found),
        "passage": passage,
        "ropes": _text(state.ropes),
        **{name: _figure_text(state.figures[name]) for name in FIGURES},
        "searched": state.searched,
        "declared": _text(state.declared) if sees_intruders else TEXT,
        "mover": msgspec.to_builtins(state.mover),
        "last_seen": {name: list(seen) for name, seen in sorted(state.last_seen.items())},
        "ended": dict(sorted(state.ended.items(), key=lambda item: state.board.order[item[0]])),
        "searched_now": list(state.searched_now),
        "confirmed": list(state.confirmed),
        "open": _open_text(state, sees_intruders),
        "offer": {str(s): _text(state.piles[s].offer) for s in seats if not isinstance(state.piles[s].offer, Unknown)},
    }
    if single is None:
        text["owns"] = {str(s): dict(state.piles[s].owns) for s in seats}
    if seat == REFEREE:
        text["prompts"] = prompts or {}
        text["drafts"] = {name: msgspec.to_builtins(draft) for name, draft in state.drafts.items()}
    return text


def changed_options(options: Options) -> dict[str, Any]:
    """The options that are not as by default."""
    default = Options()
    return {
        name: getattr(options, name)
        for name in options.__struct_fields__
        if getattr(options, name) != getattr(default, name)
    }


def _figure_text(figure: Figure) -> dict[str, Any]:
    return {
        key: _text(getattr(figure, key))
        for key in (
            *("zone", "moved", "path", "wounds", "goal", "done", "shown", "state", "lives"),
            *("finished", "walking_unseen", "halted", "moving", "met", "struck_by"),
        )
    }


def _sharing_text(sharing: Sharing | None) -> dict[str, Any] | None:
    return {name: _text(getattr(sharing, name)) for name in sharing.__struct_fields__} if sharing else None


def _open_text(state: State, sees_intruders: bool) -> dict[str, Any]:
    return {
        "in_play": state.in_play,
        "listening": _text(state.listening),
        "waking": list(state.waking),
        "walked": _text(state.walked) if sees_intruders else TEXT,
        "declaring": _text(state.declaring),
        "sentry_found": _text(state.sentry_found),
        "removal": _text(state.removal),
        "placing": state.placing,
        "passed": sorted(state.passed),
        "sharing": _sharing_text(state.sharing),
        "bonus": msgspec.to_builtins(state.bonus),
        "over": _text(state.over),
    }
