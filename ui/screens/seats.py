"""Who sits where: so many players, and each seat's seal or PIN before anybody hides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, width_of, wrap, write
from ui.locale import _
from ui.ports import CannotOpen, HeldTag, Notice, Offer, Plan, TagReader
from ui.presenter import BACK, StripModel, TagModel, seat_name, side_of
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.screens.pinpad import PinPad
from ui.spoken import listed, parted, unfit_words
from ui.theme import LEAST_TARGET, Look
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
PLAN = "glass:plan"
MANY = "glass:players"


class SeatRow(Touchable, Painted):
    """One seat: crest, name, and what opens its private screen. The row at work is lit; touched, a row is at work.

    beside: how much room at the right end is a tag's, in u.
    """

    beside = 150.0

    def __init__(self, look: Look, seat: str, proofs: tuple[str, ...], lit: bool, reader: bool, **kwargs: Any) -> None:
        self.seat, self.proofs, self.lit, self.reader = seat, proofs, lit, reader
        super().__init__(look=look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u, role = self.look, self.look.u, banner_role(side_of(self.seat))
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.lit else "slip"))
        lay(group, outlined(corners, u(2 if self.lit else 1)), look.rgba("amber_ink" if self.lit else "line"))
        small, end = self.width < u(360), self.right - u(self.beside)
        crest = u(34 if small else 76)
        self.bar(group, role, self.x, self.y, crest, self.height)
        ink = look.rgba(role + "_text")
        size = min(u(26 if small else 54), self.height - u(6))
        icons.draw(group, CRESTS.get(side_of(self.seat), "crest_guards"), (self.x + crest / 2, self.center_y), size,
                   ink, look.rgba(role), 1.6)  # fmt: skip
        said, sign, colour = self._said()
        left, name = self.x + crest + u(6 if small else 14), seat_name(self.seat)
        middle = self.center_y
        if self.width >= u(640):
            at = self.x + self.width * 0.52
            icons.draw(group, sign, (at, self.center_y), u(26), look.rgba(colour))
            room = end - at - u(30)
            style = fitting(look, said, ("choice", "choice_small"), room)
            lines = wrap(look, said, style, room)
            if len(lines) * u(20) > self.height:
                style = fitting(look, said, ("small_bold", "caption"), room)
                lines = [said]
            for row, line in enumerate(lines):
                y = self.center_y + u(10) * (len(lines) - 1 - 2 * row)
                write(group, look, line, style, look.rgba(colour), (at + u(22), y))
            end = at - u(18)
        elif self.height >= u(44):  # the state lies under the name
            middle = self.center_y + u(10)
            style = fitting(look, said, ("text_bold", "small_bold", "caption"), end - left)
            short = said if width_of(look, said, style) <= end - left else self._short()
            write(group, look, short, style, look.rgba(colour), (left, self.center_y - u(12)))
        styles: tuple[str, ...] = ("banner", "prompt", "prompt_long", "card_head", "letter")
        if small or middle != self.center_y:
            styles = ("prompt_long", "card_head", "letter", "caption")
        write(group, look, name, fitting(look, name, styles, end - left), look.rgba("ink"), (left, middle))

    def _short(self) -> str:
        """What opens its screen, in as few words as there are."""
        return _("PIN") if "pin" in self.proofs else _("Seal ready") if self.proofs else ""

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
        self.plan = Plan()
        self.pad: PinPad | None = None
        self.reader: TagReader | None = None
        self._chosen = ""
        self._case = ""
        self._first = ""
        self._rows: list[Any] = []
        self._ring = Clock.create_trigger(self._hear)
        super().__init__(glass)
        small = self.room.name == "small"
        self._edge = 8.0 if small else 16.0
        self.title, self.under = Words(self.look, "head" if small else "banner"), Words(self.look, "text", "ink2")
        self.title.say(_("Who sits where?"))
        self.place(self.title, self._edge, 4 if small else 8, self.wide - 2 * self._edge, 30 if small else 38)
        if not small:
            self.place(self.under, 16, 48, self.wide - 32, 22)
        self.unfit = Words(self.look, "text" if not small else "small", "vermilion")
        self.strip = Strip(self.look, self.room.name)
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.place(self.strip, 0, self.high - self.room.strip, self.wide, self.room.strip)
        self._lay()

    def again(self) -> SeatsPage:
        made = SeatsPage(self.glass, next(o for o in self.glass.desk.games() if o.id == self.offer.id))
        made.players, made.pins, made.seals, made.options = self.players, self.pins, self.seals, self.options
        made.plan = self.plan
        made._lay()
        return made

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

    @property
    def _may_begin(self) -> bool:
        """Whether every seat has what opens its screen: its own, or where that is agreed on a finger that is held."""
        return self.glass.desk.settings.open_by_hold or all(self.proofs(seat) for seat in self.seats)

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

    def _say_plan(self) -> None:
        """The game, the plan, and in which order the screen goes round."""
        from ui.screens.plan import plan_words

        plan = plan_words(self.plan, self.glass.desk.maps(self.offer.id))
        order = _("the screen goes round: {seats}").format(seats=listed(map(seat_name, self.seats)))
        for said in (
            (self.offer.title, plan, order),
            (parted(self.offer.title)[1], plan, order),
            (plan, order),
            (order,),
            (plan,),
        ):
            line = listed(said)
            style = fitting(self.look, line, ("text", "small"), self.look.u(self.wide - 32))
            if width_of(self.look, line, style) <= self.look.u(self.wide - 32):
                break
        self.under.style = style
        self.under.say(line)

    def _lay(self) -> None:
        self._say_plan()
        for old in self._rows:
            self.drop(old)
        self._rows = []
        work, reads = self.at_work, self.reader is not None
        waiting = next((seat for seat in self.seats if not self.proofs(seat)), None)
        self._number_of_players()
        small = self.room.name == "small"
        top = 36.0 if small else 128.0
        stacked = len(self.seats) * 50 <= self.high - self.room.strip - top
        columns = 1 if stacked and not small else 2
        rows = -(-len(self.seats) // columns)
        wide = (self.wide - 2 * self._edge - 4 * (columns - 1)) / columns
        step = min(86.0, max(48.0, (self.high - self.room.strip - top - 2) / rows))
        gap = 8 if step >= 58 else 2 if step > 50 else 0
        for at, seat in enumerate(self.seats):
            row = SeatRow(self.look, seat, self.proofs(seat), seat == work, reads)
            row.live = reads and step - gap >= LEAST_TARGET
            row.bind(on_tap=lambda tapped: self._choose(tapped.seat))
            words = _("PIN") if columns > 1 or seat not in self.pins else _("Change PIN")
            made = Tag(self.look, text=words, icon="pin", upright=small)
            made.choice = f"pin:{seat}"
            made.bind(on_tap=lambda tapped: self._type(tapped.choice.partition(":")[2]))
            edge = 6.0 if small else 18.0
            row.beside = min(made.natural_width() / self.look.factor + (2 if small else 6), 150) + edge
            line, column = divmod(at, columns)
            left, high = self._edge + (wide + 4) * column, top + step * line
            self._rows.append(self.place(row, left, high, wide, step - gap))
            tag_wide = row.beside - edge
            where = (left + wide - tag_wide - (1 if small else 9), high + (step - gap) / 2 - 24)
            self._rows.append(self.place(made, *where, tag_wide, 48))
        tags = [
            TagModel(BACK, _("Back"), icon="undo"),
            TagModel(PLAN, _("Evening"), icon="moon"),
            TagModel(RULINGS, _("Rulings"), note=str(len(self.options) or ""), icon="rules"),
        ]
        if self.room.name == "small" and len(self.offer.players) > 1:
            tags.insert(1, TagModel(MANY, _("Players"), value=str(self.players), icon="people"))
        if reads and self.glass.box_view is not None and not self.glass.beside:
            tags.append(TagModel(TRAY, _("Tags"), icon="reader"))
        kind = "main" if waiting is None else "plain" if self._may_begin else "not_now"
        tags.append(TagModel(OPEN, _("Begin the night"), icon="next", kind=kind))
        say, aside = self._say(waiting, work, reads), self._aside(waiting, reads)
        fill(self.strip, StripModel(say=say, aside=aside, tags=tuple(tags)))
        more, low = self.strip.wants(), self.high - self.room.strip
        self.place(self.strip, 0, low - more, self.wide, self.room.strip + more)
        self._say_case()

    def _say_case(self) -> None:
        """Why a tag was not taken: beside the number of players, or where there is no room over the title."""
        small = self.room.name == "small"
        left = 120.0 + 70 * len(self.offer.players)
        wide = self.wide - 16 - left
        place = (left, 78.0, wide, 44.0)
        if small or wide < 200:
            place = (self._edge, 4.0, self.wide - 2 * self._edge, 44.0)
        lines = wrap(self.look, self._case, self.unfit.style, self.look.u(place[2]), 2)
        self.unfit.say(*lines)
        self.title.opacity = self.under.opacity = 0 if self._case and place[1] < 20 else 1
        self.place(self.unfit, *place)

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
        if self.room.name == "small":
            return  # a tag in the strip turns it
        label = Words(self.look, "word_bold")
        label.say(_("Players"))
        self._rows.append(self.place(label, 16, 92, 84, 24))
        for at, number in enumerate(self.offer.players):
            made = Tag(self.look, text=str(number), kind="taken" if number == self.players else "plain")
            made.bind(on_tap=lambda _tag, number=number: self._sit(number))
            self._rows.append(self.place(made, 104.0 + 70 * at, 74.0, 64.0, 50.0))

    def sit(self, players: int) -> None:
        """So many players from now on; who sits there already keeps what opens his screen."""
        self.players = players
        self.pins = {seat: pin for seat, pin in self.pins.items() if seat in self.seats}
        self.seals = {seat: uid for seat, uid in self.seals.items() if seat in self.seats}

    def _sit(self, players: int) -> None:
        self.sit(players)
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
        self.place(self.pad, 0, 0, self.wide, self.high)

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
        elif choice == OPEN and self._may_begin:
            self.leave()  # the table wants the reader for itself
            self.glass.open(self.offer, self.players, self.pins, self.options, self.seals, self.plan)
        elif choice == MANY:
            numbers = self.offer.players
            self._sit(numbers[(numbers.index(self.players) + 1) % len(numbers)])
        elif choice == TRAY:
            self.glass.turn_table()
        elif choice == PLAN:
            from ui.screens.plan import PlanPage

            self.glass.turn(PlanPage(self.glass, self.offer, self))
        elif choice == RULINGS:
            from ui.screens.rulings import RulingsPage

            self.glass.turn(RulingsPage(self.glass, self.offer, self.options, self._return))

    def _return(self) -> None:
        """From the rulings: the seats as they were."""
        self.glass.turn(self.again())
