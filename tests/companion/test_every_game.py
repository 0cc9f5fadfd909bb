"""What is true of every game in the catalogue, whoever plays it and however."""

from __future__ import annotations

import importlib
import json
import operator
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.events import to_plain
from companion.game import Opening
from companion.journal import Journal
from companion.prompts import UNDO, Pick, read
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.taking import TAKE_BACK
from companion.verdicts import Accepted, Refused
from tests.companion.support import (
    GAMES,
    LONGEST,
    MORE,
    SameChance,
    agrees,
    all_copies,
    asked,
    copy_of,
    everybody,
    everything,
    forms,
    lively,
    loaded,
    next_pick,
    of_the_game,
    open_table,
    play,
    played,
    position,
    tables,
    told,
)

SEEDS = range(2 * MORE)
EVERY_TABLE = pytest.mark.parametrize(
    ("name", "opening"),
    [
        # The quick run plays each game with the most players, on the smallest of its maps.
        pytest.param(name, how, id=f"{name}-{how['players']}-{how['map']}", marks=() if first else pytest.mark.slow)
        for name, how, first in tables()
    ],
)
ASKED = {"shinobinogi": 12, "scorpion": 30, "shinobi_arts": 5}
"""How many different questions random games meet, by game."""
REASONS = {"shinobinogi": 7, "scorpion": 12, "shinobi_arts": 9}
"""How many different reasons refuse what is not offered, by game: more than so many."""
CLOSED = {"step", "pursue"}
"""Questions that a pick of another prompt closes: what they do not offer may be accepted all the same."""


def prompts_agree(session: Session[Any]) -> None:
    """The prompt from a seat's own copy is the prompt from the referee's: else a public consequence was not told."""
    game = session._game
    truth = copy_of(session, REFEREE)
    for seat in session.seats:
        mine = game.prompt(copy_of(session, seat), seat)
        assert mine == game.prompt(truth, seat), seat
        if mine is not None:
            assert mine.choices, f"{mine.ask} has no answer"
            assert len(set(mine.choices)) == len(mine.choices), mine
            assert mine.forced is None, f"{mine.ask} is asked though {mine.forced} is the only answer"
            assert mine.seat == seat
            assert UNDO not in mine.choices
            for choice in mine.choices:
                assert str(read(choice)) == choice
                assert game.readable(copy_of(session, seat), choice), choice


@EVERY_TABLE
def test_every_choice_offered_is_accepted_and_each_seat_is_asked_by_what_it_was_told(
    name: str, opening: dict[str, Any]
) -> None:
    for seed in SEEDS:
        session = open_table(name, seed, **opening)
        before = dict.fromkeys(everybody(session), 0)
        prompts_agree(session)
        for _ in play(session, random.Random(seed), taking=0.02):
            prompts_agree(session)
            for seat in everybody(session):
                assert session.basis(seat) >= before[seat], "what was told only grows"
                before[seat] = session.basis(seat)
        assert session.outcome() is not None
        assert not asked(session)
        for seat in session.seats:
            verdict = session.pick(seat, "end")
            assert isinstance(verdict, Refused)
            assert verdict.reason == "game_over"


@EVERY_TABLE
def test_each_offered_choice_is_accepted_not_only_the_one_that_is_picked(name: str, opening: dict[str, Any]) -> None:
    game = GAMES[name]
    for seed in range(2 * MORE):
        session = open_table(name, seed, **opening)
        source = random.Random(seed)
        for n, _ in enumerate(play(session, source)):
            if n % 7:
                continue
            for prompt in asked(session):
                for choice in of_the_game(prompt):
                    assert game.refusal(copy_of(session, prompt.seat), prompt.seat, choice) is None, choice
                    events, after = game.judge(copy_of(session, REFEREE), prompt.seat, choice, SameChance(seed, n))
                    folded = copy_of(session, REFEREE)
                    for event in events:
                        folded = game.evolve(folded, event)
                    assert folded == after, f"{choice}: the referee's copy is not what the events say"


