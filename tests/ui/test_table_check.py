"""A table out of step, on the glass: one figure at a time, by hand or by touch, and it closes by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.ports import Watch
from companion.seats import TABLE
from companion.settings import Language
from companion.views import BoardPanel
from tests.companion.support import loaded
from ui.glass import NIGHT_LIGHTS
from ui.lettering import wrap
from ui.presenter import panel
from ui.screens.checking import PATIENCE
from ui.screens.table import TablePage
from ui.theme import Look
from ui.typefaces import find_faces

from .evening import Evening
from .stage import LOOK


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def stand(evening: Evening, **elsewhere: str) -> None:
    """Every guard's figure stands where the public board has it, but for those elsewhere."""
    board = panel(evening.view(), BoardPanel)
    assert board is not None
    for piece in board.pieces:
        evening.table.box.put(f"guard:{piece.id}", elsewhere.get(piece.id, piece.zone))
    evening.table.referee.post(Watch("zones", frozenset(board.sheet.zones)))
    evening.finger.settle()


def wait(evening: Evening) -> None:
    """So long that no figure is on its way any more."""
    evening.seconds += 2 * PATIENCE
    evening.glass.tick()
    evening.finger.settle()


def zones(evening: Evening) -> dict[str, str]:
    board = panel(evening.view(), BoardPanel)
    assert board is not None
    return {piece.id: piece.zone for piece in board.pieces}


@pytest.mark.slow
def test_a_table_out_of_step_is_shown_one_figure_at_a_time_and_closes_by_itself(evening: Evening) -> None:
    evening.set_up()
    home = zones(evening)
    stand(evening, g1="O1", g2="C1")
    assert evening.strip.kind == "lantern", "for a moment a figure may be on its way"
    asked = evening.strip.say
    wait(evening)
    page = evening.glass.page
    assert isinstance(page, TablePage)
    board = panel(evening.view(), BoardPanel)
    assert board is not None
    assert (evening.strip.kind, evening.strip.say) == ("check", f"g1 belongs in {board.sheet.zones[home['g1']].name}")
    assert page.rail.words.lines[0] == "The table is out of step: 2 figures."
    astray = page.board.pointing.astray
    assert astray is not None
    assert (astray.piece, astray.stands, astray.belongs) == ("g1", "O1", home["g1"])
    assert "g1" in page.board.standing["O1"].figures, "it is drawn where it stands"
    assert "1 of 2" in {tag.text for tag in evening.strip.tags}
    evening.check()
    evening.finger.tap("1 of 2")
    assert evening.strip.say.startswith("g2 belongs in ")
    evening.finger.tap("2 of 2")
    assert evening.strip.say.startswith("g1 belongs in ")
    evening.table.box.put("guard:g1", home["g1"])
    evening.finger.settle()
    assert evening.strip.say.startswith("g2 belongs in "), "the next one at once"
    assert "1 of 1" not in evening.finger.tags()
    evening.table.box.put("guard:g2", home["g2"])
    evening.finger.settle()
    assert (evening.strip.kind, evening.strip.say) == ("lantern", asked)
    assert page.board.pointing.astray is None


@pytest.mark.slow
def test_touch_goes_on_while_the_table_is_out_of_step(evening: Evening) -> None:
    evening.set_up()
    home = zones(evening)
    stand(evening, g1="O1")
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"))
    wait(evening)
    assert evening.strip.kind == "check"
    legal = sorted(zone for zone, light in evening.table.window().lights().items() if light == "legal")
    evening.finger.zone(legal[0])
    assert zones(evening)["g3"] == legal[0], "on the board"
    assert evening.strip.kind == "check"
    evening.finger.tap("Play on")
    assert evening.strip.kind == "lantern"
    assert "stay" in evening.finger.tags(), "and in the strip"
    evening.check()
    page = evening.glass.page
    assert isinstance(page, TablePage)
    evening.finger.touch((page.rail.words.x + 4, page.rail.words.top - 4))
    assert evening.strip.kind == "check", "the words beside it lead back"
    evening.finger.tap("Play on")
    evening.table.box.put("guard:g2", "O2")
    evening.finger.settle()
    assert evening.strip.kind == "check", "what is wrong since then is said"
    for name in ("g1", "g2"):
        evening.table.box.put(f"guard:{name}", home[name])
    evening.table.box.put("guard:g3", legal[0])
    evening.finger.settle()
    assert evening.strip.kind == "lantern"


@pytest.mark.slow
def test_it_is_there_now_is_believed(evening: Evening) -> None:
    evening.set_up()
    stand(evening)
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"))
    evening.table.box.take("guard:g1")
    evening.finger.settle()
    wait(evening)
    assert (evening.strip.kind, evening.strip.case) == ("check", "No reader feels it. Put it there and play goes on.")
    evening.check()
    evening.finger.tap("It is there now")
    assert evening.strip.kind == "lantern"


@pytest.mark.slow
def test_the_check_belongs_to_all_and_never_opens_a_private_screen(evening: Evening) -> None:
    """It is said on the public table; behind a curtain the strip stays the seat's own."""
    evening.set_up()
    stand(evening, g1="O1")
    wait(evening)
    evening.look("guards")
    assert evening.page == "OwnPage"
    assert evening.strip.kind == "lantern"
    assert evening.strip.astray is None
    evening.finger.hide()
    assert evening.strip.kind == "lantern", "a page that is opened anew waits a moment too"
    wait(evening)
    assert evening.strip.kind == "check"


@pytest.mark.parametrize("language", ["en", "zh_Hans", "zh_Hant", "ja"])
def test_where_a_figure_stands_is_said_whole_beside_the_tags(language: Language) -> None:
    """In three lines, for every zone; where it belongs in one line of the strip."""
    look = Look(language=language, faces=find_faces(language))
    long = []
    yard = {"game": "scorpion", "map": "twin-castles", "phase": "guard_cards", "guards": {"g20": {"zone": "O1"}}}
    figures = {"ninja": {"zone": "O18"}, "traitor": {"zone": "O9"}}
    session = loaded({**yard, **figures, "options": {"language": language}})
    board = panel(session.view(TABLE), BoardPanel)
    assert board is not None
    for zone in board.sheet.zones:
        for token, seen in (("guard:g20", zone), ("figure:traitor", zone), ("guard:g20", None)):
            (row,) = session.table_check({token: seen}).rows
            if len(wrap(look, row.case, "small", look.u(182), 9)) > 3:
                long.append(row.case)
    assert long == []


@pytest.mark.slow
def test_the_lights_of_the_table_are_dimmed_by_the_settings_and_at_night(evening: Evening) -> None:
    evening.glass._dress = lambda settings: LOOK.with_mood("night" if settings.theme == "night" else "day")
    evening.house.settings = msgspec.structs.replace(evening.house.settings, lights=80)
    evening.sit_down()
    lights = evening.table._lights
    assert lights.share == 0.8
    evening.glass.prefer(lights=40)
    assert lights.share == 0.4
    evening.glass.prefer(theme="night")
    assert lights.share == 0.4 * NIGHT_LIGHTS
    evening.glass.prefer(theme="day")
    assert lights.share == 0.4
