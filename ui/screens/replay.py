"""A night that is over: its turns as columns, step and play, both maps, what each seat knew, every ruling's rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.views import BoardPanel, NightStep, Trail
from ui.lettering import cut_short, fitting, wrap
from ui.locale import _
from ui.naming import why_not
from ui.panels.board import Board
from ui.panels.pointing import Pointing
from ui.ports import Night, Rulebook, Saved
from ui.presenter import BACK, RULE, StripModel, TagModel, panel, seat_name, side_of
from ui.presenter.card_tables import LyingCard, Spread, card_table_of
from ui.screens.card_sheet import CardSheet, SpreadSheet
from ui.screens.cards_table import CardsTable
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.screens.retelling import Said, Warmth
from ui.widgets.night_line import NightLine
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
WHO = 54.0
"""How wide the way to whose eyes it is seen through is on a small screen, in u."""
HEAT = 90.0
"""How high it stands, in u, how to read the heat."""
Switch = tuple[str, str, bool, Callable[[], None]]
"""Sign, word, whether it is on, and what touching it does."""
RAIL, NARROW, LINE, STRIP = 192.0, 132.0, 64.0, 54.0
WIDE, NARROWEST = 640.0, 420.0
"""From so many u on the way on stands in a strip, and zones have their numbers."""


class ReplayPage(Page):
    """The night, step by step. It is read elsewhere; until then the page waits."""

    role = "replay"

    def __init__(self, glass: Glass, ended: Saved, night: Night, rules: Rulebook) -> None:
        self.ended, self.night, self.rules = ended, night, rules
        self.at, self.language = 0, glass.look.language
        self.through: set[str] = set(night.seats)
        self.heat, self.warm, self.choosing = "", True, False
        self.step: NightStep = night.at(0, self.through)
        self._playing: Any = None
        self._parts: list[Widget] = []
        self._ways: list[Widget] = []
        self.over: Page | None = None
        super().__init__(glass)
        self.board: Board | None = None
        self.cards: CardsTable | None = None
        self._lay_out()

    def again(self) -> Page:
        """The same step, made anew; in another language the night is read again."""
        if self.language != self.glass.look.language:
            Clock.schedule_once(lambda _seconds: self.glass.replay(self.ended, at=self.at))
        page = ReplayPage(self.glass, self.ended, self.night, self.rules)
        page.through, page.heat, page.warm = self.through, self.heat, self.warm
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
        self.line.bind(on_step=lambda _line, step: self.go(step))
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

    @property
    def trail(self) -> Trail | None:
        """Whose heat is shown: of the one that was chosen, else of the first there is; None where none is wanted."""
        trails = self.step.trails if self.warm else ()
        return next((trail for trail in trails if trail.who == self.heat), next(iter(trails), None))

    def _lay(self) -> None:
        step = self.step = self.night.at(self.at, self.through)
        trail = self.trail
        shown = panel(step.view, BoardPanel)
        if self.board is not None and shown is not None:
            self.board.show(shown, Pointing(heat=trail.heat if trail is not None else {}))
        if self.cards is not None:
            model = card_table_of(step.view, self.night.seats)
            if model is not None:
                self.cards.lay(model)
        self.line.at = self.at
        for part in self._parts:
            self.drop(part)
        self._parts = []
        self._lay_rail(step)
        self._lay_strip()

    def _lay_rail(self, step: NightStep) -> None:
        left, top, width, height = self.rail_room
        if width < 60:
            return
        if height < 240:
            self._lay_small_rail(step)
            return
        left, room = left + 10, width - 20
        self._lay_turn(step, ("title", "head"), left, top + 4, room)
        place = _("step {number} of {count}").format(number=step.number, count=step.count)
        said = f"{step.phase}, {place}" if step.phase else place
        where = Words(self.look, fitting(self.look, said, ("small", "note_small", "tiny"), self.look.u(room)), "ink2")
        where.say(said)
        self._add(where, left, top + 42, room, 22)
        ways = self._switches(step)
        across = min(len(ways), int(room // (58 if self.upright else 56)))
        across = max(2, across if self.upright or len(ways) != 4 else 2)
        low = top + height - 52 * -(-len(ways) // across) - 4
        top += 68
        heat = HEAT if self.trail is not None and low - HEAT - top > 90 else 0.0
        self._lay_said(step, left, top, room, low - heat - top)
        if heat and self.trail is not None:
            self._lay_heat(self.trail, left, low - heat, room)
        self._lay_switches(ways, across, left - 4, low, room + 8)

    def _lay_small_rail(self, step: NightStep) -> None:
        """What was said, or whose eyes it is seen through: there is no room for both."""
        left, top, width, height = self.rail_room
        left, room = left + 10, width - 20
        styles = ("head", "card_head", "letter", "caption")
        if not self.choosing:
            self._lay_turn(step, styles, left, top + 12, room - WHO)
            self._lay_said(step, left, top + 52, room, height - 52)
            who = RailButton(self.look, icon="eye", text=_("Who"))
            who.bind(on_tap=lambda *_: self._choose())
            self._add(who, left + room - WHO + 4, top + 1, WHO, 50)
            return
        ways = [*self._switches(step), ("undo", _("Back"), False, self._choose)]
        across = 2 if len(ways) <= 4 else 3
        wide = max(room + 8, 54.0 * across)
        start = self.rail_room[0] + width - 6 - wide
        if across > 2:  # they lie over a part of the table
            self._add(Rail(self.look), start - 6, top, wide + 12, height)
        self._lay_turn(step, styles, start + 4, top, room)
        self._lay_switches(ways, across, start, top + height - 52 * -(-len(ways) // across) - 4, wide)

    def _lay_turn(self, step: NightStep, styles: tuple[str, ...], left: float, top: float, room: float) -> None:
        turn = _("Setup") if step.title == "0" else _("Turn {number}").format(number=step.title)
        title = Words(self.look, fitting(self.look, turn, styles, self.look.u(room)))
        title.say(turn)
        self._add(title, left, top, room, 38)

    def _lay_switches(self, ways: Sequence[Switch], across: int, left: float, top: float, room: float) -> None:
        each = room / across
        for at, (icon, text, lit, act) in enumerate(ways):
            button = RailButton(self.look, icon=icon, text=text, lit=lit)
            button.bind(on_tap=lambda _button, act=act: act())
            self._add(button, left + each * (at % across), top + 52 * (at // across), each, 50)

    def _choose(self) -> None:
        """On a small screen: whose eyes, or what was said."""
        self.choosing = not self.choosing
        self._lay()

    def _lay_said(self, step: NightStep, left: float, top: float, room: float, height: float) -> None:
        look = self.look
        small = self.rail_room[3] < 240
        numbers = [] if small else list(dict.fromkeys(line.rule for line in step.lines if line.rule))
        said = [line.text for line in step.lines] or [_("They were told nothing.") if not step.told else ""]
        lines: list[str] = []
        for style in ("caption", "tiny") if small else ("small_bold", "caption"):
            size = look.type_size(style) / look.factor
            most = int((height - (32 if numbers else 0) - 10) // (size * look.line_height))
            wrapped = [wrap(look, text, style, look.u(room - 16)) for text in said]
            if sum(map(len, wrapped)) <= most:
                break
        for rows in reversed(wrapped):  # what came of it says the most, and half a sentence the wrong thing
            if lines and len(lines) + len(rows) > most:
                break
            lines = rows + lines
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

    def _lay_heat(self, trail: Trail, left: float, top: float, room: float) -> None:
        """Where the seekers could have thought him, and how to read it."""
        look = self.look
        head = _("{side} could know").format(side=seat_name(trail.seeker)) if trail.seeker else _("All could know")
        say = _("{name} in {count} of {of} zones").format(name=trail.name, count=len(trail.heat), of=trail.of)
        for text, styles, down in (
            (head, ("letter", "caption"), 0),
            (say, ("text", "small", "note_small", "tiny"), 21),
        ):
            words = Words(look, fitting(look, text, styles, look.u(room)))
            words.say(text)
            self._add(words, left, top + down, room, 20)
        self._add(Warmth(look), left, top + 45, room, 39)

    def _switches(self, step: NightStep) -> list[Switch]:
        """Through whose eyes one looks, and whom the heat is about."""
        ways: list[Switch] = []
        for seat in self.night.seats:
            icon = CRESTS.get(side_of(seat), "person")
            person = self.ended.persons.get(seat, "")
            name = person if person and not why_not(self.look, person) else seat_name(seat)  # the book may say anything
            ways.append((icon, name, seat in self.through, lambda seat=seat: self._look_through(seat)))  # type: ignore[misc]
        if step.trails:
            ways.append(("eye", self.trail.name if self.trail is not None else _("Heat"), self.trail is not None,
                         self._turn_heat))  # fmt: skip
        return ways

    def _lay_strip(self) -> None:
        sign = self._next_sign()
        play = self._playing is not None
        ways = (
            (BEFORE, _("Step"), "prev", self.at > 0),
            (PLAY, _("Pause") if play else _("Play"), "pause" if play else "play", True),
            (AFTER, _("Step"), "next", self.at + 1 < len(self.night)),
            (
                NEXT,
                _("Next heard") if sign[1] == "ear" else _("Next"),
                sign[1] or "lantern",
                bool(sign[1]),
            ),
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
        """Of the next figure; after the last of none."""
        names = [trail.who for trail in self.step.trails]
        at = names.index(self.trail.who) + 1 if self.trail is not None else 0
        self.warm = at < len(names)
        self.heat = names[at] if self.warm else ""
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
            from ui.screens.export import ExportPage

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
