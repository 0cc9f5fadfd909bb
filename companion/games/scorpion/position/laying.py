"""A position as events: what is public, each side's own, and the draw deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.chance import Chance
from companion.events import Event
from companion.game import BadOpening
from companion.games.scorpion import events as e
from companion.games.scorpion.draft import MAP
from companion.games.scorpion.fold.registry import folds
from companion.games.scorpion.names import (
    FIGURES,
    GUARD_CARDS,
    INTRUDER_PHASE,
    INTRUDER_SIDE,
    PASSAGE,
)
from companion.games.scorpion.position.text import FigureText, PositionText, by_seat, stands, state_of
from companion.games.scorpion.state import (
    Bonus,
    Draft,
    Figure,
    Guard,
    Hand,
    Mover,
    Patrol,
    Piles,
    Sharing,
    State,
    guard_seats,
    with_piles,
)
from companion.seats import Seat
from companion.unknown import TEXT, UNKNOWN


def lay(blank: State, text: PositionText, chance: Chance) -> list[Event]:
    """The events that lay a position out: what is public, each side's own, and the draw deck."""
    raw: dict[str, Any] = msgspec.to_builtins(text)
    everybody = {key: raw[key] for key in PUBLIC_KEYS}
    everybody["passage"] = {key: raw["passage"][key] for key in ("known", "ninja_card", "traitor_card", "guard_cards")}
    everybody["open"] = {key: raw["open"][key] for key in PUBLIC_OPEN}
    everybody["counts"] = {owner: len(hand) for owner, hand in text.hand.items()}
    everybody["drawn"] = {seat: len(pile) for seat, pile in by_seat(blank, text.drawn).items()}
    decks = _dealt(blank, text, chance)
    everybody["deck"] = {seat: len(pile) for seat, pile in decks.items()}
    everybody["discard"] = by_seat(blank, text.discard)
    everybody["discard_old"] = by_seat(blank, text.discard_old)
    everybody["owns"] = _owns(blank, text)
    everybody["plays_left"], everybody["open"]["sharing"] = _plays_shared(blank, text)
    own = {key: raw[key] for key in ("sleepers", "goals", "traps", "hidden_sentries")}
    shared = text.open.sharing
    own["takes"] = shared.takes if shared is not None else {}
    own["draft"] = raw["drafts"].get(MAP)
    cards = [e.CardsLaid(seat, _cards_of(blank, text, seat)) for seat in guard_seats(blank)]
    theirs = {"ropes": raw["ropes"], "entrances": text.passage.entrances, "bluffed": text.passage.bluffed}
    theirs["hand"] = {owner: hand for owner, hand in text.hand.items() if owner in FIGURES}
    theirs["figures"] = {name: raw[name] for name in FIGURES}
    theirs["open"] = {key: raw["open"][key] for key in ("walked", "declaring")}
    theirs["about"] = {s: p.about for s, p in text.prompts.items() if p is not None and s in INTRUDER_SIDE}
    theirs["drafts"] = {seat: draft for seat, draft in raw["drafts"].items() if seat in INTRUDER_SIDE}
    for name in FIGURES:
        figure: FigureText = getattr(text, name)
        everybody[name] = _as_seen(blank, figure)
    return [e.TableLaid(everybody), e.GuardsLaid(own), *cards, e.IntrudersLaid(theirs), e.RefereeLaid({"deck": decks})]


def _cards_of(blank: State, text: PositionText, seat: Seat) -> dict[str, Any]:
    asked = text.prompts.get(seat)
    return {
        "hand": text.hand.get(seat, []),
        "drawn": by_seat(blank, text.drawn)[seat],
        "offer": text.offer.get(seat),
        "about": asked.about if asked is not None else [],
        "draft": text.drafts.get(seat),
    }


def _owns(state: State, text: PositionText) -> dict[str, dict[str, int]]:
    """How many Kenjutsu and Secret Passage cards lie in each guard seat's own piles; see `Piles.owns`.

    Where a position of two guard players does not say it, wounds are theirs who struck, else in turn (Q66), and a
    Secret Passage card in play is his who does not hold his own.
    """
    seats = guard_seats(state)
    away: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
    for figure in (text.ninja, text.traitor):
        struck = figure.struck_by if len(figure.struck_by) == figure.wounds else seats * figure.wounds
        for seat in list(struck)[: figure.wounds]:
            away[seat]["kenjutsu"] += 1
    by_held = sorted(seats, key=lambda seat: piled(state, text, seat)["secret_passage"])
    for seat in (by_held * 2)[: text.passage.guard_cards]:
        away[seat]["secret_passage"] += 1
    whole = Counter(state.cards.half("guards") if len(seats) > 1 else state.cards.whole("guards"))
    kinds = ("kenjutsu", "secret_passage")
    return {seat: {kind: whole[kind] - away[seat][kind] for kind in kinds} | text.owns.get(seat, {}) for seat in seats}


