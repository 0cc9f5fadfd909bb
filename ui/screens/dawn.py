"""Dawn over the castles, and before it who won and why."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi
from typing import Any, Final, NamedTuple

from kivy.graphics import Color, InstructionGroup, Rectangle

from ui import icons
from ui.geometry import Shape, circle
from ui.ink import lay
from ui.lettering import cut_short, fitting, width_of, wrap, write
from ui.presenter import side_of
from ui.theme import Look
from ui.widgets.castle import castle
from ui.widgets.painted import Painted
from ui.widgets.rail import CRESTS
from ui.widgets.rule_box import RuleBox


class Band(NamedTuple):
    """A band of the sky: a role, what is laid over it and how thickly, and how high it is; in a low sky, so high."""

    role: str
    over: tuple[tuple[str, float], ...]
    part: float
    low: float


SKY: Final = (
    Band("indigo", (("cloth", 0.3),), 1.0, 1.1),
    Band("indigo", (("vermilion", 0.22), ("cloth", 0.1)), 1.0, 1.5),
    Band("indigo", (("vermilion", 0.45), ("slip", 0.16)), 1.15, 2.4),
    Band("vermilion", (("indigo", 0.12), ("slip", 0.32)), 1.0, 0.5),
    Band("amber", (("vermilion", 0.12), ("slip", 0.12)), 1.0, 0.5),
    Band("amber", (("lantern", 0.65),), 1.0, 0.5),
)
"""From above. In a low sky the dark bands, on which one reads, have nearly all of it."""
LOW = 120.0
"""A sky lower than so many u is low."""


class Dawn(Painted):
    """The sky over the castles, the result before it. sides: whose crests stand beside it."""

    def __init__(self, look: Look, result: str, why: str, rule: str, sides: Sequence[str] = (), **kwargs: Any) -> None:
        self.result, self.why, self.sides = result, why, tuple(sides)
        super().__init__(look, **kwargs)
        self.number = RuleBox(self.sky, rule, "slip") if rule else None
        if self.number is not None:
            self.add_widget(self.number)

    @property
    def sky(self) -> Look:
        """The colours of dawn are those of the day, also for who has spent the night over it."""
        return self.look.with_mood("day") if self.look.palette.mood == "night" else self.look

    @property
    def low(self) -> bool:
        return self.height < self.look.u(LOW)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.sky, self.look.u
        self._bands(group)
        size = self.height / u(176)  # how high it is, against the sky that all this is drawn for
        right = self.right - u(800 if self.width >= u(560) else 770) * size
        disc, keeps = (
            (right + u(606) * size, u(90 if self.width >= u(560) else 78) * size),
            [(right + u(540) * size, 0.66), (right + u(704) * size, 1.0)],
        )
        if self.low:  # small and far off: what is read needs the room
            disc, keeps = (self.right - u(52), u(17)), [(self.right - u(26), 0.72)]
        sun = circle((disc[0], self.y + u(6) * size), disc[1], 0.0, pi)
        lay(group, Shape().blob(sun), look.rgba("slip"))
        hill = [(self.x + self.width * i / 24, self.y + u(17 + 6 * cos(2 * pi * i / 24)) * size) for i in range(25)]
        lay(group, Shape().blob([*hill, (self.right, self.y), (self.x, self.y)]), look.rgba("cloth"))
        for x, part in keeps:
            ink, glow = look.rgba("cloth"), look.rgba("amber")
            castle(group, look, (x, self.y + u(6) * size), part * size, 4 if part > 0.7 else 3, ink, glow)
        group.add(Color(*look.rgba("amber")))
        group.add(Rectangle(pos=(self.x, self.y), size=(self.width, u(2))))
        if self.low:
            self._say(group, self.right - u(10) - self._boxed, self.right - u(76))
        else:
            self._say(group, right + u(628) * size, right + u(545) * size)

    def _bands(self, group: InstructionGroup) -> None:
        look, top = self.sky, self.top
        parts = [band.low if self.low else band.part for band in SKY]
        for band, part in zip(SKY, parts, strict=True):
            high = self.height * part / sum(parts)
            top -= high
            for role, thick in ((band.role, 1.0), *band.over):
                group.add(Color(*look.rgba(role, thick)))
                group.add(Rectangle(pos=(self.x, top), size=(self.width, high + 1)))

    def _say(self, group: InstructionGroup, free: float, sun: float) -> None:
        """The crests, the result, and why. free: where a castle stands so high; sun: where it does."""
        look, u = self.sky, self.look.u
        ink, left = look.rgba("slip"), self.x + u(10 if self.low else 20)
        narrow = free - left < u(330) and not self.low
        if narrow:
            free = sun = self.right - u(10)
        left = self._crests(group, left, narrow)
        styles = ("head", "card_head", "letter") if narrow or self.low else ("curtain", "title", "banner", "prompt")
        style = fitting(look, self.result, styles, free - left)
        middle = self.top - self.height * (0.23 if self.low else 0.17 if narrow else 0.2)
        write(group, look, self.result, style, ink, (left, middle))
        words = ("caption", "tiny") if self.low else ("word", "text", "small", "note_small")[narrow:]
        room = sun - left - (0 if self.low else self._boxed)
        said = fitting(look, self.why, words, room)
        lines = wrap(look, self.why, said, room)
        if self.low and len(lines) > 1:
            lines = [cut_short(look, self.why, room, said)]
        step = max(look.type_size(said) * look.line_height, 0 if self.low else u(23))  # as high as the box beside it
        y = middle - look.type_size(style) * 0.62 - u(2) - step / 2
        for line in lines:
            write(group, look, line, said, ink, (left, y))
            y -= step
        if self.number is not None and lines:
            end = (left + width_of(look, lines[-1], said) + u(10), y + step - u(10.5))
            self.number.pos = (self.right - u(8) - self.number.width, self.top - u(25)) if self.low else end

    @property
    def _boxed(self) -> float:
        """How much room the rule's number has behind the reason."""
        return self.number.width + self.look.u(13) if self.number is not None else 0.0

    def _crests(self, group: InstructionGroup, left: float, narrow: bool) -> float:
        """The crests of who won, beside each other. Returns where they end."""
        look, u = self.sky, self.look.u
        found = list(dict.fromkeys(CRESTS[side_of(side)] for side in self.sides if side_of(side) in CRESTS))
        size = u(28 if self.low else 44 if narrow or len(found) > 1 else 62)
        if len(found) * size > self.width * 0.3:
            size = self.width * 0.3 / len(found)
        middle = self.top - self.height * (0.4 if self.low else 0.28)
        for crest in found:
            icons.draw(group, crest, (left + size / 2, middle), size, look.rgba("slip"), look.rgba("indigo"), 1.6)
            left += size + u(5)
        return left + u(3 if self.low else 9) if found else left
