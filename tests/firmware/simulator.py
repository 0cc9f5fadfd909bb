"""The firmware's image on simavr, with RC522 models on its SPI bus and its pixels decoded from the pin."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hardware.board.protocol import LINE_BAUD
from hardware.simulated.chip import Chip
from hardware.simulated.clock import VirtualClock
from hardware.simulated.tags import Picc

HOUSE = Path(__file__).resolve().parent.parent.parent
HAS_SIMULATOR = (
    shutil.which("gcc") is not None
    and shutil.which("avr-gcc") is not None
    and Path("/usr/include/simavr/sim_avr.h").exists()
)
WHY_NOT = "the firmware's image runs with Debian's gcc, gcc-avr, avr-libc, libsimavr-dev and libelf-dev"

_SPI = ctypes.CFUNCTYPE(ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64)


class Kind(NamedTuple):
    """How a chip is wired: as firmware/zoneboard/pins.h says, by port and bit."""

    chip: str
    clock: int
    selects: str
    pixel: str

    @property
    def readers(self) -> int:
        return len(self.selects) // 2


SMALL = Kind("atmega328p", 8_000_000, "B2B1B0D7D5D4D3D2", "D6")
LARGE = Kind("atmega2560", 16_000_000, "A0A1A2A3A4A5A6A7C7C6C5C4C3C2C1C0L7L6L5L4L3L2L1L0", "E3")


@cache
def built(baud: int = LINE_BAUD) -> Path:
    """The folder with the images of that speed and the bench, made once in this run."""
    folder = Path(tempfile.mkdtemp(prefix="kuroko-firmware-"))
    environment = {**os.environ, "OUT": str(folder), "BAUD": str(baud)}
    subprocess.run([HOUSE / "firmware/build"], check=True, env=environment, capture_output=True)
    bench = Path(__file__).with_name("zoneboard.c")
    command = ["gcc", "-O2", "-Wall", "-Wextra", "-fPIC", "-shared", "-o", folder / "bench.so", bench]
    subprocess.run([*command, "-lsimavr", "-lelf"], check=True)
    return folder


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(str(built() / "bench.so"))
    library.bench_new.restype = ctypes.c_void_p
    library.bench_cycle.restype = ctypes.c_uint64
    library.bench_longest_gap.restype = ctypes.c_uint64
    return library


class SimulatedBoard:
    """One zone board in its own time. readers: under how many of its places a reader is wired."""

    def __init__(self, kind: Kind = SMALL, readers: int | None = None, baud: int = LINE_BAUD) -> None:
        self.kind = kind
        self.clock = VirtualClock()
        self.chips = [Chip(self.clock, seed=place) for place in range(kind.readers if readers is None else readers)]
        self.fields_most = 0
        """How many fields were on at the same time, at most."""
        self._library = _library()
        self._call = _SPI(self._exchange)
        image = built(baud) / f"zoneboard-{kind.chip}.elf"
        new = self._library.bench_new(
            kind.chip.encode(),
            str(image).encode(),
            kind.clock,
            baud,
            kind.selects.encode(),
            kind.pixel.encode(),
            self._call,
        )
        assert new, f"simavr does not take {image}"
        self._bench = ctypes.c_void_p(new)
        self._bytes = ctypes.create_string_buffer(4096)
        self._at = (ctypes.c_uint64 * 4096)()

    def _exchange(self, reader: int, first: int, byte: int, cycle: int) -> int:
        if reader >= len(self.chips):
            return 0xFF
        chip = self.chips[reader]
        self.clock._now = cycle / self.kind.clock
        if first:
            chip.select()
        answer = chip.exchange(byte)
        if byte & 0x80 == 0:
            fields = sum(one.field for one in self.chips)
            self.fields_most = max(self.fields_most, fields)
        return answer

    # ---- time ----------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        return int(self._library.bench_cycle(self._bench)) / self.kind.clock

    def run(self, seconds: float) -> None:
        state = self._library.bench_run(self._bench, ctypes.c_uint64(int(seconds * self.kind.clock)))
        assert state == 0, f"the program ended ({state})"
        self.clock._now = self.now

    def reset(self) -> None:
        """As its button does; the EEPROM keeps what it holds."""
        self._library.bench_reset(self._bench)

    def stick(self) -> None:
        """Makes the bus hang, so that the program does."""
        self._library.bench_stick(self._bench)

    def unstick(self) -> None:
        self._library.bench_unstick(self._bench)

    def close(self) -> None:
        if self._bench:
            self._library.bench_free(self._bench)
            self._bench = ctypes.c_void_p()

    # ---- the line ------------------------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        self._library.bench_feed(self._bench, data, len(data))

    def cut(self) -> None:
        self._library.bench_cut(self._bench)

    def sent(self) -> bytes:
        return b"".join(bytes([byte]) for byte, _ in self.sent_at())

    def sent_at(self) -> list[tuple[int, float]]:
        """What the board sent since the last call, each byte with the time at which it began."""
        count = self._library.bench_sent(self._bench, self._bytes, self._at, 4096)
        raw = self._bytes.raw
        return [(raw[place], self._at[place] / self.kind.clock) for place in range(count)]

    @property
    def lost(self) -> int:
        """Bytes that the UART lost."""
        return int(self._library.bench_lost(self._bench))

    # ---- the table -----------------------------------------------------------------------------------------------

    def lay(self, reader: int, uid: str) -> Picc:
        tag = Picc(uid)
        self.chips[reader].lay(tag)
        return tag

    def lift(self, reader: int, uid: str) -> None:
        for tag in self.chips[reader].tags:
            if tag.uid == uid:
                self.chips[reader].lift(tag)

    def pixels(self) -> tuple[list[tuple[int, int, int]], float]:
        """Red, green and blue of each pixel, and when the last of them had arrived."""
        at = ctypes.c_uint64()
        count = self._library.bench_pixels(self._bench, self._bytes, ctypes.byref(at))
        grb = self._bytes.raw[:count]
        return [(grb[i + 1], grb[i], grb[i + 2]) for i in range(0, count, 3)], at.value / self.kind.clock

    @property
    def bad_pulses(self) -> int:
        """Pulses on the pixels' pin outside of what a WS2812 takes."""
        return int(self._library.bench_bad_pulses(self._bench))

    @property
    def longest_gap(self) -> float:
        """The longest pause between two bits of one frame."""
        return int(self._library.bench_longest_gap(self._bench)) / self.kind.clock
