"""Plane geometry for the glass: polygons, insets, shared edges, and strips whose edges are feathered.

Pure: nothing here needs Kivy. Points are pairs. A `Shape` gathers triangles; every vertex carries `u` (length along
a strip, for dashes) and `v` (`OUTSIDE` to `INSIDE`), so that one small texture gives smooth edges without
multisampling, and a texture with a pattern in its inner row gives dashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin

Point = tuple[float, float]
Polyline = Sequence[Point]

OUTSIDE, INSIDE = 0.375, 0.625
_MITRE_LIMIT = 3.0


# ---- polygons ------------------------------------------------------------------------------------------------


def area(polygon: Polyline) -> float:
    """The signed area: positive where the corners run counter-clockwise with y upwards.

    >>> area([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, _turned(polygon), strict=True)) / 2


def _turned(polygon: Polyline) -> list[Point]:
    return [*polygon[1:], polygon[0]]


def contains(polygon: Polyline, point: Point) -> bool:
    """Whether the point lies inside (even-odd).

    >>> contains([(0, 0), (2, 0), (2, 1), (0, 1)], (1, 0.5)), contains([(0, 0), (2, 0), (2, 1)], (0.1, 0.9))
    (True, False)
    """
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, _turned(polygon), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def to_segment(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square))
    return hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy)


def to_edge(polygon: Polyline, point: Point) -> float:
    """The distance from a point to the nearest side of a polygon."""
    return min(to_segment(point, a, b) for a, b in zip(polygon, _turned(polygon), strict=True))


def triangles(polygon: Polyline) -> list[tuple[int, int, int]]:
    """The polygon cut into triangles, by ear clipping. Corners are named by their place.

    >>> len(triangles([(0, 0), (2, 0), (2, 1), (1, 0.4), (0, 1)]))
    3
    """
    left = list(range(len(polygon)))
    if area(polygon) < 0:
        left.reverse()
    if all(_cross(polygon[left[i - 2]], polygon[left[i - 1]], polygon[k]) >= 0 for i, k in enumerate(left)):
        return [(left[0], left[i], left[i + 1]) for i in range(1, len(left) - 1)]  # convex: most are, all discs
    cut: list[tuple[int, int, int]] = []
    while len(left) > 3:
        for at in range(len(left)):
            before, ear, after = left[at - 1], left[at], left[(at + 1) % len(left)]
            a, b, c = polygon[before], polygon[ear], polygon[after]
            if _cross(a, b, c) <= 1e-12:
                continue
            if any(_in_triangle(polygon[k], a, b, c) for k in left if k not in (before, ear, after)):
                continue
            cut.append((before, ear, after))
            del left[at]
            break
        else:  # only flat corners are left: drop one, it covers nothing
            del left[0]
    cut.append((left[0], left[1], left[2]))
    return cut


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    return _cross(a, b, p) >= 0 and _cross(b, c, p) >= 0 and _cross(c, a, p) >= 0


def inset(polygon: Polyline, distance: float) -> list[Point]:
    """The polygon with every side moved inwards. Corners stay corners; meant for distances well under its width.

    >>> inset([(0, 0), (10, 0), (10, 10), (0, 10)], 1)
    [(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)]
    """
    sign = 1 if area(polygon) > 0 else -1
    return [
        (p[0] + sign * distance * nx, p[1] + sign * distance * ny)
        for p, (nx, ny) in zip(polygon, _mitres(polygon, True), strict=True)
    ]


def _mitres(points: Polyline, closed: bool) -> list[Point]:
    """At each point the vector that moves both neighbouring sides one to the left."""
    count = len(points)
    out: list[Point] = []
    for i, p in enumerate(points):
        before = _left(points[i - 1], p) if closed or i > 0 else None
        after = _left(p, points[(i + 1) % count]) if closed or i < count - 1 else None
        if before is None or after is None:
            out.append(before or after or (0.0, 0.0))
            continue
        x, y = before[0] + after[0], before[1] + after[1]
        square = x * x + y * y
        if square < 4 / (_MITRE_LIMIT * _MITRE_LIMIT):
            out.append(after)  # so sharp that a mitre would run away
        else:
            out.append((2 * x / square, 2 * y / square))
    return out


def _left(a: Point, b: Point) -> Point | None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return None if length == 0 else (-dy / length, dx / length)


