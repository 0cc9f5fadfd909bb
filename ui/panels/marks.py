"""The marks of a viewer's own map: ways, ropes, entrances, noise, what lies hidden, what was found."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import hypot
from typing import Final, NamedTuple

from kivy.graphics import InstructionGroup

from companion.views import Mark
from ui import icons
from ui.geometry import Point, Shape, middle, outline_of, smooth
from ui.ink import dashes, lay
from ui.lettering import lettering, put, width_of
from ui.panels.layers import Layers, box_of
from ui.panels.lights import draw_sign
from ui.panels.plan import Plan
from ui.panels.spots import Spots
from ui.panels.standing import Standing
from ui.theme import Look

# marks that stand in a zone like a house, and the letter they have where the mark brings none
BOXED = {"goal": "", "found": "", "trap": "T", "hidden_sentry": "H"}
SIZES: Final = {"path": (12.0, 8.5), "nothing": (5.5, 5.5), "ended": (5.5, 5.5), "last_seen": (13.0, 11.0)}
"""Half of what a sign takes, in u; others take 11."""


def houses_in(marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    """Marks that take a place of their own, by zone."""
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.kind in BOXED:
            for zone in mark.zones:
                found.setdefault(zone, []).append(mark)
    return found


def noted_in(marks: Iterable[Mark]) -> set[str]:
    """Zones over whose number another is written."""
    return {zone for m in marks if m.kind == "path" for zone, text in zip(m.zones, m.texts, strict=False) if text}


def sleepers_in(marks: Iterable[Mark]) -> dict[str, str]:
    """What is written on the barracks of the guards' own map, by zone: an S for each who sleeps."""
    found: dict[str, str] = {}
    for mark in marks:
        if mark.kind == "sleepers":
            count = int(mark.text) if mark.text.isdigit() else 0
            for zone in mark.zones:
                found[zone] = " ".join("S" * count) if count < 4 else f"S×{count}"
    return found


def draw_ways(group: InstructionGroup, plan: Plan, look: Look, marks: Iterable[Mark]) -> None:
    """Lines that lie under numbers and figures: noise, ways, ropes."""
    for mark in marks:
        if mark.kind == "noise":
            _draw_noise(group, plan, look, mark)
    for mark in sorted((m for m in marks if m.kind == "path"), key=lambda m: m.now):
        _draw_way(group, plan, look, mark)
    for mark in marks:
        if mark.kind == "rope" and len(mark.zones) == 2:
            _draw_rope(group, plan, look, mark)


def _draw_noise(group: InstructionGroup, plan: Plan, look: Look, mark: Mark) -> None:
    u = plan.u
    case, ring = Shape(), Shape()
    for line in outline_of(plan.polygons[zone] for zone in mark.zones):
        closed = line[0] == line[-1]
        case.strip(line, u * 5, closed=closed)
        ring.strip(line, u * 3.4, closed=closed, period=u * 15)
    lay(group, case, look.rgba("slip", 0.75))
    lay(group, ring, look.rgba("amber_ink"), dashes(10, 5))


def _draw_way(group: InstructionGroup, plan: Plan, look: Look, mark: Mark) -> None:
    u, points = plan.u, []
    for i, zone in enumerate(mark.zones):
        points.append(plan.anchors[zone])
        if i + 1 < len(mark.zones):
            edge = plan.edge(zone, mark.zones[i + 1])
            if len(edge) > 1:
                points.append(middle(edge))
    ink = look.rgba("traitor" if mark.who == "traitor" else "ninja")
    line = smooth(points)
    if mark.now:
        lay(group, Shape().stroke(line, u * 6.4), look.rgba("halo", 0.7))
        lay(group, Shape().stroke(line, u * 4.2), ink)
    else:
        lay(group, Shape().strip(line, u * 2.1, period=u * 6), ink, dashes(2.4, 3.6))


def _draw_rope(group: InstructionGroup, plan: Plan, look: Look, mark: Mark) -> None:
    """A striped strip across the wall."""
    edge, u = plan.edge(*mark.zones), plan.u
    if len(edge) < 2:
        return
    centre = middle(edge)
    dx, dy = edge[-1][0] - edge[0][0], edge[-1][1] - edge[0][1]
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length * u * 13, dx / length * u * 13
    line = [(centre[0] - nx, centre[1] - ny), (centre[0] + nx, centre[1] + ny)]
    lay(group, Shape().stroke(line, u * 7), look.rgba("ink"))
    lay(group, Shape().strip(line, u * 4.4, period=u * 6), look.rgba("amber"), dashes(3.6, 2.4))


# ---- what stands beside the numbers --------------------------------------------------------------------------


class Sign(NamedTuple):
    """One number, letter or sign over the zone numbers, as it is drawn. pace: how many lines lie under a number."""

    kind: str
    zone: str
    spot: Point
    text: str = ""
    who: str = ""
    pace: int = 0


