"""All that moves over one board: figures on their way, rings, flashes, the breath of zones that may be entered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kivy.graphics import Color, InstructionGroup

from companion.views import Piece
from ui.geometry import Point
from ui.motion import signals
from ui.motion.breath import Breath
from ui.motion.moves import MOVES
from ui.motion.walking import Walks
from ui.panels.layers import Layers, box_of
from ui.panels.standing import figures_of

if TYPE_CHECKING:
    from ui.panels.board import Board


class OnBoard:
    """Does nothing on a board that is not to move, under calm, or while a private window is open."""

    def __init__(self, board: Board, layers: Layers) -> None:
        self._board, self._layers = board, layers
        self._signals, walking = InstructionGroup(), InstructionGroup()
        layers.over.add(self._signals)
        layers.over.add(walking)
        self.walks = Walks(walking, lambda _who: board.redraw_figures())
        self._legal: dict[str, Color] = {}
        self._breath = Breath(self._breathes, self._breathe)

    @property
    def allowed(self) -> bool:
        board = self._board
        return board.motion and not board.look.calm and not MOVES.hushed

    def set_off(self, before: Iterable[Piece], now: Iterable[Piece]) -> None:
        """Whoever stood elsewhere walks there, from where he stood and over the anchors between."""
        plan, standing = self._board.plan, self._board.standing
        if plan is None or not self.allowed:
            return
        was = {piece.id: piece.zone for piece in before}
        for figure in figures_of(now):
            start = was.get(figure.members[0], figure.zone)
            if start == figure.zone or start not in standing or figure.zone not in plan.anchors:
                continue
            way = plan.way(start, figure.zone, on_track=figure.kind == "patrol")
            first = standing[start].figures.get(figure.id, plan.anchors[start])
            self.walks.set_off(figure.id, [first, *(plan.anchors[zone] for zone in way[1:])])

    def ring(self, zones: Iterable[str]) -> None:
        """Somebody has just heard something there."""
        for zone in zones if self.allowed else ():
            here = self._board.standing.get(zone)
            if here is not None:
                centre: Point = next(iter(here.figures.values()), here.label)
                signals.rings(self._signals, self._board.look, zone, centre)

    def refuse(self, zone: str) -> None:
        """A zone that was touched is refused: a wall flashes where one was run against, else the zone."""
        board = self._board
        if board.plan is not None and self.allowed:
            signals.flash(self._signals, board.plan, board.look, board.pointing.struck, zone)

    # ---- breath

    def legal(self, outlines: dict[str, Color]) -> None:
        """These zones may be entered now."""
        self._legal = outlines

    def breathe(self) -> None:
        """The board is looked at: if zones may be entered, they breathe from now on."""
        self._breath.begin()

    def _breathes(self) -> bool:
        return bool(self._legal) and self.allowed and self._board.get_root_window() is not None

    def _breathe(self, strength: float) -> None:
        plan = self._board.plan
        if plan is None:
            return
        for tint in self._legal.values():
            tint.a = strength
        self._layers.changes(box_of(corner for zone in self._legal for corner in plan.polygons[zone]))
