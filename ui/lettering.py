"""Words as textures, kept and shared: for figures, zone numbers and everything else that is drawn, not laid out."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture

from ui.geometry import Point
from ui.phrases import LETTER, PHRASE, WORD, ends
from ui.theme import RGBA, Look


class _Line(CoreLabel):
    """A line of text, as wide whenever it is measured as it is drawn.

    Kivy hints a font when it first draws with it; signs that were measured before stay as wide as they were unhinted.
    Words came out too narrow for what was drawn, and were cut at their end. So a blank is drawn first.
    """

    def __init__(self, text: str, face: str, size: int, **options: Any) -> None:
        super().__init__(text=text, font_name=face, font_size=size, font_hinting="light", **options)
        self._size = (1, 1)
        self._render_begin()
        self._render_text(" ", 0, 0)


@lru_cache(maxsize=512)
def _texture(text: str, face: str, size: int, colour: RGBA, halo: RGBA | None, halo_width: int) -> Texture:
    options: dict[str, Any] = {}
    if halo is not None:
        options = {"outline_width": halo_width, "outline_color": halo}
    label = _Line(text, face, size, color=colour, **options)
    label.refresh()
    return label.texture


def lettering(look: Look, text: str, style: str, colour: RGBA, halo: RGBA | None = None, scale: float = 1.0) -> Texture:
    """One line of text as a texture, tightly cached. With a halo the letters stand on any ground."""
    size = max(6, round(look.type_size(style) * scale))
    width = max(1, round(look.u(2) * scale)) if halo else 0
    return _texture(text, look.face(style), size, colour, halo, width)


def put(
    group: InstructionGroup, texture: Texture, centre: Point, turned: bool = False, alpha: float = 1.0
) -> Rectangle:
    """Draws a texture with its middle at a point, on whole pixels so that letters stay crisp; or upside down."""
    width, height = texture.size
    group.add(Color(1, 1, 1, alpha))
    where = (round(centre[0] - width / 2), round(centre[1] - height / 2))
    rectangle = Rectangle(texture=texture, pos=where, size=texture.size)
    if turned:
        rectangle.tex_coords = upside_down(texture)
    group.add(rectangle)
    return rectangle


def upside_down(texture: Texture) -> tuple[float, ...]:
    """The texture's corners turned by half a turn: the same letters, no second layout."""
    x0, y0, x1, y1, x2, y2, x3, y3 = texture.tex_coords
    return x2, y2, x3, y3, x0, y0, x1, y1


class Atlas:
    """Many small textures in one, drawn with one mesh."""

    def __init__(self, textures: list[Texture]) -> None:
        width = 1024
        x = y = row = 0
        places: list[tuple[int, int]] = []
        for texture in textures:
            w, h = texture.size
            if x + w + 1 > width:
                x, y, row = 0, y + row + 1, 0
            places.append((x, y))
            x, row = x + w + 1, max(row, h)
        height = 64
        while height < y + row:
            height *= 2
        self.texture = Texture.create(size=(width, height), colorfmt="rgba")
        self.texture.blit_buffer(bytes(width * height * 4), colorfmt="rgba")
        self._size = (width, height)
        self._places: list[tuple[int, int, int, int, bool]] = []
        for texture, (left, low) in zip(textures, places, strict=True):
            w, h = texture.size
            self.texture.blit_buffer(texture.pixels, size=(w, h), pos=(left, low), colorfmt="rgba")
            self._places.append((left, low, w, h, texture.tex_coords[1] > texture.tex_coords[5]))

    def lay(self, group: InstructionGroup, centres: dict[int, Point]) -> None:
        """Draws the textures named by their place in the list, each with its middle at a point."""
        vertices: list[float] = []
        indices: list[int] = []
        width, height = self._size
        for index, (cx, cy) in centres.items():
            left, low, w, h, flipped = self._places[index]
            x, y = round(cx - w / 2), round(cy - h / 2)
            bottom, top = (low + h, low) if flipped else (low, low + h)
            first = len(vertices) // 4
            vertices += (x, y, left / width, bottom / height)
            vertices += (x + w, y, (left + w) / width, bottom / height)
            vertices += (x + w, y + h, (left + w) / width, top / height)
            vertices += (x, y + h, left / width, top / height)
            indices += (first, first + 1, first + 2, first, first + 2, first + 3)
        group.add(Color(1, 1, 1, 1))
        group.add(Mesh(vertices=vertices, indices=indices, mode="triangles", texture=self.texture))


# ---- words that must fit -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _width(text: str, face: str, size: int) -> int:
    return int(_Line(text, face, size).get_extents(text)[0])


def width_of(look: Look, text: str, style: str) -> int:
    """How wide one line of text is, in pixels."""
    return _width(text, look.face(style), look.type_size(style))


def fitting(look: Look, text: str, styles: tuple[str, ...], width: float) -> str:
    """The first style in which the text fits on one line; else the last."""
    return next((style for style in styles if width_of(look, text, style) <= width), styles[-1])


def fitted(look: Look, text: str, styles: tuple[str, ...], width: float, least: float = 0.78) -> tuple[str, float]:
    """The first style in which the text fits on one line, else the last, and how much narrower it is written then."""
    style = fitting(look, text, styles, width)
    return style, max(least, min(1.0, width / max(1, width_of(look, text, style))))


