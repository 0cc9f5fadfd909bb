"""`python -m hardware`: what helps with the devices alone, without a game.

python -m hardware watch
python -m hardware watch --reset-pin 25
python -m hardware watch --backend mfrc522 --bus 0 --device 1
python -m hardware doctor
python -m hardware rig
python -m hardware rename /dev/ttyUSB0 left
"""

from __future__ import annotations

import queue
import time
from pathlib import Path
from typing import Annotated

import typer

from companion.ports import Observation, Pressed, Report, Watch

from .backends import NAMES, Opener, opener
from .doctor import WIRES
from .outcomes import Unavailable
from .readers import CardReader
from .registers import CHIPS
from .rig import rig_file
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
    reset_pin: Annotated[int | None, typer.Option(help="GPIO number of the pin that its RST hangs on, if any.")] = None,
) -> None:
    """Print tags as they arrive at a card reader and leave it. Ends with Ctrl-C."""
    try:
        opening = opener(backend, bus, device, reset_pin=reset_pin)
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


@app.command("rename")
def give_name(
    line: Annotated[str, typer.Argument(help="The line it is on, such as /dev/ttyUSB0.")],
    name: Annotated[str, typer.Argument(help="What rig.toml calls it: 1 to 16 plain letters.")],
) -> None:
    """Give the zone board on a line a name that it keeps without power."""
    from .naming import rename

    if why := rename(line, name, _Monotonic()):
        typer.echo(f"{why[:1].upper()}{why[1:]}.", err=True)
        raise typer.Exit(1)
    typer.echo(f"The zone board at {line} is called {name} from now on.")


RIG = Annotated[Path | None, typer.Option("--rig", help="Another file than the usual rig.toml.")]


@app.command()
def doctor(
    rig: RIG = None,
    seconds: Annotated[float, typer.Option(help="How long to wait for boards that are starting.")] = 5.0,
) -> None:
    """Look at every device of this table and say what is wrong and how to mend it."""
    from .doctor import examine
    from .machine import Machine, check, said
    from .rig import BadRig, load_rig

    path = rig_file(rig)
    try:
        described = load_rig(path)
    except BadRig as error:
        typer.echo(f"{error}.", err=True)
        raise typer.Exit(NOTHING_THERE) from None
    if described.empty:
        typer.echo(f"{path} names no device, so this table is played by touch. To describe one: ./kuroko rig")
        return
    machine = check(Machine(), described)
    findings = [*machine, *examine(described, _Monotonic(), seconds, before=machine)]
    for finding in findings:
        typer.echo(said(finding))
    if not all(finding.well for finding in findings):
        raise typer.Exit(1)


@app.command("rig")
def describe(
    rig: RIG = None,
    write: Annotated[bool, typer.Option(help="Write the file; one that is there already is left alone.")] = False,
) -> None:
    """Find the zone boards that are plugged in and describe them for rig.toml."""
    from .board.words import Hello
    from .doctor import boards_there, described
    from .rig import BoardPart

    path, boards = rig_file(rig), list[tuple[BoardPart, Hello]]()
    for found in boards_there():
        if isinstance(found.board, Hello):
            typer.echo(f"{found.path}: the zone board {found.board.name}, {found.board.readers} readers", err=True)
            boards.append((found.part, found.board))
        else:
            typer.echo(f"{found.path}: {found.board}", err=True)
    if not boards:
        typer.echo("No zone board is plugged in. Flash one with firmware/flash PORT, or describe it by hand.", err=True)
    if not write:
        typer.echo(described(boards))
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(described(boards))
    except FileExistsError:
        typer.echo(
            f"{path} is there already and was left alone; print a new one with: python -m hardware rig", err=True
        )
        raise typer.Exit(1) from None
    except OSError as error:
        typer.echo(
            f"{path} cannot be written ({error}). If it belongs to root: sudo chown $USER {path.parent}", err=True
        )
        raise typer.Exit(1) from None
    typer.echo(f"Written: {path}")


def why_not_there(opening: Opener) -> str | None:
    """One sentence when no reader answers there; None when one does. Tries it, and lets go of it again."""
    opened = opening()
    if isinstance(opened, Unavailable):
        return opened.say
    try:
        if dead := opened.restart():
            return f"No reader answers ({dead.why}): {WIRES}."
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
    if isinstance(report, Pressed):
        return f"pressed {report.button}"
    if isinstance(report, Watch):
        return f"{report.device} watch {len(report.zones)} zones"
    return f"over: {report.say}" if report.over else report.say


if __name__ == "__main__":
    app(prog_name="python -m hardware")
