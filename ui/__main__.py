"""Starts the screen: `python -m ui play`. Wires a whole table together, as `./kuroko play` asks for it."""

from __future__ import annotations

import os
import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import platformdirs
import typer

from companion.games.shelf import SHELF

if TYPE_CHECKING:
    from companion.ports import Report
    from companion.replay import Night

GAME_NAMES = [book.id for book in SHELF]

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Kuroko on a screen.")


class DemoTable(StrEnum):
    """What lies on the table of an evening that shows itself."""

    SIMULATED = "simulated"
    BOARD = "board"


class TableKind(StrEnum):
    """What lies beside the screen."""

    SIMULATED = "simulated"
    BOARD = "board"
    NONE = "none"


@app.callback()
def words() -> None:
    """Kuroko on a screen."""


@app.command()
def play(
    table: Annotated[
        TableKind | None,
        typer.Option(
            help="A table to drag figures on, beside the screen; the real one that rig.toml names; or touch only. "
            "Without it, what the settings say: simulated, unless changed."
        ),
    ] = None,
    home: Annotated[
        Path | None, typer.Option(file_okay=False, help="A folder of one's own for settings and games.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal as this number says and no longer by chance: to play something again.")
    ] = None,
) -> None:
    """Sit down and play: on the touchscreen or a desktop."""
    if home is not None:
        os.environ["KUROKO_HOME"] = str(home)
    from ui.playing import wired

    wired(table and table.value, seed).run()


