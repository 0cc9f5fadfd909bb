"""Card sets: what the house set holds, what the rules ask of any set, and how a bad file is refused."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.files import LANGUAGES, BadFile
from companion.games.scorpion.cards import DATA, DECKS, ICONS, CardSet
from tests.companion.scorpion.spoilt import spoilt

HOUSE = CardSet.load("house")
TEXT = (DATA / "house.toml").read_text(encoding="utf-8")


def test_R8_the_decks_have_36_12_and_10_cards() -> None:
    assert {deck: len(HOUSE.whole(deck)) for deck in DECKS} == {"guards": 36, "ninja": 12, "traitor": 10}
    for deck in DECKS:
        assert Counter(HOUSE.whole(deck)) == {kind: HOUSE.copies(deck, kind) for kind in HOUSE.kinds(deck)}


def test_R13_six_missions_in_every_language() -> None:
    assert list(HOUSE.missions) == list("ABCDEF")
    assert HOUSE.missions["A"]["en"] == "Mission A"
    for names in HOUSE.missions.values():
        assert names.keys() == set(LANGUAGES)


def test_R26_each_of_two_guard_players_gets_half_of_every_kind() -> None:
    assert len(HOUSE.half("guards")) == 18
    assert {kind: 2 * count for kind, count in Counter(HOUSE.half("guards")).items()} == Counter(HOUSE.whole("guards"))


def test_R29_starter_guard_hand() -> None:
    assert Counter(HOUSE.starter("guards")) == {
        "awaken": 4,
        "kenjutsu": 2,
        "patrol_listen": 4,
        "patrol_search": 4,
        "sentry_listen": 6,
        "sentry_search": 4,
    }


def test_R30_starter_ninja_hand_takes_the_lower_kenjutsu_first_Q71() -> None:
    assert Counter(HOUSE.starter("ninja")) == {
        "kenjutsu+1": 2,
        "rope": 2,
        "secret_passage": 1,
        "shadow_walk": 1,
        "shuriken": 2,
    }


def test_R31_starter_traitor_hand_Q71() -> None:
    assert Counter(HOUSE.starter("traitor")) == {
        "it_was_a_cat": 1,
        "kenjutsu+1": 1,
        "kenjutsu+2": 1,
        "potent_sake": 2,
        "rope": 1,
        "secret_passage": 1,
    }


def test_Q71_half_of_the_starter_for_each_guard_player() -> None:
    assert Counter(HOUSE.half_starter("guards")) == {
        "awaken": 2,
        "kenjutsu": 1,
        "patrol_listen": 2,
        "patrol_search": 2,
        "sentry_listen": 3,
        "sentry_search": 2,
    }
    assert not Counter(HOUSE.half_starter("guards")) - Counter(HOUSE.half("guards"))


def test_R189_every_intruder_kenjutsu_prints_its_number() -> None:
    for deck in ("ninja", "traitor"):
        assert HOUSE.card(deck, "kenjutsu+1").alert == 1
        assert HOUSE.card(deck, "kenjutsu+2").alert == 2


def test_R247_exactly_two_guard_passage_cards() -> None:
    assert HOUSE.copies("guards", "secret_passage") == 2


def test_the_numbers_of_the_house_set() -> None:
    awaken, walk = HOUSE.card("guards", "awaken"), HOUSE.card("ninja", "shadow_walk")
    shuriken, sake = HOUSE.card("ninja", "shuriken"), HOUSE.card("traitor", "potent_sake")
    assert (awaken.wakes, awaken.moves) == (2, 2)
    assert walk.may_end is False
    assert (shuriken.range, shuriken.alert) == (1, 0)
    assert (sake.targets, sake.alert) == (1, 0)


def test_a_kind_of_another_deck_has_no_copies() -> None:
    assert HOUSE.copies("guards", "rope") == 0
    with pytest.raises(KeyError):
        HOUSE.card("guards", "rope")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_is_and_does(language: str) -> None:
    for deck, cards in HOUSE.decks.items():
        assert tuple(cards) == tuple(DECKS[deck])
        assert len({card.names[language] for card in cards.values()}) == len(cards)
        for kind, card in cards.items():
            assert (card.deck, card.kind) == (deck, kind)
            assert card.icon in ICONS
            assert card.texts[language]
            assert not re.search(r"[{}\n]", card.texts[language])
    assert "2" in HOUSE.card("guards", "awaken").texts[language]


def test_every_icon_is_used() -> None:
    assert {card.icon for cards in HOUSE.decks.values() for card in cards.values()} == set(ICONS)


def test_a_set_is_equal_to_itself_only() -> None:
    assert CardSet.load("house") is HOUSE
    assert copy.deepcopy(HOUSE) is HOUSE
    assert pickle.loads(pickle.dumps(HOUSE)) is HOUSE
    other = CardSet.load(DATA / "house.toml")
    assert other != HOUSE
    assert other.decks == HOUSE.decks


def test_an_owner_may_correct_numbers_and_names(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    text = _cards("ninja.shuriken", "range = 1", "range = 0")
    text = _cards("ninja.shuriken", "copies = 3", "copies = 2", text)
    text = _cards("ninja.shadow_walk", "copies = 2", "copies = 3", text)
    text = re.sub(r"^text\.(zh_Hans|zh_Hant|ja) = .*\n", "", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")
    box = CardSet.load(path)
    assert box.card("ninja", "shuriken").range == 0
    assert Counter(box.whole("ninja"))["shadow_walk"] == 3
    # What is not translated is said in English.
    assert box.card("ninja", "rope").texts["ja"] == HOUSE.card("ninja", "rope").texts["en"]
    assert box.source == str(path)


# ---- bad files --------------------------------------------------------------------------------------------------


def _cards(table: str, old: str, new: str, text: str = TEXT) -> str:
    """The house set with `old` replaced in one card's table."""
    head, mark, rest = text.partition(f"[{table}]\n")
    own, end, tail = rest.partition("\n[")
    assert mark
    assert old in own
    return head + mark + own.replace(old, new, 1) + end + tail


