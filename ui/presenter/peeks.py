"""What a held finger shows: the name of what lies under it, what would come of it, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.views import PromptChoice, PromptPanel, Sheet
from ui.ports import Ruling
from ui.presenter.words import FIGURES, seat_name


class Peek(NamedTuple):
    """A sentence for the strip, the rules behind it or those of the question, and a few words where there is room."""

    say: str
    rules: tuple[str, ...] = ()
    aside: str = ""


def peek_at(prompt: PromptPanel | None, ids: Sequence[str]) -> Peek | None:
    """What would come of some choices that one touch may mean; None where they are not offered."""
    choices = (*prompt.choices, *prompt.taken) if prompt is not None else ()
    found = [choice for choice in choices if choice.id in ids]
    if not found:
        return None
    first = found[0].then if len(found) == 1 else None
    if first is not None:
        return Peek(first.say, (first.id,))
    return Peek(" / ".join(_said(choice) for choice in found))


def _said(choice: PromptChoice) -> str:
    return f"{choice.say}: {choice.note}" if choice.note else choice.say


def peek_zone(sheet: Sheet, zone: str, ruling: Ruling | None = None) -> Peek:
    """A zone or figure that is not offered: its name; and why not, as soon as that is known."""
    name = sheet.zones[zone].name if zone in sheet.zones else ""
    other = name if name != zone else ""
    zone = seat_name(zone) if zone in FIGURES else zone
    if ruling is None or ruling.accepted:
        return Peek(f"{name} ({zone})" if other else zone)
    return Peek(f"{zone}: {ruling.head or ruling.say}", (ruling.rule,) if ruling.rule else (), other)
