"""What one seat knows of the table: a value, folded from the events as that seat was told them.

`UNKNOWN` stands where a seat does not know; the referee knows all but what real cards keep from him, too. Who has
looked at which place is public, so every copy holds the same `seen`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.shinobi_arts.cards import CardSet
from companion.games.shinobi_arts.names import JUDGING, OVER, PARTNER, SEATS, TURN, VALUABLE, at, places
from companion.seats import TABLE, Seat
from companion.unknown import UNKNOWN, Unknown

Card = str | Unknown
Pile = tuple[Card, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings that a table may choose otherwise, the default first (`Kn`, `KQn` beside each)."""

    target: Literal[3, 5] = 3  # K2, K3
    factions: str = ""  # KQ15; empty: the split that the card set says
    defect_costs_ninjutsu: bool = False  # KQ1
    attack_mates: bool = True  # KQ11
    gold_must_decide: bool = True  # KQ20, KQ35
    turn_limit: int = 0  # KQ31
    deck: Literal["digital", "physical"] = "digital"
    language: Literal["en", "zh_Hans", "zh_Hant", "ja"] = "en"


class Discreet(msgspec.Struct, frozen=True):
    """A value that may hold secrets, and prints none."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Slot(Discreet, frozen=True):
    """A ninjutsu card before a player. used: in this turn, by whoever had it then (KQ17, KQ34)."""

    card: Card
    face_up: bool = False
    used: bool = False


class Player(Discreet, frozen=True):
    """One player in one round. partner: None once used. turns: turns begun this round."""

    faction: str | None = None
    defected: bool = False
    partner: Card | None = None
    ougi_used: bool = False
    ninjutsu: dict[str, Slot] = {}
    valuable: Card | None = None
    left: bool = False
    turns: int = 0


class Doing(Discreet, frozen=True):
    """An effect that is being done and of which all were told.

    use: `ninpo` or `ougi`. card: whose effect it is. slot: where the card lies, None once it is spent. looked: places
    looked at by this effect. drawn: cards drawn in this step. target: the owner who must choose.
    """

    seat: Seat
    use: str
    card: str
    slot: str | None = None
    step: int = 0
    looked: tuple[str, ...] = ()
    drawn: int = 0
    target: Seat | None = None


class Attack(Discreet, frozen=True):
    """An attack that waits for its defence (K31)."""

    seat: Seat
    target: Seat
    card: str
    kind: str


class Second(Discreet, frozen=True):
    """A second valuable in one hand, until one of the two is put back (K16). place: where that will lie (KQ19)."""

    seat: Seat
    valuable: Card
    place: str


class State(msgspec.Struct, frozen=True):
    """One seat's copy of the table."""

    cards: CardSet
    options: Options
    seats: tuple[Seat, ...]
    round: int = 0
    start: Seat | None = None
    whose: Seat | None = None
    phase: str = TURN
    fame: dict[str, int] = {}
    players: dict[str, Player] = {}
    table: dict[str, Card] = {}
    unused: Pile = ()
    stock: Pile = ()
    discard: tuple[str, ...] = ()
    main_done: bool = False
    free_done: bool = False
    extra_turn: bool = False
    last_turns: bool = False
    to_act: tuple[Seat, ...] = ()
    # what is open
    about: dict[str, tuple[str, ...]] = {}
    doing: Doing | None = None
    attack: Attack | None = None
    second: Second | None = None
    boxes: tuple[Seat, ...] = ()
    due: tuple[tuple[Seat, str], ...] = ()
    # place -> who knows its card beside its owner; TABLE: everybody
    seen: dict[str, tuple[Seat, ...]] = {}
    over: tuple[str, tuple[str, ...], str] | None = None

    def __repr__(self) -> str:
        """Nothing of what it knows."""
        return f"<State round {self.round} {self.phase}>"


SECOND = "second"
"""The place of a second valuable in `seen`."""


# ---- changed copies ---------------------------------------------------------------------------------------------


def with_player(state: State, seat: str, /, **changes: Any) -> dict[str, Player]:
    """The players of `state` with one of them changed."""
    players = state.players.copy()
    players[seat] = replace(players[seat], **changes)
    return players


