"""Starts the screen: `python -m ui play`. Wires a whole table together, as `./kuroko play` asks for it."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Kuroko on a screen.")


class TableKind(StrEnum):
    """What lies beside the screen."""

    SIMULATED = "simulated"
    NONE = "none"


@app.callback()
def words() -> None:
    """Kuroko on a screen."""


@app.command()
def play(
    table: Annotated[
        TableKind, typer.Option(help="A table beside the screen, to drag figures and lay cards; or touch only.")
    ] = TableKind.SIMULATED,
    home: Annotated[Path | None, typer.Option(help="A folder of one's own for settings and games.")] = None,
) -> None:
    """Sit down and play: on the touchscreen or a desktop."""
    if home is not None:
        os.environ["KUROKO_HOME"] = str(home)
    # Kivy would take the words after `play` for its own, and write its own log and settings into the home folder.
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    simulated = table is TableKind.SIMULATED
    _size_window(simulated)
    from ui.app import KurokoApp
    from ui.desk import House

    cache = Path(platformdirs.user_cache_dir("kuroko", appauthor=False))
    KurokoApp(House(simulated=simulated), simulated=simulated, cache=cache).run()


def _size_window(simulated: bool) -> None:
    """Says how large the window is to be, which must be said before it is opened."""
    from kivy.config import Config

    width, height = 800 + (640 if simulated else 0), 480
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")


if __name__ == "__main__":
    app()
