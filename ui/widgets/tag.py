"""A choice: a wooden tag lying on its side, two corners cut, a hole for the cord."""

from __future__ import annotations

from math import pi, sin
from typing import Any, Protocol

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from ui import icons
from ui.geometry import Shape, inset
from ui.ink import dashes, lay
from ui.lettering import fitting, torn, width_of, wrap, write
from ui.motion.moves import MOVES, even
from ui.phrases import LETTER, ends
from ui.theme import LEAST_TARGET, Look
from ui.widgets.painted import Painted, cut_corners
from ui.widgets.touch import Touchable

# kind: fill, edge, edge width in u, text, second text
_KINDS: dict[str, tuple[str | None, str, float, str, str]] = {
    "plain": ("slip", "ink", 1.6, "ink", "ink2"),
    "main": ("lacquer", "lacquer", 1.6, "lacquer_text", "lacquer_text"),
    "place": ("legal_fill", "legal", 3.0, "ink", "ink"),
    "not_now": (None, "line", 1.6, "ink2", "ink2"),
    "taken": ("lantern", "amber_ink", 2.4, "ink", "ink2"),
    "refused": ("slip", "vermilion", 2.4, "vermilion", "ink2"),
    "quiet": (None, "ink2", 1.4, "ink", "ink2"),
}


EDGE = 6.0
"""How wide the amber edge of a lacquer tag is, in u."""


