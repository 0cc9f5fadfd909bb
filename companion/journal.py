"""The book of one table: what was written stays written, in order, and can be proved.

One SQLite file a game, in WAL mode with synchronous=FULL: `append` returns only when the row is on the disk. Row 0 is
the opening, rows 1, 2, ... the entries; what they mean is nobody's business here. Each row carries a random salt and
its seal, a SHA-256 over the seal before it, its salt and its entry. So a seal shown to everybody (`digest`) tells
nothing of the entries, and afterwards proves that none of the rows up to it was changed.

The entries hold everybody's secrets: the file is for its owner alone (0600), and no error, log or repr quotes a row.
A public note beside the rows says what anybody may read in the list of games without opening the book.

A journal may be opened in one thread and used in another, but by one thread at a time: the one that decides. It holds
its file alone until closed, against other programs and against a second opening in the same one. While it is open, no
one else in this program may open the file by its name: closing such a second handle drops SQLite's lock.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion import book, mending
from companion.book import INSERT, NOTE, SALT, WAY_OUT, BadJournal, JournalForbidden, JournalFull, JournalInUse, Row
from companion.files import sync_folder

__all__ = [
    "BadJournal",
    "Journal",
    "JournalForbidden",
    "JournalFull",
    "JournalInUse",
    "Row",
    "Table",
    "Verified",
    "tables",
]

SUFFIX: Final = book.SUFFIX
"""What the file of a game is called at the end, so that `tables` finds it."""
BATCH: Final = 256


class Verified(msgspec.Struct, frozen=True):
    """Every row was read back and fits the one before: how many entries after the opening, first and last seal."""

    entries: int
    opening_seal: str
    seal: str


class Table(msgspec.Struct, frozen=True):
    """A game in the list of games: its file and what was noted publicly, or the trouble with it in one sentence."""

    path: Path
    notes: dict[str, str]
    in_use: bool = False
    trouble: str = ""


class Journal:
    """The open book of one table. Make one with `create`, `open` or `recover`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, opening: bytes, entries: int, head: bytes) -> None:
        self.path = path
        self.opening = opening
        self._db = connection
        self._last = entries
        self._head = head

    def __repr__(self) -> str:
        # No number of rows: how many picks a side made may be a secret, and a repr ends up in logs.
        return f"Journal({str(self.path)!r})"

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @classmethod
    def create(cls, path: Path | str, opening: bytes, *, started: str = "") -> Journal:
        """A new book with its opening, noted as started then; never over a file that has content."""
        path = Path(path)
        _refuse_taken(path)
        making = path.with_name(path.name + ".new")
        book.write_book(making, [book.row(0, book.GENESIS, opening)], [("started", started, 0)] if started else [])
        try:
            # Under its own name a book is whole from the first moment on.
            os.replace(making, path)
            sync_folder(path.parent)
        except OSError as error:
            raise book.forbidden(path, error) from None
        return cls.open(path)

    @classmethod
    def open(cls, path: Path | str) -> Journal:
        """The book at `path`, every row checked; raises BadJournal."""
        path = Path(path)
        connection = book.connect(path)
        try:
            book.check_form(path, connection)
            opening, entries, head = book.check_rows(path, connection)
            # Asks now, not at the first pick, whether this user may write here.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        except BadJournal:
            connection.close()
            raise
        except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
            connection.close()
            raise book.what_happened(path, error) from None
        return cls(path, connection, opening, entries, head)

    @staticmethod
    def recover(path: Path | str) -> tuple[Journal, str]:
        """The longest unbroken beginning of a damaged book, in a new file at `path`, and what was kept and lost.

        The damaged file stays under another name. Raises BadJournal when not even the opening can be read.
        """
        path = Path(path)
        try:
            return Journal.open(path), f"{path}: the game is whole; nothing was lost"
        except BadJournal as error:
            if not error.malformed:
                raise
        said = mending.mend(path)
        return Journal.open(path), said

    def append(self, entry: bytes, notes: Mapping[str, str] | None = None) -> None:
        """Write one row, and public notes with it; returns when it is on the disk, or raises with nothing written."""
        seq, salt = self._last + 1, os.urandom(SALT)
        seal = hashlib.sha256(self._head + salt + entry).digest()
        try:
            if notes:
                self._together((INSERT, (seq, salt, entry, seal)), *_noting(notes, seq))
            else:
                self._db.execute(INSERT, (seq, salt, entry, seal))
        except sqlite3.Error as error:
            raise book.what_happened(self.path, error) from None
        self._last, self._head = seq, seal

    def note(self, key: str, value: str) -> None:
        """Write on the public note. Only what everybody at the table was told: it is read without opening the book."""
        try:
            self._together(*_noting({key: value}, self._last))
        except sqlite3.Error as error:
            raise book.what_happened(self.path, error) from None

    def notes(self) -> dict[str, str]:
        """The public note."""
        try:
            return book.read_notes(self._db)
        except sqlite3.Error as error:
            raise book.what_happened(self.path, error) from None

    def entries(self) -> Iterator[bytes]:
        """The entries after the opening, in order."""
        return (row.entry for row in self._rows(1))

    def rows(self) -> Iterator[Row]:
        """Every row with salt and seal, the opening first. Holds every secret of the game: for when it is over."""
        return self._rows(0)

    @property
    def count(self) -> int:
        """How many entries follow the opening."""
        return self._last

    def digest(self) -> str:
        """The seal of the last row. Safe to show, but that it changed says that something was written."""
        return self._head.hex()

    def seal_at(self, n: int) -> str:
        """What `digest` was when entry `n` was the last, 0 for the opening alone. IndexError if there is none."""
        if not 0 <= n <= self._last:
            raise IndexError(f"there is no row {n}")
        try:
            found = self._db.execute("SELECT seal FROM line WHERE seq = ?", (n,)).fetchone()
        except sqlite3.Error as error:
            raise book.what_happened(self.path, error) from None
        if found is None:
            raise BadJournal(self.path, f"this row is missing; {WAY_OUT}", row=n, malformed=True)
        return bytes(found[0]).hex()

    def verify(self) -> Verified:
        """Read every row back from the file; raises BadJournal at the first that does not fit."""
        try:
            _, entries, head = book.check_rows(self.path, self._db)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise book.what_happened(self.path, error) from None
        if (entries, head) != (self._last, self._head):
            raise BadJournal(self.path, f"the last row is not the one written; {WAY_OUT}", row=entries, malformed=True)
        return Verified(entries, self.seal_at(0), head.hex())

    def close(self) -> None:
        """Let go of the file. Everything appended is already in it."""
        self._db.close()

    def _rows(self, first: int) -> Iterator[Row]:
        # In batches, so that no reading stands open while the next row is written.
        while first <= self._last:
            query = "SELECT seq, salt, entry, seal FROM line WHERE seq BETWEEN ? AND ? ORDER BY seq"
            try:
                batch = self._db.execute(query, (first, min(self._last, first + BATCH - 1))).fetchall()
            except sqlite3.Error as error:
                raise book.what_happened(self.path, error) from None
            for seq, salt, entry, seal in batch:
                if seq != first:
                    break
                yield Row(seq, salt, entry, seal)
                first += 1
            else:
                if batch:
                    continue
            raise BadJournal(self.path, f"this row is missing; {WAY_OUT}", row=first, malformed=True)

    def _together(self, *statements: tuple[str, tuple[object, ...]]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for sql, values in statements:
                self._db.execute(sql, values)
            self._db.execute("COMMIT")
        except BaseException:
            # A full disk may have rolled back by itself.
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise


def tables(folder: Path | str) -> list[Table]:
    """The games whose books lie in `folder`, the last started first, by their public notes alone.

    A book that is open somewhere is listed as in use. Nothing of the rows is read, so a book listed may yet be damaged.
    """
    listed: list[tuple[str, int, Table]] = []
    folder = Path(folder)
    paths = sorted(folder.glob(f"*{SUFFIX}"))
    # Where a repair was cut short between its last two steps, only its result has a name; opening it finishes.
    paths += [
        path.with_suffix("") for path in folder.glob(f"*{SUFFIX}{book.MENDED}") if not path.with_suffix("").exists()
    ]
    for path in paths:
        try:
            found = path.stat()
            if found.st_size == 0:
                continue
            changed = found.st_mtime_ns
        except OSError:
            changed = 0
        table = _listed(path)
        listed.append((table.notes.get("started", ""), changed, table))
    listed.sort(key=lambda item: item[:2], reverse=True)
    return [table for _, _, table in listed]


def _listed(path: Path) -> Table:
    try:
        connection = book.connect(path)
        try:
            book.check_form(path, connection)
            return Table(path, book.read_notes(connection))
        except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
            raise book.what_happened(path, error) from None
        finally:
            connection.close()
    except JournalInUse:
        return Table(path, {}, in_use=True)
    except BadJournal as error:
        return Table(path, {}, trouble=str(error))


def _noting(notes: Mapping[str, str], line: int) -> list[tuple[str, tuple[object, ...]]]:
    return [(NOTE, (key, value, line)) for key, value in notes.items()]


def _refuse_taken(path: Path) -> None:
    try:
        for taken in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + book.MENDED)):
            # An empty file was only reserved, by a program that makes temporary names.
            if taken.exists() and (taken.is_dir() or taken.stat().st_size):
                raise BadJournal(taken, "there is something here already; choose another name for the new game")
    except (OSError, ValueError) as error:
        raise book.forbidden(path, error) from None
