"""The inbox and the one thread that decides: observations, touches and lines are answered one after another.

Devices post what they saw; a piece that was seen is turned into the choice it stands for, and judged like any other
pick. What is private is answered by one neutral acknowledgement. While figures stand wrong, pieces wait:
what was put down last is judged as soon as the table is right, unless anybody was told anything meanwhile.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from companion.journal import BadJournal
from companion.manifest import Manifest
from companion.ports import Observation, Pressed, Report, Trouble, Watch
from companion.seats import TABLE, Seat
from companion.session import Fault, Session
from companion.table_check import TableCheck
from companion.verdicts import Accepted, Refused, Verdict
from companion.windows import Window


class Ignored(msgspec.Struct, frozen=True):
    """An observation that was no pick. reason: a word; say: the sentence for the screen, empty where none is due.

    held: the uid of a tag that is nothing here and was held to a reader of cards and seals.
    """

    reason: str
    say: str = ""
    held: str = ""


class Ruled(msgspec.Struct, frozen=True):
    """An observation that was a pick of a seat, and what came of it."""

    seat: Seat
    choice: str
    verdict: Verdict
    say: str = ""

    def __repr__(self) -> str:
        """Nothing of what was picked: a finding ends up in logs."""
        return f"<Ruled {self.verdict!r}>"


class Narrowed(msgspec.Struct, frozen=True):
    """An observation that fits several choices of a seat: it is asked which. ask: the prompt's, or `route`."""

    seat: Seat
    ask: str
    choices: tuple[str, ...]

    def __repr__(self) -> str:
        """Without its choices."""
        return f"<Narrowed {self.ask}>"


class Opened(msgspec.Struct, frozen=True):
    """A seal was shown: the private window of its seat opens."""

    seat: Seat


Finding = Ignored | Ruled | Narrowed | Opened


class _Held(msgspec.Struct, frozen=True):
    """A piece that waits for the table to be right. told: how much each seat had been told when it was put down."""

    token: str
    reader: str
    told: tuple[int, ...]


