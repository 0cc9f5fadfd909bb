"""What is shown and said of Shinobinogi: in the panels that every game has, and no more than a seat knows."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec

from companion.findings import Narrowed, Ruled
from companion.games.shinobinogi import chronicle
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.asks import ASKS
from companion.games.shinobinogi.refusals import RULES
from companion.games.shinobinogi.texts import texts
from companion.games.texts import placeholders
from companion.manifest import Manifest
from companion.ports import Observation
from companion.referee import Referee
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.verdicts import Accepted
from companion.views import CardsPanel, HandPanel, LogPanel, PromptPanel, TallyPanel, TracksPanel, View
from tests.companion.support import MORE, copy_of, loaded, open_table, play, refused, text
from ui.icon_paths import PATHS

FIRST, SECOND = Seat("first"), Seat("second")
WIDEST = 42
"""How many Latin characters a question may have."""


def at(**changes: Any) -> dict[str, Any]:
    """A position with both ninja in front and some cards in every zone."""
    halves: dict[str, dict[str, Any]] = {
        "first": {
            "ninja": ["raika", "rin"],
            "front": "rin",
            "hand": ["scroll", "rin/spark", "rin/spark"],
            "deck": ["raika/sprout", "rin/charcoal"],
            "set": [[{"card": "raika/leaf_blade"}], [], []],
            "mana": [["raika/sprout", "rin/charcoal"], [], []],
            "followers": [[{"card": "rin/ninja"}], [], []],
            "reserve": ["scroll"],
            "discard": ["rin/slag_burst"],
        },
        "second": {
            "ninja": ["shishina", "nui"],
            "front": "shishina",
            "hand": ["nui/doll", "nui/needle"],
            "opened": [2],
            "deck": ["shishina/claw"],
            "set": [[], [{"card": "scroll"}], []],
            "followers": [[{"card": "shishina/ninja", "stand": False}], [], []],
            "reserve": ["scroll"],
        },
    }
    for seat in halves:
        halves[seat] |= changes.pop(seat, {})
    return {"game": "shinobinogi", "phase": "main", "turn": 5, **halves, **changes}


def panels(view: View, kind: type[Any]) -> list[Any]:
    return [panel for panel in view.panels if isinstance(panel, kind)]


def test_the_panels_are_those_that_every_game_has() -> None:
    session = loaded(at())
    for seat in (FIRST, SECOND, TABLE):
        view = session.view(seat)
        kinds = {type(panel) for panel in view.panels}
        assert kinds <= {CardsPanel, HandPanel, TallyPanel, TracksPanel, LogPanel, PromptPanel}
        assert view.turn_of == (FIRST,)
        assert [hand.owner for hand in panels(view, HandPanel)] == (
            [SECOND, FIRST] if seat == FIRST else [FIRST, SECOND]
        )


def test_every_icon_is_one_that_there_is() -> None:
    session = open_table("shinobinogi", 2)
    for n, _ in enumerate(play(session, random.Random(2))):
        if n % 5 == 0:
            shown = text([session.view(seat) for seat in (FIRST, SECOND, TABLE)])
            assert set(re.findall(r'"icon":"(\w+)"', shown)) <= PATHS.keys()


def test_S50_open_hand_cards_are_shown_and_the_others_counted() -> None:
    view = loaded(at()).view(FIRST)
    hand = next(panel for panel in panels(view, HandPanel) if panel.owner == SECOND)
    assert [card.name for card in hand.cards] == ["Needle"]
    assert hand.hidden == 1


def test_SQ18_set_cards_lie_face_down_for_all_but_their_owner() -> None:
    session = loaded(at())
    for seat, name in ((SECOND, "Secret scroll"), (FIRST, "Face-down card"), (TABLE, "Face-down card")):
        column = next(panel for panel in panels(session.view(seat), CardsPanel) if panel.id == "second.2")
        assert [(card.name, card.group, card.down) for card in column.cards] == [(name, "set", True)]


def test_SQ19_hidden_hand_cards_are_one_answer_and_all_can_name_them() -> None:
    session = loaded(at(second={"hand": ["nui/doll", "nui/needle", "nui/doll"]}))
    session.pick(FIRST, "attack")
    tags = panels(session.view(FIRST), PromptPanel)[0].choices
    assert {tag.id: tag.same_as for tag in tags if tag.id in ("h2", "h3")} == {"h2": "", "h3": "h2"}
    session.pick(FIRST, "h2")  # the other one pays too
    for seat in (FIRST, TABLE):
        view = session.view(seat)
        tags = panels(view, PromptPanel)[0].choices
        hands = {tag.id: tag.same_as for tag in tags if tag.id.startswith("hand:")}
        assert hands == {"hand:h1": "", "hand:h2": "", "hand:h3": "hand:h2"}, "the open one is one of its own"
        hand = next(panel for panel in panels(view, HandPanel) if panel.owner == SECOND)
        assert (hand.hidden_choice, hand.hidden) == ("hand:h2", 2)
    assert panels(session.view(SECOND), PromptPanel)[0].choices == (), "who is attacked has nothing to answer"


def test_what_is_attacked_and_what_is_in_use_is_marked() -> None:
    session = loaded(at(second={"followers": [[], [{"card": "shishina/ninja"}], []]}))
    for choice in ("attack", "h2", "set:s2.1"):
        assert isinstance(session.pick(FIRST, choice), Accepted)
    assert session.prompt(SECOND).ask == "block"
    cards = [card for panel in panels(session.view(TABLE), CardsPanel) for card in panel.cards]
    assert [(card.id, card.name) for card in cards if card.mark == "attacked"] == [("s2.1", "Face-down card")]
    session = loaded(at(first={"set": [[{"card": "raika/sprout"}], [], []], "mana": [[], [], []]}))
    session.pick(FIRST, "activate:s1.1")
    column = next(panel for panel in panels(session.view(TABLE), CardsPanel) if panel.id == "first.1")
    assert [(card.name, card.mark, card.down) for card in column.cards if card.group == "set"] == [
        ("Sprout", "in_use", False)
    ], "it lies open in its set place (SQ24)"


def test_a_follower_out_of_a_hand_is_told_with_its_column() -> None:
    said = chronicle.describe(
        copy_of(loaded(at()), TABLE), e.FollowerPlaced(SECOND, 3, "nui/doll", "discard", "d1", None)
    )
    assert "column 3" in said


def test_no_view_names_a_card_that_its_seat_does_not_know() -> None:
    """Cards of the other side that lie hidden and nowhere else are named in nothing that a seat is shown or told."""
    for seed in range(4 * MORE):
        session = open_table("shinobinogi", seed)
        for n, _ in enumerate(play(session, random.Random(seed + 50))):
            truth = copy_of(session, REFEREE)
            if n % 9 or truth.phase == "setup":
                continue
            for seat, other in ((FIRST, SECOND), (SECOND, FIRST), (TABLE, FIRST), (TABLE, SECOND)):
                shown = text(
                    [panel for panel in session.view(seat).panels if not isinstance(panel, (LogPanel, TallyPanel))]
                )
                half = truth.halves[other]
                hidden = {*half.hand, *half.deck, *(held.card for column in half.set for held in column)}
                lying = [
                    *half.discard,
                    *half.excluded,
                    *half.opened,
                    *(card for column in half.mana for card in column),
                ]
                lying += [held.card for column in half.followers for held in column]
                lying += [frame.card for frame in truth.frames]
                for card in hidden - {*lying, "scroll"}:
                    name = truth.cards.cards[card].names["en"]
                    seen = copy_of(session, seat)
                    known = card in seen.looking
                    assert known or f'"name":"{name}"' not in shown, (seed, n, seat, card)


def test_public_tags_name_no_hand_card() -> None:
    for seed in range(3 * MORE):
        session = open_table("shinobinogi", seed)
        for _ in play(session, random.Random(seed + 70), 120):
            tags = panels(session.view(TABLE), PromptPanel)[0].choices
            assert not any(tag.private for tag in tags)
            assert not any(tag.id.startswith(("mana:", "set:h", "activate:", "attack")) for tag in tags)
            for seat in session.seats:
                prompt = session.prompt(seat)
                own = panels(session.view(seat), PromptPanel)[0]
                if prompt is not None:
                    assert tuple(tag.id for tag in own.choices) == prompt.choices


def test_every_question_answer_event_and_refusal_is_said_in_few_enough_words() -> None:
    met: set[str] = set()
    for seed in range(12):
        real = {"deck": "physical", "scan": ("drawn", "set", "opened")[seed % 3]} if seed < 3 else {}
        session = open_table("shinobinogi", seed, options=real)
        source = random.Random(seed)
        for _ in play(session, source):
            for seat in session.seats:
                prompt = session.prompt(seat)
                if prompt is not None:
                    met.add(prompt.ask)
                    say, words = session.say_prompt(prompt)
                    assert 0 < len(say) <= WIDEST, say
                    assert "{" not in say
                    assert all(0 < len(word) <= 60 and "{" not in word and "??" not in word for word in words), words
                    for choice in prompt.choices:
                        assert choice not in words, (choice, words)
        for seat in (*session.seats, TABLE):
            for event in session.told(seat):
                said = session.describe(seat, event)
                assert "{" not in said
                assert "??" not in said, said
                assert not said or said.endswith((".", "!")), said
    assert met == ASKS.keys()


def test_every_event_has_words_or_is_silent_on_purpose() -> None:
    entries = texts("en").entries
    for name in e.VOCABULARY:
        if not name.endswith("Laid"):
            assert any(key == f"events.{name}" or key.startswith(f"events.{name}.") for key in entries), name
    for reason in RULES:
        sentences = entries[f"refusals.{reason}"]
        assert not placeholders(sentences[-1]), reason


def test_a_table_speaks_its_language_and_may_change_it() -> None:
    session = loaded(at(options={"language": "ja"}))
    shown = text(session.view(FIRST))
    assert "巻物" in shown
    session = loaded(at())
    session.speak("zh_Hant")
    assert "秘傳卷軸" in text(session.view(FIRST))


def test_the_log_leaves_out_what_was_undone() -> None:
    session = loaded(at())
    before = panels(session.view(FIRST), LogPanel)[0].lines
    assert isinstance(session.pick(FIRST, "attack"), Accepted)
    assert isinstance(session.pick(FIRST, "undo"), Accepted)
    assert panels(session.view(FIRST), LogPanel)[0].lines == before


def test_who_asks_to_take_back_is_shown() -> None:
    session = open_table("shinobinogi", 1)
    session.pick(FIRST, "ninja:rin")
    session.pick(SECOND, "ninja:nui")
    prompt = session.prompt(SECOND)
    assert prompt is not None
    assert "take_back" in prompt.choices
    session.pick(SECOND, "take_back")
    session.pick(SECOND, "to:step")
    assert "asks to take back" in panels(session.view(TABLE), PromptPanel)[0].say
    session.pick(FIRST, "allow")
    assert copy_of(session, TABLE).halves[SECOND].team == ()


# ---- scanned cards ----------------------------------------------------------------------------------------------


def scanned(session: Session[Any], token: str) -> Any:
    referee = Referee(session, Manifest.simulated(session.tokens()))
    return referee.observe(Observation("card", str(referee.manifest.uid(token))))


def test_a_scanned_hand_card_narrows_to_what_may_be_done_with_it() -> None:
    session = loaded(at())
    found = scanned(session, "card:rin/spark/1")
    assert isinstance(found, Narrowed)
    assert found.seat == FIRST
    assert found.choices == ("mana:h2:1", "mana:h2:2", "mana:h2:3", "set:h2:1", "set:h2:2", "set:h2:3")
    found = scanned(session, "card:first/scroll/2")
    assert isinstance(found, Narrowed)
    assert found.choices == ("set:h1:1", "set:h1:2", "set:h1:3")


def test_a_scanned_set_card_or_follower_is_used() -> None:
    found = scanned(loaded(at()), "card:raika/leaf_blade/3")
    assert isinstance(found, Ruled)
    assert found.choice == "activate:s1.1"
    found = scanned(loaded(at()), "card:rin/ninja/1")
    assert isinstance(found, Ruled)
    assert found.choice == "use:f1.1"
    assert isinstance(found.verdict, Accepted)


def test_a_scanned_card_that_is_nowhere_is_refused_to_its_owner() -> None:
    session = loaded(at())
    for token, seat, reason in (
        ("card:raika/hedge_keeper/1", FIRST, "not_in_hand"),
        ("card:nui/doll/1", SECOND, "not_your_turn"),
        ("card:second/scroll/1", SECOND, "not_your_turn"),
        ("card:masoho/toad/1", FIRST, "not_in_hand"),
    ):
        found = scanned(session, token)
        assert isinstance(found, Ruled)
        assert found.seat == seat
        assert getattr(found.verdict, "reason", None) == reason, token


def test_every_piece_has_a_token_of_its_own() -> None:
    tokens = list(loaded(at()).tokens())
    assert len(tokens) == len(set(tokens)) == 9 * 13 + 10 + 2
    assert len(Manifest.simulated(tokens)) == len(tokens)


def test_nothing_prints_a_card() -> None:
    session = loaded(at())
    session.pick(FIRST, "attack")
    session.pick(FIRST, "h2")
    things = [*session._copies.values(), *session.told(REFEREE), session.prompt(FIRST), refused(session, FIRST, "h1")]
    printed = "".join(repr(thing) for thing in things)
    assert "spark" not in printed
    assert "scroll" not in printed.replace("scroll_not_discard", "")


def test_a_view_is_plain_values() -> None:
    assert msgspec.json.encode(loaded(at()).view(FIRST))