@EVERY_TABLE
def test_no_copy_contradicts_the_referee(name: str, opening: dict[str, Any]) -> None:
    """What a seat or the table knows is true: nothing it was told leads it astray."""
    for seed in SEEDS:
        session = open_table(name, seed, **opening)
        agreed: dict[tuple[Seat, str], tuple[Any, Any]] = {}
        for picked in play(session, random.Random(seed + 1000), taking=0.02):
            truth = copy_of(session, REFEREE)
            for seat in (*session.seats, TABLE):
                mine = copy_of(session, seat)
                for field in mine.__struct_fields__:
                    if field in (
                        "drafts",
                        "about",
                        "board",
                        "cards",
                        "figures",
                        "sharing",
                        "recalled",
                    ):  # test_recalling
                        continue
                    found, true = getattr(mine, field), getattr(truth, field)
                    last = agreed.get((seat, field))
                    if last is None or last[0] is not found or last[1] is not true:  # copies share what is unchanged
                        assert agrees(found, true), (seed, picked, seat, field)
                        agreed[seat, field] = (found, true)
                for who, figure in getattr(mine, "figures", {}).items():
                    for field in figure.__struct_fields__:
                        found, true = getattr(figure, field), getattr(truth.figures[who], field)
                        # Inside the passage he counts as on the map (Q52); on meeting guards he is seen where he stood.
                        hides = (field, found, true) == ("state", "on_map", "in_passage")
                        hides |= field in ("zone", "state") and truth.figures[who].met is True
                        assert hides or agrees(found, true), (seed, picked, seat, who, field, found, true)
                if seat in getattr(mine, "about", {}):
                    assert mine.about[seat] == truth.about.get(seat), (seed, picked, seat)


def cards_of(hand: Any) -> Counter[str]:
    """A pile as counted kinds; all of it must be known."""
    counted = Counter(hand)
    assert all(isinstance(card, str) for card in counted)
    return counted


@pytest.mark.parametrize("board", ["drill-yard", "twin-castles"])
def test_cards_and_figures_are_conserved(board: str) -> None:
    """36 guard cards, 12 and 10 of the intruders, twenty guards at most, three drunk, and so on (2.16)."""
    for seed in SEEDS:
        session = open_table("scorpion", seed, map=board)
        whole = cards_of(copy_of(session, REFEREE).cards.whole("guards"))
        laid: dict[str, Counter[str]] = {"ninja": Counter(), "traitor": Counter()}
        heard, sleepers = 0, None
        for _ in play(session, random.Random(seed + 2000)):
            state = copy_of(session, REFEREE)
            assert 0 <= state.alert <= 3
            assert 1 <= state.turn <= 20
            owned = Counter(kenjutsu=sum(figure.wounds for figure in state.figures.values()))
            owned["secret_passage"] += state.guard_passage_cards
            for piles in state.piles.values():
                for pile in (piles.hand, piles.drawn, piles.deck, piles.discard, piles.discard_old):
                    owned += cards_of(pile)
            assert owned == whole
            assert len(state.guards) <= 20
            assert sum(guard.drunk for guard in state.guards.values()) <= 3
            walking = [guard for patrol in state.patrols.values() for guard in patrol.guards]
            assert len(walking) == len(set(walking))
            for patrol in state.patrols.values():
                assert len(patrol.guards) >= 2
                assert len({state.guards[guard].zone for guard in patrol.guards}) == 1
                assert not any(state.guards[guard].drunk for guard in patrol.guards)
            assert all(0 < count <= 2 for count in state.sleepers.values())
            for event in session.told(REFEREE, heard):
                fields = to_plain(event)
                if fields["event"] == "CardPlayed" and fields["figure"]:
                    laid[fields["figure"]][fields["card"]] += 1
                elif fields["event"] == "Restarted":
                    laid[fields["figure"]] = Counter()
                elif fields["event"] == "Woken":
                    sleepers -= len(fields["guards"])
                elif fields["event"] in ("SleeperAdded", "ObjectHidden"):
                    added = fields.get("kind", "sleeper") == "sleeper"
                    sleepers = (sleepers or 0) + added
                elif fields["event"] == "AlertChanged":
                    assert 0 <= fields["level"] <= 3
            heard = session.basis(REFEREE)
            assert sum(state.sleepers.values()) == (sleepers or 0)
            for figure, (dealt, again) in {"ninja": (8, 6), "traitor": (7, 5)}.items():
                fig = state.figures[figure]
                if fig.on_map and fig.hand:
                    held = cards_of(fig.hand) + laid[figure]
                    assert held.total() == (dealt if fig.lives else again)
                    assert all(count <= state.cards.copies(figure, kind) for kind, count in held.items())
                seen = any(g.zone == fig.zone and not g.drunk for g in state.guards.values())
                if state.phase not in ("setup", "over") and fig.on_map and not fig.walking_unseen and not fig.met:
                    assert fig.shown == seen, f"{figure} is shown exactly where a sober guard stands"


