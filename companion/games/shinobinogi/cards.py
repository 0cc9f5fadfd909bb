"""The cards of Shinobinogi as a card set says: nine ninja with their decks, the secret scroll, the summary card.

The printed decks are not public, so cards are data that an owner of the box fills in. All of it is public.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from companion.games.files import LANGUAGES, TomlFile, listed
from companion.games.shinobinogi.names import FOLLOWER, NINJA, NINJUTSU, SCROLL, SCROLLS, card_id
from companion.games.shinobinogi.vocabulary import MOST, Step, Unreadable, Way, read_condition, read_step
from companion.toml_lines import Key

DATA: Final = Path(__file__).parent / "data" / "cards"
SHIPPED: Final = ("house",)
NINJA_IN_A_SET: Final = 9
"""S3."""
DECK_SIZE: Final = 12
KINDS_A_DECK: Final = (4, 6)
"""SQ34: the house set alone is held to these two."""
BACKGROUNDS: Final = {NINJA: "white", NINJUTSU: "white", FOLLOWER: "black", SCROLL: "black"}
"""S33, SQ34."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of card (S13, S16a). effect: of a ninja its dark one; light: of a ninja in play; ways: its condition."""

    id: str
    deck: str
    kind: str
    cost: int
    release: int
    copies: int
    names: dict[str, str]
    texts: dict[str, str]
    effect: tuple[Step, ...]
    light: tuple[Step, ...] = ()
    ways: tuple[Way, ...] = ()

    @property
    def same_turn(self) -> bool:
        """True when it may be activated in the turn in which it was set (S31-S33)."""
        return self.kind in (NINJA, NINJUTSU)

    @property
    def in_play(self) -> tuple[Step, ...]:
        """What it does from a follower space (S61, S75)."""
        return self.light if self.kind == NINJA else self.effect


class Ninja(msgspec.Struct, frozen=True, kw_only=True):
    """A ninja with the deck of its own (S3). deck: every card of it, without the ninja card."""

    id: str
    source: str
    names: dict[str, str]
    themes: dict[str, str]
    card: str
    deck: tuple[str, ...]


