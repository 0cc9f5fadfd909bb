"""How large a window may be: what there is room for on the display, asked before the window is opened."""

from __future__ import annotations

import ctypes
import ctypes.util
from pathlib import Path

import kivy

from ui.frame import BESIDE, SCREEN

_VIDEO = 0x20
Extent = tuple[int, int]


def window_size(simulated: bool, display: Extent | None) -> Extent:
    """The screen, and the simulated table beside it where both have room; without, the table is behind its tag.

    >>> window_size(True, (1920, 1080)), window_size(True, (1280, 800)), window_size(True, None)
    ((1440, 480), (800, 480), (1440, 480))
    >>> window_size(False, (1920, 1080)), window_size(True, (480, 320))
    ((800, 480), (480, 320))
    """
    wide, high = int(SCREEN[0]), int(SCREEN[1])
    beside = wide + int(BESIDE)
    if display is None:
        return (beside if simulated else wide, high)
    if simulated and display[0] >= beside and display[1] >= high:
        return beside, high
    return min(wide, display[0]), min(high, display[1])


def display_size() -> Extent | None:
    """The size of the first display, in pixels; None where it cannot be asked for.

    Kivy does not tell, so it is asked of the SDL that Kivy brings along.
    """
    brought = sorted((Path(kivy.__file__).parents[1] / "Kivy.libs").glob("libSDL2-2*"))
    name = str(brought[0]) if brought else ctypes.util.find_library("SDL2")
    if name is None:
        return None
    try:
        sdl = ctypes.CDLL(name)
        if sdl.SDL_InitSubSystem(_VIDEO):
            return None
        bounds = (ctypes.c_int * 4)()
        failed = sdl.SDL_GetDisplayBounds(0, bounds)
        sdl.SDL_QuitSubSystem(_VIDEO)
    except (OSError, AttributeError):
        return None
    return None if failed or min(bounds[2:]) < 1 else (bounds[2], bounds[3])
