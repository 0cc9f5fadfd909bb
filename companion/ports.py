"""What the referee asks of devices, and what devices report. Implemented in `hardware`, never here.

Devices only observe: nothing in this module knows a game, a card or a zone's meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, Protocol

import msgspec


class Observation(msgspec.Struct, frozen=True):
    """What a device saw: a tag that arrived at a reader or left it.

    reader: `card`, a reader's own name, or `zone:ID`. uid: upper-case hexadecimal, 4, 7 or 10 bytes.
    """

    reader: str
    uid: str
    event: Literal["arrive", "leave"] = "arrive"


class Trouble(msgspec.Struct, frozen=True):
    """What a device says of itself for people to read: a banner on the screen, never a ruling.

    device: its name in the rig. say: one sentence that names the way out. over: True when the trouble has passed. kind:
    what ails it, in one word, for who says it in another language.
    """

    device: str
    say: str
    over: bool = False
    kind: str = ""


class Watch(msgspec.Struct, frozen=True):
    """Which zones a device can look into from now on; what stood there then has been observed before this is posted.

    A device that will watch says so first, with no zones: what it observes until then was there before it looked.
    """

    device: str
    zones: frozenset[str] = frozenset()


class Pressed(msgspec.Struct, frozen=True):
    """A button of the table was pressed. `hide` drops whatever is private, `next` is a public screen's next act."""

    button: Literal["hide", "next"]


Report = Observation | Trouble | Watch | Pressed


class Inbox(Protocol):
    """Where devices post what they saw. May be called from any thread; never blocks."""

    def post(self, report: Report) -> None: ...


class Reader(Protocol):
    """A tag reader that posts to an inbox from its own thread until closed."""

    name: str

    def start(self, inbox: Inbox) -> None: ...

    def close(self) -> None: ...


class Lights(Protocol):
    """The lights of the zones. A frame is the whole state: zone to light name; zones left out are dark."""

    def show(self, frame: dict[str, str]) -> None: ...

    def dim(self, share: float) -> None:
        """Shines with so much of the brightness that the rig gives it, from 0 to 1, from now on."""

    def close(self) -> None: ...


HEARD_TOO: Final = ("detected", "heard")
"""Lights that make a sound when they begin, the gravest first."""


def begun(before: Mapping[str, str], frame: Mapping[str, str]) -> str:
    """The light that begins with a frame and makes a sound, empty where none does: of two the graver one.

    >>> begun({"G7": "legal"}, {"G7": "heard", "E3": "detected"}), begun({"G7": "heard"}, {"G7": "heard"})
    ('detected', '')
    """
    new = {light for zone, light in frame.items() if before.get(zone) != light}
    return next((light for light in HEARD_TOO if light in new), "")


class Clock(Protocol):
    """Monotonic seconds, so that nothing but the composition root reads the time."""

    def now(self) -> float: ...
