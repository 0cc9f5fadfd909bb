"""What each seat is shown: columns with their cards, hands, piles, scrolls, what happened, and the question.

The panels of a seat come from its own copy and from what it was told; what everybody may read from TABLE's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.events import Event
from companion.games.shinobinogi import asks, words
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.chronicle import describe, rule_of
from companion.games.shinobinogi.names import MANA_A_TURN, NINJA, OVER, PHASES, SCROLL, SEATS, TO_WIN, at
from companion.games.shinobinogi.reading import read
from companion.games.shinobinogi.scanning import SCAN_DRAWN, pool
from companion.games.shinobinogi.state import Face, Half, State, card_of, columns
from companion.games.texts import Texts
from companion.prompts import UNDO, Prompt
from companion.seats import TABLE, Seat
from companion.taking import ALLOW_TAKE_BACK, TakeBackAnswered, TakeBackAsked, TakenBack
from companion.unknown import UNKNOWN
from companion.views import (
    CardFace,
    CardsPanel,
    HandPanel,
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
KIND_ICONS: Final = {"ninja": "ninja", "ninjutsu": "shuriken", "follower": "person", "scroll": "seal"}
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
        *(panel for owner in order for panel in _columns(known, owner, prompt)),
        *(_open_hand(known, owner) for owner in viewers if known.halves[owner].opened),
        *(() if seat == TABLE else (_hand(known, seat, prompt),)),
        *(_pile(known, owner, "discard", prompt) for owner in SEATS if known.halves[owner].discard),
        *(_pile(known, owner, "excluded", prompt) for owner in SEATS if known.halves[owner].excluded),
        *_ninja(known, prompt),
        TallyPanel(title=t.spoken(known).say("panels.tally"), rows=tuple(_rows(table))),
        _log(known, told),
        _prompt(known, table, told, None if seat == TABLE else prompt),
    )
    return View(seat=seat, turn_of=acting(table), phase=table.phase, panels=panels, result=_result(table))


# ---- cards ------------------------------------------------------------------------------------------------------


def face(
    state: State, where: str, card: Face, label: str = "card", note: str = "", choice: str | None = None
) -> CardFace:
    """A card at a place; of one that is not known only that it lies there."""
    spoken = t.spoken(state)
    kind = card_of(state, card)
    if kind is None:
        return CardFace(id=where, name=spoken.say("things.face_down"), icon="hide", effect=note, choice=choice)
    name = kind.names[spoken.language]
    text = kind.texts[spoken.language]
    price = spoken.say("faces.price", cost=str(kind.cost), release=str(kind.release))
    effect = f"{price} {text}"
    if note:
        effect = spoken.say("faces.state", state=note, text=effect)
    shown = spoken.say(f"faces.{label}", card=name) if label != "card" else name
    return CardFace(id=where, name=shown, icon=KIND_ICONS[kind.kind], effect=effect, choice=choice)


def every_face(known: State) -> tuple[CardFace, ...]:
    """Every kind of card, the decks of the ninja one after another."""
    cards = known.cards.cards
    return tuple(msgspec.structs.replace(face(known, id, id), count=card.copies) for id, card in cards.items())


def _touch(prompt: Prompt | None, *choices: str) -> str | None:
    """The choice that touching a card picks."""
    if prompt is None:
        return None
    return next((choice for choice in choices if choice in prompt.choices), None)


def _columns(known: State, owner: Seat, prompt: Prompt | None) -> Iterator[CardsPanel]:
    """A panel for each column of a player: followers, set cards, MANA (S18)."""
    spoken, half = t.spoken(known), known.halves[owner]
    mine = prompt is not None and words.whose_card(known, prompt.seat, prompt.ask) == owner
    asked = prompt if mine else None
    states = {True: spoken.say("states.stand"), False: spoken.say("states.rest")}
    for column in columns(known):
        if column > len(half.set):
            continue
        faces: list[CardFace] = []
        for number, held in enumerate(half.followers[column - 1], 1):
            where = at("f", column, number)
            choice = _touch(asked, where, f"use:{where}")
            lying = face(known, where, held.card, "follower", states[held.stand], choice)
            faces.append(msgspec.structs.replace(lying, turned=not held.stand))
        for number, held in enumerate(half.set[column - 1], 1):
            where = at("s", column, number)
            choice = _touch(asked, where, f"activate:{where}", f"set:{where}")
            lying = face(known, where, held.card, "set", states[held.stand], choice)
            faces.append(msgspec.structs.replace(lying, turned=not held.stand))
        for number, card in enumerate(half.mana[column - 1], 1):
            where = at("m", column, number)
            faces.append(face(known, where, card, "mana", "", _touch(asked, where)))
        title = spoken.say("panels.column", column=str(column), **t.seat(known, owner))
        yield CardsPanel(title=title, id=f"{owner}.{column}", cards=tuple(faces))


def _hand(known: State, seat: Seat, prompt: Prompt | None) -> HandPanel:
    """The viewer's own hand, in his own order (SQ19)."""
    half = known.halves[seat]
    asked = prompt if prompt is not None and prompt.ask in ("discard_two", "choose") else None
    faces = []
    for n, card in enumerate(half.hand, 1):
        lying = face(known, f"h{n}", card, choice=_touch(asked, f"h{n}"))
        if card is UNKNOWN:
            lying = msgspec.structs.replace(lying, name=t.spoken(known).say("things.in_hand"))
        faces.append(msgspec.structs.replace(lying, choices=_uses(prompt, n)))
    return HandPanel(title=t.spoken(known).say("panels.hand"), owner=seat, cards=tuple(faces))


