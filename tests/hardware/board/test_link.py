"""Over a line on which everything goes wrong, each event arrives once and in order, and the lights are right."""

from collections import Counter

import pytest

from hardware.board.frames import Unframer, frame
from hardware.board.link import (
    Became,
    Came,
    Counted,
    Fare,
    Foreign,
    HostLink,
    LightsAre,
    Lost,
    Opened,
    Surveyed,
    Told,
    Went,
)
from hardware.board.protocol import (
    ASK_COUNTERS,
    ASK_HEALTH,
    ASK_LIGHTS,
    ASK_SNAPSHOT,
    COUNTER_DROPPED_EVENTS,
    KIND_ACK,
    KIND_ASK,
    KIND_EVENT,
    KIND_HELLO,
    KIND_LIGHTS,
    KIND_OPEN,
    KIND_SNAPSHOT,
    PROTOCOL,
    STATE_DEAD,
    STATE_WELL,
    WHAT_ARRIVE,
    WHAT_DEAD,
    WHAT_LEAVE,
)
from hardware.board.words import Health
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, HostBoard, library
from tests.hardware.board.bad_line import BadLine

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)


def faulty(seed: int, faults_wanted: int, severe: float) -> Counter[str]:
    """Runs lines of half a minute until so many faults were injected; each line is checked."""
    injected: Counter[str] = Counter()
    while injected.total() < faults_wanted:
        seed += 1
        line = BadLine(seed, readers=8 if seed % 2 else 24, faults=0.0)
        line.shine()
        line.run(0.3)
        line.faults, line.severe = line.random.choice((0.1, 0.3, 0.5)), severe
        for _ in range(100):
            line.move()
            if line.random.random() < 0.1:
                line.shine()
            line.run(0.3 * line.random.random())
        line.calm()
        line.check()
        if not line.losses and not line.board.counter(COUNTER_DROPPED_EVENTS):
            assert line.moves == line.happened, "each event once and in order"
            injected["in order"] += 1
        injected += line.injected
    return injected


def test_faults_on_the_line_lose_and_double_nothing() -> None:
    injected = faulty(1, 1500, severe=0.0)
    assert injected["in order"] >= 1


def test_resets_and_unplugging_lose_and_double_nothing() -> None:
    injected = faulty(1000, 1500, severe=0.003)
    assert injected["reset"] >= 5
    assert injected["unplug"] >= 5


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hundred_thousand_faults() -> None:
    assert faulty(10_000, 50_000, severe=0.0)["in order"] >= 20
    assert faulty(20_000, 50_000, severe=0.002)["reset"] >= 100


def joined(readers: int = 8) -> BadLine:
    line = BadLine(7, readers=readers, faults=0.0)
    line.shine()
    line.run(0.5)
    return line


def news(line: BadLine) -> list[Told]:
    told, line.told = line.told, []
    return told


def test_a_session_begins_with_what_lies_there() -> None:
    line = BadLine(3, readers=24, faults=0.0)
    for _ in range(60):
        line.move()
    line.run(1.0)
    assert isinstance(line.told[0], Opened)
    assert line.told[0].hello.name == "left"
    assert {(told.reader, told.uid) for told in line.told if isinstance(told, Came)} == {
        (reader, uid) for reader, uids in line.lying.items() for uid in uids
    }


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_B11_only_whole_frames_count_wherever_the_stream_is_cut(pieces: int) -> None:
    good = [frame(bytes([9, 1, 17, seq, *range(seq)])) for seq in (1, 20, 40)]
    stream = b"\x86\xff" + good[0][4:] + b"Arduino boot 1.0\r\n\0" + b"".join(good)
    for place in range(len(stream) + 1):
        unframer, bodies = Unframer(), []
        for start in range(pieces):
            begin, end = [0, place, place + 5, len(stream)][start], [place, place + 5, len(stream)][start]
            bodies += unframer.feed(stream[begin : end if start < pieces - 1 else len(stream)])
        assert [body[3] for body in bodies] == [1, 20, 40]
        assert unframer.bad >= 1


