"""Where a board would lie, a card table: what lies in the middle, before each player, and in the viewer's hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.views import CardFace
from ui.locale import _
from ui.presenter import seat_name, side_of
from ui.presenter.card_tables import CardTableModel, LyingCard, Place, Spread
from ui.screens.page import Page
from ui.widgets.chips import CardChip, EmptyPlace, SeatHead, SpreadTitle

if TYPE_CHECKING:
    from ui.glass import Glass

HEAD, GAP, LEAST = 22.0, 4.0, 48.0
TITLE = 17.0
BIGGEST = (150.0, 150.0)
PILE = 92.0
STACKED = 2
"""So many players' places lie one above the other; more lie side by side."""


class CardsTable(Page):
    """The cards of a view. taken: what is called with a card that was touched; read: with one held; spread: with a
    pile, or with cards of which not all are in sight."""

    def __init__(
        self,
        glass: Glass,
        taken: Callable[[LyingCard], None],
        read: Callable[[LyingCard], None],
        spread: Callable[[Spread], None],
        **kwargs: Any,
    ) -> None:
        self.taken, self.read, self.spread = taken, read, spread
        self.shown: tuple[CardTableModel, tuple[float, float]] | None = None
        self._parts: list[Widget] = []
        super().__init__(glass, **kwargs)

    def lay(self, model: CardTableModel) -> None:
        """Lays a table out; nothing is done where it lies already."""
        u = self.look.factor
        wide, high = self.width / u, self.height / u
        if self.shown == (model, (wide, high)):
            return
        self.shown = (model, (wide, high))
        for part in self._parts:
            self.drop(part)
        self._parts = []
        top, left, width = GAP, 6.0, wide - 12
        heights = self._heights(model, high - 2 * GAP)
        if model.middle.spreads:
            self._place(model.middle, left, top, width, heights[0] - GAP)
            top += heights[0]
        if len(model.places) <= STACKED or not any(place.spreads for place in model.places):
            for place, height in zip(model.places, heights[1:-1], strict=True):
                self._place(place, left, top, width, height - GAP)
                top += height
        else:
            several = [place for place in model.places if place.spreads or model.hand is None]
            each = (width - GAP * (len(several) - 1)) / len(several)
            for at, place in enumerate(several):
                self._place(place, left + (each + GAP) * at, top, each, heights[1] - GAP, narrow=True)
            top += heights[1]
            for place in model.places:
                if place not in several:
                    self._head(place, left, top, width, HEAD)
                    top += HEAD + GAP
        if model.hand is not None:
            self._cards(model.hand, model.hand.id.partition(".")[0], left, top, width, heights[-1] - GAP)

    def _heights(self, model: CardTableModel, high: float) -> list[float]:
        """How high the middle is, each place or all of them, and the hand."""
        stacked = len(model.places) <= STACKED or not any(place.spreads for place in model.places)
        middle = _weight(model.middle) if model.middle.spreads else 0.0
        if stacked:
            places = [_weight(place) if place.cards else 0.0 for place in model.places]
            fixed = sum(HEAD + GAP for place in model.places if not place.cards)
        else:
            places = [1.9]
            fixed = sum(HEAD + GAP for place in model.places if not place.spreads and model.hand is not None)
        hand = 1.4 if model.hand is not None and model.hand.cards else 0.0
        whole = middle + sum(places) + hand
        part = (high - fixed) / whole if whole else 0.0
        least = [HEAD + GAP if stacked and not weight else weight * part for weight in places]
        return [middle * part, *least, hand * part]

    # ---- one player's place

    def _add(self, widget: Any, left: float, top: float, width: float, height: float) -> Any:
        self._parts.append(widget)
        return self.place(widget, left, top, width, height)

    def _head(self, place: Place, left: float, top: float, width: float, height: float) -> None:
        counts = tuple((row.icon, row.value) for row in place.rows if row.icon and row.icon != "goal")
        words = tuple(row.value for row in place.rows if not row.icon)
        head = SeatHead(
            self.look, side_of(place.owner), seat_name(place.owner), counts, words, place.tracks, place.acts
        )
        self._add(head, left, top, width, height)

    def _place(self, place: Place, left: float, top: float, width: float, height: float, narrow: bool = False) -> None:
        if place.owner:
            head = HEAD + (46 if narrow else 0)
            self._head(place, left, top, width, head)
            top, height = top + head + GAP, height - head - GAP
        if height < LEAST or not place.spreads:
            return
        spreads = [spread for spread in place.spreads if not spread.pile or spread.cards]
        piles = [spread for spread in spreads if spread.pile and not spread.choices]
        open_ones = [spread for spread in spreads if spread not in piles]
        room = width - (PILE + GAP) * len(piles)
        if not open_ones:
            room = 0.0
        shares = [max(1, len(spread.cards)) for spread in open_ones]
        if place.owner:  # columns and the like keep their places
            shares = [1] * len(open_ones)
        at = left
        for spread, share in zip(open_ones, shares, strict=True):
            each = (room - GAP * (len(open_ones) - 1)) * share / sum(shares)
            self._spread(spread, place.owner, at, top, each, height, titled=not narrow)
            at += each + GAP
        at = left + room + (GAP if open_ones else 0)
        for spread in piles:
            self._pile(spread, place.owner, at, top, PILE, height)
            at += PILE + GAP

    def _spread(
        self, spread: Spread, owner: str, left: float, top: float, width: float, height: float, titled: bool
    ) -> None:
        if titled and height >= LEAST + TITLE and spread.title:
            self._add(SpreadTitle(self.look, spread.title), left + 2, top, width - 4, TITLE)
            top, height = top + TITLE, height - TITLE
        if not spread.cards and not spread.hidden:
            self._add(EmptyPlace(self.look), left, top, min(width, BIGGEST[0]), min(height, BIGGEST[1]))
        self._cards(spread, owner, left, top, width, height)

    def _pile(self, spread: Spread, owner: str, left: float, top: float, width: float, height: float) -> None:
        last = spread.cards[-1]
        made = CardChip(self.look, last.face, pile=len(spread.cards), title=spread.title)
        made.side = side_of(owner) if owner else ""
        made.bind(on_tap=lambda _chip: self.spread(spread), on_hold=lambda _chip: self.spread(spread))
        self._add(made, left, top, width, min(height, 110))

    def _cards(self, spread: Spread, owner: str, left: float, top: float, width: float, height: float) -> None:
        """Cards side by side, as large as there is room; where it is not enough, the last shows how many more."""
        side = side_of(owner) if owner else ""
        faces = list(spread.cards)
        if spread.hidden:
            face = CardFace(id=f"{spread.id}.hidden", name=_("Face down"), icon="hide", count=spread.hidden)
            faces.append(LyingCard(face))
        if not faces:
            return
        columns, wide, high = grid(len(faces), width, height)
        fits = columns * max(1, int((height + GAP) // (high + GAP)))
        for at, card in enumerate(faces[:fits]):
            more = at == fits - 1 and len(faces) > fits
            place = (left + (wide + GAP) * (at % columns), top + (high + GAP) * (at // columns), wide, high)
            if more:
                rest = CardFace(
                    id=f"{spread.id}.more", name=_("{count} more").format(count=len(faces) - at), icon="hand"
                )
                made = CardChip(self.look, rest, open_now=any(card.choices for card in faces[at:]))
                made.bind(on_tap=lambda _chip: self.spread(spread))
            else:
                made = CardChip(self.look, card.face, card.choices)
                made.bind(on_tap=lambda _chip, card=card: self.taken(card))
                made.bind(on_hold=lambda _chip, card=card: self.read(card))
            made.side = side
            self._add(made, *place)


def grid(count: int, width: float, height: float) -> tuple[int, float, float]:
    """How many columns so many cards lie in, and how large each is: the largest at which all are in sight.

    >>> grid(3, 138, 160)
    (1, 138.0, 50.666666666666664)
    >>> grid(5, 620, 130)
    (5, 120.8, 130.0)
    """
    best: tuple[float, int, float, float] | None = None
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        wide, high = (width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows
        wide, high = min(wide, BIGGEST[0]), min(high, BIGGEST[1])
        if min(wide, high) < LEAST:
            continue
        worth = min(wide, 130.0) * min(high, 110.0) * (1.0 if wide >= NARROWEST else 0.6)
        if best is None or worth > best[0]:
            best = (worth, columns, wide, high)
    if best is not None:
        return best[1:]
    columns = max(1, int((width + GAP) // (LEAST + 12 + GAP)))
    rows = max(1, int((height + GAP) // (LEAST + GAP)))
    return columns, (width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows


NARROWEST = 84.0


def _weight(place: Place) -> float:
    """How much height a place asks for."""
    if not place.owner:
        return 0.7 + 0.35 * (-(-place.cards // 5))
    deepest = max((len(spread.cards) for spread in place.spreads if not spread.pile), default=0)
    return 1.0 + 0.15 * min(3, deepest)
