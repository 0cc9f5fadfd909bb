"""Plays the sounds, as far as there is anything to play them on. Without it the table is silent, and that is all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.sounds import SOUNDS, Sound


def silent_because(root: Path = Path("/"), environment: Callable[[str], str | None] = os.environ.get) -> str:
    """Why nothing can be heard on this machine, in a few words; empty where something can."""
    driver = environment("SDL_AUDIODRIVER")
    if driver:
        return "SDL_AUDIODRIVER is dummy" if driver == "dummy" else ""
    runtime = environment("XDG_RUNTIME_DIR")
    if runtime and any((Path(runtime) / name).exists() for name in ("pulse/native", "pipewire-0")):
        return ""
    try:
        cards = (root / "proc/asound/cards").read_text(encoding="utf-8", errors="replace")
    except OSError:
        cards = ""
    return "" if any(line.strip()[:1].isdigit() for line in cards.splitlines()) else "no sound card is found"


class Loudspeaker:
    """folder: where the sounds are kept; without one it is silent. read: turns a file into something to play; Kivy's
    own where none is given.
    """

    def __init__(self, folder: Path | None, read: Callable[[str], Any] | None = None) -> None:
        self._folder, self._read = folder, read
        self._made: dict[Sound, Any] = {}

    def make(self) -> None:
        """Writes what is not there yet. In any thread: it takes a while on a small machine."""
        if self._folder is None or (self._read is None and silent_because()):
            return
        from ui.synth import write

        for name in SOUNDS:
            with suppress(OSError):
                write(name, self._folder)

    def load(self) -> Iterator[None]:
        """Loads one sound after another; the caller says when the next one may take its time."""
        read = self._read
        if self._folder is None:
            return
        if read is None:
            if silent_because():
                return  # Kivy would say so of each
            from kivy.core.audio import SoundLoader

            read = SoundLoader.load
        from ui.synth import file_of

        for name in SOUNDS:
            path = file_of(name, self._folder)
            if path.is_file():
                with suppress(Exception):  # drivers raise what they like, and the table is silent
                    self._made[name] = read(str(path))
            yield

    def play(self, name: Sound, volume: float) -> None:
        """Plays a sound at a volume from 0 to 1, in the place of the same one that still sounds."""
        sound = self._made.get(name)
        if sound is None:
            return
        with suppress(Exception):
            sound.stop()
            sound.volume = volume
            sound.play()
