"""Two worlds that some seats cannot tell apart: the same public play over different secrets of the others.

Which second worlds are consistent is worked out from the rules (distances, contacts, searches), never by comparing
what the referee told: a leak would then only drop the pair. `worlds_intruders`, `worlds_guards` and `worlds_setup`
make the pairs; what all of them need is here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from companion.games.scorpion.board import Board
from companion.games.scorpion.names import INTRUDER_SIDE, SEATS
from companion.prompts import Prompt
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.taking import TAKE_BACK
from companion.verdicts import Accepted, Refused
from companion.views import EndingPanel
from tests.companion.support import (
    asked,
    copy_of,
    forms,
    open_table,
    play,
    position,
    text,
    told,
)

Position = dict[str, Any]
FIGURES = ("ninja", "traitor")
PASSAGE = "passage"
CLOSED = {"step", "pursue"}
"""Questions that a pick of another prompt closes: what they do not offer may be accepted all the same."""
PROBES = 3
"""Illegal picks tried at every look."""
LONGEST = 600
"""More picks than any turn may take."""


class Dropped(Exception):
    """No second world was found for this one."""


# ---- who sits where ---------------------------------------------------------------------------------------------


def guard_side(players: int) -> tuple[Seat, ...]:
    """The seats of the guards."""
    return tuple(seat for seat in SEATS[players] if seat not in INTRUDER_SIDE)


def intruder_side(players: int) -> tuple[Seat, ...]:
    """The seats of the intruders."""
    return tuple(seat for seat in SEATS[players] if seat in INTRUDER_SIDE)


def player_of(players: int, figure: str) -> Seat:
    """The seat that plays an intruder."""
    return Seat("intruders") if players == 2 else Seat(figure)


# ---- what a side sees -------------------------------------------------------------------------------------------


class Witness:
    """Plays a table, and keeps what observers see of it: one entry whenever anything that they see changes."""

    def __init__(self, session: Session[Any], observers: Sequence[Seat], seed: int) -> None:
        self.session, self.observers, self.seed = session, observers, seed
        self.forms = forms(session)
        self.seen: list[str] = []
        self.picks = 0
        self.look()

    def pick(self, seat: Seat, choice: str) -> Accepted:
        """One legal pick of whoever plays, and a look at what it showed."""
        self.picks += 1
        assert self.picks < LONGEST, "this turn does not end"
        verdict = self.session.pick(seat, choice)
        assert isinstance(verdict, Accepted), (seat, choice, verdict, self.session.prompt(seat))
        self.look()
        return verdict

    def look(self) -> None:
        """Adds what the observers see now, where it is not what they saw last."""
        session = self.session
        now: list[Any] = [session.lights(), session.outcome()]
        for seat in self.observers:
            prompt = session.prompt(seat)
            now += [seat, session.basis(seat), prompt, session.position(seat)]
            if session.basis(seat) % 8 == 0:  # drawing one takes as long as everything else here together
                now.append(picture(session, seat))
            if prompt is not None:
                now.append(session.say_prompt(prompt))
                if TAKE_BACK in prompt.choices:
                    now.append(self._points(seat))
            if seat != TABLE:
                now.append(self._answers(seat))
        entry = text(now)
        if not self.seen or entry != self.seen[-1]:
            self.seen.append(entry)

    def _points(self, seat: Seat) -> Prompt | None:
        """The points that the seat could ask for; to look at them and to pass is told to nobody."""
        assert isinstance(self.session.pick(seat, TAKE_BACK), Accepted)
        offered = self.session.prompt(seat)
        assert isinstance(self.session.pick(seat, "pass"), Accepted)
        return offered

    def _answers(self, seat: Seat) -> list[Any]:
        """What comes of illegal picks: by what the seat knows, the same ones in every world it cannot tell apart."""
        prompt = self.session.prompt(seat)
        source = random.Random(f"{self.seed}/{seat}/{self.session.basis(seat)}")
        found: list[Any] = []
        for choice in source.sample(self.forms, PROBES):
            if prompt is not None and (choice in prompt.choices or prompt.ask in CLOSED):
                continue
            verdict = self.session.pick(seat, choice)
            assert isinstance(verdict, Refused), (seat, choice, prompt)
            found.append([choice, verdict, self.session.say_refusal(seat, verdict)])
        return found

    def all_seen(self) -> list[str]:
        """Everything the observers saw and were told, in the order in which they learned it."""
        session, heard = self.session, []
        for seat in self.observers:
            heard.append(text(told(session, seat)))
            heard.append("\n".join(session.describe(seat, event) for event in session.told(seat)))
        return [*self.seen, *heard, *(picture(session, seat) for seat in self.observers)]


def picture(session: Session[Any], seat: Seat) -> str:
    """The view of a seat, but for the printed board, which never changes, and for what the end of a night reveals."""
    view, over = session.view(seat), session.outcome() is not None
    panels = [p for p in view.panels if not (over and isinstance(p, EndingPanel))]
    panels = [msgspec.structs.replace(p, sheet=None) if hasattr(p, "sheet") else p for p in panels]
    return text(msgspec.structs.replace(view, panels=tuple(panels)))


def first_difference(one: list[str], other: list[str]) -> str | None:
    """Where two worlds look different; None where they look the same."""
    for at, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            place = next(i for i, (a, b) in enumerate(zip(here + "\0", there + "\1", strict=False)) if a != b)
            return (
                f"entry {at}:\n  {here[max(0, place - 200) : place + 80]}\n  {there[max(0, place - 200) : place + 80]}"
            )
    return None if len(one) == len(other) else f"{len(one)} entries and {len(other)}"


# ---- where worlds begin -----------------------------------------------------------------------------------------


def beginnings(board: str, players: int, seeds: Iterable[int]) -> Iterator[Position]:
    """Positions at the beginning of a guards' card phase, one a turn of random games."""
    guards = guard_side(players)
    for seed in seeds:
        session = open_table("scorpion", seed, map=board, players=players)
        turns: set[int] = set()
        for _ in play(session, random.Random(seed + 9000)):
            asks = {prompt.ask for seat in guards if (prompt := session.prompt(seat)) is not None}
            if not asks or not asks <= {"play_drawn", "play_hand"} or copy_of(session, TABLE).turn in turns:
                continue
            found = position(session)
            begun = any((found["prompts"][seat] or {"about": []})["about"] for seat in guards)
            if not found["played_this_turn"] and not begun:
                turns.add(found["turn"])
                yield found


