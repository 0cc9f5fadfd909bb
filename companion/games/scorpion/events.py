"""Everything that can happen in Scorpion Clan, and who is told."""

from __future__ import annotations

from typing import Any

from companion.events import EVERYONE, NOBODY, Event, vocabulary
from companion.games.scorpion.names import GUARD_SIDE, INTRUDER_SIDE
from companion.seats import TABLE, Seat, Side
from companion.unknown import Unknown

Cards = tuple[str | Unknown, ...] | Unknown
"""Kinds of cards; single ones, or all of them, may be unknown."""


EVERY_SEAT: Side = GUARD_SIDE | INTRUDER_SIDE | {TABLE}


def holders(event: Any) -> Side:
    """Who may see the cards of `event.seat`: intruders show each other everything (R20), guards nothing (Q40)."""
    return INTRUDER_SIDE if event.seat in INTRUDER_SIDE else frozenset((event.seat,))


# ---- a step that is not finished --------------------------------------------------------------------------------


def _choosers(event: Any) -> Side:
    """Two guard players mark one map together (Q40): what is picked on it both see, cards only their owner."""
    if event.seat in GUARD_SIDE and event.choice.startswith(("zone:", "guards:")):
        return GUARD_SIDE
    return holders(event)


def _own_side(event: Any) -> Side:
    return INTRUDER_SIDE if event.seat in INTRUDER_SIDE else GUARD_SIDE


class Chosen(Event, frozen=True):
    """A pick that does not finish its step."""

    audience = _choosers
    seat: Seat
    choice: str


class Undone(Event, frozen=True):
    """The last pick that no other side was told of was taken back.

    told, events: how much the hearer had been told before it, and how much then.
    """

    audience = _own_side
    seat: Seat
    told: int
    events: int


# ---- game and setup ---------------------------------------------------------------------------------------------


class GameOpened(Event, frozen=True):
    """The table is laid: all of it is public before the first secret."""

    audience = EVERYONE
    map: str
    cards: str
    players: int
    options: dict[str, Any]


class HandChosen(Event, frozen=True):
    """A hand was picked from the deck; what is left of the guards' cards is their draw deck (R21-R25)."""

    audience = EVERYONE
    secret = {"cards": holders}
    formal = True
    seat: Seat
    figure: str | None
    count: int
    cards: Cards


class SentryPosted(Event, frozen=True):
    """A guard was placed on a watch post (R32)."""

    audience = EVERYONE
    guard: str
    zone: str


class ObjectHidden(Event, frozen=True):
    """A sleeper, mission, trap or hidden sentry was marked on the guards' private map (R43, R47)."""

    audience = GUARD_SIDE
    kind: str
    zone: str


class EntranceDug(Event, frozen=True):
    """One entrance of the secret passage was placed (R62)."""

    audience = INTRUDER_SIDE
    zone: str


class Started(Event, frozen=True):
    """An intruder's start is marked (R54-R60)."""

    audience = EVERYONE
    secret = {"zone": INTRUDER_SIDE}
    figure: str
    zone: str | Unknown


class MissionDrawn(Event, frozen=True):
    """An intruder drew a mission goal (R18, R209)."""

    audience = EVERYONE
    secret = {"goal": INTRUDER_SIDE}
    figure: str
    goal: str | Unknown


class SetupConfirmed(Event, frozen=True):
    """A seat has finished its setup."""

    audience = EVERYONE
    formal = True
    seat: Seat


class TurnBegan(Event, frozen=True):
    """The turn marker moved (R86)."""

    audience = EVERYONE
    turn: int


class PhaseBegan(Event, frozen=True):
    """A phase of the turn began (R84)."""

    audience = EVERYONE
    phase: str


class Passed(Event, frozen=True):
    """A seat is done with the phase, and waits for the other of its side."""

    audience = EVERYONE
    seat: Seat


class GameOver(Event, frozen=True):
    """The game has ended (R252). reason: `all_gone` or `dawn`."""

    audience = EVERYONE
    winner: str
    reason: str


# ---- cards ------------------------------------------------------------------------------------------------------


class CardsDrawn(Event, frozen=True):
    """Guard cards were drawn for the alert level (R89)."""

    audience = EVERYONE
    secret = {"kinds": holders}
    seat: Seat
    count: int
    kinds: Cards


class DrawnScanned(Event, frozen=True):
    """One of the cards drawn from a real deck was shown to the referee (option `deck` "physical")."""

    audience = EVERYONE
    secret = {"card": holders}
    seat: Seat
    card: str | Unknown


class DeckShuffled(Event, frozen=True):
    """Cards were shuffled into a draw deck, which is `count` cards now: nobody sees it (R87, Q35)."""

    audience = EVERYONE
    secret = {"cards": NOBODY}
    seat: Seat
    count: int
    cards: Cards


