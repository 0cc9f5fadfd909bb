"""The Kivy app: opens the window, gives the glass its look, and lets it see each frame what was decided."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

import ui.ink  # noqa: F401  (settles how the window is opened)
from companion.settings import Settings
from ui.frame import screen_of
from ui.glass import Glass
from ui.loudspeaker import Loudspeaker
from ui.ports import Desk
from ui.theme import PALETTES, Look, Mood, factor_for
from ui.typefaces import find_faces
from ui.watch import boot_time

if TYPE_CHECKING:
    from ui.keys import Keys

NIGHT_BEGINS, NIGHT_ENDS = 20, 6
LARGE_TEXT = 1.25


def mood_of(settings: Settings, hour: int) -> Mood:
    """Day, night or high contrast: what the settings want, or what the clock says.

    >>> mood_of(Settings(theme="clock"), 12), mood_of(Settings(theme="clock"), 21), mood_of(Settings(theme="day"), 21)
    ('day', 'night', 'day')
    """
    if settings.theme != "clock":
        return settings.theme
    return "day" if NIGHT_ENDS <= hour < NIGHT_BEGINS else "night"


def look_for(settings: Settings, size: tuple[float, float], simulated: bool = False, cache: Path | None = None) -> Look:
    """The look of a window of so many pixels. Where no font has the signs of the language, it is English.

    simulated: a simulated table stands beside the screen, where the window is wide enough.
    """
    faces = find_faces(settings.language, cache, settings.fonts)
    larger = settings.scale * (LARGE_TEXT if settings.large_text else 1.0)
    return Look(
        palette=PALETTES[mood_of(settings, time.localtime().tm_hour)],
        factor=factor_for(*screen_of(*size, simulated), larger),
        language=settings.language if faces.covers_cjk else "en",
        faces=faces,
        left_hand=settings.left_hand,
        calm=settings.calm,
    )


def turn_window(degrees: int) -> None:
    """Turns the picture, and fingers with it. Left to itself Kivy turns fingers at once, but the picture only where its
    sides change places: half a turn would be felt and not seen."""
    if Window.rotation != degrees:
        Window.rotation = degrees
        Window.update_viewport()


class KurokoApp(App):
    """One window on one desk."""

    title = "Kuroko"

    def __init__(
        self,
        desk: Desk,
        *,
        simulated: bool = False,
        cache: Path | None = None,
        now: Callable[[], float] = boot_time,
        dim: Callable[[float], bool] = lambda _level: False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.desk, self.simulated, self.cache, self.now, self.dim = desk, simulated, cache, now, dim
        self.glass: Glass | None = None
        self.keys: Keys | None = None
        self._loudspeaker = Loudspeaker(cache / "sounds" if cache is not None else None)

    def build(self) -> Glass:
        settings = self.desk.settings
        look = self._dress(settings)
        glass = self.glass = Glass(
            self.desk,
            look,
            dress=self._dress,
            now=self.now,
            leave=self.stop,
            answer_pause=settings.answer_pause_seconds,
            simulated=self.simulated,
            dim=self.dim,
            play=self._loudspeaker.play,
            size=Window.size,
        )
        glass.lobby()
        Clock.schedule_interval(glass.tick, 0.25)
        Clock.schedule_interval(lambda _seconds: self._follow_the_clock(), 60)
        for event in ("on_restore", "on_show", "on_minimize", "on_hide"):
            Window.bind(**{event: lambda *_: glass.wake()})
        return glass

    def _dress(self, settings: Settings) -> Look:
        turn_window(settings.turned)
        look = look_for(settings, Window.size, self.simulated, self.cache)
        Window.clearcolor = look.rgba("rail")
        return look

    def _follow_the_clock(self) -> None:
        """Night falls, or it is day: at the next page that is nobody's own."""
        glass = self.glass
        if glass is not None and self.desk.settings.theme == "clock" and glass.role not in ("own", "curtain"):
            look = self._dress(self.desk.settings)
            if look != glass.look:
                glass.wear(look)
                glass.again()

    def on_start(self) -> None:
        # once the first page is there, and not while it is being drawn
        Clock.schedule_once(lambda *_: Clock.schedule_once(self._fetch, 0.2))

    def _fetch(self, *_: Any) -> None:
        """Fetches what a table needs while somebody looks at the first page."""
        gc.freeze()  # what is here stays, and need not be looked through again and again
        gc.enable()
        pages = self.glass.ready() if self.glass is not None else iter(())
        Clock.schedule_interval(lambda _seconds: next(pages, False) is not False, 0.1)
        if self.glass is not None:
            from ui.keys import Keys

            self.keys = Keys(self.glass)
        Thread(target=self._load, name="loading", daemon=True).start()

    def _load(self) -> None:
        self.desk.load()
        self._loudspeaker.make()
        Clock.schedule_once(lambda _seconds: self._load_sounds())

    def _load_sounds(self) -> None:
        sounds = self._loudspeaker.load()
        Clock.schedule_interval(lambda _seconds: next(sounds, False) is not False, 0.1)

    def open_settings(self, *_: Any) -> bool:
        """Kivy's own panel of settings, which F1 would lay over every screen, stays away: ours are on the glass."""
        return False

    def on_pause(self) -> bool:
        if self.glass is not None:
            self.glass.wake()
        return True

    def on_stop(self) -> None:
        if self.glass is not None:
            self.glass.veil.lift()  # whoever comes after finds the panel lit
        if self.glass is not None and self.glass.bridge is not None:
            self.glass.give()
            self.glass.bridge.table.close()
