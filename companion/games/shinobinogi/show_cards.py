"""The cards that a seat is shown: columns, hands, piles, the ninja on offer; as far as its copy knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi import words
from companion.games.shinobinogi.cards import Card
from companion.games.shinobinogi.names import DECK, FOLLOWERS, MANA, NINJA, OTHER, SCROLL, SET, at
from companion.games.shinobinogi.reading import read
from companion.games.shinobinogi.state import Face, State, card_of, columns
from companion.prompts import Prompt
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.views import CardFace, CardsPanel, HandPanel, Heap

KIND_ICONS: Final = {"ninja": "ninja", "ninjutsu": "shuriken", "follower": "person", "scroll": "seal"}
GROUPS: Final = ((FOLLOWERS, "person"), (SET, "hide"), (MANA, "lantern"))
"""What lies in a column (S17), with its sign."""


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
    return CardFace(
        id=where,
        name=kind.names[spoken.language],
        icon=KIND_ICONS[kind.kind],
        effect=effect,
        copies=kind.copies,
        topics=_topics(kind),
        **changes,
    )


def _topics(kind: Card) -> tuple[str, ...]:
    """What a card is: its kind, what stands before its effect (S66 to S69), and whether it attacks (S42)."""
    conditions = ["on_entry"] * any(way.on_entry for way in kind.ways)
    conditions += [part.kind for way in kind.ways for part in way.parts]
    attacks = [step.do for step in (*kind.effect, *kind.light) if step.do == "attack"]
    return tuple(dict.fromkeys((kind.id, kind.kind, *conditions, *attacks)))


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


def columns_of(known: State, owner: Seat, prompt: Prompt | None) -> Iterator[CardsPanel]:
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


def own_hand(known: State, seat: Seat, prompt: Prompt | None) -> HandPanel:
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


def other_hand(known: State, owner: Seat, prompt: Prompt | None) -> HandPanel:
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


def deck(known: State, owner: Seat, prompt: Prompt | None) -> CardsPanel:
    """A deck, of which nobody knows more than how many cards it has."""
    spoken, asked, count = t.spoken(known), _about(known, owner, prompt), len(known.halves[owner].deck)
    title, label = spoken.say("rows.deck", **t.seat(known, owner)), spoken.say("piles.deck")
    top = CardFace(id=DECK, name=label, icon="hide", count=count, down=True, choice=_touch(asked, DECK))
    if _attacked(known, owner) == DECK:
        top = msgspec.structs.replace(top, mark="attacked")
    return CardsPanel(title=title, id=f"{owner}.deck", cards=(top,) if count else (), pile=True, label=label)


def pile(known: State, owner: Seat, pile: str, prompt: Prompt | None) -> CardsPanel:
    """Open cards that are out of play (SQ18), the oldest first."""
    asked = _about(known, owner, prompt) if pile == "discard" else None
    lying: tuple[str, ...] = getattr(known.halves[owner], pile)
    faces = tuple(face(known, f"d{n}", card, choice=_touch(asked, f"d{n}")) for n, card in enumerate(lying, 1))
    spoken = t.spoken(known)
    title, label = spoken.say(f"panels.{pile}", **t.seat(known, owner)), spoken.say(f"piles.{pile}")
    return CardsPanel(title=title, id=f"{owner}.{pile}", cards=faces, pile=True, label=label)


def ninja_on_offer(known: State, prompt: Prompt | None) -> Iterator[CardsPanel]:
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
