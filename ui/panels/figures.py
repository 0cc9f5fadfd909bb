"""Figures and houses as drawn on the board. Shape says what it is, a number or a sign who; colour only helps."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from kivy.graphics import InstructionGroup
from kivy.graphics.texture import Texture

from ui import icons
from ui.geometry import Point, Polyline, Shape, circle, inset
from ui.ink import dashes, lay
from ui.lettering import lettering, put
from ui.panels.standing import Figure
from ui.theme import RGBA, Look

_SPEAR = ((-10.0, -11.0), (10.0, -11.0), (11.0, 3.0), (0.0, 15.0), (-11.0, 3.0))
_PENNANT = ((-10.0, -9.0), (10.0, -9.0), (10.0, 9.0), (0.0, 17.0), (-10.0, 9.0))
_BATON = ((-10.5, -13.8), (10.5, -13.8))
UP = pi / 2


def _at(points: Polyline, centre: Point, scale: float, turn: float = UP) -> list[Point]:
    """Points drawn pointing up, placed and turned."""
    c, s = cos(turn - UP), sin(turn - UP)
    return [(centre[0] + scale * (c * x - s * y), centre[1] + scale * (s * x + c * y)) for x, y in points]


def _letters(look: Look, text: str, style: str, ink: RGBA, scale: float) -> Texture:
    """Letters as large as the figure they stand on, whatever the factor of the screen."""
    return lettering(look, text, style, ink, scale=scale / look.factor)


def draw_figure(
    group: InstructionGroup, look: Look, figure: Figure, centre: Point, scale: float, towards: Point | None = None
) -> None:
    """One figure about a point. scale 1 is 23 pixels across. towards: what a patrol faces."""
    match figure.kind:
        case "patrol":
            turn = atan2(towards[1] - centre[1], towards[0] - centre[0]) if towards else UP
            _draw_patrol(group, look, figure, centre, scale, turn)
        case "spear" | "sword":
            _draw_guard(group, look, figure, centre, scale)
        case _:
            _draw_intruder(group, look, figure.kind, centre, scale)


def _draw_guard(group: InstructionGroup, look: Look, figure: Figure, centre: Point, scale: float) -> None:
    ink, ground = look.rgba("guard_text"), look.rgba("guard")
    halo, body = Shape(), Shape()
    if figure.kind == "spear":
        turn = UP + (pi / 7 if figure.drunk else 0)
        halo.blob(inset(_at(_SPEAR, centre, scale, turn), -1.6 * scale))
        body.blob(_at(_SPEAR, centre, scale, turn))
    else:
        halo.disc(centre, 13.2 * scale)
        body.disc(centre, 11.7 * scale)
    lay(group, halo, look.rgba("halo"))
    lay(group, body, ground)
    if figure.drunk:
        eyes = Shape()
        for side in (-1, 1):
            x, y = centre[0] + side * 4.6 * scale, centre[1] + (4.6 + side * 1.4) * scale
            eyes.stroke([(x - 2 * scale, y - 2 * scale), (x + 2 * scale, y + 2 * scale)], 1.4 * scale)
            eyes.stroke([(x - 2 * scale, y + 2 * scale), (x + 2 * scale, y - 2 * scale)], 1.4 * scale)
        lay(group, eyes, ink)
        text = _letters(look, figure.text, "figure_small", ink, 0.85 * scale)
        put(group, text, (centre[0] + 1 * scale, centre[1] - 4.5 * scale))
        return
    style = "figure" if len(figure.text) < 2 else "figure_small"
    put(group, _letters(look, figure.text, style, ink, scale), (centre[0], centre[1] + 0.5 * scale))


def _draw_patrol(group: InstructionGroup, look: Look, figure: Figure, centre: Point, scale: float, turn: float) -> None:
    body, baton = _at(_PENNANT, centre, scale, turn), _at(_BATON, centre, scale, turn)
    lay(group, Shape().blob(inset(body, -1.6 * scale)).strip(baton, 6 * scale), look.rgba("halo"))
    lay(group, Shape().blob(body).strip(baton, 3 * scale), look.rgba("guard"))
    text = _letters(look, figure.text, "figure_small", look.rgba("guard_text"), scale)
    put(group, text, (centre[0] + 1.5 * scale * cos(turn), centre[1] + 1.5 * scale * sin(turn)))


def _draw_intruder(group: InstructionGroup, look: Look, kind: str, centre: Point, scale: float) -> None:
    role = "ninja" if kind == "ninja" else "traitor"
    lay(group, Shape().disc(centre, 14.6 * scale), look.rgba("slip"))
    lay(group, Shape().ring(centre, 13.6 * scale, 2.2 * scale), look.rgba(role))
    icons.draw(group, role, centre, 19 * scale, look.rgba(role), look.rgba("slip"))


def draw_card(group: InstructionGroup, look: Look, figure: Point, scale: float) -> None:
    """The card a figure has had this turn, at its shoulder."""
    centre = (figure[0] + 13 * scale, figure[1] + 9 * scale)
    corners = _at(((-4.0, -5.5), (4.0, -5.5), (4.0, 5.5), (-4.0, 5.5)), centre, scale, UP - 0.15)
    lay(group, Shape().blob(corners), look.rgba("slip"))
    lay(group, Shape().strip(corners, 1.5 * scale, closed=True), look.rgba("ink"))


def draw_ghost(group: InstructionGroup, look: Look, figure: Figure, centre: Point, scale: float) -> None:
    """Where a figure should stand: its outline dashed."""
    outline = circle(centre, 11.5 * scale) if figure.kind != "spear" else _at(_SPEAR, centre, scale)
    lay(group, Shape().disc(centre, 12 * scale), look.rgba("slip", 0.7))
    lay(group, Shape().strip(outline, 2 * scale, closed=True, period=7 * scale), look.rgba("guard"), dashes(4, 3))
    if figure.text:
        put(group, _letters(look, figure.text, "figure", look.rgba("indigo"), scale), centre)
    else:
        icons.draw(group, figure.kind, centre, 15 * scale, look.rgba(figure.kind), look.rgba("slip"))


# ---- houses --------------------------------------------------------------------------------------------------


def draw_roof(group: InstructionGroup, look: Look, head: Point, scale: float) -> None:
    """The roof of a manned watch post, over the figure."""
    x, y = head
    line = [(x - 17 * scale, y + 7.5 * scale), (x, y + 17.5 * scale), (x + 17 * scale, y + 7.5 * scale)]
    lay(group, Shape().strip(line, 5.4 * scale), look.rgba("halo"))
    lay(group, Shape().strip(line, 3.1 * scale), look.rgba("ink"))


def draw_post(group: InstructionGroup, look: Look, centre: Point, scale: float) -> None:
    """A watch post with nobody on it: a little roofed stand."""
    x, y = centre[0], centre[1] - 2 * scale
    ink = look.rgba("ink")
    legs = Shape()
    for side in (-1, 1):
        legs.strip([(x + side * 5 * scale, y + 2 * scale), (x + side * 5.8 * scale, y - 6.5 * scale)], 1.8 * scale)
    legs.strip([(x - 7.5 * scale, y - 1.5 * scale), (x + 7.5 * scale, y - 1.5 * scale)], 1.6 * scale)
    roof = [(x - 9.5 * scale, y + 1.6 * scale), (x + 9.5 * scale, y + 1.6 * scale), (x, y + 9 * scale)]
    lay(group, Shape().blob(inset(roof, -1.6 * scale)), look.rgba("halo", 0.8))
    lay(group, legs, ink)
    lay(group, Shape().blob(roof), look.rgba("roof"))
    lay(group, Shape().strip(roof, 1.9 * scale, closed=True), ink)


def draw_barracks(group: InstructionGroup, look: Look, centre: Point, scale: float, sleepers: str = "") -> None:
    """A house with Z; on the guards' own map with an S for each who sleeps there."""
    x, y = centre
    if sleepers:
        half = (10.5 if len(sleepers) < 3 else 15.5) * scale
        house = _house(x, y, half, (-10 * scale, 6 * scale, 14 * scale))
        lay(group, Shape().blob(inset(house, -1.2 * scale)), look.rgba("slip"))
        lay(group, Shape().strip(house, 1.9 * scale, closed=True), look.rgba("indigo"))
        put(group, _letters(look, sleepers, "letter", look.rgba("indigo"), scale), (x, y - 1.5 * scale))
        return
    house = _house(x, y, 10 * scale, (-7 * scale, 1.4 * scale, 8.4 * scale))
    lay(group, Shape().blob(inset(house, -1.3 * scale)), look.rgba("halo"))
    lay(group, Shape().blob(house), look.rgba("ink"))
    letter = [(x - 3 * scale, y + 1.4 * scale), (x + 3 * scale, y + 1.4 * scale), (x - 3 * scale, y - 4.4 * scale),
              (x + 3 * scale, y - 4.4 * scale)]  # fmt: skip
    lay(group, Shape().stroke(letter, 1.7 * scale), look.rgba("paper"))


def _house(x: float, y: float, half: float, heights: tuple[float, float, float]) -> list[Point]:
    low, eaves, ridge = heights
    return [(x - half, y + low), (x + half, y + low), (x + half, y + eaves), (x, y + ridge), (x - half, y + eaves)]
