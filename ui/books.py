"""Games begun, resumed and read again: a session and its book, with the public notes that hold all night."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from companion import replay_page
from companion.files import BadFile, write_whole
from companion.game import BadOpening, Opening, marked
from companion.games.catalogue import game
from companion.games.files import LANGUAGES
from companion.games.rulebooks import RULEBOOKS
from companion.journal import SUFFIX, BadJournal, Journal
from companion.replay import Night, NotOver
from companion.rule_reader import RuleReader
from companion.session import Session
from companion.verdicts import Refused
from ui.ports import PERSON, CannotOpen, Sitter
from ui.spoken import headline

FIRST: Final = "scorpion"
"""The game that is opened most."""
FIRST_BYTES: Final = b"SQLite format 3\0"
"""What every book begins with."""
HINTS: Final = "hints"
"""The public note of a night in which each new thing is explained."""
HELD: Final = "held"
"""The public note of a night in which a held finger opens every private screen. It was agreed on before anything was
hidden; whoever changes the setting later opens nobody's."""
WAYS: Final = "opened by "
"""Before a seat: the public note of what opens its private screen, `seal`, `pin` or both, or `hold` where it chose
neither. What these are checked against stands in the settings; where it is lost, nothing opens the seat."""
PAUSE: Final = "answer pause"
"""The public note of how many seconds each answer takes at least that must not tell anything, as was agreed on before
anything was hidden; whoever changes the setting later makes it longer, and no shorter."""
SEALED: Final = "sealed"
"""The public note that keeps the seal shown when the night began."""
LANGUAGE: Final = "language "
"""Before a seat: the public note of which language is read there."""
PROGRAM: Final = "program "
"""Before a seat: the public note that a simple player answers for it."""


def begin(
    opening: Opening,
    folder: Path,
    started: str,
    notes: Mapping[str, str] | None = None,
    proofs: Mapping[str, Collection[str]] | None = None,
) -> tuple[Session[Any], Journal]:
    """A new game and its book in that folder. Raises CannotOpen.

    notes: what holds all night, HINTS, HELD, who sits where. proofs: `seal` and `pin`, each with the seats that chose
    it.
    """
    try:
        opening = marked(opening)
        Session(game(opening.game), opening)  # what is refused here must not leave a file behind
        folder.mkdir(parents=True, exist_ok=True)
        path = _free(folder, opening.game, started)
        journal = Journal.create(path, msgspec.json.encode(opening), started=started)
        journal.note("game", opening.game)
        session = Session(game(opening.game), opening, journal)
        for key, value in {**(notes or {}), **_ways(session.seats, proofs or {})}.items():
            journal.note(key, value)
        return session, journal
    except (BadOpening, BadFile, BadJournal) as error:
        raise CannotOpen(str(error)) from None
    except OSError as error:
        raise CannotOpen(f"{error.filename}: the game cannot be kept there ({error.strerror})") from None


def lay(opening: Opening) -> None:
    """Lays a table that nobody plays at. Raises CannotOpen."""
    try:
        Session(game(opening.game), marked(opening))
    except (BadOpening, BadFile) as error:
        raise CannotOpen(f"{error}.") from None
    except OSError as error:
        raise CannotOpen(f"{error.filename}: this file cannot be read ({error.strerror}); choose another.") from None


def pause_of(notes: Mapping[str, str]) -> float:
    """How long such an answer takes at least by the public note; 0 where a night was begun before it was noted.

    >>> pause_of({"answer pause": "3"}), pause_of({}), pause_of({"answer pause": "nan"})
    (3.0, 0.0, 0.0)
    """
    try:
        seconds = float(notes.get(PAUSE, ""))
    except ValueError:
        return 0.0
    return seconds if 0 < seconds <= 30 else 0.0


def seated(sitters: Mapping[str, Sitter]) -> dict[str, str]:
    """Who sits where, as it stands on the public note."""
    told = {PERSON + seat: sitter.person for seat, sitter in sitters.items()}
    told |= {LANGUAGE + seat: sitter.language for seat, sitter in sitters.items()}
    told |= {PROGRAM + seat: "yes" for seat, sitter in sitters.items() if sitter.program}
    return {key: value for key, value in told.items() if value}


def _ways(seats: Iterable[str], proofs: Mapping[str, Collection[str]]) -> dict[str, str]:
    """What opens each seat, as it stands on the public note."""
    ways = {seat: [way for way, chosen in proofs.items() if seat in chosen] for seat in seats}
    return {WAYS + seat: " ".join(found or ["hold"]) for seat, found in ways.items()}


