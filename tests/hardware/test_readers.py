"""The card reader of the referee's port: what it posts, and that it survives its chip."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from itertools import cycle, pairwise

from companion.ports import Observation, Report, Trouble
from hardware.backends import Backend, Opener
from hardware.outcomes import Dead, Nothing, Outcome, Refused, Tag, Unavailable
from hardware.readers import CardReader, Pace
from hardware.simulated.clock import VirtualClock
from tests.hardware.rigs import Bench, Kept, ScriptedBackend, opened_package, package_on

GENEROUS = 30.0


class Post:
    """A reader without a thread, an inbox, and a clock that goes on by what the reader asks for."""

    def __init__(self, opener: Opener, clock: VirtualClock | None = None, pace: Pace | None = None) -> None:
        self.clock = clock or VirtualClock()
        self.inbox = Kept()
        self.reader = CardReader("card", opener, self.clock, pace=pace)
        self.reader.attach(self.inbox)

    def run(self, seconds: float) -> list[str]:
        """What is said in so many seconds from now."""
        before, end = len(self.inbox.said()), self.clock.now() + seconds
        while self.clock.now() < end:
            self.clock.advance(self.reader.poll_once(self.clock.now()))
        return self.inbox.said()[before:]


def on_bench(bench: Bench) -> Post:
    return Post(lambda: bench.rc522(), bench.clock)


def scripted(*outcomes: Outcome | Exception) -> Post:
    backend = ScriptedBackend(outcomes)
    return Post(lambda: backend)


def test_a_tag_arrives_and_leaves() -> None:
    bench = Bench()
    post = on_bench(bench)
    bench.lay("04A3C6CAE26180")
    assert post.run(1) == ["arrive 04A3C6CAE26180"]
    bench.clear()
    assert post.run(1) == ["leave 04A3C6CAE26180"]
    assert post.inbox.reports[0] == Observation("card", "04A3C6CAE26180", "arrive")


def test_B1_card_left_on_the_reader_is_one_play() -> None:
    bench = Bench()
    post = on_bench(bench)
    bench.lay("DEADBEEF")
    bench.chip.ailments.miss_every = 17
    assert post.run(60) == ["arrive DEADBEEF"]


def test_B2_the_same_card_again_is_played_again() -> None:
    bench = Bench()
    post = on_bench(bench)
    for _ in range(2):
        bench.lay("DEADBEEF")
        post.run(1)
        bench.clear()
        post.run(1)
    assert post.inbox.plays() == ["DEADBEEF", "DEADBEEF"]


def test_B8_two_cards_are_one_sentence_and_no_play() -> None:
    bench = Bench()
    post = on_bench(bench)
    bench.lay("DEADBEEF", "04A3C6CAE26180")
    (sentence,) = post.run(10)
    assert sentence.startswith("One card at a time")
    bench.clear()
    assert post.run(1) == [f"over: {sentence}"]
    bench.lay("DEADBEEF")
    assert post.run(1) == ["arrive DEADBEEF"]


def test_B9_a_deaf_reader_is_restarted_and_the_card_on_it_is_not_played_again() -> None:
    bench = Bench()
    post = on_bench(bench)
    bench.lay("DEADBEEF")
    bench.chip.ailments.deaf_after = 200
    said = post.run(200 * 0.05 + 2)
    assert said == ["arrive DEADBEEF", "The card reader was restarted: its version reads 0x00."]
    assert post.run(20) == ["over: The card reader was restarted: its version reads 0x00."]
    bench.clear()
    assert post.run(1) == ["leave DEADBEEF"]


def test_B9_a_reader_that_stays_dead_says_so_once_and_comes_back_by_itself() -> None:
    bench = Bench()
    post = on_bench(bench)
    post.run(1)
    bench.chip.ailments.miso = "low"
    (sentence,) = post.run(3600)
    assert "does not answer" in sentence
    assert "choose cards on the screen" in sentence
    bench.chip.ailments.miso = None
    assert post.run(31) == [f"over: {sentence}"]
    bench.lay("DEADBEEF")
    assert post.run(1) == ["arrive DEADBEEF"]


def test_B29_a_missing_node_is_a_sentence_and_is_tried_again() -> None:
    bench = Bench()
    off = Unavailable("SPI is off.")
    answers: list[Backend | Unavailable] = [off, off, off]
    post = Post(lambda: answers.pop() if answers else bench.rc522(), bench.clock)
    bench.lay("DEADBEEF")
    assert post.run(10) == ["SPI is off.", "over: SPI is off.", "arrive DEADBEEF"]


def test_retries_become_rare() -> None:
    tried: list[float] = []
    clock = VirtualClock()

    def never() -> Unavailable:
        tried.append(clock.now())
        return Unavailable("There is nothing.")

    Post(never, clock).run(600)
    waits = [after - before for before, after in pairwise(tried)]
    assert waits[:4] == [0.5, 1.0, 2.0, 4.0]
    assert max(waits) == 30.0


def test_B34_an_error_each_poll_for_an_hour_is_a_handful_of_sentences() -> None:
    """Once per minute at most, whether the program fails, the chip flaps, or the node comes and goes."""
    flaps: list[Outcome | Exception] = [Dead("it flaps"), Nothing()] * 100_000
    there: Iterator[Backend | Unavailable] = cycle([Unavailable("gone"), ScriptedBackend([OSError("gone")])])
    for post in (
        scripted(ZeroDivisionError("oops")),
        scripted(*flaps),
        Post(lambda: next(there)),
    ):
        post.run(3600)
        assert len(post.inbox.troubles()) <= 61
        assert sum(len(sentence) for sentence in post.inbox.said()) < 20_000


def test_an_exception_is_one_sentence_and_the_reader_goes_on() -> None:
    post = scripted(ZeroDivisionError("oops"), Tag("DEADBEEF"))
    said = post.run(5)
    sentence = "The card reader's program failed (ZeroDivisionError: oops); it tries again."
    assert said == [sentence, f"over: {sentence}", "arrive DEADBEEF"]


def test_after_an_exception_the_reader_is_opened_anew() -> None:
    backends = [ScriptedBackend([ZeroDivisionError("oops")]), ScriptedBackend([Nothing()])]
    opened: list[ScriptedBackend] = []

    def opener() -> Backend:
        opened.append(backends[len(opened)])
        return opened[-1]

    Post(opener).run(5)
    assert [backend.closed for backend in opened] == [True, False]


def test_an_inbox_that_fails_does_not_end_the_reader() -> None:
    class Broken:
        def post(self, report: Report) -> None:
            raise RuntimeError("full")

    reader = CardReader("card", lambda: ScriptedBackend([Tag("DEADBEEF")]), VirtualClock())
    reader.attach(Broken())
    assert all(reader.poll_once(second) > 0 for second in range(100))


def test_B5_a_refused_tag_is_its_sentence_while_it_lies_there() -> None:
    post = scripted(*[Refused("Use rc522.")] * 60, Nothing())
    assert post.run(10) == ["Use rc522.", "over: Use rc522."]


def test_B5_the_package_says_so_through_the_reader() -> None:
    bench = Bench()
    with package_on(bench):
        post = Post(lambda: opened_package(), bench.clock)
        bench.lay("04A3C6CAE26180")
        (sentence,) = post.run(5)
        assert "long number" in sentence
        bench.clear()
        bench.lay("13E67515")
        assert post.run(5) == [f"over: {sentence}", "arrive 13E67515"]


class Waiting:
    """An inbox that a test can wait at."""

    def __init__(self) -> None:
        self.reports: queue.SimpleQueue[Report] = queue.SimpleQueue()

    def post(self, report: Report) -> None:
        self.reports.put(report)

    def next(self) -> Report:
        return self.reports.get(timeout=GENEROUS)


class Still:
    def now(self) -> float:
        return 0.0


def test_its_thread_posts_and_ends_with_close() -> None:
    backend = ScriptedBackend([ZeroDivisionError("oops")])
    reader = CardReader("left", lambda: backend, Still())
    inbox = Waiting()
    reader.start(inbox)
    assert inbox.next() == Trouble(
        "left", "The card reader's program failed (ZeroDivisionError: oops); it tries again.", kind="failed"
    )
    reader.close()
    reader.close()
    assert backend.closed
    assert not [thread for thread in threading.enumerate() if thread.name == "reader left"]


def test_close_does_not_wait_for_the_next_poll() -> None:
    """The reader asks to be called again in an hour; the suite's time limit would end this test."""
    polled = threading.Event()

    class Once(ScriptedBackend):
        def poll(self) -> Outcome:
            polled.set()
            return Nothing()

    reader = CardReader("card", lambda: Once([Nothing()]), Still(), pace=Pace(poll=3600.0))
    reader.start(Waiting())
    assert polled.wait(GENEROUS)
    reader.close()


def test_after_close_nothing_is_posted() -> None:
    post = scripted(Tag("DEADBEEF"))
    post.reader.close()
    assert post.reader.poll_once(5.0) > 0
    assert post.inbox.reports == []
