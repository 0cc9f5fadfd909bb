"""What each seat is shown: the valuables on the table, the cards before each player, the hand, fame, log, question.

The panels of a seat come from its own copy and from what it was told; what everybody may read from TABLE's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from companion.events import Event
from companion.game import Laid
from companion.games.shinobi_arts import asks, words
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts import texts as t
from companion.games.shinobi_arts.beside import beside
from companion.games.shinobi_arts.chronicle import describe, rule_of
from companion.games.shinobi_arts.names import OVER, PARTNER, VALUABLE, at, number
from companion.games.shinobi_arts.state import Card, Slot, State, mate, opened, table_places
from companion.prompts import UNDO, Prompt, read
from companion.seats import TABLE, Seat
from companion.taking import ALLOW_TAKE_BACK, TakeBackAnswered, TakeBackAsked, TakenBack
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

LINES = 60
NINJUTSU = "ninjutsu"
ICONS = {
    "investigate": "eye",
    "seize": "hand",
    "attack": "kenjutsu",
    "ninpo": "shuriken",
    "ougi": "ninja",
    "defect": "traitor",
    "leave": "off_map",
    "end": "end",
    "pass": "cross",
    "old": "goal",
    "new": "goal",
    "swap": "awaken",
    "keep": "tick",
    "allow": "tick",
    "refuse": "cross",
    "undo": "undo",
    "take_back": "undo",
    "to": "undo",
}
GROUPS = ((NINJUTSU, "shuriken"), (VALUABLE, "goal"), (PARTNER, "ninja"))
"""What lies before a player, with its sign."""
DECK_ICONS = {"valuables": "goal", "partners": "ninja", "ninjutsu": "shuriken"}


def acting(table: State) -> tuple[Seat, ...]:
    """The seats that are to act, by public facts alone."""
    return tuple(seat for seat in table.seats if asks.ask_of(table, seat) is not None)


def view(known: State, table: State, seat: Seat, told: Sequence[Event], prompt: Prompt | None) -> View:
    """What a seat is shown; for TABLE what is public."""
    asked = acting(table)
    if seat == TABLE and asked:  # a touch on the public screen means what everybody may name
        prompt = public_prompt(table, asked[0])
    panels: tuple[Panel, ...] = (
        _tracks(table),
        _table(known, prompt),
        *(_before(known, owner, prompt) for owner in known.seats if owner != seat),
        *(() if seat == TABLE else (_hand(known, seat, prompt),)),
        _discard(known),
        TallyPanel(title=t.spoken(known).say("panels.tally", round=str(table.round)), rows=tuple(_rows(table))),
        _log(known, told),
        _prompt(known, table, told, prompt, seat),
    )
    return View(seat=seat, turn_of=acting(table), phase=table.phase, panels=panels, result=_result(table))


# ---- cards ------------------------------------------------------------------------------------------------------


def _face(state: State, where: str, card: Card, note: str = "", **changes: Any) -> CardFace:
    """A card at a place; of one that is not known only that it lies there. note: said before its text."""
    spoken = t.spoken(state)
    if not isinstance(card, str):
        lying = CardFace(id=where, name=spoken.say("things.face_down"), icon="hide", down=True)
        return msgspec.structs.replace(lying, **changes)
    kind = state.cards.card(card)
    text = kind.texts[spoken.language]
    aspects = {"attack": kind.attack, "defence": kind.defence, "once": kind.uses == 1}
    return CardFace(
        id=where,
        piece=f"{state.cards.deck(card)}/{card}",
        copies=kind.copies,
        topics=(card, state.cards.deck(card), *(topic for topic, is_so in aspects.items() if is_so)),
        name=kind.names[spoken.language],
        icon=DECK_ICONS[state.cards.deck(card)],
        effect=spoken.say("things.noted", note=note[:1].upper() + note[1:], text=text) if note else text,
        **changes,
    )


def every_face(known: State) -> tuple[CardFace, ...]:
    """Every kind of card, deck by deck."""
    cards = known.cards
    kinds = [
        (name, kind.copies) for deck in (cards.valuables, cards.partners, cards.ninjutsu) for name, kind in deck.items()
    ]
    return tuple(msgspec.structs.replace(_face(known, name, name), count=count) for name, count in kinds)


def _touch(prompt: Prompt | None, *choices: str) -> str | None:
    """The choice that touching a card picks."""
    if prompt is None:
        return None
    return next((choice for choice in choices if choice in prompt.choices), None)


def _touching(prompt: Prompt | None, named: str) -> tuple[str, ...]:
    """All choices of a turn that name a place or a player."""
    if prompt is None or prompt.ask != "turn":
        return ()
    return tuple(choice for choice in prompt.choices if named in choice.split(":")[1:])


def _table(known: State, prompt: Prompt | None) -> CardsPanel:
    faces = tuple(
        _face(
            known,
            place,
            card,
            place=place[1:],
            down=True,
            choice=_touch(prompt, place, f"investigate:{place}"),
            choices=_touching(prompt, place),
        )
        for place, card in sorted(known.table.items(), key=lambda entry: number(entry[0]))
    )
    places = tuple(place[1:] for place in table_places(known))
    return CardsPanel(title=t.spoken(known).say("panels.table"), id="table", cards=faces, places=places)


def _state_of(known: State, slot: Slot) -> str:
    spoken = t.spoken(known)
    if slot.used:
        return spoken.say("values.used")
    return spoken.say("values.spent") if slot.face_up else ""


def _in_use(known: State, owner: Seat, slot: str) -> Literal["", "in_use"]:
    doing = known.doing
    return "in_use" if doing is not None and doing.seat == owner and doing.slot == slot else ""


def _attacked(known: State, owner: Seat) -> Literal["", "attacked"]:
    return "attacked" if known.attack is not None and known.attack.target == owner else ""


def _before(known: State, owner: Seat, prompt: Prompt | None) -> CardsPanel:
    """What lies before another player; touching one of his cards, or any, picks it or him where that is asked for."""
    spoken, theirs = t.spoken(known), known.players[owner]
    chosen = prompt is not None and prompt.ask == "choose" and owner in asks.choosing(known, prompt.seat)[1]
    acts = prompt is not None and prompt.seat == owner
    faces = [
        _face(
            known,
            at(owner, slot),
            held.card,
            _state_of(known, held),
            place=slot,
            down=not held.face_up,
            group=NINJUTSU,
            mark=_in_use(known, owner, slot),
            choice=_touch(prompt, *((slot,) if chosen else ()), owner),
            choices=_touching(prompt, slot if acts else owner),
            why_not=_state_of(known, held) if held.used else "",
        )
        for slot, held in sorted(theirs.ninjutsu.items(), key=lambda entry: number(entry[0]))
    ]
    for what in (VALUABLE, PARTNER):
        if (card := getattr(theirs, what)) is not None:
            mark = _attacked(known, owner) if what == VALUABLE else ""
            down = what == PARTNER or not opened(known)
            lying = _face(known, at(owner, what), card, down=down, group=what, mark=mark)
            choices = _touching(prompt, owner) if not acts else ()
            faces.append(msgspec.structs.replace(lying, choice=_touch(prompt, owner), choices=choices))
    title = spoken.say("panels.before", seat=t.seat(known, owner))
    return CardsPanel(title=title, id=owner, cards=tuple(faces), groups=GROUPS)


def _hand(known: State, seat: Seat, prompt: Prompt | None) -> HandPanel:
    """The viewer's own cards (K39), and why a card cannot be used now."""
    mine = known.players[seat]
    faces: list[CardFace] = []
    for slot, held in sorted(mine.ninjutsu.items(), key=lambda entry: number(entry[0])):
        choice = _touch(prompt, slot, f"ninpo:{slot}", f"defect:{slot}")
        why, rule = ("", None) if choice else _why_not(known, seat, slot, prompt)
        faces.append(
            _face(
                known,
                slot,
                held.card,
                _state_of(known, held),
                place=slot,
                choice=choice,
                choices=_touching(prompt, slot),
                why_not=why,
                why_rule=rule,
                mark=_in_use(known, seat, slot),
            )
        )
    if mine.partner is not None:
        faces.append(_face(known, PARTNER, mine.partner, choice=_touch(prompt, "ougi")))
    if mine.valuable is not None:
        faces.append(_face(known, VALUABLE, mine.valuable, choice=_touch(prompt, "old"), mark=_attacked(known, seat)))
    if known.second is not None and known.second.seat == seat:
        faces.append(_face(known, "second", known.second.valuable, choice=_touch(prompt, "new")))
    return HandPanel(title=t.spoken(known).say("panels.hand"), owner=seat, cards=tuple(faces))


