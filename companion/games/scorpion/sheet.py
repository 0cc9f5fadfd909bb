"""The board as it is printed: zones as coloured polygons with their names, worked out from a map file."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.graph import neighbours
from companion.games.scorpion.map_file import MapFile, Zone, zone_key
from companion.views import Point, Sheet, SheetZone, Terrain


def draw(found: MapFile, language: str) -> Sheet:
    """The sheet in `language`. It is as large as its polygons reach, and begins at 0, 0."""
    corners = [corner for zone in found.zones.values() for corner in zone.polygon]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    terrain = _terrain(found)

    def printed(name: str, zone: Zone) -> SheetZone:
        label = zone.label or anchor(zone.polygon)
        return SheetZone(
            polygon=tuple((x - left, y - top) for x, y in zone.polygon),
            label=(label[0] - left, label[1] - top),
            terrain=terrain[name],
            name=found.zone_name(name, language),
            watch_post="watch_post" in zone.features,
            barracks="barracks" in zone.features,
            edge="edge" in zone.features,
        )

    return Sheet(
        id=found.id,
        title=found.title.get(language) or found.title.get("en") or found.id,
        size=(right - left, bottom - top),
        zones={name: printed(name, zone) for name, zone in found.zones.items()},
        borders=found.borders,
        walls=found.walls,
        track=found.track,
    )


def _terrain(found: MapFile) -> dict[str, Terrain]:
    """What the ground of each zone looks like.

    The file names no bridges; they are known by their parapets: a zone of dry ground that leads over its borders to
    just two zones, and is walled against moats on two sides at least (B1-B4 of twin-castles, none of drill-yard).
    """
    borders = neighbours(found.zones, found.borders, zone_key)
    walls = neighbours(found.zones, found.walls, zone_key)
    moats = frozenset(found.having("moat"))

    def of(name: str, zone: Zone) -> Terrain:
        if "moat" in zone.features:
            return "moat"
        if zone.castle is not None:
            return "west" if zone.castle == "west" else "east"
        near = borders[name]
        if len(near) == 2 and moats.isdisjoint(near) and len(moats.intersection(walls[name])) >= 2:
            return "bridge"
        if "between_castles" in zone.features:
            return "court"
        return "grounds" if "inside_moat" in zone.features else "open"

    return {name: of(name, zone) for name, zone in found.zones.items()}


def anchor(polygon: Sequence[Point]) -> Point:
    """Where a text stands in a polygon: its centre of area, moved sideways into it where it lies outside.

    >>> anchor([(0, 0), (1, 0), (1, 1), (0, 1)])
    (0.5, 0.5)
    """
    sides = list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))
    # Seen from a corner of its own, lest large coordinates eat the digits.
    ox, oy = polygon[0]
    area = x = y = 0.0
    for (ax, ay), (bx, by) in sides:
        ax, ay, bx, by = ax - ox, ay - oy, bx - ox, by - oy
        piece = ax * by - bx * ay
        area += piece
        x += (ax + bx) * piece
        y += (ay + by) * piece
    x, y = ox + x / (3 * area), oy + y / (3 * area)
    crossings = sorted(ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides if (ay > y) != (by > y))
    spans = list(zip(crossings[::2], crossings[1::2], strict=False))
    if spans and not any(start <= x <= end for start, end in spans):
        start, end = max(spans, key=lambda span: span[1] - span[0])
        x = (start + end) / 2
    return x, y
