"""A position that somebody spoilt is refused in one sentence, or is a game that goes on; nothing in between."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.files import BadFile
from companion.game import BadOpening
from companion.seats import TABLE
from tests.companion.support import MORE, asked, loaded, of_the_game, open_table, play, position

ODD: tuple[Any, ...] = (
    None,
    0,
    1,
    -1,
    99,
    True,
    "",
    "??",
    "x",
    [],
    {},
    ["??"],
    "first",
    "p1",
    "h1",
    "s1.1",
    "v1",
    "n1",
)
ODD += ("scroll", "deck", "main", "turn", "choose", "release", "keep", "over", "judging", "set:s1.1", "ninpo:n1")
KEPT = frozenset({"game", "cards", "options", "players"})
"""What the opening itself is made of is checked before a position is read."""
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("shinobinogi", {}),
    ("shinobinogi", {"options": {"deck": "physical"}}),
    ("shinobi_arts", {"players": 3}),
    ("shinobi_arts", {"players": 4, "options": {"deck": "physical"}}),
)
Path = tuple[Any, ...]


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every place in a position."""
    yield here
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from paths(value[key], (*here, key))


def at(value: Any, path: Path) -> Any:
    """What stands at a place."""
    for key in path:
        value = value[key]
    return value


def spoilt(source: random.Random, text: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A position with something gone, strange, twice, or as it is in another one."""
    text = copy.deepcopy(text)
    for _ in range(source.choice((1, 1, 2))):
        *above, key = source.choice([path for path in paths(text) if path and path[0] not in KEPT])
        parent = at(text, tuple(above))
        match source.randrange(4):
            case 0:
                del parent[key]
            case 1:
                parent[key] = source.choice(ODD)
            case 2:
                parent[key] = copy.deepcopy(at(other, source.choice([path for path in paths(other) if path])))
            case _ if isinstance(parent, list):
                parent.insert(source.randint(0, len(parent)), copy.deepcopy(parent[key]))
            case _:
                parent[source.choice([name for name in parent if name not in KEPT])] = copy.deepcopy(parent[key])
    return text


@pytest.mark.parametrize(("name", "opening"), TABLES, ids=str)
def test_a_spoilt_position_is_refused_or_played_on(name: str, opening: dict[str, Any]) -> None:
    source = random.Random(name)
    session = open_table(name, 3, **opening)
    found = [position(session) for n, _ in enumerate(play(session, source, 240)) if n % 8 == 0]
    refused = played_on = 0
    for n in range(120 * MORE):
        text = spoilt(source, source.choice(found), source.choice(found))
        try:
            again = loaded(text)
        except (BadOpening, BadFile) as error:
            refused += "\n" not in str(error)
            continue
        for _ in play(again, random.Random(n), 25):
            assert all(of_the_game(prompt) for prompt in asked(again)), (n, asked(again), text)
        for seat in (*again.seats, TABLE):
            again.view(seat)
            again.position(seat)
        played_on += 1
    assert refused + played_on == 120 * MORE, "a refusal is one line"
    assert refused
    assert played_on
