"""What one seat knows of the table: a value, folded from the events as that seat was told them.

`UNKNOWN` stands where a seat does not know; the referee knows all. The same type serves every seat. Hidden cards are
counted, not named: others have a hand as its open cards in the order of their opening, then `UNKNOWN` (SQ19).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from companion.games.shinobinogi.cards import Card, CardSet
from companion.games.shinobinogi.names import FOLLOWER, OTHER, TARGETS, Place, at
from companion.games.shinobinogi.vocabulary import RELEASE, REST, Step, Way
from companion.seats import Seat
from companion.unknown import Unknown

Face = str | Unknown
Pile = tuple[Face, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings that a table may choose otherwise, the default first (`SQn` beside each).

    scan: when real cards (deck `physical`) are shown to the referee: each as it is drawn, or not before it is laid;
    with `set` its owner shows a set card in private, with `opened` it is unknown until it is turned up.
    """

    columns: Literal[3, 2, 4, 5, 6] = 3  # SQ1
    set_limit: int = 0  # SQ2
    mana_open: bool = True  # SQ3
    follower_enters: Literal["stand", "rest"] = "stand"  # SQ4
    first_player: str = ""  # SQ15
    turn_limit: int = 0  # SQ33
    deck: Literal["digital", "physical"] = "digital"
    scan: Literal["drawn", "set", "opened"] = "drawn"
    language: Literal["en", "zh_Hans", "zh_Hant", "ja"] = "en"


class Standing(msgspec.Struct, frozen=True):
    """A card in the set or follower zone; stand: upright (S19)."""

    card: Face
    stand: bool


class Half(msgspec.Struct, frozen=True):
    """One player's half of the table (S17).

    team: the ninja he picked; front: the one in play. opened: the open cards of his hand, in the order of their opening
    (S50); of several alike in the hand the first are open. captured: scrolls he took; waiting: those of his own that go
    back when the effect is over (S59). protected: what of his is no target now.
    """

    team: tuple[str, ...] = ()
    front: str | None = None
    hand: Pile = ()
    opened: tuple[str, ...] = ()
    deck: Pile = ()
    set: tuple[tuple[Standing, ...], ...] = ()
    mana: tuple[Pile, ...] = ()
    followers: tuple[tuple[Standing, ...], ...] = ()
    discard: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    captured: int = 0
    reserve: int = 0
    waiting: int = 0
    protected: tuple[str, ...] = ()


class Recalled(msgspec.Struct, frozen=True):
    """What a copy recalls of the hidden cards of one player. top: of his deck; hand: without places; set: by place."""

    top: Pile = ()
    hand: Pile = ()
    set: dict[str, str] = {}


class Frame(msgspec.Struct, frozen=True):
    """A card in use, or a normal attack where `card` is empty.

    place: where it lay or lies, empty when it left. way: -1 for a card turned up from the set zone, else which of its
    conditions is met. step: 0 while it is paid for, then from 1; left: how often the step is still carried out (while
    paying: how many MANA are still to be released). paid: parts of the condition that are paid. after: the step before
    did something. excluded: it will be (S80).
    """

    seat: Seat
    card: str
    place: str
    column: int
    way: int = -1
    step: int = 0
    left: int = 0
    paid: int = 0
    after: bool = False
    excluded: bool = False


class State(msgspec.Struct, frozen=True):
    """One seat's copy of the table.

    frames: what is in use, the innermost last. attacked: the target of an attack that is not resolved. turned: whose
    card an attack turned up, and where. entering: a follower that may be used as it comes in (S69). named: picks of
    the running step. looking: the cards that are put in order. about: what a seat has picked of an unfinished step.
    due: the real cards that must be shown before anything goes on, by whose they are and where they lie: `h3`, `deck`,
    `hand` (the one that was attacked), `set:s1.1`. recalled: see `recalling`.
    """

    cards: CardSet
    options: Options
    turn: int = 1
    whose: Seat = Seat("first")
    phase: str = "setup"
    mana_set: int = 0
    halves: dict[Seat, Half] = {}
    frames: tuple[Frame, ...] = ()
    attacked: str | None = None
    turned: tuple[Seat, str] | None = None
    entering: tuple[Seat, str] | None = None
    named: Pile = ()
    looking: Pile = ()
    about: dict[Seat, tuple[str, ...]] = {}
    due: tuple[tuple[Seat, str], ...] = ()
    over: tuple[str, str] | None = None
    recalled: dict[Seat, Recalled] = {}

    def __repr__(self) -> str:
        """Nothing of what it knows."""
        return f"<State turn {self.turn} {self.phase}>"


NORMAL_ATTACK: Final = (Step(do="attack", n=1, on=TARGETS),)
"""S26."""


# ---- changed copies ---------------------------------------------------------------------------------------------


def with_half(state: State, seat: Seat, /, **changes: Any) -> State:
    """`state` with one half changed."""
    return replace(state, halves={**state.halves, seat: replace(state.halves[seat], **changes)})


