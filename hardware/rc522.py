"""The driver of an RC522 reader: one `poll` asks the field who is there and says exactly what came back.

Over anything with spidev's `xfer2`. Data sheet: MFRC522 rev. 3.9; tags: ISO/IEC 14443-3.

>>> from hardware.simulated.chip import Chip
>>> from hardware.simulated.clock import VirtualClock
>>> from hardware.simulated.spi import SimulatedSpi
>>> from hardware.simulated.tags import Picc
>>> clock = VirtualClock()
>>> chip = Chip(clock)
>>> chip.lay(Picc("04A3C6CAE26180"))
>>> reader = open_rc522(spi=SimulatedSpi({(0, 0): chip}, clock), pause=clock.advance)
>>> reader.poll()
Tag(uid='04A3C6CAE26180')
>>> reader.poll()
Tag(uid='04A3C6CAE26180')
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import msgspec

from .nodes import node, not_opened, without_spidev
from .outcomes import Dead, Garbled, Nothing, Outcome, Several, Tag, Unavailable
from .registers import (
    ANTENNA,
    FLUSH,
    FORCE_100_ASK,
    START_SEND,
    T_AUTO,
    Do,
    Fault,
    Irq,
    Register,
)
from .uids import CASCADE_TAG, SAK_GOES_ON, SELECT, bcc, crc_a

SPEED_HZ: Final = 1_000_000
"""The chip takes up to 10 MHz (8.1.2); wires on a table do not."""
GAINS: Final = {18: 0b000, 23: 0b001, 33: 0b100, 38: 0b101, 43: 0b110, 48: 0b111}
"""Receiver gain in dB and its bits in RFCfgReg (9.3.3.6)."""
SILENT: Final = (0x00, 0xFF)
"""What reads from a line that nobody drives."""
FIELD_PAUSE: Final = 0.0055
"""Tags need 5 ms without the field to forget, and 5 ms with it to wake (14443-3, 6.1.5); a tenth on top."""
_TICK: Final = 169
_RELOAD: Final = 39
"""The chip's timer: (2 * 169 + 1) * (39 + 1) / 13.56 MHz = 1 ms (8.5), ten times what a tag may take to begin."""
_STEP: Final = 0.00025
"""Seconds between two looks at ComIrqReg: a quarter of the timer, so that silence costs few transfers."""
_LOOKS: Final = 100
"""Looks at ComIrqReg after which the chip's own timer must have come: far beyond the longest answer."""


class Spi(Protocol):
    """What is used of a `spidev.SpiDev`."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None: ...

    def xfer2(self, data: Sequence[int], /) -> Sequence[int]: ...

    def close(self) -> None: ...


class ResetLine(Protocol):
    """The chip's NRSTPD line: low is off."""

    def on(self) -> None: ...

    def off(self) -> None: ...

    def close(self) -> None: ...


class _Answer(msgspec.Struct, frozen=True):
    data: bytes
    bits: int
    errors: Fault


class _Silence(msgspec.Struct, frozen=True):
    """The chip's timer ran out."""


_Heard = _Answer | _Silence | Dead


