"""Who sits where: persons by name, each with the language of the private screen; maps, card sets, and who begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from kivy.core.window import Window

from companion.settings import Settings
from ui.locale import speak
from ui.naming import tidy, why_not
from ui.ports import Plan, Sitter
from ui.presenter import LOOK as LOOK_AT
from ui.screens.lobby import HungBoard
from ui.screens.naming import NamePage
from ui.screens.seats import SeatsPage
from ui.signs import signs_of
from ui.widgets.keypad import WIPE, Key
from ui.widgets.strip import Strip
from ui.widgets.tongues import Tongue

from .evening import PINS, Evening, texts_on
from .stage import LOOK
from .test_seals import said


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()
    speak("en")


def name(evening: Evening, seat: str, letters: str, languages_on: int = 0) -> None:
    """Names somebody by touches, and turns the language of that seat on so many times."""
    evening.finger.tap(f"sitting:{seat}")
    evening.finger.tap("Name")
    for letter in letters:
        evening.finger.press(Key, letter=letter)
    evening.finger.tap("glass:done")
    for _ in range(languages_on):
        evening.finger.tap("Private screen")
    evening.finger.tap("To the seats")


def two_languages(evening: Evening) -> None:
    """Aiko guards in Japanese, Ben intrudes in English, which is the table's language."""
    sitters = {"guards": Sitter("Aiko", "ja"), "intruders": Sitter("Ben")}
    evening.glass.open(evening.house.games()[0], 2, dict(PINS), sitters=sitters)
    evening.finger.settle()


def strip(evening: Evening) -> str:
    return next(widget.say for widget in evening.finger.widgets() if isinstance(widget, Strip))


def is_wide(text: str) -> bool:
    return any(ord(sign) > 0x2E80 for sign in text)


