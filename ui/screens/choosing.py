"""A screen with a board and a strip: every choice stands as a tag, and those with a place on the board too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.views import BoardPanel, PromptPanel, View
from ui.locale import _
from ui.panels.board import Board, Pointing
from ui.presenter import (
    BACK,
    GLASS,
    LIST,
    PLAY_ON,
    RULE,
    BoardModel,
    StripModel,
    TagModel,
    judged,
)
from ui.screens.cards_host import CardsHost
from ui.screens.filling import fill, tag
from ui.screens.page import Page
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.bridge import Narrowing
    from ui.glass import Glass


class Choosing(CardsHost):
    """Board or card table, strip, and the list behind one tag. A touch on either and on a tag are the same answer."""

    def __init__(self, glass: Glass, board: Board, **kwargs: Any) -> None:
        self.board = board
        self.model: BoardModel | None = None
        self.strip_model = StripModel(say="")
        self.marked = ""
        self.only: tuple[str, ...] = ()
        self._asked: object = None
        self.sheet: Sheet | None = None
        super().__init__(glass, **kwargs)
        self.strip = Strip(self.look)
        self.strip.bind(on_choice=self._taken, on_rule=self._rule)
        self.strip.bind(on_undo=lambda strip: self._taken(strip, self.strip_model.undo))
        # the board outlives its page, so it must not keep hold of it
        self._bound = {"on_zone": self._zone, "on_piece": self._piece, "on_mark": self._mark}
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
        self.put_away()

    # ---- showing

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
            self._asked, self.marked, self.only = asked, "", ()
            self.put_away()
        self.model = model
        self._view = view
        if model is not None:
            pointing = Pointing(model.choosable, model.taken, frozenset(model.pieces), model.astray, model.struck)
            self.board.show(model.panel, pointing)
        self.lay_cards(view, prompt, narrowed)
        self.write()

    def write(self) -> None:
        """Fills the strip."""
        self.strip_model = self.strip_now()
        corner = {"undo": _("Undo"), PLAY_ON: _("Play on")}.get(self.strip_model.undo, _("Take back"))
        fill(self.strip, self.strip_model, _("List"), corner)

    def _rule(self, _strip: Any, rule: str) -> None:
        self.open_rule(rule)

    def blank(self) -> None:
        """An empty board, so that nothing of a view lies in it."""
        if self.board.panel is not None:
            self.board.show(BoardPanel(sheet=self.board.panel.sheet))

    # ---- touches

    def _taken(self, _strip: Any, choice: str) -> None:
        if choice == LIST:
            self.lay_out(self.strip_model.listed)
        elif choice == BACK:
            self.only, self.marked = (), ""
            self.glass.forget()
            self.write()
        elif choice.startswith(RULE):
            self._rule(self.strip, choice.removeprefix(RULE))
        elif choice.startswith(GLASS):
            self.turn_to(choice)
        else:
            self.pick(choice)

    def _zone(self, _board: Any, zone: str) -> None:
        ids = self.model.zones.get(zone, ()) if self.model is not None else ()
        if len(ids) > 1:
            self.only = ids
            self.write()
        elif ids:
            self.pick(ids[0])
        else:
            choice = judged(self._view, zone)
            if choice is not None:
                self.pick(choice)

    def _piece(self, _board: Any, piece: str) -> None:
        choice = self.model.pieces.get(piece) if self.model is not None else None
        if choice is not None:
            self.pick(choice)

    def _mark(self, _board: Any, zone: str) -> None:
        self.marked = zone
        self.write()

    # ---- the list behind one tag

    def lay_out(self, tags: tuple[TagModel, ...]) -> None:
        """Shows choices as a list, over the page."""
        self.put_away()
        self.sheet = Sheet(self.glass, tags, self._from_sheet)
        self.place(self.sheet, *self.sheet_room())

    def sheet_room(self) -> tuple[float, float, float, float]:
        """Where a list lies: it may hide the board for so long as it is asked for."""
        return 0, 0, 640, 480

    def _from_sheet(self, choice: str) -> None:
        self.put_away()
        if choice != BACK:
            self.pick(choice)

    def put_away(self) -> None:
        """Takes away the list, and whatever else lies over the board."""
        self.uncover()
        if self.sheet is not None:
            self.drop(self.sheet)
            self.sheet = None


class Sheet(Page):
    """A list of choices in three columns, page by page."""

    ROWS, COLUMNS = 7, 3

    def __init__(self, glass: Glass, tags: tuple[TagModel, ...], taken: Any) -> None:
        self.tags, self.taken, self.first = tags, taken, 0
        super().__init__(glass)
        self._fill()

    def _fill(self) -> None:
        for child in self.children[:]:
            self.drop(child)
        width, height, gap = 204.0, 50.0, 6.0
        per_page = self.ROWS * self.COLUMNS
        for at, model in enumerate(self.tags[self.first : self.first + per_page]):
            column, row = at % self.COLUMNS, at // self.COLUMNS
            name = model.long or model.text
            made = tag(
                self.look, TagModel(model.choice, name, zone=model.zone if not model.badge else "", kind="place")
            )
            made.bind(on_tap=lambda tapped: self.taken(tapped.choice))
            self.place(made, 10 + column * (width + gap), 10 + row * (height + gap), width, height)
        low = 10 + self.ROWS * (height + gap) + 8
        back = tag(self.look, TagModel(BACK, _("Back"), icon="undo"))
        back.bind(on_tap=lambda _tag: self.taken(BACK))
        self.place(back, 10, low, 140, 54)
        if len(self.tags) > per_page:
            more = Tag(self.look, text=_("More"), icon="next")
            more.bind(on_tap=lambda _tag: self._turn(per_page))
            self.place(more, 160, low, 140, 54)

    def _turn(self, by: int) -> None:
        self.first = self.first + by if self.first + by < len(self.tags) else 0
        self._fill()
