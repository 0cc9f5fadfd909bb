"""What is drawn on the board to put something right: a struck wall, a figure astray, figures that may be taken."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from kivy.graphics import InstructionGroup

from companion.views import Misplaced
from ui import icons
from ui.geometry import Point, Shape, smooth
from ui.ink import lay
from ui.panels.figures import draw_ghost
from ui.panels.plan import Plan
from ui.panels.pointing import Pointing
from ui.panels.spots import Spots
from ui.panels.standing import Standing, figure_astray
from ui.theme import Look


def draw_ring(group: InstructionGroup, look: Look, centre: Point, scale: float) -> None:
    """A figure that may be taken: a green ring round it."""
    lay(group, Shape().ring(centre, 16.4 * scale, 5.6 * scale), look.rgba("halo"))
    lay(group, Shape().ring(centre, 16.4 * scale, 3.0 * scale), look.rgba("legal"))


def draw(
    group: InstructionGroup,
    plan: Plan,
    look: Look,
    pointing: Pointing,
    standing: dict[str, Standing],
    scale: float,
) -> None:
    """The wall that was struck or the zone that was refused, and the arrow from where a figure stands to its ghost."""
    struck, refused, astray = pointing.struck, pointing.refused, pointing.astray
    if struck is not None:
        _draw_struck(group, plan, look, struck)
    elif refused in standing:
        _draw_no(group, look, Spots(plan, standing, {}).next(refused), plan.u)
    if astray is not None and astray.belongs in plan.polygons:
        _draw_astray(group, plan, look, astray, standing, scale)


def _draw_astray(
    group: InstructionGroup,
    plan: Plan,
    look: Look,
    astray: Misplaced,
    standing: dict[str, Standing],
    scale: float,
) -> None:
    assert astray.belongs is not None
    start = next((here.figures[astray.piece] for here in standing.values() if astray.piece in here.figures), None)
    x, y = plan.anchors[astray.belongs]
    goal = (x, y + plan.u * 4.5)
    draw_ghost(group, look, figure_astray(astray), goal, scale)
    if start is not None and astray.stands is not None:
        _draw_arrow(group, look, start, goal, plan.u)


def _draw_struck(group: InstructionGroup, plan: Plan, look: Look, struck: tuple[str, str]) -> None:
    edge, u = plan.edge(*struck), plan.u
    if len(edge) < 2:
        return
    lay(group, Shape().stroke(edge, u * 9), look.rgba("vermilion"))
    ax, ay = plan.anchors[struck[1]]
    # the sign stands at the end that is farther from the zone one wanted into, so that its number stays free
    x, y = max((edge[0], edge[-1]), key=lambda p: hypot(p[0] - ax, p[1] - ay))
    _draw_no(group, look, (x, y), u)


def _draw_no(group: InstructionGroup, look: Look, centre: Point, u: float) -> None:
    """The sign of what may not be done."""
    lay(group, Shape().disc(centre, u * 11.5), look.rgba("slip"))
    lay(group, Shape().disc(centre, u * 10), look.rgba("vermilion"))
    icons.draw(group, "cross", centre, u * 10, look.rgba("slip"), stroke=3.6)


def _draw_arrow(group: InstructionGroup, look: Look, start: Point, goal: Point, u: float) -> None:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = hypot(dx, dy)
    if length < 34 * u:
        return
    ux, uy = dx / length, dy / length
    bend = min(18 * u, length * 0.18)
    a = (start[0] + ux * 15 * u, start[1] + uy * 15 * u)
    b = (goal[0] - ux * 15 * u, goal[1] - uy * 15 * u)
    mid = ((a[0] + b[0]) / 2 - uy * bend, (a[1] + b[1]) / 2 + ux * bend)
    line = smooth([a, mid, b], 3)
    turn = atan2(line[-1][1] - line[-3][1], line[-1][0] - line[-3][0])
    head = [b] + [(b[0] + 12 * u * cos(turn + side * pi * 0.82), b[1] + 12 * u * sin(turn + side * pi * 0.82))
                  for side in (1, -1)]  # fmt: skip
    lay(group, Shape().strip(line[:-2], 6.5 * u).blob([head[0], head[1], head[2]]), look.rgba("halo"))
    lay(group, Shape().strip(line[:-2], 4 * u), look.rgba("ink"))
    lay(group, Shape().blob([head[0], head[1], head[2]]), look.rgba("ink"))