def _why_not(known: State, seat: Seat, slot: str, prompt: Prompt | None) -> tuple[str, str | None]:
    """Why a card cannot be used now, and the rule behind that."""
    if prompt is None or prompt.ask not in ("turn", "defend"):
        return "", None
    refused = asks.refusal(known, seat, f"ninpo:{slot}" if prompt.ask == "turn" else slot)
    return (words.short_refusal(known, refused), refused.rule) if refused is not None else ("", None)


def _discard(known: State) -> CardsPanel:
    faces = tuple(_face(known, card, card) for card in known.discard)
    return CardsPanel(title=t.spoken(known).say("panels.discard"), id="discard", cards=faces, pile=True)


# ---- counts and states ------------------------------------------------------------------------------------------


def _tracks(table: State) -> TracksPanel:
    spoken = t.spoken(table)
    target = table.options.target
    tracks = tuple(
        Track(
            id=f"fame_{seat}",
            name=t.seat(table, seat),
            at=min(table.fame[seat], target),
            of=target,
            word=spoken.say("tracks.of", fame=str(table.fame[seat]), target=str(target)),
            style="dots",
        )
        for seat in table.seats
    )
    return TracksPanel(title=spoken.say("panels.tracks"), tracks=tracks)


def _rows(table: State) -> Iterator[Row]:
    """Who is with whom, who holds something, who has left: all of it public (KQ16)."""
    spoken = t.spoken(table)
    for seat in table.seats:
        for what, value, icon in _states(table, seat):
            yield Row(id=f"{seat}_{what}", label=t.seat(table, seat), value=value, icon=icon)
    yield Row(id="stock", label=spoken.say("rows.stock"), value=str(len(table.stock)))
    yield Row(id="unused", label=spoken.say("rows.unused"), value=str(len(table.unused)))
    if table.last_turns:
        yield Row(id="last_turns", label=spoken.say("rows.last_turns"), value=t.seats(table, table.to_act))


