"""The picture of a table: everything the glass may draw now, as a value, and what was said last."""

from __future__ import annotations

import msgspec

from companion.views import CardFace, Hint, Illustration, PromptPanel, View
from ui.ports import Narrowing, Proof, Ruling


class Told(msgspec.Struct, frozen=True):
    """What was said last, and to whom: it stands until something else is decided."""

    refusal: Ruling | None = None
    own_refusal: Ruling | None = None
    narrowed: Narrowing | None = None
    own_narrowed: Narrowing | None = None
    own_weighed: Ruling | None = None
    held_up: bool = False
    denied: int = 0


class Own(msgspec.Struct, frozen=True):
    """What stands in the one private window that is open."""

    seat: str
    view: View
    basis: int
    refusal: Ruling | None = None
    narrowed: Narrowing | None = None
    illustration: Illustration | None = None
    hint: Hint | None = None
    weighed: Ruling | None = None


class Begun(msgspec.Struct, frozen=True):
    """A step that was begun in the open, by a piece on the reader or a touch, and is asked about in the open too.

    prompt: the question, with those choices alone that name a figure which all can see; none where it must go on
    behind the curtain. face: the card that lies there.
    """

    prompt: PromptPanel
    face: CardFace | None = None


class Picture(msgspec.Struct, frozen=True):
    """All that the glass may draw now. key: which opening of a private window `own` belongs to.

    refusal: of a public pick; refused: how many of them there were, so that one twice is two. held_up: a public
    pick met a step that was begun behind the curtain. denied: the key of the attempt to look whose PIN was wrong. held:
    how many seals were held to the reader, or tags that are nothing here, and which seat the last of them opens, empty
    for none. laid: how many tags any reader took, whatever they meant. persons: who sits where, as far as there are
    names. programs: the seats that nobody sits in. asked_back: what one side asks to take back, as the first seat that
    must still answer is asked. illustration: of the rule that is read in the open. hint: what explains what all may
    read now.
    """

    table: View
    basis: dict[str, int]
    own: Own | None = None
    key: int = 0
    begun: Begun | None = None
    asked_back: PromptPanel | None = None
    refusal: Ruling | None = None
    refused: int = 0
    narrowed: Narrowing | None = None
    held_up: bool = False
    denied: int = 0
    held: tuple[int, str] = (0, "")
    laid: int = 0
    persons: dict[str, str] = {}
    programs: frozenset[str] = frozenset()
    troubles: tuple[str, ...] = ()
    sealed: str = ""
    proof: Proof | None = None
    illustration: Illustration | None = None
    hint: Hint | None = None


def prompt_of(view: View) -> PromptPanel | None:
    """The strip of a view."""
    return next((panel for panel in view.panels if isinstance(panel, PromptPanel)), None)
