"""The form of a map file: what its keys are, and that every name, pair and polygon in it holds together.

What the game then asks of any map stands in `map_checks`.
"""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.games.files import TomlFile, listed
from companion.games.graph import Pair
from companion.games.scorpion.names import PASSAGE
from companion.views import Point

FEATURES: Final = ("edge", "moat", "watch_post", "barracks", "inside_moat", "between_castles")
CASTLES: Final = ("west", "east")
RESERVED: Final = (PASSAGE, "off_map", "other_exit")
"""Where figures can be without standing in a zone; a zone of that name could not be told from it."""


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`zones.ID` of a map file."""

    polygon: tuple[Point, ...]
    features: tuple[str, ...] = ()
    castle: str | None = None
    name: dict[str, str] = {}
    label: Point | None = None


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    title: dict[str, str]
    borders: tuple[Pair, ...]
    walls: tuple[Pair, ...]
    track: tuple[Pair, ...]
    zones: dict[str, Any]


class MapFile(msgspec.Struct, frozen=True, kw_only=True):
    """A map as it was written, in zones and pairs that are known to fit together. Zones in natural order."""

    file: TomlFile
    id: str
    title: dict[str, str]
    zones: dict[str, Zone]
    borders: tuple[Pair, ...]
    walls: tuple[Pair, ...]
    track: tuple[Pair, ...]

    def having(self, feature: str) -> tuple[str, ...]:
        """The zones with `feature`."""
        return tuple(zone for zone, entry in self.zones.items() if feature in entry.features)

    def castle(self, name: str) -> tuple[str, ...]:
        """The zones of one castle."""
        return tuple(zone for zone, entry in self.zones.items() if entry.castle == name)

    def object_zones(self) -> tuple[str, ...]:
        """Castle zones without a watch post (R48, R50-R52)."""
        return tuple(
            zone
            for zone, entry in self.zones.items()
            if entry.castle is not None and "watch_post" not in entry.features
        )

    def traitor_starts(self) -> tuple[str, ...]:
        """Inside the outer moat ring, in no castle, in no moat, not directly between the castles (R55-R57, R59)."""
        return tuple(
            zone
            for zone, entry in self.zones.items()
            if "inside_moat" in entry.features
            and entry.castle is None
            and "moat" not in entry.features
            and "between_castles" not in entry.features
        )

    def track_zones(self) -> tuple[str, ...]:
        """The zones that a track step joins."""
        joined = {zone for pair in self.track for zone in pair}
        return tuple(zone for zone in self.zones if zone in joined)

    def zone_name(self, zone: str, language: str) -> str:
        """In that language, else in English, else the id."""
        texts = self.zones[zone].name
        return texts.get(language) or texts.get("en") or zone


def zone_key(zone: str) -> tuple[str, int, str]:
    """Zones by their letters, then by their number: O2 stands before O10.

    >>> sorted(["O10", "WM1", "O2", "W1"], key=zone_key)
    ['O2', 'O10', 'W1', 'WM1']
    """
    found = re.match(r"(\D*)(\d*)(.*)", zone, re.DOTALL)
    assert found is not None
    return found[1], int(found[2] or 0), found[3]


def read_map(path: str | Path, instead: str) -> MapFile:
    """The map at `path`; BadFile when it is not one. `instead` names what could have been asked for."""
    file = TomlFile.read(path, instead)
    document = file.decode(_Document)
    if not re.fullmatch(r"[\w-]+", document.id):
        raise file.bad(("id",), f"the id {document.id!r} may hold letters, digits, '-' and '_' only")
    if not document.title:
        raise file.bad(("title",), 'the map has no title; write one, for example en = "My castles"')
    file.texts(("title",), document.title)
    zones = {zone: _zone(file, zone) for zone in sorted(document.zones, key=zone_key)}
    if not zones:
        raise file.bad(("zones",), "the map has no zones; write a table [zones.ID] for each")
    found = MapFile(
        file=file,
        id=document.id,
        title=document.title,
        zones=zones,
        borders=document.borders,
        walls=document.walls,
        track=document.track,
    )
    _pairs(found)
    _corners(found)
    return found


def _zone(file: TomlFile, name: str) -> Zone:
    key = ("zones", name)
    if not re.fullmatch(r"[\w-]+", name) or name in RESERVED:
        raise file.bad(
            key, f"a zone cannot be called {name!r}; use letters, digits, '-' and '_', and not {listed(RESERVED)}"
        )
    if not isinstance(file.table["zones"][name], dict):
        raise file.bad(key, "a zone is a table; write [zones.ID] and its polygon below")
    zone = file.decode(Zone, key)
    for index, feature in enumerate(zone.features):
        if feature not in FEATURES:
            raise file.bad((*key, "features", index), f"unknown feature '{feature}'; allowed are {', '.join(FEATURES)}")
        if feature in zone.features[:index]:
            raise file.bad((*key, "features", index), f"the feature '{feature}' stands here twice; take one away")
    if zone.castle is not None and zone.castle not in CASTLES:
        raise file.bad((*key, "castle"), f"unknown castle '{zone.castle}'; allowed are {', '.join(CASTLES)}")
    file.texts((*key, "name"), zone.name)
    if zone.label is not None and not all(map(math.isfinite, zone.label)):
        raise file.bad((*key, "label"), "the label must be two finite numbers")
    _polygon(file, (*key, "polygon"), zone.polygon)
    return zone


def _polygon(file: TomlFile, key: tuple[str, ...], corners: tuple[Point, ...]) -> None:
    """A polygon that can be drawn: three corners or more, none twice, no side across another."""
    if len(corners) < 3:
        raise file.bad(key, f"a polygon has at least 3 corners, this one has {len(corners)}")
    seen: set[Point] = set()
    for index, (x, y) in enumerate(corners):
        if not (math.isfinite(x) and math.isfinite(y)):
            raise file.bad((*key, index), "a corner must be two finite numbers")
        if (x, y) in seen:
            raise file.bad((*key, index), f"the corner [{x:g}, {y:g}] stands here twice; name each corner once")
        seen.add((x, y))
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    for one, other in combinations(sides, 2):
        if _cross(*one, *other):
            places = " and ".join(f"[{x:g}, {y:g}]" for x, y in (one[0], other[0]))
            raise file.bad(key, f"the sides that begin at {places} cross; name the corners in their order around")
    if sum(x * v - u * y for (x, y), (u, v) in sides) == 0:
        raise file.bad(key, "this polygon has no area; its corners lie on one line")


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True when the sides a-b and c-d cross between their ends."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def _pairs(found: MapFile) -> None:
    """A pair joins two known zones and stands once, as a border or as a wall; a track step is a border."""
    file = found.file
    stands: dict[frozenset[str], str] = {}
    for name, pairs in (("borders", found.borders), ("walls", found.walls), ("track", found.track)):
        steps: set[frozenset[str]] = set()
        for index, pair in enumerate(pairs):
            key = (name, index)
            for zone in pair:
                if zone not in found.zones:
                    raise file.bad(key, f"unknown zone '{zone}' in {_shown(pair)}; write [zones.{zone}], or correct it")
            both = frozenset(pair)
            if len(both) == 1:
                raise file.bad(key, f"{_shown(pair)} joins a zone to itself; name two zones")
            if name == "track":
                if both in steps:
                    raise file.bad(key, f"{_shown(pair)} stands in track twice; take one away")
                steps.add(both)
                if stands.get(both) != "borders":
                    raise file.bad(key, f"{_shown(pair)} is no border; a track step must be a border, too")
            elif stands.get(both) == name:
                raise file.bad(key, f"{_shown(pair)} stands in {name} twice; take one away")
            elif both in stands:
                raise file.bad(key, f"{_shown(pair)} stands in borders and in walls; it is one or the other")
            else:
                stands[both] = name


def _corners(found: MapFile) -> None:
    """Neighbours share corners exactly: the line between them is drawn from corner to corner."""
    corners = {zone: frozenset(entry.polygon) for zone, entry in found.zones.items()}
    for name, pairs in (("borders", found.borders), ("walls", found.walls)):
        for index, pair in enumerate(pairs):
            if len(corners[pair[0]] & corners[pair[1]]) < 2:
                raise found.file.bad(
                    (name, index),
                    f"{_shown(pair)} share fewer than two corners; give both polygons the same corners "
                    "along their common side",
                )


def _shown(pair: Pair) -> str:
    return f"{pair[0]}-{pair[1]}"
