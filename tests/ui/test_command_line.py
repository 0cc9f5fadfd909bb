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
