"""The board as one seat sees it: figures, and the marks of its own map (R12, R53, R144-R151, R225)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Final

from companion.events import Event
from companion.games.scorpion import events as e
from companion.games.scorpion.draft import PATROLS, draft_of
from companion.games.scorpion.listening import hears, noise
from companion.games.scorpion.names import (
    FIGURES,
    INTRUDER_PHASE,
    INTRUDER_SIDE,
    OVER,
    PASSAGE,
    STEPS,
    is_sword,
    number,
)
from companion.games.scorpion.setup import numbers
from companion.games.scorpion.show_log import first_turn, standing_events
from companion.games.scorpion.state import State, patrol_of
from companion.prompts import read
from companion.views import Mark, Piece

Way = tuple[list[str], list[str], int]
"""An intruder's way of one turn: the zones, the text beside each, and how many zones it cost."""

GAITS: Final = ("", "sneak", "walk", "run")
"""R142, R145."""


# ---- figures ----------------------------------------------------------------------------------------------------


def pieces(state: State, seat: str) -> tuple[Piece, ...]:
    """Every figure that stands on the board, as the copy has it; the seat's own secret ones too."""
    return (*_guards(state), *_drafted(state, seat), *_figures(state))


def _guards(state: State) -> Iterator[Piece]:
    for name in sorted(state.guards, key=number):
        guard = state.guards[name]
        if guard.zone not in state.board.order:
            continue  # a guard inside the passage stands on his card (R232)
        walks = patrol_of(state, name)
        yield Piece(
            id=name,
            kind="sword" if is_sword(name) else "spear",
            zone=guard.zone,
            group=walks,
            facing=state.patrols[walks].facing if walks else None,
            drunk=guard.drunk,
            carded=guard.carded,
            moved=guard.moved,
        )


def _figures(state: State) -> Iterator[Piece]:
    for name in FIGURES:
        figure = state.figures[name]
        if figure.on_map and isinstance(figure.zone, str) and figure.zone in state.board.order:
            yield Piece(id=name, kind=name, zone=figure.zone, secret=not figure.shown)


def _drafted(state: State, seat: str) -> Iterator[Piece]:
    """What the seat has placed of its setup and not confirmed: nobody else sees it yet."""
    draft = draft_of(state, seat)
    names = iter(numbers(draft, state.players))
    for zone in draft.posts:
        name = next(names)
        yield Piece(id=name, kind="sword" if is_sword(name) else "spear", zone=zone, secret=True)
    for at, (zone, facing) in enumerate(draft.patrols[:PATROLS], 1):
        for name in islice(names, 2):
            kind = "sword" if is_sword(name) else "spear"
            yield Piece(id=name, kind=kind, zone=zone, group=f"p{at}", facing=facing, secret=True)
    for figure, zone in draft.starts.items():
        yield Piece(id=figure, kind=figure, zone=zone, secret=True)


# ---- marks ------------------------------------------------------------------------------------------------------


def marks(state: State, seat: str, told: Sequence[Event]) -> tuple[Mark, ...]:
    """What is drawn on the seat's map. Everything comes from its own copy, and from what it was told."""
    own: Iterable[Mark] = ()
    if seat in INTRUDER_SIDE:
        own = (*_ways(state, told), *_of_intruders(state, seat), *_noises(state))
    return (*_hidden(state, seat), *_public(state), *own)


def _public(state: State) -> Iterator[Mark]:
    """What everybody may remember: finds, known entrances, where an intruder was seen last (R167, R227)."""
    for zone, found in _ordered(state, state.found):
        kind, _, letter = found.partition("_")
        if kind == "goal":
            yield Mark(kind="found", zones=(zone,), text=letter)
        elif found != "trap" or not isinstance(state.traps, tuple) or zone not in state.traps:
            yield Mark(kind="trap" if found == "trap" else "nothing", zones=(zone,))
    for zone in dict.fromkeys(state.known_entrances):
        if not isinstance(state.entrances, tuple):
            yield Mark(kind="entrance", zones=(zone,))
    for name, (zone, turn) in state.last_seen.items():
        if state.figures[name].on_map and not state.figures[name].shown and zone in state.board.order:
            yield Mark(kind="last_seen", zones=(zone,), text=str(turn), who=name)


def _ordered(state: State, by_zone: Mapping[str, str]) -> list[tuple[str, str]]:
    return sorted(by_zone.items(), key=lambda item: state.board.order[item[0]])


def _hidden(state: State, seat: str) -> Iterator[Mark]:
    """The guards' own map: sleepers, missions, traps, hidden sentries, and where guards ended their turns (R231)."""
    draft = draft_of(state, seat)
    asleep = dict(state.sleepers) if isinstance(state.sleepers, dict) else {}
    added = [zone for kind, zone in draft.objects if kind == "sleeper"]
    if state.bonus is not None and state.bonus.cards_taken:
        added += [read(choice).what for choice in state.about.get(seat, ()) if choice != "done"]
    for zone in added:
        asleep[zone] = asleep.get(zone, 0) + 1
    for zone in sorted(asleep, key=state.board.order.__getitem__):
        yield Mark(kind="sleepers", zones=(zone,), text=str(asleep[zone]))
    if isinstance(state.goals, dict):
        yield from (Mark(kind="goal", zones=(zone,), text=letter) for letter, zone in sorted(state.goals.items()))
    for kind, places in (("trap", state.traps), ("hidden_sentry", state.hidden_sentries)):
        yield from (Mark(kind=kind, zones=(zone,)) for zone in (places if isinstance(places, tuple) else ()))
    for kind, zone in draft.objects:
        if kind != "sleeper":
            what, _, letter = kind.partition("_")
            goal = what == "goal"
            yield Mark(kind="goal" if goal else kind, zones=(zone,), text=letter if goal else "")
    if isinstance(state.goals, dict):
        for zone in sorted(state.ended, key=state.board.order.__getitem__):
            yield Mark(kind="ended", zones=(zone,), text=str(state.ended[zone]))