def sober(state: Position) -> set[str]:
    """The zones in which a guard stands who notices something."""
    return {guard["zone"] for guard in state["guards"].values() if not guard["drunk"]}


def hears(board: Board, state: Position, figure: str, zone: str) -> bool:
    """R101-R103, Q7: the zone distance is at most the zones he moved on the previous turn, and he did move."""
    fig = state[figure]
    if fig["state"] != "on_map" or not fig["moved"]:
        return False
    return board.distance[zone][fig["zone"]] <= fig["moved"]


# ---- the same picks at another table ----------------------------------------------------------------------------


def owner_of(witness: Witness, seat: Seat, choice: str) -> Seat:
    """Whose choice it is: in one world the referee may have given it itself, where in the other a seat is asked."""
    prompt = witness.session.prompt(seat)
    if prompt is not None and choice in prompt.choices:
        return seat
    found = [prompt.seat for prompt in asked(witness.session) if choice in prompt.choices]
    assert found, f"{choice} is offered to nobody in the other world"
    return found[0]


def replay(witness: Witness, picks: Sequence[tuple[Seat, str]]) -> None:
    """The same picks at another table, where the referee may give other ones of them itself."""
    left = list(picks)
    while left:
        seat, choice = left.pop(0)
        for given in witness.pick(owner_of(witness, seat, choice), choice).picks[1:]:
            assert left, f"{given} is given in the other world only"
            assert left[0][1] == given, (left[0], given)
            left.pop(0)
