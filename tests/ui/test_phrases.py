"""Lines end where one draws breath: between words, and in Japanese, which has no spaces, between phrases."""

from __future__ import annotations

import pytest

from ui.lettering import torn, width_of, wrap
from ui.phrases import LETTER, ends, split
from ui.theme import Look

JAPANESE = Look(language="ja")
RULE = (
    "見張りは、隣り合う区画で音がしたときに聞き耳を立てることができる。ただし、その手番に動いた見張りは立てられず、"
    "酔っている者も同じである。"
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ここで止まる", ["ここで", "止まる"]),
        ("地図の外へ", ["地図の", "外へ"]),
        ("くじで先手を決める", ["くじで", "先手を", "決める"]),
        ("札に触れて読み取り機に置く", ["札に", "触れて", "読み取り機に", "置く"]),
        ("お金をご覧", ["お金を", "ご覧"]),
        ("手札", ["手札"]),
        ("シノビノギ", ["シノビノギ"]),
    ],
)
def test_a_phrase_is_a_noun_with_what_clings_to_it(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize("look", [JAPANESE, Look(language="zh_Hans"), Look()])
@pytest.mark.parametrize("text", [RULE, "守卫方在这里停下，不再移动。", "The guards stop here, at the east gate."])
def test_lines_hold_the_whole_text_and_none_is_too_wide(look: Look, text: str) -> None:
    for width in range(60, 620, 40):
        lines = wrap(look, text, "text", width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(width_of(look, line, "text") <= width or " " not in line for line in lines)
        assert not any(line[0] in "、。，" for line in lines)


def test_well_ended_lines_are_no_more_than_full_ones() -> None:
    """Where a place is high enough for a text whose lines end anywhere, it is for one that reads well."""
    for width in range(60, 620, 20):
        places = [*ends(RULE, True), len(RULE)]
        full, start = 0, 0
        while start < len(RULE):
            fits = [at for at in places if at > start and width_of(JAPANESE, RULE[start:at], "text") <= width]
            start, full = max(fits, default=next(at for at in places if at > start)), full + 1
        assert len(wrap(JAPANESE, RULE, "text", width)) == full


def test_no_letter_stands_alone_where_another_can_keep_it_company() -> None:
    for text in ("防御しない", "决定手牌去", "上がりました"):
        room = width_of(JAPANESE, text[:-1], "text")
        assert len(wrap(JAPANESE, text, "text", room)[-1]) > 1


def test_whether_a_line_ends_inside_a_word_is_known() -> None:
    assert torn(JAPANESE, "手札", ["手", "札"])
    assert not torn(JAPANESE, "ここで止まる", ["ここで", "止まる"])
    assert not torn(Look(), "Stop here", ["Stop", "here"])
    assert LETTER in ends("防御しない", True).values()
