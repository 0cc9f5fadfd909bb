"""What never changes on a board: ground, borders, walls, gates, track. Drawn once a placement."""

from __future__ import annotations

from kivy.graphics import InstructionGroup

from ui.geometry import Point, Shape, outline_of
from ui.ink import dashes, lay
from ui.panels.patterns import OF_TERRAIN, SIDES, pattern
from ui.panels.plan import Plan
from ui.theme import Look


def draw_ground(group: InstructionGroup, plan: Plan, look: Look) -> None:
    """Fills and patterns by terrain, then the borders."""
    u = plan.full
    terrains = list(dict.fromkeys(zone.terrain for zone in plan.sheet.zones.values()))
    for terrain in terrains:
        plain, drawn, name = Shape(), Shape(), OF_TERRAIN[terrain]
        for zone_id, polygon in plan.polygons.items():
            if plan.zone(zone_id).terrain != terrain:
                continue
            plain.fill(polygon)
            if terrain == "bridge":
                planks(drawn, polygon, plan.bridge_way(zone_id), SIDES[name] * u)
            else:
                drawn.fill(polygon, SIDES[name] * u)
        lay(group, plain, look.rgba(terrain))
        if not (terrain == "open" and not look.palette.washes):
            lay(group, drawn, look.rgba(f"{terrain}_mark"), pattern(name, u))
    rim = Shape()
    for line in outline_of(plan.polygons.values()):
        rim.strip(line, u * 1.7, closed=True)
    lay(group, rim, look.rgba("border"))  # seen only where the room is not of the sheet's shape
    for water, role in ((False, "border"), (True, "water_border")):
        lines = Shape()
        for line in plan.border_lines(water):
            lines.stroke(line, u * 1.7)
        lay(group, lines, look.rgba(role))


def planks(shape: Shape, polygon: list[Point], way: Point, side: float) -> None:
    """Fills a polygon with planks that lie across the way over it."""
    first = len(shape.vertices) // 4
    shape.fill(polygon)
    for i, (x, y) in enumerate(polygon):
        along, across = x * way[0] + y * way[1], -x * way[1] + y * way[0]
        at = 4 * (first + i)
        shape.vertices[at + 2], shape.vertices[at + 3] = across / side, along / side


def draw_walls(group: InstructionGroup, plan: Plan, look: Look) -> None:
    """Track, walls and gates: over the light states, under the numbers."""
    u = plan.full
    _draw_track(group, plan, look)
    mass, stones = Shape(), Shape()
    for line in plan.wall_lines:
        mass.strip(line, u * 7.5)
        for end in (line[0], line[-1]):
            mass.disc(end, u * 3.75)
        stones.bricks(line, u * 4.3, u * 8)
    lay(group, mass, look.rgba("wall"))
    lay(group, stones, look.rgba("stone"), dashes(6.6, 1.4))
    beams, wood, posts, faces = Shape(), Shape(), Shape(), Shape()
    for a, b in plan.gates:
        beams.strip([a, b], u * 5.6)
        wood.strip([a, b], u * 3.2)
        for x, y in (a, b):
            posts.blob(_square(x, y, u * 4.2))
            faces.blob(_square(x, y, u * 3.0))
    lay(group, beams, look.rgba("wall"))
    lay(group, wood, look.rgba("bridge"))
    lay(group, posts, look.rgba("bridge"))
    lay(group, faces, look.rgba("gate_post"))


def _square(x: float, y: float, half: float) -> list[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _draw_track(group: InstructionGroup, plan: Plan, look: Look) -> None:
    u = plan.full
    lines, forks = plan.track
    case, dashed, dots = Shape(), Shape(), Shape()
    for line in lines:
        case.stroke(line, u * 3.8)
        dashed.strip(line, u * 2.2, period=u * 11)
    for fork in forks:
        dots.disc(fork, u * 3.4)
    lay(group, case, look.rgba("track_case", 0.6))
    lay(group, dashed, look.rgba("track"), dashes(7, 4))
    lay(group, dots, look.rgba("track"))
