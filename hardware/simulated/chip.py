"""An MFRC522 as its bus sees it, register by register, with tags in its field (data sheet MFRC522 rev. 3.9).

Modelled: the SPI protocol, FIFO, interrupts, timer, CRC, framing, collisions, air time, antenna, soft reset. Not
modelled: other speeds than 106 kBd, authentication, levels of the FIFO interrupt, power-down, test registers.
"""

from __future__ import annotations

import random
from typing import Final, Literal

import msgspec

from ..registers import ANTENNA, CLOCK_HZ, FORCE_100_ASK, START_SEND, T_AUTO, Do, Fault, Irq, Register
from ..uids import crc_a
from .clock import Time
from .tags import Bits, Picc, together

BIT: Final = 128 / CLOCK_HZ
"""One bit at 106 kBd takes 9.44 us (ISO/IEC 14443-3, 6.2.1)."""
FRAME_DELAY: Final = 1172 / CLOCK_HZ
"""From the end of a frame to the start of the answer: 86 us (14443-3, table 2)."""
WAKE_UP: Final = 0.005
"""A tag answers 5 ms after it got power, not earlier (14443-3, 6.1.5)."""
FORGET: Final = 0.005
"""A tag without power for 5 ms has forgotten its state (14443-3, 6.1.5); for a shorter time it may remember it."""
FIFO_SIZE: Final = 64
"""Data sheet 8.3."""

_AT_RESET: Final = {  # data sheet 9.2, the column of reset values in the tables of 9.3
    Register.COMMAND: 0x20, Register.COM_IRQ: 0x14, Register.STATUS_1: 0x21, Register.WATER_LEVEL: 0x08,
    Register.CONTROL: 0x10, Register.COLL: 0xA0, Register.MODE: 0x3F, Register.TX_CONTROL: 0x80,
    Register.DEMOD: 0x4D, Register.RF_CFG: 0x48, Register.CRC_RESULT_HIGH: 0xFF, Register.CRC_RESULT_LOW: 0xFF,
}  # fmt: skip
_READ_ONLY: Final = frozenset(
    {Register.ERROR, Register.STATUS_1, Register.CRC_RESULT_HIGH, Register.CRC_RESULT_LOW, Register.VERSION}
)
_PRESETS: Final = (0x0000, 0x6363, 0xA671, 0xFFFF)


class Ailments(msgspec.Struct):
    """What is wrong with a chip and its air; may be changed at any time.

    miso: a line stuck `low` or `high`. deaf_after: how many wake-ups it still hears; then it times out for ever and
    its version reads 0x00, until a reset (B9), or for good. miss_every: each n-th wake-up is not heard by tags (B4).
    garble: how often, from 0 to 1, an answer has bit errors.
    """

    miso: Literal["low", "high"] | None = None
    deaf_after: int | None = None
    deaf_for_good: bool = False
    miss_every: int | None = None
    garble: float = 0.0


class _Reception(msgspec.Struct):
    """An answer on its way: when it starts to count, when it is complete, and what it will be."""

    fifth_bit: float
    end: float
    bits: Bits
    errors: Fault
    collision: int | None
    """First colliding bit, counted from the first bit of the cascade level's number."""


