"""The menu of a table, the nights that were left or are over, and the page that waits for something."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui.locale import _
from ui.ports import Saved
from ui.presenter import seat_name
from ui.screens.listing import ListPage, Way
from ui.spoken import listed, parted

if TYPE_CHECKING:
    from ui.glass import Glass


class MenuPage(ListPage):
    """The menu of a table."""

    speaks = True

    def title(self) -> str:
        bridge = self.glass.bridge
        if bridge is None or self.room.name == "small":
            return _("Menu")  # beside the languages there is no room for more
        titles = {offer.id: offer.title for offer in self.glass.desk.games()}  # in the language at hand
        return parted(titles.get(bridge.table.game, bridge.table.title))[1]

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
        table = bridge.table if bridge is not None else None
        seats = [seat for seat in table.seats if not table.sitter(seat).program] if table is not None else []
        ways: list[Way] = [Way(_("Back to the table"), "", "undo", glass.table)]
        group = _("Behind the curtain")
        ways += [
            Way(seat_name(seat), self._behind(seat), "hide", partial(glass.call, seat), group=group) for seat in seats
        ]
        group = _("At the table")
        ways.append(Way(_("Rules"), "", "rules", glass.rules, group=group))
        if glass.has_box:
            ways.append(Way(_("Table"), _("figures, cards and lights"), "lamp", self._table, group=group))
        ways.append(Way(_("Settings"), "", "gear", glass.preferences, group=group))
        loud = glass.desk.settings.sound
        word = _("on") if loud else _("off")
        hush = lambda: glass.prefer(sound=not loud)  # noqa: E731
        ways.append(Way(_("Sound"), _("the same for every secret"), "ear", hush, word, group))
        ways.append(Way(_("Tags and pieces"), _("which tag is under which piece"), "reader", glass.enrol, group=group))
        group, later = _("For tonight it is enough"), _("it goes on where it stands")
        ways.append(Way(_("Leave for now"), later, "moon", glass.lobby, group=group))
        ways.append(Way(_("Quit"), later, "off_map", glass.quit, group=group))
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
        kept, over = _("To go on with"), _("To look back on")
        for night in glass.desk.saved():
            note = listed((night.started, night.say))
            ways.append(Way(_name(night), note, "play", partial(glass.resume, night.id), group=kept))
        for night in glass.desk.ended():
            note = listed((night.started, night.say, *night.persons.values()))
            ways.append(Way(_name(night), note, "moon", partial(glass.replay, night), group=over))
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
