"""What the glass asks of the house, and what the house says to it: values, and Protocols that `ui.desk` fulfils."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

import msgspec

from companion.seats import TABLE, Seat
from companion.settings import Settings
from companion.views import CardFace, Hint, NightColumn, NightStep, RuleLeaf, RuleLine, RulingLine

if TYPE_CHECKING:
    from companion.enrolling import Enrolment
    from companion.windows import Curtain, Window

# ---- what the deciding thread says -------------------------------------------------------------------------------


PIECES: Final = frozenset({"guard", "patrol", "figure"})
"""Forms of picks that name a figure."""


class Ruling(msgspec.Struct, frozen=True):
    """What came of a pick. head, say, rule: why not, in one line and for this case, and by which rule.

    case: what the refusal names.
    """

    seat: str
    choice: str
    accepted: bool
    head: str = ""
    say: str = ""
    rule: str | None = None
    reason: str = ""
    case: dict[str, str] = {}


class Narrowing(msgspec.Struct, frozen=True):
    """A piece on the table that may stand for several choices of a seat.

    answers: it stands for one, which is the answer as soon as that may be given.
    """

    seat: str
    ask: str
    choices: tuple[str, ...]
    answers: bool = False


class Acknowledged(msgspec.Struct, frozen=True):
    """A piece was laid down that is nobody's open play: no more is said of it."""


class Unlocked(msgspec.Struct, frozen=True):
    """A tag that is no piece was held to the reader: the seat that may look, none where it is nobody's seal."""

    seat: str


class Notice(msgspec.Struct, frozen=True):
    """Something that people should read. device: what speaks; over: it has passed."""

    device: str
    say: str
    over: bool = False


PERSON: Final = "person "
"""Before a seat: the public note of who sits there."""

HELD_BACK: Final = "held_back"
"""The reason of a refusal in the open where the true one may be a secret: no more is said of it."""

Heard = Ruling | Narrowing | Acknowledged | Unlocked | Notice | None


# ---- what the glass needs of the house ---------------------------------------------------------------------------


class Offer(msgspec.Struct, frozen=True):
    """A game that can be opened here. sign: the icon on its board. note: what it is about; minutes: how long it is.

    seatings: how so many players share the seats, in a sentence with its rules, where there is something to say.
    drawn: the option that names who sits first, where that is drawn among the players.
    """

    id: str
    title: str
    players: tuple[int, ...]
    sign: str = "shuriken"
    drawn: str = ""
    note: str = ""
    minutes: int = 0
    seatings: dict[int, tuple[str, tuple[str, ...]]] = {}


class Option(msgspec.Struct, frozen=True):
    """A ruling that a table may choose otherwise before it opens.

    values: what it may be, the default first. rule: its number, empty where it is no ruling. say: the ruling in words.
    """

    name: str
    values: tuple[bool | int | str, ...]
    rule: str = ""
    say: str = ""


class Plan(msgspec.Struct, frozen=True):
    """How an evening is to be: on which map and with which cards, the game's own where empty.

    hints: each new thing is explained once, when it comes up.
    """

    map: str = ""
    cards: str = ""
    hints: bool = False


class Sitter(msgspec.Struct, frozen=True):
    """Who sits in a seat: a name, and the language of the private screen; the table's where it is empty.

    program: nobody does, and a simple player answers for it. Its private screen is opened by nothing.
    """

    person: str = ""
    language: str = ""
    program: bool = False


class Starter(msgspec.Struct, frozen=True):
    """An evening made ready: so many players, a plan, and rulings chosen otherwise. note: what is special about it."""

    title: str
    note: str
    players: int
    plan: Plan
    options: dict[str, bool | int | str] = {}


class Saved(msgspec.Struct, frozen=True):
    """A game that is in its book. say: where it stands, from public notes alone; persons: who sits where, by seat."""

    id: str
    title: str
    say: str
    started: str = ""
    persons: dict[str, str] = {}


class Proof(msgspec.Struct, frozen=True):
    """What reading the whole book back found. sealed: the seal that was shown when the night began."""

    unbroken: bool
    lines: int
    sealed: str
    say: str = ""


class HeldTag(msgspec.Struct, frozen=True):
    """A tag that was held to a reader while no game is open.

    unfit: why it cannot be used, in a word: `random`, `half`, `length`, `not_hex`; empty where it can. piece: under
    which piece it is, empty where it is under none.
    """

    uid: str
    unfit: str = ""
    piece: str = ""


