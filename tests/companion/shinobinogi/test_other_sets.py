"""Other card sets of the same form are played as well: every verb with every argument, in any order, on any card."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.games.shinobinogi.cards import DATA
from companion.games.shinobinogi.names import SEATS
from companion.games.shinobinogi.vocabulary import ARGUMENTS, LISTS, OPTIONAL, Unreadable, read_step
from companion.seats import REFEREE
from tests.companion.shinobinogi.test_games import owned, whole
from tests.companion.support import GAMES, MORE, copy_of, loaded, of_the_game, open_table, play, position

CONDITIONS = ("rest", "release:1", "rest then release:1", "rest or release:2")
OF_FOLLOWERS = (*CONDITIONS, "on_entry", "on_entry then release:1", "exclude then release:1", "rest then exclude")
OF_FOLLOWERS += ("on_entry or rest then exclude", "on_entry or on_entry then exclude", "on_entry then rest or exclude")


def step(source: random.Random, first: bool, activated: bool) -> dict[str, Any]:
    """Any step that may be written there."""
    while True:
        verb = source.choice([*ARGUMENTS])
        written: dict[str, Any] = {"do": verb}
        for name, values in ARGUMENTS[verb].items():
            if name in OPTIONAL and source.random() < 0.5:
                continue
            if values is int:
                written[name] = source.choice([1, 1, 2, 3])
            elif isinstance(values, bool):
                written[name] = values
            elif (verb, name) in LISTS:
                written[name] = source.sample(values, source.randint(1, len(values)))
            else:
                written[name] = source.choice(values)
        if written.get("what") == "this":
            del written["n"]
        if not first and source.random() < 0.25:
            written["if_done"] = True
        try:
            read_step(written, first, activated)
        except Unreadable:
            continue
        return written


def toml(value: Any) -> str:
    """A value as a card file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def written_anew(source: random.Random, folder: Path) -> str:
    """A card file in which cards cost, ask for and do something else than in the house set."""
    lines, kind = [], ""
    for line in (DATA / "house.toml").read_text(encoding="utf-8").replace('"house"', '"other"', 1).splitlines():
        name, _, value = line.partition(" = ")
        if name == "kind":
            kind = value.strip('"')
        if name in ("effect", "light", "dark"):
            activated = name == "dark" or kind == "ninjutsu"
            steps = [step(source, n == 0, activated) for n in range(source.randint(1, 4))]
            line = f"{name} = {toml(steps)}"
        elif name == "condition":
            line = f"condition = {toml(source.choice(OF_FOLLOWERS if kind == 'follower' else CONDITIONS))}"
        elif name in ("cost", "release") and re.fullmatch("[0-9]", value):
            line = f"{name} = {source.choice([0, 0, 1, 2])}"
        lines.append(line)
    path = folder / "other.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("seed", range(6 * MORE))
def test_S46_SQ23_any_effect_is_carried_out_and_every_target_offered_may_be_attacked(seed: int, tmp_path: Path) -> None:
    """Also in positions that are loaded in the middle of it, and with real cards, of which each copy knows enough."""
    source, game = random.Random(seed), GAMES["shinobinogi"]
    options: dict[str, Any] = {"turn_limit": 40, "columns": 2 + seed % 3, "mana_open": seed % 2 == 0}
    options |= {"follower_enters": ("stand", "rest")[seed % 2]}
    real = seed % 3 == 2
    options |= {"deck": "physical", "scan": ("drawn", "set", "opened")[seed % 4 % 3]} if real else {}
    session = open_table("shinobinogi", seed, cards=written_anew(source, tmp_path), options=options)
    forms: Counter[str] = Counter()
    for n, (_, choice) in enumerate(play(session, source, 700)):
        forms[choice.partition(":")[0]] += 1
        truth = copy_of(session, REFEREE)
        for seat in SEATS:
            assert game.prompt(copy_of(session, seat), seat) == game.prompt(truth, seat), (n, choice)
            if not real and truth.phase not in ("setup", "over") and truth.turned is None:
                assert owned(truth, seat) == whole(truth, seat), (n, choice)
        if n % 40 == 0:
            again = loaded(position(session))
            for seat in SEATS:
                asked, then = session.prompt(seat), again.prompt(seat)
                assert (asked and of_the_game(asked)) == (then and of_the_game(then)), (n, choice)
    assert session.outcome() is not None
    assert forms["activate"] or forms["use"], forms


def test_S72_followers_of_one_name_are_stacked_also_out_of_two_decks(tmp_path: Path) -> None:
    names = re.findall(r'id = "(?:doll|bellows_boy)"\n(name = .*)\n', (DATA / "house.toml").read_text(encoding="utf-8"))
    text = (DATA / "house.toml").read_text(encoding="utf-8").replace('"house"', '"other"', 1).replace(*names)
    path = tmp_path / "other.toml"
    path.write_text(text, encoding="utf-8")
    start = position(open_table("shinobinogi", 0, cards=str(path))) | {"phase": "main", "prompts": {}}
    ninja = {"card": "nui/ninja", "stand": True}
    start["first"] = {
        "front": "nui",
        "followers": [[ninja], [{"card": "nui/doll", "stand": True}]],
        "set": [[], [{"card": "rin/bellows_boy", "stand": True}]],
        "mana": [[], ["rin/charcoal"]],
    }
    start["second"] = {
        "ninja": ["raika", "isana"],
        "front": "raika",
        "followers": [[{"card": "raika/ninja", "stand": True}]],
    }
    session = loaded(start)
    for choice in ("activate:s2.1", "column:2"):
        session.pick(SEATS[0], choice)
    stack = ["nui/doll", "rin/bellows_boy"]
    assert [held["card"] for held in position(session)["first"]["followers"][1]] == stack
    assert position(loaded(session))["first"]["discard"] == []
