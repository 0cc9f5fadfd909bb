"""Nobody can tell apart two worlds that the rules do not let him tell apart.

Every pair is one whole turn, or one setup, played over two sets of secrets with the same public face. Whoever does not
hold the secrets must have seen the same in both: views, lights, questions, choices, counts, words, positions, and the
answers to illegal picks. Two thousand pairs are played by default, a hundred by `--quick`; with `--worlds N` every turn
of N whole games is, for each board and number of players.
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
from companion.games.scorpion.names import CAT, GUARD_SIDE, TRAITOR
from companion.seats import REFEREE
from companion.session import Fault, Session
from companion.taking import Points
from companion.undoing import Row, Undoing
from companion.verdicts import Refused
from tests.companion.support import SameChance, copy_of
from tests.companion.worlds import Dropped, Position, Witness, beginnings, first_difference
from tests.companion.worlds_guards import pair_of_guards, pair_of_hands
from tests.companion.worlds_intruders import pair_of_intruders
from tests.companion.worlds_setup import setup_of_guards, setup_of_hands, setup_of_intruders

Pair = tuple[Witness, Witness, Counter[str]]
Turn = Callable[[Position, int], Pair]
Setup = Callable[[str, int, int], Pair]
BOARDS = ("drill-yard", "twin-castles")
GAMES = 5
"""From how many random games the turns are taken."""
FEW_TURNS, MANY_TURNS = 6, 124
FEW_SETUPS, MANY_SETUPS = 1, 12
"""How many pairs for each secret, board and number of players, in the quick run and besides in the whole one."""


def cases(of_two: Iterable[Any], of_one: Any) -> list[Any]:
    """Every secret with every number of players and every board; two guard players have secrets from each other."""
    found = [(pair, players, board) for pair in of_two for players in (2, 3, 4) for board in BOARDS]
    found += [(of_one, 4, board) for board in BOARDS]
    return [pytest.param(*case, id=f"{case[0].__name__}-{case[1]}-{case[2]}") for case in found]


TURNS = cases((pair_of_intruders, pair_of_guards), pair_of_hands)
SETUPS = cases((setup_of_intruders, setup_of_guards), setup_of_hands)
assert len(TURNS) * (FEW_TURNS + MANY_TURNS) + len(SETUPS) * (FEW_SETUPS + MANY_SETUPS) >= 2000


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is the same in both worlds."""
    monkeypatch.setattr("companion.session.Chance", SameChance)


@functools.cache
def starts(board: str, players: int, games: int) -> list[Position]:
    """Positions at the beginnings of turns, in an order that mixes early and late ones."""
    found = list(beginnings(board, players, range(games)))
    random.Random(0).shuffle(found)
    # Intruders who are seen are rare, and have the most to hide again: every second turn is one of theirs.
    seen = itertools.cycle([start for start in found if start["ninja"]["shown"] or start["traitor"]["shown"]])
    return [start for pair in zip(found, seen, strict=False) for start in pair] or found


def compared(pairs: Iterable[Callable[[], Pair]]) -> tuple[int, int, Counter[str]]:
    """Each pair looks the same in both worlds. How many there were, how many were dropped, and what was done."""
    dropped, acts, count = 0, Counter[str](), 0
    for at, pair in enumerate(pairs):
        count += 1
        try:
            one, other, done = pair()
        except Dropped:
            dropped += 1
            continue
        difference = first_difference(one.all_seen(), other.all_seen())
        assert difference is None, f"pair {at}: {difference}"
        acts += done
    return count, dropped, acts


@pytest.mark.parametrize(("pair", "players", "board"), TURNS)
def test_a_few_turns_look_the_same_in_two_worlds(pair: Turn, players: int, board: str) -> None:
    begun = starts(board, players, 1)
    pairs = [functools.partial(pair, begun[seed % len(begun)], seed) for seed in range(FEW_TURNS)]
    _, dropped, _ = compared(pairs)
    assert dropped <= FEW_TURNS // 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("pair", "players", "board"), TURNS)
def test_turns_look_the_same_in_two_worlds(pair: Turn, players: int, board: str, pytestconfig: pytest.Config) -> None:
    whole_games: int = pytestconfig.getoption("--worlds")
    if whole_games:
        begun = list(beginnings(board, players, range(whole_games)))
        seeds = range(len(begun))
    else:
        begun = starts(board, players, GAMES)
        seeds = range(FEW_TURNS, FEW_TURNS + MANY_TURNS)
    count, dropped, acts = compared(functools.partial(pair, begun[seed % len(begun)], seed) for seed in seeds)
    assert dropped <= count // 2, f"{dropped} of {count} dropped"
    if pair is pair_of_intruders:
        needed = {"walk", "meet", "search", "bluff", "take_back"}
        needed |= {"leave"} if board == "twin-castles" else set()
    else:
        needed = {"CardPlayed", "Heard", "Searched", "Woken", "Detected"}
    assert needed <= acts.keys(), acts


