"""Over a card table: one card read large with all that can be done with it; cards that lie together, each in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ui.lettering import fitting, wrap
from ui.locale import _
from ui.ports import Rulebook
from ui.presenter import BACK, MORE, RULE, TagModel, side_of
from ui.presenter.card_tables import LyingCard, Spread
from ui.screens.filling import tag
from ui.screens.laying import GAP, Column, grid
from ui.screens.page import Page, Words
from ui.screens.reading import Bar, copies
from ui.screens.touching import lay_rules
from ui.theme import ALL, STYLES, Size
from ui.widgets.cards import CardLarge
from ui.widgets.chips import CardChip
from ui.widgets.rule_box import RuleBox
from ui.widgets.tag import in_two

if TYPE_CHECKING:
    from ui.glass import Glass

ON_THE_CARD = 7
"""So many lines of its effect a card has room for."""


class CardSheet(Page):
    """One card, and by a book the rules that touch it. `taken` is called with what is to be done, or with BACK."""

    def __init__(
        self,
        glass: Glass,
        card: LyingCard,
        owner: str,
        acts: tuple[TagModel, ...],
        book: Rulebook | None,
        taken: Callable[[str], None],
        extent: Size,
    ) -> None:
        self.card, self.acts, self.book, self.first = card, acts, book, 0
        self._taken = taken
        self._tags: list[Page] = []
        super().__init__(glass, extent)
        face, look, small = card.face, self.look, self.room.name == "small"
        self._bar = self.high - (55.0 if small or self.high < 440 else 62.0)
        upright = self.wide < 420 and not small
        short = len(wrap(look, face.effect, "text", look.u(230), 9)) <= ON_THE_CARD
        wide, tall = min(270.0, self.wide - 20), min(392.0, self._bar - 16)
        if upright:
            tall = min(300.0, max(230.0, self._bar - 24 - 56 * -(-max(1, len(acts)) // 2)))
        if not small:
            large = CardLarge(look, replace(face, effect=""))
            large.text = face.effect if short or upright else ""
            large.side = side_of(owner) if owner else ALL
            large.copies = _("{count} here").format(count=face.count) if face.count > 1 else copies(face)
            self.place(large, (self.wide - wide) / 2 if upright else 16, 10, wide, tall)
        self._left = 10.0 if upright or small else wide + 34
        top = tall + 18.0 if upright else 8.0 if small else 10.0
        self._room = self.wide - self._left - 12
        if small:
            top = self._say(face.name, "head", "ink", top)
        if face.effect and not upright and (small or not short):
            top = self._say(face.effect, "text", "ink", top)
        if face.why_not:
            top = self._say(_("Not now: {reason}").format(reason=face.why_not), "text_bold", "vermilion", top)
        if face.why_rule:
            box = RuleBox(self.look, face.why_rule, "ink")
            box.bind(on_tap=lambda tapped: self._taken(RULE + tapped.rule))
            self.place(box, self._left, top, box.width / self.look.factor, 21)
            top += 34
        self.top_of_acts = top
        self._lay()

    def _say(self, say: str, style: str, ink: str, top: float) -> float:
        """A few lines. Returns where they end."""
        look = self.look
        step = STYLES[style].size * look.line_height
        lines = wrap(
            look, say, style, look.u(self._room), max(1, int((self._bar - (68 if self.acts else 10) - top) // step))
        )
        words = Words(look, style, ink)
        words.say(*lines)
        self.place(words, self._left, top, self._room, step * len(lines) + 2)
        return top + step * len(lines) + 8

    def _lay(self) -> None:
        """What can be done, two by two; where there is more, page by page."""
        for old in self._tags:
            self.drop(old)
        self._tags = []
        rows = max(1, int((self._bar + 4 - self.top_of_acts) // 54))
        half = self.look.u((self._room - 6) / 2 - 64)
        wide = all(in_two(self.look, act.text, "caption") <= half for act in self.acts)
        most = rows * (2 if self._room >= 240 and wide else 1)
        shown = self.acts[self.first : self.first + most]
        columns = 1 if len(shown) <= rows else 2
        width = (self._room - 6 * (columns - 1)) / columns
        for at, act in enumerate(shown):
            made = tag(self.look, act)
            if made.least_width() > self.look.u(width):
                made.icon = ""
            made.bind(on_tap=lambda tapped: self._taken(tapped.choice))
            left = self._left + (width + 6) * (at % columns)
            self._tags.append(self.place(made, left, self.top_of_acts + 54 * (at // columns), width, 50))
        more = len(self.acts) > most
        top = self.top_of_acts + 54 * -(-len(shown) // columns)
        rules = "" if more or self._lay_rules(top) else RULE + self.card.face.topics[0]
        self._tags += foot(self, self.card.face.name, "prompt", self._bar, lambda: self._taken(BACK),
                           (lambda: self._turn(most)) if more else None,
                           (lambda: self._taken(rules)) if rules else None)  # fmt: skip

    def _lay_rules(self, top: float) -> bool:
        """The rules that touch the card, where there is room under what can be done; whether that is all of them."""
        if self.book is None:
            return True
        column = Column(self, self._left, top, self._room, self._bar - 6)
        whole = lay_rules(column, self.book, self.card.face, self._taken)
        self._tags += column.parts
        return whole

    def _turn(self, by: int) -> None:
        self.first = self.first + by if self.first + by < len(self.acts) else 0
        self._lay()


def foot(
    page: Page,
    title: str,
    style: str,
    top: float,
    back: Callable[[], None],
    more: Callable[[], None] | None,
    rules: Callable[[], None] | None = None,
) -> list[Any]:
    """The ground under a sheet: what it is, the next of several pages or the rules, and the way back."""
    look, high = page.look, page.high - top
    laid: list[Any] = [page.place(Bar(look), 0, top, page.wide, high)]
    narrow = page.wide < 400
    wide = 62.0 if narrow else 150.0
    away = tag(look, TagModel(BACK, _("Back"), icon="undo"), upright=narrow)
    away.bind(on_tap=lambda _tag: back())
    left = page.wide - wide - 10
    laid.append(page.place(away, left, top + 5, wide, 48))
    ways = ((TagModel(MORE, _("More"), icon="next"), more), (TagModel(RULE, _("Rules"), icon="rules"), rules))
    for model, act in ways:
        if act is None:
            continue
        further = tag(look, model, upright=narrow)
        further.bind(on_tap=lambda _tag, act=act: act())
        left -= wide + 6
        laid.append(page.place(further, left, top + 5, wide, 48))
    style = fitting(look, title, (style, "prompt_long", "prompt_small", "letter"), look.u(left - 24))
    if len(wrap(look, title, style, look.u(left - 24))) > 2:
        style = "caption"
    name = Words(look, style)
    lines = wrap(look, title, style, look.u(left - 24), 3)
    name.say(*lines)
    laid.append(page.place(name, 14, top + (4 if len(lines) > 1 else 15), left - 20, 50 if len(lines) > 1 else 32))
    return laid


class SpreadSheet(Page):
    """All cards that lie together. `taken` is called with a card, or with nothing for the way back."""

    def __init__(
        self,
        glass: Glass,
        spread: Spread,
        owner: str,
        taken: Callable[[LyingCard | None], None],
        read: Callable[[LyingCard], None],
        extent: Size,
    ) -> None:
        self.spread, self.owner, self.first = spread, owner, 0
        self._take, self._read = taken, read
        self._parts: list[Any] = []
        super().__init__(glass, extent)
        self._bar = self.high - (55.0 if self.high < 440 else 62.0)
        small = self.room.name == "small"
        self._columns, rows = grid(99, self.wide - 24, self._bar - 18, (112, 84) if small else (140, 150))
        self._size = (
            min(150.0, (self.wide - 24 - GAP * (self._columns - 1)) / self._columns),
            min(196.0, (self._bar - 18 - GAP * (rows - 1)) / rows),
        )
        self._a_sheet = self._columns * rows
        self._lay()

    def _lay(self) -> None:
        for old in self._parts:
            self.drop(old)
        self._parts = []
        cards, (wide, tall) = self.spread.spread_out, self._size
        for at, card in enumerate(cards[self.first : self.first + self._a_sheet]):
            made = CardChip(
                self.look,
                card.face,
                card.choices,
                pile=card.face.count if card.face.down and card.face.count > 1 else 0,
            )
            made.side = side_of(self.owner) if self.owner else ""
            made.bind(
                on_tap=lambda _chip, card=card: self._take(card), on_hold=lambda _chip, card=card: self._read(card)
            )
            row, column = divmod(at, self._columns)
            self._parts.append(self.place(made, 12 + (wide + GAP) * column, 10 + (tall + GAP) * row, wide, tall))
        more = self._turn if len(cards) > self._a_sheet else None
        self._parts += foot(self, self.spread.title, "prompt_long", self._bar, lambda: self._take(None), more)

    def _turn(self) -> None:
        step = self._a_sheet
        self.first = self.first + step if self.first + step < len(self.spread.spread_out) else 0
        self._lay()