def _plays_shared(state: State, text: PositionText) -> tuple[int | dict[str, int], dict[str, Any] | None]:
    """The plays left, and what is to be shared: two guard players who have not yet say first who plays how many."""
    sharing = msgspec.to_builtins(text.open.sharing)
    if state.players < 4 or isinstance(text.plays_left, dict) or text.phase != GUARD_CARDS or sharing or text.prompts:
        return text.plays_left, sharing
    unshared = {"about": "plays", "whole": text.plays_left, "figure": ""} if text.plays_left else None
    return dict.fromkeys(guard_seats(state), text.plays_left), unshared


PUBLIC_KEYS = (
    *("turn", "phase", "alert", "played_this_turn", "free_listen_used", "plays_left", "guards", "patrols", "found"),
    *("searched", "declared", "mover", "last_seen", "ended", "searched_now", "confirmed"),
)
PUBLIC_OPEN = (
    *("in_play", "listening", "waking", "sentry_found", "removal", "placing", "passed", "sharing", "bonus", "over"),
)


def _as_seen(blank: State, figure: FigureText) -> dict[str, Any]:
    """An intruder as everybody sees him: inside the passage he counts as on the map (Q52)."""
    inside = state_of(figure) == "in_passage"
    public = blank.options.passage_inside == "public"
    shown = figure.shown or (inside and public)
    state = state_of(figure)
    # Till a meeting is settled he is seen where he stood.
    path = figure.path or []
    stood = path[-2] if figure.met and len(path) > 1 else stands(figure)
    return {
        "zone": stood if shown else None,
        "state": "on_map" if inside and not shown else state,
        "wounds": figure.wounds,
        "done": figure.done,
        "goal": figure.goal if figure.done else None,
        "shown": figure.shown,
        "lives": figure.lives,
        "struck_by": figure.struck_by,
    }


def _dealt(state: State, text: PositionText, chance: Chance) -> dict[str, list[str]]:
    """The draw decks; in a digital game unknown cards are dealt out of the copies that lie nowhere else."""
    decks = {str(seat): pile for seat, pile in by_seat(state, text.deck).items()}
    unknown = sum(card == TEXT for pile in decks.values() for card in pile)
    if not unknown or state.options.deck == "physical":
        return decks
    found = {}
    for seat, pile in decks.items():
        left = list((pool_of(state, text, seat) - piled(state, text, seat)).elements())
        if (unknown := pile.count(TEXT)) > len(left):
            raise BadOpening(f"position, deck: {unknown} cards are to be dealt, but only {len(left)} lie nowhere else")
        dealt = iter(chance.draw(left, unknown))
        found[seat] = [next(dealt) if card == TEXT else card for card in pile]
    return found


def pool_of(state: State, text: PositionText, seat: str) -> Counter[str]:
    """The cards that a guard seat's piles are made of: all, or half of each kind (R26), less what lies elsewhere."""
    pool = Counter(state.cards.half("guards") if state.players == 4 else state.cards.whole("guards"))
    pool.update({kind: count - pool[kind] for kind, count in _owns(state, text)[seat].items()})
    return pool


def piled(state: State, text: PositionText, seat: str) -> Counter[str]:
    """The cards that a position names in the piles of a guard seat."""
    found = Counter(text.hand.get(seat, []))
    for pile in (text.drawn, text.deck, text.discard, text.discard_old):
        found.update(by_seat(state, pile)[Seat(seat)])
    del found[TEXT]
    return found


def _known(cards: Iterable[str]) -> Hand:
    return tuple(UNKNOWN if card == TEXT else card for card in cards)


@folds(e.TableLaid)
def _table_laid(state: State, event: e.TableLaid) -> State:
    raw = event.position
    opened, passage = raw["open"], raw["passage"]
    mover, plays = raw["mover"], raw["plays_left"]
    piles = {
        str(seat): Piles(
            hand=(UNKNOWN,) * raw["counts"].get(seat, 0),
            drawn=(UNKNOWN,) * raw["drawn"][seat],
            deck=(UNKNOWN,) * raw["deck"][seat],
            discard=_known(raw["discard"][seat]),
            discard_old=_known(raw["discard_old"][seat]),
            plays_left=plays[seat] if isinstance(plays, dict) else plays,
            owns=dict(raw["owns"][seat]),
        )
        for seat in guard_seats(state)
    }
    bonus, shared = opened["bonus"], opened["sharing"]
    return replace(
        state,
        **{key: raw[key] for key in PUBLIC_KEYS[:5]},
        guards={name: Guard(**guard) for name, guard in raw["guards"].items()},
        patrols={
            name: Patrol(tuple(patrol["guards"]), patrol["came_from"], patrol["facing"])
            for name, patrol in raw["patrols"].items()
        },
        piles=piles,
        figures={name: _figure_seen(raw[name], raw["counts"].get(name, 0)) for name in FIGURES},
        known_entrances=tuple(passage["known"]),
        passage_cards=frozenset(name for name in FIGURES if passage[f"{name}_card"]),
        guard_passage_cards=passage["guard_cards"],
        found=dict(raw["found"]),
        searched=raw["searched"],
        declared=tuple((figure, zone) for figure, zone in raw["declared"]),
        mover=Mover(tuple(mover["guards"]), mover["steps_left"], mover["cause"], mover["ended"]) if mover else None,
        last_seen={
            **{name: (raw[name]["zone"], raw["turn"]) for name in FIGURES if raw[name]["shown"]},
            **{name: (zone, turn) for name, (zone, turn) in raw["last_seen"].items()},
        },
        ended=dict(raw["ended"]),
        searched_now=tuple(raw["searched_now"]),
        confirmed=tuple(raw["confirmed"]),
        in_play=opened["in_play"],
        listening=tuple(opened["listening"]) if opened["listening"] else None,
        waking=tuple(opened["waking"]),
        sentry_found=_pair(opened["sentry_found"]),
        removal=_pair(opened["removal"]),
        placing=opened["placing"],
        passed=frozenset(opened["passed"]),
        sharing=Sharing(shared["about"], shared["whole"], shared["figure"]) if shared else None,
        bonus=Bonus(**bonus) if bonus else None,
        over=_pair(opened["over"]),
    )


