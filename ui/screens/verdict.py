"""Dawn: who won and by which rule, what became of each figure, and the seal that was shown when the night began."""

from __future__ import annotations

from math import cos, pi
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.views import LogPanel, Row, TallyPanel, View
from ui import icons
from ui.geometry import Shape, circle
from ui.ink import lay
from ui.lettering import fitting, width_of, wrap, write, write_lines
from ui.locale import _, ngettext
from ui.presenter import StripModel, TagModel, panels
from ui.presenter.card_tables import card_table_of
from ui.screens.filling import fill
from ui.screens.page import Page
from ui.screens.standings import Standing
from ui.spoken import listed
from ui.theme import Look
from ui.widgets.cards import rule_box
from ui.widgets.painted import Painted, outlined
from ui.widgets.strip import Strip

if TYPE_CHECKING:
    from ui.glass import Glass

LOBBY, BOARD = "glass:lobby", "glass:board"
SKY = (
    ("indigo", "cloth", 0.3),
    ("indigo", "vermilion", 0.25),
    ("indigo", "vermilion", 0.5),
    ("vermilion", "amber", 0.35),
    ("amber", "vermilion", 0.1),
    ("amber", "lantern", 0.65),
)
"""Bands of the sky from above: one role, mixed with so much of another."""


class Dawn(Painted):
    """The sky over the castles, the result before it."""

    def __init__(self, look: Look, result: str, why: str, rule: str | None, **kwargs: Any) -> None:
        self.result, self.why, self.rule = result, why, rule
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        step = self.height / len(SKY)
        for at, (role, other, part) in enumerate(SKY):
            self.bar(group, role, self.x, self.top - step * (at + 1), self.width, step + 1)
            group.add(Color(*look.rgba(other, part)))
            group.add(Rectangle(pos=(self.x, self.top - step * (at + 1)), size=(self.width, step + 1)))
        sun = circle((self.x + u(612), self.y + u(24)), u(78), 0.0, pi)
        lay(group, Shape().blob(sun), look.rgba("slip"))
        hill = [(self.x + self.width * i / 24, self.y + u(16 + 8 * cos(2 * pi * i / 24))) for i in range(25)]
        lay(group, Shape().blob([*hill, (self.right, self.y), (self.x, self.y)]), look.rgba("cloth"))
        self._castle(group, self.x + u(540), self.y + u(18), 0.62, 3)
        self._castle(group, self.x + u(704), self.y + u(18), 1.0, 4)
        self.bar(group, "amber", self.x, self.y, self.width, u(2))
        ink = look.rgba("slip")
        style = fitting(look, self.result, ("curtain", "title", "banner"), u(470))
        write(group, look, self.result, style, ink, (self.x + u(28), self.top - u(40)))
        lines = wrap(look, self.why, "word", u(420), 2)
        below = write_lines(group, look, lines, "word", ink, (self.x + u(28), self.top - u(70)))
        if self.rule and lines:
            end = self.x + u(28) + width_of(look, lines[-1], "word")
            middle = below + look.type_size("word") * look.line_height / 2
            rule_box(group, look, self.rule, end + u(10), middle, "slip")

    def _castle(self, group: InstructionGroup, x: float, y: float, size: float, floors: int) -> None:
        u, ink = self.look.u, self.look.rgba("cloth")
        shape, low, wide = Shape(), y, 84.0 * size
        for floor in range(floors):
            tall, eave = 26 * size, 16 * size
            half = u(wide / 2)
            walls = [(x - half, low), (x + half, low), (x + half * 0.9, low + u(tall)), (x - half * 0.9, low + u(tall))]
            shape.blob(walls)
            roof = low + u(tall * 0.62)
            tip = u(wide / 2 + eave)
            shape.blob([(x - tip, roof + u(3)), (x - half * 0.8, roof + u(14 * size)), (x + half * 0.8,
                        roof + u(14 * size)), (x + tip, roof + u(3)), (x + half, roof), (x - half, roof)])  # fmt: skip
            low += u(tall)
            wide *= 0.78 - 0.02 * floor
        lay(group, shape, ink)


