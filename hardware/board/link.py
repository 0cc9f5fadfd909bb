"""The host's side of the link: sessions, acknowledgements, and what the board told, once and in order.

Pure: bytes and time are given in, bytes are fetched. How it works is told in README.md beside this file. What a board
is known to hold outlives a session, so that a board that was reset or unplugged makes a tag that lies still neither
leave nor arrive.

>>> link = HostLink()
>>> link.give(0.0).hex()                                     # OPEN, until the board answers
'02020202020101039ee200'
>>> link.give(0.1)
b''
"""

from __future__ import annotations

from typing import Final

import msgspec

from . import words
from .frames import Unframer, frame
from .protocol import (
    ASK_COUNTERS,
    ASK_HEALTH,
    ASK_LIGHTS,
    ASK_SNAPSHOT,
    KIND_ACK,
    KIND_ASK,
    KIND_COUNTERS,
    KIND_EVENT,
    KIND_HEALTH,
    KIND_HELLO,
    KIND_LIGHTS,
    KIND_LIGHTS_ARE,
    KIND_OPEN,
    KIND_PALETTE,
    KIND_RENAME,
    KIND_SNAPSHOT,
    LINE_HEAD,
    MILLISECONDS_BOARD_GONE,
    MILLISECONDS_HOST_RESEND,
    MILLISECONDS_LIGHTS_AGAIN,
    MILLISECONDS_OPEN_AGAIN,
    MOST_NAME,
    MOST_PALETTE,
    MOST_PIXELS,
    PROTOCOL,
    WHAT_ARRIVE,
    WHAT_CLEAR,
    WHAT_DEAD,
    WHAT_LEAVE,
    WHAT_UNCLEAR,
    WHAT_WELL,
)
from .words import Event, Health, Hello, Snapshot, Spot

_OPEN_AGAIN: Final = MILLISECONDS_OPEN_AGAIN / 1000
_RESEND: Final = MILLISECONDS_HOST_RESEND / 1000
_GONE: Final = MILLISECONDS_BOARD_GONE / 1000
_LIGHTS_AGAIN: Final = MILLISECONDS_LIGHTS_AGAIN / 1000
_STATES: Final = {WHAT_DEAD: 1, WHAT_WELL: 0, WHAT_UNCLEAR: 2, WHAT_CLEAR: 0}


class Opened(msgspec.Struct, frozen=True):
    """A session began with this board."""

    hello: Hello


class Lost(msgspec.Struct, frozen=True):
    """The session is over: the board was reset, or does not answer. why: for the log."""

    why: str


class Foreign(msgspec.Struct, frozen=True):
    """The board speaks another protocol, so nothing else of it is believed."""

    hello: Hello


class Came(msgspec.Struct, frozen=True):
    """A tag now lies on a reader."""

    reader: int
    uid: str


class Went(msgspec.Struct, frozen=True):
    """A tag lies there no more."""

    reader: int
    uid: str


class Became(msgspec.Struct, frozen=True):
    """A reader's state is another: STATE_WELL, STATE_DEAD or STATE_UNCLEAR."""

    reader: int
    state: int


class Surveyed(msgspec.Struct, frozen=True):
    """Everything that lies on the board's readers has been told, for the first time in this session."""


class LightsAre(msgspec.Struct, frozen=True):
    """What shines on the board, as it says itself."""

    frame: bytes


class Counted(msgspec.Struct, frozen=True):
    """The board's own counters, in the order of COUNTER_..."""

    counters: tuple[int, ...]


class Fare(msgspec.Struct, frozen=True):
    """How some of the readers fare."""

    readers: dict[int, Health]


Told = Opened | Lost | Foreign | Came | Went | Became | Surveyed | LightsAre | Counted | Fare


class Tally(msgspec.Struct):
    """What the host counts of one link, for the doctor."""

    frames: int = 0
    bad_frames: int = 0
    resends: int = 0
    sessions: int = 0
    resets: int = 0
    gaps: int = 0


