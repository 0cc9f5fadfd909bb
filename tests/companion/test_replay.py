"""A night that is over is told whole, through each seat's eyes; a running one is told to nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import replay_page
from companion.game import Opening
from companion.games.catalogue import CATALOGUE, game
from companion.games.rulebooks import RULEBOOKS
from companion.games.scorpion.events import Heard
from companion.games.scorpion.reckoning import Suspects
from companion.replay import Night, NotOver
from companion.rule_reader import RuleReader
from companion.seats import REFEREE, TABLE
from companion.session import Session
from companion.views import BoardPanel, LogPanel, PromptPanel

GAMES = [book.id for book in CATALOGUE]


class Pages:
    """A book that is kept in memory: rows in order, and nothing durable."""

    def __init__(self, opening: Opening) -> None:
        self.opening, self.path = msgspec.json.encode(opening), Path("night.kuroko")
        self.rows: list[bytes] = []

    def append(self, entry: bytes, notes: object = None) -> None:
        self.rows.append(entry)

    def entries(self) -> Iterator[bytes]:
        return iter(self.rows)


def finish(session: Session[Any], players: int, seed: int, most: int = 9999) -> None:
    """Simple players play on, to the end or so many picks."""
    simple = game(session._game.id).simple_players(players, seed)
    for _pick in range(most):
        asked = next(((s, c) for s in session.seats if (c := session.advice(s, simple[s])) is not None), None)
        if asked is None:
            return
        session.pick(*asked)


def played(name: str, players: int = 0, seed: int = 1, most: int = 9999, **options: Any) -> Any:
    """The book of a night between simple players, to its end or so many picks."""
    of = game(name)
    opening = Opening(name, players or min(of.about()["players"]), seed, options=options)
    pages: Any = Pages(opening)
    finish(Session(of, opening, pages), opening.players, seed, most)
    return pages


def read(journal: Any) -> Night[Any]:
    opening = msgspec.json.decode(journal.opening, type=Opening)
    return Night.read(game(opening.game), opening, journal)


@cache
def book_of(name: str) -> Any:
    return played(name, seed=4)


@cache
def night_of(name: str) -> Night[Any]:
    return read(book_of(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_night_that_goes_on_is_not_replayed(name: str) -> None:
    with pytest.raises(NotOver, match="not over") as caught:
        read(played(name, most=40))
    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_step_lies_in_one_column_and_says_something(name: str) -> None:
    night = night_of(name)
    for column in night.columns:
        assert column.phases[0] == column.first
        parts = zip(column.phases, (*column.phases[1:], column.last + 1), strict=True)
        for first, end in parts:
            assert len({night.at(at).phase for at in range(first, end)}) == 1, "a part is one phase"
    steps = [at for column in night.columns for at in range(column.first, column.last + 1)]
    assert steps == list(range(len(night)))
    for at in (0, len(night) // 2, len(night) - 1):
        truth = night.at(at, night.seats)
        assert truth.lines
        assert (night.columns[truth.column].first + truth.number - 1, truth.told) == (at, True)
        assert not any(isinstance(panel, PromptPanel | LogPanel) for panel in truth.view.panels)
    assert all(night.result)


@pytest.mark.parametrize("name", GAMES)
def test_through_one_seat_nothing_is_seen_or_read_that_it_did_not_know(name: str) -> None:
    """What a seat's own copy shows after a row is all that the replay shows of it."""
    night, book = night_of(name), book_of(name)
    opening = msgspec.json.decode(book.opening, type=Opening)
    wanted = {night._steps[at].after.rows: at for at in range(5, len(night), max(1, len(night) // 5))}
    for session, _undone in Session.steps(game(name), opening, book):
        rows = session.whole().rows
        if rows not in wanted:
            continue
        at, shown = wanted[rows], {seat: session.view(seat) for seat in (*session.seats, TABLE)}
        for seat in night.seats:
            own, told = shown[seat], night.at(at, [seat])
            mine = [panel for panel in own.panels if isinstance(panel, BoardPanel)]
            theirs = [panel for panel in told.view.panels if isinstance(panel, BoardPanel)]
            for one, other in zip(mine, theirs, strict=True):
                public = next(p for p in shown[TABLE].panels if isinstance(p, BoardPanel))
                assert {piece.id for piece in other.pieces} <= {p.id for p in (*one.pieces, *public.pieces)}
                assert set(other.marks) <= {*one.marks, *public.marks}
            lines = {line.text for panel in own.panels if isinstance(panel, LogPanel) for line in panel.lines}
            assert {line.text for line in told.lines} <= lines


def test_whoever_sees_all_reads_with_each_answer_who_was_how_far_and_how_loud() -> None:
    """The guards alone still read yes or no."""
    night, answers = night_of("scorpion"), 0
    how = re.compile(r"the (?:ninja|traitor), (\d+) away, (?:did not move|(?:sneaked|walked|ran) (\d))")
    for at, step in enumerate(night._steps):
        heard = [event for event in night._heard(step, REFEREE) if isinstance(event, Heard)]
        if not heard:
            continue
        for line in night.at(at, ["guards"]).lines:
            assert not how.search(line.text)
        told = [line.text for line in night.at(at, night.seats).lines if how.search(line.text)]
        assert len(told) == len(heard)
        for event, text in zip(heard, told, strict=True):
            answers += 1
            for away, moved in how.findall(text):
                assert (int(away) <= int(moved or 0) and bool(moved)) is event.heard
    assert answers > 3


def test_what_was_undone_is_not_told() -> None:
    of, opening = game("scorpion"), Opening("scorpion", 2, 4)
    pages: Any = Pages(opening)
    session = Session(of, opening, pages)
    guards, intruders = session.seats
    for choice in ("starter", "arrange", "confirm"):
        session.pick(guards, choice)
    for choice in ("starter", "starter", "arrange", "confirm"):
        session.pick(intruders, choice)
    while (prompt := session.prompt(guards)) is not None:
        session.pick(guards, "end" if "end" in prompt.choices else prompt.choices[0])
    session.pick(intruders, "figure:ninja")
    prompt = session.prompt(intruders)
    assert prompt is not None
    gone, kept = [choice for choice in prompt.choices if choice.startswith("zone:O")][:2]
    for choice in (gone, "undo", kept, "stay"):
        session.pick(intruders, choice)
    finish(session, 2, 4)
    night = read(pages)
    said = [line.text for at in range(len(night)) for line in night.said(at)]
    walked = next(text for text in said if text.startswith("The ninja went to"))
    names = {choice: _sheet(night)[choice.removeprefix("zone:")].name for choice in (gone, kept)}
    assert names[kept] in walked
    assert names[gone] not in walked


def _sheet(night: Night[Any]) -> dict[str, Any]:
    return dict(next(p for p in night.at(0).view.panels if isinstance(p, BoardPanel)).sheet.zones)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"noise": "straight"}),
        (4, {"passage_inside": "public", "still_is_silent": False}),
    ],
)
def test_nobody_is_ever_where_the_rules_and_what_was_told_exclude_him(players: int, options: dict[str, Any]) -> None:
    checked, narrow = 0, 0
    for seed in (3, 4):
        book = played("scorpion", players, seed, **options)
        opening = msgspec.json.decode(book.opening, type=Opening)
        suspects, heard = Suspects(), 0
        for session, _undone in Session.steps(game("scorpion"), opening, book):
            whole = session.whole()
            suspects.hear(whole.copies[TABLE], session.told(TABLE, heard))
            heard = whole.told[TABLE]
            truth = whole.copies[REFEREE]
            if truth.phase in ("setup", "intruders", "over"):
                continue
            for name, figure in truth.figures.items():
                if figure.on_map:
                    zones = {zone for zone, _reach in suspects.places[name]}
                    assert figure.zone in zones, (seed, truth.turn, name)
                    checked, narrow = checked + 1, narrow + (len(zones) < 30)
    assert checked > 100
    assert narrow > checked / 4


