"""Tags and pieces: hold up a tag, touch the piece; or touch the first of a pile and lay card after card on the reader.

Nothing here is private: which pieces a box holds is printed on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from companion.enrolling import Step, pile_of
from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, wrap, write
from ui.locale import _
from ui.ports import CannotOpen, CannotWrite, Enrolling, HeldTag, Notice, Offer
from ui.presenter import BACK, GLASS, StripModel, TagModel
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.spoken import parted, unfit_words
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.glass import Glass

SKIP, OFF, REPLACE, PRINT, TRAY, MORE = (GLASS + word for word in ("skip", "off", "replace", "print", "tray", "more"))
STEP = 49.0
"""From row to row, in u."""


class PieceBox(Touchable, Painted):
    """A piece, ticked when it has its tag. The one that the next tag is for is lit."""

    def __init__(self, look: Look, piece: str, name: str, tagged: bool, lit: bool, **kwargs: Any) -> None:
        self.piece, self.name, self.tagged, self.lit = piece, name, tagged, lit
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.lit or self.pressed else "slip"))
        lay(group, outlined(corners, u(2.4 if self.lit else 1)), look.rgba("amber_ink" if self.lit else "line"))
        box = [
            (self.x + u(10) + u(20) * i, self.center_y - u(10) + u(20) * j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        lay(group, outlined(box, u(1.6)), look.rgba("pine" if self.tagged else "ink2"))
        if self.tagged:
            icons.draw(group, "tick", (self.x + u(20), self.center_y), u(20), look.rgba("pine"), stroke=2.8)
        room = self.width - u(46)
        style = fitting(look, self.name, ("text", "small", "caption"), room)
        lines = wrap(look, self.name, style, room, 2)
        for at, line in enumerate(lines):
            y = self.center_y + u(9) * (len(lines) - 1 - 2 * at)
            write(group, look, line, style, look.rgba("ink"), (self.x + u(40), y))


class EnrolPage(Page):
    """The piles of a game at the left, the pieces of one beside them, and in the strip what to hold up."""

    def __init__(self, glass: Glass, offer: Offer, back: Callable[[], None]) -> None:
        self.offer, self.back = offer, back
        self.enrolling: Enrolling | None = None
        self.pile = ""
        self.shown = 0
        self._first_pile = 0
        self._step = Step("nothing")
        self._said = ""
        self._made: list[Any] = []
        self._ring = Clock.create_trigger(self._hear)
        super().__init__(glass)
        small, upright = self.room.name == "small", self.room.name == "upright"
        self.told = Words(self.look, "small", "vermilion")
        self.title = Words(self.look, "head" if small else "title")
        self.strip = Strip(self.look, self.room.name)
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.place(self.strip, 0, self.high - self.room.strip, self.wide, self.room.strip)
        # Games at the right of the title, or under it where the screen is narrow.
        games = self.wide - 354 if not upright else self.wide - 8
        few = not upright and games < 420
        self._head = self.wide - 32 if upright else self.wide - 224 if few else 330.0
        styles = ("head", "card_head", "letter") if small else ("title", "head", "card_head")
        self.title.style = fitting(self.look, _("Tags and pieces"), styles, self.look.u(self._head))
        self.title.say(_("Tags and pieces"))
        self.place(self.title, 8 if small else 16, 4 if small else 2, self._head, 38 if small else 44)
        self.place(self.told, 8 if small else 16, 4 if small else 46, self._head, 40)
        if few:
            self._lay_one_game(self.wide - 206, 200, 48 if small else 62)
        else:
            self._lay_games(self.wide - games - 4 if not upright else 8, 10 if not upright else 90, games)
        self._top = 54.0 if small else 158.0 if upright else 88.0
        self.pile_wide = 116.0 if small else 150.0 if upright else 200.0
        self.rows = max(1, int((self.high - self.room.strip - self._top) // STEP))
        room = self.wide - self.pile_wide - 18
        self.columns = max(1, int((room + 5) // (116 if small or upright else 165)))
        self.piece_wide = (room + 5) / self.columns - 5

    def _lay_games(self, left: float, top: float, width: float) -> None:
        made = [
            Tag(self.look, choice=f"game:{offer.id}", text=parted(offer.title)[1], icon=offer.sign)
            for offer in self.glass.desk.games()
        ]
        spare = width / len(made) - sum(tag.least_width() for tag in made) / self.look.factor / len(made)
        for tag, offer in zip(made, self.glass.desk.games(), strict=True):
            tag.kind = "taken" if offer.id == self.offer.id else "plain"
            wide = tag.least_width() / self.look.factor + spare
            if spare < 6:
                tag.icon = ""
            tag.bind(on_tap=lambda _tag, offer=offer: self._turn(offer))
            self.place(tag, left, top, wide - 6, 62)
            left += wide

    def _lay_one_game(self, left: float, width: float, height: float) -> None:
        """The game at hand; a touch turns to the next one."""
        offers = self.glass.desk.games()
        at = next(at for at, other in enumerate(offers) if other.id == self.offer.id)
        other = offers[(at + 1) % len(offers)]
        made = Tag(self.look, choice=f"game:{other.id}", text=parted(self.offer.title)[1], icon=self.offer.sign)
        made.bind(on_tap=lambda _tag: self._turn(other))
        self.place(made, left, 2 if height < 50 else 10, width, height)

    # ---- the reader, while the page is up

    def show(self) -> None:
        if self.enrolling is None:
            try:
                self.enrolling = self.glass.desk.enrolling(self._ring, self.offer.id)
            except CannotOpen as error:
                self._said = str(error)
        if self.enrolling is not None:
            self.pile = self.pile or next(iter(self.enrolling.enrolment.piles()))
            reader = self.enrolling.reader
            if reader is None:
                self._said = _("This table has no reader: describe one with ./kuroko rig.")
            elif reader.tray is not None:
                from ui.tag_tray import TagTrayView

                self.glass.lay_beside(TagTrayView(self.glass, reader.tray))
        self._lay()

    def leave(self) -> None:
        if self.enrolling is not None:
            self.enrolling.close()
            self.enrolling = None
            self.glass.lay_beside(None)

    def _hear(self, *_: Any) -> None:
        reader = self.enrolling.reader if self.enrolling is not None else None
        for one in reader.heard() if reader is not None else ():
            self.hear(one)

    def hear(self, one: HeldTag | Notice) -> None:
        """What was held to the reader, or what it says of itself."""
        assert self.enrolling is not None
        if isinstance(one, Notice):
            self._said = "" if one.over else one.say
            self._lay()
        else:
            self._do(self.enrolling.enrolment.show(one.uid))

    # ---- what came of it

    def _do(self, step: Step) -> None:
        assert self.enrolling is not None
        self._step, self._said = step, self._words(step)
        at = self.enrolling.enrolment.at
        if at is not None:
            self._turn_to(at)
        self._lay()

    def _words(self, step: Step) -> str:
        match step.what:
            case "taken":
                return _("This tag is under {piece} already.").format(piece=self._named(step.piece))
            case "has_tag":
                return _("{piece} has a tag already.").format(piece=self._named(step.piece))
            case "unsaved":
                return step.say
            case "random" | "half" | "length" | "not_hex":
                return unfit_words(step.what)
        return ""

    def _named(self, piece: str) -> str:
        assert self.enrolling is not None
        return self.enrolling.name(piece)[1]

    def _turn_to(self, piece: str) -> None:
        """Opens the pile and the page on which a piece lies."""
        assert self.enrolling is not None
        piles = self.enrolling.enrolment.piles()
        self.pile = pile_of(piece)
        self.shown = piles[self.pile].index(piece) // (self.columns * self.rows)
        if len(piles) > self.rows:
            self._first_pile = [*piles].index(self.pile) // (self.rows - 1) * (self.rows - 1)

    # ---- showing

    def _lay(self) -> None:
        for old in self._made:
            self.drop(old)
        self._made = []
        self.told.say(*wrap(self.look, self._said, "small", self.look.u(self._head), 2))
        self.title.opacity = 0 if self._said and self.room.name == "small" else 1
        if self.enrolling is not None:
            self._lay_piles()
            self._lay_pieces()
        fill(self.strip, self._strip())
        more, low = self.strip.wants(), self.high - self.room.strip
        self.place(self.strip, 0, low - more, self.wide, self.room.strip + more)

    def _lay_piles(self) -> None:
        assert self.enrolling is not None
        enrolment = self.enrolling.enrolment
        piles = [*enrolment.piles().items()]
        many = len(piles) > self.rows
        here = piles[self._first_pile : self._first_pile + self.rows - 1] if many else piles
        for at, (pile, pieces) in enumerate(here):
            left, pages = len(enrolment.left(pile)), -(-len(pieces) // (self.columns * self.rows))
            words = {"page": self.shown + 1, "pages": pages}
            page = (
                f"{self.shown + 1} / {pages}" if self.pile_wide < 200 else _("page {page} of {pages}").format(**words)
            )
            made = Tag(
                self.look,
                choice=f"pile:{pile}",
                text=self._pile_name(pile),
                note=page if pages > 1 and pile == self.pile else "",
                icon="" if left else "tick",
                value=f"{len(pieces) - left}/{len(pieces)}",
                kind="taken" if pile == self.pile else "quiet",
            )
            if made.least_width(noted=True) > self.look.u(self.pile_wide):
                made.note = ""
            if made.least_width() > self.look.u(self.pile_wide):
                made.value = ""
            made.bind(on_tap=lambda tapped: self._open(tapped.choice.partition(":")[2]))
            self._made.append(self.place(made, 8, self._top + STEP * at, self.pile_wide, 48))
        if many:
            made = Tag(self.look, choice=MORE, text=_("More"), icon="menu", kind="quiet")
            made.bind(on_tap=lambda _tag: self._more_piles(len(piles)))
            self._made.append(self.place(made, 8, self._top + STEP * (self.rows - 1), self.pile_wide, 48))

    def _pile_name(self, pile: str) -> str:
        assert self.enrolling is not None
        pieces = self.enrolling.enrolment.piles()[pile]
        return self.enrolling.name(pieces[0])[0] or {"guard": _("Guards' figures")}.get(pile, _("Figures"))

    def _lay_pieces(self) -> None:
        assert self.enrolling is not None
        enrolment = self.enrolling.enrolment
        pieces = enrolment.piles()[self.pile]
        first = self.shown * self.columns * self.rows
        for at, piece in enumerate(pieces[first : first + self.columns * self.rows]):
            tagged, lit = enrolment.manifest.uid(piece) is not None, piece == enrolment.at
            made = PieceBox(self.look, piece, self._named(piece), tagged, lit)
            made.bind(on_tap=lambda tapped: self._choose(tapped.piece))
            row, column = divmod(at, self.columns)
            left = self.pile_wide + 14 + (self.piece_wide + 5) * column
            self._made.append(self.place(made, left, self._top + STEP * row, self.piece_wide, 48))

    def _strip(self) -> StripModel:
        if self.enrolling is None:
            return StripModel(say=_("No tags can be enrolled here"), tags=(TagModel(BACK, _("Back"), icon="undo"),))
        enrolment = self.enrolling.enrolment
        at, done = enrolment.at, len([piece for piece in enrolment.pieces if enrolment.manifest.uid(piece)])
        if self._step.what == "has_tag" and at is not None:
            say = _("Give {piece} this tag instead?").format(piece=self._named(at))
        elif enrolment.held is not None:
            say = _("Which piece is this tag for?")
        elif at is not None:
            say = _("Hold up the tag of: {piece}").format(piece=self._named(at))
        else:
            say = _("Hold up a tag, or touch a piece")
        tags = [TagModel(BACK, _("Back"), icon="undo")]
        if self._step.what == "has_tag" and enrolment.held is not None:
            tags.append(TagModel(REPLACE, _("Give it this one"), icon="arrange", kind="main"))
        tags.append(TagModel(SKIP, _("Leave out"), icon="end", kind="plain" if at is not None else "not_now"))
        tags.append(TagModel(OFF, _("Take off"), icon="cross", kind="plain" if self._can_take_off else "not_now"))
        tags.append(TagModel(PRINT, _("Print"), icon="rules"))
        if self.glass.box_view is not None and not self.glass.beside:
            tags.append(TagModel(TRAY, _("Tags"), icon="reader"))
        aside = _("{done} of {of} have their tag").format(done=done, of=len(enrolment.pieces))
        return StripModel(say=say, aside=aside, tags=tuple(tags))

    @property
    def _can_take_off(self) -> bool:
        """The piece at hand has a tag, or one was enrolled just now."""
        assert self.enrolling is not None
        enrolment = self.enrolling.enrolment
        mine = enrolment.at is not None and enrolment.manifest.uid(enrolment.at) is not None
        return mine or enrolment.last is not None

    # ---- touches

    def _taken(self, choice: str) -> None:
        if choice == BACK or self.enrolling is None:
            self.leave()
            self.back()
            return
        enrolment = self.enrolling.enrolment
        if choice == SKIP:
            self._do(enrolment.skip())
        elif choice == OFF:
            mine = enrolment.at is not None and enrolment.manifest.uid(enrolment.at) is not None
            self._do(enrolment.take_off(enrolment.at if mine else None))
        elif choice == REPLACE:
            self._do(enrolment.replace())
        elif choice == TRAY:
            self.glass.turn_table()
        elif choice == PRINT:
            self._print()

    def _choose(self, piece: str) -> None:
        assert self.enrolling is not None
        self._do(self.enrolling.enrolment.choose(piece))

    def _open(self, pile: str) -> None:
        """A pile is opened; once more, its next page."""
        assert self.enrolling is not None
        pages = -(-len(self.enrolling.enrolment.piles()[pile]) // (self.columns * self.rows))
        self.shown = (self.shown + 1) % pages if pile == self.pile else 0
        self.pile = pile
        self._lay()

    def _more_piles(self, count: int) -> None:
        further = self._first_pile + self.rows - 1
        self._first_pile = further if further < count else 0
        self._lay()

    def _turn(self, offer: Offer) -> None:
        if offer.id != self.offer.id:
            self.glass.turn(EnrolPage(self.glass, offer, self.back))

    def _print(self) -> None:
        assert self.enrolling is not None
        try:
            path = self.enrolling.print_list(
                _("Tags and pieces"), parted(self.offer.title)[1], _("Figures"), self.look.language
            )
            self._said = _("Written: {path}").format(path=path)
        except CannotWrite as error:
            self._said = str(error)
        self._lay()
