"""Places for signs beside what already stands on a board: the numbers of zones are read first, and signs give way."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf
from typing import Final, NamedTuple

from ui.geometry import Point, contains, to_edge
from ui.panels.plan import Plan
from ui.panels.standing import Standing


class Room(NamedTuple):
    """What something takes on the glass: its middle, half its width and half its height."""

    x: float
    y: float
    wide: float
    high: float

    def gap(self, other: Room) -> float:
        """How far the two are apart; negative where one lies over the other.

        >>> Room(0, 0, 5, 5).gap(Room(12, 0, 5, 5)), Room(0, 0, 5, 5).gap(Room(2, 7, 5, 5))
        (2, -3)
        """
        return max(abs(self.x - other.x) - self.wide - other.wide, abs(self.y - other.y) - self.high - other.high)


def number_room(plan: Plan, zone: str, label: Point) -> Room:
    """What the number of a zone takes."""
    return Room(*label, plan.u * (1 + 4.6 * len(zone)), plan.u * 7)


def rooms_in(plan: Plan, zone: str, here: Standing, figure: float) -> tuple[Room, ...]:
    """What stands in a zone, its number first. figure: how large one is, in pixels."""
    half, sign = figure / 2 * here.scale, plan.u * 10
    figures = (Room(*point, half, half) for point in here.figures.values())
    others = (Room(*point, sign, sign) for point in (*here.boxes, *([here.house] if here.house else [])))
    return number_room(plan, zone, here.label), *figures, *others


SHOULDERS: Final = ((17, 14), (-17, 14), (18, -8), (-18, -8), (21, 3), (-21, 3), (0, 22), (0, -22))
"""Where a sign lies best beside whom it is about, in u from his middle."""


class Spots:
    """Hands out places beside what already stands in a zone, each once.

    known: those found before on this plan. figure: how large one is, in pixels. wide, high: half of what is
    needed, in u.
    """

    def __init__(
        self, plan: Plan, standing: dict[str, Standing], known: dict[Hashable, Point], figure: float = 0.0
    ) -> None:
        self._plan, self._known = plan, known
        self._busy = {zone: rooms_in(plan, zone, here, figure or plan.u * 23) for zone, here in standing.items()}
        self._standing = [room for busy in self._busy.values() for room in busy]
        self.taken: list[Room] = []

    @property
    def all(self) -> tuple[Room, ...]:
        """All that stands on the board."""
        return (*self._standing, *self.taken)

    def _around(self, room: Room) -> tuple[Room, ...]:
        """What stands near, in whatever zone."""
        x, y, far = room.x, room.y, self._plan.u * 72
        return tuple(at for at in self.all if abs(at[0] - x) < far and abs(at[1] - y) < far)

    def take(self, spot: Point, wide: float, high: float) -> None:
        """Something stands there now, so large in u from its middle."""
        self.taken.append(Room(*spot, wide * self._plan.u, high * self._plan.u))

    def beside(self, centre: Point, wide: float, high: float) -> Point:
        """A place at one of the shoulders of what stands there, on nobody else, no number of a zone, no other sign."""
        u = self._plan.u
        spots = [(centre[0] + u * dx, centre[1] + u * dy) for dx, dy in SHOULDERS]
        figures = {room for busy in self._busy.values() for room in busy[1:]}
        near = [at for at in self._around(Room(*centre, 0, 0)) if at[:2] != centre or at not in figures]

        def lies_over(spot: Point) -> float:
            here = Room(*spot, wide * u, high * u)
            return sum(max(0.0, -here.gap(other)) * (0.3 if other in figures else 1.0) for other in near)

        spot = min(spots, key=lies_over)
        self.take(spot, wide, high)
        return spot

    def next(self, zone: str, wide: float = 11.0, high: float = 11.0) -> Point:
        """The first spot in or near a zone that touches nothing, else the freest."""
        label = self._busy[zone][0]
        around = self._around(label)
        asked = (zone, around, wide, high)
        if asked not in self._known:
            self._known[asked] = self._freest(zone, label, around, wide * self._plan.u, high * self._plan.u)
        spot = self._known[asked]
        self.take(spot, wide, high)
        return spot

    def _freest(self, zone: str, label: Room, around: Sequence[Room], wide: float, high: float) -> Point:
        u, polygon = self._plan.u, self._plan.polygons[zone]
        across, up = label.wide + wide + u, label.high + high + u
        sides = (
            (0.5, up), (1, 0), (1, up), (1, -up / 2), (1 + u * 8 / across, up / 2), (1, up + u * 8), (1, -up),
        )  # fmt: skip
        ring = [(0, up), *((across * at * way, y) for at, y in sides for way in (1, -1)), (0, -up), (0, up + u * 15)]
        farther = (
            (0, up + u * 26),
            (0, -up - u * 15),
            (across + u * 16, 0),
            (across + u * 16, up),
            (across, up + u * 20),
        )
        ring += [(dx * way, dy) for dx, dy in farther for way in (1, -1)]
        grown = [(other.x, other.y, other.wide + wide, other.high + high) for other in around]
        best, most = (label.x, label.y), -inf
        for dx, dy in ring:
            spot = (label.x + dx, label.y + dy)
            free = min((max(abs(spot[0] - x) - w, abs(spot[1] - y) - h) for x, y, w, h in grown), default=u) / (u * 5)
            room = 1.0 if free >= 0 else 0.7 + free  # rather over a border than over anything that stands there
            if room > most:  # the way to the border is long to reckon
                inside = to_edge(polygon, spot) if contains(polygon, spot) else -to_edge(polygon, spot)
                room = min(room, 0.6 + inside / (u * 15))
            if room > most:
                best, most = spot, room
            if most >= 1:
                break
        return best


def light_spot(plan: Plan, zone: str, here: Standing, busy: Sequence[Room], needed: bool) -> Point | None:
    """Where the sign of a light stands: beside figure and number where there is room, else nowhere, unless it is
    needed. busy: all that stands on the board."""
    u, half = plan.u, plan.u * 11
    x, y = next(iter(here.figures.values()), here.label)
    options = [(x + 22 * u, y + 11 * u), (x - 22 * u, y + 11 * u), (x + 27 * u, y), (x - 27 * u, y),
               (x + 22 * u, y - 14 * u), (x - 22 * u, y - 14 * u), (x, y + 26 * u), (x, y - 26 * u)]  # fmt: skip
    near = [room for room in busy if abs(room.x - x) < u * 60 and abs(room.y - y) < u * 60]

    def over(at: Point) -> float:
        """How far it would lie over other things."""
        return max(0.0, *(-Room(*at, half, half).gap(room) - u * 2 for room in near), 0.0)

    for option in (at for at in options if not over(at)):
        if plan.zone_at(option) == zone and to_edge(plan.polygons[zone], option) >= 11.5 * u:
            return option
    return min(options, key=over) if needed else None