@app.command()
def demo(
    seed: Annotated[int, typer.Option(help="The same seed plays the same evening.")] = 7,
    out: Annotated[Path, typer.Option(file_okay=False, help="The folder for transcript, journal and pictures.")] = Path(
        "build/demo"
    ),
    game: Annotated[str, typer.Option(help=f"Which game: {', '.join(GAME_NAMES)}.")] = GAME_NAMES[0],
    table: Annotated[
        DemoTable, typer.Option(help="Zones that report plainly; or simulated zone boards, behind lines and the host.")
    ] = DemoTable.SIMULATED,
    players: Annotated[
        int | None, typer.Option(help="How many sit at the table; the fewest it is for, unless said.")
    ] = None,
) -> None:
    """Play a whole evening without a screen, and show it in pictures."""
    if game not in GAME_NAMES:
        raise typer.BadParameter(f"there is no {game!r}; games are {', '.join(GAME_NAMES)}", param_hint="--game")
    numbers = next(book.players for book in SHELF if book.id == game)
    if players is None:
        players = numbers[0]
    if players not in numbers:
        raise typer.BadParameter(f"{game} is for {', '.join(map(str, numbers))}", param_hint="--players")
    home = out / "home"
    unseen(out)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")  # nobody watches: there is no frame to wait for
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from ui.app import KurokoApp
    from ui.demo import Evening
    from ui.desk import House
    from ui.hands import Stuck
    from ui.opened import OpenTable

    settings = home / "settings.toml"
    # Nobody is there whom a pause could tell anything, or whom the curtain should fall for.
    kept = (f'journal_folder = "{(home / "tables").resolve()}"', "answer_pause_seconds = 0", "curtain_seconds = 600")
    settings.write_text("\n".join(kept) + "\n", "utf-8")
    boards = table is DemoTable.BOARD
    house = House(settings, boards=boards, threaded=False, seed=seed, clock=lambda: "2000-01-01 20:00")
    shown = KurokoApp(house, simulated=False, cache=Path(platformdirs.user_cache_dir("kuroko", appauthor=False)))
    shown.glass = None
    glass = shown.build()
    Window.add_widget(glass)
    EventLoop.start()

    def advise(seat: str) -> str | None:
        opened = glass.bridge.table if glass.bridge is not None else None
        return opened.advise(seat, seed) if isinstance(opened, OpenTable) else None

    evening = Evening(glass, advise, out, print)
    try:
        winner = evening.play(players, game)
    except Stuck as error:
        evening.finger.shoot(out / "stuck.png")
        print(f"The evening stopped: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    finally:
        (out / "transcript.txt").write_text("\n".join(evening.transcript) + "\n", "utf-8")
        glass.lobby()
    book = next((home / "tables").glob("*.kuroko"))
    shutil.copyfile(book, out / "journal.db")
    print(f"\nWinner: {winner}, after {evening.picks} picks.")
    print(f"{len(evening.pictures)} pictures, transcript.txt and journal.db are in {out}.")


@app.command()
def gallery(
    out: Annotated[
        Path, typer.Option(file_okay=False, help="The folder for the pictures and their index.html.")
    ] = Path("build/gallery"),
    stop: Annotated[
        list[str] | None, typer.Option(help="Only screens whose name begins so: lobby, table, guards. Repeatable.")
    ] = None,
    guise: Annotated[
        list[str] | None, typer.Option(help="Only guises whose name has this in it: 800x480, ja, night. Repeatable.")
    ] = None,
) -> None:
    """Show every screen in every size, language and palette, as pictures."""
    unseen(out)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")
    from kivy.base import EventLoop

    from ui.app import look_for
    from ui.desk import House
    from ui.gallery import SEED, Walk, guises, picture
    from ui.gallery_page import index
    from ui.glass import Glass
    from ui.opened import OpenTable
    from ui.shot import stage
    from ui.stops import stops

    home, cache = out / "home", Path(platformdirs.user_cache_dir("kuroko", appauthor=False))
    settings = home / "settings.toml"
    kept = (f'journal_folder = "{(home / "tables").resolve()}"', "answer_pause_seconds = 0", "calm = true")
    settings.write_text("\n".join(kept) + "\n", "utf-8")
    house = House(settings, simulated=True, threaded=False, seed=SEED, clock=lambda: "2000-01-01 20:00")
    glass = Glass(house, look_for(house.settings, (800, 480), cache=cache), now=lambda: 0.0)
    stage(glass)
    EventLoop.start()

    def advise(table: object, seat: str) -> str | None:
        return table.advise(seat, SEED) if isinstance(table, OpenTable) else None

    def post(table: object, report: Report) -> None:
        if isinstance(table, OpenTable):
            table.referee.post(report)

    walk = Walk(glass, advise, post, cache)
    found: list[tuple[str, str, Path]] = []
    wanted = [one for one in guises() if not guise or any(part in one.name for part in guise)]
    for shown in stops(walk):
        if stop and not any(shown.name.startswith(part) for part in stop):
            continue
        print(shown.name, flush=True)
        found += [(shown.name, one.name, picture(walk, shown, one, out)) for one in wanted]
        walk.dress(guises()[4])
        glass.lobby() if glass.bridge is None else glass.table()
    glass.lobby()
    shutil.rmtree(home, ignore_errors=True)
    print(f"{len(found)} pictures; open {index(out, found)}")


@app.command()
def enrol(
    game: Annotated[str, typer.Option(help=f"Whose pieces: {', '.join(GAME_NAMES)}.")] = GAME_NAMES[0],
    table: Annotated[
        TableKind, typer.Option(help="The readers that rig.toml names; simulated tags to try it with; or typing only.")
    ] = TableKind.BOARD,
    home: Annotated[
        Path | None, typer.Option(file_okay=False, help="A folder of one's own for settings and tags.")
    ] = None,
    take_over: Annotated[
        Path | None,
        typer.Option("--list", help="Take over another program's list: a line a piece, its number and its token."),
    ] = None,
    to_print: Annotated[bool, typer.Option("--print", help="Write a page to print and tick off, and end.")] = False,
) -> None:
    """Put tags under pieces: name a piece, hold up its tag; a whole deck in a row."""
    if game not in GAME_NAMES:
        raise typer.BadParameter(f"there is no {game!r}; games are {', '.join(GAME_NAMES)}", param_hint="--game")
    if home is not None:
        os.environ["KUROKO_HOME"] = str(home)
    import queue

    from companion.files import BadFile
    from companion.tag_lists import read_list
    from ui.desk import House
    from ui.enrol import Conversation, News, converse, read_lines
    from ui.locale import _, speak
    from ui.ports import CannotOpen, CannotWrite

    rig = None
    if table is TableKind.BOARD:
        from hardware.rig import rig_file

        rig = rig_file()
    news: News = queue.Queue()
    # A simulated reader is stepped: what is held there is read before the next line.
    house = House(simulated=table is TableKind.SIMULATED, rig=rig, threaded=rig is not None)
    try:
        # A list to take over or to print needs no reader.
        quiet = to_print or take_over is not None
        enrolling = house.enrolling(lambda: news.put(None), game, reads=not quiet)
    except CannotOpen as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    try:
        if take_over is not None:
            listed = read_list(take_over, enrolling.enrolment.pieces)
            if not Conversation(enrolling, typer.echo).take_over(listed):
                raise typer.Exit(1)
        elif to_print:
            language = house.settings.language
            speak(language)
            path = enrolling.print_list(_("Tags and pieces"), str(enrolling.path), _("Figures"), language)
            typer.echo(f"Written: {path}. Open it in a browser to print it.")
        else:
            if enrolling.reader is None:
                typer.echo(
                    "No reader is described here, so tags are typed. To describe one: ./kuroko rig; to try this with "
                    "simulated tags: ./kuroko enrol --table simulated\n"
                )
            talk = Conversation(enrolling, typer.echo)
            talk.begin()
            read_lines(news, sys.stdin)
            converse(talk, enrolling, news)
            typer.echo(f"{len(enrolling.enrolment.manifest)} tags are in {enrolling.path}.")
    except KeyboardInterrupt:
        typer.echo("")
    except (BadFile, CannotWrite) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    finally:
        enrolling.close()


def unseen(out: Path) -> None:
    """A window that nobody sees, for pictures into a folder, and a house of its own in it."""
    offscreen()
    home = out / "home"
    shutil.rmtree(home, ignore_errors=True)  # the evening is played anew
    os.environ["KIVY_HOME"] = str(home / "kivy")
    (home / "kivy").mkdir(parents=True)
    from ui.playing import size_window

    size_window()


@app.command("rig")
def describe(
    rig: Annotated[Path | None, typer.Option("--rig", help="Another file than the usual rig.toml.")] = None,
) -> None:
    """Describe this table: put a tag onto each zone, watch each light, press each button; rig.toml is written."""
    from companion.files import BadFile
    from hardware.rig import rig_file
    from ui.rigging import describe_table

    path = rig_file(rig)
    if path.exists():
        typer.echo(f"{path} is there already; it will be kept as {path.name}.old.")

    def ask(question: str) -> str:
        return str(typer.prompt(question, "", prompt_suffix="", show_default=False))

    try:
        describe_table(path, ask, typer.echo)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        typer.echo("\nNothing was written.")
        raise typer.Exit(1) from None
    except BadFile as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None


@app.command()
def doctor(
    rig: Annotated[Path | None, typer.Option("--rig", help="Another file than the usual rig.toml.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to wait for boards that are starting.")] = 5.0,
) -> None:
    """Look at machine, screen, letters, files and every device: one line each, and how to mend what is wrong."""
    from hardware.machine import said
    from hardware.rig import rig_file
    from ui.doctor import checkup

    cache = Path(platformdirs.user_cache_dir("kuroko", appauthor=False))
    findings = checkup(rig_file(rig), None, seconds, cache=cache)
    for finding in findings:
        typer.echo(said(finding))
    wrong = [finding for finding in findings if not finding.well]
    if not wrong:
        typer.echo("Nothing must be mended.")
        return
    typer.echo(f"{len(wrong)} {'thing' if len(wrong) == 1 else 'things'} must be mended: see WRONG above.")
    raise typer.Exit(1)


@app.command()
def replay(
    book: Annotated[
        Path, typer.Argument(help="The book of a night that is over: NAME.kuroko, or journal.db of a demo.")
    ],
    html: Annotated[
        Path | None, typer.Option(help="Write it as one page for a browser, which needs no network.")
    ] = None,
    png: Annotated[Path | None, typer.Option(help="Write it as one picture, turn by turn.")] = None,
    language: Annotated[str, typer.Option(help="en, zh_Hans, zh_Hant or ja; otherwise that of the settings.")] = "",
) -> None:
    """Tell a night that is over: in words, as a page, as a picture."""
    from companion.settings import Settings
    from ui.books import named, read_night, write_page
    from ui.locale import LANGUAGES, speak
    from ui.ports import CannotOpen

    language = language or Settings.load()[0].language
    if language not in LANGUAGES:
        raise typer.BadParameter(
            f"there is no {language!r}; languages are {', '.join(LANGUAGES)}", param_hint="--language"
        )
    try:
        night, rules = read_night(book, language)
    except CannotOpen as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None
    speak(language)
    if html is not None:
        from ui.presenter import seat_name

        names = named(book, {str(seat): seat_name(seat) for seat in night.seats})
        said = write_page(night, rules, html, names, language)
        print(said)
        if said != str(html):
            raise typer.Exit(1)
    if png is not None:
        try:
            draw(night, book.stem, png, language)
        except OSError as error:
            print(f"{png}: the picture cannot be written ({error.strerror}); name another file.", file=sys.stderr)
            raise typer.Exit(1) from None
        print(png)
    if html is None and png is None:
        tell(night)


def draw(night: Night[Any], title: str, path: Path, language: str) -> None:
    """The night as a picture, drawn on a window that nobody sees. Raises OSError where it cannot be written."""
    offscreen()
    import msgspec
    from kivy.base import EventLoop

    from ui import night_picture
    from ui.app import look_for
    from ui.desk import House
    from ui.frame import SCREEN
    from ui.glass import Glass

    cache = Path(platformdirs.user_cache_dir("kuroko", appauthor=False))
    house = House(simulated=False, threaded=False)
    house.settings = msgspec.structs.replace(house.settings, language=language, large_text=False, scale=1.0)
    EventLoop.ensure_window()
    night_picture.draw(Glass(house, look_for(house.settings, SCREEN, cache=cache)), night, title, path)


def tell(night: Night[Any]) -> None:
    """The night in words, turn by turn, each ruling with its rule."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    for column in night.columns:
        grid = Table.grid(padding=(0, 2))
        for number in range(column.first, column.last + 1):
            for line in night.said(number):
                grid.add_row(line.rule or "", Text(line.text, overflow="fold"))
        console.print(Text(column.label, "bold"))
        console.print(grid)
    result, rule = night.result
    console.print(Text(f"{result} ({rule})", "bold"))


def offscreen() -> None:
    """Kivy needs no screen, keeps nothing and takes none of our words for its own."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")


if __name__ == "__main__":
    app()
