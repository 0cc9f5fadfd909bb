"""Every screen of every game in some guise, each in another: nothing clipped, covered, cut, too small or unreadable.

`KUROKO_EVERY_SCREEN=1` looks at every screen in every guise there is, which takes a quarter of an hour; what is shown
then as pictures is `./kuroko gallery`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.graphics import Rectangle

from companion.games.files import LANGUAGES
from companion.ports import Report
from companion.settings import Settings
from ui import shot
from ui.app import look_for
from ui.desk import House
from ui.gallery import SEED, Guise, Stop, Walk, guises
from ui.glass import Glass
from ui.moments import moments
from ui.night_stops import more_players, scorpion
from ui.opened import OpenTable
from ui.ports import Table
from ui.screens.curtain import CurtainPage
from ui.stops import before, cards
from ui.typefaces import find_faces
from ui.widgets.strip import Strip

from .endings import ENDS, hang_up
from .seen import Eyes, drawn, faults

WHOLE = os.environ.get("KUROKO_EVERY_SCREEN") == "1"
PARTS = {
    "before": ("lobby", "settings", "seats", "sitting", "name", "pin", "rulings", "enrol", "rules"),
    "evening": ("table-before", "curtain", "guards", "menu"),
    "night": ("table", "rules"),
    "intruders": ("intruders", "verdict"),
    "more_players": ("table", "menu", "simulated", "swords", "lobby"),
    "moments": (
        "guards-hide_goal",
        "table-choose",
        "guards-choose",
        "hint",
        "trouble",
        "remark",
        "take-back",
        "three",
        "round",
    ),
    "shinobinogi": ("shinobinogi",),
    "shinobi_arts": ("shinobi_arts",),
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    if not find_faces("ja", folder).covers_cjk:
        pytest.skip("no font with Chinese and Japanese signs is installed; ./kuroko installs fonts-noto-cjk")
    return folder


@pytest.fixture
def eyes() -> Iterator[Eyes]:
    found = Eyes()
    yield found
    found.close()


@pytest.fixture
def walk(tmp_path: Path, cache: Path, eyes: Eyes) -> Iterator[Walk]:
    written = (f'journal_folder = "{tmp_path / "tables"}"', "answer_pause_seconds = 0", "calm = true")
    (tmp_path / "settings.toml").write_text("\n".join(written) + "\n", encoding="utf-8")
    house = House(tmp_path / "settings.toml", threaded=False, seed=SEED, clock=lambda: "2000-01-01 20:00")
    glass = Glass(house, look_for(house.settings, (800, 480), cache=cache))
    shot.stage(glass)
    yield Walk(glass, advise, post, cache)
    glass.lobby()
    shot.clear()


def advise(table: Table, seat: str) -> str | None:
    return table.advise(seat, SEED) if isinstance(table, OpenTable) else None


def post(table: Table, report: Report) -> None:
    if isinstance(table, OpenTable):
        table.referee.post(report)


def stops(walk: Walk, part: str) -> Iterator[Stop]:
    match part:
        case "before":
            found = before(walk)
        case "more_players":
            found = more_players(walk)
        case "moments":
            found = moments(walk)
        case "shinobinogi":
            found = cards(walk, part, 2)
        case "shinobi_arts":
            found = cards(walk, part, 5)
        case _:
            found = scorpion(walk)
    for stop in found:
        if stop.name.startswith(PARTS[part]):
            yield stop
        if part == "evening" and stop.name == "menu":
            return


def look(walk: Walk, eyes: Eyes, stop: Stop, guise: Guise) -> list[str]:
    eyes.cut.clear()
    walk.dress(guise)
    stop.show()
    walk.settle()
    return [f"{stop.name} as {guise.name}: {fault}" for fault in faults(eyes, walk.glass)]


@pytest.mark.slow
@pytest.mark.timeout(3600 if WHOLE else 120)
@pytest.mark.parametrize("part", PARTS)
def test_on_no_screen_is_anything_wrong(part: str, walk: Walk, eyes: Eyes) -> None:
    every, at = guises(), list(PARTS).index(part) * 5
    wrong: list[str] = []
    for stop in stops(walk, part):
        at += 7  # another size and another language each time
        for guise in every if WHOLE else [every[at % len(every)]]:
            wrong += look(walk, eyes, stop, guise)
    assert wrong == []


@pytest.mark.parametrize("guise", [guise for guise in guises() if guise.name in ("480x320-ja", "720x1280-zh_Hans")])
def test_the_first_screens_are_right_on_the_smallest_and_the_tallest(guise: Guise, walk: Walk, eyes: Eyes) -> None:
    wrong: list[str] = []
    for stop in before(walk):
        if stop.name in ("lobby", "settings"):
            wrong += look(walk, eyes, stop, guise)
    assert wrong == []


@pytest.mark.slow
def test_why_nothing_opens_a_seat_finds_room_in_every_size_and_language(walk: Walk, eyes: Eyes) -> None:
    walk.open("scorpion", 2)
    table, wrong = walk.table, []
    assert isinstance(table, OpenTable)
    table._settings = Settings()
    for guise in guises():
        wrong += look(walk, eyes, Stop("curtain-lost", lambda: walk.glass.call("guards")), guise)
        page = walk.glass.page
        assert isinstance(page, CurtainPage)
        assert page.locked
    assert wrong == []


def test_what_is_wrong_is_seen(walk: Walk, eyes: Eyes) -> None:
    """The eyes themselves: a screen is spoiled in one way after another."""
    walk.dress(guises()[4])
    walk.glass.lobby()
    walk.settle()
    page = walk.glass.page
    assert page is not None
    assert faults(eyes, walk.glass) == []
    board = page.boards[0]  # type: ignore[attr-defined]
    right = board.pos[:], board.size[:]
    spoiled = {
        "off the screen": (lambda: setattr(board, "x", -300)),
        "targets over each other": (lambda: setattr(board, "x", board.x + 40)),
        "too small to touch": (lambda: setattr(board, "height", 30)),
    }
    for fault, spoil in spoiled.items():
        spoil()
        walk.settle()
        assert any(found.startswith(fault) for found in faults(eyes, walk.glass)), fault
        board.pos, board.size = right
        walk.settle()
    board._group.add(Rectangle(pos=board.pos, size=board.size))
    assert any(found.startswith("struck through") for found in faults(eyes, walk.glass))
    made = next(child for child in page.children if getattr(child, "text", "") == "Settings")
    made.kind = "main"
    page.boards[1].parent.add_widget(type(made)(walk.glass.look, text="Another", kind="main", pos=(0, 0)))  # type: ignore[attr-defined]
    walk.settle()
    assert any("lacquer" in found for found in faults(eyes, walk.glass))


@pytest.mark.slow
def test_a_prompt_of_two_lines_and_a_foot_on_a_tag_are_seen(walk: Walk, eyes: Eyes) -> None:
    walk.dress(guises()[0])
    next(stop for stop in before(walk) if stop.name == "seats-2").show()
    walk.settle()
    assert faults(eyes, walk.glass) == []
    strip = next(one for one in drawn(walk.glass) if isinstance(one, Strip))
    said, tag = strip.say, strip.tags[0]
    strip.say = f"{said}, gyp and {said}"
    walk.settle()
    assert any(found.startswith("in two lines") for found in faults(eyes, walk.glass))
    strip.say, tag.y = f"gyp {said}", tag.y + walk.glass.look.u(4)
    walk.settle()
    assert any(found.startswith("under something") for found in faults(eyes, walk.glass))


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_every_end_of_a_night_finds_room(walk: Walk, eyes: Eyes) -> None:
    walk.open("scorpion", 2)
    before, wrong, ends = walk.glass.picture, list[str](), itertools.cycle(ENDS)
    large = [Guise(f"{w}x{h}-large-{language}", (w, h), {"large_text": True, "language": language})
             for w, h in ((800, 480), (720, 1280)) for language in LANGUAGES]  # fmt: skip
    for guise in (*guises(((480, 320), (800, 480), (720, 1280))), *large):
        end = next(ends)
        eyes.cut.clear()
        walk.dress(guise)
        walk.glass.picture = before
        hang_up(walk.glass, *end)
        walk.settle()
        wrong += [f"{end[:2]} as {guise.name}: {fault}" for fault in faults(eyes, walk.glass)]
    assert wrong == []
