"""Worlds in which the guards have other secrets: what lies hidden, who sleeps where, what they hold."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from companion.games.scorpion.board import Board
from companion.prompts import UNDO
from companion.seats import REFEREE, TABLE, Seat
from companion.taking import TAKE_BACK
from tests.companion.support import asked, copy_of, lively, loaded, of_the_game, told
from tests.companion.worlds import Dropped, Position, Witness, guard_side, intruder_side, owner_of

Told = list[dict[str, Any]]


def _pile(state: Position, name: str, seat: Seat) -> list[str]:
    """A draw deck, or drawn cards: two guard players have their own (R40)."""
    found: list[str] = state[name] if state["players"] < 4 else state[name][seat]
    return found


def _put(state: Position, name: str, seat: Seat, cards: list[str]) -> None:
    if state["players"] < 4:
        state[name] = cards
    else:
        state[name][seat] = cards


def cards_needed(start: Position, seat: Seat, events: Told) -> dict[str, Counter[str]]:
    """The cards that a guard seat played from its hand and from what it drew, and those that it began to play.

    What one guard player began is dropped where the other's act ends the step.
    """
    needed = {"hand": Counter[str](), "drawn": Counter[str]()}
    played = {"hand": Counter[str](), "drawn": Counter[str]()}
    drawn, phase = Counter(_pile(start, "drawn", seat)), start["phase"]
    for event in events:
        if event["event"] == "PhaseBegan":
            phase = event["phase"]
        if event.get("seat") != seat:
            continue
        if event["event"] == "CardPlayed":
            played[event["source"]][event["card"]] += 1
            needed[event["source"]] |= played[event["source"]]
        elif event["event"] == "Chosen" and event["choice"].startswith("card:") and phase != "intruders":
            card = event["choice"][5:]
            source = "drawn" if phase == "alert" and played["drawn"][card] < drawn[card] else "hand"
            needed[source] |= played[source] + Counter([card])
    return needed


def other_cards(other: Position, seat: Seat, events: Told, source: random.Random) -> None:
    """Another hand and other drawn cards for a guard seat, from which it could have played what it did.

    Cards that lie open (wounds, the passage, discards) are no secret.
    """
    needed = cards_needed(other, seat, events)
    kinds = {*needed["hand"], *needed["drawn"]}
    hand, held, deck = other["hand"][seat], _pile(other, "drawn", seat), _pile(other, "deck", seat)
    pool = Counter([*hand, *held, *deck])
    count, drawn = len(hand), len(held)
    if any(needed["hand"][k] > pool[k] - needed["drawn"][k] for k in kinds):
        raise Dropped("cards")
    # Drawn cards of the first phase are in the hand by the second: what was drawn and played then counts as hand.
    early = min(drawn, needed["drawn"].total())
    if early < needed["drawn"].total():
        raise Dropped("drawn")
    rest = pool - needed["drawn"] - needed["hand"]
    plain_cards = [card for card in sorted(rest.elements()) if card not in kinds]
    if len(plain_cards) < drawn - early or needed["hand"].total() > count:
        raise Dropped("cards")
    new_drawn = sorted([*needed["drawn"].elements(), *source.sample(plain_cards, drawn - early)])
    left = sorted((pool - Counter(new_drawn) - needed["hand"]).elements())
    new_hand = sorted([*needed["hand"].elements(), *source.sample(left, count - needed["hand"].total())])
    _put(other, "drawn", seat, new_drawn)
    _put(other, "deck", seat, sorted((pool - Counter(new_drawn) - Counter(new_hand)).elements()))
    other["hand"][seat] = new_hand


def move_objects(other: Position, events: Told, source: random.Random) -> None:
    """Another map of the guards: what was found before, or is found now, lies where it lies."""
    board = Board.load(other["map"])
    searched = {event["zone"] for event in events if event["event"] == "Searched"} | set(other["found"])
    woken = {event["zone"] for event in events if event["event"] == "Woken"}
    lying = {zone: letter for letter, zone in other["goals"].items()}
    lying |= dict.fromkeys(other["traps"], "T") | dict.fromkeys(other["hidden_sentries"], "H")
    stays = {zone: what for zone, what in lying.items() if zone in searched}
    moves = [what for zone, what in lying.items() if zone not in searched]
    beds = {zone: count for zone, count in other["sleepers"].items() if zone in woken}
    asleep = sum(other["sleepers"].values()) - sum(beds.values())
    barracks = [zone for zone in sorted(board.barracks) if zone not in stays and zone not in woken] * 2
    for zone in source.sample(barracks, asleep):
        beds[zone] = beds.get(zone, 0) + 1
    free = [zone for zone in board.object_zones if zone not in searched and zone not in beds and zone not in stays]
    if len(free) < len(moves):
        raise Dropped("no room for objects")
    lies = stays | dict(zip(source.sample(free, len(moves)), moves, strict=True))
    other["sleepers"] = beds
    other["goals"] = {what: zone for zone, what in sorted(lies.items()) if what not in "TH"}
    other["traps"] = sorted(zone for zone, what in lies.items() if what == "T")
    other["hidden_sentries"] = sorted(zone for zone, what in lies.items() if what == "H")


# ---- a pair -----------------------------------------------------------------------------------------------------


def pair_of_guards(start: Position, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Two tables whose guards' maps and hands differ, after one turn that intruders and table cannot tell apart.

    Raises Dropped.
    """
    return _pair(start, seed, guard_side(start["players"]), True)


