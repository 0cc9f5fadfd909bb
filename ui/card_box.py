"""The simulated table of a game without a board: its decks, and the reader that cards are laid on.

It knows no secrets: which cards exist is printed on the box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from ui import icons
from ui.lettering import fitting, width_of, wrap, write
from ui.locale import _
from ui.ports import Box
from ui.screens.laying import grid
from ui.screens.page import Page, Words
from ui.table_window import LYING, CardTag, TableWindow, kind_name
from ui.theme import Look
from ui.widgets.painted import Painted
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

ROWS = 5
TABS = 7


class Reader(Painted):
    """The reader of the table, and what lies on it."""

    lying = else_ = ""

    def __init__(self, look: Look, spare: float = 0.0, **kwargs: Any) -> None:
        """spare: how much room at the right is another's, in u."""
        self.spare = spare
        super().__init__(look, **kwargs)

    def say(self, lying: str, else_: str = "") -> None:
        """What lies there; `else_` is written while nothing does."""
        self.lying, self.else_ = lying, else_
        self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.ground(group, "lantern" if self.lying else "rail")
        self.bar(group, "amber" if self.lying else "line", self.x, self.top - u(2), self.width, u(2))
        icons.draw(group, "reader", (self.x + u(32), self.center_y), u(34), look.rgba("ink"))
        words = self.lying or self.else_ or _("Touch a card to lay it on the reader")
        room = self.width - u(70 + self.spare)
        style = fitting(look, words, ("word_bold", "small_bold") if self.lying else ("text", "small", "caption"), room)
        lines = wrap(look, words, style, room, 2)
        for at, line in enumerate(lines):
            y = self.center_y + u(9) * (len(lines) - 1 - 2 * at)
            write(group, look, line, style, look.rgba("ink"), (self.x + u(64), y))


