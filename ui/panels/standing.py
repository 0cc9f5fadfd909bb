"""Where figures, signs and numbers stand within their zones. Pure: places only.

A zone with nothing on it has its number at the anchor. With figures, those stand a little above the anchor and the
number below them; where there is no room below, beside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.views import Misplaced, Piece
from ui.geometry import Point, contains
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


def stand(
    plan: Plan, zone_id: str, figures: list[Figure], diameter: float, houses: int = 0, noted: bool = False
) -> Standing:
    """Where everything in one zone stands. diameter: of a figure, in pixels. houses: marks to set beside barracks.
    noted: a number is written over that of the zone.
    """
    zone, u = plan.zone(zone_id), plan.u
    x, y = plan.anchors[zone_id]
    has_house = zone.barracks or houses or (zone.watch_post and not figures)
    if not figures and not has_house:
        return Standing((x, y - u * 6.5) if noted else (x, y))
    if not figures:
        # a post at the upper rim of the sheet still needs its roof
        rise = 8.5 if houses else 5.5
        return Standing((x, y - u * (9.5 if houses else 8)), house=(x, y + u * rise))
    scale = 1.0 if len(figures) < 3 else 0.82
    step = diameter * scale + u * 3
    tall = any(figure.kind in ("patrol", "spear") for figure in figures)
    low = _within(plan, (x, y + u * 4.5))
    beside = 1 if zone.barracks or (zone.watch_post and tall) else 0
    places = len(figures) + beside
    drop = diameter / 2 + u * (13.5 if tall else 11.5)
    rows = 1 if places <= 3 else 2
    per_row = (places + rows - 1) // rows
    here = Standing((x, low[1] - drop), scale=scale)
    left = low[0] - step * (min(per_row, places) - 1) / 2
    if beside and len(figures) == 1:
        left = low[0] - step * 0.9  # the figure keeps the anchor, the house stands beside it
    index = 0
    if beside:
        here.house = (left + (u * 1 if len(figures) == 1 else 0), low[1] - u * 4)
        index = 1
        if len(figures) == 1:
            left = low[0] - step
    for figure in figures:
        row, column = divmod(index, per_row)
        here.figures[figure.id] = (left + step * column, low[1] - row * step)
        index += 1
    if zone.watch_post and not beside:
        here.manned = here.figures[figures[0].id]
    lowest = min(at[1] for at in here.figures.values())
    here.label = _label_place(plan, zone_id, (x, lowest), here, drop, u * 17 if tall or here.manned else diameter / 2)
    return here


def _within(plan: Plan, point: Point) -> Point:
    """The point, moved so far from the rim of the board that a figure with a roof is seen whole."""
    place, room = plan.placement, plan.u * 20
    if place.zoom > 1:
        return point
    return (
        min(max(point[0], place.x + room), place.x + place.width - room),
        min(max(point[1], place.y + room), place.y + place.height - room),
    )


def _label_place(plan: Plan, zone_id: str, base: Point, here: Standing, drop: float, half: float) -> Point:
    polygon, place, u = plan.polygons[zone_id], plan.placement, plan.u
    below = (base[0], base[1] - drop)
    beside = half + u * 12
    rightmost = max(at[0] for at in here.figures.values())
    leftmost = min(at[0] for at in here.figures.values())
    options = [below, (rightmost + beside, base[1] - u * 5), (leftmost - beside, base[1] - u * 5)]
    for option in options:
        inside = place.x + u * 10 < option[0] < place.x + place.width - u * 10 and option[1] > place.y + u * 7
        if inside and contains(polygon, option):
            return option
    return below
