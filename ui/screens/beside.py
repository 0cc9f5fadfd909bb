"""What is said beside the cards of a hand, in the place that its last row leaves free."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from ui.lettering import wrap
from ui.locale import _
from ui.screens.laying import Parts
from ui.screens.page import Page, Words
from ui.theme import STYLES, Place

NARROWEST: Final = 80.0
"""Beside less than that nothing is said."""


def lay_beside(page: Page, parts: Parts, lines: Sequence[str], room: Place) -> None:
    """How many cards there are, and how they are read, as far as there is room."""
    left, top, wide, tall = room
    bottom, look = top + tall, page.look
    if wide < NARROWEST:
        return
    for said, style, ink in ((lines, "word_bold", "ink"), ((_("Hold a card to read it large"),), "small", "ink2")):
        wrapped = [part for line in said for part in wrap(look, line, style, look.u(wide - 10))]
        high = STYLES[style].size * look.line_height * len(wrapped)
        if not wrapped or top + high + 12 > bottom:
            continue
        words = parts.take(("beside", style), partial(Words, look, style, ink))
        words.say(*wrapped)
        page.place(words, left + 6, top + 6, wide - 8, high + 4)
        top += high + 10
