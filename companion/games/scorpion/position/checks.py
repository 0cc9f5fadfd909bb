"""What a position may not say: it breaks a rule of possession, or contradicts itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.game import BadOpening
from companion.games.scorpion.names import (
    DRUNK_FIGURES,
    FIGURES,
    GUARD_NUMBERS,
    LAST_TURN,
    PASSAGE,
    PHASES,
)
from companion.games.scorpion.position.laying import piled, pool_of
from companion.games.scorpion.position.text import STATES, FigureText, PositionText, stands
from companion.games.scorpion.state import (
    State,
    guard_seats,
)
from companion.unknown import TEXT


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
    inside += [f"{name}.zone" for name in FIGURES if stands(getattr(text, name)) == PASSAGE]
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
    if text.phase not in ("setup", "over") and not away and stands(figure) is None:
        raise BadOpening(f"position, {name}.zone: he is on the map but stands nowhere; give a zone or a state")
    inside = figure.state == "in_passage"
    if figure.state is not None and not away and figure.zone is not None and (figure.zone == PASSAGE) != inside:
        raise BadOpening(f"position, {name}.state: he cannot be {figure.state} and stand in {figure.zone}")
    if away and figure.zone is not None:
        raise BadOpening(f"position, {name}.zone: who is {figure.state} stands nowhere")
    if figure.walking_unseen or away or figure.met:
        return
    zone = stands(figure)
    notice = bool(text.options.get("drunk_guards_notice"))
    seen = any(guard.zone == zone and (notice or not guard.drunk) for guard in text.guards.values())
    if figure.shown and not seen:
        raise BadOpening(f"position, {name}.shown: no sober guard stands in {zone}, so he is hidden (R184)")
    if zone is not None and seen and not figure.shown and text.phase != "setup":
        raise BadOpening(f"position, {name}.shown: a sober guard stands in {zone}, so he is shown (R179)")


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
        pool = pool_of(state, text, seat)
        for kind, count in piled(state, text, seat).items():
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
        found.update(piled(state, text, seat))
    return found