class Chip:
    """One MFRC522 behind its chip select. Feed it bytes with `select`, `exchange` and `deselect`.

    version: what VersionReg says. seed: of the bit errors. `tags` lie in its field; see `lay` and `lift`.
    """

    def __init__(self, time: Time, version: int = 0x92, seed: int = 0) -> None:
        self.time: Final = time
        self.version = version
        self.ailments = Ailments()
        self.transfers = 0
        """SPI transfers so far: how often the chip was selected."""
        self.wake_ups = 0
        """Short frames sent so far: how often the field was asked who is there."""
        self._random: Final = random.Random(seed)
        self._tags: tuple[tuple[Picc, float], ...] = ()
        self._field_lost = time.now()
        self._deaf = False
        self._values = bytearray(64)
        self.reset()

    # ---- the table above the chip --------------------------------------------------------------------------------

    @property
    def tags(self) -> tuple[Picc, ...]:
        return tuple(tag for tag, _ in self._tags)

    def lay(self, tag: Picc) -> None:
        """Puts a tag into the field; it wakes up 5 ms later."""
        tag.lose_field()
        self._tags = (*self._tags, (tag, self.time.now()))

    def lift(self, tag: Picc) -> None:
        """Takes a tag out of the field."""
        self._tags = tuple(laid for laid in self._tags if laid[0] is not tag)

    @property
    def field(self) -> bool:
        """Whether an antenna driver is on (9.3.2.5)."""
        return bool(self._values[Register.TX_CONTROL] & ANTENNA)

    # ---- resets --------------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """All registers as after a rising NRSTPD, a brown-out or SoftReset (8.7, 10.3.1.10): the field is off."""
        if self.field:
            self._field_lost = self.time.now()
        self._values = bytearray(64)
        for register, value in _AT_RESET.items():
            self._values[register] = value
        self._fifo = bytearray()
        self._address: int | None = None
        self._sent: float | None = None
        self._reception: _Reception | None = None
        self._timer_end: float | None = None
        if self._deaf and not self.ailments.deaf_for_good:
            self._deaf = False
            self.ailments.deaf_after = None

    # ---- SPI (8.1.2) ---------------------------------------------------------------------------------------------

    def select(self) -> None:
        """Chip select goes low: the next byte is an address byte (8.1.2.3)."""
        self.transfers += 1
        self._address = None
        self._reading = False

    def exchange(self, mosi: int) -> int:
        """One byte each way. Reading, each byte in is the address of the next byte out (8.1.2.1)."""
        miso = 0
        if self.ailments.miso is None:
            miso = self._exchange(mosi)
        return {None: miso, "low": 0x00, "high": 0xFF}[self.ailments.miso]

    def deselect(self) -> None:
        """Chip select goes high."""
        self._address = None

    def _exchange(self, mosi: int) -> int:
        address = mosi >> 1 & 0x3F
        if self._address is None:
            self._address, self._reading = address, bool(mosi & 0x80)
            return 0
        if self._reading:
            value = self._read(self._address)
            self._address = address
            return value
        self._write(self._address, mosi)
        return 0

    # ---- registers (9.3) -----------------------------------------------------------------------------------------

    def _read(self, address: int) -> int:
        self._catch_up()
        match address:
            case Register.FIFO_DATA:
                return self._fifo.pop(0) if self._fifo else 0
            case Register.FIFO_LEVEL:
                return len(self._fifo)
            case Register.VERSION:
                return 0x00 if self._deaf else self.version
            case Register.STATUS_1:
                running = 0x08 if self._timer_end is not None else 0
                return self._values[Register.STATUS_1] & ~0x08 | running
            case Register.T_COUNTER_HIGH:
                return self._timer_ticks_left() >> 8
            case Register.T_COUNTER_LOW:
                return self._timer_ticks_left() & 0xFF
        return self._values[address]

    def _write(self, address: int, value: int) -> None:
        self._catch_up()
        match address:
            case Register.COMMAND:
                self._command(value)
            case Register.FIFO_DATA:
                if len(self._fifo) < FIFO_SIZE:
                    self._fifo.append(value)
                else:
                    self._values[Register.ERROR] |= Fault.OVERFLOW
            case Register.FIFO_LEVEL:
                if value & 0x80:
                    self._fifo.clear()
                    self._values[Register.ERROR] &= ~Fault.OVERFLOW & 0xFF
            case Register.COM_IRQ | Register.DIV_IRQ:
                # Bit 7 says whether the marked bits are set or cleared (9.3.1.5, 9.3.1.6).
                old, marked = self._values[address], value & 0x7F
                self._values[address] = old | marked if value & 0x80 else old & ~marked & 0x7F
            case Register.BIT_FRAMING:
                self._values[address] = value & 0x7F
                if value & START_SEND and self._values[Register.COMMAND] & 0x0F == Do.TRANSCEIVE:
                    self._send()
            case Register.CONTROL:
                if value & 0x80:
                    self._timer_end = None
                if value & 0x40:
                    self._start_timer(self.time.now())
            case Register.COLL:
                self._values[address] = self._values[address] & 0x7F | value & 0x80
            case Register.TX_CONTROL:
                self._switch_field(value)
            case _ if address not in _READ_ONLY:
                self._values[address] = value

    def _command(self, value: int) -> None:
        """Starts a command (10.3). Any command but `Transmit` and its kin ends a reception that is under way."""
        self._values[Register.COMMAND] = value & 0x3F
        self._reception = self._sent = None
        match value & 0x0F:
            case Do.SOFT_RESET:
                self.reset()
            case Do.CALC_CRC:
                preset = _PRESETS[self._values[Register.MODE] & 0x03]
                low, high = _crc(bytes(self._fifo), preset)
                self._values[Register.CRC_RESULT_LOW], self._values[Register.CRC_RESULT_HIGH] = low, high
                self._fifo.clear()
                self._values[Register.DIV_IRQ] |= 0x04

    def _switch_field(self, value: int) -> None:
        was = self.field
        self._values[Register.TX_CONTROL] = value
        now = self.time.now()
        if was and not self.field:
            self._field_lost = now
        elif self.field and not was:
            if now - self._field_lost >= FORGET:
                for tag, _ in self._tags:
                    tag.lose_field()
            self._tags = tuple((tag, now) for tag, _ in self._tags)

    # ---- the timer (8.5) -----------------------------------------------------------------------------------------

    def _tick(self) -> float:
        prescaler = (self._values[Register.T_MODE] & 0x0F) << 8 | self._values[Register.T_PRESCALER]
        even = self._values[Register.DEMOD] >> 4 & 1  # TPrescalEven (9.3.2.10)
        return (prescaler * 2 + 1 + even) / CLOCK_HZ

    def _start_timer(self, at: float) -> None:
        reload = self._values[Register.T_RELOAD_HIGH] << 8 | self._values[Register.T_RELOAD_LOW]
        self._timer_end = at + self._tick() * (reload + 1)

    def _timer_ticks_left(self) -> int:
        if self._timer_end is None:
            return 0
        return max(0, int((self._timer_end - self.time.now()) / self._tick()))

    # ---- the air -------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        """Sends the FIFO and works out what will come back, and when."""
        now = self.time.now()
        frame = bytes(self._fifo)
        self._fifo.clear()
        last = self._values[Register.BIT_FRAMING] & 0x07  # TxLastBits; 0 is a whole byte
        if self._values[Register.TX_MODE] & 0x80:
            frame += crc_a(frame)
        bits = len(frame) * 8 - (8 - last if last else 0)
        self._sent = now + _air(bits)
        self._reception = None
        if not frame or not self.field:
            return
        heard = bool(self._values[Register.TX_ASK] & FORCE_100_ASK)
        if bits == 7:
            self.wake_ups += 1
            if self.ailments.deaf_after is not None and self.wake_ups > self.ailments.deaf_after:
                self._deaf = True
            heard &= not (self.ailments.miss_every and self.wake_ups % self.ailments.miss_every == 0)
        if self._deaf or not heard:
            return
        answers = [
            answer
            for tag, powered in self._tags
            if now - powered >= WAKE_UP and (answer := tag.hear(frame, bits)) is not None
        ]
        if answers:
            self._expect(answers, bits)

    def _expect(self, answers: list[Bits], asked: int) -> None:
        assert self._sent is not None
        bits, collision = together(answers)
        errors = Fault(0)
        if collision is not None:
            errors |= Fault.COLLISION
            if not self._values[Register.COLL] & 0x80:  # ValuesAfterColl (9.3.1.15)
                bits = Bits(bits.value & ((1 << collision) - 1), bits.count)
            if asked > 16:
                # The data sheet leaves the origin open; as drivers rely on it, the known bits count too.
                collision += asked - 16
        elif self._random.random() < self.ailments.garble:
            bits, errors = _spoil(bits, self._random)
        start = self._sent + FRAME_DELAY
        self._reception = _Reception(start + 5 * BIT, start + _air(bits.count), bits, errors, collision)

    def _catch_up(self) -> None:
        """Lets everything happen that was due by now, in its order."""
        now = self.time.now()
        while True:
            due: list[tuple[float, str]] = []
            if self._sent is not None:
                due.append((self._sent, "sent"))
            if (coming := self._reception) is not None:
                due.append((coming.end, "received"))
                if coming.fifth_bit < coming.end:
                    due.append((coming.fifth_bit, "fifth bit"))
            if self._timer_end is not None:
                due.append((self._timer_end, "timer"))
            if not due or min(due)[0] > now:
                return
            at, what = min(due)
            match what:
                case "sent":
                    self._sent = None
                    self._values[Register.COM_IRQ] |= Irq.TX
                    if self._values[Register.T_MODE] & T_AUTO:
                        self._start_timer(at)
                case "fifth bit" if coming is not None:
                    coming.fifth_bit = coming.end
                    if self._values[Register.T_MODE] & T_AUTO:
                        self._timer_end = None
                case "received" if coming is not None:
                    self._reception = None
                    self._receive(coming)
                case "timer":
                    self._values[Register.COM_IRQ] |= Irq.TIMER
                    self._timer_end = None
                    if self._values[Register.T_MODE] & 0x10:  # TAutoRestart
                        self._start_timer(at)

    def _receive(self, coming: _Reception) -> None:
        """Puts an answer into the FIFO with its flags (9.3.1.7, 9.3.1.13, 9.3.1.15)."""
        align = self._values[Register.BIT_FRAMING] >> 4 & 0x07  # RxAlign: place of the first bit
        bits = Bits(coming.bits.value << align, coming.bits.count + align)
        errors, data = coming.errors, bits.to_bytes()
        if self._values[Register.RX_MODE] & 0x80 and bits.count % 8 == 0 and len(data) > 2:
            if crc_a(data[:-2]) != data[-2:]:
                errors |= Fault.CRC
            data = data[:-2]
        self._fifo += data[: FIFO_SIZE - len(self._fifo)]
        self._values[Register.ERROR] = errors
        self._values[Register.CONTROL] = self._values[Register.CONTROL] & ~0x07 | bits.count & 0x07
        position = 0x20 if coming.collision is None else (coming.collision + 1) & 0x1F
        if coming.collision is not None and coming.collision >= 32:
            position = 0x20  # CollPosNotValid: beyond the range of CollPos
        self._values[Register.COLL] = self._values[Register.COLL] & 0x80 | position
        self._values[Register.COM_IRQ] |= Irq.RX | (Irq.ERROR if errors else Irq(0))


