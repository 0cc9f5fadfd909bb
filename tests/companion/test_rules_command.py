"""`python -m companion rules`: what it prints, and how it says that there is nothing to print."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.games.files import LANGUAGES
from companion.games.rulebooks import RULEBOOKS
from companion.games.scorpion.rulebook import rulebook
from companion.rule_page import LABELS
from companion.settings import HOME, Settings


def asked(*words: str, columns: int = 1000) -> tuple[int, str, str]:
    """The status, and what was printed and complained of, on lines wide enough for every sentence."""
    result = CliRunner().invoke(app, ["rules", *words], env={"COLUMNS": str(columns), "NO_COLOR": "1"})
    return result.exit_code, result.stdout, result.stderr


def test_a_number_prints_the_rule_its_rulings_and_its_refusals() -> None:
    status, printed, _ = asked("R116")
    assert status == 0
    assert "R116  2.6 Search cards and guard movement" in printed
    assert "No guard ever crosses a wall." in printed
    assert "Refusals  wall" in printed
    assert "See       R113" in printed.splitlines()[-1]
    status, printed, _ = asked("r101")
    assert [ruling in printed for ruling in ("Ruling Q6", "Ruling Q7", "Ruling Q8", "Ruling Q9", "Ruling Q60")] == [
        True
    ] * 5
    assert "(Option: still_is_silent)" in printed


def test_a_ruling_prints_what_it_settles_and_its_option() -> None:
    _, printed, _ = asked("Q5")
    assert "Settles  R16, R86" in " ".join(printed.split("\n"))
    assert "first_alert_advances" in printed


@pytest.mark.parametrize("id", ["R1", "R29", "R65a", "R5", "Q72", "R255"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_prints(id: str, language: str) -> None:
    status, printed, complained = asked(id, "--language", language)
    assert (status, complained) == (0, "")
    assert rulebook().rules[id].texts[language] in printed


@pytest.mark.parametrize("words", [["R101"], ["Q9", "Q60"], ["Q"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_terminal_cuts_nothing_off(words: list[str], language: str) -> None:
    _, printed, _ = asked(*words, "--language", language, columns=44)
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= 44
    assert "".join(rulebook().rules["Q9"].texts[language][-7:].split()) in "".join(printed.split())


def test_labels_are_there_in_every_language() -> None:
    assert set(LABELS) == set(LANGUAGES)
    assert all(set(labels) == set(LABELS["en"]) for labels in LABELS.values())


def test_who_it_is_for_and_whether_it_is_a_hint_is_said() -> None:
    assert "[4 players]" in asked("R7")[1]
    assert "[3-4 players]" in asked("R20")[1]
    assert "[hint]" in asked("R29")[1]
    assert "[" not in asked("R116")[1]


def test_several_numbers_print_several_rules() -> None:
    _, printed, _ = asked("R1", "Q9")
    assert "R1  2.1" in printed
    assert "Q9  2.14" in printed
    assert "R65a  2.2" in asked("R65A")[1]


def test_a_word_prints_a_row_for_each_rule_found() -> None:
    status, printed, _ = asked("rope")
    rows = printed.splitlines()
    assert (status, rows[0]) == (0, "9 found")
    assert len(rows) == 10
    assert rows[1].startswith("R150")


def test_a_word_found_once_prints_that_rule_whole() -> None:
    assert "R103  2.5 Listen cards" in asked("noise", "wall")[1]


def test_a_chinese_word_is_found() -> None:
    status, printed, _ = asked("越过墙壁", "--language", "zh_Hans")
    assert status == 0
    assert "守卫绝不能越过墙壁。" in printed
    assert printed.startswith("找到3条")


def test_without_a_word_the_contents_are_printed() -> None:
    _, printed, _ = asked()
    assert len(printed.splitlines()) == len(rulebook().sections)
    assert "R111-R123" in printed


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["R300"], 2, "there is no rule R300; the rules are R1 to R255 and Q1 to Q74."),
        (["R116", "q99"], 2, "there is no rule q99; the rules are R1 to R255 and Q1 to Q74."),
        (["r251b"], 2, "there is no rule r251b; the rules are R1 to R255 and Q1 to Q74."),
        (["kenjutsu1"], 1, "nothing was found for 'kenjutsu1'; try fewer words, or a number."),
        (["R1", "--game", "go"], 2, f"there are no rules of 'go'; games are {', '.join(RULEBOOKS)}."),
        (["zzz"], 1, "nothing was found for 'zzz'; try fewer words, or a number."),
        (["?"], 1, "nothing was found for '?'; try fewer words, or a number."),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(words: list[str], status: int, said: str) -> None:
    assert asked(*words) == (status, "", said + "\n")


def test_an_unknown_language_is_answered_with_those_there_are() -> None:
    status, printed, said = asked("R1", "--language", "de")
    assert (status, printed) == (2, "")
    assert all(language in said for language in LANGUAGES)


def test_the_rules_are_in_the_language_of_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    assert Settings(language="ja").save() is None
    assert "衛兵は決して塀を越えられない。" in asked("R116")[1]
    assert "No guard ever crosses a wall." in asked("R116", "--language", "en")[1]
