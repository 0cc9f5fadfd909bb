"""How parts find their places in whatever room there is: rows that flow, columns that run down, grids."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui.screens.page import Page
from ui.theme import Look
from ui.widgets.tag import Tag
from ui.widgets.touch import Touchable

GAP = 6.0


def flow(page: Page, tags: Sequence[Tag], left: float, top: float, width: float, height: float = 48.0) -> float:
    """Lays tags in rows, each as wide as it likes. Returns where the rows end, in u."""
    at, row = left, top
    for made in tags:
        wide = min(width, made.natural_width() / page.look.factor + 12)
        if at > left and at + wide > left + width + 0.5:
            at, row = left, row + height + GAP
        page.place(made, at, row, wide, height)
        at += wide + GAP
    return row + height


def one_row(tags: Sequence[Tag], look: Look, width: float) -> tuple[float, ...]:
    """How wide tags are in one row, in u: as they like, or where that is too much each a little less; none at all
    where their words would run out."""
    likes = [made.natural_width() / look.factor + 12 for made in tags]
    needs = [made.least_width() / look.factor for made in tags]
    spare = width - GAP * (len(tags) - 1) - sum(needs)
    if spare < 0:
        return ()
    wanted = sum(likes) - sum(needs)
    share = min(1.0, spare / wanted) if wanted > 0 else 0.0
    return tuple(need + (like - need) * share for like, need in zip(likes, needs, strict=True))


class Column:
    """Lays parts under each other on a page, from a top to a bottom; what finds no room is left out."""

    def __init__(self, page: Page, left: float, top: float, width: float, bottom: float) -> None:
        self.page, self.left, self.top, self.width, self.bottom = page, left, top, width, bottom
        self.parts: list[Widget] = []

    @property
    def room(self) -> float:
        """How much is left, in u."""
        return self.bottom - self.top

    def fits(self, height: float) -> bool:
        """Whether there is room for a part of that height."""
        return height <= self.room + 0.5

    def put(self, widget: Any, height: float, gap: float = 4.0, inset: float = 0.0) -> Any:
        """Lays one part down, or leaves it out and returns None."""
        if not self.fits(height):
            return None
        self.parts.append(widget)
        self.page.place(widget, self.left + inset, self.top, self.width - 2 * inset, height)
        self.top += height + gap
        return widget


class Parts:
    """The parts of a page that come and go with what it shows, each under a name.

    What is laid again under its name stays the widget that it was, and so draws anew only what it says otherwise; what
    is not laid again is gone, with all that it said. A name tells whatever its maker gives to a widget for good: all
    else is said to it each time that it is laid.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._lying: dict[Hashable, Widget] = {}
        self._before: dict[Hashable, Widget] = {}

    def begin(self) -> None:
        """All is laid anew from here on, until `end`."""
        self._before, self._lying = self._lying, {}

    def take(self, name: Hashable, make: Callable[[], Widget]) -> Any:
        """The part of that name, to be laid down."""
        found = self._before.get(name)
        if found is None or (isinstance(found, Touchable) and found.under_finger):
            found = make()  # a finger that came down on what was shown before does not answer this
        else:
            del self._before[name]
        self._lying[name] = found
        return found

    def end(self) -> None:
        """What was not taken again goes."""
        for widget in self._before.values():
            self.page.drop(widget)
        self._before = {}

    def clear(self) -> None:
        """All of it goes."""
        self.begin()
        self.end()

    def __iter__(self) -> Iterator[Widget]:
        return iter(self._lying.values())


def grid(count: int, width: float, height: float, least: tuple[float, float], gap: float = GAP) -> tuple[int, int]:
    """How many columns and rows of at least that size a room has, no more than are needed.

    >>> grid(8, 633, 377, (148, 170)), grid(3, 633, 377, (148, 170)), grid(8, 306, 181, (96, 84))
    ((4, 2), (3, 1), (3, 2))
    """
    columns = max(1, int((width + gap) // (least[0] + gap)))
    rows = max(1, int((height + gap) // (least[1] + gap)))
    columns = min(columns, max(1, count))
    return columns, min(rows, -(-max(1, count) // columns))
