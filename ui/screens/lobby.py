"""The first screen: go on with the night that was left, or hang up another game."""

from __future__ import annotations

from math import sin
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kivy.graphics import InstructionGroup

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, width_of, wrap, write, write_lines
from ui.locale import _, ngettext
from ui.ports import Offer, Saved
from ui.screens.laying import GAP, flow, one_row
from ui.screens.page import Page, Words
from ui.spoken import listed, parted
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.rail import hanging_lantern
from ui.widgets.tag import Tag
from ui.widgets.tongues import HIGH, WIDE, tongues
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.glass import Glass

NAME = "黒衣"


class Head(Painted):
    """The cloth over the stage, its hem in amber, with the name of the house. free: as far as that may reach, in u."""

    free = 800.0

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        hem = [(self.x + self.width * i / 32, self.y + u(14 - 14 * sin(3.1416 * i / 32))) for i in range(33)]
        lay(group, Shape().blob([*hem, (self.right, self.top), (self.x, self.top)]), look.rgba("cloth"))
        lay(group, Shape().strip(hem, u(3)), look.rgba("amber"))
        ink, y = look.rgba("cloth_text"), self.top - u(25 if self.height < u(60) else 29)
        at = self.x + u(20 if self.height > u(60) else 10)
        style, latin = ("title", "banner") if self.height > u(60) else ("head", "prompt_long")
        if look.faces.covers_cjk:
            at += write(group, look, NAME, style, ink, (at, y)) + u(14)
        if at + width_of(look, "Kuroko", latin) + u(8) <= self.x + u(self.free):
            write(group, look, "Kuroko", latin, ink, (at, y))


class ResumeBand(Painted):
    """Tonight goes on: what it is and where it stands, in lantern light. free: as far as its words may reach, in u."""

    free = 560.0

    def __init__(self, look: Look, saved: Saved, **kwargs: Any) -> None:
        self.saved = saved
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.ground(group, "lantern")
        self.bar(group, "amber", self.x, self.top - u(3), self.width, u(3))
        low = self.height < u(70)
        left = self.x + u(12 if low else 82)
        if not low:
            hanging_lantern(group, look, (self.x + u(36), self.top - u(44)), u(36), True)
        room = self.x + u(self.free) - left
        style = fitting(look, _("Tonight goes on"), ("title", "head", "card_head")[low:], room)
        write(group, look, _("Tonight goes on"), style, look.rgba("ink"), (left, self.top - u(17 if low else 28)))
        says = (listed((parted(self.saved.title)[1], self.saved.say)), self.saved.say, parted(self.saved.title)[1])
        styles = ("word", "text", "small")
        say = next((say for say in says if width_of(look, say, styles[-1]) <= room), "")
        where = (left, self.top - u(39 if low else 60))
        write(group, look, say, fitting(look, say, styles, room), look.rgba("ink2"), where)


STYLES: Final = ("curtain", "title", "banner", "prompt", "prompt_long", "card_head", "letter")
"""In which a title may be written; the first two where a board is high."""


class Written(NamedTuple):
    """Words in lines, and how high they are together, in pixels."""

    style: str
    lines: list[str]
    tall: float


def how_long(minutes: int) -> str:
    """How long an evening lasts, in words."""
    if minutes < 90:
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    hours = round(minutes / 60)
    return ngettext("about {count} hour", "about {count} hours", hours).format(count=hours)


