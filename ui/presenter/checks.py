"""What stands wrong on the table: one figure at a time in the strip and on the board, and how many more there are."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from companion.views import Misplaced, Piece, TableCheckPanel
from ui.locale import _
from ui.presenter.boards import BoardModel
from ui.presenter.strips import StripModel, TagModel
from ui.presenter.words import NEXT_ASTRAY, PLAY_ON, THERE

STATES = ("out_of_place", "waiting")


def check_strip(check: TableCheckPanel, at: int) -> StripModel:
    """The strip of one figure that stands wrong. Its corner is the way on by touch."""
    row, of = check.rows[at], len(check.rows)
    tags = [TagModel(THERE + row.piece, _("It is there now"), icon="tick")]
    if of > 1:
        tags.append(TagModel(NEXT_ASTRAY, _("{at} of {of}").format(at=at + 1, of=of), icon="end"))
    return StripModel(
        say=row.say,
        kind="check",
        case=row.case,
        astray=row,
        tags=tuple(tags),
        undo=PLAY_ON,
        case_room=270.0 if of > 1 else 372.0,
    )


def with_astray(model: BoardModel, row: Misplaced) -> BoardModel:
    """The board with the figure where it was seen; of all that stands wrong it shows this one alone."""
    board = model.panel
    kind = row.figure or next((piece.kind for piece in board.pieces if piece.id == row.piece), "sword")
    pieces = tuple(piece for piece in board.pieces if piece.id != row.piece)
    if row.stands in board.sheet.zones:
        pieces += (Piece(id=row.piece, kind=kind, zone=str(row.stands)),)
    lights = {zone: light for zone, light in board.lights.items() if light not in STATES}
    return replace(model, panel=msgspec.structs.replace(board, pieces=pieces, lights=lights), astray=row)
