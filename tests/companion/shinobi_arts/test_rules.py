"""Rules that are easier counted than played through: judging over all hands, choices against refusals, undo, scans."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from companion.findings import Narrowed, Ruled
from companion.games.shinobi_arts.cards import CardSet
from companion.games.shinobi_arts.game import ShinobiArts
from companion.games.shinobi_arts.judging import fame, judge
from companion.games.shinobi_arts.state import Options, Player, State, blank
from companion.manifest import Manifest
from companion.ports import Observation
from companion.prompts import UNDO
from companion.referee import Referee
from companion.seats import REFEREE, TABLE, Seat
from companion.verdicts import Accepted
from tests.companion.support import MORE, asked, copy_of, loaded, open_table, play

CARDS = CardSet.load("house")
VALUE = {name: card.value for name, card in CARDS.valuables.items()}
P1, P2, P3 = (Seat(f"p{n}") for n in (1, 2, 3))


def decided(held: dict[Seat, str]) -> str:
    """Which valuable decides, in the words of KQ2."""
    cards = set(held.values())
    if "key" not in cards:
        if {"cipher_table", "secret_letter"} <= cards:
            return "cipher_table"
        if "hostage" in cards:
            return min(cards, key=VALUE.__getitem__)
    return max(cards, key=VALUE.__getitem__)


def test_K33_K34_KQ2_KQ3_every_three_hands_are_judged_as_the_rules_say() -> None:
    for hands in itertools.permutations(VALUE, 3):
        held = dict(zip((P1, P2, P3), hands, strict=True))
        verdict = judge(CARDS, held)
        assert verdict.seat is not None
        assert held[verdict.seat] == decided(held), hands
    assert judge(CARDS, {}).seat is None


def table(factions: str, defected: str = "", **options: Any) -> State:
    """Three players of factions such as `red red blue`, some of whom have defected."""
    state = blank(CARDS, Options(**options), 3)
    players = {
        seat: Player(faction=faction, defected=seat in defected.split())
        for seat, faction in zip(state.seats, factions.split(), strict=True)
    }
    return State(cards=CARDS, options=state.options, seats=state.seats, players=players, fame=state.fame)


@pytest.mark.parametrize(
    ("defected", "held", "gained"),
    [
        ("", {P1: "map", P3: "seal"}, {P1: 1, P2: 1}),  # K35
        ("", {P1: "seal", P3: "map"}, {P3: 2}),  # K36
        ("p1", {P1: "map", P3: "seal"}, {P1: 1}),  # K37
        ("p1", {P2: "map", P3: "seal"}, {P2: 2}),  # KQ5
        ("p1 p2", {P1: "map", P2: "seal"}, {P1: 1}),  # KQ28
        ("p3", {P3: "map"}, {P3: 1}),  # KQ28, KQ38
        ("", {P1: "gold", P3: "seal"}, {P1: 2, P2: 1}),  # K41
        ("p1", {P1: "gold", P3: "seal"}, {P1: 2}),  # K41 on top of K37
        ("", {P1: "map", P2: "gold"}, {P1: 1, P2: 1}),  # KQ20
        ("", {P1: "hostage", P3: "gold"}, {P1: 1, P2: 1}),
        ("", {P1: "gold", P2: "hostage", P3: "map"}, {P1: 1, P2: 1}),
        ("", {}, {}),  # KQ6
    ],
)
def test_K35_K36_K37_K41_KQ5_KQ20_fame(defected: str, held: dict[Seat, str], gained: dict[Seat, int]) -> None:
    state = table("red red blue", defected)
    assert fame(state, held, judge(CARDS, held)) == gained


def test_KQ35_gold_may_pay_whenever_its_holder_gets_fame() -> None:
    state = table("red red blue", gold_must_decide=False)
    for held, gained in (
        ({P1: "map", P2: "gold"}, {P1: 1, P2: 2}),
        ({P1: "gold", P3: "map"}, {P3: 2}),
        ({P1: "gold", P2: "key"}, {P1: 1, P2: 1}),
    ):
        assert fame(state, held, judge(CARDS, held)) == gained


def test_KQ38_deserting_never_raises_the_own_fame() -> None:
    """Over all hands of three with a team of two: with the card he has, whoever wins, a deserter has no more."""
    for hands in itertools.permutations(VALUE, 3):
        held = dict(zip((P1, P2, P3), hands, strict=True))
        verdict = judge(CARDS, held)
        faithful = fame(table("red red blue"), held, verdict).get(P1, 0)
        assert fame(table("red red blue", "p1"), held, verdict).get(P1, 0) <= faithful


# ---- choices and refusals ---------------------------------------------------------------------------------------


def every_choice(players: int) -> list[str]:
    """Every readable choice over the places that are in use."""
    v = [f"v{n}" for n in range(1, players + 2)]
    n = [f"n{k}" for k in range(1, 6)]
    p = [f"p{k}" for k in range(1, players + 1)]
    found = [*v, *n, *p, "leave", "end", "ougi", "defect", "old", "new", "pass", "swap", "keep", "card:map"]
    found += [f"investigate:{place}" for place in v] + [f"ninpo:{slot}" for slot in n]
    found += [f"defect:{slot}" for slot in n] + [f"seize:{slot}:{place}" for slot in n for place in v]
    return found + [f"attack:{slot}:{kind}:{seat}" for slot in n for kind in ("technique", "art") for seat in p]


@pytest.mark.parametrize("options", [{}, {"defect_costs_ninjutsu": True, "attack_mates": False}, {"deck": "physical"}])
def test_K12_K13_K24_what_is_offered_is_exactly_what_is_not_refused(options: dict[str, Any]) -> None:
    game = ShinobiArts()
    met: set[str] = set()
    for seed in range(3 * MORE):
        players = 3 + seed % 3
        session = open_table("shinobi_arts", seed, players=players, options=options)
        for at, _ in enumerate(play(session, random.Random(seed))):
            if at % 3:
                continue
            for prompt in asked(session):
                known = copy_of(session, prompt.seat)
                for choice in every_choice(players):
                    assert game.readable(known, choice), choice
                    refused = game.refusal(known, prompt.seat, choice)
                    assert (refused is None) == (choice in prompt.choices), (seed, prompt.ask, choice)
                    if refused is not None:
                        met.add(refused.reason)
                        assert game.say_refusal(known, refused).endswith("."), refused.reason
    assert len(met) >= 9, met


def test_K39_a_seat_always_knows_its_own_cards() -> None:
    for seed in range(4 * MORE):
        session = open_table("shinobi_arts", seed, players=3 + seed % 3)
        for _ in play(session, random.Random(seed + 10)):
            truth = copy_of(session, REFEREE)
            for seat in session.seats:
                assert copy_of(session, seat).players[seat] == truth.players[seat]


def test_KQ16_seen_is_the_same_on_every_copy_and_says_who_knows_what() -> None:
    for seed in range(4 * MORE):
        session = open_table("shinobi_arts", seed, players=3 + seed % 3)
        for _ in play(session, random.Random(seed + 20)):
            truth = copy_of(session, REFEREE)
            for seat in (*session.seats, TABLE):
                mine = copy_of(session, seat)
                assert mine.seen == truth.seen
                for place, card in mine.table.items():
                    knows = {seat, TABLE} & set(truth.seen.get(place, ()))
                    assert isinstance(card, str) == bool(knows), (seed, seat, place)


def test_K22_undo_is_offered_until_something_of_an_effect_is_told() -> None:
    seen = 0
    for seed in range(12 * MORE):
        session = open_table("shinobi_arts", seed, players=3 + seed % 3)
        for _ in play(session, random.Random(seed + 30)):
            for prompt in asked(session):
                begun = copy_of(session, REFEREE).doing is None
                assert (UNDO in prompt.choices) == (prompt.ask == "choose" and begun)
                seen += UNDO in prompt.choices
    assert seen > 20


# ---- cards under the reader -------------------------------------------------------------------------------------


def at_the_reader(position: dict[str, Any]) -> tuple[Referee, Manifest]:
    session = loaded(position)
    manifest = Manifest.simulated(session.tokens())
    return Referee(session, manifest), manifest


def scan(referee: Referee, manifest: Manifest, token: str) -> Any:
    return referee.observe(Observation("card", str(manifest.uid(token))))


BASE: dict[str, Any] = {
    "game": "shinobi_arts",
    "players": 3,
    "table": {"v1": "map", "v2": "seal"},
    "p1": {"faction": "red", "ninjutsu": {"n1": {"card": "katon"}, "n2": {"card": "bunshin"}}},
    "p2": {"faction": "red", "ninjutsu": {"n1": {"card": "suiton"}}, "valuable": "gold"},
    "p3": {"faction": "blue", "partner": "saizo"},
}


def test_every_card_has_a_token_and_every_seat_a_seal() -> None:
    tokens = list(loaded(BASE).tokens())
    assert len(tokens) == len(set(tokens)) == 28 + 8 + 8 + 3
    assert "card:ninjutsu/katon/3" in tokens
    assert "card:valuables/secret_letter/1" in tokens


def test_K27_a_scanned_card_narrows_to_what_it_may_be_used_for() -> None:
    referee, manifest = at_the_reader(BASE)
    found = scan(referee, manifest, "card:ninjutsu/katon/1")
    assert isinstance(found, Narrowed)
    assert set(found.choices) == {"seize:n1:v1", "seize:n1:v2", "attack:n1:art:p2", "ninpo:n1"}
    found = scan(referee, manifest, "card:valuables/map/1")
    assert not (isinstance(found, Ruled) and isinstance(found.verdict, Accepted)), "it lies face down for him"


def test_K31_a_scanned_card_defends() -> None:
    referee, manifest = at_the_reader(BASE)
    assert isinstance(referee.pick(P1, "attack:n1:art:p2").verdict, Accepted)
    found = scan(referee, manifest, "card:ninjutsu/suiton/1")
    assert isinstance(found, Ruled)
    assert (found.seat, found.choice) == (P2, "n1")
    assert isinstance(found.verdict, Accepted)


def test_K14_a_real_valuable_is_scanned_by_who_looked_at_it() -> None:
    position = {**BASE, "options": {"deck": "physical"}, "table": {"v1": "??", "v2": "??"}}
    referee, manifest = at_the_reader(position)
    assert isinstance(referee.pick(P1, "investigate:v2").verdict, Accepted)
    found = scan(referee, manifest, "card:valuables/key/1")
    assert isinstance(found, Ruled)
    assert found.choice == "card:key"
    session = referee.session
    assert copy_of(session, P1).table["v2"] == copy_of(session, REFEREE).table["v2"] == "key"
    assert not isinstance(copy_of(session, P2).table["v2"], str)
