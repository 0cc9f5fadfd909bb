"""How bright the panel itself shines, where Linux can change that (`/sys/class/backlight`, kernel ABI documentation).

On Raspberry Pi OS members of the group `video` may write there. Where nothing can be written, whoever asked lays a
shade over the picture instead.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

CLASS = "sys/class/backlight"


def backlight(root: Path = Path("/")) -> Callable[[float], bool]:
    """What makes the panel shine so brightly, from 0 (dark) to 1, and says whether it could."""
    found = sorted((root / CLASS).glob("*/brightness"))

    def dim(level: float) -> bool:
        written = [_write(path, level) for path in found]  # every one, also after one that fails
        return bool(written) and all(written)

    return dim


def _write(path: Path, level: float) -> bool:
    try:
        most = int(path.with_name("max_brightness").read_text())
        least = 1 if level > 0 else 0  # some light, however little, is not dark
        path.write_text(str(max(least, round(most * min(1.0, max(0.0, level))))))
    except (OSError, ValueError):
        return False
    return True
