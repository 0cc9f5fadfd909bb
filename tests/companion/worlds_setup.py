"""Worlds that differ from the first pick on: two setups with the same public face."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from companion.prompts import UNDO, Prompt
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.taking import TAKE_BACK
from tests.companion.support import copy_of, of_the_game, open_table
from tests.companion.worlds import Dropped, Witness, guard_side, intruder_side

HIDDEN = ("choose_hand", "hide_", "dig_passage", "start_")
"""What is asked for in setup and stays secret when it is over; where guards stand does not."""


class Setups:
    """Two tables that are set up side by side: `varied` seats pick what they like in either, all others the same."""

    def __init__(
        self, both: tuple[Witness, Witness], varied: tuple[Seat, ...], hidden: tuple[str, ...], seed: int
    ) -> None:
        self.both, self.varied, self.hidden = both, varied, hidden
        self.source = random.Random(seed)
        self.own: dict[tuple[int, Seat], int] = {}
        """How many hidden picks a seat made in a world since the last one that both worlds share."""
        self.acts: Counter[str] = Counter()

    def play(self) -> None:
        """Until the first turn begins."""
        one = self.both[0].session
        while copy_of(one, TABLE).phase == "setup":
            seat = self.source.choice(one.seats)
            if seat in self.varied:
                for at in range(2):
                    self._hide(at, seat)
            self._share(seat)

    def _free(self, prompt: Prompt | None) -> bool:
        return prompt is not None and prompt.ask.startswith(self.hidden)

    def _hide(self, at: int, seat: Seat) -> None:
        """Some picks of one world alone, also ones that are taken back."""
        witness = self.both[at]
        for _ in range(self.source.randrange(1, 6)):
            prompt = witness.session.prompt(seat)
            if prompt is None or not self._free(prompt):
                return
            made = self.own.get((at, seat), 0)
            if UNDO in prompt.choices and made and self.source.random() < 0.2:
                witness.pick(seat, UNDO)
                self.own[at, seat] = made - 1
                self.acts["undo"] += 1
                continue
            choices = [choice for choice in of_the_game(prompt) if choice not in ("arrange", "starter")]
            witness.pick(seat, self.source.choice(choices))
            self.own[at, seat] = made + 1
            self.acts[prompt.ask] += 1

    def _share(self, seat: Seat) -> None:
        """One pick that both worlds share, where both ask the same and it is no secret of one world."""
        prompts = [witness.session.prompt(seat) for witness in self.both]
        if prompts[0] is None or prompts[1] is None or any(seat in self.varied and self._free(p) for p in prompts):
            return
        if prompts[0].ask == "confirm_setup" and prompts[1].ask == "confirm_setup":
            self._look_for_meetings()
        choices = [c for c in prompts[0].choices if c not in ("arrange", TAKE_BACK) and c in prompts[1].choices]
        if seat in self.varied:
            choices = [choice for choice in choices if choice != UNDO]
        if prompts[0].ask != prompts[1].ask or not choices:
            return
        choice = self.source.choice(choices)
        for at, witness in enumerate(self.both):
            witness.pick(seat, choice)
            self.own[at, seat] = 0
        self.acts[prompts[0].ask] += 1

    def _look_for_meetings(self) -> None:
        """Where guards stand an intruder is seen at once (R147), which the other world would have to know of."""
        for witness in self.both:
            truth = copy_of(witness.session, REFEREE)
            starts = {zone for draft in truth.drafts.values() for zone in draft.starts.values()}
            starts |= {str(figure.zone) for figure in truth.figures.values()}
            posted = {guard.zone for guard in truth.guards.values()}
            for draft in truth.drafts.values():
                posted |= {*draft.posts, *(zone for zone, _ in draft.patrols)}
            if starts & posted:
                raise Dropped("an intruder begins where guards stand")


def _pair(board: str, players: int, seed: int, varied: tuple[Seat, ...], hidden: tuple[str, ...]) -> Setups:
    sessions: list[Session[Any]] = [open_table("scorpion", seed, map=board, players=players) for _ in range(2)]
    observers = (*(seat for seat in sessions[0].seats if seat not in varied), TABLE)
    one, other = (Witness(session, observers, seed) for session in sessions)
    setups = Setups((one, other), varied, hidden, seed)
    setups.play()
    return setups


def setup_of_intruders(board: str, players: int, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Hands, entrances and starts of the intruders differ. Raises Dropped."""
    setups = _pair(board, players, seed, intruder_side(players), HIDDEN)
    return *setups.both, setups.acts


def setup_of_guards(board: str, players: int, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Hands of the guards and what they hide differ. Raises Dropped."""
    setups = _pair(board, players, seed, guard_side(players), HIDDEN)
    return *setups.both, setups.acts


def setup_of_hands(board: str, players: int, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """One guard player's hand differs, which the other guard player cannot tell apart either (Q40). Raises Dropped."""
    setups = _pair(board, players, seed, (guard_side(players)[seed % 2],), ("choose_hand",))
    return *setups.both, setups.acts
