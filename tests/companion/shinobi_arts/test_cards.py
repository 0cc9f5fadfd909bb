"""Card sets: the house set is what its page says, and whatever is wrong in a file is named with line and way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.files import BadFile
from companion.game import BadOpening, Opening
from companion.games.files import LANGUAGES
from companion.games.shinobi_arts.cards import DATA, CardSet
from companion.games.shinobi_arts.effects import JUDGING_VERBS, TURN_VERBS
from companion.games.shinobi_arts.game import ShinobiArts

HOUSE = (DATA / "house.toml").read_text(encoding="utf-8")


def test_K5_K9_the_house_set_has_its_cards() -> None:
    cards = CardSet.load("house")
    assert CardSet.load("house") is cards
    values = {name: card.value for name, card in cards.valuables.items()}
    assert list(values.values()) == list(range(8))
    assert list(values) == ["box", "seal", "hostage", "cipher_table", "gold", "key", "map", "secret_letter"]
    assert len(cards.partners) == 8
    assert len(cards.ninjutsu) == 10
    assert len(cards.all_ninjutsu) == 28
    assert cards.splits == {3: (2, 1), 4: (2, 2), 5: (2, 2, 1)}
    assert {name for name, card in cards.ninjutsu.items() if card.uses == 1} == {"bunshin", "kuchiyose", "kawarimi"}


def test_every_verb_is_used_by_some_card_of_the_house_set() -> None:
    cards = CardSet.load("house")
    turn = {step.do for kinds in (cards.ninjutsu, cards.partners) for card in kinds.values() for step in card.effect}
    assert turn == set(TURN_VERBS)
    assert {step.do for card in cards.valuables.values() for step in card.effect} == set(JUDGING_VERBS)


def test_every_card_speaks_every_language() -> None:
    cards = CardSet.load("house")
    for kinds in (cards.valuables, cards.partners, cards.ninjutsu):
        for card in kinds.values():
            assert all(card.names[language] and card.texts[language] for language in LANGUAGES), card.id


def written(tmp_path: Path, old: str, new: str) -> tuple[Path, int]:
    """The house set with one change, and the line in which it stands."""
    assert HOUSE.count(old) >= 1, old
    path = tmp_path / "own.toml"
    path.write_text(HOUSE.replace(old, new, 1), encoding="utf-8")
    return path, HOUSE[: HOUSE.index(old)].count("\n") + 1


SHURIKEN = 'effect = [{ do = "expose", of = "other", chooser = "user" }]'
WRONG = [
    (SHURIKEN, 'effect = [{ do = "explode" }]', "ninjutsu.shuriken.effect.do", "unknown effect 'explode'; allowed are"),
    (SHURIKEN, "effect = []", "ninjutsu.shuriken.effect", "the effect is empty"),
    (SHURIKEN, 'effect = [{ do = "repel" }]', "ninjutsu.shuriken.effect.do", "unknown effect 'repel'"),
    (SHURIKEN, 'effect = [{ of = "other" }]', "ninjutsu.shuriken.effect", "a step says what it does"),
    (SHURIKEN, 'effect = [{ do = "expose", of = "other" }]', "ninjutsu.shuriken.effect", "needs 'chooser'; write it"),
    (
        SHURIKEN,
        'effect = [{ do = "expose", of = "own", chooser = "user" }]',
        "ninjutsu.shuriken.effect.of",
        "allowed are other",
    ),
    (SHURIKEN, 'effect = [{ do = "cover", face = "up" }]', "ninjutsu.shuriken.effect.face", "does not take 'face'"),
    (SHURIKEN, 'effect = [{ do = "draw", count = 3 }]', "ninjutsu.shuriken.effect.count", "allowed are 1, 2"),
    (SHURIKEN, 'effect = [{ do = "look", at = "place" }]', "ninjutsu.shuriken.effect", "needs 'count'"),
    (SHURIKEN, 'effect = [{ do = "look", at = "hand", count = 1 }]', "ninjutsu.shuriken.effect.count", "does not take"),
    (SHURIKEN, 'effect = [{ do = "take_valuable" }]', "ninjutsu.shuriken.effect.do", "follows a step"),
    (
        SHURIKEN,
        'effect = [{ do = "discard", of = "own", face = "any", chooser = "owner" }]',
        "ninjutsu.shuriken.effect.chooser",
        "allowed are user",
    ),
    (
        'effect = [{ do = "repel" }]',
        'effect = [{ do = "cover" }, { do = "repel" }]',
        "partners.saizo.effect.do",
        "alone",
    ),
    (
        'effect = [{ do = "lowest_wins" }]',
        'effect = [{ do = "highest_wins" }]',
        "valuables.hostage.effect.do",
        "unknown effect 'highest_wins'; allowed are redraw",
    ),
    (
        'valuable = "secret_letter"',
        'valuable = "letter"',
        "valuables.cipher_table.effect.valuable",
        "no valuable 'letter'",
    ),
    ('except = ["box"]', 'except = ["chest"]', "valuables.key.effect.except", "there is no valuable 'chest'"),
    ("fame = 1 }", "fame = 0 }", "valuables.gold.effect.fame", "a number from 1 to 9, not 0"),
    ("value = 6", "value = 5", "valuables.map.value", "'key' has the value 5 already"),
    ("copies = 3", "copies = 0", "ninjutsu.bunshin.copies", "a number from 1 to 9, not 0"),
    ("copies = 3", 'copies = "three"', "ninjutsu.bunshin.copies", "this must be a whole number"),
    ("uses = 1", "uses = 3", "ninjutsu.bunshin.uses", "this must be 2 (K28) or 1 (K29), not 3"),
    (
        'attack = ["technique"]',
        'attack = ["fist"]',
        "ninjutsu.nawajutsu.attack",
        "unknown kind 'fist'; allowed are technique",
    ),
    ("4 = [2, 2]", "4 = [3, 1]", "splits.4", "no team may have more than 2"),
    ("4 = [2, 2]", "4 = [2, 1]", "splits.4", "the numbers are 3 together; they must be 4"),
    ("4 = [2, 2]", "6 = [2, 2, 2]", "splits.6", "'6' is no number of players; allowed are 3, 4, 5"),
    ("4 = [2, 2]\n", "", "splits", "the split for 4 players is missing"),
    (
        "[factions]\n",
        '[factions]\ngreen = { en = "Green" }\n',
        "factions.green",
        "unknown faction 'green'; allowed are",
    ),
    ("[partners.chiyome]", "[partners.box]", "partners.box", "there is a card 'box' in valuables already"),
    ("[partners.chiyome]", "[partners.Chiyome]", "partners.Chiyome", "small letters"),
    ("uses = 1\n", "uses = 1\nspeed = 3\n", "ninjutsu.bunshin.speed", "unknown key 'speed'; allowed are name"),
    ("uses = 1\n", "", "ninjutsu.bunshin.uses", "this key is missing; write it"),
    ('id = "house"', 'id = "my house"', "id", "may hold letters"),
]


@pytest.mark.parametrize(("old", "new", "key", "message"), WRONG, ids=[f"{w[2]}-{n}" for n, w in enumerate(WRONG)])
def test_what_is_wrong_is_named_with_file_line_and_what_is_allowed(
    tmp_path: Path, old: str, new: str, key: str, message: str
) -> None:
    path, line = written(tmp_path, old, new)
    with pytest.raises(BadFile) as refused:
        CardSet.load(path)
    assert refused.value.key == key
    assert message in refused.value.message
    assert str(path) in str(refused.value)
    assert refused.value.line is not None
    assert abs(refused.value.line - line) <= 8, "the card begins a few lines above what is wrong in it"


def test_KQ24_KQ27_too_few_cards_are_refused_for_the_players_at_the_table(tmp_path: Path) -> None:
    few = HOUSE.replace("copies = 3", "copies = 1").replace("copies = 2", "copies = 1")
    path = tmp_path / "few.toml"
    path.write_text(few, encoding="utf-8")
    game = ShinobiArts()
    with pytest.raises(BadFile, match=r"ninjutsu: 10 cards are too few for 4 players; there must be at least 13"):
        game.blank(Opening(game="shinobi_arts", players=4, cards=str(path)))
    with pytest.raises(BadFile, match=r"10 cards are too few for 5 players; there must be at least 16 \(KQ24\)"):
        game.blank(Opening(game="shinobi_arts", players=5, cards=str(path)))
    assert game.blank(Opening(game="shinobi_arts", players=3, cards=str(path))).cards.source == str(path)


def test_a_set_that_is_missing_or_no_file_is_refused(tmp_path: Path) -> None:
    for name in (tmp_path / "none.toml", tmp_path, "nowhere"):
        with pytest.raises(BadFile, match="house"):
            CardSet.load(name)


def test_KQ31_options_that_cannot_be_are_named() -> None:
    game = ShinobiArts()
    for options, message in (
        ({"target": 4}, "options: target"),
        ({"turn_limit": -2}, "turn_limit: this cannot be below 0"),
        ({"factions": "2+2"}, "factions: the numbers are 4 together; they must be 3"),
        ({"factions": "two+one"}, 'factions: write players of red, blue, silver such as "2\\+1"'),
        ({"gold": True}, "options are target"),
    ):
        with pytest.raises(BadOpening, match=message):
            game.blank(Opening(game="shinobi_arts", players=3, options=options))
    with pytest.raises(BadOpening, match="has no map"):
        game.blank(Opening(game="shinobi_arts", players=3, map="drill-yard"))
