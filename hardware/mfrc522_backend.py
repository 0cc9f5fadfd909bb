"""The package `mfrc522` 0.0.7, unmodified, behind the port of our own driver.

For tables that already run on it. What it cannot do stays so:

- It knows cascade level 1 only. Tags with 7 or 10 bytes are refused, since different ones give the same number (B5).
- A collision looks like a broken answer: several tags with numbers of 4 bytes are `Garbled`, never `Several`.
- It does not halt a tag, so a tag that lies still answers every second poll; `presence` copes with that.
- A poll that hears nothing costs some 2000 SPI transfers, and its waiting cannot be cut short.
- It checks no CRC: two bit errors that agree with the check byte would pass. `presence` wants two equal reads.
- It needs RPi.GPIO, or on a Pi 5 rpi-lgpio, which takes its place.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any, Final

from .nodes import missing, node, not_opened, without_spidev
from .outcomes import Dead, Garbled, Nothing, Outcome, Refused, Tag, Unavailable
from .registers import ANTENNA, Register
from .uids import CASCADE_TAG, uid_from_five_bytes

INSTALL: Final = f"{sys.executable} -m pip install --no-deps --require-hashes -r requirements-mfrc522.lock"
SEVEN_BYTES: Final = (
    "This tag has a long number, of which the package mfrc522 reads only the start, and other tags share that. "
    "Set the reader's backend to rc522."
)
_SILENT: Final = (0x00, 0xFF)
_BCM: Final = 11
_RESET_BCM, _RESET_BOARD = 25, 22
"""GPIO25, which is pin 22 of the header. In BCM numbering the package would take GPIO15, a serial line."""


class Mfrc522Backend:
    """One reader driven by the package's class `MFRC522`, whose opened object is given."""

    name = "mfrc522"

    def __init__(self, reader: Any) -> None:
        self._reader: Final = reader

    def poll(self) -> Outcome:
        """Asks once who is there; a number is only believed with the right check byte, which is taken off."""
        try:
            return self._poll()
        except OSError as error:
            return Dead(f"the SPI line failed ({error})")

    def _poll(self) -> Outcome:
        reader = self._reader
        status, _ = reader.MFRC522_Request(reader.PICC_REQIDL)
        if status != reader.MI_OK:
            # The package says the same of an empty field, a broken answer and a chip that is gone.
            return self._check() or Nothing()
        status, five = reader.MFRC522_Anticoll()
        if status != reader.MI_OK or len(five) != 5:
            return self._check() or Garbled("its number came broken, or there are several tags")
        uid = uid_from_five_bytes(int.from_bytes(bytes(five), "big"))
        if uid is None:
            return Garbled("the check byte of its number is wrong")
        if five[0] == CASCADE_TAG:
            return Refused(SEVEN_BYTES)
        return Tag(uid)

    def check(self) -> Dead | None:
        """Why the chip is not to be trusted, or None: its version, and whether its field is on."""
        try:
            return self._check()
        except OSError as error:
            return Dead(f"the SPI line failed ({error})")

    def _check(self) -> Dead | None:
        version = self.version()
        if version in _SILENT:
            return Dead(f"its version reads 0x{version:02X}")
        if self._reader.Read_MFRC522(Register.TX_CONTROL) & ANTENNA != ANTENNA:
            return Dead("it lost its settings")
        return None

    def version(self) -> int:
        """VersionReg; 0x00 where the line itself fails."""
        try:
            return int(self._reader.Read_MFRC522(Register.VERSION))
        except OSError:
            return 0x00

    def restart(self) -> Dead | None:
        """Sets the chip up anew; why it still does not work, or None."""
        try:
            self._reader.MFRC522_Init()
        except OSError as error:
            return Dead(f"the SPI line failed ({error})")
        return self.check()

    def close(self) -> None:
        """Closes the node only: the package's own closing would let go of every pin of this program."""
        self._reader.spi.close()


def open_mfrc522(bus: int = 0, device: int = 0) -> Mfrc522Backend | Unavailable:
    """Opens the reader with the package, or says what to do so that it can be opened."""
    if find_spec("mfrc522") is None:
        return Unavailable(f"The package mfrc522 is missing. In the program's folder run: {INSTALL}")
    try:
        from RPi import GPIO  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return Unavailable(f"The package mfrc522 needs RPi.GPIO. {missing('rpi-lgpio')}")
    except RuntimeError as error:  # RPi.GPIO on a machine that is no Pi, and on a Pi 5
        return Unavailable(f"RPi.GPIO does not run here ({error}). Set the reader's backend to rc522.")
    try:
        from mfrc522 import MFRC522
    except ImportError:
        return without_spidev(node(bus, device))
    reset = _RESET_BCM if GPIO.getmode() == _BCM else _RESET_BOARD
    try:
        return Mfrc522Backend(MFRC522(bus=bus, device=device, pin_rst=reset))
    except OSError as error:
        return not_opened(node(bus, device), error)
    except RuntimeError as error:
        return Unavailable(f"The reader's reset pin cannot be used ({error}). Set the reader's backend to rc522.")
