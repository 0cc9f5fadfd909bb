"""Black cloth: the frame of a private window, its corner, and the curtain that hides one view from the next."""

from __future__ import annotations

from math import pi, sin
from typing import Any

from kivy.graphics import InstructionGroup, Translate
from kivy.graphics.context_instructions import PopMatrix, PushMatrix
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from ui import icons
from ui.geometry import Shape, circle, inset
from ui.ink import dashes, lay
from ui.lettering import fitting, lettering, put, write
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.rail import CRESTS
from ui.widgets.touch import Touchable

FRAME = 7


class ClothFrame(Painted):
    """The stitched frame of a private window, seven u wide. It lies on top and lets every touch through."""

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, outlined(corners, u(FRAME)), look.rgba("cloth"))
        stitches = Shape().strip(inset(corners, u(FRAME / 2)), u(1.1), closed=True, period=u(12))
        lay(group, stitches, look.rgba("cloth_text", 0.75), dashes(7, 5))


class HideCorner(Touchable, Painted):
    """The cloth corner with *Hide*, at the top of a private rail. `on_tap` drops the curtain."""

    text = StringProperty("")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(153), look.u(66)))
        super().__init__(look=look, **kwargs)
        self.bind(text=self.repaint, pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.ground(group, "cloth")
        if self.width < u(120):
            self._narrow(group)
            return
        tag = cut_corners(self.x + u(8), self.y + u(6), self.width - u(15), self.height - u(18), u(8))
        lay(group, Shape().blob(tag), look.rgba("lantern" if self.pressed else "rail"))
        if self.look.palette.mood == "night":
            lay(group, outlined(tag, u(1.3)), look.rgba("cloth_text"))
        middle = self.y + u(6) + (self.height - u(18)) / 2
        icons.draw(group, "hide", (self.x + u(34), middle), u(25), look.rgba("ink"))
        style = fitting(look, self.text, ("prompt", "prompt_long"), self.width - u(72))
        write(group, look, self.text, style, look.rgba("ink"), (self.x + u(56), middle))

    def _narrow(self, group: InstructionGroup) -> None:
        """On a narrow rail: the sign over the word."""
        look, u = self.look, self.look.u
        tag = cut_corners(self.x + u(4), self.y + u(3), self.width - u(10), self.height - u(9), u(8))
        lay(group, Shape().blob(tag), look.rgba("lantern" if self.pressed else "rail"))
        if look.palette.mood == "night":
            lay(group, outlined(tag, u(1.3)), look.rgba("cloth_text"))
        middle = self.center_x - u(1)
        icons.draw(group, "hide", (middle, self.y + self.height * 0.6), u(22), look.rgba("ink"))
        style = fitting(look, self.text, ("small_bold", "caption"), self.width - u(14))
        write(group, look, self.text, style, look.rgba("ink"), (middle, self.y + u(13)), "center")


class Curtain(Painted):
    """The cloth in the colour of the side called: the same picture, whatever lies behind it.

    fall: 0 it is up, 1 it is down. Until then there is black behind it; where it is `lifted`, the black goes up with
    it. held: how much of the ring round the crest is filled, 0 to 1, while a finger is held.
    A curtain swallows every touch that its own tags do not take.
    """

    side = StringProperty("intruders")
    name = StringProperty("")
    fall = NumericProperty(1.0)
    lifted = BooleanProperty(False)
    held = NumericProperty(0.0)

    PANELS = 5

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self._slide = Translate(0, 0, 0)
        self._ring = InstructionGroup()
        self._crest = (0.0, 0.0, 0.0)
        super().__init__(look=look, **kwargs)
        self.canvas.add(self._ring)
        self.bind(**dict.fromkeys(("side", "name", "lifted"), self.repaint))
        self.bind(fall=self._hang, held=self._fill)

    def _hang(self, *_: Any) -> None:
        """Only moves what is painted, so that no frame of it is dear."""
        self._slide.y = (1.0 - max(0.0, min(1.0, self.fall))) * self.height

    def on_touch_down(self, touch: Any) -> bool:
        return super().on_touch_down(touch) or bool(self.collide_point(*touch.pos))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        if not self.lifted:
            self.ground(group, "cloth")
        self._hang()
        group.add(PushMatrix())
        group.add(self._slide)
        if self.lifted:
            self.ground(group, "cloth")
        rod = self.top - u(28)
        cloth, text = self._roles()
        self.bar(group, "curtain_rod", self.x, rod, self.width, u(12))
        self.bar(group, "rod_edge", self.x, rod + u(11), self.width, u(1.5))
        wide, gap = self.width / self.PANELS, u(2)
        depth = rod - self.y - u(30)
        lengths = (0.955, 0.985, 1.0, 0.985, 0.955)
        panels, stitches, loops = Shape(), Shape(), Shape()
        for i in range(self.PANELS):
            left, right = self.x + wide * i + gap, self.x + wide * (i + 1) - gap
            low = rod - depth * lengths[i]
            hem = [(left + (right - left) * k / 16, low - u(8) * sin(pi * k / 16)) for k in range(17)]
            panels.blob([*hem, (right, rod), (left, rod)])
            for x in (left + u(8), right - u(8)):
                stitches.strip([(x, rod - u(8)), (x, low + u(6))], u(1.3), period=u(12))
            for x in (left + wide * 0.17, right - wide * 0.2, left + wide * 0.47):
                loops.blob([(x, rod - u(6)), (x + u(7), rod - u(6)), (x + u(7), rod + u(12)), (x, rod + u(12))])
        lay(group, panels, look.rgba(cloth))
        lay(group, loops, look.rgba("cloth"))
        lay(group, stitches, look.rgba(text, 0.5), dashes(7, 5))
        self._called(group, rod, depth, text)
        group.add(PopMatrix())
        self._fill()

    def _fill(self, *_: Any) -> None:
        """The ring round the crest, as far as it is full."""
        self._ring.clear()
        if self.held <= 0 or not self._crest[2]:
            return
        look, u, (x, y, size) = self.look, self.look.u, self._crest
        radius = min(size / 2 + u(9), self.width / self.PANELS / 2 - u(4))
        lay(self._ring, Shape().ring((x, y), radius, u(1.3)), look.rgba(self._roles()[1], 0.5))
        full = circle((x, y), radius, pi / 2, -2 * pi * min(0.999, self.held))
        lay(self._ring, Shape().strip(full, u(5)), look.rgba(self._roles()[1]))

    def _roles(self) -> tuple[str, str]:
        if self.side.startswith("seat"):
            return f"curtain_{self.side}", "cloth_text"
        side = "guards" if self.side == "guards" else "intruders"
        if self.side == "traitor":
            return "ink2", "cloth_text"
        return f"curtain_{side}", "cloth_text"

    def _called(self, group: InstructionGroup, rod: float, depth: float, text: str) -> None:
        look, u = self.look, self.look.u
        ink = look.rgba(text)
        crest = CRESTS.get(self.side, "crest_intruders")
        if depth < u(100):  # drawn up over a pad: there is room for the crest alone
            where, size = (self.center_x, rod - depth * 0.5), depth * 0.66
        else:
            styles = ("curtain", "title", "prompt", "prompt_long", "card_head", "letter")
            style = fitting(look, self.name, styles, self.width / self.PANELS - u(20))
            down = u(36) if depth > u(150) else u(20)
            put(group, lettering(look, self.name, style, ink), (self.center_x, rod - down), turned=True)
            foot = down + look.type_size(style) * 0.8  # of the name
            size = min(u(132), depth * 0.5, self.width / self.PANELS * 0.78, depth - foot - u(10))
            where = (self.center_x, rod - max(depth * 0.53, foot + size / 2))
        icons.draw(group, crest, where, size, ink, look.rgba(self._roles()[0]))
        self._crest = (*where, size)
