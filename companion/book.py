"""The file of a book: its form, its rows and their seals, and the one sentence for whatever is wrong with it.

`companion.journal` is the book that is open on the table; this is how it lies on the disk.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
from pathlib import Path
from typing import Final

import msgspec

from companion.files import DISK_FULL, give_to_owner

SUFFIX: Final = ".kuroko"
APPLICATION: Final = 0x4B55524F
"""`KURO`, where `file` and other programs look for what kind of SQLite file this is."""
VERSION: Final = 1
PAGE: Final = 4096
SALT: Final = 32
GENESIS: Final = hashlib.sha256(b"kuroko journal 1").digest()
"""The seal before row 0. A later form of the book starts from another, so that no row fits two forms."""
PATIENCE: Final = 0.25
"""Seconds to wait for a lock: as long as the list of games may look into a book, and no longer."""

SCHEMA: Final = (
    "CREATE TABLE line (seq INTEGER PRIMARY KEY, salt BLOB NOT NULL, entry BLOB NOT NULL, seal BLOB NOT NULL)",
    "CREATE TABLE public_note (key TEXT PRIMARY KEY, value TEXT NOT NULL, line INTEGER NOT NULL)",
)
MENDED: Final = ".mended"
"""Added to the name of a repaired book until the damaged one is out of its way."""
INSERT: Final = "INSERT INTO line (seq, salt, entry, seal) VALUES (?, ?, ?, ?)"
NOTE: Final = "INSERT OR REPLACE INTO public_note (key, value, line) VALUES (?, ?, ?)"

WAY_OUT: Final = "go on with it in the lobby of ./kuroko play, which keeps the rows before it, or restore a backup"


class BadJournal(Exception):
    """A book that cannot be used: one sentence with the file, the row where there is one, and the way out.

    malformed: True when `Journal.recover` may help. It is no use where the file is locked, full or forbidden.
    """

    def __init__(self, path: Path, message: str, *, row: int | None = None, malformed: bool = False) -> None:
        super().__init__(path, message)
        self.path = path
        self.message = message
        self.row = row
        self.malformed = malformed

    def __str__(self) -> str:
        where = f"{self.path}, row {self.row}" if self.row is not None else f"{self.path}"
        return f"{where}: {self.message}"


class JournalFull(BadJournal):
    """The disk did not take a row. Nothing of it was written; the same row may be tried again."""


class JournalInUse(BadJournal):
    """Another program, or another window of this one, has the book open."""


class JournalForbidden(BadJournal):
    """This user may not read or write the file or its folder."""


class Row(msgspec.Struct, frozen=True):
    """One line of the book, as it is given out after the game for others to check."""

    seq: int
    salt: bytes
    entry: bytes
    seal: bytes

    def __repr__(self) -> str:
        return f"Row({self.seq})"


def chained(before: bytes, salt: bytes, entry: bytes) -> bytes:
    """The seal of a row: SHA-256 over the seal before it, its salt and its entry."""
    # Seal and salt have fixed lengths, so the three cannot be divided in another way.
    return hashlib.sha256(before + salt + entry).digest()


def connect(path: Path) -> sqlite3.Connection:
    """A connection that alone holds the existing file at `path`; raises BadJournal."""
    try:
        found = path.stat()
    except FileNotFoundError:
        if path.with_name(path.name + MENDED).exists():
            raise BadJournal(path, "the repair of this table was cut short; repair it again", malformed=True) from None
        raise BadJournal(path, "there is no such game; choose one from the list") from None
    except (OSError, ValueError) as error:
        raise forbidden(path, error) from None
    if stat.S_ISDIR(found.st_mode):
        raise BadJournal(path, "this is a folder; choose a game in it")
    if found.st_size == 0:
        raise BadJournal(path, "the file is empty; start a new game, or restore a backup")
    if not os.access(path, os.R_OK | os.W_OK):
        raise forbidden(path)
    try:
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise what_happened(path, error) from None
    try:
        # Notes may hold damaged letters; a list of games shows them rather than nothing.
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        connection.execute("PRAGMA trusted_schema = OFF")
        # Before WAL is first used: then the file is held until closed, and no shared memory file is needed.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
        connection.close()
        raise what_happened(path, error) from None
    return connection


def write_book(path: Path, rows: list[Row], notes: list[tuple[str, str, int]]) -> None:
    """A whole new file at `path` with these rows and notes, durable and closed; over an earlier try's leftover."""
    try:
        for leftover in (path, path.with_name(path.name + "-wal")):
            leftover.unlink(missing_ok=True)
        # Created here, not by SQLite, so that nobody else may read it for a moment; SQLite gives -wal the same mode.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        give_to_owner(path, path.parent)
    except (OSError, ValueError) as error:
        raise forbidden(path, error) from None
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        for table in SCHEMA:
            connection.execute(table)
        connection.executemany(INSERT, [(row.seq, row.salt, row.entry, row.seal) for row in rows])
        connection.executemany(NOTE, notes)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise what_happened(path, error) from None
    finally:
        connection.close()
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def read_notes(connection: sqlite3.Connection) -> dict[str, str]:
    """The public note of the book behind `connection`."""
    return {
        str(key): str(value) for key, value in connection.execute("SELECT key, value FROM public_note ORDER BY key")
    }


