"""What a finger means on the board. Pure: places only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ui.geometry import Point
from ui.panels.plan import Plan
from ui.panels.standing import Standing

MISS: Final = 12.0
"""u by which a finger may miss what it means."""


def figure_at(standing: Mapping[str, Standing], point: Point, reach: float, among: frozenset[str] | None = None) -> str:
    """The figure nearest to a point, within a reach in pixels; none where there is none."""
    best: tuple[float, str] | None = None
    for here in standing.values():
        for figure, (x, y) in here.figures.items():
            away = max(abs(point[0] - x), abs(point[1] - y))
            if (among is None or figure in among) and away <= reach and (not best or away < best[0]):
                best = (away, figure)
    return best[1] if best else ""


def plain(plan: Plan, point: Point, zone: str, may: Iterable[str], miss: float) -> bool:
    """Whether a touch in a zone can mean no other that may be taken, however a finger misses.

    A small zone is then taken with one touch where a slip costs no secret and one touch more: the zones next to a
    figure are few, so that most of them are plain, while among all the zones of a board hardly any is.
    """
    return plan.zone_at(point) == zone and all(plan.away(other, point) >= miss for other in may if other != zone)
