"""The parts of the rail: whose turn, phase, alert, turn, last words, and the three ways out of the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, OptionProperty, StringProperty

from ui import icons
from ui.geometry import Shape, inset
from ui.ink import lay
from ui.lettering import cut_short, fitting, lettering, put, risen, shortened, width_of, wrap, write
from ui.motion.kindled import Kindled
from ui.motion.moves import MOVES, even
from ui.theme import ALL, BOTH, LEAST_TARGET, RGBA, Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.touch import Touchable

CRESTS = {"guards": "crest_guards", "intruders": "crest_intruders", "traitor": "crest_traitor", "ninja": "ninja"}
CRESTS |= {f"seat{number}": f"crest_seat{number}" for number in range(1, 6)} | {ALL: "people"}


def banner_role(side: str) -> str:
    """The banner colour of a side: the ninja goes under the intruders'."""
    if side.startswith("seat"):
        return f"banner_{side}"
    return {"guards": "banner_guards", "traitor": "banner_traitor", ALL: "banner_traitor"}.get(side, "banner_intruders")


class Banner(Touchable, Painted):
    """Whose turn it is, like a playing card: colour, crest, name upright and upside down. `on_tap`."""

    side = StringProperty("guards")
    name = StringProperty("")
    turn = NumericProperty(1.0)  # 1 lies flat; the card turns over by way of 0

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self._towards = (self.side, self.name)
        self.bind(**dict.fromkeys(("side", "name", "turn"), self.repaint))

    def turn_over(self, side: str, name: str) -> None:
        """The turn passes: the card turns over once and shows the other side."""
        if (side, name) == self._towards:
            return
        MOVES.end(self, "banner")
        known, self._towards = bool(self._towards[1]), (side, name)
        MOVES.begin(self, "banner", self._turn, still=self.look.calm or not known, ease=even)

    def _turn(self, t: float) -> None:
        """As wide as the card looks when it has turned so far; from half-way on it is its other side."""
        if t >= 0.5:
            self.side, self.name = self._towards
        self.turn = abs(cos(pi * t))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        role = banner_role("guards" if self.side == BOTH else self.side)
        width = self.width * max(0.02, abs(self.turn))
        x = self.center_x - width / 2
        corners = [(x, self.y), (x + width, self.y), (x + width, self.top), (x, self.top)]
        lay(group, Shape().blob(corners), look.rgba(role))
        if self.side == BOTH:  # half in the colour of each
            lay(group, Shape().blob([corners[0], corners[1], corners[2]]), look.rgba(banner_role("intruders")))
        lay(group, Shape().strip(inset(corners, u(3.5)), u(1), closed=True), look.rgba(role + "_text", 0.85))
        if self.turn < 0.6:
            return
        ink = look.rgba(role + "_text")
        beside = self.width - u(78) >= width_of(look, self.name, "caption")
        if self.height < u(110) and self.width > max(self.height, u(120)) and beside:
            self._lying(group, ink, role)
            return
        if self.height > 2 * self.width and look.language != "en":
            self._name_downwards(group, ink)
        elif width_of(look, self.name, "tiny") * 0.9 > self.width - u(6) and " " in self.name:
            self._in_two(group, ink, role)
            return
        else:
            self._name_across(group, ink)
        if self.side == BOTH:
            size, aside = min(u(44), self.width * 0.31), self.width * 0.22
            for crest, of, side in (("crest_guards", role, -1), ("crest_intruders", banner_role("intruders"), 1)):
                where = (self.center_x + aside * side, self.center_y)
                icons.draw(group, crest, where, size, ink, look.rgba(of), 1.6)
        else:
            size = min(u(52), self.height - u(2 * 34), self.width * 0.75)
            crest = CRESTS.get(self.side, "crest_guards")
            if size >= u(16):  # else the names have all the room
                icons.draw(group, crest, self.center, size, ink, look.rgba(role), 1.6)

    def _lying(self, group: InstructionGroup, ink: RGBA, role: str) -> None:
        """On a low banner: a crest at each side of the names."""
        look, u = self.look, self.look.u
        crest = CRESTS.get("guards" if self.side == BOTH else self.side, "crest_guards")
        other = ("crest_intruders", banner_role("intruders")) if self.side == BOTH else (crest, role)
        for name, of, x in ((crest, role, self.x + u(21)), (*other, self.right - u(21))):
            icons.draw(group, name, (x, self.center_y), u(28), ink, look.rgba(of), 1.6)
        room = self.width - u(78)
        style = fitting(look, self.name, ("prompt_long", "card_head", "letter", "caption"), room)
        scale = min(1.0, room / max(1, width_of(look, self.name, style)))
        texture = lettering(look, self.name, style, ink, scale=scale)
        down = self.height * 0.29 - risen(look, style, scale)
        put(group, texture, (self.center_x, self.top - down))
        put(group, texture, (self.center_x, self.y + down), turned=True)

    def _in_two(self, group: InstructionGroup, ink: RGBA, role: str) -> None:
        """A name too long for a narrow banner: in two lines under the crest, and over it where there is room."""
        look, u = self.look, self.look.u
        lines = wrap(look, self.name, "caption", self.width - u(6))
        step, both = look.type_size("caption") * 1.1, self.height >= u(96)
        wide = max(width_of(look, line, "caption") for line in lines)
        scale = min(1.0, (self.width - u(6)) / max(1, wide))
        foot = u(5) + step * len(lines)
        for row, line in enumerate(lines):
            texture = lettering(look, line, "caption", ink, scale=scale)
            down = u(5) + step * (len(lines) - 0.5 - row)
            put(group, texture, (self.center_x, self.y + down))
            if both:
                put(group, texture, (self.center_x, self.top - down), turned=True)
        room = self.height - foot * (2 if both else 1) - u(4)
        middle = self.center_y if both else (self.y + foot + self.top - u(4)) / 2
        crest = CRESTS.get(self.side, "crest_guards")
        icons.draw(group, crest, (self.center_x, middle), min(u(44), room), ink, look.rgba(role), 1.6)

    def _name_across(self, group: InstructionGroup, ink: RGBA) -> None:
        look, u = self.look, self.look.u
        room = self.width - u(14 if self.width > u(100) else 12)
        style = fitting(look, self.name, ("banner", "prompt", "prompt_long", "card_head", "letter", "caption"), room)
        scale = min(1.0, room / max(1, width_of(look, self.name, style)))
        texture = lettering(look, self.name, style, ink, scale=scale)
        down = u(8) + look.type_size(style) * scale * 0.6 - risen(look, style, scale)
        put(group, texture, (self.center_x, self.top - down))
        put(group, texture, (self.center_x, self.y + down), turned=True)

    def _name_downwards(self, group: InstructionGroup, ink: RGBA) -> None:
        """Chinese and Japanese names on a tall banner run downwards."""
        room = (self.height - self.look.u(52)) / 2 - self.look.u(14)
        scale = min(1.0, room / max(1, len(self.name)) / self.look.type_size("banner"))
        step = self.look.type_size("banner") * scale
        for i, letter in enumerate(self.name):
            texture = lettering(self.look, letter, "banner", ink, scale=scale)
            down = self.look.u(7) + step * (i + 0.5)
            put(group, texture, (self.center_x, self.top - down))
            put(group, texture, (self.center_x, self.y + down), turned=True)


