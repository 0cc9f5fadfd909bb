"""What is wrong on the command line is said in one sentence that names it and what is allowed, with exit status 2."""

import pytest
from typer.testing import CliRunner

from ui.__main__ import app


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play --home {file}", "is a file"),
        ("enrol --home {file}", "is a file"),
        ("demo --out {file}", "is a file"),
        ("gallery --out {file}", "is a file"),
        ("demo --game go", "games are scorpion"),
        ("enrol --game go", "games are scorpion"),
        ("demo --players 9", "scorpion is for 2, 3, 4"),
        ("demo --seed one", "Invalid value for '--seed'"),
    ],
)
def test_a_wrong_word_is_named_with_what_is_allowed(line: str, said: str) -> None:
    result = CliRunner().invoke(app, line.format(file=__file__).split(), env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert said in result.output


def test_a_file_that_is_no_book_is_said_to_be_none() -> None:
    result = CliRunner().invoke(app, ["replay", __file__])
    assert result.exit_code == 1
    assert "this is no book of a night" in result.output
    assert "journal.db" in CliRunner().invoke(app, ["replay", "--help"], env={"COLUMNS": "200"}).output
