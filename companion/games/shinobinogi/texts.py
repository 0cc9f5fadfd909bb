"""Everything that Shinobinogi says, by key, from one file a language; what cards, seats and places are called."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.games.files import LANGUAGES
from companion.games.shinobinogi.state import Face, State
from companion.games.shinobinogi.vocabulary import Way
from companion.games.texts import Texts, load_texts

__all__ = ["FILES", "LANGUAGES", "Texts", "card", "cards", "condition", "ninja", "seat", "spoken", "texts"]

FILES: Final = Path(__file__).parent / "data" / "texts"


def texts(language: str) -> Texts:
    """The texts of a language; what it lacks is said in English."""
    return load_texts(FILES, language)


def spoken(state: State) -> Texts:
    """The texts of the table's language."""
    return texts(state.options.language)


def card(state: State, face: Face) -> str:
    """A card by its name; one that is not known as such."""
    if not isinstance(face, str):
        return spoken(state).say("things.hidden")
    return state.cards.cards[face].names[state.options.language]


def cards(state: State, faces: Iterable[Face]) -> str:
    """Cards by name, with their number where there are several of a kind."""
    counted: dict[str, int] = {}
    for face in faces:
        name = card(state, face)
        counted[name] = counted.get(name, 0) + 1
    own = spoken(state)
    several = {
        name: own.say("things.cards", count=str(count), card=name) for name, count in counted.items() if count > 1
    }
    return own.join(several.get(name, name) for name in counted)


def ninja(state: State, name: str) -> str:
    """A ninja by its name."""
    return state.cards.ninja[name].names[state.options.language]


def seat(state: State, name: str) -> dict[str, str]:
    """A seat as the words that sentences are filled with: at their beginning, and inside them."""
    own = spoken(state)
    return {"seat": own.say(f"seats.{name}"), "seat_inside": own.say(f"inside.{name}")}


def condition(state: State, way: Way) -> str:
    """One way of a condition in words (S66-S70)."""
    own = spoken(state)
    parts = [own.say("conditions.on_entry")] if way.on_entry else []
    parts += [own.say(f"conditions.{part.kind}", count=str(part.n)) for part in way.parts]
    said = own.say("conditions.then").join(parts) or own.say("conditions.nothing")
    return said[:1].upper() + said[1:]
