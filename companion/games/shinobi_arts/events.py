"""Everything that can happen in Shinobi Arts, and who is told."""

from __future__ import annotations

from typing import Any

from companion.events import EVERYONE, NOBODY, Event, vocabulary
from companion.games.shinobi_arts.names import ALL_SEATS
from companion.seats import Seat, Side
from companion.unknown import Unknown

Card = str | Unknown
Cards = tuple[Card, ...] | Unknown
"""Ids of cards; single ones, or all of them, may be unknown."""

ALONE: dict[str, Side] = {seat: frozenset((seat,)) for seat in ALL_SEATS}
"""Each seat as a side of its own."""


def _the_seat(event: Any) -> Side:
    return ALONE[event.seat]


def _both(event: Any) -> Side:
    return frozenset((event.from_, event.to))


# ---- a step that is not finished --------------------------------------------------------------------------------


class Chosen(Event, frozen=True):
    """A pick that does not finish its step."""

    audience = _the_seat
    seat: Seat
    choice: str


class Undone(Event, frozen=True):
    """The last pick of the unfinished step was taken back.

    told, events: how much the hearer had been told before it, and how much then.
    """

    audience = _the_seat
    seat: Seat
    told: int
    events: int


# ---- game and round ---------------------------------------------------------------------------------------------


class GameOpened(Event, frozen=True):
    """The table is laid: all of it is public before the first secret."""

    audience = EVERYONE
    cards: str
    players: int
    options: dict[str, Any]


class RoundBegan(Event, frozen=True):
    """A round is set up anew (K4): valuables in the middle, a stock of ninjutsu cards."""

    audience = EVERYONE
    round: int
    start: Seat


class PilesLaid(Event, frozen=True):
    """What lies face down where: nobody but the referee knows (K6, K9)."""

    audience = NOBODY
    table: dict[str, Card]
    unused: tuple[Card, ...]
    stock: tuple[Card, ...]


class PartnerDealt(Event, frozen=True):
    """A partner (K5)."""

    audience = EVERYONE
    secret = {"partner": _the_seat}
    seat: Seat
    partner: Card


class NinjutsuDealt(Event, frozen=True):
    """Three ninjutsu cards, face down (K6)."""

    audience = EVERYONE
    secret = {"cards": _the_seat}
    seat: Seat
    cards: Cards


class FactionsOpened(Event, frozen=True):
    """All faction cards are opened together (K7)."""

    audience = EVERYONE
    factions: dict[str, str]


class TurnBegan(Event, frozen=True):
    """A player's turn begins (K11)."""

    audience = EVERYONE
    seat: Seat


# ---- ninjutsu cards and valuables -------------------------------------------------------------------------------


class Investigated(Event, frozen=True):
    """A valuable was looked at and lies in its place again (K14)."""

    audience = EVERYONE
    secret = {"valuable": _the_seat}
    seat: Seat
    slot: str
    valuable: Card


class NinjutsuUsed(Event, frozen=True):
    """A ninjutsu card was used and lies open (K27). use: seize, attack, defend, ninpo, defect."""

    audience = EVERYONE
    seat: Seat
    slot: str
    card: str
    use: str


class NinjutsuSpent(Event, frozen=True):
    """The card that was used is discarded (K28, K29)."""

    audience = EVERYONE
    seat: Seat
    slot: str
    card: str


class Seized(Event, frozen=True):
    """A valuable was taken from the table (K15)."""

    audience = EVERYONE
    secret = {"valuable": _the_seat}
    seat: Seat
    slot: str
    valuable: Card


class PutBack(Event, frozen=True):
    """One of two valuables was put back face down; which one is secret (K16, K19)."""

    audience = EVERYONE
    secret = {"valuable": _the_seat}
    seat: Seat
    slot: str
    valuable: Card


class AttackDeclared(Event, frozen=True):
    """An attack and its kind (K17, K30)."""

    audience = EVERYONE
    seat: Seat
    target: Seat
    slot: str
    card: str
    kind: str


class Defended(Event, frozen=True):
    """An attack failed (K31). by: the place of a ninjutsu card, or `ougi` (KQ23)."""

    audience = EVERYONE
    seat: Seat
    by: str


class ValuableTaken(Event, frozen=True, rename={"from_": "from"}):
    """A valuable went from one player to another (K18, KQ12)."""

    audience = EVERYONE
    secret = {"valuable": _both}
    from_: Seat
    to: Seat
    valuable: Card


# ---- effects ----------------------------------------------------------------------------------------------------


class PartnerUsed(Event, frozen=True):
    """An ougi; the partner is discarded (K22)."""

    audience = EVERYONE
    seat: Seat
    partner: str


