"""The cards of Shinobinogi: what the house set holds, and how a bad deck file is refused with file and line."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from pathlib import Path

import pytest

from companion.files import BadFile
from companion.game import BadOpening, Opening
from companion.games.files import LANGUAGES
from companion.games.shinobinogi.cards import DATA, CardSet
from companion.games.shinobinogi.vocabulary import ARGUMENTS, Unreadable, read_condition, read_step
from companion.session import Session
from tests.companion.support import GAMES

HOUSE = (DATA / "house.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def cards() -> CardSet:
    return CardSet.load("house")


def test_S3_nine_ninja_have_a_card_and_a_deck_each(cards: CardSet) -> None:
    assert len(cards.ninja) == 9
    for ninja in cards.ninja.values():
        assert cards.cards[ninja.card].kind == "ninja"
        assert len(ninja.deck) == 12
        assert 4 <= len(set(ninja.deck)) <= 6
    known = [name for name, ninja in cards.ninja.items() if ninja.source == "rule book"]
    assert known == ["raika", "rin", "shishina", "nui"]


def test_SQ34_printed_copies_add_up_and_every_pair_can_be_set_up(cards: CardSet) -> None:
    for pair in itertools.permutations(cards.ninja, 2):
        deck = cards.deck(pair, pair[0])
        assert len(deck) == 1 + 24 + 3 == 28
        assert Counter(deck)["scroll"] == 3
        assert f"{pair[1]}/ninja" in deck
        assert f"{pair[0]}/ninja" not in deck


def test_S13_S33_every_card_has_its_frame_in_every_language(cards: CardSet) -> None:
    for card in cards.cards.values():
        assert sorted(card.names) == sorted(card.texts) == sorted(LANGUAGES)
        assert card.same_turn == (card.kind in ("ninja", "ninjutsu"))
        assert bool(card.light) == (card.kind == "ninja")
        assert bool(card.ways) == (card.kind in ("ninja", "follower"))


def test_S12_the_first_game_is_named(cards: CardSet) -> None:
    assert cards.first_game == {
        "first": ("raika", "rin"),
        "first_front": "rin",
        "second": ("shishina", "nui"),
        "second_front": "shishina",
    }
    assert GAMES["shinobinogi"].about()["first_game"] == cards.first_game


def test_S4_SQ17_scrolls_are_alike_and_the_summary_is_there(cards: CardSet) -> None:
    scroll = cards.cards["scroll"]
    assert (scroll.copies, scroll.kind, scroll.cost, scroll.release) == (5, "scroll", 3, 0)
    assert {language: len(lines) for language, lines in cards.summary.items()} == dict.fromkeys(LANGUAGES, 6)


def test_every_verb_of_the_vocabulary_is_on_a_card_of_the_house_set(cards: CardSet) -> None:
    used = {step.do for card in cards.cards.values() for step in (*card.effect, *card.light)}
    assert used == ARGUMENTS.keys()


def test_a_set_is_one_value_and_prints_no_more_than_its_name(cards: CardSet) -> None:
    assert copy.deepcopy(cards) is cards is pickle.loads(pickle.dumps(cards))
    assert repr(cards) == "CardSet('house')"


# ---- bad files --------------------------------------------------------------------------------------------------

LEAF = 'effect = [{ do = "attack", n = 1, on = ["set"] }]\ntext = { en = "Attack a set card once."'
BAD = {
    "an unknown effect": (
        (LEAF, LEAF.replace('"attack"', '"atack"')),
        "'atack'; allowed are attack, draw",
    ),
    "an unknown argument": (
        (LEAF, LEAF.replace("n = 1", "m = 1")),
        "'m'; attack takes n, on, block",
    ),
    "a missing argument": ((LEAF, LEAF.replace("n = 1, ", "")), "attack needs 'n'; write it"),
    "a wrong target": (
        (LEAF, LEAF.replace('["set"]', '["sett"]')),
        "'sett'; allowed are set, hand",
    ),
    "no target": ((LEAF, LEAF.replace('["set"]', "[]")), "a list of some of set, hand, deck"),
    "a number below one": ((LEAF, LEAF.replace("n = 1", "n = 0")), "this must be a number from 1 to 20, not 0"),
    "if_done in a first step": ((LEAF, LEAF.replace("n = 1", "n = 1, if_done = true")), "not in the first step"),
    "block that is true": ((LEAF, LEAF.replace("n = 1", "n = 1, block = true")), "this can only be false"),
    "an unknown key of a card": (
        ("copies = 3", "copies = 3\ncolour = 1"),
        "'colour'; allowed are id, name",
    ),
    "an unknown key of the file": (("[scroll]", "sky = 1\n[scroll]"), "unknown key 'sky'"),
    "wrong copies": (("copies = 3", "copies = 4"), "the copies of raika are 13 together; they must be 12 (SQ34)"),
    "no copies": (("copies = 3", "copies = 0"), "this must be a number from 1 to 20, not 0"),
    "an unknown kind": (('kind = "ninjutsu"', 'kind = "spell"'), "'spell'; allowed are follower, ninja, ninjutsu"),
    "a missing language": ((', ja = "秘伝の巻物"', ""), "the text in ja is missing"),
    "an unknown language": ((', ja = "秘伝の巻物"', ', jp = "x"'), "unknown language 'jp'; allowed are en, zh_Hans"),
    "a missing ninja card": (('id = "ninja"\n', 'id = "ninjo"\n'), "the ninja card has the id 'ninja'"),
    "no dark effect": (("dark = [", "effect = ["), "a ninja card has no 'effect'; take it out"),
    "no light effect": (("light = [", "dark2 = ["), "unknown key 'dark2'"),
    "the same id twice": (('id = "falling_leaves"', 'id = "leaf_blade"'), "raika has a card 'leaf_blade' already"),
    "the same ninja twice": (('id = "rin"', 'id = "raika"'), "there is a ninja 'raika' already"),
    "a background that does not fit": (
        ('kind = "ninjutsu"\nbackground = "white"', 'kind = "ninjutsu"\nbackground = "black"'),
        "a ninjutsu card is white",
    ),
    "a ninja with on_entry": (('condition = "rest"\nlight', 'condition = "on_entry"\nlight'), "a ninja in play has no"),
    "an unknown condition": (
        ('condition = "on_entry"', 'condition = "on_exit"'),
        "'on_exit' is no part",
    ),
    "a follower without condition": (('condition = "on_entry"\n', ""), "a follower card needs 'condition'"),
    "four scrolls": (("copies = 5", "copies = 4"), "each player has 5 scrolls (S4), not 4"),
    "a first game of strangers": (('first = ["raika", "rin"]', 'first = ["raika", "ran"]'), "there is no ninja 'ran'"),
    "a front of the other side": (('first_front = "rin"', 'first_front = "nui"'), "'nui' is none of his"),
    "another game": (('game = "shinobinogi"', 'game = "go"'), "allowed are shinobinogi"),
    "a text for a number": (("cost = 3", 'cost = "3"'), "this must be a whole number, not text in quotes"),
}


@pytest.mark.parametrize("what", BAD)
def test_S34_a_deck_file_with_a_mistake_is_refused_with_its_line(what: str, tmp_path: Path) -> None:
    (old, new), said = BAD[what]
    assert old in HOUSE, old
    path = tmp_path / "mine.toml"
    path.write_text(HOUSE.replace(old, new, 1), "utf-8")
    with pytest.raises(BadFile) as refused:
        CardSet.load(path)
    assert said in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.line is not None
    # The line is the changed one, or begins the ninja or card that it belongs to.
    changed = HOUSE[: HOUSE.index(old)].count("\n") + 1
    assert changed - 12 <= refused.value.line <= changed + 12 or what == "wrong copies"


def test_a_missing_ninja_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HOUSE[: HOUSE.rindex("[[ninja]]")], "utf-8")
    with pytest.raises(BadFile, match=r"there are 8 ninja; there must be nine \(S3\)"):
        CardSet.load(path)


def test_a_deck_without_its_ninja_card_is_refused(tmp_path: Path) -> None:
    start = HOUSE.index("[[ninja.card]]")
    path = tmp_path / "mine.toml"
    path.write_text(HOUSE[:start] + HOUSE[HOUSE.index("[[ninja.card]]", start + 1) :], "utf-8")
    with pytest.raises(BadFile, match="the ninja card of raika is missing; write it first"):
        CardSet.load(path)


def test_a_set_of_ones_own_may_have_decks_of_other_sizes(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HOUSE.replace('id = "house"', 'id = "mine"').replace("copies = 3", "copies = 2"), "utf-8")
    session = Session(GAMES["shinobinogi"], Opening(game="shinobinogi", cards=str(path)))
    assert session.random(3000, 1) > 50
    assert session.outcome() is not None


def test_a_set_that_is_not_there_says_what_is() -> None:
    with pytest.raises(BadFile, match="name a TOML file, or one of the card sets house"):
        Session(GAMES["shinobinogi"], Opening(game="shinobinogi", cards="printed"))


@pytest.mark.parametrize(
    "text", ["", "rest or", "release", "release:0", "release:x", "rest then on_entry", "rest then rest"]
)
def test_a_condition_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_condition(text, False)


@pytest.mark.parametrize(
    "step",
    [
        None,
        {},
        {"do": "exclude", "what": "this", "n": 1},
        {"do": "exclude", "what": "opposing_discard"},
        {"do": "move", "n": 1, "from": "hand", "to": "hand"},
        {"do": "move", "n": 1, "from": "hand", "to": "deck", "column": "same"},
        {"do": "move", "n": 1, "from": "deck", "to": "hand"},
        {"do": "draw", "n": True},
        {"do": "draw", "n": 99},
        {"do": "place", "from": "deck"},
        {"do": "attack", "n": 1, "on": "set"},
        {"do": "attack", "n": 1, "on": ["set", "set"]},
        {"do": "protect", "what": "deck"},
        {"do": "mill", "n": 1, "who": "both"},
    ],
)
def test_a_step_that_cannot_be_read_is_refused(step: object) -> None:
    with pytest.raises(Unreadable):
        read_step(step, True, True)


def test_only_what_is_turned_up_can_exclude_itself() -> None:
    assert read_step({"do": "exclude", "what": "this"}, False, True).what == ("this",)
    with pytest.raises(Unreadable, match="S80"):
        read_step({"do": "exclude", "what": "this"}, False, False)


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        ({"players": 3}, "Shinobinogi is for 2 players, not for 3"),
        ({"map": "drill-yard"}, "played without a board"),
        ({"options": {"columns": 7}}, "options: columns"),
        ({"options": {"turn_limit": -1}}, "turn_limit is a number from 0"),
        ({"options": {"sky": 1}}, "options are columns, set_limit"),
    ],
)
def test_an_opening_that_cannot_be_played_is_refused(opening: dict[str, object], said: str) -> None:
    with pytest.raises(BadOpening, match=said):
        Session(GAMES["shinobinogi"], Opening(game="shinobinogi", **opening))  # type: ignore[arg-type]
