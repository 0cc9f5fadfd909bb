"""Everything that Shinobi Arts says, by key; what seats, places and cards are called."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.games.files import LANGUAGES
from companion.games.shinobi_arts.names import PARTNER, VALUABLE
from companion.games.shinobi_arts.state import Card, State, card_at
from companion.games.texts import UNSAID, Texts, load_texts

__all__ = ["LANGUAGES", "Texts", "card", "cards", "place", "seat", "seats", "slot", "texts"]

FILES: Final = Path(__file__).parent / "data" / "texts"


def texts(language: str) -> Texts:
    """The texts of a language; what it lacks is said in English."""
    return load_texts(FILES, language)


def spoken(state: State) -> Texts:
    """The texts of the table's language."""
    return texts(state.options.language)


def card(state: State, name: Card | None) -> str:
    """A card by its name."""
    return state.cards.card(name).names[state.options.language] if isinstance(name, str) else UNSAID


def cards(state: State, names: Iterable[Card]) -> str:
    """Cards by name, one after another."""
    return spoken(state).join(card(state, name) for name in names)


def seat(state: State, name: str) -> str:
    """A player by his number."""
    return spoken(state).say(f"seats.{name}")


def seats(state: State, names: Iterable[str]) -> str:
    """Players one after another."""
    return spoken(state).join(seat(state, name) for name in names)


def place(state: State, name: str, with_card: bool = False) -> str:
    """A place, also one before a player: `v2`, `p3.valuable`, `p2.n1`; its card where it is known and wished for."""
    said = spoken(state)
    owner, _, what = name.partition(".")
    if what:
        key = what if what in (VALUABLE, PARTNER) else "ninjutsu"
        return said.say(f"things.{key}", seat=seat(state, owner), slot=what)
    lying = card_at(state, name) if with_card else None
    if isinstance(lying, str):
        return said.say("things.place_with", number=name[1:], card=card(state, lying))
    return said.say("things.place", number=name[1:])


def slot(state: State, owner: str, name: str) -> str:
    """A ninjutsu card before a player, by name where it is known."""
    held = state.players[owner].ninjutsu.get(name)
    known = held is not None and isinstance(held.card, str)
    words = {"card": card(state, held.card)} if held is not None and known else {}
    return spoken(state).say("things.slot", slot=name, **words)