class HostLink:
    """One board's link. `take` what the line gives, send what `give` gives, and call `give` again by `due`.

    opening: any number of 24 bits; another one than the program before used makes its leftovers harmless.
    """

    def __init__(self, opening: int = 1) -> None:
        self.tally: Final = Tally()
        self.hello: Hello | None = None
        """Of the running session; None while there is none."""
        self.known: Final[dict[int, Spot]] = {}
        """How each reader is, as far as the board told."""
        self._unframer: Final = Unframer()
        self._session = opening % 255 + 1
        self._opening: Final = (opening >> 8 & 0xFFFF).to_bytes(2, "little")
        self._boot = 0
        self._open_at: float | None = None
        self._acks: Final[list[bytes]] = []
        self._heard_seq = 0
        self._number = 0
        self._as_of: Final[dict[int, int]] = {}
        self._surveyed = False
        self._out: bytes | None = None
        self._out_seq = 0
        self._out_at: float | None = None
        self._out_first = 0.0
        self._lights = b""
        self._lights_due = True
        self._lights_at = 0.0
        self._palette = b""
        self._wishes: Final[dict[int, bytes]] = {}
        """Other commands that wait, one of a kind: key, and kind with payload."""

    # ---- what is wanted ------------------------------------------------------------------------------------------

    def show(self, lights: bytes) -> None:
        """Shines so from now on: a byte a pixel, palette index | pattern << 4."""
        if len(lights) > MOST_PIXELS:
            raise ValueError(f"a board has at most {MOST_PIXELS} pixels, not {len(lights)}")
        if lights != self._lights:
            self._lights, self._lights_due = lights, True

    def paint(self, palette: bytes) -> None:
        """Red, green and blue of the colours 1, 2, and so on; kept for boards that were reset."""
        if len(palette) % 3 or len(palette) > 3 * (MOST_PALETTE - 1):
            raise ValueError(f"a palette has three bytes for each of at most {MOST_PALETTE - 1} colours")
        self._palette = palette
        if self.hello is not None:
            self._wishes[KIND_PALETTE] = bytes([KIND_PALETTE]) + palette

    def ask(self, what: int) -> None:
        """Asks for one of ASK_...; the answer is told. Forgotten when the session ends."""
        if what not in (ASK_SNAPSHOT, ASK_LIGHTS, ASK_COUNTERS, ASK_HEALTH):
            raise ValueError(f"a board cannot be asked for {what}")
        self._wishes[256 + what] = bytes([KIND_ASK, what])

    def rename(self, name: str) -> None:
        """Gives the board a name that it keeps without power."""
        letters = name.encode("ascii")
        if not 1 <= len(letters) <= MOST_NAME:
            raise ValueError(f"a board's name has 1 to {MOST_NAME} letters")
        self._wishes[KIND_RENAME] = bytes([KIND_RENAME]) + letters

    def cut(self) -> list[Told]:
        """The line broke: what had begun is forgotten, and the next `give` opens a session on whatever line comes."""
        self._unframer.forget()
        return self._lose("the line broke")

    # ---- what is sent --------------------------------------------------------------------------------------------

    def give(self, now: float) -> bytes:
        """What to send now."""
        sent, self._acks[:] = b"".join(self._acks), []
        if self.hello is None:
            if self._open_at is None or now - self._open_at >= _OPEN_AGAIN:
                self._open_at = now
                sent += frame(bytes([self._session, 0, KIND_OPEN, 0, PROTOCOL]) + self._opening)
            return sent
        if self._out is None:
            self._out = self._next(now)
            self._out_at, self._out_first = None, now
        if self._out is not None and (self._out_at is None or now - self._out_at >= _RESEND):
            self.tally.resends += self._out_at is not None
            self._out_at = now
            sent += frame(self._out)
        return sent

    def give_up(self, now: float) -> list[Told]:
        """Call it after `give`: tells when the board has not acknowledged for too long."""
        if self._out is not None and now - self._out_first >= _GONE:
            return self._lose("it does not answer")
        return []

    def due(self) -> float:
        """When `give` should be called again, if nothing comes before."""
        if self.hello is None:
            return 0.0 if self._open_at is None else self._open_at + _OPEN_AGAIN
        if self._out is not None:
            return 0.0 if self._out_at is None else self._out_at + _RESEND
        return 0.0 if self._lights_due or self._wishes else self._lights_at + _LIGHTS_AGAIN

    @property
    def idle(self) -> bool:
        """Nothing that was wanted is still to be acknowledged."""
        return self.hello is None or (self._out is None and not self._lights_due and not self._wishes)

    def _next(self, now: float) -> bytes | None:
        """The next command, whole, with its place in the sequence."""
        if self._wishes:
            command = self._wishes.pop(next(iter(self._wishes)))
        elif self._lights_due or now - self._lights_at >= _LIGHTS_AGAIN:
            command = bytes([KIND_LIGHTS]) + self._lights
            self._lights_due, self._lights_at = False, now
        else:
            return None
        self._out_seq = (self._out_seq + 1) & 0xFF
        return bytes([self._session, self._boot, command[0], self._out_seq]) + command[1:]

    # ---- what is heard -------------------------------------------------------------------------------------------

    def take(self, data: bytes) -> list[Told]:
        """What the board told with these bytes."""
        told: list[Told] = []
        for body in self._unframer.feed(data):
            self.tally.frames += 1
            told += self._hear(body)
        self.tally.bad_frames = self._unframer.bad
        return told

    def _hear(self, body: bytes) -> list[Told]:
        (session, boot, kind, seq), payload = body[:LINE_HEAD], body[LINE_HEAD:]
        if kind == KIND_HELLO:
            hello = words.hello(payload)
            return [] if hello is None else self._greet(session, boot, hello)
        if self.hello is None or (session, boot) != (self._session, self._boot):
            return []
        if kind == KIND_ACK:
            if self._out is not None and self._out_at is not None and seq == self._out_seq:
                self._out = None
            return []
        if kind not in (KIND_EVENT, KIND_SNAPSHOT, KIND_LIGHTS_ARE, KIND_COUNTERS, KIND_HEALTH):
            return []
        if seq not in (self._heard_seq, (self._heard_seq + 1) & 0xFF):
            return []
        self._acks.append(frame(bytes([self._session, self._boot, KIND_ACK, seq])))
        if seq == self._heard_seq:
            return []
        self._heard_seq = seq
        match kind:
            case _ if kind == KIND_EVENT and (event := words.event(payload)) is not None:
                return self._happen(event)
            case _ if kind == KIND_SNAPSHOT and (snapshot := words.snapshot(payload)) is not None:
                return self._compare(snapshot)
            case _ if kind == KIND_LIGHTS_ARE:
                return [LightsAre(payload)]
            case _ if kind == KIND_HEALTH and (readers := words.health(payload)) is not None:
                return [Fare(readers)]
            case _ if kind == KIND_COUNTERS:
                pairs = zip(payload[::2], payload[1::2], strict=False)
                return [Counted(tuple(low | high << 8 for low, high in pairs))]
        return []

    def _greet(self, session: int, boot: int, hello: Hello) -> list[Told]:
        if hello.protocol != PROTOCOL:
            return [*self._lose("it speaks another protocol"), Foreign(hello)]
        if self.hello is not None:
            if (session, boot) == (self._session, self._boot):
                return []  # a second answer to one OPEN
            self.tally.resets += boot != self._boot
            return self._lose("it was reset" if boot != self._boot else "it had not heard of us for too long")
        if session != self._session:
            return []  # it has not heard our OPEN yet
        self.hello, self._boot = hello, boot
        self.tally.sessions += 1
        self._heard_seq, self._out_seq, self._out = 0, 0, None
        self._number = hello.number
        self._as_of.clear()
        self._surveyed = False
        self._lights_due = True
        if self._palette:
            self._wishes[KIND_PALETTE] = bytes([KIND_PALETTE]) + self._palette
        return [Opened(hello)]

    def _lose(self, why: str) -> list[Told]:
        # A name that was to be given is still to be given; what was asked is of no use any more.
        for wish in [wish for wish in self._wishes if wish != KIND_RENAME]:
            del self._wishes[wish]
        self._acks.clear()
        self._out = None
        self._open_at = None
        if self.hello is None:
            return []
        self.hello = None
        self._session = self._session % 255 + 1
        return [Lost(why)]

    # ---- what lies where -----------------------------------------------------------------------------------------

    def _happen(self, event: Event) -> list[Told]:
        ahead = _after(self._number, event.number)
        if ahead > 1:
            self.tally.gaps += 1
            self.ask(ASK_SNAPSHOT)
        if ahead > 0:
            self._number = event.number
        as_of = self._as_of.get(event.reader)
        if as_of is not None and _after(as_of, event.number) <= 0:
            return []  # the snapshot knew it
        spot = self.known.get(event.reader, Spot(0, ()))
        match event.what:
            case _ if event.what == WHAT_ARRIVE:
                spot = Spot(spot.state, (*(tag for tag in spot.tags if tag != event.uid), event.uid))
            case _ if event.what == WHAT_LEAVE:
                spot = Spot(spot.state, tuple(tag for tag in spot.tags if tag != event.uid))
            case _:
                spot = Spot(_STATES[event.what], spot.tags)
        return self._turn(event.reader, spot)

    def _compare(self, snapshot: Snapshot) -> list[Told]:
        if _after(self._number, snapshot.number) > 0:
            self._number = snapshot.number
        told: list[Told] = []
        for reader, spot in snapshot.readers.items():
            self._as_of[reader] = snapshot.number
            told += self._turn(reader, spot)
        if self.hello is not None and not self._surveyed and len(self._as_of) >= self.hello.readers:
            self._surveyed = True
            told.append(Surveyed())
        return told

    def _turn(self, reader: int, spot: Spot) -> list[Told]:
        """Makes the reader so, and tells what that changes: first what went, then what came."""
        before = self.known.get(reader, Spot(0, ()))
        self.known[reader] = spot
        told: list[Told] = [Went(reader, uid) for uid in before.tags if uid not in spot.tags]
        told += [Came(reader, uid) for uid in spot.tags if uid not in before.tags]
        if spot.state != before.state:
            told.append(Became(reader, spot.state))
        return told


def _after(earlier: int, later: int) -> int:
    """How many events lie between two of their numbers, which begin again after 65535.

    >>> _after(65535, 1), _after(1, 65535), _after(5, 5)
    (2, -2, 0)
    """
    return (later - earlier + 0x8000 & 0xFFFF) - 0x8000
