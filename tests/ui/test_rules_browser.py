"""The rules are one touch away from everywhere, and from every refusal; in a private window they wear cloth."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.rulebooks import RULEBOOKS
from companion.rule_reader import RuleReader
from companion.views import BoardPanel
from ui.panels.vignette import Vignette
from ui.presenter import panel
from ui.screens.rules import RulesPage
from ui.widgets.cloth import ClothFrame
from ui.widgets.found import RuleRow, SearchBox
from ui.widgets.keypad import Key, rows_for
from ui.widgets.rail import RailButton
from ui.widgets.rule_box import RuleBox
from ui.widgets.ruled import RuledLine

from .evening import Evening
from .stage import LOOK


def browser(evening: Evening) -> RulesPage:
    return next(widget for widget in evening.finger.widgets() if isinstance(widget, RulesPage))


@pytest.mark.slow
def test_rules_are_looked_up_before_any_table_is_open(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    finger = evening.finger
    finger.tap("Rules")
    finger.press(SearchBox)
    assert [word for word in finger.tags() if word.startswith("glass:word:")]
    for letter in "wall":
        finger.press(Key, letter=letter)
    page = browser(evening)
    assert page.query == "wall"
    assert page.number in [line.id for line in page.lines]
    assert all("wall" in line.say.casefold() for line in page.lines)
    finger.press(Key, letter="wipe")
    assert page.query == "wal"
    evening.check()
    finger.press(SearchBox)
    finger.tap("glass:other")
    assert (browser(evening).game, browser(evening).number) == ("shinobinogi", "S2")
    for icon in ("menu", "moon", "hand", "why"):
        finger.press(RailButton, icon=icon)
        evening.check()
        assert any(isinstance(widget, RuleRow) for widget in finger.widgets())
    finger.tap("glass:back")
    assert evening.page == "LobbyPage"
    evening.close()


@pytest.mark.parametrize("width", [381, 456, 640, 800, 1164])
def test_keys_have_room_for_a_finger_at_every_width(width: int) -> None:
    rows = rows_for(width)
    assert sorted("".join(rows)) == sorted("1234567890abcdefghijklmnopqrstuvwxyz_<")
    assert (width - 12) / max(map(len, rows)) >= 47


@pytest.mark.slow
def test_a_refusal_leads_to_its_rule_with_the_board_at_hand_and_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.finger.frames = 1
    evening.set_up()
    evening.finger.press(RailButton, icon="rules")
    assert browser(evening).title == "Guards' cards"
    evening.finger.tap("glass:back")
    evening.play(("guards", "card:sentry_search"), ("guards", "guard:g3"))
    walls = [zone for pair in panel(evening.view(), BoardPanel).sheet.walls for zone in pair if "E3" in pair]  # type: ignore[union-attr]
    evening.finger.zone(next(zone for zone in walls if zone != "E3"))
    evening.finger.tap("R116 why?")
    page = browser(evening)
    assert page.number == "R116"
    drawn = next(widget for widget in evening.finger.widgets() if isinstance(widget, Vignette))
    assert drawn.illustration.struck is not None
    assert drawn.illustration.struck[0] == "E3"
    evening.check()
    page.read("Q9")
    evening.finger.settle()
    boxes = [widget.rule for widget in evening.finger.widgets() if isinstance(widget, RuleBox | RuledLine)]
    assert {"R101", "R103"} <= set(boxes)
    evening.finger.tap("glass:back")
    assert evening.strip.kind == "refusal"  # as it was left
    evening.finger.tap("glass:back")
    assert evening.strip.kind == "lantern"
    evening.close()


@pytest.mark.slow
def test_a_private_refusal_is_read_up_inside_the_cloth_and_the_curtain_falls_over_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.finger.frames = 1
    evening.to_intruders()
    evening.look("intruders")
    # a card that cannot be played names the rule that forbids it
    own = evening.glass.page
    face = next(face for face in own.cards.cards if face.why_rule)  # type: ignore[union-attr]
    own.read(face)  # type: ignore[union-attr]
    evening.finger.settle()
    boxes = [widget for widget in evening.finger.widgets() if isinstance(widget, RuleBox | RuledLine)]
    evening.finger.touch(next(box for box in boxes if box.rule == face.why_rule).center)
    assert browser(evening).number == face.why_rule
    evening.finger.tap("glass:back")
    evening.finger.take("figure:ninja")
    evening.finger.zone("E5")
    evening.finger.tap("R142 why?")
    assert (evening.page, browser(evening).private_sheet) == ("OwnPage", True)
    assert any(isinstance(widget, ClothFrame) for widget in evening.finger.widgets())
    evening.check()
    evening.finger.tap("glass:back")
    assert evening.strip.kind == "refusal"
    evening.finger.tap("R142 why?")
    evening.finger.tap("glass:hide")
    assert evening.page == "TablePage"
    assert not any(isinstance(widget, RulesPage | ClothFrame) for widget in evening.finger.widgets())
    evening.look("intruders")
    evening.finger.zone("E5")
    evening.finger.tap("R142 why?")
    evening.seconds += evening.house.settings.curtain_seconds + 1
    evening.glass.tick()
    evening.finger.settle()
    assert (evening.page, evening.glass.own) == ("TablePage", None)
    evening.close()


@pytest.mark.parametrize("language", ["en", "zh_Hans"])
def test_in_a_list_the_word_that_was_found_is_in_sight(language: str) -> None:
    rules = RuleReader(RULEBOOKS["scorpion"](), language, defaults={})
    for word in rules.words:
        for line in rules.search(word):
            if word.casefold() not in line.say.casefold():
                continue  # found by what stands beside it
            shown = RuleRow(LOOK, line, word, False)._lines(line.say, "small", 200)
            assert len(shown) <= 2
            assert word.casefold() in "".join(shown).casefold(), (line.id, shown)