def test_persons_are_named_by_touch(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    name(evening, "guards", "al", 2)
    evening.check()
    assert evening.glass.page.sitters == {"guards": Sitter("Al", "zh_Hant")}  # type: ignore[union-attr]
    assert "the screen goes round: Al, Intruders" in said(evening)


def test_the_language_of_all_is_turned_over_the_seats_and_nobody_stands_up(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    page = evening.glass.page
    assert isinstance(page, SeatsPage)
    page.sitters, page.pins = {"guards": Sitter("Aiko", "ja")}, {"guards": "1111"}
    evening.finger.press(Tongue, language="zh_Hant")
    assert evening.house.settings.language == "zh_Hant"
    again = evening.glass.page
    assert isinstance(again, SeatsPage)
    assert again is not page
    assert (again.sitters, again.pins) == (page.sitters, page.pins)


@pytest.mark.slow
def test_what_is_explained_to_a_seat_is_explained_in_its_language(evening: Evening) -> None:
    sitters = {"guards": Sitter("Aiko", "ja")}
    evening.glass.open(evening.house.games()[0], 2, dict(PINS), plan=Plan(hints=True), sitters=sitters)
    evening.finger.settle()
    evening.look("guards")
    own = evening.glass.own
    assert own is not None
    assert own.hint is not None
    assert all(is_wide(line.say) for line in own.hint.lines)


def test_a_name_goes_on_being_typed_when_the_window_changes(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("sitting:guards")
    evening.finger.tap("Name")
    for letters in ("Ai", "ko"):
        evening.glass.again()
        for letter in letters:
            Window.dispatch("on_textinput", letter)
    evening.finger.tap("glass:done")
    evening.finger.tap("To the seats")
    assert evening.glass.page.sitters == {"guards": Sitter("Aiko")}  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_private_screen_speaks_its_seats_language_and_every_other_the_tables(evening: Evening) -> None:
    two_languages(evening)
    assert [evening.finger.tags()[LOOK_AT + seat].note for seat in PINS] == ["Aiko", "Ben"]
    evening.finger.call("guards")
    assert strip(evening) == "Pass the screen to Aiko", "the curtain names the person, and is everybody's"
    evening.finger.tap("glass:pin")
    evening.finger.pin(PINS["guards"])
    assert evening.page == "OwnPage"
    assert is_wide(strip(evening))
    assert "Starter" not in " ".join(texts_on(evening.finger.widgets()))
    evening.finger.hide()
    assert not is_wide(strip(evening))
    assert not any(map(is_wide, texts_on(evening.finger.widgets())))
    evening.look("intruders")
    assert not is_wide(strip(evening))


def test_a_refusal_is_said_in_the_language_of_the_screen_it_stands_on(evening: Evening) -> None:
    two_languages(evening)
    evening.look("guards")
    evening.glass.bridge.pick_own("confirm")  # type: ignore[union-attr]
    evening.finger.settle()
    own = evening.glass.own
    assert own is not None
    assert own.refusal is not None
    assert is_wide(own.refusal.head)
    evening.finger.hide()
    ruling = evening.table.pick("guards", "confirm", None)
    assert not ruling.accepted
    assert not is_wide(ruling.head + ruling.say)


def test_the_rules_open_from_a_private_screen_are_in_its_language(evening: Evening) -> None:
    two_languages(evening)
    evening.look("guards")
    evening.glass.page.open_rule("R99")  # type: ignore[union-attr]
    evening.finger.settle()
    assert is_wide(evening.glass.page.over.leaf.leaf.say)  # type: ignore[union-attr]
    evening.glass.hide()
    assert evening.table.rules().leaf("R99").say.isascii()


def test_a_language_can_be_changed_in_the_middle_of_a_night(evening: Evening) -> None:
    two_languages(evening)
    evening.glass.preferences()
    evening.finger.settle()
    while "Intruders - Ben" not in evening.finger.tags():
        assert "Back" in evening.finger.tags()
        evening.finger.tap("More")
    assert "Back" in evening.finger.tags(), "on every page"
    evening.finger.tap("Intruders - Ben")
    evening.finger.tap("Intruders - Ben")
    assert evening.table.sitter("intruders") == Sitter("Ben", "zh_Hant")
    evening.glass.table()
    evening.look("intruders")
    assert evening.glass.look.language == "zh_Hant"
    evening.glass.hide()
    evening.glass.wear(replace(evening.glass.look, language="ja"))
    evening.glass.again()
    evening.finger.settle()
    assert is_wide(strip(evening)), "the table's language changes by itself"
    evening.look("intruders")
    assert evening.glass.look.language == "zh_Hant"


def test_who_sat_where_is_kept_with_the_night_and_with_the_settings(evening: Evening) -> None:
    two_languages(evening)
    assert "Mei" not in (settings := Settings.load(evening.house._path)[0]).persons
    assert settings.persons == {"Aiko": "ja", "Ben": "en"}
    evening.glass.lobby()
    evening.glass.resume(evening.house.saved()[0].id)
    evening.finger.settle()
    assert [evening.glass.who(seat) for seat in ("guards", "intruders")] == ["Aiko", "Ben"]
    assert evening.table.sitter("guards").language == "ja"
    evening.glass.lobby()
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("sitting:intruders")
    evening.finger.tap("Aiko")
    assert evening.glass.page.sitters == {"intruders": Sitter("Aiko", "ja")}  # type: ignore[union-attr]


def test_who_has_not_played_for_longest_is_forgotten_first() -> None:
    settings = Settings()
    for number in range(20):
        settings = settings.with_persons({f"P{number}": "en", "Aiko": "ja"})
    assert len(settings.persons) == 12
    assert list(settings.persons)[:2] == ["P19", "Aiko"]


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", "Type a name first"),
        ("   ", "Type a name first"),
        ("Wilhelmina-Louise", "At most 16"),
        ("愛子愛子愛子愛子愛", "At most 16"),
        ("Bo🀄", "U+1F004"),
        ("Bo\u202eb", "U+202E"),
    ],
)
def test_a_bad_name_is_answered_by_one_sentence_with_the_way_out(typed: str, word: str) -> None:
    assert word in why_not(LOOK, tidy(typed))


@pytest.mark.parametrize("good", ["Aiko", "愛子", "Jean-Luc", "Зоя", "Ana María"])
def test_names_of_many_scripts_are_good(good: str) -> None:
    assert why_not(LOOK, tidy(f"  {good} ")) == ""


def test_a_bad_name_stays_to_be_mended(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("sitting:guards")
    evening.finger.tap("Name")
    evening.finger.tap("glass:done")
    page = evening.glass.page
    assert isinstance(page, NamePage)
    assert page.field.wrong
    evening.check()
    evening.finger.tap("glass:back")
    evening.finger.tap("To the seats")
    assert evening.glass.page.sitters == {}  # type: ignore[union-attr]


@pytest.mark.parametrize("font", [LOOK.face("choice"), LOOK.face("banner"), "Roboto"])
def test_the_signs_of_a_font_are_those_that_its_table_maps(font: str) -> None:
    import kivy
    from fontTools.ttLib import TTFont

    path = font if Path(font).suffix else f"{kivy.kivy_data_dir}/fonts/{font}-Regular.ttf"
    with TTFont(path, fontNumber=0, lazy=True) as opened:
        assert signs_of(font) == set(opened.getBestCmap())


def test_a_set_of_cards_in_ones_own_folder_can_be_chosen_as_a_map_can(evening: Evening, tmp_path: Path) -> None:
    import companion.games.scorpion.cards as cards

    own = tmp_path / "cards" / "scorpion" / "printed.toml"
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("glass:plan")
    assert "the only set there is" in said(evening)
    text = (cards.DATA / "house.toml").read_text("utf-8")
    own.parent.mkdir(parents=True)
    own.write_text(text.replace("House cards", "Printed cards").replace('id = "house"', 'id = "printed"', 1), "utf-8")
    evening.glass.page._change()  # type: ignore[union-attr]
    evening.finger.tap("Cards: House cards")
    assert "Cards: Printed cards" in said(evening)
    evening.finger.tap("To the seats")
    assert "Printed cards" in said(evening)
    page = evening.glass.page
    assert isinstance(page, SeatsPage)
    page.pins = dict(PINS)
    page._lay()
    evening.finger.tap("glass:open")
    assert evening.table._opening.cards == str(own)
    assert evening.table._opening.marks.keys() == {"cards"}, "a file that is changed later is noticed"


def test_a_broken_set_of_cards_is_listed_and_answered_with_one_sentence(evening: Evening, tmp_path: Path) -> None:
    own = tmp_path / "cards" / "scorpion" / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text("title = 5\n", "utf-8")
    assert evening.house.cards("scorpion")[1] == (str(own), "mine")
    offer = evening.house.games()[0]
    evening.finger.press(HungBoard, first=True)
    evening.finger.tap("glass:plan")
    evening.finger.tap("Cards: House cards")
    unbroken = "".join(said(evening).replace("|", "").split())  # a long path is broken where its room ends
    assert f"{own},line1" in unbroken, "said where it is chosen, before anybody has sat down"
    evening.glass.open(offer, 2, dict(PINS), plan=Plan(cards=str(own)))
    evening.finger.settle()
    assert evening.page == "LobbyPage"
    assert str(own) in evening.glass.said[0]


def test_who_begins_is_drawn_among_persons_and_proofs_go_along(evening: Evening) -> None:
    evening.finger.press(HungBoard, game="shinobinogi")
    assert "glass:draw" not in evening.finger.tags(), "between nobodies there is nothing to draw"
    page = evening.glass.page
    assert isinstance(page, SeatsPage)
    page.sitters = {"first": Sitter("Aiko"), "second": Sitter("Ben")}
    page.pins, page.seals = {"first": "1111", "second": "2222"}, {"first": "A1B2C3D4"}
    evening.house.draw = lambda count: 1  # type: ignore[method-assign]
    page._lay()
    assert evening.finger.tags()["glass:draw"].kind == "main"
    evening.finger.tap("glass:draw")
    evening.check()
    assert strip(evening) == "Drawn: Ben begins"
    assert [page.sitter(seat).person for seat in page.seats] == ["Ben", "Aiko"]
    assert (page.pins, page.seals) == ({"first": "2222", "second": "1111"}, {"second": "A1B2C3D4"})
    evening.finger.tap("glass:open")
    assert "first_player" not in evening.table._opening.options


def test_who_begins_without_a_draw_was_named(evening: Evening) -> None:
    evening.finger.press(HungBoard, game="shinobinogi")
    page = evening.glass.page
    assert isinstance(page, SeatsPage)
    page.sitters = {"first": Sitter("Aiko"), "second": Sitter("Ben")}
    page.pins = {"first": "1111", "second": "2222"}
    page._lay()
    evening.finger.tap("glass:open")
    assert evening.table._opening.options["first_player"] == "Aiko"


def test_in_again_from_the_lobby_the_evening_is_as_it_was_chosen_but_nobody_s_screen_opens(evening: Evening) -> None:
    evening.finger.press(HungBoard, first=True)
    page = evening.glass.page
    assert isinstance(page, SeatsPage)
    page.plan = msgspec.structs.replace(page.plan, hints=True)
    page.sitters["guards"] = Sitter("Aiko", "ja")
    page.pins["guards"] = "1234"
    page._sit(3)
    evening.finger.tap("glass:back")
    evening.finger.press(HungBoard, first=True)
    back = evening.glass.page
    assert isinstance(back, SeatsPage)
    assert back is not page
    assert (back.players, back.plan, back.sitters) == (3, page.plan, page.sitters)
    assert back.pins == {}


def test_a_name_is_no_longer_than_it_may_be_while_it_is_typed(evening: Evening) -> None:
    page = NamePage(evening.glass, "?", "", lambda _name: None, lambda: None)
    evening.glass.turn(page)
    for letter in "Grandmother Kiku and all":
        page.type(letter)
    assert page.typed == "Grandmother Kiku"
    assert page.field.wrong
    page.type(WIPE)
    assert (page.typed, page.field.wrong) == ("Grandmother Kik", "")


def test_the_tag_of_a_seat_says_who_sits_there(evening: Evening) -> None:
    two = SeatsPage(evening.glass, evening.house.games()[0])
    evening.glass.turn(two)
    two.sitters["guards"] = Sitter("Aiko", "ja")
    two._lay()
    assert evening.finger.tags()["sitting:guards"].text == "Aiko"


def test_the_same_evening_is_had_again_with_all_but_what_opens_a_screen(evening: Evening) -> None:
    glass, plan = evening.glass, Plan("drill-yard", "", True)
    offer = next(offer for offer in evening.house.games() if offer.id == "scorpion")
    sitters = {"ninja": Sitter("Mei", "ja"), "guards": Sitter("Tom")}
    pins = dict.fromkeys(("guards", "ninja", "traitor"), "1234")
    glass.open(offer, 3, pins, {"noise": "straight"}, plan=plan, sitters=sitters)
    evening.finger.settle()
    glass.once_more()
    page = glass.page
    assert isinstance(page, SeatsPage)
    assert (page.offer.id, page.players, page.plan, page.options) == ("scorpion", 3, plan, {"noise": "straight"})
    assert {seat: page.sitter(seat) for seat in page.seats} == {**sitters, "traitor": Sitter()}
    assert (page.pins, page.seals) == ({}, {})
