"""Every key of a position, and its types."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.game import BadOpening
from companion.games.scorpion.names import (
    PASSAGE,
)
from companion.games.scorpion.state import (
    Draft,
    State,
    guard_seats,
)
from companion.seats import Seat

STATES = ("on_map", "in_passage", "escaped", "dead", "waiting")
Intruder = Literal["ninja", "traitor"]


class GuardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guard of a position."""

    zone: str
    drunk: bool = False
    carded: bool = False
    moved: bool = False
    attacked: bool = False


class PatrolText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A patrol of a position."""

    guards: list[str]
    came_from: str | None = None
    facing: str | None = None


class FigureText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intruder of a position."""

    zone: str | None = None
    moved: int = 0
    path: list[str] | None = None
    wounds: int = 0
    goal: str | None = None
    done: bool = False
    shown: bool = False
    state: str | None = None
    lives: int = 1
    finished: bool = False
    walking_unseen: bool = False
    halted: Literal["", "moat", "rope", "passage"] = ""
    moving: bool = False
    met: bool = False
    struck_by: list[str] = []


class PassageText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret passage of a position."""

    entrances: list[str] = []
    known: list[str] = []
    ninja_card: bool = False
    traitor_card: bool = False
    guard_cards: int = 0
    bluffed: list[str] = []


class MoverText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guards on the move, of a position."""

    guards: list[str]
    steps_left: int = 2
    cause: Literal["pursue", "step", "patrol"] = "step"
    ended: Literal["", "stay", "steps", "moat", "detection", "passage"] = ""


class PromptText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open prompt of a position: `about` are the picks of the unfinished step. ask: None while that waits."""

    ask: str | None = None
    about: list[str] = []


class SharingText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two guard players share at the moment, of a position."""

    about: str
    whole: int
    figure: str = ""
    takes: dict[str, int] = {}


class BonusText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guards' bonus while it is settled, of a position."""

    figure: Intruder
    cards_taken: bool = False
    taken: int = 0
    last: str = ""


class OpenText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is open between seats, of a position: an addition to the keys of the game's page."""

    in_play: str | None = None
    listening: list[str] | None = None
    waking: list[str] = []
    walked: str | None = None
    declaring: list[tuple[Intruder, str]] = []
    sentry_found: tuple[Intruder, str] | None = None
    removal: tuple[Intruder, str] | None = None
    placing: str | None = None
    passed: list[str] = []
    sharing: SharingText | None = None
    bonus: BonusText | None = None
    over: tuple[Literal["intruders", "draw", "guards"], Literal["all_gone", "dawn"]] | None = None


Cards = list[str] | dict[str, list[str]]


class PositionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every key of a position. What is left out has the value of an empty table."""

    game: str = "scorpion"
    map: str = "twin-castles"
    cards: str = "house"
    players: int = 2
    options: dict[str, Any] = {}
    turn: int = 1
    phase: str = "setup"
    alert: int = 0
    plays_left: int | dict[str, int] = 2
    played_this_turn: int = 0
    free_listen_used: bool = False
    guards: dict[str, GuardText] = {}
    patrols: dict[str, PatrolText] = {}
    hand: dict[str, list[str]] = {}
    drawn: Cards = []
    deck: Cards | None = None
    discard: Cards = []
    discard_old: Cards = []
    sleepers: dict[str, int] = {}
    goals: dict[str, str] = {}
    traps: list[str] = []
    hidden_sentries: list[str] = []
    found: dict[str, str] = {}
    passage: PassageText = PassageText()
    ropes: list[list[str]] = []
    ninja: FigureText = FigureText()
    traitor: FigureText = FigureText()
    searched: bool = False
    declared: list[tuple[Intruder, str]] = []
    mover: MoverText | None = None
    last_seen: dict[str, tuple[str, int]] = {}
    ended: dict[str, int] = {}
    searched_now: list[str] = []
    confirmed: list[str] = []
    prompts: dict[str, PromptText | None] = {}
    open: OpenText = OpenText()
    drafts: dict[str, Draft] = {}
    offer: dict[str, list[str]] = {}
    owns: dict[str, dict[str, int]] = {}


def parse(position: dict[str, Any]) -> PositionText:
    """`position` with its keys and types checked. Raises BadOpening naming the key."""
    try:
        return msgspec.convert(position, PositionText)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        key = where.rstrip("`").removeprefix("$.").removeprefix("$") or "the position"
        raise BadOpening(f"position, {key}: {message[0].lower()}{message[1:]}") from None


def stands(figure: FigureText) -> str | None:
    return PASSAGE if figure.state == "in_passage" else figure.zone


def state_of(figure: FigureText) -> str:
    return figure.state or ("in_passage" if figure.zone == PASSAGE else "on_map")


def by_seat(state: State, cards: Cards | None) -> dict[Seat, list[str]]:
    seats = guard_seats(state)
    if isinstance(cards, dict):
        return {seat: list(cards.get(seat, [])) for seat in seats}
    return {seat: list(cards or []) if at == 0 else [] for at, seat in enumerate(seats)}
