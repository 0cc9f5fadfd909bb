"""One zone board on whatever line it is: a thread that finds it, talks with it, and finds it again (B10, B13)."""

from __future__ import annotations

import logging
import os
import random
import shlex
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from companion.ports import Clock, Trouble

from ..outcomes import Unavailable
from ..troubles import Complaints
from .lines import Line, lines_there, open_line
from .link import Counted, Fare, Foreign, HostLink, Lost, Opened, Tally, Told
from .words import Health, Hello

_log = logging.getLogger(__name__)

Heard = Callable[["ZoneBoard", Told | Trouble, float], None]
"""What a board told or says of itself, and when. Called in the board's thread, which waits as long as it takes."""


NOWHERE: Final = "It answers on no line: plug in its USB cable, or describe the table anew with ./kuroko rig."


class Claims:
    """Which board of one program is at which line, so that none takes another for a stranger's program.

    names: of all its boards.
    """

    def __init__(self, names: Collection[str | None] = ()) -> None:
        self.names: Final = frozenset(names)
        self._lock: Final = threading.Lock()
        self._boards: Final[dict[str, ZoneBoard]] = {}

    def take(self, path: str, board: ZoneBoard) -> ZoneBoard | None:
        """The line is that board's now; or else who has it."""
        with self._lock:
            holder = self._boards.setdefault(os.path.realpath(path), board)
        return None if holder is board else holder

    def give_back(self, board: ZoneBoard) -> None:
        """That board is at no line."""
        with self._lock:
            for path in [path for path, holder in self._boards.items() if holder is board]:
                del self._boards[path]


def foreign(hello: Hello, path: str) -> str:
    """What to say of a board whose protocol is not ours."""
    return f"The zone board {hello.name} speaks another version of the link: flash the board. Run: {hello.flash(path)}"


class BoardPace(msgspec.Struct, frozen=True):
    """Seconds.

    hello: so long a line may take to turn out to be our board, which may be starting. offline: so long a session may be
    interrupted before people are told. farewell: so long it may take to let the lights go out. retry, retry_most:
    between two searches, doubled each time. gap: between two reports of the same trouble; often: that it is offline.
    """

    hello: float = 3.5
    offline: float = 1.0
    farewell: float = 0.3
    retry: float = 0.25
    retry_most: float = 2.0
    gap: float = 60.0
    often: float = 5.0


