"""The complete situation as text: what FEN is to chess. Read and written here; `laying` lays it on the table."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.game import BadOpening
from companion.games.shinobinogi.names import OVER, PHASES, SCROLL, SEATS, place
from companion.games.shinobinogi.state import Frame, Half, Options, Pile, Standing, State, running, steps
from companion.games.shinobinogi.telling import open_place
from companion.seats import REFEREE, Seat
from companion.unknown import TEXT, Unknown

SeatName = Literal["first", "second"]


class StandingText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set card or follower of a position."""

    card: str
    stand: bool | None = None


class HalfText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's half of a position. ninja: the two he picked, where it cannot be read from his cards."""

    ninja: list[str] = []
    front: str | None = None
    hand: list[str] = []
    opened: list[int] = []
    deck: list[str] = []
    set: list[list[StandingText]] = []
    mana: list[list[str]] = []
    followers: list[list[StandingText]] = []
    discard: list[str] = []
    excluded: list[str] = []
    captured: list[str] = []
    reserve: list[str] = []
    protected: list[Literal["set", "hand", "deck"]] = []


class UseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card in use, of a position."""

    card: str
    place: str = ""
    step: int = 1


class MoreText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rest of a card in use; what is left out is as it would be at the beginning of its step.

    way: which condition is met, 0 for a card from the set zone.
    """

    seat: SeatName | None = None
    column: int | None = None
    way: int | None = None
    left: int | None = None
    paid: int = 0
    after: bool = False
    excluded: bool = False


class PromptText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open prompt of a position: `about` are the picks of the unfinished step."""

    ask: str | None = None
    about: list[str] = []


class OpenText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is open inside an effect, of a position: an addition to the keys of the game's page.

    uses: the rest of each card of `resolving`, in the same order.
    """

    attacked: str | None = None
    entering: tuple[SeatName, str] | None = None
    named: list[str] = []
    looking: list[str] = []
    due: list[tuple[SeatName, str]] = []
    uses: list[MoreText] = []
    over: tuple[Literal["first", "second", "draw"], Literal["three_scrolls", "deck_out", "turn_limit"]] | None = None


class PositionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every key of a position. What is left out has the value of an empty table."""

    game: str = "shinobinogi"
    cards: str = "house"
    players: int = 2
    columns: int = 3
    options: dict[str, Any] = {}
    turn: int = 1
    whose: SeatName = "first"
    phase: str = "setup"
    mana_set: int = 0
    attacks_left: int = 0
    resolving: list[UseText] = []
    waiting_scrolls: dict[SeatName, int] = {}
    first: HalfText = HalfText()
    second: HalfText = HalfText()
    prompts: dict[SeatName, PromptText | None] = {}
    open: OpenText = OpenText()


def parse(position: dict[str, Any]) -> PositionText:
    """`position` with its keys and types checked. Raises BadOpening naming the key."""
    try:
        text = msgspec.convert(position, PositionText)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        key = where.rstrip("`").removeprefix("$.").removeprefix("$") or "the position"
        raise BadOpening(f"position, {key}: {message[0].lower()}{message[1:]}") from None
    if text.phase not in PHASES:
        raise BadOpening(f"position, phase: {text.phase!r} is none; phases are {', '.join(PHASES)}")
    if text.phase == OVER and text.open.over is None:
        raise BadOpening('position, open.over: say how the game ended, such as ["first", "three_scrolls"]')
    return text


def half_text(text: PositionText, seat: Seat) -> HalfText:
    """The half of a seat."""
    half: HalfText = getattr(text, seat)
    return half


def waiting(text: PositionText, seat: Seat) -> int:
    """How many scrolls of a seat wait to be put back (S59)."""
    return next((count for owner, count in text.waiting_scrolls.items() if owner == seat), 0)


def begun(text: PositionText, seat: Seat) -> list[str]:
    """What a seat has picked of an unfinished step."""
    return [choice for owner, prompt in text.prompts.items() if owner == seat and prompt for choice in prompt.about]


# ---- what is in use ---------------------------------------------------------------------------------------------


def frames(state: State, text: PositionText) -> tuple[Frame, ...]:
    """The cards in use of a position; a normal attack where attacks are left and no card is in use."""
    read = [_frame(state, text, use, more) for use, more in in_use(text)]
    if not read:
        if not text.attacks_left and text.open.attacked is None:
            return ()
        return (Frame(Seat(text.whose), "", "", 0, step=1, left=text.attacks_left),)
    top = replace(state, frames=tuple(read))
    step = running(top)
    if step is not None and step.do == "attack":
        read[-1] = replace(read[-1], left=text.attacks_left)
    return tuple(read)


def in_use(text: PositionText) -> list[tuple[UseText, MoreText]]:
    """The cards in use of a position, each with the rest of it."""
    more = [*text.open.uses, *(MoreText() for _ in text.resolving)]
    return list(zip(text.resolving, more, strict=False))


def user(text: PositionText, more: MoreText) -> Seat:
    """Who uses a card."""
    return Seat(more.seat or text.whose)


def _frame(state: State, text: PositionText, use: UseText, more: MoreText) -> Frame:
    spot = place(use.place)
    way = more.way if more.way is not None else 0 if use.place.startswith("s") else 1
    column = more.column if more.column is not None else spot.column if spot is not None else 0
    frame = Frame(user(text, more), use.card, use.place, column, way - 1, use.step)
    own = steps(state, frame)
    card = state.cards.cards[use.card]
    usual = own[use.step - 1].n if 1 <= use.step <= len(own) else card.release if not use.step and not way else 0
    left = more.left if more.left is not None else usual
    return replace(frame, left=left, paid=more.paid, after=more.after, excluded=more.excluded)


# ---- writing it -------------------------------------------------------------------------------------------------


def _text(pile: Pile) -> list[str]:
    return [TEXT if isinstance(card, Unknown) else card for card in pile]


def _standing(zone: tuple[tuple[Standing, ...], ...]) -> list[list[dict[str, Any]]]:
    return [[{"card": _text((held.card,))[0], "stand": held.stand} for held in column] for column in zone]


def opened_places(half: Half) -> list[int]:
    """Where the open cards stand in a hand, in the order of their opening (SQ19).

    >>> opened_places(Half(hand=("a", "b", "a"), opened=("b", "a")))
    [2, 1]
    """
    where = {open_place(half, number): number for number in range(1, len(half.hand) + 1)}
    return [where[place] for place in range(1, len(half.opened) + 1)]


def _half(half: Half) -> dict[str, Any]:
    return {
        "ninja": list(half.team),
        "front": half.front,
        "hand": _text(half.hand),
        "opened": opened_places(half),
        "deck": _text(half.deck),
        "set": _standing(half.set),
        "mana": [_text(column) for column in half.mana],
        "followers": _standing(half.followers),
        "discard": list(half.discard),
        "excluded": list(half.excluded),
        "captured": [SCROLL] * half.captured,
        "reserve": [SCROLL] * half.reserve,
        "protected": list(half.protected),
    }


def write(state: State, seat: Seat, prompts: dict[str, Any]) -> dict[str, Any]:
    """The situation as a copy has it. The referee's own can be loaded again and goes on the same."""
    step = running(state)
    attacking = step is not None and step.do == "attack"
    text: dict[str, Any] = {
        "game": "shinobinogi",
        "cards": state.cards.source,
        "columns": state.options.columns,
        "options": changed_options(state.options),
        "turn": state.turn,
        "whose": state.whose,
        "phase": state.phase,
        "mana_set": state.mana_set,
        "attacks_left": state.frames[-1].left if attacking else 0,
        "resolving": [
            {"card": frame.card, "place": frame.place, "step": frame.step} for frame in state.frames if frame.card
        ],
        "waiting_scrolls": {owner: state.halves[owner].waiting for owner in SEATS},
        **{owner: _half(state.halves[owner]) for owner in SEATS},
        "open": {
            "attacked": state.attacked,
            "entering": list(state.entering) if state.entering is not None else None,
            "named": _text(state.named),
            "looking": _text(state.looking),
            "due": [list(entry) for entry in state.due],
            "uses": [_more(frame) for frame in state.frames if frame.card],
            "over": list(state.over) if state.over is not None else None,
        },
    }
    if seat == REFEREE:
        text["prompts"] = prompts
    return text


def _more(frame: Frame) -> dict[str, Any]:
    return {
        "seat": frame.seat,
        "column": frame.column,
        "way": frame.way + 1,
        "left": frame.left,
        "paid": frame.paid,
        "after": frame.after,
        "excluded": frame.excluded,
    }


def changed_options(options: Options) -> dict[str, Any]:
    """The options that are not as by default; the columns stand beside them."""
    default = Options()
    return {
        name: getattr(options, name)
        for name in options.__struct_fields__
        if name != "columns" and getattr(options, name) != getattr(default, name)
    }
