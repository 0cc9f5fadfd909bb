"""Nobody can tell apart two worlds that differ in the hidden cards of the other player alone.

Both worlds stand at the same main phase; in the second the cards of one player's hand, set zone and deck are dealt
anew among these places. The same picks are played in both, up to the first that turns such a card up by a rule.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.names import OTHER, SEATS
from companion.games.shinobinogi.reading import read
from companion.games.shinobinogi.state import found
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Fault, Session
from companion.unknown import known
from tests.companion.support import MORE, SameChance, copy_of, lively, loaded, of_the_game, open_table, play, position
from tests.companion.worlds import Witness, first_difference

PAIRS = 60 * MORE
PICKS = 14
OPENING = frozenset({"mana", "attack"})
"""Picks of the player with the secrets that show a card of his at once: they may not be possible in the other world."""


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is the same in both worlds."""
    monkeypatch.setattr("companion.session.Chance", SameChance)


def beginnings(games: range) -> Iterator[dict[str, Any]]:
    """Positions in main phases of random games."""
    for seed in games:
        session = open_table("shinobinogi", seed)
        for n, _ in enumerate(play(session, random.Random(seed))):
            truth = copy_of(session, REFEREE)
            if n % 6 == 0 and truth.phase == "main" and not truth.frames and not truth.about and not truth.entering:
                yield position(session)


STARTS = list(beginnings(range(6)))


def dealt_anew(start: dict[str, Any], seat: Seat, source: random.Random, kept: bool) -> dict[str, Any]:
    """The second world: hidden cards of a seat lie elsewhere among the hidden places (SQ18). kept: but the set ones."""
    other = copy.deepcopy(start)
    half = other[seat]
    hidden = [n for n in range(len(half["hand"])) if n + 1 not in half["opened"]]
    lying = [] if kept else [held for column in half["set"] for held in column]
    faces = [half["hand"][n] for n in hidden] + [held["card"] for held in lying] + half["deck"]
    source.shuffle(faces)
    for n in hidden:
        half["hand"][n] = faces.pop()
    for held in lying:
        held["card"] = faces.pop()
    half["deck"] = faces
    return other


def shows(event: Any, seat: Seat) -> bool:
    """True for what turns up a card of the seat that lay hidden, or ends the game over it, by a rule."""
    match event:
        case e.CardOpened(seat=of) | e.ManaSet(seat=of):
            return bool(of == seat)
        case e.CardDiscarded(seat=of, source=source) | e.CardMoved(seat=of, source=source):
            return bool(of == seat and source in ("hand", "deck") and known(event.card))
        case e.FollowerPlaced(seat=of, source=source):
            return bool(of == seat and source == "hand")
        case e.Looked(seat=of, at=at):
            return bool(of != seat and at != "own_deck") or bool(of == seat and at == "own_deck")
        case _:
            return False


def pair(start: dict[str, Any], seat: Seat, seed: int) -> tuple[str | None, Counter[str]]:
    """The first difference that the other player or the table sees between two worlds, and what happened in them."""
    source = random.Random(seed)
    acts: Counter[str] = Counter()
    worlds = [loaded(start, seed), loaded(dealt_anew(start, seat, source, kept=seed % 2 == 0), seed)]
    watchers = (OTHER[seat], TABLE)
    one, other = (Witness(world, watchers, seed) for world in worlds)
    for _ in range(PICKS):
        picked = common(worlds, seat, source)
        if picked is None:
            break
        heard = [world.basis(REFEREE) for world in worlds]
        looked = [len(world.seen) for world in (one, other)]
        one.pick(*picked)
        other.pick(*picked)
        told = [world.told(REFEREE, since) for world, since in zip(worlds, heard, strict=True)]
        if any(shows(event, seat) for events in told for event in events):
            # From here on the worlds may be told apart: a scroll goes another way than a card that becomes MANA.
            return first_difference(one.seen[: looked[0]], other.seen[: looked[1]]), acts
        acts[read_form(picked[1])] += 1
        if difference := first_difference(one.seen, other.seen):
            return difference, acts
    return first_difference(one.all_seen(), other.all_seen()), acts


def read_form(choice: str) -> str:
    """The form of a choice."""
    pick = read(choice)
    return pick.form if pick is not None else choice


def same(worlds: list[Session[Any]], seat: Seat, choice: str) -> bool:
    """False for a set card that is another one in the other world, and would show it by being turned up."""
    pick = read(choice)
    if pick is None or pick.form != "activate" or pick.spot is None:
        return True
    one, other = (found(copy_of(world, REFEREE).halves[seat].set, pick.spot).card for world in worlds)
    return bool(one == other)


