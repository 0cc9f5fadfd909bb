"""The commands that need no screen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion import lines
from companion.scenario import run

app = typer.Typer(no_args_is_help=True, add_completion=False, help="The referee without a screen.")


@app.command()
def referee() -> None:
    """Answer the referee protocol: one JSON object a line on standard input, one on standard output."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    lines.serve(sys.stdin, sys.stdout)


@app.command()
def scenario(files: Annotated[list[Path], typer.Argument(help="Scenario files.")]) -> None:
    """Run scenario files, a line each; status 1 when one fails."""
    outcomes = [run(path) for path in files]
    for outcome in outcomes:
        print(f"{'ok  ' if outcome.wrong is None else 'FAIL'} {outcome.title}")
        if outcome.wrong is not None:
            print(f"     {outcome.wrong}")
    failed = sum(outcome.wrong is not None for outcome in outcomes)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)


if __name__ == "__main__":
    app()
