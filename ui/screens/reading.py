"""A card read large: its face at the left, at the right the rules that touch it and where its like lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics import InstructionGroup

from companion.views import CardFace
from ui.lettering import fitting, width_of, wrap
from ui.locale import _, ngettext
from ui.ports import Rulebook
from ui.presenter import BACK, PLAY, RULE, TagModel
from ui.screens.filling import tag
from ui.screens.laying import GAP, Column
from ui.screens.page import Page, Words
from ui.screens.touching import COUNTS, Counts, lay_rules
from ui.theme import LEAST_TARGET, STYLES, Size
from ui.widgets.cards import CardLarge
from ui.widgets.painted import Painted
from ui.widgets.rule_box import box_width
from ui.widgets.ruled import RuledLine

if TYPE_CHECKING:
    from ui.glass import Glass

HIDE = "glass:hide"


def copies(face: CardFace) -> str:
    """How many cards of the kind there are."""
    return ngettext("{count} copy", "{count} copies", face.copies).format(count=face.copies) if face.copies else ""


class Reading(Page):
    """Over a private window, inside its cloth. `taken` is called with what was touched."""

    private = True

    def __init__(
        self, glass: Glass, face: CardFace, side: str, book: Rulebook, taken: Callable[[str], None], extent: Size
    ) -> None:
        self.face = face
        super().__init__(glass, extent)
        look, bar, upright = self.look, 55.0, self.room.name == "upright"
        self._bar = self.high - bar
        small = self.room.name == "small"
        tall, wide = min(340.0 if upright else 460.0, self._bar - 17), max(230.0, min(330.0, self.wide * 0.36))
        if not small:
            large = CardLarge(look, face, text=face.then)
            large.side, large.copies = side, copies(face)
            wide = 284.0 if upright else wide
            self.place(large, (self.wide - wide) / 2 if upright else 18.0, 12, wide, tall)
        left = 18.0 if upright or small else 18 + wide + 24
        top = (12 + tall + 12) if upright else 8.0
        column = Column(self, left, top, self.wide - left - 16, self._bar - 6)
        if small:
            self._say(column, face.name, "head", "ink")
            self._say(column, face.effect, "text", "ink")
            self._say(column, face.then, "small", "ink2")
        if face.why_not:
            self._refused(column, taken)
        elif not small:
            self._say(column, _("When it is played"), "head", "ink")
        counts = bool(face.counts) and column.room >= 2 * LEAST_TARGET + COUNTS
        column.bottom -= COUNTS * counts
        whole = lay_rules(column, book, face, taken)
        if counts:
            column.bottom += COUNTS
            column.top += 2
            column.put(Counts(look, face.counts), COUNTS - 2)
        self._ways(taken, whole)

    def _refused(self, column: Column, taken: Callable[[str], None]) -> None:
        """Why it cannot be played now, with the rule behind that."""
        face, look = self.face, self.look
        reason = _("Not now: {reason}").format(reason=face.why_not)
        if not face.why_rule:
            self._say(column, reason, "text_bold", "vermilion")
            return
        indent = box_width(look, face.why_rule) / look.factor + 12
        row = RuledLine(look, face.why_rule, reason, column.width, indent, ink="vermilion")
        row.bind(on_tap=lambda tapped: taken(RULE + tapped.rule))
        column.put(row, row.tall, 2)

    def _say(self, column: Column, say: str, style: str, ink: str) -> None:
        look = self.look
        if not say:
            return
        step = STYLES[style].size * look.line_height
        words = Words(look, style, ink)
        lines = wrap(look, say, style, look.u(column.width), max(1, int(column.room // step)))
        words.say(*lines)
        column.put(words, min(column.room, step * len(lines) + 2), 8)

    def _ways(self, taken: Callable[[str], None], whole: bool) -> None:
        """What can be done. whole: all rules lie here, and the leaf of the card has no more of them."""
        self.place(Bar(self.look), 0, self._bar, self.wide, 55)
        models = [TagModel(BACK, _("Back"), icon="undo"), TagModel(HIDE, _("Hide"), icon="hide")]
        if not whole:
            models.insert(0, TagModel(RULE + self.face.topics[0], _("Rules"), icon="rules"))
        if self.face.choice is not None:
            models.insert(0, TagModel(PLAY, _("Play this card"), icon="tick", kind="main"))
        made = [tag(self.look, model) for model in models]
        u = self.look.factor
        widths = [one.natural_width() / u + 16 for one in made]
        room = self.wide - 12 - GAP * (len(made) - 1)
        if sum(widths) > room:
            made = [tag(self.look, model, upright=True) for model in models]
            widths = [max(52.0, one.natural_width() / u) for one in made]
            spare = max(0.0, room - sum(widths)) / len(widths)
            widths = [width + spare for width in widths]
        left = self.wide - 6 - sum(widths) - GAP * (len(made) - 1)
        if left > 150:
            style = fitting(
                self.look, self.face.name, ("prompt", "prompt_long", "prompt_small"), self.look.u(left - 24)
            )
            name = Words(self.look, style)
            if width_of(self.look, self.face.name, style) <= self.look.u(left - 24):  # it stands on the card too
                name.say(self.face.name)
            self.place(name, 14, self._bar + 13, left - 20, 32)
        for one, width in zip(made, widths, strict=True):
            one.bind(on_tap=lambda tapped: taken(tapped.choice))
            self.place(one, left, self._bar + 4, width, 49)
            left += width + GAP


class Bar(Painted):
    """The lantern ground under what can be done."""

    def paint(self, group: InstructionGroup) -> None:
        self.ground(group, "lantern")
        self.bar(group, "amber", self.x, self.top - self.look.u(3), self.width, self.look.u(3))