def shared_edge(one: Polyline, other: Polyline) -> list[Point]:
    """The corners two neighbours share, in the order of the first; empty where they share fewer than two.

    >>> shared_edge([(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (2, 1), (1, 1)])
    [(1, 0), (1, 1)]
    """
    theirs = set(other)
    shared = [p in theirs for p in one]
    if sum(shared) < 2:
        return []
    count = len(one)
    start = next((i for i in range(count) if shared[i] and not shared[i - 1]), 0)
    run = []
    for step in range(count):
        if not shared[(start + step) % count]:
            break
        run.append(one[(start + step) % count])
    return run


def chains(lines: Iterable[Polyline]) -> list[list[Point]]:
    """Lines joined end to end where exactly two meet, so that corners are mitred; closed ones repeat their start.

    >>> chains([[(0, 0), (1, 0)], [(2, 0), (1, 0)]])
    [[(0, 0), (1, 0), (2, 0)]]
    """
    segments = [(a, b) for line in lines for a, b in pairwise(line)]
    at: dict[Point, list[int]] = {}
    for i, (a, b) in enumerate(segments):
        at.setdefault(a, []).append(i)
        at.setdefault(b, []).append(i)
    unused = set(range(len(segments)))
    out: list[list[Point]] = []

    def run(point: Point, segment: int) -> list[Point]:
        path = [point]
        while segment in unused:
            unused.discard(segment)
            a, b = segments[segment]
            point = b if point == a else a
            path.append(point)
            if len(at[point]) != 2:
                break
            segment = next((s for s in at[point] if s in unused), -1)
        return path

    for point, here in at.items():
        if len(here) != 2:
            out += [run(point, s) for s in here if s in unused]
    for i in range(len(segments)):
        if i in unused:
            out.append(run(segments[i][0], i))
    return out


def outline_of(polygons: Iterable[Polyline]) -> list[list[Point]]:
    """The closed lines round a set of zones: the sides that only one of them has."""
    sides: dict[frozenset[Point], tuple[Point, Point]] = {}
    for polygon in polygons:
        for a, b in zip(polygon, _turned(polygon), strict=True):
            key = frozenset((a, b))
            if key in sides:
                del sides[key]
            else:
                sides[key] = (a, b)
    return chains(sides.values())


def circle(centre: Point, radius: float, start: float = 0.0, sweep: float = 2 * pi, fine: float = 1.0) -> list[Point]:
    """Points along a circle; a full one does not repeat its start. fine: how many more points than pixels need."""
    full = abs(sweep) >= 2 * pi - 1e-9
    steps = max(8, ceil(abs(sweep) * (radius * 1.2 + 4) / 4 * fine))
    count = steps if full else steps + 1
    turns = [start + sweep * i / steps for i in range(count)]
    return [(centre[0] + radius * cos(t), centre[1] + radius * sin(t)) for t in turns]


def smooth(points: Polyline, rounds: int = 2) -> list[Point]:
    """The line with its corners cut (Chaikin); the ends stay."""
    line = list(points)
    for _ in range(rounds):
        if len(line) < 3:
            return line
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*cut, line[-1]]
    return line


