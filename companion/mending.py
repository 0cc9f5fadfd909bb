"""A damaged book is repaired: its longest unbroken beginning goes into a new file, the damaged one is kept.

SQLite gives up on a file at the first bad page. This reads page by page whatever looks like a row, in the file and in
its write-ahead log, and lets the chain of seals decide: a row is believed only if its seal fits the row before it. So
a page that is damaged, old, or from a write that was cut off can cost rows, and can never bring in a wrong one.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.book import (
    GENESIS,
    MENDED,
    PAGE,
    SALT,
    BadJournal,
    Row,
    chained,
    forbidden,
    write_book,
)
from companion.files import sync_folder

LOG_HEADER: Final = 32
FRAME_HEADER: Final = 24
LEAF: Final = 0x0D
"""The first byte of a page that holds rows."""
LARGEST: Final = 64_000_000
"""More bytes than any entry has; a damaged length must not fill the memory."""

Pages = dict[int, list[bytes]]
"""Page number to what was ever found as its content, the newest last."""
Note = tuple[str, str, int]
"""Key, value, and the last row when it was written."""


def mend(path: Path) -> str:
    """Put what can be read of the book at `path` in its place; say in one sentence what was kept and lost.

    The caller has found it malformed, so nobody has it open. Raises BadJournal when not even the opening can be read.
    """
    mended, log = path.with_name(path.name + MENDED), path.with_name(path.name + "-wal")
    try:
        if not path.exists() and mended.exists():
            # An earlier repair got as far as having the result whole, and the damaged file out of its way.
            kept = _aside(path, log)
            _into_place(mended, path)
            return f"{path}: the repair that was cut short is finished; the damaged file is kept as {kept.name}"
        pages = _pages(path, log)
        rows, notes, torn = _read(pages)
        if not rows:
            raise BadJournal(path, "not even the opening can be read; restore a backup, or start a new game")
        write_book(mended, rows, notes)
        kept = _aside(path, log)
        _into_place(mended, path)
    except OSError as error:
        raise forbidden(path, error) from None
    lost = "later rows are lost, for the chain is broken there" if torn else "no later row was found"
    return f"{path}: kept rows 0 to {rows[-1].seq}, {lost}; the damaged file is kept as {kept.name}"


def _aside(path: Path, log: Path) -> Path:
    """Rename the damaged file and its log. The log goes last: without its file SQLite never looks at it."""
    number = 1
    while (kept := path.with_name(f"{path.name}.bad{number}")).exists():
        number += 1
    if path.exists():
        os.replace(path, kept)
    elif number > 1:
        kept = path.with_name(f"{path.name}.bad{number - 1}")
    if log.exists():
        os.replace(log, kept.with_name(kept.name + "-wal"))
    sync_folder(path.parent)
    return kept


def _into_place(mended: Path, path: Path) -> None:
    os.replace(mended, path)
    sync_folder(path.parent)


def _pages(path: Path, log: Path) -> Pages:
    pages: Pages = defaultdict(list)
    for number, content in enumerate(_pieces(path, 0, PAGE), start=1):
        pages[number].append(content)
    if log.exists():
        for frame in _pieces(log, LOG_HEADER, FRAME_HEADER + PAGE):
            pages[int.from_bytes(frame[:4])].append(frame[FRAME_HEADER:])
    return pages


def _pieces(path: Path, start: int, size: int) -> Iterator[bytes]:
    """The file in pieces of `size`, zeros for what the disk cannot read or what is cut off."""
    with open(path, "rb", buffering=0) as file:
        end = os.fstat(file.fileno()).st_size
        for at in range(start, end, size):
            try:
                file.seek(at)
                piece = file.read(size) or b""
            except OSError:
                piece = b""
            yield piece.ljust(size, b"\0")


def _read(pages: Pages) -> tuple[list[Row], list[Note], bool]:
    """The longest chain of rows, the newest notes that are not newer than it, and whether later rows are left over."""
    candidates: dict[int, list[Row]] = defaultdict(list)
    notes: list[Note] = []
    for number, contents in pages.items():
        for content in contents:
            for key, values in _cells(content, 100 if number == 1 else 0, pages):
                match values:
                    case [None, bytes(salt), bytes(entry), bytes(seal)] if len(salt) == len(seal) == SALT:
                        candidates[key].append(Row(key, salt, entry, seal))
                    case [str(name), str(value), int(line)]:
                        notes.append((name, value, line))
    rows = _longest(candidates)
    last = rows[-1].seq if rows else -1
    newest: dict[str, Note] = {}
    for note in notes:
        if note[2] <= last and (note[0] not in newest or newest[note[0]][2] <= note[2]):
            newest[note[0]] = note
    return rows, list(newest.values()), any(number > last for number in candidates)


def _longest(candidates: dict[int, list[Row]]) -> list[Row]:
    """The longest chain. A write that failed and was tried again leaves two rows that fit; what goes on decides."""
    steps: list[dict[bytes, tuple[bytes, Row]]] = []
    heads = [GENESIS]
    while heads:
        step: dict[bytes, tuple[bytes, Row]] = {}
        for row in candidates.get(len(steps), ()):
            for head in heads:
                if row.seal not in step and chained(head, row.salt, row.entry) == row.seal:
                    step[row.seal] = (head, row)
        heads = list(step)
        steps.append(step)
    rows: list[Row] = []
    wanted: bytes | None = None
    for step in reversed(steps[:-1]):
        head, row = step[wanted] if wanted is not None else list(step.values())[-1]
        rows.append(row)
        wanted = head
    return rows[::-1]


def _cells(page: bytes, start: int, pages: Pages) -> Iterator[tuple[int, list[object]]]:
    """The records on a leaf page, by their number; each as often as there are contents for its overflow pages."""
    if page[start] != LEAF:
        return
    count = int.from_bytes(page[start + 3 : start + 5])
    for index in range(min(count, PAGE // 4)):
        pointer = start + 8 + 2 * index
        at = int.from_bytes(page[pointer : pointer + 2])
        try:
            length, at = _varint(page, at)
            key, at = _varint(page, at)
            if length > LARGEST:
                continue
            for newest in (True, False):
                yield key, _record(_payload(page, at, length, pages, newest))
                if length <= PAGE - 35:
                    break
        except (IndexError, ValueError):
            continue  # not a record, or its rest is gone; the chain will say so if it mattered


def _payload(page: bytes, at: int, length: int, pages: Pages, newest: bool) -> bytes:
    """The whole payload of a cell, as the SQLite file format divides it between its page and overflow pages."""
    if length <= PAGE - 35:
        return page[at : at + length]
    least = (PAGE - 12) * 32 // 255 - 23
    most = least + (length - least) % (PAGE - 4)
    local = most if most <= PAGE - 35 else least
    parts = [page[at : at + local]]
    following = int.from_bytes(page[at + local : at + local + 4])
    left = length - local
    while left > 0:
        contents = pages.get(following)
        if not contents:
            raise ValueError("an overflow page is missing")
        content = contents[-1 if newest else 0]
        parts.append(content[4 : 4 + left])
        left -= PAGE - 4
        following = int.from_bytes(content[:4])
    return b"".join(parts)


def _record(payload: bytes) -> list[object]:
    """The values of a record: bytes, text, whole numbers and None; ValueError for what is none."""
    size, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[object] = []
    at = size
    for kind in kinds:
        value: object
        match kind:
            case 0:
                width, value = 0, None
            case 1 | 2 | 3 | 4 | 5 | 6:
                width = (1, 2, 3, 4, 6, 8)[kind - 1]
                value = int.from_bytes(payload[at : at + width], signed=True)
            case 8 | 9:
                width, value = 0, kind - 8
            case _ if kind >= 12:
                width = (kind - 12) // 2
                content = payload[at : at + width]
                if len(content) != width:
                    raise ValueError("the record is cut off")
                value = content.decode() if kind % 2 else content
            case _:
                raise ValueError("a kind of value that a book has not")
        values.append(value)
        at += width
    return values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(9):
        byte = data[at + index]
        if index == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    raise ValueError("unreachable")