class Fate(Painted):
    """What became of one figure, and of its mission."""

    def __init__(self, look: Look, row: Row, mission: Row | None, **kwargs: Any) -> None:
        self.row, self.mission = row, mission
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("slip"))
        lay(group, outlined(corners, u(1)), look.rgba("line"))
        ink = {"ninja": "ninja", "traitor": "traitor"}.get(self.row.icon, "ink")
        icons.draw(group, self.row.icon, (self.x + u(32), self.center_y), u(32), look.rgba(ink), look.rgba("slip"))
        write(group, look, self.row.label, "head", look.rgba("ink"), (self.x + u(64), self.center_y))
        count = int(self.row.done)
        wounds = ngettext("{count} wound", "{count} wounds", count).format(count=count) if count else ""
        said = listed((self.row.value, wounds))
        write(group, look, said[:1].upper() + said[1:], "word", look.rgba("ink"), (self.x + u(164), self.top - u(18)))
        if self.mission is not None:
            says = f"{self.mission.label}: {self.mission.value}"
            style = fitting(look, says, ("word_bold", "small_bold"), self.width - u(176))
            write(group, look, says, style, look.rgba("ink2"), (self.x + u(164), self.y + u(18)))


class SealBox(Painted):
    """The book, read back: whether a line of it was changed, and the number that was shown before."""

    def __init__(self, look: Look, unbroken: bool, lines: int, sealed: str, say: str, **kwargs: Any) -> None:
        self.unbroken, self.lines, self.sealed, self.say = unbroken, lines, sealed, say
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("slip"))
        lay(group, outlined(corners, u(1)), look.rgba("line"))
        left = self.x + u(14)
        write(group, look, _("The sealed book"), "head", look.rgba("ink"), (left, self.top - u(22)))
        says = _("Unbroken: {count} lines").format(count=self.lines) if self.unbroken else _("Broken")
        role = "pine" if self.unbroken else "vermilion"
        icons.draw(
            group, "tick" if self.unbroken else "cross", (left + u(10), self.top - u(56)), u(18), look.rgba(role)
        )
        write(group, look, says, "word_bold", look.rgba(role), (left + u(28), self.top - u(56)))
        write(group, look, self.sealed, "word_bold", look.rgba("ink"), (left, self.top - u(90)))
        note = self.say or _("As shown when the night began: nobody changed a line, not even Kuroko.")
        lines = wrap(look, note, "text", self.width - u(28), 4)
        write_lines(group, look, lines, "text", look.rgba("ink2"), (left, self.top - u(106)))


class VerdictPage(Page):
    """The last screen of a game."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        picture = glass.picture
        assert picture is not None
        view = picture.table
        last = next((line for log in panels(view, LogPanel) for line in reversed(log.lines)), None)
        why, rule = (last.text, last.rule) if last is not None else ("", None)
        self.place(Dawn(self.look, view.result, why, rule), 0, 0, 800, 180)
        rows = [row for tally in panels(view, TallyPanel) for row in tally.rows]
        figures = [row for row in rows if row.id == row.icon]
        for at, row in enumerate(figures):
            mission = next((other for other in rows if other.id == f"mission_{row.id}"), None)
            self.place(Fate(self.look, row, mission), 16, 190 + 72 * at, 504, 64)
        self._stand(glass, view)
        proof = picture.proof
        if proof is not None:
            box = SealBox(self.look, proof.unbroken, proof.lines, proof.sealed, proof.say)
            self.place(box, 534, 190, 250, 190)
        self.strip = Strip(self.look)
        tags = (
            TagModel(LOBBY, _("To the lobby"), icon="end", kind="main"),
            TagModel(BOARD, _("Look at the board") if self.board else _("Look at the table"), icon="eye"),
        )
        self.strip.low, self.strip.tag_height = 14, 54
        fill(self.strip, StripModel(say="", tags=tags))
        self.strip.bind(on_choice=lambda _strip, choice: glass.lobby() if choice == LOBBY else glass.table())
        self.place(self.strip, 0, 398, 800, 82)

    def _stand(self, glass: Glass, view: View) -> None:
        """How the players of a card game stand; where there is a board, its figures say it."""
        seats = glass.bridge.table.seats if glass.bridge is not None else ()
        table = card_table_of(view, seats)
        self.board = table is None
        if table is None:
            return
        places = sorted(table.places, key=lambda place: seats.index(place.owner))
        best = max((track.at for place in places for track in place.tracks), default=0)
        step = min(72, 200 // max(1, len(places)))
        for at, place in enumerate(places):
            won = best > 0 and any(track.at == best for track in place.tracks)
            self.place(Standing(self.look, place, won), 16, 190 + step * at, 504, step - 6)
