"""What one seat knows of the table: a value, folded from the events as that seat was told them.

`UNKNOWN` stands where a seat does not know; the referee knows all. The same type serves every seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from companion.games.scorpion.board import Board
from companion.games.scorpion.cards import CardSet
from companion.games.scorpion.names import (
    FIGURES,
    GUARD_NUMBERS,
    INTRUDER_SIDE,
    NINJA,
    PASSAGE,
    SEATS,
    TRAITOR,
    is_sword,
    number,
)
from companion.seats import Seat
from companion.unknown import UNKNOWN, Unknown

Hand = tuple[str | Unknown, ...]
T = TypeVar("T")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings that a table may choose otherwise, the default first (`Qn` beside each)."""

    first_alert_advances: bool = False  # Q5
    still_is_silent: bool = True  # Q7
    noise: Literal["steps", "straight"] = "steps"  # Q8, Q60
    kenjutsu_outside_hand_limit: bool = True  # Q18
    kenjutsu_from_hand_in_alert: bool = True  # Q19
    last_replacement_turn: Literal[10, 9] = 10  # Q33
    reshuffle: Literal["all", "last_turn"] = "all"  # Q36
    objects_avoid_sleepers: bool = True  # Q1
    drunk_guards_notice: bool = False  # Q23
    done_survives_death: bool = False  # Q34
    passage_inside: Literal["secret", "public"] = "secret"  # Q52
    deck: Literal["digital", "physical"] = "digital"
    language: Literal["en", "zh_Hans", "zh_Hant", "ja"] = "en"


class Guard(msgspec.Struct, frozen=True):
    """A guard figure on the map. zone: where he stands, `passage` inside it."""

    zone: str
    drunk: bool = False
    carded: bool = False
    moved: bool = False
    attacked: bool = False


class Patrol(msgspec.Struct, frozen=True):
    """Guards that walk together. came_from: the track zone left last; facing: the next one, None where it is open."""

    guards: tuple[str, ...]
    came_from: str | None = None
    facing: str | None = None


