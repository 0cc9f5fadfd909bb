"""Whole games by touches alone, on the real screens: no reader, no figures, no keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from ui import shot
from ui.demo import Evening
from ui.desk import House
from ui.glass import Glass
from ui.opened import OpenTable
from ui.screens.verdict import VerdictPage

from .stage import LOOK


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "players"), [("scorpion", 2), ("shinobinogi", 2), ("shinobi_arts", 3)])
def test_a_whole_game_is_played_by_touches_alone(game: str, players: int, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f'journal_folder = "{tmp_path / "tables"}"\nanswer_pause_seconds = 0\n')
    house = House(tmp_path / "settings.toml", simulated=False, threaded=False, seed=7, clock=lambda: "2000-01-01 20:00")
    glass = Glass(house, LOOK, now=lambda: 0.0)
    shot.stage(glass)
    glass.lobby()

    def advise(seat: str) -> str | None:
        table = evening.table
        assert isinstance(table, OpenTable)
        assert table.box is None
        return table.advise(seat, 7)

    evening = Evening(glass, advise, tmp_path, lambda _line: None)
    winner = evening.play(players, game)
    assert isinstance(glass.page, VerdictPage)
    assert evening.picks > 20
    assert winner == evening.table.window().outcome().winner  # type: ignore[union-attr]
    glass.lobby()
    shot.clear()
