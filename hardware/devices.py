"""The devices of a rig: made from it, started and closed together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.ports import Clock, Inbox, Lights, Reader, Trouble

from .backends import opener
from .board.lines import open_line
from .board.link import Told
from .board.zoneboard import BoardPace, ZoneBoard
from .board.zones import ZoneLights, Zones
from .figures import FigureTiming
from .pins import Answering, Pins
from .readers import CardReader
from .rig import Rig


class Devices:
    """All readers and lights that a rig names. A `Reader` and a `Lights` of the referee's ports, as one each.

    A rig without any is a table that is played by touch: everything here may be called all the same.
    """

    name = "devices"

    def __init__(
        self, rig: Rig, clock: Clock, pace: BoardPace | None = None, *, sound: bool = True, factory: Any = None
    ) -> None:
        """sound: whether the buzzer may at first. factory: of gpiozero's pins, None for the machine's own."""
        self.rig: Final = rig
        self.cards: Final[dict[str, Reader]] = {
            name: CardReader(
                name, opener(card.backend, card.bus, card.device, reset_pin=card.reset_pin, gain=card.gain), clock
            )
            for name, card in rig.readers.items()
        }

        def board(name: str, heard: Callable[[ZoneBoard, Told | Trouble, float], None]) -> ZoneBoard:
            part = rig.boards[name]
            return ZoneBoard(
                name, heard, clock, path=part.path, pace=pace, opener=lambda path: open_line(path, part.baud)
            )

        timing = FigureTiming(rig.presence.settle, rig.presence.between)
        self.zones: Final = Zones(tuple(rig.boards), rig.places, clock, board, timing)
        self.lights: Final[Lights] = ZoneLights(self.zones.boards, rig.pixels, rig.shines, rig.lights.brightness)
        self.pins: Final = Pins(
            clock,
            lamps=rig.lamps,
            buttons=rig.pressed,
            buzzer=rig.buzzer.pin if rig.buzzer is not None else None,
            shines=rig.shines,
            brightness=rig.lights.brightness,
            factory=factory,
        )
        self.pins.hush(not sound)

    def start(self, inbox: Inbox) -> None:
        for reader in self.cards.values():
            reader.start(Answering(inbox, self.pins, self.cards))
        self.zones.start(inbox)
        self.pins.start(inbox)

    def show(self, frame: dict[str, str]) -> None:
        self.lights.show(frame)
        self.pins.show(frame)

    def dim(self, share: float) -> None:
        self.lights.dim(share)
        self.pins.dim(share)

    def hush(self, silent: bool) -> None:
        self.pins.hush(silent)

    def close(self) -> None:
        """Goes dark and lets go of everything. May be called twice."""
        self.lights.close()
        for reader in (*self.cards.values(), self.zones, self.pins):
            reader.close()
