"""A seat that nobody sits in: a simple player answers for it, and nobody ever sees what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.seats import Seat
from ui.finger import NotThere
from ui.glass import PLAYS
from ui.opened import EVEN, OpenTable
from ui.ports import CannotOpen, Sitter
from ui.screens.lobby import HungBoard
from ui.screens.own import OwnPage

from .evening import PINS, Evening

ALONE = {"intruders": Sitter("Kuroko", program=True)}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def begin(evening: Evening) -> None:
    """One person has the guards; the program has the intruders."""
    offer = evening.house.games()[0]
    evening.glass.open(offer, 2, {"guards": PINS["guards"]}, sitters=ALONE)
    evening.finger.settle()


def leave(evening: Evening, *seats: str) -> None:
    """From the lobby: nobody sits in these seats."""
    evening.finger.press(HungBoard, first=True)
    for seat in seats:
        evening.finger.tap(f"sitting:{seat}")
        evening.finger.tap("Kuroko plays")


def wait(evening: Evening, seconds: float = PLAYS + 0.1) -> None:
    evening.glass.tick()  # it sees what all see now, and begins to wait
    evening.seconds += seconds
    evening.glass.tick()
    evening.finger.settle()


def basis(evening: Evening, seat: str) -> int:
    return int(evening.table.window(Seat(seat)).basis)


def test_a_seat_is_left_to_the_program_by_touch_and_taken_again_by_a_pin(evening: Evening) -> None:
    finger = evening.finger
    leave(evening, "guards", "intruders")
    assert evening.strip.say == "Somebody must sit down"
    finger.tap("glass:open")
    assert evening.glass.bridge is None, "nobody plays"
    finger.tap("pin:guards")
    finger.pin("1357")
    finger.pin("1357")
    assert evening.strip.say == "Every seat is ready"
    finger.tap("glass:open")
    assert [evening.table.sitter(seat).program for seat in ("guards", "intruders")] == [False, True]
    assert evening.house.settings.persons == {}, "the program is no person to be offered again"


def test_nothing_opens_its_screen_and_nobody_answers_for_it(evening: Evening) -> None:
    begin(evening)
    glass = evening.glass
    assert evening.table.opens("intruders") == ()
    glass.call("intruders")
    assert evening.page == "TablePage"
    assert glass.bridge is not None
    glass.bridge.look("intruders", None)
    evening.finger.settle()
    assert not isinstance(glass.page, OwnPage)
    before = basis(evening, "intruders")
    for choice in evening.choices("intruders")[:3]:
        glass.bridge.pick("intruders", choice)
    evening.finger.settle()
    assert basis(evening, "intruders") == before
    glass.menu()
    with pytest.raises(NotThere):
        evening.finger.tap("Intruders")


def test_it_answers_after_the_same_time_however_much_it_had_to_do(evening: Evening) -> None:
    """Zone after zone is walked in one go: who waits before the table learns nothing of how far."""
    begin(evening)
    table = evening.table
    assert isinstance(table, OpenTable)
    steps: set[int] = set()
    for _round in range(60):
        asked = {seat for seat in table.seats if table.window(Seat(seat)).prompt() is not None}
        if "guards" in asked:
            choice = table.advise("guards", 7)
            assert choice is not None
            table.pick("guards", choice, None)
            evening.finger.settle()
            continue
        told, own = basis(evening, "table"), basis(evening, "intruders")
        wait(evening, PLAYS - 0.1)
        assert (basis(evening, "table"), basis(evening, "intruders")) == (told, own), "not before its time"
        wait(evening)
        assert basis(evening, "table") > told, "once, and everybody is told something"
        steps.add(basis(evening, "intruders") - own)
    assert len(steps) > 1, "it had now less, now more to do"
    assert evening.strip.kind in ("plain", "lantern")


def test_no_piece_on_the_table_answers_for_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    offer = evening.house.games()[0]
    evening.glass.open(offer, 2, {"intruders": PINS["intruders"]}, sitters={"guards": Sitter("Kuroko", program=True)})
    evening.finger.settle()
    table = evening.table
    for _answer in range(200):
        if evening.ask("guards") == "play_hand":
            break
        asked = "guards" if evening.ask("guards") else "intruders"
        table.pick(asked, table.advise(asked, 7), None)
    evening.finger.settle()
    before = basis(evening, "guards"), basis(evening, "table"), evening.choices("guards")
    box = table.box
    for piece in box.pieces():
        if piece.startswith(("card:guards", "guard:")):
            box.lay(piece)
            evening.finger.settle()
            box.lift(piece)
    for zone in ("G1", "G10", "O1"):
        box.put("guard:g1", zone)
        evening.finger.settle()
    assert (basis(evening, "guards"), basis(evening, "table"), evening.choices("guards")) == before
    assert evening.strip.kind in ("plain", "check"), "nothing is refused that would tell what it holds"
    evening.close()


def test_it_takes_nothing_back(evening: Evening) -> None:
    """It cannot forget what was told meanwhile, and a person could ask again and again."""
    begin(evening)
    table = evening.table
    for _answer in range(400):
        if "take_back" in evening.choices("guards"):
            break
        asked = "guards" if evening.ask("guards") else "intruders"
        table.pick(asked, table.advise(asked, 7), None)
    table.pick("guards", "take_back", None)
    back = next((choice for choice in evening.choices("guards") if choice.startswith("to:")), "")
    if back:
        table.pick("guards", back, None)
    evening.finger.settle()
    assert evening.ask("intruders") == "allow_take_back"
    wait(evening)
    assert evening.ask("intruders") != "allow_take_back"
    assert "back" in " ".join(table.window().heard(0)[-2:])
    assert evening.strip.kind != "refusal"


def test_it_goes_on_with_a_night_that_was_left(evening: Evening) -> None:
    begin(evening)
    saved = evening.table.saved
    evening.glass.lobby()
    evening.glass.resume(saved)
    evening.finger.settle()
    assert evening.table.sitter("intruders") == ALONE["intruders"]
    before = basis(evening, "intruders")
    wait(evening)
    assert basis(evening, "intruders") > before


def test_it_holds_no_real_cards(evening: Evening) -> None:
    with pytest.raises(CannotOpen, match="real cards"):
        evening.house.open("scorpion", 2, {}, {"deck": "physical"}, sitters=ALONE)


def test_alone_one_needs_no_pin_and_no_curtain(evening: Evening) -> None:
    finger = evening.finger
    leave(evening, "intruders")
    finger.tap("glass:open")
    assert evening.table.opens("guards") == ("hold",)
    evening.glass.call("guards")
    finger.settle()
    assert evening.page == "OwnPage"
    evening.glass.call("intruders")
    assert not (evening.glass.own is not None and evening.glass.own.seat == "intruders")


def test_its_answers_are_shown_at_even_moments_and_people_never_wait_for_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long the book took to write tells nothing; while people alone are asked nothing is held up."""
    begin(evening)
    table, clock, slept = evening.table, [0.0], list[float]()
    monkeypatch.setattr(table, "_threaded", True)
    monkeypatch.setattr("ui.opened.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("ui.opened.time.sleep", slept.append)
    picked = table.pick

    def slowly(*pick: object) -> object:
        clock[0] += 0.07
        return picked(*pick)

    monkeypatch.setattr(table, "pick", slowly)
    for _answer in range(60):
        if not evening.ask("intruders"):
            break
        began = clock[0]
        table.play()
        shown = (clock[0] + slept.pop() - began) / EVEN
        assert shown == pytest.approx(round(shown)), "an even moment"
    assert evening.ask("intruders") == ""
    before = basis(evening, "table")
    table.play()
    assert (slept, basis(evening, "table")) == ([], before)
