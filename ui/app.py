"""The Kivy app: opens the window, gives the glass its look, and lets it see each frame what was decided."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

import ui.ink  # noqa: F401  (settles how the window is opened)
from companion.settings import Settings
from ui.glass import BESIDE, SCREEN, Glass, boot_time, factor_for
from ui.ports import Desk
from ui.theme import PALETTES, Look
from ui.typefaces import find_faces


def look_for(settings: Settings, size: tuple[float, float], beside: bool = False, cache: Path | None = None) -> Look:
    """The look of a window of so many pixels. Where no font has the signs of the language, it is English."""
    faces = find_faces(settings.language, cache)
    return Look(
        palette=PALETTES[settings.theme],
        factor=factor_for(*size, beside),
        language=settings.language if faces.covers_cjk else "en",
        faces=faces,
        calm=settings.calm,
    )


def window_size(simulated: bool) -> tuple[int, int]:
    """The window that is opened on a desktop: the screen, and the simulated table beside it."""
    return (int(SCREEN[0] + (BESIDE if simulated else 0.0)), int(SCREEN[1]))


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
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.desk, self.simulated, self.cache, self.now = desk, simulated, cache, now
        self.glass: Glass | None = None

    def build(self) -> Glass:
        width, height = Window.size
        beside = self.simulated and width / height >= (SCREEN[0] + BESIDE) / SCREEN[1] - 0.01

        def dress(settings: Settings) -> Look:
            return look_for(settings, (width, height), beside, self.cache)

        look = dress(self.desk.settings)
        Window.clearcolor = look.rgba("rail")
        pause = self.desk.settings.answer_pause_seconds
        glass = self.glass = Glass(self.desk, look, dress=dress, now=self.now, leave=self.stop, answer_pause=pause)
        glass.lobby()
        Clock.schedule_interval(glass.tick, 0.25)
        for event in ("on_restore", "on_show", "on_minimize", "on_hide"):
            Window.bind(**{event: lambda *_: glass.wake()})
        return glass

    def on_start(self) -> None:
        # once the first page is there, and not while it is being drawn
        Clock.schedule_once(lambda *_: Clock.schedule_once(self._fetch, 0.2))

    def _fetch(self, *_: Any) -> None:
        """Fetches what a table needs while somebody looks at the first page."""
        pages = self.glass.ready() if self.glass is not None else iter(())
        Clock.schedule_interval(lambda _seconds: next(pages, False) is not False, 0.1)
        Thread(target=self.desk.load, name="loading", daemon=True).start()

    def on_pause(self) -> bool:
        if self.glass is not None:
            self.glass.wake()
        return True

    def on_stop(self) -> None:
        if self.glass is not None and self.glass.bridge is not None:
            self.glass.bridge.table.close()
