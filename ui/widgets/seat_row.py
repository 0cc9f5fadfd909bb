"""A seat in the list of seats: its crest, who sits there, and what opens its private screen so far."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, shortened, width_of, wrap, write
from ui.locale import _
from ui.presenter import seat_name, side_of, sitting
from ui.theme import Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rail import CRESTS, banner_role
from ui.widgets.touch import Touchable

PERSON: Final = 162.0
"""How wide the tag of the person is where it lies in the middle, in u."""
BROAD: Final = 640.0
"""A row of so many u has room for the tag of the person in its middle, which says the name."""
LEAST_ROW: Final = 360.0
"""A row under so many u has room for one tag."""


class SeatRow(Touchable, Painted):
    """One seat: crest, who sits there, and what opens its private screen. The row at work is lit.

    beside: how much room at the right end is a tag's, in u; middle: where the tag of the person ends, if it lies there.
    """

    beside = 150.0
    middle = 0.0

    def __init__(
        self, look: Look, seat: str, person: str, proofs: tuple[str, ...], lit: bool, reader: bool, **kwargs: Any
    ) -> None:
        self.seat, self.person, self.proofs, self.lit, self.reader = seat, person, proofs, lit, reader
        super().__init__(look=look, **kwargs)

    @property
    def small(self) -> bool:
        return self.width < self.look.u(LEAST_ROW)

    def paint(self, group: InstructionGroup) -> None:
        look, u, role = self.look, self.look.u, banner_role(side_of(self.seat))
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.lit else "slip"))
        lay(group, outlined(corners, u(2 if self.lit else 1)), look.rgba("amber_ink" if self.lit else "line"))
        crest = u(34 if self.small else 76)
        self.bar(group, role, self.x, self.y, crest, self.height)
        ink = look.rgba(role + "_text")
        size = min(u(26 if self.small else 54), self.height - u(6))
        icons.draw(group, CRESTS.get(side_of(self.seat), "crest_guards"), (self.x + crest / 2, self.center_y), size,
                   ink, look.rgba(role), 1.6)  # fmt: skip
        left = self.x + crest + u(6 if self.small else 14)
        if self.middle:
            self._state_beside(group, self.x + u(self.middle + 22))
            name, room = seat_name(self.seat), self.x + u(self.middle - PERSON - 8) - left
            style = fitting(look, name, ("banner", "prompt", "prompt_long", "card_head", "letter", "caption"), room)
            write(group, look, name, style, look.rgba("ink"), (left, self.center_y))
        elif self.height >= u(44):
            self._state_under(group, left, self.right - u(self.beside) - left)
            who, room = sitting(self.seat, self.person), self.right - u(self.beside) - left
            style = fitting(look, who, ("prompt_long", "card_head", "letter", "caption"), room)
            if width_of(look, who, style) > room and self.person:  # its crest says which seat it is
                style = fitting(look, self.person, ("letter", "caption"), room)
                who = shortened(look, self.person, style, room)
            write(group, look, who, style, look.rgba("ink"), (left, self.center_y + u(10)))

    def _state_beside(self, group: InstructionGroup, at: float) -> None:
        look, u, (said, sign, colour) = self.look, self.look.u, self._said()
        icons.draw(group, sign, (at, self.center_y), u(26), look.rgba(colour))
        room = self.right - u(self.beside) - at - u(30)
        style = fitting(look, said, ("choice", "choice_small"), room)
        lines = wrap(look, said, style, room)
        if len(lines) * u(20) > self.height:
            style = fitting(look, said, ("small_bold", "caption"), room)
            lines = [said]
        for row, line in enumerate(lines):
            y = self.center_y + u(10) * (len(lines) - 1 - 2 * row)
            write(group, look, line, style, look.rgba(colour), (at + u(22), y))

    def _state_under(self, group: InstructionGroup, left: float, room: float) -> None:
        look, (said, _sign, colour) = self.look, self._said()
        style = fitting(look, said, ("text_bold", "small_bold", "caption"), room)
        short = next((words for words in (said, self._short()) if width_of(look, words, style) <= room), "")
        write(group, look, short, style, look.rgba(colour), (left, self.center_y - look.u(12)))

    def _short(self) -> str:
        """What opens its screen, in as few words as there are."""
        if not self.proofs:
            return _("hold a tag") if self.reader and self.lit else ""
        return _("ready")

    def _said(self) -> tuple[str, str, str]:
        match self.proofs:
            case ():
                if self.reader and self.lit:
                    return _("Hold a tag to the reader"), "reader", "amber_ink"
                return (_("seal or PIN"), "seal", "ink2") if self.reader else (_("choose a PIN"), "pin", "amber_ink")
            case ("seal",):
                return _("Seal ready"), "seal", "pine"
            case ("program",):
                return _("Kuroko plays"), "lantern", "pine"
            case ("pin",):
                return _("PIN ready"), "pin", "pine"
        return _("Seal and PIN ready"), "seal", "pine"
