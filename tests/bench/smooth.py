"""How smooth the glass is, measured inside it: `python -m tests.bench.smooth PART HOME` prints one part's figures.

`tests.bench.bench_glass` runs it in an environment of its own. Seconds, bytes and counts, no words.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics.opengl import glFinish

from companion.seats import Seat
from companion.views import BoardPanel
from ui import shot
from ui.desk import House
from ui.finger import Finger
from ui.glass import Glass
from ui.motion.breath import AFTER
from ui.motion.moves import MOVES
from ui.presenter import panel
from ui.theme import Look
from ui.typefaces import find_faces
from ui.widgets.tag import Tag

FRAMES, NIGHTS, RESTING = 300, 4, 10.0
BEHIND = ("card:patrol_search", "patrol:p2", "card:patrol_search", "patrol:p1", "end")
"""What the guards answer behind their curtain, so that they are asked in the open."""
PICKS = 60
"""Of each night in private windows."""
GAMES, WARM = 50, 5
PATROL = "p2"


def frame() -> None:
    """Draws one, to its end: without being asked, GL would put off what nobody looks at."""
    EventLoop.idle()
    glFinish()


Clock._max_fps = 0  # as fast as it can be


class Table:
    """A night on Twin castles that has begun, on a screen of 800 x 480."""

    def __init__(self, home: Path, threaded: bool = False) -> None:
        self.threaded = threaded
        self.house = House(home / "settings.toml", threaded=threaded, seed=4)
        folder = str(home / "tables")
        self.house.settings = msgspec.structs.replace(
            self.house.settings, journal_folder=folder, answer_pause_seconds=0.0
        )
        self.glass = Glass(self.house, Look(faces=find_faces("en")))
        shot.stage(self.glass)
        self.glass.lobby()
        self.finger = Finger(self.glass)

    def open(self) -> None:
        self.glass.open(self.house.games()[0], 2, {})
        self.settle()

    def settle(self) -> None:
        for _frame in range(4):
            self.decide()
            frame()
        MOVES.settle()

    def decide(self) -> None:
        """What is left to decide, where no thread does that."""
        if not self.threaded:
            self.glass.pump()

    def begin(self) -> None:
        """Both sides have hidden all, and the guards are to play cards."""
        self.open()
        table = self.table
        for choice in ("starter", "arrange", "confirm"):
            table.do(lambda choice=choice: table.pick("guards", choice, None))
        for choice in ("starter", "starter", "arrange", "confirm"):
            table.do(lambda choice=choice: table.pick("intruders", choice, None))
        self.wait(lambda: self.asked() == "play_hand")
        self.settle()

    @property
    def table(self) -> Any:
        assert self.glass.bridge is not None
        return self.glass.bridge.table

    def answer(self, choice: str) -> None:
        """The guards answer so, if they may."""
        prompt = self.table.window(Seat("guards")).prompt()
        if prompt is not None and choice in prompt.choices:
            before = self.glass.picture
            self.table.do(lambda: self.table.pick("guards", choice, None))
            self.wait(lambda: self.glass.picture is not before)
            self.settle()

    def thinks(self) -> str:
        """The seat that is asked something."""
        return next(str(seat) for seat in self.table.seats if self.table.window(Seat(seat)).prompt() is not None)

    def look(self, seat: str) -> None:
        """Opens a seat's private window."""
        assert self.glass.bridge is not None
        self.glass.call(seat)
        self.settle()
        self.glass.bridge.look(seat, None)
        self.settle()

    def asked(self) -> str:
        prompt = self.table.window(Seat("guards")).prompt()
        return prompt.ask if prompt is not None else ""

    def wait(self, until: Callable[[], bool]) -> None:
        while not until():
            self.decide()
            frame()


def animating(home: Path) -> Iterator[float]:
    """Frames a second, and processor seconds a frame, while a patrol walks over the whole public table."""
    evening = Table(home)
    evening.begin()
    board = evening.glass.page.board  # type: ignore[union-attr]
    before = panel(evening.glass.picture.table, BoardPanel)  # type: ignore[union-attr]
    assert before is not None
    start = next(piece.zone for piece in before.pieces if piece.group == PATROL)
    goal = next(b if a == start else a for a, b in before.sheet.track if start in (a, b))

    def at(zone: str) -> BoardPanel:
        pieces = tuple(msgspec.structs.replace(p, zone=zone) if p.group == PATROL else p for p in before.pieces)
        return msgspec.structs.replace(before, pieces=pieces)

    ways, walls, processor = [at(goal), before], [], []
    while len(walls) < FRAMES:
        board.show(ways[0])
        ways.reverse()
        frame()
        while board.moves.walks.carries(PATROL):
            began, own = time.perf_counter(), time.process_time()
            frame()
            walls.append(time.perf_counter() - began)
            processor.append(time.process_time() - own)
    yield 1 / statistics.median(walls)
    yield statistics.median(processor)


def breathing(home: Path) -> Iterator[float]:
    """The share of one core that the public table takes while zones breathe on it and nobody touches it."""
    Clock._max_fps = 60
    evening = Table(home)
    evening.begin()
    for choice in BEHIND[:2]:
        evening.answer(choice)
    until = time.perf_counter() + AFTER + 0.5
    while time.perf_counter() < until:
        frame()
    began, own = time.perf_counter(), time.process_time()
    while time.perf_counter() < began + RESTING:
        EventLoop.idle()
    yield (time.process_time() - own) / (time.perf_counter() - began)


