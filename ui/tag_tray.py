"""Beside the screen, while tags are asked for: a simulated reader, and tags fit and unfit to hold to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock

from ui.card_box import Reader, in_words
from ui.locale import _
from ui.ports import TagTray
from ui.presenter import seat_name
from ui.screens.page import Page, Words
from ui.table_window import LYING
from ui.widgets.tag import Tag

if TYPE_CHECKING:
    from ui.glass import Glass

COLUMNS, WIDE, HIGH = 2, 308, 48


class TagTrayView(Page):
    """A touch on a tag holds it to the reader for a moment."""

    def __init__(self, glass: Glass, tray: TagTray) -> None:
        self.tray = tray
        pos, size = glass.table_place
        super().__init__(glass, pos=pos, size=size)
        title, under = Words(self.look, "title"), Words(self.look, "text", "ink2")
        title.say(_("The tags"))
        under.say(_("Touch one to hold it to the reader."))
        self.place(title, 12, 8, 616, 40)
        self.place(under, 12, 52, 616, 22)
        for at, name in enumerate(tray.tags()):
            made = Tag(self.look, choice=f"tag:{name}", text=_tag_words(name), icon=_sign(name), kind="plain")
            made.bind(on_tap=lambda tapped: self.hold(tapped.choice.partition(":")[2]))
            self.place(made, 8 + 316 * (at % COLUMNS), 84 + (HIGH + 5) * (at // COLUMNS), WIDE, HIGH)
        self.reader = Reader(self.look)
        self.place(self.reader, 0, 412, 640, 68)
        self._say("")

    def hold(self, name: str) -> None:
        self.tray.hold(name)
        self._say(_tag_words(name))
        Clock.unschedule(self._lift)
        Clock.schedule_once(self._lift, LYING)

    def _lift(self, _seconds: float) -> None:
        self.tray.lift()
        self._say("")

    def _say(self, lying: str) -> None:
        self.reader.say(lying, _("Nothing lies on the reader"))


def _tag_words(name: str) -> str:
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
    return known.get(name) or in_words(name)


def _sign(name: str) -> str:
    return "seal" if name.startswith("seal:") else "hand" if name.startswith("card:") else "reader"
