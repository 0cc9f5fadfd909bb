"""The rules of Shinobinogi in every language: all there, with the same numbers, linked to options and refusals."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.games.files import LANGUAGES
from companion.games.shinobinogi.refusals import RULES
from companion.games.shinobinogi.rulebook import FURTHER, rulebook
from companion.games.shinobinogi.state import Options

GAME = Path(__file__).resolve().parents[3] / "companion/games/shinobinogi"
ALL = [*(f"S{n}" for n in range(1, 85)), "S16a", *(f"SQ{n}" for n in range(1, 35))]
SCRIPTS = {"zh_Hans": "gb2312", "zh_Hant": "cp950", "ja": "euc_jp"}
A_NAME = "燐"
"""She writes her name with this sign in every language, and the oldest set of simplified signs does not have it."""


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", unicodedata.normalize("NFKC", text)))


def test_every_rule_and_ruling_is_there_in_every_language() -> None:
    rules = rulebook()
    assert sorted(rules.rules) == sorted(ALL)
    assert rules.spans() == (("S1", "S84"), ("SQ1", "SQ34"))
    for rule in rules:
        assert sorted(rule.texts) == sorted(LANGUAGES)
        assert rule.texts["en"].isascii()
        for language, text in rule.texts.items():
            assert text.endswith("." if language == "en" else "。"), (rule.id, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_the_same_as_another(language: str) -> None:
    texts = [rule.texts[language] for rule in rulebook()]
    assert len(texts) == len(set(texts))


def test_the_same_numbers_stand_in_every_language() -> None:
    for rule in rulebook():
        for language in ("zh_Hans", "zh_Hant"):
            assert numbers(rule.texts[language]) == numbers(rule.texts["en"]), (rule.id, language)
        assert numbers(rule.texts["en"]) <= numbers(rule.texts["ja"]), rule.id
        assert len(rule.texts["zh_Hans"]) == len(rule.texts["zh_Hant"]), rule.id


@pytest.mark.parametrize(("language", "signs"), SCRIPTS.items())
def test_each_script_is_written_with_its_own_signs(language: str, signs: str) -> None:
    for rule in rulebook():
        rule.texts[language].replace(A_NAME, "").encode(signs)


def test_every_option_is_named_by_exactly_one_ruling() -> None:
    options = [rule.option for rule in rulebook() if rule.option is not None]
    fields = {field.name for field in msgspec.structs.fields(Options)}
    assert sorted(options) == sorted(fields - {"language", "deck", "scan"})  # how a table plays, not what the rules are


def test_every_ruling_settles_rules_and_advice_is_told_from_rules() -> None:
    for rule in rulebook():
        assert bool(rule.settles) == rule.id.startswith("SQ"), rule.id
    assert [rule.id for rule in rulebook() if rule.hint] == ["S12"]


def test_every_rule_that_a_refusal_cites_is_linked_to_it() -> None:
    for reason, rule in RULES.items():
        for id in (rule, *FURTHER.get(reason, ())):
            if id is not None:
                assert reason in rulebook().rules[id].reasons


def refusals(source: str) -> Iterator[tuple[str, str]]:
    """The reasons and rules that calls of `no` name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no":
            texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            for rule in (text for text in texts if isinstance(text, str) and re.fullmatch(r"SQ?\d+", text)):
                yield str(texts[0]), rule


def test_rules_that_are_cited_in_cases_of_their_own_are_linked_too() -> None:
    found = {pair for module in GAME.glob("*.py") for pair in refusals(module.read_text("utf-8"))}
    assert found == {(reason, rule) for reason, rules in FURTHER.items() for rule in rules}


def test_every_reason_is_given_somewhere_and_said_in_words() -> None:
    from companion.games.shinobinogi.texts import texts

    source = "".join(module.read_text("utf-8") for module in GAME.glob("*.py"))
    for reason in RULES:
        assert texts("en").has(f"refusals.{reason}"), reason
        if reason not in ("unknown_choice", "stale", "game_over"):
            assert f'no("{reason}"' in source, reason
