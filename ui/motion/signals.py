"""What runs once over the board: rings from who has heard something, a flash where something was refused."""

from __future__ import annotations

from math import pi, sin

from kivy.graphics import Color, InstructionGroup, Scale, Translate
from kivy.graphics.context_instructions import PopMatrix, PushMatrix

from ui.geometry import Point, Shape, inset
from ui.ink import lay
from ui.motion.moves import MOVES, even
from ui.panels.plan import Plan
from ui.theme import Look

RINGS = 3
FIRST, LAST = 12.0, 64.0  # radius of a ring when it begins and when it is gone, in u


def rings(over: InstructionGroup, look: Look, zone: str, centre: Point) -> None:
    """Three rings run outwards once."""
    group = InstructionGroup()
    parts: list[tuple[Scale, Color]] = []
    for _ring in range(RINGS):
        scale = Scale(1, 1, 1)
        for instruction in (PushMatrix(), Translate(*centre, 0), scale):
            group.add(instruction)
        parts.append((scale, lay(group, Shape().ring((0, 0), look.u(LAST), look.u(6)), look.rgba("amber_ink", 0))))
        group.add(PopMatrix())
    over.add(group)

    def draw(t: float) -> None:
        for at, (scale, colour) in enumerate(parts):
            own = max(0.0, min(1.0, t * 1.5 - 0.25 * at))  # each begins a little after the one before it
            size = (FIRST + (LAST - FIRST) * own) / LAST
            scale.xyz = size, size, 1
            colour.a = sin(pi * own) * 0.9
        if t >= 1.0:
            over.remove(group)

    MOVES.begin((id(over), zone), "heard", draw, still=look.calm, ease=even)


def flash(over: InstructionGroup, plan: Plan, look: Look, struck: tuple[str, str] | None, zone: str) -> None:
    """A wall that was run against flashes twice, or a zone that may not be entered."""
    group = InstructionGroup()
    edge = plan.edge(*struck) if struck is not None else []
    if len(edge) > 1:
        colour = lay(group, Shape().stroke(edge, plan.u * 9), look.rgba("slip", 0))
    elif zone in plan.polygons:
        line = inset(plan.polygons[zone], plan.u * 2.5)
        colour = lay(group, Shape().strip(line, plan.u * 4, closed=True), look.rgba("vermilion", 0))
    else:
        return
    over.add(group)

    def draw(t: float) -> None:
        colour.a = sin(2 * pi * t) ** 2
        if t >= 1.0:
            over.remove(group)

    MOVES.begin(id(over), "refusal", draw, still=look.calm, ease=even)
