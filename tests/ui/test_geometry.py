"""Plane geometry holds for whatever polygon it is given."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.geometry import (
    Shape,
    area,
    chains,
    circle,
    contains,
    inset,
    middle,
    outline_of,
    shared_edge,
    smooth,
    to_edge,
    triangles,
)  # fmt: skip


@st.composite
def stars(draw: st.DrawFn) -> list[tuple[float, float]]:
    count = draw(st.integers(3, 14))
    radii = draw(st.lists(st.floats(20, 100), min_size=count, max_size=count))
    points = [(r * cos(2 * pi * i / count), r * sin(2 * pi * i / count)) for i, r in enumerate(radii)]
    return points if draw(st.booleans()) else points[::-1]


@given(stars())
def test_triangles_cover_a_polygon_exactly(polygon: list[tuple[float, float]]) -> None:
    cut = triangles(polygon)
    assert len(cut) == len(polygon) - 2
    assert sum(abs(area([polygon[i] for i in t])) for t in cut) == pytest.approx(abs(area(polygon)))


@given(stars())
def test_an_inset_is_smaller(polygon: list[tuple[float, float]]) -> None:
    assert abs(area(inset(polygon, 0.5))) < abs(area(polygon)) < abs(area(inset(polygon, -0.5)))


def test_neighbours_share_the_corners_between_them() -> None:
    one = [(0, 0), (4, 0), (4, 1), (4, 3), (0, 3)]
    other = [(4, 3), (4, 1), (4, 0), (8, 0), (8, 3)]
    assert shared_edge(one, other) == [(4, 0), (4, 1), (4, 3)]
    assert shared_edge(one, [(0, 3), (0, 9), (-3, 9)]) == []


def test_a_shared_edge_may_run_over_the_start_of_the_list() -> None:
    one = [(4, 1), (4, 3), (0, 3), (0, 0), (4, 0)]
    assert shared_edge(one, [(4, 3), (4, 1), (4, 0), (8, 0)]) == [(4, 0), (4, 1), (4, 3)]


def test_lines_join_where_two_meet_and_part_where_three_do() -> None:
    lines = chains([[(0, 0), (1, 0)], [(1, 0), (2, 0)], [(2, 0), (3, 1)], [(2, 0), (3, -1)]])
    assert sorted(len(line) for line in lines) == [2, 2, 3]


def test_the_line_round_two_squares_leaves_out_what_is_between_them() -> None:
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    (line,) = outline_of([square, [(x + 1, y) for x, y in square]])
    assert line[0] == line[-1]
    assert len(set(line)) == 6


def test_a_strip_is_as_wide_as_it_says() -> None:
    shape = Shape().strip([(0, 0), (10, 0)], 4)
    ys = shape.vertices[1::4]
    assert (min(ys), max(ys)) == (-2.5, 2.5)  # half a pixel more on either side, where it fades


def test_dashes_close_without_a_seam() -> None:
    shape = Shape().strip(circle((0, 0), 50), 3, closed=True, period=11)
    assert max(shape.vertices[2::4]) == pytest.approx(round(max(shape.vertices[2::4])))


def test_small_things() -> None:
    square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    assert contains(square, (5, 5))
    assert not contains(square, (11, 5))
    assert to_edge(square, (5, 2)) == 2
    assert middle([(0, 0), (4, 0), (4, 4)]) == (4, 0)
    line = smooth([(0, 0), (5, 5), (10, 0)])
    assert (line[0], line[-1]) == ((0, 0), (10, 0))
