"""The desk of the house: games are listed, opened and resumed here.

What a table is made of stands in `ui.opened` and is imported when one is opened: the list of games needs none of it.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from companion.games.shelf import SHELF
from companion.settings import Settings, own_folder, settings_file
from ui import ports
from ui.locale import _
from ui.ports import PERSON, CannotOpen, Offer, Option, Plan, Saved, Sitter, Starter
from ui.spoken import stood, title_of

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.replay import Night
    from companion.rule_reader import RuleReader
    from companion.session import Session
    from ui.opened import OpenTable, RealTable
    from ui.tagging import Enrolling, Tagging

MOST_AWAY = 60
"""Seats of nights whose books are not in the folder at hand, the newest, whose PINs and seals are kept all the same."""


class House:
    """Where games are opened and resumed.

    simulated: with the simulated table; boards: on simulated zone boards. rig: the file that describes a real one, in
    its place. threaded: the referee decides in its own thread. seed: for games that must be played alike, otherwise by
    chance. clock: what the book calls the time, `2025-01-31 18:30`.
    """

    def __init__(
        self,
        settings_path: Path | str | None = None,
        *,
        simulated: bool = True,
        rig: Path | None = None,
        boards: bool = False,
        threaded: bool = True,
        seed: int | None = None,
        clock: Callable[[], str] = lambda: time.strftime("%Y-%m-%d %H:%M"),
    ) -> None:
        self._path = settings_path
        self.settings, wrong = Settings.load(settings_path)
        self.troubles = tuple(str(error) for error in wrong)
        self.simulated = simulated and rig is None
        self._rig, self._boards = rig, boards
        self._threaded, self._seed, self._clock = threaded, seed, clock
        self._given_up: set[str] = set()

    def games(self) -> tuple[Offer, ...]:
        """Every game there is, in the language of the settings."""
        language = self.settings.language
        return tuple(
            Offer(
                id=book.id,
                title=title_of(book.titles, language),
                players=book.players,
                sign=book.sign,
                drawn=book.drawn,
                note=title_of(book.notes, language),
                minutes=book.minutes,
                seatings={count: (title_of(one.say, language), one.rules) for count, one in book.seatings.items()},
            )
            for book in SHELF
        )

    def seats(self, name: str, players: int) -> tuple[str, ...]:
        from companion.games.catalogue import game

        return tuple(game(name).seats(players))

    def saved(self) -> tuple[Saved, ...]:
        """The games that were not played to their end, the last started first; behind them what is damaged."""
        return self._nights(over=False) + self._damaged()

    def ended(self) -> tuple[Saved, ...]:
        """The nights that are over, the last started first."""
        return self._nights(over=True)

    def _nights(self, over: bool) -> tuple[Saved, ...]:
        folder = self.settings.tables_folder()
        if not folder.is_dir():
            return ()
        from companion.journal import tables

        titles = {offer.id: offer.title for offer in self.games()}
        found = []
        for table in tables(folder):
            if table.in_use or ("winner" in table.notes) != over or not table.notes.get("game"):
                continue
            title = titles.get(table.notes["game"], table.notes["game"])
            persons = {key.removeprefix(PERSON): who for key, who in table.notes.items() if key.startswith(PERSON)}
            say, started = stood(table.notes, self.settings.language), table.notes.get("started", "")
            found.append(Saved(table.path.name, title, say, started, persons))
        return tuple(found)

    def _damaged(self) -> tuple[Saved, ...]:
        """Books that cannot be read as they are: going on with one repairs it first, or says what cannot be done."""
        folder = self.settings.tables_folder()
        if not folder.is_dir():
            return ()
        from companion.journal import tables

        broken = [
            table.path.name for table in tables(folder) if table.trouble and table.path.name not in self._given_up
        ]
        return tuple(Saved(name, _("A damaged night"), _("what can be read of it goes on")) for name in broken)

    def in_background(self, work: Callable[[], None]) -> None:
        """Does something in a thread of its own; at once where the house has none."""
        if self._threaded:
            Thread(target=work, name="background", daemon=True).start()
        else:
            work()

    def replay(self, ended: str) -> tuple[Night[Any], RuleReader]:
        """A night that is over, and the rules as it was played by them. Raises CannotOpen."""
        from ui.books import read_night

        return read_night(self.settings.tables_folder() / ended, self.settings.language)

    def export(self, ended: str, night: ports.Night, rules: ports.Rulebook, names: dict[str, str]) -> str:
        """Writes a night as one page that needs no network, beside its book; where, or why not."""
        from ui.books import named, write_page

        book = self.settings.tables_folder() / ended
        path, names = book.with_suffix(".html"), named(book, names)
        return write_page(night, rules, path, names, self.settings.language)  # type: ignore[arg-type]

    def picture_of(self, ended: str) -> Path:
        """Where the picture of a night is written."""
        return (self.settings.tables_folder() / ended).with_suffix(".png")

    def rules(self, name: str) -> RuleReader:
        """The rules of a game as it is played unless a table chooses otherwise."""
        from companion.game import Opening
        from companion.games.catalogue import game
        from ui.books import rules_of

        return rules_of(Opening(name, min(game(name).about()["players"])), self.settings.language)

    def options(self, name: str) -> tuple[Option, ...]:
        """The rulings of a game that a table may choose otherwise, with their sentences; not the language."""
        from companion.games.catalogue import game
        from companion.games.rulebooks import RULEBOOKS

        rules = {rule.option: rule for rule in RULEBOOKS[name]() if rule.option}
        found = []
        for option, values in game(name).about()["allowed"].items():
            rule = rules.get(option)
            say = (rule.texts.get(self.settings.language) or rule.texts["en"]) if rule is not None else ""
            if option != "language" and len(values) > 1:
                found.append(Option(option, tuple(values), rule.id if rule is not None else "", say))
        return tuple(found)

    def open(
        self,
        name: str,
        players: int,
        pins: Mapping[str, str],
        options: Mapping[str, bool | int | str] | None = None,
        seals: Mapping[str, str] | None = None,
        plan: Plan | None = None,
        sitters: Mapping[str, Sitter] | None = None,
    ) -> OpenTable:
        """A new game, its book, its PINs and seals, and who sits where. Raises CannotOpen."""
        from companion.game import Opening
        from ui import books, opened

        if (options or {}).get("deck") == "physical" and any(one.program for one in (sitters or {}).values()):
            raise CannotOpen(_("Kuroko holds no real cards: let them be dealt, in Rulings, or somebody sit there."))
        real = opened.real_table(self._rig, self.settings.sound) if self._rig is not None else None
        seed = secrets.randbits(60) if self._seed is None else self._seed
        plan = plan or Plan()
        chosen = {**(options or {}), "language": self.settings.language}
        opening = Opening(name, players, seed, map=plan.map, cards=plan.cards or "house", options=chosen)
        agreed = {books.HINTS: plan.hints, books.HELD: self.settings.open_by_hold}
        notes = {note: "yes" for note, wanted in agreed.items() if wanted} | books.seated(sitters or {})
        notes[books.PAUSE] = f"{self.settings.answer_pause_seconds:g}"
        proofs = {"seal": seals or {}, "pin": pins}
        session, journal = books.begin(opening, self.settings.tables_folder(), self._clock(), notes, proofs)
        changed = self.settings.with_persons(
            {
                sitter.person: sitter.language or self.settings.language
                for sitter in (sitters or {}).values()
                if not sitter.program
            }
        )
        for seat, pin in pins.items():
            changed = changed.with_pin(books.proof_name(journal.path, seat), pin)
        if seals:
            changed = changed.with_seals({books.proof_name(journal.path, seat): uid for seat, uid in seals.items()})
        said = self._save(self._pruned(self._with_those_in_the_file(changed)))
        return self._table(session, journal, name, said, real)

    def resume(self, saved: str) -> OpenTable:
        """A game as it stood when it was left, at the same question. Raises CannotOpen."""
        from ui import books, opened

        real = opened.real_table(self._rig, self.settings.sound) if self._rig is not None else None
        try:
            session, journal, said = books.go_on(self.settings.tables_folder() / saved)
        except ports.CannotOpen:
            self._given_up.add(saved)  # it was said why; offered again it would only stand before other nights
            raise
        name = journal.notes()["game"]
        self.settings = self._with_those_in_the_file(self.settings)
        return self._table(session, journal, name, "" if said.endswith("nothing was lost") else said, real)

    def reader(self, ring: Callable[[], object], game: str, players: int) -> Tagging | None:
        """The readers of this table while no game is open, None where it has none. Raises CannotOpen."""
        from companion.games.catalogue import game as found
        from ui import books

        seals = [f"seal:{seat}" for seat in found(game).seats(players)]
        return self._reader(ring, books.box_of(game, self.settings.language), seals)

    def enrolling(self, ring: Callable[[], object], game: str, reads: bool = True) -> Enrolling:
        """The pieces of a game, to be given their tags; without `reads` no reader is opened. Raises CannotOpen."""
        from ui import books, boxes
        from ui.tagging import Enrolling

        session = books.box_of(game, self.settings.language)
        reader = self._reader(ring, session, []) if reads else None
        path = self._simulated_tags
        if not self.simulated:
            path = (self._rig or settings_file(self._path)).with_name(boxes.TAGS_FILE)
        try:
            return Enrolling(session, path, reader.manifest if reader is not None else boxes.load_tags(path), reader)
        except CannotOpen:
            if reader is not None:
                reader.close()
            raise

    def _reader(self, ring: Callable[[], object], session: Session[Any], seals: list[str]) -> Tagging | None:
        """seals: those that lie in the tray of a simulated table, beside a piece and tags of other kinds."""
        from ui import boxes, opened
        from ui.tagging import Tagging

        if self._rig is not None:
            real = opened.real_table(self._rig, self.settings.sound)
            return Tagging(real.manifest, ring, devices=real.devices) if real.reads else None
        if not self.simulated:
            return None
        from hardware.simulated.table import SimulatedTable

        tokens = tuple(session.tokens())
        every = boxes.simulated_tags(self._simulated_tags, (*tokens, *seals))
        shown = {token: uid for token in (*seals, tokens[0]) if (uid := every.uid(token)) is not None}
        enrolled = boxes.load_tags(self._simulated_tags)
        table = SimulatedTable(running=self._threaded)
        manifest = every if seals else enrolled
        return Tagging(manifest, ring, simulated=table, pieces=shown, name=lambda piece: session.piece(piece)[1])

    @property
    def _simulated_tags(self) -> Path:
        from ui import boxes

        return settings_file(self._path).with_name(boxes.SIMULATED_TAGS)

    def starters(self, name: str) -> tuple[Starter, ...]:
        """Evenings made ready, in the language of the settings."""
        from companion.games.starters import starters

        language = self.settings.language
        return tuple(
            Starter(
                title_of(found.title, language),
                title_of(found.note, language),
                found.players,
                Plan(found.map, "", found.hints),
                dict(found.options),
            )
            for found in starters(name)
        )

    def maps(self, name: str) -> tuple[tuple[str, str], ...]:
        """The maps of a game with their titles, the usual one first; none where it is played without."""
        return self._titled(name, "map_titles", "maps")

    def cards(self, name: str) -> tuple[tuple[str, str], ...]:
        """The card sets of a game with their titles, the usual one first."""
        return self._titled(name, "card_titles", "cards")

    def _titled(self, name: str, key: str, folder: str) -> tuple[tuple[str, str], ...]:
        """What a game brings along, and what lies in the folder beside the settings: `cards/scorpion/mine.toml`."""
        from companion.games.catalogue import game
        from companion.games.files import own_files

        titles = dict(game(name).about().get(key, {}))
        if titles:
            titles |= own_files(own_folder(folder, name, self._path))
        return tuple((id, title_of(found, self.settings.language)) for id, found in titles.items())

    def wrong_with(self, name: str, players: int, plan: Plan) -> str:
        """Why a map or card set cannot be played with; those that come along always can."""
        if not plan.map and not plan.cards:
            return ""
        from companion.game import Opening
        from ui import books

        try:
            books.lay(Opening(name, players, map=plan.map, cards=plan.cards or "house"))
        except CannotOpen as error:
            return str(error)
        return ""

    def draw(self, count: int) -> int:
        """One of so many, by chance."""
        return secrets.randbelow(count) if self._seed is None else random.Random(self._seed).randrange(count)

    def load(self) -> None:
        """Loads, in whatever thread this is, what a table will need."""
        from ui import books

        books.load()

    def keep(self, settings: Settings) -> str:
        """Other settings from now on; a sentence where they could not be written."""
        return self._save(self._with_those_in_the_file(settings))

    def _save(self, settings: Settings) -> str:
        self.settings = settings
        error = settings.save(self._path)
        return str(error) if error else ""

    def _with_those_in_the_file(self, settings: Settings) -> Settings:
        """With the PINs and seals that the file has now: it may have been put back since it was read."""
        return settings.with_proofs_of(Settings.load(self._path)[0])

    def _pruned(self, settings: Settings) -> Settings:
        """Without the PINs and seals of most games whose books are not here: they are gone, or in another folder."""
        from companion.journal import SUFFIX

        folder = settings.tables_folder()
        here = {path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")}
        away = {name for name in (*settings.pins, *settings.seals) if name.rpartition("-")[0] not in here}
        for name in sorted(away, key=lambda name: name.partition("-")[2], reverse=True)[MOST_AWAY:]:
            settings = settings.without_proofs(name)
        return settings

    def _table(
        self, session: Session[Any], journal: Journal, name: str, said: str, real: RealTable | None
    ) -> OpenTable:
        from ui.opened import OpenTable

        title = next(offer.title for offer in self.games() if offer.id == name)
        return OpenTable(
            session,
            journal,
            self.settings,
            name=name,
            title=title,
            simulated=self.simulated,
            threaded=self._threaded,
            said=said,
            real=real,
            tags=self._simulated_tags,
            boards=self._boards,
        )
