"""The first evening: taken ready-made, each new thing explained once to whom it concerns, up to the replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.catalogue import CATALOGUE, game
from companion.games.rulebooks import RULEBOOKS
from companion.games.starters import starters
from ui.lettering import wrap
from ui.locale import LANGUAGES
from ui.presenter import LEARNT
from ui.screens.lobby import HungBoard
from ui.screens.plan import PlanPage
from ui.screens.replay import ReplayPage
from ui.screens.rules import RulesPage
from ui.theme import Look
from ui.typefaces import find_faces

from .evening import PINS, Evening

CASE = 330.0
"""How wide a case is beside its tags, in u."""
LINES = 3


@pytest.mark.slow
@pytest.mark.parametrize("name", [book.id for book in CATALOGUE])
def test_every_hint_is_about_a_question_of_the_game_and_fits_in_its_strip(name: str, tmp_path: Path) -> None:
    book = RULEBOOKS[name]()
    texts = (Path(__file__).parents[2] / "companion" / "games" / name / "data" / "texts" / "en.toml").read_text("utf-8")
    phases = {phase.id for phase in book.phases}
    wrong = {}
    for key, rules in book.teaches.items():
        kind, _, phase = key.partition(" ")
        assert phase in phases if kind == "phase" else f"\n{kind.partition('_')[0]}" in texts, key
        for language in LANGUAGES:
            look = Look(language=language, faces=find_faces(language, tmp_path))
            said = " ".join(book.rules[rule].texts[language] for rule in rules)
            lines = wrap(look, said, "small", look.u(CASE))
            if len(lines) > LINES:
                wrong[key, language] = said
    assert wrong == {}


@pytest.mark.parametrize("name", [book.id for book in CATALOGUE])
def test_every_evening_made_ready_can_be_opened(name: str) -> None:
    found, about = starters(name), game(name).about()
    assert found
    assert found[0].hints
    for evening in found:
        assert evening.players in about["players"]
        assert not evening.map or evening.map in about["maps"]
        assert evening.options.keys() <= about["options"].keys()
        assert set(evening.title) == set(evening.note) == set(LANGUAGES)


def hint(evening: Evening) -> str:
    picture = evening.glass.picture
    assert picture is not None
    shown = picture.own.hint if picture.own is not None else picture.hint
    return shown.key if shown is not None else ""


@pytest.mark.slow
def test_an_evening_from_the_wizard_to_the_replay(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    finger = evening.finger
    finger.frames = 1
    finger.press(HungBoard, first=True)
    finger.tap("glass:plan")
    assert isinstance(evening.glass.page, PlanPage)
    evening.check()
    finger.tap("First evening for two")
    evening.check()
    for seat, pin in PINS.items():
        finger.tap(f"pin:{seat}")
        finger.pin(pin)
        finger.pin(pin)
    finger.tap("glass:open")
    finger.settle()
    assert evening.view().panels[0].title == "Drill yard"

    # behind the curtain what the seat is asked is explained; in the open nothing of it
    assert hint(evening) == ""
    evening.look("guards")
    assert (hint(evening), evening.strip.kind) == ("choose_hand", "hint")
    evening.check()
    finger.tap("R24 why?")
    assert any(isinstance(widget, RulesPage) for widget in finger.widgets())
    finger.tap("glass:back")
    finger.tap(LEARNT)
    assert (hint(evening), evening.strip.kind) == ("", "lantern")
    finger.take("starter")
    assert hint(evening) == "post_sentry"
    finger.tap(LEARNT)
    finger.take("arrange")
    evening.glass.hide()
    finger.settle()
    assert hint(evening) == ""

    # the same after the evening was left
    evening.glass.lobby()
    finger.settle()
    finger.tap("Resume")
    finger.settle()
    evening.look("guards")
    assert hint(evening) == ""
    assert "choose_hand" in evening.table._session.learnt("guards")
    evening.play(("guards", "confirm"))
    evening.play(*[("intruders", choice) for choice in ("starter", "starter", "arrange", "confirm")])
    evening.glass.table()
    finger.settle()
    public = hint(evening)
    assert public in ("play_hand", "play_drawn")
    finger.tap(LEARNT)
    assert hint(evening) == ""
    evening.look("guards")
    assert hint(evening) == ""  # everybody has read it
    evening.glass.hide()
    finger.settle()

    # to its end, and back through it
    table = evening.table
    while table.window().outcome() is None:
        seat = next(seat for seat in table.seats if table.window(seat).prompt() is not None)
        table.do(lambda seat=seat: table.pick(seat, table.advise(seat, 4), None))  # type: ignore[misc]
        table.step()
    finger.settle()
    assert evening.page == "VerdictPage"
    finger.tap("glass:replay")
    finger.settle(2)
    page = evening.glass.page
    assert isinstance(page, ReplayPage)
    assert len(page.night) > 20
    evening.close()
