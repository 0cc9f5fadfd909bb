"""Cards as they lie on a table among others: upright or sideways, face up or face down, in piles and in heaps."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, StringProperty

from companion.views import CardFace
from ui import icons
from ui.geometry import Shape, inset
from ui.ink import dashes, lay
from ui.lettering import begun, cut_short, fitted, fitting, width_of, wrap, write, write_lines
from ui.theme import RGBA, Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.rail import banner_role
from ui.widgets.touch import Touchable

TALL: Final = 74
"""From this height on, in u, a card has room for a head and its effect, where it is wide enough."""
WIDE: Final = 100
LATTICE: Final = 7
_NAMES: Final = (("small_bold", 1.0), ("caption", 1.0), ("tiny", 1.0), ("tiny", 0.9), ("tiny", 0.83), ("tiny", 0.78))
"""A name on a card is written smaller before a word of it is parted."""


class CardChip(Touchable, Painted):
    """One card on the table. `on_tap` means its choices, `on_hold` reads it large.

    open_now: a touch on it is an answer, as a green edge says. choices: which, for whoever looks for them. pile: how
    many lie here, where this is the uppermost; label: what the pile is called. sign: what kind of card lies face down.
    """

    side = StringProperty("")
    open_now = BooleanProperty(False)
    hold_takes = True

    def __init__(
        self,
        look: Look,
        face: CardFace,
        choices: tuple[str, ...] = (),
        pile: int = 0,
        label: str = "",
        sign: str = "",
        **kwargs: Any,
    ) -> None:
        self.face, self.choices, self.pile, self.label, self.sign = face, choices, pile, label, sign
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("open_now", bool(choices))
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("side", "open_now", "pressed"), self.repaint))

    @property
    def unseen(self) -> bool:
        """Whether nothing of its face is to be seen."""
        return self.face.icon == "hide"

    @property
    def _headed(self) -> bool:
        """Whether it has a head and its effect."""
        u, flat = self.look.u, self.face.turned or self.pile or self.unseen
        return not flat and self.tall >= u(TALL) and self.wide >= max(u(WIDE), 0.75 * self.tall)

    @property
    def _flat(self) -> bool:
        """Whether its sign stands at the left of its name."""
        low = self.tall < self.look.u(52) or (self.tall < self.look.u(TALL) and self.wide >= 1.8 * self.tall)
        return self.face.turned or (low and not self.pile and not self.unseen)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        step_up = u(3 if self.height > u(60) else 2)
        lift = step_up * min(2, max(0, self.pile - 1))
        self.wide, self.tall = self.width - lift, self.height - lift
        for step in range(min(2, max(0, self.pile - 1)), 0, -1):
            self.box(group, cut_corners(self.x + step_up * step, self.y + step_up * step, self.wide, self.tall,
                                        u(5), "all"), "slip", "ink", 1.1)  # fmt: skip
        body = cut_corners(self.x, self.y, self.wide, self.tall, u(5), "all")
        quiet = self.face.turned or bool(self.face.why_not and not self.choices)
        marked = {"attacked": "vermilion_wash", "in_use": "lantern"}.get(self.face.mark)
        lay(group, Shape().blob(body), look.rgba(marked or ("rail" if quiet else "slip")))
        if self.pile:
            self._pile(group)
        elif self.unseen:
            self._lattice(group, self.tall - u(10))
            self._badge(group)
        elif self._flat:
            self._across(group)
        elif self._headed:
            self._tall(group)
        else:
            self._upright(group)
        self._edge(group, body, quiet)

    def _edge(self, group: InstructionGroup, body: list[tuple[float, float]], quiet: bool) -> None:
        look, u = self.look, self.look.u
        if self.pressed:
            lay(group, outlined(body, u(4)), look.rgba("amber_ink"))
        elif self.open_now:
            lay(group, outlined(body, u(3.4)), look.rgba("legal"))
        elif self.face.mark:
            lay(group, outlined(body, u(3)), look.rgba("vermilion" if self.face.mark == "attacked" else "amber_ink"))
        elif quiet and not self.face.turned:
            line = Shape().strip(inset(body, u(0.8)), u(1.6), closed=True, period=u(7))
            lay(group, line, look.rgba("ink2"), dashes(4, 3))
        else:
            lay(group, outlined(body, u(1.4)), look.rgba("ink"))
        if self.face.mark == "attacked":
            across = u(13) if not self._flat and not self._headed else self.wide - u(13)
            where = (self.x + across, self.y + (u(13) if self._headed else self.tall - u(14 if self._flat else 18)))
            icons.draw(group, "kenjutsu", where, u(18), look.rgba("vermilion"), look.rgba("slip"))

    # ---- face down

    def _role(self) -> str:
        return banner_role(self.side) if self.side else "ink2"

    def _lattice(self, group: InstructionGroup, high: float) -> None:
        """The back of a card, so high from its foot: a slanting lattice in the colour of its owner."""
        look, u = self.look, self.look.u
        left, low = self.x + u(5), self.y + u(5)
        wide = self.wide - u(10)
        if wide < u(8) or high < u(4):
            return
        lines, step = Shape(), u(LATTICE)
        reach = int((wide + high) / step) + 1
        for at in range(1, reach):
            along = step * at
            a = (left + min(along, wide), low + max(0.0, along - wide))
            b = (left + max(0.0, along - high), low + min(along, high))
            lines.strip([a, b], u(1))
            lines.strip([(left + wide - a[0] + left, a[1]), (left + wide - b[0] + left, b[1])], u(1))
        corners = [(left, low), (left + wide, low), (left + wide, low + high), (left, low + high)]
        lines.strip(corners, u(1.2), closed=True)
        lay(group, lines, look.rgba(self._role(), 0.55))

    def _badge(self, group: InstructionGroup) -> None:
        """What its place is called, or what kind of card it is, in the middle of its back."""
        look, u, centre = self.look, self.look.u, (self.x + self.wide / 2, self.y + self.tall / 2)
        if self.face.place:
            self._disc(group, self.face.place, centre)
        elif self.sign:
            self._disc(group, "", centre)
            icons.draw(group, self.sign, centre, u(17), look.rgba("ink"), look.rgba("slip"))

    def _disc(self, group: InstructionGroup, words: str, centre: tuple[float, float], style: str = "word_bold") -> None:
        look, u = self.look, self.look.u
        if width_of(look, words, style) + u(12) > self.wide:
            style = "caption"
        half = min(max(u(12), width_of(look, words, style) / 2 + u(6)), self.wide / 2 - u(2))
        box = cut_corners(centre[0] - half, centre[1] - u(11), 2 * half, u(22), u(5), "all")
        lay(group, Shape().blob(box), look.rgba("slip"))
        lay(group, outlined(box, u(1.2)), look.rgba("ink"))
        write(group, look, words, style, look.rgba("ink"), centre, "center")

    def _pile(self, group: InstructionGroup) -> None:
        """How many lie there, and what they are: a count must be read across the table."""
        look, u, middle = self.look, self.look.u, self.x + self.wide / 2
        if self.unseen:
            self._lattice(group, self.tall - u(10))
        else:
            self.bar(group, self._role(), self.x + u(5), self.y + self.tall - u(5), self.wide - u(10), u(3))
        count = str(max(self.pile, self.face.count))
        styles = ("caption", "tiny") if self.tall >= u(52) else ("tiny",)
        style, scale = fitted(look, self.label, styles, self.wide - u(9))
        foot = 0.0 if not self.label else u(19) if self.tall >= u(52) else u(16) if self.tall >= u(36) else 0.0
        if foot:
            low = [(self.x + u(2), self.y + u(2)), (self.x + self.wide - u(2), self.y + u(2)),
                   (self.x + self.wide - u(2), self.y + foot), (self.x + u(2), self.y + foot)]  # fmt: skip
            lay(group, Shape().blob(low), look.rgba("slip"))
            where = (middle, self.y + foot * 0.6)
            write(group, look, self.label, style, look.rgba("ink"), where, "center", scale=scale)
        self._disc(group, count, (middle, self.y + foot + (self.tall - foot) / 2))

    # ---- face up

    def _place_sign(self, group: InstructionGroup, left: float, y: float) -> float:
        """Its place, and that it lies face down for the others; returns how wide that is."""
        look, u = self.look, self.look.u
        at = left
        if self.face.place:
            at += write(group, look, self.face.place, "small_bold", look.rgba("ink2"), (at, y)) + u(5)
        if self.face.down:
            icons.draw(group, "hide", (at + u(7), y), u(13), look.rgba("ink2"), look.rgba("slip"))
            at += u(17)
        return at - left

    def _upright(self, group: InstructionGroup) -> None:
        """Sign over name, on a band of its owner's colour; along the foot the back where it lies face down."""
        look, u, face = self.look, self.look.u, self.face
        high, middle = self.y + self.tall, self.x + self.wide / 2
        self.bar(group, self._role(), self.x + u(5), high - u(6), self.wide - u(10), u(4))
        back = u(9) if face.down and self.tall >= u(70) else 0.0
        if back:
            self._lattice(group, back)
        signed, large = bool(face.place), self.tall >= u(80)
        if signed:
            self._place_sign(group, self.x + u(6), high - u(16))
        size = u(26 if large else 19 if self.tall >= u(62) or signed else 14)
        beside = signed and not large
        top = high - u(11) - (u(15) if signed and large else 0)
        where = (self.x + self.wide - u(15), high - u(17)) if beside else (middle, top - size / 2)
        if not beside or self.wide >= u(56 if face.down else 46):  # else its place has all the room
            icons.draw(group, face.icon, where, u(17) if beside else size, look.rgba("ink"), look.rgba("slip"))
        below = where[1] - (u(8) if beside else size / 2 + u(4 if self.tall >= u(62) else 1))
        foot = self.y + u(5.5) + (back + u(1.5) if back else 0)
        foot = self._reason(group, foot, below) if face.why_not and not self.choices else foot
        self._name(group, middle, foot, below, self.wide - u(8))

    def _reason(self, group: InstructionGroup, low: float, high: float) -> float:
        """Why the card cannot be taken, along its foot where its name leaves room. Returns where the name ends."""
        look, u = self.look, self.look.u
        lines = wrap(look, self.face.why_not, "caption", self.wide - u(8))
        step = look.type_size("caption") * 1.15
        fits = all(width_of(look, line, "caption") <= self.wide - u(8) for line in lines)
        if not fits or high - low < u(40) + step * len(lines):
            return low
        for at, line in enumerate(reversed(lines)):
            where = (self.x + self.wide / 2, low + step * (at + 0.6))
            write(group, look, line, "caption", look.rgba("vermilion"), where, "center")
        return low + step * len(lines) + u(3)

    def _across(self, group: InstructionGroup) -> None:
        """Sideways: a band at its left end, sign and place above the name."""
        look, u, face = self.look, self.look.u, self.face
        high, narrow = self.y + self.tall, self.wide < u(60)
        self.bar(group, self._role(), self.x + u(3), self.y + u(6), u(3 if narrow else 4), self.tall - u(12))
        at = self.x + u(9)
        if self.tall < u(38) or (self.wide >= u(100) and not face.place and not face.down):  # all in one line
            sign = 0.0 if self.wide < u(100) else u(30)
            if sign:
                icons.draw(group, face.icon, (at + u(14), self.center_y), u(22), look.rgba("ink"), look.rgba("rail"))
            left, room = at + sign, self.wide - u(14) - sign
            self._name(group, left + room / 2, self.y + u(3.5), high - u(3.5), room)
            return
        if narrow and face.place:
            at += self._place_sign(group, at, high - u(12))
        if at + u(16) < self.x + self.wide:
            icons.draw(group, face.icon, (at + u(8), high - u(12)), u(15), look.rgba("ink"), look.rgba("rail"))
        if not narrow and (face.place or face.down):
            self._place_sign(group, at + u(21), high - u(12))
        left, room = self.x + u(7), self.wide - u(11)
        self._name(group, left + room / 2, self.y + u(3.5), high - u(19.5), room)

    def _name(self, group: InstructionGroup, middle: float, low: float, high: float, room: float) -> None:
        """The name in as many lines as there is height, smaller rather than cut."""
        look, u = self.look, self.look.u
        for style, scale in _NAMES if room >= u(70) else _NAMES[1:]:
            size = look.type_size(style) * scale
            step = size * 1.08
            rows = 1 + int((high - low + u(1) - size) // step)
            lines = wrap(look, self.face.name, style, room / scale)
            if len(lines) <= rows and all(width_of(look, line, style) * scale <= room + 1 for line in lines):
                break
        else:  # a word that is longer than the card is wide
            style, scale = _NAMES[-1]
            lines = _parted(look, self.face.name, style, room / scale)
        if len(lines) > max(1, rows):
            lines = lines[: max(1, rows)]
            lines[-1] = cut_short(look, lines[-1], room / scale, style)
        first = (low + high) / 2 + step * (len(lines) - 1) / 2 + size * 0.06  # feet reach lower than heads reach up
        for at, line in enumerate(lines):
            write(group, look, line, style, look.rgba("ink"), (middle, first - step * at), "center", scale=scale)

    def _tall(self, group: InstructionGroup) -> None:
        look, u, face = self.look, self.look.u, self.face
        high, head, cut = self.y + self.tall, u(26), u(5)
        role = self._role()
        corners = [(self.x, high - head), (self.x + self.wide, high - head), (self.x + self.wide, high - cut),
                   (self.x + self.wide - cut, high), (self.x + cut, high), (self.x, high - cut)]  # fmt: skip
        lay(group, Shape().blob(corners), look.rgba(role))
        large = self.tall >= u(150)
        room = self.wide - u(14) - (0 if large else u(17))
        ink = look.rgba(role + "_text" if self.side else "paper")
        if not large:
            icons.draw(group, face.icon, (self.x + self.wide - u(14), high - u(13)), u(18), ink, look.rgba(role))
        signed = bool(face.place or face.down)
        at, place = self.x + u(8), width_of(look, face.place, "caption") + u(5) if face.place else 0.0
        style, scale = fitted(look, face.name, ("card_head", "letter", "caption", "tiny"), room - place)
        if place and width_of(look, face.name, style) * scale <= room - place and not face.down:
            at, signed = at + u(5) + write(group, look, face.place, "caption", ink, (at, high - u(13))), False
        else:
            style, scale = fitted(look, face.name, ("card_head", "letter", "caption", "tiny"), room)
        write(group, look, face.name, style, ink, (at, high - u(12.5)), scale=scale)
        if signed:
            self._place_sign(group, self.x + u(7), self.y + u(11))
        below, count = u(4), self.pile if self.pile > 1 else face.count
        if large:
            wide = u(26) * icons.width_of(face.icon)
            icons.draw(group, face.icon, (self.x + u(8) + wide / 2, high - head - u(20)), u(26), look.rgba("ink"),
                       look.rgba("slip"))  # fmt: skip
            below = u(36)
        words, role = (face.why_not, "vermilion") if face.why_not and not self.choices else (face.effect, "ink")
        foot = u(24) if (count > 1 and not large) or face.mark == "attacked" else u(19 if signed else 5)
        styles = ("caption", "tiny") if role == "vermilion" else ("small", "note", "note_small")
        for style in styles:
            step = look.type_size(style) * look.line_height
            rows = int((self.tall - head - below - foot) // step)
            lines = wrap(look, words, style, self.wide - u(14))
            if len(lines) <= rows:
                break
        if len(lines) > rows:
            lines = begun(look, words, style, self.wide - u(14), rows, u(20))
            left = u(36 if face.mark == "attacked" else 14)
            icons.draw(group, "eye", (self.x + self.wide - left, self.y + u(12)), u(14), look.rgba("ink2"))
        write_lines(group, look, lines, style, look.rgba(role), (self.x + u(7), high - head - below))
        if count > 1:
            y = high - head - u(20) if large else self.y + u(14)
            wide = write(group, look, str(count), "word_bold", look.rgba("ink"), (self.x + self.wide - u(8), y),
                         "right")  # fmt: skip
            icons.draw(group, "cross", (self.x + self.wide - u(15) - wide, y), u(9), look.rgba("ink2"), stroke=3)


def _parted(look: Look, name: str, style: str, room: float) -> list[str]:
    """A name in lines, a word that is longer than a line parted."""
    lines: list[str] = []
    for line in wrap(look, name, style, room):
        while width_of(look, line, style) > room and len(line) > 4:
            at = next(n for n in range(len(line) - 2, 1, -1) if n == 2 or width_of(look, line[:n] + "-", style) <= room)
            lines.append(line[:at].rstrip("-") + "-")
            line = line[at:]
        lines.append(line)
    return lines


def faint(look: Look) -> RGBA:
    """The ink of a place where nothing lies: where lines are black, it must still be fainter than what lies there."""
    return look.rgba("line", 1.0 if look.palette.washes else 0.45)


class HeapChip(Touchable, Painted):
    """Cards that are counted rather than read, fanned under their number. `on_tap` spreads them out."""

    side = StringProperty("")
    open_now = BooleanProperty(False)

    def __init__(
        self, look: Look, count: int, name: str, icon: str, choices: tuple[str, ...] = (), **kwargs: Any
    ) -> None:
        self.count, self.name, self.icon, self.choices = count, name, icon, choices
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("open_now", bool(choices))
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("side", "open_now", "pressed"), self.repaint))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        role = banner_role(self.side) if self.side else "ink2"
        if self.height < u(40):  # too low for a finger: its cards are in the list
            self._flat(group, role)
            return
        body = cut_corners(self.x, self.y, self.width, self.height, u(5), "all")
        if not self.count:
            line = Shape().strip(inset(body, u(0.8)), u(1.4), closed=True, period=u(7))
            lay(group, line, faint(look), dashes(4, 3))
            icons.draw(
                group, self.icon, self.center, u(20 if look.palette.washes else 16), faint(look), look.rgba("paper")
            )
            return
        shown, step = min(self.count, 5), u(5)
        high = self.height - step * (shown - 1)
        for at in range(shown):
            low = self.y + step * (shown - 1 - at)
            self.box(group, cut_corners(self.x, low, self.width, high, u(5), "all"), "slip", "ink", 1.2)
        self.bar(group, role, self.x + u(5), self.y + high - u(6), self.width - u(10), u(4))
        middle = self.y + high / 2
        icons.draw(group, self.icon, (self.center_x, self.y + high - u(20)), u(18), look.rgba("ink"),
                   look.rgba("amber"))  # fmt: skip
        write(group, look, str(self.count), "head", look.rgba("ink"), (self.center_x, middle - u(7)), "center")
        style = fitting(look, self.name, ("caption", "tiny"), self.width - u(4))
        if high >= u(68):
            write(group, look, self.name, style, look.rgba("ink2"), (self.center_x, self.y + u(11)), "center")
        edge = cut_corners(self.x, self.y, self.width, high, u(5), "all")
        if self.pressed or self.open_now:
            lay(group, outlined(edge, u(3.4)), look.rgba("amber_ink" if self.pressed else "legal"))

    def _flat(self, group: InstructionGroup, role: str) -> None:
        look, u = self.look, self.look.u
        self.bar(group, role if self.count else "line", self.x, self.y, self.width, u(2))
        ink = look.rgba("ink" if self.count else "ink2")
        icons.draw(group, self.icon, (self.center_x - u(10), self.center_y), u(16), ink, look.rgba("amber"))
        write(group, look, str(self.count), "word_bold", ink, (self.center_x + u(4), self.center_y))


class EmptyPlace(Painted):
    """Where cards may come to lie: a dashed outline, with the sign or the name of what lies there."""

    def __init__(self, look: Look, icon: str = "", name: str = "", **kwargs: Any) -> None:
        self.icon, self.name = icon, name
        super().__init__(look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        u = self.look.u
        corners = cut_corners(self.x, self.y, self.width, self.height, u(5), "all")
        line = Shape().strip(inset(corners, u(0.8)), u(1.4), closed=True, period=u(7))
        lay(group, line, faint(self.look), dashes(4, 3))
        if self.icon:
            size = u(20 if self.look.palette.washes else 16)
            icons.draw(group, self.icon, self.center, size, faint(self.look), self.look.rgba("paper"))
        elif self.name:
            style = "word_bold" if len(self.name) < 3 else "caption"
            write(group, self.look, self.name, style, self.look.rgba("ink2"), self.center, "center")
