"""Nobody can tell apart two worlds that the rules do not let him tell apart.

Every pair is one whole turn, played over two sets of secrets with the same public face. Whoever does not hold the
secrets must have seen the same in both: views, lights, questions, choices, counts, words, positions, and the answers
to illegal picks.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.events import EVERYONE
from companion.games.scorpion import events as e
from companion.games.scorpion import turns
from companion.games.scorpion.names import CAT, TRAITOR
from companion.seats import REFEREE
from companion.session import Fault, Session
from companion.verdicts import Refused
from tests.companion.support import MORE, SameChance, copy_of
from tests.companion.worlds import (
    Dropped,
    Position,
    Witness,
    beginnings,
    first_difference,
    pair_of_guards,
    pair_of_intruders,
)

Pair = Callable[[Position, int], tuple[Witness, Witness, Counter[str]]]
PAIRS = 75 * MORE
"""How many pairs for each board and each side: four times as many in all."""

GAMES = 4 + MORE
"""From how many random games the turns are taken."""


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is the same in both worlds."""
    monkeypatch.setattr("companion.session.Chance", SameChance)


@functools.cache
def starts(board: str, games: int) -> list[Position]:
    """Positions at the beginnings of turns, in an order that mixes early and late ones."""
    found = list(beginnings(board, range(games)))
    random.Random(0).shuffle(found)
    # Intruders who are seen are rare, and have the most to hide again: every second turn is one of theirs.
    seen = itertools.cycle([start for start in found if start["ninja"]["shown"] or start["traitor"]["shown"]])
    return [start for pair in zip(found, seen, strict=False) for start in pair]


def pairs(pair: Pair, board: str, count: int) -> Iterable[tuple[int, str | None, Counter[str] | None]]:
    """For each seed the first difference between its two worlds; None and no acts where the pair was dropped."""
    for seed, start in zip(range(count), itertools.cycle(starts(board, GAMES)), strict=False):
        try:
            one, other, acts = pair(start, seed)
        except Dropped:
            yield seed, None, None
            continue
        yield seed, first_difference(one.all_seen(), other.all_seen()), acts


@pytest.mark.parametrize("board", ["drill-yard", "twin-castles"])
@pytest.mark.parametrize("pair", [pair_of_intruders, pair_of_guards])
def test_two_worlds_look_the_same(pair: Pair, board: str) -> None:
    dropped, acts = 0, Counter[str]()
    for seed, difference, done in pairs(pair, board, PAIRS):
        assert difference is None, f"seed {seed}: {difference}"
        if done is None:
            dropped += 1
        else:
            acts += done
    assert dropped <= PAIRS // 2, f"{dropped} of {PAIRS} dropped"
    if pair is pair_of_intruders:
        assert {"walk", "meet", "search", "bluff"} | ({"leave"} if board == "twin-castles" else set()) <= acts.keys(), (
            acts
        )
    else:
        assert {"CardPlayed", "Heard", "Searched", "Woken", "Detected"} <= acts.keys(), acts


# ---- would these tests see a leak? ------------------------------------------------------------------------------


def tell_everybody(kind: type[Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """The event is told to all."""

    def leak(patch: pytest.MonkeyPatch) -> None:
        patch.setattr("companion.events._TOLD_WHOLE", {})  # what was worked out of the audiences as they are
        patch.setattr(kind, "audience", EVERYONE)

    leak.__name__ = f"{kind.__name__} is told"
    return leak


def hide_no_field(kind: type[Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """The event's secret fields are told with it."""

    def leak(patch: pytest.MonkeyPatch) -> None:
        patch.setattr("companion.events._TOLD_WHOLE", {})
        patch.setattr(kind, "secret", {})

    leak.__name__ = f"{kind.__name__} keeps nothing back"
    return leak


def cat_by_hand(patch: pytest.MonkeyPatch) -> None:
    """The answer window opens only for who holds a Cat: the question itself tells."""
    patch.setattr(turns, "cat_can_answer", lambda state: CAT in state.figures[TRAITOR].hand)


def lights_of_all(patch: pytest.MonkeyPatch) -> None:
    """Lights are worked out from what the referee knows."""

    def lights(self: Session[Any]) -> dict[str, str]:
        return {str(figure.zone): "detected" for figure in copy_of(self, REFEREE).figures.values() if figure.zone}

    patch.setattr(Session, "lights", lights)


def answers_of_all(patch: pytest.MonkeyPatch) -> None:
    """A refusal is worked out from what the referee knows."""
    honest = Session.pick

    def pick(self: Session[Any], seat: Any, choice: str, basis: int | None = None) -> Any:
        verdict = honest(self, seat, choice, basis)
        zones = {figure.zone for figure in copy_of(self, REFEREE).figures.values()}
        if isinstance(verdict, Refused) and choice.partition(":")[2] in zones:
            return Refused("not_here")
        return verdict

    patch.setattr(Session, "pick", pick)


def positions_of_all(patch: pytest.MonkeyPatch) -> None:
    """A position is written from the referee's copy."""
    patch.setattr(Session, "position", lambda self, seat: self._game.position(self._copies[REFEREE], seat))


def pictures_of_all(patch: pytest.MonkeyPatch) -> None:
    """A view is drawn from the referee's copy."""

    def view(self: Session[Any], seat: Any) -> Any:
        truth = self._copies[REFEREE]
        return self._game.view(truth, truth, seat, self._told[seat], None)

    patch.setattr(Session, "view", view)


LEAKS_OF_INTRUDERS = [
    tell_everybody(e.Stepped),
    tell_everybody(e.Finished),
    tell_everybody(e.FigureChosen),
    tell_everybody(e.Chosen),
    tell_everybody(e.HeardWhom),
    hide_no_field(e.Concealed),
    cat_by_hand,
    lights_of_all,
    answers_of_all,
    positions_of_all,
    pictures_of_all,
]
LEAKS_OF_GUARDS = [
    hide_no_field(e.CardsDrawn),
    hide_no_field(e.DeckShuffled),
    positions_of_all,
    pictures_of_all,
]


@pytest.mark.parametrize(
    ("pair", "leak"),
    [(pair_of_intruders, leak) for leak in LEAKS_OF_INTRUDERS] + [(pair_of_guards, leak) for leak in LEAKS_OF_GUARDS],
)
def test_a_leak_would_be_seen(
    pair: Pair, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a redaction broken on purpose, some pair looks different: the test above would fail."""
    begun = starts("twin-castles", GAMES)
    leak(monkeypatch)
    for seed, start in zip(range(100), itertools.cycle(begun), strict=False):
        try:
            one, other, _ = pair(start, seed)
        except Dropped:
            continue
        except (AssertionError, Fault):
            return  # the same picks are not even possible in the other world
        if first_difference(one.all_seen(), other.all_seen()) is not None:
            return
    pytest.fail("this leak passes unseen")
