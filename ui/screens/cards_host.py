"""A page on which a card table may lie: what a touch on a card leads to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.views import PromptPanel, View
from ui.frame import CLOTH
from ui.locale import _
from ui.presenter import BACK, MOST_TAGS, RULE, StripModel, offered, panel, tag_of
from ui.presenter.card_tables import CardTableModel, LyingCard, Spread, card_table_of
from ui.screens.card_sheet import CardSheet, SpreadSheet
from ui.screens.cards_table import CardsTable
from ui.screens.page import Page
from ui.spoken import listed
from ui.theme import Place

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.ports import Narrowing

FEW = 3
"""So many tags stand in the strip although their cards can be touched too."""


class CardsHost(Page):
    """Lays a card table where a view has no board, and a sheet over it where a touch means more than one thing."""

    seat = ""
    """Whose private window it is; nobody's where all look on."""

    def __init__(self, glass: Glass, **kwargs: Any) -> None:
        self.cards_table: CardsTable | None = None
        self.table_model: CardTableModel | None = None
        self.over: Page | None = None
        self.prompt_asked: PromptPanel | None = None
        self._narrowed: Narrowing | None = None
        super().__init__(glass, **kwargs)

    def pick(self, choice: str) -> None:
        """A choice was made."""
        raise NotImplementedError

    def sheet_room(self) -> Place:
        """Where a sheet lies over the table."""
        raise NotImplementedError

    def table_room(self) -> Place:
        """Where the table lies."""
        return self.room.board_place(CLOTH if self.private else 0.0)

    # ---- showing

    def lay_cards(self, view: View, asked: PromptPanel | None = None, narrowed: Narrowing | None = None) -> None:
        """Shows the card table of a view, or none where there is a board."""
        bridge = self.glass.bridge
        seats = bridge.table.seats if bridge is not None else ()
        self.table_model = card_table_of(view, seats, asked, narrowed)
        self.prompt_asked = asked or panel(view, PromptPanel)
        if self.table_model is None:
            return
        if self.cards_table is None:
            lies = self.table_room()
            self.cards_table = CardsTable(self.glass, self._card, self._read_card, self._spread_out, extent=lies[2:])
            self.place(self.cards_table, *lies)
        self.cards_table.lay(self.table_model)
        if narrowed != self._narrowed:
            self._narrowed = narrowed
            self._show_laid(narrowed)

    def give_way(self, high: float) -> None:
        """So much of the room of the table is the strip's, in u."""
        if self.cards_table is not None and self.table_model is not None:
            left, top, wide, whole = self.table_room()
            self.place(self.cards_table, left, top, wide, whole - high)
            self.cards_table.lay(self.table_model)

    def _show_laid(self, narrowed: Narrowing | None) -> None:
        """A card of the own hand that was laid on the reader is read at once, with all that it may be used for."""
        hand = self.table_model.hand if self.table_model is not None else None
        if narrowed is None or narrowed.answers or hand is None:
            return
        card = next((card for card in hand.cards if card.choices and set(card.choices) <= set(narrowed.choices)), None)
        if card is not None:
            self._read_card(replace(card, choices=tuple(narrowed.choices)))

    def with_cards(self, strip: StripModel) -> StripModel:
        """A strip beside a card table: what a touch on a card means too gives way to the cards."""
        table = self.table_model
        if table is None or strip.kind in ("refusal", "hint") or not strip.tags:
            return strip
        measured = tuple(f"{track.name} {track.at}/{track.of}" for track in table.measures)
        own = [entry for entry in strip.tags if entry.choice not in table.touched]
        on_cards = [entry for entry in strip.tags if entry.choice in table.touched]
        if len(strip.tags) <= FEW or not on_cards:
            own, on_cards = list(strip.tags), []
        if len(own) > MOST_TAGS:
            on_cards += [entry for entry in own if entry.kind != "main"]
            own = [entry for entry in own if entry.kind == "main"]
        marked = tuple(replace(entry, kind="plain", on_board=True) for entry in on_cards)
        hint = _("touch a card") if any(entry.choice in table.touched for entry in marked) else ""
        return replace(strip, tags=tuple(own), listed=marked, aside=strip.aside or listed(measured) or hint)

    # ---- touches

    def _lies_before(self, card: LyingCard) -> str:
        table = self.table_model
        if table is None:
            return ""
        if table.hand is not None and card in table.hand.cards:
            return table.hand.id.partition(".")[0]
        places = (place for place in table.places for spread in place.spreads if card in spread.cards)
        return next((place.owner for place in places), "")

    def _card(self, card: LyingCard) -> None:
        """A card was touched: its one choice is picked; of several, or none, it is read first."""
        if len(card.choices) == 1:
            self.uncover()
            self.pick(card.choices[0])
        else:
            self._read_card(card)

    def _read_card(self, card: LyingCard) -> None:
        prompt = self.prompt_asked
        choices = {choice.id: choice for choice in offered(prompt)} if prompt is not None else {}
        acts = tuple(
            replace(tag_of(choices[choice]), kind="plain", on_board=False)
            for choice in card.choices
            if choice in choices
        )
        bridge, extent = self.glass.bridge, self.sheet_room()[2:]
        book = bridge.table.rules(self.seat) if bridge is not None else None
        self.cover(CardSheet(self.glass, card, self._lies_before(card), acts, book, self._acted, extent=extent))

    def open_rule(self, number: str) -> None:
        """A rule was asked for: it is opened where this page may be left for it."""
        self.glass.rules(number)

    def _acted(self, choice: str) -> None:
        self.uncover()
        if choice.startswith(RULE):
            self.open_rule(choice.removeprefix(RULE))
        elif choice != BACK:
            self.pick(choice)

    def _spread_out(self, spread: Spread) -> None:
        owner = spread.id.partition(".")[0]
        seats = self.glass.bridge.table.seats if self.glass.bridge is not None else ()
        lies, extent = owner if owner in seats else "", self.sheet_room()[2:]
        self.cover(SpreadSheet(self.glass, spread, lies, self._from_spread, self._read_card, extent=extent))

    def _from_spread(self, card: LyingCard | None) -> None:
        if card is None:
            self.uncover()
        else:
            self._card(card)

    def cover(self, page: Page) -> None:
        """Lays a page over table and strip until it is put away."""
        self.uncover()
        self.over = page
        self.place(page, *self.sheet_room())
        self.covered()

    def covered(self) -> None:
        """Something was laid over the page: what must lie on top is laid there again."""

    def uncover(self) -> None:
        """Takes away what lies over the table."""
        if self.over is not None:
            self.drop(self.over)
            self.over = None
