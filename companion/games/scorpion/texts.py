"""Everything that Scorpion Clan says, by key, from one file a language; what zones, figures and cards are called."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.games.files import LANGUAGES
from companion.games.scorpion.names import PASSAGE, number
from companion.games.scorpion.state import State
from companion.unknown import Unknown

__all__ = ["LANGUAGES", "Texts", "cards", "group", "guards", "mission", "patrol", "placeholders", "texts", "zone"]

FILES: Final = Path(__file__).parent / "data" / "texts"
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

        >>> texts("en").say("things.zone", name="South gate", id="G10")
        'South gate (G10)'
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
        """Things one after another.

        >>> texts("en").join(["g1", "g2", "g3"])
        'g1, g2 and g3'
        """
        listed = list(things)
        if len(listed) < 2:
            return "".join(listed)
        return self.say("things.comma").join(listed[:-1]) + self.say("things.and") + listed[-1]

    def figure(self, name: str) -> dict[str, str]:
        """An intruder as the words that sentences are filled with.

        >>> texts("en").figure("ninja")
        {'name': 'Ninja', 'Figure': 'The ninja', 'figure': 'the ninja', 'bare': 'ninja'}
        """
        return {
            "name": self.say(f"figures.name.{name}"),
            "Figure": self.say(f"figures.first.{name}"),
            "figure": self.say(f"figures.inside.{name}"),
            "bare": self.say(f"figures.bare.{name}"),
        }


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


def read_texts(language: str) -> dict[str, tuple[str, ...]]:
    """The texts of one language's file as they stand there, none where it has no file."""
    path = FILES / f"{language}.toml"
    if not path.exists():
        return {}
    return dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))


@cache
def texts(language: str) -> Texts:
    """The texts of a language, loaded once; what it lacks is said in English."""
    return Texts(language, read_texts("en") | read_texts(language))


# ---- what things are called -------------------------------------------------------------------------------------


def zone(state: State, name: str | Unknown | None, with_id: bool = True) -> str:
    """A zone by its printed name, the id behind it where they differ."""
    spoken = texts(state.options.language)
    if not isinstance(name, str):
        return UNSAID
    if name == PASSAGE:
        return spoken.say("things.passage")
    printed = state.board.names[spoken.language].get(name, name)
    return spoken.say("things.zone", name=printed, id=name) if with_id and printed != name else printed


def card(state: State, kind: str | Unknown, deck: str = "") -> str:
    """A card by its name; `deck` where it is known whose it is."""
    if isinstance(kind, Unknown):
        return UNSAID
    decks = (state.cards.decks[deck],) if deck in state.cards.decks else state.cards.decks.values()
    return next((kinds[kind].names[state.options.language] for kinds in decks if kind in kinds), kind)


def cards(state: State, kinds: Iterable[str | Unknown]) -> str:
    """Cards by name, with their number where there are several of a kind."""
    spoken = texts(state.options.language)
    counted: dict[str, int] = {}
    for kind in kinds:
        name = card(state, kind)
        counted[name] = counted.get(name, 0) + 1
    return spoken.join(
        spoken.say("things.cards", count=str(count), card=name) if count > 1 else name
        for name, count in counted.items()
    )


def mission(state: State, letter: str | Unknown | None) -> str:
    """A mission by its name in the card set."""
    if not isinstance(letter, str):
        return UNSAID
    return state.cards.missions[letter][state.options.language] if letter in state.cards.missions else letter


def patrol(state: State, name: str) -> str:
    """A patrol by its number."""
    return texts(state.options.language).say("things.patrol", number=name[1:])


def guards(state: State, names: Iterable[str]) -> str:
    """Guards by id, in the order of their numbers."""
    spoken = texts(state.options.language)
    return spoken.join(sorted(names, key=number)) or spoken.say("things.nobody")


def group(state: State, names: tuple[str, ...]) -> str:
    """Guards who act together: a patrol by its number, others by id."""
    if len(names) > 1:
        for name, walking in state.patrols.items():
            if set(walking.guards) == set(names):
                return patrol(state, name)
    return guards(state, names)