def _uses(prompt: Prompt | None, number: int) -> tuple[str, ...]:
    """What may be done with one card of the own hand in the main phase."""
    if prompt is None or prompt.ask != "main":
        return ()
    found = []
    for choice in prompt.choices:
        pick = read(choice)
        if pick is not None and pick.spot is not None and pick.spot.zone == "h" and pick.spot.number == number:
            found.append(choice)
    return tuple(found)


def _open_hand(known: State, owner: Seat) -> HandPanel:
    """The hand of another: its open cards (S50), and how many are hidden."""
    half = known.halves[owner]
    faces = tuple(face(known, f"h{number}", card) for number, card in enumerate(half.opened, 1))
    title = t.spoken(known).say("panels.open_hand", **t.seat(known, owner))
    return HandPanel(title=title, owner=owner, cards=faces, hidden=len(half.hand) - len(faces))


def _pile(known: State, owner: Seat, pile: str, prompt: Prompt | None) -> CardsPanel:
    """Open cards that are out of play (SQ18), the oldest first."""
    mine = prompt is not None and words.whose_card(known, prompt.seat, prompt.ask) == owner and pile == "discard"
    asked = prompt if mine else None
    lying: tuple[str, ...] = getattr(known.halves[owner], pile)
    faces = tuple(face(known, f"d{n}", card, choice=_touch(asked, f"d{n}")) for n, card in enumerate(lying, 1))
    title = t.spoken(known).say(f"panels.{pile}", **t.seat(known, owner))
    return CardsPanel(title=title, id=f"{owner}.{pile}", cards=faces, pile=True)


def _ninja(known: State, prompt: Prompt | None) -> Iterator[CardsPanel]:
    """The ninja that lie open while they are picked (S5, S6)."""
    if known.phase != "setup":
        return
    spoken = t.spoken(known)
    faces = []
    for name, ninja in known.cards.ninja.items():
        kinds = Counter(ninja.deck)
        deck = spoken.join(
            spoken.say("things.cards", count=str(count), card=t.card(known, card)) for card, count in kinds.items()
        )
        theme = ninja.themes[spoken.language]
        shown = face(known, name, f"{name}/{NINJA}", choice=_touch(prompt, f"ninja:{name}"))
        effect = spoken.say("faces.ninja", theme=theme, effect=shown.effect, deck=deck)
        faces.append(CardFace(id=name, name=shown.name, icon=shown.icon, effect=effect, choice=shown.choice))
    yield CardsPanel(title=spoken.say("panels.ninja"), id=NINJA, cards=tuple(faces))


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
        tracks.append(Track(id=f"captured_{seat}", name=name, at=taken, of=TO_WIN, style="lanterns"))
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
        yield "protected", spoken.join(spoken.say(f"zones.{zone}") for zone in half.protected)


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


def _prompt(known: State, table: State, told: Sequence[Event], prompt: Prompt | None) -> PromptPanel:
    """The question with every answer; who is not asked reads what everybody may."""
    spoken = t.spoken(known)
    if prompt is not None:
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
    public = public_prompt(table, seats[0]) if known is table else None
    if public is None:
        return PromptPanel(seat=seats[0], ask=ask, say=say, choices=())
    return _panel(table, public, say, frozenset(public.choices))


def _panel(known: State, prompt: Prompt, say: str, public: frozenset[str]) -> PromptPanel:
    main = "end" if "end" in prompt.choices else None
    tags = tuple(
        PromptChoice(
            id=choice,
            say=words.say_choice(known, prompt, choice),
            icon=_icon(choice),
            main=choice == main,
            private=choice not in public and choice != UNDO,
        )
        for choice in prompt.choices
    )
    return PromptPanel(seat=prompt.seat, ask=prompt.ask, say=say, choices=tags)


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
