"""Giving a zone board its name, which it keeps without power and is found by."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.ports import Clock

from .board.lines import Line, open_line
from .board.zoneboard import ZoneBoard
from .outcomes import Unavailable
from .rig import BOARD_NAME

START = 5.0
"""Seconds that a board may take to start."""


def rename(
    path: str,
    name: str,
    clock: Clock,
    opener: Callable[[str], Line | Unavailable] = open_line,
    pause: Callable[[float], object] = time.sleep,
) -> str | None:
    """The board on that line is called so from now on; or else why it is not."""
    if not BOARD_NAME.fullmatch(name):
        return "a board's name has 1 to 16 plain letters"
    opened = opener(path)
    if isinstance(opened, Unavailable):
        return opened.say.rstrip(".")
    opened.close()
    board = ZoneBoard(None, lambda *_: None, clock, path=path, opener=opener, search=list)
    board.start()
    end = clock.now() + START
    while board.path is None and clock.now() < end:
        pause(0.05)
    found = board.path is not None
    if found:
        board.rename(name)
    board.close()  # and sends what is left to be said
    return None if found else f"no zone board answers at {path}: flash it, or name another line"
