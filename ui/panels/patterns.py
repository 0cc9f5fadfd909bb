"""The patterns of ground and light states: small textures that repeat, and two that spread from a point.

Patterns are white with alpha and tinted when drawn, so one set serves all palettes. Sizes in u.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from kivy.graphics.texture import Texture

from ui.geometry import Point, Shape, circle
from ui.ink import bake, tile

SPREAD = 256.0  # side of the patterns that spread from a point

# pattern: side of its square in u
SIDES = {
    "grass": 64.0,
    "scales": 64.0,
    "planks": 32.0,
    "dots": 32.0,
    "rake": 32.0,
    "hatch": 32.0,
    "broken": 32.0,
    "grid": 16.0,
    "broad": 32.0,
    "heat1": 56.0,
    "heat2": 40.0,
    "heat3": 28.0,
    "heat4": 20.0,
}
OF_TERRAIN = {
    "open": "grass",
    "moat": "scales",
    "bridge": "planks",
    "grounds": "dots",
    "court": "rake",
    "west": "hatch",
    "east": "broken",
}


@cache
def pattern(name: str, u: float) -> Texture:
    """A pattern that repeats; its texture coordinates count squares of `SIDES[name]`."""
    side = SIDES[name] * u

    def draw(shape: Shape) -> None:
        _DRAW[name](_Around(shape, side, u))

    return tile(side, draw)


@cache
def rings(u: float) -> Texture:
    """Rings round a listener."""
    shape, middle = Shape(), (SPREAD * u / 2, SPREAD * u / 2)
    for i in range(1, 16):
        shape.strip(circle(middle, 8 * i * u), 1.9 * u, closed=True)
    return bake(_whole(u), [(shape, None)])


@cache
def rays(u: float) -> Texture:
    """Twelve rays round what was seen."""
    shape, half = Shape(), SPREAD * u / 2
    for i in range(12):
        turn = i * pi / 6
        a, b = turn - 0.075, turn + 0.075
        inner, outer = 13 * u, half
        shape.blob(
            [
                (half + inner * cos(turn), half + inner * sin(turn)),
                (half + outer * cos(a), half + outer * sin(a)),
                (half + outer * cos(b), half + outer * sin(b)),
            ]
        )
    return bake(_whole(u), [(shape, None)])


def _whole(u: float) -> tuple[int, int]:
    side = round(SPREAD * u)
    return side, side


class _Around:
    """Draws every element also where it comes in from the neighbouring squares."""

    def __init__(self, shape: Shape, side: float, u: float) -> None:
        self.shape, self.side, self.u = shape, side, u

    def line(self, points: list[Point], width: float) -> None:
        for dx in (-self.side, 0.0, self.side):
            for dy in (-self.side, 0.0, self.side):
                moved = [(x * self.u + dx, y * self.u + dy) for x, y in points]
                xs, ys = [x for x, _ in moved], [y for _, y in moved]
                if max(xs) > -4 and min(xs) < self.side + 4 and max(ys) > -4 and min(ys) < self.side + 4:
                    self.shape.strip(moved, width * self.u)

    def dot(self, x: float, y: float, radius: float) -> None:
        for dx in (-self.side, 0.0, self.side):
            for dy in (-self.side, 0.0, self.side):
                cx, cy = x * self.u + dx, y * self.u + dy
                if -4 < cx < self.side + 4 and -4 < cy < self.side + 4:
                    self.shape.disc((cx, cy), radius * self.u)


def _grass(draw: _Around) -> None:
    for x, y in ((9, 8), (38, 20), (20, 40), (52, 52)):
        draw.line([(x, y), (x - 0.8, y + 6)], 1.3)
        draw.line([(x + 4, y), (x + 4.8, y + 5)], 1.3)


def _scales(draw: _Around) -> None:
    width, row = 64 / 5, 64 / 10
    for j in range(10):
        for i in range(5):
            middle = (width * (i + (0.5 if j % 2 else 0.0)), row * j)
            # each scale is covered by the two before it, so only its upper part is drawn
            draw.line(circle(middle, width / 2, 0.52, pi - 1.04), 1.1)
            draw.line(circle(middle, width / 3.4, 0.6, pi - 1.2), 1.0)


def _planks(draw: _Around) -> None:
    for i in range(5):
        draw.line([(-1, 6.4 * i + 2), (33, 6.4 * i + 2)], 1.2)


def _dots(draw: _Around) -> None:
    for i in range(4):
        for j in range(4):
            draw.dot(8 * i + (4 if j % 2 else 0) + 3, 8 * j + 3, 0.9)


def _rake(draw: _Around) -> None:
    for j in range(4):
        y = 8 * j + 4
        draw.line([(x, y + 0.9 * sin(x * pi / 16)) for x in range(-4, 38, 2)], 1.1)


def _hatch(draw: _Around) -> None:
    for i in range(3):
        at = 32 / 3 * i
        draw.line([(at - 2, -2), (at + 34, 34)], 1.1)


def _broken(draw: _Around) -> None:
    for i in range(3):
        at = 32 / 3 * i
        for part in range(3):
            start = 32 / 3 * part + 3 + 3 * i
            draw.line([(at + start, -start), (at + start + 5, -start - 5)], 1.1)


def _grid(draw: _Around) -> None:
    for x in (4, 12):
        for y in (4, 12):
            draw.dot(x + (2 if y == 12 else -2), y, 2.0)


def _broad(draw: _Around) -> None:
    for i in range(3):
        draw.line([(32 / 3 * i - 4, -4), (32 / 3 * i + 36, 36)], 3.6)


def _heat(step: float) -> Callable[[_Around], None]:
    def draw(around: _Around) -> None:
        for i in range(4):
            for j in range(4):
                around.dot(step * (i + 0.5), step * (j + 0.5), 1.5)

    return draw


_DRAW: dict[str, Callable[[_Around], None]] = {
    "grass": _grass,
    "scales": _scales,
    "planks": _planks,
    "dots": _dots,
    "rake": _rake,
    "hatch": _hatch,
    "broken": _broken,
    "grid": _grid,
    "broad": _broad,
    "heat1": _heat(14),
    "heat2": _heat(10),
    "heat3": _heat(7),
    "heat4": _heat(5),
}
