"""Who sits where: so many players, and each seat's seal or PIN before anybody hides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.clock import Clock

from ui.lettering import fitting, width_of, wrap
from ui.locale import IN_FULL, NAMES, _
from ui.ports import CannotOpen, HeldTag, Notice, Offer, Plan, Sitter, TagReader
from ui.presenter import BACK, StripModel, TagModel, seat_inside, seat_name
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.screens.pinpad import PinPad
from ui.spoken import listed, parted, unfit_words
from ui.theme import LEAST_TARGET
from ui.widgets.rule_box import RuleBox
from ui.widgets.seat_row import BROAD, LEAST_ROW, PERSON, SeatRow
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag
from ui.widgets.tongues import NARROWEST, Tongue, hang

if TYPE_CHECKING:
    from ui.glass import Glass

OPEN = "glass:open"
RULINGS = "glass:rulings"
TRAY = "glass:tray"
PLAN = "glass:plan"
MANY = "glass:players"
DRAW = "glass:draw"


class Evening(NamedTuple):
    """What was chosen before the seats were left: all but what opens a screen, for others may come to sit there."""

    players: int
    plan: Plan
    options: dict[str, bool | int | str]
    sitters: dict[str, Sitter]


class SeatsPage(Page):
    """Every seat holds up its seal, or sets its PIN: twice, so that a slip of the finger locks nobody out."""

    def __init__(self, glass: Glass, offer: Offer, evening: Evening | None = None) -> None:
        self.offer = offer
        self.players, self.plan, self.options, self.sitters = evening or Evening(offer.players[0], Plan(), {}, {})
        self.pins: dict[str, str] = {}
        self.seals: dict[str, str] = {}
        self.drawn = ""
        self.reads = False
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
        say, room = _("Who sits where?"), self.wide - 2 * self._edge - (0.0 if small else 4 * NARROWEST + 12)
        style = fitting(self.look, say, ("head",) if small else ("banner", "head", "card_head"), self.look.u(room))
        self.title, self.under = Words(self.look, style), Words(self.look, "text", "ink2")
        self.title.say(say)
        self.place(self.title, self._edge, 4 if small else 8, self.wide - 2 * self._edge, 30 if small else 38)
        self.tongues: list[Tongue] = []
        if not small:
            title = width_of(self.look, say, style) / self.look.factor
            self.tongues = hang(self, self._edge, 0.0, self.wide - 2 * self._edge - title - 12)
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
        made.plan, made.sitters, made.drawn, made.reads = self.plan, self.sitters, self.drawn, self.reads
        made._lay()
        return made

    def who(self, seat: str) -> str:
        """Whom the screen is handed to: by name, as far as there is one."""
        return self.sitter(seat).person or seat_name(seat)

    def sitter(self, seat: str) -> Sitter:
        return self.sitters.get(seat, Sitter())

    @property
    def seats(self) -> tuple[str, ...]:
        return self.glass.desk.seats(self.offer.id, self.players)

    def proofs(self, seat: str) -> tuple[str, ...]:
        """What opens the seat's private screen so far; `program` where nobody sits, and nothing has to."""
        if self.sitter(seat).program:
            return ("program",)
        return ("seal",) * (seat in self.seals) + ("pin",) * (seat in self.pins)

    @property
    def at_work(self) -> str:
        """The seat whose seal is waited for: the one that was touched, else the first that has nothing yet."""
        waiting = next((seat for seat in self.seats if not self.proofs(seat)), "")
        return self._chosen if self._chosen in self.seats else waiting

    @property
    def _may_begin(self) -> bool:
        """Whether every seat has what opens its screen: its own, or where that is agreed on a finger that is held; and
        somebody plays at all."""
        sit = [seat for seat in self.seats if not self.sitter(seat).program]
        if len(sit) < 2:
            return bool(sit)  # alone, one hides nothing from anybody
        return self.glass.desk.settings.open_by_hold or all(self.proofs(seat) for seat in self.seats)

    # ---- the reader, while the page is up

    def show(self) -> None:
        if self.reader is not None:
            return
        try:
            self.reader = self.glass.desk.reader(self._ring, self.offer.id, self.players)
        except CannotOpen as error:
            self._case = str(error)
        self.reads = self.reader is not None
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
            self._sits(seat)

    def _sits(self, seat: str) -> None:
        """Whoever chooses what opens a seat sits there."""
        if self.sitter(seat).program:
            del self.sitters[seat]

    # ---- rows

    def _say_plan(self) -> None:
        """The game, the plan, and in which order the screen goes round."""
        from ui.screens.plan import plan_words

        desk = self.glass.desk
        plan = plan_words(self.plan, desk.maps(self.offer.id), desk.cards(self.offer.id))
        wide = self.look.language != "en"  # a name may be written in other signs than the rest
        order = _("the screen goes round: {seats}").format(
            seats=listed([self.who(seat) for seat in self.seats if not self.sitter(seat).program], wide)
        )
        for said in (
            (self.offer.title, plan, order),
            (parted(self.offer.title)[1], plan, order),
            (plan, order),
            (order,),
            (plan,),
        ):
            line = listed(said, wide)
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
        self._say_seating()
        small = self.room.name == "small"
        top = 36.0 if small else 128.0
        stacked = len(self.seats) * LEAST_TARGET <= self.high - self.room.strip - top
        columns = 1 if stacked else 2
        rows = -(-len(self.seats) // columns)
        wide = (self.wide - 2 * self._edge - 4 * (columns - 1)) / columns
        step = min(max(86.0, self.high * 0.18), max(48.0, (self.high - self.room.strip - top - 2) / rows))
        gap = 8 if step >= 58 else 2 if step > 50 else 0
        for at, seat in enumerate(self.seats):
            named = "" if wide >= BROAD else self.sitter(seat).person  # else it stands on the tag
            row = SeatRow(self.look, seat, named, self.proofs(seat), seat == work, reads)
            row.live = (reads or wide < LEAST_ROW) and step - gap >= LEAST_TARGET
            # where there is room for one tag only, all else lies behind the row
            row.bind(on_tap=lambda tapped: (self._sitting if wide < LEAST_ROW else self._choose)(tapped.seat))
            words = _("PIN") if wide < BROAD or seat not in self.pins else _("Change PIN")
            made = Tag(self.look, text=words, icon="pin", upright=small)
            made.choice = f"pin:{seat}"
            made.bind(on_tap=lambda tapped: self._type(tapped.choice.partition(":")[2]))
            edge = 6.0 if small else 18.0
            row.beside = min(made.natural_width() / self.look.factor + (2 if small else 6), 150) + edge
            line, column = divmod(at, columns)
            left, high = self._edge + (wide + 4) * column, top + step * line
            tag_wide, low = row.beside - edge, high + (step - gap) / 2 - 24
            end = left + wide - tag_wide - (1 if small else 9)
            person = self._person(seat, wide >= BROAD) if wide >= LEAST_ROW else None
            if person is not None and wide >= BROAD:
                row.middle = wide * 0.29 + PERSON
            elif person is not None:
                row.beside += 60
            self._rows.append(self.place(row, left, high, wide, step - gap))
            self._rows.append(self.place(made, end, low, tag_wide, 48))
            if person is not None:
                where, broad = (left + row.middle - PERSON, PERSON) if row.middle else (end - 60, 54.0)
                self._rows.append(self.place(person, where, low, broad, 48))
        tags = [
            TagModel(BACK, _("Back"), icon="undo"),
            TagModel(PLAN, _("Evening"), icon="moon"),
            TagModel(RULINGS, _("Rulings"), note=str(len(self.options) or ""), icon="rules"),
        ]
        if self.room.name == "small" and len(self.offer.players) > 1:
            tags.insert(1, TagModel(MANY, _("Players"), value=str(self.players), icon="people"))
        if reads and self.glass.box_view is not None and not self.glass.beside:
            tags.append(TagModel(TRAY, _("Tags"), icon="reader"))
        tight = self.wide < 760 and self.room.name != "upright"
        draws = bool(self.offer.drawn) and all(self.sitter(seat).person for seat in self.seats)
        if draws:
            kind = "plain" if waiting or self.drawn else "main"
            tags.append(TagModel(DRAW, _("Draw") if tight else _("Draw who begins"), icon="arrange", kind=kind))
        kind = "main" if waiting is None and self._may_begin else "plain" if self._may_begin else "not_now"
        kind = "plain" if kind == "main" and draws and not self.drawn else kind
        begin = _("Begin") if tight and draws else _("Begin the night")
        tags.append(TagModel(OPEN, begin, icon="next", kind=kind))
        say, aside = self._say(waiting, work, reads), self._aside(waiting, reads)
        fill(self.strip, StripModel(say=say, aside=aside, tags=tuple(tags)))
        more, low = self.strip.wants(), self.high - self.room.strip
        self.place(self.strip, 0, low - more, self.wide, self.room.strip + more)
        self._say_case()

    def _beside_players(self) -> tuple[float, float, float, float]:
        """The room beside the number of players."""
        left = 120.0 + 70 * len(self.offer.players)
        return left, 78.0, self.wide - 16 - left, 44.0

    def _say_seating(self) -> None:
        """How so many players share the seats, with the rules behind it, where there is room for both."""
        say, rules = self.offer.seatings.get(self.players, ("", ()))
        left, top, wide, high = self._beside_players()
        boxes = [RuleBox(self.look, rule) for rule in rules]
        needs = sum(box.width / self.look.factor + 8 for box in boxes)
        lines = wrap(self.look, say, "text", self.look.u(wide - needs))
        if self._case or self.room.name == "small" or not say or wide < 200 or len(lines) > 2:
            return
        label = Words(self.look, "text", "ink2")
        label.say(*lines)
        step = self.look.type_size("text") * self.look.line_height / self.look.factor
        top += (high - step * len(lines)) / 2
        self._rows.append(self.place(label, left, top, wide - needs, step * len(lines)))
        at = left + max(width_of(self.look, line, "text") for line in lines) / self.look.factor + 8
        for box in boxes:
            box.bind(on_tap=lambda tapped: self.glass.rules_of(self.offer.id, tapped.rule, self._return))
            each = box.width / self.look.factor
            self._rows.append(self.place(box, at, top + (step * len(lines) - 21) / 2, each, 21))
            at += each + 8

    def _say_case(self) -> None:
        """Why a tag was not taken: beside the number of players, or where there is no room over the title."""
        small = self.room.name == "small"
        place = self._beside_players()
        if small or place[2] < 200:
            place = (self._edge, 4.0, self.wide - 2 * self._edge, 44.0)
        lines = wrap(self.look, self._case, self.unfit.style, self.look.u(place[2]), 2)
        self.unfit.say(*lines)
        over = bool(self._case) and place[1] < 20
        for widget in (self.title, self.under, *self.tongues):
            widget.opacity = 0 if over else 1
        for tongue in self.tongues:
            tongue.live = not over
        self.place(self.unfit, *place)

    def _say(self, waiting: str | None, work: str, reads: bool) -> str:
        if self.drawn and not self._chosen:
            return _("Drawn: {person} begins").format(person=self.drawn)
        if all(self.sitter(seat).program for seat in self.seats):
            return _("Somebody must sit down")
        if waiting is None and not self._chosen:
            return _("Every seat is ready")
        seat = work or waiting or ""
        words = {"number": self.seats.index(seat) + 1, "of": len(self.seats), "seat": seat_inside(seat)}
        if reads:
            return _("Seat {number} of {of}: seal of {seat}").format(**words)
        return _("Seat {number} of {of}: a PIN for {seat}").format(**words)

    def _aside(self, waiting: str | None, reads: bool) -> str:
        if not reads and waiting is None:
            return ""
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

    # ---- persons

    def _person(self, seat: str, broad: bool) -> Tag:
        """The tag behind which it stands who sits there: by name, with the language, once there is one to be told."""
        sitter, spoken = self.sitter(seat), ""
        if self.look.faces.covers_cjk and sitter != Sitter() and not sitter.program:
            spoken = (IN_FULL if broad else NAMES)[sitter.language or self.glass.desk.settings.language]
        asked = _("Who plays?") if broad else spoken or _("Who?")
        made = Tag(self.look, text=asked, note=spoken if broad else "", icon="person", upright=not broad)
        if broad and sitter.person:
            made.text = sitter.person
            made.icon = "person" if made.least_width(noted=True) <= self.look.u(PERSON) else ""
        made.choice = f"sitting:{seat}"
        made.bind(on_tap=lambda *_: self._sitting(seat))
        return made

    def _sitting(self, seat: str) -> None:
        from ui.screens.sitting import SittingPage

        self.glass.turn(SittingPage(self.glass, self, seat))

    def ask_pin(self, seat: str) -> None:
        """From the page of a seat: its PIN is asked for."""
        page = self.again()
        self.glass.turn(page)
        page._type(seat)

    def ask_seal(self, seat: str) -> None:
        """From the page of a seat: its seal is waited for."""
        page = self.again()
        page._chosen = seat
        self.glass.turn(page)

    def _draw(self) -> None:
        """Who sits first is drawn; the others move up, and what opens his private screen goes along with each."""
        seats, first = self.seats, self.glass.desk.draw(len(self.seats))
        moved = dict(zip((*seats[first:], *seats[:first]), seats, strict=True))
        self.sitters = {moved[seat]: sitter for seat, sitter in self.sitters.items() if seat in moved}
        self.pins = {moved[seat]: pin for seat, pin in self.pins.items()}
        self.seals = {moved[seat]: uid for seat, uid in self.seals.items()}
        self.drawn, self._chosen, self._case = self.sitter(seats[0]).person, "", ""
        self._lay()

    # ---- PINs

    @property
    def asks(self) -> object:
        return self.pad is not None and self._first

    def _type(self, seat: str) -> None:
        self._first = ""
        self.pad = PinPad(self.glass, "", lambda pin: self._typed(seat, pin), self._put_away)
        self._ask(seat, _("Everybody else: look away, please."))
        self.place(self.pad, 0, 0, self.wide, self.high)

    def _ask(self, seat: str, note: str) -> None:
        assert self.pad is not None
        say = _("The PIN again for {seat}") if self._first else _("A PIN for {seat}")
        self.pad.ask(say.format(seat=seat_inside(seat)), note)

    def _typed(self, seat: str, pin: str) -> None:
        if not self._first:
            self._first = pin
            self._ask(seat, _("Once more, to be sure."))
        elif self._first == pin:
            self.pins[seat] = pin
            self._sits(seat)
            self._chosen = self._case = ""
            self._put_away()
        else:
            self._first = ""
            self._ask(seat, _("These were two different ones. Again, please."))

    def _put_away(self) -> None:
        if self.pad is not None:
            self.drop(self.pad)
            self.pad = None
        self._lay()

    def _taken(self, choice: str) -> None:
        if choice == BACK:
            self.glass.evenings[self.offer.id] = Evening(self.players, self.plan, self.options, self.sitters)
            self.glass.lobby()
        elif choice == OPEN and self._may_begin:
            self.leave()  # the table wants the reader for itself
            self.glass.evenings.pop(self.offer.id, None)
            options = dict(self.options)
            if self.offer.drawn and not self.drawn and self.sitter(self.seats[0]).person:
                options[self.offer.drawn] = self.sitter(self.seats[0]).person  # nobody drew: he was named
            sitters = {seat: self.sitters[seat] for seat in self.seats if seat in self.sitters}
            seated = (self.offer, self.players, self.pins, options, self.seals, self.plan, sitters)
            self.glass.soon(_("The night begins"), lambda: self.glass.open(*seated))
        elif choice == DRAW:
            self._draw()
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
        """From the rulings or the rules: the seats as they were."""
        self.glass.turn(self.again())
