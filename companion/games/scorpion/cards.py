"""The cards of Scorpion Clan as a card set says: how many of each kind, what they do in numbers, what they are called.

The rule book prints no card list, so cards are data that an owner of the box corrects. All of it is public.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.games.files import LANGUAGES, TomlFile
from companion.games.scorpion.names import GOALS, NINJA, TRAITOR

DATA: Final = Path(__file__).parent / "data" / "cards"
SHIPPED: Final = ("house",)
GUARDS: Final = "guards"

DECKS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    GUARDS: {
        "sentry_listen": (),
        "patrol_listen": (),
        "sentry_search": (),
        "patrol_search": (),
        "awaken": ("wakes", "moves"),
        "kenjutsu": (),
        "secret_passage": (),
    },
    NINJA: {
        "kenjutsu+1": ("alert",),
        "kenjutsu+2": ("alert",),
        "rope": (),
        "secret_passage": (),
        "shadow_walk": ("may_end",),
        "shuriken": ("range", "alert"),
    },
    TRAITOR: {
        "it_was_a_cat": (),
        "kenjutsu+1": ("alert",),
        "kenjutsu+2": ("alert",),
        "potent_sake": ("targets", "alert"),
        "rope": (),
        "secret_passage": (),
    },
}
"""The kinds of each deck in the order they are listed, and the numbers that each kind has."""

TOTALS: Final = {GUARDS: 36, NINJA: 12, TRAITOR: 10}
"""R8."""
STARTERS: Final = {
    GUARDS: {
        "awaken": 4,
        "kenjutsu": 2,
        "patrol_listen": 4,
        "patrol_search": 4,
        "sentry_listen": 6,
        "sentry_search": 4,
    },
    NINJA: {"kenjutsu": 2, "rope": 2, "secret_passage": 1, "shadow_walk": 1, "shuriken": 2},
    TRAITOR: {"it_was_a_cat": 1, "kenjutsu": 2, "potent_sake": 2, "rope": 1, "secret_passage": 1},
}
"""R29, R30, R31."""
STARTER_RULES: Final = {GUARDS: "R29", NINJA: "R30", TRAITOR: "R31"}
ICONS: Final = (
    *("listen1", "listen2", "search1", "search2", "awaken", "kenjutsu", "kenjutsu1", "kenjutsu2"),
    *("passage", "rope", "shadow", "shuriken", "cat", "sake"),
)
"""The pictures that there are for cards."""
BOUNDS: Final = {"wakes": (1, 8), "moves": (0, 3), "alert": (0, 3), "range": (0, 3), "targets": (1, 3)}
"""The numbers that a card may print. A barracks zone never holds more than 8 sleepers, the box 3 drunk figures."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of card in one deck. Numbers that the kind does not have keep their defaults.

    names, texts, brief, then: by language; in that language, else in English, else the id or nothing.
    """

    deck: str
    kind: str
    copies: int
    starter: int
    icon: str
    rule: str
    names: dict[str, str]
    texts: dict[str, str]
    brief: dict[str, str]
    then: dict[str, str]
    wakes: int = 0
    moves: int = 0
    may_end: bool = False
    range: int = 0
    alert: int = 0
    targets: int = 1


class CardSet(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A card set. Decks are `guards`, `ninja`, `traitor`; two sets are equal only if they are one."""

    id: str
    source: str
    """What it was loaded by: the id of a shipped set, or a path."""
    title: dict[str, str]
    decks: dict[str, dict[str, Card]]
    missions: dict[str, dict[str, str]]
    """The name of each goal A-F, by language."""
    starters: dict[str, tuple[str, ...]]
    all_cards: dict[str, tuple[str, ...]]

    @staticmethod
    def load(name_or_path: str | Path) -> CardSet:
        """The shipped set of that id, always the same object, or the set at a path. BadFile when it is none."""
        if isinstance(name_or_path, str) and name_or_path in SHIPPED:
            return _shipped(name_or_path)
        return _build(name_or_path, str(name_or_path))

    def card(self, deck: str, kind: str) -> Card:
        """That kind of card; KeyError when the deck has none."""
        return self.decks[deck][kind]

    def kinds(self, deck: str) -> tuple[str, ...]:
        """The kinds of a deck, in the order they are listed."""
        return tuple(self.decks[deck])

    def copies(self, deck: str, kind: str) -> int:
        """How many cards of that kind a deck has, 0 for a kind of other decks."""
        card = self.decks.get(deck, {}).get(kind)
        return card.copies if card is not None else 0

    def whole(self, deck: str) -> tuple[str, ...]:
        """Every card of a deck (R8), in order of kinds."""
        return self.all_cards[deck]

    def starter(self, deck: str) -> tuple[str, ...]:
        """The starter hand (R29-R31, Q71)."""
        return self.starters[deck]

    def half(self, deck: str) -> tuple[str, ...]:
        """Half of every kind: what each guard player gets of the guard deck with four at the table (R26)."""
        return self.all_cards[deck][::2]

    def half_starter(self, deck: str) -> tuple[str, ...]:
        """Half of the starter hand, for each of two guard players (R27, Q71)."""
        return self.starters[deck][::2]

    def __repr__(self) -> str:
        return f"CardSet({self.source!r})"

    def __copy__(self) -> CardSet:
        return self

    def __deepcopy__(self, memo: object) -> CardSet:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return CardSet.load, (self.source,)


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[DECK.KIND]` of a card file."""

    copies: int
    starter: int = 0
    icon: str
    rule: str
    name: dict[str, str]
    text: dict[str, str] = {}
    brief: dict[str, str] = {}
    then: dict[str, str] = {}
    wakes: int | None = None
    moves: int | None = None
    may_end: bool | None = None
    range: int | None = None
    alert: int | None = None
    targets: int | None = None


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    title: dict[str, str]
    missions: dict[str, dict[str, str]]
    guards: dict[str, Any]
    ninja: dict[str, Any]
    traitor: dict[str, Any]


@cache
def _shipped(name: str) -> CardSet:
    return _build(DATA / f"{name}.toml", name)


def _build(path: str | Path, source: str) -> CardSet:
    file = TomlFile.read(path, instead=f"one of the card sets {', '.join(SHIPPED)}")
    document = file.decode(_Document)
    if not re.fullmatch(r"[\w-]+", document.id):
        raise file.bad(("id",), f"the id {document.id!r} may hold letters, digits, '-' and '_' only")
    file.texts(("title",), document.title)
    decks = {deck: _deck(file, deck) for deck in DECKS}
    return CardSet(
        id=document.id,
        source=source,
        title=document.title,
        decks=decks,
        missions=_missions(file, document.missions),
        starters={
            deck: tuple(card.kind for card in cards.values() for _ in range(card.starter))
            for deck, cards in decks.items()
        },
        all_cards={
            deck: tuple(card.kind for card in cards.values() for _ in range(card.copies))
            for deck, cards in decks.items()
        },
    )


def _missions(file: TomlFile, written: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Names for the six goals (R13)."""
    for letter, names in written.items():
        if letter not in GOALS:
            raise file.bad(("missions", letter), f"unknown mission '{letter}'; allowed are {', '.join(GOALS)}")
        file.texts(("missions", letter), names)
    for letter in GOALS:
        if letter not in written:
            raise file.bad(("missions",), f"mission {letter} is missing; there are six, A-F (R13)")
    return {letter: _in_all_languages(written[letter], letter) for letter in GOALS}


def _in_all_languages(texts: dict[str, str], otherwise: str) -> dict[str, str]:
    return {language: texts.get(language) or texts.get("en") or otherwise for language in LANGUAGES}


def _deck(file: TomlFile, deck: str) -> dict[str, Card]:
    """The cards of one deck, checked."""
    for kind in file.table[deck]:
        if kind not in DECKS[deck]:
            raise file.bad((deck, kind), f"unknown card '{kind}'; allowed in this deck are {', '.join(DECKS[deck])}")
    cards: dict[str, Card] = {}
    for kind in DECKS[deck]:
        if kind not in file.table[deck]:
            raise file.bad((deck,), f"the card '{kind}' is missing; write [{_table(deck, kind)}]")
        if not isinstance(file.table[deck][kind], dict):
            raise file.bad((deck, kind), f"a card is a table; write [{_table(deck, kind)}] and its keys below")
        cards[kind] = _card(file, deck, kind)
    total = sum(card.copies for card in cards.values())
    if total != TOTALS[deck]:
        raise file.bad((deck,), f"the copies of this deck are {total} together; they must be {TOTALS[deck]} (R8)")
    _starters(file, deck, cards)
    return cards


def _table(deck: str, kind: str) -> str:
    return f'{deck}."{kind}"' if "+" in kind else f"{deck}.{kind}"


def _card(file: TomlFile, deck: str, kind: str) -> Card:
    key = (deck, kind)
    entry = file.decode(_Entry, key)
    if entry.copies < 0:
        raise file.bad((*key, "copies"), f"there cannot be {entry.copies} copies; write 0 or more")
    if deck == GUARDS and entry.copies % 2:
        raise file.bad(
            (*key, "copies"),
            f"{entry.copies} copies cannot be split between two guard players; write an even number (R26)",
        )
    if deck == GUARDS and kind == "secret_passage" and entry.copies != 2:
        raise file.bad((*key, "copies"), f"there are exactly 2 of these guard cards (R247), not {entry.copies}")
    if entry.icon not in ICONS:
        raise file.bad((*key, "icon"), f"unknown icon '{entry.icon}'; allowed are {', '.join(ICONS)}")
    if not re.fullmatch(r"[RQ]\d+[a-z]?", entry.rule):
        raise file.bad((*key, "rule"), f"'{entry.rule}' names no rule; write one such as R113")
    numbers = _numbers(file, key, entry, DECKS[deck][kind])
    return Card(
        deck=deck,
        kind=kind,
        copies=entry.copies,
        starter=entry.starter,
        icon=entry.icon,
        rule=entry.rule,
        names=_in_all_languages(file.texts((*key, "name"), entry.name), kind),
        texts=_in_all_languages(_filled(file, (*key, "text"), entry.text, numbers), ""),
        brief=_in_all_languages(_filled(file, (*key, "brief"), entry.brief, numbers), ""),
        then=_in_all_languages(_filled(file, (*key, "then"), entry.then, numbers), ""),
        **numbers,
    )


def _numbers(file: TomlFile, key: tuple[str, str], entry: _Entry, own: tuple[str, ...]) -> dict[str, Any]:
    """The numbers of the kind, each of them there and no other."""
    for name in (*BOUNDS, "may_end"):
        if name not in own and getattr(entry, name) is not None:
            raise file.bad((*key, name), f"the card '{key[1]}' has no '{name}'; take the line out")
    found: dict[str, Any] = {}
    for name in own:
        value = getattr(entry, name)
        if value is None:
            raise file.bad((*key, name), "this key is missing; write it")
        if name in BOUNDS:
            least, most = BOUNDS[name]
            if not least <= value <= most:
                raise file.bad((*key, name), f"this must be a number from {least} to {most}, not {value}")
        found[name] = value
    if key[1].startswith("kenjutsu+") and found["alert"] != int(key[1][-1]):
        raise file.bad(
            (*key, "alert"),
            f"{key[1]} raises the alert by {key[1][-1]}, not by {found['alert']}; "
            "every intruder Kenjutsu prints +1 or +2 and stands under its own name (R189)",
        )
    return found


def _filled(file: TomlFile, key: tuple[str, ...], texts: dict[str, str], numbers: dict[str, Any]) -> dict[str, str]:
    """Texts with the numbers of the card in the place of names in braces."""
    for language, text in file.texts(key, texts).items():
        for name in re.findall(r"\{(.*?)\}", text):
            if name not in numbers:
                raise file.bad((*key, language), f"the card has no '{name}' to fill in; take {{{name}}} out")
    return {
        language: re.sub(r"\{(.*?)\}", lambda found: str(numbers[found[1]]), text) for language, text in texts.items()
    }


def _starters(file: TomlFile, deck: str, cards: dict[str, Card]) -> None:
    """The starter hands of the book (R29-R31) can be dealt, the Kenjutsu with the lower alert first (Q71)."""
    rule = STARTER_RULES[deck]
    left = dict(STARTERS[deck])
    for kind, card in cards.items():
        name = kind.partition("+")[0]
        wanted = left.get(name, 0)
        # Only an intruder's Kenjutsu comes in two kinds: what the first cannot give is left for the second.
        given = min(wanted, card.copies)
        left[name] = wanted - given
        if left[name] and kind != "kenjutsu+1":
            raise file.bad(
                (deck, kind, "copies"),
                f"{card.copies} copies are too few: the starter hand takes {STARTERS[deck][name]} of '{name}' ({rule})",
            )
        if card.starter != given:
            raise file.bad(
                (deck, kind, "starter"),
                f"the starter hand takes {given} of these cards ({rule}, Q71), not {card.starter}",
            )
