"""`python -m hardware`: what helps with the devices alone, without a game.

python -m hardware watch
python -m hardware watch --backend mfrc522 --bus 0 --device 1
"""

from __future__ import annotations

import queue
import time
from typing import Annotated

import typer

from companion.ports import Observation, Report

from .backends import NAMES, Opener, opener
from .outcomes import Unavailable
from .readers import CardReader
from .registers import CHIPS
from .uids import why_not_a_uid

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

NOTHING_THERE = 2
"""Exit status when there is no reader to watch."""


class _Monotonic:
    def now(self) -> float:
        return time.monotonic()


class _Queued:
    """An inbox that another thread empties."""

    def __init__(self) -> None:
        self.reports: queue.SimpleQueue[Report] = queue.SimpleQueue()

    def post(self, report: Report) -> None:
        self.reports.put(report)


@app.callback()
def devices() -> None:
    """Look after the devices of the table."""


@app.command()
def watch(
    backend: Annotated[str, typer.Option(help=f"The reader's driver: {' or '.join(NAMES)}.")] = "rc522",
    bus: Annotated[int, typer.Option(help="X of /dev/spidevX.Y.")] = 0,
    device: Annotated[int, typer.Option(help="Y of /dev/spidevX.Y.")] = 0,
) -> None:
    """Print tags as they arrive at a card reader and leave it. Ends with Ctrl-C."""
    try:
        opening = opener(backend, bus, device)
    except ValueError as error:
        typer.echo(f"{error}.", err=True)
        raise typer.Exit(NOTHING_THERE) from None
    if said := why_not_there(opening):
        typer.echo(said, err=True)
        raise typer.Exit(NOTHING_THERE)
    inbox = _Queued()
    reader = CardReader("card", opening, _Monotonic())
    typer.echo("Lay a tag on the reader. Ctrl-C ends.")
    reader.start(inbox)
    try:
        while True:
            typer.echo(line(inbox.reports.get()))
    except KeyboardInterrupt:
        typer.echo("")
    finally:
        reader.close()


def why_not_there(opening: Opener) -> str | None:
    """One sentence when no reader answers there; None when one does. Tries it, and lets go of it again."""
    opened = opening()
    if isinstance(opened, Unavailable):
        return opened.say
    try:
        if dead := opened.restart():
            return (
                f"No reader answers ({dead.why}). Check that 3.3V, GND, SDA (chip select), SCK, MOSI, MISO and RST are "
                "wired, and that RST is not left open."
            )
        version = opened.version()
        typer.echo(f"Found: {CHIPS.get(version, f'a chip of unknown version 0x{version:02X}')}.")
    finally:
        opened.close()
    return None


def line(report: Report) -> str:
    """How a report reads.

    >>> line(Observation("card", "04A3C6CAE26180"))
    'arrive 04A3C6CAE26180'
    """
    if isinstance(report, Observation):
        note = why_not_a_uid(report.uid) if report.event == "arrive" else None
        return f"{report.event} {report.uid}" + (f"  {note}" if note else "")
    return f"over: {report.say}" if report.over else report.say


if __name__ == "__main__":
    app(prog_name="python -m hardware")
