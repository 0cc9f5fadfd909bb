"""Serial lines on which zone boards may be: which there are, and opening one with nobody else on it."""

from __future__ import annotations

import errno
import os
import select
import socket
from contextlib import suppress
from fnmatch import fnmatch
from glob import glob
from typing import Any, Final, Protocol

from ..nodes import missing
from ..outcomes import Unavailable
from .protocol import LINE_BAUD

_BY_ID: Final = "/dev/serial/by-id/*"
_NAMES: Final = ("/dev/ttyUSB*", "/dev/ttyACM*")


SLOW_BAUD: Final = 38400
"""For adapters that cannot do the usual speed; the board's firmware is built for it."""


def lasting(path: str) -> str | None:
    """The path, unless it is one that the system gives to whichever line is plugged in next (B13).

    >>> lasting("/dev/ttyUSB0"), lasting("/dev/serial/by-id/usb-1")
    (None, '/dev/serial/by-id/usb-1')
    """
    return None if any(fnmatch(path, pattern) for pattern in _NAMES) else path


class Line(Protocol):
    """An opened line. Raises OSError when it is gone."""

    def read(self, timeout: float) -> bytes:
        """What has come, waiting for so many seconds at most."""

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None:
        """Ends a `read` of another thread."""

    def close(self) -> None: ...


def lines_there() -> list[str]:
    """Paths of the serial lines that are plugged in, by names that stay where the system gives such."""
    by_id = sorted(glob(_BY_ID))
    known = {os.path.realpath(path) for path in by_id}
    return by_id + [path for pattern in _NAMES for path in sorted(glob(pattern)) if path not in known]


class SerialLine:
    """A line over pyserial, locked against every other program. opened: with the timeout 0.

    It waits by itself: a timeout that is changed makes pyserial set the speed anew, which adapters take time for.
    """

    def __init__(self, opened: Any) -> None:
        self._serial: Final = opened
        self._woken, self._waker = socket.socketpair()
        for end in (self._woken, self._waker):
            end.setblocking(False)

    def read(self, timeout: float) -> bytes:
        ready, _, _ = select.select([self._serial, self._woken], [], [], timeout)
        if self._woken in ready:
            self._woken.recv(1000)
        data: bytes = self._serial.read(1000) if self._serial in ready else b""
        return data

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def wake(self) -> None:
        with suppress(BlockingIOError):  # it was woken a thousand times and has not looked yet
            self._waker.send(b"!")

    def close(self) -> None:
        self._woken.close()
        self._waker.close()
        self._serial.close()


def open_line(path: str, baud: int = LINE_BAUD) -> Line | Unavailable:
    """Opens a serial line, or says what to do so that it can be opened."""
    try:
        import serial
    except ImportError:
        return Unavailable(missing("pyserial"))
    try:
        return SerialLine(serial.Serial(path, baud, timeout=0, write_timeout=1.0, exclusive=True))
    except (OSError, ValueError) as error:
        return _not_opened(path, error)


def _not_opened(path: str, error: OSError | ValueError) -> Unavailable:
    # pyserial hides why the lock failed behind an error without a number.
    number = getattr(error, "errno", None)
    if number in (errno.EAGAIN, errno.EBUSY) or "exclusively lock" in str(error):
        return Unavailable(f"Another program uses {path}: end it. Perhaps Kuroko runs twice.")
    if number == errno.EACCES:
        return Unavailable(f"This user may not use {path}. Run: sudo usermod -aG dialout $USER && sudo reboot")
    if number == errno.ENOENT:
        return Unavailable(f"There is no {path}: plug in the zone board's USB cable.")
    return Unavailable(
        f"{path} cannot be opened ({error}): name the zone board's line in rig.toml, or leave its path out."
    )
