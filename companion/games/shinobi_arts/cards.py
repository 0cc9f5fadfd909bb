"""The cards of Shinobi Arts as a card set says: valuables, partners, ninjutsu, and how factions are split.

The printed ninjutsu list is not public, so cards are data that an owner of the box corrects. All of it is public.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.files import BadFile
from companion.games.files import LANGUAGES, TomlFile, listed
from companion.games.shinobi_arts.effects import Step, judging_steps, turn_steps
from companion.games.shinobi_arts.names import ALWAYS_UNUSED, FACTIONS, HAND, KINDS, SEATS

DATA: Final = Path(__file__).parent / "data" / "cards"
SHIPPED: Final = ("house",)
TABLES: Final = ("valuables", "partners", "ninjutsu")
MOST_COPIES: Final = 9


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of card. names, texts: by language; in that language, else in English, else the id or nothing.

    value: of a valuable (4.2). attack, defence, uses, copies: of a ninjutsu card (K28-K31).
    """

    id: str
    names: dict[str, str]
    texts: dict[str, str]
    effect: tuple[Step, ...]
    value: int = 0
    attack: tuple[str, ...] = ()
    defence: tuple[str, ...] = ()
    uses: int = 2
    copies: int = 1


class CardSet(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A card set; two sets are equal only if they are one."""

    id: str
    source: str
    """What it was loaded by: the id of a shipped set, or a path."""
    title: dict[str, str]
    factions: dict[str, dict[str, str]]
    splits: dict[int, tuple[int, ...]]
    valuables: dict[str, Card]
    partners: dict[str, Card]
    ninjutsu: dict[str, Card]
    all_ninjutsu: tuple[str, ...]
    """Every ninjutsu card, in order of kinds."""

    @staticmethod
    def load(name_or_path: str | Path) -> CardSet:
        """The shipped set of that id, always the same object, or the set at a path. BadFile when it is none."""
        if isinstance(name_or_path, str) and name_or_path in SHIPPED:
            return _shipped(name_or_path)
        return _build(name_or_path, str(name_or_path))

    def card(self, name: str) -> Card:
        """The card of that id, whichever kind it is; KeyError when there is none."""
        for kinds in (self.ninjutsu, self.valuables, self.partners):
            if name in kinds:
                return kinds[name]
        raise KeyError(name)

    def deck(self, name: str) -> str:
        """The deck that a card lies in, as its tags name it."""
        return next(deck for deck in TABLES if name in getattr(self, deck))

    def check(self, players: int) -> None:
        """Raises BadFile where there are too few cards for so many players (KQ24, KQ27)."""
        for table, have, need, why in (
            ("valuables", len(self.valuables), players + 1 + ALWAYS_UNUSED, "KQ27"),
            ("partners", len(self.partners), players, "K5"),
            ("ninjutsu", len(self.all_ninjutsu), HAND * players + 1, "KQ24"),
        ):
            if have < need:
                raise BadFile(
                    self.source,
                    table,
                    None,
                    f"{have} cards are too few for {players} players; there must be at least {need} ({why})",
                )
        if players not in self.splits:
            raise BadFile(self.source, "splits", None, f"there is no split for {players} players; write one")

    def __repr__(self) -> str:
        return f"CardSet({self.source!r})"

    def __copy__(self) -> CardSet:
        return self

    def __deepcopy__(self, memo: object) -> CardSet:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return CardSet.load, (self.source,)


# ---- reading ----------------------------------------------------------------------------------------------------


class _Valuable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[valuables.ID]` of a card file."""

    name: dict[str, str]
    value: int
    effect: list[dict[str, Any]]
    text: dict[str, str]


class _Partner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[partners.ID]` of a card file."""

    name: dict[str, str]
    effect: list[dict[str, Any]]
    text: dict[str, str]


class _Ninjutsu(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[ninjutsu.ID]` of a card file."""

    name: dict[str, str]
    attack: list[str]
    defence: list[str]
    uses: int
    copies: int
    effect: list[dict[str, Any]]
    text: dict[str, str]


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    title: dict[str, str]
    factions: dict[str, dict[str, str]]
    splits: dict[str, list[int]]
    valuables: dict[str, Any]
    partners: dict[str, Any]
    ninjutsu: dict[str, Any]


@cache
def _shipped(name: str) -> CardSet:
    return _build(DATA / f"{name}.toml", name)


def _build(path: str | Path, source: str) -> CardSet:
    file = TomlFile.read(path, instead=f"one of the card sets {', '.join(SHIPPED)}")
    document = file.decode(_Document)
    if not re.fullmatch(r"[\w-]+", document.id):
        raise file.bad(("id",), f"the id {document.id!r} may hold letters, digits, '-' and '_' only")
    file.texts(("title",), document.title)
    seen: dict[str, str] = {}
    for table in TABLES:
        if not file.table[table]:
            raise file.bad((table,), f"there is no card; write [{table}.ID] and its keys below")
        for name in file.table[table]:
            _check_id(file, table, name, seen)
    ninjutsu = {name: _ninjutsu(file, name) for name in file.table["ninjutsu"]}
    return CardSet(
        id=document.id,
        source=source,
        title=_in_all_languages(document.title, document.id),
        factions=_factions(file, document.factions),
        splits=_splits(file, document.splits),
        valuables=_valuables(file),
        partners={name: _partner(file, name) for name in file.table["partners"]},
        ninjutsu=ninjutsu,
        all_ninjutsu=tuple(card.id for card in ninjutsu.values() for _ in range(card.copies)),
    )


def _check_id(file: TomlFile, table: str, name: str, seen: dict[str, str]) -> None:
    if not re.fullmatch(r"[a-z0-9_]+", name):
        raise file.bad((table, name), f"the id '{name}' may hold small letters, digits and '_' only")
    if name in seen:
        raise file.bad((table, name), f"there is a card '{name}' in {seen[name]} already; give this one another id")
    if not isinstance(file.table[table][name], dict):
        raise file.bad((table, name), f"a card is a table; write [{table}.{name}] and its keys below")
    seen[name] = table


def _in_all_languages(texts: dict[str, str], otherwise: str) -> dict[str, str]:
    return {language: texts.get(language) or texts.get("en") or otherwise for language in LANGUAGES}


def _words(file: TomlFile, table: str, name: str, entry: Any) -> dict[str, Any]:
    key = (table, name)
    return {
        "names": _in_all_languages(file.texts((*key, "name"), entry.name), name),
        "texts": _in_all_languages(file.texts((*key, "text"), entry.text), ""),
    }


def _factions(file: TomlFile, written: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    for name, names in written.items():
        if name not in FACTIONS:
            raise file.bad(("factions", name), f"unknown faction '{name}'; allowed are {listed(FACTIONS)}")
        file.texts(("factions", name), names)
    for name in FACTIONS:
        if name not in written:
            raise file.bad(("factions",), f"the faction '{name}' is missing; there are {listed(FACTIONS)}")
    return {name: _in_all_languages(written[name], name) for name in FACTIONS}


def _splits(file: TomlFile, written: dict[str, list[int]]) -> dict[int, tuple[int, ...]]:
    splits: dict[int, tuple[int, ...]] = {}
    for players, counts in written.items():
        if players not in map(str, SEATS):
            raise file.bad(("splits", players), f"'{players}' is no number of players; allowed are {_numbers()} (K1)")
        if (wrong := wrong_split(counts, int(players))) is not None:
            raise file.bad(("splits", players), wrong)
        splits[int(players)] = tuple(counts)
    for number in SEATS:
        if number not in splits:
            raise file.bad(("splits",), f"the split for {number} players is missing; write one for {_numbers()}")
    return splits


def _numbers() -> str:
    return listed(map(str, SEATS))


def wrong_split(counts: list[int], players: int) -> str | None:
    """What is wrong with a split of so many players among the factions, None where it can be dealt (KQ15).

    >>> wrong_split([3], 3)
    'no team may have more than 2 players (K35, K36); this has 3'
    """
    if not 1 <= len(counts) <= len(FACTIONS):
        return f"write players of {listed(FACTIONS)} in that order, so one to three numbers"
    if min(counts) < 0:
        return "a number of players cannot be below 0"
    if max(counts) > 2:
        return f"no team may have more than 2 players (K35, K36); this has {max(counts)}"
    if sum(counts) != players:
        return f"the numbers are {sum(counts)} together; they must be {players}, the number of players"
    return None


def _valuables(file: TomlFile) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    values: dict[int, str] = {}
    names = tuple(file.table["valuables"])
    for name in names:
        key = ("valuables", name)
        entry = file.decode(_Valuable, key)
        if entry.value in values:
            other = values[entry.value]
            raise file.bad((*key, "value"), f"'{other}' has the value {entry.value} already; all must be different")
        values[entry.value] = name
        effect = judging_steps(file, (*key, "effect"), entry.effect, names)
        cards[name] = Card(id=name, value=entry.value, effect=effect, **_words(file, *key, entry))
    return cards


def _partner(file: TomlFile, name: str) -> Card:
    key = ("partners", name)
    entry = file.decode(_Partner, key)
    effect = turn_steps(file, (*key, "effect"), entry.effect, partner=True)
    return Card(id=name, effect=effect, **_words(file, *key, entry))


def _ninjutsu(file: TomlFile, name: str) -> Card:
    key = ("ninjutsu", name)
    entry = file.decode(_Ninjutsu, key)
    for field in ("attack", "defence"):
        for place, kind in enumerate(getattr(entry, field)):
            if kind not in KINDS:
                raise file.bad((*key, field, place), f"unknown kind '{kind}'; allowed are {listed(KINDS)} (K30)")
    if entry.uses not in (1, 2):
        raise file.bad((*key, "uses"), f"this must be 2 (K28) or 1 (K29), not {entry.uses}")
    if not 1 <= entry.copies <= MOST_COPIES:
        raise file.bad((*key, "copies"), f"this must be a number from 1 to {MOST_COPIES}, not {entry.copies}")
    return Card(
        id=name,
        effect=turn_steps(file, (*key, "effect"), entry.effect, partner=False),
        attack=tuple(kind for kind in KINDS if kind in entry.attack),
        defence=tuple(kind for kind in KINDS if kind in entry.defence),
        uses=entry.uses,
        copies=entry.copies,
        **_words(file, *key, entry),
    )
