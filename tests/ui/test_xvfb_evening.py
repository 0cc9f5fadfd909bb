"""An evening with a real window and a real mouse: `./kuroko play` under Xvfb, a full turn of each side by clicks.

Nothing in the program tells where its tags lie. This process plays the same evening beside it, from the same seed and
with the same picks, on a glass of its own; it clicks where the tags lie on that one, and after each click waits until
the window looks like it. So the test also says that a picture follows from seed and picks alone.

`KUROKO_CLICKS=1` plays it, `KUROKO_WHOLE_EVENING=1` on to the verdict: two programs are compared picture by picture,
which wants a machine that does nothing else.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from PIL import Image, ImageChops, ImageFilter

from companion.seats import Seat
from companion.views import TracksPanel
from ui import shot
from ui.app import look_for
from ui.demo import Evening
from ui.desk import House
from ui.finger import Finger
from ui.glass import Glass
from ui.haste import SOON
from ui.opened import OpenTable
from ui.presenter import panel
from ui.screens.verdict import VerdictPage

HERE = Path(__file__).resolve().parents[2]
SEED = 7
PATIENCE = 60.0
"""Seconds in which the window must look as it should."""
ALIKE = 0.002
"""As much of a picture may differ: a word at the brink of its room is written larger by one process than by another."""
UNLIKE = {
    "TablePage": (648, 152, 800, 418),
    "OwnPage": (640, 280, 800, 410),
    "ListPage": (0, 56, 800, 108),
    "VerdictPage": (534, 190, 784, 380),
}
"""Where a page tells the seal, or many words in a narrow room: a letter's breadth may break a line elsewhere."""
MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not {"KUROKO_CLICKS", "KUROKO_WHOLE_EVENING"} & os.environ.keys(), reason="set KUROKO_CLICKS=1"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


class Screen:
    """A screen of 800 x 480 that nobody sees, the program on it, and a mouse."""

    def __init__(self, home: Path) -> None:
        words = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x480x24", "-fbdir", str(home), "-nocursor"]
        self._server = subprocess.Popen([*words, "-nolisten", "tcp"], stdout=subprocess.PIPE, text=True)
        assert self._server.stdout is not None
        self._buffer = home / "Xvfb_screen0"
        self._environment = {
            **os.environ,
            "DISPLAY": f":{self._server.stdout.readline().strip()}",
            "SDL_VIDEODRIVER": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "PYTHONPATH": str(HERE),
        }
        program = [sys.executable, "-P", "-m", "ui", "play", "--table", "none", "--home", str(home)]
        self._program = subprocess.Popen([*program, "--seed", str(SEED)], env=self._environment)

    def click(self, x: float, y: float) -> None:
        # in one breath: on a busy machine two would be a finger that is held
        place = ("mousemove", str(round(x)), str(round(y)))
        words = ("xdotool", *place, "sleep", "0.03", "mousedown", "1", "sleep", "0.03", "mouseup", "1")
        subprocess.run(words, env=self._environment, check=True, timeout=20)

    def picture(self) -> Image.Image:
        """What lies on the screen now, read from the server's memory (an X window dump)."""
        raw = self._buffer.read_bytes()
        fields = struct.unpack(">25I", raw[:100])
        size, width, height, line, colours = fields[0], fields[4], fields[5], fields[12], fields[19]
        return Image.frombuffer("RGB", (width, height), raw[size + 12 * colours :], "raw", "BGRX", line, 1)

    def close(self) -> None:
        for process in (self._program, self._server):
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


class Hand(Finger):
    """Touches its own glass, clicks the same place of the screen, and waits until both look alike."""

    def __init__(self, glass: Glass, screen: Screen, home: Path) -> None:
        super().__init__(glass, frames=0)
        self.screen, self._home, self.clicks = screen, home, 0

    def touch(self, pos: tuple[float, float], until: tuple[float, float] | None = None) -> None:
        super().touch(pos, until)
        self.screen.click(pos[0], 480 - pos[1])
        self.clicks += 1
        time.sleep(SOON)  # a second click as near and as soon would be half of a double one, and count for nothing
        self.wait()

    def wait(self) -> None:
        """Until the window looks as this glass does: all but the seal, which is never the same twice."""
        wanted = Image.open(self.shoot(self._home / "wanted.png")).convert("RGB")
        hidden = UNLIKE.get(type(self.glass.page).__name__)
        end = time.monotonic() + PATIENCE
        while _apart(wanted, self.screen.picture(), hidden) > ALIKE:
            if time.monotonic() > end:
                self.screen.picture().save(self._home / "found.png")
                raise AssertionError(f"the window looks otherwise; see wanted.png and found.png in {self._home}")
            time.sleep(0.1)


def _apart(one: Image.Image, other: Image.Image, hidden: tuple[int, int, int, int] | None) -> float:
    """Which part of the pixels differs clearly; what is hidden counts for nothing, nor does a letter a pixel aside."""
    soft = (picture.filter(ImageFilter.GaussianBlur(2)) for picture in (one, other))
    clear = ImageChops.difference(*soft).convert("L").point(lambda grey: 255 if grey > 32 else 0)
    if hidden is not None:
        clear.paste(0, hidden)
    return float(clear.histogram()[255] / (clear.width * clear.height))


class Clicked(Evening):
    """The demo's evening, played by the hand."""

    def __init__(self, glass: Glass, screen: Screen, home: Path) -> None:
        super().__init__(glass, self._advice, home, lambda _line: None)
        self.finger: Hand = Hand(glass, screen, home)

    def _advice(self, seat: str) -> str | None:
        table = self.table
        assert isinstance(table, OpenTable)
        prompt = table.window(Seat(seat)).prompt()
        quick = next((choice for choice in ("starter", "arrange") if prompt and choice in prompt.choices), None)
        return quick or table.advise(seat, SEED)

    def _picture(self, name: str) -> None:
        """The hand takes pictures enough."""

    def begin(self) -> None:
        self.finger.settle()
        self.finger.wait()
        self._sit_down(2, "scorpion")

    def turn(self) -> int:
        tracks = panel(self.table.window().view(), TracksPanel)
        assert tracks is not None
        night = any(track.style == "phases" and track.at for track in tracks.tracks)
        return next(track.at for track in tracks.tracks if track.style == "rope") if night else 0

    def answer(self) -> None:
        self._one_answer()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Clicked]:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for home in (theirs, ours):
        home.mkdir()
        kept = (f'journal_folder = "{home / "tables"}"', "answer_pause_seconds = 0", "curtain_seconds = 600")
        (home / "settings.toml").write_text("\n".join((*kept, "calm = true", "")), encoding="utf-8")
    screen = Screen(theirs)
    house = House(ours / "settings.toml", simulated=False, threaded=False, seed=SEED)
    look = look_for(house.settings, (800, 480), cache=Path(platformdirs.user_cache_dir("kuroko", appauthor=False)))
    glass = Glass(house, look, now=lambda: 0.0)
    shot.stage(glass)
    glass.lobby()
    yield Clicked(glass, screen, ours)
    screen.close()
    glass.lobby()
    shot.clear()


def test_a_turn_of_each_side_is_played_by_clicks(evening: Clicked) -> None:
    evening.begin()
    whole = os.environ.get("KUROKO_WHOLE_EVENING") == "1"
    while evening.table.window().outcome() is None and (whole or evening.turn() < 2):
        evening.answer()
    if whole:
        assert isinstance(evening.glass.page, VerdictPage)
    assert evening.finger.clicks > 40
