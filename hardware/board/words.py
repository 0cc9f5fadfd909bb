"""What a board says, as values; a payload that does not have its kind's form is None.

>>> hello(bytes([1, 1, 0, 8, 24, 1, 5, 0]) + b"left")
Hello(protocol=1, firmware='1.0', readers=8, pixels=24, reset=1, number=5, name='left')
>>> event(bytes([6, 0, 3, 1]) + bytes.fromhex("04A3C6CAE26180"))
Event(number=6, reader=3, what=1, uid='04A3C6CAE26180')
>>> snapshot(bytes([6, 0, 3, 2, 0x10, 4]) + bytes.fromhex("DEADBEEF") + bytes([0x01]))
Snapshot(number=6, readers={3: Spot(state=0, tags=('DEADBEEF',)), 4: Spot(state=1, tags=())})
"""

from __future__ import annotations

from typing import Final

import msgspec

from .protocol import WHAT_ARRIVE, WHAT_CLEAR, WHAT_LEAVE

SMALL_READERS: Final = 8
"""Of the smaller chip, the ATmega328P; a board with more is an ATmega2560."""


class Hello(msgspec.Struct, frozen=True):
    """Who the board is. reset: why it started last, as bits. number: of its last event."""

    protocol: int
    firmware: str
    readers: int
    pixels: int
    reset: int
    number: int
    name: str

    def flash(self, path: str) -> str:
        """The command that writes this program's firmware onto the board on that line.

        >>> Hello(1, "1.0", 24, 48, 1, 0, "left").flash("/dev/ttyACM0")
        'firmware/flash /dev/ttyACM0 atmega2560'
        """
        return f"firmware/flash {path}" + (" atmega2560" if self.readers > SMALL_READERS else "")


class Event(msgspec.Struct, frozen=True):
    """Something that happened at a reader. uid: empty unless a tag arrived or left."""

    number: int
    reader: int
    what: int
    uid: str


class Spot(msgspec.Struct, frozen=True):
    """How one reader is, and what lies on it."""

    state: int
    tags: tuple[str, ...]


class Health(msgspec.Struct, frozen=True):
    """How one reader fares. chip: what it says of itself, 0 when it was never heard. asked, missed: of its last visits
    while a tag lay there, all, and those that missed one."""

    chip: int
    asked: int
    missed: int


class Snapshot(msgspec.Struct, frozen=True):
    """How some readers are, after the event of that number."""

    number: int
    readers: dict[int, Spot]


def hello(payload: bytes) -> Hello | None:
    if len(payload) < 8:
        return None
    protocol, major, minor, readers, pixels, reset = payload[:6]
    name = payload[8:].decode("ascii", "replace")
    return Hello(protocol, f"{major}.{minor}", readers, pixels, reset, _number(payload[6:8]), name)


def event(payload: bytes) -> Event | None:
    if len(payload) < 4 or not WHAT_ARRIVE <= payload[3] <= WHAT_CLEAR:
        return None
    if len(payload) - 4 not in ((4, 7, 10) if payload[3] in (WHAT_ARRIVE, WHAT_LEAVE) else (0,)):
        return None
    return Event(_number(payload[:2]), payload[2], payload[3], payload[4:].hex().upper())


def snapshot(payload: bytes) -> Snapshot | None:
    if len(payload) < 4:
        return None
    first, count, place = payload[2], payload[3], 4
    readers: dict[int, Spot] = {}
    for reader in range(first, first + count):
        if place >= len(payload):
            return None
        state, tags = payload[place] & 0x0F, []
        here = payload[place] >> 4
        place += 1
        for _ in range(here):
            length = payload[place] if place < len(payload) else 0
            uid = payload[place + 1 : place + 1 + length]
            if len(uid) != length or length not in (4, 7, 10):
                return None
            tags.append(uid.hex().upper())
            place += 1 + length
        readers[reader] = Spot(state, tuple(tags))
    return Snapshot(_number(payload[:2]), readers)


def health(payload: bytes) -> dict[int, Health] | None:
    """By reader.

    >>> health(bytes([18, 0x92, 200, 4, 0x12, 0, 0]))
    {18: Health(chip=146, asked=200, missed=4), 19: Health(chip=18, asked=0, missed=0)}
    """
    if len(payload) % 3 != 1:
        return None
    parts = zip(payload[1::3], payload[2::3], payload[3::3], strict=True)
    return {payload[0] + place: Health(*part) for place, part in enumerate(parts)}


def _number(two: bytes) -> int:
    return int.from_bytes(two, "little")
