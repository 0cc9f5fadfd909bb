"""The chip model keeps to the data sheet of the MFRC522."""

from collections.abc import Sequence

import pytest

from hardware.registers import CHIPS, Do, Fault, Irq, Register, seconds_of_timer
from hardware.simulated.chip import BIT, FRAME_DELAY, Chip
from hardware.simulated.clock import VirtualClock
from hardware.simulated.spi import SimulatedSpi
from hardware.simulated.tags import Picc
from hardware.uids import crc_a


class Wire:
    """A chip and a clock that stands still unless moved: no time is charged for bytes."""

    def __init__(self, *tags: str, version: int = 0x92, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.chip = Chip(self.clock, version, seed)
        for tag in tags:
            self.chip.lay(Picc(tag))

    def transfer(self, data: Sequence[int]) -> list[int]:
        self.chip.select()
        answer = [self.chip.exchange(byte) for byte in data]
        self.chip.deselect()
        return answer

    def write(self, register: Register, *values: int) -> None:
        self.transfer([register << 1, *values])

    def read(self, register: Register) -> int:
        return self.transfer([0x80 | register << 1, 0])[1]

    def field_on(self) -> None:
        self.write(Register.TX_ASK, 0x40)
        self.write(Register.TX_CONTROL, 0x83)
        self.clock.advance(0.006)

    def send(self, frame: bytes, framing: int = 0) -> None:
        self.write(Register.COM_IRQ, 0x7F)
        self.write(Register.FIFO_LEVEL, 0x80)
        self.write(Register.FIFO_DATA, *frame)
        self.write(Register.COMMAND, Do.TRANSCEIVE)
        self.write(Register.BIT_FRAMING, 0x80 | framing)

    def answer(self) -> bytes:
        self.clock.advance(0.01)
        assert self.read(Register.COM_IRQ) & Irq.RX
        return bytes(self.read(Register.FIFO_DATA) for _ in range(self.read(Register.FIFO_LEVEL)))

    def wake(self) -> bool:
        """Whether a WUPA was answered."""
        self.send(b"\x52", 7)
        self.clock.advance(0.01)
        return bool(self.read(Register.COM_IRQ) & Irq.RX)


def test_one_transfer_reads_many_registers() -> None:
    wire = Wire()
    addresses = [0x80 | r << 1 for r in (Register.VERSION, Register.MODE, Register.RF_CFG)]
    assert wire.transfer([*addresses, 0])[1:] == [0x92, 0x3F, 0x48]
    assert wire.chip.transfers == 1


@pytest.mark.parametrize("version", CHIPS)
def test_the_version_is_what_it_was_made_as(version: int) -> None:
    assert Wire(version=version).read(Register.VERSION) == version


def test_the_fifo_holds_64_bytes_and_says_so_when_more_come() -> None:
    wire = Wire()
    wire.write(Register.FIFO_DATA, *range(65))
    assert wire.read(Register.FIFO_LEVEL) == 64
    assert wire.read(Register.ERROR) == Fault.OVERFLOW
    wire.write(Register.FIFO_LEVEL, 0x80)
    assert (wire.read(Register.FIFO_LEVEL), wire.read(Register.ERROR)) == (0, 0)


def test_the_crc_unit_and_our_own_agree() -> None:
    wire = Wire()
    wire.write(Register.MODE, 0x3D)  # preset 6363h
    wire.write(Register.FIFO_DATA, 0x12, 0x34)
    wire.write(Register.COMMAND, Do.CALC_CRC)
    assert bytes([wire.read(Register.CRC_RESULT_LOW), wire.read(Register.CRC_RESULT_HIGH)]) == crc_a(b"\x12\x34")


@pytest.mark.parametrize(("prescaler", "reload"), [(169, 39), (0xD3E, 30), (0, 0xFFFF)])
def test_the_timer_runs_as_long_as_its_registers_say(prescaler: int, reload: int) -> None:
    wire = Wire()
    wire.write(Register.T_MODE, 0x80 | prescaler >> 8)
    wire.write(Register.T_PRESCALER, prescaler & 0xFF)
    wire.write(Register.T_RELOAD_HIGH, reload >> 8)
    wire.write(Register.T_RELOAD_LOW, reload & 0xFF)
    wire.field_on()
    wire.send(b"\x52", 7)
    wire.clock.advance(9 * BIT)
    assert wire.read(Register.COM_IRQ) & (Irq.TX | Irq.TIMER) == Irq.TX
    wire.clock.advance(seconds_of_timer(prescaler, reload) - 1e-6)
    assert not wire.read(Register.COM_IRQ) & Irq.TIMER
    assert wire.read(Register.STATUS_1) & 0x08
    wire.clock.advance(2e-6)
    assert wire.read(Register.COM_IRQ) & Irq.TIMER
    assert not wire.read(Register.STATUS_1) & 0x08


def test_an_answer_takes_its_air_time_and_stops_the_timer() -> None:
    wire = Wire("DEADBEEF")
    wire.write(Register.T_MODE, 0x80)
    wire.write(Register.T_PRESCALER, 169)
    wire.write(Register.T_RELOAD_LOW, 39)
    wire.field_on()
    wire.send(b"\x52", 7)
    sent, answered = 9 * BIT, 20 * BIT  # 7 bits, start and end; 16 bits, two of parity, start and end
    wire.clock.advance(sent + FRAME_DELAY + answered - 1e-6)
    assert not wire.read(Register.COM_IRQ) & Irq.RX
    assert not wire.read(Register.STATUS_1) & 0x08, "the fifth bit stopped the timer"
    wire.clock.advance(2e-6)
    assert wire.read(Register.COM_IRQ) & (Irq.RX | Irq.TIMER) == Irq.RX
    assert wire.answer() == b"\x04\x00"


def test_tags_wake_5_ms_after_the_field_and_5_ms_after_they_are_laid() -> None:
    wire = Wire("DEADBEEF")
    wire.field_on()
    assert wire.wake()
    wire.write(Register.TX_CONTROL, 0x80)
    wire.clock.advance(0.006)
    wire.write(Register.TX_CONTROL, 0x83)
    wire.clock.advance(0.004)
    assert not wire.wake()  # takes 10 ms, so that the next one finds it awake
    assert wire.wake()
    wire.chip.lay(Picc("01020304"))
    wire.chip.lift(wire.chip.tags[0])
    assert not wire.wake()
    assert wire.wake()


def test_a_tag_without_the_field_forgets_that_it_was_halted() -> None:
    wire = Wire("DEADBEEF")
    wire.field_on()
    assert wire.wake()
    wire.send(b"\x93\x20")
    five = wire.answer()
    frame = b"\x93\x70" + five
    wire.send(frame + crc_a(frame))
    assert wire.answer()[0] == 0x08
    wire.send(b"\x50\x00" + crc_a(b"\x50\x00"))
    wire.clock.advance(0.01)

    def reqa() -> bool:
        wire.send(b"\x26", 7)
        wire.clock.advance(0.01)
        return bool(wire.read(Register.COM_IRQ) & Irq.RX)

    assert not reqa()
    wire.write(Register.TX_CONTROL, 0x80)
    wire.clock.advance(0.006)
    wire.field_on()
    assert reqa()


def test_two_tags_collide_in_the_first_bit_that_differs() -> None:
    wire = Wire("01020304", "01020704")
    wire.field_on()
    wire.write(Register.COLL, 0x00)
    assert wire.wake()
    wire.send(b"\x93\x20")
    data = wire.answer()
    assert wire.read(Register.ERROR) == Fault.COLLISION
    # 03 and 07 differ in bit 2 of the third byte: the 19th bit. What follows is cleared.
    assert wire.read(Register.COLL) & 0x3F == 19
    assert data == b"\x01\x02\x03\x00\x00"


def test_a_collision_is_resolved_bit_by_bit() -> None:
    wire = Wire("01020304", "01020704")
    wire.field_on()
    assert wire.wake()
    wire.send(b"\x93\x20")
    wire.answer()
    # 19 bits known, the 19th chosen as 1: NVB 0x43; the answer's first bit goes to place 3 of its byte.
    wire.send(b"\x93\x43\x01\x02\x07", 0x33)
    data = wire.answer()
    assert wire.read(Register.ERROR) == 0
    assert bytes([0x01, 0x02, data[0] | 0x07]) + data[1:] == bytes.fromhex("0102070400")


def test_the_receiver_can_check_the_crc_itself() -> None:
    wire = Wire("DEADBEEF")
    wire.field_on()
    assert wire.wake()
    wire.send(b"\x93\x20")
    five = wire.answer()
    wire.write(Register.TX_MODE, 0x80)
    wire.write(Register.RX_MODE, 0x80)
    wire.send(b"\x93\x70" + five)
    assert wire.answer() == b"\x08"
    assert wire.read(Register.ERROR) == 0


def test_without_full_modulation_no_tag_hears() -> None:
    wire = Wire("DEADBEEF")
    wire.field_on()
    wire.write(Register.TX_ASK, 0x00)
    assert not wire.wake()


def test_a_soft_reset_switches_the_field_off() -> None:
    wire = Wire("DEADBEEF")
    wire.field_on()
    wire.write(Register.COMMAND, Do.SOFT_RESET)
    assert wire.read(Register.TX_CONTROL) == 0x80
    assert not wire.chip.field


@pytest.mark.parametrize(("line", "value"), [("low", 0x00), ("high", 0xFF)])
def test_a_stuck_line_reads_the_same_for_ever(line: str, value: int) -> None:
    wire = Wire()
    wire.chip.ailments.miso = "low" if line == "low" else "high"
    assert {wire.read(register) for register in Register} == {value}


def test_a_deaf_chip_times_out_until_it_is_reset() -> None:
    wire = Wire("DEADBEEF")
    wire.chip.ailments.deaf_after = 3
    wire.field_on()
    heard = []
    for _ in range(3):
        heard.append(wire.wake())
        wire.send(b"\x00")  # out of READY, so that each wake-up finds the tag idle
        wire.clock.advance(0.01)
    assert heard == [True, True, True]
    assert not wire.wake()
    assert wire.read(Register.VERSION) == 0x00
    wire.write(Register.COMMAND, Do.SOFT_RESET)
    wire.field_on()
    assert wire.wake()
    assert wire.read(Register.VERSION) == 0x92


def test_every_nth_wake_up_is_missed() -> None:
    wire = Wire("DEADBEEF")
    wire.chip.ailments.miss_every = 3
    wire.field_on()
    heard = []
    for _ in range(6):
        heard.append(wire.wake())
        wire.send(b"\x00")
        wire.clock.advance(0.01)
    assert heard == [True, True, False, True, True, False]


def test_bit_errors_come_as_often_as_set_and_the_same_for_a_seed() -> None:
    def stream(seed: int) -> list[bytes]:
        wire = Wire("DEADBEEF", seed=seed)
        wire.chip.ailments.garble = 0.25
        wire.field_on()
        answers = []
        for _ in range(400):
            wire.send(b"\x52", 7)
            answers.append(wire.answer())
            wire.send(b"\x00")
            wire.clock.advance(0.01)
        return answers

    first = stream(1)
    assert first == stream(1) != stream(2)
    assert 70 < sum(answer != b"\x04\x00" for answer in first) < 130


def test_a_node_that_is_not_there_fails_as_the_real_one_does() -> None:
    clock = VirtualClock()
    node = SimulatedSpi({(0, 0): Chip(clock)}, clock).SpiDev()
    with pytest.raises(FileNotFoundError):
        node.open(0, 1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        node.xfer2([0, 0])


def test_transfers_take_time() -> None:
    clock = VirtualClock()
    node = SimulatedSpi({(0, 0): Chip(clock)}, clock, overhead=10e-6).SpiDev()
    node.open(0, 0)
    node.max_speed_hz = 1_000_000
    node.xfer2([0x6E, 0])
    assert clock.now() == pytest.approx(26e-6)


def test_a_wrong_mode_hears_nothing() -> None:
    clock = VirtualClock()
    node = SimulatedSpi({(0, 0): Chip(clock)}, clock).SpiDev()
    node.open(0, 0)
    node.mode = 3
    assert node.xfer2([0x80 | 0x37 << 1, 0]) == [0, 0]
