"""Another card set of the same form is played as well: every verb in other places and orders, effects of many steps."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import Opening
from companion.games.shinobi_arts.cards import DATA
from companion.seats import REFEREE
from companion.session import Session
from tests.companion.support import GAMES, MORE, asked, copy_of, everybody, of_the_game, play, position

CHANGES = {
    'effect = [{ do = "look", at = "hand" }]': 'effect = [{ do = "extra_turn" }, '
    '{ do = "look", at = "place", count = 1 }, { do = "take_valuable" }, { do = "swap_places" }, '
    '{ do = "discard", of = "own", face = "any", chooser = "user" }]',
    'effect = [{ do = "take_ninjutsu" }]': 'effect = [{ do = "look", at = "valuable" }, '
    '{ do = "expose", of = "other", chooser = "owner" }, { do = "draw", count = 2 }, { do = "exchange" }]',
    'effect = [{ do = "draw", count = 1 }]\n[partners.danzo': 'effect = [{ do = "cover" }, { do = "take_ninjutsu" }, '
    '{ do = "discard", of = "other", face = "down", chooser = "owner" }]\n[partners.danzo',
    'effect = [{ do = "swap_unused" }]': 'effect = [{ do = "swap_unused" }, { do = "look", at = "place", count = 2 }, '
    '{ do = "swap_unused" }, { do = "take_valuable" }, { do = "look", at = "hand" }]',
    'effect = [{ do = "extra_turn" }]': 'effect = [{ do = "discard", of = "other", face = "up", chooser = "owner" }, '
    '{ do = "extra_turn" }]',
    "value = 1\n": "value = 11\n",
    'name = { en = "Seal", zh_Hans = "印章", zh_Hant = "印章", ja = "印章" }\neffect = []': 'name = { en = "Seal" }\n'
    'effect = [{ do = "redraw" }, { do = "lowest_wins" }]',
    'name = { en = "Map", zh_Hans = "地图", zh_Hant = "地圖", ja = "地図" }\neffect = []': 'name = { en = "Map" }\n'
    'effect = [{ do = "void_effects", except = ["gold"] }, { do = "bonus", fame = 2 }]',
    "copies = 2\neffect": "copies = 1\neffect",
}


@pytest.fixture(scope="module")
def other_set(tmp_path_factory: pytest.TempPathFactory) -> str:
    text = (DATA / "house.toml").read_text(encoding="utf-8").replace('id = "house"', 'id = "other"')
    for old, new in CHANGES.items():
        assert old in text, old
        text = text.replace(old, new, 1)
    path = Path(tmp_path_factory.mktemp("cards")) / "other.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"deck": "physical"}])
def test_KQ36_another_set_is_played_and_its_positions_load(other_set: str, options: dict[str, Any]) -> None:
    game = GAMES["shinobi_arts"]
    asks: set[str] = set()
    for seed in range(2, 2 + 2 * MORE):
        how = {"players": 3 + seed % 3, "cards": other_set, "options": options}
        session: Session[Any] = Session(game, msgspec.convert({"game": game.id, "seed": seed, **how}, Opening))
        for at, _ in enumerate(play(session, random.Random(seed), 700)):
            truth = copy_of(session, REFEREE)
            for seat in session.seats:
                assert game.prompt(copy_of(session, seat), seat) == game.prompt(truth, seat)
            asks |= {prompt.ask for prompt in asked(session)}
            if at % 11 or session.outcome() is not None:
                continue
            written = position(session)
            again: Session[Any] = Session(
                game, msgspec.convert({"game": game.id, "seed": seed, **how, "position": written}, Opening)
            )
            for seat in everybody(session):
                assert position(again, seat) == position(session, seat), (seed, at, seat)
            assert [(p.seat, p.ask, of_the_game(p)) for p in asked(again)] == [
                (p.seat, p.ask, of_the_game(p)) for p in asked(session)
            ]
    assert asks >= {"turn", "keep", "defend", "choose", "box"}


@pytest.mark.slow
def test_KQ22_two_that_redraw_are_asked_one_after_the_other(other_set: str) -> None:
    told = {
        "game": "shinobi_arts",
        "cards": other_set,
        "phase": "judging",
        "p1": {"valuable": "box", "faction": "red"},
        "p2": {"valuable": "seal", "faction": "red"},
        "p3": {"valuable": "gold", "faction": "blue"},
        "unused": ["key", "hostage"],
    }
    session: Session[Any] = Session(
        GAMES["shinobi_arts"],
        msgspec.convert({"game": "shinobi_arts", "players": 3, "cards": other_set, "position": told}, Opening),
    )
    assert [prompt.seat for prompt in asked(session)] == ["p1"]
    session.pick(session.seats[0], "keep")
    assert [prompt.seat for prompt in asked(session)] == ["p2"]
    session.pick(session.seats[1], "keep")
    assert copy_of(session, REFEREE).fame == {"p1": 1, "p2": 1, "p3": 0}, "the Seal makes the lowest win: the Box, 0"