def redrawing(home: Path) -> Iterator[float]:
    """Wall and processor seconds from what was decided to the end of the frame that shows it; and of deciding it."""
    evening = Table(home)
    shown, processor, decided = [], [], []
    for night in range(NIGHTS):
        evening.begin()
        behind = iter(BEHIND)
        while (prompt := evening.table.window(Seat("guards")).prompt()) is not None:
            zones = [choice for choice in prompt.choices if choice.startswith(("zone:", "patrol:"))]
            choice = zones[0] if zones and prompt.ask != "choose_patrol" else next(behind, "")
            if choice not in prompt.choices:
                break
            began = time.perf_counter()
            evening.table.do(lambda choice=choice: evening.table.pick("guards", choice, None))
            evening.table.step()
            decided.append(time.perf_counter() - began)
            began, own = time.perf_counter(), time.process_time()
            evening.glass.refresh()
            frame()
            if night:  # the first time some letters and signs are drawn that are kept
                shown.append(time.perf_counter() - began)
                processor.append(time.process_time() - own)
            MOVES.settle()
        evening.glass.lobby()
    yield from (statistics.median(found) for found in (shown, processor, decided))


def own_window(home: Path) -> Iterator[float]:
    """Wall and processor seconds from a pick in a private window that stays open to the end of the frame of it."""
    evening = Table(home)
    shown, processor = [], []
    for night in range(NIGHTS):
        evening.begin()
        for pick in range(PICKS):
            seat = evening.thinks()
            if evening.glass.role != "own" or evening.glass.page.seat != seat:  # type: ignore[union-attr]
                evening.look(seat)
            choice = evening.table.advise(seat, night)
            evening.table.do(lambda seat=seat, choice=choice: evening.table.pick(seat, choice, None))
            evening.table.step()
            began, own = time.perf_counter(), time.process_time()
            evening.glass.refresh()
            frame()
            if night and pick and evening.glass.role == "own":
                shown.append(time.perf_counter() - began)
                processor.append(time.process_time() - own)
            MOVES.settle()
        evening.glass.lobby()
    yield from (statistics.median(found) for found in (shown, processor))
    yield float(len(shown))


def touching(home: Path) -> Iterator[float]:
    """Wall and processor seconds from a finger that is lifted to the end of the first frame that shows what came of it.

    The referee decides in a thread of its own, and the glass draws sixty frames a second, as on a table.
    """
    Clock._max_fps = 60
    found: list[tuple[float, float]] = []
    evening = Table(home, threaded=True)
    for _night in range(NIGHTS):
        evening.begin()
        behind = iter(BEHIND)
        while evening.asked():
            tags = [tag for tag in evening.glass.page.strip.tags if tag.live]  # type: ignore[union-attr]
            tags = [tag for tag in tags if not tag.choice.startswith("glass")]
            if evening.asked() in ("play_hand", "choose_patrol") or not tags:
                choice = next(behind, "")
                if not choice:
                    break
                evening.answer(choice)
            else:
                found.append(_touch(evening, tags[0]))
        evening.glass.lobby()
    yield from (statistics.median(column) for column in zip(*found, strict=True))
    yield float(len(found))


def _touch(evening: Table, tag: Tag) -> tuple[float, float]:
    """Wall and processor seconds."""
    picture, place = evening.glass.picture, tag.center
    evening.finger.pause()
    finger = evening.finger.down(place)
    frame()
    began, own = time.perf_counter(), time.process_time()
    evening.finger.up(finger, place)
    while evening.glass.picture is picture:
        frame()
    took = time.perf_counter() - began, time.process_time() - own
    evening.settle()
    return took


def remembering(home: Path) -> Iterator[float]:
    """Bytes that the process holds more after the screens of fifty games than after those of the first five."""
    evening = Table(home)
    for game in range(GAMES + WARM):
        _game(evening)
        if game + 1 == WARM:
            before = _resident()
    yield float(_resident() - before)
    yield float(before)


def _game(evening: Table) -> None:
    """Every kind of screen that a game has, from the lobby to the lobby."""
    glass = evening.glass
    glass.seats(glass.desk.games()[0])
    evening.settle()
    evening.begin()
    for turn in (glass.menu, glass.preferences, glass.rules, glass.nights, glass.table):
        turn()
        evening.settle()
    for seat in evening.table.seats:
        glass.call(seat)
        evening.settle()
        assert glass.bridge is not None
        glass.bridge.look(seat, None)
        evening.settle()
    glass.hide()
    for choice in ("card:patrol_search", f"patrol:{PATROL}", "stay", "end"):
        evening.answer(choice)
        evening.settle()
    glass.lobby()
    evening.settle()
    for book in (Path(evening.house.settings.journal_folder)).iterdir():
        book.unlink()


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


PARTS = {part.__name__: part for part in (animating, breathing, redrawing, own_window, touching, remembering)}

if __name__ == "__main__":
    print(*PARTS[sys.argv[1]](Path(sys.argv[2])))
