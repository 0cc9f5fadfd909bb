"""A sheet on the glass: every zone can be found where it is drawn."""

from __future__ import annotations

import pytest

from tests.ui.stage import sheet
from ui.geometry import area
from ui.panels.plan import Placement, Plan

MAPS = ("twin-castles", "drill-yard")


def plan(name: str, **more: object) -> Plan:
    drawn = sheet(name)
    return Plan(drawn, Placement(0, 96, 640, 384, drawn.size, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", MAPS)
def test_a_zone_is_found_at_its_label(name: str, turned: bool) -> None:
    here = plan(name, turned=turned)
    for zone_id, anchor in here.anchors.items():
        assert here.zone_at(anchor) == zone_id
        assert here.away(zone_id, anchor) == 0


@pytest.mark.parametrize("name", MAPS)
def test_the_sheet_is_seen_whole(name: str) -> None:
    here = plan(name)
    corners = [corner for polygon in here.polygons.values() for corner in polygon]
    assert min(x for x, _ in corners) >= -1e-6
    assert max(x for x, _ in corners) <= 640 + 1e-6
    assert min(y for _, y in corners) >= 96 - 1e-6
    assert max(y for _, y in corners) <= 480 + 1e-6


def test_placing_goes_both_ways() -> None:
    for more in ({}, {"turned": True}, {"zoom": 2.0, "focus": (1100.0, 500.0)}):
        here = plan("twin-castles", **more).placement
        point = here.to_sheet(here.to_glass((300, 700)))
        assert point == pytest.approx((300, 700))


def test_a_zoomed_board_still_fills_its_room() -> None:
    here = plan("twin-castles", zoom=2.0, focus=(0.0, 0.0)).placement
    assert here.to_glass((0, 0)) == pytest.approx((0, 480))
    here = plan("twin-castles", zoom=2.0, focus=(1600.0, 960.0)).placement
    assert here.to_glass((1600, 960)) == pytest.approx((640, 96))


@pytest.mark.parametrize("name", MAPS)
def test_every_border_and_wall_has_a_line(name: str) -> None:
    here = plan(name)
    for one, other in (*here.sheet.borders, *here.sheet.walls):
        assert len(here.edge(one, other)) >= 2, (one, other)


def test_gates_are_the_openings_in_the_walls() -> None:
    here = plan("twin-castles")
    wanted = [("B1", "G2"), ("B2", "G10"), ("B3", "W6"), ("B4", "E4"), ("M12", "G16"), ("M6", "G8"), ("WM4", "W9"),
              ("EM2", "E2")]  # fmt: skip
    edges = [{here.edge(*pair)[0], here.edge(*pair)[-1]} for pair in wanted]
    assert len(here.gates) == len(wanted)
    assert all(set(gate) in edges for gate in here.gates)


def test_the_track_forks_where_the_map_says() -> None:
    here = plan("twin-castles")
    _lines, forks = here.track
    assert sorted(here.zone_at(fork) or "" for fork in forks) == ["C3", "C4", "G11", "G3"]


def test_the_nearest_zone_is_taken_only_within_reach() -> None:
    here = plan("twin-castles")
    x, y = here.anchors["W5"]
    assert here.nearest((x, y), frozenset({"W2", "W5"}), 12) == "W5"
    assert here.nearest((x, y), frozenset({"E5"}), 12) is None


def test_areas_add_up_to_the_sheet() -> None:
    here = plan("twin-castles")
    assert sum(abs(area(p)) for p in here.polygons.values()) == pytest.approx(640 * 384)
