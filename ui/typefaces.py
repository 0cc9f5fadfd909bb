"""Where the letters come from: one face per weight that covers Latin, Chinese and Japanese.

SDL_ttf opens a collection (`.ttc`) at its first face only, which in the Noto CJK collections is the Japanese one;
the same code points have other shapes in Chinese. So the face of another language is cut out of the collection once,
into the cache folder, as a font file of its own. If that cannot be done the first face serves, and `hint` says so.

Debian: Regular and Bold come with `fonts-noto-cjk`; Medium and Black, which the design uses, with
`fonts-noto-cjk-extra`.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache as remembered
from pathlib import Path
from typing import Any, Final

from ui.locale import later

_NOTO = (Path("/usr/share/fonts/opentype/noto"), Path("/usr/share/fonts/noto-cjk"), Path("/usr/share/fonts/noto"))
_WENQUANYI = (
    Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),
    Path("/usr/share/fonts/wenquanyi/wqy-microhei.ttc"),
)
_SUFFIX = {"en": "JP", "ja": "JP", "zh_Hans": "SC", "zh_Hant": "TC"}
_WANTED = {
    "serif": ("NotoSerifCJK-Black.ttc", "NotoSerifCJK-Bold.ttc", "NotoSansCJK-Black.ttc", "NotoSansCJK-Bold.ttc"),
    "medium": ("NotoSansCJK-Medium.ttc", "NotoSansCJK-Regular.ttc"),
    "bold": ("NotoSansCJK-Bold.ttc", "NotoSansCJK-Medium.ttc", "NotoSansCJK-Regular.ttc"),
}


@dataclass(frozen=True)
class Faces:
    """The font files of one language. `covers_cjk` is False where only Latin can be shown; `hint` says what to do."""

    serif: str = "Roboto"
    medium: str = "Roboto"
    bold: str = "Roboto"
    covers_cjk: bool = False
    hint: str = ""


DEFAULT_FACES = Faces(hint=later("Install fonts-noto-cjk and fonts-noto-cjk-extra to show Chinese and Japanese."))
_OTHER_FONT: Final = later("Install fonts-noto-cjk and fonts-noto-cjk-extra for the right letters.")
_UNFIT: Final = later("A font of the settings is not there, or lacks Chinese or Japanese signs: see [fonts] there.")
_SAMPLE: Final = "Aé们体裏體國のカ"
_NO_CACHE: Final = later("The letters have Japanese shapes: there is no folder to cut the right face into.")
_NOT_KEPT: Final = later("The letters have Japanese shapes: the cache folder cannot be written to.")


def find_faces(language: str = "en", cache: Path | None = None, own: Mapping[Any, str] | None = None) -> Faces:
    """The faces for a language: one's own, else Noto CJK, else WenQuanYi, else Kivy's own with a hint.

    own: files for `serif`, `medium` and `bold`; one that cannot write all four languages is left out, with a hint.
    cache: a folder that may be written to.
    """
    named = {weight: Path(path).expanduser() for weight, path in (own or {}).items()}
    unfit = [weight for weight, path in named.items() if not writes_all(path)]
    found: dict[str, str] = {}
    hint = _UNFIT if unfit else ""
    for weight, names in _WANTED.items():
        own_file = named[weight] if weight in named and weight not in unfit else None
        path = own_file or _first(folder / name for name in names for folder in _NOTO)
        if path is None:
            break
        face, told = _face_of(path, _SUFFIX.get(language, "JP"), cache)
        found[weight] = str(face)
        hint = hint or told
    if len(found) == len(_WANTED):
        return Faces(**found, covers_cjk=True, hint=hint)
    other = _first(_WENQUANYI)
    if other is not None:
        return Faces(str(other), str(other), str(other), True, _OTHER_FONT)
    return DEFAULT_FACES


@remembered
def writes_all(path: Path) -> bool:
    """Whether a file is a font in which all four languages can be written: of their signs, a few that differ."""
    from fontTools.ttLib import TTCollection, TTFont, TTLibError  # only who has letters of his own waits for this

    try:
        with path.open("rb") as file:
            collected = file.read(4) == b"ttcf"
        font = TTCollection(path, lazy=True).fonts[0] if collected else TTFont(path, lazy=True)
        signs = font.getBestCmap() or {}
    except (OSError, TTLibError, AssertionError, KeyError, ValueError, IndexError):
        return False
    return all(ord(sign) in signs for sign in _SAMPLE)


def _first(paths: object) -> Path | None:
    return next((path for path in paths if path.is_file()), None)  # type: ignore[attr-defined]


def _face_of(path: Path, suffix: str, cache: Path | None) -> tuple[Path, str]:
    """The file that holds the face ending in `suffix`, and a hint where it is not the right one."""
    with path.open("rb") as file:
        index = _index_of(file, suffix)
    if index in (None, 0):
        return path, ""
    if cache is None:
        return path, _NO_CACHE
    stamp = path.stat()
    key = hashlib.sha256(f"{path}|{stamp.st_size}|{stamp.st_mtime_ns}".encode()).hexdigest()[:8]
    target = cache / f"{path.stem}-{suffix}-{key}.otf"
    if target.is_file():
        return target, ""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(f".{os.getpid()}")
        part.write_bytes(cut_face(path.read_bytes(), index))
        part.replace(target)  # whole or not at all: a power cut leaves no half font behind
    except OSError:
        return path, _NOT_KEPT
    return target, ""


def _index_of(file: object, suffix: str) -> int | None:
    """Which face of a collection has a family name that ends in `suffix`; None for a font that is no collection."""
    read, seek = file.read, file.seek  # type: ignore[attr-defined]
    if read(4) != b"ttcf":
        return None
    _version, count = struct.unpack(">II", read(8))
    for index, offset in enumerate(struct.unpack(f">{count}I", read(4 * count))):
        seek(offset + 4)
        (tables,) = struct.unpack(">H6x", read(8))
        for _ in range(tables):
            tag, _sum, at, length = struct.unpack(">4sIII", read(16))
            if tag == b"name":
                seek(at)
                if any(name.endswith(f" {suffix}") for name in _families(read(length))):
                    return index
                break
    return 0


def _families(table: bytes) -> list[str]:
    """Family names (id 1 and 16) of a `name` table, as far as they are UTF-16."""
    count, texts = struct.unpack(">2xHH", table[:6])
    names = []
    for row in range(count):
        platform, _enc, _lang, kind, length, at = struct.unpack(">6H", table[6 + 12 * row : 18 + 12 * row])
        if platform == 3 and kind in (1, 16):
            family = table[texts + at : texts + at + length].decode("utf-16-be", "replace")
            names += [family, family.rsplit(" ", 1)[0]]  # id 1 may carry the weight: "Noto Sans CJK SC Medium"
    return names


def cut_face(collection: bytes, index: int) -> bytes:
    """One face of a collection as a font of its own: the same tables, with offsets that count from its own start."""
    (offset,) = struct.unpack_from(">I", collection, 12 + 4 * index)
    head = collection[offset : offset + 12]
    (tables,) = struct.unpack(">H", head[4:6])
    directory, body = b"", b""
    start = 12 + 16 * tables
    for row in range(tables):
        tag, check, at, length = struct.unpack_from(">4sIII", collection, offset + 12 + 16 * row)
        directory += struct.pack(">4sIII", tag, check, start + len(body), length)
        body += collection[at : at + length] + b"\0" * (-length % 4)
    return head + directory + body
