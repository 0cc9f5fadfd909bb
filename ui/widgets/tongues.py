"""The languages, each by its own name, always at the same place: whoever cannot read the rest can read one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup

from ui.lettering import width_of, write
from ui.locale import NAMES
from ui.theme import Look
from ui.widgets.painted import Painted
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.screens.page import Page

WIDE, HIGH = 68.0, 50.0
"""The place of one, in u: large enough for a finger."""
NARROWEST = 60.0
"""How wide it must be for its name."""


class Tongue(Touchable, Painted):
    """One language. The one that is spoken is underlined. ink: the role of the letters, on cloth or on paper."""

    def __init__(self, look: Look, language: str, ink: str = "ink", **kwargs: Any) -> None:
        self.language, self.ink = language, ink
        super().__init__(look=look, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u, name = self.look, self.look.u, NAMES[self.language]
        spoken = look.language == self.language
        role = "amber" if spoken or self.pressed else self.ink
        if role == "amber" and self.ink == "ink":
            role = "amber_ink"  # amber itself is too pale on paper
        write(group, look, name, "word_bold" if spoken else "word", look.rgba(role), self.center, "center")
        if spoken:
            wide = width_of(look, name, "word_bold")
            self.bar(group, role, self.center_x - wide / 2, self.y + u(9), wide, u(2.5))


def hang(page: Page, edge: float, top: float, room: float) -> list[Tongue]:
    """Hangs them up at the right of a page, a touch on one turns to it; none where they would be too narrow. In u."""
    found = tongues(page.look)
    wide = min(WIDE, room / max(1, len(found)))
    if wide < NARROWEST:
        return []
    for at, tongue in enumerate(found):
        tongue.bind(on_tap=lambda tapped: page.glass.prefer(language=tapped.language))
        page.place(tongue, page.wide - edge - wide * (len(found) - at), top, wide, HIGH)
    return found


def tongues(look: Look, ink: str = "ink") -> list[Tongue]:
    """All of them, in order; none where the names could not be read, for want of a font."""
    return [Tongue(look, language, ink) for language in NAMES] if look.faces.covers_cjk else []
