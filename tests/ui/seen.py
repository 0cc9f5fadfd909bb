"""What somebody sees on a screen, read from what is really drawn: every text with its place; and what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kivy.uix.widget import Widget
from PIL import Image

from ui import lettering, shot
from ui.glass import Glass
from ui.panels.board import Board
from ui.screens.curtain import CurtainPage
from ui.screens.page import Page
from ui.table_window import Loose
from ui.theme import contrast
from ui.widgets.chips import CardChip
from ui.widgets.cloth import ClothFrame, Curtain
from ui.widgets.rail import Banner
from ui.widgets.rule_box import RuleBox
from ui.widgets.seat_head import SeatHead
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag
from ui.widgets.tongues import Tongue
from ui.widgets.touch import Touchable

from .struck import Box, Shape, instructions, shape_of

WHOLE = ("ui.screens.", "ui.card_box", "ui.table_window", "ui.tag_tray")
"""Modules that cut no text."""
LEAST_SIZE = 8.8
"""No letters are smaller, in u."""


class Written(NamedTuple):
    """One line of text on the screen. box: the ink of its letters, not the line that they stand in."""

    text: str
    face: str
    size: int
    colour: tuple[float, ...]
    box: Box
    widget: Widget
    order: int


class Eyes:
    """Remembers what every texture of letters says, and every text that was cut; from when it is made until `close`."""

    def __init__(self) -> None:
        self._texture = lettering._texture
        self._wrap = lettering.wrap
        self.said: dict[int, tuple[Any, str, str, int, tuple[float, ...]]] = {}
        self.cut: list[str] = []
        self._inks: dict[int, tuple[Any, Any]] = {}
        lettering._texture = self._remember  # type: ignore[assignment]
        self._put_everywhere("wrap", self._wrap, self._wrapped)
        self._cut_short = lettering.cut_short
        self._put_everywhere("cut_short", self._cut_short, self._shortened)

    def close(self) -> None:
        lettering._texture = self._texture
        self._put_everywhere("wrap", self._wrapped, self._wrap)
        self._put_everywhere("cut_short", self._shortened, self._cut_short)

    def _put_everywhere(self, what: str, old: Any, new: Any) -> None:
        for name, module in list(sys.modules.items()):
            if name.startswith("ui.") and getattr(module, what, None) == old:
                setattr(module, what, new)

    def _shortened(self, look: Any, text: str, room: float, style: str) -> str:
        said = self._cut_short(look, text, room, style)
        after = text[len(said.rstrip(".")) :][:1]
        if said != text and after.isascii() and after.isalpha():
            self.cut.append(text)  # in the middle of a word
        return said

    def _remember(self, text: str, face: str, size: int, colour: Any, halo: Any, width: int) -> Any:
        texture = self._texture(text, face, size, colour, halo, width)
        self.said[id(texture)] = (texture, text, face, size, colour)
        return texture

    def _wrapped(self, look: Any, text: str, style: str, width: float, most: int = 99) -> list[str]:
        whole = self._wrap(look, text, style, width)
        where = sys._getframe(1).f_globals["__name__"]
        # a page wraps for the place that it has; a leaf of the rules takes the first line apart from the others
        if len(whole) > most and where.startswith(WHOLE) and where != "ui.screens.rule_leaf":
            self.cut.append(text)
        return whole[:most]

    def _ink(self, rectangle: Any) -> Box:
        """Where a line of text has ink, feet and all."""
        texture, (x, y), (width, height) = rectangle.texture, rectangle.pos, rectangle.size
        if id(texture) not in self._inks:
            alpha = Image.frombytes("RGBA", texture.size, texture.pixels).getchannel("A")
            found = alpha.point(lambda value: 255 if value > 90 else 0).getbbox() or (0, 0, 1, 1)
            self._inks[id(texture)] = (texture, found)
        left, first, right, last = self._inks[id(texture)][1]
        corners = rectangle.tex_coords
        high, low = (height - first, height - last) if corners[1] > corners[5] else (last, first)
        if corners[0] > corners[2]:
            left, right = width - right, width - left
        return x + left, y + low, x + right, y + high

    def written(self, glass: Glass) -> list[Written]:
        """Every line of text that is to be seen, in the order in which it is drawn."""
        found: list[Written] = []
        for order, widget in enumerate(drawn(glass)):
            if isinstance(widget, Board):
                continue
            read = (self.read(instruction, widget, order) for instruction in instructions(widget.canvas))
            found += [one for one in read if one is not None]
        return found

    def read(self, instruction: Any, widget: Widget, order: int) -> Written | None:
        """What an instruction writes; None where it draws something else."""
        known = self.said.get(id(instruction.texture)) if instruction.texture is not None else None
        if known is None or known[0] is not instruction.texture:
            return None
        _texture, text, face, size, colour = known
        return Written(text, face, size, colour, self._ink(instruction), widget, order)


def drawn(widget: Widget) -> Iterator[Widget]:
    """Every widget in sight, in the order in which they are drawn."""
    if widget.opacity <= 0:
        return
    yield widget
    for child in reversed(widget.children):
        yield from drawn(child)


def faults(eyes: Eyes, glass: Glass) -> list[str]:
    """All that is wrong on a screen."""
    seen, written = list(drawn(glass)), eyes.written(glass)
    shown = [one for one in written if not _hidden(one, seen)]
    return [
        *_clipped(shown, glass),
        *_over_each_other(shown),
        *_covered(shown, seen),
        *_half_hidden(written, shown, seen),
        *_prompts(seen),
        *_targets(seen, glass),
        *_signs(shown),
        *_small(shown, glass),
        *_struck(eyes, seen, shown),
        *_left_out(shown, seen),
        *_parts(seen, glass),
        *_tags(shown, seen),
        *(f"cut: {text!r}" for text in dict.fromkeys(eyes.cut)),
        *_unreadable(shown, glass),
    ]


def _box(widget: Widget) -> Box:
    return widget.x, widget.y, widget.right, widget.top


def _meet(one: Box, other: Box, by: float = 1.5) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > by and high > by


def _within(one: Box, other: Box, slack: float) -> bool:
    return (
        one[0] >= other[0] - slack
        and one[1] >= other[1] - slack
        and one[2] <= other[2] + slack
        and one[3] <= other[3] + slack
    )


def _above(widget: Widget) -> Iterator[Widget]:
    while isinstance(widget.parent, Widget) and widget.parent is not widget:
        widget = widget.parent
        yield widget


def _hidden(one: Written, seen: list[Widget]) -> bool:
    """Whether a page or curtain lies over it."""
    middle = ((one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2)
    mine = {one.widget, *_above(one.widget)}
    return any(
        isinstance(widget, Page | Curtain) and widget not in mine and widget.collide_point(*middle)
        for widget in seen[one.order + 1 :]
    )


def _clipped(shown: list[Written], glass: Glass) -> Iterator[str]:
    (left, low), (width, height) = glass.screen
    for one in shown:
        if not _within(one.box, (left, low, left + width, low + height), 1.0):
            yield f"off the screen: {one.text!r} on {_name(one.widget)}"
        elif not _within(one.box, _box(one.widget), 0.6 if isinstance(one.widget, Touchable | Strip) else 4.0):
            yield f"out of its place: {one.text!r} on {_name(one.widget)}"


def _over_each_other(shown: list[Written]) -> Iterator[str]:
    for at, one in enumerate(shown):
        for other in shown[at + 1 :]:
            lap = isinstance(one.widget, CardChip) and isinstance(other.widget, CardChip)
            if _meet(one.box, other.box) and not (lap and one.widget is not other.widget):
                yield f"over each other: {one.text!r} ({_name(one.widget)}) and {other.text!r} ({_name(other.widget)})"


def _covered(shown: list[Written], seen: list[Widget]) -> Iterator[str]:
    for one in shown:
        mine = {one.widget, *_above(one.widget)}
        for widget in seen[one.order + 1 :]:
            solid = isinstance(widget, Touchable | Strip) and not isinstance(widget, RuleBox | Board | Tongue)
            lap = isinstance(widget, CardChip) and isinstance(one.widget, CardChip)  # cards of a column may lap
            over = any(isinstance(page, Page) and page not in mine for page in _above(widget))  # a page lies there
            near = -0.5 if isinstance(widget, Tag) else 0.6  # a foot on the edge of a tag is a foot cut off
            if solid and not lap and not over and widget not in mine and _meet(one.box, _box(widget), near):
                yield f"under something: {one.text!r} ({_name(one.widget)}) under {_name(widget)}"


def _half_hidden(written: list[Written], shown: list[Written], seen: list[Widget]) -> Iterator[str]:
    """Words of a strip under the page that lies beside it, while the strip itself is to be seen."""
    for one in written:
        if isinstance(one.widget, Strip) and one not in shown and not _under_a_page(one.widget, seen):
            yield f"hidden: {one.text!r} of a strip"


def _prompts(seen: list[Widget]) -> Iterator[str]:
    """What is to be done now is said in one line, so that it is read at a glance and leaves the board its room."""
    for strip in seen:
        asks = isinstance(strip, Strip) and strip.kind in ("lantern", "plain")
        lost = any(isinstance(page, CurtainPage) for page in _above(strip))  # there it may have to tell what to mend
        if asks and not lost and len(strip._sentence()[1]) > 1:
            yield f"in two lines: {strip.say!r}"


def _targets(seen: list[Widget], glass: Glass) -> Iterator[str]:
    u, (corner, size) = glass.look.u, glass.screen
    screen = (*corner, corner[0] + size[0], corner[1] + size[1])
    live = [w for w in seen if isinstance(w, Touchable) and w.live and not isinstance(w, RuleBox | Board)]
    live += [w for w in seen if isinstance(w, Loose)]
    live = [w for at, w in enumerate(live) if not _under_a_page(w, seen)]
    for at, widget in enumerate(live):
        if min(widget.size) < u(48) - 1:
            yield f"too small to touch: {_name(widget)} {widget.width / u(1):.0f} x {widget.height / u(1):.0f} u"
        if not _within(_box(widget), screen, 1.5):
            yield f"a target off the screen: {_name(widget)}"
        for other in live[at + 1 :]:
            nested = other in _above(widget) or widget in _above(other)
            inside = _within(_box(other), _box(widget), 2.0)  # a tag that lies on a row
            over = any(isinstance(one, Page) and one not in _above(widget) for one in _above(other))
            lap = isinstance(widget, CardChip) and isinstance(other, CardChip)
            if not nested and not inside and not over and not lap and _meet(_box(widget), _box(other), u(2)):
                yield f"targets over each other: {_name(widget)} and {_name(other)}"


def _under_a_page(widget: Widget, seen: list[Widget]) -> bool:
    mine = {widget, *_above(widget)}
    later = seen[seen.index(widget) + 1 :]
    return any(isinstance(one, Page) and one not in mine and one.collide_point(*widget.center) for one in later)


def _touched_by_a_page(widget: Widget, seen: list[Widget]) -> bool:
    mine = {widget, *_above(widget)}
    later = seen[seen.index(widget) + 1 :]
    return any(isinstance(one, Page) and one not in mine and _meet(_box(one), _box(widget)) for one in later)


def _signs(shown: list[Written]) -> Iterator[str]:
    for one in shown:
        missing = {sign for sign in one.text if sign.isprintable() and ord(sign) not in _known(one.face)}
        if missing:
            yield f"no sign in the font: {''.join(sorted(missing))} of {one.text!r}"


@cache
def _known(face: str) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    if not Path(face).is_file():
        return frozenset(range(0x250))
    with TTFont(face, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


def _tags(shown: list[Written], seen: list[Widget]) -> Iterator[str]:
    """Tags whose words do not all stand there, or not well within."""
    for tag in seen:
        if isinstance(tag, Tag) and not _touched_by_a_page(tag, seen):
            left, low, right, top = _box(tag)
            for one in shown:
                if one.widget is tag and not _within(one.box, (left + 2, low + 1, right - 2, top - 1), 0.0):
                    yield f"over the edge of a tag: {one.text!r}"
            lines = [one.text for one in shown if one.widget is tag]
            said = {"".join(each).replace(" ", "") for each in (lines, reversed(lines))}
            for words in (tag.text, tag.note):
                if not any(words.replace(" ", "") in each for each in said):
                    yield f"cut on a tag: {words!r}"
            lines = [one.text for one in shown if one.widget is tag and one.text in tag.text]
            if "".join(lines).replace(" ", "") == tag.text.replace(" ", "") and lettering.torn(
                tag.look, tag.text, lines
            ):
                yield f"a word broken on a tag: {' / '.join(lines)}"


def _small(shown: list[Written], glass: Glass) -> Iterator[str]:
    for one in shown:
        if one.size < glass.look.u(LEAST_SIZE) - 0.5:
            yield f"too small to read: {one.text!r} on {_name(one.widget)}"


def _struck(eyes: Eyes, seen: list[Widget], shown: list[Written]) -> Iterator[str]:
    """Letters over which something is drawn, on the same widget or on one that lies over it."""
    after: list[Shape] = []
    letters = {(one.order, one.text, one.box[0], one.box[1]) for one in shown}
    for order, widget in reversed(list(enumerate(seen))):
        if isinstance(widget, Board):
            continue
        for instruction in reversed(list(instructions(widget.canvas))):
            one = eyes.read(instruction, widget, order)
            if one is not None:
                left, low, right, top = one.box
                ink = (left + 1, low + 2, right - 1, top - 1)
                here = (one.order, one.text, one.box[0], one.box[1]) in letters
                if here and not isinstance(widget, Banner) and any(shape.touches(ink) for shape in after):
                    yield f"struck through: {one.text!r} on {_name(widget)}"
            elif (shape := shape_of(instruction)) is not None:
                after.append(shape)


def _left_out(shown: list[Written], seen: list[Widget]) -> Iterator[str]:
    """Names of cards and what is known of players that do not all stand there."""
    for widget in seen:
        if not isinstance(widget, CardChip | SeatHead) or _touched_by_a_page(widget, seen):
            continue
        said = "".join(one.text for one in shown if one.widget is widget).replace(" ", "")
        head = isinstance(widget, SeatHead) and not getattr(widget, "live", False)  # else a touch on it says all
        words = [one.words for one in widget.known if not one.sign] if head else []
        if isinstance(widget, CardChip) and not widget.pile and not widget.unseen:
            words = [widget.face.name]
        for part in words:
            if part.replace(" ", "") not in said:
                yield f"left out: {part!r} on {_name(widget)}"


def _parts(seen: list[Widget], glass: Glass) -> Iterator[str]:
    open_now = [widget for widget in seen if not _under_a_page(widget, seen)]
    mains = [widget for widget in open_now if isinstance(widget, Tag) and widget.kind == "main"]
    if len(mains) > 1:
        yield f"{len(mains)} lacquer tags: {', '.join(tag.text for tag in mains)}"
    if sum(isinstance(widget, Strip) and widget.kind == "lantern" for widget in open_now) > 1:
        yield "two lantern strips"
    private = glass.page is not None and glass.page.private
    if any(isinstance(widget, ClothFrame) for widget in seen) != private:
        yield "cloth and privacy do not go together"


def _unreadable(shown: list[Written], glass: Glass) -> Iterator[str]:
    texture = shot.drawn(glass)
    rgb = Image.frombytes("RGBA", texture.size, texture.pixels).convert("RGB")  # upside down, as textures are
    for one in shown:
        left, low, right, top = one.box
        if right < 1 or top < 1:
            continue  # off the screen, which is said already
        aside = 3 if right - left < 16 else 0  # of a stroke or two, most pixels are half ink
        crop = rgb.crop(
            (max(0, int(left) - aside), max(0, int(low) - 1), max(int(left) + 2, int(right) + aside), int(top) + 1)
        )
        colours = crop.getcolors(crop.width * crop.height + 1) or [(1, (0, 0, 0))]
        ink = tuple(round(255 * c) for c in one.colour[:3])
        ground = max((n, c) for n, c in colours if _far(c, ink)) if any(_far(c, ink) for _n, c in colours) else None
        if ground is None:
            yield f"cannot be told from its ground: {one.text!r} on {_name(one.widget)}"
            continue
        red, green, blue = (channel / 255 for channel in ground[1])
        ratio = contrast((red, green, blue), (one.colour[0], one.colour[1], one.colour[2]))
        if ratio < 4.5:
            yield f"contrast {ratio:.1f}: {one.text!r} on {_name(one.widget)}"


def _far(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=False)) > 40


def _name(widget: Widget) -> str:
    said = getattr(widget, "choice", "") or getattr(widget, "text", "") or getattr(widget, "name", "")
    return f"{type(widget).__name__} {said}".strip()
