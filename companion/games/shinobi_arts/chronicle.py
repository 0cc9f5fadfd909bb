"""Events in words, as their hearer was told them: one sentence each, none for what says nothing at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.events import Event
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts import texts as t
from companion.games.shinobi_arts.state import State
from companion.games.shinobi_arts.texts import Texts
from companion.taking import TakeBackAnswered, TakeBackAsked

RULES: Final[dict[type[Event], str]] = {
    e.RoundBegan: "K4",
    e.PartnerDealt: "K5",
    e.NinjutsuDealt: "K6",
    e.FactionsOpened: "K7",
    e.TurnBegan: "K11",
    e.Investigated: "K14",
    e.NinjutsuUsed: "K27",
    e.NinjutsuSpent: "K28",
    e.Seized: "K15",
    e.PutBack: "K16",
    e.AttackDeclared: "K17",
    e.Defended: "K31",
    e.ValuableTaken: "K18",
    e.PartnerUsed: "K22",
    e.Peeked: "KQ26",
    e.NinjutsuDrawn: "KQ18",
    e.NinjutsuTaken: "KQ18",
    e.NinjutsuDiscarded: "KQ16",
    e.NinjutsuExposed: "KQ34",
    e.TableSwapped: "KQ27",
    e.Defected: "K23",
    e.LeftCastle: "K12",
    e.LastTurnsBegan: "K26",
    e.ValuablesOpened: "K33",
    e.BoxSwapped: "KQ22",
    e.BoxKept: "KQ37",
    e.Judged: "K33",
    e.FameGained: "K35",
    e.RoundEnded: "K38",
    e.GameOver: "K2",
}
"""The rule by which an event comes about."""
LONG_GAME: Final = 5
"""K3."""

Say = Callable[[State, Texts, Any], str]


def describe(state: State, event: Event) -> str:
    """One sentence for an event; "" where there is nothing to say. Of what its hearer was not told it says so much."""
    spoken = t.spoken(state)
    say = _SAYS.get(type(event))
    if say is not None:
        return say(state, spoken, event)
    return spoken.say(f"events.{type(event).__name__}", **_words(state, event))


def _words(state: State, event: Event) -> dict[str, str]:
    """The fields of an event as the words that its sentence is filled with; what is not known is left out."""
    words: dict[str, str] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        name = field.rstrip("_")
        if name in ("seat", "target", "owner", "from", "to", "start") and isinstance(value, str):
            words[name] = t.seat(state, value)
        elif name in ("card", "valuable", "partner"):
            words |= _card(state, "card", value)
        elif name in ("given", "taken"):
            words |= _card(state, name, value)
        elif name == "slot":
            words["place"] = t.place(state, value)
        elif name == "kind":
            words["kind"] = t.spoken(state).say(f"kinds.{value}")
        elif isinstance(value, int):
            words[name] = str(value)
    return words


def _card(state: State, name: str, value: object) -> dict[str, str]:
    return {name: t.card(state, value)} if isinstance(value, str) else {}


def _by(variant: Callable[[Any], str]) -> Say:
    """A teller that chooses the sentence by the event alone."""

    def say(state: State, spoken: Texts, event: Event) -> str:
        return spoken.say(f"events.{type(event).__name__}.{variant(event)}", **_words(state, event))

    return say


def _several(state: State, cards: object) -> dict[str, str]:
    """Cards by name where all of them are told."""
    if isinstance(cards, tuple) and all(isinstance(card, str) for card in cards):
        return {"cards": t.cards(state, cards)}
    return {}


def _opened(state: State, spoken: Texts, event: e.GameOpened) -> str:
    return spoken.say("events.GameOpened", players=str(event.players), target=str(state.options.target))


def _round(state: State, spoken: Texts, event: e.RoundBegan) -> str:
    return spoken.say("events.RoundBegan", round=str(event.round), seat=t.seat(state, event.start))


def _dealt(state: State, spoken: Texts, event: e.NinjutsuDealt) -> str:
    return spoken.say("events.NinjutsuDealt", seat=t.seat(state, event.seat), **_several(state, event.cards))


def _factions(state: State, spoken: Texts, event: e.FactionsOpened) -> str:
    names = state.cards.factions
    teams: dict[str, list[str]] = {}
    for seat, faction in event.factions.items():
        teams.setdefault(faction, []).append(seat)
    said = [
        spoken.say("things.team", faction=names[faction][spoken.language], seats=t.seats(state, seats))
        for faction, seats in sorted(teams.items())
    ]
    return spoken.say("events.FactionsOpened", teams=spoken.say("things.team_after_team").join(said))


def _peeked(state: State, spoken: Texts, event: e.Peeked) -> str:
    what = spoken.join(t.place(state, place) for place in event.what) or spoken.say("things.nothing")
    words = _several(state, event.values) if event.what else {}
    return spoken.say("events.Peeked", seat=t.seat(state, event.seat), what=what, **words)


def _places(state: State, spoken: Texts, event: e.PlacesSwapped) -> str:
    return spoken.say("events.PlacesSwapped", places=spoken.join(t.place(state, place) for place in event.slots))


def _last(state: State, spoken: Texts, event: e.LastTurnsBegan) -> str:
    return spoken.say("events.LastTurnsBegan", seats=t.seats(state, event.to_act))


def _values(state: State, spoken: Texts, event: e.ValuablesOpened) -> str:
    if not event.values:
        return spoken.say("events.ValuablesOpened_none")
    held = spoken.join(f"{t.seat(state, seat)} {t.card(state, card)}" for seat, card in event.values.items())
    return spoken.say("events.ValuablesOpened", values=held)


def _judged(state: State, spoken: Texts, event: e.Judged) -> str:
    if event.winner is None:
        return spoken.say("events.Judged.none")
    card = t.card(state, event.values[event.winner])
    return spoken.say("events.Judged.one", card=card, seat=t.seat(state, event.winner))


def _over(state: State, spoken: Texts, event: e.GameOver) -> str:
    key = "shared" if len(event.winners) > 1 else "one"
    names = t.seats(state, event.winners)
    return spoken.say(f"events.GameOver.{key}", seat=names, seats=names)


_SAYS: Final[Mapping[type[Event], Say]] = {
    e.GameOpened: _opened,
    e.RoundBegan: _round,
    e.NinjutsuDealt: _dealt,
    e.FactionsOpened: _factions,
    e.NinjutsuUsed: _by(lambda event: str(event.use)),
    e.Defended: _by(lambda event: "ougi" if event.by == "ougi" else "card"),
    e.Peeked: _peeked,
    e.PlacesSwapped: _places,
    e.LastTurnsBegan: _last,
    e.ValuablesOpened: _values,
    e.Judged: _judged,
    e.GameOver: _over,
    TakeBackAsked: _by(lambda event: str(event.to)),
    TakeBackAnswered: _by(lambda event: "yes" if event.allowed else "no"),
}

SIGNS: Final[dict[type[Event], str]] = {
    e.Seized: "hand",
    e.AttackDeclared: "kenjutsu",
    e.ValuableTaken: "goal",
    e.PartnerUsed: "ninja",
    e.Defected: "traitor",
    e.LeftCastle: "off_map",
    e.Judged: "lantern",
    e.FameGained: "awaken",
}
"""What one looks for in a night that is over."""


def rule_of(event: Event) -> str | None:
    """The rule behind an event, where one stands plainly behind it."""
    return RULES.get(type(event))


def outcome_rule(state: State) -> str:
    """The rule by which a game ends."""
    return "K3" if state.options.target == LONG_GAME else "K2"


def sign_of(event: Event) -> str:
    """The icon of an event, where it has one."""
    return SIGNS.get(type(event), "")
