"""Tags held to a reader while no game is open: for seals before the night begins, and to enrol pieces.

Like `ui.opened` it wires, and is imported when a page first asks for a reader.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.enrolling import Enrolment
from companion.files import BadFile, write_whole
from companion.manifest import Manifest
from companion.ports import Observation, Report, Trouble
from companion.session import Session
from companion.tag_lists import Listed, printed
from companion.tags import BadTag, uid
from hardware.simulated.table import SimulatedTable
from ui.ports import CannotWrite, HeldTag, Notice
from ui.spoken import trouble_words

if TYPE_CHECKING:
    from hardware.devices import Devices

FOB: Final = "A1B2C3D4"
BADGE: Final = "0411223344556677889A"
PHONE: Final = "08A1B2C3"
STICKERS: Final = "04"
"""How the numbers of simulated stickers begin."""


class SimulatedTray:
    """Tags that a person might hold to the reader, fit and unfit: pieces by their tokens, others by a word."""

    def __init__(self, table: SimulatedTable, pieces: Mapping[str, str], name: Callable[[str], str]) -> None:
        """pieces: token to uid. name: what a piece is called."""
        self._table = table
        self.name = name
        self._uids = {**pieces, "fob": FOB, "badge": BADGE, "phone": PHONE}
        self._stickers = 0
        self._last = ""

    def tags(self) -> tuple[str, ...]:
        return ("sticker", "again", *self._uids)

    def hold(self, tag: str) -> None:
        """`sticker` is each time another one, `again` the one that was held last."""
        if tag == "sticker":
            self._stickers += 1
            self._last = f"{STICKERS}{0x5EA1_0000_0000 + self._stickers:012X}"
        elif tag != "again":
            self._last = self._uids[tag]
        if self._last:
            self.lift()
            self._table.lay(self._last)
            self._settle()

    def lift(self) -> None:
        for laid in self._table.chips["card"].tags:
            self._table.lift(laid.uid)
        self._settle()

    def _settle(self) -> None:
        if not self._table.running:
            self._table.settle()


class Tagging:
    """The readers of a table, simulated or real, while no game is open. What they say waits until it is asked for."""

    def __init__(
        self,
        manifest: Manifest,
        ring: Callable[[], object],
        *,
        devices: Devices | None = None,
        simulated: SimulatedTable | None = None,
        pieces: Mapping[str, str] | None = None,
        name: Callable[[str], str] = str,
    ) -> None:
        """pieces: those that lie in the tray of a simulated table, with their uids; name: what they are called."""
        self.manifest = manifest
        self._ring = ring
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._device: Devices | SimulatedTable | None = devices or simulated
        self.tray = SimulatedTray(simulated, pieces or {}, name) if simulated is not None else None
        if devices is not None:
            devices.start(self)
        elif simulated is not None and simulated.running:
            simulated.start(self)
        elif simulated is not None:
            simulated.attach(self)

    def post(self, report: Report) -> None:
        """From any thread."""
        self._reports.put(report)
        self._ring()

    def heard(self) -> tuple[HeldTag | Notice, ...]:
        found: list[HeldTag | Notice] = []
        while not self._reports.empty():
            match self._reports.get():
                case Observation(uid=tag, event="arrive"):
                    found.append(self._judged(tag))
                case Trouble() as trouble:
                    found.append(Notice(trouble.device, trouble_words(trouble), trouble.over))
                case _:
                    pass
        return tuple(found)

    def _judged(self, tag: str) -> HeldTag:
        try:
            uid(tag)
        except BadTag as error:
            return HeldTag(tag, unfit=error.why.value)
        return HeldTag(tag, piece=self.manifest.token(tag) or "")

    def close(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()


class Enrolling:
    """The pieces of a game on the way to their tags: the file these stand in, and the reader they are shown to."""

    def __init__(self, session: Session[Any], path: Path, manifest: Manifest, reader: Tagging | None) -> None:
        self.path = path
        self.reader = reader
        self._session = session
        # Seals are held up when seats are taken, each night anew.
        pieces = [piece for piece in session.tokens() if not piece.startswith("seal:")]
        self.enrolment = Enrolment(manifest, pieces, self._save)

    def _save(self) -> None:
        with suppress(OSError):  # writing says it, with the way out
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.enrolment.manifest.save(self.path)

    def name(self, piece: str) -> tuple[str, str]:
        """The pile of a piece, empty where it is no card, and its name."""
        return self._session.piece(piece)

    def print_list(self, title: str, note: str, figures: str, language: str) -> Path:
        """Writes all pieces with their tags as a page to print, beside the file of the tags. Raises CannotWrite."""
        uids = self.enrolment.manifest.uid
        listed = [Listed(pile or figures, name, uids(piece) or "")
                  for piece in self.enrolment.pieces for pile, name in [self.name(piece)]]  # fmt: skip
        path = self.path.with_suffix(".html")
        try:
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, printed(title, note, listed, language).encode())
        except BadFile as error:
            raise CannotWrite(f"{error}.") from None
        return path

    def close(self) -> None:
        if self.reader is not None:
            self.reader.close()
            self.reader = None
