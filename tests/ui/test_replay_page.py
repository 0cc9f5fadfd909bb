"""The night is replayed from the verdict and from past nights: step, play, switches, rules, and what is kept of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from companion.game import Opening
from companion.games.catalogue import game
from companion.journal import Journal
from companion.session import Session
from companion.views import BoardPanel
from ui.__main__ import app
from ui.desk import House
from ui.glass import CannotOpen
from ui.lettering import width_of
from ui.panels.board import Board
from ui.presenter import panel
from ui.screens.replay import ReplayPage
from ui.screens.rules import RulesPage
from ui.widgets.night_line import NightLine
from ui.widgets.rail import RailButton
from ui.widgets.rule_box import RuleBox

from .evening import Evening
from .stage import LOOK


def replay_of(evening: Evening) -> ReplayPage:
    page = evening.glass.page
    assert isinstance(page, ReplayPage)
    return page


def book(folder: Path, most: int = 9999) -> str:
    """A night on the small map between simple players, to its end or so many picks; the name of its book."""
    of, opening = game("scorpion"), Opening("scorpion", 2, 4, map="drill-yard")
    folder.mkdir(exist_ok=True)
    with Journal.create(folder / "night.kuroko", msgspec.json.encode(opening), started="2025-01-31 18:30") as journal:
        journal.note("game", "scorpion")
        journal.note("person guards", "<!--<script>")
        session, simple = Session(of, opening, journal), of.simple_players(2, 4)
        for _pick in range(most):
            asked = next(((s, c) for s in session.seats if (c := session.advice(s, simple[s])) is not None), None)
            if asked is None:
                break
            session.pick(*asked)
    return "night.kuroko"


@pytest.mark.slow
def test_an_ended_night_is_replayed_and_kept(tmp_path: Path) -> None:
    name = book(tmp_path / "tables")
    evening = Evening(tmp_path)
    finger, desk = evening.finger, evening.house
    finger.frames = 1
    finger.tap("Past nights")
    finger.tap("Legend of the Scorpion Clan")
    finger.settle(2)
    page = replay_of(evening)
    evening.check()
    page.go(len(page.night) // 2)
    before = page.at
    finger.tap("glass:after")
    assert page.at == before + 1
    finger.tap("glass:sign")
    assert page.at > before + 1
    assert page.night.signs(page.at)

    # the turn that is touched, and touched again its next phase, until it begins anew
    column = next(found for found in page.night.columns if len(found.phases) > 2)
    line = next(widget for widget in finger.widgets() if isinstance(widget, NightLine))
    each = line.width / len(line.columns)
    there = (line.x + each * (page.night.columns.index(column) + 0.5), line.center_y)
    page.go(0)
    for step in (*column.phases, column.first):
        finger.settle()
        finger.touch(there)
        assert page.at == step

    # through nobody's eyes only what was public stands there
    for seat in ("<!--<script>", "Intruders"):  # by who sat there, or else by its side
        finger.press(RailButton, text=seat)
    board = next(widget for widget in finger.widgets() if isinstance(widget, Board))
    assert board.panel is not None
    assert not any(piece.secret for piece in board.panel.pieces)
    assert not {mark.kind for mark in board.panel.marks} & {"path", "goal", "sleepers", "rope"}
    page.through = set(page.night.seats)
    page.go(page.at)
    finger.settle()
    assert {"goal", "path"} <= {mark.kind for mark in panel(page.step.view, BoardPanel).marks}  # type: ignore[union-attr]

    # in another language the night is read again, and shown at the same step
    at, look = page.at, evening.glass.look
    for language in ("ja", "en"):
        evening.glass.prefer(language=language)
        evening.glass.wear(replace(look, language=language))
        evening.glass.again()
        read = page.night
        for _frame in range(400):
            finger.settle(1)
            here = evening.glass.page
            if isinstance(here, ReplayPage) and here.night is not read:
                break
        page = replay_of(evening)
        assert page.night is not read
        assert (page.at, page.step.phase.isascii()) == (at, language == "en")

    # each ruling leads to its rule, and back to the same step
    at = next(at for at in range(len(page.night)) if any(line.rule for line in page.night.at(at, page.through).lines))
    page.go(at)
    finger.settle()
    finger.touch(next(w for w in finger.widgets() if isinstance(w, RuleBox)).center)
    assert isinstance(evening.glass.page, RulesPage)
    finger.tap("glass:back")
    assert replay_of(evening).at == at
    finger.tap("glass:export")
    evening.check()
    finger.tap("One page")
    finger.settle(2)
    kept = (tmp_path / "tables" / name).with_suffix(".html").read_text(encoding="utf-8")
    assert kept.startswith("<!doctype html>")
    data = re.search('<script[^>]*id="data"[^>]*>(.*?)</script>', kept, re.S)
    assert data is not None
    assert "<" not in data[1], "whatever somebody is called"
    assert json.loads(data[1])["seats"][0] == ["guards", "Guards - <!--<script>"], "who sat there is told"
    finger.tap("One picture")
    picture = desk.picture_of(name).read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert desk.picture_of(name).stat().st_mode & 0o77 == 0, "nobody else's, as the book"
    assert len(picture) > 50_000
    finger.tap("Back")
    finger.tap("glass:back")
    assert (evening.page, len(desk.ended())) == ("LobbyPage", 1)
    evening.close()


def test_a_night_that_goes_on_is_offered_to_nobody(tmp_path: Path) -> None:
    name = book(tmp_path / "tables", 30)
    house = House(tmp_path / "settings.toml", threaded=False)
    house.settings = msgspec.structs.replace(house.settings, journal_folder=str(tmp_path / "tables"))
    assert house.ended() == ()
    with pytest.raises(CannotOpen, match="not over"):
        house.replay(name)
    told = CliRunner().invoke(app, ["replay", str(tmp_path / "tables" / name)])
    assert (told.exit_code, told.stdout) == (1, "")
    assert "not over" in told.stderr
    assert [night.id for night in house.saved()] == [name]  # and it can be gone on with


def test_what_is_no_book_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.kuroko"
    for content in (b"no book", b""):
        path.write_bytes(content)
        told = CliRunner().invoke(app, ["replay", str(path)])
        assert (told.exit_code, len(told.stderr.strip().splitlines())) == (1, 1)
        assert path.name in told.stderr


@pytest.mark.parametrize("name", ["Mei", "Wolfeschlegelste", "Aiko Tanaka-Ono", "Anna Maria Rosa B", "山田愛子愛子愛"])
def test_whatever_somebody_is_called_stays_within_his_switch(name: str) -> None:
    style, lines = RailButton(LOOK, icon="person", text=name)._words(44)
    assert len(lines) <= 2
    assert all(width_of(LOOK, line, style) <= 44 for line in lines)
    assert lines[0].rstrip(".") in name
