"""Which zones a finger comes through that is drawn over the board. Pure: places only.

A zone counts when the finger is well inside it, so that a corner that is cut on the way from one to another is none;
points that the panel did not tell between two it did are looked at too.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot

from ui.geometry import Point, to_edge
from ui.panels.plan import Plan

WELL_INSIDE = 6.0  # u from the nearest side, where the zone is broad enough for that
CLOSE = 3.0  # u between two points that are looked at


class Drawing:
    """One finger, from the zone where it was put down. began: whether it has left that."""

    def __init__(self, plan: Plan, point: Point, zone: str) -> None:
        self._plan, self._last, self._zone = plan, point, zone
        self.began = False

    def to(self, point: Point) -> Iterator[str]:
        """The finger is here now: the zones that it came through, in order, each as it is entered."""
        (ax, ay), (bx, by) = self._last, point
        self._last = point
        steps = max(1, ceil(hypot(bx - ax, by - ay) / (CLOSE * self._plan.full)))
        for step in range(1, steps + 1):
            zone = self._well_inside((ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps))
            if zone is not None and zone != self._zone:
                self._zone, self.began = zone, True
                yield zone

    def _well_inside(self, point: Point) -> str | None:
        zone = self._plan.zone_at(point)
        if zone is None:
            return None
        polygon = self._plan.polygons[zone]
        room = to_edge(polygon, self._plan.anchors[zone])
        return zone if to_edge(polygon, point) >= min(WELL_INSIDE * self._plan.full, 0.4 * room) else None