def without(pile: Pile, card: Card) -> Pile:
    """`pile` less one `card`; where it is not seen there, less one unknown card, else unchanged.

    >>> without(("map", UNKNOWN), "seal")
    ('map',)
    """
    for gone in (card, UNKNOWN):
        for place, held in enumerate(pile):
            if held is gone or (gone is not UNKNOWN and held == gone):
                return pile[:place] + pile[place + 1 :]
    return pile if card is not UNKNOWN else pile[:-1]


# ---- questions --------------------------------------------------------------------------------------------------


def table_places(state: State) -> tuple[str, ...]:
    """The places of the table: players + 1 (K9)."""
    return places("v", len(state.seats) + 1)


def ninjutsu_places(state: State) -> tuple[str, ...]:
    """As many places before a player as there are ninjutsu cards: he can never have more."""
    return places("n", len(state.cards.all_ninjutsu))


def free_place(state: State) -> str:
    """The lowest place of the table where nothing lies (KQ19)."""
    return next(place for place in table_places(state) if place not in state.table)


def free_slot(player: Player) -> str:
    """The lowest free number before a player (KQ18)."""
    number = 1
    while f"n{number}" in player.ninjutsu:
        number += 1
    return f"n{number}"


def in_reach(state: State, seat: Seat) -> list[Seat]:
    """The other players who have not left (K25, KQ25), mates too."""
    return [other for other in state.seats if other != seat and not state.players[other].left]


def mate(state: State, seat: Seat) -> Seat | None:
    """Who has the same faction; a defector has no mate for any rule (K8, KQ28)."""
    mine = state.players[seat]
    if mine.defected or mine.faction is None:
        return None
    for other in state.seats:
        theirs = state.players[other]
        if other != seat and theirs.faction == mine.faction and not theirs.defected:
            return other
    return None


def clockwise(state: State, seat: Seat) -> list[Seat]:
    """The others in the order in which they sit, from the one after `seat` (K11)."""
    here = state.seats.index(seat)
    return [*state.seats[here + 1 :], *state.seats[:here]]


def remaining(state: State) -> list[Seat]:
    """Who has not left the castle."""
    return [seat for seat in state.seats if not state.players[seat].left]


def opened(state: State) -> bool:
    """True once all valuables lie open (K33)."""
    return state.phase in (JUDGING, OVER)


def knows(state: State, seat: Seat, place: str) -> bool:
    """True when a seat knows the card at a place: his own, one that lies open, or one he has seen (K39)."""
    owner, _, what = place.partition(".")
    if what:
        if owner == seat or (what == VALUABLE and opened(state)):
            return True
        if what not in (VALUABLE, PARTNER):
            slot = state.players[owner].ninjutsu.get(what)
            if slot is not None and slot.face_up:
                return True
    seen = state.seen.get(place, ())
    return seat in seen or TABLE in seen


def card_at(state: State, place: str) -> Card | None:
    """The card at a place named for all, such as `v2`, `p3.valuable`, `p2.n1`; None where nothing lies."""
    owner, _, what = place.partition(".")
    if not what:
        return state.table.get(place)
    player = state.players[owner]
    if what == VALUABLE:
        return player.valuable
    if what == PARTNER:
        return player.partner
    slot = player.ninjutsu.get(what)
    return slot.card if slot is not None else None


def holdings(state: State, seat: Seat) -> tuple[str, ...]:
    """What Chiyome sees of a player: partner, face-down ninjutsu and valuable, as they are now (KQ25)."""
    player = state.players[seat]
    found = [at(seat, PARTNER)] if player.partner is not None else []
    found += [at(seat, slot) for slot, held in player.ninjutsu.items() if not held.face_up]
    if player.valuable is not None:
        found.append(at(seat, VALUABLE))
    return tuple(found)


def blank(cards: CardSet, options: Options, players: int) -> State:
    """A copy that was told nothing but the opening."""
    seats = SEATS[players]
    return State(
        cards=cards,
        options=options,
        seats=seats,
        fame=dict.fromkeys(seats, 0),
        players={seat: Player() for seat in seats},
    )
