"""From a figure in somebody's hand to the lights of the zones: boards, referee and rules of a game together."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.findings import Finding, Ignored, Ruled, accepted
from companion.manifest import Manifest
from companion.ports import Trouble
from companion.referee import Referee
from companion.seats import Seat
from hardware.board.zones import SHINES
from hardware.devices import Devices
from hardware.rig import read_rig
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard
from tests.companion.support import asked, loaded, position
from tests.hardware.board.ptys import Wall, until

pytestmark = pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)

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
ZONES = ("E1", "F1", "G1", "H1", "D1", "K1", "F5", "G5")
SHOWN = [*SHINES]


class Night:
    """A table whose zone board has the zones above, in the step in which the sentry g1 may walk."""

    def __init__(self, folder: Path) -> None:
        self.board = RunningBoard("left")
        self.cable = Cable(self.board, folder / "usb-left")
        self.cable.plug()
        zones = "\n".join(
            f'{zone} = {{ board = "left", reader = {place}, pixels = [{place}] }}' for place, zone in enumerate(ZONES)
        )
        text = f'[boards.left]\npath = "{self.cable.link}"\n[zones]\n{zones}\n[presence]\nsettle = 0.2\n'
        session = loaded(YARD)
        self.referee = Referee(session, Manifest.simulated(session.tokens()))
        self.devices = Devices(read_rig(text), Wall())
        self.found: list[Finding | Trouble | None] = []
        self.referee.listen(self._decided)

    def _decided(self, finding: Finding | Trouble | None) -> None:
        if finding is not None:
            self.found.append(finding)
        self.devices.show(self.referee.window().lights())

    def put(self, **figures: str) -> None:
        """Where these figures stand now; the patrol where it always does, others nowhere."""
        standing = {"g2": "F5", "g3": "F5", **figures}
        for place, zone in enumerate(ZONES):
            uids = [str(self.referee.manifest.uid(f"guard:{name}")) for name, at in standing.items() if at == zone]
            self.board.put(place, *uids)

    def guard(self, name: str = "g1") -> Any:
        return position(self.referee.session)["guards"][name]["zone"]

    def shining(self, light: str = "legal") -> set[str]:
        """The zones whose pixels shine so."""
        lights, code = self.board.board.lights, 1 + SHOWN.index(light)
        return {zone for place, zone in enumerate(ZONES) if lights[place] & 0x0F == code}

    def astray(self) -> list[str]:
        panel = self.referee.check.panel()
        return [f"{row.piece} {row.stands}>{row.belongs}" for row in panel.rows] if panel is not None else []

    def rested(self, count: int) -> list[Finding | Trouble | None]:
        """The findings, when there are so many."""
        until(lambda: len(self.found) >= count)
        return self.found

    def troubled(self, *, over: bool = False) -> bool:
        return any(isinstance(finding, Trouble) and finding.over == over for finding in self.found)


@contextmanager
def night(folder: Path, **figures: str) -> Iterator[Night]:
    """figures: how the table is found when the readers wake."""
    made = Night(folder)
    table = made.referee
    assert accepted(table.pick(Seat("guards"), "card:sentry_search"))
    if asked(table.session)[0].ask == "choose_sentry":
        assert accepted(table.pick(Seat("guards"), "guard:g1"))
    made.put(**(figures or {"g1": "E1", "g4": "H1"}))
    table.start()
    made.devices.start(table)
    made.rested(4)  # they stand where they stood: no move
    until(lambda: "zones" in table.check.watched)
    until(lambda: len(table.check.watched["zones"]) == len(ZONES))
    made.found.clear()
    try:
        yield made
    finally:
        made.devices.close()
        table.stop()
        made.cable.pull()


def test_B15_a_slid_figure_is_one_walk_and_the_lights_follow(tmp_path: Path) -> None:
    with night(tmp_path) as made:
        until(lambda: "F1" in made.shining())
        made.put(g1="F1", g4="H1")
        time.sleep(0.05)
        assert made.guard() == "E1", "on the way nothing is decided"
        assert made.found == []
        made.put(g1="G1", g4="H1")
        until(lambda: made.guard() == "G1")
        until(lambda: not made.shining(), within=3)
        walks = [finding for finding in made.found if not isinstance(finding, Ignored)]
        assert len(walks) == 1


@pytest.mark.slow
def test_B17_lifting_putting_back_and_impossible_places_leave_the_game_as_it_was(tmp_path: Path) -> None:
    with night(tmp_path) as made:
        shone = made.shining()
        for count in range(1, 4):
            made.put(g4="H1")
            made.rested(2 * count - 1)
            made.put(g1="E1", g4="H1")
            made.rested(2 * count)
        assert (made.guard(), made.astray()) == ("E1", [])
        made.put(g1="K1", g4="H1")  # too far
        made.rested(8)
        assert (made.guard(), made.astray()) == ("E1", ["g1 K1>E1"])
        made.put(g1="K1")  # and another one is taken as well
        made.rested(9)
        refused = [finding for finding in made.found if isinstance(finding, Ruled)]
        assert [accepted(finding) for finding in refused] == [False], "with the rule, once"
        until(lambda: made.shining("out_of_place") == {"K1"})
        until(lambda: made.shining("waiting") == {"E1", "H1"})
        assert made.shining() == shone, "what may be done is shown all the time"
        made.put(g1="F1", g4="H1")
        until(lambda: made.guard() == "F1")
        until(lambda: not made.shining("out_of_place") | made.shining("waiting"))


def test_B10_B13_the_board_is_pulled_in_the_middle_of_a_walk_and_comes_back_elsewhere(tmp_path: Path) -> None:
    with night(tmp_path) as made:
        made.put(g1="F1", g4="H1")
        until(lambda: made.guard() == "F1")
        line = made.devices.zones.boards["left"].path
        until(lambda: "G1" in made.shining())
        shone = made.shining()
        made.cable.pull(half=b"\x05\x01")
        until(made.troubled)
        made.put(g1="G1", g4="H1")
        assert made.cable.plug() != line
        until(lambda: made.guard() == "G1")
        until(lambda: made.troubled(over=True))
        assert (made.guard("g4"), made.astray()) == ("H1", [])
        until(lambda: made.shining() != shone)
        until(lambda: len([finding for finding in made.found if isinstance(finding, Ruled)]) == 2)
        assert all(accepted(finding) for finding in made.found if isinstance(finding, Ruled)), "each step once"


@pytest.mark.slow
def test_B10_a_figure_in_the_hand_when_the_board_is_pulled_is_put_down_when_it_is_back(tmp_path: Path) -> None:
    with night(tmp_path) as made:
        made.put(g4="H1")
        made.rested(1)
        made.cable.pull()
        until(made.troubled)
        made.cable.plug()
        until(lambda: made.troubled(over=True))
        assert (made.guard(), made.astray()) == ("E1", [])
        made.put(g1="F1", g4="H1")
        until(lambda: made.guard() == "F1")


@pytest.mark.slow
def test_B17_two_figures_are_moved_while_the_board_is_unplugged_and_one_of_them_is_put_back(tmp_path: Path) -> None:
    with night(tmp_path) as made:
        made.cable.pull()
        until(made.troubled)
        made.put(g1="F1", g4="K1")
        made.cable.plug()
        until(lambda: "g4 K1>H1" in made.astray())
        until(lambda: made.shining("out_of_place") >= {"K1"})
        made.put(g1="F1", g4="H1")
        until(lambda: (made.guard(), made.astray()) == ("F1", []))
        assert made.guard("g4") == "H1"
        until(lambda: not made.shining("out_of_place") | made.shining("waiting"))


def test_B18_a_figure_displaced_while_the_power_was_off_is_put_back(tmp_path: Path) -> None:
    with night(tmp_path, g1="F1", g4="H1") as made:
        assert (made.guard(), made.astray()) == ("E1", ["g1 F1>E1"])
        made.put(g1="E1", g4="H1")
        until(lambda: not made.astray())
        assert made.guard() == "E1"