@EVERY_TABLE
def test_a_table_read_back_from_its_journal_is_the_same(name: str, opening: dict[str, Any], tmp_path: Path) -> None:
    for seed in range(MORE):
        path = tmp_path / f"{seed}.kuroko"
        source = random.Random(seed + 3000)
        how = Opening(game=name, seed=seed, **opening)
        journal = Journal.create(path, msgspec.json.encode(how))
        session = Session(GAMES[name], how, journal)
        for stop in (0, 5, 60, 150, LONGEST):
            played(session, source, stop, taking=0.02)
            journal.close()
            journal = Journal.open(path)
            again = Session.resume(GAMES[name], msgspec.json.decode(journal.opening, type=Opening), journal)
            assert everything(again) == everything(session)
            assert all_copies(again) == all_copies(session)
            session = again
        assert session.outcome() is not None
        journal.close()


@EVERY_TABLE
def test_a_table_that_was_read_back_goes_on_as_it_would_have(
    name: str, opening: dict[str, Any], tmp_path: Path
) -> None:
    """Also its chance: what is drawn next does not depend on whether the power failed."""
    how = Opening(game=name, seed=5, **opening)
    one, two = random.Random(1), random.Random(1)
    steady = played(open_table(name, 5, **opening), one, 120)
    journal = Journal.create(tmp_path / "a.kuroko", msgspec.json.encode(how))
    interrupted = played(Session(GAMES[name], how, journal), two, 60)
    again = Session.resume(GAMES[name], how, journal)
    assert everything(again) == everything(interrupted)
    played(again, two, 60)
    assert everything(again) == everything(steady)
    played(steady, one)
    played(again, two)
    assert everything(again) == everything(steady)
    journal.close()


def without_undo(session: Session[Any]) -> list[tuple[str, str, tuple[str, ...]]]:
    """The open questions but for what can be taken back: a position does not say how it came about."""
    return [(p.seat, p.ask, tuple(of_the_game(p))) for p in asked(session)]


