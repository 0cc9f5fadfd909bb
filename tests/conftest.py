"""Before anything else is imported: no test needs a screen, makes a sound, or reads or writes the user's own files."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest

_scratch = Path(tempfile.mkdtemp(prefix="kuroko-tests-"))
atexit.register(shutil.rmtree, _scratch, ignore_errors=True)

os.environ.update(
    # Real OpenGL, pictures and touches without an X server. (`dummy` kills the process without a word.)
    SDL_VIDEODRIVER="offscreen",
    SDL_AUDIODRIVER="dummy",
    # Kivy otherwise takes pytest's arguments for its own, writes to the home folder and swallows the log.
    KIVY_NO_ARGS="1",
    KIVY_NO_CONFIG="1",
    KIVY_NO_FILELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KIVY_HOME=str(_scratch / "kivy"),
    XDG_CACHE_HOME=str(_scratch / "cache"),
    XDG_CONFIG_HOME=str(_scratch / "config"),
    XDG_DATA_HOME=str(_scratch / "data"),
    XDG_STATE_HOME=str(_scratch / "state"),
)
(_scratch / "kivy").mkdir()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--worlds N`: see `companion/test_worlds.py`."""
    parser.addoption(
        "--worlds",
        type=int,
        default=0,
        metavar="N",
        help="play every turn of N whole games in two worlds, instead of two thousand pairs",
    )