def middle(line: Polyline) -> Point:
    """The point half-way along a line."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    rest = sum(lengths) / 2
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if rest <= length and length > 0:
            return a[0] + (b[0] - a[0]) * rest / length, a[1] + (b[1] - a[1]) * rest / length
        rest -= length
    return line[-1]


# ---- shapes --------------------------------------------------------------------------------------------------


class Shape:
    """Triangles to be drawn in one colour: vertices `x, y, u, v` in one flat list, and indices into it."""

    def __init__(self) -> None:
        self.vertices: list[float] = []
        self.indices: list[int] = []

    def __bool__(self) -> bool:
        return bool(self.indices)

    def _vertex(self, x: float, y: float, u: float, v: float) -> int:
        self.vertices += (x, y, u, v)
        return len(self.vertices) // 4 - 1

    def fill(self, polygon: Polyline, tile: float | None = None, origin: Point = (0.0, 0.0)) -> Shape:
        """A polygon, edges not feathered. With a tile size, texture coordinates repeat every tile."""
        first = len(self.vertices) // 4
        for x, y in polygon:
            if tile is None:
                self._vertex(x, y, 0.5, INSIDE)
            else:
                self._vertex(x, y, (x - origin[0]) / tile, (y - origin[1]) / tile)
        for a, b, c in triangles(polygon):
            self.indices += (first + a, first + b, first + c)
        return self

    def blob(self, polygon: Polyline) -> Shape:
        """A polygon with feathered edges."""
        sign = 1 if area(polygon) > 0 else -1
        sides = [(sign * nx, sign * ny) for nx, ny in _mitres(polygon, True)]
        self.fill([(x + 0.5 * nx, y + 0.5 * ny) for (x, y), (nx, ny) in zip(polygon, sides, strict=True)])
        first = len(self.vertices) // 4
        for (x, y), (nx, ny) in zip(polygon, sides, strict=True):
            for distance, v in ((0.5, INSIDE), (-0.5, OUTSIDE)):
                self._vertex(x + distance * nx, y + distance * ny, 0.5, v)
        self._join(first, len(polygon), 2, True)
        return self

    def _join(self, first: int, count: int, rows: int, closed: bool) -> None:
        for i in range(count if closed else count - 1):
            here, there = first + i * rows, first + ((i + 1) % count) * rows
            for row in range(rows - 1):
                a, b = here + row, there + row
                self.indices += (a, b, a + 1, a + 1, b, b + 1)

    def disc(self, centre: Point, radius: float) -> Shape:
        return self.blob(circle(centre, radius))

    def ring(self, centre: Point, radius: float, width: float, period: float = 1.0) -> Shape:
        return self.strip(circle(centre, radius), width, closed=True, period=period)

    def strip(self, line: Polyline, width: float, closed: bool = False, period: float = 1.0) -> Shape:
        """A line of some width with mitred corners and flat ends; u counts periods along it."""
        points = _without_repeats(line, closed)
        if len(points) < 2:
            return self
        closed = closed and len(points) > 2
        if closed:
            points = [*points, points[0]]  # own vertices at the seam, so that u can run on
        mitres = _mitres(points[:-1], True) if closed else _mitres(points, False)
        if closed:
            mitres = [*mitres, mitres[0]]
        total = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        if closed and period != 1.0:
            period = total / max(1, round(total / period))  # whole periods, so that the seam does not show
        outer, inner = width / 2 + 0.5, max(width / 2 - 0.5, 0.0)
        # a line thinner than a pixel is a pale line of one pixel
        core = INSIDE if width >= 1 else OUTSIDE + (INSIDE - OUTSIDE) * width
        first, run = len(self.vertices) // 4, 0.0
        for i, ((x, y), (nx, ny)) in enumerate(zip(points, mitres, strict=True)):
            if i:
                run += hypot(x - points[i - 1][0], y - points[i - 1][1])
            for side, v in ((-outer, OUTSIDE), (-inner, core), (inner, core), (outer, OUTSIDE)):
                self._vertex(x + side * nx, y + side * ny, run / period, v)
        self._join(first, len(points), 4, False)
        return self

    def bricks(self, line: Polyline, width: float, period: float) -> Shape:
        """Like a strip, but every side has square ends, so that a pattern along it is not slanted at corners."""
        run = 0.0
        for a, b in pairwise(line):
            first = len(self.vertices) // 4
            self.strip([a, b], width, period=period)
            for at in range(first * 4 + 2, len(self.vertices), 4):
                self.vertices[at] += run / period
            run += hypot(b[0] - a[0], b[1] - a[1])
        return self

    def stroke(self, line: Polyline, width: float, closed: bool = False) -> Shape:
        """A line of some width with round ends and round joins at sharp corners."""
        points = _without_repeats(line, closed)
        if len(points) == 1:
            return self.disc(points[0], width / 2)
        if closed and not any(_sharp(points[i - 1], p, points[(i + 1) % len(points)]) for i, p in enumerate(points)):
            return self.strip(points, width, closed=True)
        if closed:
            points = [*points, points[0]]
        piece = [points[0]]
        for i in range(1, len(points)):
            piece.append(points[i])
            last = i == len(points) - 1
            if last or _sharp(points[i - 1], points[i], points[i + 1]):
                self.strip(piece, width)
                for end in (piece[0], piece[-1]):
                    self.disc(end, width / 2)
                piece = [points[i]]
        return self


def _without_repeats(line: Polyline, closed: bool) -> list[Point]:
    points = [p for i, p in enumerate(line) if i == 0 or hypot(p[0] - line[i - 1][0], p[1] - line[i - 1][1]) > 1e-6]
    if closed and len(points) > 1 and hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) < 1e-6:
        points.pop()
    return points


def _sharp(a: Point, b: Point, c: Point) -> bool:
    """Whether the corner at b turns by more than a good quarter of a right angle."""
    turn = atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0])
    turn = (turn + pi) % (2 * pi) - pi
    return abs(turn) > 0.5
