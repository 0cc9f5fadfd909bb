"""One open table, wired: session, referee, book, tags, lights and the simulated table, behind what the glass asks for.

`ui.desk` imports it when a table is opened and not before: games, rules and devices take longer to load than the first
page takes to be there. `ui.books` begins and resumes a game, `ui.boxes` is the simulated table with its pieces.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.findings import HIDDEN, Finding, Ignored, Narrowed, Opened, Ruled, Seen
from companion.game import Opening, Player
from companion.games.catalogue import game
from companion.games.files import LANGUAGES
from companion.journal import BadJournal, Journal
from companion.manifest import Manifest
from companion.ports import Inbox, Lights, Pressed, Report, Trouble
from companion.referee import Referee
from companion.rule_reader import RuleReader
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.settings import Settings
from companion.taking import ALLOW_TAKE_BACK
from companion.verdicts import Accepted, Refused
from companion.views import Hint, TableCheckPanel, View
from companion.windows import Curtain, Window
from hardware.devices import Devices
from hardware.simulated.table import RecordingLights, SimulatedTable
from ui.books import HELD, HINTS, LANGUAGE, SEALED, WAYS, pause_of, proof_name, rules_of, sitter_of
from ui.boxes import TAGS_FILE, BoardedBox, SimulatedBox, load_tags, on_boards, simulated_tags
from ui.ports import (
    HELD_BACK,
    PERSON,
    Acknowledged,
    CannotOpen,
    Heard,
    Narrowing,
    Notice,
    Plan,
    Proof,
    Ruling,
    Sitter,
    Unlocked,
)
from ui.presenter.words import panel
from ui.spoken import headline, seal_words, standing, strange_tag, title_of, trouble_words

EVEN: Final = 0.5
"""Seconds from one moment at which a program's answers are shown to the next."""
MOST_ANSWERS: Final = 200
"""So many answers in a row tell nobody anything in no game; more is a fault, and would never end."""
FULL_BOOK: Final = "book"
"""Why a pick was not taken that could not be written down: no ruling of the game, and said as it is."""


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
        self.title, self.game = title, name
        self.saved = journal.path.name
        self.seats: tuple[str, ...] = tuple(session.seats)
        self._session, self._journal, self._settings = session, journal, settings
        self._language: str = settings.language
        self._listeners: list[Callable[[Heard], None]] = []
        self._pressing: list[Callable[[str], None]] = []
        self._opening = msgspec.json.decode(journal.opening, type=Opening)
        self._noted: dict[str, str] = journal.notes()
        cards = "" if self._opening.cards == "house" else self._opening.cards
        self.plan = Plan(self._opening.map, cards, HINTS in self._noted)
        self.options = {name: value for name, value in self._opening.options.items() if name != "language"}
        self._sealed = self._noted.get(SEALED, "")
        self._proof: Proof | None = None
        self._readers: dict[str, RuleReader] = {}
        self._sitters = {seat: sitter_of(self._noted, seat) for seat in self.seats}
        self._threaded = threaded
        self._players: Mapping[Seat, Player[Any]] = {}
        manifest = simulated_tags(tags, session.tokens()) if simulated else real.manifest if real else Manifest()
        self.referee = Referee(session, manifest, self._opened_by)
        self.referee.empty = self._programs()
        self._windows = {seat: self.referee.window(seat) for seat in (TABLE, *session.seats)}
        self._public = self._windows[TABLE]
        self._devices: SimulatedTable | None = None
        self._real: Devices | None = None
        self.reader = simulated or (real is not None and real.reads)
        self._lights: Lights | None = None
        self.box: SimulatedBox | None = None
        if simulated and boards:
            self._devices = self._lights = boarded = on_boards(self._public.view(), threaded)
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

    def _programs(self) -> frozenset[Seat]:
        return frozenset(Seat(seat) for seat in self.seats if self.sitter(seat).program)

    def sit(self, seat: str, sitter: Sitter) -> None:
        """Somebody sits there from now on, or reads another language."""
        self._sitters = {**self._sitters, seat: sitter}
        self.referee.empty = self._programs()
        self.referee.do(lambda: self._write({PERSON + seat: sitter.person, LANGUAGE + seat: sitter.language}))

    @property
    def pause(self) -> float:
        """How long such an answer takes at least, as was agreed on when the night began."""
        return pause_of(self._noted)

    @property
    def hints(self) -> bool:
        """Whether each new thing is explained tonight."""
        return self.plan.hints

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
        self.title = title_of(game(self.game).about()["titles"], language)

    def pick(self, seat: str, choice: str, basis: int | None) -> Ruling:
        try:
            return self._ruling(self.referee.pick(Seat(seat), choice, basis))
        except BadJournal as error:
            return Ruling(seat, choice, False, say=str(error), reason=FULL_BOOK)

    def weigh(self, seat: str, choice: str) -> Ruling:
        """What a pick would be, in the language of the seat; it is not made."""
        refused = self._session.why_not(Seat(seat), choice)
        if refused is None:
            return Ruling(seat, choice, True)
        return self._refusal(Seat(seat), choice, refused, self.sitter(seat).language)

    def hang(self, curtain: Curtain) -> None:
        self.referee.curtain = curtain

    def kept_for(self, seat: str) -> Heard:
        return self._said(self.referee.kept_for(Seat(seat)))

    def put_aside(self) -> None:
        self.referee.put_aside()

    def vouch(self, piece: str) -> None:
        """A figure stands where it should, somebody says; and what waited for that goes on."""
        finding = self.referee.vouch(piece)
        if finding is not None:
            self._tell(self._said(finding))

    def advise(self, seat: str, seed: int) -> str | None:
        """What a simple player of the seat would pick, by the seat's own copy; None while it is asked nothing."""
        if not self._players:
            self._players = game(self.game).simple_players(len(self.seats), seed)
        return self._session.advice(Seat(seat), self._players[Seat(seat)])

    def play(self) -> None:
        """Answers for the seats that nobody sits in, until everybody is told something.

        All that is secret in between is answered at once, and shown at the next even moment: how long it takes tells
        nothing of how much it was. On a real table nothing is answered while figures stand wrong, since somebody must
        move those of such a seat too.
        """
        told, began = self._public.basis, time.monotonic()
        if not self._asked() or (self._real is not None and panel(self._public.view(), TableCheckPanel) is not None):
            return
        for _answer in range(MOST_ANSWERS):
            asked = self._asked()
            choice = self._program(asked) if asked else None
            if choice is None or not self.pick(asked, choice, None).accepted or self._public.basis != told:
                break
        if self._threaded:  # nothing is shown before this returns
            time.sleep(-(time.monotonic() - began) % EVEN)

    def _asked(self) -> str:
        """The first seat that nobody sits in and that is asked something; empty while people alone are."""
        seats = (seat for seat in self.seats if self.sitter(seat).program and self._windows[Seat(seat)].prompt())
        return next(seats, "")

    def _program(self, seat: str) -> str | None:
        """What the program answers: nothing is taken back, since it cannot forget what that told."""
        prompt = self._windows[Seat(seat)].prompt()
        if prompt is not None and prompt.ask == ALLOW_TAKE_BACK:
            return "refuse"
        return self.advise(seat, secrets.randbits(60))

    def pin_fits(self, seat: str, pin: str) -> bool:
        fits = self._settings.pin_fits(proof_name(self._journal.path, seat), pin)
        return fits and "pin" in self._chosen(seat)

    def opens(self, seat: str) -> tuple[str, ...]:
        chosen = self._chosen(seat)
        held = HELD in self._noted and "hold" not in chosen and not self.sitter(seat).program
        return (*chosen, "hold") if held else chosen

    def _chosen(self, seat: str) -> tuple[str, ...]:
        """What a seat chose before the game and the settings can check: nothing where they lost what was chosen."""
        if self.sitter(seat).program:
            return ()
        name = proof_name(self._journal.path, seat)
        kept = [way for way, proofs in (("seal", self._settings.seals), ("pin", self._settings.pins)) if name in proofs]
        if WAYS + seat not in self._noted:  # a night that was opened before this was noted
            return tuple(kept) or ("hold",)
        return tuple(way for way in self._noted[WAYS + seat].split() if way in (*kept, "hold"))

    def _opened_by(self, uid: str, named: str | None) -> str | None:
        """Which seat a tag opens: the one that held it up before the game, or that it names and that chose nothing."""
        names = {proof_name(self._journal.path, seat): seat for seat in self.seats if "seal" in self._chosen(seat)}
        held = self._settings.seal_of(names, uid)
        if held is not None:
            return names[held]
        return named if named in self.seats and "hold" in self._chosen(named) else None

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
        self._tell(self._said(finding))
        if isinstance(finding, Ignored) and finding.held:
            self._tell(Unlocked(""))

    def _said(self, finding: Finding | Trouble | None) -> Heard:
        return self._ruling(finding) if isinstance(finding, Ruled) else _heard(finding)

    def _ruling(self, ruled: Ruled) -> Ruling:
        """A verdict with its sentence: why not at all, then why not here and what else."""
        verdict = ruled.verdict
        if isinstance(verdict, Accepted):
            return Ruling(ruled.seat, ruled.choice, True)
        assert isinstance(verdict, Refused)
        if verdict.reason == HIDDEN:
            return Ruling(ruled.seat, ruled.choice, False, reason=HELD_BACK)
        return self._refusal(ruled.seat, ruled.choice, verdict)

    def _refusal(self, seat: Seat, choice: str, refused: Refused, language: str = "") -> Ruling:
        general = self._session.say_refusal(seat, Refused(refused.reason, refused.rule), language)
        head, say = headline(general, self._session.say_refusal(seat, refused, language))
        return Ruling(seat, choice, False, head, say, refused.rule, refused.reason, refused.case)

    def whispered(self, ruling: Ruling) -> Ruling:
        """The same ruling in the language of its seat: what a private screen says, and no other."""
        language = self.sitter(ruling.seat).language
        if ruling.accepted or not language or not ruling.reason or ruling.reason in (FULL_BOOK, HELD_BACK):
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
        if say != self._noted.get("say"):
            said = {each: standing(self._session.view(TABLE, each))[1] for each in LANGUAGES}
            notes["said"] = msgspec.json.encode(said).decode()
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


# ---- in the words of the glass ----------------------------------------------------------------------------------


def _heard(finding: Finding | Trouble | None) -> Heard:
    match finding:
        case Narrowed():
            return Narrowing(finding.seat, finding.ask, finding.choices, finding.answers)
        case Seen():
            return Acknowledged()
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
