"""What each seat is shown: columns with their cards, hands, piles, scrolls, what happened, and the question.

The panels of a seat come from its own copy and from what it was told; what everybody may read from TABLE's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.events import Event
from companion.game import Laid
from companion.games.shinobinogi import asks, show_cards, words
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.beside import beside
from companion.games.shinobinogi.chronicle import describe, rule_of
from companion.games.shinobinogi.names import (
    HAND,
    MANA_A_TURN,
    NINJA,
    OVER,
    PHASES,
    SCROLL,
    SEATS,
    SETUP,
    TO_WIN,
)
from companion.games.shinobinogi.reading import read
from companion.games.shinobinogi.scanning import SCAN_DRAWN, owed, pool
from companion.games.shinobinogi.state import Face, Half, State
from companion.games.texts import Texts
from companion.prompts import UNDO, Prompt
from companion.seats import TABLE, Seat
from companion.taking import ALLOW_TAKE_BACK, TakeBackAnswered, TakeBackAsked, TakenBack
from companion.unknown import UNKNOWN
from companion.views import (
    LogLine,
    LogPanel,
    Panel,
    PromptChoice,
    PromptPanel,
    Row,
    TallyPanel,
    Track,
    TracksPanel,
    View,
)

LINES: Final = 60
PHASE_ICONS: Final = ("lantern", "hand", "moon")
"""Start, main, draw."""
ICONS: Final = {
    "mana": "lantern",
    "set": "hide",
    "activate": "eye",
    "follower": "person",
    "attack": "kenjutsu",
    "end": "end",
    "target": "kenjutsu",
    "pass": "cross",
    "use": "tick",
    "ninja": "ninja",
    "card": "reader",
    "undo": "undo",
    "take_back": "undo",
    "to": "undo",
    "allow": "tick",
    "refuse": "cross",
}
ROW_ICONS: Final = {"hand": "hand", "deck": "reader", "discard": "cross", "reserve": "seal", "captured": "goal"}
SECRET_ASKS: Final = frozenset({"choose_front", "front_column", "discard_two", "way"})
"""Questions of which the table does not know how far they have come."""


def acting(table: State) -> tuple[Seat, ...]:
    """The seats that are to act, by public facts alone."""
    return tuple(seat for seat in SEATS if asks.ask_of(table, seat) is not None)


def view(known: State, table: State, seat: Seat, told: Sequence[Event], prompt: Prompt | None) -> View:
    """What a seat is shown; for TABLE what is public."""
    viewers = tuple(owner for owner in SEATS if owner != seat)
    order = (*viewers, seat) if seat != TABLE else SEATS
    asked = acting(table)
    if seat == TABLE and asked:  # a touch on the public screen means what everybody may name
        prompt = public_prompt(table, asked[0])
    panels: tuple[Panel, ...] = (
        _tracks(table),
        *(panel for owner in order for panel in show_cards.columns_of(known, owner, prompt) if known.phase != SETUP),
        *(show_cards.other_hand(known, owner, prompt) for owner in viewers if known.phase != SETUP),
        *(() if seat == TABLE else (show_cards.own_hand(known, seat, prompt),)),
        *(show_cards.deck(known, owner, prompt) for owner in SEATS if known.phase != SETUP),
        *(show_cards.pile(known, owner, "discard", prompt) for owner in SEATS if known.halves[owner].discard),
        *(show_cards.pile(known, owner, "excluded", prompt) for owner in SEATS if known.halves[owner].excluded),
        *show_cards.ninja_on_offer(known, prompt),
        TallyPanel(title=t.spoken(known).say("panels.tally"), rows=tuple(_rows(table))),
        _log(known, told),
        _prompt(known, table, told, prompt, seat),
    )
    return View(seat=seat, turn_of=acting(table), phase=table.phase, panels=panels, result=_result(table))


# ---- tracks and counts ------------------------------------------------------------------------------------------


def _tracks(table: State) -> TracksPanel:
    """Phase, turn, MANA of the turn, and the scrolls that each has taken."""
    spoken = t.spoken(table)
    played = PHASES[1:-1]
    tracks = [
        Track(
            id="phase",
            name=spoken.say("tracks.phase"),
            at=played.index(table.phase) + 1 if table.phase in played else 0,
            of=len(played),
            word=spoken.say(f"phases.{table.phase}"),
            style="phases",
            icons=PHASE_ICONS,
        )
    ]
    if limit := table.options.turn_limit:
        word = spoken.say("tracks.turn_word", turn=str(table.turn))
        at_turn = min(table.turn, limit)
        tracks.append(Track(id="turn", name=spoken.say("tracks.turn"), at=at_turn, of=limit, word=word))
    tracks.append(Track(id="mana", name=spoken.say("tracks.mana"), at=table.mana_set, of=MANA_A_TURN, style="dots"))
    for seat in SEATS:
        name = spoken.say("tracks.captured", **t.seat(table, seat))
        taken = min(table.halves[seat].captured, TO_WIN)
        tracks.append(
            Track(id=f"captured_{seat}", name=name, at=taken, of=TO_WIN, style="lanterns", icons=("seal",) * TO_WIN)
        )
    return TracksPanel(title=spoken.say("panels.tracks"), tracks=tuple(tracks))


def _rows(table: State) -> Iterator[Row]:
    """How many cards lie where: always public (SQ18)."""
    spoken = t.spoken(table)
    for seat in SEATS:
        half = table.halves[seat]
        for key, value in _counts(table, spoken, half):
            label = spoken.say(f"rows.{key}", **t.seat(table, seat))
            yield Row(id=f"{seat}_{key}", label=label, value=value, icon=ROW_ICONS.get(key, ""))
    in_use = [frame.card for frame in table.frames if frame.card]
    if in_use:
        yield Row(id="in_use", label=spoken.say("rows.in_use"), value=t.cards(table, in_use))


def _counts(table: State, spoken: Texts, half: Half) -> Iterator[tuple[str, str]]:
    if half.team:
        yield "team", spoken.join(t.ninja(table, ninja) for ninja in half.team)
    for key in ("hand", "deck", "discard"):
        yield key, str(len(getattr(half, key)))
    yield "reserve", str(half.reserve)
    yield "captured", str(half.captured)
    if half.protected:
        zones = spoken.join(spoken.say(f"zones.{zone}") for zone in half.protected)
        yield "protected", spoken.say("rows.no_target", zones=zones)


def _result(table: State) -> str:
    if table.over is None:
        return ""
    winner, reason = table.over
    own = t.seat(table, winner) if winner in SEATS else {}
    return t.spoken(table).say(f"results.{reason}", **own)


# ---- what happened ----------------------------------------------------------------------------------------------


def standing_events(told: Sequence[Event]) -> list[Event]:
    """What a seat was told and still holds: without what was undone, or taken back with leave."""
    held: list[tuple[int, Event]] = []
    for number, event in enumerate(told):
        if isinstance(event, TakenBack):
            held = [kept for kept in held if kept[0] < event.told]
        if isinstance(event, e.Undone):
            last = next((n for n in reversed(range(len(held))) if isinstance(held[n][1], e.Chosen)), None)
            if last is not None:
                held.pop(last)
            continue
        held.append((number, event))
    return [event for _, event in held]


def _log(known: State, told: Sequence[Event]) -> LogPanel:
    """The newest things that a seat was told, the last one last, each with its turn."""
    lines: list[LogLine] = []
    standing = standing_events(told)
    began = next((event.turn for event in standing if isinstance(event, e.PhaseBegan)), known.turn + 1)
    turn = 0 if any(isinstance(event, e.GameOpened) for event in standing[:1]) else began - 1
    for event in standing:
        if isinstance(event, e.PhaseBegan):
            turn = event.turn
        if text := describe(known, event):
            lines.append(LogLine(text=text, turn=turn, rule=rule_of(event)))
    return LogPanel(title=t.spoken(known).say("panels.log"), lines=tuple(lines[-LINES:]))


def open_question(told: Sequence[Event]) -> TakeBackAsked | None:
    """The wish to take something back that nobody has answered yet."""
    for event in reversed(told):
        if isinstance(event, TakeBackAsked):
            return event
        if isinstance(event, (TakeBackAnswered, TakenBack, e.PhaseBegan)):
            return None
    return None


# ---- the question -----------------------------------------------------------------------------------------------


def public_prompt(table: State, seat: Seat) -> Prompt | None:
    """The question of a seat with the answers that a public screen may name: none that comes out of a hand."""
    name = asks.ask_of(table, seat)
    if name is None or name in SECRET_ASKS or name == SCAN_DRAWN:
        return None
    found = asks.prompt(table, seat)
    if found is None:
        return None
    return Prompt(seat, name, tuple(choice for choice in found.choices if not _is_private(choice)))


def _is_private(choice: str) -> bool:
    """True for what names a hand card, a set card of one's own, or what was looked at."""
    pick = read(choice)
    if pick is None or pick.form in ("mana", "set", "activate", "attack"):
        return True
    return pick.form == "place" and pick.spot is not None and pick.spot.zone in "hks"


