"""The board on the glass: always whole, never covered. It shows a `BoardPanel` and tells which zone was touched."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.views import BoardPanel, Mark
from ui.geometry import Point, middle
from ui.lettering import Atlas, lettering
from ui.motion.on_board import OnBoard
from ui.panels import figures, ground, lights, marks, repair
from ui.panels.aim import MISS, figure_at, plain
from ui.panels.drawing import Drawing
from ui.panels.layers import EVERYWHERE, Box, Layers, box_of
from ui.panels.plan import LEAST_TOUCH, Placement, Plan
from ui.panels.pointing import NOTHING, Pointing
from ui.panels.spots import Room, Spots, light_spot
from ui.panels.standing import Figure, Standing, figures_of, stand
from ui.panels.zoom import Zooming
from ui.theme import Look
from ui.widgets.touch import Touchable

LAYERS = ("lights", "walls", "ways", "numbers", "figures", "signs", "light_signs", "secret")


class Board(Zooming, Touchable, Widget):
    """Events: `on_zone(zone)` a zone was taken · `on_piece(id)` a ringed figure was taken · `on_mark(zone)` a small
    zone was marked and waits to be confirmed · `on_peek(zone)` a finger is held on a zone · `on_draw(zone)` a finger
    that is drawn from where a figure stands has come into a zone; before that `on_lead(id)`, with the figure where
    it is another than the one that is led already.

    `numbers`: whether zone numbers, houses and posts are drawn (small screens: only when zoomed). `figure`: how large
    a figure is, in u, as the layout's `Room` says. `motion`: figures walk to their new
    zone; off in private windows, so that nothing takes longer there because of what it shows.
    """

    marked = StringProperty("")
    hold_takes = True  # a finger that was held has seen what it came to see

    __events__ = ("on_zone", "on_piece", "on_mark", "on_peek", "on_lead", "on_draw")

    def __init__(
        self, look: Look, turned: bool = False, numbers: bool = True, figure: float = 23.0, motion: bool = False,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.look, self.turned, self.numbers, self.motion = look, turned, numbers, motion
        self.figure = figure
        self.panel: BoardPanel | None = None
        self.pointing = NOTHING
        self.plan: Plan | None = None
        self._drawing: Drawing | None = None
        self.standing: dict[str, Standing] = {}
        self._crowds: dict[str, tuple[tuple[Figure, ...], int, bool]] = {}  # what `standing` was reckoned from
        self._spots: dict[Hashable, Point] = {}
        self.signs: list[Room] = []  # where those stand that are not of lights
        self._busy: tuple[Room, ...] = ()  # and all that they stand between
        self._focus: Point | None = None
        self._atlas: Atlas | None = None
        self._lettered = 1.0  # how large its numbers are
        self._touched = ""
        self.under = ""  # the figure that the last touch lay on
        self._lead = ""  # the ringed figure that a finger was put down on
        self._labels: dict[int, Point] = {}
        self._marked: set[Mark] = set()
        self._outlines: dict[tuple[str, str], Color] = {}
        super().__init__(**kwargs)
        self._layers = Layers(self.canvas, LAYERS)
        self.moves = OnBoard(self, self._layers)
        self._lay_down = Clock.create_trigger(self._place, -1)
        self.bind(pos=self._lay_down, size=self._lay_down, zoom=self._lay_down)
        self.bind(marked=self._redraw_lights)

    # ---- showing

    def show(self, panel: BoardPanel, pointing: Pointing = NOTHING) -> None:
        """Shows a panel. May be called as often as one likes: what did not change is not drawn again."""
        before, was = self.panel, self.pointing
        self.panel, self.pointing = panel, pointing
        if self.marked and self.marked not in pointing.choosable:
            self.marked = ""
        if before is None or before.sheet is not panel.sheet or self.plan is None:
            self._atlas = None
            self._place()
            return
        if before.pieces != panel.pieces or before.marks != panel.marks or was != pointing:
            self.moves.set_off(before.pieces, panel.pieces)
            self.redraw_figures()
        if (before.lights, before.pieces, before.marks, was) != (panel.lights, panel.pieces, panel.marks, pointing):
            self._redraw_lights()
            self.moves.ring({zone for zone, name in panel.lights.items() if name == "heard" != before.lights.get(zone)})
        self.moves.breathe()

    def blank(self) -> None:
        """Shows the sheet alone, and keeps nothing of what lay on it."""
        if self.panel is not None:
            self.show(BoardPanel(sheet=self.panel.sheet))
        self._layers.forget()
        self._outlines.clear()
        self._spots.clear()
        self.signs, self._busy = [], ()
        self._touched = self.under = ""

    def _place(self, *_: Any) -> None:
        """Lays the sheet into the widget and draws everything anew."""
        if self.panel is None or self.width < 10 or self.height < 10:
            return
        sheet = self.panel.sheet
        self.plan = Plan(sheet, self._placement(), self.look.factor * self._detail, self.look.factor)
        self.moves.walks.end()
        self._layers.place(self.pos, self.size)
        self._crowds, self._spots = {}, {}
        under = self._layers.ground
        under.add(Color(*self.look.rgba("open")))
        under.add(Rectangle(pos=self.pos, size=self.size))
        ground.draw_ground(under, self.plan, self.look)
        before = self._layers.begin("walls")
        self._layers.lay("walls", "", None, EVERYWHERE, partial(ground.draw_walls, plan=self.plan, look=self.look))
        self._layers.end(before)
        self._labels = {}
        if self._atlas is None or self._lettered != self._detail:
            self._lettered = self._detail
            self._atlas = Atlas([self._number(zone_id) for zone_id in sheet.zones])
        self.redraw_figures()
        self._redraw_lights()
        self.moves.breathe()

    def _placement(self) -> Placement:
        assert self.panel is not None
        size = self.panel.sheet.size
        return Placement(self.x, self.y, self.width, self.height, size, self.turned, self.zoom, self._focus)

    def _number(self, zone_id: str) -> Any:
        assert self.panel is not None
        moat = self.panel.sheet.zones[zone_id].terrain == "moat"
        ink = self.look.rgba("moat_ink" if moat else "zone_ink")
        scale = self._detail if self.numbers else 0.9
        return lettering(self.look, zone_id, "zone_moat" if moat else "zone", ink, self.look.rgba("halo"), scale)

    @property
    def _detail(self) -> float:
        """How large signs and outlines are: smaller where the board is, much smaller on one without numbers."""
        if not self.numbers:
            return 0.8 if self.zoom > 1.2 else 0.62
        sheet = self.panel.sheet.size if self.panel is not None else (1.0, 1.0)
        long = max(sheet) * self._placement().scale / self.look.factor
        return min(1.0, max(0.78, long / 600))

    @property
    def _figure_scale(self) -> float:
        return self.figure / 23.0 * self.look.factor * (self._detail if self.numbers else 1.0)

    # ---- figures, houses, numbers

    def redraw_figures(self) -> None:
        """All that stands on the board, or walks over it."""
        plan, panel, look = self.plan, self.panel, self.look
        if plan is None or panel is None:
            return
        scale = self._figure_scale
        by_zone: dict[str, list[Figure]] = {zone_id: [] for zone_id in plan.polygons}
        for figure in figures_of(panel.pieces):
            if figure.zone in by_zone:
                by_zone[figure.zone].append(figure)
        houses, noted = marks.houses_in(panel.marks), marks.noted_in(panel.marks)
        sleepers = marks.sleepers_in(panel.marks)
        noted |= set(sleepers)
        crowds = {zone: (tuple(here), len(houses.get(zone, ())), zone in noted) for zone, here in by_zone.items()}
        self.standing = {
            zone: self.standing[zone] if self._crowds.get(zone) == crowd else stand(plan, zone, by_zone[zone],
                                                                                    23 * scale, *crowd[1:])
            for zone, crowd in crowds.items()
        }  # fmt: skip
        self._crowds = crowds
        layers, pointing, standing = self._layers, self.pointing, self.standing
        before = layers.begin("ways", "numbers", "figures", "signs", "secret")
        changed = {zone for mark in set(panel.marks) ^ self._marked for zone in mark.zones}
        self._marked = set(panel.marks)
        drawn = self._round(changed)
        layers.lay("ways", "", panel.marks, drawn, lambda group: marks.draw_ways(group, plan, look, panel.marks))
        if self.numbers or self.zoom > 1.2:
            self._lay_numbers({i: standing[zone].label for i, zone in enumerate(plan.polygons)})
            self._draw_houses(plan.u, sleepers)
        self.moves.walks.lay_down()
        for here in by_zone.values():
            for figure in here:
                self._draw_figure(figure, scale)
        spots = Spots(plan, standing, self._spots, 23 * scale)
        marks.lay_signs(layers, plan, look, panel.marks, standing, spots)
        self.signs, self._busy = spots.taken, spots.all
        put_right = (pointing.astray, pointing.struck, pointing.refused)
        if any(put_right):  # from zone to zone
            paint = partial(repair.draw, plan=plan, look=look, pointing=pointing, standing=standing, scale=scale)
            layers.lay("signs", "", (put_right, standing), EVERYWHERE, paint)
        layers.end(before)

    def _round(self, zones: Iterable[str]) -> Box | None:
        """What encloses these zones, and the signs that stand out of them."""
        plan = self.plan
        if plan is None:
            return None
        corners = (corner for zone in zones if zone in plan.polygons for corner in plan.polygons[zone])
        return box_of(corners, 24 * self.look.factor)

    def _lay_numbers(self, labels: dict[int, Point]) -> None:
        """All in one mesh; only those look different that have moved."""
        atlas, before, u = self._atlas, self._labels, self.look.factor
        if atlas is None:
            return
        moved = [at for i in labels if before and before.get(i) != labels[i] for at in (labels[i], before[i])]
        box = box_of(((x + dx, y + dy) for x, y in moved for dx in (-26 * u, 26 * u) for dy in (-12 * u, 12 * u)))
        self._layers.lay("numbers", "", labels, box, lambda group: atlas.lay(group, labels))
        self._labels = labels

    def _draw_houses(self, scale: float, sleepers: dict[str, str]) -> None:
        assert self.plan is not None
        look = self.look
        for zone_id, here in self.standing.items():
            house = here.house
            if house is None:
                continue
            if self.plan.zone(zone_id).barracks:
                paint = partial(figures.draw_barracks, look=look, centre=house, scale=scale,
                                sleepers=sleepers.get(zone_id, ""))  # fmt: skip
            else:
                paint = partial(figures.draw_post, look=look, centre=house, scale=scale)
            shows, box = (house, sleepers.get(zone_id)), box_of([house], 24 * scale)
            self._layers.lay("figures", (zone_id, "house"), shows, box, paint)

    def _draw_figure(self, figure: Figure, scale: float) -> None:
        """On the board, or where it walks over it."""
        plan, here = self.plan, self.standing[figure.zone]
        assert plan is not None
        centre, size = here.figures[figure.id], scale * here.scale
        towards = plan.anchors.get(figure.facing or "")
        if figure.facing and figure.facing in plan.polygons:
            edge = plan.edge(figure.zone, figure.facing)
            towards = middle(edge) if len(edge) > 1 else towards
        layer = "secret" if figure.secret else "figures"  # one's own, who is asked about, lies over every sign
        ringed, manned = bool(self.pointing.ringed & {figure.id, *figure.members}), here.manned == centre
        shows, box = (figure, centre, size, towards, ringed, manned), box_of([centre], 26 * size)
        paint = partial(self._paint_figure, figure=figure, centre=centre, size=size, towards=towards, ringed=ringed,
                        manned=manned)  # fmt: skip
        if self.moves.walks.carries(figure.id):
            drawn = self._layers.keep(layer, figure.id, shows, box, paint)
            self.moves.walks.carry(figure.id, drawn.group, centre)
        else:
            self._layers.lay(layer, figure.id, shows, box, paint)

    def _paint_figure(
        self, group: InstructionGroup, figure: Figure, centre: Point, size: float, towards: Point | None,
        ringed: bool, manned: bool,
    ) -> None:  # fmt: skip
        if ringed:
            repair.draw_ring(group, self.look, centre, size)
        figures.draw_figure(group, self.look, figure, centre, size, towards)
        if manned:
            figures.draw_roof(group, self.look, centre, size)
        if figure.carded:
            figures.draw_card(group, self.look, centre, size)

    def refuse(self) -> None:
        """What was touched last is refused."""
        self.moves.refuse(self._touched)

    # ---- lights

    def _redraw_lights(self, *_: Any) -> None:
        plan, panel = self.plan, self.panel
        if plan is None or panel is None:
            return
        layers, look, outlines = self._layers, self.look, self._outlines
        before = layers.begin("lights", "light_signs")
        for zone, level in self.pointing.heat.items():
            heat = partial(lights.draw_heat, plan=plan, look=look, zone=zone, level=level)
            layers.lay("lights", (zone, "heat"), level, box_of(plan.polygons[zone]), heat)
        lit = self.pointing.lit(panel, self.marked, plan.polygons)
        for zone, name in lit:
            here = self.standing[zone].figures.values()
            centre, box = next(iter(here), plan.anchors[zone]), box_of(plan.polygons[zone], 2)

            def paint(group: InstructionGroup, zone: str = zone, name: str = name, centre: Point = centre) -> None:
                outlines[zone, name] = lights.draw_light(group, plan, look, zone, name, centre)

            layers.lay("lights", (zone, name), centre if lights.STATES[name].pattern else None, box, paint)
        self._lay_light_signs(plan, lit)
        layers.end(before)
        self.moves.legal({zone: outlines[zone, name] for zone, name in lit if name == "legal"})

    def _lay_light_signs(self, plan: Plan, lit: list[tuple[str, str]]) -> None:
        u = plan.u
        for zone, name in lit:
            order = self.pointing.chosen.get(zone, "") if name == "chosen" else ""
            needed = bool(order) or name in ("heard", "detected")
            spot = light_spot(plan, zone, self.standing[zone], self._busy, needed)
            if spot is not None and not (self.pointing.astray and name in ("out_of_place", "waiting")):
                paint = partial(lights.draw_sign, look=self.look, u=u, centre=spot, name=name, text=order)
                self._layers.lay("light_signs", (zone, name), (spot, order), box_of([spot], 13 * u), paint)

    # ---- touch

    def draws_from(self, point: Point) -> bool:
        plan, pointing = self.plan, self.pointing
        if plan is None:
            return False
        inside = bool(pointing.here) and plan.zone_at(point) == pointing.here
        # in the zone of the figure that is led already, another must be meant more than it
        near = figure_at(self.standing, point, self._reach, None if inside else pointing.leads)
        self._lead = near if near in pointing.leads else ""
        start = next((zone for zone, here in self.standing.items() if self._lead in here.figures), pointing.here)
        if not self._lead and not inside:
            return False
        self._drawing = Drawing(plan, point, start)
        return True

    def draw(self, point: Point) -> bool:
        if self._drawing is None:
            return False
        began = self._drawing.began
        for zone in self._drawing.to(point):
            if not began:
                began = True
                self.marked = ""
                self.dispatch("on_lead", self._lead)
            self.dispatch("on_draw", zone)
        return began

    def on_tap(self) -> None:
        if self.lifted is not None and self.plan is not None:
            self.touched(self.lifted)

    def on_hold(self) -> None:
        at = next(iter(self.fingers.values()), None)
        zone = self.plan.zone_at(at) if at and self.plan else None
        if at and zone:
            self.under = figure_at(self.standing, at, self._reach)
            self.dispatch("on_peek", zone)

    def touched(self, point: Point) -> None:
        """What a touch at a point means: a ringed figure, the nearest zone that may be taken, or the zone itself."""
        plan, may = self.plan, self.pointing.choosable
        assert plan is not None
        self.under = figure_at(self.standing, point, self._reach)
        zone, miss = plan.zone_at(point), MISS * self.look.factor
        figure = figure_at(self.standing, point, miss if zone in may else self._reach, self.pointing.ringed)
        if figure:
            self.dispatch("on_piece", figure)
            return
        if zone not in may and may:
            zone = plan.nearest(point, may - plan.roomy, miss) or zone
        if zone is None:
            return
        sure = zone in plan.roomy or (self.pointing.light and plain(plan, point, zone, may, miss))
        if zone in may and zone != self.marked and not sure:
            self.marked = zone
            self.dispatch("on_mark", zone)
            return
        self.marked, self._touched = "", zone
        self.dispatch("on_zone", zone)

    def double_tap_zooms(self, point: Point) -> bool:
        """A double touch on a zone that may be taken takes it; elsewhere it zooms."""
        zone = self.plan.zone_at(point) if self.plan else None
        return self.zoom > 1 or zone not in self.pointing.choosable

    def focus_on(self, point: Point) -> None:
        if self.panel is not None:
            self._focus = self._placement().to_sheet(point)  # of now, not of the last frame
            self._lay_down()

    @property
    def _reach(self) -> float:
        """How far from the middle of a figure a finger may mean it, in pixels."""
        return LEAST_TOUCH / 2 * self.look.factor

    # ---- events

    def on_zone(self, zone: str) -> None:
        """A zone was taken: a legal one, or any other, which the referee then refuses with the rule."""

    def on_piece(self, piece: str) -> None:
        """A ringed figure was taken."""

    def on_mark(self, zone: str) -> None:
        """A small zone was marked: its name belongs in the strip, a second touch takes it."""

    def on_peek(self, zone: str) -> None:
        """A finger is held on a zone."""

    def on_lead(self, piece: str) -> None:
        """A finger that is drawn along has just left where a ringed figure stands; none: who is led already."""

    def on_draw(self, zone: str) -> None:
        """A finger that is drawn along came into a zone."""
