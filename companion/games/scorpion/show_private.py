"""What lies beside the board: hands and offers, and the counts that a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.scorpion import asks, words
from companion.games.scorpion import texts as t
from companion.games.scorpion.draft import ENTRANCES, OBJECTS, PATROLS, POSTS, draft_of, hand_size
from companion.games.scorpion.listening import noise
from companion.games.scorpion.names import (
    FIGURES,
    GUARD_CARDS,
    HAND_SIZE,
    INTRUDER_SIDE,
    OVER,
    PASSAGE,
    SETUP,
    STEPS,
    WOUNDS_TO_DIE,
)
from companion.games.scorpion.returning import waiting
from companion.games.scorpion.search import MOST_ZONES
from companion.games.scorpion.show_board import listeners
from companion.games.scorpion.state import Hand, State, figures_of, guard_seats, in_passage, seat_of, unseen
from companion.games.scorpion.texts import Texts, texts
from companion.prompts import Prompt, read
from companion.seats import Seat
from companion.verdicts import Refused
from companion.views import CardFace, CardsPanel, HandPanel, Panel, Row

PLAYED_FOR: Final = frozenset(
    {
        *("choose_sentry", "choose_patrol", "choose_barracks", "choose_attacker", "choose_target", "choose_victim"),
        "search_zone",
    }
)
"""What is asked while a card is played step by step."""

# ---- cards ------------------------------------------------------------------------------------------------------


def card_panels(known: State, seat: Seat, prompt: Prompt | None) -> tuple[Panel, ...]:
    """The seat's hands, the drawn cards, and what it may choose from."""
    spoken = texts(known.options.language)
    if seat in INTRUDER_SIDE:
        return (*_intruders_hands(known, spoken, seat, prompt), *_offer(known, spoken, prompt))
    if seat not in known.piles:
        return ()
    piles = known.piles[seat]
    hand = piles.hand or draft_of(known, seat).hand
    shown: list[Panel] = []
    if piles.drawn:
        faces = _faces(known, "guards", piles.drawn, seat, prompt, "")
        shown.append(CardsPanel(title=spoken.say("panels.drawn"), id="drawn", cards=faces, hidden=_hidden(piles.drawn)))
    faces = _faces(known, "guards", hand, seat, prompt, "", beside=piles.drawn)
    title = spoken.say("panels.hand_guards")
    return (
        HandPanel(title=title, owner=seat, cards=faces, hidden=_hidden(hand), lines=_counted(known, spoken, seat)),
        *shown,
        *_offer(known, spoken, prompt),
    )


def _counted(known: State, spoken: Texts, seat: Seat) -> tuple[str, ...]:
    """How many cards a guard seat holds, and how many it may still draw."""
    piles = known.piles[seat]
    if known.phase == SETUP:
        return ()
    held = "one" if len(piles.hand) == 1 else "many"
    return (
        spoken.say(f"panels.hand_cards.{held}", count=str(len(piles.hand))),
        spoken.say("panels.hand_deck", count=str(len(piles.deck))),
    )


def _hidden(pile: Hand) -> int:
    return sum(not isinstance(card, str) for card in pile)


def _intruders_hands(known: State, spoken: Texts, seat: Seat, prompt: Prompt | None) -> Iterator[HandPanel]:
    """Both hands: intruders show each other everything (R20)."""
    for name in FIGURES:
        hand: Hand = known.figures[name].hand
        for owner in (seat, seat_of(known, name)):
            hand = hand or draft_of(known, owner).hands.get(name, ())
        who = name if name in figures_of(known, seat) else "-"
        faces = _faces(known, name, hand, seat, prompt, who)
        yield HandPanel(title=spoken.say(f"panels.hand_{name}"), owner=name, cards=faces, hidden=_hidden(hand))


