"""Why a reader's SPI node cannot be opened, as a sentence with the exact fix (B28, B29)."""

from __future__ import annotations

from typing import Final

from .outcomes import Unavailable

SPIDEV_MISSING: Final = Unavailable("The library spidev is missing. Run: python -m pip install spidev")


def node(bus: int, device: int) -> str:
    """Its path.

    >>> node(0, 1)
    '/dev/spidev0.1'
    """
    return f"/dev/spidev{bus}.{device}"


def not_opened(path: str, error: OSError) -> Unavailable:
    """What to do about `error` from opening the node."""
    match error:
        case FileNotFoundError():
            return Unavailable(f"There is no {path}: SPI is off. Run: sudo raspi-config nonint do_spi 0 && sudo reboot")
        case PermissionError():
            return Unavailable(f"This user may not use {path}. Run: sudo usermod -aG spi $USER && sudo reboot")
    return Unavailable(f"{path} cannot be opened ({error}). End other programs that use the reader.")
