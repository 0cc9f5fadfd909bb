"""The curtain: whom it calls, and the ways in. The same picture, whatever lies behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.locale import _, ngettext
from ui.presenter import BACK, StripModel, TagModel, rail_of, seat_name, side_of
from ui.screens.filling import fill
from ui.screens.page import Page
from ui.screens.pinpad import PinPad
from ui.spoken import listed
from ui.widgets.cloth import Curtain
from ui.widgets.strip import Strip

if TYPE_CHECKING:
    from ui.glass import Glass

PIN = "glass:pin"


class CurtainPage(Page):
    """Hung before a seat's window until proof is given; or one goes back to the table."""

    role = "curtain"

    def __init__(self, glass: Glass, seat: str) -> None:
        self.seat = seat
        super().__init__(glass)
        self.curtain = Curtain(self.look)
        self.curtain.side, self.curtain.name = side_of(seat), seat_name(seat)
        self.place(self.curtain, 0, 0, 800, 346)
        self.strip = Strip(self.look)
        self.strip.tag_height, self.strip.low = 62, 15
        self.strip.say_style = "title"
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.place(self.strip, 0, 346, 800, 134)
        self.pad: PinPad | None = None
        self._asked = 0
        self._write()

    def _write(self) -> None:
        picture = self.glass.picture
        rail = rail_of(picture.table) if picture is not None else None
        aside = ""
        if rail is not None and rail.turn is not None and rail.alert is not None:
            aside = listed((rail.turn.whole, f"{rail.alert.name} {rail.alert.word}"))
        say = _("Pass the screen to: {seat}").format(seat=seat_name(self.seat))
        tags = (
            TagModel(PIN, _("PIN"), _("four digits"), icon="pin", kind="main"),
            TagModel(BACK, _("Table"), icon="hide", note=_("what all may see")),
        )
        fill(self.strip, StripModel(say=say, aside=aside, tags=tags))

    def _taken(self, choice: str) -> None:
        if choice == BACK:
            self.glass.table()
        elif choice == PIN:
            self._type()

    def _type(self) -> None:
        title = _("PIN of: {seat}").format(seat=seat_name(self.seat))
        self.pad = PinPad(self.glass, title, self._typed, self._back)
        self.pad.say(_("Everybody else: look away, please."))
        self.place(self.pad, 0, 130, 800, 350)
        self.tick()

    def _back(self) -> None:
        if self.pad is not None:
            self.drop(self.pad)
            self.pad = None

    def _typed(self, pin: str) -> None:
        assert self.glass.bridge is not None
        self.glass.bridge.look(self.seat, pin)
        self._asked = self.glass.bridge.key

    def show(self) -> None:
        picture = self.glass.picture
        self._write()
        if picture is None or self.pad is None or not self._asked or picture.denied != self._asked:
            return
        self._asked = 0
        self.glass.wrong_pin(self.seat)
        self.pad.say(_("That is not the PIN."))
        self.tick()

    def tick(self) -> None:
        if self.pad is None:
            return
        rest = self.glass.rest(self.seat)
        if rest > 0:
            self.pad.rests = True
            seconds = round(rest + 0.5)
            say = ngettext(
                "Too many wrong ones: wait {seconds} second.", "Too many wrong ones: wait {seconds} seconds.", seconds
            )
            self.pad.say(say.format(seconds=seconds))
        elif self.pad.rests:
            self.pad.rests = False
            self.pad.say("")
