"""The port that reader drivers share, and the drivers by name."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

from .mfrc522_backend import open_mfrc522
from .outcomes import Dead, Outcome, Unavailable
from .rc522 import open_rc522


class Backend(Protocol):
    """One reader's driver. No method raises for what the device does, and none waits longer than one poll takes."""

    @property
    def name(self) -> str: ...

    def poll(self) -> Outcome:
        """Asks once who is there. `Nothing` comes only from a chip that is well: else it is `Dead`."""

    def check(self) -> Dead | None:
        """Why the chip is not to be trusted, or None."""

    def version(self) -> int:
        """What VersionReg holds; 0x00 where the line fails."""

    def restart(self) -> Dead | None:
        """Sets the chip up anew; why it still does not work, or None."""

    def close(self) -> None:
        """Lets go of node and pins. May be called twice."""


Opener = Callable[[], Backend | Unavailable]
"""Opens a reader, now or later again, or says what is in the way."""

NAMES: Final = ("rc522", "mfrc522")


def opener(
    backend: str = "rc522", bus: int = 0, device: int = 0, *, reset_pin: int | None = None, gain: int = 33
) -> Opener:
    """How to open the reader on /dev/spidev{bus}.{device} with the driver of that name.

    Nothing is opened or imported yet. `reset_pin` (BCM) and `gain` (dB) are for `rc522`; the package has its own.

    >>> opener("mfrc533")
    Traceback (most recent call last):
    ValueError: no reader driver is called 'mfrc533': there are rc522, mfrc522
    """
    match backend:
        case "rc522":
            return lambda: open_rc522(bus, device, gain=gain, reset_pin=reset_pin, pause=time.sleep)
        case "mfrc522":
            return lambda: open_mfrc522(bus, device)
    raise ValueError(f"no reader driver is called {backend!r}: there are {', '.join(NAMES)}")
