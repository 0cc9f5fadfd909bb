"""The texts of the card games in every language: complete, filled with the same words, in one line, parted alike."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import texts
from companion.games.files import LANGUAGES
from companion.games.shinobi_arts.texts import FILES as SHINOBI_ARTS
from companion.games.shinobinogi.texts import FILES as SHINOBINOGI
from companion.games.texts import Texts, flat, load_texts, placeholders, read_texts

OTHERS = [language for language in LANGUAGES if language != "en"]
PRINTED = re.compile("Cost|Release|MANA|Stand|Rest|Block")
"""What stands on the cards in Latin letters in every language."""
LONGEST = {"column": "3", "count": "9", "slot": "n10"}
EVERY = pytest.mark.parametrize("folder", [SHINOBINOGI, SHINOBI_ARTS], ids=["shinobinogi", "shinobi_arts"])


def names(folder: Path, language: str) -> Iterator[str]:
    """The names of cards and ninja."""
    house = (folder.parent / "cards" / "house.toml").read_text(encoding="utf-8")
    for names in re.findall(r"^name = \{(.*)\}", house, re.MULTILINE):
        yield from re.findall(rf'\b{language} = "([^"]*)"', names)


def words(folder: Path, language: str) -> dict[str, str]:
    """The longest words that a question is filled with."""
    spoken = Texts(language, read_texts(folder, language))
    longest = max(names(folder, language), key=len)
    under = {part: [key for key in spoken.entries if key.startswith(f"{part}.")] for part in ("seats", "kinds")}
    said = {part: max((spoken.say(key) for key in keys), key=len, default="") for part, keys in under.items()}
    shown = [spoken.say(f"things.{what}", seat=said["seats"], slot="n10") for what in ("valuable", "ninjutsu")]
    what = max(*shown, spoken.say("rows.unused"), key=len)
    return {**LONGEST, "card": longest, "ninja": longest, "seat": said["seats"], "kind": said["kinds"], "what": what}


@EVERY
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_what_english_says(folder: Path, language: str) -> None:
    english, said = read_texts(folder, "en"), read_texts(folder, language)
    assert said.keys() == english.keys()
    differ = {
        key: sentences
        for key, sentences in said.items()
        if [placeholders(sentence) for sentence in sentences] != [placeholders(sentence) for sentence in english[key]]
        or [bool(sentence) for sentence in sentences] != [bool(sentence) for sentence in english[key]]
    }
    assert differ == {}


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_fits_in_one_line(folder: Path, language: str) -> None:
    most, filled = 42 if language == "en" else 24, words(folder, language)
    said = [
        sentence.format_map(filled)
        for key, sentences in read_texts(folder, language).items()
        if key.startswith(("prompts.", "waiting."))
        for sentence in sentences
    ]
    assert [say for say in said if not 0 < len(say) <= most] == []


@EVERY
@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_is_parted_where_english_parts_it(folder: Path, language: str) -> None:
    mark = "。" if language == "ja" else "；"
    english, wrong = read_texts(folder, "en"), []
    for key, sentences in read_texts(folder, language).items():
        if key.startswith("refusals."):
            for say, original in zip(sentences, english[key], strict=True):
                whole = re.fullmatch(f"[^。；]+({mark}[^。；]+)?。", say)
                if whole is None or (whole[1] is None) is (";" in original):
                    wrong.append(say)
    assert wrong == []


@EVERY
@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_write_no_english_but_what_is_printed(folder: Path, language: str) -> None:
    said = itertools.chain.from_iterable(read_texts(folder, language).values())
    bare = [PRINTED.sub("", re.sub(r"\{\w+\}", "", sentence)) for sentence in said]
    assert [sentence for sentence in bare if re.search("[A-Za-z]", sentence)] == []


@EVERY
def test_the_two_ways_to_write_chinese_say_the_same_sign_for_sign(folder: Path) -> None:
    simple, full = (texts.read_texts(folder, language) for language in ("zh_Hans", "zh_Hant"))
    assert [key for key in simple if [len(say) for say in simple[key]] != [len(say) for say in full[key]]] == []


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('title = "Ninja"\n[rows]\ndeck = "Draw deck"\n', encoding="utf-8")
    (tmp_path / "ja.toml").write_text('title = "忍者"\n', encoding="utf-8")
    spoken = load_texts(tmp_path, "ja")
    assert (spoken.title, spoken.say("rows.deck")) == ("忍者", "Draw deck")


def test_a_text_that_is_no_text_is_named() -> None:
    with pytest.raises(ValueError, match=r"^rows\.deck: write a text"):
        dict(flat({"rows": {"deck": 3}}))
