"""How the rules of a game hang together, as `structure.toml` says it, and that all which it names is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from companion.files import BadFile, TomlText
from companion.toml_lines import Key

ID: Final = re.compile(r"([A-Z]+)(\d+)([a-z]?)")


@cache
def order(id: str) -> tuple[str, int, str]:
    """The parts of a rule's number.

    >>> order("R65a")
    ('R', 65, 'a')
    """
    found = ID.fullmatch(id)
    if found is None:
        raise ValueError(f"{id!r} is no number of a rule")
    return found[1], int(found[2]), found[3]


def within(id: str, section: SectionEntry) -> bool:
    first, here, last = order(section.first), order(id), order(section.last)
    return first[0] == here[0] and first <= here <= last


class SectionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    first: str
    last: str
    title: dict[str, str]


class PhaseEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: dict[str, str]
    rules: tuple[str, ...]


class RulingEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    settles: tuple[str, ...] = ()
    option: str | None = None


class _Hints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[str, ...] = ()


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: tuple[SectionEntry, ...]
    players: dict[str, tuple[str, ...]] = {}
    hints: _Hints = _Hints()
    rulings: dict[str, RulingEntry] = {}
    phases: tuple[PhaseEntry, ...] = ()
    words: dict[str, tuple[str, ...]] = {}
    pictures: dict[str, tuple[str, ...]] = {}
    teaches: dict[str, tuple[str, ...]] = {}
    together: dict[str, tuple[str, ...]] = {}
    cards: dict[str, tuple[str, ...]] = {}


class Structure(msgspec.Struct, frozen=True):
    """`structure.toml`, and the file it was read from to say where something is wrong in it."""

    file: TomlText
    sections: tuple[SectionEntry, ...]
    players: dict[str, tuple[str, ...]]
    hints: tuple[str, ...]
    rulings: dict[str, RulingEntry]
    phases: tuple[PhaseEntry, ...]
    words: dict[str, tuple[str, ...]]
    pictures: dict[str, tuple[str, ...]]
    teaches: dict[str, tuple[str, ...]]
    together: dict[str, tuple[str, ...]]
    cards: dict[str, tuple[str, ...]]

    @classmethod
    def read(cls, file: TomlText) -> Structure:
        try:
            tables = msgspec.convert(file.table, _Tables)
        except msgspec.ValidationError as error:
            raise BadFile(file.path, None, None, f"this cannot be used: {error}") from None
        return cls(
            file,
            tables.sections,
            tables.players,
            tables.hints.rules,
            tables.rulings,
            tables.phases,
            tables.words,
            tables.pictures,
            tables.teaches,
            tables.together,
            tables.cards,
        )

    def check(self, ids: set[str], languages: Sequence[str]) -> None:
        """Raises BadFile for a rule that is named and not there or stands in no section, and for a missing title."""
        named: list[tuple[Key, str]] = [
            (("sections", at, end), id)
            for at, section in enumerate(self.sections)
            for end, id in (("first", section.first), ("last", section.last))
        ]
        named += [(("players", span, at), id) for span, ids_ in self.players.items() for at, id in enumerate(ids_)]
        named += [(("hints", "rules", at), id) for at, id in enumerate(self.hints)]
        named += [(("rulings", id), id) for id in self.rulings]
        named += [
            (("rulings", id, "settles", at), settled)
            for id, ruling in self.rulings.items()
            for at, settled in enumerate(ruling.settles)
        ]
        named += [
            (("phases", at, "rules", place), id)
            for at, phase in enumerate(self.phases)
            for place, id in enumerate(phase.rules)
        ]
        named += [
            ((table, key, at), id)
            for table in ("pictures", "teaches", "together", "cards")
            for key, ids_ in getattr(self, table).items()
            for at, id in enumerate(ids_)
        ]
        for key, id in named:
            if id not in ids:
                raise self.file.bad(key, f"there is no rule {id}; write another, or its text first")
        for span in self.players:
            if not re.fullmatch(r"\d+(-\d+)?", span):
                raise self.file.bad(("players", span), "write a number of players, or two such as 3-4")
        titles = [(("sections", at, "title"), section.title) for at, section in enumerate(self.sections)]
        titles += [(("phases", at, "title"), phase.title) for at, phase in enumerate(self.phases)]
        for key, title in titles:
            if missing := [language for language in languages if not title.get(language, "").strip()]:
                raise self.file.bad(key, f"the title in {missing[0]} is missing; write it")
        for id in ids:
            if sum(within(id, section) for section in self.sections) != 1:
                raise self.file.bad(("sections",), f"{id} must stand in exactly one section; mend first and last")

    def beside(self, id: str) -> tuple[str, ...]:
        """The rules that belong together with one, by the lists in which it stands."""
        lists = (ids for ids in self.together.values() if id in ids)
        return tuple(dict.fromkeys(other for ids in lists for other in ids if other != id))

    def section_of(self, id: str) -> str:
        return next(section.id for section in self.sections if within(id, section))