class Worded(Protocol):
    """What stands on a tag."""

    @property
    def text(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def icon(self) -> str: ...
    @property
    def zone(self) -> str: ...
    @property
    def badge(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def kind(self) -> str: ...


def wish(look: Look, words: Worded, upright: bool = False) -> float:
    """The width that a tag with these words would like, in pixels."""
    u = look.u
    if upright:
        beside = u(26) + width_of(look, words.value, "text_bold") if words.value else 0.0
        return max(u(52), width_of(look, words.text, "caption") + u(10), beside + u(12)) + _edge(look, words)
    if words.badge and not words.text:
        return u(64) if not words.zone else u(46) + width_of(look, words.zone, "choice_small")
    width = u(18 + 16)
    width += u(34) if words.icon or words.badge else 0
    width += u(22) + width_of(look, words.zone, "zone_choice") if words.zone else 0
    longest = max((words.text.split() or [""]) if words.zone else [words.text], key=len)
    width += max(width_of(look, longest, "choice_small" if words.zone else "choice"),
                 width_of(look, words.note, "small"))  # fmt: skip
    return width + (width_of(look, words.value, "choice") + u(18) if words.value else 0)


def _edge(look: Look, words: Worded) -> float:
    """How wide the amber edge at the right is, which no words may reach."""
    return look.u(EDGE) if words.kind == "main" else 0.0


def needs(look: Look, words: Worded, upright: bool = False, noted: bool = False) -> float:
    """The width under which these words would run out of a tag, in pixels. noted: its note too."""
    u = look.u
    if upright:
        beside = u(26 + 12) + width_of(look, words.value, "text_bold") if words.value else 0.0
        return max(u(48), width_of(look, words.text, "caption") + u(5), beside) + _edge(look, words)
    if words.badge and not words.text:
        return wish(look, words, upright)
    width = u(18 + 12) + (u(33) if words.icon or words.badge else 0)
    width += u(16) + width_of(look, words.zone, "zone_choice") if words.zone else 0
    width += width_of(look, words.value, "choice") + u(10) if words.value else 0
    longest = in_two(look, words.text, "choice_small")
    if noted and words.note:
        longest = max(longest, width_of(look, words.note, "small"), width_of(look, words.text, "small_bold"))
    return max(u(52), width + longest)


def in_two(look: Look, text: str, style: str) -> int:
    """How wide a text is at least in two lines, in pixels."""
    whole, good = width_of(look, text, style), ends(text, look.language == "ja")
    best = max(good.values(), default=LETTER)
    if best == LETTER or (" " not in text and len(text) < 5):
        return whole  # one word
    halves = [(text[:at].rstrip(), text[at:]) for at, how in good.items() if how == best]
    return min((max(width_of(look, half, style) for half in pair) for pair in halves), default=whole)


class Tag(Touchable, Painted):
    """One choice. `on_tap` when it is taken.

    kind: `plain`, `main` (at most one a screen), `place`, `not_now` (the note says why; it cannot be tapped),
    `taken`, `refused` (after a refusal only), `quiet`. zone: a zone's number, written large before its name.
    badge: the number of a figure or of the order, on a disc. value: a count at the right end. upright: icon over text.
    """

    text = StringProperty("")
    note = StringProperty("")
    icon = StringProperty("")
    zone = StringProperty("")
    badge = StringProperty("")
    badge_role = StringProperty("guard")
    value = StringProperty("")
    kind = OptionProperty("plain", options=list(_KINDS))
    upright = BooleanProperty(False)
    shake = NumericProperty(0.0)

    def __init__(self, look: Look, choice: str = "", **kwargs: Any) -> None:
        self.choice = choice
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (look.u(160), look.u(LEAST_TARGET)))
        super().__init__(look=look, **kwargs)
        names = ("text", "note", "icon", "zone", "badge", "badge_role", "value", "kind", "pressed", "upright", "shake")
        self.bind(**dict.fromkeys(names, self.repaint))
        self.bind(kind=self._settle)
        self._settle()

    def _settle(self, *_: Any) -> None:
        self.live = self.kind != "not_now"

    @property
    def compact(self) -> bool:
        """Whether it is too short a tag for a hole: a badge and a zone, four corners cut."""
        return bool(self.badge) and not self.text

    def natural_width(self) -> float:
        """The width it would like, in pixels."""
        return wish(self.look, self, self.upright)

    def least_width(self, noted: bool = False) -> float:
        """The width under which its words would run out of it, in pixels. noted: its note too."""
        return needs(self.look, self, self.upright, noted)

    def shake_once(self) -> None:
        """Says no: the tag that was touched shakes once, one way and the other."""
        MOVES.begin(self, "refusal", self._shake, still=self.look.calm, ease=even)

    def _shake(self, t: float) -> None:
        self.shake = sin(2 * pi * t) if t < 1.0 else 0.0

    def on_touch_down(self, touch: Any) -> bool:
        if self.kind == "not_now" and self.collide_point(*touch.pos):
            self.shake_once()
        return bool(super().on_touch_down(touch))

    # ---- drawing

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        fill, edge, width, ink, second = _KINDS[self.kind]
        if self.pressed and self.kind in ("plain", "quiet"):
            fill = "lantern"
        x, y = self.x + u(4) * self.shake, self.y
        cut = u(10)
        which = "all" if self.compact else "left"
        corners = cut_corners(x, y, self.width, self.height, u(8) if self.upright else cut, which)
        if fill:
            lay(group, Shape().blob(corners), look.rgba(fill))
        if self.kind == "main":
            self.bar(group, "amber", x + self.width - u(EDGE), y, u(EDGE), self.height)
        elif self.kind == "not_now":
            line = Shape().strip(inset(corners, u(width) / 2), u(width), closed=True, period=u(7))
            lay(group, line, look.rgba(edge), dashes(4, 3))
        else:
            line = Shape().strip(inset(corners, u(width) / 2), u(width), closed=True)
            lay(group, line, look.rgba(edge))
        if self.upright:
            self._paint_upright(group, x, ink)
        elif self.compact:
            self._paint_compact(group, x, ink)
        else:
            self._hole(group, x, ink if self.kind != "place" else "legal", edge)
            self._paint_flat(group, x, ink, second)

    def _hole(self, group: InstructionGroup, x: float, ink: str, edge: str) -> None:
        u, centre = self.look.u, (x + self.look.u(8.5), self.center_y)
        if self.kind == "main":
            lay(group, Shape().disc(centre, u(3.4)), self.look.rgba("lacquer_text"))
        else:
            lay(group, Shape().ring(centre, u(2.7), u(1.3)), self.look.rgba(edge if self.kind == "not_now" else ink))

    def _paint_upright(self, group: InstructionGroup, x: float, ink: str) -> None:
        look, u, width = self.look, self.look.u, self.width - _edge(self.look, self)
        middle = x + width / 2
        words = (self.text.split() or [""]) if " " in self.text else [self.text]
        style = fitting(look, max(words, key=len), ("caption", "tiny"), width - u(5))
        if width_of(look, self.text, style) > width - u(9) >= width_of(look, self.text, "tiny"):
            style = "tiny"  # rather smaller than from edge to edge
        lines = wrap(look, self.text, style, width - u(5), 2)
        if self.icon and len(lines) == 1:
            aside = (width_of(look, self.value, "text_bold") + u(3)) / 2 if self.value else 0.0
            where = (middle - aside, self.y + self.height * 0.63)
            icons.draw(group, self.icon, where, u(23), look.rgba(ink), self._under())
            where = (middle - aside + u(16), where[1])
            write(group, look, self.value, "text_bold", look.rgba(ink), where)
            write(group, look, lines[0], style, look.rgba(ink), (middle, self.y + u(12)), "center")
            return
        if self.icon:
            icons.draw(group, self.icon, (middle, self.y + self.height * 0.8), u(14), look.rgba(ink), self._under())
        for at, line in enumerate(reversed(lines)):
            y = self.y + u(10 + 12.5 * at) if self.icon else self.center_y + u(8) * (1 - len(lines) + 2 * at)
            write(group, look, line, style, look.rgba(ink), (middle, y), "center")

    def _paint_compact(self, group: InstructionGroup, x: float, ink: str) -> None:
        u = self.look.u
        where = x + u(19) if self.zone else x + self.width / 2
        self._disc(group, (where, self.center_y))
        room = self.width - u(42)
        style = fitting(self.look, self.zone, ("choice", "choice_small", "rule", "caption"), room)
        write(group, self.look, self.zone, style, self.look.rgba(ink), (x + u(36), self.center_y))

    def _disc(self, group: InstructionGroup, centre: tuple[float, float]) -> None:
        look, dark = self.look, self.badge_role
        lay(group, Shape().disc(centre, look.u(13)), look.rgba(dark))
        text = "guard_text" if dark == "guard" else "paper"
        write(group, look, self.badge, "figure", look.rgba(text), centre, "center")

    def _paint_flat(self, group: InstructionGroup, x: float, ink: str, second: str) -> None:
        look, u, middle = self.look, self.look.u, self.center_y
        at, right = x + u(19), x + self.width - u(10 if self.kind != "main" else 13)
        if self.value:
            right -= write(group, look, self.value, "choice", look.rgba(ink), (right, middle), "right") + u(10)
        if self.icon:
            wide = u(24) * max(1.0, icons.width_of(self.icon))
            icons.draw(group, self.icon, (at + wide / 2, middle), u(24), look.rgba(ink), self._under())
            at += wide + u(9)
        elif self.badge:
            self._disc(group, (at + u(12), middle))
            at += u(34)
        if self.zone:
            at += write(group, look, self.zone, "zone_choice", look.rgba(ink), (at, middle)) + u(8)
            self.bar(group, "legal" if self.kind == "place" else "line", at, self.y + u(8), u(1), self.height - u(16))
            at += u(8)
        self._words(group, at, right - at, ink, second)

    def _under(self) -> tuple[float, float, float, float]:
        return self.look.rgba(_KINDS[self.kind][0] or "paper")

    def _words(self, group: InstructionGroup, at: float, room: float, ink: str, second: str) -> None:
        look, u, middle = self.look, self.look.u, self.center_y
        if self.note:
            style = fitting(look, self.text, ("choice", "choice_small", "small_bold"), room)
            write(group, look, self.text, style, look.rgba(ink), (at, middle + u(9)))
            note = wrap(look, self.note, "small", room, 1)[0]
            write(group, look, note, "small", look.rgba(second), (at, middle - u(11)))
            return
        style, lines = self._lines(room)
        step = u(18)
        for i, line in enumerate(lines):
            y = middle + step * ((len(lines) - 1) / 2 - i)
            write(group, look, line, style, look.rgba(ink), (at, y))

    def _lines(self, room: float) -> tuple[str, list[str]]:
        """The words in one line or two, written smaller rather than with a word broken."""
        look, text = self.look, self.text
        first = fitting(look, text, ("choice", "choice_small") if not self.zone else ("choice_small",), room)
        wrapped = {style: wrap(look, text, style, room) for style in (first, "small_bold", "caption")}
        for broken in (False, True):
            for style, lines in wrapped.items():
                fits = len(lines) <= 2 and all(width_of(look, line, style) <= room for line in lines)
                if fits and (broken or not torn(look, text, lines)):
                    even = wrap(look, text, style, in_two(look, text, style))  # neither line much the longer
                    return style, even if len(even) == len(lines) else lines
        return "caption", wrapped["caption"][:2]
