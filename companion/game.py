"""What a game is to the referee: pure functions on one seat's copy of what it knows.

`evolve` never asks whose copy it folds, and is total over UNKNOWN. Whether a pick is legal, and why not, is judged by
`refusal` on the picking seat's own copy; `judge` works out the consequences on the referee's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
import msgspec.inspect

from companion.chance import Chance
from companion.events import Event
from companion.prompts import Prompt
from companion.seats import Seat
from companion.verdicts import Refused
from companion.views import CardFace, EndingPanel, Illustration, LogLine, TableCheckPanel, Trail, View

S = TypeVar("S")
K = TypeVar("K", contravariant=True)
M = TypeVar("M", bound=msgspec.Struct)


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table was opened with. Everything in it but the seed is public before the first secret.

    map, cards: the name of a shipped one, or a path. position: where the game stands instead of at its beginning.
    marks: digests of map and card files given by path, so that a resumed game notices a changed file.
    """

    game: str
    players: int = 2
    seed: int = 0
    map: str = ""
    cards: str = "house"
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    marks: dict[str, str] = {}

    def __repr__(self) -> str:
        """Neither the seed nor the position: with either one knows everybody's secrets."""
        return f"<Opening of {self.game} for {self.players}>"


class BadOpening(ValueError):
    """An opening or position that cannot be played; the text is one sentence that names the key and the way out."""


def marked(opening: Opening) -> Opening:
    """The opening with a digest of its map and card files, where they were given by path."""
    return msgspec.structs.replace(opening, marks=_digests(opening))


def check_marks(opening: Opening) -> None:
    """Raises BadOpening where a map or card file is not the one that the game was opened with."""
    now = _digests(opening)
    for key, mark in opening.marks.items():
        path = getattr(opening, key)
        if key not in now:
            raise BadOpening(f"{key}: {path} is not there any longer; this game was opened with it, so put it back")
        if now[key] != mark:
            raise BadOpening(f"{key}: {path} was changed since this game was opened; put the old file back")


def _digests(opening: Opening) -> dict[str, str]:
    files = {key: Path(getattr(opening, key)) for key in ("map", "cards") if getattr(opening, key)}
    return {key: hashlib.sha256(path.read_bytes()).hexdigest() for key, path in files.items() if path.is_file()}


def read_options(kind: type[M], given: Mapping[str, Any]) -> M:
    """A game's options as they were chosen. Raises BadOpening where one is unknown or of another type."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        text, _, where = str(error).partition(" - at `$.")
        named = where.rstrip("`") + ": " if where else ""
        options = ", ".join(kind.__struct_fields__)
        raise BadOpening(f"options: {named}{text[0].lower()}{text[1:]}; options are {options}") from None


def allowed_values(options: type[msgspec.Struct]) -> dict[str, list[Any]]:
    """What each option of a game may be, the default first."""
    found: dict[str, list[Any]] = {}
    kind = msgspec.inspect.type_info(options)
    assert isinstance(kind, msgspec.inspect.StructType)
    for field in kind.fields:
        others: list[Any] = [field.default]
        if isinstance(field.type, msgspec.inspect.BoolType):
            others = [field.default, not field.default]
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            others += [value for value in field.type.values if value != field.default]
        found[field.name] = others
    return found


def in_words(
    describe: Callable[[S, Event], str], rule_of: Callable[[Event], str | None], known: S, events: Iterable[Event]
) -> list[LogLine]:
    """Events as lines, each with the rule behind it; those that say nothing are left out."""
    said = ((describe(known, event), rule_of(event)) for event in events)
    return [LogLine(text=text, rule=rule) for text, rule in said if text]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended. winner: a side, `draw`, or `shared`, where winners names those who share it."""

    winner: str
    reason: str
    rule: str
    winners: tuple[str, ...] = ()


class Laid(msgspec.Struct, frozen=True):
    """What a piece means that is laid before everybody's eyes, by what everybody knows.

    seats: whom it may be a play of, the likeliest first; of nobody where it answers no open question. asks: the
    questions that it answers. choices: what it stands for by public facts alone, as a touch on a public screen could
    say it. played: what it would be played as out of a hand, which all then see; whether it can be hangs on the hand.
    refused: why nobody can, whatever he holds.
    """

    seats: tuple[Seat, ...] = ()
    asks: frozenset[str] = frozenset()
    choices: tuple[str, ...] = ()
    played: str = ""
    refused: Refused | None = None


class Stands(msgspec.Struct, frozen=True):
    """Where the figures of a game stand by what is public. Of a figure that is left out nothing can be said now.

    places: token to zone, None for a figure that stands beside the board. loose: those that somebody may have in hand
    now, because they may be about to move.
    """

    places: Mapping[str, str | None] = {}
    loose: frozenset[str] = frozenset()


class Player(Protocol[K]):
    """Somebody who plays a seat by program: honest, since it gets that seat's own copy and nothing else."""

    def choose(self, known: K, prompt: Prompt) -> str:
        """One of the prompt's choices. `known` is the seat's own copy."""
        ...


class Reckoning(Protocol[K]):
    """Follows a night from what everybody was told, and nothing else, and says where hidden figures may be."""

    def hear(self, table: K, told: Sequence[Event]) -> None:
        """What everybody was told in one step. table: the public copy after it."""
        ...

    def trails(self, table: K) -> tuple[Trail, ...]:
        """Where each hidden figure may be now."""
        ...