@dataclass(frozen=True)
class Bad:
    """A set that must be refused: the key and the text of the line to name, and part of the sentence."""

    text: str
    key: str
    line: str
    says: str


def _key(table: str, key: str, old: str, new: str, says: str) -> Bad:
    text = _cards(table, old, new)
    start = text.index(f"[{table}]")
    return Bad(text, f"{table}.{key}".replace('"', ""), text[start : text.index(new, start) + len(new)], says)


BAD = {
    "odd number of a guard kind (R26)": _key(
        "guards.awaken", "copies", "copies = 6", "copies = 5", "even number (R26)"
    ),
    "four passage cards (R247)": _key("guards.secret_passage", "copies", "copies = 2", "copies = 4", "exactly 2"),
    "wrong total (R8)": Bad(
        _cards("guards.awaken", "copies = 6", "copies = 8"),
        "guards",
        "[guards.sentry_listen]",
        "38 together; they must be 36",
    ),
    "negative copies": _key("ninja.rope", "copies", "copies = 3", "copies = -1", "cannot be -1"),
    "kenjutsu without +1 or +2 (R189)": _key('ninja."kenjutsu+1"', "alert", "alert = 1", "alert = 3", "(R189)"),
    "starter hand too large (R30)": _key(
        "ninja.rope", "starter", "starter = 2", "starter = 3", "takes 2 of these cards (R30"
    ),
    "starter hand impossible (R31)": Bad(
        _cards("traitor.potent_sake", "copies = 3", "copies = 1"),
        "traitor",
        "[traitor.it_was_a_cat]",
        "they must be 10",
    ),
    "starter hand impossible, total right (R31)": Bad(
        _cards("traitor.rope", "copies = 2", "copies = 4", _cards("traitor.potent_sake", "copies = 3", "copies = 1")),
        "traitor.potent_sake.copies",
        "copies = 1\nstarter = 2",
        "takes 2 of 'potent_sake' (R31)",
    ),
    "starter kenjutsu in the wrong order (Q71)": _key(
        'ninja."kenjutsu+2"', "starter", "starter = 0", "starter = 1", "Q71"
    ),
    "unknown card": Bad(
        TEXT.replace("[ninja.rope]", "[ninja.ropes]"), "ninja.ropes", "[ninja.ropes]", "unknown card 'ropes'"
    ),
    "missing card": Bad(
        re.sub(r"\[ninja\.rope\]\n(.+\n)+", "", TEXT), "ninja", '[ninja."kenjutsu+1"]', "'rope' is missing"
    ),
    "card that is no table": Bad(
        re.sub(r"\[ninja\.rope\]\n(.+\n)+", "[ninja]\nrope = 3\n", TEXT), "ninja.rope", "rope = 3", "a card is a table"
    ),
    "unknown deck": Bad(TEXT + "\n[spies.rope]\ncopies = 1\n", "spies", "[spies.rope]", "unknown key 'spies'"),
    "unknown key": _key("ninja.rope", "copiess", "copies = 3", "copies = 3\ncopiess = 3", "unknown key 'copiess'"),
    "number of another card": _key("ninja.rope", "wakes", "copies = 3", "copies = 3\nwakes = 1", "has no 'wakes'"),
    "missing number": Bad(
        _cards("ninja.shuriken", "range = 1\n", ""), "ninja.shuriken.range", "[ninja.shuriken]", "missing"
    ),
    "number out of bounds": _key("ninja.shuriken", "range", "range = 1", "range = 9", "from 0 to 3"),
    "text for a number": _key(
        "guards.awaken", "wakes", "wakes = 2", 'wakes = "2"', "a whole number, not text in quotes"
    ),
    "number for true": _key("ninja.shadow_walk", "may_end", "may_end = false", "may_end = 0", "true or false"),
    "unknown icon": _key("ninja.rope", "icon", 'icon = "rope"', 'icon = "ladder"', "unknown icon 'ladder'"),
    "no rule": _key("ninja.rope", "rule", 'rule = "R150"', 'rule = "150"', "names no rule"),
    "unknown language": _key("ninja.rope", "text.jp", "text.ja", "text.jp", "unknown language 'jp'"),
    "unknown number in a text": _key("ninja.rope", "text.en", 'text.en = "', 'text.en = "{paces} ', "no 'paces'"),
    "missing mission": Bad(re.sub(r"F = .*\n", "", TEXT), "missions", "[missions]", "mission F is missing"),
    "unknown mission": Bad(TEXT.replace("\nF = ", "\nG = "), "missions.G", "G = ", "unknown mission 'G'"),
    "missing id": Bad(TEXT.replace('id = "house"\n', ""), "id", "# The house", "missing"),
    "bad id": Bad(TEXT.replace('id = "house"\n', 'id = ""\n'), "id", 'id = ""', "letters, digits"),
    "syntax error": Bad(TEXT.replace('"R150"', '"R150'), "", 'rule = "R150\n', "this is not TOML"),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_card_set_is_refused_with_file_key_and_line(bad: Bad, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(bad.text, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        CardSet.load(path)
    error = caught.value
    assert error.key == bad.key
    assert bad.says in error.message
    # The line that holds the end of the passage, its last line end left out.
    end = bad.text.index(bad.line) + (len(bad.line.rstrip("\n")) if bad.line.startswith("[") else 0)
    assert error.line == bad.text.count("\n", 0, end) + 1
    assert str(error).startswith(f"{path}, line {error.line}")
    assert "\n" not in str(error)
    assert "`" not in str(error)


def test_a_set_that_is_not_there_names_the_sets_there_are() -> None:
    with pytest.raises(BadFile, match="no such file; name a TOML file, or one of the card sets house"):
        CardSet.load("my-cards")


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_spoilt_set_loads_or_is_a_bad_file(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    written = spoilt(TEXT, data)
    path = tmp_path_factory.mktemp("spoilt") / "box.toml"
    path.write_text(written, encoding="utf-8")
    refused: BadFile | None = None
    try:
        CardSet.load(path)
    except BadFile as error:
        refused = error
    if refused is not None and refused.line is not None:
        assert 1 <= refused.line <= written.count("\n") + 1
