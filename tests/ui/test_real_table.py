"""A table with a zone board beside the screen: what the board says reaches the glass, and a bad rig says its line."""

import threading
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from kivy.clock import Clock

from companion.ports import Observation
from companion.views import TableCheckPanel
from hardware.simulated.zoneboard import HAS_GCC, WHY_NOT, Cable, RunningBoard
from tests.hardware.board.ptys import until
from ui import shot
from ui.boxes import BoardedBox
from ui.desk import House
from ui.glass import Glass
from ui.opened import OpenTable
from ui.ports import CannotOpen, Heard, Notice, Ruling
from ui.presenter import panel

from .stage import LOOK


def house(home: Path, rig: str, tags: str = "[tags]\n") -> House:
    (home / "rig.toml").write_text(rig, encoding="utf-8")
    (home / "tags.toml").write_text(tags, encoding="utf-8")
    desk = House(home / "settings.toml", rig=home / "rig.toml", seed=4)
    desk.settings = msgspec.structs.replace(desk.settings, journal_folder=str(home / "tables"))
    return desk


@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_what_the_board_says_reaches_the_glass(tmp_path: Path) -> None:
    board = RunningBoard("left")
    cable = Cable(board, tmp_path / "usb-left")
    cable.plug()
    rig = f'[boards.left]\npath = "{cable.link}"\n[zones]\nA1 = {{ board = "left", reader = 3 }}\n'
    table = house(tmp_path, rig).open("scorpion", 2, {"guards": "1234"})
    heard: list[Heard] = []
    table.listen(heard.append)

    def said(part: str, over: bool = False) -> bool:
        return any(isinstance(one, Notice) and part in one.say and one.over == over for one in heard)

    board.put(3, "DEADBEEF")
    until(lambda: said("This tag (DEADBEEF) belongs to no piece"))
    cable.pull()
    until(lambda: said("is offline"))
    cable.plug()
    until(lambda: said("is offline", over=True))
    table.close()
    cable.pull()
    assert table.box is None


@pytest.mark.parametrize(
    ("rig", "tags", "said"),
    [
        ("[bords.left]\n", "[tags]\n", "line 1: .*no word 'bords'"),
        ("", "[tags]\n08123456 = 'guard:g1'\n", "line 2"),
    ],
)
def test_a_slip_in_a_file_is_said_before_a_book_is_begun(tmp_path: Path, rig: str, tags: str, said: str) -> None:
    with pytest.raises(CannotOpen, match=said):
        house(tmp_path, rig, tags).open("scorpion", 2, {})
    assert not list(tmp_path.glob("tables/*"))


class Boarded:
    """An open table on simulated zone boards, all figures up."""

    def __init__(self, home: Path) -> None:
        self.house = House(home / "settings.toml", boards=True, threaded=False, seed=4)
        self.house.settings = msgspec.structs.replace(self.house.settings, journal_folder=str(home / "tables"))
        self.table = self.house.open("scorpion", 2, {})
        guards, intruders = ("starter", "arrange", "confirm"), ("starter", "starter", "arrange", "confirm")
        assert self.pick("guards", *guards)
        assert self.pick("intruders", *intruders)
        self.put_up()

    def pick(self, seat: str, *choices: str) -> bool:
        """Touches, one after another; whether all were accepted."""
        ruled: list[Ruling] = []
        for choice in choices:
            self.table.do(lambda choice=choice: ruled.append(self.table.pick(seat, choice, None)))  # type: ignore[misc]
        self.table.step()
        return all(ruling.accepted for ruling in ruled)

    @property
    def box(self) -> BoardedBox:
        assert isinstance(self.table.box, BoardedBox)
        return self.table.box

    def put_up(self, **elsewhere: str) -> None:
        for name, zone in self.guards().items():
            self.box.put(f"guard:{name}", elsewhere.get(name, zone))
        self.table.step()

    def guards(self) -> dict[str, str]:
        found = self.table.window().position()["guards"]
        return {name: guard["zone"] for name, guard in found.items()}

    def astray(self) -> list[str]:
        check = panel(self.table.window().view(), TableCheckPanel)
        return [f"{row.piece} {row.stands}>{row.belongs}" for row in check.rows] if check is not None else []

    def rows(self) -> int:
        return sum("GuardsMoved" in str(event) for event in self.table.window().told())


