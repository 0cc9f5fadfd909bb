"""The simulated table: a board with figures to drag, the box, cards to lay on the reader, and lights that shine.

It shows what lies on the table, not what the referee believes: a figure stands where it was put. It knows no secrets,
since nothing but its own pieces and the public board is told to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from companion.views import BoardPanel, Piece
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import wrap, write
from ui.locale import _
from ui.panels.board import Board
from ui.ports import Box
from ui.presenter import panel
from ui.screens.page import Page, Words
from ui.theme import LEAST_TARGET, Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.tag import Tag
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.glass import Glass

LYING: float = 0.7
"""Seconds that a tapped card lies on the reader: long enough to be read, then the hand takes it back."""
FIGURE_KINDS = {"figure:ninja": "ninja", "figure:traitor": "traitor"}


class Loose(Painted):
    """A figure in the hand, or in the box."""

    def __init__(self, look: Look, piece: str, **kwargs: Any) -> None:
        self.piece = piece
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(30), look.u(30)))
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u, name = self.look, self.look.u, self.piece.partition(":")[2]
        role = name if name in ("ninja", "traitor") else "guard"
        large = max(1.0, min(self.size) / u(34))
        lay(group, Shape().disc(self.center, u(13) * large), look.rgba("halo"))
        lay(group, Shape().disc(self.center, u(11.5) * large), look.rgba(role))
        text = name[0].upper() if role != "guard" else name.lstrip("g")
        write(group, look, text, "figure_small", look.rgba("guard_text" if role == "guard" else "paper"), self.center,
              "center", scale=large)  # fmt: skip


class CardTag(Touchable, Painted):
    """A kind of card in the box, and how many copies there are. Tapped, one of them is laid on the reader."""

    def __init__(self, look: Look, text: str, tokens: tuple[str, ...], **kwargs: Any) -> None:
        self.text, self.tokens, self.lying = text, tokens, False
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = cut_corners(self.x, self.y, self.width, self.height, u(6), "all")
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.pressed or self.lying else "slip"))
        lay(group, outlined(corners, u(2.4 if self.lying else 1.3)), look.rgba("amber_ink" if self.lying else "ink"))
        lines = wrap(look, self.text, "caption", self.width - u(8), 2)
        for at, line in enumerate(lines):
            y = self.center_y + u(8) * (len(lines) - 1 - 2 * at)
            write(group, look, line, "caption", look.rgba("ink"), (self.center_x, y), "center")


class TableWindow(Page):
    """The table as an object. Dragging a figure puts it down somewhere else; tapping a card lays it on the reader."""

    def __init__(self, glass: Glass, box: Box) -> None:
        self.tray = box
        self.drawer = "guards"
        self.first = 0  # of the figures in the box that are in sight
        self._held: tuple[str, ...] = ()
        self._hand: list[Loose] = []
        self._drawn: list[Any] = []
        self._shown: object = None
        (x, y), (width, height) = glass.table_place
        u = glass.look.u
        super().__init__(glass, extent=(width / u(1), height / u(1)), pos=(x, y), size=(width, height))
        self._drawers = self.high - 106
        where, room = (x, y + u(106)), glass.room
        self.board = Board(
            self.look,
            turned=self.wide < self._drawers,
            numbers=room.name != "small",
            figure=room.figure,
            pos=where,
            size=(width, u(self._drawers)),
            size_hint=(None, None),
        )
        self.board.live = False
        self.place(self.board, 0, 0, self.wide, self._drawers)
        self._tabs()
        self._fill_drawer()

    # ---- showing

    def show(self) -> None:
        picture = self.glass.picture
        public = panel(picture.table, BoardPanel) if picture is not None else None
        if public is None:
            return
        where, lights = dict(self.tray.where()), dict(self.tray.lights())
        lying = self.tray.on_reader()
        now = (where, lights, lying, self._held)
        if now == self._shown:
            return
        self._shown = now
        pieces = tuple(
            made for token, zone in where.items() if token not in self._held and (made := self._piece(token, zone))
        )
        self.board.show(BoardPanel(sheet=public.sheet, pieces=pieces, lights=lights))  # type: ignore[arg-type]
        self._fill_drawer()

    def _piece(self, token: str, zone: str) -> Piece | None:
        form, _found, name = token.partition(":")
        if form not in ("guard", "figure"):
            return None
        kind = name if form == "figure" else "sword" if int(name[1:]) <= 10 else "spear"
        return Piece(id=name, kind=kind, zone=zone)

    # ---- the drawer: figures, decks, seals

    def _tabs(self) -> None:
        self.tabs: dict[str, Tag] = {}
        decks = dict.fromkeys(
            token.split(":")[1].split("/")[0] for token in self.tray.pieces() if token.startswith("card:")
        )
        names = ["figures", *decks, "seals"]
        low = self.wide < 560
        gap = 2 if low else 4
        covers = self.glass.room.name == "upright" and not self.glass.beside
        width = (self.wide - 10) / (len(names) + 1 + covers)
        for at, name in enumerate(names):
            sign = {"figures": "person", "seals": "seal"}.get(name, "hand")
            made = Tag(self.look, text=_drawer_name(name), kind="quiet", icon=sign if low else "", upright=low)
            made.bind(on_tap=lambda _tag, name=name: self._open(name))
            self.tabs[name] = self.place(made, 5 + width * at, self._drawers + 4, width - gap, 48)
        last = Tag(self.look, text=_("Put all"), kind="quiet", icon="arrange" if low else "", upright=low)
        last.bind(on_tap=lambda _tag: self.put_all())
        self.place(last, 5 + width * len(names), self._drawers + 4, width - gap, 48)
        if covers:
            back = Tag(self.look, text=_("Back"), kind="quiet", icon="undo", upright=low)
            back.bind(on_tap=lambda _tag: self.glass.turn_table())
            self.place(back, 5 + width * (len(names) + 1), self._drawers + 4, width - gap, 48)
        self.drawer = "figures"

    def _open(self, name: str) -> None:
        self.drawer = name
        self._fill_drawer()

    def _fill_drawer(self) -> None:
        for old in self._drawn:
            self.drop(old)
        self._drawn = []
        for name, made in self.tabs.items():
            made.kind = "taken" if name == self.drawer else "quiet"
        if self.drawer == "figures":
            self._fill_figures()
            return
        kinds: dict[str, list[str]] = {}
        for token in self.tray.pieces():
            form, _found, rest = token.partition(":")
            if form == "card" and rest.split("/")[0] == self.drawer:
                kinds.setdefault(rest.split("/")[1], []).append(token)
            elif form == "seal" and self.drawer == "seals":
                kinds[rest] = [token]
        width = (self.wide - 8) / max(1, len(kinds))
        for at, tokens in enumerate(kinds.values()):
            made = CardTag(self.look, kind_name(self.tray, tokens[0]), tuple(tokens))
            made.lying = any(token in self.tray.on_reader() for token in tokens)
            made.bind(on_tap=lambda tapped: self.tap(tapped.tokens[0]))
            self._drawn.append(self.place(made, 4 + width * at, self._drawers + 56, width - 4, 48))

    def _fill_figures(self) -> None:
        standing = {*self.tray.where(), *self._held}
        loose = [
            token for token in self.tray.pieces() if token.startswith(("guard:", "figure:")) and token not in standing
        ]
        fits = int((self.wide - 8) // LEAST_TARGET)
        if len(loose) > fits:  # those that are put away make room for others
            fits -= 1
            further = Tag(self.look, text="", kind="quiet", icon="next")
            further.bind(on_tap=lambda _tag: self._turn(fits, len(loose)))
            self._drawn.append(self.place(further, self.wide - 52, self._drawers + 56, LEAST_TARGET, LEAST_TARGET))
        self.first = self.first if self.first < len(loose) else 0
        for at, token in enumerate(loose[self.first : self.first + fits]):
            made, left = Loose(self.look, token), 4 + LEAST_TARGET * at
            self._drawn.append(self.place(made, left, self._drawers + 56, LEAST_TARGET, LEAST_TARGET))
        if not loose:
            said = Words(self.look, "small", "ink2")
            say = _("Every figure stands on the board. Drag one to move it.")
            said.say(*wrap(self.look, say, "small", self.look.u(self.wide - 20), 2))
            self._drawn.append(self.place(said, 10, self._drawers + 62, self.wide - 20, 40))

    def _turn(self, by: int, of: int) -> None:
        self.first = self.first + by if self.first + by < of else 0
        self._fill_drawer()

    # ---- cards

    def tap(self, token: str) -> None:
        """Lays a piece on the reader, and takes it back a little later."""
        self.tray.lay(token)
        Clock.schedule_once(lambda _seconds: self._lift(token), LYING)
        self._shown = None
        self.show()

    def _lift(self, token: str) -> None:
        self.tray.lift(token)
        self._shown = None
        self.show()

    # ---- figures

    def put_all(self) -> None:
        """Puts every figure where the public board has it: after setup, and after the cat walked over the table."""
        picture = self.glass.picture
        public = panel(picture.table, BoardPanel) if picture is not None else None
        if public is None:
            return
        wanted = {_token(piece): piece.zone for piece in public.pieces}
        where: Mapping[str, str] = dict(self.tray.where())
        for token in where:
            if token not in wanted:
                self.tray.take(token)
        for token, zone in wanted.items():
            if where.get(token) != zone:
                self.tray.put(token, zone)
        self._shown = None
        self.show()

    def on_touch_down(self, touch: Any) -> bool:
        held = self._at(touch.pos)
        if held and not self._held:
            self._held = held
            touch.grab(self)
            self._hand = []
            for token in held:
                loose = Loose(self.look, token)
                self._hand.append(loose)
                self.add_widget(loose)
            self._carry(touch.pos)
            self._shown = None
            self.show()
            return True
        return super().on_touch_down(touch)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._carry(touch.pos)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        held, self._held = self._held, ()
        for loose in self._hand:
            self.remove_widget(loose)
        self._hand = []
        plan = self.board.plan
        zone = plan.zone_at(touch.pos) if plan is not None and self.board.collide_point(*touch.pos) else None
        for token in held:
            if zone is None:
                self.tray.take(token)
            else:
                self.tray.put(token, zone)
        self._shown = None
        self.show()
        return True

    def _carry(self, pos: tuple[float, float]) -> None:
        for at, loose in enumerate(self._hand):
            loose.center = (pos[0] + self.look.u(12) * at, pos[1] + self.look.u(10))

    def _at(self, pos: tuple[float, float]) -> tuple[str, ...]:
        """The figures under a finger: one from the box, or one on the board with those who walk in its patrol."""
        near = self.look.u(24)
        boxed = [loose for loose in self._drawn if isinstance(loose, Loose)]
        loose = min(boxed, key=lambda one: abs(one.center_x - pos[0]), default=None)
        if loose is not None and abs(loose.center_y - pos[1]) <= near and abs(loose.center_x - pos[0]) <= near:
            return (loose.piece,)
        best: tuple[float, str] | None = None
        for here in self.board.standing.values():
            for name, (x, y) in here.figures.items():
                away = max(abs(pos[0] - x), abs(pos[1] - y))
                if away <= near and (best is None or away < best[0]):
                    best = (away, name)
        if best is None or not self.board.collide_point(*pos):
            return ()
        token = f"figure:{best[1]}" if best[1] in ("ninja", "traitor") else f"guard:{best[1]}"
        return self._walking_with(token)

    def _walking_with(self, token: str) -> tuple[str, ...]:
        picture = self.glass.picture
        public = panel(picture.table, BoardPanel) if picture is not None else None
        where = self.tray.where()
        pieces = public.pieces if public is not None else ()
        group = next((piece.group for piece in pieces if _token(piece) == token), None)
        if group is None:
            return (token,)
        others = [_token(piece) for piece in pieces if piece.group == group]
        return (token, *(o for o in others if o != token and where.get(o) == where.get(token)))


def kind_name(box: Box, token: str) -> str:
    """What a piece is called, a card without the number of its copy."""
    pile, name = box.name(token)
    return name.rpartition(" ")[0] if pile else name


def _token(piece: Piece) -> str:
    return f"figure:{piece.id}" if piece.kind in ("ninja", "traitor") else f"guard:{piece.id}"


def _drawer_name(name: str) -> str:
    names = {
        "figures": _("Figures"),
        "guards": _("Guards"),
        "ninja": _("Ninja"),
        "traitor": _("Traitor"),
        "seals": _("Seals"),
    }
    return names.get(name, name.title())
