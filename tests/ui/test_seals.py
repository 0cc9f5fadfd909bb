"""Seals: held up before a game, they open their seat's private screen as its PIN does, and nothing else ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ui.screens.lobby import HungBoard
from ui.screens.page import Words
from ui.watch import PATIENCE, REST
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def hold(evening: Evening, tag: str) -> None:
    """Holds a tag of the tray to the reader, before a game is open."""
    tray = evening.glass.page.reader.tray  # type: ignore[union-attr]
    tray.hold(tag)
    evening.finger.settle()
    tray.lift()
    evening.finger.settle()


def show(evening: Evening, seat: str) -> None:
    """Lays a seal on the reader of the simulated table, and takes it back."""
    evening.table.box.lay(f"seal:{seat}")
    evening.finger.settle()
    evening.table.box.lift(f"seal:{seat}")
    evening.finger.settle()


def sit_down(evening: Evening) -> None:
    """Guards with a seal and a PIN, intruders with a seal alone."""
    evening.finger.press(HungBoard, first=True)
    hold(evening, "seal:guards")
    hold(evening, "seal:intruders")
    evening.finger.tap("pin:guards")
    for _twice in range(2):
        evening.finger.pin("1234")
    evening.finger.tap("glass:open")


def said(evening: Evening) -> str:
    """All that the screen says in tags, strips and words."""
    found: list[str] = []
    for widget in evening.finger.widgets():
        if isinstance(widget, Tag):
            found += [widget.text, widget.note]
        elif isinstance(widget, Strip):
            found += [widget.say, widget.case, widget.aside]
        elif isinstance(widget, Words):
            found += widget.lines
    return " | ".join(found)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_seats_are_laid_as_players_were_chosen(evening: Evening, players: int) -> None:
    finger = evening.finger
    finger.press(HungBoard, game="scorpion")
    finger.tap(str(5 - players if players != 4 else 3))
    finger.tap(str(players))
    laid = {name.partition(":")[2] for name in finger.tags() if name.startswith("pin:")}
    assert laid == set(evening.glass.desk.seats("scorpion", players))


@pytest.mark.slow
def test_seats_are_sealed_by_holding_up_tags(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    evening.check()
    assert "seal of the guards" in said(evening)
    hold(evening, "seal:guards")
    assert "seal of the intruders" in said(evening)
    hold(evening, "again")
    assert "another seat's seal" in said(evening)
    hold(evening, "phone")
    assert "A phone shows another number each time" in said(evening)
    hold(evening, "card:guards/sentry_listen/1")
    assert "a piece of the game" in said(evening)
    assert evening.glass.page.seals.keys() == {"guards"}  # type: ignore[union-attr]
    hold(evening, "fob")
    evening.check()
    assert "Every seat is ready" in said(evening)
    evening.finger.tap("glass:open")
    assert evening.page == "TablePage"
    written = evening.house.settings
    assert not written.pins
    assert len(written.seals) == 2


def test_a_touch_on_a_tag_of_the_tray_holds_it_up(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("glass:tray")
    evening.finger.tap("tag:seal:guards")
    assert evening.glass.page.seals.keys() == {"guards"}  # type: ignore[union-attr]


@pytest.mark.slow
def test_another_tag_takes_the_place_of_a_seal_when_its_row_is_touched(evening: Evening) -> None:
    from ui.screens.seats import SeatRow

    evening.finger.press(HungBoard, first=True)
    hold(evening, "seal:guards")
    hold(evening, "seal:intruders")
    before = dict(evening.glass.page.seals)  # type: ignore[union-attr]
    hold(evening, "fob")
    assert evening.glass.page.seals == before, "every seat has one, and none was touched"  # type: ignore[union-attr]
    row = next(one for one in evening.finger.widgets() if isinstance(one, SeatRow) and one.seat == "guards")
    evening.finger.touch((row.x + row.height / 2, row.center_y))  # its crest
    hold(evening, "fob")
    assert evening.glass.page.seals == {**before, "guards": "A1B2C3D4"}  # type: ignore[union-attr]


def test_a_seal_opens_its_seat_and_held_once_more_lets_the_curtain_fall(evening: Evening) -> None:
    sit_down(evening)
    evening.finger.call("guards")
    assert "Hold your seal to the reader" in said(evening)
    evening.check()
    show(evening, "guards")
    assert (evening.page, evening.glass.page.seat) == ("OwnPage", "guards")  # type: ignore[union-attr]
    show(evening, "guards")
    assert evening.page == "TablePage"
    show(evening, "intruders")  # without being called, from the public table
    assert (evening.page, evening.glass.page.seat) == ("OwnPage", "intruders")  # type: ignore[union-attr]


@pytest.mark.slow
def test_another_seats_seal_opens_nothing_and_tells_nothing(evening: Evening) -> None:
    sit_down(evening)
    evening.finger.call("guards")
    for number in range(PATIENCE):
        show(evening, "intruders")
        assert evening.page == "CurtainPage"
        assert evening.glass.own is None
        assert ("That is not the seal." in said(evening)) == (number < PATIENCE - 1)
    assert "Too many wrong ones: wait 20 seconds." in said(evening)
    show(evening, "guards")
    assert evening.page == "CurtainPage", "as with PINs, the right one must wait too"
    evening.seconds += REST + 1
    evening.glass.tick()
    show(evening, "guards")
    assert evening.page == "OwnPage"


@pytest.mark.slow
def test_over_an_open_screen_another_seal_hangs_its_own_curtain(evening: Evening) -> None:
    sit_down(evening)
    show(evening, "guards")
    show(evening, "intruders")
    assert (evening.page, evening.glass.page.seat) == ("CurtainPage", "intruders")  # type: ignore[union-attr]
    assert evening.glass.own is None
    show(evening, "intruders")
    assert (evening.page, evening.glass.page.seat) == ("OwnPage", "intruders")  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_seat_that_chose_a_pin_alone_is_opened_by_no_seal_of_the_box(evening: Evening) -> None:
    evening.sit_down()
    show(evening, "guards")
    assert evening.page == "TablePage"
    assert evening.glass.own is None
    evening.finger.call("guards")
    assert "Hold your seal" not in said(evening)
    show(evening, "guards")
    assert evening.page == "CurtainPage"
    for _more in range(PATIENCE):
        show(evening, "guards")
    assert evening.glass.watch.rest("guards") == 0, "nobody waits for one, so it is no wrong try"


@pytest.mark.slow
def test_where_no_reader_is_left_the_pin_is_asked_for(tmp_path: Path, evening: Evening) -> None:
    sit_down(evening)
    evening.finger.call("guards")
    evening.table.reader = False
    evening.glass.call("guards")
    evening.finger.settle()
    evening.check()
    tags = evening.finger.tags()
    assert (tags["glass:seal"].kind, tags["glass:pin"].kind) == ("not_now", "main")
    evening.glass.call("intruders")
    evening.finger.settle()
    assert "glass:pin" not in evening.finger.tags()
    assert "this table has no reader now" in said(evening)