# ---- the page ---------------------------------------------------------------------------------------------------


def pages() -> Iterator[tuple[str, str]]:
    for name in ("scorpion", "shinobi_arts"):
        night = night_of(name)
        rules = RuleReader(RULEBOOKS[name](), "en", defaults=game(name).about()["options"])
        yield name, replay_page.page(night, rules, "A <night>", {"guards": "Guards"}, "en")


@pytest.mark.slow
def test_the_page_is_whole_and_asks_no_network() -> None:
    for name, page in pages():
        assert "A &lt;night&gt;" in page
        assert "@" not in re.sub(r"@media|[\w.]+@[\w.]+", "", page.partition('<script id="data"')[0])
        assert not re.search(r"(src|href|action|data)\s*=\s*[\"']|@import|fetch\(|XMLHttpRequest|//cdn", page)
        assert set(re.findall(r"https?://[^\"' ]+", page)) <= {"http://www.w3.org/2000/svg"}
        written = page.partition('type="application/json">')[2].partition("</script>")[0]
        data = json.loads(written)
        night = night_of(name)
        assert len(data["steps"]) == len(night)
        cited = {rule for step in data["steps"] for _text, rule in step["lines"] if rule}
        assert cited
        assert all(data["rules"][rule] for rule in cited)
        assert all(set(step["by"]) == {"", *night.seats} for step in data["steps"])