def sitter_of(notes: Mapping[str, str], seat: str) -> Sitter:
    """Who sits in a seat by the public note; a language that is none of ours is the table's."""
    language = notes.get(LANGUAGE + seat, "")
    known = language if language in LANGUAGES else ""
    return Sitter(notes.get(PERSON + seat, ""), known, PROGRAM + seat in notes)


def named(path: Path, names: Mapping[str, str]) -> dict[str, str]:
    """The names of seats, each with who sat there by the public note of a book."""
    try:
        with Journal.open(path) as journal:
            notes = journal.notes()
    except (BadJournal, OSError):
        return dict(names)
    persons = {seat: notes.get(PERSON + seat, "") for seat in names}
    return {seat: f"{name} - {persons[seat]}" if persons[seat] else name for seat, name in names.items()}


def go_on(path: Path) -> tuple[Session[Any], Journal, str]:
    """A game as its book has it, at the same question; and what the book had to say. Raises CannotOpen."""
    try:
        journal, said = Journal.recover(path)
        opening = msgspec.json.decode(journal.opening, type=Opening)
        session = Session.resume(game(opening.game), opening, journal)
        if "game" not in journal.notes():
            journal.note("game", opening.game)  # the page with the notes was lost
        return session, journal, said
    except (BadOpening, BadFile, BadJournal) as error:
        raise CannotOpen(str(error)) from None
    except (OSError, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise CannotOpen(f"{path}: the game cannot be read ({type(error).__name__}); choose another") from None


def read_night(path: Path, language: str) -> tuple[Night[Any], RuleReader]:
    """A night that is over, read from its book and the book closed again; and its rules. Raises CannotOpen."""
    if path.is_file() and not _begins_as_book(path):
        raise CannotOpen(f"{path}: this is no book of a night; books end in .kuroko, that of a demo is journal.db.")
    try:
        with Journal.open(path) as journal:
            opening = msgspec.json.decode(journal.opening, type=Opening)
            night = Night.read(game(opening.game), opening, journal, language)
    except (BadOpening, BadFile, BadJournal, NotOver) as error:
        raise CannotOpen(f"{error}.") from None
    except (OSError, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise CannotOpen(f"{path}: this night cannot be read ({type(error).__name__}); choose another.") from None
    return night, rules_of(opening, language)


def _begins_as_book(path: Path) -> bool:
    """Whether a file begins as every book does; so does one that cannot be read, for of that something else is said."""
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_BYTES)) == FIRST_BYTES
    except OSError:
        return True


def write_page(night: Any, rules: RuleReader, path: Path, names: dict[str, str], language: str) -> str:
    """Writes a night as one page; where it is, or why it is not."""
    try:
        write_whole(path, replay_page.page(night, rules, path.stem, names, language).encode())
    except BadFile as error:
        return f"{error}."
    return str(path)


def rules_of(opening: Opening, language: str) -> RuleReader:
    """The rules of a game as a table reads them that was opened so."""
    played = game(opening.game)
    known = played.in_language(played.blank(opening), language)

    def say(reason: str, rule: str) -> str:
        return headline(played.say_refusal(known, Refused(reason, rule)), "")[0]

    return RuleReader(
        RULEBOOKS[opening.game](),
        language,
        defaults=played.about()["options"],
        options=opening.options,
        cards=played.faces(known),
        say_reason=say,
    )


def load() -> None:
    """Loads what every table needs and the board that most are played on, so that the next one is there sooner."""
    Session(game(FIRST), Opening(FIRST, 2))


def box_of(name: str, language: str, board: str = "") -> Session[Any]:
    """A table of the game that nobody plays at, to say which pieces there are and what they are called: CannotOpen.

    board: a map of the game, the usual one unless said.
    """
    try:
        players = max(game(name).about()["players"])
        return Session(game(name), Opening(name, players, map=board, options={"language": language}))
    except (BadOpening, BadFile) as error:
        raise CannotOpen(str(error)) from None


def _free(folder: Path, name: str, started: str) -> Path:
    """A name for a new book that nothing has yet."""
    stem = f"{name}-{re.sub(r'[^0-9]', '', started)}"
    number = 1
    while True:
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        if not path.exists():
            return path
        number += 1


def proof_name(path: Path, seat: str) -> str:
    """Each game has its own PINs and seals: a new one for the next game must not open the last."""
    return f"{path.name.removesuffix(SUFFIX)}-{seat}"
