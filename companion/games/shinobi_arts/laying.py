"""A copy as one value of an event, and back: how a loaded position is told; and what one seat may know of all of it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from companion.games.shinobi_arts.names import PARTNER, VALUABLE, at
from companion.games.shinobi_arts.state import SECOND, Attack, Doing, Player, Second, Slot, State, knows
from companion.seats import TABLE, Seat
from companion.unknown import UNKNOWN

PLAIN = (
    *("round", "start", "whose", "phase", "fame", "table", "unused", "stock", "discard"),
    *("main_done", "free_done", "extra_turn", "last_turns", "to_act", "about", "boxes", "due", "seen", "over"),
)
"""The fields of a copy that are values of an event as they are."""


def encode(state: State) -> dict[str, Any]:
    """The copy as a value of an event; what the opening says is left out."""
    found: dict[str, Any] = {name: getattr(state, name) for name in PLAIN}
    for name, thing in (("doing", state.doing), ("attack", state.attack), ("second", state.second)):
        found[name] = None if thing is None else astuple(thing)
    found["players"] = {
        seat: {
            **{name: getattr(player, name) for name in player.__struct_fields__ if name != "ninjutsu"},
            "ninjutsu": {slot: astuple(held) for slot, held in player.ninjutsu.items()},
        }
        for seat, player in state.players.items()
    }
    return found


def decode(state: State, value: dict[str, Any]) -> State:
    """The copy that `encode` wrote."""
    players = {
        seat: Player(
            **{
                **player,
                "ninjutsu": {slot: Slot(*held) for slot, held in player["ninjutsu"].items()},
            }
        )
        for seat, player in value["players"].items()
    }
    kinds: dict[str, type[msgspec.Struct]] = {"doing": Doing, "attack": Attack, "second": Second}
    things = {name: None if value[name] is None else kind(*value[name]) for name, kind in kinds.items()}
    return replace(state, **{name: value[name] for name in PLAIN}, **things, players=players)


def redacted(state: State, seat: Seat) -> State:
    """What a seat, or TABLE, may know of a position that is laid: its own cards and those it has seen (K39)."""
    players: dict[str, Player] = {}
    for owner, player in state.players.items():
        held = {
            slot: card if knows(state, seat, at(owner, slot)) else replace(card, card=UNKNOWN)
            for slot, card in player.ninjutsu.items()
        }
        hidden: dict[str, Any] = {
            what: UNKNOWN
            for what in (PARTNER, VALUABLE)
            if getattr(player, what) is not None and not knows(state, seat, at(owner, what))
        }
        players[owner] = replace(player, ninjutsu=held, **hidden)
    second = state.second
    if second is not None and second.seat != seat and not {seat, TABLE} & set(state.seen.get(SECOND, ())):
        second = replace(second, valuable=UNKNOWN)
    return replace(
        state,
        players=players,
        table={place: card if knows(state, seat, place) else UNKNOWN for place, card in state.table.items()},
        unused=(UNKNOWN,) * len(state.unused),
        stock=(UNKNOWN,) * len(state.stock),
        about={owner: picks for owner, picks in state.about.items() if owner == seat},
        second=second,
    )