class CardPlayed(Event, frozen=True):
    """A card was laid open. figure: whose hand it left, None for guards. source: `hand` or `drawn`.

    What an intruder's card does is told by events of their own, so that a bluff is told alike (R250).
    """

    audience = EVERYONE
    seat: Seat
    figure: str | None
    card: str
    source: str


class Carded(Event, frozen=True):
    """These guards have had their card of this turn (R94)."""

    audience = EVERYONE
    guards: tuple[str, ...]


class AlertChanged(Event, frozen=True):
    """The alert level changed. cause: draw, heard, trap, kenjutsu, detected, attack or hidden_sentry."""

    audience = EVERYONE
    level: int
    cause: str


# ---- listening --------------------------------------------------------------------------------------------------


class Listened(Event, frozen=True):
    """A sentry or patrol listens; opens the answer window where public facts allow a Cat (R99, Q49)."""

    audience = EVERYONE
    guards: tuple[str, ...]
    zone: str
    free: bool


class CatAnswered(Event, frozen=True):
    """It Was a Cat: nothing is heard (R104)."""

    audience = EVERYONE


class Heard(Event, frozen=True):
    """The answer to a listen: yes or no, neither who nor where (R106)."""

    audience = EVERYONE
    guards: tuple[str, ...]
    heard: bool


class HeardWhom(Event, frozen=True):
    """Which intruders the listener heard, for their own side only."""

    audience = INTRUDER_SIDE
    figures: tuple[str, ...]


# ---- guards moving ----------------------------------------------------------------------------------------------


class GuardsMoved(Event, frozen=True):
    """Guards went one zone, as one. Out of a patrol means that they left it (R122)."""

    audience = EVERYONE
    guards: tuple[str, ...]
    source: str
    target: str


class MoveEnded(Event, frozen=True):
    """The move of these guards is over, also when they stayed."""

    audience = EVERYONE
    guards: tuple[str, ...]


class PatrolFormed(Event, frozen=True):
    """Guards of one zone walk together from now on (R35, R83, R120). zone: where they stand."""

    audience = EVERYONE
    patrol: str
    guards: tuple[str, ...]
    facing: str | None
    zone: str


class PatrolFaced(Event, frozen=True):
    """A patrol was turned along the track (R137)."""

    audience = EVERYONE
    patrol: str
    facing: str


class PatrolDissolved(Event, frozen=True):
    """A patrol of which fewer than two sober guards are left is none (R76, Q15)."""

    audience = EVERYONE
    patrol: str


class Woken(Event, frozen=True):
    """Sleepers of a barracks zone became guards (R46)."""

    audience = EVERYONE
    zone: str
    guards: tuple[str, ...]


class PassageEntered(Event, frozen=True):
    """A guard went into the secret passage (R245)."""

    audience = EVERYONE
    guard: str


class PassageFound(Event, frozen=True):
    """An entrance became known (R227, Q43)."""

    audience = EVERYONE
    zone: str


# ---- meeting ----------------------------------------------------------------------------------------------------


class Detected(Event, frozen=True):
    """An intruder is seen in a zone (R179, R183)."""

    audience = EVERYONE
    figure: str
    zone: str


class Concealed(Event, frozen=True):
    """A figure is off the table again (R184, Q54)."""

    audience = EVERYONE
    secret = {"zone": INTRUDER_SIDE}
    figure: str
    zone: str | Unknown


class Attacked(Event, frozen=True):
    """A guard wounded an intruder; wounds: the total (R196)."""

    audience = EVERYONE
    guard: str
    figure: str
    wounds: int


class Died(Event, frozen=True):
    """An intruder died; his hand and his passage card are gone (R198-R199, Q44). waiting: a new copy will come."""

    audience = EVERYONE
    figure: str
    waiting: bool


class WoundsReturned(Event, frozen=True):
    """The Kenjutsu cards that marked wounds went to a guard discard pile (R177, R200)."""

    audience = EVERYONE
    figure: str
    to: Seat
    count: int


class GuardRemoved(Event, frozen=True):
    """A guard is off the map. card: what removed him, None when the guards did (R188, R219)."""

    audience = EVERYONE
    guard: str
    card: str | None


class GuardDrunk(Event, frozen=True):
    """A guard was swapped for a drunk figure."""

    audience = EVERYONE
    guard: str


class WalkedUnseen(Event, frozen=True):
    """An intruder entered a guarded zone in Shadow Walk (R182)."""

    audience = INTRUDER_SIDE
    figure: str
    zone: str


# ---- intruders moving -------------------------------------------------------------------------------------------


class FigureChosen(Event, frozen=True):
    """An intruder begins to move, or goes on."""

    audience = INTRUDER_SIDE
    figure: str


class Stepped(Event, frozen=True):
    """An intruder went one zone. by: `step`, `rope` or `passage` (R142, R152, R240)."""

    audience = INTRUDER_SIDE
    figure: str
    source: str
    target: str
    by: str