class Game(Protocol[S]):
    """One game, as the session knows it. Copies (`S`) are values that only the game looks into."""

    @property
    def id(self) -> str:
        """The name by which it is opened."""
        ...

    @property
    def events(self) -> Mapping[str, type[Event]]:
        """Every kind of event, by name."""
        ...

    @property
    def general(self) -> Mapping[str, str]:
        """The rules behind what every game refuses: `game_over` and `not_your_turn`."""
        ...

    def about(self) -> dict[str, Any]:
        """Titles, player numbers and options with defaults, for `games`."""
        ...

    def seats(self, players: int) -> tuple[Seat, ...]:
        """The seats of a game for so many. Raises BadOpening for a number the game is not made for."""
        ...

    def sides(self, players: int) -> tuple[frozenset[Seat], ...]:
        """The seats in groups that play together."""
        ...

    def blank(self, opening: Opening) -> S:
        """A copy that was told nothing but the opening. Raises BadOpening, or BadFile for a map or card set."""
        ...

    def open(self, blank: S, opening: Opening, chance: Chance) -> tuple[list[Event], list[Event]]:
        """What lies on the table before anybody was told anything, and what is told first."""
        ...

    def evolve(self, known: S, event: Event) -> S:
        """The copy after the event as its owner was told it."""
        ...

    def prompt(self, known: S, seat: Seat) -> Prompt | None:
        """What the seat may do now, from that seat's own copy."""
        ...

    def readable(self, known: S, choice: str) -> bool:
        """False when the choice cannot be read, or names something that does not exist."""
        ...

    def refusal(self, known: S, seat: Seat, choice: str) -> Refused | None:
        """Why the seat may not pick this now, judged on its own copy; None when it may."""
        ...

    def judge(self, truth: S, seat: Seat, choice: str, chance: Chance) -> tuple[list[Event], S]:
        """What follows from a legal pick, and the referee's copy after it."""
        ...

    def moment(self, table: S) -> tuple[Any, Any]:
        """The turn and the phase that the public copy stands in: where they change, a point to return to is kept."""
        ...

    def undone(self, seat: Seat, told: int, events: int) -> Event:
        """The event by which a side is told that a pick of its seat was taken back.

        told: how much the hearer had been told before that pick; events: how much of it was told with the pick.
        """
        ...

    def routes(self, known: S, seat: Seat, token: str, zone: str) -> Sequence[tuple[str, ...]]:
        """The ways, as picks in a row, that a figure may have come to the zone where it was put down."""
        ...

    def answers(self, known: S, seat: Seat, token: str) -> tuple[str, ...]:
        """The choices of the seat's prompt that a scanned piece stands for."""
        ...

    def meant(self, known: S, token: str) -> tuple[Seat, str]:
        """The seat and the choice that a scanned piece would stand for if it were offered: what is judged then."""
        ...

    def laid(self, table: S, token: str) -> Laid:
        """What a piece means that is laid before everybody's eyes, worked out from what is public."""
        ...

    def stands(self, table: S) -> Stands:
        """Where each figure should stand, worked out from what is public."""
        ...

    def table_check(self, table: S, astray: Mapping[str, str | None]) -> TableCheckPanel:
        """What must be put right, in words. astray: tokens of figures, and where each was seen instead."""
        ...

    def tokens(self, known: S) -> Iterable[str]:
        """Every physical piece of the game, as `card:DECK/KIND/N`, `guard:ID`, `figure:NAME`, `seal:SEAT`."""
        ...

    def piece(self, known: S, token: str) -> tuple[str, str]:
        """A physical piece in words: the pile it lies in, empty where it is no card, and its name."""
        ...

    def simple_players(self, players: int, seed: int) -> Mapping[Seat, Player[S]]:
        """A simple player for every seat, to fill a chair or show the game; the same seed plays the same."""
        ...

    def outcome(self, known: S) -> Outcome | None:
        """How the game ended, None while it goes on."""
        ...

    def position(self, known: S, seat: Seat) -> dict[str, Any]:
        """The complete situation as the copy has it."""
        ...

    def lights(self, table: S) -> dict[str, str]:
        """Zone to light, worked out from what is public."""
        ...

    def view(self, known: S, table: S, seat: Seat, told: Sequence[Event], prompt: Prompt | None) -> View:
        """What the seat is shown. `table` is the public copy: lights are computed from it alone."""
        ...

    def ending(self, truth: S, happened: Sequence[Event]) -> EndingPanel:
        """How a game ended and what became of whom: from the referee's copy, and so of a game that is over alone."""
        ...

    def in_language(self, known: S, language: str) -> S:
        """The same copy, to be shown and told of in another language than the game was opened in."""
        ...

    def say_prompt(self, known: S, prompt: Prompt) -> tuple[str, tuple[str, ...]]:
        """The prompt's sentence, and one for each of its choices."""
        ...

    def say_refusal(self, known: S, refused: Refused) -> str:
        """The sentence of a refusal, in the language of the game."""
        ...

    def describe(self, known: S, event: Event) -> str:
        """An event in words, as its hearer was told it; empty where there is nothing to say."""
        ...

    # ---- the rules, and a night that is over

    def retold(self, truth: S, events: Sequence[Event]) -> Sequence[LogLine]:
        """What happened in a step in words, for whoever may know everything. truth: the referee's copy after it."""
        ...

    def faces(self, known: S) -> tuple[CardFace, ...]:
        """Every kind of card as it is printed."""
        ...

    def illustrate(self, known: S, table: S, seat: Seat, rule: str) -> Illustration | None:
        """A rule as it shows on the table at hand, from the seat's own copy; None where nothing shows it."""
        ...

    def rule_of(self, event: Event) -> str | None:
        """The rule behind an event, where one stands plainly behind it."""
        ...

    def reckoning(self) -> Reckoning[S] | None:
        """Somebody who works out where hidden figures may be; None where nothing moves in secret."""
        ...

    def sign_of(self, event: Event) -> str:
        """The icon of an event that one looks for in a night that is over, else nothing."""
        ...
