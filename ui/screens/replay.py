"""A night that is over: its turns as columns, step and play, both maps, what each seat knew, every ruling's rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.views import BoardPanel, NightStep
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import cut_short, wrap, write_lines
from ui.locale import _
from ui.naming import why_not
from ui.panels.board import Board
from ui.panels.patterns import SIDES, pattern
from ui.panels.pointing import Pointing
from ui.ports import Night, Rulebook, Saved
from ui.presenter import BACK, RULE, StripModel, TagModel, panel, seat_name, side_of
from ui.presenter.card_tables import LyingCard, Spread, card_table_of
from ui.screens.card_sheet import CardSheet, SpreadSheet
from ui.screens.cards_table import CardsTable
from ui.screens.filling import fill
from ui.screens.listing import ListPage, Way
from ui.screens.page import Page, Words
from ui.theme import Look
from ui.widgets.night_line import NightLine
from ui.widgets.painted import Painted
from ui.widgets.rail import CRESTS, Rail, RailButton
from ui.widgets.rule_box import RuleBox
from ui.widgets.strip import GAP, Strip
from ui.widgets.tag import needs

if TYPE_CHECKING:
    from ui.glass import Glass

BEFORE, PLAY, AFTER, NEXT, WHY, EXPORT = (
    "glass:" + way for way in ("before", "play", "after", "sign", "why", "export")
)
A_STEP = 1.3
"""Seconds that a step is shown while the night is played."""
RAIL, NARROW, LINE, STRIP = 192.0, 132.0, 64.0, 54.0
WIDE, NARROWEST = 640.0, 420.0
"""From so many u on the way on stands in a strip, and zones have their numbers."""


class Said(Painted):
    """What happened, in words, on a slip."""

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.lines, self.style = list[str](), "small_bold"
        super().__init__(look=look, **kwargs)

    def say(self, lines: list[str], style: str) -> None:
        self.lines, self.style = lines, style
        self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        u = self.look.u
        self.ground(group, "slip")
        self.bar(group, "indigo", self.x, self.y, u(5), self.height)
        ink, corner = self.look.rgba("ink"), (self.x + u(12), self.top - u(5))
        write_lines(group, self.look, self.lines, self.style, ink, corner)


class Warmth(Painted):
    """The four degrees of likelihood, with their patterns."""

    def paint(self, group: InstructionGroup) -> None:
        from ui.panels.lights import HEAT

        look, u = self.look, self.look.u
        each = self.width / len(HEAT)
        for at, part in enumerate(HEAT):
            left = self.x + each * at
            box = [(left, self.y), (left + each - u(3), self.y), (left + each - u(3), self.top), (left, self.top)]
            lay(group, Shape().fill(box), look.rgba("slip"))
            lay(group, Shape().fill(box), look.rgba("ninja", part))
            name = f"heat{at + 1}"
            lay(
                group, Shape().fill(box, SIDES[name] * look.factor), look.rgba("ninja", 0.9), pattern(name, look.factor)
            )


class ReplayPage(Page):
    """The night, step by step. It is read elsewhere; until then the page waits."""

    role = "replay"

    def __init__(self, glass: Glass, ended: Saved, night: Night, rules: Rulebook) -> None:
        self.ended, self.night, self.rules = ended, night, rules
        self.at = 0
        self.through: set[str] = set(night.seats)
        self.heat, self.choosing = "", False
        self.step: NightStep = night.at(0, self.through)
        self._playing: Any = None
        self._parts: list[Widget] = []
        self._ways: list[Widget] = []
        self.over: Page | None = None
        super().__init__(glass)
        self.board: Board | None = None
        self.cards: CardsTable | None = None
        trails = [trail for at in (0, len(night) // 2) for trail in night.at(at).trails]
        self.heat = trails[0].who if trails else ""
        self._lay_out()

    def again(self) -> Page:
        """The same step, made anew."""
        page = ReplayPage(self.glass, self.ended, self.night, self.rules)
        page.through, page.heat = self.through, self.heat
        page.go(self.at)
        return page

    # ---- places

    @property
    def upright(self) -> bool:
        """Whether what is said stands under the board, and not beside it."""
        return self.high > self.wide

    @property
    def table_room(self) -> tuple[float, float]:
        """How much the board or card table has, in u."""
        board = panel(self.step.view, BoardPanel)
        if self.upright and board is not None:
            return self.wide, self.wide * board.sheet.size[1] / board.sheet.size[0]
        if self.upright:
            return self.wide, self.high * 0.46
        if self.wide < NARROWEST and panel(self.step.view, BoardPanel) is None:
            return self.wide, self.high - STRIP  # cards need all of it
        return self.wide - (RAIL if self.wide >= WIDE else NARROW), self.high - LINE - STRIP

    @property
    def rail_room(self) -> tuple[float, float, float, float]:
        """Where it is said what happened: left, top, width, height."""
        wide, high = self.table_room
        if self.upright:
            return 0, high, self.wide, self.high - high - LINE - STRIP
        return wide, 0, self.wide - wide, high

    def _lay_out(self) -> None:
        wide, high = self.table_room
        if panel(self.step.view, BoardPanel) is not None:
            board = self.board = Board(self.look, motion=True, figure=self.room.figure, numbers=self.wide >= WIDE)
            board.live = False
            self.place(board, 0, 0, wide, high)
        else:
            self.cards = CardsTable(self.glass, self._read, self._read, self._spread, extent=(wide, high))
            self.place(self.cards, 0, 0, wide, high)
        self.place(Rail(self.look), *self.rail_room)
        self.line = NightLine(self.look, self.night.columns)
        self.line.bind(on_column=lambda _line, column: self.go(self.night.columns[column].first))
        if high + STRIP < self.high:
            self.place(self.line, 8, self.high - LINE - STRIP + 4, self.wide - 16, LINE - 4)
        self._lay()

    def _add(self, widget: Any, left: float, top: float, width: float, height: float) -> Any:
        self._parts.append(widget)
        return self.place(widget, left, top, width, height)

    # ---- showing

    def go(self, number: int) -> None:
        """Shows a step."""
        self.at = max(0, min(len(self.night) - 1, number))
        self._lay()

    def _lay(self) -> None:
        step = self.step = self.night.at(self.at, self.through)
        trail = next((trail for trail in step.trails if trail.who == self.heat), None)
        shown = panel(step.view, BoardPanel)
        if self.board is not None and shown is not None:
            self.board.show(shown, Pointing(heat=trail.heat if trail is not None else {}))
        if self.cards is not None:
            model = card_table_of(step.view, self.night.seats)
            if model is not None:
                self.cards.lay(model)
        self.line.here = step.column
        for part in self._parts:
            self.drop(part)
        self._parts = []
        self._lay_rail(step)
        self._lay_strip()

    def _lay_rail(self, step: NightStep) -> None:
        left, top, width, height = self.rail_room
        left, room, small = left + 10, width - 20, height < 240
        if width < 60:
            return
        title = Words(self.look, "head" if small else "title")
        title.say(_("Setup") if step.title == "0" else _("Turn {number}").format(number=step.title))
        self._add(title, left, top + (2 if small else 4), room, 38)
        top += 28 if small else 42
        place = _("step {number} of {count}").format(number=step.number, count=step.count)
        if not small:
            where = Words(self.look, "small", "ink2")
            said = f"{step.phase}, {place}" if step.phase else place
            where.say(*wrap(self.look, said, "small", self.look.u(room), 1))
            self._add(where, left, top, room, 22)
            top += 26
        ways = self._switches(step)
        if small:
            words = RailButton(self.look, icon="eye", text=_("Who"), lit=self.choosing)
            words.bind(on_tap=lambda *_: self._choose())
            if self.choosing:
                ways = [*ways, ("undo", _("Back"), False, self._choose)]
            else:
                low = self.rail_room[1] + height - 52
                self._lay_said(step, left, top, room, low - top)
                self._add(words, left + room / 2, low, room / 2, 50)
                return
        across = min(len(ways), int(room // 58)) if self.upright or small else 2 if len(ways) <= 4 else 3
        across = max(2, across)
        if small:
            across, top = 2, self.rail_room[1]
        foot = self.rail_room[1] + height
        low = foot - 52 * -(-len(ways) // across) - 4
        heat = 82.0 if step.trails and not small and low - 82 - top > 90 else 0.0
        if not small:
            self._lay_said(step, left, top, room, low - heat - top)
        if heat:
            self._lay_heat(step, left, low - heat, room)
        each = room / across
        for at, (icon, text, lit, act) in enumerate(ways):
            button = RailButton(self.look, icon=icon, text=text, lit=lit)
            button.bind(on_tap=lambda _button, act=act: act())
            self._add(button, left + each * (at % across), low + 52 * (at // across), each, 50)

    def _choose(self) -> None:
        """On a small screen: whose eyes, or what was said."""
        self.choosing = not self.choosing
        self._lay()

    def _lay_said(self, step: NightStep, left: float, top: float, room: float, height: float) -> None:
        look = self.look
        small = height < 90
        style, size = ("caption", 13) if small else ("small_bold", 15)
        numbers = [] if small else list(dict.fromkeys(line.rule for line in step.lines if line.rule))
        said = [line.text for line in step.lines] or [_("They were told nothing.") if not step.told else ""]
        lines: list[str] = []
        most = int((height - (32 if numbers else 0) - 10) // (size * look.line_height))
        for text in said:
            rows = wrap(look, text, style, look.u(room - 16))
            if lines and len(lines) + len(rows) > most:
                break  # half a sentence says the wrong thing
            lines += rows
        if len(lines) > most:
            lines = [
                *lines[: most - 1],
                cut_short(look, " ".join(lines[most - 1 : most + 1]), look.u(room - 16), style),
            ]
        slip = self._add(Said(look), left, top, room, size * look.line_height * max(2, len(lines)) + 10)
        slip.say(lines, style)
        at = left
        below = top + slip.height / look.factor + 8
        for number in numbers[:4]:
            box = RuleBox(look, number, "ink")
            across = box.width / look.factor
            if at + across > left + room:
                break
            box.bind(on_tap=lambda tapped: self._rule(tapped.rule))
            self._add(box, at, below, across, 21)
            at += max(48.0, across + 6)

    def _lay_heat(self, step: NightStep, left: float, top: float, room: float) -> None:
        trail = next((trail for trail in step.trails if trail.who == self.heat), None)
        head = Words(self.look, "letter")
        head.say(_("All could know"))
        self._add(head, left, top, room, 20)
        say = Words(self.look, "small")
        text = _("{name} in {count} of {of} zones")
        said = text.format(name=trail.name, count=len(trail.heat), of=trail.of) if trail else _("(not shown)")
        say.say(*wrap(self.look, said, "small", self.look.u(room), 2))
        self._add(say, left, top + 20, room, 38)
        if trail is not None:
            self._add(Warmth(self.look), left, top + 60, room, 14)

    def _switches(self, step: NightStep) -> list[tuple[str, str, bool, Callable[[], None]]]:
        """Through whose eyes one looks, and whom the heat is about."""
        ways: list[tuple[str, str, bool, Callable[[], None]]] = []
        for seat in self.night.seats:
            icon = CRESTS.get(side_of(seat), "person")
            person = self.ended.persons.get(seat, "")
            name = person if person and not why_not(self.look, person) else seat_name(seat)  # the book may say anything
            ways.append((icon, name, seat in self.through, lambda seat=seat: self._look_through(seat)))  # type: ignore[misc]
        if step.trails:
            ways.append(("eye", _("Heat"), bool(self.heat), self._turn_heat))
        return ways

    def _lay_strip(self) -> None:
        sign = self._next_sign()
        play = self._playing is not None
        ways = (
            (BEFORE, _("Step"), "prev", self.at > 0),
            (PLAY, _("Pause") if play else _("Play"), "pause" if play else "play", True),
            (AFTER, _("Step"), "next", self.at + 1 < len(self.night)),
            (NEXT, _("Next"), sign[1] or "lantern", bool(sign[1])),
            (WHY, _("Why?"), "why", True),
            (EXPORT, _("Export"), "export", True),
            (BACK, _("Lobby"), "end", True),
        )
        for old in self._ways:
            self.drop(old)
        self._ways = []
        kinds = {PLAY: "main", BACK: "quiet"}
        tags = tuple(
            TagModel(choice, text, icon=icon, kind=kinds.get(choice, "plain") if may else "not_now")
            for choice, text, icon, may in ways
        )
        whole = sum(needs(self.look, tag) + self.look.u(GAP) for tag in tags)
        if self.wide < WIDE or whole > self.look.u(self.wide - 16):  # a sign over a word, as in a rail
            each = (self.wide - 8) / len(ways)
            for at, (choice, text, icon, may) in enumerate(ways):
                button = RailButton(self.look, icon=icon, text=text, lit=choice == PLAY)
                button.live = may
                button.bind(on_tap=lambda _button, choice=choice: self._taken(choice))
                self._ways.append(self.place(button, 4 + each * at, self.high - STRIP + 2, each, 50))
            return
        strip = Strip(self.look)
        strip.low, strip.tag_height = 2, 49
        strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self._ways.append(self.place(strip, 0, self.high - STRIP, self.wide, STRIP))
        fill(strip, StripModel(say="", kind="plain", tags=tags))

    def _next_sign(self) -> tuple[int, str]:
        """The next step at which something happened that one looks for."""
        column = self.night.columns[self.step.column]
        for number in range(self.at + 1, len(self.night)):
            signs = self.night.signs(number)
            if signs:
                return number, signs[0]
        return column.last, ""

    # ---- touches

    def _look_through(self, seat: str) -> None:
        self.through ^= {seat}
        self._lay()

    def _turn_heat(self) -> None:
        names = [*dict.fromkeys(trail.who for trail in self.step.trails), ""]
        self.heat = names[(names.index(self.heat) + 1) % len(names)] if self.heat in names else names[0]
        self._lay()

    def _taken(self, choice: str) -> None:
        if choice == PLAY:
            self._pause() if self._playing is not None else self._play()
            self._lay_strip()
            return
        self._pause()
        if choice in (BEFORE, AFTER):
            self.go(self.at + (1 if choice == AFTER else -1))
        elif choice == NEXT:
            self.go(self._next_sign()[0])
        elif choice == WHY:
            self._rule(next((line.rule for line in self.step.lines if line.rule), "") or "")
        elif choice == EXPORT:
            self.glass.turn(ExportPage(self.glass, self))
        elif choice == BACK:
            self.glass.lobby()

    def _play(self) -> None:
        self._playing = Clock.schedule_interval(lambda _seconds: self._on(), A_STEP)

    def _on(self) -> None:
        if self.at + 1 < len(self.night):
            self.go(self.at + 1)
        else:
            self._pause()
            self._lay_strip()

    def _pause(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    def _rule(self, number: str) -> None:
        from ui.screens.rules import RulesPage

        self._pause()
        phase = self.step.view.phase
        self.glass.turn(RulesPage(self.glass, self.rules, self.come_back, number=number, phase=phase, home=_("Back")))

    def come_back(self) -> None:
        """From the rules, or from the export: the step that was left."""
        self.glass.turn(self)

    # ---- cards

    def _read(self, card: LyingCard) -> None:
        self._cover(CardSheet(self.glass, card, "", (), None, self._card_read, (self.wide, self.high)))

    def _card_read(self, choice: str) -> None:
        self._uncover()
        if choice.startswith(RULE):
            self._rule(choice.removeprefix(RULE))

    def _spread(self, spread: Spread) -> None:
        self._cover(SpreadSheet(self.glass, spread, "", self._from_spread, self._read, (self.wide, self.high)))

    def _from_spread(self, card: LyingCard | None) -> None:
        self._uncover()
        if card is not None:
            self._read(card)

    def _cover(self, page: Page) -> None:
        self._uncover()
        self.over = page
        self.place(page, 0, 0, self.wide, self.high)

    def _uncover(self) -> None:
        if self.over is not None:
            self.drop(self.over)
            self.over = None

    def leave(self) -> None:
        self._pause()


class ExportPage(ListPage):
    """A night to keep: one page for a browser, or one picture. What was written is said with its place."""

    def __init__(self, glass: Glass, replay: ReplayPage, told: str = "") -> None:
        self.replay, self.told = replay, told
        super().__init__(glass)

    def title(self) -> str:
        return _("Keep this night")

    def note(self) -> str:
        return self.told or _("It tells all that was secret in this night.")

    def ways(self) -> list[Way]:
        return [
            Way(_("Back"), _("to the replay"), "undo", self.replay.come_back),
            Way(_("One page"), _("for a browser; needs no network"), "export", self._page),
            Way(_("One picture"), _("the turns one after another"), "export", self._picture),
        ]

    def _say(self, told: str) -> None:
        if isinstance(self.glass.page, ExportPage):
            self.glass.turn(ExportPage(self.glass, self.replay, told))

    def _page(self) -> None:
        """In a thread of its own: it takes a while."""
        replay, desk = self.replay, self.glass.desk
        names = {seat: seat_name(seat) for seat in replay.night.seats}

        def write() -> str:
            return desk.export(replay.ended.id, replay.night, replay.rules, names)

        self._say(_("Writing the page"))
        self.glass.fetch(write, lambda path: self._say(_("Written: {path}").format(path=path)))

    def _picture(self) -> None:
        from ui.night_picture import draw

        path = self.glass.desk.picture_of(self.replay.ended.id)
        try:
            draw(self.glass, self.replay.night, self.replay.ended.title, path)
            self._say(_("Written: {path}").format(path=path))
        except OSError as error:
            self._say(_("{path} could not be written: {why}").format(path=path, why=error.strerror or error))
