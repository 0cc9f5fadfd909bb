"""`./kuroko rig`: the wizard of `hardware.wizard` with the zones of a map, and its file."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.files import keep_copy, write_whole
from companion.games.catalogue import game
from companion.games.files import own_files
from companion.games.shelf import SHELF
from companion.seats import TABLE
from companion.settings import own_folder
from companion.views import BoardPanel
from hardware.rig import BadRig, Rig, load_rig, written
from hardware.wizard import Parts, Wizard
from ui.books import box_of
from ui.ports import CannotOpen


class _Monotonic:
    def now(self) -> float:
        return time.monotonic()


def zones_of_the_maps(settings: Path | None = None) -> tuple[str, ...]:
    """The zones of every map of every game on the shelf, those of the usual map first; then of one's own maps.

    settings: the file beside which those lie, in its place where none is given.
    """
    zones: dict[str, None] = {}
    for book in SHELF:
        shipped = game(book.id).about().get("maps", ())
        for name in (*shipped, *(own_files(own_folder("maps", book.id, settings)) if shipped else ())):
            with suppress(CannotOpen):  # what is wrong with it is said where it is chosen
                for panel in box_of(book.id, "en", name).view(TABLE).panels:
                    if isinstance(panel, BoardPanel):
                        zones.update(dict.fromkeys(panel.sheet.zones))
    return tuple(zones)


def describe_table(
    path: Path, ask: Callable[[str], str], say: Callable[[str], object], parts: Parts | None = None
) -> None:
    """Asks through the table and writes what was found; a file that was there is kept. Raises BadFile."""
    before = Rig()
    with suppress(BadRig):
        before = load_rig(path)
    rig = Wizard(ask, say, _Monotonic(), zones_of_the_maps(), parts, before.readers).describe()
    if rig.empty:
        say("Nothing was described, so nothing was written: this table is played by touch.")
        return
    # How lights look, and how long a figure must rest, was chosen by hand.
    rig = msgspec.structs.replace(rig, lights=before.lights, presence=before.presence)
    with suppress(OSError):  # writing says it, with the way out
        path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        keep_copy(path, ".old")
    write_whole(path, written(rig).encode())
    say(f"\nWritten: {path}. Now: ./kuroko doctor, then ./kuroko enrol, then ./kuroko play --table board")
