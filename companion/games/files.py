"""Files that people write for a game, maps and card sets: read whole, checked, and refused in one clear sentence."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from companion.files import BadFile
from companion.toml_lines import Key, line_of

__all__ = ["LANGUAGES", "BadFile", "TomlFile", "own_files"]

T = TypeVar("T", bound=msgspec.Struct)

LANGUAGES: Final = ("en", "zh_Hans", "zh_Hant", "ja")
LARGEST: Final = 4_000_000
"""More bytes than any map or card set has; a wrong path must not fill the memory."""

WORDS: Final = {
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
    "null": "nothing",
}


class TomlFile(msgspec.Struct, frozen=True):
    """A TOML file that was read: its values, and its text to find the lines of what is wrong in it."""

    path: str
    text: str
    table: dict[str, Any]

    @classmethod
    def read(cls, path: str | Path, instead: str) -> TomlFile:
        """The file at `path`. `instead` says what else could have been named, for whoever mistyped it."""
        shown = str(path)
        try:
            text = _bytes(Path(path), shown, instead).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise BadFile(shown, "", line, "this is not UTF-8 text; save the file as UTF-8") from None
        text = text.replace("\r\n", "\n")
        try:
            return cls(shown, text, tomllib.loads(text))
        except RecursionError:
            raise BadFile(shown, "", None, "the lists in it are nested too deeply; a pair is a list of two") from None
        except ValueError as error:
            raise _bad_syntax(shown, text, error) from None

    def bad(self, key: Key, message: str) -> BadFile:
        """What to raise when the value at `key` is wrong. Places in lists count for the line, not for the name."""
        name = ".".join(part for part in key if isinstance(part, str))
        return BadFile(self.path, name, line_of(self.text, key), message)

    def decode(self, kind: type[T], key: Key = ()) -> T:
        """The table at `key` as `kind`, whose fields are its only keys."""
        value: Any = self.table
        for part in key:
            value = value[part]
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self._refuse(kind, key, str(error))

    def texts(self, key: Key, values: dict[str, str]) -> dict[str, str]:
        """`values`, texts by language, if their languages are ours and no text is empty."""
        for language, text in values.items():
            if language not in LANGUAGES:
                raise self.bad((*key, language), f"unknown language '{language}'; allowed are {', '.join(LANGUAGES)}")
            if not text.strip():
                raise self.bad((*key, language), "the text is empty; write one, or leave the language out")
        return values

    def _refuse(self, kind: type[msgspec.Struct], key: Key, error: str) -> NoReturn:
        message, _, place = error.partition(" - at `$")
        inner = tuple(int(index) if index else name for index, name in re.findall(r"\[(\d+)\]|(\w+)", place))
        quoted = re.findall(r"`([^`]*)`", message)
        if message.startswith("Object contains unknown field"):
            allowed = ", ".join(kind.__struct_encode_fields__)
            raise self.bad((*key, *inner, quoted[0]), f"unknown key '{quoted[0]}'; allowed are {allowed}")
        if message.startswith("Object missing required field"):
            raise self.bad((*key, *inner, quoted[0]), "this key is missing; write it")
        if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", message):
            raise self.bad((*key, *inner), f"this list must have {found[1]} elements, not {found[2]}")
        if len(quoted) == 2:
            wanted = " or ".join(WORDS.get(word, word) for word in quoted[0].split(" | ") if word != "null")
            raise self.bad((*key, *inner), f"this must be {wanted}, not {WORDS.get(quoted[1], quoted[1])}")
        if found := re.fullmatch(r"Invalid enum value (.*)", message):
            raise self.bad((*key, *inner), f"unknown value {found[1]}; allowed are {_allowed(kind, inner)}")
        raise self.bad((*key, *inner), f"this cannot be used: {message}")


def own_files(folder: Path) -> dict[str, dict[str, str]]:
    """The maps or card sets that somebody put into a folder: their paths, and the title in each language.

    One that cannot be read is there too, under the name of its file: why, is said when it is opened.
    """
    found = {}
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        try:
            title = TomlFile.read(path, "leave it out").table.get("title")
        except BadFile:
            title = None
        texts = title if isinstance(title, dict) else {}
        known = {language: texts[language] for language in LANGUAGES if isinstance(texts.get(language), str)}
        found[str(path)] = known if known.get("en") else {"en": path.stem, **known}
    return found


def listed(names: Iterable[str]) -> str:
    """Names for a sentence, in order.

    >>> listed(["A1", "B2"])
    'A1, B2'
    """
    return ", ".join(names) or "none"


def _bytes(path: Path, shown: str, instead: str) -> bytes:
    try:
        found = path.stat()
        # Devices and pipes can be endless; what a person writes is a regular file.
        if stat.S_ISDIR(found.st_mode):
            raise BadFile(shown, "", None, f"this is a folder; name a TOML file in it, or {instead}")
        if not stat.S_ISREG(found.st_mode):
            raise BadFile(shown, "", None, f"this is not a regular file; name a TOML file, or {instead}")
        if found.st_size > LARGEST:
            raise BadFile(shown, "", None, f"this file is too large ({found.st_size} bytes); name a TOML file")
        return path.read_bytes()
    except FileNotFoundError:
        raise BadFile(shown, "", None, f"there is no such file; name a TOML file, or {instead}") from None
    except OSError as error:
        reason = error.strerror
        raise BadFile(shown, "", None, f"the file cannot be read ({reason}); name another, or {instead}") from None
    except BadFile:
        raise
    except ValueError:
        raise BadFile(shown, "", None, f"this cannot be the name of a file; name a TOML file, or {instead}") from None


def _bad_syntax(shown: str, text: str, error: ValueError) -> BadFile:
    message = str(error)
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if place is None:
        return BadFile(shown, "", None, f"this is not TOML: {message}")
    line = int(place[1]) if place[1] else text.rstrip("\n").count("\n") + 1
    return BadFile(
        shown, "", line, f"this is not TOML: {message[: place.start()]}; correct this line or the one before"
    )


def _allowed(kind: type[msgspec.Struct], inner: tuple[str | int, ...]) -> str:
    """The values that a field of a struct may have."""
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)
    field = next((field.type for field in described.fields if inner and field.encode_name == inner[-1]), None)
    return listed(map(str, field.values)) if isinstance(field, msgspec.inspect.LiteralType) else "those of the example"
