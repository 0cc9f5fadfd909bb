"""One open table, wired: session, referee, book, tags, lights and the simulated table, behind what the glass asks for.

`ui.desk` imports it when a table is opened and not before: games, rules and devices take longer to load than the first
page takes to be there. Beside `ui.desk` and `ui.__main__` the one module of the glass that reaches into every room.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from companion import replay_page
from companion.files import BadFile, write_whole
from companion.game import BadOpening, Opening, Player, marked
from companion.games.catalogue import game
from companion.games.files import LANGUAGES
from companion.games.rulebooks import RULEBOOKS
from companion.journal import SUFFIX, BadJournal, Journal
from companion.manifest import Manifest
from companion.ports import Inbox, Lights, Pressed, Report, Trouble
from companion.referee import Finding, Ignored, Narrowed, Opened, Referee, Ruled
from companion.replay import Night, NotOver
from companion.rule_reader import RuleReader
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.settings import Settings
from companion.verdicts import Accepted, Refused
from companion.views import BoardPanel, Hint, View
from companion.windows import Window
from hardware.devices import Devices
from hardware.simulated.table import RecordingLights, SimulatedTable
from ui.ports import CannotOpen, Heard, Narrowing, Notice, Proof, Ruling, Sitter, Unlocked
from ui.spoken import headline, seal_words, standing, strange_tag, title_of, trouble_words

if TYPE_CHECKING:
    from hardware.simulated.boards import BoardedTable

FIRST: Final = "scorpion"
"""The game that is opened most."""
TAGS_FILE: Final = "tags.toml"
"""Beside the rig: which piece each tag is under."""
SIMULATED_TAGS: Final = "simulated-tags.toml"
"""Beside the settings: what was enrolled with the simulated reader, for a table that is no real one."""
HINTS: Final = "hints"
"""The public note of a night in which each new thing is explained."""
HELD: Final = "held"
"""The public note of a night in which a held finger opens every private screen. It was agreed on before anything was
hidden; whoever changes the setting later opens nobody's."""
SEALED: Final = "sealed"
"""The public note that keeps the seal shown when the night began."""
PERSON: Final = "person "
LANGUAGE: Final = "language "
"""Before a seat: the public notes of who sits there and reads which language."""
FULL_BOOK: Final = "book"
"""Why a pick was not taken that could not be written down: no ruling of the game, and said as it is."""


class Shining(Protocol):
    """Lights of which it can be seen how they shine."""

    @property
    def latest(self) -> Mapping[str, str]: ...


class SimulatedBox:
    """The simulated table, its pieces named by what is under their tags."""

    def __init__(self, table: SimulatedTable, manifest: Manifest, lights: Shining, session: Session[Any]) -> None:
        self._table, self._manifest, self._lights = table, manifest, lights
        self._tokens, self.name = tuple(session.tokens()), session.piece
        self._laid: list[str] = []

    def pieces(self) -> tuple[str, ...]:
        return self._tokens

    def where(self) -> Mapping[str, str]:
        found = {self._manifest.token(uid): zone for uid, zone in dict(self._table.zones).items()}
        return {token: zone for token, zone in found.items() if token is not None}

    def put(self, piece: str, zone: str) -> None:
        self._table.put(self._uid(piece), zone)

    def take(self, piece: str) -> None:
        zone = self.where().get(piece)
        if zone is not None:
            self._table.take(self._uid(piece), zone)

    def lay(self, piece: str) -> None:
        """Lays a piece on the reader, alone. Where time stands still it has been read when this returns."""
        for other in tuple(self._laid):
            self.lift(other)
        self._table.lay(self._uid(piece))
        self._laid.append(piece)
        self._settle()

    def lift(self, piece: str) -> None:
        if piece in self._laid:
            self._laid.remove(piece)
            self._table.lift(self._uid(piece))
            self._settle()

    def on_reader(self) -> tuple[str, ...]:
        return tuple(self._laid)

    def lights(self) -> Mapping[str, str]:
        return self._lights.latest

    def _uid(self, piece: str) -> str:
        uid = self._manifest.uid(piece)
        if uid is None:
            raise ValueError(f"there is no tag under {piece}")
        return uid

    def _settle(self) -> None:
        if not self._table.running:
            self._table.settle()


