"""Names of the MFRC522's registers and bits that the table uses (data sheet MFRC522 rev. 3.9, section 9.2)."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Final


class Register(IntEnum):
    """Register addresses, not yet shifted for the address byte (8.1.2.3)."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS_1 = 0x07
    STATUS_2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    WATER_LEVEL = 0x0B
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    DEMOD = 0x19
    CRC_RESULT_HIGH = 0x21
    CRC_RESULT_LOW = 0x22
    RF_CFG = 0x26
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_HIGH = 0x2C
    T_RELOAD_LOW = 0x2D
    T_COUNTER_HIGH = 0x2E
    T_COUNTER_LOW = 0x2F
    VERSION = 0x37


class Do(IntEnum):
    """Commands (10.3, table 149)."""

    IDLE = 0x0
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    AUTHENTICATE = 0xE
    SOFT_RESET = 0xF


class Irq(IntFlag):
    """ComIrqReg (9.3.1.5)."""

    TIMER = 0x01
    ERROR = 0x02
    IDLE = 0x10
    RX = 0x20
    TX = 0x40
    SET = 0x80


class Fault(IntFlag):
    """ErrorReg (9.3.1.7)."""

    PROTOCOL = 0x01
    PARITY = 0x02
    CRC = 0x04
    COLLISION = 0x08
    OVERFLOW = 0x10


START_SEND: Final = 0x80
"""BitFramingReg (9.3.1.14)."""
FLUSH: Final = 0x80
"""FIFOLevelReg (9.3.1.11)."""
ANTENNA: Final = 0x03
"""Both antenna drivers in TxControlReg (9.3.2.5)."""
FORCE_100_ASK: Final = 0x40
"""TxASKReg (9.3.2.6): full modulation, without which tags of type A hear nothing."""
T_AUTO: Final = 0x80
"""TModeReg (9.3.3.10): the timer starts when sending ends and stops at the fifth bit of an answer."""

CLOCK_HZ: Final = 13.56e6
"""The carrier, and the clock of the timer (8.5)."""

CHIPS: Final = {
    0x91: "MFRC522 version 1.0",
    0x92: "MFRC522 version 2.0",
    0x88: "clone FM17522",
    0x12: "clone without a name",
    0xB2: "clone FM17522E",
}
"""What VersionReg (9.3.4.8) holds, and who says so. 0x00 and 0xFF are a line that nobody drives."""


GENUINE: Final = frozenset({0x91, 0x92})
"""The versions of NXP's own chips; a clone reads, and goes deaf sooner."""


def seconds_of_timer(prescaler: int, reload: int) -> float:
    """How long the chip's timer runs (8.5: t = (TPrescaler * 2 + 1) * (TReload + 1) / 13.56 MHz).

    >>> round(seconds_of_timer(169, 39), 6)
    0.001
    """
    return (prescaler * 2 + 1) * (reload + 1) / CLOCK_HZ
