"""The shelf says of each game what the game says of itself, and is read without loading any."""

import subprocess
import sys

from companion.games.catalogue import CATALOGUE
from companion.games.shelf import SHELF


def test_the_shelf_holds_every_game_as_it_calls_itself() -> None:
    abouts = [game.about() for game in CATALOGUE]
    assert [(book.id, book.titles, list(book.players), book.drawn) for book in SHELF] == [
        (about["id"], about["titles"], list(about["players"]), about.get("drawn", "")) for about in abouts
    ]
    for about in abouts:
        assert about.get("drawn", "") in ("", *about["options"])


def test_the_shelf_loads_no_game() -> None:
    asked = "import companion.games.shelf, sys; print([n for n in sys.modules if n.startswith('companion.games.')])"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['companion.games.shelf']"
