"""What every part of the presenter needs: the panels of a view, the names of seats, the words of the glass itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from companion.prompts import UNDO
from companion.views import Panel, View
from ui.locale import _

P = TypeVar("P", bound=Panel)

GLASS = "glass:"
LOOK, RULE, LIST, VERDICT, BACK, MAP, CARDS, PLAY, READ, MORE = (
    GLASS + word for word in ("look:", "rule:", "list", "verdict", "back", "map", "cards", "play", "read", "more")
)
MOST_TAGS: Final = 8
TAKE_BACK: Final = "take_back"
CORNER: Final = (UNDO, TAKE_BACK)
"""Choices that stand in the corner kept for taking something back."""
FIGURES: Final = ("ninja", "traitor")
"""Kinds of figures that have a sign of their own."""
PIECES: Final = frozenset({"guard", "patrol", "figure"})
CARD_FORMS: Final = frozenset({"card", "bluff"})
BOTH: Final = "both"
"""The side of a banner that is not one side's."""


def panels(view: View, kind: type[P]) -> list[P]:
    """The panels of one kind, in order."""
    return [panel for panel in view.panels if isinstance(panel, kind)]


def panel(view: View, kind: type[P]) -> P | None:
    """The first panel of a kind."""
    return next(iter(panels(view, kind)), None)


def side_of(seat: str) -> str:
    """Whose colour and crest a seat has.

    >>> [side_of(seat) for seat in ("swords", "ninja", "intruders")]
    ['guards', 'ninja', 'intruders']
    """
    return {"swords": "guards", "spears": "guards"}.get(seat, seat)


def seat_name(seat: str) -> str:
    """What a seat is called on a banner."""
    names = {
        "guards": _("Guards"),
        "intruders": _("Intruders"),
        "swords": _("Swords"),
        "spears": _("Spears"),
        "ninja": _("Ninja"),
        "traitor": _("Traitor"),
    }
    return names.get(seat, seat.replace("_", " ").title())


def banner_of(seats: Iterable[str]) -> tuple[str, str]:
    """Whose turn it is, as the side of a banner and its name: one seat's, one side's, or everybody's.

    >>> [banner_of(seats) for seats in (("traitor",), ("swords", "spears"), ("guards", "ninja"))]
    [('traitor', 'Traitor'), ('guards', 'Guards'), ('both', 'Both sides')]
    """
    seats = tuple(seats)
    if len(seats) == 1:
        return side_of(seats[0]), seat_name(seats[0])
    sides = {{"ninja": "intruders", "traitor": "intruders"}.get(seat, side_of(seat)) for seat in seats}
    if len(sides) == 1:
        return next((side, seat_name(side)) for side in sides)
    return BOTH, "" if not sides else _("Both sides") if len(sides) == 2 else _("Everybody")
