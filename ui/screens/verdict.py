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
from ui.ports import Saved
from ui.presenter import StripModel, TagModel, panels
from ui.presenter.card_tables import card_table_of
from ui.screens.filling import fill
from ui.screens.page import Page
from ui.screens.standings import Standing
from ui.spoken import listed
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rule_box import RuleBox
from ui.widgets.strip import Strip

if TYPE_CHECKING:
    from ui.glass import Glass

LOBBY, BOARD, REPLAY = "glass:lobby", "glass:board", "glass:replay"
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
        self.result, self.why = result, why
        super().__init__(look, **kwargs)
        self.number = RuleBox(self.sky, rule, "slip") if rule else None
        if self.number is not None:
            self.add_widget(self.number)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.sky, self.look.u
        if self.number is not None:
            self.number.opacity = 0
        step = self.height / len(SKY)
        for at, (role, other, part) in enumerate(SKY):
            self.bar(group, role, self.x, self.top - step * (at + 1), self.width, step + 1)
            group.add(Color(*look.rgba(other, part)))
            group.add(Rectangle(pos=(self.x, self.top - step * (at + 1)), size=(self.width, step + 1)))
        low = self.height / u(180)  # how high it is, against the sky of a large screen
        right = self.right - u(800) * low if self.width > u(560) else self.right - u(760) * low
        sun = circle((right + u(612) * low, self.y + u(24) * low), u(78) * low, 0.0, pi)
        lay(group, Shape().blob(sun), look.rgba("slip"))
        hill = [(self.x + self.width * i / 24, self.y + u(16 + 8 * cos(2 * pi * i / 24))) for i in range(25)]
        lay(group, Shape().blob([*hill, (self.right, self.y), (self.x, self.y)]), look.rgba("cloth"))
        self._castle(group, right + u(540) * low, self.y + u(18) * low, 0.62 * low, 3)
        self._castle(group, right + u(704) * low, self.y + u(18) * low, low, 4)
        self.bar(group, "amber", self.x, self.y, self.width, u(2))
        ink = look.rgba("slip")
        left = self.x + u(28 if self.height > u(120) else 12)
        room = right + u(490) * low - left
        small = room < u(300)
        if small:
            room = self.right - u(10) - left
        styles = ("head", "card_head", "letter") if small else ("curtain", "title", "banner", "prompt")
        style = fitting(look, self.result, styles, room)
        down = u(18) if self.height < u(120) else u(28) if self.height < u(150) else u(40)
        write(group, look, self.result, style, ink, (left, self.top - down))
        words = "small" if small else "word"
        step = look.type_size(words) * look.line_height
        box = self.number.width + u(13) if self.number is not None else 0
        top = self.top - down - u(14 if small or self.height < u(150) else 26)
        lines = wrap(look, self.why, words, room - box)
        if top - step * len(lines) < self.y + self.height * 0.5:
            return  # lower down nobody could read it against the sky; it stands in the log
        below = write_lines(group, look, lines, words, ink, (left, top))
        if self.number is not None and lines:
            end = left + width_of(look, lines[-1], words)
            self.number.pos = (end + u(10), below + step / 2 - u(10.5))
            self.number.opacity = 1

    @property
    def sky(self) -> Look:
        """The colours of dawn are those of the day, also for who has spent the night over it."""
        return self.look.with_mood("day") if self.look.palette.mood == "night" else self.look

    def _castle(self, group: InstructionGroup, x: float, y: float, size: float, floors: int) -> None:
        u, ink = self.look.u, self.sky.rgba("cloth")
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
        small = self.width < u(460)
        icons.draw(group, self.row.icon, (self.x + u(20 if small else 32), self.center_y), u(26 if small else 32),
                   look.rgba(ink), look.rgba("slip"))  # fmt: skip
        left = self.x + u(40 if small else 64)
        if not small:
            style = fitting(look, self.row.label, ("head", "card_head"), u(94))
            write(group, look, self.row.label, style, look.rgba("ink"), (left, self.center_y))
            left = self.x + u(164)
        count = int(self.row.done)
        wounds = ngettext("{count} wound", "{count} wounds", count).format(count=count) if count else ""
        said = listed((self.row.value, wounds))
        lines = [(said[:1].upper() + said[1:], ("word", "text", "small"), "ink")]
        if self.mission is not None:
            lines.append(
                (f"{self.mission.label}: {self.mission.value}", ("word_bold", "text_bold", "small_bold"), "ink2")
            )
        step = self.height / (len(lines) + 0.5)
        for at, (says, styles, role) in enumerate(lines):
            style = fitting(look, says, styles, self.right - u(8) - left)
            says = wrap(look, says, style, self.right - u(8) - left, 1)[0]
            write(group, look, says, style, look.rgba(role), (left, self.top - step * (at + 0.75)))


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
        style = fitting(look, _("The sealed book"), ("head", "card_head"), self.width - u(28))
        write(group, look, _("The sealed book"), style, look.rgba("ink"), (left, self.top - u(22)))
        says = _("Unbroken: {count} lines").format(count=self.lines) if self.unbroken else _("Broken")
        role = "pine" if self.unbroken else "vermilion"
        icons.draw(
            group, "tick" if self.unbroken else "cross", (left + u(10), self.top - u(56)), u(18), look.rgba(role)
        )
        write(group, look, says, "word_bold", look.rgba(role), (left + u(28), self.top - u(56)))
        write(group, look, self.sealed, "word_bold", look.rgba("ink"), (left, self.top - u(90)))
        note = self.say or _("As shown when the night began: nobody changed a line, not even Kuroko.")
        style, lines = "text", wrap(look, note, "text", self.width - u(28))
        if len(lines) * u(21) > self.height - u(110):
            style, lines = "small", wrap(look, note, "small", self.width - u(28))
        if len(lines) * u(19) <= self.height - u(106):
            write_lines(group, look, lines, style, look.rgba("ink2"), (left, self.top - u(106)))


