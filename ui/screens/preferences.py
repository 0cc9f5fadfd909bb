"""What this table likes: every setting there is, changed at a touch and at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ui.locale import NAMES, _, next_language
from ui.presenter import sitting
from ui.screens.listing import ListPage, Way

if TYPE_CHECKING:
    pass

CURTAINS = (30, 60, 120, 300)
PAUSES = (0.0, 2.0, 3.0, 5.0, 10.0)
BRIGHTNESS = (100, 80, 60, 40, 20)
VOLUMES = (0, 30, 70, 100)
SCALES = (0.9, 1.0, 1.1, 1.2, 1.4)
TURNS = (0, 90, 180, 270)
DARK = (0, 5, 10, 30)
THEMES = ("day", "night", "clock", "contrast")


def later(values: Sequence[Any], now: Any) -> Any:
    """The value after this one; the first after the last, or where it is none of them the next larger.

    >>> later(CURTAINS, 60), later(CURTAINS, 300), later(CURTAINS, 45)
    (120, 30, 60)
    """
    if now in values:
        return values[(values.index(now) + 1) % len(values)]
    return next((value for value in values if value > now), values[0])


class PreferencesPage(ListPage):
    """A tag a setting: a touch turns it to its next value."""

    speaks = True

    def again(self) -> PreferencesPage:
        made = PreferencesPage(self.glass)
        made.turn_to(self.first)
        return made

    def title(self) -> str:
        return _("Settings")

    def _seats(self) -> tuple[str, ...]:
        """The seats whose private screens may be in another language than all other screens."""
        bridge = self.glass.bridge
        return bridge.table.seats if bridge is not None and self.look.faces.covers_cjk else ()

    def _reads(self, seat: str) -> tuple[str, str, str, tuple[Any, str]]:
        """The language of a private screen: turned by a touch, while a table is open."""
        assert self.glass.bridge is not None
        table = self.glass.bridge.table
        sitter = table.sitter(seat)
        language = sitter.language or self.glass.desk.settings.language

        def turn() -> None:
            table.sit(seat, msgspec.structs.replace(sitter, language=next_language(language)))
            self.glass.turn(self.again())

        return sitting(seat, sitter.person), _("language of the private screen"), "globe", (turn, NAMES[language])

    def ways(self) -> list[Way]:
        on, off = _("on"), _("off")
        wants = self.glass.desk.settings
        themes = {
            "day": _("Day"), "night": _("Night"), "clock": _("By the clock"), "contrast": _("High contrast"),
        }  # fmt: skip
        loud = wants.volume if wants.sound else 0
        seconds, never = _("{count} s"), _("never")

        def switch(name: str) -> tuple[Any, str]:
            now = getattr(wants, name)
            return (lambda: self.glass.prefer(**{name: not now})), on if now else off

        def turn(name: str, values: Sequence[Any], say: str, now: Any = None) -> tuple[Any, str]:
            value = later(values, getattr(wants, name) if now is None else now)
            return (lambda: self.glass.prefer(**{name: value})), say

        def volume() -> None:
            value = later(VOLUMES, loud)
            self.glass.prefer(sound=value > 0, volume=value or wants.volume)

        dark = _("{count} min").format(count=wants.dark_minutes) if wants.dark_minutes else never
        night = self.glass.bridge is not None  # what was agreed on may then become safer, and no less safe
        waits = self.glass.answer_pause if night else wants.answer_pause_seconds
        pauses = tuple(value for value in PAUSES if value >= waits or not night) or (waits,)
        longer = _("tonight no shorter") if night else _("so that no answer tells by its time")
        pause = seconds.format(count=f"{waits:g}")
        curtain = seconds.format(count=wants.curtain_seconds)
        rows: dict[str, list[tuple[str, str, str, tuple[Any, str]]]] = {
            _("The screen"): [
                (_("Colours"), "", "moon", turn("theme", THEMES, themes[wants.theme])),
                (_("Brightness"), "", "lantern", turn("brightness", BRIGHTNESS, f"{wants.brightness} %")),
                (_("Large letters"), "", "eye", switch("large_text")),
                (_("Size of all"), "", "search", turn("scale", SCALES, f"{round(100 * wants.scale)} %")),
                (_("Left hand"), _("the rail on the left"), "people", switch("left_hand")),
                (_("Calm"), _("nothing moves on the screen"), "pause", switch("calm")),
                (_("Screen turned"), "", "arrange", turn("turned", TURNS, f"{wants.turned}°")),
                (_("Goes dark after"), "", "off_map", turn("dark_minutes", DARK, dark)),
            ],
            _("The table"): [
                (_("Sound"), _("the same for every secret"), "ear", (volume, f"{loud} %" if loud else off)),
                (_("Lights"), _("under the board"), "lantern", turn("lights", BRIGHTNESS, f"{wants.lights} %")),
            ],
            _("Secrets"): [
                (_("Curtain falls"), _("untouched, a private screen closes"), "hide",
                 turn("curtain_seconds", CURTAINS, curtain)),
                (_("Listen pause"), longer, "ear", turn("answer_pause_seconds", pauses, pause, waits)),
                (_("Opens by seal"), _("laid on the reader"), "seal", switch("open_by_seal")),
                (_("Opens by PIN"), _("four digits"), "pin", switch("open_by_pin")),
                (_("Opens by a hold"), _("whoever it is, from the next night on"), "hand", switch("open_by_hold")),
            ],
            _("Private screens"): [self._reads(seat) for seat in self._seats()],
        }  # fmt: skip
        found = [
            Way(text, note, icon, act, value, group)
            for group, ways in rows.items()
            for text, note, icon, (act, value) in ways
        ]
        return [Way(_("Back"), "", "undo", self.glass.back), *found]
