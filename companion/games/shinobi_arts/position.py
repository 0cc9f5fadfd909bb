"""The complete situation as text: what FEN is to chess. Laid out as events, so that nothing is redacted twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.events import Event
from companion.game import BadOpening
from companion.games.files import listed
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.laying import encode, redacted
from companion.games.shinobi_arts.names import FACTIONS, OVER, PHASES, TURN, at, is_place, number
from companion.games.shinobi_arts.open_steps import read_prompts
from companion.games.shinobi_arts.state import (
    Card,
    Options,
    Player,
    Slot,
    State,
    card_at,
    ninjutsu_places,
    table_places,
)
from companion.games.shinobi_arts.turns import REASON, SHARED
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import TEXT, UNKNOWN


class SlotText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ninjutsu card of a position."""

    card: str
    face_up: bool = False


class PlayerText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a position."""

    faction: str | None = None
    defected: bool = False
    partner: str | None = None
    ougi_used: bool = False
    ninjutsu: dict[str, SlotText] = {}
    valuable: str | None = None
    left: bool = False
    turns: int = 0


class PromptText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open prompt of a position: `about` are the picks of the unfinished step, and what it is about."""

    ask: str
    about: list[str] = []


class PositionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as it is written; what is left out is an empty table."""

    game: str = "shinobi_arts"
    cards: str = "house"
    players: int = 3
    options: dict[str, Any] = {}
    round: int = 1
    start: str = "p1"
    whose: str | None = None
    phase: str = TURN
    fame: dict[str, int] = {}
    p1: PlayerText = PlayerText()
    p2: PlayerText = PlayerText()
    p3: PlayerText = PlayerText()
    p4: PlayerText | None = None
    p5: PlayerText | None = None
    table: dict[str, str] = {}
    unused: list[str] = []
    stock: list[str] = []
    discard: list[str] = []
    used: dict[str, list[str]] = {}
    main_done: bool = False
    free_done: bool = False
    extra_turn: bool = False
    last_turns: bool = False
    to_act: list[str] = []
    seen: dict[str, list[str]] = {}
    prompts: dict[str, PromptText | None] = {}


def bad(key: str, message: str) -> BadOpening:
    """What to raise when the value at `key` cannot be."""
    return BadOpening(f"{key}: {message}")


def parse(position: dict[str, Any]) -> PositionText:
    """The position as it is written, every key known and of its kind."""
    try:
        return msgspec.convert(position, PositionText)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$.")
        raise BadOpening(f"{where.rstrip('`') or 'position'}: {message[0].lower()}{message[1:]}") from None


# ---- what can be ------------------------------------------------------------------------------------------------


def build(blank: State, text: PositionText) -> State:
    """The referee's copy of a position. Raises BadOpening for one that cannot be, naming the key."""
    seats = blank.seats
    for name in ("p4", "p5"):
        if name not in seats and getattr(text, name) is not None:
            raise bad(name, f"there are {len(seats)} players; take this key out, or raise players")
    if text.phase not in PHASES:
        raise bad("phase", f"there is no phase {text.phase!r}; phases are {listed(PHASES)}")
    for key, names in (
        ("start", [text.start]),
        ("whose", [text.whose] if text.whose is not None else []),
        ("fame", list(text.fame)),
        ("used", list(text.used)),
        ("to_act", text.to_act),
        ("prompts", list(text.prompts)),
    ):
        for name in names:
            if name not in seats:
                raise bad(key, f"{name!r} does not sit here; seats are {listed(seats)}")
    for key, numbers in (("round", [text.round]), ("fame", [*text.fame.values()])):
        if min(numbers, default=0) < 0:
            raise bad(key, "this cannot be below 0")
    whose = None if text.phase != TURN else Seat(text.whose or text.start)
    if text.phase != TURN and text.whose is not None:
        raise bad("whose", f"nobody has a turn in the phase {text.phase}; write null")
    state = replace(
        blank,
        round=text.round,
        start=Seat(text.start),
        whose=whose,
        phase=text.phase,
        fame={seat: text.fame.get(seat, 0) for seat in seats},
        players={seat: _player(blank, text, seat) for seat in seats},
        table=_table(blank, text),
        unused=_pile(blank, "unused", text.unused, blank.cards.valuables),
        stock=_pile(blank, "stock", text.stock, blank.cards.ninjutsu),
        discard=_discard(blank, text.discard),
        main_done=text.main_done,
        free_done=text.free_done,
        extra_turn=text.extra_turn,
        last_turns=text.last_turns,
        to_act=tuple(Seat(name) for name in text.to_act if name != whose),
    )
    if whose is not None and state.players[whose].left:
        raise bad("whose", f"{whose} has left the castle and has no more turn (K12)")
    state = replace(state, seen=_seen(state, text), over=_over(state) if text.phase == OVER else None)
    asked = {Seat(seat): (prompt.ask, prompt.about) for seat, prompt in text.prompts.items() if prompt is not None}
    state = read_prompts(state, asked, bad)
    _check_cards(state)
    if state.phase == TURN and not state.table and state.second is None:
        raise bad("table", "at least one valuable lies on the table in a turn (KQ10); write one")
    return state


