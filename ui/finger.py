"""A finger that touches the real window: for tests, and for showing the game without a screen.

Everything goes the way of a person's touch: through the window to whatever lies under it. Needs a referee that is
stepped (`House(threaded=False)`); time is whatever the glass was given as `now`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.uix.widget import Widget

from ui.glass import Glass
from ui.locale import _
from ui.motion.moves import MOVES
from ui.presenter import BACK, LIST, LOOK, MORE, PLAY, seat_name
from ui.screens.card_sheet import CardSheet
from ui.screens.choosing import Choosing
from ui.screens.pinpad import PinPad
from ui.widgets.chips import CardChip
from ui.widgets.cloth import HideCorner
from ui.widgets.rail import RailButton
from ui.widgets.tag import Tag
from ui.widgets.tally import TallyRow
from ui.widgets.touch import GATE


class Touch(MotionEvent):
    """One touch at one place of the window, in pixels."""

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class NotThere(AssertionError):
    """What was to be touched is not on the screen."""


FRAMES_TO_OPEN = 10
PAUSE = 0.5
"""Seconds from one touch to the next, by the clock of the glass."""


class Finger:
    """Touches what a person would see. After each touch the referee decides, and the screen shows it."""

    def __init__(self, glass: Glass, frames: int = 3) -> None:
        """frames: how many are drawn after a touch; with 0 everything happens, but is drawn for a picture only."""
        self.glass, self.frames = glass, frames
        self._number, self._paused, now = 0, 0.0, glass.watch.now
        glass.watch.now = lambda: now() + self._paused

    # ---- frames

    def settle(self, frames: int | None = None) -> None:
        """Lets the referee decide all that was left, and the screen show it; a table on its way has come then."""
        frames = self.frames if frames is None else frames
        for _frame in range(max(1, frames)):
            self._frame(drawn=frames > 0)
        for _more in range(FRAMES_TO_OPEN):
            if not self.glass.waits:
                break
            self._frame(drawn=frames > 0)

    def _frame(self, *, drawn: bool) -> None:
        self.glass.pump()
        if drawn:
            EventLoop.idle()
            return
        Clock.tick()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    def shoot(self, path: Path | str) -> Path:
        """Writes what the window shows as a PNG, when all that moves has come to its end."""
        self.settle(3)
        MOVES.settle()
        self.settle(1)
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        Path(Window.screenshot(name=str(target))).replace(target)
        return target

    # ---- touching

    def touch(self, pos: tuple[float, float], until: tuple[float, float] | None = None) -> None:
        """Puts down, perhaps drags, and lifts."""
        self.pause()
        touch = self.down(pos)
        if until is not None and until != pos:
            self.move(touch, ((pos[0] + until[0]) / 2, (pos[1] + until[1]) / 2))
            self.move(touch, until)
        self.up(touch, until or pos)
        self.settle()

    def pause(self, seconds: float = PAUSE) -> None:
        """Lets the time pass that a hand takes from one touch to the next."""
        GATE.forget()
        self._paused += seconds

    def down(self, pos: tuple[float, float]) -> Touch:
        """Puts a finger down, and leaves it there."""
        self._number += 1
        touch = Touch("finger", self._number, self._scaled(pos), is_touch=True, type_id="touch")
        self._dispatch(touch, "on_touch_down", pos)
        return touch

    def move(self, touch: Touch, pos: tuple[float, float]) -> None:
        """Moves a finger that lies there."""
        self._dispatch(touch, "on_touch_move", pos)

    def up(self, touch: Touch, pos: tuple[float, float]) -> None:
        """Lifts it."""
        self._dispatch(touch, "on_touch_up", pos)

    def _scaled(self, pos: tuple[float, float]) -> tuple[float, float]:
        width, height = Window.system_size
        return pos[0] / max(1.0, width - 1.0), pos[1] / max(1.0, height - 1.0)

    def _dispatch(self, touch: Touch, event: str, pos: tuple[float, float]) -> None:
        touch.move(self._scaled(pos))
        touch.scale_for_screen(*Window.system_size, rotation=Window.rotation)
        Window.dispatch(event, touch)
        if event == "on_touch_down":
            return
        for weak in list(touch.grab_list):
            widget = weak()
            if widget is not None:
                touch.grab_current = widget
                widget.dispatch(event, touch)
                touch.grab_current = None

    # ---- what lies there

    def widgets(self) -> Iterator[Widget]:
        """Everything on the window, the front first."""
        yield from _walk(self.glass)

    def tags(self) -> dict[str, Tag]:
        """Every tag that lies on the window, by its choice, or by its words where it has none."""
        found: dict[str, Tag] = {}
        for widget in self.widgets():
            if isinstance(widget, Tag):
                found.setdefault(widget.choice or widget.text, widget)
                found.setdefault(widget.text, widget)
        return found

    def tap(self, name: str) -> None:
        """Touches a tag, by its choice (`zone:W5`, `end`, `glass:menu`) or by its words."""
        tag = self.tags().get(name)
        if tag is None:
            raise NotThere(f"{name!r} does not lie there; there are {', '.join(sorted(self.tags()))}")
        self.touch(tag.center)

    def press(self, kind: type[Widget], **looks: Any) -> None:
        """Touches the first widget of a kind that looks like this: `press(RailButton, icon="menu")`."""
        for widget in self.widgets():
            if isinstance(widget, kind) and all(getattr(widget, name) == value for name, value in looks.items()):
                self.touch(widget.center)
                return
        raise NotThere(f"no {kind.__name__} with {looks} lies there")

    def zone(self, zone: str) -> None:
        """Touches a zone on the board; a small one twice, as one must."""
        page = self.glass.page
        if not isinstance(page, Choosing) or page.board.plan is None:
            raise NotThere("there is no board")
        self.touch(page.board.plan.anchors[zone])
        if page.board.marked == zone:
            self.touch(page.board.plan.anchors[zone])

    def piece(self, piece: str) -> None:
        """Touches a figure on the board."""
        page = self.glass.page
        if not isinstance(page, Choosing):
            raise NotThere("there is no board")
        for here in page.board.standing.values():
            if piece in here.figures:
                self.touch(here.figures[piece])
                return
        raise NotThere(f"{piece} does not stand there")

    def pin(self, digits: str) -> None:
        """Types on the pad that lies there."""
        for digit in digits:
            pad = next((widget for widget in self.widgets() if isinstance(widget, PinPad)), None)
            if pad is None:
                raise NotThere("there is no pad")
            self.touch(pad.keys[digit].center)

    def hide(self) -> None:
        """Lets the curtain fall before whatever private window is open."""
        if self.glass.role == "own":
            self.press(HideCorner)

    def call(self, seat: str) -> None:
        """Hangs a seat's curtain: by the strip where it offers that, else by the menu."""
        self.hide()
        if LOOK + seat in self.tags():
            self.tap(LOOK + seat)
        else:
            self.press(RailButton, icon="menu")
            self.tap(seat_name(seat))

    def look(self, seat: str, pin: str) -> None:
        """Goes behind a seat's curtain."""
        self.call(seat)
        self.tap("glass:pin")
        self.pin(pin)

    def take(self, choice: str) -> None:
        """Gives an answer by touch wherever it lies: on a tag, in the list, on the board, on a card."""
        tags = self.tags()
        if choice not in tags:
            choice = self._as_good(choice)
        if choice in tags:
            self.touch(tags[choice].center)
            return
        page = self.glass.page
        if isinstance(page, Choosing) and page.model is not None:
            zone = next((zone for zone, ids in page.model.zones.items() if choice in ids), None)
            piece = next((piece for piece, found in page.model.pieces.items() if found == choice), None)
            if zone is not None:
                several = len(page.model.zones[zone]) > 1
                self.zone(zone)
                if several and choice in self.tags():
                    self.tap(choice)
                return
            here = {figure for standing in page.board.standing.values() for figure in standing.figures}
            if piece is not None and piece in here:
                self.piece(piece)
                return
        if isinstance(getattr(page, "over", None), CardSheet):
            self._turn_to(choice)  # a card that was laid on the reader lies open, and has several uses
            return
        chip = self._on_table(choice)
        if chip is not None:
            self.touch(chip.center)
            if chip.choices != (choice,):
                self._turn_to(choice)
            return
        if not self._from_list(choice):
            self._card(choice)

    def _as_good(self, choice: str) -> str:
        """The choice that is shown where several do the same."""
        page = self.glass.page
        asked = page.prompt_asked if isinstance(page, Choosing) else None
        return next((found.same_as for found in asked.choices if found.id == choice), "") or choice if asked else choice

    def _on_table(self, choice: str) -> CardChip | None:
        """A card on the table that a touch on means this choice: the one that means the fewest besides."""
        found = (chip for chip in self.widgets() if isinstance(chip, CardChip) and chip.live)
        chips = [chip for chip in found if choice in chip.choices]
        return min(chips, key=lambda chip: len(chip.choices), default=None)

    def _turn_to(self, choice: str) -> None:
        """Touches a tag or card on the sheet that lies there, page by page."""
        for _page in range(30):
            chip = self._on_table(choice)
            if choice in self.tags():
                self.tap(choice)
                return
            if chip is not None and len(chip.choices) == 1:
                self.touch(chip.center)
                return
            self.tap(MORE)
        raise NotThere(f"{choice!r} is on no page")

    def _from_list(self, choice: str) -> bool:
        """Touches a choice in the list behind its tag, page by page; False when it is not there."""
        page = self.glass.page
        if not isinstance(page, Choosing) or LIST not in self.tags():
            return False
        self.tap(LIST)
        for _page in range(1 + len(page.sheet.tags if page.sheet is not None else ())):
            if choice in self.tags():
                self.tap(choice)
                return True
            if page.sheet is None or _("More") not in self.tags():
                break
            self.tap(_("More"))
        self.tap(BACK)
        return False

    def _card(self, choice: str) -> None:
        """Touches a card that lies open; where it is another figure's, that figure first."""
        rows = [row for row in self.widgets() if isinstance(row, TallyRow) and row.framed]
        for row in (None, *rows):
            if row is not None:
                self.touch((row.x + row.width / 4, row.center_y))
            card = self._lying(choice)
            if card is not None:
                self.touch(card.center)
                tags = self.tags()
                if choice in tags:
                    self.touch(tags[choice].center)
                elif PLAY in tags:
                    self.touch(tags[PLAY].center)
                return
        raise NotThere(f"{choice!r} cannot be touched; there are {', '.join(sorted(self.tags()))}")

    def _lying(self, choice: str) -> Widget | None:
        for widget in self.widgets():
            face = getattr(widget, "face", None)
            if face is not None and face.choice == choice and widget.get_parent_window() is not None:
                return widget
        return None


def _walk(widget: Widget) -> Iterator[Widget]:
    for child in widget.children:
        if child.opacity > 0:
            yield from _walk(child)
            yield child