def _states(table: State, seat: Seat) -> Iterator[tuple[str, str, str]]:
    """What is known of a player: of which kind that is, in words, and as a sign where one says it."""
    spoken, player, fellow = t.spoken(table), table.players[seat], mate(table, seat)
    if player.faction is not None:
        yield "faction", table.cards.factions[player.faction][spoken.language], ""
    if player.defected:
        yield "with", spoken.say("values.defected"), "traitor"
    elif fellow is not None:
        yield "with", spoken.say("values.mate", seat=t.seat(table, fellow)), fellow
    else:
        yield "with", spoken.say("values.alone"), "person"
    if player.left:
        yield "left", spoken.say("values.left"), "off_map"
    if seat == table.start:
        yield "start", spoken.say("values.start"), "play"


def _result(table: State) -> str:
    if table.over is None:
        return ""
    _, winners, _ = table.over
    names, fame = t.seats(table, winners), str(table.fame[winners[0]])
    return t.spoken(table).say(f"results.{'shared' if len(winners) > 1 else 'one'}", seat=names, seats=names, fame=fame)


# ---- what happened ----------------------------------------------------------------------------------------------


def standing_events(told: Sequence[Event]) -> list[Event]:
    """What a seat was told and still holds: without what was taken back with leave."""
    if not any(isinstance(event, TakenBack) for event in told):
        return list(told)
    held: list[tuple[int, Event]] = []
    for place, event in enumerate(told):
        if isinstance(event, TakenBack):
            held = [kept for kept in held if kept[0] < event.told]
        held.append((place, event))
    return [event for _, event in held]


def _log(known: State, told: Sequence[Event]) -> LogPanel:
    """The newest things that a seat was told, the last one last; `turn` is the round."""
    here = known.round
    lines: list[LogLine] = []
    for event in reversed(standing_events(told)):
        if text := describe(known, event):
            lines.append(LogLine(text=text, turn=max(0, here), rule=rule_of(event)))
        if len(lines) == LINES:
            break
        if isinstance(event, e.RoundBegan):
            here -= 1
    return LogPanel(title=t.spoken(known).say("panels.log"), lines=tuple(reversed(lines)))


def open_question(told: Sequence[Event]) -> TakeBackAsked | None:
    """The wish to take something back that nobody has answered yet."""
    for event in reversed(told):
        if isinstance(event, TakeBackAsked):
            return event
        if isinstance(event, (TakeBackAnswered, TakenBack, e.TurnBegan)):
            return None
    return None


