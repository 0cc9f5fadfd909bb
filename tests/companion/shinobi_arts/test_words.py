"""What is said and shown: every text there, filled, within its line, and no more than its reader knows."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path
from typing import Any

import pytest

from companion.events import Event, to_plain
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts import refusals
from companion.games.shinobi_arts.cards import CardSet
from companion.games.shinobi_arts.rulebook import rulebook
from companion.games.shinobi_arts.state import Options
from companion.games.shinobi_arts.texts import FILES, texts
from companion.games.texts import read_texts
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import TEXT
from companion.views import CardsPanel, HandPanel, LogPanel, PromptPanel, TallyPanel, TracksPanel
from tests.companion.support import MORE, asked, copy_of, open_table, play

ENGLISH = read_texts(FILES, "en")
WIDEST = 42
"""Latin characters in a prompt."""


def test_there_is_a_text_for_every_refusal_event_and_seat() -> None:
    spoken = texts("en")
    for reason in refusals.RULES:
        assert spoken.has(f"refusals.{reason}"), reason
    silent = {"Chosen", "Undone", "PilesLaid", "TableLaid", "SeatLaid", "RefereeLaid"}
    for name in e.VOCABULARY.keys() - silent:
        assert any(key == f"events.{name}" or key.startswith(f"events.{name}.") for key in ENGLISH), name


def test_every_reason_of_the_source_is_in_the_vocabulary_and_the_other_way_round() -> None:
    used = {"unknown_choice", "stale", "game_over", "not_now"}  # those of the session
    for path in Path(refusals.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no":
                used |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    assert used == set(refusals.RULES)


def test_the_rulebook_names_every_option_and_every_reason() -> None:
    rules = rulebook()
    assert len(rules) == 41 + 38
    options = {rule.option for rule in rules if rule.option}
    assert options == set(Options.__struct_fields__) - {"deck", "language"}
    for reason, rule in refusals.RULES.items():
        if rule is not None:
            assert reason in rules.rules[rule].reasons


def test_prompts_choices_and_events_are_said_whole() -> None:
    said = 0
    for seed in range(4 * MORE):
        options = {"deck": "physical"} if seed == 3 else {}
        session = open_table("shinobi_arts", seed, players=3 + seed % 3, options=options)
        heard = dict.fromkeys((*session.seats, TABLE, REFEREE), 0)
        for _ in play(session, random.Random(seed), taking=0.02):
            for prompt in asked(session):
                question, answers = session.say_prompt(prompt)
                assert 0 < len(question) <= WIDEST, (prompt.ask, question)
                assert options or len(set(answers)) == len(answers), answers  # real cards may be scanned twice
                assert all(answers), (prompt.ask, prompt.choices, answers)
                assert not any("{" in text or TEXT in text for text in (question, *answers)), answers
            for seat, since in heard.items():
                for event in session.told(seat, since):
                    text = session.describe(seat, event)
                    assert "{" not in text, text
                    assert TEXT not in text, (seat, text)
                    said += bool(text)
                heard[seat] = session.basis(seat)
    assert said > 1000


def test_every_language_can_be_spoken() -> None:
    for language in ("zh_Hans", "zh_Hant", "ja"):
        session = open_table("shinobi_arts", 1, players=3, options={"language": language})
        prompt = asked(session)[0]
        assert all(session.say_prompt(prompt)[1])


# ---- views ------------------------------------------------------------------------------------------------------


def test_KQ16_a_view_shows_each_seat_its_hand_and_all_the_same_table() -> None:
    for seed in range(4 * MORE):
        session = open_table("shinobi_arts", seed, players=3 + seed % 3)
        for at, _ in enumerate(play(session, random.Random(seed + 40))):
            if at % 15:
                continue
            public = session.view(TABLE)
            kinds = [type(panel) for panel in public.panels]
            assert kinds.count(HandPanel) == 0
            for kind in (TracksPanel, TallyPanel, LogPanel, PromptPanel):
                assert kinds.count(kind) == 1
            for seat in session.seats:
                view = session.view(seat)
                hand = next(panel for panel in view.panels if isinstance(panel, HandPanel))
                mine = copy_of(session, REFEREE).players[seat]
                extra = copy_of(session, REFEREE).second
                held = [
                    *mine.ninjutsu,
                    *(["partner"] if mine.partner else []),
                    *(["valuable"] if mine.valuable else []),
                ]
                held += ["second"] if extra is not None and extra.seat == seat else []
                assert sorted(face.id for face in hand.cards) == sorted(held)
                offered = session.prompt(seat)
                strip = next(panel for panel in view.panels if isinstance(panel, PromptPanel))
                assert tuple(choice.id for choice in strip.choices) == (offered.choices if offered else ())
                touched = {f.choice for p in view.panels if isinstance(p, (CardsPanel, HandPanel)) for f in p.cards}
                assert touched - {None} <= set(offered.choices if offered else ())
                assert (view.turn_of, view.phase, view.result) == (public.turn_of, public.phase, public.result)


def test_no_public_view_names_a_hidden_card() -> None:
    """Neither a name nor an id of a card that lies face down for all stands in what the table shows."""
    names = {card: CardSet.load("house").card(card).names["en"] for card in HIDDEN}
    for seed in range(3 * MORE):
        session = open_table("shinobi_arts", seed, players=3)
        known: set[str] = set()
        for _ in play(session, random.Random(seed + 50), 60):
            told = repr(list(map(fields, session.told(TABLE))))
            known |= {card for card in names if card in told}
            view = session.view(TABLE)
            shown = repr(view.panels)
            for card, name in names.items():
                if card not in known:
                    assert not re.search(rf"\b{card}\b|\b{re.escape(name)}\b", shown), (seed, card)


HIDDEN = ("hanzo", "sasuke", "kotaro", "secret_letter", "cipher_table", "hostage", "kawarimi", "kuchiyose", "dokushin")


def fields(event: Event) -> dict[str, Any]:
    return to_plain(event)


@pytest.mark.parametrize("seat", ["p1", "table", "referee"])
def test_nothing_of_a_copy_prints_itself(seat: str) -> None:
    session = open_table("shinobi_arts", 3, players=3)
    for _ in play(session, random.Random(3), 40):
        state = copy_of(session, Seat(seat))
        parts = [state, *state.players.values(), state.doing, state.second, state.attack]
        parts += [slot for player in state.players.values() for slot in player.ninjutsu.values()]
        printed = " ".join(map(repr, parts))
        cards = [*state.cards.ninjutsu, *state.cards.valuables, *state.cards.partners]
        assert not any(re.search(rf"\b{card}\b", printed) for card in cards)