@pytest.mark.parametrize(("pair", "players", "board"), SETUPS)
def test_a_few_setups_look_the_same_in_two_worlds(pair: Setup, players: int, board: str) -> None:
    compared(functools.partial(pair, board, players, seed) for seed in range(FEW_SETUPS))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("pair", "players", "board"), SETUPS)
def test_setups_look_the_same_in_two_worlds(pair: Setup, players: int, board: str, pytestconfig: pytest.Config) -> None:
    seeds = range(FEW_SETUPS, FEW_SETUPS + (pytestconfig.getoption("--worlds") or MANY_SETUPS))
    count, dropped, acts = compared(functools.partial(pair, board, players, seed) for seed in seeds)
    assert dropped <= count // 2, f"{dropped} of {count} dropped"
    assert {"choose_hand", "undo", "confirm_setup"} <= acts.keys()


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


def undone_for_all(patch: pytest.MonkeyPatch) -> None:
    """A fellow hears of everything that is taken back, and his picks keep others from taking back."""
    kept, is_told = Undoing.keep, Row.is_told
    keeping: list[bool] = []

    def keep(self: Undoing[Any], *row: Any) -> None:
        keeping.append(True)
        kept(self, *row)
        keeping.pop()

    patch.setattr(Undoing, "keep", keep)
    patch.setattr(Row, "is_told", lambda row, seat: not keeping or is_told(row, seat))


def taking_for_all(patch: pytest.MonkeyPatch) -> None:
    """What a fellow only begins to play shows in what may be taken back."""
    honest = Points.open_to
    patch.setattr(Points, "open_to", lambda self, seat, side, rows: honest(self, REFEREE, side, rows))


def chosen_for_fellows(patch: pytest.MonkeyPatch) -> None:
    """Two guard players see which cards the other picks."""
    patch.setattr("companion.events._TOLD_WHOLE", {})
    patch.setattr(e.Chosen, "audience", GUARD_SIDE)


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
LEAKS = [
    *((pair_of_intruders, players, leak) for players in (2, 3, 4) for leak in LEAKS_OF_INTRUDERS),
    *((pair_of_guards, players, leak) for players in (2, 4) for leak in LEAKS_OF_GUARDS),
    # Drawn from the referee's copy, a guard player's own panels still show no card of the other: there it is no leak.
    *((pair_of_hands, 4, leak) for leak in LEAKS_OF_GUARDS if leak is not pictures_of_all),
]
LEAKS_OF_SETUP = [
    *((setup_of_intruders, players, tell_everybody(e.EntranceDug)) for players in (2, 3)),
    (setup_of_intruders, 2, hide_no_field(e.Started)),
    (setup_of_intruders, 3, tell_everybody(e.Chosen)),
    (setup_of_guards, 2, tell_everybody(e.ObjectHidden)),
    (setup_of_guards, 4, hide_no_field(e.HandChosen)),
    (setup_of_hands, 4, hide_no_field(e.HandChosen)),
    *((setup_of_hands, 4, leak) for leak in (undone_for_all, taking_for_all, chosen_for_fellows)),
]


RARE = {"cat_by_hand", "FigureChosen is told", "HeardWhom is told", "Stepped is told"}
"""Leaks that show in few pairs only: to find one takes a second or more."""


def named(leaks: Iterable[tuple[Any, int, Any]], quick: int) -> list[Any]:
    """The leaks as parameters of a test; only those of so many players that are soon found belong to the quick run."""
    found = []
    for pair, players, leak in leaks:
        soon = players == quick and leak.__name__ not in RARE
        name = f"{pair.__name__}-{players}-{leak.__name__}"
        found.append(pytest.param(pair, players, leak, id=name, marks=() if soon else pytest.mark.slow))
    return found


def is_seen(pairs: Iterable[Callable[[], Pair]]) -> bool:
    """True when some pair looks different: the tests above would fail."""
    for pair in pairs:
        try:
            one, other, _ = pair()
        except Dropped:
            continue
        except (AssertionError, Fault):
            return True  # the same picks are not even possible in the other world
        if first_difference(one.all_seen(), other.all_seen()) is not None:
            return True
    return False


@pytest.mark.parametrize(("pair", "players", "leak"), named(LEAKS, 2))
def test_a_leak_would_be_seen(
    pair: Turn, players: int, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = starts("twin-castles", players, GAMES)
    leak(monkeypatch)
    assert is_seen(functools.partial(pair, begun[seed % len(begun)], seed) for seed in range(100))


@pytest.mark.parametrize(("pair", "players", "leak"), named(LEAKS_OF_SETUP, 4))
def test_a_leak_in_setup_would_be_seen(
    pair: Setup, players: int, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert is_seen(functools.partial(pair, "drill-yard", players, seed) for seed in range(20))
