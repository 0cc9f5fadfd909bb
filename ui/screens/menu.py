"""The menu: back, look behind the curtain, settings, leave the table for another evening."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ui.bridge import Saved
from ui.lettering import wrap
from ui.locale import _
from ui.presenter import seat_name
from ui.screens.page import Page, Words
from ui.spoken import parted
from ui.widgets.tag import Tag
from ui.widgets.tongues import HIGH, WIDE, tongues

if TYPE_CHECKING:
    from ui.glass import Glass

Way = tuple[str, str, str, Callable[[], None]]
"""What a tag says, its note, its icon, and what it does."""
CURTAINS = (30, 60, 120, 300)


class ListPage(Page):
    """A title and large tags, two by two."""

    def __init__(self, glass: Glass, title: str, ways: Sequence[Way], note: str = "") -> None:
        super().__init__(glass)
        head = Words(self.look, "title")
        head.say(title)
        self.place(head, 16, 12, 768, 44)
        small = Words(self.look, "text", "ink2")
        small.say(*wrap(self.look, note, "text", self.look.u(768), 2))
        self.place(small, 16, 60, 768, 44)
        self.tags: list[Tag] = []
        for at, (text, said, icon, act) in enumerate(ways):
            made = Tag(self.look, text=text, note=said, icon=icon, kind="main" if at == 0 else "plain")
            made.bind(on_tap=lambda _tag, act=act: act())
            self.tags.append(self.place(made, 16 + 388 * (at % 2), 112 + 70 * (at // 2), 380, 62))


def menu(glass: Glass) -> ListPage:
    """The menu of a table."""
    bridge = glass.bridge
    assert bridge is not None
    sealed = glass.picture.sealed if glass.picture is not None else ""
    ways: list[Way] = [(_("Back to the table"), "", "undo", glass.table)]
    ways += [
        (seat_name(seat), _("behind the curtain"), "hide", lambda seat=seat: glass.call(seat))  # type: ignore[misc]
        for seat in bridge.table.seats
    ]
    ways.append((_("Settings"), "", "gear", glass.preferences))
    ways.append((_("Tags and pieces"), _("which tag is under which piece"), "reader", glass.enrol))
    ways.append((_("Leave for now"), _("it goes on where it stands"), "moon", glass.lobby))
    ways.append((_("Quit"), _("it goes on where it stands"), "off_map", glass.quit))
    seal = _("Sealed when the night began: {seal}").format(seal=sealed) if sealed else ""
    note = seal or _("The seal of this book: {seal}").format(seal=bridge.table.seal)
    return ListPage(glass, parted(bridge.table.title)[1], ways, note)


def preferences(glass: Glass, back: Callable[[], None]) -> ListPage:
    """The few settings there are. A touch changes one at once."""
    settings = glass.desk.settings
    wait = settings.curtain_seconds
    later = next((seconds for seconds in CURTAINS if seconds > wait), CURTAINS[0])
    ways: list[Way] = [
        (_("Back"), "", "undo", back),
        (
            _("Curtain after {seconds} seconds").format(seconds=wait),
            _("untouched, a private screen closes"),
            "hide",
            lambda: glass.prefer(curtain_seconds=later),
        ),
        (
            _("Calm: on") if settings.calm else _("Calm: off"),
            _("nothing moves on the screen"),
            "pause",
            lambda: glass.prefer(calm=not settings.calm),
        ),
    ]
    page = ListPage(glass, _("Settings"), ways)
    for at, tongue in enumerate(found := tongues(glass.look)):
        tongue.bind(on_tap=lambda tapped: glass.prefer(language=tapped.language))
        page.place(tongue, 800 - 12 - WIDE * (len(found) - at), 8, WIDE, HIGH)
    return page


def nights(glass: Glass, saved: Sequence[Saved]) -> ListPage:
    """The games that were left, the last one first."""
    ways: list[Way] = [(_("Back"), "", "undo", glass.lobby)]
    ways += [
        (night.started or night.title, night.say, "moon", lambda night=night: glass.resume(night.id))  # type: ignore[misc]
        for night in saved[:9]
    ]
    return ListPage(glass, _("Past nights"), ways)
