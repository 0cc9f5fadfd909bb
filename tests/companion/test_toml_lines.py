"""The line that is named is the line where the key stands."""

from __future__ import annotations

from companion.games.scorpion.board import MAPS
from companion.games.scorpion.cards import DATA, CardSet
from companion.toml_lines import all_lines, line_of

SAMPLE = '''# a comment with [brackets] and "quotes"
id = "a # no comment ] }"   # a comment

title.en = 'it''s'
numbers = [
  1, # one, [
  [2,
   3],
  { a = 4,  b = [5] },
]
text = """
[not.a.table]
x = 1 \\"""
""""
raw = \'\'\'
[neither]
\'\'\'
"quoted.key" = true

[ one . "two three" ]
when = 1979-05-27 07:32:00
deep.er = {x.y = "z"}
[[many]]
a = 1
[[many]]
a = 2
'''.replace("'it''s'", "'its'")


def test_every_form_of_toml_is_found() -> None:
    lines = all_lines(SAMPLE)
    expected = {
        ("id",): 2,
        ("title",): 4,
        ("title", "en"): 4,
        ("numbers",): 5,
        ("numbers", 0): 6,
        ("numbers", 1): 7,
        ("numbers", 1, 1): 8,
        ("numbers", 2): 9,
        ("numbers", 2, "b", 0): 9,
        ("text",): 11,
        ("raw",): 15,
        ("quoted.key",): 18,
        ("one", "two three"): 20,
        ("one", "two three", "when"): 21,
        ("one", "two three", "deep", "er", "x", "y"): 22,
        ("many", 0, "a"): 24,
        ("many", 1, "a"): 26,
    }
    assert {key: lines.get(key) for key in expected} == expected
    assert ("not", "a") not in lines
    assert ("neither",) not in lines


def test_what_is_missing_is_looked_for_where_it_belongs() -> None:
    assert line_of(SAMPLE, ("one", "two three", "missing", "x")) == 20
    assert line_of(SAMPLE, ("missing",)) == 1


def test_every_zone_and_pair_of_the_shipped_maps_is_found_in_its_line() -> None:
    for path in MAPS.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        for key, line in all_lines(text).items():
            if key[:1] == ("zones",) and len(key) == 2:
                assert lines[line - 1] == f"[zones.{key[1]}]"
            if len(key) == 1 and key[0] not in ("zones", "title"):
                assert lines[line - 1].startswith(f"{key[0]} = ")


def test_every_card_is_found_in_its_line() -> None:
    text = (DATA / "house.toml").read_text(encoding="utf-8")
    lines = text.split("\n")
    house = CardSet.load("house")
    for deck, cards in house.decks.items():
        for kind in cards:
            assert kind in lines[line_of(text, (deck, kind)) - 1]
            assert lines[line_of(text, (deck, kind, "text", "ja")) - 1].startswith("text.ja = ")


def test_tables_in_lists_of_tables_are_found_where_they_stand() -> None:
    card = "[[ninja.card]]\ncost = 2\n"
    text = f"[[ninja]]\nid = 1\n{card}{card}[[ninja]]\n{card}"
    assert line_of(text, ("ninja", 0, "card", 1, "cost")) == 6
    assert line_of(text, ("ninja", 1, "card", 0, "cost")) == 9
    assert line_of(text, ("ninja", 1, "card")) == 8
    assert line_of("[[a]]\n[a.b]\nc = 1\n[[a]]\n[a.b]\nc = 1\n", ("a", 1, "b", "c")) == 6
