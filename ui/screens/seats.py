"""Who sits where: so many players, and each seat's PIN before anybody hides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup

from ui import icons
from ui.bridge import Offer
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import write
from ui.locale import _
from ui.presenter import BACK, StripModel, TagModel, seat_name, side_of
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.screens.pinpad import PinPad
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rail import CRESTS, banner_role
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

OPEN = "glass:open"
RULINGS = "glass:rulings"


class SeatRow(Painted):
    """One seat: crest, name, and whether its PIN is set. The row at work is lit."""

    def __init__(self, look: Look, seat: str, ready: bool, lit: bool, **kwargs: Any) -> None:
        self.seat, self.ready, self.lit = seat, ready, lit
        super().__init__(look, **kwargs)

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
        said, sign, colour = (_("PIN ready"), "seal", "pine") if self.ready else (_("choose a PIN"), "pin", "amber_ink")
        icons.draw(group, sign, (self.x + u(406), self.center_y), u(26), look.rgba(colour))
        write(group, look, said, "choice", look.rgba(colour), (self.x + u(428), self.center_y))


class SeatsPage(Page):
    """Every seat sets its PIN, twice, so that a slip of the finger locks nobody out."""

    def __init__(self, glass: Glass, offer: Offer) -> None:
        self.offer = offer
        self.players = offer.players[0]
        self.pins: dict[str, str] = {}
        self.options: dict[str, bool | int | str] = {}
        self.pad: PinPad | None = None
        self._first = ""
        self._rows: list[Any] = []
        super().__init__(glass)
        title, under = Words(self.look, "banner"), Words(self.look, "text", "ink2")
        title.say(_("Who sits where?"))
        under.say(offer.title)
        self.place(title, 16, 8, 480, 38)
        self.place(under, 16, 48, 480, 22)
        self.strip = Strip(self.look)
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.place(self.strip, 0, 384, 800, 96)
        self._lay()

    @property
    def seats(self) -> tuple[str, ...]:
        return self.glass.desk.seats(self.offer.id, self.players)

    def _lay(self) -> None:
        for old in self._rows:
            self.drop(old)
        self._rows = []
        waiting = next((seat for seat in self.seats if seat not in self.pins), None)
        self._number_of_players()
        step = min(86, 254 // len(self.seats))
        gap = 8 if step >= 58 else 2
        for at, seat in enumerate(self.seats):
            row = SeatRow(self.look, seat, seat in self.pins, seat == waiting)
            self._rows.append(self.place(row, 16, 128 + step * at, 768, step - gap))
            made = Tag(self.look, text=_("Change") if seat in self.pins else _("PIN"), icon="pin")
            made.choice = f"pin:{seat}"
            made.bind(on_tap=lambda tapped: self._type(tapped.choice.partition(":")[2]))
            self._rows.append(self.place(made, 636, 128 + step * at + (step - gap) / 2 - 24, 138, 48))
        tags = (
            TagModel(BACK, _("Back"), icon="undo"),
            TagModel(RULINGS, _("Rulings"), note=str(len(self.options) or ""), icon="rules"),
            TagModel(OPEN, _("Begin the night"), icon="next", kind="not_now" if waiting else "main"),
        )
        if waiting:
            number, of = self.seats.index(waiting) + 1, len(self.seats)
            say = _("Seat {number} of {of}: a PIN for {seat}").format(number=number, of=of, seat=seat_name(waiting))
        else:
            say = _("Every seat is ready")
        fill(self.strip, StripModel(say=say, aside=_("four digits that only this seat knows"), tags=tags))

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
        elif choice == OPEN and all(seat in self.pins for seat in self.seats):
            self.glass.open(self.offer, self.players, self.pins, self.options)
        elif choice == RULINGS:
            from ui.screens.rulings import RulingsPage

            self.glass.turn(RulingsPage(self.glass, self.offer, self.options, self._return))

    def _return(self) -> None:
        """From the rulings: the seats as they were."""
        self.glass.turn(self)