def with_column(zone: tuple[Any, ...], column: int, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """A zone with one of its columns, counted from 1, replaced."""
    return (*zone[: column - 1], cards, *zone[column:])


def less(zone: tuple[Any, ...], where: Place) -> tuple[Any, ...]:
    """A zone without the card at a place, closed up (SQ20)."""
    cards = zone[where.column - 1]
    return with_column(zone, where.column, cards[: where.number - 1] + cards[where.number :])


def plus(zone: tuple[Any, ...], column: int, card: Any) -> tuple[Any, ...]:
    """A zone with a card added to a column, counted last."""
    return with_column(zone, column, (*zone[column - 1], card))


# ---- questions --------------------------------------------------------------------------------------------------


def columns(state: State) -> range:
    """The columns by number (SQ1)."""
    return range(1, state.options.columns + 1)


def card_of(state: State, face: Face) -> Card | None:
    """The card of a face, None where it is not known."""
    return state.cards.cards[face] if isinstance(face, str) else None


def found(zone: tuple[tuple[Any, ...], ...], where: Place) -> Any:
    """What lies at a place of a zone with columns, None where nothing does."""
    if where.column > len(zone):
        return None
    cards = zone[where.column - 1]
    return cards[where.number - 1] if where.number <= len(cards) else None


def steps(state: State, frame: Frame) -> tuple[Step, ...]:
    """The steps of what is in use; a follower that is turned up has none (S40)."""
    if not frame.card:
        return NORMAL_ATTACK
    card = state.cards.cards[frame.card]
    if frame.way >= 0:
        return card.in_play
    return () if card.kind == FOLLOWER else card.effect


def running(state: State) -> Step | None:
    """The step that is carried out now."""
    if not state.frames:
        return None
    frame = state.frames[-1]
    own = steps(state, frame)
    return own[frame.step - 1] if 1 <= frame.step <= len(own) else None


def chooser(frame: Frame, step: Step) -> Seat:
    """Who chooses in a step: who uses the card, but for a hand that is discarded from."""
    return OTHER[frame.seat] if step.do == "discard" and step.who == "opponent" else frame.seat


def payable(state: State, seat: Seat, way: Way, stand: bool, column: int) -> bool:
    """True when every part of a way can be paid (SQ25)."""
    if way.has(REST) and not stand:
        return False
    return len(state.halves[seat].mana[column - 1]) >= way.release


def ways(state: State, seat: Seat, where: Place, on_entry: bool = False) -> list[int]:
    """The ways, counted from 1, in which the condition of a card in play can be met now."""
    standing = found(state.halves[seat].followers, where)
    card = card_of(state, standing.card) if standing is not None else None
    if card is None:
        return []
    return [
        number
        for number, way in enumerate(card.ways, 1)
        if way.on_entry is on_entry and payable(state, seat, way, standing.stand, where.column)
    ]


def blockers(state: State, seat: Seat, column: int) -> list[str]:
    """The cards of a seat that may block an attack on a set card of a column (S52)."""
    cards = state.halves[seat].followers[column - 1]
    return [at("f", column, number) for number, standing in enumerate(cards, 1) if standing.stand]


def ninja_column(half: Half) -> int:
    """The column in which the ninja stands; 0 while it does not."""
    own = f"{half.front}/ninja"
    for number, cards in enumerate(half.followers, 1):
        if cards and cards[0].card == own:
            return number
    return 0


def places(zone: tuple[tuple[Any, ...], ...], letter: str, only: int = 0) -> Iterator[tuple[str, Any]]:
    """Every place of a zone with what lies there; `only` one column, where it is given."""
    for column, cards in enumerate(zone, 1):
        if only in (0, column):
            for number, card in enumerate(cards, 1):
                yield at(letter, column, number), card


def targets(state: State, frame: Frame, step: Step) -> list[str]:
    """The legal targets of an attack, by what everybody knows (S43, S48, SQ8)."""
    half = state.halves[OTHER[frame.seat]]
    open_zones = [zone for zone in step.on if zone not in half.protected]
    legal: list[str] = []
    for zone in open_zones:
        if zone == "set":
            legal += [f"set:{where}" for where, _ in places(half.set, "s", frame.column if step.same else 0)]
        elif zone == "hand":
            legal += [f"hand:h{number}" for number in range(1, len(half.hand) + 1)]
        else:
            legal.append("deck")
    return legal


def release_left(state: State, frame: Frame) -> int:
    """How many MANA are still to be named of the release that is asked for."""
    return frame.left - len(state.named) if frame.step == 0 else 0


def part_to_pay(state: State, frame: Frame) -> Any:
    """The part of its condition that a card in play has to pay next, None when all is paid."""
    parts = state.cards.cards[frame.card].ways[frame.way].parts
    return parts[frame.paid] if frame.paid < len(parts) else None


def release_of(state: State, frame: Frame) -> int:
    """How many MANA the next payment of a card in use takes at once."""
    if frame.way < 0:
        return state.cards.cards[frame.card].release if frame.card else 0
    part = part_to_pay(state, frame)
    return part.n if part is not None and part.kind == RELEASE else 0
