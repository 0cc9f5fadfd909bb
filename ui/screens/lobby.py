"""The first screen: go on with the night that was left, or hang up another game."""

from __future__ import annotations

from math import sin
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, wrap, write, write_lines
from ui.locale import _
from ui.ports import Offer, Saved
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
    """The cloth over the stage, its hem in amber, with the name of the house."""

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        hem = [(self.x + self.width * i / 32, self.y + u(14 - 14 * sin(3.1416 * i / 32))) for i in range(33)]
        lay(group, Shape().blob([*hem, (self.right, self.top), (self.x, self.top)]), look.rgba("cloth"))
        lay(group, Shape().strip(hem, u(3)), look.rgba("amber"))
        ink, y = look.rgba("cloth_text"), self.top - u(29)
        at = self.x + u(20)
        if look.faces.covers_cjk:
            at += write(group, look, NAME, "title", ink, (at, y)) + u(14)
        write(group, look, "Kuroko", "banner", ink, (at, y))


class ResumeBand(Painted):
    """Tonight goes on: what it is and where it stands, in lantern light."""

    def __init__(self, look: Look, saved: Saved, **kwargs: Any) -> None:
        self.saved = saved
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.ground(group, "lantern")
        self.bar(group, "amber", self.x, self.top - u(3), self.width, u(3))
        hanging_lantern(group, look, (self.x + u(36), self.center_y), u(36), True)
        write(group, look, _("Tonight goes on"), "title", look.rgba("ink"), (self.x + u(82), self.y + u(58)))
        say = listed((parted(self.saved.title)[1], self.saved.say))
        style = fitting(look, say, ("word", "text", "small"), u(470))
        write(group, look, say, style, look.rgba("ink2"), (self.x + u(82), self.y + u(26)))


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
        if self.first:
            self._lying(group, fill, ink)
        else:
            self._hanging(group, fill, ink)
        self.bar(group, ink, self.x + u(8), self.y + u(54), self.width - u(16), u(1))
        icons.draw(group, "people", (self.x + u(32), self.y + u(28)), u(28), look.rgba(ink), look.rgba(fill))
        few, many = min(self.offer.players), max(self.offer.players)
        count = str(few) if few == many else f"{few}–{many}"
        write(group, look, count, "count", look.rgba(ink), (self.x + u(56), self.y + u(28)))

    def _lying(self, group: InstructionGroup, fill: str, ink: str) -> None:
        """The sign at the left, the title beside it: the house's own has the room."""
        look, u = self.look, self.look.u
        icons.draw(group, self.offer.sign, (self.x + u(76), self.center_y + u(22)), u(96), look.rgba(ink),
                   look.rgba(fill), 1.6)  # fmt: skip
        head, name = parted(self.offer.title)
        style = "banner" if len(wrap(look, name, "banner", self.width - u(154))) < 4 else "prompt"
        lines = wrap(look, name, style, self.width - u(154), 4)
        y = self.center_y + u(26) + look.type_size(style) * 0.62 * len(lines)
        below = write_lines(group, look, lines, style, look.rgba(ink), (self.x + u(142), y))
        write(group, look, head, "word", look.rgba(ink), (self.x + u(142), below - u(12)))

    def _hanging(self, group: InstructionGroup, fill: str, ink: str) -> None:
        """The sign over the title."""
        look, u = self.look, self.look.u
        middle = (self.top - u(24) + self.y + u(54)) / 2
        icons.draw(group, self.offer.sign, (self.center_x, middle + u(24)), u(56), look.rgba(ink), look.rgba(fill), 1.8)
        head, name = parted(self.offer.title)
        style = fitting(look, name, ("banner", "prompt", "prompt_long", "card_head"), self.width - u(20))
        write(group, look, name, style, look.rgba(ink), (self.center_x, middle - u(30)), "center")
        write(group, look, head, "word", look.rgba(ink), (self.center_x, middle - u(56)), "center")


class LobbyPage(Page):
    """Resume first: after a power cut it is the one thing to do."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        self.place(Head(self.look), 0, 0, 800, 66)
        for at, tongue in enumerate(found := tongues(self.look, "cloth_text")):
            tongue.bind(on_tap=lambda tapped: glass.prefer(language=tapped.language))
            self.place(tongue, 800 - 12 - WIDE * (len(found) - at), 2, WIDE, HIGH)
        saved, offers = glass.desk.saved(), glass.desk.games()
        top = 84
        if saved:
            self.place(ResumeBand(self.look, saved[0]), 16, 82, 768, 86)
            self.resume = Tag(self.look, text=_("Resume"), icon="play", kind="main")
            self.resume.bind(on_tap=lambda _: glass.resume(saved[0].id))
            self.place(self.resume, 590, 98, 184, 54)
            top = 182
        # the first is the house's own, and has half as much room again
        width = (768 - 8 * (len(offers) - 1)) / (len(offers) + 0.6)
        self.boards = []
        left = 16.0
        for at, offer in enumerate(offers):
            board = HungBoard(self.look, offer, at == 0)
            board.bind(on_tap=lambda hung: glass.seats(hung.offer))
            wide = width * (1 if at else 1.6)
            self.boards.append(self.place(board, left, top, wide, 408 - top))
            left += wide + 8
        left = 16.0
        for text, icon, act in self._ways(saved):
            made = Tag(self.look, text=text, icon=icon, kind="quiet")
            wide = made.natural_width() / self.look.factor + 12
            made.bind(on_tap=lambda _tag, act=act: act())
            self.place(made, left, 420, wide, 48)
            left += wide + 6
        said = Words(self.look, "small", "vermilion")
        said.say(*glass.said[:1])
        self.place(said, 16, 65, 768, 16)

    def _ways(self, saved: tuple[Saved, ...]) -> list[tuple[str, str, Any]]:
        glass = self.glass
        ways: list[tuple[str, str, Any]] = []
        if len(saved) > 1:
            ways.append((_("Past nights"), "moon", glass.nights))
        ways.append((_("Rules"), "rules", lambda: glass.rules_of(glass.desk.games()[0].id)))
        ways.append((_("Tags and pieces"), "reader", glass.enrol))
        ways.append((_("Settings"), "gear", glass.preferences))
        ways.append((_("Quit"), "off_map", glass.quit))
        return ways