class Discreet(msgspec.Struct, frozen=True):
    """A value that may hold secrets, and prints none."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Figure(Discreet, frozen=True):
    """The ninja or the traitor.

    state: on_map, in_passage, escaped, dead, waiting. path: zones of this turn, the start first. halted: what ended
    his movement for the turn (moat, rope, passage), "" while he may go on. moving: true from his choice to his pause or
    end. met: true while he faces guards and has not shown himself or got past. lives: new copies still allowed.
    struck_by: the seats whose cards mark his wounds.
    """

    zone: str | Unknown | None = None
    state: str = "on_map"
    moved: int | Unknown = UNKNOWN
    path: tuple[str, ...] | Unknown = UNKNOWN
    wounds: int = 0
    goal: str | Unknown | None = UNKNOWN
    done: bool = False
    shown: bool = False
    lives: int = 1
    finished: bool | Unknown = UNKNOWN
    walking_unseen: bool | Unknown = UNKNOWN
    halted: str | Unknown = UNKNOWN
    moving: bool | Unknown = UNKNOWN
    met: bool | Unknown = UNKNOWN
    hand: Hand = ()
    struck_by: tuple[str, ...] = ()

    @property
    def on_map(self) -> bool:
        """True while he may act: on the map, or inside the passage."""
        return self.state in ("on_map", "in_passage")


class Piles(Discreet, frozen=True):
    """The cards of one guard seat, and how many it may still play from the hand (R124, R127).

    discard_old: discards that option reshuffle "last_turn" leaves lying (Q36). offer: what it may take of (R211).
    owns: how many Kenjutsu and Secret Passage cards lie in these piles: some mark wounds, or are in play for both guard
    players (R196, R235), and a Kenjutsu may come back to the other's pile (R178). Other kinds never leave their owner.
    """

    hand: Hand = ()
    drawn: Hand = ()
    deck: Hand = ()
    discard: Hand = ()
    discard_old: Hand = ()
    offer: Hand | Unknown = UNKNOWN
    plays_left: int = 2
    owns: dict[str, int] = {}

    def owning(self, kind: str, more: int) -> Piles:
        """These piles with so many more cards of a kind that can leave them."""
        return replace(self, owns={**self.owns, kind: self.owns.get(kind, 0) + more})


class Sharing(Discreet, frozen=True):
    """What two guard players settle: each says how many of the whole he takes (R98, R127, R178).

    about: draw, plays or wounds. figure: whose wounds. takes: what was said so far, known to the guards.
    """

    about: str
    whole: int
    figure: str = ""
    takes: dict[str, int] | Unknown = UNKNOWN


class Mover(msgspec.Struct, frozen=True):
    """Guards whose move is going on, or was the last of this phase.

    cause: pursue, step or patrol. ended: "" while it goes on, else stay, steps, moat, detection or passage.
    """

    guards: tuple[str, ...]
    steps_left: int
    cause: str
    ended: str = ""


class Draft(Discreet, frozen=True):
    """What a seat has picked of its setup and not confirmed yet. arms: the guards of each patrol, as `g5+g15`."""

    hand: tuple[str, ...] = ()
    posts: tuple[str, ...] = ()
    patrols: tuple[tuple[str, str | None], ...] = ()
    arms: tuple[str, ...] = ()
    objects: tuple[tuple[str, str], ...] = ()
    hands: dict[str, tuple[str, ...]] = {}
    entrances: tuple[str, ...] = ()
    starts: dict[str, str] = {}


class Bonus(msgspec.Struct, frozen=True):
    """The guards' bonus for a dead intruder, while it is settled (R211-R213).

    taken: cards so far, of both guard players together; last: who took the last (Q35).
    """

    figure: str
    cards_taken: bool
    taken: int = 0
    last: str = ""


class State(msgspec.Struct, frozen=True):
    """One seat's copy of the table."""

    board: Board
    cards: CardSet
    options: Options
    players: int
    turn: int = 1
    phase: str = "setup"
    alert: int = 0
    played_this_turn: int = 0
    free_listen_used: bool = False
    guards: dict[str, Guard] = {}
    patrols: dict[str, Patrol] = {}
    piles: dict[str, Piles] = {}
    figures: dict[str, Figure] = msgspec.field(default_factory=lambda: {NINJA: Figure(), TRAITOR: Figure()})
    # secrets of the guards
    sleepers: dict[str, int] | Unknown = UNKNOWN
    goals: dict[str, str] | Unknown = UNKNOWN
    traps: tuple[str, ...] | Unknown = UNKNOWN
    hidden_sentries: tuple[str, ...] | Unknown = UNKNOWN
    # the passage: entrances, who bluffed his card, who slipped inside are the intruders' secrets
    entrances: tuple[str, ...] | Unknown = UNKNOWN
    known_entrances: tuple[str, ...] = ()
    passage_cards: frozenset[str] = frozenset()
    bluffed: frozenset[str] | Unknown = UNKNOWN
    guard_passage_cards: int = 0
    ropes: tuple[tuple[str, str], ...] | Unknown = UNKNOWN
    # what is open
    confirmed: tuple[str, ...] = ()
    drafts: dict[str, Draft] = {}
    about: dict[str, tuple[str, ...]] = {}
    in_play: str | None = None
    listening: tuple[str, ...] | None = None
    mover: Mover | None = None
    waking: tuple[str, ...] = ()
    walked: str | Unknown | None = UNKNOWN
    searched: bool = False
    declaring: tuple[tuple[str, str], ...] | Unknown = UNKNOWN
    declared: tuple[tuple[str, str], ...] = ()
    sentry_found: tuple[str, str] | None = None
    removal: tuple[str, str] | None = None
    placing: str | None = None
    passed: frozenset[str] = frozenset()
    sharing: Sharing | None = None
    bonus: Bonus | None = None
    # what everybody may remember
    found: dict[str, str] = {}
    searched_now: tuple[str, ...] = ()
    last_seen: dict[str, tuple[str, int]] = {}
    ended: dict[str, int] = {}
    over: tuple[str, str] | None = None

    @property
    def plays_left(self) -> int:
        """How many cards the guards may still play from their hands (R124): with two players a joint limit (R127)."""
        return min(2, sum(piles.plays_left for piles in self.piles.values()))

    @property
    def active(self) -> str | Unknown | None:
        """The intruder on the move, the ninja before the traitor."""
        return self._first("moving")

    @property
    def meeting(self) -> str | Unknown | None:
        """The intruder who faces guards, the ninja before the traitor."""
        return self._first("met")

    def _first(self, flag: str) -> str | Unknown | None:
        for name in FIGURES:
            value: bool | Unknown = getattr(self.figures[name], flag)
            if isinstance(value, Unknown):
                return UNKNOWN
            if value:
                return name
        return None

    def __repr__(self) -> str:
        """Nothing of what it knows."""
        return f"<State turn {self.turn} {self.phase}>"


# ---- changed copies ---------------------------------------------------------------------------------------------


def with_guards(state: State, names: Iterable[str], /, **changes: Any) -> State:
    """`state` with these guards changed."""
    guards = dict(state.guards)
    for name in names:
        guards[name] = replace(guards[name], **changes)
    return replace(state, guards=guards)


def with_figure(state: State, name: str, /, **changes: Any) -> State:
    """`state` with one intruder changed."""
    return replace(state, figures={**state.figures, name: replace(state.figures[name], **changes)})


