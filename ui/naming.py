"""What somebody at the table may be called, so that every screen can show it."""

from __future__ import annotations

import unicodedata
from typing import Final

from ui.locale import _
from ui.signs import signs_of
from ui.theme import Look

LONGEST: Final = 16
"""In letters; a sign of Chinese or Japanese is as wide as two."""


def wide(name: str) -> int:
    """How much room a name takes, in letters.

    >>> wide("Aiko"), wide("愛子"), wide("Mei 美")
    (4, 4, 6)
    """
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in name)


def tidy(name: str) -> str:
    """A name without what nobody sees: spaces round it, two of them in a row."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def why_not(look: Look, name: str) -> str:
    """Why nobody can be called so, in one sentence with the way out; empty where it is a good name."""
    if not name:
        return _("Type a name first, or go back.")
    if wide(name) > LONGEST:
        return _("At most 16 letters, or 8 wide signs.")
    faces = {look.face(style) for style in ("choice", "prompt", "text")}  # a name is written in all of them
    known = [signs_of(face) for face in faces]
    strange = next((one for one in name if not one.isprintable() or any(ord(one) not in of for of in known)), "")
    if strange:
        code = f"U+{ord(strange):04X}"
        return _("No letters here show {code}: leave it out.").format(code=code)
    return ""
