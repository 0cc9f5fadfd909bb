"""Over a card table: one card read large with all that can be done with it; cards that lie together, each in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ui.lettering import wrap
from ui.locale import _
from ui.presenter import BACK, MORE, RULE, TagModel, side_of
from ui.presenter.card_tables import LyingCard, Spread
from ui.screens.filling import tag
from ui.screens.page import Page, Words
from ui.screens.reading import Bar
from ui.widgets.cards import CardLarge
from ui.widgets.chips import CardChip
from ui.widgets.strip import RuleBox

if TYPE_CHECKING:
    from ui.glass import Glass

A_SHEET = 8
ON_THE_CARD = 4
"""So many lines of its effect a card has room for."""


def _bar(glass: Glass) -> tuple[float, float]:
    """The size of the ground under the way back: in a private window the cloth lies round it."""
    return (633.0, 55.0) if glass.page is not None and glass.page.private else (640.0, 69.0)


class CardSheet(Page):
    """One card. `taken` is called with what is to be done with it, or with BACK."""

    def __init__(
        self, glass: Glass, card: LyingCard, owner: str, acts: tuple[TagModel, ...], taken: Callable[[str], None]
    ) -> None:
        self.card, self.acts, self.first = card, acts, 0
        self._taken = taken
        self._tags: list[Page] = []
        super().__init__(glass)
        face = card.face
        short = len(wrap(self.look, face.effect, "text", self.look.u(230), 9)) <= ON_THE_CARD
        large = CardLarge(self.look, replace(face, effect=""))
        large.text = face.effect if short else ""
        large.side = side_of(owner) if owner else "traitor"
        large.copies = _("{count} here").format(count=face.count) if face.count > 1 else ""
        self.place(large, 16, 10, 270, 392)
        top = 10.0
        wide = 462 if glass.page is None or not glass.page.private else 450
        if face.effect and not short:
            text = Words(self.look, "text")
            lines = wrap(self.look, face.effect, "text", self.look.u(wide - 140), 9)
            text.say(*lines)
            self.place(text, 304, top, wide - 140, 20 * len(lines) + 8)
            top += 21 * len(lines) + 10
        if face.why_not:
            why = Words(self.look, "text_bold", "vermilion")
            lines = wrap(
                self.look, _("Not now: {reason}").format(reason=face.why_not), "text_bold", self.look.u(320), 2
            )
            why.say(*lines)
            self.place(why, 304, top, 320, 20 * len(lines))
            top += 21 * len(lines) + 8
        if face.why_rule:
            box = RuleBox(self.look, face.why_rule, "ink")
            box.bind(on_tap=lambda tapped: self._taken(RULE + tapped.rule))
            self.place(box, 304, top, box.width / self.look.factor, 21)
            top += 34
        self.top_of_acts = top
        self._lay()

    def _lay(self) -> None:
        """What can be done, two by two; where there is more, page by page."""
        for old in self._tags:
            self.drop(old)
        self._tags = []
        rows = max(1, int((402 - self.top_of_acts) // 56))
        shown = self.acts[self.first : self.first + 2 * rows]
        columns = 1 if len(shown) <= rows else 2
        width = (322 - 6 * (columns - 1)) / columns
        for at, act in enumerate(shown):
            made = tag(self.look, act)
            made.bind(on_tap=lambda tapped: self._taken(tapped.choice))
            left = 304 + (width + 6) * (at % columns)
            self._tags.append(self.place(made, left, self.top_of_acts + 56 * (at // columns), width, 50))
        self._tags.append(self.place(Bar(self.look), 0, 411, *_bar(self.glass)))
        back = tag(self.look, TagModel(BACK, _("Back"), icon="undo"))
        back.bind(on_tap=lambda _tag: self._taken(BACK))
        self._tags.append(self.place(back, 474, 417, 150, 48))
        name = Words(self.look, "prompt")
        name.say(*wrap(self.look, self.card.face.name, "prompt", self.look.u(300), 1))
        self._tags.append(self.place(name, 14, 424, 300, 32))
        if len(self.acts) > 2 * rows:
            more = tag(self.look, TagModel(MORE, _("More"), icon="next"))
            more.bind(on_tap=lambda _tag: self._turn(2 * rows))
            self._tags.append(self.place(more, 318, 417, 150, 48))

    def _turn(self, by: int) -> None:
        self.first = self.first + by if self.first + by < len(self.acts) else 0
        self._lay()


class SpreadSheet(Page):
    """All cards that lie together. `taken` is called with a card, or with nothing for the way back."""

    def __init__(
        self, glass: Glass, spread: Spread, owner: str, taken: Callable[[LyingCard | None], None],
        read: Callable[[LyingCard], None],
    ) -> None:  # fmt: skip
        self.spread, self.owner, self.first = spread, owner, 0
        self._take, self._read = taken, read
        self._parts: list[Page] = []
        super().__init__(glass)
        self._lay()

    def _lay(self) -> None:
        for old in self._parts:
            self.drop(old)
        self._parts = []
        cards = self.spread.cards
        for at, card in enumerate(cards[self.first : self.first + A_SHEET]):
            made = CardChip(self.look, card.face, card.choices)
            made.side = side_of(self.owner) if self.owner else ""
            made.bind(
                on_tap=lambda _chip, card=card: self._take(card), on_hold=lambda _chip, card=card: self._read(card)
            )
            self._parts.append(self.place(made, 14 + 154 * (at % 4), 14 + 196 * (at // 4), 148, 188))
        self._parts.append(self.place(Bar(self.look), 0, 411, *_bar(self.glass)))
        title = Words(self.look, "prompt_long")
        title.say(*wrap(self.look, self.spread.title, "prompt_long", self.look.u(296), 1))
        self._parts.append(self.place(title, 14, 426, 300, 32))
        back = tag(self.look, TagModel(BACK, _("Back"), icon="undo"))
        back.bind(on_tap=lambda _tag: self._take(None))
        self._parts.append(self.place(back, 474, 417, 150, 48))
        if len(cards) > A_SHEET:
            more = tag(self.look, TagModel(MORE, _("More"), icon="next"))
            more.bind(on_tap=lambda _tag: self._turn())
            self._parts.append(self.place(more, 318, 417, 150, 48))

    def _turn(self) -> None:
        self.first = self.first + A_SHEET if self.first + A_SHEET < len(self.spread.cards) else 0
        self._lay()
