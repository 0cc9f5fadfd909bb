"""The app by touches alone: lobby, seats, setup, a turn of each side; what the curtain keeps; how a game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.prompts import read
from companion.seats import Seat
from companion.views import BoardPanel, CardFace
from ui.motion.moves import MOVES
from ui.panels.board import Board
from ui.picture import prompt_of
from ui.presenter import panel
from ui.screens.lobby import HungBoard
from ui.watch import REST
from ui.widgets.cards import CardSmall
from ui.widgets.rail import RailButton

from .evening import PINS, Evening, texts_of, texts_on


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def answer(evening: Evening, seat: str, *wanted: str) -> str:
    """Gives the first wanted answer that is offered, else the first of all, by touch."""
    prompt = evening.table.window(seat).prompt()
    assert prompt is not None
    choice = next((choice for choice in wanted if choice in prompt.choices), prompt.choices[0])
    evening.finger.take(choice)
    evening.check()
    return str(choice)


@pytest.mark.slow
def test_a_game_is_opened_set_up_and_played_for_a_turn_by_touches_alone(evening: Evening) -> None:
    finger = evening.finger
    evening.check()
    finger.press(HungBoard, first=True)
    evening.check()
    for seat, pin in PINS.items():
        finger.tap(f"pin:{seat}")
        evening.check()
        finger.pin(pin)
        finger.pin(pin)
    finger.tap("glass:open")
    evening.check()
    assert evening.page == "TablePage"

    evening.look("guards")
    while evening.ask("guards"):
        answer(evening, "guards", "starter", "arrange", "confirm")
    assert evening.page == "TablePage"  # the turn of the seat is over, and so its window closed
    evening.look("intruders")
    while evening.ask("intruders") and evening.view().phase == "setup":
        answer(evening, "intruders", "starter", "arrange", "confirm")
    assert evening.view().phase == "guard_cards"
    assert len(evening.glass.picture.sealed.split()) == 4  # type: ignore[union-attr]

    # guards: a listen from the hand, the answer, a search, the patrols
    evening.look("guards")
    evening.check()
    finger.take("card:sentry_listen")
    evening.check()
    finger.take("guard:g2")
    assert (evening.page, evening.ask("intruders")) == ("TablePage", "answer_listen")
    evening.look("intruders")
    evening.check()
    finger.take("pass")
    assert evening.page == "TablePage"
    evening.look("guards")
    finger.take("card:sentry_search")
    finger.take("guard:g5")
    assert (evening.page, evening.ask("guards")) == ("TablePage", "step")  # all that is asked is public again
    evening.check()
    zone = next(choice.id for choice in prompt_of(evening.view()).choices if read(choice.id).form == "zone")  # type: ignore[union-attr]
    finger.zone(zone.removeprefix("zone:"))
    assert panel(evening.view(), BoardPanel).pieces[4].zone == zone.removeprefix("zone:")  # type: ignore[union-attr]
    if evening.ask("guards") == "step":
        finger.take("stay")
    while evening.ask("guards"):
        answer(evening, "guards", "end")

    # intruders: a walk, a search, and the end of the turn
    evening.look("intruders")
    evening.check()
    finger.take("figure:ninja")
    evening.check()
    while evening.ask("intruders") == "sneak":
        model = evening.glass.page.model  # type: ignore[union-attr]
        zones = [choice for ids in model.zones.values() for choice in ids if choice.startswith("zone:")]
        finger.take(zones[0] if zones else "stay")
        evening.check()
    while evening.ask("intruders"):
        answer(evening, "intruders", "show", "search", "done", "end")
    assert evening.page == "TablePage"
    assert evening.view().turn_of == ("guards",)


@pytest.mark.slow
def test_nothing_private_lies_on_the_public_table(evening: Evening) -> None:
    evening.to_intruders()
    for seat in PINS:
        evening.look(seat)
        own = texts_of(evening.view(seat))
        assert texts_on(evening.finger.widgets()) & (own - texts_of(evening.view()))
        evening.glass.hide()
        MOVES.settle()  # the cloth that falls bears the name of who was there
        evening.finger.settle()
        secret = own - texts_of(evening.view())
        said = texts_on(evening.finger.widgets())
        assert secret & said == set()
        sentences, rest = {text for text in secret if " " in text}, said - texts_of(evening.view())
        assert {text for text in sentences if any(text in line for line in rest)} == set()
        boards = [widget for widget in evening.finger.widgets() if isinstance(widget, Board)]
        assert [board.panel for board in boards] == [panel(evening.view(), BoardPanel)]
        kept = [board.panel for name, board in evening.glass._boards.items() if name != "public"]
        assert kept
        assert all(panel is not None and (panel.pieces, panel.marks) == ((), ()) for panel in kept)


@pytest.mark.slow
def test_a_private_window_closes_by_time_by_hide_and_on_waking(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    assert evening.page == "OwnPage"
    evening.seconds += evening.house.settings.curtain_seconds - 1
    evening.glass.tick()
    assert evening.page == "OwnPage"
    evening.finger.touch((700, 240))  # wherever a finger is put down, somebody is there
    evening.seconds += evening.house.settings.curtain_seconds - 1
    evening.glass.tick()
    assert evening.page == "OwnPage"
    evening.seconds += 2
    evening.glass.tick()
    assert evening.page == "TablePage"
    evening.finger.settle()
    assert evening.glass.own is None

    evening.look("guards")
    evening.finger.touch((720, 450))  # the cloth corner
    assert evening.page == "TablePage"
    evening.look("guards")
    evening.glass.wake()
    assert evening.page == "TablePage"


@pytest.mark.slow
def test_what_was_asked_before_the_curtain_fell_shows_nothing_afterwards(evening: Evening) -> None:
    """The deciding thread may be slow: a window that opens after it was hidden must not come up."""
    evening.set_up()
    bridge = evening.glass.bridge
    assert bridge is not None
    bridge.look("guards", PINS["guards"])
    bridge.hide()
    late = bridge.table
    late.step()
    evening.finger.settle()
    assert evening.page == "TablePage"
    bridge.look("guards", PINS["guards"])
    late.step()
    bridge.hide()  # not decided yet
    assert bridge.latest().own is None  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_wrong_pin_opens_nothing_and_three_of_them_make_the_pad_rest(evening: Evening) -> None:
    evening.set_up()
    evening.glass.call("intruders")
    evening.finger.tap("glass:pin")
    for _ in range(3):
        evening.finger.pin("0000")
        assert evening.page == "CurtainPage"
        assert evening.glass.own is None
    evening.finger.pin(PINS["intruders"])
    assert evening.page == "CurtainPage"
    evening.seconds += REST + 1
    evening.glass.tick()
    evening.finger.pin(PINS["guards"])  # another seat's
    assert evening.page == "CurtainPage"
    evening.finger.pin(PINS["intruders"])
    assert evening.page == "OwnPage"


@pytest.mark.slow
def test_a_refusal_shows_its_sentence_its_rule_and_the_wall(evening: Evening) -> None:
    evening.set_up()
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"))
    page = evening.glass.page
    walls = [zone for pair in panel(evening.view(), BoardPanel).sheet.walls for zone in pair if "E3" in pair]  # type: ignore[union-attr]
    wall = next(zone for zone in walls if zone != "E3")
    evening.finger.zone(wall)
    assert evening.strip.kind == "refusal"
    assert evening.strip.say == "A guard cannot cross a wall"
    assert wall in evening.strip.case
    assert page.board.pointing.struck == ("E3", wall)  # type: ignore[union-attr]
    assert page.board.pointing.choosable  # type: ignore[union-attr]
    evening.check()
    assert "R116 why?" in evening.finger.tags()
    evening.finger.tap("glass:back")
    assert evening.strip.kind == "lantern"
    evening.finger.zone("O1")  # no neighbour at all
    assert evening.strip.kind == "refusal"
    pointing = page.board.pointing  # type: ignore[union-attr]
    assert (pointing.struck, pointing.refused) == (None, "O1")
    assert ("O1", "out_of_place") in pointing.lit(panel(evening.view(), BoardPanel), "", {"O1"})  # type: ignore[arg-type]
    assert pointing.choosable
    evening.finger.tap("glass:back")
    assert not page.board.pointing.refused  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_private_refusal_stays_in_the_private_window(evening: Evening) -> None:
    evening.to_intruders()
    evening.look("intruders")
    evening.finger.take("figure:ninja")
    evening.finger.zone("E5")
    said = evening.strip.case
    assert evening.strip.kind == "refusal"
    evening.glass.hide()
    evening.finger.settle()
    assert evening.glass.picture.refusal is None  # type: ignore[union-attr]
    assert said not in texts_on(evening.finger.widgets())


@pytest.mark.slow
def test_an_unfinished_game_goes_on_where_it_stood(evening: Evening) -> None:
    evening.set_up()
    before = evening.view()
    evening.finger.press(RailButton, icon="menu")
    evening.check()
    evening.finger.tap("Leave for now")
    evening.check()
    evening.finger.tap("Resume")
    assert evening.page == "TablePage"
    assert evening.view() == before
    evening.look("guards")
    assert evening.page == "OwnPage"  # with the PIN of that game


@pytest.mark.slow
def test_a_card_laid_in_the_open_is_asked_about_in_the_open(evening: Evening) -> None:
    evening.set_up()
    evening.table.box.lay("card:guards/patrol_search/1")
    evening.finger.settle()
    assert evening.page == "TablePage"
    assert {"patrol:p1", "patrol:p2"} <= evening.finger.tags().keys()
    evening.check()
    evening.finger.take("patrol:p2")
    assert evening.ask("guards") == "step"
    lights = evening.table.box.lights()
    assert set(lights.values()) == {"legal"}
    # the figure is put down where the light shines
    evening.table.box.put("guard:g11", next(iter(lights)))
    evening.finger.settle()
    patrol = [piece.zone for piece in panel(evening.view(), BoardPanel).pieces if piece.group == "p2"]  # type: ignore[union-attr]
    assert set(patrol) == {next(iter(lights))}


@pytest.mark.slow
@pytest.mark.parametrize("begun", ["listen", "muster"])
def test_what_is_begun_by_a_touch_in_the_open_goes_on_there(evening: Evening, begun: str) -> None:
    evening.set_up()
    evening.finger.tap(begun)
    picture = evening.glass.picture
    assert picture is not None
    assert picture.begun is not None
    mine = evening.table.window(Seat("guards")).prompt()
    assert mine is not None
    assert mine.ask != "play_hand"
    choices = [choice for choice in mine.choices if choice != "undo"]
    assert set(choices) <= {choice.id for choice in picture.begun.prompt.choices}
    evening.check()
    evening.finger.take(choices[0])
    picture = evening.glass.picture
    assert picture is not None
    assert not picture.held_up


@pytest.mark.slow
def test_what_is_begun_behind_the_curtain_stays_there(evening: Evening) -> None:
    """Also after something was begun in the open and taken back."""
    evening.set_up()
    evening.finger.tap("listen")
    evening.look("guards")
    evening.finger.tap("Undo")
    evening.finger.take("card:patrol_search")
    evening.finger.hide()
    picture = evening.glass.picture
    assert picture is not None
    assert picture.begun is None
    assert not evening.finger.tags().keys() & {"patrol:p1", "patrol:p2"}


@pytest.mark.slow
def test_a_scan_behind_nobodys_curtain_is_answered_alike_whatever_comes_of_it(evening: Evening) -> None:
    """Intruders' cards on the reader while no window is open: the public screen tells neither verdict nor reason."""
    evening.to_intruders()
    seen = []
    for card in ("card:ninja/shuriken/1", "card:ninja/rope/1"):
        evening.table.box.lay(card)
        evening.finger.settle()
        evening.table.box.lift(card)
        evening.finger.settle()
        picture = evening.glass.picture
        assert picture is not None
        seen.append((picture.refusal, picture.narrowed, picture.troubles, picture.begun, evening.strip.say))
    assert seen[0] == seen[1]
    assert seen[0][:4] == (None, None, (), None)


