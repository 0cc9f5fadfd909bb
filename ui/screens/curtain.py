"""The curtain: whom it calls, and the ways in. The same picture, whatever lies behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.settings import BAD, NAME
from ui.lettering import fitting, width_of
from ui.locale import _, later, ngettext
from ui.presenter import BACK, StripModel, TagModel, rail_of, seat_inside, seat_name, side_of
from ui.screens.filling import fill
from ui.screens.page import RIGHT, Page, Words
from ui.screens.pinpad import PinPad
from ui.spoken import listed
from ui.widgets.cloth import Curtain
from ui.widgets.held import HeldTag
from ui.widgets.strip import Strip

if TYPE_CHECKING:
    from ui.glass import Glass

PIN = "glass:pin"
SEAL = "glass:seal"
HOLD = "glass:hold"
LOST = later(
    "What opens this seat was kept in {file}, which is gone or damaged: put it back, corrected"
    " (a damaged one is kept as {bad}), and resume."
)


class CurtainPage(Page):
    """Hung before a seat's window until proof is given; or one goes back to the table."""

    role = "curtain"

    def __init__(self, glass: Glass, seat: str) -> None:
        self.seat = seat
        super().__init__(glass)
        self.curtain = Curtain(self.look)
        self.curtain.side, self.curtain.name = side_of(seat), seat_name(seat)
        self.strip = Strip(self.look, self.room.name)
        low = {"small": 84.0, "upright": 201.0}.get(self.room.name, min(134.0, self.high * 0.3))
        if self.room.name in ("middle", "wide"):
            self.strip.tag_height, self.strip.low = min(62.0, low * 0.46), min(15.0, low * 0.11)
            self.strip.say_style = "title"
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.public = Words(self.look, "text", "ink2", RIGHT)
        self._low = low
        self._divide(low)
        self.pad: PinPad | None = None
        self._asked = 0
        self._note = ""
        self._resting = False
        self._holding: HeldTag | None = None
        self._write()

    def _divide(self, low: float) -> None:
        """The cloth, and under it the strip, so high."""
        self.place(self.curtain, 0, 0, self.wide, self.high - low)
        self.place(self.strip, 0, self.high - low, self.wide, low)
        self.place(self.public, 0, self.high - low + 8, self.wide - 14, 42)

    def _write(self) -> None:
        picture = self.glass.picture
        rail = rail_of(picture.table) if picture is not None else None
        aside = ""
        if rail is not None and rail.turn is not None and rail.alert is not None:
            aside = listed((rail.turn.whole, f"{rail.alert.name} {rail.alert.word}"))
        say = _("Pass the screen to {seat}").format(seat=self.glass.who(self.seat))
        ways = self._ways()
        if self.locked:
            say, aside = _(LOST).format(file=NAME, bad=NAME + BAD), ""
            self._divide(self._low)
        fill(self.strip, StripModel(say=say, aside=aside if self._say_public(say, aside) else "", tags=ways))
        if self.locked:
            self._divide(self._low + self.strip.wants())
        self._listen_to_holding()

    def _say_public(self, say: str, aside: str) -> bool:
        """In two lines beside the sentence: where the night stands, and what the others are asked for.

        Returns whether there is only room for the first, in the sentence's own line.
        """
        away = _("Everybody else: look away, please.")
        free = self.look.u(self.wide - 36) - width_of(self.look, say, self.strip.say_style)
        self.public.style = style = fitting(self.look, away, ("text", "small"), free)
        most = max(width_of(self.look, line, style) for line in (aside, away))
        roomy = self.room.name in ("middle", "wide") and most <= free and not self.locked
        self.public.say(*((line for line in (aside, away) if line) if roomy else ()))
        return not roomy

    @property
    def locked(self) -> bool:
        """Whether nothing opens this seat: what it chose cannot be checked any longer, so nobody comes in."""
        bridge = self.glass.bridge
        return bridge is not None and not bridge.table.opens(self.seat)

    def _ways(self) -> tuple[TagModel, ...]:
        """How this seat proves itself. Which ways it has was chosen in the open; which of them stand here is a setting,
        but for the one without which nobody could come in."""
        bridge, wants = self.glass.bridge, self.glass.desk.settings
        opens = bridge.table.opens(self.seat) if bridge is not None else ()
        reads = bridge is not None and bridge.table.reader
        standing = {"seal": wants.open_by_seal, "pin": wants.open_by_pin, "hold": True}
        stand = [way for way in opens if standing[way]]
        if not any(way != "seal" or reads for way in stand):
            stand = list(opens)
        ways = []
        if "seal" in stand:
            note = self._note if self._note else "" if reads else _("this table has no reader now")
            brief = self.room.name == "small" and len(stand) > 2
            say = _("Seal") if brief else _("Hold your seal to the reader")
            ways.append(TagModel(SEAL, say, note, icon="seal",
                                 kind="main" if reads else "not_now"))  # fmt: skip
        if "pin" in stand:
            kind = "main" if not ways or not reads else "plain"
            ways.append(TagModel(PIN, _("PIN"), _("four digits"), icon="pin", kind=kind))
        if "hold" in stand:
            kind = "plain" if any(way.kind == "main" for way in ways) else "main"
            ways.append(TagModel(HOLD, _("Hold here"), _("until the ring is full"), icon="eye", kind=kind, held=True))
        return (*ways, TagModel(BACK, _("Table"), icon="hide", note=_("what all may see")))

    def _listen_to_holding(self) -> None:
        """A finger that lies on its tag fills the ring round the crest, and opens the window when that is full."""
        for tag in self.strip.tags:
            if isinstance(tag, HeldTag) and tag is not self._holding:
                self._holding = tag
                tag.bind(held=lambda _tag, held: setattr(self.curtain, "held", held), on_full=lambda _tag: self._held())

    def _held(self) -> None:
        if self.glass.bridge is not None and self.glass.watch.rest(self.seat) <= 0:
            self.glass.bridge.look(self.seat, None)

    def _taken(self, choice: str) -> None:
        if choice == BACK:
            self.glass.table()
        elif choice == PIN:
            self._type()

    def refuse(self) -> None:
        """A seal that is not this seat's, as little told of it as of a wrong PIN."""
        bridge = self.glass.bridge
        if bridge is None or "seal" not in bridge.table.opens(self.seat):
            return  # nobody waits for one
        if self.glass.watch.rest(self.seat) <= 0:
            self.glass.watch.wrong(self.seat)
            self._say(_("That is not the seal."))
        self.tick()

    def _say(self, note: str) -> None:
        """Under the seal, or on the pad if it lies there."""
        if self.pad is not None:
            self.pad.say(note)
        if note != self._note:
            self._note = note
            self._write()

    def _type(self) -> None:
        title = _("PIN of {seat}").format(seat=seat_inside(self.seat))
        high = min(350.0 if self.room.name != "upright" else 560.0, self.high)
        self.pad = PinPad(self.glass, title, self._typed, self._back, extent=(self.wide, high))
        self.pad.say(_("Everybody else: look away, please."))
        self.place(self.curtain, 0, 0, self.wide, self.high - high)  # it hangs above, whole
        self.place(self.pad, 0, self.high - high, self.wide, high)
        self.tick()

    def _back(self) -> None:
        if self.pad is not None:
            self.drop(self.pad)
            self.pad = None
            self._divide(self._low)

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
        self.glass.watch.wrong(self.seat)
        self.pad.say(_("That is not the PIN."))
        self.tick()

    def tick(self) -> None:
        rest = self.glass.watch.rest(self.seat)
        if rest > 0:
            seconds = round(rest + 0.5)
            say = ngettext(
                "Too many wrong ones: wait {seconds} second.", "Too many wrong ones: wait {seconds} seconds.", seconds
            )
            if self.pad is not None:
                self.pad.rests = True
            self._resting = True
            self._say(say.format(seconds=seconds))
        elif self._resting:
            self._resting = False
            if self.pad is not None:
                self.pad.rests = False
            self._say("")