def test_the_boards_code_and_the_packages_agree_about_every_length() -> None:
    import ctypes

    wire = ctypes.create_string_buffer(80)
    for length in range(4, 60):
        for body in (bytes(length), bytes(range(1, length + 1)), bytes(place % 3 for place in range(length))):
            count = library().close_frame(body, length, wire)
            assert wire.raw[:count] == frame(body)
            opened = ctypes.create_string_buffer(frame(body)[:-1], 80)
            assert library().open_frame(opened, count - 1) == length
            assert opened.raw[:length] == body


def test_a_dead_reader_and_one_that_answers_again_are_told() -> None:
    line = joined()
    news(line)
    line.board.dead(3)
    line.run(0.1)
    assert news(line) == [Became(3, STATE_DEAD)]
    line.board.well(3)
    line.run(0.1)
    assert news(line) == [Became(3, STATE_WELL)]


def test_garbled_answers_hold_what_lies_there() -> None:
    line = joined()
    line.board.visit(2, "DEADBEEF")
    line.run(0.1)
    news(line)
    for _ in range(100):
        line.board.visit(2, garbled=True)
        line.board.visit(2)
        line.board.visit(2)
    line.run(0.1)
    assert news(line) == []


def test_what_shines_and_what_was_counted_can_be_asked() -> None:
    line = joined()
    line.host.ask(ASK_LIGHTS)
    line.host.ask(ASK_COUNTERS)
    news(line)
    line.run(0.2)
    lights, counted = news(line)
    assert lights == LightsAre(line.shown)
    assert isinstance(counted, Counted)
    assert len(counted.counters) == 6


@pytest.mark.parametrize("readers", [8, 24])
def test_how_readers_fare_can_be_asked(readers: int) -> None:
    """Of the visits while a tag lay there; those after which it was gone are no misses."""
    line = joined(readers)
    last = readers - 1
    line.board.chip(last, 0x88)
    before = dict.fromkeys(range(readers), Health(0x92, 0, 0)) | {last: Health(0x88, 0, 0)}

    def fare() -> dict[int, Health]:
        news(line)
        line.host.ask(ASK_HEALTH)
        line.run(0.3)
        found: dict[int, Health] = {}
        for told in news(line):
            if isinstance(told, Fare):
                found |= told.readers
        return found

    assert fare() == before
    for poll in range(40):
        line.board.visit(last, *([] if poll % 4 == 1 else ["DEADBEEF"]))
    assert fare()[last] == Health(0x88, 40, 10)
    for _ in range(3):
        line.board.visit(last)
    assert fare()[last] == Health(0x88, 40, 10), "a figure that was lifted was not missed"
    for poll in range(3000):
        line.board.visit(last, *([] if poll % 10 == 9 else ["DEADBEEF"]))
    health = fare()[last]
    assert 120 < health.asked <= 255
    assert 0.08 < health.missed / health.asked < 0.12


def test_an_outbreak_of_events_ends_with_the_truth() -> None:
    """More than the board can keep: it tells how everything lies instead."""
    line = joined(24)
    for _ in range(200):
        line.move()
    line.calm()
    line.check()
    assert line.board.counter(COUNTER_DROPPED_EVENTS) > 0


def test_a_board_that_hears_no_host_for_three_seconds_forgets_the_lights() -> None:
    line = joined()
    assert any(line.board.lights)
    line.unplugged_until = line.now + 10
    line.run(2.0)
    assert any(line.board.lights)
    line.run(1.5)
    assert not any(line.board.lights)
    assert not line.board.session


def test_a_board_that_falls_silent_is_lost_within_two_seconds() -> None:
    host, board = HostLink(), HostBoard()
    now = 0.0
    while host.hello is None:
        now += 0.001
        board.take(host.give(now), now)
        host.take(board.give(now))
    silent, told = now, list[Told]()
    while not told:
        now += 0.01
        host.give(now)
        told = host.give_up(now)
    assert told == [Lost("it does not answer")]
    assert now - silent < 2.1


def test_a_board_of_another_protocol_is_refused() -> None:
    host = HostLink()
    host.give(0.0)
    (foreign,) = host.take(frame(bytes([0, 5, KIND_HELLO, 0, 9, 2, 7, 8, 24, 1, 0, 0]) + b"old"))
    assert isinstance(foreign, Foreign)
    assert (foreign.hello.protocol, foreign.hello.name) == (9, "old")
    assert host.hello is None