def _faces(
    known: State, deck: str, pile: Hand, seat: Seat, prompt: Prompt | None, who: str, beside: Hand = ()
) -> tuple[CardFace, ...]:
    """The cards of a pile by kind. who: the intruder in whose hand they are; beside: drawn cards, played first."""
    counted = Counter(card for card in pile if isinstance(card, str))
    faces: list[CardFace] = []
    for kind in known.cards.kinds(deck):
        if kind in counted:
            choice, why = (None, None) if kind in beside else _playable(known, kind, seat, prompt, who)
            face = _face(known, deck, kind, counted[kind], choice, why)
            faces.append(replace(face, counts=_elsewhere(known, deck, kind, seat)))
    return tuple(faces)


def _elsewhere(known: State, deck: str, kind: str, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Where the cards of a kind lie, as far as the seat can count them itself; of a deck never the order."""
    if known.phase == SETUP or seat not in known.piles:
        return ()
    piles, left = known.piles[seat], unseen(known, seat)
    counts = {"hand": piles.hand.count(kind)}
    if left.total() == len(piles.deck):  # nothing else is hidden from its owner
        counts["deck"] = left[kind]
    counts["played"] = (*piles.discard, *piles.discard_old).count(kind)
    spoken = texts(known.options.language)
    return tuple((spoken.say(f"counts.{name}"), str(count)) for name, count in counts.items())


def _face(
    known: State, deck: str, kind: str, count: int, choice: str | None = None, why: Refused | None = None
) -> CardFace:
    card = known.cards.card(deck, kind)
    language = known.options.language
    return CardFace(
        id=kind,
        name=card.names[language],
        icon=card.icon,
        effect=card.texts.get(language, ""),
        rule=card.rule,
        count=count,
        brief=card.brief.get(language, ""),
        then=card.then.get(language, ""),
        copies=card.copies,
        topics=(f"{deck}/{kind}",),
        choice=choice,
        why_not=words.short_refusal(known, why) if why is not None else "",
        why_rule=why.rule if why is not None else None,
    )


def in_play(known: State, prompt: Prompt) -> CardFace | None:
    """The card that a seat has begun to play, while it is asked for whom or where."""
    about = known.about.get(prompt.seat, ())
    pick = read(about[0]) if about else None
    if pick is None or pick.form != "card" or prompt.ask not in PLAYED_FOR:
        return None
    return _face(known, words.deck_of(known, prompt.seat, pick), pick.what, 1)


def every_face(known: State) -> tuple[CardFace, ...]:
    """Every kind of card, deck by deck; what the decks share is told apart by the deck in front."""
    return tuple(
        replace(_face(known, deck, kind, card.copies), id=f"{deck}/{kind}")
        for deck, kinds in known.cards.decks.items()
        for kind, card in kinds.items()
    )


def _playable(
    known: State, kind: str, seat: Seat, prompt: Prompt | None, who: str
) -> tuple[str | None, Refused | None]:
    """What touching a card of a hand picks, or why it cannot be played; neither where no card is asked for."""
    if prompt is None or (known.phase == SETUP and prompt.ask.startswith("choose_hand")):
        return None, None
    named = f"card:{kind}@{who}"
    if named in prompt.choices:
        return named, None
    plain = f"card:{kind}"
    mine = not who or words.deck_of(known, seat, read(plain)) == who
    if prompt.ask.startswith(("restart", "bonus", "scan")):
        return None, None
    if plain in prompt.choices and mine:
        return plain, None
    asked = named if who and prompt.ask == "intruder_turn" else plain if mine else ""
    if not asked or who == "-" or not _asks_for_cards(prompt):
        return None, None
    return None, asks.refusal(known, seat, asked)


def _asks_for_cards(prompt: Prompt) -> bool:
    ask = asks.ASKS.get(prompt.ask)
    return ask is not None and "card" in ask.forms


def _offer(known: State, spoken: Texts, prompt: Prompt | None) -> Iterator[CardsPanel]:
    """What a hand is chosen from (R21-R24), a new copy's too (R208); for the guards' bonus deck and discards (R211)."""
    if prompt is None or not prompt.ask.startswith(("choose_hand", "restart", "bonus_cards", "scan_drawn")):
        return
    seat, about = prompt.seat, known.about.get(prompt.seat, ())
    taken = Counter(read(choice).what for choice in about if choice.startswith("card:"))
    if prompt.ask == "bonus_cards":
        deck = "guards"
        offer = known.piles[seat].offer
        left = Counter(card for card in offer if isinstance(card, str)) if isinstance(offer, tuple) else {}
    else:
        deck = words.deck_of(known, seat, read("card:")) if prompt.ask != "choose_hand" else "guards"
        deck = waiting(known) or deck if prompt.ask.startswith("restart") else deck
        left = Counter({kind: copies(known, deck, kind) for kind in known.cards.kinds(deck)})
        draft = draft_of(known, seat)
        taken.update(draft.hand if deck == "guards" else draft.hands.get(deck, ()))
    faces = []
    for kind in known.cards.kinds(deck):
        if kind in left:
            choice = f"card:{kind}" if f"card:{kind}" in prompt.choices else None
            faces.append(_face(known, deck, kind, left[kind] - taken[kind], choice))
    yield CardsPanel(title=spoken.say("panels.offer"), id="offer", cards=tuple(faces))


def copies(known: State, deck: str, kind: str) -> int:
    """How many of a kind one may choose from; each of two guard players half of the guard cards (R26)."""
    whole = known.cards.copies(deck, kind)
    return whole // 2 if deck == "guards" and known.players == 4 else whole


# ---- counts -----------------------------------------------------------------------------------------------------


def rows(known: State, seat: Seat) -> tuple[Row, ...]:
    """The tally of a seat: its own work first, then what everybody may count."""
    spoken = texts(known.options.language)
    own: tuple[Row, ...] = ()
    if known.phase == SETUP:
        own = tuple(_setting_up(known, spoken, seat))
    elif seat in INTRUDER_SIDE:
        own = tuple(_at_work(known, spoken))
    return (*own, *_everybody(known, spoken))


def _row(spoken: Texts, name: str, done: int, of: int, icon: str = "") -> Row:
    value = spoken.say("values.of", done=str(done), of=str(of))
    return Row(id=name, label=spoken.say(f"rows.{name}"), value=value, done=done, of=of, icon=icon)


def _count(spoken: Texts, name: str, value: object, icon: str = "") -> Row:
    return Row(id=name, label=spoken.say(f"rows.{name}"), value=str(value), icon=icon)


def _everybody(known: State, spoken: Texts) -> Iterator[Row]:
    """Cards by number (Q51), wounds, missions done."""
    piles = [known.piles[seat] for seat in guard_seats(known) if seat in known.piles]
    if known.phase == GUARD_CARDS:
        yield _row(spoken, "plays", known.plays_left, 2)
    for seat in guard_seats(known):
        if seat in known.piles:
            yield _count(spoken, f"hand_{seat}", len(known.piles[seat].hand), "hand")
    if any(pile.drawn for pile in piles):
        yield _count(spoken, "drawn", sum(len(pile.drawn) for pile in piles), "hand")
    yield _count(spoken, "deck", sum(len(pile.deck) for pile in piles))
    yield _count(spoken, "discard", sum(len(pile.discard) + len(pile.discard_old) for pile in piles))
    for name in FIGURES:
        figure = known.figures[name]
        state = spoken.say(f"values.{figure.state}")
        label, most = spoken.say(f"figures.name.{name}"), WOUNDS_TO_DIE[name]
        yield Row(id=name, label=label, value=state, done=figure.wounds, of=most, icon=name)
        mission = t.mission(known, figure.goal)
        value = "mission_done" if figure.done else "mission" if isinstance(figure.goal, str) else "mission_secret"
        yield _count(spoken, f"mission_{name}", spoken.say(f"values.{value}", mission=mission), "goal")
        yield _count(spoken, f"hand_{name}", len(figure.hand), "hand")
    inside = in_passage(known)
    if inside:
        yield _count(spoken, "passage", t.guards(known, inside), "passage")


def _at_work(known: State, spoken: Texts) -> Iterator[Row]:
    """How far each intruder went, how loud that is, and who could hear it: from his own copy (R142-R143).

    While a search is declared, how many zones each has named (R157).
    """
    most = STEPS["intruder"]
    named = Counter(name for name, _zone in known.declaring) if isinstance(known.declaring, tuple) else Counter()
    searching = any(about[:1] == ("search",) for about in known.about.values())
    for name in FIGURES:
        figure = known.figures[name]
        if not figure.on_map or not isinstance(figure.moved, int) or known.phase == OVER:
            continue
        did, done, of = ("searched", named[name], MOST_ZONES) if searching else ("moved", figure.moved, most)
        value = spoken.say("values.zones", done=str(done), of=str(of))
        yield Row(id=f"{did}_{name}", label=spoken.say(f"rows.{did}_{name}"), value=value, done=done, of=of, icon=name)
        gait = 0 if figure.zone == PASSAGE else min(noise(known, figure), most)
        loud = spoken.say(f"noise.{gait}")
        yield Row(id=f"noise_{name}", label=spoken.say("rows.noise"), value=loud, done=gait, of=most)
        heard = _by_patrol(known, spoken, listeners(known, name))
        yield Row(id=f"hears_{name}", label=spoken.say("rows.hears"), value=heard, icon="ear")


def _by_patrol(known: State, spoken: Texts, guards: tuple[str, ...]) -> str:
    """Guards by id, whole patrols by theirs."""
    found: list[str] = []
    for guard in guards:
        walks = next((name for name, patrol in known.patrols.items() if guard in patrol.guards), guard)
        if walks not in found:
            found.append(walks)
    found.sort(key=lambda name: (name[0], int(name[1:])))
    return spoken.say("things.comma").join(found) or spoken.say("things.nobody")


def _setting_up(known: State, spoken: Texts, seat: Seat) -> Iterator[Row]:
    """What of the setup is done, and what is left (R21-R62)."""
    if seat in known.confirmed:
        return
    draft = draft_of(known, seat)
    if seat in INTRUDER_SIDE:
        for name in figures_of(known, seat):
            done = len(draft.hands.get(name, ()))
            value = spoken.say("values.cards", done=str(done), of=str(HAND_SIZE[name]))
            label = spoken.say(f"rows.hand_{name}")
            yield Row(id=f"chosen_{name}", label=label, value=value, done=done, of=HAND_SIZE[name], icon="hand")
        of = ENTRANCES * len(figures_of(known, seat)) // len(FIGURES)
        yield _row(spoken, "entrances", len(draft.entrances), of, "passage")
    elif seat in guard_seats(known):
        yield _row(spoken, "cards", len(draft.hand), hand_size(known), "hand")
        yield _row(spoken, "posts", len(draft.posts), POSTS, "sword")
        yield _row(spoken, "patrols", sum(facing is not None for _, facing in draft.patrols), PATROLS, "patrol")
        for name, kind, icon in (
            ("sleepers", "sleeper", "sleep"),
            ("goals", "goal_", "goal"),
            ("traps", "trap", "trap"),
            ("hidden_sentries", "hidden_sentry", "hidden"),
        ):
            done = sum(hidden.startswith(kind) for hidden, _ in draft.objects)
            yield _row(spoken, name, done, sum(hidden.startswith(kind) for hidden in OBJECTS), icon)
        if str(asks.ask_of(known, seat)).startswith("hide_goal"):
            goals = Counter(known.board.castle.get(zone) for kind, zone in draft.objects if kind.startswith("goal_"))
            for castle in ("west", "east"):
                value = spoken.say("values.of", done=str(goals[castle]), of="3")
                label = spoken.say(f"castles.{castle}")
                yield Row(id=f"goals_{castle}", label=label, value=value, done=goals[castle], of=3)
