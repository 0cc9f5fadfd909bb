"""The simulated table makes the observations that hands make."""

from __future__ import annotations

import queue

import pytest

from companion.ports import Lights, Observation, Reader, Report
from hardware.simulated.table import RecordingLights, SimulatedTable
from tests.hardware.rigs import Kept

FOUR, SEVEN = "DEADBEEF", "04A3C6CAE26180"


@pytest.fixture
def inbox() -> Kept:
    return Kept()


@pytest.fixture
def table(inbox: Kept) -> SimulatedTable:
    table = SimulatedTable()
    table.attach(inbox)
    return table


def test_it_is_a_reader_and_its_lights_are_lights() -> None:
    reader: Reader = SimulatedTable()
    lights: Lights = RecordingLights()
    reader.close()
    lights.close()


def test_a_tapped_card_arrives_and_leaves_each_time(table: SimulatedTable, inbox: Kept) -> None:
    for uid in (FOUR, SEVEN, FOUR):
        table.tap(uid)
    assert inbox.plays() == [FOUR, SEVEN, FOUR]
    assert len(inbox.reports) == 6


def test_settling_an_empty_table_says_nothing(table: SimulatedTable, inbox: Kept) -> None:
    table.settle()
    assert inbox.reports == []


def test_a_scan_passes_through_the_registers_of_the_chip(table: SimulatedTable) -> None:
    before = table.chips["card"].transfers
    table.lay(SEVEN)
    table.settle()
    assert table.chips["card"].transfers - before > 3 * 79


@pytest.mark.parametrize("ailment", ["miss_every", "garble"])
def test_a_chip_with_an_ailment_still_gives_one_play(table: SimulatedTable, inbox: Kept, ailment: str) -> None:
    table.chips["card"].ailments.miss_every = 7 if ailment == "miss_every" else None
    table.chips["card"].ailments.garble = 0.2 if ailment == "garble" else 0.0
    table.tap(SEVEN)
    assert [written for written in inbox.said() if SEVEN in written] == [f"arrive {SEVEN}", f"leave {SEVEN}"]


def test_a_reader_that_dies_under_a_card_settles_undecided(table: SimulatedTable, inbox: Kept) -> None:
    table.settle()
    table.chips["card"].ailments.miso = "low"
    table.lay(SEVEN)
    table.settle()
    assert inbox.plays() == []
    table.chips["card"].ailments.miso = None
    table.clock.advance(30)
    table.settle()
    assert inbox.plays() == [SEVEN]


def test_a_reader_per_side(inbox: Kept) -> None:
    table = SimulatedTable(["left", "right"])
    table.attach(inbox)
    table.lay(FOUR, "left")
    table.lay(SEVEN, "right")
    table.settle()
    assert sorted(inbox.said()) == [f"arrive {SEVEN}", f"arrive {FOUR}"]
    assert {r.reader: r.uid for r in inbox.reports if isinstance(r, Observation)} == {"left": FOUR, "right": SEVEN}
    with pytest.raises(ValueError, match="left, right"):
        table.lay("01020304", "middle")


def test_a_tag_is_in_one_place_only(table: SimulatedTable) -> None:
    table.lay(FOUR)
    with pytest.raises(ValueError, match="already"):
        table.lay(FOUR.lower())
    table.lift(FOUR)
    with pytest.raises(ValueError, match="does not lie"):
        table.lift(FOUR)


def test_a_figure_put_elsewhere_leaves_where_it_stood(table: SimulatedTable, inbox: Kept) -> None:
    table.put(FOUR, "5")
    table.put(FOUR, "5")
    table.put(FOUR, "6")
    assert dict(table.zones) == {FOUR: "6"}
    table.take(FOUR, "6")
    assert inbox.reports == [
        Observation("zone:5", FOUR),
        Observation("zone:5", FOUR, "leave"),
        Observation("zone:6", FOUR),
        Observation("zone:6", FOUR, "leave"),
    ]
    with pytest.raises(ValueError, match="does not stand"):
        table.take(FOUR, "6")


def test_a_table_that_stands_still_does_not_start_and_a_running_one_does_not_settle(inbox: Kept) -> None:
    with pytest.raises(RuntimeError, match="running=True"):
        SimulatedTable().start(inbox)
    with pytest.raises(RuntimeError, match="by itself"):
        SimulatedTable(running=True).settle()


def test_a_running_table_scans_in_its_own_thread() -> None:
    reports: queue.SimpleQueue[Report] = queue.SimpleQueue()

    class Waiting:
        def post(self, report: Report) -> None:
            reports.put(report)

    table = SimulatedTable(running=True)
    table.start(Waiting())
    table.lay(SEVEN)
    assert reports.get(timeout=30) == Observation("card", SEVEN)
    table.lift(SEVEN)
    assert reports.get(timeout=30) == Observation("card", SEVEN, "leave")
    table.close()
    table.put(FOUR, "5")
    assert reports.empty()


def test_lights_keep_what_they_showed() -> None:
    lights = RecordingLights(keep=2)
    seen: list[dict[str, str]] = []
    lights.listen(lambda frame: seen.append(dict(frame)))
    frame = {"5": "heard"}
    lights.show(frame)
    frame["6"] = "detected"
    assert dict(lights.latest) == {"5": "heard"}, "a frame is what it was when it was shown"
    lights.show(frame)
    lights.close()
    lights.close()
    assert seen == [{"5": "heard"}, {"5": "heard", "6": "detected"}, {}]
    assert len(lights.history) == 2
    with pytest.raises(RuntimeError, match="closed"):
        lights.show({})
