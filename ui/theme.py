"""All constants of look: colours by role, sizes in u, type styles, and which layout a screen gets.

Nothing here needs Kivy. A widget is given a `Look` and asks it for roles, sizes and styles, never for values.

>>> Look().size(48)
48
>>> Look(palette=NIGHT).rgba("paper")
(0.0824, 0.0902, 0.1059, 1.0)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal

from ui.typefaces import DEFAULT_FACES, Faces

RGBA = tuple[float, float, float, float]
Mood = Literal["day", "night", "contrast"]

# role: day, night, high contrast
_ROLES: dict[str, tuple[str, str, str]] = {
    "paper": ("F4ECDB", "15171B", "FFFFFF"),
    "rail": ("E9DEC6", "1C1F25", "FFFFFF"),
    "slip": ("FCF8EE", "282C34", "FFFFFF"),
    "line": ("B9A888", "4A4A48", "000000"),
    "ink": ("1F1B16", "EFE5D0", "000000"),
    "ink2": ("574D41", "B9AE9A", "222222"),
    "lantern": ("FBE2A8", "3B2E17", "FFE9A6"),
    "amber": ("E9A23B", "F0B356", "FFC21A"),
    "amber_ink": ("7E4A06", "F3C06E", "5C3600"),
    "vermilion": ("AE3021", "F2816A", "A80000"),
    "vermilion_wash": ("F6D9CC", "43211B", "FFE1DC"),
    "indigo": ("27406A", "9DBBE8", "002A7A"),
    "pine": ("23634A", "86CDA7", "004D2C"),
    "legal": ("1F6A4C", "86CDA7", "004D2C"),
    "legal_fill": ("BFE3C6", "1F4A36", "B9F0CC"),
    "searched": ("3B4C86", "B3B9F0", "1B2A8A"),
    "lacquer": ("221D18", "F0B356", "000000"),
    "lacquer_text": ("F9EFD9", "1A1408", "FFFFFF"),
    "cloth": ("1B1815", "08090B", "000000"),
    "cloth_text": ("F1E6CF", "EFE5D0", "FFFFFF"),
    "guard": ("27406A", "A9C4EC", "002A7A"),
    "guard_text": ("FFFFFF", "10141C", "FFFFFF"),
    "ninja": ("9A2415", "F2816A", "A80000"),
    "traitor": ("1F1B16", "F5EEDF", "000000"),
    # the board
    "open": ("EFE6CE", "26261F", "FFFFFF"),
    "moat": ("B3CCD6", "152835", "D9EEF8"),
    "bridge": ("D9B98A", "46351F", "F2D9B0"),
    "grounds": ("DCDFBE", "252D22", "FFFFFF"),
    "court": ("EFDFAF", "352E1B", "FFFFFF"),
    "west": ("EBCDB3", "3B2820", "FFFFFF"),
    "east": ("DDCCDD", "30283A", "FFFFFF"),
    "open_mark": ("DDD1B0", "37372D", "FFFFFF"),
    "moat_mark": ("93B7C6", "27506A", "8FC0DA"),
    "bridge_mark": ("BA9660", "6B5434", "A9803F"),
    "grounds_mark": ("BCC594", "47543F", "8A8A8A"),
    "court_mark": ("D8C283", "5B4C2B", "9A9A9A"),
    "west_mark": ("DDB797", "573D2D", "A8A8A8"),
    "east_mark": ("C8B3C9", "473D54", "A0A0A0"),
    "border": ("8A7350", "8B7A58", "000000"),
    "water_border": ("3F7496", "3E7396", "003A5C"),
    "wall": ("2A2621", "0B0B0C", "000000"),
    "stone": ("8B857B", "A39A8A", "FFFFFF"),
    "gate_post": ("2A2621", "0B0B0C", "000000"),
    "track": ("A03B22", "E0795C", "A80000"),
    "track_case": ("F6F1DE", "14130F", "FFFFFF"),
    "roof": ("F3C766", "F0B356", "FFC21A"),
    "halo": ("FBF6E9", "0F1013", "FFFFFF"),
    "zone_ink": ("1F1B16", "EFE5D0", "000000"),
    "moat_ink": ("1F2F3A", "CFE0EC", "00263F"),
    "white": ("FFFFFF", "FFFFFF", "FFFFFF"),
    # the banners of the sides, and what is written on them
    "banner_guards": ("27406A", "9DBBE8", "002A7A"),
    "banner_guards_text": ("FCF8EE", "10141C", "FFFFFF"),
    "banner_intruders": ("AE3021", "F2816A", "A80000"),
    "banner_intruders_text": ("FCF8EE", "10141C", "FFFFFF"),
    "banner_traitor": ("1F1B16", "EFE5D0", "000000"),
    "banner_traitor_text": ("FCF8EE", "15171B", "FFFFFF"),
    # the banners of seats that have no side of their own: the first player, the second, and so on
    "banner_seat1": ("27406A", "9DBBE8", "002A7A"),
    "banner_seat1_text": ("FCF8EE", "10141C", "FFFFFF"),
    "banner_seat2": ("AE3021", "F2816A", "A80000"),
    "banner_seat2_text": ("FCF8EE", "10141C", "FFFFFF"),
    "banner_seat3": ("23634A", "86CDA7", "004D2C"),
    "banner_seat3_text": ("FCF8EE", "10141C", "FFFFFF"),
    "banner_seat4": ("7E4A06", "F3C06E", "5C3600"),
    "banner_seat4_text": ("FCF8EE", "10141C", "FFFFFF"),
    "banner_seat5": ("5A3566", "CDA6DB", "3D0F4D"),
    "banner_seat5_text": ("FCF8EE", "10141C", "FFFFFF"),
    "curtain_seat1": ("27406A", "1B2C4A", "002A7A"),
    "curtain_seat2": ("AE3021", "5E1D14", "A80000"),
    "curtain_seat3": ("23634A", "14402E", "004D2C"),
    "curtain_seat4": ("7E4A06", "4A2C08", "5C3600"),
    "curtain_seat5": ("5A3566", "3A2244", "3D0F4D"),
    "curtain_intruders": ("AE3021", "5E1D14", "A80000"),
    "curtain_guards": ("27406A", "1B2C4A", "002A7A"),
    "curtain_rod": ("D9B98A", "6B5434", "FFFFFF"),
    "rod_edge": ("7A5C30", "2C2114", "000000"),
}

Fourth = tuple[float, float, float]


def channels(code: str) -> Fourth:
    """The red, green and blue of six hexadecimal digits, each 0 to 1."""
    red, green, blue = (round(int(code[at : at + 2], 16) / 255, 4) for at in (0, 2, 4))
    return red, green, blue


@dataclass(frozen=True)
class Palette:
    """One mood of the screen. `washes`: whether quiet fills are drawn; high contrast leaves only the patterns."""

    mood: Mood
    roles: MappingProxyType[str, Fourth]
    washes: bool = True

    def __getitem__(self, role: str) -> Fourth:
        return self.roles[role]


def _palette(mood: Mood, column: int, washes: bool) -> Palette:
    return Palette(mood, MappingProxyType({role: channels(row[column]) for role, row in _ROLES.items()}), washes)


DAY = _palette("day", 0, True)
NIGHT = _palette("night", 1, True)
CONTRAST = _palette("contrast", 2, False)
PALETTES: MappingProxyType[Mood, Palette] = MappingProxyType({"day": DAY, "night": NIGHT, "contrast": CONTRAST})


def contrast(one: Fourth, other: Fourth) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2)."""

    def light(colour: Fourth) -> float:
        lin = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * lin[0] + 0.7152 * lin[1] + 0.0722 * lin[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# ---- type ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """A type style: family and weight as `Faces` knows them, the size in u."""

    face: Literal["serif", "medium", "bold"]
    size: float


STYLES: MappingProxyType[str, Style] = MappingProxyType(
    {
        "banner": Style("serif", 27),
        "curtain": Style("serif", 36),
        "title": Style("serif", 32),
        "prompt": Style("serif", 24),
        "prompt_long": Style("serif", 20),
        "prompt_small": Style("serif", 17),
        "head": Style("serif", 22),
        "card_head": Style("serif", 17),
        "choice": Style("bold", 18),
        "choice_small": Style("bold", 16),
        "zone_choice": Style("bold", 20),
        "text": Style("medium", 16),
        "text_bold": Style("bold", 16),
        "small": Style("medium", 15),
        "small_bold": Style("bold", 15),
        "caption": Style("bold", 13),
        "word": Style("medium", 18),
        "word_bold": Style("bold", 18),
        "count": Style("bold", 25),
        "rule": Style("bold", 14),
        "zone": Style("bold", 13),
        "zone_moat": Style("medium", 11.5),
        "note": Style("medium", 14),
        "note_small": Style("medium", 13),
        "tiny": Style("bold", 11.5),  # a long name on a narrow card, which is held to be read large
        "figure": Style("bold", 16),
        "figure_small": Style("bold", 13),
        "path": Style("serif", 18),
        "letter": Style("serif", 15),
        "letter_small": Style("serif", 13),  # a sentence that stays one line, however small the screen
    }
)

LINE_HEIGHT = MappingProxyType({"en": 1.25, "zh_Hans": 1.3, "zh_Hant": 1.3, "ja": 1.3})
LEAST_TARGET = 48
BOTH = "both"
"""The side of a banner that is not one side's: half in the colour of each."""
ALL = "all"
"""The side of a banner that is several players', who have no sides."""


# ---- layout --------------------------------------------------------------------------------------------------

LayoutName = Literal["small", "middle", "wide", "upright"]
Size = tuple[float, float]
Place = tuple[float, float, float, float]
"""Left, top, width and height, in u from the upper left corner."""
LEAST_ROOM: Final = {"lying": (352.0, 236.0), "upright": (352.0, 600.0)}
"""However large one wants letters: below this much room there is none to lay a screen out in."""


@dataclass(frozen=True)
class Room:
    """How a screen is divided, all in u. The board gets what rail and strip leave.

    mirrored: for the left hand, the rail at the left. figure: how large one is on the board.
    """

    name: LayoutName
    width: float
    height: float
    rail: float
    strip: float
    shows_log: bool
    figure: float
    mirrored: bool = False

    @property
    def board(self) -> Size:
        return self.width - self.rail, self.height - self.strip

    @property
    def narrow(self) -> bool:
        """Whether the rail has room for signs only, and what it says in words lies behind it."""
        return self.rail < 120

    def board_place(self, cloth: float = 0.0) -> Place:
        """Where the board lies. cloth: how wide a frame lies round everything."""
        wide, high = self.board
        return (self.rail if self.mirrored else cloth), cloth, wide - cloth, high - cloth - self._spared(cloth)

    def _spared(self, cloth: float) -> float:
        """What the board leaves to the strip beside its own room: a low strip has none to give to the cloth."""
        return cloth if self.name == "small" else 0.0

    def strip_place(self, cloth: float = 0.0) -> Place:
        """Where the strip lies: under the board, or where the screen stands upright under the rail too."""
        wide = self.width - 2 * cloth if self.name == "upright" else self.width - self.rail - cloth
        left = self.rail if self.mirrored and self.name != "upright" else cloth
        high = self.strip + self._spared(cloth)
        return left, self.height - high, wide, high - cloth

    def rail_place(self) -> Place:
        high = self.height - (self.strip if self.name == "upright" else 0.0)
        return (0.0 if self.mirrored else self.width - self.rail), 0.0, self.rail, high


def room_for(width: float, height: float, left_hand: bool = False) -> Room:
    """The layout for a screen of so many u. The room decides, not the pixels.

    >>> room_for(800, 480).name, room_for(800, 480).board
    ('middle', (640, 384))
    >>> room_for(456, 811).name, room_for(381, 254).name, room_for(1164, 655).name
    ('upright', 'small', 'wide')
    >>> room_for(800, 480).board_place(), room_for(800, 480, left_hand=True).board_place()
    ((0.0, 0.0, 640.0, 384.0), (160, 0.0, 640.0, 384.0))
    """
    if height > width:
        return Room("upright", width, height, 90, 201, False, 23, left_hand)
    if width < 560:
        return Room("small", width, height, 68, 73, False, 18, left_hand)
    if width >= 1000:
        return Room("wide", width, height, 264, 115, True, 30, left_hand)
    return Room("middle", width, height, 160, 96, width >= 760, 23, left_hand)


PANELS: Final = {
    (480, 320): 1.26,
    (800, 480): 1.0,
    (1024, 600): 1.28,
    (1280, 720): 1.1,
    (1280, 800): 1.1,
    (720, 1280): 1.58,
    (800, 1280): 1.58,
    (480, 800): 1.0,
    (600, 1024): 1.28,
}
"""Pixels of one u on the screens that stand on tables, as they are usually sold."""


def factor_for(width: float, height: float, larger: float = 1.0) -> float:
    """How many pixels one u is in a window. larger: what the settings want it multiplied by.

    A panel of a known size has letters as large as on the 7-inch one. Any other window is a desktop's: it becomes the
    wide layout where that finds room, else the middle one, and grows with the window.

    >>> factor_for(800, 480), factor_for(1024, 600), factor_for(1600, 960), factor_for(800, 480, 1.25)
    (1.0, 1.28, 1.37, 1.25)
    """
    lying = width >= height
    known = PANELS.get((round(width), round(height)))
    if known is None and not lying:
        known = min(width / 456, height / 811)
    elif known is None:
        whole = min(width / 1164, height / 655)
        known = whole if whole >= 1 else min(width / 800, height / 480)
        known = min(width / 640, height / 384) if known < 0.9 else known
        known = min(width / 381, height / 254) if known < 0.9 else known
    least = LEAST_ROOM["lying" if lying else "upright"]
    return round(min(known * larger, width / least[0], height / least[1]), 2)


# ---- what a widget is given ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """How everything on one screen looks: a palette, one factor from u to pixels, the faces of one language."""

    palette: Palette = DAY
    factor: float = 1.0
    language: str = "en"
    faces: Faces = field(default=DEFAULT_FACES)
    left_hand: bool = False
    calm: bool = False

    def u(self, n: float) -> float:
        """n u in pixels."""
        return n * self.factor

    def size(self, n: float) -> int:
        """n u in whole pixels, for text and hairlines."""
        return max(1, round(n * self.factor))

    def rgba(self, role: str, alpha: float = 1.0) -> RGBA:
        """The colour of a role."""
        return (*self.palette[role], alpha)

    def face(self, style: str) -> str:
        """The font file of a style."""
        return getattr(self.faces, STYLES[style].face)

    def type_size(self, style: str) -> int:
        """The size of a style in pixels."""
        return self.size(STYLES[style].size)

    @property
    def line_height(self) -> float:
        return LINE_HEIGHT.get(self.language, 1.3)

    def room(self, width: float, height: float) -> Room:
        """The layout for a window of so many pixels."""
        return room_for(width / self.factor, height / self.factor, self.left_hand)

    def with_mood(self, mood: Mood) -> Look:
        return replace(self, palette=PALETTES[mood])
