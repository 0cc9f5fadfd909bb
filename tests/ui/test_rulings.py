"""Rulings are chosen before a table opens, are public in it, and stand in its book."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.scorpion.state import Options
from ui.desk import House
from ui.screens.lobby import HungBoard
from ui.screens.rulings import RulingsPage
from ui.screens.seats import SeatsPage

from .evening import PINS, Evening


def test_every_option_but_the_language_can_be_turned_each_with_its_ruling(tmp_path: Path) -> None:
    options = {option.name: option for option in House(tmp_path / "settings.toml").options("scorpion")}
    assert set(options) == set(Options.__struct_fields__) - {"language"}
    assert options["still_is_silent"].rule == "Q7"
    assert options["still_is_silent"].values == (True, False)
    assert all(option.say and option.rule for name, option in options.items() if name != "deck")


@pytest.mark.slow
def test_rulings_are_turned_by_touch_and_the_game_is_played_by_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    finger, glass = evening.finger, evening.glass
    finger.press(HungBoard, first=True)
    finger.tap("glass:rulings")
    assert isinstance(glass.page, RulingsPage)
    pages = len(glass.page.pages)
    finger.tap("option:still_is_silent")
    finger.tap("option:noise")
    finger.tap("option:noise")  # turned once more it is as ruled again
    for _page in range(pages):
        finger.tap("More")
    assert "option:still_is_silent" in finger.tags()
    finger.tap("Back")
    assert isinstance(glass.page, SeatsPage)
    for seat, pin in PINS.items():
        finger.tap(f"pin:{seat}")
        finger.pin(pin)
        finger.pin(pin)
    finger.tap("glass:open")
    assert glass.bridge is not None
    table = glass.bridge.table
    assert table.window().position()["options"] == {"still_is_silent": False}
    opened = next(event for event in table.window().told() if event["event"] == "GameOpened")
    assert opened["options"] == {"still_is_silent": False}
    glass.lobby()
    finger.settle()
    finger.tap("Resume")
    assert glass.bridge.table.window().position()["options"] == {"still_is_silent": False}
