"""What stands beside every question: its rules, which there are, and few words, which all languages have."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from types import ModuleType

import pytest

from companion.games.rulebooks import RULEBOOKS
from companion.games.scorpion import beside as scorpion
from companion.games.scorpion import texts as scorpion_texts
from companion.games.shinobi_arts import beside as arts
from companion.games.shinobi_arts import texts as arts_texts
from companion.games.shinobinogi import beside as ninjas
from companion.games.shinobinogi import texts as ninjas_texts
from companion.games.texts import read_texts
from companion.seats import TABLE
from companion.taking import ALLOW_TAKE_BACK, TAKE_BACK
from companion.views import PromptPanel
from tests.companion.support import asked, open_table, play

HOUSE = (TAKE_BACK, ALLOW_TAKE_BACK)
"""What the referee asks by himself: no rule of a game is behind it."""
GAMES: Mapping[str, tuple[ModuleType, ModuleType]] = {
    "scorpion": (scorpion, scorpion_texts),
    "shinobinogi": (ninjas, ninjas_texts),
    "shinobi_arts": (arts, arts_texts),
}
LANGUAGES = ("en", "zh_Hans", "zh_Hant", "ja")


def cited(name: str) -> dict[str, Collection[str]]:
    module, _texts = GAMES[name]
    return {**getattr(module, "WAITING", {}), **module.RULES}


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_beside_a_question_is_in_the_rulebook(name: str) -> None:
    book = RULEBOOKS[name]()
    strange = {ask: [rule for rule in rules if rule not in book.rules] for ask, rules in cited(name).items()}
    assert {ask: rules for ask, rules in strange.items() if rules} == {}
    assert all(0 < len(set(rules)) == len(rules) <= 2 for rules in cited(name).values())


@pytest.mark.parametrize("name", GAMES)
def test_the_words_beside_a_question_are_few_and_of_a_question_there_is(name: str) -> None:
    module, texts = GAMES[name]
    for language in LANGUAGES:
        for key, sentences in read_texts(texts.FILES, language).items():
            if key.startswith("beside."):
                assert module.RULES.get(key.partition(".")[2]), key
                (said,) = sentences
                assert 0 < len(said.format(done=2, of=2)) <= (22 if language == "en" else 12), said


def test_every_question_of_the_texts_has_its_rules() -> None:
    asked = {
        key.removeprefix("prompts.") for key in read_texts(scorpion_texts.FILES, "en") if key.startswith("prompts.")
    }
    known = scorpion.RULES | {"confirm_setup": scorpion.RULES["confirm_setup.guards"]}
    without = {key for key in asked if not (known.get(key) or known.get(key.partition(".")[0]))}
    assert without == set(HOUSE)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_that_is_asked_has_its_rules_for_who_answers_and_for_all(name: str) -> None:
    session = open_table(name, 5, players={"scorpion": 4, "shinobinogi": 2, "shinobi_arts": 3}[name])
    seen: set[str] = set()
    for _ in play(session, random.Random(5)):
        for prompt in asked(session):
            if prompt.ask not in seen:
                seen.add(prompt.ask)
                for seat in (prompt.seat, TABLE):
                    (panel,) = (panel for panel in session.view(seat).panels if isinstance(panel, PromptPanel))
                    assert panel.rules or panel.ask in HOUSE, (seat, prompt.ask)
    assert len(seen) > 3
