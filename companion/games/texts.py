"""What a game says, by key, from one file a language: `FOLDER/en.toml` and its fellows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

_BRACES: Final = re.compile(r"\{(\w+)\}")
UNSAID: Final = "??"
"""The name of what the hearer was not told, where a sentence cannot do without."""


class Texts(msgspec.Struct, frozen=True, eq=False):
    """The texts of one language. A text is several sentences, the first of which that can be filled is taken."""

    language: str
    entries: dict[str, tuple[str, ...]]

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.say("title")

    def has(self, key: str) -> bool:
        """True when there is such a text, possibly empty."""
        return key in self.entries

    def say(self, key: str, /, **words: str) -> str:
        """The text, filled; never fails: a word that is missing is left out.

        >>> Texts("en", {"seats.p1": ("player {number}", "a player")}).say("seats.p1")
        'a player'
        """
        sentences = self.entries.get(key, ("",))
        for sentence in sentences:
            needed = placeholders(sentence)
            if needed <= words.keys():
                return sentence.format_map(words) if needed else sentence
        return _BRACES.sub(lambda found: words.get(found[1], ""), sentences[-1])

    def count(self, key: str, number: int, /, **words: str) -> str:
        """The text for so many: `key.none` where there is one, `key.one`, or `key.many`."""
        if not number and self.has(f"{key}.none"):
            return self.say(f"{key}.none", **words)
        return self.say(f"{key}.{'one' if number == 1 else 'many'}", count=str(number), **words)

    def join(self, things: Iterable[str]) -> str:
        """Things one after another, by `things.comma` and `things.and`."""
        listed = list(things)
        if len(listed) < 2:
            return "".join(listed)
        return self.say("things.comma").join(listed[:-1]) + self.say("things.and") + listed[-1]


@cache
def placeholders(sentence: str) -> frozenset[str]:
    """The words in braces.

    >>> sorted(placeholders("{guard} stands in {zone}."))
    ['guard', 'zone']
    """
    return frozenset(_BRACES.findall(sentence))


def flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The texts of a file by dotted key. Raises ValueError for what is neither text nor a list of texts.

    >>> dict(flat({"things": {"and": " and "}}))
    {'things.and': (' and ',)}
    """
    for name, value in table.items():
        key = f"{above}{name}"
        if isinstance(value, dict):
            yield from flat(value, f"{key}.")
        elif isinstance(value, str):
            yield key, (value,)
        elif isinstance(value, list) and value and all(isinstance(sentence, str) for sentence in value):
            yield key, tuple(value)
        else:
            raise ValueError(f"{key}: write a text, or a list of texts")


def read_texts(folder: Path, language: str) -> dict[str, tuple[str, ...]]:
    """The texts of one language's file as they stand there, none where it has no file."""
    path = folder / f"{language}.toml"
    if not path.exists():
        return {}
    return dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))


@cache
def load_texts(folder: Path, language: str) -> Texts:
    """The texts of a language, loaded once; what it lacks is said in English."""
    return Texts(language, read_texts(folder, "en") | read_texts(folder, language))