class BoardedBox(SimulatedBox):
    """The same, on simulated zone boards."""

    def __init__(self, table: BoardedTable, manifest: Manifest, session: Session[Any]) -> None:
        super().__init__(table, manifest, table, session)
        self._boards = table

    def pull(self, zone: str) -> None:
        self._boards.pull(zone)

    def plug(self, zone: str) -> str:
        return self._boards.plug(zone)


class RealTable(msgspec.Struct, frozen=True):
    """What stands beside the screen: the devices of a rig, and which piece each tag is under."""

    devices: Devices
    manifest: Manifest

    @property
    def reads(self) -> bool:
        """Whether there is a reader to hold a tag to."""
        return bool(self.devices.cards or self.devices.rig.places)


def real_table(rig: Path, sound: bool = True) -> RealTable:
    """The table that the rig in this file describes, with the tags in the file beside it. Raises CannotOpen."""
    from hardware.rig import BadRig, load_rig

    try:
        return RealTable(Devices(load_rig(rig), _Monotonic(), sound=sound), load_tags(rig.with_name(TAGS_FILE)))
    except BadRig as error:
        raise CannotOpen(f"{error}.") from None


class _Monotonic:
    def now(self) -> float:
        return time.monotonic()


class _Front:
    """The referee's inbox, but for buttons: they are heard at once, whatever the deciding thread is doing."""

    def __init__(self, inbox: Inbox, pressed: Callable[[str], None]) -> None:
        self._inbox, self._pressed = inbox, pressed

    def post(self, report: Report) -> None:
        if isinstance(report, Pressed):
            self._pressed(report.button)
        else:
            self._inbox.post(report)


