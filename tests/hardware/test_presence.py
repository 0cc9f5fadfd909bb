"""Tags arrive and leave as people would say they did, whatever the polls look like."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.outcomes import Dead, Garbled, Nothing, Outcome, Refused, Several, Tag
from hardware.presence import Arrived, Change, Cleared, Hinted, Left, Spot, Timing, see

NOISE = Path(__file__).parent / "noise"
SIGNS: dict[str, Outcome] = {"-": Nothing(), "~": Garbled("noise"), "+": Several(), "!": Dead("noise")}

Stream = Iterable[tuple[float, Outcome]]


def changes(stream: Stream, timing: Timing | None = None) -> list[Change]:
    spot, found = Spot(), list[Change]()
    for now, outcome in stream:
        spot, some = see(spot, outcome, now, timing or Timing())
        found += some
    return found


def written(change: Change) -> str:
    match change:
        case Arrived(uid):
            return f"arrive {uid}"
        case Left(uid):
            return f"leave {uid}"
        case Hinted(hint):
            return f"hint {hint}"
        case Cleared(hint):
            return f"clear {hint}"


def recorded(text: str) -> Iterator[tuple[float, Outcome]]:
    """The polls of a noise file, as its README says."""
    every = 0.0
    for line in text.splitlines():
        match line.partition("#")[0].split():
            case ["every", milliseconds]:
                every = float(milliseconds)
            case [at, sign, *times]:
                for place in range(int(times[0].removeprefix("*")) if times else 1):
                    yield (float(at) + place * every) / 1000, SIGNS.get(sign) or Tag(sign)


def every(seconds: float, *outcomes: Outcome) -> Stream:
    return ((place * seconds, outcome) for place, outcome in enumerate(outcomes))


@pytest.mark.parametrize("file", sorted(NOISE.glob("*.txt")), ids=lambda file: file.stem)
def test_recorded_noise(file: Path) -> None:
    polls, expected = file.read_text(encoding="utf-8").split("---\n")
    assert [written(change) for change in changes(recorded(polls))] == expected.split("\n")[:-1]


def test_B1_card_left_on_the_reader_is_one_play() -> None:
    """An hour of it, at several paces: there is no rule that works by time only."""
    for pace in (0.02, 0.05, 0.2, 1.0):
        assert changes(every(pace, *[Tag("C1")] * int(3600 / pace))) == [Arrived("C1")]


def test_B2_same_card_after_a_clean_absence_is_a_second_play() -> None:
    stream: list[Outcome] = [*[Tag("C1")] * 5, *[Nothing()] * 3] * 2
    assert changes(every(0.2, *stream)) == [Arrived("C1"), Left("C1")] * 2


def test_B4_alternating_presence_is_presence() -> None:
    alternating: list[Outcome] = [Tag("G1"), Nothing()] * 40
    one_in_18: list[Outcome] = [*[Tag("G1")] * 17, Nothing()] * 20
    assert changes(every(0.05, *alternating)) == [Arrived("G1")]
    assert changes(every(0.05, *one_in_18)) == [Arrived("G1")]


@pytest.mark.parametrize("pace", [0.02, 0.05, 0.1])
def test_B8_two_alternating_tags_are_not_played(pace: float) -> None:
    assert changes(every(pace, *[Tag("A"), Tag("B")] * 10)) == [Hinted("several")]


def test_another_tag_takes_the_place_only_after_as_many_reads_as_an_absence_takes_misses() -> None:
    """Also where polls are slow, so that two reads alone would have settled."""
    stream: list[Outcome] = [*[Tag("A")] * 5, *[Tag("B")] * 2]
    assert changes(every(0.2, *stream)) == [Arrived("A")]
    assert changes(every(0.2, *stream, Tag("B"))) == [Arrived("A"), Left("A"), Arrived("B")]


def test_what_is_refused_is_presence_without_a_name() -> None:
    assert changes(every(0.1, *[Refused("88")] * 5)) == []
    assert changes(every(0.1, *[Tag("A")] * 5, *[Refused("88")] * 50)) == [Arrived("A")]


def test_a_slow_reader_needs_no_three_misses() -> None:
    """One clean miss long after the last proof: the back-stop."""
    assert changes([(0.0, Tag("A")), (1.0, Tag("A")), (4.0, Nothing())]) == [Arrived("A"), Left("A")]
    assert changes([(0.0, Tag("A")), (1.0, Tag("A")), (2.0, Nothing())]) == [Arrived("A")]


UIDS = st.sampled_from([Tag("A"), Tag("B"), Tag("C")])
OUTCOMES = st.one_of(UIDS, st.sampled_from([Nothing(), Garbled("x"), Several(), Refused("y"), Dead("z")]))
STREAMS = st.lists(st.tuples(st.floats(0.001, 3.0), OUTCOMES), max_size=200)


def timed(steps: list[tuple[float, Outcome]]) -> list[tuple[float, Outcome]]:
    now, stream = 0.0, []
    for step, outcome in steps:
        now += step
        stream.append((now, outcome))
    return stream


@given(STREAMS)
def test_arrivals_and_departures_take_turns(steps: list[tuple[float, Outcome]]) -> None:
    """Never two tags lie there, and nothing leaves that had not arrived."""
    lying: str | None = None
    for change in changes(timed(steps)):
        match change:
            case Arrived(uid):
                assert lying is None
                lying = uid
            case Left(uid):
                assert lying == uid
                lying = None


@given(STREAMS)
def test_hints_are_told_once_and_taken_back_once(steps: list[tuple[float, Outcome]]) -> None:
    showing: str | None = None
    for change in changes(timed(steps)):
        match change:
            case Hinted(hint):
                assert showing is None
                showing = hint
            case Cleared(hint):
                assert showing == hint
                showing = None


@given(STREAMS, st.floats(0.01, 0.3))
def test_after_a_clean_absence_everything_starts_afresh(steps: list[tuple[float, Outcome]], pace: float) -> None:
    spot, now = Spot(), 0.0
    for now, outcome in timed(steps):
        spot, _ = see(spot, outcome, now, Timing())
    found: list[Change] = []
    afresh: list[Outcome] = [*[Nothing()] * 3, *[Tag("A")] * 20]
    for place, outcome in enumerate(afresh, 1):
        spot, some = see(spot, outcome, now + place * pace, Timing())
        found += some
    assert found[-1] == Arrived("A")
    assert spot.lying == "A"


@given(STREAMS)
def test_only_what_was_read_arrives_and_it_was_read_twice(steps: list[tuple[float, Outcome]]) -> None:
    for change in changes(timed(steps)):
        if isinstance(change, Arrived):
            assert [outcome for _, outcome in steps].count(Tag(change.uid)) >= 2


@given(
    st.lists(st.tuples(st.sampled_from([Tag("A"), Garbled("x"), Dead("z")]), st.integers(0, 2)), min_size=10),
    st.floats(0.02, 0.3),
)
def test_a_tag_that_lies_there_is_one_arrival_whatever_is_missed(seen: list[tuple[Outcome, int]], pace: float) -> None:
    """Up to two clean misses after each sign of it."""
    stream: list[Outcome] = [Tag("A")] * 30
    for outcome, misses in seen:
        # A dead reader proves nothing, so misses on both sides of it would add up.
        stream += [outcome, *[Nothing()] * (0 if isinstance(outcome, Dead) else misses)]
        if isinstance(outcome, Dead):
            stream.append(Tag("A"))
    assert [c for c in changes(every(pace, *stream)) if not isinstance(c, Hinted | Cleared)] == [Arrived("A")]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=40))
def test_tags_that_take_turns_within_the_settling_time_never_arrive(turns: list[tuple[int, int]]) -> None:
    stream: list[Outcome] = []
    for first, second in turns:
        stream += [*[Tag("A")] * first, *[Tag("B")] * second]
    assert not [change for change in changes(every(0.05, *stream)) if isinstance(change, Arrived)]


@given(STREAMS, st.integers(1, 10))
def test_once_decided_more_of_the_same_changes_nothing(steps: list[tuple[float, Outcome]], more: int) -> None:
    spot, now, last = Spot(), 0.0, None
    for now, last in timed(steps):
        spot, _ = see(spot, last, now, Timing())
    if last is None or not spot.decided or isinstance(last, Several | Tag):
        return
    for place in range(1, more + 1):
        spot, some = see(spot, last, now + place * 0.05, Timing())
        assert some == ()
