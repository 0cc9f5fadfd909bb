"""A mistake in the program itself: said once, logged once, and the table goes on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.ports import Trouble
from hardware.board.zoneboard import BoardPace, ZoneBoard
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT
from tests.hardware.board.ptys import Wall, arrives, says, until
from tests.hardware.board.tables import G1, G2, table

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)


def test_B10_a_fault_in_what_is_made_of_figures_is_said_and_the_next_figure_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.board.zones._CALM", 0.5)
    with table(tmp_path) as made:
        figures, came = made.zones.figures, made.zones.figures.came

        def broken(uid: str, zone: str, now: float) -> None:
            if uid == G1:
                raise ValueError("a mistake of ours")
            came(uid, zone, now)

        figures.came = broken  # type: ignore[method-assign]
        for _ in range(5):
            made.boards["left"].put(1, G1)
            made.boards["left"].put(1)
        made.inbox.wait(says("The zones' program failed (ValueError: a mistake of ours); it goes on."))
        made.boards["left"].put(2, G2)
        made.inbox.wait(arrives("2", G2))
        assert len(caplog.records) == 1
        made.inbox.wait(says("The zones' program failed", over=True))


def test_B34_a_program_that_fails_each_time_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Sequence[str]:
        raise ValueError("a mistake of ours")

    told: list[Trouble] = []
    pace = BoardPace(retry=0.001, retry_most=0.001)
    board = ZoneBoard("left", lambda _, said, __: told.append(said), Wall(), pace=pace, search=broken)  # type: ignore[arg-type]
    board.start()
    until(lambda: board._failures > 20)
    board.close()
    assert [one.kind for one in told] == ["failed"]
    assert len(caplog.records) == 1