class OwnerAsked(Event, frozen=True):
    """The owner of a card must choose which of his it is to be."""

    audience = EVERYONE
    seat: Seat
    owner: Seat


class Peeked(Event, frozen=True):
    """Cards were looked at by an effect (KQ26). what: their places."""

    audience = EVERYONE
    secret = {"values": _the_seat}
    seat: Seat
    what: tuple[str, ...]
    values: Cards


class NinjutsuDrawn(Event, frozen=True):
    """A card of the stock, face down before a player (KQ18)."""

    audience = EVERYONE
    secret = {"card": _the_seat}
    seat: Seat
    slot: str
    card: Card


class NinjutsuTaken(Event, frozen=True, rename={"from_": "from"}):
    """A face-up card went from one player to another (KQ18)."""

    audience = EVERYONE
    from_: Seat
    from_slot: str
    to: Seat
    slot: str
    card: str


class NinjutsuDiscarded(Event, frozen=True):
    """A card was discarded by an effect, open (KQ16)."""

    audience = EVERYONE
    seat: Seat
    slot: str
    card: str


class NinjutsuExposed(Event, frozen=True):
    """A card was turned face up by an effect (KQ34)."""

    audience = EVERYONE
    seat: Seat
    slot: str
    card: str


class NinjutsuCovered(Event, frozen=True):
    """A card was turned face down again; everybody still knows it."""

    audience = EVERYONE
    seat: Seat
    slot: str
    card: str


class PlacesSwapped(Event, frozen=True):
    """Two valuables of the table changed places, unseen."""

    audience = EVERYONE
    slots: tuple[str, str]


class Exchanged(Event, frozen=True):
    """A player's valuable and one of the table changed places."""

    audience = EVERYONE
    secret = {"taken": _the_seat, "given": _the_seat}
    seat: Seat
    slot: str
    taken: Card
    given: Card


class TableSwapped(Event, frozen=True):
    """A valuable of the table and a random unused one were exchanged, unseen by all (KQ27)."""

    audience = EVERYONE
    secret = {"valuable": NOBODY}
    slot: str
    valuable: Card


class Defected(Event, frozen=True):
    """A player left his faction (K23)."""

    audience = EVERYONE
    seat: Seat


class LeftCastle(Event, frozen=True):
    """A player left the castle (K12, K24)."""

    audience = EVERYONE
    seat: Seat


class LastTurnsBegan(Event, frozen=True):
    """Each remaining player takes one more turn, in this order (K26, KQ29)."""

    audience = EVERYONE
    to_act: tuple[Seat, ...]


class CardScanned(Event, frozen=True):
    """A real card was shown to the referee by who may see it. place: where it lies, as `v2` or `p3.valuable`."""

    audience = EVERYONE
    secret = {"card": _the_seat}
    seat: Seat
    place: str
    card: Card


# ---- judging ----------------------------------------------------------------------------------------------------


class ValuablesOpened(Event, frozen=True):
    """All open their valuables (K33)."""

    audience = EVERYONE
    values: dict[str, str]


class BoxSwapped(Event, frozen=True):
    """The Box was exchanged for a random unused valuable, opened at once (KQ22)."""

    audience = EVERYONE
    seat: Seat
    valuable: str


class BoxKept(Event, frozen=True):
    """The Box stays, and counts as it is (KQ37)."""

    audience = EVERYONE
    seat: Seat


class Judged(Event, frozen=True):
    """What is compared, and the holder of the valuable that decides; None where nobody holds one (KQ6)."""

    audience = EVERYONE
    values: dict[str, str]
    winner: Seat | None


class FameGained(Event, frozen=True):
    """Fame of a winner (K35-K37, K41), and how much he has now."""

    audience = EVERYONE
    seat: Seat
    gained: int
    fame: int


class RoundEnded(Event, frozen=True):
    """A round is over. start: who begins the next (K38, KQ6, KQ30)."""

    audience = EVERYONE
    round: int
    start: Seat


class GameOver(Event, frozen=True):
    """Somebody has the fame that wins (K2, K3). winner: a seat, or `shared` (KQ8)."""

    audience = EVERYONE
    winner: str
    winners: tuple[Seat, ...]
    reason: str


# ---- a loaded position ------------------------------------------------------------------------------------------


class TableLaid(Event, frozen=True):
    """A position was laid out: what is public of it."""

    audience = EVERYONE
    position: dict[str, Any]


class SeatLaid(Event, frozen=True):
    """What one seat knows of a loaded position."""

    audience = _the_seat
    seat: Seat
    position: dict[str, Any]


class RefereeLaid(Event, frozen=True):
    """All of a loaded position."""

    audience = NOBODY
    position: dict[str, Any]


VOCABULARY = vocabulary(globals())