def _of_intruders(state: State, seat: str) -> Iterator[Mark]:
    """Ropes, entrances, and the zones about to be searched, numbered in the order they will be read (R159)."""
    if isinstance(state.ropes, tuple):
        yield from (Mark(kind="rope", zones=rope) for rope in state.ropes)
    entrances = state.entrances if isinstance(state.entrances, tuple) else ()
    for zone in dict.fromkeys((*entrances, *draft_of(state, seat).entrances)):
        yield Mark(kind="entrance", zones=(zone,))
    for at, (name, zone) in enumerate(state.declaring if isinstance(state.declaring, tuple) else (), 1):
        yield Mark(kind="declared", zones=(zone,), text=str(at), who=name)


def listeners(state: State, name: str) -> tuple[str, ...]:
    """The guards who would hear an intruder if they listened, from public places alone (R101-R103, R244)."""
    figure = state.figures[name]
    return tuple(
        guard
        for guard in sorted(state.guards, key=number)
        if state.guards[guard].zone in state.board.order
        and not state.guards[guard].drunk
        and hears(state, state.guards[guard].zone, figure)
    )


def _noises(state: State) -> Iterator[Mark]:
    """For each intruder the ring of zones that would hear him now, and the guards inside it."""
    for name in FIGURES:
        figure = state.figures[name]
        ring = tuple(zone for zone in state.board.zones if hears(state, zone, figure)) if figure.on_map else ()
        if not ring or not noise(state, figure):
            continue
        yield Mark(kind="noise", zones=ring, who=name)
        for guard in listeners(state, name):
            yield Mark(kind="listener", zones=(state.guards[guard].zone,), text=guard, who=name)


# ---- ways -------------------------------------------------------------------------------------------------------


def _ways(state: State, told: Sequence[Event]) -> Iterator[Mark]:
    """Both intruders' ways, the turn number in every zone entered (R144), the last one underlined (R145)."""
    ways = walked(state, told)
    during = state.phase in (INTRUDER_PHASE, OVER)
    last = state.turn if during else state.turn - 1
    for name in FIGURES:
        figure = state.figures[name]
        if figure.on_map and isinstance(figure.path, tuple) and len(figure.path) > 1:
            ways[name, last] = _way(figure.path, last)
    for (name, turn), (zones, words, cost) in sorted(ways.items(), key=lambda item: (item[0][1], item[0][0])):
        if zones:
            now = during and turn == state.turn and state.phase == INTRUDER_PHASE
            gait = GAITS[min(cost, STEPS["intruder"])]
            yield Mark(kind="path", zones=tuple(zones), texts=tuple(words), text=gait, who=name, now=now)


def _way(path: Sequence[str], turn: int) -> Way:
    """A way as it is drawn: inside the passage nobody stands on the map, so the number is circled there (R225)."""
    zones: list[str] = []
    words: list[str] = []
    for before, zone in pairwise(("", *path)):
        if zone == PASSAGE:
            if words:
                words[-1] = f"({turn})"
            continue
        zones.append(zone)
        words.append(str(turn) if before else "")
    return zones, words, len(path) - 1


def walked(state: State, told: Sequence[Event]) -> dict[tuple[str, int], Way]:
    """The ways of both intruders by turn, the start as turn 0 or that of the new copy (R60, R204)."""
    paths: dict[tuple[str, int], list[str]] = {}
    starts: dict[str, tuple[str, int]] = {}
    turn = first_turn(state, told)
    for event in standing_events(told):
        match event:
            case e.TurnBegan(turn=began):
                turn = began
            case e.Started(figure=figure, zone=str(zone)):
                starts[figure] = (zone, 0)
            case e.Restarted(figure=figure, zone=str(zone)):
                # The map of the one who died is put away with him.
                paths = {key: path for key, path in paths.items() if key[0] != figure}
                starts[figure] = (zone, turn)
            case e.Stepped(figure=figure, source=source, target=target):
                paths.setdefault((figure, turn), [source]).append(target)
            case e.SlippedInside(figure=figure):
                paths.setdefault((figure, turn), [_stood(paths, starts, figure)]).append(PASSAGE)
            case _:
                pass
    ways = {key: _way(path, key[1]) for key, path in paths.items()}
    for name, (zone, began) in starts.items():
        ways[name, began - 1 if began else 0] = ([zone], [f"{name[0].upper()}{began}"], 0)
    return ways


def _stood(paths: dict[tuple[str, int], list[str]], starts: dict[str, tuple[str, int]], figure: str) -> str:
    """Where an intruder stood who has not moved this turn."""
    turns = [turn for name, turn in paths if name == figure]
    if turns:
        return paths[figure, max(turns)][-1]
    return starts[figure][0] if figure in starts else PASSAGE
