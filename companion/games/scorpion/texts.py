"""Everything that Scorpion Clan says, by key, from one file a language; what zones, figures and cards are called."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.games.files import LANGUAGES
from companion.games.scorpion.names import PASSAGE, number
from companion.games.scorpion.state import State
from companion.games.texts import UNSAID, Texts, load_texts
from companion.unknown import Unknown

__all__ = ["FILES", "LANGUAGES", "Texts", "cards", "figure", "group", "guards", "mission", "patrol", "texts", "zone"]

FILES: Final = Path(__file__).parent / "data" / "texts"


def texts(language: str) -> Texts:
    """The texts of a language; what it lacks is said in English."""
    return load_texts(FILES, language)


def figure(spoken: Texts, name: str) -> dict[str, str]:
    """An intruder as the words that sentences are filled with.

    >>> figure(texts("en"), "ninja")
    {'name': 'Ninja', 'Figure': 'The ninja', 'figure': 'the ninja', 'bare': 'ninja'}
    """
    return {
        "name": spoken.say(f"figures.name.{name}"),
        "Figure": spoken.say(f"figures.first.{name}"),
        "figure": spoken.say(f"figures.inside.{name}"),
        "bare": spoken.say(f"figures.bare.{name}"),
    }


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
