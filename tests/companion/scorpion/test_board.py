"""Boards: what holds of every board that loads, of the shipped maps, and of the sheets drawn from them."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion.games.files import LANGUAGES
from companion.games.scorpion.board import MAPS, SHIPPED, Board, zone_key
from companion.games.scorpion.sheet import anchor
from companion.views import Point

TWIN = Board.load("twin-castles")
YARD = Board.load("drill-yard")
YARD_TEXT = (MAPS / "drill-yard.toml").read_text(encoding="utf-8")

both_maps = pytest.mark.parametrize("board", [TWIN, YARD], ids=lambda board: board.id)


# ---- what holds of any board that loads -------------------------------------------------------------------------


def test_zones_stand_in_natural_order() -> None:
    assert TWIN.zones.index("O2") < TWIN.zones.index("O10")
    assert sorted(["WM1", "W10", "W2", "B1", "O10", "O2"], key=zone_key) == ["B1", "O2", "O10", "W2", "W10", "WM1"]


@both_maps
def test_everything_listed_stands_in_natural_order(board: Board) -> None:
    lists = [board.zones, board.traitor_starts, board.entrance_zones, board.object_zones, tuple(board.track)]
    lists += [*board.borders.values(), *board.walls.values(), *board.track.values(), *board.castles.values()]
    for zones in lists:
        assert list(zones) == sorted(zones, key=zone_key)
    assert [board.order[zone] for zone in board.zones] == list(range(len(board.zones)))


@both_maps
def test_R10_borders_and_walls_go_both_ways_and_never_together(board: Board) -> None:
    for near in (board.borders, board.walls, board.track):
        for zone, others in near.items():
            assert zone not in others
            assert all(zone in near[other] for other in others)
    for zone in board.zones:
        assert not set(board.borders[zone]) & set(board.walls[zone])


@both_maps
def test_Q9_distance_counts_borders_and_walls_alike(board: Board) -> None:
    for start in board.zones:
        # Worked out again, ring by ring, without the library.
        ring, found, steps = {start}, {start: 0}, 0
        while ring:
            steps += 1
            ring = {near for zone in ring for near in board.borders[zone] + board.walls[zone]} - found.keys()
            found |= dict.fromkeys(ring, steps)
        assert board.distance[start] == found
        assert found.keys() == set(board.zones)


def test_Q9_a_wall_is_one_zone_away_for_noise_and_further_on_foot() -> None:
    assert "A3" in YARD.walls["A2"]
    assert YARD.distance["A2"]["A3"] == 1
    assert YARD.border_distance["A2"]["A3"] > 1


@both_maps
def test_border_distance_never_crosses_a_wall(board: Board) -> None:
    for one in board.zones:
        for other, steps in board.border_distance[one].items():
            assert steps >= board.distance[one][other]
            assert (steps == 1) == (other in board.borders[one])


@both_maps
def test_R48_objects_lie_in_castles_and_away_from_watch_posts(board: Board) -> None:
    assert set(board.object_zones) == {zone for zone in board.zones if zone in board.castle} - board.posts


@both_maps
def test_R54_edges_exist(board: Board) -> None:
    assert board.edges


@both_maps
def test_R55_to_R59_traitor_starts(board: Board) -> None:
    for zone in board.zones:
        legal = (
            zone in board.inside_moat
            and zone not in board.castle
            and zone not in board.moats
            and zone not in board.between_castles
        )
        assert (zone in board.traitor_starts) == legal


@both_maps
def test_R63_an_entrance_may_be_in_any_zone_except_a_moat(board: Board) -> None:
    assert set(board.entrance_zones) == set(board.zones) - board.moats


@both_maps
def test_R138_every_patrol_finds_a_way_on(board: Board) -> None:
    for zone, near in board.track.items():
        assert len(near) >= 2
        assert set(near) <= set(board.borders[zone])


@both_maps
def test_names_fall_back_to_the_id(board: Board) -> None:
    assert board.names.keys() == set(LANGUAGES)
    for language in LANGUAGES:
        assert board.names[language].keys() == set(board.zones)
    assert YARD.names["ja"]["A1"] == "A1"
    assert TWIN.names["zh_Hant"]["W5"] == "西天守"


def test_a_board_is_equal_to_itself_only() -> None:
    assert Board.load("drill-yard") is YARD
    assert copy.deepcopy(YARD) is YARD
    assert pickle.loads(pickle.dumps(YARD)) is YARD
    other = Board.load(MAPS / "drill-yard.toml")
    assert other != YARD
    assert other.zones == YARD.zones
    assert len({other, YARD, YARD}) == 2
    assert repr(YARD) == "Board('drill-yard')"


def test_networkx_is_imported_only_when_a_map_loads() -> None:
    asked = "import companion.games.scorpion.board, sys; print('networkx' in sys.modules)"
    root = Path(__file__).parents[3]
    answer = subprocess.run([sys.executable, "-c", asked], cwd=root, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


# ---- the board people play on -----------------------------------------------------------------------------------


def test_twin_castles_has_what_the_box_has() -> None:
    assert len(TWIN.zones) == 86
    assert {name: len(zones) for name, zones in TWIN.castles.items()} == {"west": 10, "east": 10}
    assert TWIN.posts == frozenset(["O3", "O12", "O17", "G4", "G8", "G12", "C1", "C6", "W3", "W8", "E3", "E8"])
    assert TWIN.barracks == frozenset(["G1", "G6", "G9", "G14", "C4", "W1", "E10"])
    assert Counter(TWIN.castle[zone] for zone in TWIN.object_zones) == {"west": 8, "east": 8}
    assert len(TWIN.traitor_starts) == 16
    assert len(set(TWIN.traitor_starts) - TWIN.posts) == 13
    assert len(TWIN.edges) == 18
    assert sum(map(len, TWIN.borders.values())) == 2 * 179
    assert sum(map(len, TWIN.walls.values())) == 2 * 58


def test_twin_castles_track() -> None:
    assert len(TWIN.track) == 22
    assert sum(map(len, TWIN.track.values())) == 2 * 25
    assert not TWIN.moats & TWIN.track.keys()
    assert {zone: len(near) for zone, near in TWIN.track.items() if len(near) > 2} == {
        "G3": 4,
        "G11": 4,
        "C3": 3,
        "C4": 3,
    }


def test_twin_castles_no_track_step_is_a_one_way_trap() -> None:
    for one, near in TWIN.track.items():
        for other in near:
            reached, ring = {one}, {one}
            while ring:
                steps = {(a, b) for a in ring for b in TWIN.track[a] if {a, b} != {one, other}}
                ring = {b for _, b in steps} - reached
                reached |= ring
            assert other in reached


def test_twin_castles_is_connected_without_a_rope() -> None:
    assert all(reached.keys() == set(TWIN.zones) for reached in TWIN.border_distance.values())


def test_twin_castles_from_the_rim_to_the_castles() -> None:
    ways = [min(TWIN.border_distance[edge][zone] for edge in TWIN.edges) for zone in TWIN.castle]
    assert (min(ways), max(ways)) == (6, 8)


def test_twin_castles_names_are_unique_and_written_in_every_language() -> None:
    for names in TWIN.names.values():
        assert len(set(names.values())) == len(TWIN.zones)
        assert not set(names.values()) & set(TWIN.zones)


# ---- the sheet --------------------------------------------------------------------------------------------------


def _area(polygon: tuple[Point, ...]) -> float:
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, polygon[1:] + polygon[:1], strict=True))) / 2


def _inside(point: Point, polygon: tuple[Point, ...]) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


@both_maps
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_is_drawn_once_a_language(board: Board, language: str) -> None:
    sheet = board.sheet(language)
    assert board.sheet(language) is sheet
    assert tuple(sheet.zones) == board.zones
    assert sheet.title == board.title[language]
    for zone, printed in sheet.zones.items():
        assert printed.name == board.names[language][zone]
        assert printed.watch_post == (zone in board.posts)
        assert printed.barracks == (zone in board.barracks)
        assert printed.edge == (zone in board.edges)
        assert _inside(printed.label, printed.polygon)


@both_maps
def test_zones_cover_the_sheet_without_gap(board: Board) -> None:
    sheet = board.sheet("en")
    assert sum(_area(zone.polygon) for zone in sheet.zones.values()) == sheet.size[0] * sheet.size[1]


@both_maps
def test_zones_that_share_a_side_are_a_border_or_a_wall(board: Board) -> None:
    sides: dict[frozenset[Point], list[str]] = {}
    for zone, printed in board.sheet("en").zones.items():
        corners = printed.polygon
        for side in zip(corners, corners[1:] + corners[:1], strict=True):
            sides.setdefault(frozenset(side), []).append(zone)
    touching = {frozenset(zones) for zones in sides.values() if len(zones) == 2}
    sheet = board.sheet("en")
    assert touching == {frozenset(pair) for pair in sheet.borders + sheet.walls}


def test_the_sheet_is_as_large_as_its_polygons() -> None:
    assert TWIN.sheet("en").size == (1600, 960)
    assert YARD.sheet("en").size == (11, 6)
    assert YARD.sheet("en").zones["A1"].label == (0.5, 0.5)


def test_terrain_of_twin_castles() -> None:
    terrain = {zone: printed.terrain for zone, printed in TWIN.sheet("en").zones.items()}
    letters = {zone: re.sub(r"\d", "", zone) for zone in TWIN.zones}
    kinds = {"O": "open", "M": "moat", "WM": "moat", "EM": "moat", "B": "bridge", "G": "grounds", "C": "court"}
    kinds |= {"W": "west", "E": "east"}
    assert terrain == {zone: kinds[letter] for zone, letter in letters.items()}


def test_terrain_of_drill_yard() -> None:
    terrain = {zone: printed.terrain for zone, printed in YARD.sheet("en").zones.items()}
    assert Counter(terrain.values()) == {"moat": 17, "open": 11, "grounds": 11, "west": 9, "east": 9, "court": 9}
    assert [terrain[zone] for zone in ("A1", "A2", "A3", "A4", "D4", "E4", "K6")] == (
        ["open", "moat", "grounds", "west", "moat", "court", "east"]
    )


def test_a_text_is_anchored_inside_a_bent_zone() -> None:
    bent = ((0.0, 0.0), (10.0, 0.0), (10.0, 1.0), (1.0, 1.0), (1.0, 9.0), (10.0, 9.0), (10.0, 10.0), (0.0, 10.0))
    assert _inside(anchor(bent), bent)


def test_a_sheet_begins_at_nought(tmp_path: Path) -> None:
    moved = re.sub(r"\[(\d+), (\d+)\]", lambda found: f"[{int(found[1]) - 5}, {int(found[2]) + 7}]", YARD_TEXT)
    path = tmp_path / "moved.toml"
    path.write_text(moved, encoding="utf-8")
    board = Board.load(path)
    assert board.source == str(path)
    assert board.sheet("en") == YARD.sheet("en")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_map_loads_by_its_id_and_its_path(name: str) -> None:
    assert Board.load(name).id == name
    assert Board.load(str(MAPS / f"{name}.toml")).zones == Board.load(name).zones
