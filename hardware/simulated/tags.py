"""A contactless tag of type A: how it answers, bit by bit, and what it remembers (ISO/IEC 14443-3).

Only what finds and names a tag is here: no memory, no authentication.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import msgspec

from ..uids import CASCADE_TAG, SAK_GOES_ON, SELECT, bcc, crc_a

REQA: Final = 0x26
WUPA: Final = 0x52
"""The two short frames of seven bits (14443-3, table 3)."""
_ATQA: Final = {4: b"\x04\x00", 7: b"\x44\x00", 10: b"\x84\x00"}
_SAK: Final = {4: 0x08, 7: 0x00, 10: 0x20}


class Bits(msgspec.Struct, frozen=True):
    """A frame as the air carries it, without parity: `count` bits, the first one lowest in `value`."""

    value: int
    count: int

    @staticmethod
    def of(data: bytes) -> Bits:
        return Bits(int.from_bytes(data, "little"), len(data) * 8)

    def to_bytes(self) -> bytes:
        return self.value.to_bytes((self.count + 7) // 8, "little")


def together(answers: list[Bits]) -> tuple[Bits, int | None]:
    """What a reader receives when these answer at once, and the first bit that collides, counted from 0.

    In a colliding bit the carrier is modulated in both halves, which is received as 1 (14443-3, 6.2.3).

    >>> together([Bits(0b0101, 4), Bits(0b0111, 4)])
    (Bits(value=7, count=4), 1)
    """
    longest = max(answers, key=lambda answer: answer.count)
    value = 0
    for answer in answers:
        value |= answer.value
    for place in range(longest.count):
        said = {answer.value >> place & 1 for answer in answers if place < answer.count}
        if len(said) > 1:
            return Bits(value, longest.count), place
    return Bits(value, longest.count), None


class Stage(Enum):
    """States of a tag in the field (14443-3, 6.3)."""

    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


class Picc:
    """One tag with its number, in whatever state the last frames left it.

    >>> tag = Picc("DEADBEEF")
    >>> tag.hear(bytes([WUPA]), 7)
    Bits(value=4, count=16)
    >>> tag.hear(bytes([0x93, 0x20]), 16).to_bytes().hex()
    'deadbeef22'
    """

    def __init__(self, uid: str) -> None:
        number = bytes.fromhex(uid)
        if len(number) not in _ATQA:
            raise ValueError(f"a tag's number has 4, 7 or 10 bytes, not {len(number)}")
        self.uid: Final = number.hex().upper()
        self._levels: Final = _levels(number)
        self._length: Final = len(number)
        self.lose_field()

    def lose_field(self) -> None:
        """Forgets everything, as a tag without power does (14443-3, 6.3.1)."""
        self.stage = Stage.IDLE
        self._woken_from_halt = False
        self._level = 0

    def hear(self, frame: bytes, bits: int) -> Bits | None:
        """The answer to a frame of `bits` bits, or None for silence."""
        if bits == 7:
            return self._hear_short(frame[0] & 0x7F)
        match self.stage:
            case Stage.READY:
                return self._hear_ready(frame, bits)
            case Stage.ACTIVE:
                halted = frame == (halt := b"\x50\x00") + crc_a(halt)
                self._fall_back()
                if halted:
                    self.stage = Stage.HALT
        return None

    def _hear_short(self, command: int) -> Bits | None:
        wakes = {WUPA: (Stage.IDLE, Stage.HALT), REQA: (Stage.IDLE,)}.get(command, ())
        if self.stage in wakes:
            self._woken_from_halt = self.stage is Stage.HALT
            self.stage, self._level = Stage.READY, 0
            return Bits.of(_ATQA[self._length])
        if self.stage in (Stage.READY, Stage.ACTIVE):
            self._fall_back()
        return None

    def _hear_ready(self, frame: bytes, bits: int) -> Bits | None:
        """Anticollision or select at the level the tag has reached; anything else throws it out of READY."""
        if len(frame) < 2 or frame[0] != SELECT[self._level]:
            return self._out_of_turn()
        own = self._levels[self._level]
        if frame[1] == 0x70:
            return self._hear_select(frame, own)
        # NVB counts the bytes sent, these two included, and the bits beyond them (14443-3, 6.5.3.3).
        known = ((frame[1] >> 4) - 2) * 8 + (frame[1] & 0x07)
        if not 0 <= known < 40 or bits != 16 + known:
            return self._out_of_turn()
        said = int.from_bytes(frame[2:], "little") & ((1 << known) - 1)
        whole = int.from_bytes(own, "little")
        if whole & ((1 << known) - 1) != said:
            return None
        return Bits(whole >> known, 40 - known)

    def _hear_select(self, frame: bytes, own: bytes) -> Bits | None:
        if frame[2:7] != own or frame[7:] != crc_a(frame[:7]):
            return self._out_of_turn()
        if self._level + 1 < len(self._levels):
            self._level += 1
            sak = bytes([SAK_GOES_ON])
        else:
            self.stage = Stage.ACTIVE
            sak = bytes([_SAK[self._length]])
        return Bits.of(sak + crc_a(sak))

    def _out_of_turn(self) -> Bits | None:
        """Silence, and out of READY: the frame was not for this tag in this state."""
        self._fall_back()
        return None

    def _fall_back(self) -> None:
        """Back to where the tag was woken: a tag woken from HALT goes back to HALT (the states with a star)."""
        self.stage = Stage.HALT if self._woken_from_halt else Stage.IDLE
        self._level = 0


def _levels(number: bytes) -> tuple[bytes, ...]:
    """The number as the cascade levels carry it: four bytes and their check byte each (14443-3, figure 11)."""
    parts = []
    while len(number) > 4:
        parts.append(bytes([CASCADE_TAG]) + number[:3])
        number = number[3:]
    parts.append(number)
    return tuple(part + bytes([bcc(part)]) for part in parts)
