"""The menu, and other lists of large tags: back, behind the curtain, settings, leave the table for another evening."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ui.lettering import fitting, wrap
from ui.locale import _
from ui.ports import Saved
from ui.presenter import seat_name
from ui.screens.laying import GAP, grid
from ui.screens.page import Page, Words
from ui.spoken import listed, parted
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass


class Way(NamedTuple):
    """What a tag says, its note, its icon, what it does, and what stands at its right end."""

    text: str
    note: str
    icon: str
    act: Callable[[], None]
    value: str = ""


class ListPage(Page):
    """A title and large tags, page by page where there are more than there is room for."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        self.tags: list[Tag] = []
        self.first = 0
        small = self.room.name == "small"
        edge = 8.0 if small else 16.0
        room = self.wide - 2 * edge - self.taken
        head = Words(self.look, fitting(self.look, self.title(), ("title", "head", "card_head"), self.look.u(room)))
        head.say(self.title())
        self.place(head, edge, 4 if small else 12, room, 44)
        note = self.note()
        style = "small" if small else "text"
        lines = wrap(self.look, note, style, self.look.u(self.wide - 2 * edge), 3)
        under = Words(self.look, style, "ink2")
        under.say(*lines)
        top = 46.0 if small else 60.0
        self.place(under, edge, top, self.wide - 2 * edge, 21 * len(lines))
        self._left, self._top = edge, top + (21 * len(lines) + 4 if lines else 4)
        self._fill()

    taken = 0.0
    """How much room at the right of the title is something else's, in u."""

    def title(self) -> str:
        """What stands above."""
        raise NotImplementedError

    def note(self) -> str:
        """What is said under it."""
        return ""

    def ways(self) -> Sequence[Way]:
        """What can be done here, the usual first."""
        raise NotImplementedError

    def out(self) -> bool:
        """The first of the ways leads back."""
        self.ways()[0].act()
        return True

    def _fill(self) -> None:
        for old in self.tags:
            self.drop(old)
        self.tags = []
        ways = list(self.ways())
        width, height = self.wide - 2 * self._left, self.high - self._top - 8
        least = (168.0, 50.0) if self.room.name == "small" else (300.0, 62.0)
        columns, rows = grid(max(len(ways), 2), width, height, (min(least[0], width), least[1]))
        whole = columns * rows
        if len(ways) > whole:
            back, others, room = ways[0], ways[1:], max(1, whole - 2)  # the way back stands on every page of it
            shown = [back, *others[self.first : self.first + room]]
            shown.append(Way(_("More"), "", "next", lambda: self._turn(room, len(others))))
        else:
            shown = ways
        wide = (width - GAP * (columns - 1)) / columns
        for at, way in enumerate(shown):
            main = at == 0 and self.first == 0
            made = Tag(self.look, text=way.text, note=way.note, icon=way.icon, kind="main" if main else "plain")
            made.value = way.value
            if made.least_width(noted=True) > self.look.u(wide):
                made.note = ""  # half a note says the wrong thing
            if made.least_width() > self.look.u(wide):
                made.icon = ""
            made.bind(on_tap=lambda _tag, way=way: way.act())
            left = self._left + (wide + GAP) * (at % columns)
            self.tags.append(self.place(made, left, self._top + (least[1] + GAP) * (at // columns), wide, least[1]))

    def _turn(self, by: int, count: int) -> None:
        self.turn_to(self.first + by if self.first + by < count else 0)

    def turn_to(self, first: int) -> None:
        """Shows the list from an entry on."""
        self.first = first
        self._fill()


class MenuPage(ListPage):
    """The menu of a table."""

    def title(self) -> str:
        bridge = self.glass.bridge
        return parted(bridge.table.title)[1] if bridge is not None else ""

    def note(self) -> str:
        picture, bridge = self.glass.picture, self.glass.bridge
        sealed = picture.sealed if picture is not None else ""
        if picture is not None and picture.troubles and self.room.name == "small":
            return picture.troubles[-1]
        if sealed and self.room.name == "small":
            return _("Sealed: {seal}").format(seal=sealed)
        if sealed:
            return _("Sealed when the night began: {seal}").format(seal=sealed)
        return _("The seal stands here when the night has begun") if bridge is not None else ""

    def ways(self) -> list[Way]:
        glass, bridge = self.glass, self.glass.bridge
        seats = bridge.table.seats if bridge is not None else ()
        ways: list[Way] = [Way(_("Back to the table"), "", "undo", glass.table)]
        ways += [
            Way(seat_name(seat), self._behind(seat), "hide", lambda seat=seat: glass.call(seat))  # type: ignore[misc]
            for seat in seats
        ]
        ways.append(Way(_("Rules"), "", "rules", glass.rules))
        if glass.has_box:
            ways.append(Way(_("Table"), _("figures, cards and lights"), "lamp", self._table))
        ways.append(Way(_("Settings"), "", "gear", glass.preferences))
        loud = glass.desk.settings.sound
        word = _("on") if loud else _("off")
        ways.append(Way(_("Sound"), _("the same for every secret"), "ear", lambda: glass.prefer(sound=not loud), word))
        ways.append(Way(_("Tags and pieces"), _("which tag is under which piece"), "reader", glass.enrol))
        ways.append(Way(_("Leave for now"), _("it goes on where it stands"), "moon", glass.lobby))
        ways.append(Way(_("Quit"), _("it goes on where it stands"), "off_map", glass.quit))
        return ways

    def _behind(self, seat: str) -> str:
        """Who sits there, where there is a name; else what a touch does."""
        bridge = self.glass.bridge
        person = bridge.table.sitter(seat).person if bridge is not None else ""
        return person or _("behind the curtain")

    def _table(self) -> None:
        self.glass.table()
        self.glass.turn_table()


class NightsPage(ListPage):
    """The games that were left, to go on with; then the nights that are over, to be replayed; the last ones first."""

    def title(self) -> str:
        return _("Past nights")

    def ways(self) -> list[Way]:
        glass = self.glass
        ways: list[Way] = [Way(_("Back"), "", "undo", glass.lobby)]
        ways += [
            Way(_name(night), listed((night.started, night.say)), "play", lambda night=night: glass.resume(night.id))  # type: ignore[misc]
            for night in glass.desk.saved()
        ]
        ways += [
            Way(_name(night), listed((night.started, _("replay"))), "moon", lambda night=night: glass.replay(night))  # type: ignore[misc]
            for night in glass.desk.ended()
        ]
        return ways


def _name(night: Saved) -> str:
    return parted(night.title)[1]


class WaitingPage(ListPage):
    """Until something is there; one need not wait."""

    role = "waiting"

    def __init__(self, glass: Glass, say: str) -> None:
        self.say = say
        super().__init__(glass)

    def title(self) -> str:
        return self.say

    def ways(self) -> list[Way]:
        return [Way(_("Back"), "", "undo", self.glass.lobby)]
