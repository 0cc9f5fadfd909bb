"""Cards as they are printed: small on the table of the hand, large when read, tiny where they only remind."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import NumericProperty, OptionProperty, StringProperty

from companion.views import CardFace
from ui import icons
from ui.geometry import Shape, circle, inset
from ui.ink import dashes, lay
from ui.lettering import fitting, lettering, put, width_of, wrap, write, write_lines
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.rail import CRESTS, banner_role
from ui.widgets.touch import Touchable


def rule_box(group: InstructionGroup, look: Look, rule: str, left: float, middle: float, ink: str = "ink2") -> float:
    """Draws a rule's number in its box, not to be touched. Returns the width."""
    u = look.u
    width = width_of(look, rule, "rule") + u(11)
    corners = [(left, middle - u(9.5)), (left + width, middle - u(9.5)), (left + width, middle + u(9.5)),
               (left, middle + u(9.5))]  # fmt: skip
    lay(group, outlined(corners, u(1.2)), look.rgba(ink))
    write(group, look, rule, "rule", look.rgba(ink), (left + width / 2, middle), "center")
    return width


LARGER = 180.0
"""A card of the hand that is wider than this, in u, says its effect in larger letters."""


class CardSmall(Touchable, Painted):
    """A kind of card with its count: a pile. `on_tap` takes it, `on_hold` reads it large.

    state: `plain`, `chosen`, `not_now` (dashed, with the reason; it can still be read). owner: the figure whose it is,
    where that must be said.
    """

    state = OptionProperty("plain", options=["plain", "chosen", "not_now"])
    side = StringProperty("guards")
    hold_takes = True

    def __init__(self, look: Look, face: CardFace, owner: str = "", **kwargs: Any) -> None:
        self.face, self.owner = face, owner
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(150), look.u(176)))
        kwargs.setdefault("state", "not_now" if face.choice is None and face.why_not else "plain")
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("state", "side", "pressed"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u, face = self.look, self.look.u, self.face
        off = self.state == "not_now"
        width, height = self.width - u(6), self.height - u(6)
        for i in range(min(2, face.count - 1) if not off else 0, 0, -1):
            back = cut_corners(self.x + u(3 * i), self.y + u(3 * i), width, height, u(8), "all")
            self.box(group, back, "slip", "ink", 1.1)
        body = cut_corners(self.x, self.y, width, height, u(8), "all")
        lay(group, Shape().blob(body), look.rgba("rail" if off else "slip"))
        if self.height < u(130):
            self._low(group, width, height, off)
        else:
            self._head(group, width, height, off)
            self._body(group, width, height, off)
        if off:
            line = Shape().strip(inset(body, u(0.9)), u(1.8), closed=True, period=u(7))
            lay(group, line, look.rgba("ink"), dashes(4, 3))
        elif self.state == "chosen" or self.pressed:
            lay(group, outlined(body, u(4)), look.rgba("amber_ink"))
        else:
            lay(group, outlined(body, u(1.8)), look.rgba("ink"))

    def _low(self, group: InstructionGroup, width: float, height: float, off: bool) -> None:
        """On a small screen: the name, the sign and the count; the rest is read large."""
        look, u, face = self.look, self.look.u, self.face
        ink = look.rgba("ink2" if off else "ink")
        style = fitting(look, face.name, ("small_bold", "caption"), width - u(8))
        lines = wrap(look, face.name, style, width - u(8), 2)
        role = "ink2" if off else banner_role(self.side)
        self.bar(group, role, self.x + u(6), self.y + height - u(7), width - u(12), u(4))
        for at, line in enumerate(lines):
            where = (self.x + width / 2, self.y + height - u(17 + 15 * at))
            write(group, look, line, style, ink, where, "center")
        if self.owner and width >= u(96):
            icons.draw(group, self.owner, (self.x + u(15), self.y + u(15)), u(18), ink, look.rgba("slip"))
        middle = self.y + (height - u(10 + 15 * len(lines))) / 2
        room = min(u(34), height - u(16 + 15 * len(lines)))
        shift = u(14) if face.count > 1 else 0
        wide = icons.width_of(face.icon)
        icons.draw(group, face.icon, (self.x + width / 2 - shift, middle), room / max(1.0, wide * 0.8), ink,
                   look.rgba("rail" if off else "slip"))  # fmt: skip
        if face.count > 1:
            right = self.x + width - u(8)
            wide = write(group, look, str(face.count), "word_bold", look.rgba("ink"), (right, middle), "right")
            icons.draw(group, "cross", (right - wide - u(8), middle), u(9), look.rgba("ink2"), stroke=3)

    def _body(self, group: InstructionGroup, width: float, height: float, off: bool) -> None:
        look, u, face = self.look, self.look.u, self.face
        ink = look.rgba("ink2" if off else "ink")
        high = self.y + height
        wide = u(44) * icons.width_of(face.icon)
        icons.draw(group, face.icon, (self.x + u(12) + wide / 2, high - u(59)), u(42), ink,
                   look.rgba("rail" if off else "slip"))  # fmt: skip
        self._count(group, width, high, ink)
        low = self.y + u(32 if face.rule else 6)
        style, lines = self._words(off, width - u(16), high - u(83) - low)
        colour = "vermilion" if off and face.why_not else "ink2" if off else "ink"
        write_lines(group, look, lines, style, look.rgba(colour), (self.x + u(8), high - u(83)))
        if face.rule:
            rule_box(group, look, face.rule, self.x + u(9), self.y + u(18))

    def _words(self, off: bool, width: float, room: float) -> tuple[str, list[str]]:
        """Why it cannot be played now, else its effect: in a few words, or smaller, where all of it finds no room."""
        look, face = self.look, self.face
        brief = face.brief or face.effect
        tries = [("small", face.effect), ("small", brief), ("note", brief), ("note_small", brief)]
        if self.width > look.u(LARGER):
            tries.insert(0, ("text", face.effect))
        if off and face.why_not:
            tries = [("text_bold", face.why_not), ("small_bold", face.why_not)]
        style, lines = "", list[str]()
        for style, say in tries:
            lines = wrap(look, say, style, width)
            if len(lines) * look.type_size(style) * look.line_height <= room:
                break
        return style, lines

    def _count(self, group: InstructionGroup, width: float, high: float, ink: tuple[float, ...]) -> None:
        look, u = self.look, self.look.u
        if self.face.count > 1:
            right = self.x + width - u(9)
            wide = write(group, look, str(self.face.count), "head", look.rgba("ink"), (right, high - u(58)), "right")
            icons.draw(group, "cross", (right - wide - u(9), high - u(58)), u(11), look.rgba("ink2"), stroke=3)

    def _head(self, group: InstructionGroup, width: float, height: float, off: bool) -> None:
        look, u = self.look, self.look.u
        low, tall, cut = self.y + height - u(34), u(34), u(8)
        role = "ink2" if off else banner_role(self.side)
        head = [(self.x, low), (self.x + width, low), (self.x + width, low + tall - cut),
                (self.x + width - cut, low + tall), (self.x + cut, low + tall), (self.x, low + tall - cut)]  # fmt: skip
        lay(group, Shape().blob(head), look.rgba(role))
        ink = look.rgba("paper" if off else banner_role(self.side) + "_text")
        room = width - u(16)
        if self.owner:
            room -= u(26)
            icons.draw(group, self.owner, (self.x + width - u(20), low + tall / 2), u(22), ink, look.rgba(role))
        style = fitting(look, self.face.name, ("card_head", "letter", "caption"), room)
        texture = lettering(look, self.face.name, style, ink)
        put(group, texture, (self.x + u(9) + texture.size[0] / 2, low + tall / 2))


ROWS = {"prompt": 2, "prompt_long": 3, "word": 4, "text": 9, "small": 99}
"""In which letters a large card says its effect, where that takes so many lines at most."""
SHARES = (0.4, 0.32, 0.26, 0.18, 0.1)
"""How much of a large card its picture takes."""


class CardLarge(Painted):
    """A card to be read: name, sign, effect in one line, what follows from it, rules, copies."""

    side = StringProperty("guards")
    text = StringProperty("")
    copies = StringProperty("")

    def __init__(self, look: Look, face: CardFace, rules: tuple[str, ...] = (), **kwargs: Any) -> None:
        self.face, self.rules = face, rules or ((face.rule,) if face.rule else ())
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("side", "text", "copies"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u, x, face = self.look, self.look.u, self.x, self.face
        body = cut_corners(x, self.y, self.width, self.height, u(10), "all")
        lay(group, Shape().blob(body), look.rgba("slip"))
        role, low, cut = banner_role(self.side), self.top - u(46), u(10)
        head = [(x, low), (self.right, low), (self.right, self.top - cut), (self.right - cut, self.top),
                (x + cut, self.top), (x, self.top - cut)]  # fmt: skip
        lay(group, Shape().blob(head), look.rgba(role))
        lay(group, outlined(body, u(1.8)), look.rgba("ink"))
        ink = look.rgba(role + "_text")
        style = fitting(look, face.name, ("prompt", "prompt_long", "card_head"), self.width - u(66))
        write(group, look, face.name, style, ink, (x + u(14), low + u(23)))
        icons.draw(group, CRESTS.get(self.side, "crest_guards"), (self.right - u(28), low + u(23)), u(34), ink,
                   look.rgba(role), 1.6)  # fmt: skip
        tall, style, small = self._measures(low - u(24) - self.y - u(60))
        self._picture(group, x + u(20), low - u(16), self.width - u(40), tall)
        y, wide = low - u(24) - tall, self.width - u(40)
        for say, of in ((face.effect, style), (self.text, small)):
            y = write_lines(group, look, wrap(look, say, of, wide) if say else [], of, look.rgba("ink"), (x + u(20), y))
            y -= u(4)
        self.bar(group, "line", x + u(20), self.y + u(55), self.width - u(40), u(1))
        at = x + u(20)
        for rule in self.rules:
            at += rule_box(group, look, rule, at, self.y + u(34)) + u(5)
        write(group, look, self.copies, "text", look.rgba("ink2"), (self.right - u(20), self.y + u(34)), "right")

    def _measures(self, room: float) -> tuple[float, str, str]:
        """How high the picture is, and in which letters effect and text stand under it: the picture is the first to
        give way, then the letters of the effect."""
        look, wide = self.look, self.width - self.look.u(40)
        found = 0.0, "small", "small"
        for share in SHARES if self.height > look.u(260) else SHARES[2:]:
            tall = min(look.u(220), self.height * share)
            for style, most in ROWS.items():
                for small in ("text", "small") if style == "small" else ("text",):
                    effect = wrap(look, self.face.effect, style, wide) if self.face.effect else []
                    below = wrap(look, self.text, small, wide) if self.text else []
                    high = len(effect) * look.type_size(style) + len(below) * look.type_size(small)
                    found = tall, style, small
                    if len(effect) <= most and high * look.line_height + look.u(4) * bool(below) <= room - tall:
                        return found
        return found

    def _picture(self, group: InstructionGroup, x: float, top: float, width: float, height: float) -> None:
        look, u = self.look, self.look.u
        frame = [(x, top - height), (x + width, top - height), (x + width, top), (x, top)]
        lay(group, Shape().blob(frame), look.rgba("lantern"))
        centre = (x + width / 2 - u(6), top - height / 2)
        rings = Shape()
        for i in range(2, 13):
            for line in _inside(circle(centre, u(14 * i)), frame):
                rings.strip(line, u(2.6))
        lay(group, rings, look.rgba("amber"))
        icons.draw(group, self.face.icon, (x + width / 2, top - height / 2), min(u(116), height * 0.75),
                   look.rgba("ink"), look.rgba("lantern"))  # fmt: skip
        lay(group, outlined(frame, u(1.5)), look.rgba("ink"))


def _inside(ring: list[tuple[float, float]], frame: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """The runs of a closed line that lie inside an upright rectangle."""
    (x0, y0), (x1, y1) = frame[0], frame[2]
    runs: list[list[tuple[float, float]]] = [[]]
    for x, y in [*ring, ring[0]]:
        if x0 < x < x1 and y0 < y < y1:
            runs[-1].append((x, y))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]


class CardMini(Painted):
    """The card just played, at the left of the strip: sign and name."""

    side = StringProperty("guards")

    def __init__(self, look: Look, face: CardFace, **kwargs: Any) -> None:
        self.face = face
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(66), look.u(84)))
        super().__init__(look=look, **kwargs)
        self.bind(side=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u, role = self.look, self.look.u, banner_role(self.side)
        corners = cut_corners(self.x, self.y, self.width, self.height, u(5), "all")
        self.box(group, corners, "slip", role, 2)
        self.bar(group, role, self.x + u(3), self.top - u(8), self.width - u(6), u(7))
        icons.draw(group, self.face.icon, (self.center_x, self.top - u(28)), u(30), look.rgba(role),
                   look.rgba("slip"))  # fmt: skip
        lines = wrap(look, self.face.name, "caption", self.width - u(6), 2)
        for i, line in enumerate(reversed(lines)):
            write(group, look, line, "caption", look.rgba("ink"), (self.center_x, self.y + u(10 + 15 * i)), "center")


class CardSign(Touchable, Painted):
    """A card as its sign alone, in the rail of a private window. `on_tap` plays it."""

    count = NumericProperty(1)

    def __init__(self, look: Look, face: CardFace, **kwargs: Any) -> None:
        self.face = face
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(48), look.u(48)))
        super().__init__(look=look, count=face.count, **kwargs)
        self.bind(count=self.repaint, pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = cut_corners(self.x + u(2), self.y + u(2), self.width - u(4), self.height - u(4), u(4), "all")
        off = self.face.choice is None
        if off:
            lay(group, Shape().strip(inset(corners, u(0.7)), u(1.4), closed=True, period=u(7)), look.rgba("line"),
                dashes(4, 3))  # fmt: skip
        else:
            self.box(group, corners, "lantern" if self.pressed else "slip", "ink", 1.7)
        several = self.count > 1
        where = (self.center_x - u(5 if several else 0), self.center_y + u(5 if several else 0))
        size = u(28) / max(1.0, icons.width_of(self.face.icon))
        icons.draw(group, self.face.icon, where, size, look.rgba("ink2" if off else "ink"), look.rgba("slip"))
        if several:
            right = self.right - u(5)
            wide = write(group, look, str(self.count), "small_bold", look.rgba("ink"), (right, self.y + u(12)), "right")
            icons.draw(group, "cross", (right - wide - u(6), self.y + u(12)), u(7), look.rgba("ink"), stroke=3.4)
