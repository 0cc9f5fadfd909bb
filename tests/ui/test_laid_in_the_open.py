"""Whoever lays anything on the reader while no private window is open learns by it only what all may know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.findings import HIDDEN, Finding, Ignored, Ruled, Seen
from companion.games.scorpion import guards, laid
from companion.games.scorpion.refusals import no
from companion.referee import Referee
from companion.seats import REFEREE
from companion.session import Session
from companion.verdicts import Refused
from tests.companion.support import MORE

from .laid import Watched, may_be_played, pairs, tokens

TABLES = [
    *(("scorpion", players, "digital") for players in (2, 3, 4)),
    *(("scorpion", players, "physical") for players in (2, 4)),
    *(("shinobinogi", 2, deck) for deck in ("digital", "physical")),
    *(("shinobi_arts", players, "digital") for players in (3, 5)),
    ("shinobi_arts", 4, "physical"),
]
FEW, MANY = 2, 10 * MORE
"""How many pairs for each table, in the quick run and in the whole one."""


def compared(game: str, players: int, deck: str, count: int) -> dict[str, int]:
    """Every piece looks the same in both worlds of each pair, but for a play of the guards; what came of them."""
    found, source = {"pairs": 0, "played": 0, "private": 0}, random.Random(count)
    for start, other in pairs(game, players, deck, count):
        found["pairs"] += 1
        worlds = [Watched(start), Watched(other)]
        assert worlds[0].bridge.latest() == worlds[1].bridge.latest(), "these worlds are not alike"
        for token in tokens(worlds[0], source):
            worlds = [here if here.untouched else Watched(here.start) for here in worlds]
            asked, played = worlds[0].asks_in_the_open(), may_be_played(worlds[0], token)
            unheld = [_is_refused(here, token) for here in worlds]
            seen = [here.lay(token) for here in worlds]
            if played and any(here.taken for here in worlds):
                found["played"] += 1
                if token.startswith("guard:"):  # nothing of a hand, but something may be begun behind the curtain
                    assert seen[0] == seen[1] or start["prompts"] != other["prompts"], token
                    continue
                for here, refused in zip(worlds, unheld, strict=True):
                    assert here.taken != refused, f"{token} is refused although it could be played"
                    assert here.taken or here.untouched
                continue
            assert seen[0] == seen[1], (token, difference(*seen))
            if not asked:
                found["private"] += 1
                assert all(here.untouched for here in worlds), f"{token} answered a private question"
            if played and token.startswith("card:"):
                assert all(unheld), f"{token} is refused although it could be played"
    return found


def _is_refused(here: Watched, token: str) -> bool:
    """Whether no guard seat can play this card, by its own copy."""
    choice = "card:" + token.split("/")[1] if token.startswith("card:guards/") else "end"
    asked = [seat for seat in here.session.seats if (prompt := here.session.prompt(seat)) and prompt.ask in PLAYS]
    return all(here.session.why_not(seat, choice) is not None for seat in asked)


PLAYS = ("play_drawn", "play_hand", "move_patrols", "step", "pursue")


def difference(*seen: list[Any]) -> tuple[str, str]:
    """Where what was seen differs, in both worlds."""
    one, other = map(repr, seen)
    at = next(i for i, (a, b) in enumerate(zip(one + "\0", other + "\1", strict=False)) if a != b)
    return one[max(0, at - 200) : at + 80], other[max(0, at - 200) : at + 80]


@pytest.mark.parametrize(("game", "players", "deck"), TABLES)
def test_B37_a_few_tables_tell_nothing_to_whoever_lays_a_piece_on_the_reader(
    game: str, players: int, deck: str
) -> None:
    assert compared(game, players, deck, FEW)["pairs"] == FEW


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "players", "deck"), TABLES)
def test_B37_tables_tell_nothing_to_whoever_lays_a_piece_on_the_reader(game: str, players: int, deck: str) -> None:
    found = compared(game, players, deck, MANY)
    assert found["pairs"] >= MANY // 2
    assert found["private"] or game == "shinobi_arts"
    assert found["played"] or game != "scorpion"


# ---- would these tests see a leak? ------------------------------------------------------------------------------


def taken_for_whom_it_fits(patch: pytest.MonkeyPatch) -> None:
    """A piece is the answer of whoever is asked, though his window is closed."""
    patch.setattr(Referee, "_in_the_open", lambda self, token, _curtain: self._anybodys(token))


def whose_own_copy_fits(patch: pytest.MonkeyPatch) -> None:
    """What a piece means is worked out from the referee's copy."""
    patch.setattr(Session, "laid", lambda self, token: self._game.laid(self._copies[REFEREE], token))


def otherwise(change: Callable[[Referee, str, Finding], Finding]) -> Callable[[pytest.MonkeyPatch], None]:
    """What a piece that did nothing in the open is answered by is changed."""

    def leak(patch: pytest.MonkeyPatch) -> None:
        honest = Referee._in_the_open

        def in_the_open(self: Referee, token: str, curtain: Any) -> Finding:
            return change(self, token, honest(self, token, curtain))

        patch.setattr(Referee, "_in_the_open", in_the_open)

    leak.__name__ = change.__name__
    return leak


def the_true_reason(referee: Referee, token: str, found: Finding) -> Finding:
    """Why a card is not played is said to all."""
    if isinstance(found, Ruled) and isinstance(found.verdict, Refused) and found.verdict.reason == HIDDEN:
        refused = referee.session.why_not(found.seat, found.choice)
        return referee._refuse(found.seat, found.choice, refused) if refused is not None else found
    return found


def silent_where_it_is_not_held(referee: Referee, token: str, found: Finding) -> Finding:
    """What somebody could play is acknowledged, all else is not."""
    held = any(referee.session.answers(seat, token) for seat in referee.session.seats)
    return Ignored("not_held") if isinstance(found, Seen) and not held else found


def refused_for_a_secret(patch: pytest.MonkeyPatch) -> None:
    """A card is refused in the open for what the table does not know: nobody can wake anybody then."""

    def why_nobody(table: Any, seat: Any, kind: str) -> Refused | None:
        honest = guards.why_not_played(table, seat, kind)
        return honest or (no("no_sleepers") if kind == "awaken" else None)

    patch.setattr(laid, "why_nobody_plays", why_nobody)


@pytest.mark.parametrize(
    ("game", "leak"),
    [
        *((game, taken_for_whom_it_fits) for game in ("scorpion", "shinobinogi", "shinobi_arts")),
        *((game, whose_own_copy_fits) for game in ("scorpion", "shinobi_arts")),
        ("scorpion", otherwise(the_true_reason)),
        *((game, otherwise(silent_where_it_is_not_held)) for game in ("scorpion", "shinobinogi", "shinobi_arts")),
        ("scorpion", refused_for_a_secret),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
@pytest.mark.slow
def test_a_leak_would_be_seen(
    game: str, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        compared(game, 3 if game == "shinobi_arts" else 2, "digital", MANY)
