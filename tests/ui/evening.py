"""An evening for tests: a house in a folder of its own, a glass whose time stands still, a finger; what must hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.seats import Seat
from companion.unknown import plain
from companion.views import View
from ui import shot
from ui.desk import House
from ui.glass import Glass
from ui.motion.moves import MOVES
from ui.screens.lobby import HungBoard
from ui.screens.own import OwnPage
from ui.screens.page import Words
from ui.widgets.cloth import ClothFrame
from ui.widgets.rule_box import RuleBox
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag
from ui.widgets.touch import Touchable

from .stage import LOOK

PINS = {"guards": "1234", "intruders": "5678"}
QUIET = 4
"""A seed with which nobody is met at the start and nothing is drawn in turn 1."""


LOOKS = frozenset({"kind", "state", "icon", "sign", "badge_role"})
"""Properties of widgets that say how, not what."""


class Evening:
    """A glass on the window, stepped by hand. `seconds` is the time."""

    def __init__(self, home: Path, seed: int = QUIET) -> None:
        from ui.finger import Finger

        self.seconds = 0.0
        self.house = House(home / "settings.toml", threaded=False, seed=seed, clock=lambda: "2025-01-31 18:30")
        self.house.settings = msgspec.structs.replace(
            self.house.settings, journal_folder=str(home / "tables"), answer_pause_seconds=0.0
        )
        self.glass = Glass(self.house, LOOK, now=lambda: self.seconds)
        MOVES.now = lambda: self.seconds
        shot.stage(self.glass)
        self.glass.lobby()
        self.finger = Finger(self.glass)
        self.finger.settle()

    def sit_down(self) -> None:
        """From the lobby to the public table: players, PINs, the book."""
        finger = self.finger
        finger.press(HungBoard, first=True)
        for seat, pin in PINS.items():
            finger.tap(f"pin:{seat}")
            finger.pin(pin)
            finger.pin(pin)
        finger.tap("glass:open")

    def look(self, seat: str) -> None:
        self.finger.look(seat, PINS[seat])

    def play(self, *picks: tuple[str, str]) -> None:
        """Picks without touches, to get somewhere quickly."""
        table = self.table
        for seat, choice in picks:
            table.do(lambda seat=seat, choice=choice: table.pick(seat, choice, None))  # type: ignore[misc]
        self.finger.settle()

    def set_up(self) -> None:
        """The night begins, with starters and things arranged at random."""
        self.sit_down()
        self.play(("guards", "starter"), ("guards", "arrange"), ("guards", "confirm"))
        self.play(*[("intruders", choice) for choice in ("starter", "starter", "arrange", "confirm")])

    def to_intruders(self) -> None:
        """The guards do nothing but what they must."""
        self.set_up()
        self.play(("guards", "end"))
        while (prompt := self.table.window(Seat("guards")).prompt()) is not None:
            self.play(("guards", prompt.choices[0] if "end" not in prompt.choices else "end"))

    @property
    def table(self) -> Any:
        assert self.glass.bridge is not None
        return self.glass.bridge.table

    def view(self, seat: str = "table") -> View:
        return self.table.window(Seat(seat)).view()  # type: ignore[no-any-return]

    def ask(self, seat: str) -> str:
        prompt = self.table.window(Seat(seat)).prompt()
        return prompt.ask if prompt is not None else ""

    def choices(self, seat: str) -> list[str]:
        prompt = self.table.window(Seat(seat)).prompt()
        return list(prompt.choices) if prompt is not None else []

    @property
    def page(self) -> str:
        return type(self.glass.page).__name__

    @property
    def strip(self) -> Strip:
        return next(widget for widget in self.finger.widgets() if isinstance(widget, Strip))

    def close(self) -> None:
        if self.glass.bridge is not None:
            self.table.close()
        MOVES.settle()
        MOVES.now = Clock.get_time
        shot.clear()

    # ---- what holds on every screen -----------------------------------------------------------------------------

    def check(self) -> None:
        """One lacquer tag, one lantern strip, cloth if and only if it is private, nothing too small to touch."""
        seen = list(self.finger.widgets())
        private = isinstance(self.glass.page, OwnPage)
        assert any(isinstance(widget, ClothFrame) for widget in seen) == private
        assert sum(isinstance(widget, Tag) and widget.kind == "main" for widget in seen) <= 1
        assert sum(isinstance(widget, Strip) and widget.kind == "lantern" for widget in seen) <= 1
        small = [
            (type(widget).__name__, getattr(widget, "text", ""), widget.size)
            for widget in seen
            if isinstance(widget, Touchable) and widget.live and not isinstance(widget, RuleBox)
            if min(widget.size) < LOOK.u(48) - 0.5
        ]
        assert small == []
        outside = [
            (type(widget).__name__, getattr(widget, "text", ""), widget.pos, widget.size)
            for widget in seen
            if isinstance(widget, Tag) and (widget.x < -0.5 or widget.right > 800.5 or widget.y < -0.5)
        ]
        assert outside == []


def texts_on(widgets: Iterator[Widget]) -> set[str]:
    """Every text that a widget in sight holds."""
    found: set[str] = set()
    for widget in widgets:
        values = [getattr(widget, name) for name in widget.properties() if name not in LOOKS]
        if isinstance(widget, Words):
            values.append(list(widget.lines))
        found |= set(_strings(values))
    return found


def texts_of(view: View) -> set[str]:
    """Every text of a view."""
    return set(_strings(msgspec.to_builtins(view, enc_hook=plain)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (*_strings(key), *_strings(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
