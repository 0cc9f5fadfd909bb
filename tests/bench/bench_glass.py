"""How soon the glass is there, what it takes at rest, how soon it answers: `python -m tests.bench.bench_glass`.

Prints how long the lobby takes from the start of the process to its first frame that can be touched, beside an empty
Kivy window in the same run; what share of one core lobby and public table take while nothing happens; how long a new
table takes to open; and from `tests.bench.smooth` how many frames a second the public table has while a patrol walks
over it, how soon a pick and a touch are seen, and what is left in memory of fifty games. All are medians of several
processes, frames or picks, taken in turns so that a busy machine is unfair to neither. `processor` counts the process's
own time, which a busy machine stretches less.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
RUNS = 7

FIRST_FRAME = """
import sys, time
from kivy.core.window import Window
begun, frames = float(sys.argv[1]), 0
def flipped(*_):
    global frames
    frames += 1
    if frames == 1:  # all is laid out and painted before it is flipped
        print(time.time() - begun, time.process_time(), flush=True)
        {after}
Window.bind(on_flip=flipped)
"""

EMPTY = """
from kivy.app import App
from kivy.uix.widget import Widget
{measure}
class Empty(App):
    def build(self):
        return Widget()
Empty().run()
"""

KUROKO = """
import os
os.environ["KUROKO_HOME"] = sys_home = {home!r}
from ui.playing import wired
app = wired("none")
{measure}
app.run()
"""

OPENING = """
import sys, time
from ui.desk import House
import msgspec
house = House({home!r} + "/settings.toml", threaded=False, seed=4)
house.settings = msgspec.structs.replace(house.settings, journal_folder={home!r} + "/tables")
house.games()
begun = time.time()
house.open("scorpion", 2, {{"guards": "1234", "intruders": "5678"}})
print(time.time() - begun)
"""

SIT_DOWN = """
from kivy.clock import Clock
def sit_down(*_):
    glass = App.get_running_app().glass
    glass.open(glass.desk.games()[0], 2, {"guards": "1234", "intruders": "5678"})
from kivy.app import App
Clock.schedule_once(sit_down, 1)
"""

STOP = "from kivy.app import App; App.get_running_app().stop()"


def environment(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_HOME": str(home / "kivy"),
        "PYTHONPATH": str(HOUSE),
    }


def script(program: str, home: Path) -> str:
    """A program as a file: Kivy wants to know where it stands."""
    (home / "kivy").mkdir(parents=True, exist_ok=True)
    path = home / "program.py"
    path.write_text(program, encoding="utf-8")
    return str(path)


def run(program: str, home: Path) -> tuple[float, ...]:
    """The numbers that a program prints: seconds."""
    words = [sys.executable, "-P", script(program, home), str(time.time())]
    done = subprocess.run(words, env=environment(home), stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    return tuple(float(word) for word in done.stdout.split())


def burnt(program: str, home: Path, settle: float, seconds: float) -> float:
    """The share of one core that a program takes when it has settled."""
    words = [sys.executable, "-P", script(program, home), str(time.time())]
    with subprocess.Popen(words, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()  # the first frame is there
            time.sleep(settle)
            before = _ticks(process.pid)
            time.sleep(seconds)
            return (_ticks(process.pid) - before) / os.sysconf("SC_CLK_TCK") / seconds
        finally:
            process.terminate()


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def first_frame(home: Path) -> None:
    measure = FIRST_FRAME.format(after=STOP)
    empty, lobby = EMPTY.format(measure=measure), KUROKO.format(home=str(home), measure=measure)
    for program in (empty, lobby):
        run(program, home)  # the disk is warm, and the fonts are found
    times = [(*run(empty, home), *run(lobby, home)) for _ in range(RUNS)]
    wall, own, lobby_wall, lobby_own = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"first frame: empty window {wall:.2f} s, lobby {lobby_wall:.2f} s, {lobby_wall / wall:.2f} times")
    print(f"  processor: empty window {own:.2f} s, lobby {lobby_own:.2f} s, {lobby_own / own:.2f} times")


def at_rest(home: Path) -> None:
    measure = FIRST_FRAME.format(after="pass")
    programs = {
        "empty window": EMPTY.format(measure=measure),
        "lobby": KUROKO.format(home=str(home), measure=measure),
        "public table": KUROKO.format(home=str(home), measure=measure + SIT_DOWN),
    }
    for name, program in programs.items():
        print(f"at rest: {name} takes {burnt(program, home, 8, 10):.1%} of one core")


def opening(home: Path) -> None:
    times = [run(OPENING.format(home=str(home)), home)[0] for _ in range(RUNS)]
    print(f"a new table: {statistics.median(times):.2f} s")


def inside(part: str, home: Path) -> tuple[float, ...]:
    """The figures of one part of `tests.bench.smooth`, measured inside the glass."""
    (home / "kivy").mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "tests.bench.smooth", part, str(home)]
    done = subprocess.run(words, env=environment(home), stdout=subprocess.PIPE, text=True, timeout=900, check=True)
    return tuple(float(word) for word in done.stdout.split())


def animating(home: Path) -> None:
    frames, own = inside("animating", home)
    print(f"the public table while a patrol walks: {frames:.0f} frames a second, {1000 * own:.1f} ms of processor each")


def breathing(home: Path) -> None:
    print(f"the public table while zones breathe takes {inside('breathing', home)[0]:.1%} of one core")


def redrawing(home: Path) -> None:
    shown, own, decided = inside("redrawing", home)
    print(f"a pick: decided in {1000 * decided:.0f} ms, drawn in {1000 * shown:.0f} ms ({1000 * own:.0f} of processor)")


def own_window(home: Path) -> None:
    shown, own, picks = inside("own_window", home)
    print(
        f"a pick in a private window: drawn in {1000 * shown:.0f} ms ({1000 * own:.0f} of processor), {picks:.0f} picks"
    )


def touching(home: Path) -> None:
    took, own, touches = inside("touching", home)
    print(f"from touch to changed frame: {1000 * took:.0f} ms ({1000 * own:.0f} of processor), {touches:.0f} touches")


def remembering(home: Path) -> None:
    grown, before = inside("remembering", home)
    print(f"after the screens of 50 games {grown / 1e6:.1f} MB more resident than the {before / 1e6:.0f} after five")


def main() -> None:
    measures = (first_frame, at_rest, opening, animating, breathing, redrawing, own_window, touching, remembering)
    parts = {part.__name__: part for part in measures}
    for name in sys.argv[1:] or parts:
        with tempfile.TemporaryDirectory() as home:
            parts[name](Path(home))


if __name__ == "__main__":
    main()