def test_a_board_does_not_obey_a_host_of_another_protocol() -> None:
    board = HostBoard()
    board.give(0.0)
    board.take(frame(bytes([1, 0, 2, 0, 9, 0, 0])), 0.0)
    assert not board.session
    assert board.give(0.001), "but it answers, so that the host can say why"


def test_until_its_readers_were_asked_a_board_says_nothing_of_them() -> None:
    """Else every reset would lift all figures and put them back."""
    line = joined()
    line.board.visit(4, "DEADBEEF")
    line.run(0.1)
    news(line)
    line.board.reset(line.now)
    line.run(1.0)
    assert [type(told) for told in news(line)] == [Lost, Opened]
    line.board.visit(4, "DEADBEEF")
    line.board.ready()
    line.run(0.5)
    assert news(line) == [Surveyed()], "and that it has said all now"


def opened() -> tuple[HostLink, bytes]:
    """A link in a session, and what begins each frame of it."""
    host = HostLink()
    begins = host.give(0.0)[1:2] + b"\x09"
    host.take(frame(begins + bytes([KIND_HELLO, 0, PROTOCOL, 1, 0, 8, 8, 1, 0, 0]) + b"left"))
    assert host.hello is not None
    return host, begins


def test_an_event_that_the_snapshot_knew_is_not_told_again() -> None:
    host, begins = opened()
    uid = bytes.fromhex("DEADBEEF")
    told = host.take(frame(begins + bytes([KIND_SNAPSHOT, 1, 3, 0, 5, 1, 0x10, 4]) + uid))
    assert told == [Came(5, "DEADBEEF")]
    assert host.take(frame(begins + bytes([KIND_EVENT, 2, 2, 0, 5, WHAT_LEAVE]) + uid)) == []
    assert host.take(frame(begins + bytes([KIND_EVENT, 3, 3, 0, 5, WHAT_ARRIVE]) + uid)) == []
    assert host.take(frame(begins + bytes([KIND_EVENT, 4, 4, 0, 5, WHAT_LEAVE]) + uid)) == [Went(5, "DEADBEEF")]


def test_a_gap_in_the_numbers_is_asked_about() -> None:
    host, begins = opened()
    while host.give(0.0):
        host.take(frame(begins + bytes([KIND_ACK, host._out_seq])))
    host.take(frame(begins + bytes([KIND_EVENT, 1, 5, 0, 2, WHAT_DEAD])))
    assert host.tally.gaps == 1
    asked = Unframer().feed(host.give(0.1))
    assert [body[2:] for body in asked if body[2] == KIND_ASK] == [bytes([KIND_ASK, host._out_seq, ASK_SNAPSHOT])]


def test_what_was_said_before_a_reset_is_not_believed() -> None:
    host, begins = opened()
    old = begins[:1] + b"\x08"
    assert host.take(frame(old + bytes([KIND_EVENT, 1, 1, 0, 5, WHAT_ARRIVE]) + bytes.fromhex("DEADBEEF"))) == []
    board = HostBoard(boot=7)
    board.take(frame(bytes([1, 0, KIND_OPEN, 0, PROTOCOL, 0, 0])), 0.0)
    board.give(0.0)
    board.take(frame(bytes([1, 6, KIND_LIGHTS, 1, 3, 3])), 0.0)
    assert board.give(0.0) == b""
    assert not any(board.lights)
    board.take(frame(bytes([1, 7, KIND_LIGHTS, 1, 3, 3])), 0.0)
    assert any(board.lights)


def test_an_old_acknowledgement_releases_nothing() -> None:
    host, begins = opened()
    host.show(b"\x01")
    assert host.give(0.0)
    host.take(frame(begins + bytes([KIND_ACK, host._out_seq - 1 & 0xFF])))
    assert host.give(0.05), "it is sent again"
    host.take(frame(begins + bytes([KIND_ACK, host._out_seq])))
    assert host.give(0.1) == b""