class OpenTable:
    """One open table. `threaded`: the referee decides in its own thread; otherwise in `step`."""

    def __init__(
        self,
        session: Session[Any],
        journal: Journal,
        settings: Settings,
        *,
        name: str,
        title: str,
        simulated: bool,
        threaded: bool,
        said: str = "",
        real: RealTable | None = None,
        tags: Path | None = None,
        boards: bool = False,
    ) -> None:
        """tags: the file of what was enrolled on a simulated table; boards: that stands on simulated zone boards."""
        self.title, self._name = title, name
        self.saved = journal.path.name
        self.seats: tuple[str, ...] = tuple(session.seats)
        self.seal = seal_words(journal.seal_at(0))
        self._session, self._journal, self._settings = session, journal, settings
        self._language: str = settings.language
        self._listeners: list[Callable[[Heard], None]] = []
        self._pressing: list[Callable[[str], None]] = []
        self._opening = msgspec.json.decode(journal.opening, type=Opening)
        self._noted: dict[str, str] = journal.notes()
        self._sealed = self._noted.get(SEALED, "")
        self._proof: Proof | None = None
        self._readers: dict[str, RuleReader] = {}
        self._sitters = {seat: _sitter(self._noted, seat) for seat in self.seats}
        self._players: Mapping[Seat, Player[Any]] = {}
        manifest = simulated_tags(tags, session.tokens()) if simulated else real.manifest if real else Manifest()
        self.referee = Referee(session, manifest, self._opened_by)
        self._windows = {seat: self.referee.window(seat) for seat in (TABLE, *session.seats)}
        self._public = self._windows[TABLE]
        self._devices: SimulatedTable | None = None
        self._real: Devices | None = None
        self.reader = simulated or (real is not None and real.reads)
        self._lights: Lights | None = None
        self.box: SimulatedBox | None = None
        if simulated and boards:
            self._devices = self._lights = boarded = _on_boards(self._public.view(), threaded)
            self.box = BoardedBox(boarded, manifest, session)
        elif simulated:
            self._devices, lights = SimulatedTable(running=threaded), RecordingLights(keep=100)
            self.box = SimulatedBox(self._devices, manifest, lights, session)
            self._lights = lights
        elif real is not None:
            self._real = self._lights = real.devices
        self.referee.listen(self._decided)
        if said:
            self.referee.do(lambda: self._tell(Notice("book", said)))
        if threaded:
            self.referee.start()
        if self._devices is not None:
            self._devices.start(self.referee) if threaded else self._devices.attach(self.referee)
        if self._real is not None:
            self._real.show(self._public.lights())
            self._real.start(_Front(self.referee, self._press))

    # ---- any thread ---------------------------------------------------------------------------------------------

    def dim(self, share: float) -> None:
        if self._lights is not None:
            self._lights.dim(share)

    def hush(self, silent: bool) -> None:
        """Whether the buzzer is silent from now on."""
        if self._real is not None:
            self._real.hush(silent)

    def do(self, work: Callable[[], None]) -> None:
        self.referee.do(work)

    def listen(self, listener: Callable[[Heard], None]) -> None:
        self._listeners.append(listener)

    def press(self, pressed: Callable[[str], None]) -> None:
        """Calls `pressed` with each button that is pressed, in the thread that felt it."""
        self._pressing.append(pressed)

    def _press(self, button: str) -> None:
        for pressed in self._pressing:
            pressed(button)

    def rules(self, seat: str = "") -> RuleReader:
        """The rules in the language of the table or of a seat, with what the table chose."""
        return rules_of(self._opening, self.sitter(seat).language or self._language)

    def sitter(self, seat: str) -> Sitter:
        """Who sits there. All may know it."""
        return self._sitters.get(seat, Sitter())

    def sit(self, seat: str, sitter: Sitter) -> None:
        """Somebody sits there from now on, or reads another language."""
        self._sitters = {**self._sitters, seat: sitter}
        self.referee.do(lambda: self._write({PERSON + seat: sitter.person, LANGUAGE + seat: sitter.language}))

    @property
    def hints(self) -> bool:
        """Whether each new thing is explained tonight."""
        return HINTS in self._noted

    def hint(self, seat: str, ask: str, phase: str) -> Hint | None:
        """What explains a question, or else the phase, to a seat that was not told yet; None where nothing does."""
        kind = ask.rpartition("_")[0] if len(ask.rpartition("_")[2]) == 1 else ask  # `hide_goal_A` is one of six alike
        language = self.sitter(seat).language or self._language
        if language not in self._readers:
            self._readers[language] = self.rules(seat)
        key, lines = self._readers[language].teach(kind, f"phase {phase}")
        if key in self._session.learnt(Seat(seat)) | self._session.learnt(TABLE):
            return None
        return Hint(key=key, lines=lines) if lines else None

    def learn(self, seat: str, key: str) -> None:
        """What was explained is not explained again tonight."""
        try:
            self._session.learn(Seat(seat), key)
        except BadJournal as error:
            self._tell(Notice("book", str(error)))

    def step(self) -> int:
        """Decides what lies in the inbox, in this thread."""
        return self.referee.step()

    def close(self) -> None:
        """Everything decided is in the book already; devices, thread and file are let go."""
        if self._devices is not None:
            self._devices.close()
        if self._real is not None:
            self._real.close()
        self.referee.stop()
        self.referee.step()
        if self._lights is not None:
            self._lights.close()
        self._journal.close()

    # ---- the deciding thread ------------------------------------------------------------------------------------

    def window(self, seat: Seat = TABLE) -> Window:
        return self._windows[seat]

    def speak(self, language: str) -> None:
        """What all is said in from now on, whatever the book was opened in."""
        self._language = language
        self._session.speak(language)
        self.title = title_of(game(self._name).about()["titles"], language)

    def pick(self, seat: str, choice: str, basis: int | None) -> Ruling:
        try:
            return self._ruling(self.referee.pick(Seat(seat), choice, basis))
        except BadJournal as error:
            return Ruling(seat, choice, False, say=str(error), reason=FULL_BOOK)

    def vouch(self, piece: str) -> None:
        """A figure stands where it should, somebody says; and what waited for that goes on."""
        finding = self.referee.vouch(piece)
        if finding is not None:
            self._tell(self._ruling(finding) if isinstance(finding, Ruled) else _heard(finding))

    def advise(self, seat: str, seed: int) -> str | None:
        """What a simple player of the seat would pick, by the seat's own copy; None while it is asked nothing."""
        if not self._players:
            self._players = game(self._name).simple_players(len(self.seats), seed)
        return self._session.advice(Seat(seat), self._players[Seat(seat)])

    def pin_fits(self, seat: str, pin: str) -> bool:
        return self._settings.pin_fits(proof_name(self._journal.path, seat), pin)

    def opens(self, seat: str) -> tuple[str, ...]:
        chosen = self._proofs(seat)
        return chosen if chosen and HELD not in self._noted else (*chosen, "hold")

    def _proofs(self, seat: str) -> tuple[str, ...]:
        """What a seat chose before the game, so that nobody else opens its screen."""
        name = proof_name(self._journal.path, seat)
        return tuple(
            way for way, kept in (("seal", self._settings.seals), ("pin", self._settings.pins)) if name in kept
        )

    def _opened_by(self, uid: str, named: str | None) -> str | None:
        """Which seat a tag opens: the one that held it up before the game, or that it names and that chose nothing."""
        names = {proof_name(self._journal.path, seat): seat for seat in self.seats}
        held = self._settings.seal_of(names, uid)
        if held is not None:
            return names[held]
        return named if named in self.seats and not self._proofs(named) else None

    def sealed(self) -> str:
        return self._sealed

    def prove(self) -> Proof:
        """Reads the whole book back, once: the night is over."""
        if self._proof is None:
            try:
                verified = self._journal.verify()
                seals = {seal_words(row.seal.hex()) for row in self._journal.rows()}
                kept = not self._sealed or self._sealed in seals
                self._proof = Proof(kept, verified.entries, self._sealed)
            except BadJournal as error:
                self._proof = Proof(False, 0, self._sealed, str(error))
        return self._proof

    def _decided(self, finding: Finding | Trouble | None) -> None:
        # In the book by now; so the lights may tell it, and then the glass.
        if self._lights is not None:
            self._lights.show(self._public.lights())
        self._note(self._public.view())
        self._tell(self._ruling(finding) if isinstance(finding, Ruled) else _heard(finding))
        if isinstance(finding, Ignored) and finding.held:
            self._tell(Unlocked(""))

    def _ruling(self, ruled: Ruled) -> Ruling:
        """A verdict with its sentence: why not at all, then why not here and what else."""
        verdict = ruled.verdict
        if isinstance(verdict, Accepted):
            return Ruling(ruled.seat, ruled.choice, True)
        assert isinstance(verdict, Refused)
        return self._refusal(ruled.seat, ruled.choice, verdict)

    def _refusal(self, seat: Seat, choice: str, refused: Refused, language: str = "") -> Ruling:
        general = self._session.say_refusal(seat, Refused(refused.reason, refused.rule), language)
        head, say = headline(general, self._session.say_refusal(seat, refused, language))
        return Ruling(seat, choice, False, head, say, refused.rule, refused.reason, refused.case)

    def whispered(self, ruling: Ruling) -> Ruling:
        """The same ruling in the language of its seat: what a private screen says, and no other."""
        language = self.sitter(ruling.seat).language
        if ruling.accepted or not language or not ruling.reason or ruling.reason == FULL_BOOK:
            return ruling
        refused = Refused(ruling.reason, ruling.rule, ruling.case)
        return self._refusal(Seat(ruling.seat), ruling.choice, refused, language)

    def _tell(self, heard: Heard) -> None:
        for listener in self._listeners:
            listener(heard)

    def _note(self, view: View) -> None:
        """What the list of games may say of this one; and, when the night begins, the seal that is shown then."""
        begun, say = standing(view)
        notes = {"say": say}
        if begun and not self._sealed:
            self._sealed = seal_words(self._journal.digest())
            notes[SEALED] = self._sealed
        self._write(notes)

    def _write(self, notes: Mapping[str, str]) -> None:
        """Writes on the public note what does not stand there yet."""
        for key, value in notes.items():
            if self._noted.get(key, "") != value:
                self._noted[key] = value
                try:
                    self._journal.note(key, value)
                except BadJournal as error:
                    self._tell(Notice("book", str(error)))
                    return


