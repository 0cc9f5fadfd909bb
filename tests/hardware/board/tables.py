"""Zone boards on cables in a folder, with the zones and lights of the host."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hardware.board.zoneboard import BoardPace, ZoneBoard
from hardware.board.zones import ZoneLights, Zones
from hardware.figures import FigureTiming
from hardware.simulated.zoneboard import Cable, RunningBoard
from tests.hardware.board.ptys import Posted, Wall, until

G1, G2 = "04A3C6CAE26180", "DEADBEEF"
PACE = BoardPace(hello=1.0)


class Table:
    """Boards of eight readers each on cables in a folder; board `left` has the zones 0 to 7, the next 8 to 15."""

    def __init__(self, folder: Path, names: Sequence[str] = ("left",), settle: float = 0.05) -> None:
        self.boards = {name: RunningBoard(name) for name in names}
        self.cables = {name: Cable(self.boards[name], folder / f"usb-{name}") for name in names}
        places = {(name, reader): str(8 * at + reader) for at, name in enumerate(names) for reader in range(8)}
        pixels = {str(8 * at + pixel): (name, (pixel,)) for at, name in enumerate(names) for pixel in range(8)}
        self.zones = Zones(
            names,
            places,
            Wall(),
            lambda name, heard: ZoneBoard(
                name, heard, Wall(), pace=PACE, search=lambda: [str(path) for path in sorted(folder.iterdir())]
            ),
            FigureTiming(settle=settle),
        )
        self.lights = ZoneLights(self.zones.boards, pixels)
        self.inbox = Posted()

    def plug(self, name: str = "left") -> str:
        return self.cables[name].plug()

    def shining(self, name: str = "left") -> list[int]:
        return list(self.boards[name].board.lights[:8])

    def online(self, name: str = "left") -> bool:
        return self.zones.boards[name].path is not None


@contextmanager
def table(
    folder: Path, names: Sequence[str] = ("left",), settle: float = 0.05, *, plugged: bool = True
) -> Iterator[Table]:
    made = Table(folder, names, settle)
    if plugged:
        for name in names:
            made.plug(name)
    made.zones.start(made.inbox)
    try:
        if plugged:
            until(lambda: all(made.online(name) for name in names))
        yield made
    finally:
        made.zones.close()
        for cable in made.cables.values():
            cable.pull()