class CannotOpen(Exception):
    """A table that cannot be opened; the text is one sentence with the way out."""


class CannotWrite(Exception):
    """A file that cannot be written; the text is one sentence with the way out."""


class Box(Protocol):
    """The simulated table: the pieces in the box, and what lies where. Pieces are named as tokens, `guard:g7`."""

    def pieces(self) -> tuple[str, ...]: ...

    def name(self, piece: str) -> tuple[str, str]:
        """The pile of a piece, empty where it is no card, and its name, a card's with its number."""

    def where(self) -> Mapping[str, str]: ...

    def put(self, piece: str, zone: str) -> None: ...

    def take(self, piece: str) -> None: ...

    def lay(self, piece: str) -> None: ...

    def lift(self, piece: str) -> None: ...

    def on_reader(self) -> tuple[str, ...]: ...

    def lights(self) -> Mapping[str, str]: ...


@runtime_checkable
class BoardBox(Box, Protocol):
    """A simulated table on zone boards, whose cables can be pulled: that of the board under a zone."""

    def pull(self, zone: str) -> None: ...

    def plug(self, zone: str) -> str: ...


class Rulebook(Protocol):
    """The rules of a game in the language and with the options of who reads it. From any thread."""

    @property
    def words(self) -> tuple[str, ...]: ...

    def search(self, words: str) -> tuple[RuleLine, ...]: ...

    def parts(self) -> tuple[RuleLine, ...]: ...

    def part(self, id: str) -> tuple[RuleLine, ...]: ...

    def phases(self) -> tuple[RuleLine, ...]: ...

    def phase(self, id: str) -> tuple[RuleLine, ...]: ...

    def rulings(self) -> tuple[RuleLine, ...]: ...

    def cards(self) -> tuple[RuleLine, ...]: ...

    def leaf(self, number: str) -> RuleLeaf | None: ...

    def touching(self, card: CardFace) -> tuple[tuple[RuleLine, ...], tuple[RulingLine, ...]]:
        """The rules that touch a card when it is played, and the rulings."""


class TagTray(Protocol):
    """Simulated tags, to hold to a simulated reader: by name, as tokens or in a word (`sticker`, `phone`)."""

    def tags(self) -> tuple[str, ...]: ...

    def name(self, tag: str) -> str:
        """What a piece is called."""

    def hold(self, tag: str) -> None:
        """Holds a tag to the reader until it is lifted, or another is held there."""

    def lift(self) -> None: ...


class TagReader(Protocol):
    """The readers of this table, while no game is open. tray: tags to hold, where the table is simulated."""

    @property
    def tray(self) -> TagTray | None: ...

    def heard(self) -> tuple[HeldTag | Notice, ...]:
        """What was held there, and what is to be read, since the last call."""

    def close(self) -> None: ...


class Enrolling(Protocol):
    """The pieces of a game on the way to their tags, and the reader these are shown to. `close` lets go of it."""

    enrolment: Enrolment
    path: Path

    @property
    def reader(self) -> TagReader | None: ...

    def name(self, piece: str) -> tuple[str, str]:
        """The pile of a piece, empty where it is no card, and its name."""

    def print_list(self, title: str, note: str, figures: str, language: str) -> Path:
        """Writes a page to print, with every piece and its tag. Raises CannotWrite."""

    def close(self) -> None: ...


