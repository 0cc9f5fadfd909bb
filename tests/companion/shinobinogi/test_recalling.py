"""A copy recalls what its seat was shown, is never wrong about it, and no position says it."""

from __future__ import annotations

import random
from collections import Counter

from companion.games.shinobinogi.bots_sight import sure, weight
from companion.games.shinobinogi.names import SEATS, place
from companion.games.shinobinogi.state import Recalled, State, found, running
from companion.games.shinobinogi.telling import open_place
from companion.seats import REFEREE, TABLE, Seat
from tests.companion.support import MORE, copy_of, loaded, open_table, play, position


def right(recalled: Recalled, truth: State, owner: Seat) -> bool:
    """True when the cards lie where a copy recalls them."""
    half = truth.halves[owner]
    hidden = Counter(card for n, card in enumerate(half.hand, 1) if not open_place(half, n))
    lying = [found(half.set, spot) for where in recalled.set if (spot := place(where)) is not None]
    return (
        half.deck[: len(recalled.top)] == recalled.top
        and Counter(recalled.hand) <= hidden
        and [held.card if held is not None else None for held in lying] == list(recalled.set.values())
    )


def test_what_a_copy_recalls_is_so() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(14 * MORE):
        session = open_table("shinobinogi", seed)
        for _ in play(session, random.Random(seed)):
            truth = copy_of(session, REFEREE)
            if truth.turned is not None:
                continue
            for watcher in (*SEATS, TABLE):
                for owner, recalled in copy_of(session, watcher).recalled.items():
                    assert right(recalled, truth, owner), (seed, watcher, owner)
                    seen = {name: value for name in ("top", "hand", "set") if (value := getattr(recalled, name))}
                    kinds.update(f"{'table' if watcher == TABLE else 'seat'} {name}" for name in seen)
    assert {"seat top", "seat hand", "seat set", "table hand"} <= kinds.keys(), kinds
    assert not {"table top", "table set"} & kinds.keys(), "the table saw no card that lies hidden, but open hands"


def test_who_put_a_deck_in_order_knows_what_lies_on_top() -> None:
    session = open_table("shinobinogi", 0)
    start = position(session)
    start |= {
        "phase": "main",
        "prompts": {},
        "first": {
            "front": "isana",
            "ninja": ["isana", "rin"],
            "hand": ["rin/spark", "rin/spark"],
            "deck": ["rin/charcoal"],
            "followers": [[{"card": "isana/ninja", "stand": True}]],
        },
        "second": {
            "front": "raika",
            "ninja": ["raika", "nui"],
            "deck": ["nui/doll", "scroll", "nui/bind", "nui/doll"],
            "followers": [[{"card": "raika/ninja", "stand": True}]],
        },
    }
    session = loaded(start)
    for choice in ("use:f1.1", "k2", "k1"):
        assert not sure(copy_of(session, Seat("first")), Seat("first"), ("deck",))
        session.pick(Seat("first"), choice)
    mine, other = (copy_of(session, seat) for seat in SEATS)
    assert mine.recalled == {"second": Recalled(top=("scroll", "nui/doll", "nui/bind"))}
    assert sure(mine, Seat("first"), ("deck",))
    assert weight(mine, Seat("first"), running(mine), "deck") > 100
    assert other.recalled == copy_of(session, TABLE).recalled == {}
    assert set(session.position(Seat("first"))["second"]["deck"]) == {"??"}
