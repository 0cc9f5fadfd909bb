"""A sheet laid on the glass: every zone's outline in pixels, and what follows from the outlines alone. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Any

from companion.views import Sheet, SheetZone
from ui.geometry import Point, chains, contains, middle, shared_edge, to_edge

LEAST_TOUCH = 48.0
FARTHEST = 5
"""Zones that a way leads through at most; who is set down farther away was carried there."""


@dataclass(frozen=True)
class Placement:
    """How sheet units become pixels: fitted whole into a room, then zoomed about a point of the sheet.

    turned: the sheet lies a quarter turn clockwise, for screens taller than wide.
    """

    x: float
    y: float
    width: float
    height: float
    sheet: Point
    turned: bool = False
    zoom: float = 1.0
    focus: Point | None = None

    @cached_property
    def scale(self) -> float:
        wide, high = self._lying
        return min(self.width / wide, self.height / high) * self.zoom

    @property
    def _lying(self) -> Point:
        return (self.sheet[1], self.sheet[0]) if self.turned else self.sheet

    @cached_property
    def _corner(self) -> Point:
        """Where the upper left corner of the lying sheet is."""
        wide, high = (side * self.scale for side in self._lying)
        if self.focus is None or self.zoom <= 1:
            return self.x + (self.width - wide) / 2, self.y + (self.height + high) / 2
        across, down = self._lay(self.focus)
        left = self.x + self.width / 2 - across * self.scale
        top = self.y + self.height / 2 + down * self.scale
        # never past the rim of the sheet
        left = min(self.x, max(self.x + self.width - wide, left))
        top = max(self.y + self.height, min(self.y + high, top))
        return left, top

    def _lay(self, point: Point) -> Point:
        return (self.sheet[1] - point[1], point[0]) if self.turned else point

    def to_glass(self, point: Point) -> Point:
        across, down = self._lay(point)
        return self._corner[0] + across * self.scale, self._corner[1] - down * self.scale

    def to_sheet(self, point: Point) -> Point:
        across, down = (point[0] - self._corner[0]) / self.scale, (self._corner[1] - point[1]) / self.scale
        return (down, self.sheet[1] - across) if self.turned else (across, down)


class Plan:
    """One sheet under one placement. `u` is one u in pixels for signs and marks, `full` for all else."""

    def __init__(self, sheet: Sheet, placement: Placement, u: float = 1.0, full: float = 0.0) -> None:
        self.sheet, self.placement, self.u = sheet, placement, u
        self.full = full or u
        to_glass = placement.to_glass
        self.polygons: dict[str, list[Point]] = {
            zone_id: [to_glass(corner) for corner in zone.polygon] for zone_id, zone in sheet.zones.items()
        }
        self.kept: dict[object, Any] = {}  # what was worked out once, and holds for as long as nothing is laid anew
        self.anchors: dict[str, Point] = {zone_id: to_glass(zone.label) for zone_id, zone in sheet.zones.items()}

    def zone(self, zone_id: str) -> SheetZone:
        return self.sheet.zones[zone_id]

    def edge(self, one: str, other: str) -> list[Point]:
        """The corners two neighbours share."""
        return shared_edge(self.polygons[one], self.polygons[other])

    # ---- what lies where

    @cached_property
    def _boxes(self) -> dict[str, tuple[float, float, float, float]]:
        return {
            zone_id: (min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p), max(y for _, y in p))
            for zone_id, p in self.polygons.items()
        }

    def zone_at(self, point: Point) -> str | None:
        """The zone a point lies in."""
        for zone_id, (x0, y0, x1, y1) in self._boxes.items():
            if x0 <= point[0] <= x1 and y0 <= point[1] <= y1 and contains(self.polygons[zone_id], point):
                return zone_id
        return None

    def away(self, zone_id: str, point: Point) -> float:
        """How far a point is from a zone; 0 inside it."""
        polygon = self.polygons[zone_id]
        return 0.0 if contains(polygon, point) else to_edge(polygon, point)

    def nearest(self, point: Point, among: frozenset[str], within: float) -> str | None:
        """The nearest of some zones, no farther than `within` pixels."""
        best = min(((self.away(z, point), z) for z in among if z in self.polygons), default=None)
        return best[1] if best and best[0] <= within else None

    @cached_property
    def roomy(self) -> frozenset[str]:
        """Zones large enough to be taken with one touch: a finger's target fits round the anchor."""
        least = LEAST_TOUCH * self.full / 2
        return frozenset(z for z, p in self.polygons.items() if to_edge(p, self.anchors[z]) >= least)

    # ---- ways

    @cached_property
    def _beside(self) -> dict[bool, dict[str, list[str]]]:
        """Which zones one may walk to from each, over any border or along the track."""
        found: dict[bool, dict[str, list[str]]] = {True: {}, False: {}}
        for on_track, pairs in ((True, self.sheet.track), (False, self.sheet.borders)):
            for one, other in pairs:
                found[on_track].setdefault(one, []).append(other)
                found[on_track].setdefault(other, []).append(one)
        return found

    def way(self, start: str, goal: str, on_track: bool = False) -> list[str]:
        """The shortest way from zone to zone, both included; straight there where it is far, or there is none.

        on_track: along the patrols' track, if it leads there.
        """
        if on_track:
            along = self._shortest(start, goal, self._beside[True])
            if along:
                return along
        return self._shortest(start, goal, self._beside[False]) or [start, goal]

    def _shortest(self, start: str, goal: str, beside: dict[str, list[str]]) -> list[str]:
        ways = [[start]]
        seen = {start}
        for _step in range(FARTHEST):
            further = []
            for way in ways:
                for zone in beside.get(way[-1], ()):
                    if zone == goal:
                        return [*way, zone]
                    if zone not in seen:
                        seen.add(zone)
                        further.append([*way, zone])
            ways = further
        return []

    # ---- lines

    def border_lines(self, water: bool) -> list[list[Point]]:
        """Borders joined to long lines; those at water apart, they have a colour of their own."""
        zones = self.sheet.zones
        edges = [
            self.edge(a, b) for a, b in self.sheet.borders if ("moat" in (zones[a].terrain, zones[b].terrain)) == water
        ]
        return chains(edge for edge in edges if len(edge) > 1)

    @cached_property
    def wall_lines(self) -> list[list[Point]]:
        edges = [self.edge(a, b) for a, b in self.sheet.walls]
        return chains(edge for edge in edges if len(edge) > 1)

    @cached_property
    def gates(self) -> list[tuple[Point, Point]]:
        """Openings in a wall: borders at both ends of which a wall goes on in the same direction."""
        leaving: dict[Point, list[Point]] = {}
        for line in self.wall_lines:
            for a, b in [*pairwise(line), *pairwise(line[::-1])]:
                leaving.setdefault(a, []).append(b)
        found = []
        for one, other in self.sheet.borders:
            edge = self.edge(one, other)
            if len(edge) < 2 or any(p in leaving for p in edge[1:-1]):
                continue
            a, b = edge[0], edge[-1]
            if _goes_on(b, a, leaving.get(a, ())) and _goes_on(a, b, leaving.get(b, ())):
                found.append((a, b))
        return found

    @cached_property
    def track(self) -> tuple[list[list[Point]], list[Point]]:
        """The patrol track from border to border, and its forks."""
        ends: dict[str, list[Point]] = {}
        for a, b in self.sheet.track:
            edge = self.edge(a, b)
            if len(edge) > 1:
                ends.setdefault(a, []).append(middle(edge))
                ends.setdefault(b, []).append(middle(edge))
        lines: list[list[Point]] = []
        forks: list[Point] = []
        for points in ends.values():
            if len(points) == 2:
                lines.append(points)
                continue
            fork = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
            lines += [[point, fork] for point in points]
            if len(points) > 2:
                forks.append(fork)
        return chains(lines), forks

    def bridge_way(self, zone_id: str) -> Point:
        """The direction one walks over a bridge: between the middles of its first two borders."""
        mids = [middle(edge) for a, b in self.sheet.borders if zone_id in (a, b) and len(edge := self.edge(a, b)) > 1]
        if len(mids) < 2:
            return 1.0, 0.0
        (ax, ay), (bx, by) = mids[0], max(mids[1:], key=lambda p: hypot(p[0] - mids[0][0], p[1] - mids[0][1]))
        length = hypot(bx - ax, by - ay) or 1.0
        return (bx - ax) / length, (by - ay) / length


def _goes_on(start: Point, end: Point, further: list[Point] | tuple[()]) -> bool:
    """Whether something leaves `end` in about the direction from start to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    for x, y in further:
        ex, ey = x - end[0], y - end[1]
        if dx * ex + dy * ey > 0.5 * hypot(dx, dy) * hypot(ex, ey):
            return True
    return False