def _one(state: State, key: str, name: str, known: Iterable[str], what: str) -> Card:
    """A card of a kind; unknown only where real cards lie (`deck` physical)."""
    if name == TEXT:
        if state.options.deck == "physical":
            return UNKNOWN
        raise bad(key, f"'{TEXT}' stands only where real cards lie (deck physical); write a card")
    if name not in known:
        raise bad(key, f"there is no {what} {name!r}; there are {listed(known)}")
    return name


def _player(state: State, text: PositionText, seat: Seat) -> Player:
    written: PlayerText = getattr(text, seat) or PlayerText()
    cards, key = state.cards, str(seat)
    if written.faction is not None and written.faction not in FACTIONS:
        raise bad(f"{key}.faction", f"there is no faction {written.faction!r}; there are {listed(FACTIONS)}")
    if written.turns < 0:
        raise bad(f"{key}.turns", "this cannot be below 0")
    used = text.used.get(seat, [])
    held: dict[str, Slot] = {}
    for slot in written.ninjutsu:
        if slot not in ninjutsu_places(state):
            raise bad(f"{key}.ninjutsu", f"{slot!r} is no place for a ninjutsu card; write n1, n2 and so on")
    for slot in sorted(written.ninjutsu, key=number):
        card = _one(state, f"{key}.ninjutsu.{slot}", written.ninjutsu[slot].card, cards.ninjutsu, "ninjutsu card")
        held[slot] = Slot(card, written.ninjutsu[slot].face_up, slot in used)
    for slot in used:
        if slot not in held:
            raise bad(f"used.{key}", f"nothing lies at {slot!r} before {key}")
    where = f"{key}.partner"
    partner = None if written.partner is None else _one(state, where, written.partner, cards.partners, "partner")
    if partner is not None and written.ougi_used:
        raise bad(where, "a used partner is discarded (K22); write null, or ougi_used false")
    where = f"{key}.valuable"
    valuable = None if written.valuable is None else _one(state, where, written.valuable, cards.valuables, "valuable")
    return Player(
        faction=written.faction,
        defected=written.defected,
        partner=partner,
        ougi_used=written.ougi_used,
        ninjutsu=held,
        valuable=valuable,
        left=written.left,
        turns=written.turns,
    )


def _table(state: State, text: PositionText) -> dict[str, Card]:
    laid: dict[str, Card] = {}
    for place in text.table:
        if place not in table_places(state):
            raise bad("table", f"{place!r} is no place of this table; places are {listed(table_places(state))} (K9)")
    for place in sorted(text.table, key=number):
        laid[place] = _one(state, f"table.{place}", text.table[place], state.cards.valuables, "valuable")
    return laid


def _pile(state: State, key: str, names: list[str], known: Iterable[str]) -> tuple[Card, ...]:
    return tuple(_one(state, key, name, known, "such card") for name in names)


def _discard(state: State, names: list[str]) -> tuple[str, ...]:
    known = (*state.cards.ninjutsu, *state.cards.partners)
    for name in names:
        if name not in known:
            raise bad("discard", f"there is no such card {name!r}; discards are {listed(known)}")
    return tuple(names)


def _seen(state: State, text: PositionText) -> dict[str, tuple[Seat, ...]]:
    seen: dict[str, set[Seat]] = {}
    for who, spots in text.seen.items():
        if who not in (*state.seats, TABLE):
            raise bad("seen", f"{who!r} does not sit here; write a seat, or {TABLE}")
        for spot in spots:
            owner, _, what = spot.partition(".")
            if (what and owner not in state.seats) or (not what and not is_place(spot, "v", len(state.seats) + 1)):
                raise bad(f"seen.{who}", f"{spot!r} is no place; write one such as v2, p3.valuable, p2.n1")
            if card_at(state, spot) is None:
                raise bad(f"seen.{who}", f"nothing lies at {spot}")
            if owner != who:
                seen.setdefault(spot, set()).add(Seat(who))
    if state.options.deck == "physical":
        for spot in spots_of(state):
            if isinstance(card_at(state, spot), str):
                seen.setdefault(spot, set()).add(REFEREE)
    return {spot: tuple(sorted(who)) for spot, who in seen.items()}


