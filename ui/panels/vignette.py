"""A part of the board as a small picture: to be looked at, not touched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.views import Illustration
from ui.panels.board import Board
from ui.panels.plan import Placement
from ui.panels.pointing import Pointing
from ui.theme import Look

ROUND = 46.0
"""How much is shown around the zones that are meant, in sheet units."""
NEAREST = 4.0


class Vignette(Board):
    """The board of an illustration, as near as its zones allow."""

    def __init__(self, look: Look, illustration: Illustration, **kwargs: Any) -> None:
        self.illustration = illustration
        near = bool(illustration.near)
        super().__init__(replace(look, calm=True), numbers=near, figure=23.0 if near else 9.0, **kwargs)
        self.live = False
        board = illustration.board
        assert board is not None
        self.show(board, Pointing(struck=illustration.struck))

    def _placement(self) -> Placement:
        placement = super()._placement()
        sheet, near = self.illustration.board, self.illustration.near
        corners = [corner for zone in near if sheet and zone in sheet.sheet.zones
                   for corner in sheet.sheet.zones[zone].polygon]  # fmt: skip
        if not corners:
            return placement
        left, right = min(x for x, _ in corners) - ROUND, max(x for x, _ in corners) + ROUND
        top, low = min(y for _, y in corners) - ROUND, max(y for _, y in corners) + ROUND
        whole = replace(placement, zoom=1.0).scale
        zoom = min(self.width / (right - left), self.height / (low - top)) / whole
        middle = ((left + right) / 2, (top + low) / 2)
        return replace(placement, zoom=max(1.0, min(NEAREST, zoom)), focus=middle)

    def on_touch_down(self, touch: Any) -> bool:
        return False
