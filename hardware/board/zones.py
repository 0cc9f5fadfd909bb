"""The zones of a table over its zone boards, as the referee's ports want them: figures that stand, and lights."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from companion.ports import Clock, Inbox, Observation, Report, Trouble, Watch

from ..figures import Between, Change, Figures, FigureTiming, Lifted, Stands, Straight
from ..troubles import Complaints
from .link import Became, Came, Lost, Opened, Surveyed, Told, Went
from .protocol import (
    MOST_PALETTE,
    MOST_TAGS,
    PATTERN_BLINK,
    PATTERN_DOUBLE,
    PATTERN_FADE,
    PATTERN_PULSE,
    PATTERN_STEADY,
    PATTERN_WINK,
    STATE_DEAD,
    STATE_WELL,
)
from .zoneboard import BoardPace, Claims, ZoneBoard

_log = logging.getLogger(__name__)

_WAITING_MOST: Final = 1000
"""So many things the boards told may wait; then their threads do, and the boards with them."""
_AGAIN: Final = 30.0
"""Seconds after which the same may be said of a zone again."""
_CALM: Final = 10.0
"""Seconds without a fault of ours, after which it is over."""

BoardFactory = Callable[[str, Callable[[ZoneBoard, Told | Trouble, float], None]], ZoneBoard]
"""Makes the board of that name, whose words go to what is given."""


class Zones:
    """All zones with readers. A `Reader` of the referee's port: it observes `zone:ID`.

    boards: by name. places: which zone the reader at (board, number) lies under.
    """

    name = "zones"

    def __init__(
        self,
        boards: Sequence[str],
        places: Mapping[tuple[str, int], str],
        clock: Clock,
        make: BoardFactory | None = None,
        timing: FigureTiming | None = None,
    ) -> None:
        self.figures: Final = Figures(timing)
        self._places: Final = dict(places)
        self._clock: Final = clock
        self._failed_at: float | None = None
        self._waiting: Final[queue.Queue[tuple[ZoneBoard, Told | Trouble, float]]] = queue.Queue(_WAITING_MOST)
        make = make or (lambda name, heard: ZoneBoard(name, heard, clock, pace=BoardPace()))
        self.boards: Final = {name: make(name, self._heard) for name in boards}
        claims = Claims(self.boards)
        for board in self.boards.values():
            board.claims = claims
        self._names: Final = {id(board): name for name, board in self.boards.items()}
        self._complaints: Final[dict[str, Complaints]] = {}
        self._ailing: Final[dict[tuple[str, int], int]] = {}
        self._readers: Final[dict[str, int]] = {}
        """How many each board has."""
        self._surveyed: Final[dict[str, float]] = {}
        """Boards all of whose readers have told what lies there, and when that will have settled."""
        self._watched: frozenset[str] | None = None
        self._inbox: Inbox | None = None
        self._stop: Final = threading.Event()
        self._thread: threading.Thread | None = None

    # ---- the port ------------------------------------------------------------------------------------------------

    def start(self, inbox: Inbox) -> None:
        if self._thread is not None:
            raise RuntimeError("the zones were started before")
        self._inbox = inbox
        self._watch(self._clock.now())
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        for board in self.boards.values():
            board.start()

    def close(self) -> None:
        """Stops within a moment. Nothing is posted afterwards. May be called twice."""
        self._stop.set()
        for board in self.boards.values():
            board.close()
        if self._thread is not None:
            self._thread.join(timeout=5.0)

    # ---- threads -------------------------------------------------------------------------------------------------

    def _heard(self, board: ZoneBoard, told: Told | Trouble, now: float) -> None:
        while not self._stop.is_set():
            try:
                self._waiting.put((board, told, now), timeout=0.1)
                return
            except queue.Full:
                continue

    def _run(self) -> None:
        while not self._stop.is_set():
            due = self.figures.due
            wait = 0.2 if due is None else min(max(due - self._clock.now(), 0.0), 0.2)
            try:
                board, told, at = self._waiting.get(timeout=wait) if wait else self._waiting.get_nowait()
            except queue.Empty:
                self._do(lambda: self.step(self._clock.now()))
            else:
                self._do(partial(self.hear, self._names[id(board)], told, at))
                self._do(lambda: self.step(self._clock.now()))

    def _do(self, work: Callable[[], None]) -> None:
        """Does it. A thread that dies silently is worse than any fault in it (B10)."""
        now = self._clock.now()
        try:
            work()
            if self._failed_at is not None and now - self._failed_at > _CALM:
                self._failed_at = None
                self._over(self.name, "failed")
        except Exception as error:
            self._failed_at = now
            said = (
                f"The zones' program failed ({type(error).__name__}: {error}); it goes on. "
                "Choose on the screen what it missed."
            )
            with suppress(Exception):
                if self._complain(self.name, "failed", said, now):
                    _log.warning("zones failed", exc_info=error)

    # ---- without threads -----------------------------------------------------------------------------------------

    def attach(self, inbox: Inbox) -> None:
        """Says where to post, without starting threads."""
        self._inbox = inbox

    def hear(self, board: str, told: Told | Trouble, now: float) -> None:
        """Takes in what a board told, or says of itself."""
        match told:
            case Trouble():
                self._post(told)
            case Came(reader, uid) if (zone := self._places.get((board, reader))) is not None:
                self.figures.came(uid, zone, now)
            case Went(reader, uid) if (zone := self._places.get((board, reader))) is not None:
                self.figures.went(uid, zone, now)
            case Opened(hello):
                self._count(board, hello.readers)
            case Became(reader, state) if (board, reader) in self._places:
                self._become(board, reader, state)
            case Surveyed():
                self._surveyed[board] = now + self.figures.timing.settle
            case Lost():
                self._surveyed.pop(board, None)

    def step(self, now: float) -> None:
        """Posts what has settled by now, and what ails."""
        for change in self.figures.step(now):
            self._tell(change, now)
        for (board, reader), state in self._ailing.items():
            self._complain_of(board, reader, state, now)
        self._watch(now)

    def _watch(self, now: float) -> None:
        """Posts which zones are looked into, when that changed; after what was found in them.

        Of a zone that holds as many figures as its reader can tell apart, nobody knows who else stands there.
        """
        crowd = self.figures.crowd()
        zones = frozenset(
            zone
            for (board, reader), zone in self._places.items()
            if self._surveyed.get(board, now + 1.0) <= now
            and self._ailing.get((board, reader)) != STATE_DEAD
            and crowd[zone] < MOST_TAGS
        )
        if zones != self._watched:
            self._watched = zones
            self._post(Watch(self.name, zones))

    def _tell(self, change: Change, now: float) -> None:
        match change:
            case Stands(uid, zone, left):
                if left is not None:
                    self._post(Observation(f"zone:{left}", uid, "leave"))
                self._post(Observation(f"zone:{zone}", uid))
            case Lifted(uid, left):
                self._post(Observation(f"zone:{left}", uid, "leave"))
            case Between(uid, zones):
                said = f"A figure is felt in zones {' and '.join(zones)} at once: put it onto the middle of one."
                self._complain(f"figure {uid}", "between", said, now)
            case Straight(uid):
                self._over(f"figure {uid}", "between")

    def _count(self, board: str, readers: int) -> None:
        """The board has so many readers; the rig may have zones over more."""
        before = self._readers.get(board, readers)
        self._readers[board] = readers
        for name, reader in self._places:
            if name == board and reader >= min(before, readers):
                self._become(board, reader, STATE_DEAD if reader >= readers else STATE_WELL)

    def _become(self, board: str, reader: int, state: int) -> None:
        device = f"zone {self._places[board, reader]}"
        if state != self._ailing.pop((board, reader), STATE_WELL):
            self._over(device, "dead")
            self._over(device, "unclear")
        if state != STATE_WELL:
            self._ailing[board, reader] = state

    def _complain_of(self, board: str, reader: int, state: int, now: float) -> None:
        """Says it once; of a reader that ails now and then, once in a while (B34)."""
        zone = self._places[board, reader]
        if reader >= self._readers.get(board, reader + 1):
            said = (
                f"Zone {zone} has reader {reader} of the zone board {board} in rig.toml, which has 0 to "
                f"{self._readers[board] - 1}: correct it there. Until then choose this zone on the screen."
            )
            self._complain(f"zone {zone}", "dead", said, now)
        elif state == STATE_DEAD:
            said = (
                f"The reader of zone {zone} does not answer: check the wires of reader {reader} of the zone board "
                f"{board}. Until then choose this zone on the screen."
            )
            self._complain(f"zone {zone}", "dead", said, now)
        else:
            said = f"Zone {zone} feels a figure but cannot read it: put it onto the middle of the zone."
            self._complain(f"zone {zone}", "unclear", said, now)

    def _complain(self, device: str, kind: str, sentence: str, now: float) -> bool:
        """Whether it was posted, and not a moment ago."""
        reports = self._complaints.setdefault(device, Complaints(device, _AGAIN)).say(kind, sentence, now)
        for report in reports:
            self._post(report)
        return bool(reports)

    def _over(self, device: str, kind: str) -> None:
        if device in self._complaints:
            for report in self._complaints[device].end(kind):
                self._post(report)

    def _post(self, report: Report) -> None:
        if self._inbox is not None and not self._stop.is_set():
            self._inbox.post(report)


class Shine(msgspec.Struct, frozen=True):
    """How a light of some name shines."""

    red: int
    green: int
    blue: int
    pattern: int = PATTERN_STEADY


SHINES: Final[Mapping[str, Shine]] = {
    "heard": Shine(255, 120, 0, PATTERN_PULSE),
    "detected": Shine(255, 0, 0, PATTERN_BLINK),
    "searched": Shine(80, 80, 255, PATTERN_WINK),
    "legal": Shine(0, 160, 40, PATTERN_STEADY),
    "out_of_place": Shine(255, 0, 120, PATTERN_DOUBLE),
    "waiting": Shine(120, 120, 120, PATTERN_FADE),
}
"""What each light looks like unless the rig says otherwise: no two have one pattern, whatever somebody's eyes see."""
_UNNAMED: Final = Shine(120, 120, 120)


