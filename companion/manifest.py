"""Which tag is under which piece: a text file that people may edit, written by enrolling.

[tags]
04A3C6CAE26180 = "card:guards/kenjutsu/2"
04B1D2E3F40180 = "guard:g7"   # the one with the chipped base
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, MutableMapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import tomlkit

from companion.files import BadFile, TomlText, keep_copy, lines_of, read_bytes, write_whole
from companion.tags import BadTag, BadToken, Token, uid
from companion.toml_lines import line_of

TAGS: Final = "tags"
OLD: Final = ".old"
"""Added to the name of a file that somebody changed between loading and saving."""
HEADER: Final = """\
Which tag is under which piece. Written by enrolling, and yours to edit.
uid = "card:DECK/KIND/N", "guard:ID", "figure:NAME" or "seal:SEAT"\
"""


class Taken(ValueError):
    """A tag that already is under another piece, or a piece that already has another tag."""


class Manifest:
    """Tag to token and back; no tag and no token stands in it twice.

    >>> tags = Manifest({"04:a3:c6:ca:e2:61:80": "guard:g7"})
    >>> tags.token("04A3C6CAE26180"), tags.uid("guard:g7"), tags.token("04B1D2E3F40180")
    ('guard:g7', '04A3C6CAE26180', None)
    """

    def __init__(self, tags: dict[str, str] | None = None) -> None:
        self._tokens: dict[str, str] = {}
        self._uids: dict[str, str] = {}
        self._written: TomlText | None = None
        for tag, token in (tags or {}).items():
            self.bind(tag, token)

    def __len__(self) -> int:
        return len(self._tokens)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Each uid with its token, in the order of enrolling."""
        return iter([*self._tokens.items()])

    def __repr__(self) -> str:
        return f"Manifest({len(self)} tags)"

    def token(self, tag: str) -> str | None:
        """The token under the tag with this uid, as readers write it; None if it is not ours."""
        return self._tokens.get(tag)

    def uid(self, token: str) -> str | None:
        """The uid of the tag under this piece; None if it has none."""
        return self._uids.get(token)

    def bind(self, tag: str, token: str) -> str:
        """The tag is under the piece from now on; its uid as readers write it. Raises BadTag, BadToken or Taken."""
        tag, token = uid(tag), str(Token.parse(token))
        if self._tokens.get(tag, token) != token:
            raise Taken(f"this tag is under {self._tokens[tag]}; take it off there first")
        if self._uids.get(token, tag) != tag:
            raise Taken(f"{token} has the tag {self._uids[token]}; take that off first")
        self._tokens[tag], self._uids[token] = token, tag
        return tag

    def unbind(self, tag: str) -> str | None:
        """The tag is under nothing from now on; the token that it was under."""
        token = self._tokens.pop(tag, None)
        if token is not None:
            del self._uids[token]
        return token

    @classmethod
    def load(cls, path: Path | str) -> Manifest:
        """The manifest in the file; raises BadFile at the first line that is wrong."""
        path = Path(path)
        content = read_bytes(path)
        # TOML says of a repeated key only that it cannot be; a person wants to know what the other line says.
        _refuse_repeated(path, lines_of(path, content)[0])
        written = TomlText.parse(path, content)
        for key in written.table:
            if key != TAGS:
                hint = " (did you mean [tags]?)" if get_close_matches(key.lower(), [TAGS]) else ""
                raise written.bad((key,), f"unknown key {key!r}{hint}; tags stand below the line [tags]")
        table = written.table.get(TAGS, {})
        if not isinstance(table, dict):
            raise written.bad((TAGS,), "this must be a table; write [tags] on a line of its own, and the tags below it")
        manifest = cls()
        for tag, token in table.items():
            if not isinstance(token, str):
                raise written.bad((TAGS, tag), 'this must be a piece in quotes, such as "guard:g7"')
            try:
                if manifest.token(uid(tag)) is not None:
                    raise written.bad((TAGS, tag), "this tag is in the file already; delete one")
                manifest.bind(tag, token)
            except Taken:
                other = next(key for key, value in table.items() if value == token)
                first = line_of(written.text, (TAGS, other))
                raise written.bad((TAGS, tag), f"{token} has a tag already, in line {first}; delete one") from None
            except (BadTag, BadToken) as error:
                raise written.bad((TAGS, tag), str(error)) from None
        manifest._written = written
        return manifest

    @classmethod
    def simulated(cls, tokens: Iterable[str]) -> Manifest:
        """A tag for each piece of the simulated table: always the same one, whatever other pieces there are.

        >>> Manifest.simulated(["guard:g7"]).uid("guard:g7")
        '04BE9ED3FB6867'
        """
        manifest = cls()
        for token in tokens:
            manifest.bind("04" + hashlib.sha256(f"kuroko {token}".encode()).hexdigest()[:12], token)
        return manifest

    def save(self, path: Path | str) -> None:
        """Write the file whole, with the comments it had. Raises BadFile, and the old file is as it was.

        A file that somebody changed since it was loaded is kept as NAME.old first.
        """
        path = Path(path)
        if path.exists() and not self._wrote(path):
            keep_copy(path, OLD)
        document = self._written.document() if self._written else _new_document()
        if TAGS not in document:
            document[TAGS] = tomlkit.table()
        table = document[TAGS]
        assert isinstance(table, MutableMapping)
        keys = {uid(key): key for key in table}
        for tag, key in keys.items():
            if tag not in self._tokens:
                del table[key]
        for tag, token in self._tokens.items():
            key = keys.get(tag, tag)
            if table.get(key) != token:
                table[key] = token
        content = self._written.with_changes(document) if self._written else tomlkit.dumps(document).encode()
        write_whole(path, content)
        self._written = TomlText.parse(path, content)

    def _wrote(self, path: Path) -> bool:
        try:
            return self._written is not None and TomlText.read(path).text == self._written.text
        except BadFile:
            return False


def _refuse_repeated(path: Path, text: str) -> None:
    seen: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        found = re.match(r"""\s*["'“”„]?([0-9A-Fa-f][0-9A-Fa-f:\- ]*?)["'“”„]?\s*=\s*(.*)""", line)
        if found is None:
            continue
        tag = re.sub(r"[:\s-]", "", found[1]).upper()
        if tag in seen:
            first, token = seen[tag]
            raise BadFile(
                path, f"{TAGS}.{found[1]}", number, f"this tag is in line {first} already, {token}; delete one"
            )
        seen[tag] = number, re.split(r"[\"'“”„]", found[2] + '""')[1] or "without a piece"


def _new_document() -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    for line in HEADER.split("\n"):
        document.add(tomlkit.comment(line))
    document.add(tomlkit.nl())
    return document