class ZoneBoard:
    """A board by its name, or the only one (name None). path: its line, tried before the others if
    it is there at all; None searches all that are there.

    `show` and `paint` may be called at any time from any thread: what was said last holds, also for a board that comes
    back. The lights and what is known of the readers outlive every interruption.
    """

    def __init__(
        self,
        name: str | None,
        heard: Heard,
        clock: Clock,
        *,
        path: str | None = None,
        pace: BoardPace | None = None,
        opener: Callable[[str], Line | Unavailable] = open_line,
        search: Callable[[], Sequence[str]] = lines_there,
    ) -> None:
        self.name: Final = name
        self.device: Final = f"board {name}" if name else "board"
        self.path: str | None = None
        """The line it is on; None while it is offline."""
        self.hello: Hello | None = None
        self.counted: Counted | None = None
        """The board's own counters, once they were asked for."""
        self.health: Final[dict[int, Health]] = {}
        """How its readers fare, once that was asked for."""
        self.claims = Claims()
        """Shared by all boards of a table."""
        self._wanted_path: Final = path
        self._heard: Final = heard
        self._clock: Final = clock
        self._pace: Final = pace or BoardPace()
        self._opener: Final = opener
        self._search: Final = search
        self._link: Final = HostLink(random.randrange(1 << 24))
        self._lock: Final = threading.Lock()
        self._complaints: Final = Complaints(self.device, self._pace.gap)
        self._line: Line | None = None
        self._broken_since: float | None = None
        self._failures = 0
        self._stranger = "", ""
        """A board of another name that was found, and its line."""
        self._stop: Final = threading.Event()
        self._thread: threading.Thread | None = None

    # ---- any thread ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        if self._thread is not None:
            raise RuntimeError(f"{self.device} was started before")
        self._thread = threading.Thread(target=self._run, name=self.device, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops within a moment, and lets go of the line. May be called twice."""
        self._stop.set()
        self._wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5.0)

    def show(self, lights: bytes) -> None:
        with self._lock:
            self._link.show(lights)
        self._wake()

    def paint(self, palette: bytes) -> None:
        with self._lock:
            self._link.paint(palette)
        self._wake()

    def ask(self, what: int) -> None:
        """Asks for one of ASK_...; what is answered is heard."""
        with self._lock:
            self._link.ask(what)
        self._wake()

    def rename(self, name: str) -> None:
        """Gives it a name that it keeps without power; it is found by that from the next search on."""
        with self._lock:
            self._link.rename(name)
        self._wake()

    @property
    def tally(self) -> Tally:
        """What was counted so far."""
        with self._lock:
            return msgspec.structs.replace(self._link.tally)

    def _wake(self) -> None:
        line = self._line
        if line is not None:
            with suppress(OSError):  # it was closed meanwhile
                line.wake()

    # ---- its own thread ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._try_lines()
            except Exception as error:
                # A thread that dies silently is worse than any fault in it (B10).
                sentence = f"The zone board's program failed ({type(error).__name__}: {error}); it tries again."
                if self._say("failed", sentence):
                    _log.warning("%s failed", self.device, exc_info=error)
            wait = min(self._pace.retry * 2.0 ** min(self._failures, 16), self._pace.retry_most)
            self._failures += 1
            self._stop.wait(wait)

    def _try_lines(self) -> None:
        """Goes through the lines there are; returns when none is the board's, or it was lost."""
        paths = [self._wanted_path] if self._wanted_path is not None else list(self._search())
        in_the_way: Unavailable | None = None
        undecided = False
        for path in paths:
            if self._stop.is_set():
                return
            if (holder := self.claims.take(path, self)) is None:
                try:
                    opened = self._opener(path)
                    if isinstance(opened, Unavailable):
                        in_the_way = in_the_way or opened
                    elif self._talk(path, opened):
                        return
                finally:
                    self.claims.give_back(self)
            else:
                undecided |= holder.path is None
            if path == self._wanted_path and os.path.exists(path):  # adapters without numbers change places
                paths += [other for other in self._search() if os.path.realpath(other) != os.path.realpath(path)]
        if undecided:
            return  # another board is asking there, and may find that it is this one's line
        if in_the_way is not None:
            self._be_offline(in_the_way.say)
        else:
            self._be_nowhere()

    def _be_nowhere(self) -> None:
        """No line is the board's; perhaps it stands in the place of another, and has not got its name yet."""
        name, path = self._stranger
        if name in ("", *self.claims.names) or not os.path.exists(path):
            self._end("misnamed")
            self._be_offline(NOWHERE)
            return
        command = shlex.join(("./kuroko", "rename", path, self.name or ""))
        way_out = f"One called {name} answers at {path}: if it is that one, {command} gives it the name."
        if self._say("misnamed", self._offline(way_out)):
            self._end("offline")

    def _talk(self, path: str, line: Line) -> bool:
        """Talks until the line breaks; whether it was our board's."""
        self._line, begun, ours = line, self._clock.now(), False
        try:
            while not self._stop.is_set():
                now = self._clock.now()
                with self._lock:
                    sent = self._link.give(now)
                    told = self._link.give_up(now)
                    due = self._link.due()
                if sent:
                    line.write(sent)
                data = b"" if told else line.read(min(max(due - now, 0.0), 0.5))
                now = self._clock.now()
                if data:
                    with self._lock:
                        told += self._link.take(data)
                for one in told:
                    if isinstance(one, Opened):
                        if self.name is not None and one.hello.name != self.name:
                            self._stranger = one.hello.name, path
                            return False
                        ours = True
                    self._hear(one, path, now)
                self._watch(now)
                if not ours and now - begun > self._pace.hello:
                    return False
            self._finish(line)
        except OSError as error:
            _log.info("%s: the line %s broke: %s", self.device, path, error)
            return ours
        finally:
            self._line = None
            with suppress(OSError):
                line.close()
            with self._lock:
                lost = self._link.cut()
            if ours:
                for one in lost:
                    self._hear(one, path, self._clock.now())
                self.path = None
                if not self._stop.is_set():
                    self._be_offline("Plug in its USB cable.")
        return True

    def _finish(self, line: Line) -> None:
        """Lets the board have what was said last: that the lights go out."""
        end = self._clock.now() + self._pace.farewell
        while (now := self._clock.now()) < end:
            with self._lock:
                sent, idle = self._link.give(now), self._link.idle
            if idle:
                return
            if sent:
                line.write(sent)
            data = line.read(0.02)
            with self._lock:
                self._link.take(data)

    def _hear(self, told: Told, path: str, now: float) -> None:
        match told:
            case Opened(hello):
                self.path, self.hello = path, hello
                self._broken_since, self._failures = None, 0
                for kind in ("offline", "failed", "foreign", "misnamed"):
                    self._end(kind)
            case Lost(why):
                self.hello = None
                self._broken_since = now
                if why == "it does not answer":
                    self._be_offline("Unplug it and plug it in again.")
            case Counted():
                self.counted = told
            case Fare(readers):
                self.health.update(readers)
            case Foreign(hello):
                self._say("foreign", foreign(hello, path))
        self._heard(self, told, now)

    def _watch(self, now: float) -> None:
        if self._broken_since is not None and now - self._broken_since > self._pace.offline:
            self._broken_since = None
            self._be_offline("Unplug it and plug it in again.")

    def _be_offline(self, way_out: str) -> None:
        self._say("offline", self._offline(way_out))

    def _offline(self, way_out: str) -> str:
        device = self.device.replace("board", "zone board", 1)
        return f"The {device} is offline. {way_out} Until then choose zones on the screen."

    def _say(self, kind: str, sentence: str) -> bool:
        """Tells the trouble unless it shows already or was told a moment ago; whether it was told."""
        if kind == "offline" and any(map(self._complaints.showing, (kind, "foreign", "misnamed"))):
            return False  # one reason is enough, and each search finds another
        gap = self._pace.often if kind in ("offline", "misnamed") else None
        reports = self._complaints.say(kind, sentence, self._clock.now(), gap)
        for report in reports:
            self._heard(self, report, self._clock.now())
        return bool(reports)

    def _end(self, kind: str) -> None:
        for report in self._complaints.end(kind):
            self._heard(self, report, self._clock.now())
