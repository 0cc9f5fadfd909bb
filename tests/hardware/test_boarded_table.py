"""The simulated table on zone boards: figures and lights by the whole way there and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.ports import Observation, Report, Trouble, Watch
from hardware.board.protocol import MOST_TAGS
from hardware.simulated.boards import BoardedTable
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)

ZONES = [f"{column}{row}" for column in "ABCDE" for row in range(1, 7)]
"""So many that two boards share them."""
G1, G2 = "04A3C6CAE26180", "DEADBEEF"


class Inbox:
    def __init__(self) -> None:
        self.reports: list[Report] = []

    def post(self, report: Report) -> None:
        self.reports.append(report)

    def news(self) -> list[Report]:
        """What was posted since the last call."""
        reports, self.reports = self.reports, []
        return reports


@contextmanager
def table() -> Iterator[tuple[BoardedTable, Inbox]]:
    made, inbox = BoardedTable(ZONES), Inbox()
    made.attach(inbox)
    try:
        assert inbox.news() == [Watch("zones"), Watch("zones", frozenset(ZONES))]
        yield made, inbox
    finally:
        made.close()
        made.close()


def test_figures_and_cards_are_told_and_lights_shine() -> None:
    with table() as (made, inbox):
        made.put(G1, "A1")
        made.put(G1, "E6")
        made.put(G2, "E6")
        made.take(G1, "E6")
        assert inbox.news() == [
            Observation("zone:A1", G1),
            Observation("zone:A1", G1, "leave"),
            Observation("zone:E6", G1),
            Observation("zone:E6", G2),
            Observation("zone:E6", G1, "leave"),
        ]
        made.tap("04111111111111")
        assert inbox.news() == [Observation("card", "04111111111111"), Observation("card", "04111111111111", "leave")]
        frame = {"A1": "heard", "B3": "legal", "E6": "detected", "C1": "out_of_place", "C2": "waiting"}
        made.show(frame)
        assert made.latest == frame
        made.show({})
        assert made.latest == {}


def test_a_zone_with_as_many_figures_as_its_reader_can_tell_apart_is_not_watched() -> None:
    """Two patrols in one zone: who is not felt there need not be missing."""
    with table() as (made, inbox):
        for number in range(MOST_TAGS):
            made.put(f"DEADBEE{number}", "A1")
        made.put("DEADBEEF", "A1")
        made.put(G1, "A2")
        reports = inbox.news()
        assert Watch("zones", frozenset(ZONES) - {"A1"}) in reports
        assert Observation("zone:A1", "DEADBEEF") not in reports
        made.take("DEADBEE1", "A1")
        made.put("DEADBEE1", "A3")
        assert Observation("zone:A1", "DEADBEEF") in inbox.news()


def test_B10_B13_a_cable_is_pulled_and_a_figure_moved_meanwhile() -> None:
    with table() as (made, inbox):
        made.put(G1, "A1")
        made.show({"A1": "heard", "E6": "legal"})
        assert made.latest == {"A1": "heard", "E6": "legal"}
        inbox.news()
        made.pull("A1")
        offline = [report for report in inbox.news() if isinstance(report, Trouble)]
        assert ["offline" in report.say for report in offline] == [True]
        made.put(G1, "A2")
        made.put(G2, "E6")
        assert inbox.news() == [Observation("zone:E6", G2)], "the other board is still there"
        first = made.devices.zones.boards["1"].path
        assert made.plug("A1") not in (first, None)
        news = inbox.news()
        assert [report for report in news if isinstance(report, Observation)] == [
            Observation("zone:A1", G1, "leave"),
            Observation("zone:A2", G1),
        ]
        assert news[-1] == Watch("zones", frozenset(ZONES)), "after all that stood there was told"
        assert made.latest == {"A1": "heard", "E6": "legal"}
