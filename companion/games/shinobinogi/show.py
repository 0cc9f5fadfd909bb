"""What each seat is shown: columns with their cards, hands, piles, scrolls, what happened, and the question.

The panels of a seat come from its own copy and from what it was told; what everybody may read from TABLE's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from companion.events import Event
from companion.games.shinobinogi import asks, words
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.chronicle import describe, rule_of
from companion.games.shinobinogi.names import (
    DECK,
    FOLLOWERS,
    MANA,
    MANA_A_TURN,
    NINJA,
    OTHER,
    OVER,
    PHASES,
    SCROLL,
    SEATS,
    SET,
    SETUP,
    TO_WIN,
    at,
)
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
    Heap,
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
GROUPS: Final = ((FOLLOWERS, "person"), (SET, "hide"), (MANA, "lantern"))
"""What lies in a column (S17), with its sign."""
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
        *(panel for owner in order for panel in _columns(known, owner, prompt) if known.phase != SETUP),
        *(_other_hand(known, owner, prompt) for owner in viewers if known.phase != SETUP),
        *(() if seat == TABLE else (_hand(known, seat, prompt),)),
        *(_deck(known, owner, prompt) for owner in SEATS if known.phase != SETUP),
        *(_pile(known, owner, "discard", prompt) for owner in SEATS if known.halves[owner].discard),
        *(_pile(known, owner, "excluded", prompt) for owner in SEATS if known.halves[owner].excluded),
        *_ninja(known, prompt),
        TallyPanel(title=t.spoken(known).say("panels.tally"), rows=tuple(_rows(table))),
        _log(known, told),
        _prompt(known, table, told, prompt, seat),
    )
    return View(seat=seat, turn_of=acting(table), phase=table.phase, panels=panels, result=_result(table))


# ---- cards ------------------------------------------------------------------------------------------------------


def face(state: State, where: str, card: Face, note: str = "", **changes: Any) -> CardFace:
    """A card at a place; of one that is not known only that it lies there. note: its state, said before its text."""
    spoken = t.spoken(state)
    kind = card_of(state, card)
    if kind is None:
        lying = CardFace(id=where, name=spoken.say("things.face_down"), icon="hide", effect=note, down=True)
        return msgspec.structs.replace(lying, **changes) if changes else lying
    text = kind.texts[spoken.language]
    price = spoken.say("faces.price", cost=str(kind.cost), release=str(kind.release))
    effect = f"{price} {text}"
    if note:
        effect = spoken.say("faces.state", state=note, text=effect)
    return CardFace(id=where, name=kind.names[spoken.language], icon=KIND_ICONS[kind.kind], effect=effect, **changes)


def every_face(known: State) -> tuple[CardFace, ...]:
    """Every kind of card, the decks of the ninja one after another."""
    cards = known.cards.cards
    return tuple(msgspec.structs.replace(face(known, id, id), count=card.copies) for id, card in cards.items())


def _touch(prompt: Prompt | None, *choices: str) -> str | None:
    """The choice that touching a card picks."""
    if prompt is None:
        return None
    return next((choice for choice in choices if choice in prompt.choices), None)


def _about(known: State, owner: Seat, prompt: Prompt | None) -> Prompt | None:
    """The prompt where it is about cards of that player."""
    mine = prompt is not None and words.whose_card(known, prompt.seat, prompt.ask) == owner
    return prompt if mine else None


def _attacked(known: State, owner: Seat) -> str:
    """The target of an attack on that player, empty while there is none."""
    if known.attacked is None or not known.frames or OTHER[known.frames[-1].seat] != owner:
        return ""
    return known.attacked.removeprefix("set:")


def _columns(known: State, owner: Seat, prompt: Prompt | None) -> Iterator[CardsPanel]:
    """A panel for each column of a player: followers, set cards, MANA (S18)."""
    spoken, half = t.spoken(known), known.halves[owner]
    asked, attacked = _about(known, owner, prompt), _attacked(known, owner)
    states = {True: spoken.say("states.stand"), False: spoken.say("states.rest")}
    in_use = {frame.place: frame for frame in known.frames if frame.seat == owner and frame.card}
    heap = Heap(group=MANA, name=spoken.say("heaps.mana"), icon="lantern")
    for column in columns(known):
        if column > len(half.set):
            continue
        faces: list[CardFace] = []
        for number, held in enumerate(half.followers[column - 1], 1):
            where = at("f", column, number)
            mark = "in_use" if where in in_use and in_use[where].way >= 0 else ""
            how = {"turned": not held.stand, "group": FOLLOWERS, "mark": mark}
            choice = _touch(asked, where, f"use:{where}")
            faces.append(face(known, where, held.card, states[held.stand], choice=choice, **how))
        for number, held in enumerate(half.set[column - 1], 1):
            where = at("s", column, number)
            mark = "attacked" if where == attacked else ""
            how = {"turned": not held.stand, "group": SET, "mark": mark, "down": True}
            choice = _touch(asked, where, f"activate:{where}", f"set:{where}")
            faces.append(face(known, where, held.card, states[held.stand], choice=choice, **how))
        for frame in in_use.values():  # it lies open in its set place (SQ24)
            if frame.way < 0 and frame.column == column:
                faces.append(face(known, f"u{column}", frame.card, group=SET, mark="in_use"))
        for number, card in enumerate(half.mana[column - 1], 1):
            where = at("m", column, number)
            down = not known.options.mana_open
            faces.append(face(known, where, card, choice=_touch(asked, where), group=MANA, down=down))
        title = spoken.say("panels.column", column=str(column), **t.seat(known, owner))
        yield CardsPanel(title=title, id=f"{owner}.{column}", cards=tuple(faces), groups=GROUPS, heaps=(heap,))


def _hand(known: State, seat: Seat, prompt: Prompt | None) -> HandPanel:
    """The viewer's own hand, in his own order (SQ19)."""
    half, spoken = known.halves[seat], t.spoken(known)
    asked = prompt if prompt is not None and prompt.ask in ("discard_two", "choose") else None
    faces = []
    for n, card in enumerate(half.hand, 1):
        piece = f"{seat}/{SCROLL}" if card == SCROLL else card if isinstance(card, str) else ""
        lying = face(known, f"h{n}", card, choice=_touch(asked, f"h{n}"), choices=_uses(prompt, n), piece=piece)
        if card is UNKNOWN:
            lying = msgspec.structs.replace(lying, name=spoken.say("things.in_hand"))
        faces.append(lying)
    return HandPanel(title=spoken.say("panels.hand"), owner=seat, cards=tuple(faces), label=spoken.say("piles.hand"))


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


