"""Tags of type A answer as ISO/IEC 14443-3 says."""

import pytest

from hardware.simulated.tags import Bits, Picc, Stage
from hardware.uids import crc_a

WUPA, REQA = b"\x52", b"\x26"


def select(level: int, part: str) -> bytes:
    digits = bytes.fromhex(part)
    frame = bytes([level, 0x70]) + digits + bytes([digits[0] ^ digits[1] ^ digits[2] ^ digits[3]])
    return frame + crc_a(frame)


def hear(tag: Picc, frame: bytes) -> str | None:
    answer = tag.hear(frame, 8 * len(frame))
    return None if answer is None else answer.to_bytes().hex()


def test_a_tag_of_ten_bytes_is_read_in_three_levels() -> None:
    tag = Picc("0102030405060708090A")
    tag.hear(WUPA, 7)
    sak_goes_on = (b"\x04" + crc_a(b"\x04")).hex()
    assert hear(tag, b"\x93\x20") == "8801020388"
    assert hear(tag, select(0x93, "88010203")) == sak_goes_on
    assert hear(tag, b"\x95\x20") == "880405068f"
    assert hear(tag, select(0x95, "88040506")) == sak_goes_on
    assert hear(tag, b"\x97\x20") == "0708090a0c"
    assert hear(tag, select(0x97, "0708090A")) == (b"\x20" + crc_a(b"\x20")).hex()
    assert tag.stage is Stage.ACTIVE


def test_a_halted_tag_hears_wupa_and_not_reqa() -> None:
    tag = Picc("DEADBEEF")
    tag.hear(WUPA, 7)
    hear(tag, select(0x93, "DEADBEEF"))
    hear(tag, b"\x50\x00" + crc_a(b"\x50\x00"))
    assert tag.stage is Stage.HALT
    assert tag.hear(REQA, 7) is None
    assert tag.hear(WUPA, 7) is not None


def test_a_tag_woken_from_halt_falls_back_to_halt() -> None:
    tag = Picc("DEADBEEF")
    tag.stage = Stage.HALT
    tag.hear(WUPA, 7)
    assert tag.hear(WUPA, 7) is None
    assert tag.stage is Stage.HALT


def test_a_waiting_tag_is_silent_once_when_woken_again() -> None:
    tag = Picc("DEADBEEF")
    assert [tag.hear(WUPA, 7) is None for _ in range(4)] == [False, True, False, True]


def test_a_broken_halt_leaves_the_tag_idle() -> None:
    tag = Picc("DEADBEEF")
    tag.hear(WUPA, 7)
    hear(tag, select(0x93, "DEADBEEF"))
    hear(tag, b"\x50\x00\x00\x00")
    assert tag.stage is Stage.IDLE


def test_select_of_another_tag_ends_its_turn() -> None:
    tag = Picc("DEADBEEF")
    tag.hear(WUPA, 7)
    assert hear(tag, select(0x93, "DEADBEEE")) is None
    assert tag.stage is Stage.IDLE


def test_anticollision_answers_with_the_bits_not_yet_known() -> None:
    tag = Picc("DEADBEEF")
    tag.hear(WUPA, 7)
    whole = int.from_bytes(bytes.fromhex("DEADBEEF22"), "little")
    # NVB 0x33: three bytes and three bits were sent, that is eleven bits of the number.
    assert tag.hear(b"\x93\x33\xde\x05", 27) == Bits(whole >> 11, 29)
    assert tag.hear(b"\x93\x33\xde\x04", 27) is None
    assert tag.stage is Stage.READY, "a tag that other bits were called for stays in the round"


@pytest.mark.parametrize("uid", ["", "04", "0102030405", "010203040506070809"])
def test_other_lengths_are_no_tags(uid: str) -> None:
    with pytest.raises(ValueError, match="4, 7 or 10"):
        Picc(uid)
