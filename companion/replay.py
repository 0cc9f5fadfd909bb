"""A night that is over, read back from its book: every step, as everybody saw it.

Only an ended night is read: whoever could replay a running one would know everybody's secrets. What a step shows is
what the seats looked through were told then; all of them together are the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from companion.events import Event
from companion.game import Game, Opening, Outcome, in_words
from companion.journal import Journal
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session, Whole
from companion.views import (
    BoardPanel,
    CardFace,
    CardsPanel,
    HandPanel,
    LogLine,
    LogPanel,
    NightColumn,
    NightStep,
    Panel,
    PromptPanel,
    TallyPanel,
    TracksPanel,
    Trail,
    View,
)

S = TypeVar("S")
SETUP: Final = "setup"
AIDS: Final = ("noise", "listener", "ended", "last_seen")
"""Marks that help a player to think."""
NUMBERED: Final = 2
"""So many ways of a figure keep their numbers where several maps lie over each other."""
MOST_SIGNS: Final = 2
"""So many signs of a turn are shown."""


class NotOver(Exception):
    """A night that goes on; the text is one sentence with the way out."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: this night is not over, and a replay would tell its secrets; play it to its end first"


class Step(msgspec.Struct, Generic[S], frozen=True):
    """One thing that happened: how much everybody had been told before it, and everything after it."""

    before: dict[Seat, int]
    after: Whole[S]
    trails: tuple[Trail, ...]

    def __repr__(self) -> str:
        """Nothing of it."""
        return "<Step>"


