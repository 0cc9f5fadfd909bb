"""Games that were written down still look the same to every seat (`playthroughs` says how to write them anew)."""

from __future__ import annotations

import msgspec
import pytest

from tests.companion.playthroughs import FOLDER, WRITTEN, lines_of, picks_in


def test_what_is_written_down_is_what_is_replayed() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_each_seat_sees_the_game_as_it_was_written_down(name: str) -> None:
    written = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    opening = msgspec.json.decode(written[0])
    assert opening == WRITTEN[name]
    now = 0
    for now, line in enumerate(lines_of(opening, picks_in(written)), 1):
        assert now <= len(written), f"the game goes on after its last line: {line}"
        assert msgspec.json.decode(line) == msgspec.json.decode(written[now - 1]), f"line {now} of {name}.jsonl"
    assert now == len(written), "the game ended before its last line"
