"""A simple player: it lays MANA, sets and uses what it can, attacks where it saw a scroll, bluffs, blocks for a scroll.

It plays by its seat's own copy, so it cannot know more than a person there. It plays for show and for measuring, not
to be hard to beat: no look-ahead beyond the pick at hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from companion.game import Player
from companion.games.shinobinogi import bots_sight as sight
from companion.games.shinobinogi import bots_worth as worth
from companion.games.shinobinogi import words
from companion.games.shinobinogi.names import FOLLOWER, SCROLL, SEATS, TARGETS, place
from companion.games.shinobinogi.reading import Reading, read
from companion.games.shinobinogi.state import Face, State, blockers, card_of, found, running
from companion.prompts import Prompt
from companion.seats import Seat

BLUFFS: Final = 0.5
"""How often in a turn a card that leads to nothing is set, so that a set card is not always something."""
HIDES: Final = 0.6
"""How often a scroll is set where it can be defended, and half as often where it cannot: a hand is attacked too."""
IDLE_BLOCKS: Final = 0.2
"""How often a card is blocked for that is no scroll."""
FULL_HAND: Final = 4
"""From so many cards on two are spared for a normal attack."""
ENOUGH_MANA: Final = 5
LOOKS_FIRST: Final = 10
"""What only tells something is used before what attacks."""


class SimplePlayer:
    """One seat, played by program; the same seed plays the same game."""

    def __init__(self, seat: Seat, seed: int) -> None:
        self._random = random.Random(f"{seed}/{seat}")

    def choose(self, known: State, prompt: Prompt) -> str:
        """One of the prompt's choices."""
        offered = [choice for choice in prompt.choices if choice not in ("undo", "take_back")] or list(prompt.choices)
        by_ask: dict[str, Callable[[State, Seat, Sequence[str]], str]] = {
            "main": self._main,
            "discard_two": self._cheapest,
            "release": self._cheapest,
            "target": self._target,
            "block": self._block,
            "place_follower": self._space,
            "choose": self._choose,
            "way": self._way,
            "on_entry": lambda known, seat, offered: "use",
            "allow_take_back": lambda known, seat, offered: "allow",
        }
        how = by_ask.get(prompt.ask)
        return how(known, prompt.seat, offered) if how is not None else self._random.choice(offered)

    # ---- the main phase -----------------------------------------------------------------------------------------

    def _main(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        scored = [(self._score(known, seat, choice), self._random.random(), choice) for choice in offered]
        best, _, choice = max(scored)
        return choice if best > 0 else "end"

    def _score(self, known: State, seat: Seat, choice: str) -> float:
        """How good a main action is; nothing at or below 0 is done."""
        pick = read(choice)
        if pick is None:
            return 0
        half, spot = known.halves[seat], pick.spot
        if pick.form in ("activate", "follower") and spot is not None:
            card = card_of(known, found(half.set if pick.form == "activate" else half.followers, spot).card)
            gain = worth.of_use(known, seat, card, pick.form) if card is not None else 0
            tells = card is not None and worth.only_tells(card, pick.form)
            return 20 + gain + (LOOKS_FIRST if tells else 0) if gain > 0 else 0
        holds_back = worth.deck_is_low(half)
        if pick.form == "mana" and spot is not None:
            return 0 if holds_back else self._mana(known, seat, pick, spot.number)
        if pick.form == "set" and spot is not None:
            return 0 if holds_back else self._set(known, seat, pick, spot.number)
        if pick.form == "attack":
            spare = sum(card != SCROLL for card in half.hand)
            close = half.captured == 2 and len(half.hand) >= FULL_HAND - 1
            if not holds_back and sight.sure(known, seat, TARGETS):
                return 18.0
            return 1.0 if not holds_back and (spare >= FULL_HAND or close) else 0
        return 0

    def _mana(self, known: State, seat: Seat, pick: Reading, number: int) -> float:
        """The cheapest card, to the column that has most and not enough."""
        half = known.halves[seat]
        lying = [len(column) for column in half.mana]
        here = lying[pick.number - 1]
        if here >= ENOUGH_MANA:
            return 0
        wanted = max((count for count in lying if count < ENOUGH_MANA), default=0)
        keep = worth.of_card(known, seat, half.hand[number - 1])
        return 8 - keep + (2 if here == wanted else 0) + (1 if half.set[pick.number - 1] else 0)

    def _set(self, known: State, seat: Seat, pick: Reading, number: int) -> float:
        """What can be activated in a column; now and then something else."""
        half = known.halves[seat]
        card = card_of(known, half.hand[number - 1])
        if card is None:
            return 0
        mana = len(half.mana[pick.number - 1])
        chance = self._random.random() * len(half.hand) * known.options.columns  # each turn many ways are looked at
        if card.kind == SCROLL:
            guarded = bool(blockers(known, seat, pick.number)) or mana >= card.cost
            return 3 if chance < (HIDES if guarded else HIDES / 2) else 0
        if mana < max(card.cost, card.release):
            return 2 if chance < BLUFFS else 0
        gain = worth.of_use(known, seat, card, "set")
        if card.kind == FOLLOWER:
            return 12 + gain if not half.set[pick.number - 1] else 3
        return 15 + gain if gain > 0 else 0

    # ---- what is asked besides ----------------------------------------------------------------------------------

    def _cheapest(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        return min(offered, key=lambda choice: worth.of_card(known, seat, words.at_place(known, seat, place(choice))))

    def _target(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        """A scroll that was seen, else by chance."""
        step = running(known)
        weights = [sight.weight(known, seat, step, choice) for choice in offered]
        return self._random.choices(list(offered), weights)[0]

    def _block(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        attacked = place((known.attacked or "").partition(":")[2])
        scroll = words.at_place(known, seat, attacked) == SCROLL
        return offered[0] if scroll or self._random.random() < IDLE_BLOCKS else "pass"

    def _lies(self, known: State, seat: Seat, choice: str) -> Face:
        return words.at_place(known, seat, place(choice))

    def _space(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        """An empty space, else the smallest stack."""
        stacks = known.halves[seat].followers
        return min(offered, key=lambda choice: (len(stacks[int(choice[-1]) - 1]), self._random.random()))

    def _way(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        return self._random.choice(offered)

    def _choose(self, known: State, seat: Seat, offered: Sequence[str]) -> str:
        step = running(known)
        cards = [choice for choice in offered if choice != "pass"]
        if step is None or cards[0].startswith("column:"):
            mana = known.halves[seat].mana
            return max(cards, key=lambda choice: (len(mana[int(choice[-1]) - 1]) % ENOUGH_MANA, self._random.random()))
        if step.do == "reorder":
            wanted = step.who == "opponent"  # scrolls on top where they are to be attacked, below where they are mine
            return max(cards, key=lambda choice: (words.at_place(known, seat, place(choice)) == SCROLL) == wanted)
        if step.do in ("discard", "move") and cards[0].startswith("h"):
            scrolls = [card for card in cards if self._lies(known, seat, card) == SCROLL]
            if scrolls and step.to == "deck":
                return scrolls[0]  # it is safer among many
            cheapest = self._cheapest(known, seat, cards)
            scroll = words.at_place(known, seat, place(cheapest)) == SCROLL
            return "pass" if scroll and "pass" in offered and step.to == "mana" else cheapest
        if step.do == "move" and step.source == "set" and "pass" in offered:
            return "pass"
        return self._random.choice(cards)


def simple_players(seed: int) -> dict[Seat, Player[State]]:
    """A simple player for each seat; the same seed plays the same game."""
    return {seat: SimplePlayer(seat, seed) for seat in SEATS}
