"""The marks of a viewer's own map: ways, ropes, entrances, noise, what lies hidden, what was found."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from kivy.graphics import InstructionGroup

from companion.views import Mark
from ui import icons
from ui.geometry import Point, Shape, contains, middle, outline_of, smooth, to_edge
from ui.ink import dashes, lay
from ui.lettering import lettering, put
from ui.panels.lights import draw_sign
from ui.panels.plan import Plan
from ui.panels.standing import Standing
from ui.theme import Look

# marks that stand in a zone like a house, and the letter they have where the mark brings none
BOXED = {"goal": "", "found": "", "trap": "T", "hidden_sentry": "H"}


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


class Spots:
    """Hands out places beside what already stands in a zone, each once."""

    def __init__(self, plan: Plan, standing: dict[str, Standing]) -> None:
        self._plan, self._standing = plan, standing
        self._taken: dict[str, list[Point]] = {}

    def _around(self, zone: str) -> list[Point]:
        """What stands in other zones, but near."""
        (x, y), far = self._standing[zone].label, self._plan.u * 50
        others = (here for name, here in self._standing.items() if name != zone)
        near = (
            p for here in others for p in (*here.figures.values(), *here.boxes, *([here.house] if here.house else []))
        )
        return [p for p in near if abs(p[0] - x) < far and abs(p[1] - y) < far]

    def next(self, zone: str) -> Point:
        plan, u, here = self._plan, self._plan.u, self._standing[zone]
        polygon, (x, y) = plan.polygons[zone], here.label
        taken = self._taken.setdefault(zone, [])
        busy = [*here.figures.values(), *here.boxes, *([here.house] if here.house else []), *self._around(zone)]
        ring = ((0, 15), (14, 15), (-14, 15), (23, 6), (-23, 6), (23, -7), (-23, -7), (0, -16), (30, 2), (-30, 2),
                (24, 22), (-24, 22), (0, 30), (28, -14), (-28, -14))  # fmt: skip

        def room(spot: Point) -> float:
            """How free a spot is; below 1 something is touched."""
            free = min((hypot(spot[0] - a, spot[1] - b) for a, b in busy), default=99 * u) / (u * 22)
            free -= 0.4 if free < 0.8 else 0.0  # rather over a border than over a figure
            free = min(free, min((hypot(spot[0] - a, spot[1] - b) for a, b in taken), default=99 * u) / (u * 15))
            inside = to_edge(polygon, spot) if contains(polygon, spot) else -to_edge(polygon, spot)
            return min(free, 0.6 + inside / (u * 15))

        spots = [(x + u * dx, y + u * dy) for dx, dy in ring]
        spot = next((s for s in spots if room(s) >= 1), None) or max(spots, key=room)
        taken.append(spot)
        return spot


def draw_signs(
    group: InstructionGroup, plan: Plan, look: Look, marks: Iterable[Mark], standing: dict[str, Standing]
) -> None:
    """Numbers, letters and signs, over the zone numbers."""
    spots = Spots(plan, standing)
    boxes = {zone: iter(here.boxes) for zone, here in standing.items()}
    for mark in marks:
        match mark.kind:
            case "path":
                _draw_turns(group, plan, look, mark, spots)
            case "entrance":
                for zone in mark.zones:
                    _draw_cross(group, look, plan.u, spots.next(zone))
            case "listener":
                for zone in mark.zones:
                    _draw_ear(group, plan, look, standing[zone])
            case "nothing" | "ended":
                for zone in mark.zones:
                    role = "searched" if mark.kind == "nothing" else "guard"
                    spot = spots.next(zone)
                    lay(group, Shape().disc(spot, plan.u * 5.6), look.rgba("halo"))
                    lay(group, Shape().disc(spot, plan.u * 4.3), look.rgba(role))
            case "last_seen":
                for zone in mark.zones:
                    _draw_seen(group, plan, look, mark, spots.next(zone))
            case kind if kind in BOXED:
                for zone in mark.zones:
                    _draw_boxed(group, plan, look, mark, next(boxes[zone]))


def _draw_turns(group: InstructionGroup, plan: Plan, look: Look, mark: Mark, spots: Spots) -> None:
    u, ink = plan.u, look.rgba("traitor" if mark.who == "traitor" else "ninja")
    for i, zone in enumerate(mark.zones):
        text = mark.texts[i] if i < len(mark.texts) else ""
        if not text:
            continue
        texture = lettering(look, text, "path", ink, look.rgba("halo"), u / look.factor)
        spot = spots.next(zone)
        put(group, texture, spot)
        if i == len(mark.zones) - 1:
            half = texture.size[0] / 2
            for row in range({"walk": 1, "run": 2}.get(mark.text, 0)):
                y = spot[1] - u * (10 + 3.4 * row)
                lay(group, Shape().strip([(spot[0] - half, y), (spot[0] + half, y)], u * 1.8), ink)


def _draw_cross(group: InstructionGroup, look: Look, u: float, spot: Point) -> None:
    icons.draw(group, "cross", spot, u * 22, look.rgba("halo"), stroke=6.5)
    icons.draw(group, "cross", spot, u * 22, look.rgba("searched"), stroke=4)


def _draw_ear(group: InstructionGroup, plan: Plan, look: Look, here: Standing) -> None:
    u = plan.u
    base = next(iter(here.figures.values()), here.label)
    draw_sign(group, look, u * 0.8, (base[0] + u * 17, base[1] + u * 14), "heard")


def _draw_seen(group: InstructionGroup, plan: Plan, look: Look, mark: Mark, spot: Point) -> None:
    u, ink = plan.u, look.rgba("vermilion")
    draw_sign(group, look, u, spot, "detected")
    put(
        group,
        lettering(look, mark.text, "zone", ink, look.rgba("halo"), u / look.factor),
        (spot[0] + u * 15, spot[1] - u * 6),
    )


def _draw_boxed(group: InstructionGroup, plan: Plan, look: Look, mark: Mark, spot: Point) -> None:
    u = plan.u
    role = "searched" if mark.kind == "found" else "ink"
    half = u * 9.5
    box = [(spot[0] - half, spot[1] - half), (spot[0] + half, spot[1] - half), (spot[0] + half, spot[1] + half),
           (spot[0] - half, spot[1] + half)]  # fmt: skip
    lay(group, Shape().blob(box), look.rgba("slip"))
    lay(group, Shape().strip(box, u * 1.7, closed=True), look.rgba(role))
    text = mark.text or BOXED[mark.kind]
    put(group, lettering(look, text, "letter", look.rgba(role), scale=u / look.factor), spot)
