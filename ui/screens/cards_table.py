"""Where a board would lie, a card table: what lies in the middle, before each player, and in the viewer's hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.views import CardFace
from ui.locale import _
from ui.presenter import seat_name, side_of
from ui.presenter.card_tables import CardTableModel, LyingCard, Place, Spread
from ui.screens import card_rooms as rooms
from ui.screens.card_rooms import Room
from ui.screens.page import Page
from ui.spoken import listed
from ui.theme import ALL
from ui.widgets.chips import CardChip, EmptyPlace, HeapChip
from ui.widgets.known import known_of
from ui.widgets.seat_head import ColumnSign, SpreadHead

if TYPE_CHECKING:
    from ui.glass import Glass

PILE = 84.0


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
        room = (6.0, rooms.GAP, wide - 12, high - 2 * rooms.GAP)
        if not any(place.spreads for place in model.places) and model.middle.spreads:
            self._offer(model, room)
        elif any(place.columns for place in model.places):
            columns = max(len(place.columns) for place in model.places)
            if rooms.halves(room, columns, model.hand is not None).upper.piles[3] < 2 * rooms.LEAST:
                self._close(model, room)
            else:
                self._halves(model, room)
        else:
            others = len(model.places) - (model.hand is not None)
            hand = len(model.hand.cards) if model.hand is not None else -1
            table = rooms.round_table(room, others, self._most(model), bool(model.middle.spreads), hand)
            if others and not rooms.holds_cards(table):
                self._close(model, room)
            else:
                self._round(model, table)

    def _close(self, model: CardTableModel, room: Room) -> None:
        """Too little room for a table: what lies before each player is a head, and is spread out by a touch on it."""
        left, top, width, high = room
        heads: list[tuple[Place, Spread]] = []
        for place in (*([model.middle] if model.middle.spreads else []), *model.places):
            cards = tuple(card for spread in place.spreads for card in spread.cards)
            name = seat_name(place.owner) if place.owner else _("Table")
            name = listed((name, *(one.words for one in known_of(place.rows))))
            heads.append((place, Spread(f"{place.owner}.all", name, cards, sum(s.hidden for s in place.spreads))))
        columns = min(len(heads), max(1, int((width + rooms.GAP) // (86 + rooms.GAP))))
        rows = -(-len(heads) // columns)
        columns = -(-len(heads) // rows)
        each = (width - rooms.GAP * (columns - 1)) / columns
        for at, (place, all_of_his) in enumerate(heads):
            row, column = divmod(at, columns)
            head = self._head(
                place, (left + (each + rooms.GAP) * column, top + (rooms.LEAST + 1) * row, each, rooms.LEAST)
            )
            head.live = bool(all_of_his.cards)
            head.bind(on_tap=lambda _head, spread=all_of_his: self.spread(spread))
        top += (rooms.LEAST + 1) * rows + 1
        rest = (left, top, width, room[1] + high - top)
        if model.hand is not None:
            self._cards(model.hand, model.hand.id.partition(".")[0], rest)
        elif model.middle.spreads and rest[3] >= rooms.LEAST:
            self._spreads(model.middle.spreads, (left, top, width, min(rest[3], rooms.UPRIGHT[1])), "")
        elif any(place.columns for place in model.places):
            self._columns_alone(model, rest)

    def _columns_alone(self, model: CardTableModel, room: Room) -> None:
        """What lies in the columns of two who sit across, where there is room for nothing else."""
        left, top, width, high = room
        columns = max(len(place.columns) for place in model.places)
        wide, tall = (width - rooms.GAP * (columns - 1)) / columns, (high - rooms.BAND) / 2
        for place, down in ((model.places[0], 0.0), (model.places[-1], tall + rooms.BAND)):
            for at, spread in enumerate(place.columns):
                self._column(spread, place.owner, (left + (wide + rooms.GAP) * at, top + down, wide, tall))
        for at in range(columns):
            sign = (left + (wide + rooms.GAP) * at, top + tall, wide, rooms.BAND)
            self._add(ColumnSign(self.look, str(at + 1)), sign)

    # ---- an offer: nobody has anything yet

    def _offer(self, model: CardTableModel, room: Room) -> None:
        left, top, width, high = room
        head = rooms.HEAD if width >= rooms.NAMES else rooms.TWO
        line = head + rooms.GAP
        for place in model.places:
            self._head(place, (left, top, width, head))
            top, high = top + line, high - line
        self._spreads(model.middle.spreads, (left, top, width, high), "")

    # ---- two who sit across

    def _halves(self, model: CardTableModel, room: Room) -> None:
        far, near = model.places[0], model.places[-1]
        columns = max(len(far.columns), len(near.columns))
        table = rooms.halves(room, columns, model.hand is not None)
        for place, half in ((far, table.upper), (near, table.lower)):
            self._head(place, half.head)
            for spread, where in zip(place.columns, half.columns, strict=False):
                self._column(spread, place.owner, where)
            piles = place.piles
            for pile, where in zip(piles, rooms.pile_rooms(half.piles, len(piles)), strict=True):
                self._pile(pile, place.owner, where)
        left, top, width, high = table.band
        each = (width - rooms.GAP * (columns - 1)) / columns
        for at in range(columns):
            sign = ColumnSign(self.look, str(at + 1))
            self._add(sign, (left + (each + rooms.GAP) * at, top, each, high))
        if model.hand is not None:
            self._cards(model.hand, near.owner, table.hand)

    def _column(self, spread: Spread, owner: str, room: Room) -> None:
        """The cards of a column, a sign where one of its groups is empty, and its heap."""
        heaps = {heap.group: heap for heap in spread.heaps}
        lying = [card for card in spread.cards if card.face.group not in heaps]
        empty = [icon for group, icon in spread.groups if group not in heaps and not spread.of(group)]
        heap = next(iter(spread.heaps), None)
        here, free, place = rooms.in_column(room, [card.face.turned for card in lying], len(empty), heap is not None)
        for card, where in zip(lying, here, strict=True):
            self._chip(card, owner, where)
        for icon, where in zip(empty, free, strict=False):
            self._add(EmptyPlace(self.look, icon), where)
        if heap is not None and place is not None:
            cards = spread.of(heap.group)
            choices = tuple(dict.fromkeys(choice for card in cards for choice in card.choices))
            made = HeapChip(self.look, len(cards), heap.name, heap.icon, choices)
            made.side = side_of(owner)
            made.live = bool(cards) and min(place[2:]) >= rooms.LEAST
            if made.live:
                only = replace(spread, title=f"{spread.title}, {heap.name}", cards=cards)
                made.bind(on_tap=lambda _chip: self.spread(only))
            self._add(made, place)

    # ---- several round a middle

    def _others(self, model: CardTableModel) -> list[Place]:
        """Before whom cards lie on the table: all but the viewer, who has his in the hand."""
        own = model.hand.id.partition(".")[0] if model.hand is not None else ""
        return [place for place in model.places if place.owner != own]

    def _most(self, model: CardTableModel) -> list[int]:
        """The most cards that anybody has of each group, so that all lie alike."""
        others = self._others(model)
        groups = [[len(s.of(g)) for g, _icon in s.groups] for place in others for s in place.laid_out]
        return [max(counts) for counts in zip_longest(*groups, fillvalue=0)]

    def _round(self, model: CardTableModel, table: rooms.Round) -> None:
        if model.middle.spreads:
            self._spreads(model.middle.spreads, table.middle, "")
        others, most = self._others(model), self._most(model)
        for place, where in zip(others, table.places, strict=True):
            self._before(place, where, table.head, most)
        if model.hand is None:
            return
        mine = next((place for place in model.places if place not in others), None)
        if mine is not None:
            self._head(mine, table.own)
        self._cards(model.hand, model.hand.id.partition(".")[0], table.hand)

    def _before(self, place: Place, room: Room, head: float, counts: Sequence[int]) -> None:
        """A player's head, and under it his cards: each group in its place. counts: the most that anybody has."""
        self._head(place, (*room[:3], head))
        for spread in place.laid_out:
            chips, several = rooms.in_groups(rooms.under(room, head), counts[: len(spread.groups)])
            for (group, icon), where, count in zip(spread.groups, chips, counts, strict=False):
                cards = spread.of(group)
                if not cards:
                    self._add(EmptyPlace(self.look, icon), rooms.first_of(where, count, several))
                    continue
                here, fits = rooms.in_row(where, max(len(cards), count), where[2:])
                self._row(replace(spread, cards=cards), place.owner, here, fits, icon)

    def _row(self, spread: Spread, owner: str, here: Sequence[Room], fits: int, sign: str) -> None:
        """Cards of one group side by side; where not all find room, the last shows how many more."""
        for at, (card, where) in enumerate(zip(spread.cards, here, strict=False)):
            if at == fits - 1 and len(spread.cards) > fits:
                self._more(spread, owner, at, where)
            else:
                self._chip(card, owner, where, sign)

    # ---- parts

    def _add(self, widget: Any, room: Room) -> Any:
        self._parts.append(widget)
        return self.place(widget, *room)

    def _head(self, place: Place, room: Room) -> SpreadHead:
        counts = tuple((row.icon, row.value) for row in place.rows if row.value.isdecimal() and row.icon != "goal")
        # what lies there to be counted need not be counted twice, nor what is not there at all
        counts = tuple(entry for entry in counts if entry[0] == "seal" or (entry[1] != "0" and not place.piles))
        name = seat_name(place.owner) if place.owner else _("Table")
        side = side_of(place.owner) if place.owner else ALL
        head = SpreadHead(self.look, side, name, counts, known_of(place.rows), place.tracks, place.acts)
        head.live = False
        self._add(head, room)
        return head

    def _chip(self, card: LyingCard, owner: str, room: Room, sign: str = "") -> None:
        made = CardChip(self.look, card.face, card.choices, sign=sign)
        made.side = side_of(owner) if owner else ""
        made.live = min(room[2:]) >= rooms.LEAST - 0.5  # smaller ones are answered in the list
        made.bind(on_tap=lambda _chip: self.taken(card), on_hold=lambda _chip: self.read(card))
        self._add(made, room)

    def _more(self, spread: Spread, owner: str, at: int, room: Room) -> None:
        left = spread.cards[at:]
        face = CardFace(id=f"{spread.id}.more", name=_("{count} more").format(count=len(left)), icon="hand")
        made = CardChip(self.look, face, open_now=any(card.choices for card in left))
        made.side = side_of(owner) if owner else ""
        made.bind(on_tap=lambda _chip: self.spread(spread))
        self._add(made, room)

    def _pile(self, spread: Spread, owner: str, room: Room) -> None:
        """Cards on each other. A touch on face-down ones is their one answer, on open ones spreads them out."""
        if not spread.cards and not spread.hidden:
            self._add(EmptyPlace(self.look, name=spread.label), room)
            return
        count = spread.hidden + sum(card.face.count for card in spread.cards)
        face = CardFace(id=f"{spread.id}.hidden", name=spread.title, icon="hide", down=True)
        top = LyingCard(face, spread.meant) if spread.hidden or not spread.cards else spread.cards[-1]
        unseen = not any(card.face.icon != "hide" for card in spread.cards)
        one = replace(top, choices=top.choices[:1])
        choices = one.choices if unseen else spread.choices
        made = CardChip(self.look, top.face, choices, pile=count, label=spread.label or spread.title)
        made.side = side_of(owner) if owner else ""
        if unseen:
            made.live = bool(choices)
            made.bind(on_tap=lambda _chip: self.taken(one), on_hold=lambda _chip: self.taken(one))
        else:
            made.bind(on_tap=lambda _chip: self.spread(spread), on_hold=lambda _chip: self.spread(spread))
        made.live = made.live and min(room[2:]) >= rooms.LEAST - 0.5
        self._add(made, room)

    def _spreads(self, spreads: Sequence[Spread], room: Room, owner: str) -> None:
        """Spreads side by side, piles at the end."""
        left, top, width, high = room
        piles = [spread for spread in spreads if spread.pile and spread.cards]
        laid = [spread for spread in spreads if not spread.pile]
        width -= (PILE + rooms.GAP) * len(piles)
        shares = [max(1, len(spread.cards), len(spread.places)) for spread in laid]
        at = left
        for spread, share in zip(laid, shares, strict=True):
            each = (width - rooms.GAP * (len(laid) - 1)) * share / sum(shares)
            if spread.places:
                self._in_places(spread, owner, (at, top, each, high))
            else:
                self._cards(spread, owner, (at, top, each, high))
            at += each + rooms.GAP
        for number, spread in enumerate(piles):
            self._pile(spread, owner, (left + width + rooms.GAP + (PILE + rooms.GAP) * number, top, PILE, high))

    def _in_places(self, spread: Spread, owner: str, room: Room) -> None:
        """Cards in places that keep their names, whatever is taken from beside them."""
        left, top, width, high = room
        each = min(rooms.PLACE, (width + rooms.GAP) / len(spread.places) - rooms.GAP)
        lying = {card.face.place: card for card in spread.cards}
        for at, name in enumerate(spread.places):
            where = (left + (each + rooms.GAP) * at, top, each, high)
            if name in lying:
                self._chip(lying[name], owner, where)
            else:
                self._add(EmptyPlace(self.look, name=name), where)

    def _cards(self, spread: Spread, owner: str, room: Room) -> None:
        """Cards side by side, as large as there is room; where it is not enough, the last shows how many more."""
        left, top, width, high = room
        if not spread.cards:
            self._add(EmptyPlace(self.look, "hand" if spread.hand else ""), (left, top, rooms.UPRIGHT[0], high))
            return
        most = rooms.IN_HAND if spread.hand else rooms.BIGGEST
        columns, wide, tall = rooms.grid(len(spread.cards), width, high, most)
        fits = columns * max(1, int((high + rooms.GAP + 0.01) // (tall + rooms.GAP)))
        for at, card in enumerate(spread.cards[:fits]):
            across, down = (wide + rooms.GAP) * (at % columns), (tall + rooms.GAP) * (at // columns)
            where = (left + across, top + down, wide, tall)
            if at == fits - 1 and len(spread.cards) > fits:
                self._more(spread, owner, at, where)
            else:
                self._chip(card, owner, where)
