"""The firmware's own link, compiled for this machine, as an object: bytes and seconds in, bytes out."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent.parent
SOURCES = [HOUSE / "firmware/zoneboard" / name for name in ("frame.c", "link.c", "tags.c", "lights.c")]
HAS_GCC = shutil.which("gcc") is not None
WHY_NOT = "the firmware's code for this machine needs gcc"


@cache
def library() -> ctypes.CDLL:
    """The shared library; every warning is an error, and the compiler watches bounds and overflows."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "board.so"
        sources = [source for source in SOURCES if source.exists()]
        command = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-fstack-protector-all"]
        checks = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
        subprocess.run([*command, *checks, "-o", made, Path(__file__).with_name("on_the_host.c"), *sources], check=True)
        library = ctypes.CDLL(str(made))
    library.board_new.restype = ctypes.c_void_p
    library.board_lights.restype = ctypes.POINTER(ctypes.c_uint8)
    return library


class HostBoard:
    """One board. reset() begins it anew, as its watchdog or its button would."""

    def __init__(self, readers: int = 8, pixels: int = 24, boot: int = 1, now: float = 0.0) -> None:
        self.readers, self.pixels, self.boot = readers, pixels, boot
        self._library = library()
        self._wire = ctypes.create_string_buffer(64)
        self._begin(now)

    def _begin(self, now: float) -> None:
        new = self._library.board_new(self.readers, self.pixels, self.boot, _milliseconds(now))
        self._board = ctypes.c_void_p(new)

    def reset(self, now: float) -> None:
        self._library.board_free(self._board)
        self.boot = self.boot + 1 & 0xFF
        self._begin(now)

    def rename(self, name: str) -> None:
        self._library.board_rename(self._board, name.encode())

    def ready(self) -> None:
        self._library.board_ready(self._board)

    def take(self, data: bytes, now: float) -> None:
        self._library.board_take(self._board, data, len(data), _milliseconds(now))

    def give(self, now: float) -> bytes:
        """The next frame that is due, or nothing."""
        count = self._library.board_give(self._board, self._wire, _milliseconds(now))
        return self._wire.raw[:count]

    def visit(self, reader: int, *uids: str, garbled: bool = False) -> None:
        """One visit to a reader on which these tags were read."""
        self._library.board_visit(self._board, reader)
        for uid in uids:
            number = bytes.fromhex(uid)
            self._library.board_seen(self._board, reader, number, len(number))
        self._library.board_left(self._board, reader, int(garbled))

    def dead(self, reader: int) -> None:
        self._library.board_dead(self._board, reader)

    def well(self, reader: int) -> None:
        self._library.board_well(self._board, reader)

    @property
    def lights(self) -> bytes:
        return bytes(self._library.board_lights(self._board)[: self.pixels])

    @property
    def session(self) -> int:
        return int(self._library.board_session(self._board))

    def counter(self, which: int) -> int:
        return int(self._library.board_counter(self._board, which))

    def __del__(self) -> None:
        self._library.board_free(self._board)


def _milliseconds(now: float) -> int:
    """As the board counts them, which is round and round."""
    return int(now * 1000) & 0xFFFF
