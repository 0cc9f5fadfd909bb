"""The board of Scorpion Clan: a loaded map that answers what the rules ask, all of it worked out once.

Everything here is public (R10, R11, R65a) and nothing changes, so one board serves every copy of a game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from companion.games.files import LANGUAGES
from companion.games.graph import distances, neighbours
from companion.games.scorpion.map_checks import check_any_map
from companion.games.scorpion.map_file import CASTLES, MapFile, read_map, zone_key
from companion.games.scorpion.sheet import draw
from companion.views import Sheet

__all__ = ["SHIPPED", "Board", "zone_key"]

MAPS: Final = Path(__file__).parent / "data" / "maps"
SHIPPED: Final = ("twin-castles", "drill-yard")
"""The maps that come with the game, by id; the first is the one people play on."""


class Board(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A map. Zones stand in natural order everywhere; two boards are equal only if they are one."""

    id: str
    source: str
    """What it was loaded by: the id of a shipped map, or a path."""
    title: dict[str, str]
    """By language."""

    zones: tuple[str, ...]
    order: dict[str, int]
    """The place of each zone in `zones`."""
    borders: dict[str, tuple[str, ...]]
    walls: dict[str, tuple[str, ...]]
    edges: frozenset[str]
    """Zones at the rim: where the ninja starts and one may leave (R54, R174)."""
    moats: frozenset[str]
    posts: frozenset[str]
    """Zones with a watch post (R32)."""
    barracks: frozenset[str]
    castle: dict[str, str]
    """The castle, `west` or `east`, of each zone that lies in one (R50)."""
    castles: dict[str, tuple[str, ...]]
    """The zones of each castle."""
    inside_moat: frozenset[str]
    """Zones inside the outer moat ring, the castles too (R55)."""
    between_castles: frozenset[str]
    """Zones directly between the two castles (R59)."""
    track: dict[str, tuple[str, ...]]
    """For each zone of the red patrol track the track zones next to it, two at least (R133-R138)."""

    distance: dict[str, dict[str, int]]
    """Zones from each to each, over borders and walls alike: how far noise carries (R103, Q9)."""
    border_distance: dict[str, dict[str, int]]
    """The same over borders alone; what cannot be reached without a rope is left out."""

    traitor_starts: tuple[str, ...]
    """Where the traitor may start if no guard stands there (R55-R57, R59)."""
    entrance_zones: tuple[str, ...]
    """Where the passage may begin: everywhere but in a moat (R63)."""
    object_zones: tuple[str, ...]
    """Castle zones without a watch post: for missions, traps and hidden sentries (R48, R50-R52)."""

    names: dict[str, dict[str, str]]
    """The name of each zone, by language: in that language, else in English, else its id."""
    map: MapFile
    """The map as it was written, for the sheet."""
    sheets: dict[str, Sheet]

    @staticmethod
    def load(name_or_path: str | Path) -> Board:
        """The shipped map of that id, always the same object, or the map at a path. BadFile when it is none."""
        if isinstance(name_or_path, str) and name_or_path in SHIPPED:
            return _shipped(name_or_path)
        return _build(name_or_path, str(name_or_path))

    def sheet(self, language: str) -> Sheet:
        """The board as it is printed, in `language`; drawn once, so that the glass gets one object a game."""
        if language not in self.sheets:
            self.sheets[language] = draw(self.map, language)
        return self.sheets[language]

    def __repr__(self) -> str:
        return f"Board({self.source!r})"

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Board.load, (self.source,)


@cache
def _shipped(name: str) -> Board:
    return _build(MAPS / f"{name}.toml", name)


def _build(path: str | Path, source: str) -> Board:
    found = read_map(path, instead=f"one of the maps {', '.join(SHIPPED)}")
    check_any_map(found)
    zones = tuple(found.zones)
    castle = {zone: name for name in CASTLES for zone in found.castle(name)}
    moats = frozenset(found.having("moat"))
    return Board(
        id=found.id,
        source=source,
        title=found.title,
        zones=zones,
        order={zone: place for place, zone in enumerate(zones)},
        borders=neighbours(zones, found.borders, zone_key),
        walls=neighbours(zones, found.walls, zone_key),
        edges=frozenset(found.having("edge")),
        moats=moats,
        posts=frozenset(found.having("watch_post")),
        barracks=frozenset(found.having("barracks")),
        castle=castle,
        castles={name: found.castle(name) for name in CASTLES},
        inside_moat=frozenset(found.having("inside_moat")),
        between_castles=frozenset(found.having("between_castles")),
        track=neighbours(found.track_zones(), found.track, zone_key),
        distance=distances(zones, found.borders + found.walls),
        border_distance=distances(zones, found.borders),
        traitor_starts=found.traitor_starts(),
        entrance_zones=tuple(zone for zone in zones if zone not in moats),
        object_zones=found.object_zones(),
        names={language: {zone: found.zone_name(zone, language) for zone in zones} for language in LANGUAGES},
        map=found,
        sheets={},
    )
