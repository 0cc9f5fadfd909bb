"""What lies in sight, the front first, and by what a widget that was made anew is known again."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.uix.widget import Widget

NAMES = ("choice", "text", "letter", "language", "seat", "game", "rule", "icon", "query")


def lying(root: Widget) -> Iterator[Widget]:
    """Everything in sight, in the order in which it is asked whether a touch is for it."""
    for child in root.children:
        if child.opacity > 0:
            yield from lying(child)
            yield child


def name_of(widget: Widget) -> tuple[str, ...]:
    """By which a widget that was made anew is known again."""
    said = [str(getattr(widget, name, "")) for name in NAMES]
    face = getattr(widget, "face", None)
    return (type(widget).__name__, *said, str(getattr(face, "id", "")), str(getattr(face, "place", "")))
