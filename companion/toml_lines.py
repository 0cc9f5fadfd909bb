"""In which line of a TOML text a key or an element of a list stands.

tomllib reads values and forgets where they stood; a person who must mend a file needs the line. This looks again at a
text that tomllib has already accepted, so it follows the grammar without checking it.
"""

from __future__ import annotations

import tomllib

Key = tuple[str | int, ...]
"""The way to a value: keys of tables, and places in lists counted from 0."""

BLANK = " \t\r\n"
BARE_END = ",]}#\n"


def line_of(text: str, key: Key) -> int:
    """The line, counted from 1, where `key` begins, or the nearest of what surrounds it.

    >>> line_of('[a]\\nb = [1,\\n  2]', ("a", "b", 1))
    3
    >>> line_of('[a]\\nb = 1', ("a", "missing"))
    1
    """
    lines = all_lines(text)
    while key not in lines:
        key = key[:-1]
    return lines[key]


def all_lines(text: str) -> dict[Key, int]:
    """The line of every table, key and list element of a valid TOML text. The whole document stands in line 1."""
    walk = _Walk(text)
    walk.document()
    return walk.lines


class _Walk:
    """One walk over the text; `at` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[Key, int] = {(): 1}
        self.repeated: dict[Key, int] = {}

    def document(self) -> None:
        table: Key = ()
        while self.skip():
            if self.text.startswith("[[", self.at):
                self.go(2)
                name = self.inside(self.key())
                self.note_all(name)
                count = self.repeated.get(name, 0)
                self.repeated[name] = count + 1
                table = (*name, count)
                self.note(table)
                self.skip()
                self.go(2)
            elif self.text[self.at] == "[":
                self.go(1)
                table = self.inside(self.key())
                self.note_all(table)
                self.skip()
                self.go(1)
            else:
                self.pair(table)

    def inside(self, name: Key) -> Key:
        """The key of a table whose name leads through lists of tables: into the last of each."""
        key: Key = ()
        for at, part in enumerate(name, 1):
            key = (*key, part)
            if at < len(name) and key in self.repeated:
                key = (*key, self.repeated[key] - 1)
        return key

    def pair(self, table: Key) -> None:
        key = (*table, *self.key())
        self.note_all(key)
        self.skip()
        self.go(1)  # the equals sign
        self.value(key)

    def value(self, key: Key) -> None:
        self.skip()
        self.note(key)
        mark = self.text[self.at]
        if mark in "\"'":
            self.string(mark)
        elif mark == "[":
            self.go(1)
            count = 0
            while self.skip() and self.text[self.at] != "]":
                self.value((*key, count))
                count += 1
                self.skip()
                if self.text[self.at] == ",":
                    self.go(1)
            self.go(1)
        elif mark == "{":
            self.go(1)
            while self.skip() and self.text[self.at] != "}":
                self.pair(key)
                self.skip()
                if self.text[self.at] == ",":
                    self.go(1)
            self.go(1)
        else:
            while self.at < len(self.text) and self.text[self.at] not in BARE_END:
                self.go(1)

    def key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self.skip()
            start = self.at
            if self.text[start] in "\"'":
                self.string(self.text[start])
                parts.append(str(tomllib.loads(f"x = {self.text[start : self.at]}")["x"]))
            else:
                while self.text[self.at].isalnum() or self.text[self.at] in "_-":
                    self.go(1)
                parts.append(self.text[start : self.at])
            self.skip()
            if self.text[self.at] != ".":
                return tuple(parts)
            self.go(1)

    def string(self, mark: str) -> None:
        end = mark * 3 if self.text.startswith(mark * 3, self.at) else mark
        self.go(len(end))
        while not self.text.startswith(end, self.at):
            self.go(2 if mark == '"' and self.text[self.at] == "\\" else 1)
        self.go(len(end))
        while len(end) == 3 and self.text.startswith(mark, self.at):
            self.go(1)  # up to two quotes may stand right before the closing three

    def skip(self) -> bool:
        """Past blanks, line ends and comments; False at the end of the text."""
        while self.at < len(self.text):
            if self.text[self.at] in BLANK:
                self.go(1)
            elif self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.go((end if end >= 0 else len(self.text)) - self.at)
            else:
                return True
        return False

    def go(self, count: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def note_all(self, key: Key) -> None:
        """A key in two parts also begins the table that its first part names."""
        for length in range(1, len(key) + 1):
            self.note(key[:length])

    def note(self, key: Key) -> None:
        self.lines.setdefault(key, self.line)
