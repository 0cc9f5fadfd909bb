"""The rules browser: found rules at the left, one rule at the right. Open to everybody at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup

from companion.views import Illustration, RuleLine
from ui.locale import _, ngettext
from ui.ports import Offer, Rulebook
from ui.screens.page import Page
from ui.screens.rule_leaf import LeafView
from ui.spoken import parted
from ui.theme import LEAST_TARGET
from ui.widgets.found import RuleRow, SearchBox
from ui.widgets.keypad import HIGH, OTHERS, SPACE, WIPE, Key, Typing, rows_for
from ui.widgets.rail import RailButton
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

ROW, LIST, NARROW, TIGHT = 60.0, 288.0, 560.0, 420.0
RULE, PART, PHASE, CARD = "rule", "part", "phase", "card"
LONGEST = 24
"""So many letters are looked for."""


class RulesPage(Page):
    """Rules by search, part, phase, card and ruling. `back` leaves; `draw` asks for a picture of a rule.

    games: other rulebooks to turn to, before a table is open. home: what the way back says.
    """

    role = "rules"

    def __init__(
        self,
        glass: Glass,
        book: Rulebook,
        back: Callable[[], None],
        *,
        number: str = "",
        phase: str = "",
        private: bool = False,
        draw: Callable[[str], None] = lambda rule: None,
        drawn: Callable[[], Illustration | None] = lambda: None,
        games: tuple[Offer, ...] = (),
        game: str = "",
        home: str = "",
    ) -> None:
        self.book, self.back, self.number = book, back, number
        self.draw, self.drawn, self.games, self.game = draw, drawn, games, game
        self.private_sheet, self.home = private, home or (_("Back") if games else _("Back to game"))
        self.query, self.typing, self.digits, self.first = "", False, False, 0
        self.kind, self.title, self.lines = RULE, "", tuple[RuleLine, ...]()
        self._parts: list[Any] = []
        self._keys: Typing | None = None
        super().__init__(glass)
        self.leaf = LeafView(glass, self.read)
        self._begin(phase)
        self.bind(size=lambda *_: self._lay())
        self.draw(self.number)
        self._lay()

    def _begin(self, phase: str) -> None:
        """The rules around the one that is asked for, else those of the phase at hand, else the contents."""
        leaf = self.book.leaf(self.number) if self.number else None
        if leaf is not None and leaf.part:
            self._of_part(leaf.part.partition(" ")[0])
        elif leaf is not None:
            self._list(CARD, _("Cards"), self.book.cards())
        elif phase and self.book.phase(phase):
            self._of_phase(phase)
            self.number = self.lines[0].id
        else:
            self._list(PHASE, _("Phases"), self.book.phases())
            first = self.book.phase(self.lines[0].id) if self.lines else ()
            self.number = first[0].id if first else ""
        at = next((at for at, line in enumerate(self.lines) if line.id == self.number), 0)
        self.first = max(0, at - 1)

    # ---- lists

    def _list(self, kind: str, title: str, lines: tuple[RuleLine, ...]) -> None:
        self.kind, self.title, self.lines, self.first, self.query = kind, title, lines, 0, ""

    def _of_part(self, id: str) -> None:
        title = next((part.say for part in self.book.parts() if part.id == id), "")
        self._list(RULE, f"{id} {title}", self.book.part(id))

    def _of_phase(self, id: str) -> None:
        title = next((phase.say for phase in self.book.phases() if phase.id == id), "")
        self._list(RULE, title, self.book.phase(id))

    def _taken(self, line: RuleLine) -> None:
        if self.kind == PART:
            self._of_part(line.id)
        elif self.kind == PHASE:
            self._of_phase(line.id)
        else:
            self.number = line.id
            self.draw(line.id)
        self._lay()

    def read(self, number: str) -> None:
        """Opens a rule; the list goes along where it stands in it."""
        self.number = number
        self.draw(number)
        if self.kind == RULE and not any(line.id == number for line in self.lines):
            leaf = self.book.leaf(number)
            if leaf is not None and leaf.part:
                self._of_part(leaf.part.partition(" ")[0])
        at = next((at for at, line in enumerate(self.lines) if line.id == number), None)
        if at is not None and not self.first <= at < self.first + self.rows:
            self.first = max(0, at - 1)
        self._lay()

    # ---- places

    @property
    def inside(self) -> tuple[float, float]:
        """How wide and high it is now, in u."""
        return self.width / self.look.factor, self.height / self.look.factor

    @property
    def narrow(self) -> bool:
        """Whether list and rule have no room side by side."""
        return self.inside[0] < NARROW

    @property
    def rows(self) -> int:
        """How many lines of the list have room."""
        return max(0 if self.typing else 1, int((self._list_low - 62) // ROW))

    @property
    def _key_rows(self) -> list[str]:
        wide, high = self.inside
        return rows_for(wide, high - 58, self.digits)

    @property
    def _list_low(self) -> float:
        high = self.inside[1]
        if self.typing:
            return max(62.0, high - HIGH * len(self._key_rows) - 2)
        return high - 60 - (54 if self._long else 0)

    @property
    def _long(self) -> bool:
        return len(self.lines) > max(1, int((self.inside[1] - 60 - 62) // ROW))

    def paint(self, group: InstructionGroup) -> None:
        super().paint(group)
        if not self.narrow:
            u = self.look.u
            self.bar(group, "rail", self.x, self.y, u(LIST), self.height)
            self.bar(group, "line", self.x + u(LIST), self.y, u(1.5), self.height)

    def _lay(self) -> None:
        for part in self._parts:
            self.drop(part)
        self._parts = []
        if self.leaf.parent is not None:
            self.drop(self.leaf)
        wide, high = self.inside
        if not self.narrow or not self.number or self.typing:
            self._lay_list(wide if self.narrow else LIST)
        if self.number and not (self.narrow and self.typing):
            self._lay_leaf(0.0 if self.narrow else LIST, wide, high)
        if self.typing:
            self._lay_keys(wide, high)
        self.repaint()

    def _add(self, widget: Any, left: float, top: float, width: float, height: float) -> Any:
        self._parts.append(widget)
        return self.place(widget, left, top, width, height)

    def _lay_list(self, wide: float) -> None:
        found = ngettext("{count} found", "{count} found", len(self.lines)).format(count=len(self.lines))
        box = self._add(SearchBox(self.look), 10, 8, wide - 20, 48)
        box.say(self.query, self.title, found if self.query else str(len(self.lines)), self.typing)
        box.bind(on_tap=lambda *_: self._type())
        for at, line in enumerate(self.lines[self.first : self.first + self.rows]):
            row = RuleRow(self.look, line, self.query, self.kind in (RULE, CARD) and line.id == self.number)
            row.bind(on_tap=lambda tapped: self._taken(tapped.line))
            self._add(row, 0, 62 + ROW * at, wide, ROW)
        if self.typing:
            return
        high = self.inside[1]
        if self._long:
            for at, (icon, by) in enumerate((("prev", -self.rows), ("next", self.rows))):
                button = Tag(self.look, icon=icon, kind="quiet")
                button.text = f"{self.first // self.rows + 1}/{-(-len(self.lines) // self.rows)}" if at else ""
                further = self.first + by < len(self.lines) if at else self.first > 0
                button.kind = "quiet" if further else "not_now"
                button.bind(on_tap=lambda _tag, by=by: self._scroll(by))
                self._add(button, 10 + at * (wide / 2 - 6), high - 112, wide / 2 - 14, 48)
        ways = (
            ("menu", _("Contents"), lambda: self._list(PART, _("Contents"), self.book.parts())),
            ("moon", _("Phases"), lambda: self._list(PHASE, _("Phases"), self.book.phases())),
            ("hand", _("Cards"), lambda: self._list(CARD, _("Cards"), self.book.cards())),
            ("why", _("Rulings"), lambda: self._list(RULE, _("Rulings"), self.book.rulings())),
        )
        each = (wide - 20) / len(ways)
        for at, (icon, text, act) in enumerate(ways):
            button = RailButton(self.look, icon=icon, text=text)
            button.bind(on_tap=lambda _button, act=act: self._show_list(act))
            self._add(button, 10 + each * at, high - 56, each, 48)

    def _lay_leaf(self, left: float, wide: float, high: float) -> None:
        leaf = self.book.leaf(self.number)
        if leaf is None:
            return
        room = wide - left - 34
        low = high - 64
        if self.typing:
            low = high - HIGH * len(self._key_rows) - 10
        self.place(self.leaf, left + 18, 8, room, low - 8)
        self.leaf.read(leaf, self.drawn())
        if self.typing:
            return
        tight = self.narrow and wide < TIGHT
        at = left + (8 if tight else 18)
        for icon, number in (("prev", leaf.before), ("next", leaf.after)):
            if number:
                button = RailButton(self.look, icon=icon, text=number)
                button.bind(on_tap=lambda _button, number=number: self.read(number))
                self._add(button, at, high - 56, 48 if tight else 62, 48)
                at += 50 if tight else 66
        end = wide - 10
        words = _("Back") if self.narrow else self.home
        back = Tag(self.look, "glass:back", text=words, icon="undo", kind="main", upright=tight)
        back.bind(on_tap=lambda *_: self._leave())
        need = 60.0 if tight else min(back.natural_width() / self.look.factor + 12, end - at - 4)
        self._add(back, end - need, high - 56, need, 48)
        end -= need + 6
        if self.private_sheet:
            hide = Tag(self.look, "glass:hide", text="" if tight else _("Hide"), icon="hide")
            hide.bind(on_tap=lambda *_: self.glass.hide())
            end = self._right(hide, end, at, high)
        if self.narrow:
            again = Tag(self.look, "glass:list", icon="menu")
            again.bind(on_tap=lambda *_: self._to_list())
            end = self._right(again, end, at, high)
        if self.leaf.pages > 1:
            more = Tag(self.look, "glass:more", text=f"{self.leaf.at + 1}/{self.leaf.pages}", icon="next")
            more.bind(on_tap=lambda *_: self._turn_leaf())
            end = self._right(more, end, at, high)
        others = [offer for offer in self.games if offer.id != self.game]
        if others:
            later = [*self.games[[o.id for o in self.games].index(self.game) + 1 :], *others]
            head, name = parted(later[0].title)
            other = Tag(self.look, "glass:other", text=head or name, icon=later[0].sign, kind="quiet")
            other.bind(on_tap=lambda *_: self.glass.rules_of(later[0].id))
            self._right(other, end, at, high)

    def _right(self, tag: Tag, end: float, least: float, high: float) -> float:
        need = min(max(52.0, tag.natural_width() / self.look.factor), end - least)
        if need < LEAST_TARGET or tag.least_width() / self.look.factor > need:
            return end  # no room for it here
        self._add(tag, end - need, high - 56, need, 48)
        return end - need - 6

    # ---- looking for words

    def _type(self) -> None:
        self.typing = not self.typing
        if self.typing:
            self.query, self.lines, self.title, self.kind, self.first = "", (), "", RULE, 0
            self._keys = Typing(self._typed, self._done)
        else:
            self._let_go()
        self._lay()

    def _done(self) -> None:
        if self.typing:
            self._type()

    def _let_go(self) -> None:
        if self._keys is not None:
            self._keys.leave()
            self._keys = None

    def _typed(self, letter: str) -> None:
        if letter == OTHERS:
            self.digits = not self.digits
            self._lay()
            return
        self.query = self.query[:-1] if letter == WIPE else (self.query + letter)[:LONGEST]
        self._search()

    def _word(self, word: str) -> None:
        self.query = word
        self._let_go()
        self.typing = False
        self._search()

    def _search(self) -> None:
        self.kind, self.first = RULE, 0
        self.lines = self.book.search(self.query)
        if self.lines:
            self.number = self.lines[0].id
            self.draw(self.number)
        self._lay()

    def _lay_keys(self, wide: float, high: float) -> None:
        rows = self._key_rows
        top = high - HIGH * len(rows)
        for down, row in enumerate(rows):
            each = min(66.0, (wide - 12) / max(map(len, rows)))
            left = (wide - each * len(row)) / 2
            for at, letter in enumerate(row):
                key = Key(self.look, {"_": SPACE, "<": WIPE}.get(letter, letter))
                key.bind(on_tap=lambda tapped: self._typed(tapped.letter))
                self._add(key, left + each * at, top + HIGH * down, each, HIGH)
        if not self.query:
            if self.leaf.parent is not None:
                self.drop(self.leaf)
            left, begin = (10.0, 66.0) if self.narrow else (LIST + 14, 14.0)
            each = (wide - left - 10) / 3
            for at, word in enumerate(self.book.words):
                place = begin + 54 * (at // 3)
                if place + 48 > top:
                    break
                tag = Tag(self.look, f"glass:word:{word}", text=word)
                tag.bind(on_tap=lambda _tag, word=word: self._word(word))
                self._add(tag, left + each * (at % 3), place, each - 3, 48)

    # ---- the page

    def _scroll(self, by: int) -> None:
        self.first = max(0, min(self.first + by, (len(self.lines) - 1) // self.rows * self.rows))
        self._lay()

    def _show_list(self, fill: Callable[[], None]) -> None:
        fill()
        self._lay()

    def _turn_leaf(self) -> None:
        self.leaf.turn()
        self._lay()

    def _to_list(self) -> None:
        self.number = ""
        self._lay()

    def _leave(self) -> None:
        self._let_go()
        self.draw("")
        self.back()

    def on_touch_down(self, touch: Any) -> bool:
        if touch.is_mouse_scrolling and self.collide_point(*touch.pos):
            self._scroll(self.rows if touch.button == "scrollup" else -self.rows)
            return True
        return super().on_touch_down(touch)

    def show(self) -> None:
        """The table went on: the picture of the rule with it."""
        if self.leaf.leaf is not None:
            before = self.leaf.pages
            self.leaf.read(self.leaf.leaf, self.drawn())
            if self.leaf.pages != before:
                self._lay()

    @property
    def types(self) -> bool:
        return self.typing

    def leave(self) -> None:
        self._let_go()
        self.draw("")
