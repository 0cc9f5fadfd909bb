"""Which signs a font has: read from its own table, so that a name is refused before it shows as a box."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kivy import kivy_data_dir


@lru_cache(maxsize=8)
def signs_of(font: str) -> frozenset[int]:
    """The code points that a font file has a glyph for; of a name without a file, Kivy's own font of that name."""
    path = Path(font)
    if not path.suffix:
        path = Path(kivy_data_dir) / "fonts" / f"{font}-Regular.ttf"
    with path.open("rb") as file:  # a font has many megabytes, and this table some hundred kilobytes
        head = file.read(16)
        start = struct.unpack_from(">I", head, 12)[0] if head[:4] == b"ttcf" else 0
        file.seek(start + 4)
        (tables,) = struct.unpack(">H6x", file.read(8))
        entries = file.read(16 * tables)
        for row in range(tables):
            tag, _sum, at, length = struct.unpack_from(">4sIII", entries, 16 * row)
            if tag == b"cmap":
                file.seek(at)
                return frozenset(_mapped(file.read(length)))
    return frozenset()


def _mapped(data: bytes) -> set[int]:
    (count,) = struct.unpack_from(">2xH", data)
    found: set[int] = set()
    for row in range(count):
        platform, _encoding, offset = struct.unpack_from(">HHI", data, 4 + 8 * row)
        (form,) = struct.unpack_from(">H", data, offset)
        if platform in (0, 3) and form == 4:
            found.update(_in_segments(data, offset))
        elif platform in (0, 3) and form == 12:
            found |= _in_groups(data, offset)
    return found


def _in_segments(data: bytes, at: int) -> Iterator[int]:
    """Format 4: segments of the first 65,536 code points. Some have gaps, whose glyph is number 0."""
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts, deltas, offsets = (struct.unpack_from(f">{count}H", data, at + 16 + 2 * part * count) for part in (1, 2, 3))
    for row in range(count):
        here = at + 16 + 6 * count + 2 * row + offsets[row]
        for code in range(starts[row], ends[row] + 1):
            if offsets[row]:
                (glyph,) = struct.unpack_from(">H", data, here + 2 * (code - starts[row]))
            else:
                glyph = (code + deltas[row]) & 0xFFFF
            if glyph and code != 0xFFFF:
                yield code


def _in_groups(data: bytes, at: int) -> set[int]:
    """Format 12: groups of all code points."""
    (count,) = struct.unpack_from(">I", data, at + 12)
    groups = (struct.unpack_from(">II", data, at + 16 + 12 * row) for row in range(count))
    return {code for first, last in groups for code in range(first, last + 1)}
