"""The one path of a table: judge, write, tell.

A session keeps a copy of the game for every seat, for TABLE and for REFEREE, each folded from the events as that seat
was told them. Nothing is told before its row is durable in the journal. One thread at a time may use a session.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Generic, TypeVar

import msgspec

from companion.chance import Chance
from companion.events import Event, as_told, from_plain, to_plain
from companion.game import BadOpening, Game, Laid, Opening, Outcome, Player, Stands, check_marks
from companion.journal import Journal
from companion.prompts import UNDO, Prompt
from companion.seats import REFEREE, TABLE, Seat
from companion.taking import (
    ALLOW_TAKE_BACK,
    NAMES,
    TAKE_BACK,
    Asked,
    Point,
    Points,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from companion.undoing import Row, Undoing
from companion.unknown import plain
from companion.verdicts import GAME_OVER, NOT_NOW, NOT_YOUR_TURN, STALE, UNKNOWN_CHOICE, Accepted, Refused, Verdict
from companion.views import CardFace, Illustration, TableCheckPanel, View

S = TypeVar("S")

Told = dict[Seat, list[Event]]
"""What happened, as each seat, TABLE and REFEREE are told it."""


class Fault(RuntimeError):
    """A mistake of ours in judging a pick, which changed nothing. Says where it lies, and not one value.

    An exception's own text may name a zone or a card that is a secret, and ends up in logs and on screens.
    """

    @classmethod
    def of(cls, error: Exception) -> Fault:
        """What may be said of `error`."""
        if isinstance(error, cls):
            return error
        frames = traceback.extract_tb(error.__traceback__)[-3:]
        where = ", ".join(f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
        return cls(
            f"the referee made a mistake and changed nothing ({type(error).__name__} in {where}); try another way"
        )


class Whole(msgspec.Struct, Generic[S], frozen=True):
    """Every copy after so many rows, and how much each had been told by then."""

    rows: int
    copies: dict[Seat, S]
    told: dict[Seat, int]

    def __repr__(self) -> str:
        """Nothing of it."""
        return "<Whole>"


class Session(Generic[S]):
    """One table. The only way in is `pick`; the only ways out are a seat's own."""

    def __init__(self, game: Game[S], opening: Opening, journal: Journal | None = None) -> None:
        """Opens a table, and writes down how. Raises BadOpening or BadFile."""
        blank = game.blank(opening)
        chance = Chance(opening.seed, 0)
        laid, first = game.open(blank, opening, chance)
        self._set_up(game, opening, blank, journal)
        self._lay(laid)
        told = self._as_told(first)
        copies, _ = self._forced(told, self._folded(self._copies, told), chance)
        first = told[REFEREE]
        if journal is not None:
            journal.append(_encode({"laid": [to_plain(e) for e in laid], "first": [to_plain(e) for e in first]}))
        self._tell(Row(REFEREE, (), tuple(first)), copies, told)

    @classmethod
    def resume(cls, game: Game[S], opening: Opening, journal: Journal) -> Session[S]:
        """The table that a journal tells of, at the prompt where it stopped. Draws nothing that is written there.

        Raises BadOpening where the journal does not fit the game.
        """
        check_marks(opening)
        if not journal.count:
            return cls(game, opening, journal)  # the power failed between the opening and the first row
        *_, (session, _) = cls.steps(game, opening, journal)
        return session

    @classmethod
    def steps(cls, game: Game[S], opening: Opening, journal: Journal) -> Iterator[tuple[Session[S], int | None]]:
        """The table after each row of its journal, and the number of the row that was undone by it, if one was.

        It is the same table each time. Raises BadOpening where the journal does not fit the game.
        """
        session = cls.__new__(cls)
        session._set_up(game, opening, game.blank(opening), journal)
        try:
            for number, entry in enumerate(journal.entries()):
                row, undone = msgspec.json.decode(entry), None
                if number == 0:
                    session._lay([from_plain(e, game.events) for e in row["laid"]])
                    session._replay(Row(REFEREE, (), tuple(from_plain(e, game.events) for e in row["first"])))
                elif "learnt" in row:
                    session._learnt[Seat(row["seat"])].add(row["learnt"])
                elif "undo" in row:
                    undone = row["undo"]
                    session._fold_without(Seat(row["seat"]), row["undo"])
                elif "taking" in row:
                    session._taking(Seat(row["seat"]), row["taking"])
                else:
                    events = tuple(from_plain(e, game.events) for e in row["events"])
                    session._replay(Row(Seat(row["seat"]), tuple(row["picks"]), events))
                yield session, undone
        except Exception as error:  # whatever a row of another version does to a fold
            kind = type(error).__name__
            raise BadOpening(f"{journal.path}: the journal does not fit this version of {game.id} ({kind})") from None

    def whole(self) -> Whole[S]:
        """All that anybody knows. For a night that is over, and nobody else."""
        return Whole(self._rows, dict(self._copies), {seat: len(heard) for seat, heard in self._told.items()})

    def _set_up(self, game: Game[S], opening: Opening, blank: S, journal: Journal | None) -> None:
        self._game, self._opening, self._journal = game, opening, journal
        self.seats: tuple[Seat, ...] = game.seats(opening.players)
        everyone = (*self.seats, TABLE, REFEREE)
        self._copies: dict[Seat, S] = dict.fromkeys(everyone, blank)
        self._told: dict[Seat, list[Event]] = {seat: [] for seat in everyone}
        self._prompts: dict[Seat, Prompt | None] = {}
        self._next_prompts: dict[Seat, Prompt | None] = {}
        self._rows = 0
        self._language = ""
        self._learnt: dict[Seat, set[str]] = {seat: set() for seat in everyone}
        self._undoing: Undoing[S] = Undoing(game.sides(opening.players))
        # Taking back: the points of this turn, who is choosing one, and the question that is open to the other side.
        self._points: Points[S] = Points()
        self._choosing: Seat | None = None
        self._asked: Asked | None = None
        self._refused: dict[Seat, int] = {}

    # ---- out: what a seat may learn -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> Prompt | None:
        """What the seat may do now; last, where it can be, `undo` of what nobody else was told, and `take_back` at the
        start of a step, of what is beyond that."""
        if self._asked is not None:
            asks = seat in self.seats and seat not in self._side(self._asked.seat) and seat not in self._asked.allowed
            return Prompt(seat, ALLOW_TAKE_BACK, ("allow", "refuse"), True) if asks else None
        prompt = self._prompts.get(seat)
        if prompt is None:
            return None
        if self._choosing == seat:
            return Prompt(seat, TAKE_BACK, (*(f"to:{name}" for name in self._open_points(seat)), "pass"))
        more: tuple[str, ...] = (UNDO,) if self._undoing.last(seat) is not None else ()
        # Once refused, it is offered again when the seat was told something: by its own count, since what another
        # side picks in private must not show in what is offered here.
        if prompt.opens and self._refused.get(seat) != self.basis(seat) and self._open_points(seat):
            more += (TAKE_BACK,)
        return msgspec.structs.replace(prompt, choices=(*prompt.choices, *more)) if more else prompt

    def _side(self, seat: Seat) -> frozenset[Seat]:
        return self._undoing.side(seat)

    def _open_points(self, seat: Seat) -> dict[str, Point[S]]:
        """The points that a seat may ask for: nobody is asked for what it can undo by itself."""
        points, own = self._points.open_to(seat, self._side(seat), self._rows), self._undoing.reaches(seat)
        return {name: point for name, point in points.items() if own is None or point.rows < own}

    def basis(self, seat: Seat) -> int:
        """How many things the seat has been told."""
        return len(self._told[seat])

    def told(self, seat: Seat, since: int = 0) -> Sequence[Event]:
        """The events as the seat was told them."""
        return self._told[seat][since:]

    def position(self, seat: Seat) -> dict[str, Any]:
        """The situation as the seat knows it."""
        return self._game.position(self._copies[seat], seat)

    def view(self, seat: Seat, language: str = "") -> View:
        """What the seat is shown: in its own language where one is given, else in the table's.

        When the game is over there is nothing to hide any longer, and everybody is told the whole end of it.
        """
        prompt = self.prompt(seat) if seat in self.seats else None
        known, table = self._spoken(seat, language), self._spoken(TABLE, language)
        view = self._game.view(known, table, seat, self._told[seat], prompt)
        if self.outcome() is None:
            return view
        ending = self._game.ending(self._spoken(REFEREE, language), self._told[REFEREE])
        return msgspec.structs.replace(view, panels=(*view.panels, ending))

    def lights(self) -> dict[str, str]:
        """Zone to light, from what is public."""
        return self._game.lights(self._copies[TABLE])

    def stands(self) -> Stands:
        """Where each figure should stand, from what is public."""
        return self._game.stands(self._copies[TABLE])

    def table_check(self, astray: Mapping[str, str | None], language: str = "") -> TableCheckPanel:
        """What must be put right, in words. astray: tokens of figures, and where each was seen instead."""
        return self._game.table_check(self._spoken(TABLE, language), astray)

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._game.outcome(self._copies[TABLE])

    def say_prompt(self, prompt: Prompt) -> tuple[str, tuple[str, ...]]:
        """The prompt and its choices in words."""
        return self._game.say_prompt(self._spoken(prompt.seat), prompt)

    def say_refusal(self, seat: Seat, refused: Refused, language: str = "") -> str:
        """A refusal in words."""
        return self._game.say_refusal(self._spoken(seat, language), refused)

    def describe(self, seat: Seat, event: Event) -> str:
        """An event in words, as the seat was told it."""
        return self._game.describe(self._spoken(seat), event)

    def faces(self) -> tuple[CardFace, ...]:
        """Every kind of card as it is printed."""
        return self._game.faces(self._spoken(TABLE))

    def illustrate(self, seat: Seat, rule: str, language: str = "") -> Illustration | None:
        """A rule as it shows on the table at hand, from what the seat knows."""
        known, table = self._spoken(seat, language), self._spoken(TABLE, language)
        return self._game.illustrate(known, table, seat, rule)

    def learnt(self, seat: Seat) -> frozenset[str]:
        """What was explained to a seat already, or to whoever looks at the table."""
        return frozenset(self._learnt[seat])

    def learn(self, seat: Seat, what: str) -> None:
        """Writes down that something was explained to a seat: in the book, since it tells what the seat was asked."""
        if what in self._learnt[seat]:
            return
        if self._journal is not None:
            self._journal.append(_encode({"seat": seat, "learnt": what}))
        self._learnt[seat].add(what)

    def speak(self, language: str) -> None:
        """From now on this language is spoken, whatever the game was opened in. It is written nowhere."""
        self._language = language

    def _spoken(self, seat: Seat, language: str = "") -> S:
        """The copy of a seat as words are made from it."""
        copy, spoken = self._copies[seat], language or self._language
        return self._game.in_language(copy, spoken) if spoken else copy

    def answers(self, seat: Seat, token: str) -> tuple[str, ...]:
        """The choices of the seat that a physical piece stands for; none while taking back is talked of."""
        if self._asked is not None or self._choosing == seat:
            return ()
        return self._game.answers(self._copies[seat], seat, token)

    def laid(self, token: str) -> Laid:
        """What a physical piece means that is laid before everybody's eyes."""
        over = self._asked is not None or self.outcome() is not None
        return Laid() if over else self._game.laid(self._copies[TABLE], token)

    def routes(self, seat: Seat, token: str, zone: str) -> Sequence[tuple[str, ...]]:
        """The ways on which a piece may have come to a zone, as picks."""
        return self._game.routes(self._copies[seat], seat, token, zone)

    def meant(self, token: str) -> tuple[Seat, str]:
        """The seat and choice that a piece stands for where it is not offered: for the sentence why not."""
        return self._game.meant(self._copies[TABLE], token)

    def tokens(self) -> Iterable[str]:
        """Every physical piece of the game."""
        return self._game.tokens(self._copies[TABLE])

    def piece(self, token: str) -> tuple[str, str]:
        """A physical piece in words: its pile, empty where it is no card, and its name."""
        return self._game.piece(self._spoken(TABLE), token)

    def advice(self, seat: Seat, player: Player[S]) -> str | None:
        """What a program that plays the seat would pick now, None while the seat has no prompt."""
        prompt = self.prompt(seat)
        return player.choose(self._copies[seat], prompt) if prompt is not None else None

    # ---- in: one pick -------------------------------------------------------------------------------------------

    def pick(self, seat: Seat, choice: str, basis: int | None = None) -> Verdict:
        """Judges one pick to the end: refused, or written down and told.

        Raises JournalFull and the like, and Fault, with nothing changed.
        """
        fault = None
        try:
            ruled = self._judged(seat, choice, basis)
        except Exception as error:
            fault = Fault.of(error)
        if fault is not None:
            raise fault  # out here, so that it does not carry the error along as its context
        if isinstance(ruled, Refused):
            return ruled
        if choice == UNDO:
            return self._undo(seat)
        if choice == TAKE_BACK or self._choosing == seat or self._asked is not None:
            return self._take(seat, choice)
        row, copies, told = ruled
        if self._journal is not None:
            written = {"seat": seat, "picks": row.picks, "events": [to_plain(event) for event in row.events]}
            self._journal.append(_encode(written), self._note(copies))
        self._tell(row, copies, told)
        return Accepted(row.picks)

    def why_not(self, seat: Seat, choice: str) -> Refused | None:
        """Why the seat may not pick this now, None where it may. Nothing comes of asking, and nobody hears of it."""
        if not self._game.readable(self._copies[seat], choice):
            return Refused(UNKNOWN_CHOICE)
        if self.outcome() is not None:
            return Refused(GAME_OVER, self._game.general[GAME_OVER])
        if self._asked is not None or self._choosing == seat:
            return Refused(NOT_NOW)
        if self._prompts.get(seat) is None:
            return Refused(NOT_YOUR_TURN, self._game.general[NOT_YOUR_TURN])
        return self._game.refusal(self._copies[seat], seat, choice)

    def _judged(self, seat: Seat, choice: str, basis: int | None) -> Refused | tuple[Row, dict[Seat, S], Told]:
        """Why a pick is refused, or what it leads to; nothing is changed yet."""
        known = self._copies[seat]
        if choice != UNDO and not self._game.readable(known, choice) and not _is_taking(choice):
            return Refused(UNKNOWN_CHOICE)
        if basis is not None and basis != self.basis(seat):
            return Refused(STALE)
        if self.outcome() is not None:
            return Refused(GAME_OVER, self._game.general[GAME_OVER])
        if self._asked is not None or self._choosing == seat or choice == TAKE_BACK:
            return self._judged_taking(seat, choice)
        if self._prompts.get(seat) is None:
            return Refused(NOT_YOUR_TURN, self._game.general[NOT_YOUR_TURN])
        if choice == UNDO:
            return (Row(seat, (UNDO,), ()), {}, {}) if self._undoing.last(seat) is not None else Refused(NOT_NOW)
        refused = self._game.refusal(known, seat, choice)
        if refused is not None:
            return refused
        chance = Chance(self._opening.seed, self._rows + 1)
        events, truth = self._game.judge(self._copies[REFEREE], seat, choice, chance)
        told = self._as_told(events)
        copies, answers = self._forced(told, self._folded(self._copies, told, truth), chance)
        return Row(seat, (choice, *answers), tuple(told[REFEREE])), copies, told

    # ---- taking back --------------------------------------------------------------------------------------------

    def _judged_taking(self, seat: Seat, choice: str) -> Refused | tuple[Row, dict[Seat, S], Told]:
        prompt = self.prompt(seat)
        if prompt is None:
            return Refused(NOT_YOUR_TURN, self._game.general[NOT_YOUR_TURN])
        return (Row(seat, (choice,), ()), {}, {}) if choice in prompt.choices else Refused(NOT_NOW)

    def _take(self, seat: Seat, choice: str) -> Verdict:
        """Asking, answering and returning: all but the choosing of a point is told, and written down first."""
        if choice == TAKE_BACK or choice == "pass":
            self._choosing = seat if choice == TAKE_BACK else None
            return Accepted((choice,))
        if self._journal is not None:
            self._journal.append(_encode({"seat": seat, "taking": choice}))
        self._taking(seat, choice)
        return Accepted((choice,))

    def _taking(self, seat: Seat, choice: str) -> None:
        self._choosing = None
        if self._asked is None:
            self._asked = Asked(seat, choice.removeprefix("to:"))
            self._hear(self._as_told([TakeBackAsked(seat, self._asked.to)]))
            return
        asked = msgspec.structs.replace(self._asked, allowed=(*self._asked.allowed, seat))
        others = [other for other in self.seats if other not in self._side(asked.seat)]
        if choice == "allow" and len(asked.allowed) < len(others):
            self._asked = asked
            return
        self._asked = None
        self._rows += 1
        self._hear(self._as_told([TakeBackAnswered(choice == "allow")]))
        self._refused = {asked.seat: self.basis(asked.seat)}
        if choice == "allow":
            self._return(self._points.open_to(asked.seat, self._side(asked.seat), self._rows)[asked.to])

    def _return(self, point: Point[S]) -> None:
        """The copies are as they were; told only grows, and each seat hears how much it had been told then."""
        self._copies = dict(point.copies)
        self._prompts = {owner: self._game.prompt(self._copies[owner], owner) for owner in self.seats}
        self._undoing.forget()
        for seat, heard in self._told.items():
            heard.append(TakenBack(point.told[seat]))
        self._points.back(point, self._game.moment(self._copies[TABLE]))

    def _mark(self, row: Row) -> None:
        """Keeps the public moment that the table stands at after a row, as a point to return to."""
        self._points.told(self._rows - 1, row.seat, row.events)
        opens = not self._undoing and any(p is not None and p.opens for p in self._prompts.values())
        point = Point(self._rows, self._copies, {seat: len(heard) for seat, heard in self._told.items()})
        self._points.reach(self._game.moment(self._copies[TABLE]), point, opens)

    def random(self, picks: int, seed: int) -> int:
        """Plays up to so many random legal picks for whoever has a prompt; how many were played."""
        source = random.Random(seed)
        for played in range(picks):
            settled = self._asked is None and self._choosing is None  # else that comes first
            open_now = self._prompts.values() if settled else map(self.prompt, self.seats)
            asked = [prompt for prompt in open_now if prompt is not None]
            if not asked:
                return played
            prompt = source.choice(asked)
            self.pick(prompt.seat, source.choice(prompt.choices))
        return picks

    def _forced(self, told: Told, copies: dict[Seat, S], chance: Chance) -> tuple[dict[Seat, S], tuple[str, ...]]:
        """The answers that the referee gives itself, until every open prompt is a question. Sets the prompts.

        What follows from them is added to what is told.
        """
        answers: list[str] = []
        while True:
            prompts = {seat: self._game.prompt(copies[seat], seat) for seat in self.seats}
            asked = next(((s, p.forced) for s, p in prompts.items() if p is not None and p.forced), None)
            if asked is None:
                self._next_prompts = prompts
                return copies, tuple(answers)
            seat, answer = asked
            events, truth = self._game.judge(copies[REFEREE], seat, str(answer), chance)
            more = self._as_told(events)
            copies = self._folded(copies, more, truth)
            for hearer, heard in told.items():
                heard += more[hearer]
            answers.append(str(answer))

    # ---- telling ------------------------------------------------------------------------------------------------

    def _as_told(self, events: Sequence[Event]) -> Told:
        """Events as each seat is told them; the referee is told all."""
        return {
            seat: list(events)
            if seat == REFEREE
            else [told for event in events if (told := as_told(event, seat)) is not None]
            for seat in self._copies
        }

    def _folded(self, copies: dict[Seat, S], told: Told, truth: S | None = None) -> dict[Seat, S]:
        """The copies after what each seat was told. truth: the referee's, where it was worked out already."""
        evolve = self._game.evolve
        after: dict[Seat, S] = {}
        for seat, known in copies.items():
            if seat == REFEREE and truth is not None:
                after[seat] = truth
                continue
            for event in told[seat]:
                known = evolve(known, event)
            after[seat] = known
        return after

    def _lay(self, laid: Sequence[Event]) -> None:
        """What lies on the table before anything is told; it does not count in `told`."""
        self._copies = self._folded(self._copies, self._as_told(laid))

    def _hear(self, told: Told) -> None:
        for seat, heard in self._told.items():
            heard += told[seat]

    def _tell(self, row: Row, copies: dict[Seat, S], told: Told) -> None:
        """Makes visible what is durable, and keeps what can be undone."""
        before, self._copies = self._copies, copies
        asked, self._prompts = self._prompts, self._next_prompts
        row = msgspec.structs.replace(row, heard={seat: len(heard) for seat, heard in self._told.items()})
        self._hear(told)
        if row.seat in self.seats:
            self._undoing.keep(self._rows, row, before, asked, self._prompts)
        self._rows += 1
        self._mark(row)

    def _undo(self, seat: Seat) -> Verdict:
        number = self._undoing.last(seat)
        assert number is not None
        if self._journal is not None:
            self._journal.append(_encode({"seat": seat, "undo": number}))
        self._fold_without(seat, number)
        return Accepted((UNDO,))

    def _fold_without(self, seat: Seat, number: int) -> None:
        """Folds again without one row: the copies are as if it had not been picked; told only grows.

        Whoever was not told that it was picked is not told that it was taken back: a fellow does not count cards.
        """
        gone, before, stay = self._undoing.undo(seat, number)
        self._points.undone(number)
        copies = dict(before)
        for row in stay:
            copies = self._folded(copies, self._as_told(row.events))
        self._copies = copies
        events = self._as_told(gone.events)
        for owner, heard in self._told.items():
            if owner in (seat, REFEREE) or gone.is_told(owner):
                told = as_told(self._game.undone(seat, gone.heard[owner], len(events[owner])), owner)
                heard += [told] if told is not None else []
        self._prompts = {owner: self._game.prompt(copies[owner], owner) for owner in self.seats}
        self._rows += 1

    # ---- reading a journal back ---------------------------------------------------------------------------------

    def _replay(self, row: Row) -> None:
        told = self._as_told(row.events)
        copies = self._folded(self._copies, told)
        self._next_prompts = {seat: self._game.prompt(copies[seat], seat) for seat in self.seats}
        self._tell(row, copies, told)

    def _note(self, copies: dict[Seat, S]) -> dict[str, str] | None:
        """What the list of games may say of this one: public facts only."""
        outcome = self._game.outcome(copies[TABLE])
        return {"winner": outcome.winner} if outcome is not None else None


def _encode(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row, enc_hook=plain)


def _is_taking(choice: str) -> bool:
    return choice in (TAKE_BACK, "allow", "refuse", *(f"to:{name}" for name in NAMES))
