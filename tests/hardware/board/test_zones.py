"""Boards on real lines: found, lost, found again under other names; figures and lights as the referee's ports want."""

import statistics
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from companion.ports import Observation, Trouble
from hardware.board.lines import open_line
from hardware.board.link import Told
from hardware.board.protocol import ASK_COUNTERS, COUNTER_DROPPED_EVENTS
from hardware.board.zoneboard import ZoneBoard
from hardware.board.zones import SHINES, Zones
from hardware.outcomes import Unavailable
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT
from tests.hardware.board.ptys import Posted, Wall, arrives, says, until
from tests.hardware.board.tables import G1, G2, PACE, Table, table

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)


def test_figures_are_observed_and_lights_shine(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.boards["left"].put(3, G1)
        made.inbox.wait(arrives("3", G1))
        made.lights.show({"3": "detected", "5": "legal", "99": "heard"})
        names = [*SHINES]
        codes = {3: names.index("detected") + 1 | 0x20, 5: names.index("legal") + 1}
        until(lambda: made.shining() == [codes.get(pixel, 0) for pixel in range(8)])
        made.lights.close()
        made.zones.close()
        assert not any(made.shining()), "and go out at the end"
        assert made.inbox.troubles() == []


def test_B10_B13_a_board_that_is_pulled_comes_back_under_another_name(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        board = made.boards["left"]
        board.put(2, G1)
        made.inbox.wait(arrives("2", G1))
        made.lights.show({"2": "heard"})
        until(lambda: any(made.shining()))
        shone = made.shining()
        pulled = time.monotonic()
        made.cables["left"].pull(half=b"\x09\x01\x02\x11")
        assert made.inbox.wait(says("offline")) - pulled < 2.0
        assert not made.online()
        board.put(2)
        board.put(6, G1)
        board.board.take(b"", time.monotonic() + 3.1)
        board.pump(b"")
        made.plug()
        made.inbox.wait(says("offline", over=True))
        made.inbox.wait(arrives("6", G1))
        until(lambda: made.shining() == shone)
        assert made.inbox.seen() == [f"2 arrive {G1}", f"2 leave {G1}", f"6 arrive {G1}"]


def test_pulling_a_board_lifts_no_figure(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.boards["left"].put(2, G1)
        made.inbox.wait(arrives("2", G1))
        for _ in range(3):
            made.cables["left"].pull()
            until(lambda: not made.online())
            made.plug()
            until(lambda: made.online())
        time.sleep(0.3)
        assert made.inbox.seen() == [f"2 arrive {G1}"]


def test_a_board_that_is_reset_is_no_news(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        board = made.boards["left"]
        board.put(2, G1)
        made.inbox.wait(arrives("2", G1))
        made.lights.show({"2": "heard"})
        until(lambda: any(made.shining()))
        with board.lock:
            board.board.reset(time.monotonic())
            board.board.rename("left")
        board.put(2, G1)
        with board.lock:
            board.board.ready()
        until(lambda: any(made.shining()))
        time.sleep(0.2)
        assert made.inbox.seen() == [f"2 arrive {G1}"]
        assert made.inbox.troubles() == []
        assert made.zones.boards["left"].tally.resets == 1


def test_several_boards_are_told_apart_by_their_names(tmp_path: Path) -> None:
    with table(tmp_path, ("left", "right", "middle")) as made:
        made.boards["right"].put(1, G1)
        made.boards["middle"].put(1, G2)
        made.inbox.wait(arrives("9", G1))
        made.inbox.wait(arrives("17", G2))
        made.lights.show({"9": "legal"})
        until(lambda: any(made.shining("right")))
        assert not any(made.shining("left"))


def test_a_figure_carried_from_board_to_board_is_one_move(tmp_path: Path) -> None:
    with table(tmp_path, ("left", "right")) as made:
        made.boards["left"].put(0, G1)
        made.inbox.wait(arrives("0", G1))
        made.boards["right"].put(0, G1)
        made.boards["left"].put(0)
        made.inbox.wait(arrives("8", G1))
        assert made.inbox.seen() == [f"0 arrive {G1}", f"0 leave {G1}", f"8 arrive {G1}"]


def test_the_speed_of_a_line_is_set_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adapters are asked for nothing but bytes while a game is played."""
    import serial

    class Counting(serial.Serial):  # type: ignore[misc]
        set_up = 0

        def _reconfigure_port(self, force_update: bool = False) -> None:
            Counting.set_up += 1
            super()._reconfigure_port(force_update)

    monkeypatch.setattr(serial, "Serial", Counting)
    with table(tmp_path) as made:
        for reader in range(5):
            made.boards["left"].put(reader, f"04{reader:012X}")
            made.inbox.wait(arrives(str(reader), f"04{reader:012X}"))
            made.lights.show({str(reader): "legal"})
        until(lambda: any(made.shining()))
        assert Counting.set_up == 1


def test_B14_a_line_is_used_by_one_program_at_a_time(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        second = open_line(str(tmp_path / "usb-left"))
        assert isinstance(second, Unavailable)
        assert "Another program uses" in second.say
        made.boards["left"].put(1, G1)
        made.inbox.wait(arrives("1", G1))
        assert made.zones.boards["left"].tally.sessions == 1


@pytest.mark.parametrize("rounds", range(3))
def test_B13_boards_whose_lines_change_places_are_found_by_their_names(tmp_path: Path, rounds: int) -> None:
    """Adapters without a number of their own share one name, and the system gives it to either."""
    made, inbox = Table(tmp_path, ("left", "right")), Posted()

    def make(name: str, heard: Callable[[ZoneBoard, Told | Trouble, float], None]) -> ZoneBoard:
        lines = [str(tmp_path / f"usb-{one}") for one in ("left", "right")]
        return ZoneBoard(name, heard, Wall(), path=str(tmp_path / f"usb-{name}"), pace=PACE, search=lambda: lines)

    for name, other in (("left", "right"), ("right", "left")):
        made.cables[name].link = tmp_path / f"usb-{other}"
        made.plug(name)
    zones = Zones(("left", "right"), {}, Wall(), make)
    zones.start(inbox)
    until(lambda: all(board.path is not None for board in zones.boards.values()))
    assert [Path(board.path or "").name for board in zones.boards.values()] == ["usb-right", "usb-left"]
    assert inbox.troubles() == [], "and nothing was said meanwhile"
    zones.close()
    for cable in made.cables.values():
        cable.pull()


def test_a_board_that_is_missing_does_not_take_its_neighbour_for_another_program(tmp_path: Path) -> None:
    with table(tmp_path, ("left", "right"), plugged=False) as made:
        made.plug("left")
        until(lambda: made.online("left"))
        made.inbox.wait(says("The zone board right is offline. It answers on no line: plug in its USB cable, or"))
        made.plug("right")
        until(lambda: made.online("right"))
        assert not any("Another program" in say for say in made.inbox.troubles())


def test_a_second_program_says_what_is_in_its_way(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        other, inbox = Table(tmp_path), Posted()
        other.zones.start(inbox)
        inbox.wait(says("Another program uses"))
        other.zones.close()
        assert made.online()


@pytest.mark.slow
def test_without_a_board_the_way_out_is_said_once(tmp_path: Path) -> None:
    with table(tmp_path, plugged=False) as made:
        made.inbox.wait(says("It answers on no line: plug in its USB cable, or"))
        made.lights.show({"3": "legal"})
        time.sleep(1.0)
        assert len(made.inbox.troubles()) == 1
        made.plug()
        made.inbox.wait(says("offline", over=True))
        until(lambda: any(made.shining()))


def test_B11_boot_text_before_the_first_frame_does_no_harm(tmp_path: Path) -> None:
    with table(tmp_path, plugged=False) as made:
        made.cables["left"].greeting = b"\x86\xff\x00Arduino \x01\x02 ready\r\n"
        made.plug()
        until(lambda: made.online())
        assert made.zones.boards["left"].tally.bad_frames >= 1


def test_a_board_of_another_protocol_is_to_be_flashed(tmp_path: Path) -> None:
    from hardware.board.frames import frame

    class Old:
        def pump(self, data: bytes) -> bytes:
            return frame(bytes([0, 1, 3, 0, 99, 7, 0, 8, 8, 1, 0, 0]) + b"left") if data else b""

    with table(tmp_path, plugged=False) as made:
        made.cables["left"].device = Old()
        made.plug()
        made.inbox.wait(says("flash the board. Run: firmware/flash"))
        assert not made.online()


def test_a_dead_reader_is_said_with_its_place(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        board = made.boards["left"]
        with board.lock:
            board.board.dead(4)
        made.inbox.wait(says("The reader of zone 4 does not answer: check the wires of reader 4"))
        with board.lock:
            board.board.well(4)
        made.inbox.wait(says("The reader of zone 4", over=True))


@pytest.mark.slow
def test_B27_a_flood_waits_on_the_board_and_ends_with_the_truth(tmp_path: Path) -> None:
    """More than 500 events a second, into an inbox that is slow."""

    class Slow(Posted):
        def post(self, report: Observation | Trouble) -> None:
            time.sleep(0.002)
            super().post(report)

    made = Table(tmp_path, settle=0.0)
    made.inbox, board, turns = Slow(), made.boards["left"], iter(range(1_000_000))

    def flood() -> None:
        turn = next(turns)
        if turn < 1500:
            for _ in range(3):
                board.board.visit(turn % 8, *([G1] if turn // 8 % 2 == 0 else []))

    made.plug()
    made.zones.start(made.inbox)
    until(lambda: made.online())
    board.on_turn = flood
    until(lambda: next(turns) > 1500, within=30)
    board.put(5, G2)
    made.inbox.wait(arrives("5", G2), within=30)
    assert made.zones._waiting.maxsize == 1000
    made.zones.close()
    made.cables["left"].pull()
    assert made.inbox.troubles() == []


@pytest.mark.slow
def test_B34_a_board_that_comes_and_goes_does_not_flood_the_screen(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        for _ in range(6):
            made.cables["left"].pull()
            until(lambda: not made.online())
            made.plug()
            until(lambda: made.online())
        assert len(made.inbox.troubles()) <= 4


def shares(made: Table, count: int = 40) -> list[float]:
    """Seconds from the board's first try to send an arrival to the referee's inbox, over and over."""
    took = []
    for _ in range(count):
        number = len(made.inbox.seen())
        uid = f"04{number:012X}"
        before = time.monotonic()
        made.boards["left"].put(number % 8, uid)
        took.append(made.inbox.wait(arrives(str(number % 8), uid)) - before)
        made.boards["left"].put(number % 8)
        time.sleep(0.02)
    return took


@pytest.mark.slow
def test_the_hosts_share_of_an_arrival_is_small(tmp_path: Path) -> None:
    """Without the time to settle: median at most 5 ms, the best of three on a machine that is busy otherwise."""
    with table(tmp_path, settle=0.0) as made:
        for _ in range(3):
            took = shares(made)
            if statistics.median(took) <= 0.005:
                break
        print(f"host's share: median {statistics.median(took) * 1e3:.2f} ms, worst {max(took) * 1e3:.1f} ms")
        assert statistics.median(took) <= 0.005


def spent(threads: Sequence[threading.Thread]) -> float:
    """Seconds of processor time that these threads have used."""
    nanoseconds = 0
    for thread in threads:
        with suppress(FileNotFoundError):
            stat = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text(encoding="ascii")
            nanoseconds += int(stat.split()[0])
    return nanoseconds / 1e9


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="needs Linux's count of processor time")
def test_three_idle_boards_cost_next_to_nothing(tmp_path: Path) -> None:
    with table(tmp_path, ("left", "middle", "right")) as made:
        made.lights.show({"1": "legal", "9": "heard", "17": "waiting"})
        time.sleep(0.5)
        ours = [thread for thread in threading.enumerate() if thread.name.startswith(("board", "zones"))]
        assert len(ours) == 4
        before, start = spent(ours), time.monotonic()
        time.sleep(3.0)
        share = (spent(ours) - before) / (time.monotonic() - start)
        print(f"three idle boards: {share:.2%} of a core")
        assert share < 0.03


def test_counters_can_be_asked_for(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.zones.boards["left"].ask(ASK_COUNTERS)
        until(lambda: made.zones.boards["left"].counted is not None)
        counted = made.zones.boards["left"].counted
        assert counted is not None
        assert counted.counters[COUNTER_DROPPED_EVENTS] == 0
