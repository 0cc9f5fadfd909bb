"""Events in words, as their hearer was told them: one sentence each, none for what says nothing at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.events import Event
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.names import OTHER, SCROLL, place
from companion.games.shinobinogi.state import State
from companion.games.texts import Texts
from companion.seats import Seat
from companion.taking import TakeBackAnswered, TakeBackAsked
from companion.unknown import UNKNOWN

Say = Callable[[State, Texts, Any], str]

RULES: Final[dict[type[Event], str]] = {
    e.NinjaPicked: "S6",
    e.Shuffled: "S9",
    e.CardsStood: "S21",
    e.ManaSet: "S23",
    e.CardSet: "S24",
    e.CardDrawn: "S27",
    e.Activated: "S29",
    e.Released: "S36",
    e.FollowerPlaced: "S61",
    e.FollowerUsed: "S61",
    e.OnEntryUsed: "S69",
    e.OnEntryDeclined: "SQ26",
    e.FollowerRested: "S66",
    e.Excluded: "S80",
    e.AttackDeclared: "S43",
    e.Blocked: "S52",
    e.CardOpened: "S44",
    e.CardHidden: "S50",
    e.CardToMana: "S49",
    e.CardBottomed: "S51",
    e.ScrollCaptured: "S45",
    e.ScrollReturned: "S58",
    e.DeckRebuilt: "S82",
}
"""The rule by which an event comes about, where one stands plainly behind it."""
OUTCOME_RULES: Final = {"three_scrolls": "S84", "deck_out": "S83", "turn_limit": "SQ33"}


def rule_of(event: Event) -> str | None:
    """The rule behind an event."""
    if isinstance(event, e.GameOver):
        return OUTCOME_RULES[event.reason]
    return RULES.get(type(event))


SIGNS: Final[dict[type[Event], str]] = {
    e.AttackDeclared: "kenjutsu",
    e.Blocked: "cross",
    e.ScrollCaptured: "seal",
    e.Activated: "eye",
    e.FollowerPlaced: "person",
    e.DeckRebuilt: "arrange",
    e.GameOver: "moon",
}
"""What one looks for in a night that is over."""


def sign_of(event: Event) -> str:
    """The icon of an event, where it has one."""
    return SIGNS.get(type(event), "")


def describe(state: State, event: Event) -> str:
    """One sentence for an event; "" where there is nothing to say. Of what its hearer was not told it says so much."""
    spoken = t.spoken(state)
    name = f"events.{type(event).__name__}"
    say = SAYS.get(type(event))
    words = _words(state, event)
    if say is not None:
        return say(state, spoken, event)
    return spoken.say(name, **words)


def _words(state: State, event: Event) -> dict[str, str]:
    """The fields of an event as the words that its sentence is filled with; what was not told is left out."""
    spoken = t.spoken(state)
    words: dict[str, str] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in ("seat", "by") and isinstance(value, str):
            words |= t.seat(state, value)
        elif field == "card":
            words |= {"card": t.card(state, value)} if isinstance(value, str) and value else {}
        elif field == "cards":
            words |= {"cards": t.cards(state, value)} if isinstance(value, tuple) and UNKNOWN not in value else {}
        elif field == "ninja":
            words["ninja"] = t.ninja(state, value)
        elif field in ("source", "to"):
            words["from" if field == "source" else "to"] = spoken.say(f"zones.{value}")
        elif field == "place" and isinstance(value, str):
            spot = place(value)
            words |= (
                {"column": str(spot.column), "number": str(spot.number)} if spot is not None and spot.column else {}
            )
        elif isinstance(value, (str, int)):
            words[field] = str(value)
    return words


def _by(variant: Callable[[Any], str]) -> Say:
    """A teller that chooses the sentence by the event alone."""

    def say(state: State, spoken: Texts, event: Event) -> str:
        return spoken.say(f"events.{type(event).__name__}.{variant(event)}", **_words(state, event))

    return say


def _counted(state: State, spoken: Texts, event: Any) -> str:
    number = event.count if isinstance(event, e.ScrollReturned) else len(event.places)
    words = {key: value for key, value in _words(state, event).items() if key != "count"}
    return spoken.count(f"events.{type(event).__name__}", number, **words)


def _looked(state: State, spoken: Texts, event: e.Looked) -> str:
    spot = place(event.at)
    words = _words(state, event)
    if spot is not None:
        words["column"] = str(spot.column)
    return spoken.say(f"events.Looked.{'set' if spot is not None else event.at}", **words)


def _protected(state: State, spoken: Texts, event: e.Protected) -> str:
    zones = spoken.join(spoken.say(f"zones.{zone}") for zone in event.what)
    return spoken.say("events.Protected", zones=zones, **t.seat(state, event.seat))


def _attack(state: State, spoken: Texts, event: e.AttackDeclared) -> str:
    kind, _, where = event.target.partition(":")
    spot = place(where)
    words = t.seat(state, event.seat)
    if spot is not None:
        words |= {"column": str(spot.column), "number": str(spot.number)}
    return spoken.say(f"events.AttackDeclared.{kind}", **words)


def _game_over(state: State, spoken: Texts, event: e.GameOver) -> str:
    words: dict[str, str] = {}
    if event.winner in OTHER:
        words = t.seat(state, event.winner) | {"other": spoken.say(f"seats.{OTHER[Seat(event.winner)]}")}
    return spoken.say(f"events.GameOver.{event.reason}", **words)


def _rebuilt(state: State, spoken: Texts, event: e.DeckRebuilt) -> str:
    return spoken.say("events.DeckRebuilt", left=str(event.reserve_left), **t.seat(state, event.seat))


SAYS: Final[dict[type[Event], Say]] = {
    e.PhaseBegan: _by(lambda event: event.phase),
    e.CardsStood: _counted,
    e.ScrollReturned: _counted,
    e.Looked: _looked,
    e.Protected: _protected,
    e.AttackDeclared: _attack,
    e.GameOver: _game_over,
    e.DeckRebuilt: _rebuilt,
    e.CardDiscarded: _by(lambda event: "scroll" if event.card == SCROLL else "card"),
    TakeBackAsked: _by(lambda event: event.to),
    TakeBackAnswered: _by(lambda event: "yes" if event.allowed else "no"),
}
