"""The light states of zones: fill, pattern, outline inside the zone, sign. The same words as the lights under it."""

from __future__ import annotations

from typing import NamedTuple

from kivy.graphics import Color, InstructionGroup
from kivy.graphics.texture import Texture

from ui import icons
from ui.geometry import Point, Shape, inset
from ui.ink import dashes, lay
from ui.lettering import write
from ui.panels import patterns
from ui.panels.plan import Plan
from ui.theme import Look


class State(NamedTuple):
    """How a state is drawn. Dash: on and off along the outline, 0 off for a solid line."""

    fill: str | None
    alpha: float
    pattern: str | None
    outline: str
    width: float
    dash: tuple[float, float]
    sign: str


STATES: dict[str, State] = {
    "waiting": State("slip", 0.55, None, "ink2", 3.5, (3.5, 3.5), "pause"),
    "searched": State(None, 0.0, "grid", "searched", 3.0, (8, 5), "search"),
    "heard": State("amber", 0.55, "rings", "amber_ink", 2.5, (1, 0), "ear"),
    "detected": State("vermilion_wash", 1.0, "rays", "vermilion", 4.0, (1, 0), "eye"),
    "out_of_place": State("vermilion_wash", 1.0, "broad", "vermilion", 4.0, (9, 6), "alert"),
    "legal": State("legal_fill", 1.0, None, "legal", 4.5, (1, 0), "step"),
    "chosen": State("lantern", 1.0, None, "amber", 5.5, (1, 0), "tick"),
}
HEAT = (0.10, 0.22, 0.38, 0.58)


def draw_light(group: InstructionGroup, plan: Plan, look: Look, zone: str, name: str, centre: Point) -> Color:
    """One state on one zone. centre: where rings and rays start. Returns the colour of the outline."""
    state, u, polygon = STATES[name], plan.u, plan.polygons[zone]
    if state.fill:
        alpha = 0.35 if name == "heard" and look.palette.mood == "night" else state.alpha
        lay(group, Shape().fill(polygon), look.rgba(state.fill, alpha))
    if state.pattern:
        _draw_pattern(group, plan, look, zone, state, centre)
    if name == "chosen":
        lay(group, _inner(polygon, u * 0.2, u * 2.6), look.rgba("ink"))
        return lay(group, _inner(polygon, u * 2.6, u * 3.1), look.rgba("amber"))
    if state.dash[1]:
        line = _inner(polygon, u * 0.8, u * state.width, u * sum(state.dash))
        return lay(group, line, look.rgba(state.outline), dashes(*state.dash))
    return lay(group, _inner(polygon, u * 0.8, u * state.width), look.rgba(state.outline))


def _inner(polygon: list[Point], gap: float, width: float, period: float = 1.0) -> Shape:
    return Shape().strip(inset(polygon, gap + width / 2), width, closed=True, period=period)


def _draw_pattern(group: InstructionGroup, plan: Plan, look: Look, zone: str, state: State, centre: Point) -> None:
    u, polygon, name = plan.u, plan.polygons[zone], state.pattern
    texture: Texture
    if name in ("rings", "rays"):
        side = patterns.SPREAD * u
        texture = patterns.rings(u) if name == "rings" else patterns.rays(u)
        shape = Shape().fill(polygon, side, (centre[0] - side / 2, centre[1] - side / 2))
        role = state.outline
        alpha = 0.8 if name == "rings" else 1.0
    else:
        texture = patterns.pattern(str(name), u)
        shape = Shape().fill(polygon, patterns.SIDES[str(name)] * u)
        role, alpha = state.outline, 0.85
    lay(group, shape, look.rgba(role, alpha), texture)


def draw_heat(group: InstructionGroup, plan: Plan, look: Look, zone: str, level: int) -> None:
    """How likely a zone is, 1 to 4: a wash and dots that stand closer the more likely it is."""
    level, polygon, name = max(1, min(4, level)), plan.polygons[zone], f"heat{max(1, min(4, level))}"
    lay(group, Shape().fill(polygon), look.rgba("ninja", HEAT[level - 1]))
    shape = Shape().fill(polygon, patterns.SIDES[name] * plan.u)
    lay(group, shape, look.rgba("ninja", 0.9), patterns.pattern(name, plan.u))


def draw_sign(group: InstructionGroup, look: Look, u: float, centre: Point, name: str, text: str = "") -> None:
    """The sign of a state on a disc, or the number of the order."""
    state = STATES[name]
    role = "ink" if name == "chosen" else state.outline
    if text:
        lay(group, Shape().disc(centre, u * 10), look.rgba("ink"))
        write(group, look, text, "figure_small", look.rgba("paper"), centre, "center", scale=u / look.factor)
        return
    lay(group, Shape().disc(centre, u * 11), look.rgba("slip"))
    lay(group, Shape().ring(centre, u * 10.2, u * 1.8), look.rgba(role))
    icons.draw(group, state.sign, centre, u * 12.5, look.rgba(role), look.rgba("slip"), 2.4)
