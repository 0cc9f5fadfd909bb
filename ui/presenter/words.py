"""What every part of the presenter needs: the panels of a view, the names of seats, the words of the glass itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from companion.prompts import TAKE_BACK as TAKE_BACK
from companion.prompts import UNDO
from companion.views import Panel, View
from ui.locale import _
from ui.theme import ALL, BOTH

P = TypeVar("P", bound=Panel)

GLASS = "glass:"
LEARNT = GLASS + "learnt"
LOOK, RULE, LIST, VERDICT, BACK, MAP, CARDS, PLAY, READ, MORE = (
    GLASS + word for word in ("look:", "rule:", "list", "verdict", "back", "map", "cards", "play", "read", "more")
)
TAKEN = GLASS + "taken:"
"""Before a choice that was made already: it is taken back."""
THERE, NEXT_ASTRAY, PLAY_ON = (GLASS + word for word in ("there:", "next-astray", "play-on"))
MOST_TAGS: Final = 8
CORNER: Final = (UNDO, TAKE_BACK)
"""Choices that stand in the corner kept for taking something back."""
FIGURES: Final = ("ninja", "traitor")
"""Kinds of figures that have a sign of their own."""
CARD_FORMS: Final = frozenset({"card", "bluff"})
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
SEAT_LOOKS: Final = 5
"""How many players have a colour and a crest of their own."""


def panels(view: View, kind: type[P]) -> list[P]:
    """The panels of one kind, in order."""
    return [panel for panel in view.panels if isinstance(panel, kind)]


def panel(view: View, kind: type[P]) -> P | None:
    """The first panel of a kind."""
    return next(iter(panels(view, kind)), None)


def side_of(seat: str) -> str:
    """Whose colour and crest a seat has: a side's, or that of its number.

    >>> [side_of(seat) for seat in ("swords", "ninja", "intruders", "second", "p4")]
    ['guards', 'ninja', 'intruders', 'seat2', 'seat4']
    """
    number = _number_of(seat)
    return f"seat{number}" if number else {"swords": "guards", "spears": "guards"}.get(seat, seat)


def _number_of(seat: str) -> int:
    """Which player a seat is that has a number and no side, else 0."""
    if seat in ORDINALS:
        return ORDINALS.index(seat) + 1
    number = seat.removeprefix("p")
    return (int(number) - 1) % SEAT_LOOKS + 1 if number != seat and number.isdigit() else 0


def seat_name(seat: str) -> str:
    """What a seat is called on a banner."""
    names = {
        "guards": _("Guards"),
        "intruders": _("Intruders"),
        "swords": _("Swords"),
        "spears": _("Spears"),
        "ninja": _("Ninja"),
        "traitor": _("Traitor"),
        "first": _("First player"),
        "second": _("Second player"),
    }
    if seat not in names and _number_of(seat):
        return _("Player {number}").format(number=_number_of(seat))
    return names.get(seat, seat.replace("_", " ").title())


def seat_inside(seat: str) -> str:
    """What a seat is called inside a sentence."""
    names = {
        "guards": _("the guards"),
        "intruders": _("the intruders"),
        "swords": _("the swords"),
        "spears": _("the spears"),
        "ninja": _("the ninja"),
        "traitor": _("the traitor"),
        "first": _("the first player"),
        "second": _("the second player"),
    }
    return names.get(seat) or seat_name(seat)


def sitting(seat: str, person: str) -> str:
    """A seat and who sits there."""
    return f"{seat_name(seat)} - {person}" if person else seat_name(seat)


def banner_of(seats: Iterable[str]) -> tuple[str, str]:
    """Whose turn it is, as the side of a banner and its name: one seat's, one side's, or everybody's.

    >>> [banner_of(seats) for seats in (("traitor",), ("swords", "spears"), ("guards", "ninja"))]
    [('traitor', 'Traitor'), ('guards', 'Guards'), ('both', 'Both sides')]
    """
    seats = tuple(seats)
    if len(seats) == 1:
        return side_of(seats[0]), seat_name(seats[0])
    sides = {{"ninja": "intruders", "traitor": "intruders"}.get(seat, side_of(seat)) for seat in seats}
    if any(side.startswith("seat") for side in sides):
        return ALL, _("Everybody")
    if len(sides) == 1:
        return next((side, seat_name(side)) for side in sides)
    return BOTH, "" if not sides else _("Both sides") if len(sides) == 2 else _("Everybody")
