"""Bodies of bytes as frames on a line, and whole frames out of whatever the line gives (B11).

>>> wire = frame(bytes([7, 1, 2, 0, 0, 5]))
>>> wire.hex()
'04070102010405cdd100'
>>> unframer = Unframer()
>>> unframer.feed(b"boot text" + wire[:4]), unframer.feed(wire[4:] + wire)
([], [b'\\x07\\x01\\x02\\x00\\x00\\x05'])
>>> unframer.bad
1
"""

from __future__ import annotations

from binascii import crc_hqx
from typing import Final

from cobs import cobs

from .protocol import LINE_HEAD, LINE_WIRE_MOST


def frame(body: bytes) -> bytes:
    """The body with its CRC, as COBS, ended by a zero."""
    encoded: bytes = cobs.encode(body + crc_hqx(body, 0xFFFF).to_bytes(2, "little"))
    wire = encoded + b"\0"
    if len(wire) > LINE_WIRE_MOST:
        raise ValueError(f"a frame has at most {LINE_WIRE_MOST} bytes, not {len(wire)}")
    return wire


class Unframer:
    """Bodies out of a stream that may begin and break anywhere. bad: pieces between zeros that were no frame."""

    def __init__(self) -> None:
        self.bad = 0
        self._piece: Final = bytearray()
        self._spoilt = False

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that `data` completes, in their order."""
        *ended, begun = data.split(b"\0")
        bodies = []
        for piece in ended:
            self._add(piece)
            if (body := self._opened()) is not None:
                bodies.append(body)
        self._add(begun)
        return bodies

    def forget(self) -> None:
        """Drops what has begun: the line was cut."""
        self._piece.clear()
        self._spoilt = False

    def _add(self, piece: bytes) -> None:
        # A line that never says zero must not fill the memory.
        room = LINE_WIRE_MOST - 1 - len(self._piece)
        self._spoilt |= len(piece) > room
        self._piece.extend(piece[:room])

    def _opened(self) -> bytes | None:
        piece, spoilt = bytes(self._piece), self._spoilt
        self.forget()
        if not piece:
            return None
        if not spoilt and (body := _body(piece)) is not None:
            return body
        self.bad += 1
        return None


def _body(piece: bytes) -> bytes | None:
    try:
        decoded: bytes = cobs.decode(piece)
    except cobs.DecodeError:
        return None
    body, crc = decoded[:-2], decoded[-2:]
    if len(body) < LINE_HEAD or crc_hqx(body, 0xFFFF) != int.from_bytes(crc, "little"):
        return None
    return body