@EVERY_TABLE
def test_a_position_loaded_again_is_the_same_and_goes_on_the_same(
    name: str, opening: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.session.Chance", SameChance)
    for seed in range(2 * MORE):
        session = open_table(name, seed, **opening)
        source = random.Random(seed + 4000)
        while session.outcome() is None:
            played(session, source, source.randrange(1, 12))
            written = position(session)
            again = loaded(written, seed)
            for seat in everybody(session):
                assert position(again, seat) == position(session, seat), (seed, seat)
            assert without_undo(again) == without_undo(session), seed
            assert again.outcome() == session.outcome()
            assert session.lights() == again.lights()
            for _ in range(8):
                picked = next_pick(again, source)
                if picked is None or picked[1] == UNDO:
                    break
                since, since_again = session.basis(REFEREE), again.basis(REFEREE)
                assert session.pick(*picked) == again.pick(*picked), (seed, picked)
                assert told(session, REFEREE, since) == told(again, REFEREE, since_again), (seed, picked)
            for seat in everybody(session):
                assert position(again, seat) == position(session, seat), (seed, seat)


@EVERY_TABLE
def test_a_position_of_every_kind_of_prompt_is_met(name: str, opening: dict[str, Any]) -> None:
    """The random games of this file come to most of the questions that there are: they are no idle walks."""
    met: set[str] = set()
    for seed in range(12):
        session = open_table(name, seed, **opening)
        for _ in play(session, random.Random(seed)):
            met |= {prompt.ask for prompt in asked(session)}
        if len(met) >= ASKED[name]:
            return
    pytest.fail(f"only these are met: {sorted(met)}")


@EVERY_TABLE
def test_what_was_taken_back_was_never_picked(name: str, opening: dict[str, Any]) -> None:
    """Every copy is as it was before the pick, also while the other side picks in between.

    It can be taken back for as long as no other side was told of it, also when the step is over, and no other is told.
    """
    taken = 0
    for seed in range(2 * MORE):
        session = open_table(name, seed, **opening)
        source = random.Random(seed + 5000)
        shelf: dict[str, list[dict[Seat, Any] | None]] = {seat: [] for seat in session.seats}
        for _ in range(500):
            if not asked(session):
                break
            prompt = source.choice(asked(session))
            seat = prompt.seat
            if UNDO in prompt.choices and source.random() < 0.4:
                heard, others = list(session.told(seat)), told_to_others(session, seat)
                assert isinstance(session.pick(seat, UNDO), Accepted)
                taken += 1
                assert told_to_others(session, seat) == others
                assert all(map(operator.is_, heard, session.told(seat))), "told only grows"
                assert session.basis(seat) == len(heard) + 1
                before = shelf[seat].pop()
                for owner in session.seats if before is not None else ():
                    if owner == seat or len(session.seats) == 2:
                        assert same_for(session, owner, before, seat), (seed, owner)
                continue
            before = all_copies(session)
            heard_by = {other: session.basis(other) for other in session._side(seat) - {seat}}
            others = told_to_others(session, seat)
            choice = lively(source, of_the_game(prompt))
            assert isinstance(session.pick(seat, choice), Accepted)
            after = session.prompt(seat)
            assert after is None or UNDO in after.choices or told_to_others(session, seat) != others, (seed, choice)
            shelf[seat].append(before)
            for other, basis in heard_by.items():
                if session.basis(other) > basis:  # a fellow's copy holds what he was told since
                    shelf[other] = [None for _ in shelf[other]]
            if after is not None and UNDO not in after.choices:
                shelf[seat].clear()
            prompts_agree(session)
    assert taken > 4 * MORE


def told_to_others(session: Session[Any], seat: Seat) -> list[int]:
    """How much was told to everybody but the seat's own side, and the referee."""
    return [session.basis(other) for other in (*session.seats, TABLE) if other not in session._side(seat)]


def same_for(session: Session[Any], owner: Seat, before: dict[Seat, Any], undoer: Seat) -> bool:
    """True when a copy is as before, but for what other seats have begun to choose since."""
    now, then = copy_of(session, owner), before[owner]
    parts = ("drafts", "about")
    for field in now.__struct_fields__:
        mine, old = getattr(now, field), getattr(then, field)
        if field in parts:
            mine, old = mine.get(undoer), old.get(undoer)
        if session.prompt(undoer) is not None and now.phase == "setup" and field not in parts:
            continue
        if mine != old:
            return False
    return True


@EVERY_TABLE
def test_a_setup_with_steps_taken_back_is_the_setup_without_them(
    name: str, opening: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides set up at once and take back as they like; what stands is what each picked and kept."""
    monkeypatch.setattr("companion.session.Chance", SameChance)
    for seed in SEEDS:
        session = open_table(name, seed, **opening)
        source = random.Random(seed + 6000)
        kept: list[tuple[Seat, str]] = []
        for _ in range(140):
            prompts = asked(session)
            if not prompts:
                break
            prompt = source.choice(prompts)
            choices = [c for c in prompt.choices if c not in ("arrange", "confirm", TAKE_BACK)]
            if not choices:
                continue
            if UNDO in choices and source.random() < 0.45:
                session.pick(prompt.seat, UNDO)
                last = max(at for at, (seat, _) in enumerate(kept) if seat == prompt.seat)
                del kept[last]
                continue
            further = [c for c in choices if c != UNDO]
            if further:
                choice = source.choice(further)
                assert isinstance(session.pick(prompt.seat, choice), Accepted)
                kept.append((prompt.seat, choice))
        plainly = open_table(name, seed, **opening)
        for seat, choice in kept:
            assert isinstance(plainly.pick(seat, choice), Accepted), (seat, choice)
        assert all_copies(plainly) == all_copies(session)
        assert [session.prompt(s) for s in session.seats] == [plainly.prompt(s) for s in session.seats]


@EVERY_TABLE
def test_a_stale_basis_is_refused_and_a_fresh_one_accepted(name: str, opening: dict[str, Any]) -> None:
    session = open_table(name, 1, **opening)
    source = random.Random(1)
    for n in range(150):
        picked = next_pick(session, source)
        if picked is None:
            break
        seat, choice = picked
        whole = everything(session) if n % 15 == 0 else None
        copies, told_so_far = all_copies(session), [session.basis(who) for who in everybody(session)]
        for basis in (session.basis(seat) - 1, session.basis(seat) + 1, -1, 10**9):
            verdict = session.pick(seat, choice, basis)
            assert isinstance(verdict, Refused)
            assert (verdict.reason, verdict.rule) == ("stale", None)
        assert all(copies[who] is copy for who, copy in all_copies(session).items())
        assert told_so_far == [session.basis(who) for who in everybody(session)]
        assert whole is None or everything(session) == whole
        assert isinstance(session.pick(seat, choice, session.basis(seat)), Accepted)


@EVERY_TABLE
def test_what_is_not_offered_is_refused_with_a_reason_and_changes_nothing(name: str, opening: dict[str, Any]) -> None:
    game = GAMES[name]
    reasons: Counter[str] = Counter()
    for seed in range(MORE):
        session = open_table(name, seed, **opening)
        every = forms(session)
        source = random.Random(seed + 7000)
        for n, _ in enumerate(play(session, source)):
            seat = source.choice(session.seats)
            before = everything(session) if n % 60 == 0 else None
            bases = {who: session.basis(who) for who in everybody(session)}
            copies = all_copies(session)
            for choice in source.sample(every, 6):
                prompt = session.prompt(seat)
                if prompt is not None and (choice in prompt.choices or prompt.ask in CLOSED):
                    continue
                verdict = session.pick(seat, choice)
                assert isinstance(verdict, Refused), (seed, n, seat, choice, prompt)
                reasons[verdict.reason] += 1
                known_reason(game, verdict)
                if prompt is None and session.outcome() is None and verdict.reason != "unknown_choice":
                    assert verdict.reason == "not_your_turn"
            assert all(copies[who] is copy for who, copy in all_copies(session).items())
            assert bases == {who: session.basis(who) for who in everybody(session)}
            assert before is None or everything(session) == before
    assert len(reasons) > REASONS.get(name, 0), reasons


def known_reason(game: Any, verdict: Refused) -> None:
    """The reason stands in the game's closed vocabulary; the rule is one of the book's, a ruling, or none."""
    vocabulary = importlib.import_module(f"companion.games.{game.id}.refusals").RULES
    assert verdict.reason in vocabulary
    assert verdict.rule is None or re.fullmatch("[A-Z]+[0-9]+", verdict.rule)


@EVERY_TABLE
def test_what_cannot_be_read_is_an_unknown_choice_before_anything_else(name: str, opening: dict[str, Any]) -> None:
    session = open_table(name, 1, **opening)
    seat = session.seats[0]
    texts = ["", ":", "zone:", "zone:nowhere", "zone: ", "guard:g0", "guard:g21", "guard:g01", "guard:G1", "card:",
             "card:kenjutsu@", "card:@ninja", "card:kenjutsu@nobody", "figure:", "figure:nobody", "end:now", "END",
             " end", "end ", "undo:1", "patrol:p99", "take:", "take:999", "take:-1", "take:١", "zone:A1@ninja",
             "\x00", "zone:" + "A" * 10000, "ゾーン:A1", "card:kenjutsu:2", "end@ninja", "pass@"]  # fmt: skip
    before = everything(session)
    for choice in texts:
        for basis in (None, -5):
            verdict = session.pick(seat, choice, basis)
            assert isinstance(verdict, Refused), choice
            assert verdict.reason == "unknown_choice", (choice, verdict)
    assert everything(session) == before


@EVERY_TABLE
def test_two_tables_with_one_seed_are_alike_to_the_byte(name: str, opening: dict[str, Any]) -> None:
    first, second = (played(open_table(name, 8, **opening), random.Random(3)) for _ in range(2))
    assert json.dumps(everything(first), default=str) == json.dumps(everything(second), default=str)


def test_a_pick_reads_as_it_is_written() -> None:
    for choice in ("end", "zone:F4", "card:kenjutsu+1@ninja", "bluff:rope@traitor"):
        assert str(read(choice)) == choice
    assert read("card:kenjutsu+1@ninja") == Pick("card", "kenjutsu+1", "ninja")


@pytest.mark.parametrize("language", ["en", "zh_Hans", "zh_Hant", "ja"])
@EVERY_TABLE
def test_every_piece_has_a_name_of_its_own_in_every_language(name: str, opening: dict[str, Any], language: str) -> None:
    table = open_table(name, 1, **opening)
    table.speak(language)
    called = {token: table.piece(token) for token in table.tokens()}
    assert all(piece for _pile, piece in called.values())
    assert all(bool(pile) == token.startswith("card:") for token, (pile, _piece) in called.items())
    kinds = {token: (token.partition(":")[0], *words) for token, words in called.items()}
    assert len(set(kinds.values())) == len(kinds)
