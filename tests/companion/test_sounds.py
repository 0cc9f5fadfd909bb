"""Sounds are made of what everybody sees, so two nights that look the same sound the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.seats import TABLE, Seat
from companion.sounds import SOUNDS, Sound, sound
from companion.verdicts import Accepted
from companion.views import BoardPanel, Sheet, Track, TracksPanel, View
from tests.companion.support import SameChance
from tests.companion.worlds import Dropped, Witness, beginnings
from tests.companion.worlds_guards import pair_of_guards
from tests.companion.worlds_intruders import pair_of_intruders

SHEET = Sheet(id="yard", title="", size=(1, 1), zones={}, borders=(), walls=())


def view(turn_of: str = "guards", lights: dict[str, Any] | None = None, alert: int = 0, result: str = "") -> View:
    track = Track(id="alert", name="Alert", at=alert, of=3, style="lanterns")
    turn = Track(id="turn", name="Turn", at=4, of=20)
    panels = (BoardPanel(sheet=SHEET, lights=lights or {}), TracksPanel(tracks=(track, turn)))
    return View(seat="table", turn_of=(turn_of,), phase="cards", panels=panels, result=result)


@pytest.mark.parametrize(
    ("after", "laid", "refused", "made"),
    [
        (view(), False, False, None),
        (view(), True, False, "tag"),
        (view(), True, True, "refused"),
        (view("intruders"), True, False, "turn"),
        (view(lights={"A1": "legal"}), False, False, None),
        (view("intruders", {"A1": "heard"}), True, False, "heard"),
        (view(lights={"A1": "heard", "B2": "detected"}, alert=1), False, False, "detected"),
        (view(alert=1), False, False, "alert"),
        (view("intruders", {"A1": "detected"}, result="guards"), False, False, "dawn"),
    ],
)
def test_of_all_that_happened_the_gravest_is_heard(after: View, laid: bool, refused: bool, made: str | None) -> None:
    assert sound(view(), after, laid=laid, refused=refused) == made


def test_a_light_that_goes_on_shining_is_silent_and_so_is_a_lantern_that_goes_out() -> None:
    lit = view(lights={"A1": "heard"}, alert=2)
    assert sound(lit, view(lights={"A1": "heard"}, alert=1)) is None


@pytest.mark.parametrize("pair", [pair_of_intruders, pair_of_guards])
def test_two_nights_that_look_the_same_to_the_table_sound_the_same(pair: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole turns over two sets of secrets: one hears the same sounds in the same order, however many picks it took."""
    monkeypatch.setattr("companion.session.Chance", SameChance)
    heard: dict[int, list[Sound]] = {}
    picked = Witness.pick

    def listened(witness: Witness, seat: Seat, choice: str) -> Accepted:
        before = witness.session.view(TABLE)
        verdict = picked(witness, seat, choice)
        made = sound(before, witness.session.view(TABLE))
        heard.setdefault(id(witness), []).extend([made] if made is not None else [])
        return verdict

    monkeypatch.setattr(Witness, "pick", listened)
    made: Counter[str] = Counter()
    for seed, start in enumerate([*beginnings("drill-yard", 2, range(5))][:18]):
        try:
            one, other, _ = pair(start, seed)
        except Dropped:
            continue
        assert heard[id(one)] == heard[id(other)]
        made.update(heard[id(one)])
        heard.clear()
    assert made.keys() <= set(SOUNDS)
    assert {"turn", "heard"} <= made.keys(), made
