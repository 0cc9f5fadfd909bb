"""Cards as they lie on a table among others: name and sign on as little room as a finger needs; piles; a head."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, StringProperty

from companion.views import CardFace, Track
from ui import icons
from ui.geometry import Shape, inset
from ui.ink import dashes, lay
from ui.lettering import fitting, lettering, put, width_of, wrap, write, write_lines
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.rail import CRESTS, banner_role
from ui.widgets.touch import Touchable

TALL = 92
"""From this height on, in u, a card has room for a head and its effect."""
NARROW = 84
NARROW_AND_LOW = 108
"""Below this width a low card has its sign over its name."""


class CardChip(Touchable, Painted):
    """One card on the table. `on_tap` means its choices, `on_hold` reads it large.

    open_now: a touch on it is an answer, as a green edge says. choices: which, for whoever looks for them. pile: how
    many lie here, where this is the uppermost.
    """

    side = StringProperty("")
    open_now = BooleanProperty(False)
    hold_takes = True

    def __init__(
        self, look: Look, face: CardFace, choices: tuple[str, ...] = (), pile: int = 0, title: str = "", **kwargs: Any
    ) -> None:
        self.face, self.choices, self.pile, self.title = face, choices, pile, title
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("open_now", bool(choices))
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("side", "open_now", "pressed"), self.repaint))

    @property
    def hidden(self) -> bool:
        """Whether it lies face down."""
        return self.face.icon == "hide"

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        lift = u(3) * min(2, max(0, self.pile - 1))
        width, height = self.width - lift, self.height - lift
        for step in range(min(2, max(0, self.pile - 1)), 0, -1):
            self.box(group, cut_corners(self.x + u(3) * step, self.y + u(3) * step, width, height, u(6), "all"),
                     "slip", "ink", 1.1)  # fmt: skip
        body = cut_corners(self.x, self.y, width, height, u(6), "all")
        quiet = self.face.turned or bool(self.face.why_not and not self.choices)
        lay(group, Shape().blob(body), look.rgba("rail" if quiet else "slip"))
        if self.hidden:
            self._back(group, width, height)
        if height >= u(TALL) and width >= u(NARROW):
            self._tall(group, width, height)
        elif width >= u(NARROW_AND_LOW) or self.pile:
            self._low(group, width, height)
        else:
            self._small(group, width, height)
        if self.pressed:
            lay(group, outlined(body, u(4)), look.rgba("amber_ink"))
        elif self.open_now:
            lay(group, outlined(body, u(3.4)), look.rgba("legal"))
        elif quiet:
            line = Shape().strip(inset(body, u(0.8)), u(1.6), closed=True, period=u(7))
            lay(group, line, look.rgba("ink2"), dashes(4, 3))
        else:
            lay(group, outlined(body, u(1.4)), look.rgba("ink"))

    def _back(self, group: InstructionGroup, width: float, height: float) -> None:
        """The back of a card: a lattice in the colour of its owner, at the right end."""
        look, u = self.look, self.look.u
        role = banner_role(self.side) if self.side else "ink2"
        lines, step, inner = Shape(), u(7), u(5)
        right, low, wide, tall = self.x + width - inner, self.y + inner, min(u(30), width / 3), height - 2 * inner
        for at in range(int(wide / step) + 1):
            lines.strip([(right - step * at, low), (right - step * at, low + tall)], u(1))
        for at in range(int(tall / step) + 1):
            lines.strip([(right - wide, low + step * at), (right, low + step * at)], u(1))
        lay(group, lines, look.rgba(role, 0.45))

    def _tall(self, group: InstructionGroup, width: float, height: float) -> None:
        look, u, face = self.look, self.look.u, self.face
        high, head, cut = self.y + height, u(27), u(6)
        role = banner_role(self.side) if self.side else "ink2"
        corners = [(self.x, high - head), (self.x + width, high - head), (self.x + width, high - cut),
                   (self.x + width - cut, high), (self.x + cut, high), (self.x, high - cut)]  # fmt: skip
        lay(group, Shape().blob(corners), look.rgba(role))
        room = width - u(14)
        if height < u(150):
            room -= u(22)
            icons.draw(group, face.icon, (self.x + width - u(17), high - u(14)), u(19),
                       look.rgba(role + "_text" if self.side else "paper"), look.rgba(role))  # fmt: skip
        style = fitting(look, face.name, ("card_head", "letter", "caption"), room)
        ink = look.rgba(role + "_text" if self.side else "paper")
        write(group, look, wrap(look, face.name, style, room + u(2), 1)[0], style, ink, (self.x + u(8), high - u(14)))
        below = u(36)
        if height < u(150):  # the sign gives its room to the effect
            below = u(8)
            self._count(group, self.x + width - u(8), self.y + u(14))
        else:
            wide = u(26) * icons.width_of(face.icon)
            icons.draw(group, face.icon, (self.x + u(8) + wide / 2, high - head - u(20)), u(26), look.rgba("ink"),
                       look.rgba("slip"))  # fmt: skip
            self._count(group, self.x + width - u(8), high - head - u(20))
        words, role = (face.why_not, "vermilion") if face.why_not and not self.choices else (face.effect, "ink")
        step = look.type_size("caption") * look.line_height
        rows = int((height - head - below) // step)
        lines = wrap(look, words, "caption", width - u(14))
        if len(lines) > rows > 0:
            lines = lines[:rows]
            lines[-1] = _cut(look, lines[-1], width - u(14))
        write_lines(group, look, lines, "caption", look.rgba(role), (self.x + u(7), high - head - below + u(4)))

    def _low(self, group: InstructionGroup, width: float, height: float) -> None:
        look, u, face = self.look, self.look.u, self.face
        role, middle = banner_role(self.side) if self.side else "ink2", self.y + height / 2
        self.bar(group, role, self.x + u(2), self.y + u(6), u(5), height - u(12))
        left = self.x + u(12)
        if not self.pile:
            icons.draw(group, face.icon, (self.x + u(24), middle), u(24), look.rgba("ink"), look.rgba("slip"))
            left = self.x + u(41)
        room = self.x + width - u(6) - left
        room -= (u(30) if self.pile > 1 else 0) + (min(u(30), width / 3) if self.hidden else 0)
        words = self.title if self.pile else face.name
        self._words(group, words, left, middle, room, max(1, int((height - u(4)) // u(15))))
        self._count(group, self.x + width - u(8), middle)

    def _small(self, group: InstructionGroup, width: float, height: float) -> None:
        look, u, face = self.look, self.look.u, self.face
        role = banner_role(self.side) if self.side else "ink2"
        self.bar(group, role, self.x + u(6), self.y + height - u(6), width - u(12), u(4))
        rows = max(1, int((height - u(34)) // u(14)))
        words = self.title if self.pile else face.name
        lines = wrap(look, words, "caption", width - u(6))
        if height < u(64) and len(lines) > 1:
            rows = 1
        icons.draw(group, face.icon, (self.x + width / 2, self.y + height - u(20)), u(20), look.rgba("ink"),
                   look.rgba("slip"))  # fmt: skip
        if len(lines) > rows:
            lines = lines[:rows]
            lines[-1] = _cut(look, lines[-1], width - u(6))
        for at, line in enumerate(lines):
            y = self.y + height - u(38) - u(14) * at
            write(group, look, line, "caption", look.rgba("ink"), (self.x + width / 2, y), "center")
        if self.pile > 1:
            count = str(self.pile)
            write(group, look, count, "small_bold", look.rgba("ink"), (self.x + width - u(6), self.y + u(12)), "right")

    def _words(self, group: InstructionGroup, words: str, left: float, middle: float, room: float, rows: int) -> None:
        """A name in as many lines as there are, in the middle of the height."""
        look, u = self.look, self.look.u
        style = "text_bold" if width_of(look, words, "text_bold") <= room else "caption"
        lines = wrap(look, words, style, room)
        if len(lines) > rows:
            lines = lines[:rows]
            lines[-1] = _cut(look, lines[-1], room)
        for at, line in enumerate(lines):
            y = middle + u(7.5) * (len(lines) - 1 - 2 * at)
            write(group, look, line, style, look.rgba("ink"), (left, y))

    def _count(self, group: InstructionGroup, right: float, y: float) -> None:
        look, u = self.look, self.look.u
        count = self.pile if self.pile > 1 else self.face.count
        if count > 1:
            wide = write(group, look, str(count), "word_bold", look.rgba("ink"), (right, y), "right")
            icons.draw(group, "cross", (right - wide - u(7), y), u(9), look.rgba("ink2"), stroke=3)


def _cut(look: Look, line: str, room: float) -> str:
    """A line that goes on where nobody can see it: it is read large."""
    while line and width_of(look, line + "..", "caption") > room:
        line = line[:-1]
    return line.rstrip(" ,.;、。") + ".."


class SeatHead(Painted):
    """Before whom the cards lie: crest and name on his colour, what is counted of him, his short tracks."""

    def __init__(
        self,
        look: Look,
        side: str,
        name: str,
        counts: tuple[tuple[str, str], ...] = (),
        words: tuple[str, ...] = (),
        tracks: tuple[Track, ...] = (),
        lit: bool = False,
        **kwargs: Any,
    ) -> None:
        self.side, self.name, self.counts, self.words, self.tracks, self.lit = side, name, counts, words, tracks, lit
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u, role = self.look, self.look.u, banner_role(self.side)
        self.ground(group, "lantern" if self.lit else "rail")
        if self.lit:
            self.bar(group, "amber", self.x, self.y, self.width, u(2))
        tall = min(self.height, u(22))
        low, middle = self.top - tall, self.top - tall / 2
        ink = look.rgba(role + "_text")
        style = fitting(look, self.name, ("letter", "caption"), self.width - u(34))
        wide = u(28) + width_of(look, self.name, style) + u(8)
        self.bar(group, role, self.x, low, wide, tall)
        icons.draw(group, CRESTS.get(self.side, "people"), (self.x + u(14), middle), u(18), ink, look.rgba(role), 1.6)
        write(group, look, self.name, style, ink, (self.x + u(28), middle))
        right = self._tracks(group, self.right - u(6), middle)
        at = self.x + wide + u(10)
        for icon, value in self.counts:
            if at + u(34) > right:
                break
            icons.draw(group, icon, (at + u(8), middle), u(15), look.rgba("ink2"), look.rgba("rail"))
            at += u(20) + write(group, look, value, "small_bold", look.rgba("ink"), (at + u(20), middle)) + u(12)
        if not self.words:
            return
        if self.height < u(34):
            words = ", ".join(self.words)
            style = fitting(look, words, ("small", "caption"), right - at - u(8))
            write(group, look, wrap(look, words, style, right - at - u(8), 1)[0], style, look.rgba("ink"), (at, middle))
            return
        lines = [line for words in self.words for line in wrap(look, words, "caption", self.width - u(10))]
        most = int((self.height - tall) // u(15.5))
        for row, line in enumerate(lines[:most]):
            write(group, look, line, "caption", look.rgba("ink"), (self.x + u(6), low - u(9 + 15.5 * row)))

    def _tracks(self, group: InstructionGroup, right: float, middle: float) -> float:
        """Short tracks as rings, so many of them filled. Returns where they begin."""
        look, u = self.look, self.look.u
        for track in reversed(self.tracks):
            if track.of > 6:
                continue
            for at in range(track.of):
                centre = (right - u(6) - u(15) * (track.of - 1 - at), middle)
                lay(group, Shape().ring(centre, u(5.6), u(1.6)), look.rgba("ink"))
                if at < track.at:
                    lay(group, Shape().disc(centre, u(5.6)), look.rgba("amber"))
                    lay(group, Shape().ring(centre, u(5.6), u(1.6)), look.rgba("ink"))
            right -= u(15) * track.of + u(8)
        return right


class EmptyPlace(Painted):
    """Where cards may come to lie."""

    def paint(self, group: InstructionGroup) -> None:
        u = self.look.u
        corners = cut_corners(self.x, self.y, self.width, self.height, u(6), "all")
        line = Shape().strip(inset(corners, u(0.8)), u(1.4), closed=True, period=u(7))
        lay(group, line, self.look.rgba("line"), dashes(4, 3))


class SpreadTitle(Painted):
    """What some cards are, in one line over them."""

    def __init__(self, look: Look, text: str, **kwargs: Any) -> None:
        self.text = text
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look = self.look
        style = fitting(look, self.text, ("small_bold", "caption"), self.width)
        lines = wrap(look, self.text, style, self.width, 1)
        texture = lettering(look, lines[0] if lines else "", style, look.rgba("ink2"))
        put(group, texture, (self.x + texture.size[0] / 2, self.center_y))