class Referee:
    """Decides about one table. Use `post`, `do` and `listen` from any thread, everything else on the deciding one.

    Without `start` nothing runs by itself: `step` and `observe` decide in the caller's thread, as tests, the demo and
    the protocol do.
    """

    def __init__(
        self, session: Session[Any], manifest: Manifest, seals: Callable[[str, str | None], str | None] | None = None
    ) -> None:
        """seals: which seat a tag opens, by its uid and the seat whose seal the manifest says it is; else that seat."""
        self.session = session
        self.manifest = manifest
        self.check = TableCheck(session, manifest)
        self._held: _Held | None = None
        self._seals = seals or (lambda _uid, seat: seat)
        self._inbox: queue.Queue[Report | Callable[[], None] | None] = queue.Queue()
        self._listeners: list[Callable[[Finding | Trouble | None], None]] = []
        self._thread: threading.Thread | None = None
        # The ways that a figure put down may have come, by their first pick; whom that is asked, and what he knew then.
        self._ways: dict[str, tuple[str, ...]] = {}
        self._asked_way: tuple[Seat, int] | None = None
        # The card that narrowed the question of a seat, and what the seat knew then: a pick of it may ask for the card.
        self._laid: tuple[Seat, int, str] | None = None

    # ---- any thread ---------------------------------------------------------------------------------------------

    def post(self, report: Report) -> None:
        """Leaves what a device saw; never blocks."""
        self._inbox.put(report)

    def do(self, work: Callable[[], None]) -> None:
        """Leaves work that needs the table, such as a touch, for the deciding thread."""
        self._inbox.put(work)

    def listen(self, listener: Callable[[Finding | Trouble | None], None]) -> None:
        """Calls `listener` on the deciding thread after all that was decided, with the finding where there is one."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Starts the deciding thread."""
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Decides what is left in the inbox, and ends the thread."""
        self._inbox.put(None)
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    # ---- the deciding thread ------------------------------------------------------------------------------------

    def _run(self) -> None:
        while self._take(self._inbox.get()):
            pass

    def step(self) -> int:
        """Decides everything that lies in the inbox now; how much it was."""
        done = 0
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return done
            self._take(item)
            done += 1

    def _take(self, item: Report | Callable[[], None] | None) -> bool:
        if item is None:
            return False
        finding: Finding | Trouble | None = None
        try:
            if isinstance(item, Observation):
                finding = self.observe(item)
            elif isinstance(item, Watch):
                self.check.watch(item)
                finding = self._go_on()
            elif isinstance(item, Trouble):
                finding = item
            elif not isinstance(item, Pressed):  # a button answers no question; who shows the table hears it sooner
                item()
        except BadJournal as error:
            finding = Trouble("referee", str(error))  # nothing was changed; the table goes on when there is room again
        except Exception as error:
            finding = Trouble("referee", str(Fault.of(error)))
        self._say(finding)
        return True

    def _say(self, finding: Finding | Trouble | None) -> None:
        for listener in self._listeners:
            listener(finding)

    def window(self, seat: Seat = TABLE) -> Window:
        """A seat's handle on this table, with what must be put right on it."""
        return Window(self.session, seat, self.check)

    def observe(self, seen: Observation) -> Finding:
        """What an observation means, judged to its end."""
        token = self.manifest.token(seen.uid)
        zone = seen.reader.removeprefix("zone:") if seen.reader.startswith("zone:") else None
        if seen.event == "leave":
            if token is not None:
                self._lifted(token, seen.reader, zone)
            return self._go_on() or Ignored("lifted")
        self._forget_way()  # whatever is put down next is a new question
        kind, _, name = (token or "").partition(":")
        if token is None or kind == "seal":
            return self._sealed(seen, name or None)
        if zone is None:
            return self._hold(token, seen.reader) if self.check.astray((token,)) else self._scanned(token)
        acts = self.check.arrived(token, zone)
        ways = self._ways_to(token, zone) if acts else None
        if ways is None:
            return self._go_on() or Ignored("no_move")
        if self.check.astray(self._fellows(*ways, token, zone)):
            return self._hold(token, seen.reader)
        return self._put_down(token, zone, *ways)

    def vouch(self, piece: str) -> Finding | None:
        """Somebody says that a figure stands where it should, though no reader sees it; what waited for that."""
        return self._go_on() if self.check.vouch(piece) else None

    # ---- what waits for the table to be right -------------------------------------------------------------------

    def _hold(self, token: str, reader: str) -> Ignored:
        self._held = _Held(token, reader, self._told())
        return Ignored("out_of_step")

    def _told(self) -> tuple[int, ...]:
        return tuple(self.session.basis(seat) for seat in self.session.seats)

    def _lifted(self, token: str, reader: str, zone: str | None) -> None:
        if zone is not None:
            self.check.left(token, zone)
        if self._held is not None and (self._held.token, self._held.reader) == (token, reader):
            self._held = None

    def _go_on(self) -> Finding | None:
        """Judges what was put down while the table was not right, if it is now."""
        held = self._held
        if held is None:
            return None
        if held.told != self._told():
            self._held = None  # it was meant as an answer to something else
            return None
        if not held.reader.startswith("zone:"):
            if self.check.astray((held.token,)):
                return None
            self._held = None
            return self._scanned(held.token)
        zone = held.reader.removeprefix("zone:")
        ways = self._ways_to(held.token, zone)
        if ways is None or not self.check.stands_in(held.token, zone):
            self._held = None
            return None
        if self.check.astray(self._fellows(*ways, held.token, zone)):
            return None
        self._held = None
        return self._put_down(held.token, zone, *ways)

    def _fellows(self, seat: Seat, ways: tuple[tuple[str, ...], ...], token: str, zone: str) -> list[str]:
        """The figure and those that move with it: they are put down one after another."""
        figures = self.session.stands().places
        return [token, *(other for other in figures if tuple(self.session.routes(seat, other, zone)) == ways)]

    # ---- seals and pieces ---------------------------------------------------------------------------------------

    def _sealed(self, seen: Observation, named: str | None) -> Finding:
        """A tag that is no piece: a seat's seal, or nothing. named: the seat whose seal the manifest says it is."""
        seat = self._seals(seen.uid, named)
        # Its seats and no more: a sticker that says `seal:referee` must not open everybody's secrets.
        if seat is not None and Seat(seat) in self.session.seats:
            return Opened(Seat(seat))
        held = "" if seen.reader.startswith("zone:") else seen.uid  # figures are put onto zones, and seals seldom
        if named is not None:
            return Ignored("not_at_this_table", held=held)
        say = f"This tag ({seen.uid}) belongs to no piece; enrol it, or use the screen."
        return Ignored("unknown_tag", say, held)

    def _scanned(self, token: str) -> Finding:
        """A piece on the card reader: the one choice it stands for, the ones it may stand for, or why it is none.

        Where it is of use to two seats, it is its owner's.
        """
        owner, choice = self.session.meant(token)
        for seat in sorted(self.session.seats, key=lambda seat: seat != owner):
            choices = self.session.answers(seat, token)
            if len(choices) == 1:
                return self.pick(seat, choices[0])
            prompt = self.session.prompt(seat)
            if choices and prompt is not None:
                self._laid = (seat, self.session.basis(seat), token)
                return Narrowed(seat, prompt.ask, choices)
        return self.pick(owner, choice)

    def _ways_to(self, token: str, zone: str) -> tuple[Seat, tuple[tuple[str, ...], ...]] | None:
        """Whose move it is that the figure stands in the zone now, and on which ways it may have come."""
        for seat in self.session.seats:
            ways = self.session.routes(seat, token, zone)
            if ways:
                return seat, tuple(ways)
        return None

    def _put_down(self, token: str, zone: str, seat: Seat, ways: tuple[tuple[str, ...], ...]) -> Finding:
        """A figure on a zone: the way it came where that is plain, else the question which way."""
        if len(ways) == 1:
            return self.walk(seat, ways[0])
        firsts = tuple(dict.fromkeys(way[0] for way in ways))
        if len(firsts) == 1:  # whichever way it came, that much is plain
            ruled = self.pick(seat, firsts[0])
            further = self._ways_to(token, zone) if isinstance(ruled.verdict, Accepted) else None
            return ruled if further is None else self._put_down(token, zone, *further)
        self._ways = {way[0]: way for way in ways}
        self._asked_way = (seat, self.session.basis(seat))
        self.check.asked = token
        return Narrowed(seat, "route", firsts)

    def _forget_way(self) -> None:
        self._asked_way = None
        self.check.asked = None

    def walk(self, seat: Seat, way: tuple[str, ...]) -> Finding:
        """Picks in a row, as far as they are accepted: a detection on the way ends them."""
        finding: Finding = Ignored("no_move")
        for at, choice in enumerate(way):
            ruled = self.pick(seat, choice)
            if at and isinstance(ruled.verdict, Refused):
                break
            finding = ruled
            if isinstance(ruled.verdict, Refused):
                break
        return finding

    def pick(self, seat: Seat, choice: str, basis: int | None = None) -> Ruled:
        """One pick of a seat; the way that was asked for, where it answers that."""
        now = self.session.basis(seat)
        if self._asked_way == (seat, now) and choice in self._ways and basis in (None, now):
            self._forget_way()
            finding = self.walk(seat, self._ways[choice])
            if isinstance(finding, Ruled):
                return finding
        verdict = self.session.pick(seat, choice, basis)
        if isinstance(verdict, Accepted):
            self._forget_way()
            if again := self._shown_before(seat, now):
                return self.pick(seat, again)
        say = self.session.say_refusal(seat, verdict) if isinstance(verdict, Refused) else ""
        return Ruled(seat, choice, verdict, say)

    def _shown_before(self, seat: Seat, knew: int) -> str:
        """The answer of the card that narrowed the question, where its pick asks for that card; empty otherwise."""
        laid, self._laid = self._laid, None
        prompt = self.session.prompt(seat)
        if laid is None or laid[:2] != (seat, knew) or prompt is None or not prompt.shows:
            return ""
        found = self.session.answers(seat, laid[2])
        return found[0] if len(found) == 1 else ""


def accepted(finding: Finding) -> bool:
    """True when something was ruled, and accepted."""
    return isinstance(finding, Ruled) and isinstance(finding.verdict, Accepted)
