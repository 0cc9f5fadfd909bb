"""Every screen in every size, language and palette, as pictures: for whoever looks the glass over, and for tests.

A `Stop` is a screen that can be hung up again and again: the same evening stands still while it is dressed in one look
after another. A `Walk` plays evenings between simple players and hangs up what they see; `ui.stops` has all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.ports import Report
from companion.seats import Seat
from companion.settings import Settings
from ui.app import look_for
from ui.finger import Finger
from ui.glass import Glass
from ui.locale import LANGUAGES
from ui.ports import Plan, Table
from ui.screens.own import OwnPage
from ui.screens.page import Page
from ui.screens.table import TablePage
from ui.shot import grab

SIZES: Final = ((480, 320), (800, 480), (1024, 600), (1280, 720), (720, 1280))
SEED: Final = 7


class Guise(NamedTuple):
    """How a screen is dressed: the size of the window in pixels, and what the settings say."""

    name: str
    size: tuple[int, int]
    settings: dict[str, object]


class Stop(NamedTuple):
    """A screen. show: hangs it up, whatever hung there."""

    name: str
    show: Callable[[], object]


def guises(sizes: Sequence[tuple[int, int]] = SIZES, languages: Sequence[str] = LANGUAGES) -> list[Guise]:
    """Every size in every language by day; and the usual size at night, in high contrast, large, for the left hand."""
    found = [Guise(f"{w}x{h}-{language}", (w, h), {"language": language}) for w, h in sizes for language in languages]
    usual = (800, 480)
    found += [
        Guise("800x480-night", usual, {"theme": "night"}),
        Guise("800x480-contrast", usual, {"theme": "contrast"}),
        Guise("800x480-large", usual, {"large_text": True}),
        Guise("800x480-large-ja", usual, {"large_text": True, "language": "ja"}),
        Guise("800x480-left-hand", usual, {"left_hand": True}),
        Guise("480x320-night", (480, 320), {"theme": "night"}),
        Guise("720x1280-large", (720, 1280), {"large_text": True}),
        Guise("1000x700-window", (1000, 700), {}),
    ]
    return found


class Walk:
    """Plays evenings on one glass, and hangs up its screens.

    advise: what a simple player of a seat would answer. post: what a device of a table says. cache: where cut fonts are
    kept.
    """

    def __init__(
        self,
        glass: Glass,
        advise: Callable[[Table, str], str | None],
        post: Callable[[Table, Report], None],
        cache: Path | None = None,
    ) -> None:
        self.glass, self.advise, self.post, self.cache = glass, advise, post, cache
        self.seconds = 0.0
        glass.watch.now = lambda: self.seconds
        self.finger = Finger(glass, frames=0)
        self._plain: Settings = glass.desk.settings

    # ---- dressing

    def dress(self, guise: Guise) -> None:
        """The glass in a guise. Whatever hangs there must be hung up anew."""
        glass = self.glass
        if glass.box_view is not None and glass.box_view.parent is not None:
            glass.turn_table()
        settings = msgspec.structs.replace(self._plain, pins=glass.desk.settings.pins, **guise.settings)
        glass.desk.settings = glass.watch.settings = settings
        glass.size_hint = (None, None)
        glass.pos, glass.size = (0, 0), guise.size
        glass.wear(look_for(settings, guise.size, cache=self.cache))
        glass.turn(Page(glass))
        self.settle()  # the table speaks the language before anything is hung up

    def settle(self) -> None:
        """Everything decided, drawn and lying in its place."""
        self.finger.settle(0)
        self.finger.settle(0)

    # ---- playing

    @property
    def table(self) -> Table:
        bridge = self.glass.bridge
        assert bridge is not None
        return bridge.table

    def asked(self) -> tuple[str, str]:
        """Who is asked what; nobody where the night is over."""
        for seat in self.table.seats:
            prompt = self.table.window(Seat(seat)).prompt()
            if prompt is not None:
                return seat, prompt.ask
        return "", ""

    def answer(self, choice: str = "") -> None:
        """The next answer: this one, or what a simple player gives."""
        seat, _ask = self.asked()
        wanted = choice or self.advise(self.table, seat) or ""
        if type(self.glass.page) is not Page:
            self.glass.turn(Page(self.glass))
        self.table.pick(seat, wanted, None)  # nothing of all this is drawn

    def lay(self, kind: str) -> None:
        """A card, `DECK/KIND`, is laid on the reader before everybody's eyes, and taken away again."""
        box = self.table.box
        assert box is not None
        token = next(token for token in box.pieces() if token.startswith(f"card:{kind}/"))
        box.lay(token)
        box.lift(token)

    def open_zone(self, seat: str, at: int) -> str:
        """One of the zones that a seat is offered."""
        prompt = self.table.window(Seat(seat)).prompt()
        zones = [choice for choice in prompt.choices if choice.startswith("zone:")] if prompt is not None else []
        return zones[at % len(zones)] if zones else ""

    def told(self) -> None:
        """Lets the glass hear of all that was answered."""
        self.table.do(lambda: None)
        self.settle()

    def open(self, game: str, players: int, plan: Plan | None = None) -> None:
        """A new evening."""
        glass = self.glass
        glass.lobby()
        offer = next(offer for offer in glass.desk.games() if offer.id == game)
        seats = glass.desk.seats(game, players)
        glass.open(offer, players, {seat: f"{1111 * (at + 1)}" for at, seat in enumerate(seats)}, plan=plan)
        self.settle()

    # ---- hanging up

    def public(self) -> None:
        self.glass.forget()
        self.glass.table()
        self.settle()

    def own(self, seat: str) -> OwnPage:
        """A seat's private window."""
        glass = self.glass
        assert glass.bridge is not None
        glass.forget()
        glass.bridge.look(seat, None)
        self.settle()
        assert isinstance(glass.page, OwnPage)
        return glass.page

    def tapped(self, show: Callable[[], object], *names: str) -> None:
        """Shows a screen and touches tags on it, one after the other."""
        show()
        self.settle()
        for name in names:
            self.finger.tap(name)

    def on_table(self) -> TablePage:
        self.public()
        assert isinstance(self.glass.page, TablePage)
        return self.glass.page


def picture(walk: Walk, stop: Stop, guise: Guise, out: Path) -> Path:
    """One screen in one guise, written as a PNG."""
    walk.dress(guise)
    stop.show()
    walk.settle()
    return grab(walk.glass, out / f"{stop.name}-{guise.name}.png")
