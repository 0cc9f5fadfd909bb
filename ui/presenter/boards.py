"""The board of a view, and what a touch on it may mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.prompts import read
from companion.views import BoardPanel, Misplaced, PromptPanel, View
from ui.ports import PIECES, Narrowing, Ruling
from ui.presenter.strips import offered
from ui.presenter.words import panel


@dataclass(frozen=True)
class BoardModel:
    """The board and what may be touched on it. zones, pieces: the choices that a touch there may mean.

    struck, refused: the wall that a refused pick ran against, and the zone that it was about. taken: zones that are
    chosen already, with their number in the order. astray: a figure that stands wrong. leads: the pieces that are led
    zone by zone once they are taken. light: whether nobody else learns which zone is taken.
    """

    panel: BoardPanel
    zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    struck: tuple[str, str] | None = None
    refused: str = ""
    taken: dict[str, str] = field(default_factory=dict)
    astray: Misplaced | None = None
    leads: frozenset[str] = frozenset()
    light: bool = False

    @property
    def choosable(self) -> frozenset[str]:
        return frozenset(self.zones)


def board_of(
    view: View, ruling: Ruling | None = None, narrowed: Narrowing | None = None, asked: PromptPanel | None = None
) -> BoardModel | None:
    """The board of a view with the choices of its prompt on it. asked: another prompt instead."""
    board, prompt = panel(view, BoardPanel), asked or panel(view, PromptPanel)
    if board is None:
        return None
    zones: dict[str, list[str]] = {}
    pieces: dict[str, str] = {}
    choices = offered(prompt, narrowed) if prompt is not None else ()
    for choice in choices:
        pick = read(choice.id)
        if pick.form in PIECES:
            pieces[pick.what] = choice.id
        elif choice.zone is not None:
            zones.setdefault(choice.zone, []).append(choice.id)
    taken = {zone: mark.text for mark in board.marks if mark.kind == "declared" for zone in mark.zones}
    return BoardModel(
        board,
        {zone: tuple(ids) for zone, ids in zones.items()},
        pieces,
        _struck(board, ruling),
        _refused(board, ruling),
        taken,
        leads=frozenset(read(choice.id).what for choice in choices if choice.leads),
        light=all(choice.private for choice in choices if choice.zone is not None),
    )


def _struck(board: BoardPanel, ruling: Ruling | None) -> tuple[str, str] | None:
    """The wall that a refused pick ran against."""
    if ruling is None:
        return None
    pair = (ruling.case.get("here", ""), ruling.case.get("zone", ""))
    return pair if pair in board.sheet.walls or pair[::-1] in board.sheet.walls else None


def _refused(board: BoardPanel, ruling: Ruling | None) -> str:
    """The zone that a refused pick was about, wherever it lies."""
    if ruling is None:
        return ""
    named = (ruling.case.get("zone", ""), read(ruling.choice).what)
    return next((zone for zone in named if zone in board.sheet.zones), "")


def judged(view: View, zone: str) -> str | None:
    """The pick that a touch on a zone not offered would be, where zones are asked for: for the rule why not."""
    prompt = panel(view, PromptPanel)
    if prompt is None or not prompt.choices:
        return None
    asks = prompt.way or any(read(choice.id).form == "zone" for choice in prompt.choices)
    return f"zone:{zone}" if asks else None  # who is led zone by zone may have come to where he must stop
