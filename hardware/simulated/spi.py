"""The Pi's SPI without a Pi: objects shaped like `spidev.SpiDev` over chip models.

>>> from hardware.simulated.chip import Chip
>>> from hardware.simulated.clock import VirtualClock
>>> clock = VirtualClock()
>>> spi = SimulatedSpi({(0, 0): Chip(clock)}, clock)()
>>> spi.open(0, 0)
>>> hex(spi.xfer2([0x80 | 0x37 << 1, 0])[1])
'0x92'
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from typing import Final

from .chip import Chip
from .clock import Time

OVERHEAD: Final = 10e-6
"""What a transfer costs beside its bits: the call into the kernel, about 10 us on a Pi."""


class SimulatedSpi:
    """Makes `SpiDev` objects over the chips at (bus, device). A transfer costs its bits and `overhead` seconds.

    May stand in for the module: `SimulatedSpi(...).SpiDev()` and `SimulatedSpi(...)()` are the same.
    """

    def __init__(self, chips: Mapping[tuple[int, int], Chip], time: Time, overhead: float = OVERHEAD) -> None:
        self.chips: Final = chips
        self._time: Final = time
        self._overhead: Final = overhead

    def __call__(self) -> SimulatedSpiDev:
        return SimulatedSpiDev(self.chips, self._time, self._overhead)

    SpiDev = __call__


class SimulatedSpiDev:
    """One opened node, as `spidev` gives it."""

    def __init__(self, chips: Mapping[tuple[int, int], Chip], time: Time, overhead: float) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self._chips: Final = chips
        self._time: Final = time
        self._overhead: Final = overhead
        self._chip: Chip | None = None

    def open(self, bus: int, device: int) -> None:
        """Raises FileNotFoundError where no chip is, as the real one does where SPI is switched off."""
        try:
            self._chip = self._chips[bus, device]
        except KeyError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None

    def xfer2(self, data: Sequence[int]) -> list[int]:
        """Sends `data` in one transfer and returns as many bytes. A chip in another mode than 0 hears only noise."""
        if self._chip is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._time.advance(self._overhead + len(data) * 8 / self.max_speed_hz)
        if self.mode != 0:
            return [0] * len(data)
        self._chip.select()
        answer = [self._chip.exchange(byte) for byte in data]
        self._chip.deselect()
        return answer

    def close(self) -> None:
        self._chip = None
