"""Beside the screen, while tags are asked for: a simulated reader, and tags fit and unfit to hold to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock

from ui.card_box import Reader, way_back
from ui.locale import _
from ui.ports import TagTray
from ui.presenter import seat_name
from ui.screens.laying import grid
from ui.screens.page import Page, Words
from ui.table_window import LYING
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass


class TagTrayView(Page):
    """A touch on a tag holds it to the reader for a moment."""

    def __init__(self, glass: Glass, tray: TagTray) -> None:
        self.tray = tray
        (pos, size), u = glass.table_place if glass.beside else glass.screen, glass.look.u(1)
        super().__init__(glass, extent=(size[0] / u, size[1] / u), pos=pos, size=size)
        small = self.room.name == "small"
        title, under = Words(self.look, "head" if small else "title"), Words(self.look, "text", "ink2")
        title.say(_("The tags"))
        self.place(title, 12, 4 if small else 8, self.wide - 24, 40)
        if not small:
            under.say(_("Touch one to hold it to the reader."))
            self.place(under, 12, 52, self.wide - 24, 22)
        top, low = (34.0 if small else 84.0), self.high - (50 if small else 68)
        tags = tray.tags()
        columns, rows = grid(len(tags), self.wide - 16, low - top - 4, (112.0 if small else 140.0, 48.0), 4)
        columns = max(2 if columns > 1 else 1, min(columns, -(-len(tags) // rows)))
        each = (self.wide - 16) / columns
        step = min(54.0, (low - top - 4) / rows)
        for at, name in enumerate(tags[: columns * rows]):
            made = Tag(self.look, choice=f"tag:{name}", text=self._words(name), icon=_sign(name), kind="plain")
            if made.least_width() > self.look.u(each - 4):
                made.icon = ""
            made.bind(on_tap=lambda tapped: self.hold(tapped.choice.partition(":")[2]))
            self.place(made, 8 + each * (at % columns), top + step * (at // columns), each - 4, min(50.0, step - 2))
        self.reader = Reader(self.look, 0 if glass.beside else 128)
        self.place(self.reader, 0, low, self.wide, self.high - low)
        if not glass.beside:
            self.place(way_back(glass), self.wide - 128, low + 1, 124, self.high - low - 2)
        self._say("")

    def hold(self, name: str) -> None:
        self.tray.hold(name)
        self._say(self._words(name))
        Clock.unschedule(self._lift)
        Clock.schedule_once(self._lift, LYING)

    def _lift(self, _seconds: float) -> None:
        self.tray.lift()
        self._say("")

    def _say(self, lying: str) -> None:
        self.reader.say(lying, _("Nothing lies on the reader"))

    def _words(self, name: str) -> str:
        known = {
            "sticker": _("A new sticker"),
            "again": _("The same again"),
            "fob": _("Keyring fob"),
            "badge": _("Badge"),
            "phone": _("Phone"),
        }
        form, _colon, seat = name.partition(":")
        if form == "seal":
            return _("Seal: {seat}").format(seat=seat_name(seat))
        return known.get(name) or self.tray.name(name)


def _sign(name: str) -> str:
    return "seal" if name.startswith("seal:") else "hand" if name.startswith("card:") else "reader"
