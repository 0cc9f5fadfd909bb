"""Before whom cards lie: crest and name on his colour, what is counted of him, his short tracks."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup

from companion.views import Track
from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, lettering, put, width_of, write
from ui.theme import Look
from ui.widgets.known import Known, Line, tell
from ui.widgets.painted import Painted
from ui.widgets.rail import CRESTS, banner_role
from ui.widgets.touch import Touchable

LINE = 26.0
NAME, STEP = 25.0, 18.0
"""How high the name is where more stands below it, and each line of that."""
FEW = 140.0
"""A head below this has no room for signs beside words."""
SHORT = 6
"""Longer tracks are not drawn as signs."""


class SeatHead(Painted):
    """The head of one player's place. In one line, or name, tracks and words below each other.

    counts: signs with numbers. known: what else is known of him. lit: he acts now.
    """

    def __init__(
        self,
        look: Look,
        side: str,
        name: str,
        counts: tuple[tuple[str, str], ...] = (),
        known: tuple[Known, ...] = (),
        tracks: tuple[Track, ...] = (),
        lit: bool = False,
        **kwargs: Any,
    ) -> None:
        self.side, self.name, self.counts, self.known, self.lit = side, name, counts, known, lit
        self.tracks = tuple(track for track in tracks if track.of <= SHORT)
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        u = self.look.u
        self.ground(group, "lantern" if self.lit else "rail")
        if self.height < u(LINE + 14):
            self._in_one_line(group)
        else:
            self._in_lines(group)
        if self.lit:
            self.bar(group, "amber", self.x, self.y, self.width, u(2))
        else:
            self.bar(group, banner_role(self.side), self.x, self.y, self.width, u(1))

    def _banner(self, group: InstructionGroup, wide: float, tall: float, style: str) -> None:
        look, u, role = self.look, self.look.u, banner_role(self.side)
        low = self.top - tall
        self.bar(group, role, self.x, low, wide, tall)
        ink = look.rgba(role + "_text")
        icons.draw(group, CRESTS.get(self.side, "people"), (self.x + u(15), low + tall / 2), u(20), ink,
                   look.rgba(role), 1.6)  # fmt: skip
        said = min(width_of(look, self.name, style), wide - u(34))
        scale = said / max(1, width_of(look, self.name, style))  # a long name on a narrow head is written narrower
        # letters hang a little low in their line, and a foot must not reach out of the colour
        where = (self.x + u(30) + said / 2, low + tall / 2 + u(1.5))
        put(group, lettering(look, self.name, style, ink, scale=scale), where)

    def _in_one_line(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        style = fitting(look, self.name, ("card_head", "letter", "caption"), self.width * 0.34)
        wide = u(38) + width_of(look, self.name, style)
        self._banner(group, wide, self.height, style)
        right = self._tracks(group, self.right - u(4), self.center_y)
        at = self._counts(group, self.x + wide + u(10), right, self.center_y)
        tell(group, look, self.known, (Line(at, right - u(2), self.center_y),), ("small", "caption", "tiny"))

    def _in_lines(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        tall, step = u(NAME), u(STEP)
        measures = sum(track.of for track in self.tracks) * u(20) + u(8) * len(self.tracks)
        style = fitting(look, self.name, ("card_head", "letter", "caption"), self.width - u(40) - measures)
        beside = width_of(look, self.name, style) <= self.width - u(40) - measures
        if not beside:
            style = fitting(look, self.name, ("card_head", "letter", "caption"), self.width - u(36))
        self._banner(group, self.width, tall, style)
        first, right = self.top - tall - u(0.5) - step / 2, self.right - u(4)
        measured = self._tracks(group, right, self.top - tall / 2 if beside else first)
        right = right if beside else measured
        left = self._counts(group, self.x + u(6), right, first)
        rows = max(1, int((self.height - tall) / step + 0.1))
        lines = [Line(left, right - u(2), first)]
        lines += [Line(self.x + u(6), self.right - u(6), first - step * row) for row in range(1, rows)]
        tell(group, look, self.known, lines, ("caption", "tiny"))

    def _counts(self, group: InstructionGroup, at: float, right: float, y: float) -> float:
        """Signs with numbers. Returns where they end."""
        look, u = self.look, self.look.u
        for icon, value in self.counts:
            if at + u(20) + width_of(look, value, "word_bold") > right:
                break  # what lies there is counted again where it is spread out
            icons.draw(group, icon, (at + u(8), y), u(16), look.rgba("ink2"), look.rgba("rail"))
            at += u(20) + write(group, look, value, "word_bold", look.rgba("ink"), (at + u(20), y)) + u(10)
        return at

    def _tracks(self, group: InstructionGroup, right: float, middle: float) -> float:
        """Short tracks as signs, so many of them lit, on a narrow head in numbers. Returns where they begin."""
        look, u = self.look, self.look.u
        for track in reversed(self.tracks):
            signs = track.icons if len(track.icons) == track.of else ()
            if self.width < u(FEW) and middle < self.top - u(NAME):
                number = f"{track.at}/{track.of}"
                right -= write(group, look, number, "caption", look.rgba("ink"), (right, middle), "right") + u(5)
                continue
            step = u(20 if signs else 16)
            for at in range(track.of):
                centre = (right - step * (track.of - at) + step / 2, middle)
                done = at < track.at
                if done or not signs:
                    lay(group, Shape().disc(centre, step / 2 - u(1)), look.rgba("amber" if done else "slip"))
                lay(group, Shape().ring(centre, step / 2 - u(1), u(1.6)), look.rgba("ink" if done else "ink2"))
                if signs:
                    ink = look.rgba("ink" if done else "line")
                    icons.draw(group, signs[at], centre, u(13), ink, look.rgba("slip"))
            right -= step * track.of + u(8)
        return right


class SpreadHead(Touchable, SeatHead):
    """A head that can be touched: `on_tap` spreads out what lies there, where there is no room for it."""

    def __init__(self, look: Look, *args: Any, **kwargs: Any) -> None:
        # Touchable hands on words alone
        names = ("side", "name", "counts", "known", "tracks", "lit")
        super().__init__(look=look, **dict(zip(names, args, strict=False)), **kwargs)


class ColumnSign(Painted):
    """The number of a column, between the halves that face each other there."""

    def __init__(self, look: Look, number: str, lit: bool = False, **kwargs: Any) -> None:
        self.number, self.lit = number, lit
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        middle, half = self.center_y, u(13)
        for left, right in ((self.x, self.center_x - half - u(4)), (self.center_x + half + u(4), self.right)):
            lay(group, Shape().strip([(left, middle), (right, middle)], u(1.2)), look.rgba("line"))
        lay(group, Shape().disc(self.center, u(9.5)), look.rgba("ink2"))
        put(group, lettering(look, self.number, "small_bold", look.rgba("paper")), self.center)
