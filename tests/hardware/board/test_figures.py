"""Figures come to rest where people put them, whatever the coils hear on the way."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ports import Observation, Report, Trouble, Watch
from hardware.board.link import Became, HostLink, Opened, Surveyed
from hardware.board.protocol import STATE_DEAD, STATE_WELL
from hardware.board.words import Hello
from hardware.board.zoneboard import ZoneBoard
from hardware.board.zones import Zones
from hardware.figures import Figures, FigureTiming, Lifted, Stands
from hardware.simulated.clock import VirtualClock
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, HostBoard
from tests.hardware.rigs import Kept

NOISE = Path(__file__).parent / "noise"
UIDS = {"G1": "04A3C6CAE26180", "G2": "04A3C611223380"}
NAMES = {uid: name for name, uid in UIDS.items()}


class Written:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def post(self, report: Report) -> None:
        match report:
            case Observation(reader, uid, event):
                self.lines.append(f"{reader.removeprefix('zone:')} {event} {NAMES[uid]}")
            case Trouble(_, say, over=False):
                self.lines.append(f"say {say}")


def visited(outcome: str, turn: int) -> tuple[list[str], bool]:
    """The tags that are read at this visit, and whether it is garbled."""
    if outcome in ("-", "~"):
        return [], outcome == "~"
    name, _, every = outcome.partition("/")
    if every and turn % int(every) == 0:
        return [], False
    return [UIDS[one] for one in name.split("+")], False


def played(text: str) -> list[str]:
    """What the table reports when its zones hear this."""
    changes = [line.partition("#")[0].split() for line in text.splitlines()]
    script = [(int(at) / 1000, int(zone), outcome) for at, zone, outcome in filter(None, changes)]
    board, link, clock, written = HostBoard(), HostLink(), VirtualClock(), Written()
    board.ready()
    zones = Zones(["left"], {("left", reader): str(reader) for reader in range(8)}, clock, ZoneBoardOfNobody)
    zones.attach(written)
    hears = dict.fromkeys(range(8), "-")
    turns = {zone: count(1) for zone in hears}
    end = script[-1][0]
    for millisecond in range(int(end * 1000)):
        now = millisecond / 1000
        while script and script[0][0] <= now:
            _, zone, hears[zone] = script.pop(0)
        if millisecond % 50 in range(0, 48, 6):
            zone = millisecond % 50 // 6
            if zone in hears:
                uids, garbled = visited(hears[zone], next(turns[zone]))
                board.visit(zone, *uids, garbled=garbled)
        board.take(link.give(now), now)
        while frame := board.give(now):
            for told in link.take(frame):
                zones.hear("left", told, now)
        zones.step(now)
    return written.lines


class ZoneBoardOfNobody(ZoneBoard):
    """It is never started."""

    def __init__(self, name: str, heard: object) -> None:
        super().__init__(name, lambda *told: None, VirtualClock())


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
@pytest.mark.parametrize("file", sorted(NOISE.glob("*.txt")), ids=lambda file: file.stem)
def test_recorded_noise(file: Path) -> None:
    heard, expected = file.read_text(encoding="utf-8").split("---\n")
    lines = played(heard)
    wanted = expected.splitlines()
    assert len(lines) == len(wanted), lines
    for line, part in zip(lines, wanted, strict=True):
        assert line == part or (part.startswith("say ") and part.removeprefix("say ") in line), lines


def test_a_zone_over_a_reader_that_the_board_does_not_have_waits_for_a_larger_board() -> None:
    zones, inbox = Zones(["left"], {("left", 12): "17"}, VirtualClock(), ZoneBoardOfNobody), Kept()
    zones.attach(inbox)

    def open_with(readers: int, now: float) -> None:
        zones.hear("left", Opened(Hello(1, "1.0", readers, 48, 1, 0, "left")), now)
        zones.hear("left", Surveyed(), now)
        zones.step(now + 1.0)

    open_with(8, 0.0)
    (said,) = inbox.troubles()
    assert "which has 0 to 7: correct it there" in said
    assert not [report for report in inbox.reports if isinstance(report, Watch) and report.zones]
    open_with(24, 10.0)
    over, watched = inbox.reports[-2:]
    assert isinstance(over, Trouble)
    assert (over.say, over.over) == (said, True)
    assert watched == Watch("zones", frozenset({"17"}))


def test_B34_a_reader_that_ails_now_and_then_is_said_now_and_then() -> None:
    """An hour of a reader that dies and recovers each second; and in the end the screen says how it is."""
    zones = Zones(["left"], {("left", 3): "17"}, VirtualClock(), ZoneBoardOfNobody)
    inbox = Kept()
    zones.attach(inbox)
    for second in range(3600):
        zones.hear("left", Became(3, STATE_DEAD), second)
        zones.step(second)
        zones.hear("left", Became(3, STATE_WELL), second + 0.5)
        zones.step(second + 0.5)
    assert len(inbox.reports) <= 2 * 3600 / 30 + 2
    zones.hear("left", Became(3, STATE_DEAD), 3600)
    for second in range(3600, 3640):
        zones.step(second)
    last = inbox.reports[-1]
    assert isinstance(last, Trouble)
    assert not last.over


def test_two_zones_that_hear_a_figure_before_it_stands_in_either_are_crosstalk_too() -> None:
    """So it is when a table is switched on with its figures on it, and when the doctor comes."""
    figures = Figures()
    for zone in ("6", "5", "9"):
        figures.came("G1", zone, 0.0)
    for tenths in range(40):
        figures.step(tenths / 10)
    assert figures.crosstalk == {("5", "6"): 1, ("5", "9"): 1, ("6", "9"): 1}


def test_crosstalk_is_counted_by_pair() -> None:
    figures = Figures()
    figures.came("G1", "5", 0.0)
    figures.step(1.0)
    for second in range(1, 4):
        figures.came("G1", "6", second)
        figures.went("G1", "6", second + 0.5)
    assert figures.step(9.0) == ()
    assert figures.crosstalk == {("5", "6"): 3}


MOVES = st.lists(
    st.tuples(st.floats(0.001, 1.0), st.sampled_from("AB"), st.sampled_from("123"), st.booleans()), max_size=60
)


def changes(figures: Figures, moves: list[tuple[float, str, str, bool]]) -> Iterator[object]:
    now = 0.0
    for wait, uid, zone, comes in moves:
        now += wait
        yield from figures.step(now)
        (figures.came if comes else figures.went)(uid, zone, now)
    yield from figures.step(now + 10.0)
    yield from figures.step(now + 20.0)


@given(MOVES)
def test_a_figure_stands_in_one_zone_and_leaves_the_one_it_stood_in(moves: list[tuple[float, str, str, bool]]) -> None:
    figures, stands = Figures(), dict[str, str]()
    for change in changes(figures, moves):
        match change:
            case Stands(uid, zone, left):
                assert left == stands.get(uid)
                assert zone != left
                stands[uid] = zone
            case Lifted(uid, left):
                assert stands.pop(uid) == left
    assert stands == figures.standing()
    assert figures.due is None


@given(MOVES, st.sampled_from("123"))
def test_in_the_end_it_stands_where_it_is_heard_alone(moves: list[tuple[float, str, str, bool]], rest: str) -> None:
    figures = Figures(FigureTiming(settle=0.3))
    for _ in changes(figures, moves):
        pass
    for zone in "123":
        figures.went("A", zone, 1000.0)
    figures.came("A", rest, 1000.0)
    figures.step(1000.3)
    assert figures.standing()["A"] == rest