def _pair(value: Any) -> tuple[str, str] | None:
    return (value[0], value[1]) if value else None


def _figure_seen(raw: dict[str, Any], cards: int) -> Figure:
    nowhere = raw["state"] in ("escaped", "dead", "waiting")
    return Figure(
        zone=raw["zone"] if raw["zone"] is not None else None if nowhere else UNKNOWN,
        state=raw["state"],
        wounds=raw["wounds"],
        goal=raw["goal"] if raw["goal"] is not None else UNKNOWN,
        done=raw["done"],
        shown=raw["shown"],
        lives=raw["lives"],
        struck_by=tuple(raw["struck_by"]),
        hand=(UNKNOWN,) * cards,
    )


@folds(e.GuardsLaid)
def _guards_laid(state: State, event: e.GuardsLaid) -> State:
    raw = event.position
    return replace(
        state,
        sleepers=dict(raw["sleepers"]),
        goals=dict(raw["goals"]),
        traps=tuple(raw["traps"]),
        hidden_sentries=tuple(raw["hidden_sentries"]),
        sharing=replace(state.sharing, takes=dict(raw["takes"])) if state.sharing else None,
        drafts={**state.drafts, **_drafts({MAP: raw["draft"]} if raw["draft"] else {})},
    )


@folds(e.CardsLaid)
def _cards_laid(state: State, event: e.CardsLaid) -> State:
    raw, seat = event.position, event.seat
    state = with_piles(
        state,
        seat,
        hand=_known(raw["hand"]),
        drawn=_known(raw["drawn"]),
        offer=_known(raw["offer"]) if raw["offer"] is not None else UNKNOWN,
    )
    if raw["about"]:
        state = replace(state, about={**state.about, seat: tuple(raw["about"])})
    return replace(state, drafts={**state.drafts, **_drafts({seat: raw["draft"]} if raw["draft"] else {})})


def _halted(state: State, text: dict[str, Any]) -> str:
    """What ended a movement that a position shows: a moat, the passage, a wall crossed (R149, R152, R226)."""
    way = text["path"] or []
    if state.phase != INTRUDER_PHASE or not text["moved"] or len(way) < 2:
        return ""
    if way[-1] == PASSAGE:
        return "passage"
    if way[-1] in state.board.moats:
        return "moat"
    return "rope" if way[-1] in state.board.walls.get(way[-2], ()) else ""


@folds(e.IntrudersLaid)
def _intruders_laid(state: State, event: e.IntrudersLaid) -> State:
    raw = event.position
    figures = {}
    for name in FIGURES:
        text, seen = raw["figures"][name], state.figures[name]
        state_now = text["state"] or ("in_passage" if text["zone"] == PASSAGE else "on_map")
        zone = PASSAGE if state_now == "in_passage" else text["zone"]
        path = text["path"]
        figures[name] = replace(
            seen,
            zone=zone,
            state=state_now,
            moved=text["moved"],
            path=tuple(path) if path is not None else (zone,) if zone else (),
            goal=text["goal"],
            finished=text["finished"],
            walking_unseen=text["walking_unseen"],
            halted=text["halted"] or _halted(state, text),
            moving=text["moving"],
            met=text["met"],
            hand=_known(raw["hand"].get(name, ())),
        )
    opened = raw["open"]
    return replace(
        state,
        figures=figures,
        declaring=tuple((figure, zone) for figure, zone in opened["declaring"]),
        ropes=tuple((rope[0], rope[1]) for rope in raw["ropes"]),
        entrances=tuple(raw["entrances"]),
        bluffed=frozenset(raw["bluffed"]),
        walked=opened["walked"],
        about={**state.about, **{seat: tuple(picks) for seat, picks in raw["about"].items() if picks}},
        drafts={**state.drafts, **_drafts(raw["drafts"])},
    )


@folds(e.RefereeLaid)
def _referee_laid(state: State, event: e.RefereeLaid) -> State:
    piles = {seat: replace(pile, deck=_known(event.position["deck"][seat])) for seat, pile in state.piles.items()}
    return replace(state, piles=piles)


def _drafts(raw: dict[str, Any]) -> dict[str, Draft]:
    return {seat: msgspec.convert(draft, Draft) for seat, draft in raw.items()}