def begun(look: Look, text: str, style: str, width: float, rows: int, last: float) -> list[str]:
    """As many whole sentences as have room in so many lines, else whole clauses, else words.

    last: how much narrower the last line is, where a sign says that there is more to be read.
    """
    for parting in (r"(?<=[.;。；])", r"(?<=[.;。；,、:：，])", r"(?<=[ .;。；,、:：，])"):
        parts = [part for part in re.split(parting, text) if part]
        for most in range(len(parts), 0, -1):
            lines = wrap(look, "".join(parts[:most]).strip(), style, width)
            fits = len(lines) < rows or (len(lines) == rows and width_of(look, lines[-1], style) <= width - last)
            if fits and all(width_of(look, line, style) <= width for line in lines):
                lines[-1] = lines[-1].rstrip(" ,;:、；：，")
                return lines
    return []


def shortened(look: Look, text: str, style: str, width: float) -> str:
    """As many letters of a name as have room, with a stop where some are left out."""
    if width_of(look, text, style) <= width:
        return text
    kept = text
    while kept and width_of(look, kept + ".", style) > width:
        kept = kept[:-1].rstrip()
    return kept + "." if kept else ""


def wrap(look: Look, text: str, style: str, width: float, most: int = 99) -> list[str]:
    """The text in lines no wider than `width`: as few as may be, and each ends as well as that allows.

    What does not fit in `most` lines is cut; nobody can read half a line.
    """
    face, size, japanese = look.face(style), look.type_size(style), look.language == "ja"
    return [line for part in text.split("\n") for line in _lines(part.strip(), face, size, width, japanese)][:most]


@lru_cache(maxsize=2048)
def _lines(text: str, face: str, size: int, width: float, japanese: bool) -> tuple[str, ...]:
    if not text or _width(text, face, size) <= width:
        return (text,)
    good = ends(text, japanese) | {len(text): PHRASE}
    places = list(good)

    def reach(start: int) -> int:
        """Where a line that begins there ends at the latest."""
        first = bisect_right(places, start)
        fits = bisect_right(places, width, first + 1, key=lambda at: _width(text[start:at].rstrip(), face, size))
        return places[fits - 1]

    def count(start: int) -> int:
        """In how many lines the rest finds room."""
        return 0 if start == len(text) else 1 + count(reach(start))

    least, lines, start = count(0), list[str](), 0
    while start < len(text):
        end = reach(start)
        for how in (PHRASE, WORD)[least > 2 :] if end < len(text) else ():  # a long text is not made ragged
            back = max((at for at in places if start < at <= end and good[at] >= how), default=0)
            if back and len(lines) + 1 + count(back) <= least:
                end = back
                break
        alone = len(places) > 2 and end == places[-2] and len(text) - end < 3 and ord(text[end]) > 0x2E80
        if alone and places[-3] > start + 1 and good[places[-3]] >= good[end]:
            end = places[-3]  # one letter does not stand alone
        lines.append(text[start:end].rstrip())
        start = end
    return tuple(lines)


def torn(look: Look, text: str, lines: list[str]) -> bool:
    """Whether one of the lines ends inside a word."""
    good, at = ends(text, look.language == "ja"), 0
    for line in lines[:-1]:
        at = text.index(line, at) + len(line)
        at += len(text[at:]) - len(text[at:].lstrip())
        if good.get(at) == LETTER:
            return True
    return False


def cut_short(look: Look, line: str, room: float, style: str) -> str:
    """A line that goes on where nobody can see it: it is read large."""
    whole = line
    while line and width_of(look, line + "..", style) > room:
        line = line[:-1]
    words, _space, part = line.rpartition(" ")
    if line != whole and words and part and whole[len(line) : len(line) + 1] not in ("", " "):
        line = words  # half a word says nothing
    return line.rstrip(" ,.;、。") + ".."


def risen(look: Look, style: str, scale: float = 1.0) -> float:
    """How far a texture of letters is raised so that they stand in the middle: they hang low in their line."""
    return round(look.type_size(style) * scale * 0.06)


def write(
    group: InstructionGroup, look: Look, text: str, style: str, colour: RGBA, pos: Point, align: str = "left",
    turned: bool = False, scale: float = 1.0,
) -> float:  # fmt: skip
    """One line of text whose middle line runs through `pos`, which is its left, centre or right. Returns its width."""
    if not text:
        return 0.0
    texture = lettering(look, text, style, colour, scale=scale)
    width = texture.size[0]
    shift = {"left": width / 2, "center": 0.0, "right": -width / 2}[align]
    rise = risen(look, style, scale)
    put(group, texture, (pos[0] + shift, pos[1] - rise if turned else pos[1] + rise), turned)
    return float(width)


def write_lines(
    group: InstructionGroup, look: Look, lines: list[str], style: str, colour: RGBA, top_left: Point
) -> float:
    """Lines under each other from a top left corner. Returns the y below the last."""
    step = look.type_size(style) * look.line_height
    x, y = top_left
    for line in lines:
        write(group, look, line, style, colour, (x, y - step / 2))
        y -= step
    return y
