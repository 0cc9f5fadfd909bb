"""The simulated table, its pieces named by what is under their tags; and the files that say what is under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.files import BadFile
from companion.manifest import Manifest
from companion.session import Session
from companion.views import BoardPanel, View
from hardware.simulated.table import SimulatedTable
from ui.ports import CannotOpen

if TYPE_CHECKING:
    from hardware.simulated.boards import BoardedTable

TAGS_FILE: Final = "tags.toml"
"""Beside the rig: which piece each tag is under."""
SIMULATED_TAGS: Final = "simulated-tags.toml"
"""Beside the settings: what was enrolled with the simulated reader, for a table that is no real one."""


class Shining(Protocol):
    """Lights of which it can be seen how they shine."""

    @property
    def latest(self) -> Mapping[str, str]: ...


class SimulatedBox:
    """The simulated table, its pieces named by what is under their tags."""

    def __init__(self, table: SimulatedTable, manifest: Manifest, lights: Shining, session: Session[Any]) -> None:
        self._table, self._manifest, self._lights = table, manifest, lights
        self._tokens, self.name = tuple(session.tokens()), session.piece
        self._laid: list[str] = []

    def pieces(self) -> tuple[str, ...]:
        return self._tokens

    def where(self) -> Mapping[str, str]:
        found = {self._manifest.token(uid): zone for uid, zone in dict(self._table.zones).items()}
        return {token: zone for token, zone in found.items() if token is not None}

    def put(self, piece: str, zone: str) -> None:
        self._table.put(self._uid(piece), zone)

    def take(self, piece: str) -> None:
        zone = self.where().get(piece)
        if zone is not None:
            self._table.take(self._uid(piece), zone)

    def lay(self, piece: str) -> None:
        """Lays a piece on the reader, alone. Where time stands still it has been read when this returns."""
        for other in tuple(self._laid):
            self.lift(other)
        self._table.lay(self._uid(piece))
        self._laid.append(piece)
        self._settle()

    def lift(self, piece: str) -> None:
        if piece in self._laid:
            self._laid.remove(piece)
            self._table.lift(self._uid(piece))
            self._settle()

    def on_reader(self) -> tuple[str, ...]:
        return tuple(self._laid)

    def lights(self) -> Mapping[str, str]:
        return self._lights.latest

    def _uid(self, piece: str) -> str:
        uid = self._manifest.uid(piece)
        if uid is None:
            raise ValueError(f"there is no tag under {piece}")
        return uid

    def _settle(self) -> None:
        if not self._table.running:
            self._table.settle()


class BoardedBox(SimulatedBox):
    """The same, on simulated zone boards."""

    def __init__(self, table: BoardedTable, manifest: Manifest, session: Session[Any]) -> None:
        super().__init__(table, manifest, table, session)
        self._boards = table

    def pull(self, zone: str) -> None:
        self._boards.pull(zone)

    def plug(self, zone: str) -> str:
        return self._boards.plug(zone)


def on_boards(view: View, threaded: bool) -> BoardedTable:
    """Simulated zone boards for a board's zones. Raises CannotOpen."""
    from hardware.simulated.boards import BoardedTable, NoBoards

    zones = [zone for panel in view.panels if isinstance(panel, BoardPanel) for zone in panel.sheet.zones]
    if not zones:
        raise CannotOpen("This game is played without a board: there is nothing for zone boards to do.")
    try:
        return BoardedTable(zones, running=threaded)
    except NoBoards as error:
        raise CannotOpen(str(error)) from None


def load_tags(path: Path) -> Manifest:
    """What was enrolled, as far as there is such a file. Raises CannotOpen."""
    try:
        return Manifest.load(path) if path.exists() else Manifest()
    except BadFile as error:
        raise CannotOpen(f"{error}.") from None
    except OSError as error:
        raise CannotOpen(f"{path} cannot be read ({error}).") from None


def simulated_tags(path: Path | None, tokens: Iterable[str]) -> Manifest:
    """The tags of a simulated table: those that were enrolled there, and for each other piece one that is made up."""
    manifest = load_tags(path) if path is not None else Manifest()
    made_up = Manifest.simulated(token for token in tokens if manifest.uid(token) is None)
    for uid, token in made_up:
        if manifest.token(uid) is None:
            manifest.bind(uid, token)
    return manifest
