"""A position is checked for what cannot be, and laid out as events, so that nothing is redacted twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.events import Event
from companion.game import BadOpening
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.fold import folds, unknown
from companion.games.shinobinogi.names import (
    DECK,
    FOLLOWER,
    HAND,
    MANA_A_TURN,
    NINJA,
    OTHER,
    RESERVE,
    SCROLL,
    SCROLLS,
    SEATS,
    SETUP,
    deck_of,
    place,
)
from companion.games.shinobinogi.position import (
    HalfText,
    MoreText,
    PositionText,
    StandingText,
    UseText,
    begun,
    frames,
    half_text,
    in_use,
    user,
    waiting,
)
from companion.games.shinobinogi.reading import read
from companion.games.shinobinogi.scanning import OPENED, real
from companion.games.shinobinogi.state import Frame, Half, Pile, Standing, State, chooser, running
from companion.seats import Seat
from companion.unknown import TEXT, UNKNOWN

# ---- checks -----------------------------------------------------------------------------------------------------


def check(state: State, text: PositionText) -> None:
    """Refuses a position that breaks a rule of possession. Raises BadOpening naming the key."""
    if text.columns != state.options.columns:
        raise BadOpening(f"position, columns: the options say {state.options.columns}; write one of them")
    for key, found, least, most in (
        ("turn", text.turn, 1, 9999),
        ("mana_set", text.mana_set, 0, MANA_A_TURN),
        ("attacks_left", text.attacks_left, 0, 20),
        *((f"waiting_scrolls.{seat}", count, 0, SCROLLS) for seat, count in text.waiting_scrolls.items()),
    ):
        if not least <= found <= most:
            raise BadOpening(f"position, {key}: {found} cannot be; write {least} to {most}")
    _check_faces(state, text)
    if text.phase == SETUP:
        _check_undealt(text)
    for seat in SEATS:
        _check_zones(state, seat, half_text(text, seat))
        _check_teams(state, text, seat)
        _check_copies(state, text, seat)
    _check_both(text)
    _check_open(state, text)


def _check_undealt(text: PositionText) -> None:
    """Before cards are dealt nothing lies anywhere but the ninja in play."""
    for seat in SEATS:
        for key, cards in _zones(half_text(text, seat)):
            if cards and not key.startswith("followers"):
                raise BadOpening(f"position, {seat}.{key}: nothing is dealt yet in setup (S8-S11); write another phase")


def _zones(half: HalfText) -> Iterator[tuple[str, list[str]]]:
    """Every list of cards in a half, with its key."""
    for key in ("hand", "deck", "discard", "excluded", "captured", "reserve"):
        yield key, getattr(half, key)
    for key in ("set", "followers"):
        for number, column in enumerate(getattr(half, key), 1):
            yield f"{key}.{number}", [standing.card for standing in column]
    for number, mana in enumerate(half.mana, 1):
        yield f"mana.{number}", mana


def _check_faces(state: State, text: PositionText) -> None:
    named = [(f"{seat}.{key}", cards) for seat in SEATS for key, cards in _zones(half_text(text, seat))]
    named.append(("resolving", [use.card for use in text.resolving]))
    for key, cards in named:
        for card in cards:
            if card == TEXT and _may_be_unknown(state, key):
                continue
            if card == TEXT:
                raise BadOpening(f"position, {key}: write the card; a loaded position has no unknown ones")
            if card not in state.cards.cards:
                raise BadOpening(f"position, {key}: the set {state.cards.id} has no card {card!r}; write DECK/CARD")


def _may_be_unknown(state: State, key: str) -> bool:
    """True for what the referee need not know of real cards: a deck, a hand, and set cards by option."""
    zone = key.partition(".")[2].partition(".")[0]
    return real(state) and (zone in ("deck", "hand") or (zone == "set" and state.options.scan == OPENED))


def _check_zones(state: State, seat: Seat, half: HalfText) -> None:
    """What may lie where: S60, S63, S65, SQ6."""
    kinds = {name: card.kind for name, card in state.cards.cards.items()}
    for key in ("set", "mana", "followers"):
        if len(getattr(half, key)) > state.options.columns:
            raise BadOpening(f"position, {seat}.{key}: there are {state.options.columns} columns (SQ1)")
    own = f"{half.front}/{NINJA}" if half.front is not None else ""
    for key, cards in _zones(half):
        zone = key.partition(".")[0]
        where = f"position, {seat}.{key}"
        if zone in ("mana", "followers", "discard", "excluded") and SCROLL in cards:
            raise BadOpening(f"{where}: a scroll lies only in hand, deck, set zone, reserve or captured (S60)")
        if zone in ("captured", "reserve") and (others := [card for card in cards if card != SCROLL]):
            raise BadOpening(f"{where}: only scrolls lie there, no {others[0]}")
        if zone != "followers" and own in cards:
            raise BadOpening(f"{where}: {own} stands in a follower space all game (S65)")
        if zone == "followers":
            if strange := [card for card in cards if kinds[card] not in (FOLLOWER, NINJA)]:
                raise BadOpening(f"{where}: {strange[0]} is no follower (S61)")
            if strange := [card for card in cards if kinds[card] == NINJA and card != own]:
                raise BadOpening(f"{where}: {strange[0]} is not the ninja in play; write it as front (S77)")
            if any(not state.cards.same_name(cards[0], card) for card in cards):
                what = f"nothing but {own} stands there (SQ6)" if own in cards else "a space holds one name (S63, S72)"
                raise BadOpening(f"{where}: {what}")
    stands = sum(standing.card == own for column in half.followers for standing in column)
    if half.front is not None and half.front in state.cards.ninja and stands != 1:
        raise BadOpening(f"position, {seat}.front: {own} must stand in one follower space, once (S65)")
    if len(half.reserve) > RESERVE:
        raise BadOpening(f"position, {seat}.reserve: there are {RESERVE} reserve scrolls at most (S10)")
    if len(set(half.opened)) < len(half.opened) or any(not 1 <= n <= len(half.hand) for n in half.opened):
        raise BadOpening(f"position, {seat}.opened: write places in the hand, each once, from 1")
    if any(half.hand[number - 1] == TEXT for number in half.opened):
        raise BadOpening(f"position, {seat}.opened: an open card is known; write it in the hand")
    if real(state) and any(card != TEXT for card in half.deck):
        raise BadOpening(f"position, {seat}.deck: nobody knows what lies in a real deck; write {TEXT}")


def _in_use(text: PositionText, seat: Seat) -> list[str]:
    """The cards in use that lie in no zone: those from the set zone (SQ24)."""
    return [use.card for use, more in in_use(text) if user(text, more) == seat and _was_set(use, more)]


def _was_set(use: UseText, more: MoreText) -> bool:
    return use.place.startswith("s") if more.way is None else more.way == 0


def _cards(text: PositionText, seat: Seat) -> list[str]:
    half = half_text(text, seat)
    own = [card for key, cards in _zones(half) if key != "captured" for card in cards if card != TEXT]
    return own + _in_use(text, seat)


def team(state: State, text: PositionText, seat: Seat) -> tuple[str, ...]:
    """The ninja of a seat: those that are written, else those whose cards it has."""
    half = half_text(text, seat)
    if half.ninja:
        return tuple(half.ninja)
    seen = {deck_of(card) for card in _cards(text, seat)} | {half.front}
    return tuple(ninja for ninja in state.cards.ninja if ninja in seen)


def _check_teams(state: State, text: PositionText, seat: Seat) -> None:
    half = half_text(text, seat)
    for key, names in (("ninja", half.ninja), ("front", [half.front] if half.front is not None else [])):
        if strange := [name for name in names if name not in state.cards.ninja]:
            raise BadOpening(f"position, {seat}.{key}: there is no ninja {strange[0]!r}")
    own = team(state, text, seat)
    if len(own) > 2 or len(set(own)) < len(own):
        raise BadOpening(f"position, {seat}: a player has two ninja (S1), not {', '.join(own)}")
    if text.phase != "setup" and half.ninja and len(own) < 2:
        raise BadOpening(f"position, {seat}.ninja: a player has two ninja (S1)")
    if half.front is not None and half.front not in own:
        raise BadOpening(f"position, {seat}.front: {half.front} is none of his ninja {', '.join(own)}")
    if strange := [card for card in _cards(text, seat) if card != SCROLL and deck_of(card) not in own]:
        raise BadOpening(f"position, {seat}: {strange[0]} is of no deck of his ninja {', '.join(own)} (S9)")


def _check_copies(state: State, text: PositionText, seat: Seat) -> None:
    for card, count in Counter(_cards(text, seat)).items():
        most = state.cards.cards[card].copies
        if card != SCROLL and count > most:
            raise BadOpening(f"position, {seat}: there are {most} of {card} (S13), not {count}")
    half = half_text(text, seat)
    scrolls = _cards(text, seat).count(SCROLL) + waiting(text, seat)
    lost = len(half_text(text, OTHER[seat]).captured)
    if scrolls + lost > SCROLLS:
        raise BadOpening(f"position, {seat}: he has {SCROLLS} scrolls (S4), not {scrolls} and {lost} captured")
    if text.phase != "over" and len(half.captured) > SCROLLS:
        raise BadOpening(f"position, {seat}.captured: his opponent has {SCROLLS} scrolls (S4)")


def _check_both(text: PositionText) -> None:
    decks = {seat: {deck_of(card) for card in _cards(text, seat)} | {*half_text(text, seat).ninja} for seat in SEATS}
    both = (decks[SEATS[0]] & decks[SEATS[1]]) - {""}
    if both:
        raise BadOpening(f"position, second: {min(both)} fights for one player only (S6)")


def _check_open(state: State, text: PositionText) -> None:
    """What is said to be open exists."""
    most = state.options.columns
    if len(text.open.uses) > len(text.resolving):
        raise BadOpening("position, open.uses: there are more than cards in resolving")
    for at, (use, more) in enumerate(in_use(text)):
        spot = place(use.place)
        if use.place and (spot is None or spot.zone not in "sf" or spot.column > most):
            raise BadOpening(f"position, resolving.{at}.place: {use.place!r} is no set or follower place; write s1.1")
        ways = len(state.cards.cards[use.card].ways)
        if (more.way or 0) > ways or (not _was_set(use, more) and not ways):
            raise BadOpening(f"position, resolving.{at}: {use.card} cannot be used so (S29)")
    opened = text.open
    target = read(opened.attacked) if opened.attacked is not None else None
    if opened.attacked is not None:
        attacker = user(text, in_use(text)[-1][1]) if text.resolving else Seat(text.whose)
        other = half_text(text, OTHER[attacker])
        spot = target.spot if target is not None else None
        there = spot is not None and spot.zone == "s" and spot.column <= len(other.set)
        there = there and spot is not None and spot.number <= len(other.set[spot.column - 1])
        shown_now = (OTHER[attacker], str(opened.attacked).partition(":")[0]) in opened.due  # of deck and hand
        if not there and not shown_now:
            raise BadOpening(f"position, open.attacked: no set card lies at {opened.attacked!r}")
    if opened.entering is not None:
        half, spot = half_text(text, Seat(opened.entering[0])), place(opened.entering[1])
        there = spot is not None and spot.zone == "f" and spot.column <= len(half.followers)
        if spot is None or not there or spot.number > len(half.followers[spot.column - 1]):
            raise BadOpening(f"position, open.entering: no follower lies at {opened.entering[1]!r}")
    for owner, where in opened.due:
        _check_due(state, text, Seat(owner), where)
    for seat, prompt in text.prompts.items():
        if prompt is not None and (strange := [choice for choice in prompt.about if read(choice) is None]):
            raise BadOpening(f"position, prompts.{seat}.about: {strange[0]!r} is no choice")


def _check_due(state: State, text: PositionText, seat: Seat, where: str) -> None:
    """A real card that must be shown lies where it is said to lie."""
    spot, half = place(where), half_text(text, seat)
    in_hand = spot is not None and spot.zone == "h" and spot.number <= len(half.hand)
    if in_hand and spot is not None and half.hand[spot.number - 1] != TEXT:
        raise BadOpening(f"position, open.due: {where} of {seat} was shown already; write {TEXT} in the hand")
    if not real(state) or not (in_hand or where in (DECK, HAND) or where == text.open.attacked):
        raise BadOpening(f"position, open.due: {where!r} is no real card that must be shown; write h1, deck or hand")


# ---- laying it out ----------------------------------------------------------------------------------------------


def lay(state: State, text: PositionText) -> list[Event]:
    """The position as what everybody sees, what each seat has for itself, and the decks."""
    use = frames(state, text)
    step = running(replace(state, frames=use))
    who = chooser(use[-1], step) if step is not None else use[-1].seat if use else None
    open_names = step is not None and step.do == "look"
    public: dict[str, Any] = {key: getattr(text, key) for key in ("turn", "whose", "phase", "mana_set")}
    public["frames"] = [[getattr(frame, key) for key in Frame.__struct_fields__] for frame in use]
    public["attacked"] = text.open.attacked
    public["entering"] = list(text.open.entering) if text.open.entering is not None else None
    public["named"] = text.open.named if open_names else [TEXT] * len(text.open.named)
    public["looking"] = len(text.open.looking)
    public["due"] = [list(entry) for entry in text.open.due]
    public["over"] = list(text.open.over) if text.open.over is not None else None
    for seat in SEATS:
        public[seat] = _public_half(state, text, seat)
    laid: list[Event] = [e.TableLaid(public)]
    for seat in SEATS:
        half = half_text(text, seat)
        own: dict[str, Any] = {
            "hand": half.hand,
            "set": _padded(state, [[held.card for held in column] for column in half.set]),
            "mana": _padded(state, half.mana),
            "about": begun(text, seat),
            "named": text.open.named if who == seat else [],
            "looking": text.open.looking if who == seat else [],
        }
        laid.append(e.HalfLaid(seat, own))
    laid.append(e.DecksLaid({seat: half_text(text, seat).deck for seat in SEATS}))
    return laid


def _padded(state: State, zone: list[Any]) -> list[Any]:
    return [*zone, *([] for _ in range(state.options.columns - len(zone)))]


def _public_half(state: State, text: PositionText, seat: Seat) -> dict[str, Any]:
    half = half_text(text, seat)

    def stands(column: list[StandingText], usual: bool) -> list[bool]:
        return [usual if held.stand is None else held.stand for held in column]

    return {
        "team": list(team(state, text, seat)),
        "front": half.front,
        "hand": len(half.hand),
        "opened": [half.hand[number - 1] for number in half.opened],
        "deck": len(half.deck),
        "set": [stands(column, False) for column in _padded(state, half.set)],
        "mana": _padded(state, half.mana) if state.options.mana_open else [],
        "mana_counts": [len(column) for column in _padded(state, half.mana)],
        "followers": [[held.card for held in column] for column in _padded(state, half.followers)],
        "stands": [stands(column, True) for column in _padded(state, half.followers)],
        "discard": half.discard,
        "excluded": half.excluded,
        "captured": len(half.captured),
        "reserve": len(half.reserve),
        "waiting": waiting(text, seat),
        "protected": list(half.protected),
    }


def _pile(cards: Any) -> Pile:
    return tuple(UNKNOWN if card in (TEXT, UNKNOWN) else card for card in cards)


@folds(e.TableLaid)
def _table_laid(state: State, event: e.TableLaid) -> State:
    raw = event.position
    return replace(
        state,
        turn=raw["turn"],
        whose=Seat(raw["whose"]),
        phase=raw["phase"],
        mana_set=raw["mana_set"],
        halves={seat: _half_seen(raw[seat]) for seat in SEATS},
        frames=tuple(Frame(*fields) for fields in raw["frames"]),
        attacked=raw["attacked"],
        entering=(Seat(raw["entering"][0]), raw["entering"][1]) if raw["entering"] else None,
        named=_pile(raw["named"]),
        looking=unknown(raw["looking"]),
        due=tuple((Seat(owner), where) for owner, where in raw.get("due", ())),
        over=(raw["over"][0], raw["over"][1]) if raw["over"] else None,
    )


def _half_seen(raw: dict[str, Any]) -> Half:
    hidden = raw["hand"] - len(raw["opened"])
    counts = raw["mana_counts"]
    return Half(
        team=tuple(raw["team"]),
        front=raw["front"],
        hand=(*raw["opened"], *unknown(hidden)),
        opened=tuple(raw["opened"]),
        deck=unknown(raw["deck"]),
        set=tuple(tuple(Standing(UNKNOWN, stand) for stand in column) for column in raw["set"]),
        mana=tuple(tuple(column) for column in raw["mana"]) or tuple(unknown(count) for count in counts),
        followers=tuple(
            tuple(Standing(card, stand) for card, stand in zip(cards, stands, strict=True))
            for cards, stands in zip(raw["followers"], raw["stands"], strict=True)
        ),
        discard=tuple(raw["discard"]),
        excluded=tuple(raw["excluded"]),
        captured=raw["captured"],
        reserve=raw["reserve"],
        waiting=raw["waiting"],
        protected=tuple(raw["protected"]),
    )


@folds(e.HalfLaid)
def _half_laid(state: State, event: e.HalfLaid) -> State:
    raw, seat = event.position, event.seat
    half = state.halves[seat]
    half = replace(
        half,
        hand=_pile(raw["hand"]),
        set=tuple(
            tuple(replace(held, card=card) for held, card in zip(column, _pile(cards), strict=True))
            for column, cards in zip(half.set, raw["set"], strict=True)
        ),
        mana=tuple(tuple(column) for column in raw["mana"]),
    )
    state = replace(state, halves={**state.halves, seat: half})
    if raw["named"] or raw["looking"]:
        state = replace(state, named=tuple(raw["named"]), looking=tuple(raw["looking"]))
    return replace(state, about={**state.about, seat: tuple(raw["about"])}) if raw["about"] else state


@folds(e.DecksLaid)
def _decks_laid(state: State, event: e.DecksLaid) -> State:
    halves = {seat: replace(half, deck=_pile(event.position[seat])) for seat, half in state.halves.items()}
    return replace(state, halves=halves)
