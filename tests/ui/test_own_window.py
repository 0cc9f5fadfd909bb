"""A private window keeps its parts from picture to picture: it says what a new one would say, and never more."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.uix.widget import Widget
from PIL import Image

from ui.panels.board import Board
from ui.presenter import BACK, CARDS, MAP
from ui.screens.own import OwnPage
from ui.screens.own_rail import Candle
from ui.screens.rules import RulesPage
from ui.widgets.cloth import HideCorner
from ui.widgets.painted import Painted
from ui.widgets.rail import RailButton
from ui.widgets.ruled import RuledLine
from ui.widgets.tally import TallyRow

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def pixels(evening: Evening) -> bytes:
    """The whole window as it stands there now."""
    evening.finger.settle(2)
    target = Path(evening.house.settings.journal_folder) / "window.png"
    with Image.open(evening.finger.shoot(target)) as picture:
        return picture.tobytes()


def made_anew(evening: Evening, seat: str, way: str = MAP) -> bytes:
    """The same window with nothing kept in it: another page, on another board."""
    evening.glass.drop_boards()
    page = OwnPage(evening.glass, seat)
    evening.glass.turn(page)
    page.turn_to(way)
    return pixels(evening)


def own_page(evening: Evening) -> OwnPage:
    page = evening.glass.page
    assert isinstance(page, OwnPage)
    return page


def picks(evening: Evening, seat: str, most: int) -> Iterator[None]:
    """What a simple player of the seat does in its open window, one pick after the other."""
    for _pick in range(most):
        choice = evening.table.advise(seat, 1)
        if choice is None or evening.page != "OwnPage":
            return
        evening.play((seat, choice))
        if evening.page == "OwnPage":
            yield


def test_what_is_kept_in_a_private_window_shows_what_a_new_one_would(evening: Evening) -> None:
    evening.set_up()
    for seat in ("guards", "intruders"):
        while not evening.ask(seat):
            evening.play(("guards", "end" if "end" in evening.choices("guards") else evening.choices("guards")[0]))
        evening.look(seat)
        for pick, _pick in enumerate(picks(evening, seat, 6)):
            way = CARDS if pick % 3 == 2 else MAP
            own_page(evening).turn_to(way)
            kept = pixels(evening)
            assert kept == made_anew(evening, seat, way), evening.ask(seat)
        evening.glass.hide()
        evening.finger.settle()


def test_parts_that_were_shown_to_one_seat_show_nothing_of_it_to_the_next(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    page = own_page(evening)
    assert [part for part in page.rail.parts if isinstance(part, TallyRow)]
    page.seat = "guards"
    evening.glass.bridge.look("guards", None)  # type: ignore[union-attr]
    evening.finger.settle()
    assert evening.glass.page is page, "the very same parts"
    page.turn_to(MAP)
    kept = pixels(evening)
    assert kept == made_anew(evening, "guards")


def test_a_private_window_that_is_hidden_is_kept_nowhere(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    board = own_page(evening).board
    for _pick in picks(evening, "intruders", 4):
        pass
    page = own_page(evening)
    gone = [weakref.ref(part) for part in (page, page.rail, page.strip, *page.rail.parts, *page.strip.tags)]
    parts = page.rail.parts
    evening.glass.hide()
    assert not list(parts), "in the very frame"
    assert not board.panel.pieces and not board.panel.marks  # type: ignore[union-attr]  # noqa: PT018
    kept = {name for layer in board._layers._kept.values() for name in layer}
    assert kept == {name for layer in board._layers._laid.values() for name in layer}
    assert not kept & {"ninja", "traitor"}
    del page, parts
    evening.finger.settle()
    gc.collect()
    assert [part() for part in gone if part() is not None] == []


def test_what_the_next_picture_has_too_stays_and_is_not_drawn_again(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    page, drawn = own_page(evening), list[object]()
    steady = [part for part in page.rail.parts if not isinstance(part, TallyRow)]
    for part in steady:
        part.bind(pos=lambda *_: drawn.append(_))
        part.paint = drawn.append  # type: ignore[attr-defined]
    page.show()
    evening.finger.settle()
    assert [part for part in page.rail.parts if not isinstance(part, TallyRow)] == steady
    assert not drawn


def test_a_finger_that_came_down_before_the_question_changed_answers_nothing(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    page = own_page(evening)
    for _pick in picks(evening, "intruders", 6):
        page = own_page(evening)
        tags = {tag.choice for tag in page.strip.tags if tag.live}
        tag = next(tag for tag in page.strip.tags if tag.live)
        finger = evening.finger.down(tag.center)
        assert tag.under_finger
        choice = evening.table.advise("intruders", 2)
        evening.play(("intruders", choice))
        if evening.glass.page is not page or tag.choice not in {t.choice for t in page.strip.tags} & tags:
            evening.finger.up(finger, tag.center)
            continue
        asked = evening.view("intruders")
        evening.finger.up(finger, tag.center)
        evening.finger.settle()
        assert evening.view("intruders") == asked
        assert tag not in page.strip.tags
        return
    raise AssertionError("no tag stood there twice")


def test_a_second_that_passes_draws_only_when_the_curtain_falls(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    page, drawn = own_page(evening), list[Widget]()
    closing = page.rail.closing
    assert closing is not None
    for part in (closing, *(part for part in evening.finger.widgets() if isinstance(part, Painted | Board))):
        if not isinstance(part, Candle):
            part.bind(pos=lambda part, _pos: drawn.append(part))
            part.paint = lambda _group, part=part: drawn.append(part)  # type: ignore[union-attr,misc]
    before = closing.seconds
    evening.seconds += 3
    evening.glass.tick()
    evening.finger.settle()
    assert closing.seconds == before - 3
    assert drawn == [closing]


def test_a_card_read_large_lists_the_rules_that_touch_it_and_each_opens_inside_the_cloth(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    page = own_page(evening)
    face = next(face for face in page.cards.cards if face.id == "sentry_listen")  # type: ignore[union-attr]
    page.read(face)
    evening.finger.settle()
    evening.check()
    rows = sorted((row for row in evening.finger.widgets() if isinstance(row, RuledLine)), key=lambda row: -row.y)
    assert [row.rule for row in rows if not row.ruling] == ["R94", "R101", "R103", "R106", "R104"]
    assert [row.rule for row in rows if row.ruling] == ["Q7"]
    evening.finger.touch(rows[1].center)
    browser = page.over
    assert isinstance(browser, RulesPage)
    assert (browser.number, browser.private_sheet) == ("R101", True)
    evening.finger.tap("glass:back")
    page.read(face)
    evening.finger.settle()
    evening.finger.tap("glass:rule:guards/sentry_listen")  # those that found no room
    browser = page.over
    assert isinstance(browser, RulesPage)
    assert {line.id for line in browser.leaf.leaf.see} >= {"R94", "R99"}  # type: ignore[union-attr]
    assert {ruling.id for ruling in browser.leaf.leaf.rulings} == {"Q7", "Q12"}  # type: ignore[union-attr]
    evening.check()


def test_a_real_card_may_be_laid_only_where_the_question_stands_in_the_open_too(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    assert evening.table.reader
    assert own_page(evening).cards_may_be_laid
    own_page(evening).turn_to(MAP)
    assert not own_page(evening).cards_may_be_laid, "there the log has its place"
    evening.glass.hide()
    while not evening.ask("intruders"):
        evening.play(("guards", "end" if "end" in evening.choices("guards") else evening.choices("guards")[0]))
    evening.look("intruders")
    own_page(evening).turn_to(CARDS)
    assert not own_page(evening).cards_may_be_laid


def test_the_rules_and_the_next_language_are_a_touch_away_and_change_no_other_screen(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    evening.finger.press(RailButton, icon="rules")
    assert any(isinstance(widget, RulesPage) for widget in evening.finger.widgets())
    evening.finger.tap(BACK)
    assert evening.page == "OwnPage"
    evening.finger.press(RailButton, icon="globe")
    assert (evening.page, evening.glass.look.language) == ("OwnPage", "zh_Hans")
    evening.finger.press(HideCorner)
    assert evening.glass.look.language == "en"
