"""Everything that can happen in Shinobinogi, and who is told.

Fields that take a card from a hand: `hand` is its place as its owner counts, for him alone; `opened` its place among
the open cards, 0 where it was hidden (SQ19): all that others need to take the right one away. `place` is a place that
everybody sees.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.events import EVERYONE, NOBODY, Event, vocabulary
from companion.seats import REFEREE, TABLE, Seat, Side, side
from companion.unknown import Unknown

Card = str | Unknown
EVERY_SEAT: Side = side("first", "second", TABLE, REFEREE)


def owner(event: Any) -> Side:
    """The seat that the event is about."""
    return frozenset((event.seat,))


def _if_open(event: Any) -> Side:
    """Everybody where the card lies open, else its owner."""
    return EVERY_SEAT if event.open else frozenset((event.seat,))


def _keepers(event: Any) -> Side:
    """Who sees a card where it came to lie: all, its owner, or nobody (SQ18)."""
    return {"all": EVERY_SEAT, "owner": frozenset((event.seat,)), "nobody": NOBODY}[event.seen]


# ---- a step that is not finished --------------------------------------------------------------------------------


class Chosen(Event, frozen=True):
    """A pick that does not finish its step, of which nobody else was told."""

    audience = owner
    seat: Seat
    choice: str


class Undone(Event, frozen=True):
    """The last pick of the unfinished step was taken back.

    told, events: how much the hearer had been told before it, and how much then.
    """

    audience = owner
    seat: Seat
    told: int
    events: int


class Named(Event, frozen=True):
    """A pick inside an effect that does not finish it: that it was made everybody sees."""

    audience = EVERYONE
    secret = {"choice": owner}
    seat: Seat
    choice: Card


# ---- game and setup ---------------------------------------------------------------------------------------------


class GameOpened(Event, frozen=True):
    """The table is laid: all of it is public before the first secret."""

    audience = EVERYONE
    cards: str
    options: dict[str, Any]


class NinjaPicked(Event, frozen=True):
    """A ninja was picked (S6)."""

    audience = EVERYONE
    seat: Seat
    ninja: str


class Shuffled(Event, frozen=True):
    """A deck was shuffled. deck: its order, which nobody knows."""

    audience = EVERYONE
    secret = {"deck": NOBODY}
    seat: Seat
    deck: tuple[Card, ...] | Unknown


# ---- the turn ---------------------------------------------------------------------------------------------------


class PhaseBegan(Event, frozen=True):
    """A phase of a turn began (S20)."""

    audience = EVERYONE
    phase: str
    seat: Seat
    turn: int


class CardsStood(Event, frozen=True):
    """Cards were turned to Stand (S21)."""

    audience = EVERYONE
    seat: Seat
    places: tuple[str, ...]


class ManaSet(Event, frozen=True):
    """A hand card was put into the MANA zone (S23). open: it lies face up (SQ3)."""

    audience = EVERYONE
    secret = {"card": _if_open, "hand": owner}
    seat: Seat
    column: int
    card: Card
    hand: int | Unknown
    opened: int = 0
    open: bool = True


class CardSet(Event, frozen=True):
    """A hand card was set face down (S24)."""

    audience = EVERYONE
    secret = {"card": owner, "hand": owner}
    seat: Seat
    column: int
    card: Card
    hand: int | Unknown
    opened: int = 0


class TurnEnded(Event, frozen=True):
    """The turn is over."""

    audience = EVERYONE
    seat: Seat


class CardDrawn(Event, frozen=True):
    """A card was drawn (S27)."""

    audience = EVERYONE
    secret = {"card": owner}
    seat: Seat
    card: Card


# ---- real cards -------------------------------------------------------------------------------------------------


class ScanAsked(Event, frozen=True):
    """Real cards must be shown to the referee. places: `h3` in the hand, `deck`, `hand` or `set:s1.1` attacked."""

    audience = EVERYONE
    seat: Seat
    places: tuple[str, ...]


class CardScanned(Event, frozen=True):
    """A real card was shown to the referee. open: everybody saw it."""

    audience = EVERYONE
    secret = {"card": _if_open}
    seat: Seat
    place: str
    card: Card
    open: bool = False


class CardNamed(Event, frozen=True):
    """A real card of a seat was shown to the referee in private, for what it is to do. place: `h1` or `s1.1`."""

    audience = owner
    seat: Seat
    place: str
    card: str


# ---- activation and effects -------------------------------------------------------------------------------------


class Activated(Event, frozen=True):
    """A set card was turned face up to be used (S29)."""

    audience = EVERYONE
    seat: Seat
    place: str
    card: str


class Released(Event, frozen=True):
    """MANA was discarded to pay for a card (S36)."""

    audience = EVERYONE
    seat: Seat
    column: int
    cards: tuple[str, ...]
    places: tuple[str, ...]


class FollowerPlaced(Event, frozen=True):
    """A card came to a follower space (S8, S40, SQ27). from: setup, set, hand or discard."""

    audience = EVERYONE
    secret = {"hand": owner}
    seat: Seat
    column: int
    card: str
    source: str = msgspec.field(name="from")
    place: str | None = None
    hand: int | Unknown | None = None
    opened: int = 0


class FollowerUsed(Event, frozen=True):
    """A follower or the ninja in play is used (S61, S75). way: which of its conditions is met."""

    audience = EVERYONE
    seat: Seat
    place: str
    card: str
    way: int = 1


class OnEntryUsed(Event, frozen=True):
    """A follower is used as it comes in (S69)."""

    audience = EVERYONE
    seat: Seat
    place: str
    card: str
    way: int = 1


class OnEntryDeclined(Event, frozen=True):
    """Its owner declined to use a follower as it came in (SQ26)."""

    audience = EVERYONE
    seat: Seat
    place: str


class FollowerRested(Event, frozen=True):
    """A follower or the ninja was turned to Rest (S52, S66)."""

    audience = EVERYONE
    seat: Seat
    place: str
    card: str


class StepReached(Event, frozen=True):
    """How far the effect in use has come: which step, how often it is still carried out, whether the one before did
    anything; how many parts of its condition are paid; whether the card will be excluded."""

    audience = EVERYONE
    seat: Seat
    step: int
    left: int
    after: bool = False
    paid: int = 0
    excluded: bool = False


class EffectEnded(Event, frozen=True):
    """The card in use is used up."""

    audience = EVERYONE
    seat: Seat
    card: str


class Looked(Event, frozen=True):
    """A seat looked at cards. at: deck, own_deck, hand, or the place of a set card."""

    audience = EVERYONE
    secret = {"cards": owner}
    seat: Seat
    at: str
    count: int
    cards: tuple[Card, ...] | Unknown


class Reordered(Event, frozen=True):
    """The top of a deck was put back in an order that only who did it knows. deck: whose; cards: as they lie now."""

    audience = EVERYONE
    secret = {"cards": NOBODY}
    seat: Seat
    deck: Seat
    count: int
    cards: tuple[Card, ...] | Unknown


class CardMoved(Event, frozen=True):
    """A card of a seat went from one zone of his to another. open: all saw it on its way; seen: who sees it now."""

    audience = EVERYONE
    secret = {"card": _if_open, "hand": owner, "held": _keepers}
    seat: Seat
    source: str = msgspec.field(name="from")
    to: str
    column: int | None
    card: Card
    held: Card
    place: str | None = None
    hand: int | Unknown | None = None
    opened: int = 0
    open: bool = True
    seen: str = "all"


class Protected(Event, frozen=True):
    """Zones of a seat are no target until its next start phase."""

    audience = EVERYONE
    seat: Seat
    what: tuple[str, ...]


class Excluded(Event, frozen=True):
    """A card left the game for good (S80). from: set (the card in use), followers or discard."""

    audience = EVERYONE
    seat: Seat
    card: str
    source: str = msgspec.field(name="from", default="set")
    place: str | None = None


# ---- attacks ----------------------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True):
    """An attack and its target (S41)."""

    audience = EVERYONE
    seat: Seat
    target: str


class Blocked(Event, frozen=True):
    """The owner of the attacked set card cancelled the attack (S52)."""

    audience = EVERYONE
    seat: Seat
    place: str
    card: str


class CardOpened(Event, frozen=True):
    """The attacked card was turned face up (S44). opened: its place among the open hand cards, if it was one."""

    audience = EVERYONE
    seat: Seat
    where: str
    card: str
    opened: int = 0


class CardHidden(Event, frozen=True):
    """The open cards of a hand are hidden again (S50). cards: the hand, for who holds it."""

    audience = EVERYONE
    secret = {"cards": owner}
    seat: Seat
    cards: tuple[Card, ...] | Unknown


class CardToMana(Event, frozen=True):
    """The attacked set card was no scroll, and became MANA of its column (S49). held: it, for who sees it there."""

    audience = EVERYONE
    secret = {"held": _keepers}
    seat: Seat
    column: int
    card: str
    held: Card
    seen: str = "all"


class CardBottomed(Event, frozen=True):
    """The attacked top card of a deck was no scroll, and went to its bottom (S51)."""

    audience = EVERYONE
    seat: Seat


class CardDiscarded(Event, frozen=True):
    """A card went to the discard, or is a scroll and will be put back (S58). from: hand, deck, set or followers."""

    audience = EVERYONE
    secret = {"hand": owner}
    seat: Seat
    card: str
    source: str = msgspec.field(name="from")
    place: str | None = None
    hand: int | Unknown | None = None
    opened: int = 0


class ScrollCaptured(Event, frozen=True):
    """An attack turned up a scroll, and it was taken (S45)."""

    audience = EVERYONE
    by: Seat


class ScrollReturned(Event, frozen=True):
    """Scrolls were put back into their owner's deck (S39, S58)."""

    audience = EVERYONE
    seat: Seat
    count: int


class DeckRebuilt(Event, frozen=True):
    """A deck was at 0 cards: all discards and a reserve scroll are the new one (S82)."""

    audience = EVERYONE
    seat: Seat
    reserve_left: int


class GameOver(Event, frozen=True):
    """The game is over. winner: first, second or draw; reason: three_scrolls, deck_out or turn_limit."""

    audience = EVERYONE
    winner: str
    reason: str


# ---- a loaded position ------------------------------------------------------------------------------------------


class TableLaid(Event, frozen=True):
    """A loaded position as everybody sees it."""

    audience = EVERYONE
    position: dict[str, Any]


class HalfLaid(Event, frozen=True):
    """What a seat alone knows of a loaded position."""

    audience = owner
    seat: Seat
    position: dict[str, Any]


class DecksLaid(Event, frozen=True):
    """What nobody knows of a loaded position."""

    audience = NOBODY
    position: dict[str, Any]


VOCABULARY = vocabulary(globals())
