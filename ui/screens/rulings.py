"""The rulings that a table may choose otherwise, before it opens: each with its rule in words (the Qn of the book)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.lettering import wrap
from ui.locale import _
from ui.ports import Offer, Option
from ui.presenter import BACK, MORE, StripModel, TagModel
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

Value = bool | int | str
A_PAGE = 4
TALL = 80


def value_name(value: Value) -> str:
    """What an option that is no yes or no is set to, in words."""
    named = {
        "steps": _("steps walked"),
        "straight": _("straight distance"),
        "all": _("all discards"),
        "last_turn": _("last turn's"),
        "secret": _("secret"),
        "public": _("public"),
        "digital": _("dealt by Kuroko"),
        "physical": _("real cards"),
        "drawn": _("when drawn"),
        "set": _("when set"),
        "opened": _("when turned up"),
        "stand": _("upright"),
        "rest": _("sideways"),
    }
    return named.get(str(value), str(value).replace("_", " "))


def option_says(option: Option) -> str:
    """What an option is about: its ruling, or what no rule speaks of."""
    cards = {
        "deck": _("Kuroko deals the cards; or you shuffle, draw and lay real ones, and show them to the reader."),
        "scan": _("When a real card is shown: as it is drawn, as it is set face down, or not before it is turned up."),
    }
    return option.say or cards.get(option.name, option.name.replace("_", " "))


class RulingsPage(Page):
    """One row a ruling: its number and sentence, and a tag that turns it to the next value."""

    def __init__(self, glass: Glass, offer: Offer, chosen: dict[str, Value], back: Callable[[], None]) -> None:
        self.offer, self.chosen, self.back = offer, chosen, back
        self.options: tuple[Option, ...] = glass.desk.options(offer.id)
        self.first = 0
        self._rows: list[Page | Words | Tag] = []
        super().__init__(glass)
        head = Words(self.look, "title")
        head.say(_("Rulings of this table"))
        self.place(head, 16, 8, 560, 36)
        self.strip = Strip(self.look)
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        self.place(self.strip, 0, 384, 800, 96)
        self._lay()

    def _lay(self) -> None:
        for old in self._rows:
            self.drop(old)
        self._rows = []
        for at, option in enumerate(self.options[self.first : self.first + A_PAGE]):
            top = 52 + TALL * at
            number = Words(self.look, "word_bold", "amber_ink")
            number.say(option.rule)
            self._rows.append(self.place(number, 16, top, 52, 26))
            sentence = Words(self.look, "small")
            sentence.say(*wrap(self.look, option_says(option), "small", self.look.u(500), 4))
            self._rows.append(self.place(sentence, 70, top, 510, TALL - 4))
            now = self.chosen.get(option.name, option.values[0])
            said = _("as ruled") if now == option.values[0] else _("otherwise")
            # A ruling that holds or does not says so itself; another is named by what it is set to.
            text, note = (said, "") if isinstance(now, bool) else (value_name(now), said)
            made = Tag(self.look, text=text, note=note, kind="plain" if said == _("as ruled") else "taken")
            made.choice = f"option:{option.name}"
            made.bind(on_tap=lambda _tag, option=option: self._turn(option))
            self._rows.append(self.place(made, 596, top + 4, 188, 64))
        tags = [TagModel(BACK, _("Back"), icon="undo", kind="main")]
        if len(self.options) > A_PAGE:
            tags.append(TagModel(MORE, _("More"), icon="next"))
        model = StripModel(say=_("Public before the first secret, and fixed when the night begins"), tags=tuple(tags))
        fill(self.strip, model)

    def _turn(self, option: Option) -> None:
        now = self.chosen.get(option.name, option.values[0])
        later = option.values[(option.values.index(now) + 1) % len(option.values)]
        if later == option.values[0]:
            self.chosen.pop(option.name, None)
        else:
            self.chosen[option.name] = later
        self._lay()

    def _taken(self, choice: str) -> None:
        if choice == MORE:
            self.first = self.first + A_PAGE if self.first + A_PAGE < len(self.options) else 0
            self._lay()
        else:
            self.back()
