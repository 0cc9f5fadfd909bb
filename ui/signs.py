"""Which signs a font has: read from its own table, so that a name is refused before it shows as a box."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path

from kivy import kivy_data_dir


@lru_cache(maxsize=8)
def signs_of(font: str) -> frozenset[int]:
    """The code points that a font file has a glyph for; of a name without a file, Kivy's own font of that name."""
    path = Path(font)
    if not path.suffix:
        path = Path(kivy_data_dir) / "fonts" / f"{font}-Regular.ttf"
    data = path.read_bytes()
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    (tables,) = struct.unpack_from(">H", data, start + 4)
    for row in range(tables):
        tag, _sum, at, _length = struct.unpack_from(">4sIII", data, start + 12 + 16 * row)
        if tag == b"cmap":
            return frozenset(_mapped(data, at))
    return frozenset()


def _mapped(data: bytes, cmap: int) -> set[int]:
    (count,) = struct.unpack_from(">2xH", data, cmap)
    found: set[int] = set()
    for row in range(count):
        platform, _encoding, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * row)
        (form,) = struct.unpack_from(">H", data, cmap + offset)
        if platform in (0, 3) and form == 4:
            found |= _in_segments(data, cmap + offset)
        elif platform in (0, 3) and form == 12:
            found |= _in_groups(data, cmap + offset)
    return found


def _in_segments(data: bytes, at: int) -> set[int]:
    """Format 4: segments of the first 65,536 code points; the last one is a stop."""
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    return {code for first, last in zip(starts, ends, strict=True) if last != 0xFFFF for code in range(first, last + 1)}


def _in_groups(data: bytes, at: int) -> set[int]:
    """Format 12: groups of all code points."""
    (count,) = struct.unpack_from(">I", data, at + 12)
    groups = (struct.unpack_from(">II", data, at + 16 + 12 * row) for row in range(count))
    return {code for first, last in groups for code in range(first, last + 1)}