class SideHead(Painted):
    """Whose private window this is: crest and name on the side's colour."""

    side = StringProperty("guards")
    name = StringProperty("")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(side=self.repaint, name=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        role = banner_role(self.side)
        self.ground(group, role)
        ink = look.rgba(role + "_text")
        icons.draw(group, CRESTS.get(self.side, "crest_guards"), (self.x + u(20), self.center_y), u(28), ink,
                   look.rgba(role), 1.6)  # fmt: skip
        style = fitting(look, self.name, ("head", "card_head", "letter", "caption"), self.width - u(46))
        write(group, look, self.name, style, ink, (self.x + u(40), self.center_y))


class PhaseRibbon(Painted):
    """The phases of a turn as a ribbon of arrows: the present one in words, the others as icons."""

    phases = ListProperty([])  # (icon, word) in order
    at = NumericProperty(0)
    side = StringProperty("guards")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("phases", "at", "side"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u, count = self.look, self.look.u, len(self.phases)
        if not count:
            return
        tip, role = u(7), banner_role(self.side)
        word = self.phases[int(self.at)][1] if 0 <= self.at < count else ""
        small = u(20)
        wide = self.width - small * (count - 1)
        x = self.x
        for i, (icon, _word) in enumerate(self.phases):
            here = i == self.at
            width = wide if here else small
            notch = tip if i else 0.0
            low, high, middle = self.y + u(1), self.top - u(1), self.center_y
            corners = [(x, low), (x + width - tip, low), (x + width, middle), (x + width - tip, high), (x, high)]
            if notch:
                corners.append((x + notch, middle))
            centre = (x + (width + notch - tip) / 2 + (0 if here else u(1)), middle)
            if here:
                lay(group, Shape().blob(corners), look.rgba(role))
                style = fitting(look, word, ("small_bold", "caption"), width - notch - tip - u(4))
                write(group, look, word, style, look.rgba(role + "_text"), centre, "center")
            else:
                lay(group, Shape().strip(corners, u(1), closed=True), look.rgba("line"))
                icons.draw(group, icon, centre, u(12), look.rgba("ink2"))
            x += width


def hanging_lantern(
    group: InstructionGroup, look: Look, centre: tuple[float, float], height: float, lit: bool, rise: float = 1.0
) -> None:
    """One lantern; lit ones are filled and have rays. rise below 1: it is just being lit."""
    x, y = centre
    k = height / 30
    y -= (1 - rise) * look.u(6)
    half, tall = 11.5 * k, 12.5 * k
    body = [
        (x - half * 0.62, y - tall), (x + half * 0.62, y - tall), (x + half * 0.95, y - tall * 0.6), (x + half, y),
        (x + half * 0.95, y + tall * 0.6), (x + half * 0.62, y + tall), (x - half * 0.62, y + tall),
        (x - half * 0.95, y + tall * 0.6), (x - half, y), (x - half * 0.95, y - tall * 0.6),
    ]  # fmt: skip
    lay(group, Shape().blob(body), look.rgba("amber" if lit else "rail"))
    ribs = Shape()
    for row in (-0.45, 0.0, 0.45):
        ribs.strip([(x - half * 0.9, y + tall * row), (x + half * 0.9, y + tall * row)], 1.1 * k)
    lay(group, ribs, look.rgba("ink2"))
    lay(group, Shape().strip(body, 2.0 * k, closed=True), look.rgba("ink"))
    caps = Shape()
    for side in (1, -1):
        low, high = y + side * tall, y + side * (tall + 3 * k)
        caps.blob([(x - 5 * k, low), (x + 5 * k, low), (x + 5 * k, high), (x - 5 * k, high)])
    caps.strip([(x, y + tall + 3 * k), (x, y + tall + 5.5 * k)], 1.6 * k)
    lay(group, caps, look.rgba("ink"))
    if lit:
        rays = Shape()
        for side in (1, -1):
            for dx, dy, ex, ey in ((19, 5, 25, 6.5), (19, -5, 25, -6.5), (13, 14, 17, 19)):
                end = (x + side * (dx + (ex - dx) * rise) * k, y + (dy + (ey - dy) * rise) * k)
                rays.stroke([(x + side * dx * k, y + dy * k), end], 1.7 * k)
        lay(group, rays, look.rgba("amber_ink"))


class AlertLanterns(Kindled, Painted):
    """A short track as hanging lanterns: so many lit, and the word."""

    name = StringProperty("")
    of = NumericProperty(3)

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("name", "word", "at", "of", "rise"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        low = self.height < u(60)  # where there is little room, the lanterns hang closer under the word
        y = self.top - u(11 if low else 13)
        wide = write(group, look, self.name + " ", "word", look.rgba("ink"), (self.x, y))
        style = fitting(look, self.word, ("word_bold", "small_bold"), self.width - wide)
        write(group, look, self.word, style, look.rgba("ink"), (self.x + max(wide, u(45)), y))
        count, size = max(1, int(self.of)), u(22 if low else 30)
        step = min(u(46), (self.width - u(52)) / max(1, count - 1)) if count > 1 else 0
        for i in range(count):
            where = (self.x + u(25) + step * i, self.y + u(13 if low else 21))
            hanging_lantern(group, look, where, size, *self.shines(i))


class TurnRope(Painted):
    """A long track as a rope with knots: the past ones thick, every fifth longer, a lantern at the present one."""

    before = StringProperty("")  # the words before and after the number, as the language orders them
    after = StringProperty("")
    at = NumericProperty(1)
    of = NumericProperty(20)

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("before", "after", "at", "of"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        y, x = self.top - u(14), self.x + u(2)
        if self.before:
            x += write(group, look, self.before, "word", look.rgba("ink"), (x, y)) + u(6)
        x += write(group, look, str(int(self.at)), "count", look.rgba("ink"), (x, y + u(1.5))) + u(6)
        write(group, look, self.after, "word", look.rgba("ink"), (x, y))
        rope, count = self.y + u(12), max(1, int(self.of))
        aside = u(10)  # the first and the last lantern hang on the rope too
        step, left = (self.width - 2 * aside) / max(1, count - 1), self.x + aside
        lay(group, Shape().strip([(self.x, rope), (self.right, rope)], u(1.3)), look.rgba("ink2"))
        past, coming = Shape(), Shape()
        for i in range(count):
            half = u(5.5 if (i + 1) % 5 == 0 else 3.5)
            knot = [(left + step * i, rope - half), (left + step * i, rope + half)]
            if i + 1 <= self.at:
                past.strip(knot, u(2.6))
            else:
                coming.strip(knot, u(1.3))
        lay(group, past, look.rgba("ink"))
        lay(group, coming, look.rgba("ink2"))
        hanging_lantern(group, look, (left + step * (self.at - 1), rope + u(0.5)), u(17), True)


class LastWords(Painted):
    """What happened last: the newest first and bold, as much as there is room for."""

    lines = ListProperty([])  # the newest first

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(look=look, **kwargs)
        self.bind(lines=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        step = look.type_size("small") * look.line_height
        most, y = int((self.height + u(1)) // step), self.top
        for i, line in enumerate(self.lines):
            style, ink = ("small_bold", "ink") if i == 0 else ("small", "ink2")
            rows = wrap(look, line, style, self.width)
            if i == 0 and len(rows) > most > 0:  # the newest is begun at least
                rows = [*rows[: most - 1], cut_short(look, " ".join(rows[most - 1 :]), self.width, style)]
            most -= len(rows)
            if most < 0:
                return  # half a sentence says the wrong thing
            for row in rows:
                write(group, look, row, style, look.rgba(ink), (self.x, y - step / 2))
                y -= step


class RailButton(Touchable, Painted):
    """An icon over a word: a way to something that is one touch away. `on_tap`."""

    icon = StringProperty("")
    text = StringProperty("")
    state = OptionProperty("plain", options=["plain", "well", "lost"])  # well and lost: the link of the table
    lit = BooleanProperty(False)  # a switch that is on

    def __init__(self, look: Look, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(LEAST_TARGET), look.u(LEAST_TARGET)))
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("icon", "text", "state", "lit", "pressed"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        ink = {"plain": "ink", "well": "pine", "lost": "vermilion"}[self.state]
        # the place to touch is the whole 48 u; what is drawn leaves a gap to the next
        corners = cut_corners(self.x + u(1.5), self.y, self.width - u(3), self.height, u(8))
        if self.pressed or self.lit:
            lay(group, Shape().blob(corners), look.rgba("lantern" if self.pressed else "slip"))
        lay(group, outlined(corners, u(2 if self.lit else 1.3)), look.rgba("ink" if self.lit else "line"))
        if self.lit:
            self.bar(group, "amber", self.x + u(9), self.y, self.width - u(18), u(4))
        style, lines = self._words(self.width - u(4))
        two = len(lines) > 1
        icons.draw(group, self.icon, (self.center_x, self.y + self.height * (0.78 if two else 0.67)),
                   u(16 if two else 24), look.rgba(ink))  # fmt: skip
        for at, line in enumerate(reversed(lines)):
            where = (self.center_x, self.y + u((9 if two else 12) + 13 * at))
            write(group, look, line, style, look.rgba(ink), where, "center")

    def _words(self, room: float) -> tuple[str, list[str]]:
        """The word in one line or two; a long name is written smaller, or only begun."""
        look = self.look
        if width_of(look, self.text, "caption") <= room:
            return "caption", [self.text]
        first, *rest = wrap(look, self.text, "caption", room)
        lines = [first, " ".join(rest)] if rest else [first]
        style = fitting(look, max(lines, key=lambda line: width_of(look, line, "caption")), ("caption", "tiny"), room)
        return style, [shortened(look, line, style, room) for line in lines]


class Rail(Painted):
    """The ground of the rail with its hairlines. Children are placed by the screen; `rules_at` are heights in u."""

    rules_at: Sequence[float] = ()

    def paint(self, group: InstructionGroup) -> None:
        u = self.look.u
        self.ground(group, "rail")
        edge = self.right - u(1.5) if self.look.left_hand else self.x
        self.bar(group, "line", edge, self.y, u(1.5), self.height)
        for height in self.rules_at:
            self.bar(group, "line", self.x + u(8), self.top - u(height), self.width - u(16), u(1))
