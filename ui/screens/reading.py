"""A card read large: its face at the left, how many there are at the right, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics import InstructionGroup

from companion.views import CardFace
from ui.lettering import fitting, width_of, wrap
from ui.locale import _
from ui.presenter import BACK, PLAY, RULE, TagModel
from ui.screens.filling import tag
from ui.screens.laying import GAP, Column
from ui.screens.page import Page, Words
from ui.theme import STYLES, Size
from ui.widgets.cards import CardLarge
from ui.widgets.painted import Painted
from ui.widgets.rule_box import RuleBox

if TYPE_CHECKING:
    from ui.glass import Glass

HIDE = "glass:hide"


class Reading(Page):
    """Over a private window, inside its cloth. `taken` is called with what was touched."""

    private = True

    def __init__(self, glass: Glass, face: CardFace, side: str, taken: Callable[[str], None], extent: Size) -> None:
        self.face = face
        super().__init__(glass, extent)
        look, bar, upright = self.look, 55.0, self.room.name == "upright"
        self._bar = self.high - bar
        small = self.room.name == "small"
        large = CardLarge(look, face)
        large.side, large.copies = side, _("{count} here").format(count=face.count)
        tall, wide = min(394.0, self._bar - 17), min(284.0, self.wide * 0.4)
        if not small:
            left = (self.wide - 284) / 2 if upright else 18.0
            self.place(large, left, 12, 284 if upright else max(wide, 230.0), tall)
        left = 18.0 if upright or small else 18 + max(wide, 230.0) + 28
        top = (12 + tall + 12) if upright else 8.0
        column = Column(self, left, top, self.wide - left - 16, self._bar - 4)
        if small:
            self._say(column, self.face.name, "head", "ink")
        else:
            self._say(column, _("When it is played"), "head", "ink")
        self._say(column, face.effect, "text" if small else "word", "ink")
        if face.why_not:
            self._say(column, _("Not now: {reason}").format(reason=face.why_not), "text_bold", "vermilion")
        for number in dict.fromkeys(rule for rule in (face.why_rule, face.rule) if rule):
            box = RuleBox(self.look, number, "ink")
            box.bind(on_tap=lambda tapped: taken(RULE + tapped.rule))
            wide = box.width / self.look.factor
            if column.room >= 30:
                self.place(box, left, column.top + 6, wide, 21)
            left += max(56.0, wide + 10)
        self._ways(taken)

    def _say(self, column: Column, say: str, style: str, ink: str) -> None:
        look = self.look
        step = STYLES[style].size * look.line_height
        words = Words(look, style, ink)
        lines = wrap(look, say, style, look.u(column.width), max(1, int(column.room // step)))
        words.say(*lines)
        column.put(words, min(column.room, step * len(lines) + 2), 8)

    def _ways(self, taken: Callable[[str], None]) -> None:
        self.place(Bar(self.look), 0, self._bar, self.wide, 55)
        models = [TagModel(BACK, _("Back"), icon="undo"), TagModel(HIDE, _("Hide"), icon="hide")]
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