# ---- the question -----------------------------------------------------------------------------------------------


def public_prompt(table: State, seat: Seat) -> Prompt | None:
    """The question of a seat with the answers that a public screen may name, worked out from TABLE's copy."""
    found = asks.prompt(table, seat)
    return None if found is None or found.ask in ("scan_drawn", "keep") else found


def _prompt(known: State, table: State, told: Sequence[Event], prompt: Prompt | None, seat: Seat) -> PromptPanel:
    """The question with every answer; who is not asked reads what everybody may."""
    spoken = t.spoken(known)
    if prompt is not None and seat != TABLE:
        public = public_prompt(table, prompt.seat)
        open_to_all = frozenset(public.choices if public is not None else ())
        return _panel(known, prompt, words.say_prompt(known, prompt), open_to_all)
    wish = open_question(told)
    if wish is not None:
        say = spoken.say("waiting.take_back", seat=t.seat(known, wish.seat))
        return PromptPanel(seat=wish.seat, ask=ALLOW_TAKE_BACK, say=say, choices=())
    seats = acting(table)
    if not seats:
        return PromptPanel(seat="", ask=OVER, say=spoken.say("waiting.over"), choices=())
    ask = asks.ask_of(table, seats[0]) or ""
    say = spoken.say(f"waiting.{ask}", seat=t.seat(known, seats[0]))
    public = public_prompt(table, seats[0]) if seat == TABLE else None
    if public is None:
        _note, rules = beside(table, ask)  # the words are for who answers
        return PromptPanel(seat=seats[0], ask=ask, say=say, choices=(), rules=rules)
    hand = public.ask in ("turn", "defend")
    return msgspec.structs.replace(_panel(known, public, say, frozenset(public.choices)), hand=hand)


def _panel(known: State, prompt: Prompt, say: str, public: frozenset[str]) -> PromptPanel:
    main = next((choice for choice in ("end",) if choice in prompt.choices), None)
    spoken = t.spoken(known)
    choices = tuple(
        PromptChoice(
            id=choice,
            say=words.say_choice(known, prompt, choice),
            icon=ICONS.get(read(choice).form, ""),
            note=spoken.say(f"notes.{choice}") if choice in ("defect", "leave") else "",
            main=choice == main,
            private=choice not in public and choice != UNDO,
        )
        for choice in prompt.choices
    )
    note, rules = beside(known, prompt.ask)
    return PromptPanel(seat=prompt.seat, ask=prompt.ask, say=say, choices=choices, note=note, rules=rules)


# ---- scanned cards ----------------------------------------------------------------------------------------------


def laid(table: State, token: str) -> Laid:
    """What a card means that is laid before everybody's eyes: only what lies open is anything to all."""
    for seat in acting(table):
        prompt = public_prompt(table, seat)
        choices = answers(table, prompt, token)
        if prompt is not None and choices:
            return Laid((seat,), frozenset({prompt.ask}), choices)
    return Laid()


def answers(known: State, prompt: Prompt | None, token: str) -> tuple[str, ...]:
    """The choices that a scanned card stands for: a ninjutsu card what it may be used for, a partner the ougi, a
    valuable the place where it is known to lie, or itself where it is to be shown."""
    kind, _, name = token.partition(":")
    if prompt is None or kind != "card":
        return ()
    deck, card, _ = name.split("/")
    if f"card:{card}" in prompt.choices:
        return (f"card:{card}",)
    mine = known.players[prompt.seat]
    if deck == "partners":
        return ("ougi",) if mine.partner == card and "ougi" in prompt.choices else ()
    if deck == "ninjutsu":
        owner = mine
        if prompt.ask == "choose":
            _, picks, _ = asks.choosing(known, prompt.seat)
            owner = known.players[picks[0]] if picks and picks[0] in known.players else mine
        spots = {slot for slot, held in owner.ninjutsu.items() if held.card == card}
    else:
        spots = {place for place, lying in known.table.items() if lying == card}
        if prompt.ask == "keep":
            second = known.second
            return tuple(
                choice
                for choice, held in (("old", mine.valuable), ("new", second.valuable if second is not None else None))
                if held == card
            )
    return tuple(choice for choice in prompt.choices if spots & {read(choice).form, *read(choice).what.split(":")})