def pair_of_hands(start: Position, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Two tables where one guard player's cards differ, which the other guard player cannot tell apart either (Q40).

    Raises Dropped.
    """
    return _pair(start, seed, (guard_side(start["players"])[seed % 2],), False)


def _pair(start: Position, seed: int, varied: tuple[Seat, ...], maps: bool) -> tuple[Witness, Witness, Counter[str]]:
    """varied: the seats whose cards differ; maps: whether what lies hidden differs too."""
    source = random.Random(seed)
    players = start["players"]
    guards = guard_side(players)
    observers = (*intruder_side(players), *(seat for seat in guards if seat not in varied), TABLE)
    one = Witness(loaded(start, seed), observers, seed)
    since, turn = one.session.basis(REFEREE), start["turn"]
    picks: list[tuple[Seat, str, str]] = []
    while open_now := asked(one.session):
        # Two guard players settle who draws how many when the next turn has begun; the draw belongs to the pair.
        if copy_of(one.session, TABLE).turn != turn and open_now[0].ask != "split_draw":
            break
        prompt = source.choice(open_now)
        # Guards do not take back: what was only begun need not be in the other world's hand.
        choices = [c for c in prompt.choices if c != TAKE_BACK and (c != UNDO or prompt.seat not in guards)]
        choice = lively(source, choices)
        given = one.pick(prompt.seat, choice).picks
        picks += [(prompt.seat, prompt.ask if not at else "given", pick) for at, pick in enumerate(given)]
    events = told(one.session, REFEREE, since)
    end = next((at for at, event in enumerate(events) if event["event"] == "TurnBegan"), len(events))
    events = events[:end]
    other_start = copy.deepcopy(start)
    if maps:
        move_objects(other_start, events, source)
    for seat in varied:
        other_cards(other_start, seat, events, source)
    other = Witness(loaded(other_start, seed), observers, seed)
    _replay(other, picks, varied, maps, source)
    return one, other, Counter(event["event"] for event in events)


def _replay(
    witness: Witness,
    picks: list[tuple[Seat, str, str]],
    varied: tuple[Seat, ...],
    maps: bool,
    source: random.Random,
) -> None:
    """The same picks in the other world, but for the bonus of a dead intruder, which is taken from other cards."""
    left = list(picks)
    while left:
        seat, ask, choice = left.pop(0)
        if ask == "bonus_sleeper" and maps:
            while left and left[0][1] == "bonus_sleeper":
                left.pop(0)
            given = _bonus_sleepers(witness, source)
        else:
            seat = owner_of(witness, seat, choice) if ask != "bonus_cards" else seat
            if ask == "bonus_cards" and seat in varied and choice != "done":
                prompt = witness.session.prompt(seat)
                assert prompt is not None, "no bonus is asked for in the other world"
                choice = source.choice([c for c in of_the_game(prompt) if c != "done"])
            given = witness.pick(seat, choice).picks[1:]
        for answer in given:
            assert left, f"{answer} is given in the other world only"
            assert left[0][2] == answer, (left[0], answer)
            left.pop(0)


def _bonus_sleepers(witness: Witness, source: random.Random) -> tuple[str, ...]:
    """Sleepers where they fit in this world; what the referee answered itself after them."""
    while open_now := [prompt for prompt in asked(witness.session) if prompt.ask == "bonus_sleeper"]:
        prompt = source.choice(open_now)
        given = witness.pick(prompt.seat, lively(source, of_the_game(prompt))).picks[1:]
    return given
