"""A list of large tags under a title: the way back below, all else in groups where there is room for their heads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from kivy.graphics import InstructionGroup

from ui.lettering import fitting, width_of, wrap, write
from ui.locale import _
from ui.screens.laying import GAP, grid
from ui.screens.page import Page, Words
from ui.theme import Look
from ui.widgets.castle import FarCastles
from ui.widgets.painted import Painted
from ui.widgets.tag import Tag
from ui.widgets.tongues import HIGH, WIDE, tongues

if TYPE_CHECKING:
    from ui.glass import Glass

LEAST = (300.0, 54.0)
"""A tag, in u, where the screen is not a small one."""
HIGHEST = 78.0
HEAD = 32.0
"""The head of a group, in u."""
BACK = 60.0
"""The way back, under all, in u."""


class Way(NamedTuple):
    """What a tag says, its note, its icon, what it does, what stands at its right end, and the head of its group."""

    text: str
    note: str
    icon: str
    act: Callable[[], None]
    value: str = ""
    group: str = ""


class GroupHead(Painted):
    """What the tags below have in common, and a line as far as they reach."""

    def __init__(self, look: Look, say: str) -> None:
        self.say = say
        super().__init__(look)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        write(group, look, self.say, "card_head", look.rgba("ink2"), (self.x, self.center_y - u(2)))
        left = self.x + width_of(look, self.say, "card_head") + u(12)
        self.bar(group, "line", left, self.center_y - u(2.5), self.right - left, u(1))


class ListPage(Page):
    """A title and large tags, page by page where there are more than there is room for."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        self.tags: list[Tag] = []
        self.heads: list[Painted] = []
        self.first = 0
        small = self.room.name == "small"
        edge = 8.0 if small else 16.0
        found = tongues(self.look) if self.speaks else []
        each = min(WIDE, (self.wide - 140) / max(1, len(found)))
        room = self.wide - 2 * edge - each * len(found)
        styles = ("title", "head", "card_head")
        style, lines = fitting(self.look, self.title(), styles, self.look.u(room)), [self.title()]
        if width_of(self.look, self.title(), style) > self.look.u(room):  # beside the languages in two lines
            style = fitting(self.look, self.title(), ("card_head", "letter", "caption"), self.look.u(room * 1.75))
            lines = wrap(self.look, self.title(), style, self.look.u(room), 2)
        head = Words(self.look, style)
        head.say(*lines)
        self.place(head, edge, 4 if small or len(lines) > 1 else 12, room, 44)
        note = self.note()
        style = "small" if small else "text"
        lines = wrap(self.look, note, style, self.look.u(self.wide - 2 * edge), 3)
        under = Words(self.look, style, "ink2")
        under.say(*lines)
        top = 46.0 if small else 60.0
        self.place(under, edge, top, self.wide - 2 * edge, 21 * len(lines))
        self._left, self._top = edge, top + (21 * len(lines) + 4 if lines else 4)
        for at, tongue in enumerate(found):
            tongue.bind(on_tap=lambda tapped: glass.prefer(language=tapped.language))
            self.place(tongue, self.wide - 8 - each * (len(found) - at), 0 if small else 8, each, HIGH)
        self._fill()

    speaks = False
    """Whether the languages stand above, to be turned to."""

    def title(self) -> str:
        """What stands above."""
        raise NotImplementedError

    def note(self) -> str:
        """What is said under it."""
        return ""

    def ways(self) -> Sequence[Way]:
        """What can be done here, the usual first: it leads on or back."""
        raise NotImplementedError

    def out(self) -> bool:
        """The first of the ways leads back."""
        self.ways()[0].act()
        return True

    def _fill(self) -> None:
        for old in (*self.tags, *self.heads):
            self.drop(old)
        self.tags, self.heads = [], []
        back, *others = self.ways()
        width, height = self.wide - 2 * self._left, self.high - self._top - 8
        if self.room.name == "small":
            self._together(back, others, width, height)
            return
        low = self.high - 12 - BACK
        wide = min(width, max(self._made(back, "main").natural_width() / self.look.factor + 16, 200.0))
        self._lay(back, (self._left, low, wide, BACK), "main")
        height = low - 14 - self._top
        least = min(LEAST[0], width)
        columns = min(max(1, int((width + GAP) // (least + GAP))), 3, max(2, len(others)))
        groups = [list(found) for _say, found in groupby(others, key=lambda way: way.group)]
        rows = sum(-(-len(found) // columns) for found in groups)
        headed = [found for found in groups if found[0].group]
        spare = height + GAP - rows * (LEAST[1] + GAP) - len(headed) * HEAD
        if spare < 0:
            groups, headed = [others], []
            rows = -(-len(others) // columns)
            spare = height + GAP - rows * (LEAST[1] + GAP)
        if spare < 0:
            broad = min(wide, width - GAP - 120)  # both find room, also where letters are large
            self.place(self.tags[0], self._left, low, broad, BACK)
            if self.tags[0].least_width(noted=True) > self.look.u(broad):
                self.tags[0].note = ""
            at = self._left + broad + GAP
            self._paged(others, columns, width, height, (at, low, min(160.0, self._left + width - at), BACK))
            return
        each = min(HIGHEST, LEAST[1] + spare / max(1, rows))
        self._scenery(self._left + wide + 24, low + BACK, spare - rows * (each - LEAST[1]))
        top = self._top
        for found in groups:
            if found in headed:
                head = GroupHead(self.look, found[0].group)
                self.heads.append(self.place(head, self._left, top, width, HEAD))
                top += HEAD
            top = self._rows(found, columns, width, top, each)

    def _scenery(self, left: float, bottom: float, spare: float) -> None:
        """What fills the lower end where the tags leave room, beside the way back."""
        high, wide = min(176.0, BACK + max(0.0, spare)), self.wide - self._left - left
        if high >= 80 and wide >= 200:
            castles = FarCastles(self.look)
            self.heads.append(self.place(castles, left, bottom - high, wide, high))

    def _rows(self, ways: Sequence[Way], columns: int, width: float, top: float, each: float) -> float:
        """Tags side by side, row under row. Returns where they end."""
        wide = (width - GAP * (columns - 1)) / columns
        for at, way in enumerate(ways):
            row, column = divmod(at, columns)
            self._lay(way, (self._left + (wide + GAP) * column, top + (each + GAP) * row, wide, each))
        return top + (each + GAP) * -(-len(ways) // columns)

    def _paged(
        self, ways: Sequence[Way], columns: int, width: float, height: float, more: tuple[float, float, float, float]
    ) -> None:
        """As many as there is room for, and a tag that shows the next."""
        whole = columns * max(1, int((height + GAP) // (LEAST[1] + GAP)))
        self._rows(ways[self.first : self.first + whole], columns, width, self._top, LEAST[1])
        self._lay(Way(_("More"), "", "next", lambda: self._turn(whole, len(ways))), more)

    def _together(self, back: Way, others: Sequence[Way], width: float, height: float) -> None:
        """On a small screen the way back stands among the others, on every page of them."""
        high = 50.0
        columns, rows = grid(max(len(others) + 1, 2), width, height, (min(168.0, width), high))
        shown, whole = [back, *others], columns * rows
        if len(shown) > whole:
            room = max(1, whole - 2)
            shown = [back, *others[self.first : self.first + room]]
            shown.append(Way(_("More"), "", "next", lambda: self._turn(room, len(others))))
        wide = (width - GAP * (columns - 1)) / columns
        for at, way in enumerate(shown):
            row, column = divmod(at, columns)
            place = (self._left + (wide + GAP) * column, self._top + (high + GAP) * row, wide, high)
            self._lay(way, place, "main" if at == 0 and self.first == 0 else "plain")

    def _made(self, way: Way, kind: str) -> Tag:
        made = Tag(self.look, text=way.text, note=way.note, icon=way.icon, kind=kind)
        made.value = way.value
        return made

    def _lay(self, way: Way, place: tuple[float, float, float, float], kind: str = "plain") -> None:
        made = self._made(way, kind)
        if made.least_width(noted=True) > self.look.u(place[2]):
            made.note = ""  # half a note says the wrong thing
        if made.least_width() > self.look.u(place[2]):
            made.icon = ""
        made.bind(on_tap=lambda _tag: way.act())
        self.tags.append(self.place(made, *place))

    def _turn(self, by: int, count: int) -> None:
        self.turn_to(self.first + by if self.first + by < count else 0)

    def turn_to(self, first: int) -> None:
        """Shows the list from an entry on."""
        self.first = first
        self._fill()
