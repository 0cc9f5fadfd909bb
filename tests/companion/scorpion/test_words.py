"""Every sentence of Scorpion Clan: that it is there in each language, can be filled, fits, and tells no secret."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path
from typing import Any

import pytest

from companion.events import as_told
from companion.games.scorpion import asks, chronicle, refusals, texts, words
from companion.games.scorpion import events as e
from companion.games.scorpion.texts import FILES, LANGUAGES
from companion.games.texts import placeholders, read_texts
from companion.prompts import Prompt
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused
from tests.companion.support import all_copies, asked, copy_of, lively, loaded, open_table

GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
ENGLISH = read_texts(FILES, "en")
SPOKEN = [language for language in LANGUAGES if read_texts(FILES, language)]
COUNTS = {"guard": "g20", "letter": "F", "left": "24", "next": "8", "of": "8", "whole": "3"}
ASKED = {*COUNTS, "who", "seat", "figure", "Figure", "name", "bare"}
FIGURE = {"figure", "Figure", "name", "bare"}
FILLED = {
    "things": {"number", "name", "id", "count", "card"},
    "objects": {"letter"},
    "prompts": ASKED,
    "waiting": ASKED,
    "choices": {"card", "zone", "guard", "patrol", "count", *FIGURE},
    "notes": {"figures", "count", "of", *FIGURE},
    "then": {"zone", "gait", "done", "of"},
    "beside": {"done", "of"},
    "panels": {"count"},
    "check": {"count", "who", "zone"},
    "tracks": {"turn", "of"},
    "values": {"done", "of", "mission"},
    "pictures": {"guard", "patrol", "zone", "zones", "count"},
    "hindsight": {"who", "figures", "away", "gait", "count", *FIGURE},
    "ending": {"turn", "zone", "mission", "count"},
}
"""The words that the texts of a section are filled with."""


def cases() -> dict[str, set[str]]:
    """Reason -> every word that some refusal of the game gives to its case, read from the source."""
    found: dict[str, set[str]] = {reason: set() for reason in refusals.RULES}
    for path in Path(refusals.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no":
                named = {keyword.arg for keyword in node.keywords if keyword.arg}
                if any(keyword.arg is None for keyword in node.keywords):
                    named |= {"guard", "patrol"}
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and part.value in found:
                        found[part.value] |= named
    return found


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_has_the_texts_of_english_and_no_others(language: str) -> None:
    assert read_texts(FILES, language).keys() == ENGLISH.keys()


@pytest.mark.parametrize("language", SPOKEN)
def test_the_words_in_braces_are_those_of_the_english_text(language: str) -> None:
    wrong = {}
    for key, sentences in read_texts(FILES, language).items():
        known = set().union(*(placeholders(sentence) for sentence in ENGLISH[key]))
        for sentence in sentences:
            strange = placeholders(sentence) - known
            # A text may leave a word out, but not the one that makes its meaning. Figures come in all their forms.
            strange -= FIGURE if known & FIGURE else set()
            if strange or "{" in re.sub(r"\{\w+\}", "", sentence):
                wrong[key] = sentence
    assert wrong == {}


def test_every_word_in_braces_is_one_that_is_filled() -> None:
    wrong = []
    for key, sentences in ENGLISH.items():
        section = key.partition(".")[0]
        if section not in ("refusals", "events"):
            used = set().union(*(placeholders(sentence) for sentence in sentences))
            wrong += [f"{key}: {name}" for name in used - FILLED.get(section, set())]
    assert wrong == []


def test_english_is_written_with_the_signs_that_the_faces_have() -> None:
    """Curly quotes, ellipses and middle dots are full-width in the faces of the screens and tear words apart."""
    assert [key for key, sentences in ENGLISH.items() if re.search("[‘’“”…·]|\\.\\.\\.", "".join(sentences))] == []


# ---- prompts and choices ----------------------------------------------------------------------------------------


def test_every_question_has_a_sentence() -> None:
    one_for_all = {f"hide_goal_{letter}": "hide_goal" for letter in "ABCDEF"}
    renamed = {"face_new_patrol": "face_patrol_new", "restart_ninja": "restart", "restart_traitor": "restart"}
    for ask in (*asks.ASKS, "take_back", "allow_take_back"):
        key = f"prompts.{(one_for_all | renamed).get(ask, ask)}"
        assert any(name == key or name.startswith(f"{key}.") for name in ENGLISH), ask


@pytest.mark.parametrize("language", SPOKEN)
def test_a_question_fits_in_one_line(language: str) -> None:
    """Prompts are at most 42 Latin or 24 Chinese or Japanese characters, filled with the longest words."""
    spoken = texts.texts(language)
    words = {name: max((texts.figure(spoken, who)[name] for who in ("ninja", "traitor")), key=len) for name in FIGURE}
    words |= {"who": spoken.say("things.patrol", number="10"), "seat": spoken.say("seats.intruders"), **COUNTS}
    long = {}
    for key, sentences in read_texts(FILES, language).items():
        if key.startswith(("prompts.", "waiting.")):
            for sentence in sentences:
                filled = sentence.format_map(words)
                if not 0 < len(filled) <= (42 if language == "en" else 24):
                    long[key] = (len(filled), filled)
    assert long == {}


def test_every_answer_has_its_words() -> None:
    state = copy_of(open_table("scorpion", 1), GUARDS)
    for form in sorted(asks.BARE):
        for ask in asks.ASKS:
            assert words.say_choice(state, Prompt(GUARDS, ask, (form,)), form), form
    for choice in ("take:2", "guards:g5+g15", "guards:g5+g6", "guards:g15+g16", "to:step", "to:phase", "to:turn"):
        assert words.say_choice(state, Prompt(GUARDS, "share_plays", (choice,)), choice), choice


def test_answers_name_zones_as_they_are_printed() -> None:
    state = copy_of(open_table("scorpion", 1, map="twin-castles"), INTRUDERS)
    sneak = Prompt(INTRUDERS, "sneak", ())
    said = {choice: words.say_choice(state, sneak, choice) for choice in ("zone:G10", "rope:G10", "off_map", "stay")}
    assert said == {
        "zone:G10": "South gate",
        "rope:G10": "Rope to South gate",
        "off_map": "Off the map",
        "stay": "Stop here",
    }
    turn = Prompt(INTRUDERS, "intruder_turn", ())
    assert words.say_choice(state, turn, "card:kenjutsu+1@traitor") == "Traitor: Kenjutsu +1"
    assert words.say_choice(state, turn, "bluff:rope@ninja") == "Ninja: bluff with Rope"
    assert words.say_choice(state, turn, "figure:ninja") == "Move the ninja"


# ---- refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", refusals.RULES)
def test_every_refusal_has_one_sentence_that_can_always_be_filled(reason: str) -> None:
    state = copy_of(open_table("scorpion", 1), GUARDS)
    sentences = ENGLISH[f"refusals.{reason}"]
    assert all(re.fullmatch(r"[A-Z{][^.]*\.", sentence) for sentence in sentences), "one sentence each"
    assert placeholders(sentences[-1]) == set(), "the last one needs no word"
    case: dict[str, str] = {"zone": "G10", "here": "G11", "card": "kenjutsu", "guard": "g7", "patrol": "p2"}
    for given in ({}, case, {"figure": "ninja"}, {"unheard_of": "x"}, *({name: value} for name, value in case.items())):
        said = words.say_refusal(state, Refused(reason, None, given))
        assert said.endswith(".")
        assert "{" not in said


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "ja"])
def test_a_refusal_says_what_cannot_be_and_the_way_out_in_every_language(language: str) -> None:
    """After a semicolon, in Japanese after a stop: there the glass parts a headline from the rest."""
    mark = "。" if language == "ja" else "；"
    read, wrong = read_texts(FILES, language), {}
    for key, sentences in ENGLISH.items():
        if key.startswith("refusals."):
            said = read[key]
            parted = [mark in sentence.removesuffix("。") for sentence in said]
            if not all(re.fullmatch(f"[^。；]+({mark}[^。；]+)?。", sentence) for sentence in said):
                wrong[key] = said
            if parted != [";" in sentence for sentence in sentences]:
                wrong[key] = said
            if [placeholders(case.lower()) for case in said] != [placeholders(case.lower()) for case in sentences]:
                wrong[key] = said
    assert wrong == {}


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "ja"])
def test_other_languages_write_no_english(language: str) -> None:
    """But letters of missions and marks, and the names of what is filled in."""
    for key, sentences in read_texts(FILES, language).items():
        bare = re.sub(r"\{\w+\}", "", "".join(sentences))
        assert not re.search("[a-z]|[A-Z]{2}", bare), key


def test_a_refusal_names_only_what_some_case_names() -> None:
    known = cases()
    for reason, given in known.items():
        given |= FIGURE if "figure" in given else set()
        for sentence in ENGLISH[f"refusals.{reason}"]:
            assert placeholders(sentence) <= given, f"{reason}: {sentence}"


def test_there_are_no_sentences_for_refusals_that_do_not_exist() -> None:
    said = {key.partition(".")[2] for key in ENGLISH if key.startswith(("refusals.", "short."))}
    assert said <= {*refusals.RULES, "not_drawn"}


def test_a_refusal_names_the_case_and_the_way_out() -> None:
    state = copy_of(open_table("scorpion", 1, map="twin-castles"), GUARDS)
    wall = words.say_refusal(state, refusals.no("wall", here="W3", zone="B3"))
    there, here = (texts.zone(state, zone) for zone in ("B3", "W3"))
    assert wall == f"A guard cannot cross the wall between {here} and {there}; go round by a border."
    assert words.say_refusal(state, refusals.no("already_moved", "R134", patrol="p1")).startswith("Patrol 1 has")
    assert words.say_refusal(state, refusals.no("already_moved", "R142", figure="ninja")).startswith("The ninja has")


def test_R92_in_the_alert_phase_a_held_card_is_not_said_to_be_missing() -> None:
    away = {"ninja": {"state": "escaped"}, "traitor": {"zone": "K3"}}
    cards = {"drawn": ["patrol_listen"], "hand": {"guards": ["sentry_listen"]}}
    session = loaded({"game": "scorpion", "map": "drill-yard", "phase": "alert", **cards, **away})
    state = copy_of(session, GUARDS)
    refused = asks.refusal(state, GUARDS, "card:sentry_listen")
    assert refused is not None
    assert "only those are played in the alert phase" in words.say_refusal(state, refused)


# ---- the log ----------------------------------------------------------------------------------------------------


def test_every_event_has_an_entry() -> None:
    said = {key.split(".")[1] for key in ENGLISH if key.startswith("events.")}
    later = {"TakeBackAsked", "TakeBackAnswered", "TakenBack"}
    assert said - later == e.VOCABULARY.keys() - later


def test_drawn_cards_are_named_to_who_may_know_them() -> None:
    state = copy_of(open_table("scorpion", 1), GUARDS)
    drawn = e.CardsDrawn(GUARDS, 3, ("awaken", "sentry_listen", "sentry_listen"))
    assert chronicle.describe(state, drawn) == "The guards drew Awaken and 2 Sentry Listen."
    public = as_told(drawn, TABLE)
    assert public is not None
    assert chronicle.describe(state, public) == "The guards drew 3 cards."


def test_what_the_hearer_was_not_told_is_not_said() -> None:
    state = copy_of(open_table("scorpion", 1, map="twin-castles"), TABLE)
    said = [
        chronicle.describe(state, event)
        for event in (
            e.Started("ninja", UNKNOWN),
            e.MissionDrawn("traitor", UNKNOWN),
            e.Concealed("ninja", UNKNOWN),
            e.Restarted("ninja", UNKNOWN, UNKNOWN),
            e.BonusTaken(GUARDS, 2, UNKNOWN),
        )
    ]
    assert said == [
        "The ninja has a secret start.",
        "The traitor drew a secret mission.",
        "The ninja is hidden again.",
        "A new ninja is on the map.",
        "The guards took 2 cards.",
    ]


def strange(value: Any) -> bool:
    return not isinstance(value, str) or "{" in value or "??" in value or "  " in value


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_whole_games_are_told_in_words(players: int) -> None:
    """Whoever hears it, as it was told to him, with his copy of that moment."""
    for seed in range(3):
        session = open_table("scorpion", seed, players=players, map="twin-castles")
        source = random.Random(seed)
        heard = dict.fromkeys((*session.seats, TABLE, REFEREE), 0)
        while (prompts := asked(session)) and session.basis(TABLE) < 2000:
            prompt = source.choice(prompts)
            state = copy_of(session, prompt.seat)
            assert not strange(words.say_prompt(state, prompt))
            assert len(words.say_prompt(state, prompt)) <= 42
            for choice in prompt.choices:
                assert not strange(words.say_choice(state, prompt, choice))
                assert words.say_choice(state, prompt, choice)
            session.pick(prompt.seat, lively(source, prompt.choices))
            for seat, copy in all_copies(session).items():
                for event in session.told(seat, heard[seat]):
                    assert not strange(chronicle.describe(copy, event)), event
                heard[seat] = session.basis(seat)