def _prompt(known: State, table: State, told: Sequence[Event], prompt: Prompt | None, seat: Seat) -> PromptPanel:
    """The question with every answer; who is not asked reads what everybody may."""
    spoken = t.spoken(known)
    if prompt is not None and seat != TABLE:
        public = public_prompt(table, prompt.seat)
        return _panel(known, prompt, words.say_prompt(known, prompt), frozenset(public.choices if public else ()))
    wish = open_question(told)
    if wish is not None:
        say = spoken.say("waiting.take_back", **t.seat(known, wish.seat))
        return PromptPanel(seat=wish.seat, ask=ALLOW_TAKE_BACK, say=say, choices=())
    seats = acting(table)
    if not seats:
        return PromptPanel(seat="", ask=OVER, say=spoken.say("waiting.over"), choices=())
    ask = asks.ask_of(table, seats[0]) or ""
    say = spoken.say("waiting.setup" if ask in SECRET_ASKS else f"waiting.{ask}", **t.seat(known, seats[0]))
    public = public_prompt(table, seats[0]) if seat == TABLE else None
    if public is None:
        _note, rules = beside(table, ask)  # the words are for who answers
        return PromptPanel(seat=seats[0], ask=ask, say=say, choices=(), rules=rules)
    every = asks.prompt(table, seats[0])
    hand = every is not None and len(every.choices) > len(public.choices)
    return replace(_panel(known, public, say, frozenset(public.choices)), hand=hand)