def common(worlds: list[Session[Any]], seat: Seat, source: random.Random) -> tuple[Seat, str] | None:
    """A pick that is possible in both worlds, and shows no card of the seat by itself."""
    for owner in SEATS:
        prompts = [world.prompt(owner) for world in worlds]
        if prompts[0] is None or prompts[1] is None:
            continue
        choices = [choice for choice in of_the_game(prompts[0]) if choice in prompts[1].choices]
        if owner == seat:
            choices = [choice for choice in choices if read_form(choice) not in OPENING and same(worlds, seat, choice)]
        if choices:
            return owner, lively(source, choices)
    return None


@pytest.mark.parametrize("seat", SEATS)
def test_two_worlds_look_the_same(seat: Seat) -> None:
    acts: Counter[str] = Counter()
    source = random.Random(seat)
    for seed in range(PAIRS):
        difference, done = pair(source.choice(STARTS), seat, seed)
        assert difference is None, f"seed {seed}: {difference}"
        acts += done
    assert {"set", "end", "mana", "activate", "place", "target"} <= acts.keys(), acts
    assert acts.total() > PAIRS * 3


# ---- would these tests see a leak? ------------------------------------------------------------------------------


def hide_no_field(patch: pytest.MonkeyPatch, kind: type[Any]) -> None:
    """The event's secret fields are told with it."""
    patch.setattr("companion.events._TOLD_WHOLE", {})
    patch.setattr(kind, "secret", {})


def positions_of_all(patch: pytest.MonkeyPatch, kind: type[Any]) -> None:
    """A position is written from the referee's copy."""
    patch.setattr(Session, "position", lambda self, seat: self._game.position(self._copies[REFEREE], seat))


def pictures_of_all(patch: pytest.MonkeyPatch, kind: type[Any]) -> None:
    """A view is drawn from the referee's copy."""

    def view(self: Session[Any], seat: Any) -> Any:
        truth = self._copies[REFEREE]
        return self._game.view(truth, truth, seat, self._told[seat], None)

    patch.setattr(Session, "view", view)


@pytest.mark.parametrize(
    ("leak", "kind"),
    [
        (hide_no_field, e.CardSet),
        (hide_no_field, e.CardDrawn),
        (positions_of_all, e.CardSet),
        (pictures_of_all, e.CardSet),
    ],
    ids=lambda value: value.__name__,
)
def test_a_leak_would_be_seen(leak: Any, kind: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """With a redaction broken on purpose, some pair looks different: the test above would fail."""
    leak(monkeypatch, kind)
    source = random.Random(5)
    for seed in range(60):
        seat = SEATS[seed % 2]
        try:
            difference, _ = pair(source.choice(STARTS), seat, seed)
        except (AssertionError, Fault):
            return  # the same picks are not even possible in the other world
        if difference is not None:
            return
    pytest.fail("this leak passes unseen")


def test_every_event_about_a_secret_keeps_it() -> None:
    """A list that somebody must change on purpose: which events and fields not everybody may know."""
    assert e.Chosen.audience is e.owner
    for kind, fields in {
        e.Named: {"choice"},
        e.Shuffled: {"deck"},
        e.ManaSet: {"card", "hand"},
        e.CardSet: {"card", "hand"},
        e.CardDrawn: {"card"},
        e.Looked: {"cards"},
        e.Reordered: {"cards"},
        e.CardMoved: {"card", "hand", "held"},
        e.CardHidden: {"cards"},
        e.CardDiscarded: {"hand"},
        e.FollowerPlaced: {"hand"},
    }.items():
        assert kind.secret.keys() == fields, kind


@pytest.mark.parametrize("hand", [["nui/doll", "nui/needle"], ["nui/doll", "nui/doll"]], ids=["one", "two"])
def test_SQ18_nobody_hears_whether_a_hand_holds_another_follower(hand: list[str]) -> None:
    """A follower is to be placed from the hand: its owner is asked which, also where he has no choice."""
    session = open_table("shinobinogi", 0)
    start = position(session)
    start |= {"phase": "main", "prompts": {}}
    start["first"] = {
        "ninja": ["nui", "raika"],
        "front": "raika",
        "hand": hand,
        "set": [[{"card": "nui/ninja", "stand": False}]],
        "mana": [["nui/bind", "nui/bind"]],
        "followers": [[{"card": "raika/ninja", "stand": True}]],
        "deck": ["nui/needle"],
    }
    second = {"ninja": ["rin", "todoro"], "front": "rin", "deck": ["rin/spark"]}
    start["second"] = second | {"followers": [[{"card": "rin/ninja", "stand": True}]]}
    session = loaded(start)
    for choice in ("activate:s1.1", "m1.1"):
        session.pick(SEATS[0], choice)
    assert [prompt.ask for seat in SEATS if (prompt := session.prompt(seat)) is not None] == ["choose"]
    assert [type(event).__name__ for event in session.told(TABLE)][-2:] == ["Released", "StepReached"]