class Night(Generic[S]):
    """An ended night. `read` one; then it needs its book no longer."""

    def __init__(
        self,
        game: Game[S],
        seats: tuple[Seat, ...],
        steps: Sequence[Step[S]],
        told: dict[Seat, Sequence[Event]],
        outcome: Outcome,
        language: str,
    ) -> None:
        self._game, self.seats, self._steps, self._told = game, seats, tuple(steps), told
        self.outcome, self._language = outcome, language
        self._shown: tuple[int, dict[Seat, View]] = (-1, {})
        self._columns = self._in_columns()

    @classmethod
    def read(cls, game: Game[S], opening: Opening, journal: Journal, language: str = "") -> Night[S]:
        """The night of a book. Raises NotOver, and BadOpening where the book does not fit the game."""
        steps: list[Step[S]] = []
        rows: list[int] = []
        reckoning = game.reckoning()
        before: dict[Seat, int] = {}
        heard, whole, session = 0, None, None
        for session, undone in Session.steps(game, opening, journal):
            after = session.whole()
            if whole is None:
                before = dict.fromkeys(after.told, 0)
            if reckoning is not None:
                reckoning.hear(after.copies[TABLE], session.told(TABLE, heard))
                heard = after.told[TABLE]
            if undone is not None and undone in rows:
                at = rows.index(undone)
                del steps[at], rows[at]
                before = after.told
            elif any(game.describe(after.copies[REFEREE], event) for event in session.told(REFEREE, before[REFEREE])):
                trails = reckoning.trails(after.copies[TABLE]) if reckoning is not None else ()
                steps.append(Step(before, after, trails))
                rows.append(whole.rows if whole is not None else 0)
                before = after.told
            whole = after
        outcome = session.outcome() if session is not None else None
        if session is None or outcome is None or not steps:
            raise NotOver(journal.path)
        told = {seat: session.told(seat) for seat in (*session.seats, TABLE, REFEREE)}
        return cls(game, session.seats, steps, told, outcome, language or "en")

    def speak(self, language: str) -> None:
        """From now on it is told in this language."""
        self._language = language
        self._shown = (-1, {})
        self._columns = self._in_columns()

    # ---- what it is made of

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def columns(self) -> tuple[NightColumn, ...]:
        """Its turns, the setup first."""
        return self._columns

    @property
    def result(self) -> tuple[str, str]:
        """How it ended, and by which rule."""
        return self._view(len(self._steps) - 1, TABLE).result, self.outcome.rule

    def at(self, number: int, through: Iterable[str] = ()) -> NightStep:
        """A step as these seats knew it together; as everybody knew it where none is named; all of them: the truth."""
        seats = tuple(seat for seat in self.seats if seat in set(through))
        step = self._steps[number]
        column = next(at for at, found in enumerate(self._columns) if found.first <= number <= found.last)
        turn = self._columns[column]
        view = joined([self._view(number, TABLE), *(self._view(number, seat) for seat in seats)])
        whom = REFEREE if len(seats) == len(self.seats) else seats[0] if seats else TABLE
        lines, told = self._lines(step, whom)
        for seat in seats[1:] if whom != REFEREE else ():  # one side's seats may have been told different things
            more, heard = self._lines(step, seat)
            lines += [line for line in more if line not in lines]
            told = told or heard
        track = next(
            (t for p in view.panels if isinstance(p, TracksPanel) for t in p.tracks if t.style == "phases"), None
        )
        return NightStep(
            at=number,
            column=column,
            title=turn.label,
            phase=track.word if track is not None else "",
            number=number - turn.first + 1,
            count=turn.last - turn.first + 1,
            lines=tuple(lines),
            view=view,
            told=told,
            signs=self._signs(step),
            trails=tuple(_named(trail, view) for trail in step.trails),
        )

    def said(self, number: int) -> tuple[LogLine, ...]:
        """What truly happened in a step, in words."""
        return tuple(self._lines(self._steps[number], REFEREE)[0])

    def signs(self, number: int) -> tuple[str, ...]:
        """The icons of what happened in a step."""
        return self._signs(self._steps[number])

    def _spoken(self, copy: S) -> S:
        return self._game.in_language(copy, self._language)

    def _view(self, number: int, seat: Seat) -> View:
        """What a seat was shown; of the step that was asked for last it is kept."""
        if number != self._shown[0]:
            self._shown = (number, {})
        views = self._shown[1]
        if seat not in views:
            views[seat] = self._seen(number, seat)
        return views[seat]

    def _seen(self, number: int, seat: Seat) -> View:
        whole = self._steps[number].after
        told = self._told[seat][: whole.told[seat]]
        known, table = self._spoken(whole.copies[seat]), self._spoken(whole.copies[TABLE])
        return self._game.view(known, table, seat, told, None)

    def _heard(self, step: Step[S], seat: Seat) -> Sequence[Event]:
        return self._told[seat][step.before[seat] : step.after.told[seat]]

    def _lines(self, step: Step[S], seat: Seat) -> tuple[list[LogLine], bool]:
        """What a seat was told in a step, each with its rule; and whether anything."""
        known, events = self._spoken(step.after.copies[seat]), self._heard(step, seat)
        if seat == REFEREE:
            return list(self._game.retold(known, events)), bool(events)
        return in_words(self._game.describe, self._game.rule_of, known, events), bool(events)

    def _signs(self, step: Step[S]) -> tuple[str, ...]:
        return tuple(filter(None, (self._game.sign_of(event) for event in self._heard(step, REFEREE))))

    def _in_columns(self) -> tuple[NightColumn, ...]:
        """Steps by turn. A turn is as high as the one short track of all stood in it."""
        groups: list[tuple[Any, list[int]]] = []
        phases: list[str] = []
        for at, step in enumerate(self._steps):
            turn, phase = self._game.moment(step.after.copies[TABLE])
            phases.append(phase)
            key = (phase == SETUP, turn)
            if not groups or groups[-1][0] != key:
                groups.append((key, []))
            groups[-1][1].append(at)
        whole = Counter(sign for step in self._steps for sign in self._signs(step))
        columns = []
        for place, ((setup, turn), steps) in enumerate(groups):
            signs = dict.fromkeys(sign for at in steps for sign in self._signs(self._steps[at]))
            rarest = sorted(signs, key=lambda sign: whole[sign])[:MOST_SIGNS]
            level, of = max(map(self._level, steps[:: max(1, len(steps) // 4)]))
            label = "0" if setup else str(turn) if isinstance(turn, int) else str(place + (not groups[0][0][0]))
            begun = tuple(at for at in steps if at == steps[0] or phases[at] != phases[at - 1])
            columns.append(
                NightColumn(
                    label=label, first=steps[0], last=steps[-1], level=level, of=of, signs=tuple(rarest), phases=begun
                )
            )
        return tuple(columns)

    def _level(self, number: int) -> tuple[int, int]:
        panels = self._view(number, TABLE).panels
        lanterns = [t for p in panels if isinstance(p, TracksPanel) for t in p.tracks if t.style == "lanterns"]
        return (lanterns[0].at, lanterns[0].of) if len(lanterns) == 1 else (0, 0)


def _named(trail: Trail, view: View) -> Trail:
    """A trail by the name that its figure has in a view."""
    rows = (row for panel in view.panels if isinstance(panel, TallyPanel) for row in panel.rows)
    label = next((row.label for row in rows if row.id == trail.who), trail.name)
    return msgspec.structs.replace(trail, name=label)


# ---- views laid over each other ---------------------------------------------------------------------------------


def joined(views: Sequence[View]) -> View:
    """What several know together, the public view first: pieces, marks and cards that any of them sees."""
    public, *others = views
    panels: list[Panel] = [panel for panel in public.panels if not isinstance(panel, (PromptPanel, LogPanel))]
    for view in others:
        for panel in view.panels:
            if isinstance(panel, (PromptPanel, LogPanel, TracksPanel, TallyPanel)):
                continue
            at = next((at for at, known in enumerate(panels) if _same(known, panel)), None)
            if at is None:
                panels.append(panel)
            else:
                panels[at] = _over(panels[at], panel)
    panels = [_quiet(panel, len(others) > 1) if isinstance(panel, BoardPanel) else panel for panel in panels]
    return msgspec.structs.replace(public, panels=tuple(panels), turn_of=())


def _quiet(board: BoardPanel, several: bool) -> BoardPanel:
    """Without what is lit for the sake of a choice; and where several maps lie over each other, without what would hide
    them: earshot, dots where guards stood, and the numbers of ways that lie behind."""
    lights = {zone: light for zone, light in board.lights.items() if light not in ("legal", "waiting")}
    if not several:
        return msgspec.structs.replace(board, lights=lights)
    marks = [mark for mark in board.marks if mark.kind not in AIDS]
    late: dict[str, int] = {}
    for at in range(len(marks) - 1, -1, -1):
        mark = marks[at]
        if mark.kind == "path":
            late[mark.who] = late.get(mark.who, 0) + 1
            if late[mark.who] > NUMBERED:
                marks[at] = msgspec.structs.replace(mark, texts=(), text="")
    return msgspec.structs.replace(board, lights=lights, marks=tuple(marks))


def _same(one: Panel, other: Panel) -> bool:
    if isinstance(one, BoardPanel):
        return isinstance(other, BoardPanel)
    return _place(one) == _place(other) != ""


def _place(panel: Panel) -> str:
    match panel:
        case HandPanel(owner=owner):
            return f"hand {owner}"
        case CardsPanel(id=id):
            return f"cards {id}"
        case _:
            return ""


def _over(under: Panel, over: Panel) -> Panel:
    match under, over:
        case BoardPanel(), BoardPanel():
            pieces = {piece.id: piece for piece in over.pieces} | {piece.id: piece for piece in under.pieces}
            marks = (*under.marks, *(mark for mark in over.marks if mark not in under.marks))
            return msgspec.structs.replace(under, pieces=tuple(pieces.values()), marks=marks)
        case ((HandPanel() | CardsPanel()), (HandPanel() | CardsPanel())):
            return over if (_hidden(over), -len(over.cards)) < (_hidden(under), -len(under.cards)) else under
        case _:
            return under


def _hidden(panel: HandPanel | CardsPanel) -> int:
    """How many cards of a panel nobody reads in it."""
    return panel.hidden + sum(map(_face_down, panel.cards))


def _face_down(face: CardFace) -> bool:
    return face.icon == "hide"