class CardSet(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A card set; two sets are equal only if they are one."""

    id: str
    source: str
    """What it was loaded by: the id of a shipped set, or a path."""
    title: dict[str, str]
    ninja: dict[str, Ninja]
    cards: dict[str, Card]
    """Every card by its id in play: `deck/kind`, `scroll`."""
    summary_name: dict[str, str]
    summary: dict[str, tuple[str, ...]]
    first_game: dict[str, Any]
    """The teams and fronts that the book recommends for a first game (S12)."""

    @staticmethod
    def load(name_or_path: str | Path) -> CardSet:
        """The shipped set of that id, always the same object, or the set at a path. BadFile when it is none."""
        if isinstance(name_or_path, str) and name_or_path in SHIPPED:
            return _shipped(name_or_path)
        return _build(name_or_path, str(name_or_path))

    def same_name(self, one: str, other: str) -> bool:
        """True for a card and one of the same name, in whichever deck (S72)."""
        return one == other or self.cards[one].names == self.cards[other].names

    def deck(self, team: Iterable[str], front: str) -> tuple[str, ...]:
        """What is shuffled together as a deck: the other ninja card, both decks, three scrolls (S9)."""
        found = [self.ninja[name].card for name in team if name != front]
        for name in team:
            found += self.ninja[name].deck
        return (*found, *(SCROLL,) * (SCROLLS - 2))

    def __repr__(self) -> str:
        return f"CardSet({self.source!r})"

    def __copy__(self) -> CardSet:
        return self

    def __deepcopy__(self, memo: object) -> CardSet:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return CardSet.load, (self.source,)


# ---- the file ---------------------------------------------------------------------------------------------------

Languages = dict[str, str]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[ninja.card]]` of a card file."""

    id: str
    name: Languages
    kind: Literal["ninja", "ninjutsu", "follower"]
    background: Literal["white", "black"]
    cost: int
    release: int
    copies: int
    text: Languages
    condition: str | None = None
    effect: list[Any] | None = None
    light: list[Any] | None = None
    dark: list[Any] | None = None


class _Scroll(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[scroll]`: the five of each player are alike (SQ17)."""

    id: Literal["scroll"]
    name: Languages
    kind: Literal["scroll"]
    background: Literal["white", "black"]
    cost: int
    release: int
    copies: int
    text: Languages
    effect: list[Any]


class _Ninja(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[ninja]]`."""

    id: str
    source: Literal["rule book", "ours"]
    name: Languages
    theme: Languages
    card: list[Any]


class _Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[summary]`."""

    name: Languages
    en: list[str]
    zh_Hans: list[str]  # noqa: N815
    zh_Hant: list[str]  # noqa: N815
    ja: list[str]


class _FirstGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`first_game`: two ninja a player, and which of them stands in play."""

    first: tuple[str, str]
    first_front: str
    second: tuple[str, str]
    second_front: str


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    game: Literal["shinobinogi"]
    title: Languages
    first_game: _FirstGame
    scroll: _Scroll
    summary: _Summary
    ninja: list[Any]


@cache
def _shipped(name: str) -> CardSet:
    return _build(DATA / f"{name}.toml", name)


def _build(path: str | Path, source: str) -> CardSet:
    file = TomlFile.read(path, instead=f"one of the card sets {', '.join(SHIPPED)}")
    document = file.decode(_Document)
    _check_id(file, ("id",), document.id)
    _all_languages(file, ("title",), document.title)
    scroll = _scroll(file, document.scroll)
    if len(document.ninja) != NINJA_IN_A_SET:
        raise file.bad(("ninja",), f"there are {len(document.ninja)} ninja; there must be nine (S3)")
    ninja: dict[str, Ninja] = {}
    cards: dict[str, Card] = {SCROLL: scroll}
    for at in range(NINJA_IN_A_SET):
        found, own = _ninja(file, ("ninja", at), document.id)
        if found.id in ninja:
            raise file.bad(("ninja", at, "id"), f"there is a ninja '{found.id}' already; give each an id of its own")
        ninja[found.id] = found
        cards |= {card.id: card for card in own}
    return CardSet(
        id=document.id,
        source=source,
        title=document.title,
        ninja=ninja,
        cards=cards,
        summary_name=_all_languages(file, ("summary", "name"), document.summary.name),
        summary={language: tuple(getattr(document.summary, language)) for language in LANGUAGES},
        first_game=_first_game(file, document.first_game, ninja),
    )


def _check_id(file: TomlFile, key: Key, name: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise file.bad(key, f"the id {name!r} may hold Latin letters, digits, '-' and '_' only")


def _all_languages(file: TomlFile, key: Key, texts: Languages) -> Languages:
    """A text in every language; a card that is read aloud in one of them must not be silent in another."""
    file.texts(key, texts)
    if missing := [language for language in LANGUAGES if language not in texts]:
        raise file.bad(key, f"the text in {missing[0]} is missing; write it in {listed(LANGUAGES)}")
    return texts


def _first_game(file: TomlFile, written: _FirstGame, ninja: dict[str, Ninja]) -> dict[str, Any]:
    """Four different ninja, each front one of its team (S12)."""
    named = [*written.first, *written.second]
    for name in named:
        if name not in ninja:
            raise file.bad(("first_game",), f"there is no ninja '{name}'; there are {listed(ninja)}")
    if len(set(named)) < len(named):
        raise file.bad(("first_game",), "each ninja fights for one player; name four different ones (S6)")
    for seat in ("first", "second"):
        team, front = getattr(written, seat), getattr(written, f"{seat}_front")
        if front not in team:
            raise file.bad(("first_game", f"{seat}_front"), f"'{front}' is none of his; write {' or '.join(team)}")
    plain: dict[str, Any] = msgspec.to_builtins(written)
    return plain


def _price(file: TomlFile, key: Key, entry: _Entry | _Scroll) -> None:
    for name, least in (("cost", 0), ("release", 0), ("copies", 1)):
        value = getattr(entry, name)
        if not least <= value <= MOST:
            raise file.bad((*key, name), f"this must be a number from {least} to {MOST}, not {value}")
    wanted = BACKGROUNDS[entry.kind]
    if entry.background != wanted:
        turn = "the turn it is set" if wanted == "white" else "the turn after (S32)"
        raise file.bad((*key, "background"), f"a {entry.kind} card is {wanted}: it is activated in {turn} (S33)")


def _scroll(file: TomlFile, entry: _Scroll) -> Card:
    key: Key = ("scroll",)
    _price(file, key, entry)
    if entry.copies != SCROLLS:
        raise file.bad((*key, "copies"), f"each player has {SCROLLS} scrolls (S4), not {entry.copies}")
    return Card(
        id=SCROLL,
        deck="",
        kind=SCROLL,
        cost=entry.cost,
        release=entry.release,
        copies=entry.copies,
        names=_all_languages(file, (*key, "name"), entry.name),
        texts=_all_languages(file, (*key, "text"), entry.text),
        effect=_effect(file, (*key, "effect"), entry.effect, False),
    )


def _ninja(file: TomlFile, key: Key, set_id: str) -> tuple[Ninja, list[Card]]:
    """One ninja with its cards, checked."""
    entry = file.decode(_Ninja, key)
    _check_id(file, (*key, "id"), entry.id)
    cards: list[Card] = []
    for at in range(len(entry.card)):
        card = _card(file, (*key, "card", at), entry.id)
        if card.id in [other.id for other in cards]:
            kind = card.id.partition("/")[2]
            raise file.bad((*key, "card", at, "id"), f"{entry.id} has a card '{kind}' already; give each its own id")
        cards.append(card)
    if not cards or cards[0].kind != NINJA:
        raise file.bad((*key, "card", 0) if cards else key, f"the ninja card of {entry.id} is missing; write it first")
    for at, card in enumerate(cards[1:], 1):
        if card.kind == NINJA:
            raise file.bad((*key, "card", at, "kind"), "each ninja has one ninja card; this one is a second")
    if cards[0].copies != 1:
        raise file.bad((*key, "card", 0, "copies"), f"there is one ninja card, not {cards[0].copies}")
    total = sum(card.copies for card in cards[1:])
    if set_id == "house" and total != DECK_SIZE:
        raise file.bad(key, f"the copies of {entry.id} are {total} together; they must be {DECK_SIZE} (SQ34)")
    least, most = KINDS_A_DECK
    if set_id == "house" and not least <= len(cards) - 1 <= most:
        raise file.bad(key, f"{entry.id} has {len(cards) - 1} kinds of cards; there must be {least} to {most} (SQ34)")
    if total < 1:
        raise file.bad(key, f"{entry.id} has no deck; write its cards below the ninja card (S3)")
    ninja = Ninja(
        id=entry.id,
        source=entry.source,
        names=_all_languages(file, (*key, "name"), entry.name),
        themes=_all_languages(file, (*key, "theme"), entry.theme),
        card=cards[0].id,
        deck=tuple(_copies(cards[1:])),
    )
    return ninja, cards


def _copies(cards: Iterable[Card]) -> Iterator[str]:
    for card in cards:
        yield from (card.id for _ in range(card.copies))


def _card(file: TomlFile, key: Key, deck: str) -> Card:
    entry = file.decode(_Entry, key)
    _check_id(file, (*key, "id"), entry.id)
    _price(file, key, entry)
    if (entry.kind == NINJA) != (entry.id == NINJA):
        raise file.bad((*key, "id"), "the ninja card has the id 'ninja', and no other card has it")
    ninja, follower = entry.kind == NINJA, entry.kind == FOLLOWER
    for name, wanted in (
        ("condition", ninja or follower),
        ("effect", not ninja),
        ("light", ninja),
        ("dark", ninja),
    ):
        given = getattr(entry, name) is not None
        if wanted and not given:
            raise file.bad((*key, name), f"a {entry.kind} card needs '{name}'; write it (S16a)")
        if given and not wanted:
            raise file.bad((*key, name), f"a {entry.kind} card has no '{name}'; take it out (S16a)")
    ways: tuple[Way, ...] = ()
    if entry.condition is not None:
        try:
            ways = read_condition(entry.condition, ninja)
        except Unreadable as error:
            raise file.bad((*key, "condition"), str(error)) from None
    main = "dark" if ninja else "effect"
    return Card(
        id=card_id(deck, entry.id),
        deck=deck,
        kind=entry.kind,
        cost=entry.cost,
        release=entry.release,
        copies=entry.copies,
        names=_all_languages(file, (*key, "name"), entry.name),
        texts=_all_languages(file, (*key, "text"), entry.text),
        effect=_effect(file, (*key, main), getattr(entry, main), not follower),
        light=_effect(file, (*key, "light"), entry.light, False) if entry.light is not None else (),
        ways=ways,
    )


def _effect(file: TomlFile, key: Key, written: list[Any], activated: bool) -> tuple[Step, ...]:
    """The steps of an effect in order. activated: the card is turned up and used, so it may exclude itself (S80)."""
    if not written:
        raise file.bad(key, "an effect has one step or more; write what the card does")
    steps = []
    for at, step in enumerate(written):
        try:
            steps.append(read_step(step, at == 0, activated))
        except Unreadable as error:
            raise file.bad((*key, at, *error.key), str(error)) from None
    return tuple(steps)
