"""Events in words, as their hearer was told them: one sentence each, none for what says nothing at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from companion.events import Event
from companion.games.scorpion import events as e
from companion.games.scorpion import texts as t
from companion.games.scorpion.names import PASSAGE
from companion.games.scorpion.state import State
from companion.games.scorpion.texts import Texts, texts
from companion.taking import TakeBackAnswered, TakeBackAsked
from companion.unknown import Unknown

E = TypeVar("E", bound=Event)
Say = Callable[[State, Texts, Any], str]
SAYS: Final[dict[type[Event], Say]] = {}
SILENCE: Final = ("",)


def says(kind: type[E]) -> Callable[[Callable[[State, Texts, E], str]], Callable[[State, Texts, E], str]]:
    """Registers the function that tells events of one kind."""

    def register(say: Callable[[State, Texts, E], str]) -> Callable[[State, Texts, E], str]:
        SAYS[kind] = say
        return say

    return register


def describe(state: State, event: Event) -> str:
    """One sentence for an event; "" where there is nothing to say. Of what its hearer was not told it says so much."""
    spoken = texts(state.options.language)
    say = SAYS.get(type(event))
    if say is not None:
        return say(state, spoken, event)
    key = f"events.{type(event).__name__}"
    return spoken.say(key, **_words(state, spoken, event)) if spoken.entries.get(key, SILENCE) != SILENCE else ""


def _words(state: State, spoken: Texts, event: Event) -> dict[str, str]:
    """The fields of an event as the words that its sentence is filled with."""
    words: dict[str, str] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "figure" and isinstance(value, str):
            words |= t.figure(spoken, value)
        elif field in ("zone", "target", "facing"):
            words["zone"] = t.zone(state, value)
        elif field == "guards":
            words |= {"who": t.group(state, value), "guards": t.guards(state, value)}
        elif field == "figures":
            words["figures"] = spoken.join(t.figure(spoken, name)["figure"] for name in value)
        elif field == "patrol":
            words["patrol"] = t.patrol(state, value)
        elif field == "card" and isinstance(value, str):
            words["card"] = t.card(state, value)
        elif field == "goal":
            words["mission"] = t.mission(state, value)
        elif field == "seat":
            words["seat"] = spoken.say(f"seats.{value}")
        elif isinstance(value, (str, int)):
            words[field] = str(value)
    return words


def _by(variant: Callable[[Any], str]) -> Say:
    """A teller that chooses the sentence by the event alone."""

    def say(state: State, spoken: Texts, event: Event) -> str:
        return spoken.say(f"events.{type(event).__name__}.{variant(event)}", **_words(state, spoken, event))

    return say


SAYS[e.Started] = _by(lambda event: "unknown" if isinstance(event.zone, Unknown) else "known")
SAYS[e.MissionDrawn] = _by(lambda event: "unknown" if isinstance(event.goal, Unknown) else "known")
SAYS[e.DrawnScanned] = _by(lambda event: "unknown" if isinstance(event.card, Unknown) else "known")
SAYS[e.GameOver] = _by(lambda event: f"{event.winner}.{event.reason}")
SAYS[e.Listened] = _by(lambda event: "free" if event.free else "card")
SAYS[e.Heard] = _by(lambda event: "yes" if event.heard else "no")
SAYS[e.GuardsMoved] = _by(lambda event: "out" if event.source == PASSAGE else "walked")
SAYS[e.Died] = _by(lambda event: "waiting" if event.waiting else "dead")
SAYS[e.GuardRemoved] = _by(lambda event: "card" if event.card else "room")
SAYS[e.Stepped] = _by(lambda event: event.by)
SAYS[e.ShareSettled] = _by(lambda event: event.about)
SAYS[TakeBackAsked] = _by(lambda event: event.to)
SAYS[TakeBackAnswered] = _by(lambda event: "yes" if event.allowed else "no")
SAYS[e.CardPlayed] = _by(lambda event: "figure" if event.figure else "guards")


@says(e.GameOpened)
def _game_opened(state: State, spoken: Texts, event: e.GameOpened) -> str:
    title = state.board.title.get(spoken.language) or state.board.title.get("en") or state.board.id
    return spoken.say("events.GameOpened", map=title)


@says(e.HandChosen)
def _hand_chosen(state: State, spoken: Texts, event: e.HandChosen) -> str:
    words = t.figure(spoken, event.figure) if event.figure else {}
    return spoken.count(f"events.HandChosen.{'figure' if event.figure else 'guards'}", event.count, **words)


@says(e.ObjectHidden)
def _object_hidden(state: State, spoken: Texts, event: e.ObjectHidden) -> str:
    kind, _, letter = event.kind.partition("_")
    goal = kind == "goal"
    thing = t.mission(state, letter) if goal else spoken.say(f"objects.{event.kind}")
    return spoken.say("events.ObjectHidden", Object=thing[:1].upper() + thing[1:], zone=t.zone(state, event.zone))


def _several(state: State, spoken: Texts, key: str, count: int, kinds: e.Cards) -> str:
    """Cards by name where all are told, else their number."""
    if isinstance(kinds, tuple) and not any(isinstance(kind, Unknown) for kind in kinds) and kinds:
        return spoken.say(f"{key}.known", cards=t.cards(state, kinds))
    return spoken.count(key, count)


@says(e.CardsDrawn)
def _cards_drawn(state: State, spoken: Texts, event: e.CardsDrawn) -> str:
    return _several(state, spoken, "events.CardsDrawn", event.count, event.kinds)


@says(e.BonusTaken)
def _bonus_taken(state: State, spoken: Texts, event: e.BonusTaken) -> str:
    return _several(state, spoken, "events.BonusTaken", event.count, event.cards) if event.count else ""


@says(e.DeckShuffled)
def _deck_shuffled(state: State, spoken: Texts, event: e.DeckShuffled) -> str:
    return spoken.count("events.DeckShuffled", event.count)


@says(e.AlertChanged)
def _alert_changed(state: State, spoken: Texts, event: e.AlertChanged) -> str:
    way = "fell" if event.cause == "draw" else "rose"  # nothing else lowers it (R69, R185)
    return spoken.say(f"events.AlertChanged.{way}", level=spoken.say(f"alert.{event.level}"))


@says(e.Attacked)
def _attacked(state: State, spoken: Texts, event: e.Attacked) -> str:
    return spoken.count("events.Attacked", event.wounds, guard=event.guard, **t.figure(spoken, event.figure))


@says(e.RopeLaid)
def _rope_laid(state: State, spoken: Texts, event: e.RopeLaid) -> str:
    one, other = (t.zone(state, zone) for zone in event.zones)
    return spoken.say("events.RopeLaid", one=one, other=other)


@says(e.Searched)
def _searched(state: State, spoken: Texts, event: e.Searched) -> str:
    what, _, letter = event.found.partition("_")
    words = {"zone": t.zone(state, event.zone), **t.figure(spoken, event.figure)}
    if what == "goal":
        return spoken.say("events.Searched.goal", mission=t.mission(state, letter), **words)
    return spoken.say(f"events.Searched.{event.found}", **words)


@says(e.Restarted)
def _restarted(state: State, spoken: Texts, event: e.Restarted) -> str:
    told = "unknown" if isinstance(event.zone, Unknown) else "known"
    return spoken.say(f"events.Restarted.{told}", zone=t.zone(state, event.zone), **t.figure(spoken, event.figure))


RULES: Final[dict[str, str]] = {
    "MissionDrawn": "R18",
    "CardsDrawn": "R89",
    "DrawnScanned": "R89",
    "DeckShuffled": "R87",
    "CatAnswered": "R104",
    "Heard": "R106",
    "PatrolFormed": "R83",
    "PatrolFaced": "R137",
    "PatrolDissolved": "R76",
    "Woken": "R46",
    "PassageEntered": "R245",
    "PassageFound": "R227",
    "Detected": "R179",
    "Concealed": "R184",
    "Attacked": "R196",
    "WalkedUnseen": "R182",
    "RopeLaid": "R151",
    "SlippedInside": "R226",
    "Escaped": "R176",
    "SearchDeclared": "R161",
    "Searched": "R162",
    "MissionCompleted": "R164",
    "SentryKilled": "R170",
    "SentrySpared": "R171",
    "SentryAppeared": "R171",
    "SentryDeclined": "R220",
    "Restarted": "R202",
    "BonusTaken": "R211",
    "SleeperAdded": "R212",
}
ALERT_RULES: Final = {
    "draw": "R91",
    "heard": "R107",
    "trap": "R168",
    "kenjutsu": "R189",
    "detected": "R181",
    "attack": "R197",
    "hidden_sentry": "R171",
}
OUTCOME_RULES: Final = {"intruders": "R253", "draw": "R254", "guards": "R255"}
DEATH_RULES: Final = {"ninja": "R198", "traitor": "R199"}


def rule_of(event: Event) -> str | None:
    """The rule behind an event, where one stands plainly behind it."""
    match event:
        case e.AlertChanged(cause=cause):
            return ALERT_RULES.get(cause)
        case e.Listened(free=free):
            return "R129" if free else "R99"
        case e.Died(figure=figure):
            return DEATH_RULES[figure]
        case e.GameOver(winner=winner):
            return OUTCOME_RULES[winner]
        case e.GuardRemoved(card=card):
            return "R188" if card else "R219"
        case _:
            return RULES.get(type(event).__name__)


SIGNS: Final[dict[type[Event], str]] = {
    e.Detected: "eye",
    e.Searched: "search",
    e.Attacked: "kenjutsu",
    e.Died: "cross",
    e.GuardRemoved: "kenjutsu",
    e.GuardDrunk: "sake",
    e.MissionCompleted: "goal",
    e.Escaped: "off_map",
    e.Restarted: "awaken",
    e.CatAnswered: "cat",
    e.Woken: "awaken",
    e.PassageFound: "passage",
}
"""What one looks for in a night that is over."""


def sign_of(event: Event) -> str:
    """The icon of an event, where it has one."""
    if isinstance(event, e.Heard):
        return "ear" if event.heard else ""
    return SIGNS.get(type(event), "")
