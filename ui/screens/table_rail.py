"""The rail of the public table: whose turn, how late, how loud, the last words, and the ways from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ui.lettering import cut_short, wrap
from ui.locale import _, ngettext
from ui.presenter import BACK, RailModel, TagModel
from ui.screens.filling import tag
from ui.screens.laying import GAP, Column
from ui.screens.page import Page, Words
from ui.theme import LEAST_TARGET, Size
from ui.widgets.narrow import Lanterns, PhaseBand, TurnBar
from ui.widgets.rail import AlertLanterns, Banner, LastWords, PhaseRibbon, Rail, RailButton, TurnRope
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.glass import Glass

Button = tuple[str, str, Callable[[], None]]
"""Icon, word, and what it does."""


class ToldWords(Touchable, LastWords):
    """The last words, which lead to more when they are touched."""


class TableRail(Page):
    """Built for the room that there is. called: a touch on the banner; unfold: one on the last words, on a trouble, or
    on what has no room for words."""

    ground_role = ""

    def __init__(self, glass: Glass, called: Callable[[], None], unfold: Callable[[], None], extent: Size) -> None:
        super().__init__(glass, extent)
        look, name = self.look, self.room.name
        self.lines = Rail(look)
        self.place(self.lines, 0, 0, self.wide, self.high)
        self.banner = Banner(look)
        self.ribbon: PhaseRibbon | PhaseBand | None = None
        self.alert: AlertLanterns | Lanterns | None = None
        self.rope: TurnRope | TurnBar | None = None
        self.words, self.trouble = ToldWords(look=look), Words(look, "small_bold", "vermilion")
        self.words.bind(on_tap=lambda _words: unfold())
        self.words.live = False
        self.place(self.words, 0, 0, 0, 0)
        self.place(self.trouble, 0, 0, 0, 0)
        self.banner.bind(on_tap=lambda _banner: called())
        self._unfold = unfold
        self.lamp: RailButton | None = None
        low = self._buttons()
        edge = 5.0 if name == "small" else 6.0 if name == "upright" else 8.0
        column = Column(self, edge, 4 if name == "small" else 8, self.wide - 2 * edge, low - 4)
        if self.room.narrow:
            self._narrow(column)
        else:
            self._wide(column)
        self._words_at = column.top, low

    # ---- building

    def _wide(self, column: Column) -> None:
        look, low = self.look, not self.room.shows_log
        column.put(self.banner, 180.0 if self.room.name == "wide" else min(138.0, max(88.0, self.high - 296)), 4)
        self._words_alone = column.top + 8
        self.ribbon = column.put(PhaseRibbon(look), 26, 4)
        self._words_early = column.top + 8
        self.alert = column.put(AlertLanterns(look), 50 if low else 72, 4 if low else 6, 2)
        self.rope = column.put(TurnRope(look), 50, 4 if low else 6)
        self._line = column.top
        column.top += 6

    def _narrow(self, column: Column) -> None:
        look, upright = self.look, self.room.name == "upright"
        tall = min(230.0, max(100.0, column.room - 298)) if upright else max(60.0, column.room - 102)
        column.put(self.banner, tall, 4)
        if upright:
            self.ribbon = column.put(PhaseBand(look), 30, 6)
        self.alert = Lanterns(look, upright=upright)
        column.put(self.alert, max(84.0, min(172.0, column.room - 50)) if upright else 48, 2)
        self.rope = column.put(TurnBar(look), 48, 4)
        self._words_alone = self._words_early = self._line = column.bottom
        for part in (self.alert, self.rope):
            if part is not None:
                part.bind(on_tap=lambda _part: self._unfold())

    def ways(self) -> list[Button]:
        """The ways from here, the most used first."""
        found: list[Button] = [("rules", _("Rules"), self.glass.rules), ("menu", _("Menu"), self.glass.menu)]
        bridge = self.glass.bridge
        if self.glass.has_box:
            found.append(("lamp", _("Table"), self.glass.turn_table))
        elif bridge is not None and bridge.table.reader:  # a real one: how its devices are
            found.append(("lamp", _("Table"), self._unfold))
        return found

    def _buttons(self) -> float:
        """Lays the ways down at the lower end. Returns where they begin."""
        ways = self.ways()
        edge, gap = (4.0, 2.0) if self.room.narrow else (6.0, 0.0)
        width = self.wide - 2 * edge
        columns = 1 if self.room.narrow else min(len(ways), max(1, int((width + gap) // (48 + gap))))
        if self.room.name == "small":
            ways = [way for way in ways if way[0] == "menu"]  # the others stand in it
        rows = -(-len(ways) // columns)
        top = self.high - 8 - rows * 48 - (rows - 1) * gap
        top += 4 if self.room.narrow else 0
        each = (width - gap * (columns - 1)) / columns
        for at, (icon, text, act) in enumerate(ways):
            made = RailButton(self.look, icon=icon, text=text, state="well" if icon == "lamp" else "plain")
            made.bind(on_tap=lambda _button, act=act: act())
            row, column = divmod(at, columns)
            self.place(made, edge + (each + gap) * column, top + (48 + gap) * row, each, 48)
            if icon == "menu":
                self.menu = made
            elif icon == "lamp":
                self.lamp = made
        return top

    def _light(self, well: bool) -> None:
        """The lamp of the table: filled while all its devices are well, struck out when one is lost."""
        if self.lamp is not None:
            self.lamp.icon, self.lamp.state = ("lamp", "well") if well else ("lamp_lost", "lost")

    # ---- showing

    def say(self, rail: RailModel, words: Sequence[str], troubles: Sequence[str]) -> None:
        """Shows what a rail says; what has changed since the table was last up moves there now."""
        before, self.glass.rail_before = self.glass.rail_before, rail
        if before is not None and not self.banner.name:
            self._say(before)
        self._say(rail)
        self._light(not troubles)
        if not self.room.narrow:
            self._say_last(rail, words, troubles)
        elif self.room.name == "small":  # the trouble itself is said in the menu, and among the last words
            self.menu.icon, self.menu.state = ("alert", "lost") if troubles else ("menu", "plain")

    def _say(self, rail: RailModel) -> None:
        self.banner.turn_over(rail.side, rail.name)
        self.banner.opacity = 1 if rail.name else 0
        begun = rail.turn is not None
        if self.ribbon is not None:
            self.ribbon.phases, self.ribbon.at = list(rail.phases), rail.phase_at
            self.ribbon.side = rail.side
            self.ribbon.opacity = 1 if rail.phases else 0
        if self.alert is not None:
            if rail.alert is not None:
                self.alert.name, self.alert.of = rail.alert.name, rail.alert.of
                self.alert.set_alert(rail.alert.at, rail.alert.word)
            self.alert.opacity = 1 if begun and rail.alert is not None else 0
        if self.rope is not None:
            if rail.turn is not None:
                self.rope.before, self.rope.at = rail.turn.before, rail.turn.at
                self.rope.after, self.rope.of = rail.turn.after, rail.turn.of
            self.rope.opacity = 1 if begun else 0

    def _say_last(self, rail: RailModel, words: Sequence[str], troubles: Sequence[str]) -> None:
        top, low = self._words_at
        if rail.turn is None:
            top = self._words_early if rail.phases else self._words_alone if rail.name else 8.0
        self.lines.rules_at = (self._line,) if rail.turn is not None and top < low - 20 else ()
        self.lines.repaint()
        trouble = troubles[-1] if troubles else ""
        if len(troubles) > 1:
            more = ngettext("And {count} more.", "And {count} more.", len(troubles) - 1)
            trouble = f"{trouble} {more.format(count=len(troubles) - 1)}"
        for part in (self.words, self.trouble):
            self.place(part, 10, top, self.wide - 18, max(0.0, low - 6 - top))
        self.words.lines = list(words) if low - top >= 20 else []
        self.words.live = low - 6 - top >= LEAST_TARGET
        self.trouble.say(*self._trouble_lines(trouble, max(0.0, low - 6 - top)))
        self.trouble.opacity = 1 if trouble else 0
        self.words.opacity = 0 if trouble else 1

    def _trouble_lines(self, trouble: str, high: float) -> list[str]:
        """A trouble in the room that there is, written smaller rather than cut."""
        look, room = self.look, self.look.u(self.wide - 18)
        for style in ("small_bold", "caption", "tiny"):
            self.trouble.style = style
            lines = wrap(look, trouble, style, room)
            most = int(look.u(high) // (look.type_size(style) * look.line_height))
            if len(lines) <= most:
                return lines
        return [*lines[: most - 1], cut_short(look, " ".join(lines[most - 1 :]), room, style)] if most else []


class RailWords(Page):
    """What a rail has no room for, in words: phase, alert, turn, all troubles, what happened last."""

    ground_role = "rail"

    def __init__(
        self,
        glass: Glass,
        rail: RailModel,
        words: Sequence[str],
        troubles: Sequence[str],
        back: Callable[[], None],
        extent: Size,
    ) -> None:
        super().__init__(glass, extent)
        look = self.look
        away = tag(look, TagModel(BACK, _("Back"), icon="undo"))
        away.bind(on_tap=lambda _tag: back())
        self.place(away, 8, self.high - 54, min(150.0, self.wide - 16), 48)
        column = Column(self, 8, 6, self.wide - 16, self.high - 60)
        if rail.phases:
            ribbon = column.put(PhaseRibbon(look), 26)
            ribbon.phases, ribbon.at, ribbon.side = list(rail.phases), rail.phase_at, rail.side
        state = [rail.turn.whole] if rail.turn is not None else []
        state += [f"{rail.alert.name} {rail.alert.word}"] if rail.alert is not None else []
        said = column.put(Words(look, "text"), 21 * len(state), GAP)
        if said is not None:
            said.say(*state)
        for say in reversed(troubles):
            lines = wrap(look, say, "small_bold", look.u(self.wide - 16), 4)
            trouble = column.put(Words(look, "small_bold", "vermilion"), 20 * len(lines), GAP)
            if trouble is not None:
                trouble.say(*lines)
        last: Any = column.put(LastWords(look), max(20.0, column.room))
        if last is not None:
            last.lines = list(words)
