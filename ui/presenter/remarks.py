"""What is said to a touch on a figure that is no choice: from what is asked alone, so that it tells nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.prompts import read
from companion.views import PromptPanel
from ui.locale import _
from ui.ports import PIECES
from ui.presenter.words import FIGURES, seat_name
from ui.spoken import listed


def judged_piece(prompt: PromptPanel | None, piece: str) -> str | None:
    """The pick that a touch on a figure not offered would be, where figures are asked for: for the rule why not."""
    form = "figure" if piece in FIGURES else "patrol" if piece.startswith("p") else "guard"
    forms = {read(choice.id).form for choice in prompt.choices} if prompt is not None else set()
    return f"{form}:{piece}" if form in forms else None


def remark_on(prompt: PromptPanel | None, piece: str, turn_of: Sequence[str]) -> str:
    """Why a figure cannot be taken now, in a few words; or whose turn it is."""
    forms = {read(choice.id).form for choice in prompt.choices} if prompt is not None else set()
    if not forms:
        seats = listed([seat_name(seat) for seat in turn_of])
        return _("Asked now: {seat}").format(seat=seats) if seats else ""
    if not forms & {"zone", *PIECES}:
        return _("First choose below, then the figure")
    return _("{piece} cannot be chosen now").format(piece=seat_name(piece) if piece in FIGURES else piece)
