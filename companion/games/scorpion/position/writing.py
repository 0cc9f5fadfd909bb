"""A copy as a position."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.scorpion.names import (
    FIGURES,
    INTRUDER_SIDE,
    number,
)
from companion.games.scorpion.position.laying import PUBLIC_KEYS
from companion.games.scorpion.state import (
    Figure,
    Options,
    Sharing,
    State,
    guard_seats,
)
from companion.games.scorpion.turns import in_order
from companion.seats import REFEREE, Seat
from companion.unknown import TEXT, Unknown


def _text(value: Any) -> Any:
    """A value of a copy as JSON: `"??"` where unknown."""
    if isinstance(value, Unknown):
        return TEXT
    if isinstance(value, (tuple, list)):
        return [_text(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {key: _text(item) for key, item in value.items()}
    return value


def _sorted_guards(state: State) -> dict[str, Any]:
    return {name: msgspec.to_builtins(state.guards[name]) for name in sorted(state.guards, key=number)}


def write(state: State, seat: Seat, prompts: dict[str, Any] | None = None) -> dict[str, Any]:
    """The situation as a copy has it. The referee's own can be loaded again and goes on the same."""
    sees_intruders = seat == REFEREE or seat in INTRUDER_SIDE
    seats = guard_seats(state)
    single = seats[0] if len(seats) == 1 else None

    def piles(name: str) -> Any:
        rows = {str(s): _text(in_order(getattr(state.piles[s], name))) for s in seats}
        return rows[str(single)] if single is not None else rows

    def decks() -> Any:
        if seat == REFEREE:
            return piles("deck")
        rows = {str(s): [TEXT] * len(state.piles[s].deck) for s in seats}
        return rows[str(single)] if single is not None else rows

    hand = {str(s): _text(in_order(state.piles[s].hand)) for s in seats}
    hand |= {name: _text(in_order(state.figures[name].hand)) for name in FIGURES}
    passage = {
        "entrances": _text(state.entrances),
        "known": list(state.known_entrances),
        **{f"{name}_card": name in state.passage_cards for name in FIGURES},
        "guard_cards": state.guard_passage_cards,
        "bluffed": _text(state.bluffed),
    }
    text: dict[str, Any] = {
        "game": "scorpion",
        "map": state.board.source,
        "cards": state.cards.source,
        "players": state.players,
        "options": changed_options(state.options),
        **{key: getattr(state, key) for key in PUBLIC_KEYS[:5]},
        "plays_left": {str(s): state.piles[s].plays_left for s in seats} if single is None else state.plays_left,
        "guards": _sorted_guards(state),
        "patrols": {
            name: {"guards": list(p.guards), "came_from": p.came_from, "facing": p.facing}
            for name, p in sorted(state.patrols.items(), key=lambda item: number(item[0]))
        },
        "hand": hand,
        "drawn": piles("drawn"),
        "deck": decks(),
        "discard": piles("discard"),
        "discard_old": piles("discard_old"),
        "sleepers": _text(state.sleepers),
        "goals": _text(state.goals),
        "traps": _text(state.traps),
        "hidden_sentries": _text(state.hidden_sentries),
        "found": dict(state.found),
        "passage": passage,
        "ropes": _text(state.ropes),
        **{name: _figure_text(state.figures[name]) for name in FIGURES},
        "searched": state.searched,
        "declared": _text(state.declared) if sees_intruders else TEXT,
        "mover": msgspec.to_builtins(state.mover),
        "last_seen": {name: list(seen) for name, seen in sorted(state.last_seen.items())},
        "ended": dict(sorted(state.ended.items(), key=lambda item: state.board.order[item[0]])),
        "searched_now": list(state.searched_now),
        "confirmed": list(state.confirmed),
        "open": _open_text(state, sees_intruders),
        "offer": {str(s): _text(state.piles[s].offer) for s in seats if not isinstance(state.piles[s].offer, Unknown)},
    }
    if single is None:
        text["owns"] = {str(s): dict(state.piles[s].owns) for s in seats}
    if seat == REFEREE:
        text["prompts"] = prompts or {}
        text["drafts"] = {name: msgspec.to_builtins(draft) for name, draft in state.drafts.items()}
    return text


def changed_options(options: Options) -> dict[str, Any]:
    """The options that are not as by default."""
    default = Options()
    return {
        name: getattr(options, name)
        for name in options.__struct_fields__
        if getattr(options, name) != getattr(default, name)
    }


def _figure_text(figure: Figure) -> dict[str, Any]:
    return {
        key: _text(getattr(figure, key))
        for key in (
            *("zone", "moved", "path", "wounds", "goal", "done", "shown", "state", "lives"),
            *("finished", "walking_unseen", "halted", "moving", "met", "struck_by"),
        )
    }


def _sharing_text(sharing: Sharing | None) -> dict[str, Any] | None:
    return {name: _text(getattr(sharing, name)) for name in sharing.__struct_fields__} if sharing else None


def _open_text(state: State, sees_intruders: bool) -> dict[str, Any]:
    return {
        "in_play": state.in_play,
        "listening": _text(state.listening),
        "waking": list(state.waking),
        "walked": _text(state.walked) if sees_intruders else TEXT,
        "declaring": _text(state.declaring),
        "sentry_found": _text(state.sentry_found),
        "removal": _text(state.removal),
        "placing": state.placing,
        "passed": sorted(state.passed),
        "sharing": _sharing_text(state.sharing),
        "bonus": msgspec.to_builtins(state.bonus),
        "over": _text(state.over),
    }