def with_piles(state: State, seat: str, /, **changes: Any) -> State:
    """`state` with the piles of one guard seat changed."""
    return replace(state, piles={**state.piles, seat: replace(state.piles[seat], **changes)})


def without(pile: Hand, card: str | Unknown) -> Hand:
    """`pile` less one `card`; where it is not seen there, less one unknown card, else unchanged.

    >>> without(("rope", UNKNOWN), "shuriken")
    ('rope',)
    """
    for gone in (card, UNKNOWN):
        for at, held in enumerate(pile):
            if held is gone or (gone is not UNKNOWN and held == gone):
                return pile[:at] + pile[at + 1 :]
    return pile if card is not UNKNOWN else pile[:-1]


def unseen(state: State, seat: str) -> Counter[str]:
    """The guard cards of a seat that the copy has not seen anywhere: with a real deck, what may still be drawn."""
    cards = Counter(state.cards.half("guards") if state.players == 4 else state.cards.whole("guards"))
    piles = state.piles[seat]
    cards.update({kind: count - cards[kind] for kind, count in piles.owns.items()})
    seen = Counter(
        card
        for pile in (piles.hand, piles.drawn, piles.discard, piles.discard_old)
        for card in pile
        if isinstance(card, str)
    )
    return cards - seen


# ---- questions --------------------------------------------------------------------------------------------------


def guard_seats(state: State) -> tuple[Seat, ...]:
    """The seats that play guards: one, with four players two."""
    return tuple(seat for seat in SEATS[state.players] if seat not in INTRUDER_SIDE)


def is_mine(state: State, seat: Seat, guard: str) -> bool:
    """True when the seat controls a guard: with two guard players swords and spears are apart (R7, R123)."""
    return state.players < 4 or is_sword(guard) == (seat == "swords")


def holds(state: State, seat: Seat, patrol: str) -> bool:
    """True when a guard of the seat walks in the patrol (R40, R41)."""
    return any(is_mine(state, seat, guard) for guard in state.patrols[patrol].guards)


def joint_seat(state: State) -> Seat:
    """Who decides where two guard players do not agree: swords on odd turns, spears on even (Q67)."""
    seats = guard_seats(state)
    return seats[0] if state.turn % 2 or len(seats) == 1 else seats[1]


def seat_of(state: State, figure: str) -> Seat:
    """The seat that plays an intruder (R5-R7)."""
    return Seat("intruders") if state.players == 2 else Seat(figure)


def of_seat(state: State, seat: Seat, flag: str) -> str | None:
    """The seat's own intruder that is `moving`, or has `met` guards; None where there is none."""
    for name in figures_of(state, seat):
        if getattr(state.figures[name], flag) is True:
            return name
    return None


def figures_of(state: State, seat: Seat) -> tuple[str, ...]:
    """The intruders that a seat plays."""
    return FIGURES if seat == "intruders" else (str(seat),)


def standing(state: State, zone: str | Unknown | None) -> list[str]:
    """The guards in a zone, drunk ones too, in the order of their numbers."""
    return sorted((name for name, guard in state.guards.items() if guard.zone == zone), key=number)


def sober(state: State, zone: str | Unknown | None) -> list[str]:
    """The guards in a zone who notice something (Q23), in the order of their numbers."""
    drunk_too = state.options.drunk_guards_notice
    found = [name for name, guard in state.guards.items() if guard.zone == zone and (drunk_too or not guard.drunk)]
    return sorted(found, key=number) if len(found) > 1 else found


def patrol_of(state: State, guard: str) -> str | None:
    """The patrol that a guard walks in, None for a sentry (R72, R76)."""
    for name, patrol in state.patrols.items():
        if guard in patrol.guards:
            return name
    return None


def patrol_zone(state: State, patrol: str) -> str:
    """The zone in which a patrol stands."""
    return state.guards[state.patrols[patrol].guards[0]].zone


def intruders_in(state: State, zone: str) -> list[str]:
    """The intruders in a zone, as far as known."""
    return [name for name in FIGURES if state.figures[name].on_map and state.figures[name].zone == zone]


def free_numbers(state: State, count: int, seat: Seat | None = None) -> tuple[str, ...]:
    """The lowest guard numbers not on the map (R216: no more than twenty), those of the seat's weapon first (Q24)."""
    free = [name for name in GUARD_NUMBERS if name not in state.guards]
    if seat is not None:
        free.sort(key=lambda name: not is_mine(state, seat, name))
    return tuple(free[:count])


def forward(state: State, zone: str, came_from: str | None) -> tuple[str, ...]:
    """The track zones that a patrol may go on to: never the one it came from (R138)."""
    return tuple(next_zone for next_zone in state.board.track.get(zone, ()) if next_zone != came_from)


def in_passage(state: State) -> list[str]:
    """The guards inside the passage."""
    return [name for name, guard in state.guards.items() if guard.zone == PASSAGE]