class HungBoard(Touchable, Painted):
    """A game as a board that hangs on its cord. The first is the house's own."""

    def __init__(self, look: Look, offer: Offer, first: bool, **kwargs: Any) -> None:
        self.offer, self.first, self.game = offer, first, offer.id
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = cut_corners(self.x, self.y, self.width, self.height, u(12), "top")
        fill, ink = ("vermilion", "slip") if self.first else ("slip", "ink")
        lay(group, Shape().blob(corners), look.rgba("amber_ink" if self.pressed else fill))
        lay(group, outlined(corners, u(2)), look.rgba("ink"))
        lay(group, Shape().disc((self.center_x, self.top - u(13)), u(4)), look.rgba("slip"))
        lay(group, Shape().ring((self.center_x, self.top - u(13)), u(4), u(1.4)), look.rgba("ink"))
        if self.width >= self.look.u(280) and self.height < self.width:
            self._lying(group, fill, ink)
        else:
            self._hanging(group, fill, ink)
        if self.height < u(110):
            return
        self._footed(group, fill, ink)

    @property
    def foot(self) -> float:
        """How high the line with the number of players lies, in u."""
        return 54.0 if self.height > self.look.u(170) else 34.0 if self.height >= self.look.u(110) else 0.0

    def _footed(self, group: InstructionGroup, fill: str, ink: str) -> None:
        """For how many it is, and how long an evening of it lasts."""
        look, u, middle = self.look, self.look.u, self.y + self.look.u(self.foot / 2)
        self.bar(group, ink, self.x + u(8), self.y + u(self.foot), self.width - u(16), u(1))
        icons.draw(group, "people", (self.x + u(32), middle), u(28 if self.foot > 40 else 20),
                   look.rgba(ink), look.rgba(fill))  # fmt: skip
        few, many = min(self.offer.players), max(self.offer.players)
        count = str(few) if few == many else f"{few}–{many}"
        style = "count" if self.foot > 40 else "word_bold"
        at = self.x + u(56) + write(group, look, count, style, look.rgba(ink), (self.x + u(56), middle))
        long, room = how_long(self.offer.minutes), self.right - u(14) - at - u(12)
        style = fitting(look, long, ("word", "text", "small"), room)
        if width_of(look, long, style) <= room:
            write(group, look, long, style, look.rgba(ink), (self.right - u(14), middle), "right")

    def _noted(self, room: float, free: float, styles: tuple[str, ...] = ("word", "text", "small")) -> Written:
        """What the game is about, in so many pixels; no line where that is more than there is room for."""
        for most in (1, 2):
            for style in styles:
                tall = self.look.type_size(style) * self.look.line_height * most
                if tall > free or len(wrap(self.look, self.offer.note, style, room)) > most:
                    continue
                # two lines that are about as long as each other
                parts = (wrap(self.look, self.offer.note, style, room * part / 10) for part in range(5, 11))
                return Written(style, next(lines for lines in parts if len(lines) <= most), tall)
        return Written("", [], 0.0)

    def _lying(self, group: InstructionGroup, fill: str, ink: str) -> None:
        """The sign at the left, the title and what it is about beside it, where the board is wide."""
        look, u = self.look, self.look.u
        size = min(max(u(96), self.width * 0.3), self.height - u(self.foot) - u(40))
        middle = (self.top - u(18) + self.y + u(self.foot)) / 2
        icons.draw(group, self.offer.sign, (self.x + u(24) + size / 2, middle), size, look.rgba(ink),
                   look.rgba(fill), 1.6)  # fmt: skip
        left = self.x + u(24) + size + u(22)
        room = self.right - u(12) - left
        head, name = parted(self.offer.title)
        free = self.top - u(22) - self.y - u(self.foot + 4)
        for style in STYLES if free > u(240) else STYLES[2:]:
            lines = wrap(look, name, style, room)
            tall = look.type_size(style) * look.line_height * len(lines)
            if len(lines) < 4 and tall <= free:
                break
        headed = bool(head) and tall + u(22) <= free
        note = self._noted(room, free - tall - (u(22) if headed else 0) - u(8))
        whole = tall + (u(22) if headed else 0) + (note.tall + u(8) if note.lines else 0)
        top = middle + whole / 2
        if headed:
            write(group, look, head, "word", look.rgba(ink), (left, top - u(11)))
            top -= u(22)
        below = write_lines(group, look, lines, style, look.rgba(ink), (left, top))
        if note.lines:
            write_lines(group, look, note.lines, note.style, look.rgba(ink), (left, below - u(8)))

    def _hanging(self, group: InstructionGroup, fill: str, ink: str) -> None:
        """The sign over the title, what it is about under it."""
        look, u = self.look, self.look.u
        head, name = parted(self.offer.title)
        top, low = self.top - u(22), self.y + u(self.foot + 5)
        room = self.width - u(16)
        styles = STYLES if top - low > u(240) else STYLES[2:] if top - low > u(40) else STYLES[4:]
        style = fitting(look, name, styles, room)
        lines = [name] if width_of(look, name, style) <= room else wrap(look, name, style, room)
        step = look.type_size(style) * look.line_height
        tall = step * len(lines)
        headed = bool(head) and top - low - tall > u(100)
        free = top - low - tall - (u(24) if headed else 0)
        note = self._noted(room - u(8), free - u(4))
        free -= note.tall + u(6) if note.lines else 0
        size = max(0.0, min(max(u(96), self.width * 0.45) if free > u(150) else u(56), free - u(10)))
        signed = size > u(16)
        y = top - (free - (size + u(8) if signed else 0)) / 2
        if signed:
            icons.draw(group, self.offer.sign, (self.center_x, y - size / 2), size, look.rgba(ink),
                       look.rgba(fill), 1.8)  # fmt: skip
            y -= size + u(8)
        if headed:
            write(group, look, head, "word", look.rgba(ink), (self.center_x, y - u(12)), "center")
            y -= u(24)
        narrow = min(1.0, room / max(width_of(look, line, style) for line in lines))
        for line in lines:
            write(group, look, line, style, look.rgba(ink), (self.center_x, y - step / 2), "center", scale=narrow)
            y -= step
        y -= u(6)
        for line in note.lines:
            each = note.tall / len(note.lines)
            role = "ink2" if ink == "ink" else ink
            write(group, look, line, note.style, look.rgba(role), (self.center_x, y - each / 2), "center")
            y -= each