class VerdictPage(Page):
    """The last screen of a game."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        picture = glass.picture
        assert picture is not None
        view = picture.table
        last = next((line for log in panels(view, LogPanel) for line in reversed(log.lines)), None)
        why, rule = (last.text, last.rule) if last is not None else ("", None)
        name, strip = self.room.name, {"small": 72.0, "upright": 152.0}.get(self.room.name, 82.0)
        edge = 8.0 if name == "small" else 16.0
        sky = {"small": 62.0, "upright": min(230.0, self.high * 0.22)}.get(name, min(180.0, self.high * 0.34))
        dawn = self.place(Dawn(self.look, view.result, why, rule), 0, 0, self.wide, sky)
        if dawn.number is not None:
            dawn.number.bind(on_tap=lambda tapped: glass.rules(tapped.rule, glass.verdict))
        rows = [row for tally in panels(view, TallyPanel) for row in tally.rows]
        figures = [row for row in rows if row.id == row.icon]
        proof, low = picture.proof, self.high - strip
        side = 250.0 if name in ("middle", "wide") else 0.0
        self._left, self._top = edge, sky + (4 if name == "small" else 10)
        self._width = self.wide - 2 * edge - (side + 14 if side else 0)
        self._bottom = low - 6 - (174 if name == "upright" else 0)
        each = min(64.0, (self._bottom - self._top) / max(1, len(figures)) - 6)
        for at, row in enumerate(figures):
            mission = next((other for other in rows if other.id == f"mission_{row.id}"), None)
            fate = Fate(self.look, row, mission)
            self.place(fate, edge, self._top + (each + 8) * at, self._width, each)
        self._stand(glass, view)
        if proof is not None and name != "small":
            box = SealBox(self.look, proof.unbroken, proof.lines, proof.sealed, proof.say)
            if name == "upright":
                self.place(box, edge, low - 10 - 164, self._width, 164)
            else:
                self.place(box, self.wide - edge - side, self._top, side, min(220.0, low - 8 - self._top))
        self.strip = Strip(self.look, name)
        tags = (
            TagModel(REPLAY, _("Replay the night"), icon="moon", kind="main"),
            TagModel(BOARD, _("Look at the board") if self.board else _("Look at the table"), icon="eye"),
            TagModel(LOBBY, _("To the lobby"), icon="end"),
        )
        if name != "small":
            self.strip.low, self.strip.tag_height = 14, 54 if name != "upright" else 58
        self.place(self.strip, 0, low, self.wide, strip)
        whole = proof is not None and name == "small"
        kept = _("Unbroken: {count} lines").format(count=proof.lines) if proof and proof.unbroken else _("Broken")
        fill(
            self.strip, StripModel(say=kept if whole else "", aside=proof.sealed if whole and proof else "", tags=tags)
        )
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))

    def _taken(self, choice: str) -> None:
        glass = self.glass
        if choice == LOBBY:
            glass.lobby()
        elif choice == REPLAY and glass.bridge is not None:
            table = glass.bridge.table
            glass.replay(Saved(table.saved, table.title, ""))
        else:
            glass.table()

    def _stand(self, glass: Glass, view: View) -> None:
        """How the players of a card game stand; where there is a board, its figures say it."""
        seats = glass.bridge.table.seats if glass.bridge is not None else ()
        table = card_table_of(view, seats)
        self.board = table is None
        if table is None:
            return
        places = sorted(table.places, key=lambda place: seats.index(place.owner))
        best = max((track.at for place in places for track in place.tracks), default=0)
        step = min(72.0, (self._bottom - self._top) / max(1, len(places)))
        for at, place in enumerate(places):
            won = best > 0 and any(track.at == best for track in place.tracks)
            self.place(Standing(self.look, place, won), self._left, self._top + step * at, self._width, step - 4)
