"""A night to keep: where it is written, and as what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.locale import _
from ui.presenter import seat_name
from ui.screens.listing import ListPage, Way

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.screens.replay import ReplayPage


class ExportPage(ListPage):
    """A night to keep: one page for a browser, or one picture. What was written is said with its place."""

    def __init__(self, glass: Glass, replay: ReplayPage, told: str = "") -> None:
        self.replay, self.told = replay, told
        super().__init__(glass)

    def title(self) -> str:
        return _("Keep this night")

    def note(self) -> str:
        return self.told or _("It tells all that was secret in this night.")

    def ways(self) -> list[Way]:
        return [
            Way(_("Back"), _("to the replay"), "undo", self.replay.come_back),
            Way(_("One page"), _("for a browser; needs no network"), "export", self._page),
            Way(_("One picture"), _("the turns one after another"), "export", self._picture),
        ]

    def _say(self, told: str) -> None:
        if isinstance(self.glass.page, ExportPage):
            self.glass.turn(ExportPage(self.glass, self.replay, told))

    def _page(self) -> None:
        """In a thread of its own: it takes a while."""
        replay, desk = self.replay, self.glass.desk
        names = {seat: seat_name(seat) for seat in replay.night.seats}

        def write() -> str:
            return desk.export(replay.ended.id, replay.night, replay.rules, names)

        self._say(_("Writing the page"))
        self.glass.fetch(write, lambda path: self._say(_("Written: {path}").format(path=path)))

    def _picture(self) -> None:
        from ui.night_picture import draw

        path = self.glass.desk.picture_of(self.replay.ended.id)
        try:
            draw(self.glass, self.replay.night, self.replay.ended.title, path)
            self._say(_("Written: {path}").format(path=path))
        except OSError as error:
            self._say(_("{path} could not be written: {why}").format(path=path, why=error.strerror or error))