def signs_of(look: Look, marks: Iterable[Mark], spots: Spots, standing: dict[str, Standing]) -> list[Sign]:
    """Numbers, letters and signs, each in its place; those that have one already come before those that seek one."""
    found: list[Sign] = []
    boxes = {zone: iter(here.boxes) for zone, here in standing.items()}
    seeking: list[Sign] = []
    for mark in marks:
        kind, last = mark.kind, len(mark.zones) - 1
        for at, zone in enumerate(mark.zones):
            if kind == "path":
                pace = {"walk": 1, "run": 2}.get(mark.text, 0) if at == last else 0
                if at < len(mark.texts) and mark.texts[at]:
                    seeking.append(Sign(kind, zone, (0, 0), mark.texts[at], mark.who, pace))
            elif kind == "listener" and not any(sign.kind == kind and sign.zone == zone for sign in found):
                listening = next(iter(standing[zone].figures.values()), standing[zone].label)
                found.append(Sign(kind, zone, spots.beside(listening, 9, 9)))
            elif kind in ("entrance", "nothing", "ended", "last_seen"):
                seeking.append(Sign(kind, zone, (0, 0), mark.text if kind == "last_seen" else ""))
            elif kind in BOXED:
                found.append(Sign(kind, zone, next(boxes[zone]), mark.text or BOXED[kind]))
    for sign in seeking:
        wide, high = SIZES.get(sign.kind, (11.0, 11.0))
        if sign.kind == "path":
            wide = width_of(look, sign.text, "path") / look.factor / 2
            high += 2 * sign.pace
        found.append(sign._replace(spot=spots.next(sign.zone, wide, high)))
    return found


def lay_signs(
    layers: Layers, plan: Plan, look: Look, marks: Iterable[Mark], standing: dict[str, Standing], spots: Spots
) -> None:
    """Each by itself, so that one more makes none of the others be drawn again."""
    count: dict[str, int] = {}
    for sign in signs_of(look, marks, spots, standing):
        count[sign.zone] = number = count.get(sign.zone, 0) + 1
        box = box_of([sign.spot], look.u(max(40, 15 + 6 * len(sign.text))))
        layers.lay("signs", (sign.zone, number), sign, box, partial(paint, plan=plan, look=look, sign=sign))


def paint(group: InstructionGroup, plan: Plan, look: Look, sign: Sign) -> None:
    """Draws one."""
    u, spot = plan.u, sign.spot
    match sign.kind:
        case "path":
            _draw_turn(group, plan, look, sign)
        case "entrance":
            _draw_cross(group, look, u, spot)
        case "listener":
            draw_sign(group, look, u * 0.8, spot, "heard")
        case "nothing" | "ended":
            role = "searched" if sign.kind == "nothing" else "guard"
            lay(group, Shape().disc(spot, u * 5.6), look.rgba("halo"))
            lay(group, Shape().disc(spot, u * 4.3), look.rgba(role))
        case "last_seen":
            _draw_seen(group, plan, look, sign)
        case _:
            _draw_boxed(group, plan, look, sign)


def _draw_turn(group: InstructionGroup, plan: Plan, look: Look, sign: Sign) -> None:
    u, ink, spot = plan.u, look.rgba("traitor" if sign.who == "traitor" else "ninja"), sign.spot
    texture = lettering(look, sign.text, "path", ink, look.rgba("halo"), u / look.factor)
    put(group, texture, spot)
    half = texture.size[0] / 2
    for row in range(sign.pace):
        y = spot[1] - u * (10 + 3.4 * row)
        lay(group, Shape().strip([(spot[0] - half, y), (spot[0] + half, y)], u * 1.8), ink)


def _draw_cross(group: InstructionGroup, look: Look, u: float, spot: Point) -> None:
    icons.draw(group, "cross", spot, u * 22, look.rgba("halo"), stroke=6.5)
    icons.draw(group, "cross", spot, u * 22, look.rgba("searched"), stroke=4)


def _draw_seen(group: InstructionGroup, plan: Plan, look: Look, sign: Sign) -> None:
    u, ink, (x, y) = plan.u, look.rgba("vermilion"), sign.spot
    draw_sign(group, look, u, sign.spot, "detected")
    put(group, lettering(look, sign.text, "zone", ink, look.rgba("halo"), u / look.factor), (x + u * 15, y - u * 6))


def _draw_boxed(group: InstructionGroup, plan: Plan, look: Look, sign: Sign) -> None:
    u, (x, y), half = plan.u, sign.spot, plan.u * 9.5
    role = "searched" if sign.kind == "found" else "ink"
    box = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    lay(group, Shape().blob(box), look.rgba("slip"))
    lay(group, Shape().strip(box, u * 1.7, closed=True), look.rgba(role))
    put(group, lettering(look, sign.text, "letter", look.rgba(role), scale=u / look.factor), sign.spot)