# ---- opening ----------------------------------------------------------------------------------------------------


def begin(
    opening: Opening, folder: Path, started: str, notes: Mapping[str, str] | None = None
) -> tuple[Session[Any], Journal]:
    """A new game and its book in that folder. notes: what holds all night, HINTS, HELD, who sits where. CannotOpen."""
    try:
        opening = marked(opening)
        Session(game(opening.game), opening)  # what is refused here must not leave a file behind
        folder.mkdir(parents=True, exist_ok=True)
        path = _free(folder, opening.game, started)
        journal = Journal.create(path, msgspec.json.encode(opening), started=started)
        journal.note("game", opening.game)
        for key, value in (notes or {}).items():
            journal.note(key, value)
        return Session(game(opening.game), opening, journal), journal
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


def seated(sitters: Mapping[str, Sitter]) -> dict[str, str]:
    """Who sits where, as it stands on the public note."""
    told = {PERSON + seat: sitter.person for seat, sitter in sitters.items()}
    told |= {LANGUAGE + seat: sitter.language for seat, sitter in sitters.items()}
    return {key: value for key, value in told.items() if value}


def _sitter(notes: Mapping[str, str], seat: str) -> Sitter:
    """Who sits in a seat by the public note; a language that is none of ours is the table's."""
    language = notes.get(LANGUAGE + seat, "")
    return Sitter(notes.get(PERSON + seat, ""), language if language in LANGUAGES else "")


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
    try:
        with Journal.open(path) as journal:
            opening = msgspec.json.decode(journal.opening, type=Opening)
            night = Night.read(game(opening.game), opening, journal, language)
    except (BadOpening, BadFile, BadJournal, NotOver) as error:
        raise CannotOpen(f"{error}.") from None
    except (OSError, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise CannotOpen(f"{path}: this night cannot be read ({type(error).__name__}); choose another.") from None
    return night, rules_of(opening, language)


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


def _on_boards(view: View, threaded: bool) -> BoardedTable:
    """Simulated zone boards for a board's zones. Raises CannotOpen."""
    from hardware.simulated.boards import BoardedTable, NoBoards

    zones = [zone for panel in view.panels if isinstance(panel, BoardPanel) for zone in panel.sheet.zones]
    if not zones:
        raise CannotOpen("This game is played without a board: there is nothing for zone boards to do.")
    try:
        return BoardedTable(zones, running=threaded)
    except NoBoards as error:
        raise CannotOpen(str(error)) from None


def load() -> None:
    """Loads what every table needs and the board that most are played on, so that the next one is there sooner."""
    Session(game(FIRST), Opening(FIRST, 2))


def load_tags(path: Path) -> Manifest:
    """What was enrolled, as far as there is such a file. Raises CannotOpen."""
    try:
        return Manifest.load(path) if path.exists() else Manifest()
    except BadFile as error:
        raise CannotOpen(f"{error}.") from None
    except OSError as error:
        raise CannotOpen(f"{path} cannot be read ({error}).") from None


def simulated_tags(path: Path | None, tokens: Iterable[str]) -> Manifest:
    """The tags of a simulated table: those that were enrolled there, and for each other piece one that is made up."""
    manifest = load_tags(path) if path is not None else Manifest()
    made_up = Manifest.simulated(token for token in tokens if manifest.uid(token) is None)
    for uid, token in made_up:
        if manifest.token(uid) is None:
            manifest.bind(uid, token)
    return manifest


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


# ---- in the words of the glass ----------------------------------------------------------------------------------


def _heard(finding: Finding | Trouble | None) -> Heard:
    match finding:
        case Narrowed():
            return Narrowing(finding.seat, finding.ask, finding.choices)
        case Opened():
            return Unlocked(finding.seat)
        case Ignored(reason="lifted"):
            return Notice("tag", "", over=True)  # the strange tag is gone, and so is what was said of it
        case Ignored():
            say = strange_tag(finding.reason, finding.held) if finding.held else finding.say
            return Notice("tag", say, over=not say)
        case Trouble():
            return Notice(finding.device, trouble_words(finding), finding.over)
        case _:
            return None
