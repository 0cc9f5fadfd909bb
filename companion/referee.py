"""The inbox and the one thread that decides: observations, touches and lines are answered one after another.

Devices post what they saw; a piece that was seen is turned into the choice it stands for, and judged like any other
pick. While figures stand wrong, pieces wait: what was put down last is judged as soon as the table is right, unless
anybody was told anything meanwhile.

Where there is a curtain, a piece on the card reader is of the seat whose private window is open. While none is, it
lies before everybody's eyes: `Game.laid` says by what is public whether it is a play of anybody. If the play succeeds,
all see it; if it does not, it is refused alike whatever the reason is, unless that is public. All else is acknowledged,
and kept for the window that it may be for.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from companion.findings import HIDDEN, Finding, Ignored, Narrowed, Opened, Ruled, Seen
from companion.journal import BadJournal
from companion.manifest import Manifest
from companion.ports import Observation, Pressed, Report, Trouble, Watch
from companion.prompts import is_paced
from companion.seats import TABLE, Seat
from companion.session import Fault, Session
from companion.table_check import TableCheck
from companion.verdicts import NOT_NOW, Accepted, Refused
from companion.windows import Curtain, Window


class _Kept(msgspec.Struct, frozen=True):
    """A piece that was laid in the open and did nothing. told: how much each seat had been told then."""

    token: str
    told: tuple[int, ...]


class _Held(msgspec.Struct, frozen=True):
    """A piece that waits for the table to be right.

    told: how much each seat had been told when it was put down. window: whose private window was open then.
    """

    token: str
    reader: str
    told: tuple[int, ...]
    window: Seat | None


class Referee:
    """Decides about one table. Use `post`, `do` and `listen` from any thread, everything else on the deciding one.

    Without `start` nothing runs by itself: `step` and `observe` decide in the caller's thread, as tests, the demo and
    the protocol do.
    """

    def __init__(
        self, session: Session[Any], manifest: Manifest, seals: Callable[[str, str | None], str | None] | None = None
    ) -> None:
        """seals: which seat a tag opens, by its uid and the seat whose seal the manifest says it is; else that seat.

        `empty`: seats that nobody sits in, so that no piece answers for them.
        """
        self.session = session
        self.manifest = manifest
        self.check = TableCheck(session, manifest)
        self.curtain: Curtain | None = None
        self.empty: frozenset[Seat] = frozenset()
        self._held: _Held | None = None
        self._kept: _Kept | None = None
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
        self._kept = None
        if zone is None:
            if not self.check.astray((token,)):
                return self._scanned(token)
            held = self._hold(token, seen.reader)
            return held if self.curtain is None else Seen()
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
        self._held = _Held(token, reader, self._told(), self._window())
        return Ignored("out_of_step")

    def _window(self) -> Seat | None:
        return self.curtain.window() if self.curtain is not None else None

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
        if (held.told, held.window) != (self._told(), self._window()):
            self._held = None  # it was meant as an answer to something else, or for other eyes
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
        """A piece on the card reader: whose it is hangs on the curtain; without one, on whom it is of use to."""
        if self.curtain is None:
            return self._anybodys(token)
        seat = self.curtain.window()
        return self._in_the_open(token, self.curtain) if seat is None else self._before(seat, token)

    def _anybodys(self, token: str) -> Finding:
        """The one choice that a piece stands for, the ones it may stand for, or why it is none.

        Where it is of use to two seats, it is its owner's.
        """
        owner, choice = self.session.meant(token)
        for seat in sorted(self.session.seats, key=lambda seat: seat != owner):
            choices = self.session.answers(seat, token)
            if len(choices) == 1:
                return self.pick(seat, choices[0])
            if choices:
                return self._narrow(seat, choices, token)
        return self.pick(owner, choice)

    def _before(self, seat: Seat, token: str) -> Finding:
        """A piece laid down by whoever sits at an open private window: it is his, and his alone."""
        choices, prompt = self.session.answers(seat, token), self.session.prompt(seat)
        paced = prompt is not None and is_paced(prompt.ask, prompt.choices)
        if len(choices) == 1 and not paced:
            return self.pick(seat, choices[0])
        if choices:
            return self._narrow(seat, choices, token, answers=len(choices) == 1)
        owner, choice = self.session.meant(token)
        return self.pick(seat, choice) if owner == seat else self._refuse(seat, choice, Refused(NOT_NOW))

    def _in_the_open(self, token: str, curtain: Curtain) -> Finding:
        """A piece laid down before everybody's eyes. Nothing but a play that succeeds hangs on a secret.

        Where nobody sits, nobody lays anything: a program answers for such a seat by itself.
        """
        begun, (owner, meant) = curtain.begun(), self.session.meant(token)
        if begun is not None:
            seat, offered = begun
            choices = tuple(choice for choice in self.session.answers(seat, token) if choice in offered)
            if choices or (seat == owner and not token.startswith("card:")):
                return self._one_or_which(seat, choices or (meant,), token)
        laid = self.session.laid(token)
        if self.empty.intersection((*laid.seats, *((begun[0],) if begun is not None else ()), owner)):
            return Seen()
        if laid.refused is not None:
            return self._refuse(laid.seats[0], meant, laid.refused)
        for seat in laid.seats:
            prompt = self.session.prompt(seat)
            if prompt is None or prompt.ask not in laid.asks:
                continue  # something was begun behind the curtain
            if len(laid.choices) > 1:
                return self._narrow(seat, laid.choices, token)
            ruled = self.pick(seat, laid.choices[0] if laid.choices else laid.played)
            if isinstance(ruled.verdict, Accepted):
                return ruled
        self._kept = _Kept(token, self._told())
        return Ruled(laid.seats[0], meant, Refused(HIDDEN)) if laid.seats else Seen()

    def kept_for(self, seat: Seat) -> Finding | None:
        """A private window opens: what was laid down last and did nothing, as a question, or why not, if it is his.

        It is never picked: nobody knows who laid it there.
        """
        kept, self._kept = self._kept, None
        if kept is None or kept.told != self._told():
            return None
        choices = self.session.answers(seat, kept.token)
        if choices:
            return self._narrow(seat, choices, kept.token)
        owner, choice = self.session.meant(kept.token)
        refused = self.session.why_not(seat, choice) if owner == seat else None
        return self._refuse(seat, choice, refused) if refused is not None else None

    def put_aside(self) -> None:
        """What was laid down for a private window was so too long ago."""
        self._kept = None

    def _one_or_which(self, seat: Seat, choices: tuple[str, ...], token: str) -> Finding:
        return self.pick(seat, choices[0]) if len(choices) == 1 else self._narrow(seat, choices, token)

    def _narrow(self, seat: Seat, choices: tuple[str, ...], token: str, answers: bool = False) -> Finding:
        prompt = self.session.prompt(seat)
        assert prompt is not None, "what is asked nothing has no answers"
        self._laid = (seat, self.session.basis(seat), token)
        return Narrowed(seat, prompt.ask, choices, answers)

    def _refuse(self, seat: Seat, choice: str, refused: Refused) -> Ruled:
        return Ruled(seat, choice, refused, self.session.say_refusal(seat, refused))

    def _ways_to(self, token: str, zone: str) -> tuple[Seat, tuple[tuple[str, ...], ...]] | None:
        """Whose move it is that the figure stands in the zone now, and on which ways it may have come."""
        for seat in self.session.seats:
            ways = self.session.routes(seat, token, zone) if seat not in self.empty else ()
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