def _air(bits: int) -> float:
    """Seconds on the air: data bits, a parity bit after each eighth, start and end (14443-3, 6.2.3)."""
    return (bits + bits // 8 + 2) * BIT


def _crc(data: bytes, preset: int) -> tuple[int, int]:
    """The coprocessor's result for a preset, low byte first (8.6: x^16 + x^12 + x^5 + 1, LSB first)."""
    register = preset
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0x8408 if register & 1 else 0)
    return register & 0xFF, register >> 8


def _spoil(bits: Bits, chance: random.Random) -> tuple[Bits, Fault]:
    """Bit errors of three kinds, from what parity finds to what only the select that follows finds."""
    places = bits.count // 8
    place, low, high = chance.randrange(places) * 8, *sorted(chance.sample(range(8), 2))
    match chance.randrange(3):
        case 0:
            return Bits(bits.value ^ 1 << place + low, bits.count), Fault.PARITY
        case 1:
            return Bits(bits.value ^ (1 << place + low | 1 << place + high), bits.count), Fault(0)
    # The same two bits in two bytes: parity holds, and so does an exclusive or over the bytes.
    other = (place + 8) % (places * 8)
    flips = 1 << place + low | 1 << place + high | 1 << other + low | 1 << other + high
    return Bits(bits.value ^ flips, bits.count), Fault(0)
