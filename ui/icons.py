"""Icons, crests and lanterns: paths read once into polylines, drawn as shapes of any size.

>>> sorted(p for p in outlines("tick"))
[('s', [(2.6, 13.0), (9.0, 19.4), (21.6, 4.8)], False)]
"""

from __future__ import annotations

import re
from functools import cache
from math import atan2, ceil, cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from ui.geometry import Point, Shape, circle
from ui.icon_paths import PATHS, WIDTHS

if TYPE_CHECKING:
    from kivy.graphics import InstructionGroup

RGBA = tuple[float, float, float, float]
Outline = tuple[str, list[Point], bool]  # kind, points, closed

GRID = 24.0
STROKE = 2.0
_TOKEN = re.compile(r"[MLHVCAZO]|-?\d*\.?\d+(?:e-?\d+)?")

NAMES = tuple(PATHS)


def width_of(name: str) -> float:
    """How wide an icon is for each unit of its height."""
    return WIDTHS.get(name, GRID) / GRID


@cache
def outlines(name: str) -> tuple[Outline, ...]:
    """The lines of an icon on its grid, y downwards."""
    found: list[Outline] = []
    for kind, path in PATHS[name]:
        if kind == "u":
            other, scale, dx, dy = path.split()
            found += [
                (k, [(x * float(scale) + float(dx), y * float(scale) + float(dy)) for x, y in points], closed)
                for k, points, closed in outlines(other)
            ]
        else:
            found += [(kind, points, closed) for points, closed in read_path(path)]
    return tuple(found)


def read_path(path: str) -> list[tuple[list[Point], bool]]:
    """The polylines of a path: curves become short lines.

    >>> read_path("M1 2 H4 V6 Z")
    [([(1.0, 2.0), (4.0, 2.0), (4.0, 6.0)], True)]
    """
    tokens = _TOKEN.findall(path)
    lines: list[tuple[list[Point], bool]] = []
    at, command = 0, ""
    line: list[Point] = []

    def take(count: int) -> list[float]:
        nonlocal at
        at += count
        return [float(token) for token in tokens[at - count : at]]

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        match command:
            case "M":
                x, y = take(2)
                line = [(x, y)]
                lines.append((line, False))
                command = "L"
            case "L":
                x, y = take(2)
                line.append((x, y))
            case "H":
                line.append((take(1)[0], line[-1][1]))
            case "V":
                line.append((line[-1][0], take(1)[0]))
            case "C":
                line += _curve(line[-1], *take(6))
            case "A":
                radius, _same, _turn, large, sweep, x, y = take(7)
                line += _arc(line[-1], radius, large != 0, sweep != 0, (x, y))
            case "Z":
                lines[-1] = (line, True)
            case "O":
                x, y, radius = take(3)
                lines.append((circle((x, y), radius, fine=2.4), True))
            case _:
                raise ValueError(f"not a path: {path}")
    return lines


def _curve(a: Point, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> list[Point]:
    points = []
    for i in range(1, 11):
        t = i / 10
        s = 1 - t
        k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((k0 * a[0] + k1 * bx + k2 * cx + k3 * dx, k0 * a[1] + k1 * by + k2 * cy + k3 * dy))
    return points


def _arc(start: Point, radius: float, large: bool, sweep: bool, end: Point) -> list[Point]:
    """A circular arc as SVG means it, without its start."""
    mx, my = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    half = mx * mx + my * my
    radius = max(radius, sqrt(half))
    away = sqrt(max(0.0, radius * radius / half - 1)) * (-1 if large == sweep else 1)
    cx, cy = away * my + (start[0] + end[0]) / 2, -away * mx + (start[1] + end[1]) / 2
    first = atan2(start[1] - cy, start[0] - cx)
    turn = atan2(end[1] - cy, end[0] - cx) - first
    if sweep and turn < 0:
        turn += 2 * pi
    if not sweep and turn > 0:
        turn -= 2 * pi
    steps = max(4, ceil(abs(turn) * 6))
    return [
        (cx + radius * cos(first + turn * i / steps), cy + radius * sin(first + turn * i / steps))
        for i in range(1, steps + 1)
    ]


@cache
def _shapes(name: str, height: float, stroke: float) -> tuple[tuple[str, Shape], ...]:
    """The icon about the origin, y upwards, as runs of the same ink: `ink` or `ground`."""
    scale = height / GRID
    half = WIDTHS.get(name, GRID) / 2
    runs: list[tuple[str, Shape]] = []
    for kind, points, closed in outlines(name):
        ink = "ground" if kind == "o" else "ink"
        if not runs or runs[-1][0] != ink:
            runs.append((ink, Shape()))
        # wide icons are drawn on x from (24 - width) / 2, so their middle is that of the grid
        line = [((x - GRID / 2) * scale, (GRID / 2 - y) * scale) for x, y in points]
        if kind == "s":
            runs[-1][1].stroke(line, stroke * scale, closed)
        else:
            runs[-1][1].blob(line)
    assert half > 0
    return tuple(runs)


def draw(
    group: InstructionGroup, name: str, centre: Point, height: float, ink: RGBA, ground: RGBA = (1, 1, 1, 1),
    stroke: float = STROKE,
) -> None:  # fmt: skip
    """Draws an icon with its middle at a point. `ground` fills what is cut out of it, like the eyes of a hood."""
    from ui.ink import lay

    for part, shape in _shapes(name, round(height, 2), stroke):
        moved = Shape()
        moved.indices = shape.indices
        moved.vertices = shape.vertices[:]
        for at, away in enumerate(centre):
            moved.vertices[at::4] = [n + away for n in shape.vertices[at::4]]
        lay(group, moved, ink if part == "ink" else ground)
