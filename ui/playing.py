"""The screen, wired: what `python -m ui play` opens when it has read its command line.

`python -m ui.playing` is the same where nothing is to be said, and there sooner: it reads no command line.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.app import KurokoApp


def size_window(size: tuple[int, int] = (800, 480)) -> None:
    """Says how large the window is to be, which must be said before it is opened."""
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")


def wired(table: str | None = None, seed: int | None = None) -> KurokoApp:
    """The app on its table. table: simulated, board or none; without it what the settings say."""
    gc.disable()  # all that is made now stays; the app looks for what does not once its first page is there
    # Kivy would take the words after `play` for its own, and write its own log and settings into the home folder.
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    if table is None:
        from companion.settings import Settings

        table = Settings.load()[0].table
    simulated = table == "simulated"
    from ui.display import display_size, window_size

    size_window(window_size(simulated, display_size()))
    import platformdirs

    from hardware.backlight import backlight
    from ui.app import KurokoApp
    from ui.desk import House

    rig = None
    if table == "board":
        from hardware.rig import rig_file

        rig = rig_file()
    cache = Path(platformdirs.user_cache_dir("kuroko", appauthor=False))
    house = House(simulated=simulated, rig=rig, seed=seed)
    return KurokoApp(house, simulated=simulated, cache=cache, dim=backlight())


if __name__ == "__main__":
    wired().run()
