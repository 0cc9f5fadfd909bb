"""Rules as a table reads them: every leaf in every language, rulings with what this table chose, pictures."""

from __future__ import annotations

import pytest

from companion.game import Opening
from companion.games.catalogue import CATALOGUE, game
from companion.games.rulebooks import RULEBOOKS
from companion.rule_reader import RuleReader
from companion.seats import TABLE
from companion.session import Session
from companion.views import CardFace, CardsPanel

LANGUAGES = ("en", "zh_Hans", "zh_Hant", "ja")
GAMES = [book.id for book in CATALOGUE]


def reader(name: str, language: str = "en", **options: object) -> RuleReader:
    return RuleReader(RULEBOOKS[name](), language, defaults=game(name).about()["options"], options=options)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_leaf_and_every_link_of_it_leads_somewhere(name: str, language: str) -> None:
    book, rules = reader(name, language), RULEBOOKS[name]()
    for rule in rules:
        leaf = book.leaf(rule.id.lower())
        assert leaf is not None
        assert (leaf.id, leaf.say) == (rule.id, rule.texts[language])
        linked = [line.id for line in (*leaf.settles, *leaf.see, *leaf.rulings)]
        assert all(book.leaf(number) is not None for number in (*linked, *filter(None, (leaf.before, leaf.after))))


@pytest.mark.parametrize("name", GAMES)
def test_no_leaf_is_bare(name: str) -> None:
    """Whoever reads a rule finds what belongs to it, and is led on by it; and what leads there leads back."""
    book, rules = reader(name), RULEBOOKS[name]()
    for rule in rules:
        leaf = book.leaf(rule.id)
        assert leaf is not None
        assert leaf.rulings or leaf.see or leaf.settles, rule.id
        assert not {line.id for line in leaf.see} & {line.id for line in leaf.rulings}
        assert all(rule.id in rules.rules[other].together for other in rule.together), rule.id


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_touched_by_rules_and_by_none_that_nothing_is(name: str) -> None:
    played = game(name)
    faces = played.faces(played.blank(Opening(name, min(played.about()["players"]))))
    rules = RULEBOOKS[name]()
    book = RuleReader(rules, "en", defaults={}, cards=faces)
    for face in faces:
        touching, rulings = book.touching(face)
        assert len(touching) + len(rulings) >= 5, face.id
        assert not any(rules.rules[line.id].settles for line in touching)
        assert all(rules.rules[ruling.id].settles for ruling in rulings)
        leaf = book.leaf(face.topics[0])  # where its rules that find no room beside it are read
        assert leaf is not None
        assert {line.id for line in touching} <= {line.id for line in leaf.see}
        assert (leaf.cards, face.copies) == ((face,), face.count)
    assert set(rules.cards) <= {topic for face in faces for topic in face.topics}


def test_a_ruling_that_is_read_beside_a_rule_stands_on_its_leaf() -> None:
    leaf = reader("scorpion").leaf("R116")
    assert leaf is not None
    assert [ruling.id for ruling in leaf.rulings] == ["Q9"]
    assert {"R113", "R117", "R150"} <= {line.id for line in leaf.see}


@pytest.mark.parametrize("name", GAMES)
def test_each_phase_that_a_view_can_be_in_has_a_quick_reference_and_each_word_finds_something(name: str) -> None:
    phases = {"scorpion": ("setup", "alert", "guard_cards", "patrol", "intruders", "over")}
    phases |= {"shinobinogi": ("setup", "start", "main", "draw", "over"), "shinobi_arts": ("turn", "judging", "over")}
    for language in LANGUAGES:
        book = reader(name, language)
        assert all(book.phase(phase) for phase in phases[name])
        assert len(book.words) >= 9
        for word in book.words:
            found = book.search(word)
            assert found, word
            assert any(word.casefold() in line.say.casefold() for line in found), word


def test_a_ruling_says_what_this_table_chose_in_its_place() -> None:
    as_ruled = reader("scorpion").leaf("R101")
    chosen = reader("scorpion", noise="straight", still_is_silent=False).leaf("R101")
    assert as_ruled is not None
    assert chosen is not None
    assert {ruling.id: ruling.otherwise for ruling in as_ruled.rulings if ruling.optional} == {"Q7": "", "Q8": ""}
    assert {r.id: r.otherwise for r in chosen.rulings if r.optional} == {"Q7": "false", "Q8": "straight"}
    alone = reader("scorpion", noise="straight").leaf("Q8")
    assert alone is not None
    assert [(ruling.id, ruling.otherwise) for ruling in alone.rulings] == [("Q8", "straight")]


def shown_to_all(session: Session[object]) -> set[CardFace]:
    panels = session.view(TABLE).panels
    return {face for panel in panels if isinstance(panel, CardsPanel) for face in panel.cards}


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_drawn_from_what_the_viewer_knows(name: str) -> None:
    """On the public screen nothing of a private map is drawn, and each picture has its words in every language."""
    session = Session(game(name), Opening(name, min(game(name).about()["players"]), 11))
    session.random(150, 5)
    drawn = 0
    for language in ("en", "ja"):
        session.speak(language)
        for rule in RULEBOOKS[name]().pictures:
            illustration = session.illustrate(TABLE, rule)
            if illustration is None:
                continue
            drawn += 1
            assert illustration.say
            assert "{" not in illustration.say
            if illustration.board is not None:
                assert not any(piece.secret for piece in illustration.board.pieces)
                assert {mark.kind for mark in illustration.board.marks} <= {"noise", "listener"}
                assert set(illustration.near) <= set(illustration.board.sheet.zones)
            assert set(illustration.cards) <= shown_to_all(session)
    assert drawn >= 2 * 3
