"""How each player of a card game stands at its end: crest, name, what is counted of him, his short tracks."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup

from companion.views import Row, Track
from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, write
from ui.presenter import seat_name, side_of
from ui.presenter.card_tables import Place
from ui.theme import Look
from ui.widgets.known import Line, known_of, tell
from ui.widgets.painted import Painted, outlined
from ui.widgets.rail import CRESTS, banner_role


class Standing(Painted):
    """One player. won: the row is in lantern light."""

    def __init__(self, look: Look, place: Place, won: bool, **kwargs: Any) -> None:
        self.seat, self.won = place.owner, won
        self.rows: tuple[Row, ...] = place.rows
        self.tracks: tuple[Track, ...] = place.tracks
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u, role = self.look, self.look.u, banner_role(side_of(self.seat))
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.won else "slip"))
        lay(group, outlined(corners, u(2 if self.won else 1)), look.rgba("amber_ink" if self.won else "line"))
        self.bar(group, role, self.x, self.y, u(58), self.height)
        ink = look.rgba(role + "_text")
        size = min(u(40), self.height - u(3))
        icons.draw(group, CRESTS[side_of(self.seat)], (self.x + u(29), self.center_y), size, ink, look.rgba(role), 1.6)
        left = self._tracks(group)
        known = known_of(self.rows)
        tall = self.height >= u(48) and bool(known)
        name = self.center_y + (min(u(11), self.height / 2 - u(13)) if tall else 0)
        styles = ("head", "card_head", "letter") if self.height >= u(30) else ("letter", "caption")
        style = fitting(look, seat_name(self.seat), styles, u(200))
        at = self.x + u(70)
        wide = write(group, look, seat_name(self.seat), style, look.rgba("ink"), (at, name))
        line = Line(at, left, name - u(22)) if tall else Line(at + wide + u(14), left, name)
        tell(group, look, known, (line,), ("small", "caption", "tiny"), "ink2")

    def _tracks(self, group: InstructionGroup) -> float:
        """So many lit of each. Returns where they begin."""
        look, u = self.look, self.look.u
        right, round_ = self.right - u(14), min(u(9), self.height / 2 - u(3.5))
        for track in reversed(self.tracks):
            for at in range(track.of):
                centre = (right - u(9) - u(24) * (track.of - 1 - at), self.center_y)
                if at < track.at:
                    lay(group, Shape().disc(centre, round_), look.rgba("amber"))
                lay(group, Shape().ring(centre, round_, u(2)), look.rgba("ink"))
            right -= u(24) * track.of + u(10)
        return right