@pytest.mark.slow
@pytest.mark.skipif(not HAS_GCC, reason=WHY_NOT)
def test_B10_B13_B18_nothing_is_lost_when_the_board_is_pulled_in_a_move_and_when_the_power_fails(
    tmp_path: Path,
) -> None:
    made = Boarded(tmp_path)
    assert made.astray() == []
    made.box.lay("card:guards/sentry_search/1")
    made.box.lift("card:guards/sentry_search/1")
    made.table.step()
    home = made.guards()
    lit = {}
    for name in home:  # the card was laid; the figure it is for is chosen by a touch
        if made.pick("guards", f"guard:{name}"):
            lit = {zone for zone, light in made.table.window().lights().items() if light == "legal"}
            break
    target = sorted(lit)[0]
    assert made.box.lights() == made.table.window().lights()
    before = made.rows()
    # In the middle of the move: in the air when the cable goes, down before it is back.
    made.box.take(f"guard:{name}")
    made.box.pull(target)
    made.table.step()
    assert made.guards() == home
    made.box.put(f"guard:{name}", target)
    made.box.plug(target)
    made.table.step()
    assert (made.guards()[name], made.astray(), made.rows()) == (target, [], before + 1)
    assert made.box.lights() == made.table.window().lights()
    # The power fails; one figure is knocked over meanwhile.
    home, saved = made.guards(), made.house.saved
    made.table.close()
    made.table = made.house.resume(saved()[0].id)
    other = next(guard for guard in home if guard != name)
    elsewhere = next(zone for zone in sorted(lit) if zone not in home.values())
    made.put_up(**{other: elsewhere})
    assert made.guards() == home, "nobody moved"
    assert made.astray() == [f"{other} {elsewhere}>{home[other]}"]
    assert {z: n for z, n in made.box.lights().items() if n in ("out_of_place", "waiting")} == {
        elsewhere: "out_of_place",
        home[other]: "waiting",
    }
    made.box.put(f"guard:{other}", home[other])
    made.table.step()
    assert made.astray() == []
    made.table.close()


@pytest.mark.slow
def test_B27_readers_flood_while_pages_turn_and_only_the_glass_draws(tmp_path: Path) -> None:
    """Several threads report without a pause; pictures are made by the deciding thread, pages by this one alone."""
    desk = House(tmp_path / "settings.toml", seed=4)
    desk.settings = msgspec.structs.replace(desk.settings, journal_folder=str(tmp_path / "tables"))
    glass = Glass(desk, LOOK, now=lambda: 0.0)
    shot.stage(glass)
    drawn: list[str] = []
    refresh = glass.refresh

    def watched(*_: object) -> None:
        drawn.append(threading.current_thread().name)
        refresh()

    glass.refresh = watched  # type: ignore[method-assign]
    glass._ring = Clock.create_trigger(glass.refresh)
    glass.lobby()
    glass.open(desk.games()[0], 2, {})
    table = glass.bridge.table if glass.bridge is not None else None
    assert isinstance(table, OpenTable)
    uids = [str(table.referee.manifest.uid(f"guard:g{number}")) for number in range(1, 9)]

    def flood(seed: int) -> None:
        for number in range(300):
            event: Literal["arrive", "leave"] = "leave" if number % 3 == 2 else "arrive"
            zone = f"O{1 + (number // 3 + seed) % 18}"
            table.referee.post(Observation(f"zone:{zone}", uids[(number // 3) % len(uids)], event))

    threads = [threading.Thread(target=flood, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(12):
        (glass.menu, glass.table, lambda: glass.call("guards"))[turn % 3]()
        Clock.tick()
    for thread in threads:
        thread.join()
    done = threading.Event()
    table.do(done.set)
    assert done.wait(20)
    Clock.tick()
    glass.table()
    assert set(drawn) == {threading.current_thread().name}
    assert glass.picture is not None
    assert glass.picture.table == table.window().view(), "and it ends with the truth"
    glass.lobby()
    shot.clear()
