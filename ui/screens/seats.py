"""Who sits where: so many players, and each seat's seal or PIN before anybody hides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, wrap, write
from ui.locale import _
from ui.ports import CannotOpen, HeldTag, Notice, Offer, TagReader
from ui.presenter import BACK, StripModel, TagModel, seat_name, side_of
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.screens.pinpad import PinPad
from ui.spoken import unfit_words
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rail import CRESTS, banner_role
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.glass import Glass

OPEN = "glass:open"
RULINGS = "glass:rulings"
TRAY = "glass:tray"


class SeatRow(Touchable, Painted):
    """One seat: crest, name, and what opens its private screen. The row at work is lit; touched, a row is at work."""

    def __init__(self, look: Look, seat: str, proofs: tuple[str, ...], lit: bool, reader: bool, **kwargs: Any) -> None:
        self.seat, self.proofs, self.lit, self.reader = seat, proofs, lit, reader
        super().__init__(look=look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u, role = self.look, self.look.u, banner_role(side_of(self.seat))
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.lit else "slip"))
        lay(group, outlined(corners, u(2 if self.lit else 1)), look.rgba("amber_ink" if self.lit else "line"))
        self.bar(group, role, self.x, self.y, u(76), self.height)
        ink = look.rgba(role + "_text")
        size = min(u(54), self.height - u(6))
        icons.draw(group, CRESTS.get(side_of(self.seat), "crest_guards"), (self.x + u(38), self.center_y), size, ink,
                   look.rgba(role), 1.6)  # fmt: skip
        write(group, look, seat_name(self.seat), "banner", look.rgba("ink"), (self.x + u(90), self.center_y))
        said, sign, colour = self._said()
        icons.draw(group, sign, (self.x + u(406), self.center_y), u(26), look.rgba(colour))
        lines = wrap(look, said, "choice", u(186), 2)
        y = self.center_y + u(11) * (len(lines) - 1)
        for at, line in enumerate(lines):
            style = fitting(look, line, ("choice", "choice_small"), u(186))
            write(group, look, line, style, look.rgba(colour), (self.x + u(428), y - u(22) * at))

    def _said(self) -> tuple[str, str, str]:
        match self.proofs:
            case ():
                if self.reader and self.lit:
                    return _("Hold a tag to the reader"), "reader", "amber_ink"
                return (_("seal or PIN"), "seal", "ink2") if self.reader else (_("choose a PIN"), "pin", "amber_ink")
            case ("seal",):
                return _("Seal ready"), "seal", "pine"
            case ("pin",):
                return _("PIN ready"), "pin", "pine"
        return _("Seal and PIN ready"), "seal", "pine"


class SeatsPage(Page):
    """Every seat holds up its seal, or sets its PIN: twice, so that a slip of the finger locks nobody out."""

    def __init__(self, glass: Glass, offer: Offer) -> None:
        self.offer = offer
        self.players = offer.players[0]
        self.pins: dict[str, str] = {}
        self.seals: dict[str, str] = {}
        self.options: dict[str, bool | int | str] = {}
        self.pad: PinPad | None = None
        self.reader: TagReader | None = None
        self._chosen = ""
        self._case = ""
        self._first = ""
        self._rows: list[Any] = []
        self._ring = Clock.create_trigger(self._hear)
        super().__init__(glass)
        title, under = Words(self.look, "banner"), Words(self.look, "text", "ink2")
        title.say(_("Who sits where?"))
        under.say(offer.title)
        self.place(title, 16, 8, 480, 38)
        self.place(under, 16, 48, 480, 22)
        self.unfit = Words(self.look, "text", "vermilion")
        self.place(self.unfit, 336, 78, 448, 44)
        self.strip = Strip(self.look)
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.place(self.strip, 0, 384, 800, 96)
        self._lay()

    @property
    def seats(self) -> tuple[str, ...]:
        return self.glass.desk.seats(self.offer.id, self.players)

    def proofs(self, seat: str) -> tuple[str, ...]:
        """What opens the seat's private screen so far."""
        return ("seal",) * (seat in self.seals) + ("pin",) * (seat in self.pins)

    @property
    def at_work(self) -> str:
        """The seat whose seal is waited for: the one that was touched, else the first that has nothing yet."""
        waiting = next((seat for seat in self.seats if not self.proofs(seat)), "")
        return self._chosen if self._chosen in self.seats else waiting

    # ---- the reader, while the page is up

    def show(self) -> None:
        if self.reader is not None:
            return
        try:
            self.reader = self.glass.desk.reader(self._ring, self.offer.id, self.players)
        except CannotOpen as error:
            self._case = str(error)
        if self.reader is not None and self.reader.tray is not None:
            from ui.tag_tray import TagTrayView

            self.glass.lay_beside(TagTrayView(self.glass, self.reader.tray))
        self._lay()

    def leave(self) -> None:
        if self.reader is not None:
            self.reader.close()
            self.reader = None
            self.glass.lay_beside(None)

    def _hear(self, *_: Any) -> None:
        heard = self.reader.heard() if self.reader is not None else ()
        for one in heard:
            if isinstance(one, Notice):
                self._case = "" if one.over else one.say
            elif self.pad is None and self.at_work:
                self._held(one)
        if heard:
            self._lay()

    def _held(self, tag: HeldTag) -> None:
        """A tag before the row at work."""
        seat = self.at_work
        other = next((name for name, uid in self.seals.items() if uid == tag.uid and name != seat), "")
        if tag.unfit:
            self._case = unfit_words(tag.unfit)
        elif tag.piece and not tag.piece.startswith("seal:"):
            self._case = _("This tag is a piece of the game; hold up another.")
        elif other:
            self._case = _("This is another seat's seal; hold up another.")
        else:
            self._case, self._chosen = "", ""
            self.seals[seat] = tag.uid

    # ---- rows

    def _lay(self) -> None:
        for old in self._rows:
            self.drop(old)
        self._rows = []
        work, reads = self.at_work, self.reader is not None
        waiting = next((seat for seat in self.seats if not self.proofs(seat)), None)
        self._number_of_players()
        step = min(86, 254 // len(self.seats))
        gap = 8 if step >= 58 else 2
        for at, seat in enumerate(self.seats):
            row = SeatRow(self.look, seat, self.proofs(seat), seat == work, reads)
            row.live = reads
            row.bind(on_tap=lambda tapped: self._choose(tapped.seat))
            self._rows.append(self.place(row, 16, 128 + step * at, 768, step - gap))
            made = Tag(self.look, text=_("Change PIN") if seat in self.pins else _("PIN"), icon="pin")
            made.choice = f"pin:{seat}"
            made.bind(on_tap=lambda tapped: self._type(tapped.choice.partition(":")[2]))
            self._rows.append(self.place(made, 636, 128 + step * at + (step - gap) / 2 - 24, 138, 48))
        tags = [
            TagModel(BACK, _("Back"), icon="undo"),
            TagModel(RULINGS, _("Rulings"), note=str(len(self.options) or ""), icon="rules"),
        ]
        if reads and self.glass.box_view is not None and not self.glass.beside:
            tags.append(TagModel(TRAY, _("Tags"), icon="reader"))
        tags.append(TagModel(OPEN, _("Begin the night"), icon="next", kind="not_now" if waiting else "main"))
        say, aside = self._say(waiting, work, reads), self._aside(waiting, reads)
        fill(self.strip, StripModel(say=say, aside=aside, tags=tuple(tags)))
        self.unfit.say(*wrap(self.look, self._case, "text", self.look.u(448), 2))

    def _say(self, waiting: str | None, work: str, reads: bool) -> str:
        if waiting is None and not self._chosen:
            return _("Every seat is ready")
        seat = work or waiting or ""
        words = {"number": self.seats.index(seat) + 1, "of": len(self.seats), "seat": seat_name(seat)}
        if reads:
            return _("Seat {number} of {of}: seal of {seat}").format(**words)
        return _("Seat {number} of {of}: a PIN for {seat}").format(**words)

    def _aside(self, waiting: str | None, reads: bool) -> str:
        if not reads:
            return _("four digits that only this seat knows")
        if waiting is not None:
            return _("a card, keyring or sticker")
        alone = any(seat not in self.pins for seat in self.seats)
        return _("a PIN too opens it without the reader") if alone else ""

    def _choose(self, seat: str) -> None:
        self._chosen, self._case = seat, ""
        self._lay()

    def _number_of_players(self) -> None:
        label = Words(self.look, "word_bold")
        label.say(_("Players"))
        self._rows.append(self.place(label, 16, 92, 80, 24))
        for at, number in enumerate(self.offer.players):
            made = Tag(self.look, text=str(number), kind="taken" if number == self.players else "plain")
            made.bind(on_tap=lambda _tag, number=number: self._sit(number))
            self._rows.append(self.place(made, 104 + 70 * at, 74, 64, 50))

    def _sit(self, players: int) -> None:
        self.players = players
        self.pins = {seat: pin for seat, pin in self.pins.items() if seat in self.seats}
        self.seals = {seat: uid for seat, uid in self.seals.items() if seat in self.seats}
        self._chosen = self._case = ""
        if self.reader is not None and self.reader.tray is not None:
            self.leave()  # what lies in the tray goes with the seats
            self.show()
        self._lay()

    # ---- PINs

    def _type(self, seat: str) -> None:
        self._first = ""
        title = _("A PIN for: {seat}").format(seat=seat_name(seat))
        self.pad = PinPad(self.glass, title, lambda pin: self._typed(seat, pin), self._put_away)
        self.pad.say(_("Everybody else: look away, please."))
        self.place(self.pad, 0, 0, 800, 480)

    def _typed(self, seat: str, pin: str) -> None:
        assert self.pad is not None
        if not self._first:
            self._first = pin
            self.pad.say(_("Once more, to be sure."))
        elif self._first == pin:
            self.pins[seat] = pin
            self._chosen = self._case = ""
            self._put_away()
        else:
            self._first = ""
            self.pad.say(_("These were two different ones. Again, please."))

    def _put_away(self) -> None:
        if self.pad is not None:
            self.drop(self.pad)
            self.pad = None
        self._lay()

    def _taken(self, choice: str) -> None:
        if choice == BACK:
            self.glass.lobby()
        elif choice == OPEN and all(self.proofs(seat) for seat in self.seats):
            self.leave()  # the table wants the reader for itself
            self.glass.open(self.offer, self.players, self.pins, self.options, self.seals)
        elif choice == TRAY:
            self.glass.turn_table()
        elif choice == RULINGS:
            from ui.screens.rulings import RulingsPage

            self.glass.turn(RulingsPage(self.glass, self.offer, self.options, self._return))

    def _return(self) -> None:
        """From the rulings: the seats as they were."""
        self.glass.turn(self)