class LobbyPage(Page):
    """Resume first: after a power cut it is the one thing to do."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        small = self.room.name == "small"
        edge, high = (8.0, 50.0) if small else (16.0, 66.0)
        found = tongues(self.look, "cloth_text")
        wide = min(WIDE, (self.wide - (86 if small else 110)) / max(1, len(found)))
        head = self.place(Head(self.look), 0, 0, self.wide, high)
        head.free = self.wide - 8 - wide * len(found)
        for at, tongue in enumerate(found):
            tongue.bind(on_tap=lambda tapped: glass.prefer(language=tapped.language))
            self.place(tongue, self.wide - 8 - wide * (len(found) - at), 0 if small else 2, wide, HIGH)
        saved, offers = glass.desk.saved(), glass.desk.games()
        said = Words(self.look, "small", "vermilion")
        lines = wrap(self.look, next(iter(glass.said), ""), "small", self.look.u(self.wide - 2 * edge), 2)
        said.say(*lines)
        self.place(said, edge, high, self.wide - 2 * edge, 19 * len(lines))
        top = high + (19 * len(lines) + 4 if lines else 4 if small else 16)
        if saved:
            top = self._resume(saved[0], edge, top)
        ways = [
            Tag(self.look, text=text, icon=icon, kind="quiet", upright=small) for text, icon, _act in self._ways(saved)
        ]
        for made, (_text, _icon, act) in zip(ways, self._ways(saved), strict=True):
            made.bind(on_tap=lambda _tag, act=act: act())
        row = one_row(ways, self.look, self.wide - 2 * edge)
        rows = 1 if row else self._rows_of(ways, self.wide - 2 * edge)
        low = self.high - (6 if small else 12) - 48 * rows - GAP * (rows - 1)
        left = edge
        for made, wide in zip(ways, row, strict=False):
            self.place(made, left, low, wide, 48)
            left += wide + GAP
        if not row:
            flow(self, ways, edge, low, self.wide - 2 * edge)
        self.boards: list[HungBoard] = []
        self._hang(offers, edge, top, low - (6 if small else 12) - top)

    def _rows_of(self, ways: list[Tag], width: float) -> int:
        at, rows = 0.0, 1
        for made in ways:
            wide = made.natural_width() / self.look.factor + 12
            if at and at + wide > width + 0.5:
                at, rows = 0.0, rows + 1
            at += wide + GAP
        return rows

    def _resume(self, saved: Saved, edge: float, top: float) -> float:
        """The night that was left. Returns where it ends."""
        made = Tag(self.look, text=_("Resume"), icon="play", kind="main")
        made.bind(on_tap=lambda _tag: self.glass.soon(_("The night goes on"), lambda: self.glass.resume(saved.id)))
        wide = max(made.natural_width() / self.look.factor + 8, 120.0 if self.room.name == "small" else 184.0)
        upright = self.room.name == "upright"
        high = 52.0 if self.room.name == "small" else 150.0 if upright else 86.0
        band = self.place(ResumeBand(self.look, saved), edge, top, self.wide - 2 * edge, high)
        band.free = self.wide - 2 * edge - (10 if upright else wide + 14)
        self.resume = made
        if upright:
            self.place(made, edge + 12, top + high - 64, self.wide - 2 * edge - 24, 54)
        else:
            tall = min(54.0, high - 2)
            self.place(made, self.wide - edge - 10 - wide, top + (high - tall) / 2 + 1, wide, tall)
        return top + high + (4 if self.room.name == "small" else 14)

    def _hang(self, offers: tuple[Offer, ...], edge: float, top: float, high: float) -> None:
        """The games. The first is the house's own, and has more room than the others."""
        width = self.wide - 2 * edge
        upright = self.room.name == "upright"
        part = (width - 8 * (len(offers) - 1)) / (len(offers) + 0.6)
        left = edge
        for at, offer in enumerate(offers):
            board = HungBoard(self.look, offer, at == 0)
            board.bind(on_tap=lambda hung: self.glass.seats(hung.offer))
            place = (left, top, part * (1 if at else 1.6), high)
            if upright and at == 0:
                place = (edge, top, width, (high - 8) / 2)
            elif upright:
                others = (width - 8 * (len(offers) - 2)) / max(1, len(offers) - 1)
                place = (edge + (others + 8) * (at - 1), top + (high - 8) / 2 + 8, others, (high - 8) / 2)
            self.boards.append(self.place(board, *place))
            left += place[2] + 8

    def _ways(self, saved: tuple[Saved, ...]) -> list[tuple[str, str, Any]]:
        glass = self.glass
        ways: list[tuple[str, str, Any]] = []
        if len(saved) > 1 or glass.desk.ended():
            ways.append((_("Past nights"), "moon", glass.nights))
        ways.append((_("Rules"), "rules", lambda: glass.rules_of(glass.desk.games()[0].id)))
        tags = _("Tags") if self.room.name == "small" else _("Tags and pieces")
        ways.append((tags, "reader", glass.enrol))
        ways.append((_("Settings"), "gear", glass.preferences))
        ways.append((_("Quit"), "off_map", glass.quit))
        return ways