class ZoneLights:
    """The lights of the zones. A `Lights` of the referee's port.

    pixels: zone -> (board, pixels of its strip). brightness: of the brightest colour, from 0 to 1.
    """

    def __init__(
        self,
        boards: Mapping[str, ZoneBoard],
        pixels: Mapping[str, tuple[str, Sequence[int]]],
        shines: Mapping[str, Shine] = SHINES,
        brightness: float = 0.4,
    ) -> None:
        if len(shines) > MOST_PALETTE - 2:
            raise ValueError(f"a board knows at most {MOST_PALETTE - 2} colours, not {len(shines)}")
        self._boards: Final = boards
        self._pixels: Final = dict(pixels)
        self._lengths: Final = {
            name: 1 + max((pixel for board, some in pixels.values() if board == name for pixel in some), default=-1)
            for name in boards
        }
        self._codes: Final = {
            name: number | shine.pattern << 4 for number, (name, shine) in enumerate(shines.items(), 1)
        }
        self._unnamed: Final = len(shines) + 1
        self._shines: Final = (*shines.values(), _UNNAMED)
        self._brightness: Final = brightness
        self.dim(1.0)

    def dim(self, share: float) -> None:
        """From now on so much of the brightness, from 0 to 1. What shines still shines a little."""
        parts = [part for shine in self._shines for part in (shine.red, shine.green, shine.blue)]
        palette = bytes(max(round(part * self._brightness * share), bool(part and self._brightness)) for part in parts)
        for board in self._boards.values():
            board.paint(palette)

    def show(self, frame: dict[str, str]) -> None:
        """Shines as `frame` says: it is the whole state. Never waits; zones without pixels are left out."""
        lights = {name: bytearray(length) for name, length in self._lengths.items()}
        for zone, light in frame.items():
            board, pixels = self._pixels.get(zone, ("", ()))
            for pixel in pixels:
                lights[board][pixel] = self._codes.get(light, self._unnamed)
        for name, some in lights.items():
            self._boards[name].show(bytes(some))

    def close(self) -> None:
        """Goes dark. Call it before the boards are closed, or they shine until they notice."""
        self.show({})
