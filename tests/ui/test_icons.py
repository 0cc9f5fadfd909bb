"""Every icon can be drawn, and stays on its grid."""

from __future__ import annotations

import pytest

from ui.icons import NAMES, outlines, width_of

NEEDED = (
    "listen1 listen2 search1 search2 awaken kenjutsu kenjutsu1 kenjutsu2 passage rope shadow shuriken cat sake "
    "stay muster end tick cross undo arrange step search off_map pause hide eye seal pin reader rules lamp lamp_lost "
    "menu hand crest_guards crest_intruders crest_traitor ninja traitor sword spear patrol drunk wound sleep goal trap "
    "hidden"
)


def test_all_that_the_designs_name_are_there() -> None:
    assert set(NEEDED.split()) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_stays_on_its_grid(name: str) -> None:
    points = [point for _kind, line, _closed in outlines(name) for point in line]
    assert points
    spill = (width_of(name) - 1) * 12 + 1.5
    assert min(x for x, _ in points) >= -spill
    assert max(x for x, _ in points) <= 24 + spill
    assert min(y for _, y in points) >= -1
    assert max(y for _, y in points) <= 24