class RopeLaid(Event, frozen=True):
    """A rope hangs over the wall between two zones (R151)."""

    audience = INTRUDER_SIDE
    zones: tuple[str, str]


def _inside(event: Any) -> Side:
    return EVERY_SEAT if event.public else INTRUDER_SIDE


class SlippedInside(Event, frozen=True):
    """An intruder went into the passage; public with the option `passage_inside` "public" (R232, Q52)."""

    audience = _inside
    figure: str
    public: bool = False


class PassageLeft(Event, frozen=True):
    """An intruder came out of the passage, as all see with the option `passage_inside` "public" (R240, Q52)."""

    audience = EVERYONE
    figure: str


class Paused(Event, frozen=True):
    """The other intruder moves in between (Q26)."""

    audience = INTRUDER_SIDE
    figure: str


class Finished(Event, frozen=True):
    """An intruder has moved this turn."""

    audience = INTRUDER_SIDE
    figure: str


class Escaped(Event, frozen=True):
    """An intruder left the map (R176)."""

    audience = EVERYONE
    figure: str


# ---- searching --------------------------------------------------------------------------------------------------


class SearchDeclared(Event, frozen=True):
    """Who searches which zone (R159-R161)."""

    audience = EVERYONE
    figure: str
    zone: str


class Searched(Event, frozen=True):
    """What lies there: nothing, trap, hidden_sentry, or goal_A .. goal_F (R162-R163)."""

    audience = EVERYONE
    figure: str
    zone: str
    found: str


class MissionCompleted(Event, frozen=True):
    """He found his own mission (R164)."""

    audience = EVERYONE
    figure: str
    goal: str


class SentryKilled(Event, frozen=True):
    """A hidden sentry was neutralised by his finder (R170)."""

    audience = EVERYONE
    zone: str
    card: str


class SentrySpared(Event, frozen=True):
    """A hidden sentry was found and lives (R171)."""

    audience = EVERYONE
    zone: str


class SentryAppeared(Event, frozen=True):
    """A hidden sentry stands on the map now (R171)."""

    audience = EVERYONE
    guard: str
    zone: str


class SentryDeclined(Event, frozen=True):
    """The guards remove no one for the hidden sentry (R220)."""

    audience = EVERYONE
    zone: str


# ---- new copy and bonus -----------------------------------------------------------------------------------------


class Restarted(Event, frozen=True):
    """A new copy of a dead intruder begins (R202-R208)."""

    audience = EVERYONE
    secret = {"zone": INTRUDER_SIDE, "cards": INTRUDER_SIDE}
    figure: str
    zone: str | Unknown
    cards: Cards


class DeckSearched(Event, frozen=True):
    """The guards look through draw deck and discard pile (R211)."""

    audience = EVERYONE
    secret = {"cards": holders}
    seat: Seat
    cards: Cards


class BonusTaken(Event, frozen=True):
    """The guards took cards of their choice out of draw deck and discard pile (R211)."""

    audience = EVERYONE
    secret = {"cards": holders}
    seat: Seat
    count: int
    cards: Cards


class BonusCardsEnded(Event, frozen=True):
    """The guards take no more cards; what is left is shuffled (R211, Q35)."""

    audience = EVERYONE
    figure: str


class SleeperAdded(Event, frozen=True):
    """One of the three extra sleepers was marked (R212)."""

    audience = GUARD_SIDE
    zone: str


class BonusEnded(Event, frozen=True):
    """The guards' bonus for a dead intruder is settled."""

    audience = EVERYONE
    figure: str


# ---- two guard players ------------------------------------------------------------------------------------------


class ShareProposed(Event, frozen=True):
    """A guard player said how many of the whole he takes (R98, R127, R178)."""

    audience = GUARD_SIDE
    seat: Seat
    about: str
    take: int


class ShareSettled(Event, frozen=True):
    """How many each guard player takes, agreed or by the fallback (R128, Q38, Q66)."""

    audience = EVERYONE
    about: str
    swords: int
    spears: int


# ---- a loaded position ------------------------------------------------------------------------------------------


class TableLaid(Event, frozen=True):
    """A position was laid out: what is public of it."""

    audience = EVERYONE
    position: dict[str, Any]


class GuardsLaid(Event, frozen=True):
    """What the guards alone know of a loaded position: what is marked on their map."""

    audience = GUARD_SIDE
    position: dict[str, Any]


class CardsLaid(Event, frozen=True):
    """What one guard player alone knows of a loaded position: his cards, and the step that he has begun (Q40)."""

    audience = holders
    seat: Seat
    position: dict[str, Any]


class IntrudersLaid(Event, frozen=True):
    """What the intruders alone know of a loaded position."""

    audience = INTRUDER_SIDE
    position: dict[str, Any]


class RefereeLaid(Event, frozen=True):
    """What nobody but the referee knows of a loaded position: the draw deck."""

    audience = NOBODY
    position: dict[str, Any]


VOCABULARY = vocabulary(globals())
