"""A seat's private window, in black cloth: its own map or its cards, its prompt, and the way out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.prompts import is_paced, read
from companion.views import CardFace, PromptPanel, View
from ui.answering import Answer
from ui.frame import CLOTH
from ui.locale import _
from ui.presenter import (
    BACK,
    CARD_FORMS,
    CARDS,
    MAP,
    MORE,
    PLAY,
    READ,
    RULE,
    CardsModel,
    StripModel,
    TagModel,
    board_of,
    cards_of,
    hint_strip,
    opens_on_cards,
    panel,
    refusal_strip,
    side_of,
    strip_of,
)
from ui.screens.beside import lay_beside
from ui.screens.choosing import Choosing
from ui.screens.laying import Parts, grid
from ui.screens.own_notes import OwnNotes
from ui.screens.own_rail import OwnRail
from ui.screens.reading import Reading
from ui.widgets.cards import CardSmall
from ui.widgets.cloth import ClothFrame

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.picture import Own
    from ui.ports import Narrowing

ROOMY = 780.0
"""Cards that have more room than this beside each other are larger, in u."""


class OwnPage(Choosing):
    """What one seat alone may see. The glass takes it away whole; nothing of it is kept."""

    private = True
    role = "own"
    CARD = (230.0, 250.0)
    """How large a card becomes at most, in u."""

    def __init__(self, glass: Glass, seat: str) -> None:
        self.seat = seat
        self.cards: CardsModel | None = None
        self.on_cards: bool | None = None
        self.chosen = ""
        self.first = 0
        self.figure = ""
        self.reading: Reading | None = None
        self._laid = Parts(self)
        self._lent = 0.0  # how much of the room of the cards the strip has taken, in u
        self._question: PromptPanel | None = None
        self._since = glass.now()
        self._scanned: Narrowing | None = None  # a piece that was an answer, and was given
        super().__init__(glass, glass.own_board())
        self.strip.low = {"upright": 20.0, "small": 1.0}.get(self.room.name, 2.0)
        lies = self.room.rail_place()
        self.rail = OwnRail(glass, self, extent=lies[2:])
        self.place(self.board, *self.table_room())
        self.place(self.strip, *self.strip_room())
        self.place(self.rail, *lies)
        self.frame = ClothFrame(self.look)
        self.place(self.frame, 0, 0, self.wide, self.high)

    @property
    def view(self) -> View | None:
        own = self.glass.own
        return own.view if own is not None else None

    @property
    def cards_may_be_laid(self) -> bool:
        """Whether what is asked here is asked in the open too, where a real card may answer it."""
        bridge, picture, view = self.glass.bridge, self.glass.picture, self.view
        if bridge is None or picture is None or view is None or not bridge.table.reader:
            return False
        if not any(card.choice for card in self._faces()):
            return False
        here, there = panel(view, PromptPanel), panel(picture.table, PromptPanel)
        asked = here is not None and there is not None and (here.seat, here.ask) == (there.seat, there.ask)
        return self.showing_cards and asked

    # ---- showing

    def show(self) -> None:
        own = self.glass.own
        if own is None:
            return
        prompt = panel(own.view, PromptPanel)
        self.cards = cards_of(own.view)
        asked = (prompt, own.narrowed)
        if asked != self._asked:
            self.chosen, self.on_cards = self._laid_card(own), None
            self._stop_reading()
        if prompt != self._question:
            self._question, self._since = prompt, self.glass.now()
        about_cards = opens_on_cards(own.view) if self.on_cards is None else self.on_cards
        self.showing_cards = about_cards and self.cards is not None
        model = None if self.showing_cards else board_of(own.view, own.refusal, own.narrowed)
        self.ground_role = "paper" if model is None else ""  # a board, its strip and its rail cover all of it
        self._lay_board(model is not None)
        self.rail.show()  # what lies open there needs no tag
        asked_now = prompt is not None and prompt.seat == self.seat and not (own.refusal or own.hint)
        self.lay_played(prompt.card if prompt is not None and asked_now else None, self.seat)
        self.ask(own.view, asked, model, prompt, own.narrowed)
        self._lay_cards()
        self.weighed(own.weighed)
        if self.over is not None:
            self.over.show()
        self._on_top()
        if own.narrowed is not None and own.narrowed.answers and own.narrowed is not self._scanned:
            self._scanned = own.narrowed
            self.pick(own.narrowed.choices[0])

    def _laid_card(self, own: Own) -> str:
        """The card in hand that a piece on the table stands for."""
        choices = own.narrowed.choices if own.narrowed is not None and not own.narrowed.answers else ()
        return choices[0] if len(choices) == 1 and any(card.choice in choices for card in self._faces()) else ""

    def _lay_board(self, seen: bool) -> None:
        """Under all else; where cards lie in its place, nothing of it is drawn, and no touch reaches it."""
        if seen == (self.board.parent is self):
            return
        self.repaint()
        if seen:
            self.add_widget(self.board, index=len(self.children))
            self.place(self.board, *self.table_room())
        else:
            self.drop(self.board)

    def _on_top(self) -> None:
        for widget in (self.sheet, self.over, self.reading, self.frame):
            if widget is not None:
                self.remove_widget(widget)
                self.add_widget(widget)

    def _lay_cards(self) -> None:
        """The cards in rows; where there are more, page by page."""
        self._laid.begin()
        if self.showing_cards and self.cards is not None:
            columns, wide, tall = self._grid()
            faces, asked = self.cards.cards, any(face.choice for face in self.cards.cards)
            if self.first >= len(faces):
                self.first = 0
            left, top = (edge + 7 for edge in self.table_room()[:2])
            for at, face in enumerate(faces[self.first : self.first + self._a_page()]):
                owner = self.cards.owners[self.first + at] if self.cards.owners else ""
                card = self._laid.take((at, face, owner), partial(self._card_small, face, owner))
                chosen = face.choice and face.choice == self.chosen
                shut = face.choice is None and (asked or face.why_not)  # where no card is asked for, all may be read
                card.state = "not_now" if shut else "chosen" if chosen else "plain"
                row, column = divmod(at, columns)
                self.place(card, left + (wide + 5) * column, top + (tall + 8) * row, wide, tall)
            lying = min(self._a_page(), len(faces) - self.first)
            free = -lying % columns
            corner = left + (wide + 5) * (columns - free), top + (tall + 8) * (lying // columns)
            lay_beside(self, self._laid, self.cards.lines, (*corner, (wide + 5) * free - 5, tall))  # fmt: skip
        self._laid.end()

    def _card_small(self, face: CardFace, owner: str) -> CardSmall:
        """owner: whose it is, where hands of several lie there."""
        card = CardSmall(self.look, face, owner)
        of_all = self.seat in ("guards", "swords", "spears")
        card.side = side_of(owner or (self.seat if of_all else self._owner(face)))
        card.bind(on_tap=lambda tapped: self._take(tapped.face), on_hold=lambda held: self.read(held.face))
        return card

    def _grid(self) -> tuple[int, float, float]:
        """In how many columns the cards lie, and how large each is."""
        _left, _top, width, height = self.table_room()
        width, height = width - 14, height - 14
        small = self.room.name == "small"
        least = (92.0, 70.0) if small else (190.0, 200.0) if width > ROOMY else (148.0, 168.0)
        columns, rows = grid(len(self._faces()), width, height, least, 5)
        wide = min(self.CARD[0], (width - 5 * (columns - 1)) / columns)
        return columns, wide, min(self.CARD[1], (height - 8 * (rows - 1)) / rows)

    def give_way(self, high: float) -> None:
        """So much of the room of the cards is the strip's, in u."""
        super().give_way(high)
        if high != self._lent:
            self._lent = high
            self._lay_cards()

    def _a_page(self) -> int:
        columns, _wide, tall = self._grid()
        return columns * max(1, int((self.table_room()[3] - 14 - self._lent + 8) // (tall + 8)))

    def _owner(self, face: CardFace) -> str:
        return read(face.choice).who or self.seat if face.choice else self.seat

    # ---- the strip

    def strip_now(self) -> StripModel:
        own = self.glass.own
        prompt = panel(own.view, PromptPanel) if own is not None else None
        if own is None or prompt is None:
            return StripModel(say="", kind="plain")
        if self.glass.answering.of(self.seat):
            return StripModel(say=_("One moment, please"), kind="plain")
        if own.refusal is not None:
            return refusal_strip(own.refusal)
        if prompt.seat != self.seat or not prompt.choices:
            return StripModel(say=prompt.say, kind="plain", rules=prompt.rules, tags=self._pages())
        if own.hint is not None:
            return hint_strip(prompt.say, own.hint)
        if self.showing_cards:
            return self._cards_strip(prompt)
        in_rail = bool(self.rail.hand) and any(read(c.id).form not in CARD_FORMS for c in prompt.choices)
        in_rail = in_rail and any("@" in choice.id for choice in prompt.choices)
        in_rail = in_rail and not self.only and own.narrowed is None
        strip = strip_of(prompt, narrowed=own.narrowed, only=self.only, marked=self.marked, without_cards=in_rail)
        return self.with_cards(strip)

    def _cards_strip(self, prompt: PromptPanel) -> StripModel:
        face = next((card for card in self._faces() if card.choice and card.choice == self.chosen), None)
        before: list[TagModel] = []
        if face is not None:
            before = [
                TagModel(PLAY, _("Play this card"), icon="tick", kind="main"),
                TagModel(READ, _("Read it"), icon="eye"),
            ]
        strip = strip_of(prompt, without_cards=True, ways_out=face is not None, before=(*before, *self._pages()))
        if face is not None:
            rules = (face.rule,) if face.rule is not None else ()
            return StripModel(face.name, aside=prompt.say, rules=rules, tags=strip.tags, undo=strip.undo)
        open_to_touch = any(card.choice for card in self._faces())
        if not open_to_touch:
            return strip
        usual = {choice.id for choice in prompt.choices if choice.main}  # a lone way out is not the next act here
        tags = tuple(tag if tag.choice in usual else replace(tag, kind="plain") for tag in strip.tags)
        return replace(strip, aside=prompt.note or _("touch a card"), tags=tags)

    def _pages(self) -> tuple[TagModel, ...]:
        several = self.showing_cards and len(self._faces()) > self._a_page()
        return (TagModel(MORE, _("More"), icon="next"),) if several else ()

    def _faces(self) -> tuple[CardFace, ...]:
        return self.cards.cards if self.cards is not None else ()

    # ---- touches

    def pick(self, choice: str) -> None:
        own = self.glass.own
        if own is None or self.glass.bridge is None:
            return
        pick = read(choice)
        if pick.form == "figure":
            self.figure = pick.what
        self.only = ()
        prompt, due = panel(own.view, PromptPanel), self._since + self.glass.answer_pause
        paced = prompt is not None and is_paced(prompt.ask, [choice.id for choice in prompt.choices])
        if paced and self.glass.now() < due:
            self.glass.answering.wait(Answer(self.seat, choice, own.basis, due))
            self.write()
            return
        self.glass.bridge.pick_own(choice, own.basis)

    def weigh(self, choice: str) -> None:
        if self.glass.bridge is not None:
            self.glass.bridge.weigh_own(choice)

    def turn_to(self, choice: str) -> None:
        if choice == PLAY and self.chosen:
            self.pick(self.chosen)
        elif choice == READ:
            face = next((card for card in self._faces() if card.choice == self.chosen), None)
            if face is not None:
                self.read(face)
        elif choice in (MAP, CARDS):
            self.on_cards = choice == CARDS
            self.show()
        elif choice == MORE:
            self.first += self._a_page()
            self.show()

    def _take(self, face: CardFace) -> None:
        """A card was touched: taken at once where a hand is chosen, else chosen to be played."""
        if self.cards is not None and self.cards.direct:
            if face.choice is not None:
                self.pick(face.choice)
        elif face.choice is not None:
            self.chosen = face.choice
            self.show()
        else:
            self.read(face)

    def play(self, face: CardFace) -> None:
        """A card in the rail was touched: played, or where it may also be a bluff, asked which."""
        view = self.view
        prompt = panel(view, PromptPanel) if view is not None else None
        if prompt is None:
            return
        owner = self.figure or (read(face.choice).who if face.choice else "")
        same = [
            choice.id
            for choice in prompt.choices
            if read(choice.id).form in CARD_FORMS
            and read(choice.id).what == face.id
            and read(choice.id).who in ("", owner)
        ]
        if face.choice is not None and not same:
            same = [face.choice]
        if not same:
            self.read(face)
            return
        self.only = tuple(same)
        self.on_cards = False
        self.show()

    # ---- a rule read, inside the cloth

    def open_rule(self, number: str) -> None:
        bridge = self.glass.bridge
        if bridge is None:
            return
        from ui.screens.rules import RulesPage

        self._stop_reading()
        self.uncover()
        own = self.glass.own
        self.over = RulesPage(
            self.glass,
            bridge.table.rules(self.seat),
            self._rule_read,
            number=number,
            phase=own.view.phase if own is not None else "",
            private=True,
            draw=bridge.illustrate,
            drawn=lambda: self.glass.own.illustration if self.glass.own is not None else None,
        )
        self.place(self.over, CLOTH, CLOTH, self.wide - 2 * CLOTH, self.high - 2 * CLOTH)
        self._under(0)
        self._on_top()

    def _rule_read(self) -> None:
        self.uncover()
        self._under(1)

    def uncover(self) -> None:
        if self.over is not None:
            self.over.leave()
            self._under(1)
        super().uncover()

    # ---- a card read large

    def read(self, face: CardFace) -> None:
        """Shows a card large, over the window and inside its cloth."""
        self._stop_reading()
        if self.glass.bridge is None:
            return
        book = self.glass.bridge.table.rules(self.seat)
        owner = self._owner(face) if self.seat not in ("guards", "swords", "spears") else "guards"
        extent = (self.wide - 2 * CLOTH, self.high - 2 * CLOTH)
        self.reading = Reading(self.glass, face, side_of(owner), book, self._read, extent=extent)
        self.place(self.reading, CLOTH, CLOTH, *extent)
        self._under(0)
        self._on_top()

    def _read(self, choice: str) -> None:
        face = self.reading.face if self.reading is not None else None
        self._stop_reading()
        if choice == PLAY and face is not None and face.choice is not None:
            self.pick(face.choice)
        elif choice.startswith(RULE):
            self.open_rule(choice.removeprefix(RULE))
        elif choice != BACK:
            self.glass.hide()

    def _stop_reading(self) -> None:
        if self.reading is not None:
            self.drop(self.reading)
            self.reading = None
            self._under(1)

    def _under(self, opacity: float) -> None:
        """What lies under a card that is read is not drawn."""
        for widget in (self.strip, self.rail, *self._laid):
            widget.opacity = opacity

    def unfold(self) -> None:
        """On a narrow screen: what the rail has no room for, over the map until it was read."""
        view = self.view
        if view is not None:
            lies = self.sheet_room()
            self.cover(OwnNotes(self.glass, self, view, extent=lies[2:]))

    def covered(self) -> None:
        self._on_top()

    def lay_out(self, tags: tuple[TagModel, ...]) -> None:
        super().lay_out(tags)
        self._on_top()

    def leave(self) -> None:
        self._stop_reading()
        super().leave()
        self.rail.leave()
        self._laid.clear()
        self.blank()
        self.drop(self.board)

    def tick(self) -> None:
        super().tick()
        self.rail.tick()
