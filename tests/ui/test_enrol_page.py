"""Tags are put under pieces on the screen: by touches and tags alone, from the lobby and in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.manifest import Manifest
from ui.ports import HeldTag, Notice
from ui.screens.enrol import EnrolPage, PieceBox
from ui.widgets.tag import Tag

from .evening import Evening
from .test_seals import said


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def page(evening: Evening) -> EnrolPage:
    assert isinstance(evening.glass.page, EnrolPage)
    return evening.glass.page


def hold(evening: Evening, tag: str) -> None:
    enrolling = page(evening).enrolling
    assert enrolling is not None
    assert enrolling.reader is not None
    assert enrolling.reader.tray is not None
    enrolling.reader.tray.hold(tag)
    evening.finger.settle()


def written(home: Path) -> dict[str, str]:
    path = home / "simulated-tags.toml"
    return dict(Manifest.load(path)) if path.exists() else {}


def test_cards_are_enrolled_one_after_another(evening: Evening, tmp_path: Path) -> None:
    evening.finger.tap("Tags and pieces")
    evening.check()
    evening.finger.press(PieceBox, piece="card:guards/sentry_listen/1")
    evening.check()
    assert "Hold up the tag of: Sentry Listen 1" in said(evening)
    for number in (1, 2, 3):
        hold(evening, "sticker")
        assert len(written(tmp_path)) == number, "in the file before the next one is asked for"
    assert "Hold up the tag of: Sentry Listen 4" in said(evening)
    assert "3 of 80 have their tag" in said(evening)
    hold(evening, "again")
    assert "This tag is under Sentry Listen 3 already." in said(evening)
    hold(evening, "phone")
    assert "A phone shows another number each time" in said(evening)
    evening.finger.tap("glass:off")
    assert len(written(tmp_path)) == 2
    assert "Hold up the tag of: Sentry Listen 3" in said(evening)
    evening.check()


def test_the_tag_may_come_first_and_another_tag_later(evening: Evening, tmp_path: Path) -> None:
    evening.finger.tap("Tags and pieces")
    hold(evening, "sticker")
    assert "Which piece is this tag for?" in said(evening)
    evening.finger.tap("pile:guard")
    evening.finger.press(PieceBox, piece="guard:g7")
    (first,) = written(tmp_path)
    evening.finger.press(PieceBox, piece="guard:g7")
    hold(evening, "sticker")
    assert "Give g7 this tag instead?" in said(evening)
    evening.check()
    evening.finger.tap("glass:replace")
    (second,) = written(tmp_path)
    assert (written(tmp_path)[second], first != second) == ("guard:g7", True)


@pytest.mark.slow
def test_every_game_has_its_pieces_there(evening: Evening) -> None:
    evening.finger.tap("Tags and pieces")
    for game in ("shinobinogi", "shinobi_arts", "scorpion"):
        evening.finger.tap(f"game:{game}")
        evening.check()
        here, seen = page(evening), set()
        assert here.enrolling is not None
        for pile, pieces in here.enrolling.enrolment.piles().items():
            for _page in range(-(-len(pieces) // (here.columns * here.rows))):
                here._open(pile)
                seen |= {widget.piece for widget in here.children if isinstance(widget, PieceBox)}
        assert seen == set(here.enrolling.enrolment.pieces)
        named = {made.choice for made in evening.finger.widgets() if isinstance(made, Tag)}
        for _turn in range(3):
            here._more_piles(len(here.enrolling.enrolment.piles()))
            named |= {made.choice for made in here.children if isinstance(made, Tag)}
        assert {f"pile:{pile}" for pile in here.enrolling.enrolment.piles()} <= named


@pytest.mark.slow
def test_from_a_game_it_goes_back_to_where_that_stood_and_the_new_tag_counts(evening: Evening) -> None:
    evening.set_up()
    before = evening.view()
    evening.glass.menu()
    evening.finger.settle()
    evening.finger.tap("Tags and pieces")
    assert evening.glass.bridge is None
    evening.finger.press(PieceBox, piece="card:guards/sentry_listen/1")
    hold(evening, "fob")
    evening.finger.tap("glass:back")
    evening.finger.settle()
    assert evening.page == "TablePage"
    assert evening.view() == before
    assert evening.table.referee.manifest.token("A1B2C3D4") == "card:guards/sentry_listen/1"


def test_what_the_reader_says_is_read_and_the_list_is_written(evening: Evening, tmp_path: Path) -> None:
    evening.finger.tap("Tags and pieces")
    page(evening).hear(Notice("card", "One card at a time."))
    evening.finger.settle()
    assert "One card at a time." in said(evening)
    page(evening).hear(Notice("card", "One card at a time.", over=True))
    page(evening).hear(HeldTag("8804A3C6", unfit="half"))
    evening.finger.settle()
    assert "driver gives half of this tag's" in said(evening)
    evening.finger.tap("glass:print")
    assert (tmp_path / "simulated-tags.html").is_file()
    assert "Written:" in said(evening)
