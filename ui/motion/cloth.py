"""The cloth between two pages: it falls when a private one goes, and rises before one that proof was given for.

What was private is gone in the frame in which the cloth begins to fall, and comes in the frame in which it begins to
rise; both take their time whatever lies behind.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from ui.motion.moves import MOVES
from ui.presenter import seat_name, side_of
from ui.theme import Look
from ui.widgets.cloth import Curtain

if TYPE_CHECKING:
    from ui.screens.page import Page


class PassingCloth(Curtain):
    """A curtain over everything that goes by itself, and takes no touch: whoever touches ends it."""

    def on_touch_down(self, touch: Any) -> bool:
        return False


def between(over: Widget, look: Look, screen: tuple[Any, Any], was: tuple[str, str], page: Page) -> None:
    """One page has taken the place of another. was: its role, and whose it was. screen: where they lie in `over`."""
    if page.role == "own":
        _pass(over, look, page.seat, screen, rises=True)
    elif page.role == "curtain":
        for curtain in (child for child in page.children if isinstance(child, Curtain)):
            MOVES.begin(curtain, "cloth_falls", partial(setattr, curtain, "fall"), still=look.calm)
    elif was[0] == "own":
        _pass(over, look, was[1], screen, rises=False)


def _pass(over: Widget, look: Look, seat: str, place: tuple[Any, Any], rises: bool) -> None:
    for other in ("cloth_rises", "cloth_falls"):
        MOVES.end(over, other)
    if look.calm:
        return
    cloth = PassingCloth(look, side=side_of(seat), name=seat_name(seat), lifted=rises, pos=place[0], size=place[1])
    cloth.size_hint = (None, None)
    over.add_widget(cloth)

    def draw(t: float) -> None:
        cloth.fall = 1.0 - t if rises else t
        if t >= 1.0:
            over.remove_widget(cloth)

    MOVES.begin(over, "cloth_rises" if rises else "cloth_falls", draw)