def _other_hand(known: State, owner: Seat, prompt: Prompt | None) -> HandPanel:
    """The hand of another: its open cards (S50), and how many are hidden."""
    half, spoken, asked = known.halves[owner], t.spoken(known), _about(known, owner, prompt)
    faces = tuple(
        face(known, f"h{number}", card, choice=_touch(asked, f"hand:h{number}"))
        for number, card in enumerate(half.opened, 1)
    )
    return HandPanel(
        title=spoken.say("panels.open_hand", **t.seat(known, owner)),
        owner=owner,
        cards=faces,
        hidden=len(half.hand) - len(faces),
        label=spoken.say("piles.hand"),
        hidden_choice=_touch(asked, f"hand:h{len(faces) + 1}"),
    )


def _deck(known: State, owner: Seat, prompt: Prompt | None) -> CardsPanel:
    """A deck, of which nobody knows more than how many cards it has."""
    spoken, asked, count = t.spoken(known), _about(known, owner, prompt), len(known.halves[owner].deck)
    title, label = spoken.say("rows.deck", **t.seat(known, owner)), spoken.say("piles.deck")
    top = CardFace(id=DECK, name=label, icon="hide", count=count, down=True, choice=_touch(asked, DECK))
    if _attacked(known, owner) == DECK:
        top = msgspec.structs.replace(top, mark="attacked")
    return CardsPanel(title=title, id=f"{owner}.deck", cards=(top,) if count else (), pile=True, label=label)


def _pile(known: State, owner: Seat, pile: str, prompt: Prompt | None) -> CardsPanel:
    """Open cards that are out of play (SQ18), the oldest first."""
    asked = _about(known, owner, prompt) if pile == "discard" else None
    lying: tuple[str, ...] = getattr(known.halves[owner], pile)
    faces = tuple(face(known, f"d{n}", card, choice=_touch(asked, f"d{n}")) for n, card in enumerate(lying, 1))
    spoken = t.spoken(known)
    title, label = spoken.say(f"panels.{pile}", **t.seat(known, owner)), spoken.say(f"piles.{pile}")
    return CardsPanel(title=title, id=f"{owner}.{pile}", cards=faces, pile=True, label=label)


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
        return PromptPanel(seat=seats[0], ask=ask, say=say, choices=())
    return _panel(known, public, say, frozenset(public.choices))


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
    return PromptPanel(seat=prompt.seat, ask=prompt.ask, say=say, choices=tags)


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
