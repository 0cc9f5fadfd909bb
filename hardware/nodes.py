"""Why a reader's SPI node cannot be opened, as a sentence with the exact fix (B28, B29)."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Final

from .outcomes import Unavailable


def missing(library: str, *more: str) -> str:
    """What to do about a library of Python's: the command names the Python that this program runs on."""
    return f"The library {library} is missing. Run: {sys.executable} -m pip install {' '.join((library, *more))}"


SPIDEV_MISSING: Final = missing("spidev")


def node(bus: int, device: int) -> str:
    """Its path.

    >>> node(0, 1)
    '/dev/spidev0.1'
    """
    return f"/dev/spidev{bus}.{device}"


def without_spidev(path: str) -> Unavailable:
    """Where the node is missing, too, the library would not help: it comes after."""
    if not Path(path).exists():
        return not_opened(path, FileNotFoundError(errno.ENOENT, path))
    return Unavailable(SPIDEV_MISSING)


def not_opened(path: str, error: OSError) -> Unavailable:
    """What to do about `error` from opening the node."""
    match error:
        case FileNotFoundError():
            return Unavailable(f"There is no {path}: SPI is off. Run: sudo raspi-config nonint do_spi 0 && sudo reboot")
        case PermissionError():
            return Unavailable(f"This user may not use {path}. Run: sudo usermod -aG spi $USER && sudo reboot")
    return Unavailable(f"{path} cannot be opened ({error}). End other programs that use the reader.")
