"""A screen with a board and a strip: every choice stands as a tag, and those with a place on the board too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.prompts import read
from companion.views import CardFace, PromptPanel, View
from ui.frame import CLOTH
from ui.lettering import fitting
from ui.locale import _
from ui.panels.board import Board
from ui.panels.pointing import Pointing
from ui.presenter import (
    BACK,
    GLASS,
    LEARNT,
    LIST,
    PLAY_ON,
    RULE,
    TAKEN,
    BoardModel,
    StripModel,
    TagModel,
    judged,
    judged_piece,
    remark_on,
    side_of,
)
from ui.presenter.peeks import Peek, peek_at, peek_zone
from ui.screens.cards_host import CardsHost
from ui.screens.drawn_way import DrawnWay
from ui.screens.errand import Errand, without
from ui.screens.filling import fill, tag
from ui.screens.laying import GAP, grid
from ui.screens.page import Page, Words
from ui.theme import Place, Size
from ui.widgets.cards import CardMini
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.ports import Narrowing, Ruling


HEAD = 32.0
"""How much of a list is what is asked, in u."""
REMARK = 4.0
"""Seconds for which the strip says why a figure that was touched is no choice."""


class Choosing(CardsHost):
    """Board or card table, strip, and the list behind one tag. A touch on either and on a tag are the same answer."""

    CARD_HIGH = 84.0
    """How high the card that is being played is, in u."""

    def __init__(self, glass: Glass, board: Board, **kwargs: Any) -> None:
        self.board = board
        self.model: BoardModel | None = None
        self.strip_model = StripModel(say="")
        self.marked = ""
        self.only: tuple[str, ...] = ()
        self.listed: tuple[TagModel, ...] = ()
        self._asked: object = None
        self._remark, self._until = Peek(""), 0.0
        self._weighed = ""  # the choice that the referee was asked about because a finger is held there
        self.sheet: Sheet | None = None
        self.played: CardMini | None = None
        super().__init__(glass, **kwargs)
        self.strip = Strip(self.look, self.room.name)
        self.strip.bind(on_choice=self._taken, on_rule=self._rule, on_peek=self._peek_tag)
        self.strip.peeks = lambda choice: choice.startswith(TAKEN) or not choice.startswith(GLASS)
        self.strip.bind(on_undo=lambda strip: self._taken(strip, self.strip_model.undo))
        # the board outlives its page, so it must not keep hold of it
        self._bound = {
            "on_zone": self._zone, "on_piece": self._piece, "on_mark": self._mark, "on_lead": self._lead,
            "on_draw": self._draw, "on_peek": self._peek,
        }  # fmt: skip
        self.drawn = DrawnWay(lambda choice: self.pick(choice))
        self.errand = Errand(lambda choice: self.pick(choice))
        board.bind(**self._bound)

    # ---- for the pages

    def pick(self, choice: str) -> None:
        """A choice was made."""
        raise NotImplementedError

    def strip_now(self) -> StripModel:
        """What the strip says now."""
        raise NotImplementedError

    def turn_to(self, choice: str) -> None:
        """A tag of the glass itself was taken."""
        raise NotImplementedError

    def leave(self) -> None:
        """The page goes: nothing of it stays behind."""
        self.board.unbind(**self._bound)
        self.drawn.forget()
        self.errand.forget()
        self.put_away()

    # ---- showing

    @property
    def asks(self) -> object:
        return self._asked

    def ask(
        self,
        view: View,
        asked: object,
        model: BoardModel | None,
        prompt: PromptPanel | None = None,
        narrowed: Narrowing | None = None,
    ) -> None:
        """Shows the board and the strip of a view; what was half chosen is forgotten when something else is asked."""
        if asked != self._asked:
            self._asked, self.marked, self.only, self._remark = asked, "", (), Peek("")
            self._weighed = ""
            self.put_away()
            self.board.lose_finger()
            self.strip.shown = None  # the tags of another question are others, even where they say the same
        self.model = model
        self._view = view
        if model is not None:
            here = prompt.way[-1] if prompt is not None and prompt.way and not model.astray else ""
            pointing = Pointing(
                model.choosable,
                model.taken,
                frozenset(model.pieces),
                model.astray,
                model.struck,
                model.refused,
                here=here,
                leads=model.leads if not model.astray else frozenset(),
                light=bool(here) and model.light,
            )
            self.board.show(model.panel, pointing)
        self.lay_cards(view, prompt, narrowed)
        self.write()
        self.errand.asked(prompt)
        self.drawn.asked(prompt if model is not None and not model.astray else None)

    def lay_played(self, face: CardFace | None, seat: str) -> None:
        """The card that is being played lies at the left of the strip while it is asked about."""
        left, top, _wide, high = self.strip_room()
        seen = face if high >= self.CARD_HIGH else None
        if self.played is not None and self.played.face != seen:
            self.drop(self.played)
            self.played = None
        self.strip.lead = 72.0 if seen is not None else 0.0
        if seen is not None:
            if self.played is None:
                self.played = CardMini(self.look, seen)
            self.played.side = side_of(seat)
            low = self.strip.low if self.room.name == "upright" else (high - self.CARD_HIGH) / 2
            self.place(self.played, left + 8, top + high - low - self.CARD_HIGH, 66, self.CARD_HIGH)

    def write(self) -> None:
        """Fills the strip."""
        self.strip_model = self.strip_now()
        if self._remark.say and self.strip_model.kind in ("lantern", "plain"):
            rules = self._remark.rules or self.strip_model.rules
            self.strip_model = replace(self.strip_model, say=self._remark.say, aside=self._remark.aside, rules=rules)
        corner = {"undo": _("Undo"), PLAY_ON: _("Play on")}.get(self.strip_model.undo, _("Take back"))
        left, top, wide, high = self.strip_room()
        self.strip.size = (self.look.u(wide), self.look.u(high))
        self.listed = fill(self.strip, self.strip_model, _("List"), corner)
        more = min(self.strip.wants(), top)  # on small screens a long sentence takes some of the board
        self.place(self.strip, left, top - more, wide, high + more)
        self.give_way(more)

    def tick(self) -> None:
        if self._remark.say and self.glass.now() >= self._until:
            self._remark = Peek("")
            self.write()

    def strip_room(self) -> Place:
        """Where the strip lies."""
        return self.room.strip_place(CLOTH if self.private else 0.0)

    def _rule(self, _strip: Any, rule: str) -> None:
        self.open_rule(rule)

    def blank(self) -> None:
        """An empty board, so that nothing of a view lies in it."""
        self.board.blank()

    # ---- touches

    def _taken(self, _strip: Any, choice: str) -> None:
        if choice == LIST:
            self.lay_out(self.listed)
        elif choice == BACK:
            self.only, self.marked = (), ""
            self.glass.forget()
            self.write()
        elif choice == LEARNT:
            if self.glass.bridge is not None:
                self.glass.bridge.learn()
        elif choice.startswith(TAKEN):
            self._give_back(choice.removeprefix(TAKEN))
        elif choice.startswith(RULE):
            self._rule(self.strip, choice.removeprefix(RULE))
        elif choice.startswith(GLASS):
            self.turn_to(choice)
        else:
            self.pick(choice)

    def _give_back(self, choice: str) -> None:
        """One of several answers is taken back, and those after it stay."""
        if self.prompt_asked is not None:
            self.errand.run(without(self.prompt_asked.taken, choice))

    def _zone(self, _board: Any, zone: str) -> None:
        taken = self.prompt_asked.taken if self.prompt_asked is not None else ()
        mine = next((answer.id for answer in taken if answer.zone == zone), "")
        ids = self.model.zones.get(zone, ()) if self.model is not None else ()
        if len(ids) > 1:
            self.only = ids
            self.write()
        elif ids:
            self.pick(ids[0])
        elif mine:
            self._give_back(mine)
        else:
            members = self._members(self.board.under)
            choice = judged(self._view, zone) or judged_piece(self.prompt_asked, self.board.under)
            if len(members) > 1:
                self.only = members
                self.write()
            elif members:
                self.pick(members[0])
            elif choice is not None:
                self.pick(choice)
            elif self.board.under:
                self._say(Peek(remark_on(self.prompt_asked, self.board.under, self._view.turn_of)))

    def _members(self, group: str) -> tuple[str, ...]:
        """The choices that the figures of a group are, one by one, where the group itself is none."""
        model = self.model
        if model is None or not group or group in model.pieces:
            return ()
        return tuple(
            model.pieces[piece.id] for piece in model.panel.pieces if piece.group == group and piece.id in model.pieces
        )

    def _piece(self, _board: Any, piece: str) -> None:
        choice = self.model.pieces.get(piece) if self.model is not None else None
        if choice is not None:
            self.pick(choice)

    def _lead(self, _board: Any, piece: str) -> None:
        self.drawn.begin(self.model.pieces.get(piece, "") if self.model is not None else "")

    def _draw(self, _board: Any, zone: str) -> None:
        self.drawn.over(zone)

    # ---- a finger that is held

    def _peek(self, _board: Any, zone: str) -> None:
        """On the board: what would come of the figure or the zone under it, and where it is none, why not."""
        model = self.model
        if model is None:
            return
        piece = model.pieces.get(self.board.under)
        found = peek_at(self.prompt_asked, (piece,) if piece else model.zones.get(zone, ()))
        if found is None:
            found = peek_zone(model.panel.sheet, zone)
            figure = judged_piece(self.prompt_asked, self.board.under) if self.board.under else None
            self._weighed = figure or judged(self._view, zone) or ""
            if self._weighed:
                self.weigh(self._weighed)
        self._say(found)

    def _peek_tag(self, _strip: Any, choice: str) -> None:
        found = peek_at(self.prompt_asked, (choice.removeprefix(TAKEN),))
        if found is not None:
            self._say(found)

    def weigh(self, choice: str) -> None:
        """Asks why a choice is none: in a private window alone."""

    def weighed(self, ruling: Ruling | None) -> None:
        """Why the choice is none that a finger is held on, or was held on just now."""
        if ruling is not None and self.model is not None and ruling.choice == self._weighed:
            self._weighed = ""
            self._say(peek_zone(self.model.panel.sheet, read(ruling.choice).what, ruling))

    def _say(self, peek: Peek) -> None:
        """Says something in the place of the question, for a while."""
        self._remark, self._until = peek, self.glass.now() + REMARK
        self.write()

    def _mark(self, _board: Any, zone: str) -> None:
        self.marked = zone
        self.write()

    # ---- the list behind one tag

    def lay_out(self, tags: tuple[TagModel, ...]) -> None:
        """Shows choices as a list, over the page."""
        self.put_away()
        lies = self.sheet_room()
        self.sheet = Sheet(self.glass, self.strip_model.say, tags, self._from_sheet, extent=lies[2:])
        self.place(self.sheet, *lies)

    def sheet_room(self) -> Place:
        """Where a list lies: it may hide the board for so long as it is asked for."""
        left, top, wide, high = self.table_room()
        return left, top, wide, high + (self.strip_room()[3] if self.room.name != "upright" else 0.0)

    def _from_sheet(self, choice: str) -> None:
        self.put_away()
        if choice != BACK:
            self._taken(self.strip, choice)

    def put_away(self) -> None:
        """Takes away the list, and whatever else lies over the board."""
        self.uncover()
        if self.sheet is not None:
            self.drop(self.sheet)
            self.sheet = None


class Sheet(Page):
    """A list of choices in columns, page by page, under what is asked."""

    def __init__(
        self, glass: Glass, asked: str, tags: tuple[TagModel, ...], taken: Callable[[str], None], extent: Size
    ) -> None:
        self.asked, self.tags, self.taken, self.first = asked, tags, taken, 0
        super().__init__(glass, extent)
        self._fill()

    def _fill(self) -> None:
        for child in self.children[:]:
            self.drop(child)
        edge = 4.0 if self.room.name == "small" else 10.0
        width, height = self.wide - 2 * edge, self.high - 2 * edge - 54 - GAP
        least = (min(196.0, width), 50.0)
        columns, rows = grid(len(self.tags), width, height - HEAD, least)
        roomy = columns * rows >= len(self.tags) or self.room.name != "small"
        head = HEAD if roomy and self.room.name != "upright" else 0.0  # there the strip is in sight
        columns, rows = grid(len(self.tags), width, height - head, least)
        self.per_page = columns * rows
        if head:
            style = fitting(self.look, self.asked, ("prompt_long", "card_head", "letter"), self.look.u(width))
            title = self.place(Words(self.look, style), edge, edge - 2, width, HEAD)
            title.say(self.asked)
        wide = (width - GAP * (columns - 1)) / columns
        for at, model in enumerate(self.tags[self.first : self.first + self.per_page]):
            row, column = divmod(at, columns)
            name = model.long or model.text
            kind = "plain" if model.kind == "main" else model.kind
            said = model.badge or f"({model.zone})" in name  # the number is said already
            zone = "" if said else model.zone
            made = tag(self.look, replace(model, text=name, zone=zone, badge="", note="", kind=kind))
            made.bind(on_tap=lambda tapped: self.taken(tapped.choice))
            self.place(made, edge + column * (wide + GAP), edge + head + row * (50.0 + GAP), wide, 50.0)
        low = self.high - edge - 54
        wide = min(140.0, (width - GAP) / 2)
        back = tag(self.look, TagModel(BACK, _("Back"), icon="undo"))
        back.bind(on_tap=lambda _tag: self.taken(BACK))
        self.place(back, edge, low, wide, 54)
        if len(self.tags) > self.per_page:
            more = Tag(self.look, text=_("More"), icon="next")
            more.bind(on_tap=lambda _tag: self._turn())
            self.place(more, edge + wide + GAP, low, wide, 54)

    def _turn(self) -> None:
        self.first = self.first + self.per_page if self.first + self.per_page < len(self.tags) else 0
        self._fill()
