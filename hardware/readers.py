"""The card reader as the referee's port wants it: tags that arrive and leave, and what people should be told."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from typing import Final

import msgspec

from companion.ports import Clock, Inbox, Observation, Report

from .backends import Backend, Opener
from .outcomes import Dead, Refused, Unavailable
from .presence import Arrived, Change, Cleared, Hinted, Left, Spot, Timing, see
from .troubles import Complaints

_log = logging.getLogger(__name__)

SENTENCES: Final = {
    "several": "One card at a time: lift all cards from the reader, then lay one.",
    "unclear": "The reader feels a card but cannot read its number: lay it flat on the middle.",
}


class Pace(msgspec.Struct, frozen=True):
    """How often a reader asks and tells. Seconds.

    poll: between polls. retry: after the first failure, doubled with each further one up to `retry_most`. calm: so long
    without a failure the reader counts as well again. gap: between two reports of the same trouble; hint_gap: between
    two hints to the people at the table.
    """

    poll: float = 0.05
    retry: float = 0.5
    retry_most: float = 30.0
    calm: float = 10.0
    gap: float = 60.0
    hint_gap: float = 1.0


class CardReader:
    """A reader that posts to an inbox from its own thread, and survives whatever its chip does.

    name: as in the rig; it is the `reader` of its observations and the `device` of its troubles. A card lying on a
    reader that fails and is restarted is not played again. `attach` and `poll_once` drive it without a thread.
    """

    def __init__(
        self, name: str, opener: Opener, clock: Clock, timing: Timing | None = None, pace: Pace | None = None
    ) -> None:
        self.name = name
        self.spot = Spot()
        self.timing: Final = timing or Timing()
        self.pace: Final = pace or Pace()
        self._opener: Final = opener
        self._clock: Final = clock
        self._complaints: Final = Complaints(name, self.pace.gap)
        self._backend: Backend | None = None
        self._inbox: Inbox | None = None
        self._failures = 0
        self._failed_at = 0.0
        self._retry_at: float | None = None
        self._stop: Final = threading.Event()
        self._thread: threading.Thread | None = None

    # ---- the port ------------------------------------------------------------------------------------------------

    def start(self, inbox: Inbox) -> None:
        """Begins to poll in a thread of its own."""
        if self._thread is not None:
            raise RuntimeError(f"the reader {self.name} was started before")
        self.attach(inbox)
        self._thread = threading.Thread(target=self._run, name=f"reader {self.name}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops at once: after the poll that is under way, a few milliseconds. May be called twice."""
        self._stop.set()
        if self._thread is None:
            self._let_go()
        elif self._thread is not threading.current_thread():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self.poll_once(self._clock.now()))
        self._let_go()

    @property
    def decided(self) -> bool:
        """True when nothing is pending about what lies there, or when the chip cannot be asked."""
        return self.spot.decided or self._retry_at is not None

    # ---- one poll ------------------------------------------------------------------------------------------------

    def attach(self, inbox: Inbox) -> None:
        """Says where to post, without starting a thread."""
        self._inbox = inbox

    def poll_once(self, now: float) -> float:
        """Polls, posts what changed, and says after how many seconds it wants to be called again. Never raises."""
        if self._stop.is_set():
            return self.pace.poll
        if self._retry_at is not None and now < self._retry_at:
            return self._retry_at - now
        self._retry_at = None
        try:
            return self._poll(now)
        except Exception as error:
            # A reader's thread that dies silently is worse than any fault in it (B10).
            with suppress(Exception):
                sentence = f"The card reader's program failed ({type(error).__name__}: {error}); it tries again."
                if self._complain("failed", sentence, now):
                    _log.warning("reader %s failed", self.name, exc_info=error)
            self._let_go()
            return self._wait_longer(now)

    def _poll(self, now: float) -> float:
        if self._backend is None:
            opened = self._opener()
            if isinstance(opened, Unavailable):
                self._complain("missing", opened.say, now)
                return self._wait_longer(now)
            self._backend = opened
            self._end("missing")
        outcome = self._backend.poll()
        if isinstance(outcome, Dead):
            return self._revive(self._backend, outcome, now)
        self._end("dead")
        self._end("failed")
        if self._failures and now - self._failed_at >= self.pace.calm:
            self._failures = 0
            self._end("restarted")
        self.spot, changes = see(self.spot, outcome, now, self.timing)
        for change in changes:
            self._tell(change, now)
        if isinstance(outcome, Refused):
            self._complain("refused", outcome.say, now, self.pace.hint_gap)
        elif self.spot.felt is None:
            self._end("refused")
        return self.pace.poll

    def _revive(self, backend: Backend, dead: Dead, now: float) -> float:
        """Restarts the chip: at once the first time, then ever more seldom."""
        still = backend.restart()
        first = self._failures == 0
        if still is None:
            self._end("dead")
            self._complain("restarted", f"The card reader was restarted: {dead.why}.", now)
            wait = self._wait_longer(now)
            if first:
                self._retry_at, wait = None, self.pace.poll
            return wait
        self._end("restarted")
        self._complain(
            "dead",
            f"The card reader does not answer ({still.why}): check its wires and its 3.3 V. "
            "Until then choose cards on the screen.",
            now,
        )
        self._let_go()
        return self._wait_longer(now)

    def _wait_longer(self, now: float) -> float:
        wait = min(self.pace.retry * 2.0 ** min(self._failures, 16), self.pace.retry_most)
        self._failures += 1
        self._failed_at = now
        self._retry_at = now + wait
        return wait

    def _tell(self, change: Change, now: float) -> None:
        match change:
            case Arrived(uid):
                self._post(Observation(self.name, uid))
            case Left(uid):
                self._post(Observation(self.name, uid, "leave"))
            case Hinted("unclear") if self._complaints.showing("refused"):
                pass  # the reason is on the screen already
            case Hinted(hint):
                self._complain(hint, SENTENCES[hint], now, self.pace.hint_gap)
            case Cleared(hint):
                self._end(hint)

    def _complain(self, kind: str, sentence: str, now: float, gap: float | None = None) -> bool:
        """Posts the trouble unless it shows already or was told a moment ago; whether it was posted."""
        reports = self._complaints.say(kind, sentence, now, gap)
        for report in reports:
            self._post(report)
        return bool(reports)

    def _end(self, kind: str) -> None:
        for report in self._complaints.end(kind):
            self._post(report)

    def _post(self, report: Report) -> None:
        if self._inbox is not None and not self._stop.is_set():
            self._inbox.post(report)

    def _let_go(self) -> None:
        backend, self._backend = self._backend, None
        if backend is not None:
            with suppress(Exception):
                backend.close()