class Rc522:
    """One reader. Never raises for what the device does: that is an `Outcome`.

    pause: waits so many seconds, 5 ms at most at a time; in tests it moves a clock instead.
    """

    name = "rc522"

    def __init__(
        self,
        spi: Spi,
        *,
        gain: int = 33,
        reset_line: ResetLine | None = None,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        if gain not in GAINS:
            raise ValueError(f"gain is one of {', '.join(map(str, GAINS))} dB, not {gain}")
        self._spi: Final = spi
        self._gain: Final = gain
        self._reset_line: Final = reset_line
        self._pause: Final = pause
        self._quiet = True
        """Whether the last poll heard nothing: then no tag was left in a state that needs the field cycled."""
        self._ready = False

    # ---- the backend's port --------------------------------------------------------------------------------------

    def poll(self) -> Outcome:
        """Asks once who is there. An empty field costs 12 transfers, a tag of 7 bytes 79."""
        try:
            return self._poll()
        except OSError as error:
            return Dead(f"the SPI line failed ({error})")

    def check(self) -> Dead | None:
        """Why the chip is not to be trusted, or None: its version, and whether its field is on."""
        try:
            return self._check()
        except OSError as error:
            return Dead(f"the SPI line failed ({error})")

    def version(self) -> int:
        """VersionReg; 0x00 where the line itself fails. See `registers.CHIPS`."""
        try:
            return self._read(Register.VERSION)
        except OSError:
            return 0x00

    def restart(self) -> Dead | None:
        """Resets the chip and sets it up again; why it still does not work, or None."""
        try:
            self._set_up()
        except OSError as error:
            return Dead(f"the SPI line failed ({error})")
        return self.check()

    def close(self) -> None:
        """Switches the field off and lets go of node and pin. May be called twice."""
        try:
            if self._ready:
                self._write(Register.TX_CONTROL, 0x80)
        except OSError:
            pass  # a chip that is gone has no field
        self._ready = False
        self._spi.close()
        if self._reset_line is not None:
            self._reset_line.close()

    # ---- the chip ------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        if self._reset_line is not None:
            self._reset_line.off()
            self._pause(FIELD_PAUSE)
            self._reset_line.on()
            self._pause(FIELD_PAUSE)
        self._write(Register.COMMAND, Do.SOFT_RESET)
        self._pause(FIELD_PAUSE)
        self._write(Register.T_MODE, T_AUTO)
        self._write(Register.T_PRESCALER, _TICK)
        self._write(Register.T_RELOAD_HIGH, 0)
        self._write(Register.T_RELOAD_LOW, _RELOAD)
        self._write(Register.TX_ASK, FORCE_100_ASK)
        self._write(Register.RF_CFG, GAINS[self._gain] << 4)
        self._write(Register.COLL, 0x00)  # bits after a collision read as 0 (9.3.1.15)
        self._write(Register.TX_CONTROL, 0x80 | ANTENNA)
        self._pause(FIELD_PAUSE)
        self._quiet = True
        self._ready = True

    def _check(self) -> Dead | None:
        version, control = self._read(Register.VERSION), self._read(Register.TX_CONTROL)
        if version in SILENT:
            return Dead(f"its version reads 0x{version:02X}")
        # A chip that lost power for a moment is back at its reset values: it talks, but its field is off.
        if control & ANTENNA != ANTENNA:
            return Dead("it lost its settings")
        return None

    def _cycle_field(self) -> None:
        """Off and on again: every tag forgets which state the last frames left it in."""
        self._write(Register.TX_CONTROL, 0x80)
        self._pause(FIELD_PAUSE)
        self._write(Register.TX_CONTROL, 0x80 | ANTENNA)
        self._pause(FIELD_PAUSE)

    def _poll(self) -> Outcome:
        if not self._ready:
            self._set_up()
        outcome = self._ask()
        if isinstance(outcome, Nothing) and not self._quiet:
            # A tag that heard only half of the last poll keeps silent once. Ask again before calling it gone.
            self._cycle_field()
            outcome = self._ask()
        if isinstance(outcome, Several | Garbled):
            self._cycle_field()
        self._quiet = isinstance(outcome, Nothing)
        if not isinstance(outcome, Tag) and (dead := self._check()):
            return dead
        return outcome

    def _ask(self) -> Outcome:
        """Wake, anticollision and select through the levels, halt (14443-3, 6.5)."""
        match self._exchange(b"\x52", last_bits=7):
            case _Silence():
                return Nothing()
            case Dead() as dead:
                return dead
            case _Answer(errors=errors) if errors & Fault.COLLISION:
                return Several()
            case _Answer(errors=errors, bits=bits) if errors or bits != 16:
                return Garbled("its answer to the wake-up")
        uid = b""
        for number, level in enumerate(SELECT, 1):
            part = self._one_level(level)
            if not isinstance(part, bytes):
                return part
            digits, sak = part[:4], part[4]
            if not sak & SAK_GOES_ON:
                self._exchange(_with_crc(b"\x50\x00"))
                return Tag((uid + digits).hex().upper())
            if digits[0] != CASCADE_TAG:
                return Garbled(f"level {number} goes on without the cascade byte")
            uid += digits[1:]
        return Garbled("a number of more than three levels")

    def _one_level(self, level: int) -> bytes | Outcome:
        """The four digits and the SAK of one cascade level."""
        match self._exchange(bytes([level, 0x20])):
            case Dead() as dead:
                return dead
            case _Silence():
                return Garbled("it fell silent before its number")
            case _Answer(errors=errors) if errors & Fault.COLLISION:
                return Several()
            case _Answer(data=digits, bits=bits, errors=errors):
                if errors or bits != 40:
                    return Garbled("its number came broken")
                if bcc(digits[:4]) != digits[4]:
                    return Garbled("the check byte of its number is wrong")
        match self._exchange(_with_crc(bytes([level, 0x70]) + digits)):
            case Dead() as dead:
                return dead
            case _Silence():
                return Garbled("it did not answer to its number")
            case _Answer(errors=errors) if errors & Fault.COLLISION:
                return Several()
            case _Answer(data=sak, bits=bits, errors=errors):
                if errors or bits != 24 or crc_a(sak[:1]) != sak[1:]:
                    return Garbled("the check bytes of its SAK are wrong")
        return digits[:4] + sak[:1]

    def _exchange(self, frame: bytes, last_bits: int = 0) -> _Heard:
        """Sends one frame and waits for the answer or the chip's timer (10.3.1.8)."""
        self._write(Register.COMMAND, Do.IDLE)
        self._write(Register.COM_IRQ, 0x7F)
        self._write(Register.FIFO_LEVEL, FLUSH)
        self._spi.xfer2([Register.FIFO_DATA << 1, *frame])
        self._write(Register.COMMAND, Do.TRANSCEIVE)
        self._write(Register.BIT_FRAMING, START_SEND | last_bits)
        for _ in range(_LOOKS):
            self._pause(_STEP)
            irq = self._read(Register.COM_IRQ)
            if irq & Irq.RX:
                break
            if irq & Irq.TIMER:
                return _Silence()
        else:
            return Dead("its timer never ran out")
        errors = Fault(self._read(Register.ERROR) & 0x1F)
        length = self._read(Register.FIFO_LEVEL)
        odd = self._read(Register.CONTROL) & 0x07
        if length > 64:
            return Dead(f"its buffer of 64 bytes reads as {length}")
        address = 0x80 | Register.FIFO_DATA << 1
        data = bytes(self._spi.xfer2([address] * length + [0])[1:])
        return _Answer(data, length * 8 - (8 - odd if odd else 0), errors)

    def _write(self, register: Register, value: int) -> None:
        self._spi.xfer2([register << 1, value])

    def _read(self, register: Register) -> int:
        return self._spi.xfer2([0x80 | register << 1, 0])[1]


def _with_crc(frame: bytes) -> bytes:
    return frame + crc_a(frame)


def open_rc522(
    bus: int = 0,
    device: int = 0,
    *,
    gain: int = 33,
    reset_pin: int | None = None,
    spi: Callable[[], Spi] | None = None,
    pause: Callable[[float], object] = time.sleep,
) -> Rc522 | Unavailable:
    """Opens /dev/spidev{bus}.{device}, or says what to do so that it can be opened. The chip is not asked yet.

    reset_pin: GPIO number (BCM) of the wire to RST, driven through gpiozero; None leaves it to the board's resistor.
    spi: makes the node, for simulated tables; None takes the library `spidev`.
    """
    try:
        line = (spi or _real_spi())()
        line.open(bus, device)
    except ImportError:
        return without_spidev(node(bus, device))
    except OSError as error:
        return not_opened(node(bus, device), error)
    line.max_speed_hz = SPEED_HZ
    line.mode = 0
    reset_line: ResetLine | None = None
    if reset_pin is not None:
        try:
            reset_line = _real_reset_line(reset_pin)
        except Exception as error:  # gpiozero and its pin factories raise what they like (B28)
            line.close()
            return Unavailable(
                f"The reader's reset pin GPIO{reset_pin} cannot be used ({error}). Run: sudo apt install "
                "python3-lgpio, end other programs that use the pin, or set up the reader without a reset pin."
            )
    return Rc522(line, gain=gain, reset_line=reset_line, pause=pause)


def _real_spi() -> Callable[[], Spi]:
    import spidev

    make: Callable[[], Spi] = spidev.SpiDev
    return make


def _real_reset_line(pin: int) -> ResetLine:
    from gpiozero import DigitalOutputDevice

    line: ResetLine = DigitalOutputDevice(pin, initial_value=True)
    return line