class Table(Protocol):
    """One open table. `do`, `box`, `rules`, `opens`, `reader`, `sit` and `sitter` from any thread; everything else on
    the deciding one.

    saved: by which it is resumed. reader: whether there is something to hold a seal to. plan, options: how it was
    opened, the language apart.
    """

    game: str
    plan: Plan
    options: dict[str, bool | int | str]
    title: str
    seats: tuple[str, ...]
    saved: str
    reader: bool

    @property
    def box(self) -> Box | None: ...

    def do(self, work: Callable[[], None]) -> None: ...

    def step(self) -> int: ...

    def speak(self, language: str) -> None: ...

    def listen(self, listener: Callable[[Heard], None]) -> None: ...

    def press(self, pressed: Callable[[str], None]) -> None:
        """Calls `pressed` with each button of the table that is pressed, in whatever thread felt it."""

    def window(self, seat: Seat = TABLE) -> Window: ...

    def pick(self, seat: str, choice: str, basis: int | None) -> Ruling: ...

    def weigh(self, seat: str, choice: str) -> Ruling:
        """What a pick would be, in the language of its seat; it is not made, and nobody hears of it."""

    def dim(self, share: float) -> None:
        """How bright the lights of the table are, from 0 to 1. From any thread."""

    def hush(self, silent: bool) -> None:
        """Whether whatever else may sound at the table is silent. From any thread."""

    def hang(self, curtain: Curtain) -> None:
        """Pieces on the card reader are judged by what this curtain hides, from now on."""

    def kept_for(self, seat: str) -> Heard:
        """What was laid down last in the open and may be for a seat whose private window opens now."""

    def put_aside(self) -> None:
        """Nothing that was laid down is kept any longer."""

    def vouch(self, piece: str) -> None: ...

    def play(self) -> None:
        """Answers for the seats that a program plays, until everybody is told something."""

    def pin_fits(self, seat: str, pin: str) -> bool: ...

    @property
    def hints(self) -> bool: ...

    @property
    def pause(self) -> float:
        """How many seconds each answer takes at least tonight that must not tell anything."""

    def hint(self, seat: str, ask: str, phase: str) -> Hint | None: ...

    def learn(self, seat: str, key: str) -> None: ...

    def rules(self, seat: str = "") -> Rulebook:
        """The rules in the table's language, or in that of a seat's private screen."""

    def sitter(self, seat: str) -> Sitter: ...

    def sit(self, seat: str, sitter: Sitter) -> None: ...

    def whispered(self, ruling: Ruling) -> Ruling:
        """The same ruling in the language of its seat."""

    def opens(self, seat: str) -> tuple[str, ...]:
        """What opens a seat's private screen: `seal`, `pin`, `hold`; nothing where what it chose cannot be checked."""

    def sealed(self) -> str: ...

    def prove(self) -> Proof: ...

    def close(self) -> None: ...


class Night(Protocol):
    """A night that is over. Belongs to whoever reads it."""

    @property
    def seats(self) -> Sequence[str]: ...

    @property
    def columns(self) -> tuple[NightColumn, ...]: ...

    @property
    def result(self) -> tuple[str, str]: ...

    def __len__(self) -> int: ...

    def at(self, number: int, through: Iterable[str] = ()) -> NightStep: ...

    def signs(self, number: int) -> tuple[str, ...]: ...


class Desk(Protocol):
    """Where games are opened and resumed. Only while no table is open. troubles: what was wrong in its files.

    `load` fetches, in any thread and at any time, what a table will need.
    """

    settings: Settings
    troubles: tuple[str, ...]

    def games(self) -> tuple[Offer, ...]: ...

    def saved(self) -> tuple[Saved, ...]: ...

    def seats(self, game: str, players: int) -> tuple[str, ...]: ...

    def rules(self, game: str) -> Rulebook: ...

    def options(self, game: str) -> tuple[Option, ...]: ...

    def open(
        self,
        game: str,
        players: int,
        pins: Mapping[str, str],
        options: Mapping[str, bool | int | str] | None = None,
        seals: Mapping[str, str] | None = None,
        plan: Plan | None = None,
        sitters: Mapping[str, Sitter] | None = None,
    ) -> Table: ...

    def starters(self, game: str) -> tuple[Starter, ...]: ...

    def maps(self, game: str) -> tuple[tuple[str, str], ...]: ...

    def cards(self, game: str) -> tuple[tuple[str, str], ...]: ...

    def wrong_with(self, game: str, players: int, plan: Plan) -> str:
        """Why nobody can play so, in one sentence; empty where one can."""

    def draw(self, count: int) -> int: ...

    def reader(self, ring: Callable[[], object], game: str, players: int) -> TagReader | None:
        """The readers of this table, to hold tags to; None where it has none. ring: called from any thread when there
        is something to hear. Raises CannotOpen."""

    def enrolling(self, ring: Callable[[], object], game: str) -> Enrolling:
        """The pieces of a game, to be given their tags, and the same readers. Raises CannotOpen."""

    def resume(self, saved: str) -> Table: ...

    def in_background(self, work: Callable[[], None]) -> None: ...

    def ended(self) -> tuple[Saved, ...]: ...

    def replay(self, ended: str) -> tuple[Night, Rulebook]: ...

    def export(self, ended: str, night: Night, rules: Rulebook, names: dict[str, str]) -> str: ...

    def picture_of(self, ended: str) -> Path: ...

    def keep(self, settings: Settings) -> str: ...

    def load(self) -> None: ...
