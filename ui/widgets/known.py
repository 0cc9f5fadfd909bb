"""What is known of a player, in words; where there is little room, as signs, the last first. None is said in part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kivy.graphics import InstructionGroup

from companion.views import Row
from ui import icons
from ui.lettering import width_of, wrap, write
from ui.presenter import side_of
from ui.spoken import listed
from ui.theme import Look
from ui.widgets.rail import CRESTS, banner_role


class Known(NamedTuple):
    """One thing that is known of a player. sign: what says the same, or nothing where only words do."""

    words: str
    sign: str = ""


class Line(NamedTuple):
    """Room for a line of words, in pixels, and the height of its middle."""

    left: float
    right: float
    y: float


SIGN: Final = 15.5
"""How much room a sign takes, in u."""
LEAST: Final = 0.8
"""How much narrower words are written at most rather than left out."""


def known_of(rows: Sequence[Row]) -> tuple[Known, ...]:
    """What the rows of a player tell beside numbers."""
    return tuple(Known(row.value, row.icon) for row in rows if row.value and not row.value.isdecimal())


def tell(
    group: InstructionGroup,
    look: Look,
    known: Sequence[Known],
    lines: Sequence[Line],
    styles: tuple[str, ...],
    ink: str = "ink",
) -> None:
    """Writes all of it into these lines."""
    if not known or not lines:
        return
    signed = [at for at, one in enumerate(known) if one.sign]
    for count in range(len(signed) + 1):
        short = frozenset(signed[len(signed) - count :])
        for style in styles:
            rows = _rows(look, known, short, style, lines)
            if rows is not None:
                for row, line in zip(rows, lines, strict=False):
                    _draw(group, look, row, line, style, ink)
                return
    for left in (known, [known[at] for at in signed]) if signed else ():
        signs = frozenset(at for at, one in enumerate(left) if one.sign)
        rows = _rows(look, left, signs, styles[-1], lines, LEAST)
        if rows is not None:
            for row, line in zip(rows, lines, strict=False):
                _draw(group, look, row, line, styles[-1], ink, LEAST)
            return
    _squeezed(group, look, known, lines, styles[-1], ink)


def _rows(
    look: Look, known: Sequence[Known], short: frozenset[int], style: str, lines: Sequence[Line], scale: float = 1.0
) -> list[list[Known]] | None:
    """What stands in which line: each whole, or None where it does not fit. A sign stands for those that are short."""
    rows: list[list[Known]] = [[]]
    for at, one in enumerate(known):
        said = Known("", one.sign) if at in short else Known(one.words)
        while _width(look, [*rows[-1], said], style, scale) > (line := lines[len(rows) - 1]).right - line.left:
            if len(rows) == len(lines):
                return None
            rows.append([])
        rows[-1].append(said)
    return rows


def _width(look: Look, row: Sequence[Known], style: str, scale: float) -> float:
    words = listed((one.words for one in row), look.language != "en")
    return width_of(look, words, style) * scale + look.u(SIGN) * sum(not one.words for one in row)


def _draw(
    group: InstructionGroup, look: Look, row: Sequence[Known], line: Line, style: str, ink: str, scale: float = 1.0
) -> None:
    words = listed((one.words for one in row), look.language != "en")
    at = line.left + write(group, look, words, style, look.rgba(ink), (line.left, line.y), scale=scale)
    for one in row:
        if not one.words:
            draw_sign(group, look, one.sign, (at + look.u(SIGN / 2 + 1), line.y), ink)
            at += look.u(SIGN)


def draw_sign(group: InstructionGroup, look: Look, sign: str, centre: tuple[float, float], ink: str = "ink") -> None:
    """A sign, or the crest of a seat in its colour."""
    side = side_of(sign)
    if side.startswith("seat"):
        icons.draw(group, CRESTS[side], centre, look.u(15), look.rgba(banner_role(side)), stroke=2)
    else:
        icons.draw(group, sign, centre, look.u(14), look.rgba(ink), look.rgba("slip"))


def _squeezed(
    group: InstructionGroup, look: Look, known: Sequence[Known], lines: Sequence[Line], style: str, ink: str
) -> None:
    """Words alone that find no room: over the lines as they are parted by spaces, and narrower; else none of them."""
    words = listed((one.words for one in known), look.language != "en")
    room = min(line.right - line.left for line in lines)
    for scale in (1.0, 0.9, LEAST):
        said = wrap(look, words, style, room / scale)
        if len(said) <= len(lines) and all(width_of(look, one, style) * scale <= room for one in said):
            for one, line in zip(said, lines, strict=False):
                write(group, look, one, style, look.rgba(ink), (line.left, line.y), scale=scale)
            return
