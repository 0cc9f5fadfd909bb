"""Tables that play themselves, and what must hold of every one of them.

KUROKO_MORE=20 makes the tests that draw seeds draw twenty times as many.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from companion.chance import Chance
from companion.events import to_plain
from companion.game import Opening
from companion.games.catalogue import CATALOGUE
from companion.prompts import UNDO, Prompt
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.taking import TAKE_BACK
from companion.unknown import UNKNOWN, plain
from companion.verdicts import Accepted, Refused

GAMES = {game.id: game for game in CATALOGUE}
MORE = int(os.environ.get("KUROKO_MORE", "1"))
"""How many times as many seeds as by default."""
BORING = {"end": 0.25, "pause": 0.2, "stay": 0.4, "bluff": 0.15, "undo": 0.1, "off_map": 0.15, "restart": 1.0}
BORING |= {"mana": 0.3, "set": 0.25}
"""How much less often than others a form of choice is picked, so that games become eventful."""
OFFERED_BY_THE_SESSION = {UNDO, TAKE_BACK}
"""Choices that no game knows."""
LONGEST = 6000
"""More picks than any game may take."""


def open_table(name: str, seed: int, **opening: Any) -> Session[Any]:
    """A table of that game without a journal."""
    return Session(GAMES[name], Opening(game=name, seed=seed, **opening))


def tables() -> list[tuple[str, dict[str, Any], bool]]:
    """Every way to open a game that the tests play: each game with each number of players and each map.

    With each whether it stands for all: the most players, on the game's last and smallest map.
    """
    found = []
    for name, game in GAMES.items():
        about = game.about()
        counts, boards = about["players"], about.get("maps") or [""]
        for players in counts:
            for board in boards:
                first = board == boards[-1] and players == max(counts)
                found.append((name, {"players": players, "map": board}, first))
    return found


def copy_of(session: Session[Any], seat: Seat) -> Any:
    """The copy that a session keeps for a seat: tests look where nobody else may."""
    return session._copies[seat]


def all_copies(session: Session[Any]) -> dict[Seat, Any]:
    """Every copy that a session keeps; they are values."""
    return dict(session._copies)


def everybody(session: Session[Any]) -> tuple[Seat, ...]:
    """The seats, TABLE and REFEREE."""
    return (*session.seats, TABLE, REFEREE)


def asked(session: Session[Any]) -> list[Prompt]:
    """The open prompts, in the order of the seats."""
    return [prompt for seat in session.seats if (prompt := session.prompt(seat)) is not None]


def lively(source: random.Random, choices: Sequence[str]) -> str:
    """One of the choices, such that something happens."""
    weights = [BORING.get(choice.partition(":")[0], 1.0) for choice in choices]
    return source.choices(choices, weights)[0]


def of_the_game(prompt: Prompt) -> list[str]:
    """The choices of a prompt that the game offers, not the session."""
    return [choice for choice in prompt.choices if choice not in OFFERED_BY_THE_SESSION]


def next_pick(session: Session[Any], source: random.Random, taking: float = 0) -> tuple[Seat, str] | None:
    """A legal pick for somebody who has a prompt; None where nobody has one. taking: how often to ask to go back."""
    prompts = asked(session)
    if not prompts:
        return None
    prompt = source.choice(prompts)
    if TAKE_BACK in prompt.choices and source.random() < taking:
        return prompt.seat, TAKE_BACK
    return prompt.seat, lively(source, [choice for choice in prompt.choices if choice != TAKE_BACK])


def play(
    session: Session[Any], source: random.Random, most: int = LONGEST, taking: float = 0
) -> Iterator[tuple[Seat, str]]:
    """Plays up to `most` legal picks; each is yielded when it was accepted."""
    for _ in range(most):
        picked = next_pick(session, source, taking)
        if picked is None:
            return
        verdict = session.pick(*picked)
        assert isinstance(verdict, Accepted), (picked, verdict)
        yield picked
    assert most < LONGEST or session.outcome() is not None, "this game does not end"


def played(session: Session[Any], source: random.Random, most: int = LONGEST, taking: float = 0) -> Session[Any]:
    """`session` after up to `most` legal picks."""
    for _ in play(session, source, most, taking):
        pass
    return session


def text(value: Any) -> str:
    """A value of the protocol as JSON."""
    return msgspec.json.encode(value, enc_hook=plain).decode()


def told(session: Session[Any], seat: Seat, since: int = 0) -> list[dict[str, Any]]:
    """What a seat was told, as objects of the protocol."""
    return [json.loads(text(to_plain(event))) for event in session.told(seat, since)]


def position(session: Session[Any], seat: Seat = REFEREE) -> dict[str, Any]:
    """A position as it would be read from the protocol."""
    found: dict[str, Any] = json.loads(text(session.position(seat)))
    return found


def everything(session: Session[Any]) -> dict[str, Any]:
    """All that a table gives out of itself, for every seat: equal before and after what must change nothing."""
    return {
        "position": {seat: position(session, seat) for seat in everybody(session)},
        "told": {seat: told(session, seat) for seat in everybody(session)},
        "prompts": {seat: session.prompt(seat) for seat in session.seats},
        "outcome": session.outcome(),
    }


def loaded(session_or_position: Session[Any] | dict[str, Any], seed: int = 0) -> Session[Any]:
    """A table that stands at a position."""
    found = session_or_position if isinstance(session_or_position, dict) else position(session_or_position)
    keys = {key: found[key] for key in ("game", "players", "map", "cards", "options") if key in found}
    return Session(GAMES[found["game"]], msgspec.convert({**keys, "seed": seed, "position": found}, Opening))


class SameChance(Chance):
    """Chance that knows neither how many picks were made nor how a pile is ordered: tables that differ in what
    nobody sees draw the same with it."""

    def __init__(self, seed: int, pick: int) -> None:
        super().__init__(seed, 0)

    def choose(self, things: Sequence[Any]) -> Any:
        """One of `things`, whatever their order."""
        return super().choose(sorted(things))

    def draw(self, things: Sequence[Any], count: int) -> tuple[Any, ...]:
        """`count` of `things`, whatever their order."""
        return super().draw(sorted(things), count)


def forms(session: Session[Any]) -> list[str]:
    """Well-formed choices of every form of the vocabulary, over all the names of the game at hand."""
    game = GAMES[copy_name(session)]
    if not hasattr(copy_of(session, TABLE), "board"):
        return met_choices(copy_name(session))
    names: set[str] = set()
    for token in game.tokens(copy_of(session, TABLE)):
        kind, _, rest = token.partition(":")
        if kind == "card":
            deck, card, _ = rest.split("/")
            names |= {f"card:{card}", f"card:{card}@{deck}", f"bluff:{card}@{deck}"}
        else:
            names.add(token)
    board = copy_of(session, TABLE).board
    for zone in board.order:
        names |= {f"{form}:{zone}" for form in ("zone", "rope", "ninja", "traitor")}
    names |= {f"patrol:p{n}" for n in range(1, 7)} | {f"take:{n}" for n in range(4)}
    names |= {f"to:{point}" for point in ("step", "phase", "turn")}
    bare = (
        "take_back pass stay end done undo confirm starter arrange listen muster passage off_map other_exit pause show"
    )
    names |= {*bare.split(), "search", "spare", "decline", "sword", "spear", "allow", "refuse"}
    return sorted(names)


@cache
def met_choices(name: str) -> list[str]:
    """Every choice that some random games of a game without a board offer: of each form a good many."""
    found: set[str] = {"take_back", "undo", "pass", "end", "allow", "refuse"}
    for seed in range(10):
        for players in GAMES[name].about()["players"]:
            session = open_table(name, seed, players=players)
            for _ in play(session, random.Random(seed)):
                found.update(choice for prompt in asked(session) for choice in prompt.choices)
    return sorted(found)


def copy_name(session: Session[Any]) -> str:
    """The id of the game that is played."""
    return str(session._game.id)


def refused(session: Session[Any], seat: Seat, choice: str, basis: int | None = None) -> Refused:
    """The refusal of a pick that must be refused."""
    verdict = session.pick(seat, choice, basis)
    assert isinstance(verdict, Refused), (seat, choice, "was accepted")
    return verdict


def agrees(mine: Any, truth: Any) -> bool:
    """True when `mine` is `truth` as far as it is known: `??` agrees with anything, cards of a pile in any order."""
    if mine is UNKNOWN:
        return True
    if isinstance(mine, dict):
        return isinstance(truth, dict) and mine.keys() == truth.keys() and all(agrees(mine[k], truth[k]) for k in mine)
    if isinstance(mine, tuple) and isinstance(truth, tuple):
        if len(mine) != len(truth):
            return False
        if any(item is UNKNOWN for item in mine):
            rest = list(truth)
            return all(item is UNKNOWN or (item in rest and not rest.remove(item)) for item in mine)
        if all(isinstance(item, str) for item in mine):
            return sorted(mine) == sorted(truth)
        return all(map(agrees, mine, truth))
    if isinstance(mine, msgspec.Struct):
        return type(mine) is type(truth) and all(
            agrees(getattr(mine, name), getattr(truth, name)) for name in mine.__struct_fields__
        )
    return bool(mine == truth)
