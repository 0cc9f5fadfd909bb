"""What can be touched now, as a finger would find it: nothing that is hidden, covered or away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from kivy.uix.widget import Widget

from ui.geometry import Point
from ui.panels.board import Board
from ui.screens.page import Page
from ui.sight import lying, name_of
from ui.widgets.cloth import Curtain
from ui.widgets.touch import Touchable


class Target(NamedTuple):
    """Something to touch. name: by which it is known again. act: what a touch does, where that is no finger's."""

    widget: Widget
    name: tuple[str, ...]
    centre: Point
    size: Point
    act: Callable[[], Any] | None = None


def targets(root: Widget) -> list[Target]:
    """All that can be touched now, in the order of reading."""
    seen = list(lying(root))
    # a cloth that only passes by takes no touch, and any key ends it
    taking = [one for one in seen if isinstance(one, Touchable | Page) or type(one) is Curtain]
    found: list[Target] = []
    for widget in seen:
        if isinstance(widget, Board):
            found += _on_board(widget, taking) if widget.live else []
        elif isinstance(widget, Touchable) and widget.live:
            point = next((at for at in _points(widget) if _first(taking, at) is widget), None)
            if point is not None:
                found.append(Target(widget, name_of(widget), point, widget.size))
    rows = max(1.0, min((target.size[1] for target in found), default=1.0) / 2)
    return sorted(found, key=lambda target: (-(target.centre[1] // rows), target.centre[0]))


def _points(widget: Widget) -> Iterator[Point]:
    """Where a finger may hit it: in the middle, or beside what lies on it there."""
    for share in (0.5, 0.15, 0.85, 0.3, 0.7):
        yield widget.x + share * widget.width, widget.center_y


def _first(taking: list[Widget], at: Point) -> Widget | None:
    return next((widget for widget in taking if widget.collide_point(*at)), None)


def _on_board(board: Board, taking: list[Widget]) -> Iterator[Target]:
    """Figures and zones that are choices."""
    if board.plan is None:
        return
    u = board.look.u
    figures = {figure: at for here in board.standing.values() for figure, at in here.figures.items()}
    for event, size, places in (
        ("on_piece", 40, {figure: figures[figure] for figure in board.pointing.ringed & figures.keys()}),
        ("on_zone", 52, {zone: board.plan.anchors[zone] for zone in board.pointing.choosable}),
    ):
        for name, at in places.items():
            if _first(taking, at) is board:
                yield Target(board, (event, name), at, (u(size), u(size)), partial(board.dispatch, event, name))


def beside(found: list[Target], now: Target, way: Point) -> Target | None:
    """The nearest in a direction: (1, 0) is to the right. What lies aside counts as further off."""
    best: tuple[float, Target] | None = None
    for other in found:
        dx, dy = other.centre[0] - now.centre[0], other.centre[1] - now.centre[1]
        ahead, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
        if ahead > 4 and (best is None or ahead + 2.5 * aside < best[0]):
            best = (ahead + 2.5 * aside, other)
    return best[1] if best is not None else None
