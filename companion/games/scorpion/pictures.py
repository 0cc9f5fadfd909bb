"""Rules as they show on the board at hand: a guard beside a wall, where a patrol goes on, which zones are meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.games.scorpion import texts as t
from companion.games.scorpion.moving import open_mover
from companion.games.scorpion.names import number
from companion.games.scorpion.show_board import pieces
from companion.games.scorpion.state import State, forward, patrol_zone
from companion.games.scorpion.texts import texts
from companion.views import BoardPanel, Illustration, LightName, Mark

NAMED: Final = 4
"""So many zones are named; of more it is said how many."""
EARSHOT: Final = 2
"""How far an intruder who walked is heard (R102); where one who ran is, may be half of the board."""


def draw(known: State, seat: str, picture: str) -> Illustration | None:
    """A picture by its name in `structure.toml`, None where this table has nothing to show for it."""
    drawn = DRAWN.get(picture)
    if drawn is not None:
        return drawn(known, seat)
    zones = ZONES[picture](known) if picture in ZONES else ()
    return _zones(known, seat, picture, zones) if zones else None


def _board(known: State, seat: str, lights: dict[str, LightName], marks: tuple[Mark, ...] = ()) -> BoardPanel:
    return BoardPanel(
        sheet=known.board.sheet(known.options.language), pieces=pieces(known, seat), lights=lights, marks=marks
    )


def _zones(known: State, seat: str, picture: str, zones: Iterable[str]) -> Illustration:
    """Zones of one sort on the whole board."""
    found = [zone for zone in known.board.zones if zone in set(zones)]
    light: LightName = "waiting" if picture in ("moat", "passage") else "legal"
    say = texts(known.options.language).count(f"pictures.{picture}", len(found))
    return Illustration(say=say, board=_board(known, seat, dict.fromkeys(found, light)))


def _guard(known: State, wanted: Callable[[str], object]) -> str | None:
    """The guard in hand, else the first by number, who stands in a zone as wanted."""
    mover = open_mover(known)
    moving = list(mover.guards) if mover is not None else []
    guards = [*moving, *sorted(known.guards, key=number)]
    return next((name for name in guards if known.guards[name].zone in known.board.order
                 and wanted(known.guards[name].zone)), None)  # fmt: skip


def _named(known: State, zones: tuple[str, ...]) -> str:
    spoken = texts(known.options.language)
    if len(zones) > NAMED:
        return spoken.count("pictures.zones", len(zones))
    return spoken.say("pictures.or").join(zones)


def _wall(known: State, seat: str) -> Illustration | None:
    board = known.board
    guard = _guard(known, lambda zone: board.walls[zone])
    if guard is None:
        return None
    here = known.guards[guard].zone
    there, near = board.walls[here][0], board.borders[here]
    say = texts(known.options.language).say(
        "pictures.wall", guard=guard, zone=t.zone(known, there), zones=_named(known, near)
    )
    lights: dict[str, LightName] = dict.fromkeys(near, "legal")
    return Illustration(say=say, board=_board(known, seat, lights), near=(here, there, *near), struck=(here, there))


def _step(known: State, seat: str) -> Illustration | None:
    guard = _guard(known, lambda zone: zone)
    if guard is None:
        return None
    here = known.guards[guard].zone
    near = known.board.borders[here]
    say = texts(known.options.language).say("pictures.step", guard=guard, zones=_named(known, near))
    return Illustration(say=say, board=_board(known, seat, dict.fromkeys(near, "legal")), near=(here, *near))


def _listen(known: State, seat: str) -> Illustration | None:
    guard = _guard(known, lambda zone: zone)
    if guard is None:
        return None
    here, board = known.guards[guard].zone, known.board
    ring = tuple(zone for zone in board.zones if board.distance[here][zone] <= EARSHOT)
    say = texts(known.options.language).say("pictures.listen", guard=guard, zone=t.zone(known, here))
    noise = (Mark(kind="noise", zones=ring), Mark(kind="listener", zones=(here,), text=guard))
    return Illustration(say=say, board=_board(known, seat, {here: "heard"}, noise), near=(here, *board.borders[here]))


def _patrol(known: State, seat: str) -> Illustration | None:
    walking = [name for name in known.patrols if patrol_zone(known, name) in known.board.track]
    if not walking:
        return None
    name = walking[0]
    here = patrol_zone(known, name)
    patrol = known.patrols[name]
    ways = (patrol.facing,) if patrol.facing else forward(known, here, patrol.came_from)
    say = texts(known.options.language).say(
        "pictures.patrol", patrol=t.patrol(known, name), zones=_named(known, tuple(ways))
    )
    return Illustration(say=say, board=_board(known, seat, dict.fromkeys(ways, "legal")), near=(here, *ways))


DRAWN: Final[dict[str, Callable[[State, str], Illustration | None]]] = {
    "wall": _wall,
    "step": _step,
    "listen": _listen,
    "patrol": _patrol,
}
ZONES: Final[dict[str, Callable[[State], Iterable[str]]]] = {
    "moat": lambda known: known.board.moats,
    "posts": lambda known: known.board.posts,
    "track": lambda known: known.board.track,
    "barracks": lambda known: known.board.barracks,
    "castle": lambda known: known.board.castle,
    "edge": lambda known: known.board.edges,
    "traitor": lambda known: known.board.traitor_starts,
    "entrance": lambda known: known.board.entrance_zones,
    "passage": lambda known: known.known_entrances,
}
