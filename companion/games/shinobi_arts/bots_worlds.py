"""What a simple player makes of what it knows: a few worlds that fit, and how often its side would win in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from companion.games.shinobi_arts.judging import fame, judge
from companion.games.shinobi_arts.names import VALUABLE, at
from companion.games.shinobi_arts.state import State
from companion.seats import Seat

WORLDS = 8
"""How many worlds are tried for one decision."""

World = dict[str, str]
"""Place -> valuable: `v2`, `p3.valuable`, and `unused1` and so on."""


class Worlds:
    """Valuables as they may lie by what one seat knows; the same ones for the same seed."""

    def __init__(self, known: State, seat: Seat, seed: str) -> None:
        self.known, self.seat = known, seat
        self._source = random.Random(seed)
        self.all = [self._one() for _ in range(WORLDS)]

    def _one(self) -> World:
        world: World = {}
        hidden: list[str] = []
        for place, card in (*self.known.table.items(), *self._held()):
            if isinstance(card, str):
                world[place] = card
            else:
                hidden.append(place)
        second = self.known.second
        seen = {*world.values()} | ({second.valuable} if second is not None else set())
        left = [card for card in self.known.cards.valuables if card not in seen]
        self._source.shuffle(left)
        hidden += [f"unused{n}" for n in range(len(left) - len(hidden))]
        return world | dict(zip(hidden, left, strict=False))

    def _held(self) -> Iterable[tuple[str, object]]:
        for owner, player in self.known.players.items():
            if player.valuable is not None:
                yield at(owner, VALUABLE), player.valuable

    def held(self, world: World) -> dict[Seat, str]:
        """Who holds what in a world."""
        return {owner: world[at(owner, VALUABLE)] for owner in self.known.seats if at(owner, VALUABLE) in world}

    def wins(self, change: Callable[[World, dict[Seat, str]], None] | None = None) -> float:
        """In which part of the worlds the seat gets fame if the round is judged after `change`."""
        won = 0
        for world in self.all:
            held = self.held(world)
            if change is not None:
                change(world, held)
            won += self.seat in fame(self.known, held, judge(self.known.cards, held))
        return won / len(self.all)

    def with_place(self, place: str) -> float:
        """The same with the valuable of a place of the table in hand; the old one goes there."""

        def change(world: World, held: dict[Seat, str]) -> None:
            held[self.seat] = world[place]

        return self.wins(change)

    def with_card(self, card: object) -> float:
        """The same with a certain valuable in hand."""

        def change(world: World, held: dict[Seat, str]) -> None:
            if isinstance(card, str):
                held[self.seat] = card

        return self.wins(change)

    def with_theirs(self, owner: Seat) -> float:
        """The same with the valuable of another player in hand, and his gone."""

        def change(world: World, held: dict[Seat, str]) -> None:
            held[self.seat] = held.pop(owner)

        return self.wins(change)

    def with_unused(self) -> float:
        """The same with a random unused valuable in hand (KQ22)."""

        def change(world: World, held: dict[Seat, str]) -> None:
            if "unused0" in world:
                held[self.seat] = world["unused0"]

        return self.wins(change)

    def decides(self, owner: Seat) -> float:
        """In which part of the worlds what this player holds decides the round as it is."""
        found = [judge(self.known.cards, self.held(world)).seat for world in self.all]
        return found.count(owner) / len(found)