@pytest.mark.slow
def test_the_end_shows_who_won_and_that_the_book_is_whole(evening: Evening) -> None:
    evening.set_up()
    session = evening.table.referee.session
    evening.table.do(lambda: session.random(9999, 1))
    evening.finger.settle()
    assert evening.page == "VerdictPage"
    evening.check()
    proof = evening.glass.picture.proof  # type: ignore[union-attr]
    assert proof is not None
    assert (proof.unbroken, proof.sealed) == (True, evening.table.sealed())
    evening.finger.tap("glass:board")
    evening.check()
    evening.finger.tap("glass:verdict")
    evening.finger.tap("glass:export")
    assert evening.page == "ExportPage"
    evening.finger.tap("Back")
    evening.finger.tap("glass:back")
    assert (evening.page, evening.house.saved()) == ("LobbyPage", ())


@pytest.mark.slow
def test_the_simulated_table_is_turned_over_the_screen_and_away(evening: Evening) -> None:
    evening.set_up()
    evening.finger.press(RailButton, icon="lamp")
    view = evening.glass.box_view
    assert view is not None
    view.put_all()
    evening.finger.settle()
    evening.check()
    where = dict(evening.table.box.where())
    spot, goal = next(iter(view.board.standing[where["guard:g1"]].figures.values())), view.board.plan.anchors["C3"]
    evening.finger.touch(spot, goal)
    assert evening.table.box.where()["guard:g1"] == "C3"
    evening.finger.press(RailButton, icon="lamp")
    assert view.parent is None


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["pass", "card:it_was_a_cat"])
def test_the_answer_to_a_listen_takes_as_long_whatever_it_is(evening: Evening, answer: str) -> None:
    evening.set_up()
    evening.glass.answer_pause = 3.0
    evening.play(("guards", "card:sentry_listen"), ("guards", "guard:g1"))
    evening.look("intruders")
    evening.finger.take(answer)
    assert evening.strip.say == "One moment, please"
    evening.seconds += 2
    evening.glass.tick()
    evening.finger.settle()
    assert evening.ask("intruders") == "answer_listen"
    evening.seconds += 2
    evening.glass.tick()
    evening.finger.settle()
    assert (evening.page, evening.ask("intruders")) == ("TablePage", "")


@pytest.mark.slow
def test_cards_are_read_large_and_never_by_accident_played(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    cards = [widget for widget in evening.finger.widgets() if isinstance(widget, CardSmall)]
    face: CardFace = next(card.face for card in cards if card.face.choice)
    before = evening.table.window("guards").basis
    evening.finger.touch(next(card for card in cards if card.face is face).center)
    evening.finger.tap("glass:read")
    evening.check()
    evening.finger.tap("glass:back")
    assert evening.table.window("guards").basis == before
