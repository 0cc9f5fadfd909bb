"""The rulings that a table may choose otherwise, before it opens: each with its rule in words (the Qn of the book)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.lettering import fitting, wrap
from ui.locale import _
from ui.ports import Offer, Option
from ui.presenter import BACK, MORE, StripModel, TagModel
from ui.screens.filling import fill
from ui.screens.page import Page, Words
from ui.theme import STYLES
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

Value = bool | int | str


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
        self.at = 0
        self._rows: list[Page | Words | Tag] = []
        super().__init__(glass)
        small = self.room.name == "small"
        self._edge = 8.0 if small else 16.0
        title = _("Rulings of this table")
        styles = ("head",) if small else ("title", "banner", "head")
        style = fitting(self.look, title, styles, self.look.u(self.wide - 40))
        head = Words(self.look, style)
        head.say(title)
        self.place(head, self._edge, 4 if small else 8, self.wide - 2 * self._edge, 44)
        self.strip = Strip(self.look, self.room.name)
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))
        low = self.high - self.room.strip
        self.place(self.strip, 0, low, self.wide, self.room.strip)
        self._top, self._tag = (36.0, 120.0) if small else (58.0, 188.0 if self.wide > 500 else 140.0)
        self._words = self.wide - 2 * self._edge - (0 if small else 54 + self._tag + 10)
        # a second line of the strip is its own business: it is there on the smallest screen alone
        self.pages = self._paged(low - self._top - (22 if small else 0))
        self._lay()

    def again(self) -> RulingsPage:
        made = RulingsPage(self.glass, self.offer, self.chosen, self.back)
        shown = self.pages[self.at][0]
        made.at = next(at for at, page in enumerate(made.pages) if shown in page)
        made._lay()
        return made

    def _high(self, option: Option) -> float:
        """How high the row of a ruling is."""
        lines = len(wrap(self.look, option_says(option), "small", self.look.u(self._words)))
        words = STYLES["small"].size * self.look.line_height * lines
        return words + 58 if self.room.name == "small" else max(70.0, words + 16)

    def _paged(self, room: float) -> list[list[Option]]:
        """The rulings page by page, on each as many as find room."""
        pages: list[list[Option]] = [[]]
        left = room
        for option in self.options:
            if pages[-1] and self._high(option) > left:
                pages.append([])
                left = room
            pages[-1].append(option)
            left -= self._high(option)
        return pages

    def _lay(self) -> None:
        for old in self._rows:
            self.drop(old)
        self._rows = []
        top = self._top
        for option in self.pages[self.at]:
            tall = self._high(option)
            number = Words(self.look, "word_bold", "amber_ink")
            number.say(option.rule)
            self._rows.append(self.place(number, self._edge, top, 52, 26))
            sentence = Words(self.look, "small")
            sentence.say(*wrap(self.look, option_says(option), "small", self.look.u(self._words)))
            small = self.room.name == "small"
            left, down = (self._edge, 52.0) if small else (self._edge + 54, 0.0)
            self._rows.append(self.place(sentence, left, top + down, self._words, tall - 4 - down))
            now = self.chosen.get(option.name, option.values[0])
            said = _("as ruled") if now == option.values[0] else _("otherwise")
            # A ruling that holds or does not says so itself; another is named by what it is set to.
            text, note = (said, "") if isinstance(now, bool) else (value_name(now), said)
            made = Tag(self.look, text=text, note=note, kind="plain" if said == _("as ruled") else "taken")
            made.choice = f"option:{option.name}"
            made.bind(on_tap=lambda _tag, option=option: self._turn(option))
            if made.least_width(noted=True) > self.look.u(self._tag):
                made.note = ""
            left = self.wide - self._edge - self._tag
            self._rows.append(self.place(made, left, top, self._tag, 50 if small else 58))
            top += tall
        tags = [TagModel(BACK, _("Back"), icon="undo", kind="main")]
        if len(self.pages) > 1:
            tags.append(TagModel(MORE, _("More"), icon="next"))
        model = StripModel(say=_("Public before the first secret, then fixed"), tags=tuple(tags))
        fill(self.strip, model)
        more, low = self.strip.wants(), self.high - self.room.strip
        self.place(self.strip, 0, low - more, self.wide, self.room.strip + more)

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
            self.at = (self.at + 1) % len(self.pages)
            self._lay()
        else:
            self.back()
