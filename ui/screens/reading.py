"""A card read large: its face at the left, how many there are at the right, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics import InstructionGroup

from companion.views import CardFace
from ui.lettering import wrap
from ui.locale import _
from ui.presenter import BACK, PLAY, RULE, TagModel
from ui.screens.filling import tag
from ui.screens.page import Page, Words
from ui.widgets.cards import CardLarge
from ui.widgets.painted import Painted
from ui.widgets.strip import RuleBox

if TYPE_CHECKING:
    from ui.glass import Glass

HIDE = "glass:hide"


class Reading(Page):
    """Over a private window, inside its cloth. `taken` is called with what was touched."""

    private = True

    def __init__(self, glass: Glass, face: CardFace, side: str, taken: Callable[[str], None]) -> None:
        self.face = face
        super().__init__(glass)
        large = CardLarge(self.look, face)
        large.side, large.copies = side, _("{count} here").format(count=face.count)
        self.place(large, 18, 12, 284, 394)
        head = Words(self.look, "head")
        head.say(_("When it is played"))
        self.place(head, 330, 12, 440, 32)
        text = Words(self.look, "word")
        text.say(*wrap(self.look, face.effect, "word", self.look.u(430), 8))
        self.place(text, 330, 54, 440, 200)
        if face.why_not:
            why = Words(self.look, "word_bold", "vermilion")
            why.say(
                *wrap(self.look, _("Not now: {reason}").format(reason=face.why_not), "word_bold", self.look.u(430), 3)
            )
            self.place(why, 330, 270, 440, 80)
        left = 330.0
        for number in dict.fromkeys(rule for rule in (face.why_rule, face.rule) if rule):
            box = RuleBox(self.look, number, "ink")
            box.bind(on_tap=lambda tapped: taken(RULE + tapped.rule))
            self.place(box, left, 366, box.width / self.look.factor, 21)
            left += max(56.0, box.width / self.look.factor + 10)
        self._ways(taken)

    def _ways(self, taken: Callable[[str], None]) -> None:
        self.place(Bar(self.look), 0, 411, 786, 55)
        name = Words(self.look, "prompt")
        name.say(self.face.name)
        self.place(name, 14, 424, 300, 32)
        tags = [TagModel(BACK, _("Back"), icon="undo"), TagModel(HIDE, _("Hide"), icon="hide")]
        if self.face.choice is not None:
            tags.insert(0, TagModel(PLAY, _("Play this card"), icon="tick", kind="main"))
        left = 786.0
        for model in reversed(tags):
            made = tag(self.look, model)
            width = made.natural_width() / self.look.factor + 16
            left -= width + 6
            made.bind(on_tap=lambda tapped: taken(tapped.choice))
            self.place(made, left, 415, width, 49)


class Bar(Painted):
    """The lantern ground under what can be done."""

    def paint(self, group: InstructionGroup) -> None:
        self.ground(group, "lantern")
        self.bar(group, "amber", self.x, self.top - self.look.u(3), self.width, self.look.u(3))
