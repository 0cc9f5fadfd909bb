"""Where figures, signs and numbers stand within their zones. Pure: places only.

A zone with nothing on it has its number at the anchor. Figures stand in a row a little above the anchor, the number
below them. Where that would reach over the border they stand closer, in other rows, or elsewhere in the zone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Final, NamedTuple

from companion.views import Misplaced, Piece
from ui.geometry import Point, contains, to_edge
from ui.panels.plan import Plan


@dataclass(frozen=True)
class Figure:
    """What stands on the board as one thing: a piece, or a patrol that walks as one."""

    id: str
    kind: str  # sword, spear, ninja, traitor, patrol
    text: str
    zone: str
    facing: str | None = None
    drunk: bool = False
    carded: bool = False
    secret: bool = False
    members: tuple[str, ...] = ()


@dataclass
class Standing:
    """The places of one zone."""

    label: Point
    figures: dict[str, Point] = field(default_factory=dict)
    house: Point | None = None  # barracks, or an empty watch post
    boxes: list[Point] = field(default_factory=list)  # letters of what lies hidden, or was found
    manned: Point | None = None  # whose head the roof stands over
    scale: float = 1.0


def figures_of(pieces: Iterable[Piece]) -> list[Figure]:
    """Pieces as figures: those of one group in one zone are one pennant."""
    found: dict[str, Figure] = {}
    for piece in pieces:
        if piece.group:
            before = found.get(piece.group)
            members = (*(before.members if before else ()), piece.id)
            facing = piece.facing or (before.facing if before else None)
            found[piece.group] = Figure(
                piece.group, "patrol", piece.group, piece.zone, facing,
                carded=piece.carded or bool(before and before.carded), members=members,
            )  # fmt: skip
            continue
        number = piece.id[1:] if piece.id[:1] == "g" and piece.id[1:].isdigit() else ""
        found[piece.id] = Figure(
            piece.id, piece.kind, number, piece.zone, piece.facing, piece.drunk, piece.carded, piece.secret, (piece.id,)
        )
    return list(found.values())


def figure_astray(row: Misplaced) -> Figure:
    """A figure that stands wrong, as it is drawn by itself."""
    (figure,) = figures_of([Piece(id=row.piece, kind=row.figure or "sword", zone=row.belongs or "")])
    return figure


class _Crowd(NamedTuple):
    """What has to find room in a zone: so many figures of a diameter, boxed letters, and a house or none."""

    figures: int
    boxes: int
    house: bool
    tall: bool
    diameter: float

    @property
    def all(self) -> int:
        return self.figures + self.boxes + self.house


def stand(
    plan: Plan, zone_id: str, figures: list[Figure], diameter: float, boxes: int = 0, noted: bool = False
) -> Standing:
    """Where everything in one zone stands. diameter: of a figure, in pixels. boxes: letters beside figures and houses.
    noted: a number is written over that of the zone.
    """
    zone, u = plan.zone(zone_id), plan.u
    x, y = plan.anchors[zone_id]
    tall = any(figure.kind in ("patrol", "spear") for figure in figures)
    under_roof = next((figure for figure in figures if figure.kind not in ("patrol", "spear")), None)
    manned = zone.watch_post and under_roof is not None
    figures = sorted(figures, key=lambda figure: figure is not under_roof)
    crowd = _Crowd(len(figures), boxes, zone.barracks or (zone.watch_post and not manned), tall, diameter)
    if not crowd.all:
        return Standing((x, y - u * 6.5) if noted else (x, y))
    if crowd.all == 1 and not figures:
        if boxes and _side_by_side(plan, zone_id):
            return Standing((x + u * 11, y), boxes=[(x - u * 10, y)])
        # a post at the upper rim of the sheet still needs its roof
        large = boxes or (zone.barracks and noted)
        where, label = (x, y + u * (8.5 if large else 5.5)), (x, y - u * (9.5 if large else 8))
        return Standing(label, house=None if boxes else where, boxes=[where] * boxes)
    known = (zone_id, crowd, manned)
    if known not in plan.kept:
        plan.kept[known] = _settle(plan, zone_id, crowd, manned)
    points, label, scale = plan.kept[known]
    here = Standing(label, scale=scale)
    left = iter(points)
    if crowd.house:
        here.house = next(left)
    here.boxes = [next(left) for _ in range(boxes)]
    here.figures = {figure.id: next(left) for figure in figures}
    if manned and under_roof is not None:
        here.manned = here.figures[under_roof.id]
    return here


def _side_by_side(plan: Plan, zone_id: str) -> bool:
    """Whether a letter and the number of a zone have room beside each other, round its middle."""
    (x, y), u, polygon = plan.anchors[zone_id], plan.u, plan.polygons[zone_id]
    right = 10 + 4 * len(zone_id)
    corners = ((-21, 0), (-18, 7), (-18, -7), (right, 4), (right, -4))  # a corner may lie on the border
    return all(contains(polygon, (x + u * dx, y + u * dy)) for dx, dy in corners)


def _settle(plan: Plan, zone_id: str, crowd: _Crowd, manned: bool) -> tuple[list[Point], Point, float]:
    """Where a crowd stands best: in a row over the anchor if that is within the zone, else wherever most of it is."""
    u, anchor = plan.u, plan.anchors[zone_id]
    best: tuple[float, list[Point], Point, float] | None = None
    for scale in (1.0, 0.85) if crowd.figures < 3 else (0.82, 0.7) if crowd.all < 4 else (0.82, 0.7, 0.62):
        half = crowd.diameter / 2 * scale * (1.25 if crowd.tall else 1.0) + u * 1.5
        half = max(half, u * 10) if crowd.all > crowd.figures else half
        for columns in range(min(crowd.all, 4), 0, -1):
            for dx, dy in SHIFTS:
                moved = 0.15 * u * hypot(dx, dy) + u * 25 * (1 - scale)
                if best is not None and moved >= best[0]:
                    break
                base = (anchor[0] + u * dx, anchor[1] + u * (4.5 + dy))
                # where the last row is not full, the number may have a place in it
                for cells in (crowd.all, crowd.all + 1) if crowd.all % columns else (crowd.all,):
                    points = _in_rows(base, cells, columns, 2 * half + u)
                    number, points = points[crowd.all :], points[: crowd.all]
                    cost = moved
                    for point in points:
                        cost += _over(plan, zone_id, point, half, u * 9 if manned else 0.0)
                        if best is not None and cost >= best[0]:
                            break
                    else:
                        label, ill = _label_place(plan, zone_id, points, half, number)
                        if best is None or cost + ill < best[0] - 0.01:
                            best = cost + ill, points, label, scale
    assert best is not None
    return best[1:]


SHIFTS: Final = sorted(
    ((dx * 9.0, dy * 9.0) for dx in range(-2, 3) for dy in range(-2, 3)), key=lambda shift: hypot(*shift)
)
"""How far from its usual place a crowd may move, in u: the nearest first."""


def _in_rows(base: Point, count: int, columns: int, step: float) -> list[Point]:
    """So many points in rows round a base, from the upper left."""
    rows = -(-count // columns)
    found = []
    for n in range(count):
        row, column = divmod(n, columns)
        here = min(columns, count - row * columns)
        found.append((base[0] + step * (column - (here - 1) / 2), base[1] - step * (row - (rows - 1) / 2)))
    return found


def _over(plan: Plan, zone_id: str, point: Point, half: float, roof: float) -> float:
    """How far something round a point stands out of its zone, or off the board; much more where its middle does."""
    polygon, place, u = plan.polygons[zone_id], plan.placement, plan.u
    inside = to_edge(polygon, point) * (1 if contains(polygon, point) else -1)
    over = max(0.0, half + u - inside) + (u * 80 if inside < 0 else u * 20 if inside < u * 4 else 0.0)
    if place.zoom > 1:
        return over
    rim = min(point[0] - place.x, place.x + place.width - point[0], point[1] - place.y,
              place.y + place.height - point[1] - roof)  # fmt: skip
    return over + 3 * max(0.0, half + u - rim)


def _label_place(plan: Plan, zone_id: str, points: list[Point], half: float, kept: list[Point]) -> tuple[Point, float]:
    """Where the number of the zone stands: below, beside or above, or in the place kept for it; and how ill that is."""
    polygon, place, u = plan.polygons[zone_id], plan.placement, plan.u
    wide = u * (2 + 4 * len(zone_id))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = (min(xs) + max(xs)) / 2
    options = kept or [
        (middle, min(ys) - half - u * 7.5),
        (max(xs) + half + wide, min(ys) - u * 4),
        (min(xs) - half - wide, min(ys) - u * 4),
        (middle, max(ys) + half + u * 8),
    ]
    best, least = options[0], 1e9
    for at, option in enumerate(options):
        inside = to_edge(polygon, option) * (1 if contains(polygon, option) else -1)
        off = min(option[0] - place.x - wide, place.x + place.width - option[0] - wide, option[1] - place.y - u * 7)
        cost = max(0.0, u * 5 - inside) * 0.6 + max(0.0, -off) * 3 + at * u * 0.8
        cost += u * 20 if inside < u * 4 else 0.0  # there it would name its neighbour
        if cost < least:
            best, least = option, cost
    return best, least
