"""Zone boards without hardware: the firmware's link and tags, compiled for this machine, on lines like real ones."""

from __future__ import annotations

import ctypes
import os
import pty
import select
import shutil
import subprocess
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Protocol

HOUSE = Path(__file__).resolve().parent.parent.parent
SOURCES = [HOUSE / "firmware/zoneboard" / name for name in ("frame.c", "link.c", "tags.c", "lights.c")]
HAS_GCC = shutil.which("gcc") is not None
WHY_NOT = "the firmware's code for this machine needs gcc; please run: sudo apt install gcc libc6-dev"


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

    def chip(self, reader: int, version: int) -> None:
        """That reader's chip says so of itself."""
        self._library.board_chip(self._board, reader, version)

    def dead(self, reader: int) -> None:
        self._library.board_dead(self._board, reader)

    def well(self, reader: int) -> None:
        self._library.board_well(self._board, reader)

    @property
    def lights(self) -> bytes:
        return bytes(self._library.board_lights(self._board)[: self.pixels])

    def shine(self, pattern: int, milliseconds: int) -> int:
        """How bright a white pixel of that pattern is then, from 0 to 255."""
        grb = ctypes.create_string_buffer(3)
        frame = bytes([1 | pattern << 4])
        self._library.board_render(self._board, b"\xff\xff\xff", 3, frame, 1, milliseconds, grb)
        return grb.raw[0]

    @property
    def session(self) -> int:
        return int(self._library.board_session(self._board))

    def counter(self, which: int) -> int:
        return int(self._library.board_counter(self._board, which))

    def __del__(self) -> None:
        self._library.board_free(self._board)


class Device(Protocol):
    """What is at the other end of a cable: given what came, it says what it sends."""

    def pump(self, data: bytes) -> bytes: ...


class RunningBoard:
    """One board whose time is the wall's. on_turn: called each turn, in the board's thread."""

    def __init__(self, name_is: str = "left", readers: int = 8, pixels: int = 24) -> None:
        self.board = HostBoard(readers, pixels)
        self.board.rename(name_is)
        self.board.ready()
        self.lock = threading.Lock()
        self.on_turn: Callable[[], None] = lambda: None

    def pump(self, data: bytes) -> bytes:
        with self.lock:
            now = time.monotonic()
            self.on_turn()
            self.board.take(data, now)
            sent = b""
            while frame := self.board.give(now):
                sent += frame
            return sent

    @property
    def lights(self) -> bytes:
        """What shines: for each pixel the number of its colour and its pattern."""
        with self.lock:
            return self.board.lights

    def put(self, reader: int, *uids: str) -> None:
        """From now on exactly these lie there."""
        with self.lock:
            for _ in range(3):
                self.board.visit(reader, *uids)


class Cable:
    """A device on a line, whose path is a link as the system makes one by the device's number."""

    def __init__(self, device: Device, link: Path) -> None:
        self.device, self.link = device, link
        self._master = -1
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.greeting = b""

    @property
    def plugged(self) -> bool:
        return self._thread is not None

    def plug(self) -> str:
        """Returns the name of the line, each time another one."""
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self._slave = slave  # held open: a line that nobody opened yet is not a broken one
        name = os.ttyname(slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(name)
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name=f"cable {self.link.name}", daemon=True)
        self._thread.start()
        return name

    def pull(self, half: bytes = b"") -> None:
        """half: what still comes through."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            with suppress(OSError):
                os.write(self._master, half)
            os.close(self._slave)
            os.close(self._master)
            self.link.unlink(missing_ok=True)

    def _run(self) -> None:
        greeting = self.greeting
        while not self._stop.is_set():
            ready, _, _ = select.select([self._master], [], [], 0.001)
            data = os.read(self._master, 4096) if ready else b""
            if data and greeting:  # what came before it was opened, opening discards
                os.write(self._master, greeting)
                greeting = b""
            if sent := self.device.pump(data):
                os.write(self._master, sent)


def _milliseconds(now: float) -> int:
    """As the board counts them, which is round and round."""
    return int(now * 1000) & 0xFFFF
