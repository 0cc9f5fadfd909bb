"""The commands that need no screen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from companion import coverage as covered
from companion import lines, rule_page
from companion.games.rulebooks import RULEBOOKS
from companion.rule_structure import ID
from companion.rules import Catalogue, Rule
from companion.scenario import run
from companion.settings import Settings

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


@app.command()
def rules(
    words: Annotated[list[str] | None, typer.Argument(help="Numbers such as R116, or words to look for.")] = None,
    language: Annotated[str, typer.Option(help="en, zh_Hans, zh_Hant or ja; otherwise that of the settings.")] = "",
    game: Annotated[str, typer.Option(help="The game whose rules are asked for.")] = "scorpion",
    coverage: Annotated[bool, typer.Option("--coverage", help="Say which tests exercise each rule.")] = False,
) -> None:
    """Print rules by number, or those in which all words are found; the contents without either."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if game not in RULEBOOKS:
        _cannot(f"there are no rules of {game!r}; games are {', '.join(RULEBOOKS)}.")
    catalogue = RULEBOOKS[game]()
    language = language or Settings.load()[0].language
    if language not in catalogue.languages:
        _cannot(f"there are no rules in {language!r}; languages are {', '.join(catalogue.languages)}.")
    if coverage:
        if not covered.TESTS.is_dir():
            _cannot(f"there are no tests at {covered.TESTS}; take the project with its tests.")
        found = covered.exercised(covered.TESTS)
        print(*covered.table(catalogue, found), sep="\n")
        raise typer.Exit(1 if covered.empty(catalogue, found) else 0)
    console = Console(highlight=False)
    if not words:
        console.print(rule_page.contents(catalogue, language))
        return
    asked = _numbered(catalogue, words)
    if not asked:
        asked = catalogue.search(" ".join(words), language)
        if not asked:
            _cannot(f"nothing was found for {' '.join(words)!r}; try fewer words, or a number.", status=1)
        if len(asked) > 1:
            console.print(rule_page.found(asked, " ".join(words), language))
            return
    for at, rule in enumerate(asked):
        if at:
            console.print()
        console.print(rule_page.page(rule, catalogue, language))


def _numbered(catalogue: Catalogue, words: list[str]) -> tuple[Rule, ...]:
    """The rules whose numbers were typed; none where words were. A number without a rule ends the command."""
    kinds = {found[1] for id in catalogue.rules if (found := ID.match(id))}
    if not all((found := ID.match(word.upper())) and found[1] in kinds for word in words):
        return ()
    asked = []
    for number in words:
        rule = catalogue.find(number)
        if rule is None:
            spans = " and ".join(f"{first} to {last}" for first, last in catalogue.spans())
            _cannot(f"there is no rule {number}; the rules are {spans}.")
        asked.append(rule)
    return tuple(asked)


def _cannot(why: str, status: int = 2) -> NoReturn:
    print(why, file=sys.stderr)
    raise typer.Exit(status)


if __name__ == "__main__":
    app()