def _panel(known: State, prompt: Prompt, say: str, public: frozenset[str]) -> PromptPanel:
    main = "end" if "end" in prompt.choices else None
    firsts: dict[tuple[object, ...], str] = {}
    tags = tuple(
        PromptChoice(
            id=choice,
            say=words.say_choice(known, prompt, choice),
            icon=_icon(choice),
            main=choice == main,
            private=choice not in public and choice != UNDO,
            same_as="" if (first := firsts.setdefault(_does(known, prompt, choice), choice)) == choice else first,
        )
        for choice in prompt.choices
    )
    note, rules = beside(known, prompt.ask)
    return PromptPanel(seat=prompt.seat, ask=prompt.ask, say=say, choices=tags, note=note, rules=rules)


def _does(known: State, prompt: Prompt, choice: str) -> tuple[object, ...]:
    """What a choice comes to: of cards alike in a hand, a discard or the MANA of a column it is one which is taken."""
    pick = read(choice)
    if pick is None or pick.spot is None or pick.spot.zone not in "hdm":
        return (choice,)
    owner, spot = words.whose_card(known, prompt.seat, prompt.ask), pick.spot
    if pick.form == "target":
        return (choice,) if spot.number <= len(known.halves[owner].opened) else (pick.form, "hidden")  # SQ19
    return (pick.form, pick.number, spot.zone, spot.column, words.at_place(known, owner, spot))


def _icon(choice: str) -> str:
    pick = read(choice)
    return ICONS.get(pick.form if pick is not None else choice.partition(":")[0], "")


# ---- scanned cards ----------------------------------------------------------------------------------------------


def answers(known: State, prompt: Prompt | None, token: str) -> tuple[str, ...]:
    """The choices that a scanned card stands for: what may be done with one of its kind, the first of several alike."""
    kind, _, name = token.partition(":")
    if prompt is None or kind != "card":
        return ()
    deck, card, _ = name.split("/")
    if card == SCROLL:
        if deck != prompt.seat:
            return ()
        wanted = SCROLL
    else:
        wanted = f"{deck}/{card}"
        if card == NINJA and (choice := f"ninja:{deck}") in prompt.choices:
            return (choice,)
    if prompt.shows:  # also a card that cannot be there, to be told why
        own = card == SCROLL or deck in known.halves[prompt.seat].team
        return (f"card:{wanted}",) if own else ()
    owner = words.whose_card(known, prompt.seat, prompt.ask)
    if found := _standing_for(known, prompt, owner, wanted):
        return found
    # A real card that the referee has not seen: any that lies there unknown may be it.
    return _standing_for(known, prompt, owner, UNKNOWN) if pool(known, prompt.seat)[wanted] else ()


def laid(table: State, token: str) -> Laid:
    """What a card means that is laid before everybody's eyes: one that lies open, or that must be turned up. What is
    in a hand or face down is private, and so is whether it is there."""
    kind, _, name = token.partition(":")
    if kind != "card":
        return Laid()
    deck, card, _ = name.split("/")
    for seat in acting(table):
        wanted = SCROLL if card == SCROLL else f"{deck}/{card}"
        own = deck == seat if card == SCROLL else deck in table.halves[seat].team
        if own and turned_up(table, seat):
            return Laid((seat,), frozenset({SCAN_DRAWN}), (f"card:{wanted}",))
        prompt = public_prompt(table, seat)
        if prompt is None:
            continue
        choices: tuple[str, ...] = (f"ninja:{deck}",) if card == NINJA and f"ninja:{deck}" in prompt.choices else ()
        if not choices and (own or card != SCROLL):
            choices = _standing_for(table, prompt, words.whose_card(table, seat, prompt.ask), wanted)
        if choices:
            return Laid((seat,), frozenset({prompt.ask}), choices)
    return Laid()


def turned_up(table: State, seat: Seat) -> bool:
    """True where the seat must show a real card that all are to see (option `deck`)."""
    where = owed(table, seat)
    return where == HAND or bool(where and not where.startswith("h"))


def _standing_for(known: State, prompt: Prompt, owner: Seat, wanted: Face) -> tuple[str, ...]:
    """What may be done with a card; of cards alike in one zone each does as well as another, the first for all."""
    found: dict[tuple[str, str, int], str] = {}
    for choice in prompt.choices:
        pick = read(choice)
        if pick is None or pick.spot is None or pick.form == "target" or pick.spot.zone == "k":
            continue
        lying = words.at_place(known, owner, pick.spot)
        if lying is wanted or (isinstance(wanted, str) and lying == wanted):
            found.setdefault((pick.form, f"{pick.spot.zone}{pick.spot.column}", pick.number), choice)
    return tuple(found.values())
