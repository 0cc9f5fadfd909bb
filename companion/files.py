"""Files that people and their editors write, and how we write into them: whole, in place of the old one, or not at all.

Windows editors put a byte order mark in front, end lines with CR LF, write cp1252, and turn quotes into curly ones.
All of that is read; line ends are written back as they were.
"""

from __future__ import annotations

import errno
import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.toml_lines import Key, line_of

if TYPE_CHECKING:
    import tomlkit  # slow to import, and only asked for when something is written

DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
LARGEST: Final = 4_000_000
"""More bytes than any such file has; a wrong path must not fill the memory."""
CURLY: Final = str.maketrans({"“": '"', "”": '"', "„": '"', "‟": '"', "‘": "'", "’": "'", "‚": "'", "‛": "'"})


class BadFile(ValueError):
    """A file that cannot be used: which one, which key and line, what is wrong and the way out, in one sentence.

    >>> str(BadFile("tags.toml", "tags.08123456", 12, "a phone changes its number each time; use a card or a tag"))
    'tags.toml, line 12, tags.08123456: a phone changes its number each time; use a card or a tag'
    """

    def __init__(self, path: str | Path, key: str | None, line: int | None, message: str) -> None:
        super().__init__(str(path), key, line, message)
        self.path = str(path)
        self.key = key
        self.line = line
        self.message = message

    def __str__(self) -> str:
        where = [self.path]
        if self.line is not None:
            where.append(f"line {self.line}")
        if self.key:
            where.append(self.key)
        return f"{', '.join(where)}: {self.message}"


class TomlText(msgspec.Struct, frozen=True):
    """A TOML file as it was read: its text to find lines and keep comments, its values, and how its lines end."""

    path: Path
    text: str
    table: dict[str, Any]
    newline: str = "\n"

    @classmethod
    def read(cls, path: Path) -> TomlText:
        """The file at `path`; raises BadFile."""
        return cls.parse(path, read_bytes(path))

    @classmethod
    def parse(cls, path: Path, content: bytes) -> TomlText:
        """The content of a file that is called `path`; raises BadFile."""
        text, newline = lines_of(path, content)
        try:
            return cls(path, text, tomllib.loads(text), newline)
        except (ValueError, RecursionError) as error:
            straight = _straightened(text)
            try:
                return cls(path, straight, tomllib.loads(straight), newline)
            except (ValueError, RecursionError):
                raise _not_toml(path, text, error) from None

    def bad(self, key: Key, message: str) -> BadFile:
        """What to raise when the value at `key` is wrong."""
        return BadFile(self.path, ".".join(map(str, key)), line_of(self.text, key), message)

    def document(self) -> tomlkit.TOMLDocument:
        """The same file to change: comments, order and blank lines stay."""
        import tomlkit

        return tomlkit.parse(self.text)

    def with_changes(self, document: tomlkit.TOMLDocument) -> bytes:
        """A changed document as bytes, with the line ends that the file had."""
        import tomlkit

        return tomlkit.dumps(document).replace("\r\n", "\n").replace("\n", self.newline).encode()


def read_bytes(path: Path) -> bytes:
    """All of the regular file at `path`; raises BadFile."""
    try:
        if not path.is_file() and path.exists():
            raise BadFile(path, None, None, "this is a folder or a device; name a file")
        if path.stat().st_size > LARGEST:
            raise BadFile(path, None, None, "this file is too large; name another")
        return path.read_bytes()
    except FileNotFoundError:
        raise BadFile(path, None, None, "there is no such file; name another") from None
    except OSError as error:
        message = f"the file cannot be read ({error.strerror}); give it to this user with chown, or name another"
        raise BadFile(path, None, None, message) from None
    except BadFile:
        raise
    except ValueError:
        raise BadFile(path, None, None, "this cannot be the name of a file; name another") from None


def lines_of(path: Path, content: bytes) -> tuple[str, str]:
    r"""The text of a file from whatever editor, its lines ended by \n, and how they were ended.

    >>> lines_of(Path("x"), b"\xef\xbb\xbfa = \x93b\x94\r\n")
    ('a = “b”\n', '\r\n')
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif content.startswith(b"\xef\xbb\xbf"):
        content, encodings = content[3:], ["utf-8", "cp1252"]
    else:
        encodings = ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
    else:
        raise BadFile(path, None, line, "this is not text; save the file as UTF-8")
    return text.replace("\r\n", "\n").replace("\r", "\n"), "\r\n" if "\r\n" in text else "\n"


def write_whole(path: Path, content: bytes) -> None:
    """The file at `path` becomes `content`, durably: whoever reads sees the old or the new. Raises BadFile.

    Nobody but its owner may read a new file; an old one keeps its mode, and its owner when root writes.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    temporary = None
    try:
        if path.exists() and not os.access(path, os.W_OK):
            # Renaming would get around it, but somebody meant it so, or left it so by an earlier sudo.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            if path.exists():
                os.chmod(temporary, path.stat().st_mode & 0o7777)
            give_to_owner(temporary, path)
            os.fsync(file.fileno())
        os.replace(temporary, path)
        temporary = None
        sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def keep_copy(path: Path, ending: str) -> Path:
    """A copy of the file at `path` beside it, under a name of its own: `settings.toml.bad`, then `.bad2`. BadFile."""
    content = read_bytes(path)
    number = 1
    while True:
        kept = path.with_name(f"{path.name}{ending}{number if number > 1 else ''}")
        if not kept.exists():
            write_whole(kept, content)
            return kept
        if read_bytes(kept) == content:
            return kept  # the same mistake was kept before
        number += 1


def give_to_owner(new: Path | str, path: Path) -> None:
    """What root writes belongs to whom the old file, or else the folder, belongs; so that no sudo locks anybody out."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = (path if path.exists() else path.parent).stat()
        os.chown(new, owner.st_uid, owner.st_gid)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # Windows cannot open a folder, and does not need to
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot_write(path: Path, error: OSError) -> BadFile:
    """The sentence for a file that could not be written, with the way out."""
    if error.errno in DISK_FULL:
        message = "the disk is full and the file is as it was; free some space, then save again"
    elif isinstance(error, FileNotFoundError):
        message = "there is no such folder; make it, or choose another"
    elif isinstance(error, PermissionError) or error.errno == errno.EROFS:
        message = "this user may not write here and the file is as it was; give it to this user with chown"
    else:
        message = f"it cannot be written and is as it was ({error.strerror}); choose another place"
    return BadFile(path, None, None, message)


def _straightened(text: str) -> str:
    """Curly quotes made straight where they stand for TOML's own: in front of comments."""
    lines = []
    for line in text.split("\n"):
        code, mark, comment = line.partition("#")
        lines.append(code.translate(CURLY) + mark + comment)
    return "\n".join(lines)


def _not_toml(path: Path, text: str, error: Exception) -> BadFile:
    if isinstance(error, RecursionError):
        return BadFile(path, None, None, "the lists in it are nested too deeply")
    message = str(error)
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if place is None:
        return BadFile(path, None, None, f"this is not TOML: {message}")
    line = int(place[1]) if place[1] else text.rstrip("\n").count("\n") + 1
    if message.startswith(("Cannot overwrite a value", "Cannot declare")):
        return BadFile(path, None, line, "what begins this line stands further up already; delete one of the two")
    return BadFile(
        path, None, line, f"this is not TOML: {message[: place.start()]}; correct this line or the one before"
    )