class CardBox(Page):
    """The decks of a game; a touch on a card lays one of its kind on the reader for a moment."""

    def __init__(self, glass: Glass, box: Box) -> None:
        self.tray = box
        self._drawn: list[Any] = []
        self._shown: object = None
        self.kinds: dict[str, dict[str, list[str]]] = {}
        for token in box.pieces():
            form, _found, rest = token.partition(":")
            deck, kind = (rest.split("/")[0], rest.split("/")[1]) if form == "card" else ("seals", rest)
            self.kinds.setdefault(deck, {}).setdefault(kind, []).append(token)
        self.drawer, self.first = next(iter(self.kinds), ""), 0
        pos, size = glass.table_place
        u = glass.look.u(1)
        super().__init__(glass, extent=(size[0] / u, size[1] / u), pos=pos, size=size)
        self.tabs: dict[str, Tag] = {}
        self._first_tab = 0
        self._further: Tag | None = None
        self._tabs = min(TABS, max(3, int((self.wide - 6) // 86)))
        rows = 1 if self.room.name == "small" else -(-len(self.kinds) // self._tabs)
        self._lay_tabs(rows)
        self.top_of_cards = 12.0 + 54 * rows
        covers = glass.room.name == "upright" and not glass.beside
        self.reader = Reader(self.look, 128 if covers else 0)
        low = self.high - (50 if self.room.name == "small" else 68)
        self.place(self.reader, 0, low, self.wide, self.high - low)
        if covers:
            self.place(way_back(glass), self.wide - 128, low + 8, 120, self.high - low - 16)
        self._columns, rows = grid(99, self.wide - 12, low - self.top_of_cards - 8, (118.0, 46.0), 4)
        self._rows = min(ROWS, rows)
        self._card = (self.wide - 12) / self._columns, min(76.0, (low - 8 - self.top_of_cards) / self._rows)
        self._fill()

    def _lay_tabs(self, rows: int) -> None:
        """A tab a deck; where there are more than there is room for, some at a time."""
        for old in (*self.tabs.values(), *([self._further] if self._further else [])):
            self.drop(old)
        self.tabs, self._further = {}, None
        names = list(self.kinds)
        each = (self.wide - 10) / min(self._tabs, max(1, len(names)))
        most = rows * self._tabs
        shown = names if len(names) <= most else names[self._first_tab : self._first_tab + most - 1]
        words = [self._deck(name) for name in shown]
        signed = all(width_of(self.look, word, "caption") <= self.look.u(each - 10) for word in words)
        for at, name in enumerate(shown):
            icon = "" if not signed else "seal" if name == "seals" else "hand"
            made = Tag(self.look, text=self._deck(name), kind="quiet", icon=icon, upright=True)
            made.bind(on_tap=lambda _tag, name=name: self._open(name))
            row, column = divmod(at, self._tabs)
            self.tabs[name] = self.place(made, 5 + each * column, 6 + 54 * row, each - 4, 48)
        if len(names) > most:
            self._further = Tag(self.look, text=_("More"), kind="quiet", icon="next", upright=True)
            self._further.bind(on_tap=lambda _tag: self._turn_tabs(rows, most - 1))
            self.place(self._further, 5 + each * (self._tabs - 1), 6 + 54 * (rows - 1), each - 4, 48)

    def _turn_tabs(self, rows: int, by: int) -> None:
        self._first_tab = self._first_tab + by if self._first_tab + by < len(self.kinds) else 0
        self._lay_tabs(rows)
        self._fill()

    def show(self) -> None:
        now = self.tray.on_reader()
        if now != self._shown:
            self._shown = now
            self._fill()

    def _open(self, name: str) -> None:
        self.first = self.first + self._columns * self._rows if name == self.drawer else 0
        if self.first >= len(self.kinds.get(name, ())):
            self.first = 0
        self.drawer = name
        self._fill()

    def _fill(self) -> None:
        for old in self._drawn:
            self.drop(old)
        self._drawn = []
        for name, made in self.tabs.items():
            made.kind = "taken" if name == self.drawer else "quiet"
        lying = self.tray.on_reader()
        (width, height), columns = self._card, self._columns
        kinds = list(self.kinds.get(self.drawer, {}).values())
        for at, tokens in enumerate(kinds[self.first : self.first + columns * self._rows]):
            count = f" ({len(tokens)})" if len(tokens) > 1 else ""
            made = CardTag(self.look, kind_name(self.tray, tokens[0]) + count, tuple(tokens))
            made.lying = any(token in lying for token in tokens)
            made.bind(on_tap=lambda tapped: self.tap(tapped.tokens[0]))
            left, top = 6 + width * (at % columns), self.top_of_cards + height * (at // columns)
            self._drawn.append(self.place(made, left, top, width - 4, height - 4))
        if not kinds:
            said = Words(self.look, "text", "ink2")
            said.say(_("Nothing lies here"))
            self._drawn.append(self.place(said, 10, self.top_of_cards, self.wide - 20, 22))
        self.reader.say(", ".join(kind_name(self.tray, token) for token in lying))

    def _deck(self, name: str) -> str:
        """What a tab says: the pile that its cards are of."""
        first = next(iter(self.kinds[name].values()))[0]
        return _("Seals") if name == "seals" else self.tray.name(first)[0]

    def tap(self, token: str) -> None:
        """Lays a piece on the reader, and takes it back a little later."""
        self.tray.lay(token)
        Clock.schedule_once(lambda _seconds: self._lift(token), LYING)
        self.show()

    def _lift(self, token: str) -> None:
        self.tray.lift(token)
        self.show()


def way_back(glass: Glass) -> Tag:
    """The tag that puts away what lies over the whole screen."""
    made = Tag(glass.look, text=_("Back"), icon="undo")
    made.bind(on_tap=lambda _tag: glass.turn_table())
    return made


def table_beside(glass: Glass, box: Box) -> TableWindow | CardBox:
    """The simulated table that goes with the pieces in a box: with a board where there are figures to stand on one."""
    figures = any(piece.startswith(("guard:", "figure:")) for piece in box.pieces())
    return TableWindow(glass, box) if figures else CardBox(glass, box)
