"""A simulated table whose zones are read and lit by zone boards: the firmware's code on lines, the unmodified host.

Cards lie on models of the reader's chip, as on every simulated table. A figure is laid onto a board's reader, and what
comes of it takes the whole way: the board's own frames over a pseudo-terminal, the host's link, presence, the inbox.
Lights take the same way back, and are read off the boards.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.ports import Inbox, Observation, Report, Watch

from ..board.protocol import MOST_TAGS
from ..devices import Devices
from ..rig import READERS_MOST, read_rig
from .table import SimulatedTable
from .zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard

PATIENCE: Final = 5.0
"""Seconds after which nothing more is expected of a reader."""
_START: Final = 10.0
_SETTLE: Final = 0.05


class NoBoards(RuntimeError):
    """Simulated boards cannot be had here; the text is one sentence with the way out."""


class _WallClock:
    def now(self) -> float:
        return time.monotonic()


class BoardedTable(SimulatedTable):
    """A table with as many boards as its zones need. `put` and `take` return when the host has told what came of it.

    devices: the host's side of the boards. As a `Lights` it shines on them. pull, plug: a board's cable.
    """

    def __init__(self, zones: Sequence[str], readers: Sequence[str] = ("card",), *, running: bool = False) -> None:
        super().__init__(readers, running=running)
        if not HAS_GCC:
            raise NoBoards(f"There are no simulated boards: {WHY_NOT}.")
        self._folder = tempfile.TemporaryDirectory(prefix="kuroko-boards-")
        self._news: Final = threading.Condition()
        self._told: Final[list[Report]] = []
        self._frame: dict[str, str] = {}
        self._spots: Final = {zone: divmod(at, READERS_MOST) for at, zone in enumerate(zones)}
        self._boards: Final[list[RunningBoard]] = []
        self._cables: Final[list[Cable]] = []
        for number in range(1 + (len(zones) - 1) // READERS_MOST):
            board = RunningBoard(str(number + 1), READERS_MOST, READERS_MOST)
            self._boards.append(board)
            self._cables.append(Cable(board, Path(self._folder.name) / f"usb-{number + 1}"))
        self._rig: Final = read_rig(self.rig_text)
        self._names: Final = ("", *self._rig.shines)
        self.devices: Final = Devices(self._rig, _WallClock())

    @property
    def rig_text(self) -> str:
        """The rig file of this table."""
        lines = []
        for number, cable in enumerate(self._cables):
            lines.append(f'[boards.{number + 1}]\npath = "{cable.link}"\n')
        lines.append("[zones]")
        for zone, (number, place) in self._spots.items():
            lines.append(f'{zone} = {{ board = "{number + 1}", reader = {place}, pixels = [{place}] }}')
        return "\n".join((*lines, "", "[presence]", f"settle = {_SETTLE}", ""))

    # ---- the ports -----------------------------------------------------------------------------------------------

    def attach(self, inbox: Inbox) -> None:
        """Without threads for the cards; the boards have theirs. Returns when all zones are watched."""
        super().attach(inbox)
        for cable in self._cables:
            cable.plug()
        self.devices.start(_Overheard(inbox, self._hear))
        if not self._wait(lambda report: isinstance(report, Watch) and len(report.zones) == len(self._spots), _START):
            raise NoBoards("The simulated boards do not answer.")

    def close(self) -> None:
        """May be called twice."""
        super().close()
        self.devices.close()
        for cable in self._cables:
            cable.pull()
        self._folder.cleanup()

    def show(self, frame: dict[str, str]) -> None:
        """Shines as `frame` says; the boards show it a moment later."""
        self._frame = {zone: light for zone, light in frame.items() if zone in self._spots}
        self.devices.show(frame)

    def dim(self, share: float) -> None:
        """Shines with so much of the brightness from now on."""
        self.devices.dim(share)

    @property
    def latest(self) -> Mapping[str, str]:
        """What shines on the boards, once they had time to take over what was shown last."""
        end = time.monotonic() + PATIENCE
        while (shining := self._shining()) != self._frame and time.monotonic() < end:
            time.sleep(0.001)
        return MappingProxyType(shining)

    def _shining(self) -> dict[str, str]:
        pixels = [board.lights for board in self._boards]
        found = {zone: self._names[pixels[number][place] & 0x0F] for zone, (number, place) in self._spots.items()}
        return {zone: name for zone, name in found.items() if name}

    # ---- figures -------------------------------------------------------------------------------------------------

    def put(self, uid: str, zone: str) -> None:
        """Puts a figure into a zone, taking it from the one it stands in, and waits until the host has told of it."""
        uid = uid.upper()
        before = self._zones.get(uid)
        if before == zone:
            return
        self._zones[uid] = zone
        with self._news:
            self._told.clear()
        for spot in (before, zone):
            if spot is not None:
                self._lie(spot)
        self._expect(Observation(f"zone:{zone}", uid), zone)

    def take(self, uid: str, zone: str) -> None:
        """Takes a figure off its zone, and waits as `put` does."""
        uid = uid.upper()
        if self._zones.get(uid) != zone:
            raise ValueError(f"{uid} does not stand in {zone}")
        del self._zones[uid]
        with self._news:
            self._told.clear()
        self._lie(zone)
        self._expect(Observation(f"zone:{zone}", uid, "leave"), zone)

    def _lie(self, zone: str) -> None:
        number, place = self._spots[zone]
        lying = [uid for uid, where in self._zones.items() if where == zone]
        for _ in range(2):  # who found no room is read when another was away for so long that it has left
            self._boards[number].put(place, *lying)

    def _expect(self, wanted: Observation, zone: str) -> None:
        crowded = list(self._zones.values()).count(zone) > MOST_TAGS  # more than a reader can tell apart
        if self._cables[self._spots[zone][0]].plugged and not crowded:
            self._wait(lambda report: report == wanted, PATIENCE)

    # ---- cables --------------------------------------------------------------------------------------------------

    def pull(self, zone: str) -> None:
        """Pulls the cable of the board under a zone, in the middle of whatever it is saying."""
        self._cables[self._spots[zone][0]].pull(half=b"\x05\x01")
        self._wait(lambda report: "offline" in getattr(report, "say", ""), _START)

    def plug(self, zone: str) -> str:
        """Plugs it in again, and waits until it is watched; the line, which has another name each time."""
        with self._news:
            self._told.clear()
        number, _ = self._spots[zone]
        mine = {other for other, spot in self._spots.items() if spot[0] == number}
        line = self._cables[number].plug()
        if not self._wait(lambda report: isinstance(report, Watch) and bool(mine & report.zones), _START):
            raise NoBoards("The simulated board does not come back.")
        return line

    def _hear(self, report: Report) -> None:
        with self._news:
            self._told.append(report)
            self._news.notify_all()

    def _wait(self, wanted: Callable[[Report], bool], seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: any(wanted(report) for report in self._told), seconds)


class _Overheard:
    """An inbox, and who else is told what comes into it."""

    def __init__(self, inbox: Inbox, hear: Callable[[Report], None]) -> None:
        self._inbox, self._hear = inbox, hear

    def post(self, report: Report) -> None:
        self._inbox.post(report)
        self._hear(report)
