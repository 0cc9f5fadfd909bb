"""One seat before the night: who sits there, in which language, and what opens its private screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ui.locale import IN_FULL, _, next_language
from ui.naming import why_not
from ui.ports import Sitter
from ui.presenter import seat_inside, seat_name
from ui.screens.listing import ListPage, Way
from ui.screens.naming import NamePage

PROGRAM = "Kuroko"
"""By which name a seat goes that nobody sits in."""

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.screens.seats import SeatsPage


class SittingPage(ListPage):
    """A touch names somebody, takes somebody who has played here before, or turns to the next language."""

    def __init__(self, glass: Glass, seats: SeatsPage, seat: str) -> None:
        self.seats, self.seat = seats, seat
        super().__init__(glass)

    @property
    def sitter(self) -> Sitter:
        return self.seats.sitters.get(self.seat, Sitter())

    def title(self) -> str:
        return _("Who sits here: {seat}").format(seat=seat_name(self.seat))

    def ways(self) -> list[Way]:
        sitter, settings = self.sitter, self.glass.desk.settings
        if sitter.program:
            return [
                Way(_("To the seats"), "", "next", self._done),
                Way(_("Somebody sits here"), _("Kuroko plays it until then"), "person", self._take_over),
            ]
        ways = [
            Way(_("To the seats"), "", "next", self._done),
            Way(sitter.person or _("Name"), _("Name") if sitter.person else _("not told yet"), "person", self._type),
        ]
        if self.look.faces.covers_cjk:
            spoken = IN_FULL[sitter.language or settings.language]
            ways.append(Way(_("Private screen"), spoken, "globe", self._turn_language))
        word = _("PIN ready") if self.seat in self.seats.pins else _("choose a PIN")
        ways.append(Way(_("PIN"), word, "pin", partial(self.seats.ask_pin, self.seat)))
        if self.seats.reads:
            word = _("Seal ready") if self.seat in self.seats.seals else _("Hold a tag to the reader")
            ways.append(Way(_("Seal"), word, "seal", partial(self.seats.ask_seal, self.seat)))
        ways.append(Way(_("Kuroko plays"), _("a simple player; nobody sits here"), "lantern", self._leave_it))
        sitting = {one.person for one in self.seats.sitters.values()}
        for person, language in settings.persons.items():
            if person not in sitting and not why_not(self.look, person):  # the file may say anything
                spoken = IN_FULL[language] if self.look.faces.covers_cjk else ""
                ways.append(Way(person, spoken, "people", partial(self._take, Sitter(person, language))))
        return ways

    def again(self) -> SittingPage:
        return SittingPage(self.glass, self.seats, self.seat)

    # ---- touches

    def _done(self) -> None:
        self.glass.turn(self.seats.again())

    def _leave_it(self) -> None:
        """Nobody sits here: what opened the seat opens it no longer."""
        self.seats.pins.pop(self.seat, None)
        self.seats.seals.pop(self.seat, None)
        self._take(Sitter(PROGRAM, program=True))

    def _take_over(self) -> None:
        self.seats.sitters.pop(self.seat, None)
        self.glass.turn(self.again())

    def _take(self, sitter: Sitter) -> None:
        self.seats.sitters[self.seat] = sitter
        self._done()

    def _turn_language(self) -> None:
        spoken = self.sitter.language or self.glass.desk.settings.language
        self._change(language=next_language(spoken))
        self.glass.turn(self.again())

    def _type(self) -> None:
        asked = _("The name of {seat}").format(seat=seat_inside(self.seat))
        back = lambda: self.glass.turn(self.again())  # noqa: E731
        self.glass.turn(NamePage(self.glass, asked, self.sitter.person, self._named, back))

    def _named(self, name: str) -> None:
        self._change(person=name)
        self.glass.turn(self.again())

    def _change(self, **changes: str) -> None:
        self.seats.sitters[self.seat] = msgspec.structs.replace(self.sitter, **changes)