def spots_of(state: State) -> list[str]:
    """Every place where a card lies, as it is named for all."""
    spots = sorted(state.table, key=number)
    for owner, player in state.players.items():
        spots += [at(owner, what) for what in ("partner", "valuable") if getattr(player, what) is not None]
        spots += [at(owner, slot) for slot in player.ninjutsu]
    return spots


def _check_cards(state: State) -> None:
    """No card lies in two places, none more often than there are copies; real cards lie as they were scanned."""
    if state.options.deck == "physical":
        return
    lying = [card_at(state, spot) for spot in spots_of(state)]
    lying += [*state.unused, *state.stock, *state.discard]
    if state.second is not None:
        lying.append(state.second.valuable)
    counted = Counter(card for card in lying if isinstance(card, str))
    for card, count in counted.items():
        copies = state.cards.card(card).copies
        if count > copies:
            raise bad(_key_of(state, card), f"{card} lies {count} times; there are {copies} of it")


def _key_of(state: State, card: str) -> str:
    """The last key of a position under which a card stands."""
    for key in ("discard", "stock", "unused"):
        if card in getattr(state, key):
            return key
    spots = [spot for spot in spots_of(state) if card_at(state, spot) == card]
    return (spots or ["prompts"])[-1].replace(".n", ".ninjutsu.n")


def _over(state: State) -> tuple[str, tuple[str, ...], str]:
    most = max(state.fame.values())
    winners = tuple(seat for seat in state.seats if state.fame[seat] == most)
    return (winners[0] if len(winners) == 1 else SHARED, winners, REASON)


def lay(blank: State, state: State) -> list[Event]:
    """A position as the events by which it is told: what is public, what each seat knows, all of it."""
    return [
        e.TableLaid(encode(redacted(state, TABLE))),
        *(e.SeatLaid(seat, encode(redacted(state, seat))) for seat in blank.seats),
        e.RefereeLaid(encode(state)),
    ]


# ---- writing ----------------------------------------------------------------------------------------------------


def changed_options(options: Options) -> dict[str, Any]:
    """The options that are not as by default."""
    default = Options()
    return {
        name: getattr(options, name)
        for name in options.__struct_fields__
        if getattr(options, name) != getattr(default, name)
    }


def write(state: State, seat: Seat, prompts: dict[str, Any]) -> dict[str, Any]:
    """The situation as a copy has it; `prompts` and `seen` for the referee alone."""
    found: dict[str, Any] = {
        "game": "shinobi_arts",
        "cards": state.cards.source,
        "players": len(state.seats),
        "options": changed_options(state.options),
        "round": state.round,
        "start": state.start,
        "whose": state.whose,
        "phase": state.phase,
        "fame": dict(state.fame),
    }
    for owner, player in state.players.items():
        found[owner] = {
            "faction": player.faction,
            "defected": player.defected,
            "partner": player.partner,
            "ougi_used": player.ougi_used,
            "ninjutsu": {
                slot: {"card": player.ninjutsu[slot].card, "face_up": player.ninjutsu[slot].face_up}
                for slot in sorted(player.ninjutsu, key=number)
            },
            "valuable": player.valuable,
            "left": player.left,
            "turns": player.turns,
        }
    marks = {
        owner: sorted((slot for slot, held in player.ninjutsu.items() if held.used), key=number)
        for owner, player in state.players.items()
    }
    found |= {
        "table": {place: state.table[place] for place in sorted(state.table, key=number)},
        "unused": list(state.unused),
        "stock": list(state.stock),
        "discard": list(state.discard),
        "used": {owner: slots for owner, slots in marks.items() if slots},
        "main_done": state.main_done,
        "free_done": state.free_done,
        "extra_turn": state.extra_turn,
        "last_turns": state.last_turns,
        "to_act": list(state.to_act),
    }
    if seat == REFEREE:
        found["seen"] = _seen_text(state)
        found["prompts"] = prompts
    return found


def _seen_text(state: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for who in (*state.seats, TABLE):
        spots = [spot for spot in spots_of(state) if who in state.seen.get(spot, ())]
        if spots:
            found[who] = spots
    return found
