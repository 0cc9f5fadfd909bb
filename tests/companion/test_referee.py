"""What readers see becomes picks: the inbox, the manifest, figures put down, and the one thread that decides."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.findings import Finding, Ignored, Narrowed, Opened, Ruled, accepted
from companion.game import Opening
from companion.journal import Journal, JournalFull
from companion.manifest import Manifest
from companion.ports import Observation, Trouble
from companion.referee import Referee
from companion.seats import Seat
from companion.session import Session
from companion.verdicts import Accepted, Refused
from tests.companion.support import GAMES, asked, everything, loaded, open_table, position

GUARDS = Seat("guards")
INTRUDERS = Seat("intruders")
YARD: dict[str, Any] = {
    "game": "scorpion",
    "map": "drill-yard",
    "turn": 3,
    "phase": "guard_cards",
    "hand": {"guards": ["sentry_search", "patrol_search", "patrol_listen", "patrol_listen", "kenjutsu"]},
    "guards": {"g1": {"zone": "E1"}, "g2": {"zone": "F5"}, "g3": {"zone": "F5"}, "g4": {"zone": "H1"}},
    "patrols": {"p1": {"guards": ["g2", "g3"], "came_from": "E5", "facing": "G5"}},
    "ninja": {"zone": "A4", "goal": "A"},
    "traitor": {"zone": "K4", "goal": "B"},
}


def at(**changes: Any) -> Referee:
    """A referee of the drill yard with a tag under every piece."""
    session = loaded({**YARD, **changes})
    return Referee(session, Manifest.simulated(session.tokens()))


def show(referee: Referee, token: str, reader: str = "card") -> Finding:
    """What comes of a piece shown to a reader."""
    uid = referee.manifest.uid(token)
    assert uid is not None
    return referee.observe(Observation(reader, uid))


def reason(finding: Finding) -> str | None:
    """Why an observation was refused."""
    assert isinstance(finding, Ruled)
    return finding.verdict.reason if isinstance(finding.verdict, Refused) else None


def test_a_scanned_card_is_the_pick_of_its_kind() -> None:
    table = at()
    found = show(table, "card:guards/sentry_search/3")
    assert isinstance(found, Ruled)
    assert (found.seat, found.choice) == (GUARDS, "card:sentry_search")
    assert isinstance(found.verdict, Accepted)
    assert asked(table.session)[0].ask == "choose_sentry"
    assert accepted(show(table, "guard:g1"))
    assert asked(table.session)[0].ask == "step"


def test_every_card_of_a_hand_can_be_scanned_at_setup_and_play() -> None:
    session = open_table("scorpion", 3, map="drill-yard")
    table = Referee(session, Manifest.simulated(session.tokens()))
    for deck, kind in (("guards", "kenjutsu"), ("ninja", "rope"), ("guards", "awaken")):
        assert accepted(show(table, f"card:{deck}/{kind}/1"))
    assert reason(show(table, "card:traitor/rope/1")) == "not_now"


def test_R26_a_card_that_two_guard_players_could_pick_is_his_whose_half_it_is_of() -> None:
    session = open_table("scorpion", 3, players=4, map="drill-yard")
    table = Referee(session, Manifest.simulated(session.tokens()))
    copies = [token.rpartition("/")[2] for token in session.tokens() if token.startswith("card:guards/awaken/")]
    halves = {"swords": copies[: len(copies) // 2], "spears": copies[len(copies) // 2 :]}
    for seat in ("spears", "swords"):
        for copy in halves[seat]:
            found = show(table, f"card:guards/awaken/{copy}")
            assert isinstance(found, Ruled)
            assert (found.seat, accepted(found)) == (seat, True)


def test_B2_a_card_that_was_used_up_is_refused_with_the_rule_named() -> None:
    table = at(hand={"guards": ["kenjutsu"]})
    found = show(table, "card:guards/sentry_search/1")
    assert isinstance(found, Ruled)
    assert isinstance(found.verdict, Refused)
    assert (found.verdict.reason, found.verdict.rule) == ("not_in_hand", "R124")
    assert found.say


def test_B2_the_same_card_in_a_later_turn_is_played_again() -> None:
    """No memory of the last card anywhere: what the rules allow is done, however often it was scanned."""
    table = at(hand={"guards": ["sentry_listen"] * 2}, guards={"g1": {"zone": "E1"}, "g4": {"zone": "H1"}}, patrols={})
    for guard in ("g1", "g4"):
        assert accepted(show(table, "card:guards/sentry_listen/1"))
        table.observe(Observation("card", "04B1D2E3F40180", "leave"))
        shown = show(table, f"guard:{guard}") if asked(table.session)[0].ask == "choose_sentry" else None
        assert shown is None or accepted(shown)
    assert position(table.session)["guards"]["g4"]["carded"] is True


def test_B22_one_patrol_gets_one_patrol_card_a_turn() -> None:
    table = at()
    assert accepted(show(table, "card:guards/patrol_listen/1"))
    if asked(table.session)[0].ask == "choose_patrol":
        assert accepted(show(table, "guard:g2"))
    while asked(table.session)[0].ask == "answer_listen":
        assert accepted(table.pick(INTRUDERS, "pass"))
    before = everything(table.session)
    assert reason(show(table, "card:guards/patrol_listen/1")) == "already_carded"
    assert reason(show(table, "card:guards/patrol_search/1")) == "already_carded"
    assert everything(table.session) == before


def searching(**changes: Any) -> Referee:
    """g1 on the move by a Sentry Search, with two zones before him."""
    table = at(**changes)
    assert accepted(show(table, "card:guards/sentry_search/1"))
    if asked(table.session)[0].ask == "choose_sentry":
        assert accepted(show(table, "guard:g1"))
    return table


def stands(table: Referee, guard: str = "g1") -> Any:
    """Where a guard stands."""
    return position(table.session)["guards"][guard]["zone"]


def test_a_figure_put_down_one_zone_away_has_moved_there() -> None:
    table = searching()
    assert accepted(show(table, "guard:g1", "zone:F1"))
    assert stands(table) == "F1"
    assert accepted(show(table, "guard:g1", "zone:G1"))
    assert stands(table) == "G1"


def test_a_figure_put_down_two_zones_away_walked_both_where_there_is_one_way() -> None:
    """From E1 to G1 only F1 lies between: E2 and F2 are moats."""
    table = searching()
    assert accepted(show(table, "guard:g1", "zone:G1"))
    assert stands(table) == "G1"


TWO_WAYS: dict[str, Any] = {"guards": {"g1": {"zone": "A4"}}, "patrols": {}, "ninja": {"zone": "K1", "goal": "A"}}
"""From A4 to B5 lead A5 and B4."""


def test_the_way_is_asked_where_there_are_two() -> None:
    table = searching(**TWO_WAYS)
    found = show(table, "guard:g1", "zone:B5")
    assert isinstance(found, Narrowed)
    assert (found.seat, found.ask) == (GUARDS, "route")
    assert set(found.choices) == {"zone:A5", "zone:B4"}
    assert stands(table) == "A4"
    assert accepted(table.pick(GUARDS, found.choices[0]))
    assert stands(table) == "B5"


def test_a_figure_lifted_again_and_put_down_nearer_has_gone_only_there() -> None:
    """The open question which way is forgotten: else he would be walked on to where he no longer stands."""
    table = searching(**TWO_WAYS)
    assert isinstance(show(table, "guard:g1", "zone:B5"), Narrowed)
    table.observe(Observation("zone:B5", str(table.manifest.uid("guard:g1")), "leave"))
    assert accepted(show(table, "guard:g1", "zone:A5"))
    assert stands(table) == "A5"


def test_the_way_is_no_longer_asked_once_anything_else_happened() -> None:
    table = searching(**TWO_WAYS)
    assert isinstance(show(table, "guard:g1", "zone:B5"), Narrowed)
    table.session.pick(GUARDS, "zone:B4")
    assert accepted(table.pick(GUARDS, "zone:A4"))
    assert stands(table) == "A4"
    assert position(table.session)["mover"]["steps_left"] == 0


def test_an_answer_which_way_is_stale_like_any_other() -> None:
    table = searching(**TWO_WAYS)
    found = show(table, "guard:g1", "zone:B5")
    assert isinstance(found, Narrowed)
    before = everything(table.session)
    stale = table.pick(GUARDS, found.choices[0], table.session.basis(GUARDS) - 1)
    assert reason(stale) == "stale"
    assert everything(table.session) == before
    assert accepted(table.pick(GUARDS, found.choices[0], table.session.basis(GUARDS)))
    assert stands(table) == "B5"


def test_who_is_seen_on_the_way_ends_it() -> None:
    """Put down two zones away, but an intruder stands hidden in the first: the guard goes no further (R114)."""
    table = searching(ninja={"zone": "F1", "goal": "A"})
    found = show(table, "guard:g1", "zone:G1")
    assert accepted(found)
    assert stands(table) == "F1"
    assert position(table.session)["ninja"]["shown"] is True


def test_what_is_asked_for_the_way_tells_nothing_of_the_hidden() -> None:
    """Ways are worked out from public facts: whoever hides in the zone between changes no answer."""
    tables = [searching(**{**TWO_WAYS, "ninja": {"zone": zone, "goal": "A"}}) for zone in ("A5", "B4", "K1")]
    found = [show(table, "guard:g1", "zone:B5") for table in tables]
    assert found[0] == found[1] == found[2]
    assert isinstance(found[0], Narrowed)
    assert (found[0].ask, set(found[0].choices)) == ("route", {"zone:A5", "zone:B4"})


def test_a_figure_put_back_where_it_stands_is_no_move() -> None:
    table = searching()
    before = everything(table.session)
    for _ in range(5):
        assert isinstance(show(table, "guard:g1", "zone:E1"), Ignored)
    assert everything(table.session) == before


def test_a_figure_put_down_out_of_reach_is_refused_with_the_rule() -> None:
    table = searching()
    before = everything(table.session)
    assert reason(show(table, "guard:g1", "zone:K6")) == "not_adjacent"
    assert everything(table.session) == before


def test_another_figure_put_down_is_no_move() -> None:
    table = searching()
    before = everything(table.session)
    assert show(table, "guard:g4", "zone:G1") == Ignored("no_move")
    assert show(table, "figure:ninja", "zone:G1") == Ignored("no_move")
    assert show(table, "card:guards/kenjutsu/1", "zone:G1") == Ignored("no_move")
    assert everything(table.session) == before


def test_tags_that_lie_under_nothing_of_this_table_are_ignored() -> None:
    table = at()
    before = everything(table.session)
    unknown = table.observe(Observation("card", "04FFFFFFFFFFFF"))
    assert isinstance(unknown, Ignored)
    assert unknown.reason == "unknown_tag"
    assert "04FFFFFFFFFFFF" in unknown.say
    assert table.observe(Observation("card", str(table.manifest.uid("guard:g1")), "leave")) == Ignored("lifted")
    table.manifest.bind("04111111111111", "seal:nobody")
    named = table.observe(Observation("card", "04111111111111"))
    assert named == Ignored("not_at_this_table", held="04111111111111")
    assert table.observe(Observation("zone:A1", "04111111111111")) == Ignored("not_at_this_table"), "held to no reader"
    assert everything(table.session) == before


def test_a_seal_opens_the_window_of_its_seat() -> None:
    table = at()
    assert show(table, "seal:guards") == Opened(GUARDS)
    assert show(table, "seal:intruders") == Opened(INTRUDERS)
    table.manifest.bind("04111111111111", "seal:referee")
    table.manifest.bind("04111111111112", "seal:table")
    for uid in ("04111111111111", "04111111111112"):
        found = table.observe(Observation("card", uid))
        assert found == Ignored("not_at_this_table", held=uid), "a sticker must not open everybody's secrets"


@pytest.mark.parametrize(
    "token", ["card:foo/kenjutsu/1", "card:guards/foo/1", "guard:g99", "figure:nobody", "card:ninja/it_was_a_cat/1"]
)
def test_a_piece_that_no_game_has_is_no_pick(token: str) -> None:
    """A manifest is a file that people edit: what it names need not exist."""
    table = at()
    before = everything(table.session)
    table.manifest.bind("04111111111111", token)
    for reader in ("card", "zone:A1", "zone:nowhere", "zone:", "coach"):
        found = table.observe(Observation(reader, "04111111111111"))
        assert not accepted(found)
    assert everything(table.session) == before


def test_whatever_is_scanned_wherever_the_referee_answers_and_changes_only_by_picks() -> None:
    """Every piece on every kind of reader, all through a game."""
    session = open_table("scorpion", 4, map="drill-yard")
    table = Referee(session, Manifest.simulated(session.tokens()))
    pieces = list(session.tokens())
    zones = [choice.removeprefix("zone:") for choice in ("zone:A1", "zone:E3", "zone:F4", "zone:G5")]
    kinds: Counter[str] = Counter()
    for n in range(40):
        for at_, token in enumerate(pieces):
            if (at_ + n) % 5 == 0:
                basis = session.basis(Seat("referee"))
                found = show(table, token, "card" if (at_ + n) % 2 else f"zone:{zones[at_ % 4]}")
                kinds[type(found).__name__] += 1
                assert accepted(found) or session.basis(Seat("referee")) == basis
        session.random(12, n)
    assert {"Ruled", "Ignored", "Opened"} <= kinds.keys(), kinds


# ---- the deciding thread ----------------------------------------------------------------------------------------


def test_posts_of_many_threads_are_decided_one_at_a_time_and_all_answered() -> None:
    session = open_table("scorpion", 3, map="drill-yard")
    table = Referee(session, Manifest.simulated(session.tokens()))
    inside, deepest, findings = 0, 0, []
    threads = set()

    def note(finding: Finding | Trouble | None) -> None:
        nonlocal inside, deepest
        inside += 1
        deepest = max(deepest, inside)
        threads.add(threading.current_thread().name)
        findings.append(finding)
        inside -= 1

    table.listen(note)
    table.start()
    uids = [str(table.manifest.uid(f"card:ninja/{kind}/1")) for kind in ("rope", "shuriken", "shadow_walk")]

    def device(n: int) -> None:
        for i in range(50):
            table.post(Observation("card", uids[(n + i) % 3]))
            if i % 10 == 0:
                table.post(Trouble("coach", "the reader was restarted"))
                table.do(lambda: None)

    senders = [threading.Thread(target=device, args=(n,)) for n in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    table.stop()
    assert len(findings) == 8 * (50 + 2 * 5)
    assert deepest == 1
    assert threads == {"referee"}
    counted = Counter(type(finding).__name__ for finding in findings)
    assert counted == {"Ruled": 400, "Trouble": 40, "NoneType": 40}
    taken = [f for f in findings if isinstance(f, Ruled) and isinstance(f.verdict, Accepted)]
    # Eight cards are a ninja's hand; there are three ropes, three shuriken and two walks.
    assert len(taken) == 8


def test_step_decides_what_lies_in_the_inbox_in_order() -> None:
    table = at()
    heard: list[Any] = []
    table.listen(heard.append)
    table.post(Observation("card", str(table.manifest.uid("card:guards/sentry_search/1"))))
    table.do(lambda: heard.append("touch"))
    table.post(Observation("card", str(table.manifest.uid("guard:g1"))))
    assert table.step() == 3
    assert table.step() == 0
    assert [getattr(f, "choice", f) for f in heard] == ["card:sentry_search", "touch", None, "guard:g1"]


def test_a_full_disk_does_not_end_the_deciding_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    how = Opening(game="scorpion", seed=1, map="drill-yard")
    journal = Journal.create(tmp_path / "a.kuroko", msgspec.json.encode(how))
    session: Session[Any] = Session(GAMES["scorpion"], how, journal)
    table = Referee(session, Manifest.simulated(session.tokens()))
    findings: list[Any] = []
    table.listen(findings.append)
    before = everything(session)
    uid = str(table.manifest.uid("card:ninja/rope/1"))
    whole = Journal.append

    def full(self: Journal, entry: bytes, notes: Any = None) -> None:
        raise JournalFull(self.path, "the disk is full; make room")

    monkeypatch.setattr(Journal, "append", full)
    table.post(Observation("card", uid))
    table.step()
    assert isinstance(findings[-1], Trouble)
    assert "disk" in findings[-1].say
    assert everything(session) == before
    monkeypatch.setattr(Journal, "append", whole)
    table.post(Observation("card", uid))
    table.step()
    assert accepted(findings[-1])
    journal.close()


def test_a_mistake_of_ours_does_not_end_the_deciding_thread_and_names_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at()
    findings: list[Any] = []
    table.listen(findings.append)

    def wrong(*_: Any) -> Any:
        raise KeyError("K4 is where the traitor hides")

    monkeypatch.setattr(type(table.session._game), "judge", wrong)
    table.start()
    table.post(Observation("card", str(table.manifest.uid("card:guards/sentry_search/1"))))
    table.do(lambda: {}["K4"])
    table.post(Observation("card", "04FFFFFFFFFFFF"))
    table.stop()
    assert [type(f).__name__ for f in findings] == ["Trouble", "Trouble", "Ignored"]
    assert all("K4" not in f.say and "KeyError" in f.say for f in findings[:2])