def what_happened(path: Path, error: Exception) -> BadJournal:
    """The sentence for what SQLite says, by its number and never by its words."""
    if isinstance(error, sqlite3.ProgrammingError):
        raise error  # a closed book, a wrong type: ours to mend, not the player's
    code: int = getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalInUse(path, "another program has this table open; close it there, then open it here")
        case sqlite3.SQLITE_FULL:
            return JournalFull(path, "the disk is full and the last row was not written; free some space, then go on")
        case sqlite3.SQLITE_IOERR if code not in (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ):
            return JournalFull(
                path, "the disk did not take the last row; see that it has space and is not worn out, then go on"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
            return forbidden(path)
        case _:
            return BadJournal(path, f"the file is damaged or not a game of Kuroko; {WAY_OUT}", malformed=True)


def forbidden(path: Path, error: Exception | None = None) -> BadJournal:
    """The sentence for a file or folder that the system does not give to this user."""
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return JournalFull(path, "the disk is full and nothing was written; free some space, then go on")
    if isinstance(error, FileNotFoundError):
        return JournalForbidden(path, "there is no such folder; make it, or choose another")
    if isinstance(error, ValueError):
        return JournalForbidden(path, "this cannot be the name of a file; choose another")
    return JournalForbidden(
        path,
        "this user may not use the file or its folder; give them to this user with chown, or choose another",
    )


def row(seq: int, before: bytes, entry: bytes) -> Row:
    """A new row on the seal before it, with fresh salt."""
    salt = os.urandom(SALT)
    return Row(seq, salt, entry, chained(before, salt, entry))


def check_form(path: Path, connection: sqlite3.Connection) -> None:
    """Raise BadJournal unless the file behind `connection` has the form of a book, written as it should be."""
    damaged = BadJournal(path, f"the file is damaged or not a game of Kuroko; {WAY_OUT}", malformed=True)
    tables = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION and version > VERSION and tables != [(sql,) for sql in SCHEMA]:
        raise BadJournal(path, "a newer Kuroko wrote this game; update this one, then open it again")
    # Only our two tables: a file from elsewhere must not bring triggers along.
    if application != APPLICATION or version != VERSION or tables != [(sql,) for sql in SCHEMA]:
        raise damaged
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise damaged
    if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise forbidden(path)


def check_rows(path: Path, connection: sqlite3.Connection) -> tuple[bytes, int, bytes]:
    """Opening, number of entries and last seal, every row read and found to fit the one before; or BadJournal."""
    opening, head, seq = b"", GENESIS, 0
    try:
        for number, salt, entry, seal in connection.execute("SELECT seq, salt, entry, seal FROM line ORDER BY seq"):
            whole = type(salt) is bytes and type(entry) is bytes and len(salt) == SALT
            if number != seq or not whole or chained(head, salt, entry) != seal:
                raise BadJournal(path, f"this row is missing or was changed; {WAY_OUT}", row=seq, malformed=True)
            opening, head, seq = (opening if seq else entry), seal, seq + 1
    except sqlite3.DatabaseError as error:
        trouble = what_happened(path, error)
        trouble.row = seq if trouble.malformed else None
        raise trouble from None
    if seq == 0:
        raise BadJournal(path, f"this row is missing; {WAY_OUT}", row=0, malformed=True)
    return opening, seq - 1, head
