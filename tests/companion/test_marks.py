"""A game that is read back needs the very map and cards that it was opened with."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from companion.game import BadOpening, Opening, marked
from companion.games.catalogue import game
from companion.games.scorpion.board import MAPS
from companion.journal import Journal
from companion.session import Session


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, Path]:
    """A game on a map of one's own, left after its opening: the map and the journal."""
    board, book = tmp_path / "mine.toml", tmp_path / "night.kuroko"
    shutil.copy(MAPS / "drill-yard.toml", board)
    opening = marked(Opening(game="scorpion", map=str(board)))
    with Journal.create(book, msgspec.json.encode(opening)) as journal:
        Session(game("scorpion"), opening, journal)
    return board, book


def resumed(book: Path) -> Session[object]:
    with Journal.open(book) as journal:
        opening = msgspec.json.decode(journal.opening, type=Opening)
        return Session.resume(game("scorpion"), opening, journal)


def test_a_game_goes_on_with_the_map_it_was_opened_with(table: tuple[Path, Path]) -> None:
    assert resumed(table[1]).seats == ("guards", "intruders")


def test_a_map_that_was_changed_since_is_refused_by_name(table: tuple[Path, Path]) -> None:
    board, book = table
    board.write_text(board.read_text("utf-8") + "\n# another word\n", "utf-8")
    with pytest.raises(BadOpening, match=r"map: .*mine\.toml was changed since this game was opened"):
        resumed(book)


def test_a_map_that_is_gone_is_refused_by_name(table: tuple[Path, Path]) -> None:
    board, book = table
    board.unlink()
    with pytest.raises(BadOpening, match=r"map: .*mine\.toml is not there any longer"):
        resumed(book)


def test_shipped_maps_need_no_mark() -> None:
    assert marked(Opening(game="scorpion", map="drill-yard", cards="house")).marks == {}
