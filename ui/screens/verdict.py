"""The verdict: who won and by which rule, what became of each figure, and the seal that was shown when night began."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.views import EndingPanel, View
from ui.locale import _
from ui.ports import Saved
from ui.presenter import StripModel, TagModel, panel
from ui.presenter.card_tables import Place, card_table_of
from ui.screens.dawn import Dawn
from ui.screens.fates import Counts, FateRow, SealBox
from ui.screens.filling import fill
from ui.screens.page import Page
from ui.screens.standings import Standing
from ui.widgets.strip import Strip

if TYPE_CHECKING:
    from ui.glass import Glass

LOBBY, BOARD, REPLAY, EXPORT, AGAIN = (f"glass:{way}" for way in ("lobby", "board", "replay", "export", "once-more"))

LEAST_ROW = 25.0
"""A player has at least so much room, in u, before anything is counted."""


class VerdictPage(Page):
    """The last screen of a game."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        picture = glass.picture
        assert picture is not None
        view, proof = picture.table, picture.proof
        ending = panel(view, EndingPanel) or EndingPanel(why="", rule="", sides=())
        name, strip = self.room.name, {"small": 72.0, "upright": 152.0}.get(self.room.name, 82.0)
        edge = 8.0 if name == "small" else 16.0
        sky = {"small": 62.0, "upright": self.high * 0.26, "wide": self.high * 0.42}.get(name, self.high * 0.36)
        dawn = self.place(Dawn(self.look, view.result, ending.why, ending.rule, ending.sides), 0, 0, self.wide, sky)
        if dawn.number is not None:
            dawn.number.bind(on_tap=lambda tapped: glass.rules(tapped.rule, glass.verdict))
        low = self.high - strip
        side = {"middle": 250.0, "wide": 300.0}.get(name, 0.0)
        self._left, self._top = edge, sky + (4 if name == "small" else 10)
        self._width = self.wide - 2 * edge - (side + 14 if side else 0)
        self._bottom = low - (4 if name == "small" else 6) - (166 if name == "upright" and proof is not None else 0)
        places = self._standings(glass, view)
        self.board = not places
        if ending.counts:
            self._count(ending, len(places))
        each = min(
            {"wide": 92.0, "upright": 84.0}.get(name, 66.0),
            (self._bottom - self._top + 6) / max(1, len(ending.fates)) - 6,
        )
        for at, fate in enumerate(ending.fates):
            self.place(FateRow(self.look, fate, ending.fates), edge, self._top + (each + 6) * at, self._width, each)
        self._stand(places)
        if proof is not None and name != "small":
            box = SealBox(self.look, proof.unbroken, proof.lines, proof.sealed, proof.say)
            if name == "upright":
                self.place(box, edge, low - 10 - 156, self._width, 156)
            else:
                self.place(box, self.wide - edge - side, self._top, side, low - 8 - self._top)
        self.strip = Strip(self.look, name)
        tags = (
            TagModel(REPLAY, _("Replay the night") if name != "small" else _("Replay"), icon="moon", kind="main"),
            TagModel(EXPORT, _("Export"), icon="export"),
            TagModel(AGAIN, _("Again"), icon="undo"),
            TagModel(BOARD, _("Board") if self.board else _("Table"), icon="eye"),
            TagModel(LOBBY, _("Lobby"), icon="end", kind="quiet"),
        )
        if name != "small":
            self.strip.low, self.strip.tag_height = 14, 54 if name != "upright" else 58
        self.place(self.strip, 0, low, self.wide, strip)
        whole = proof is not None and name == "small"
        kept = _("Unbroken: {count} lines").format(count=proof.lines) if proof and proof.unbroken else _("Broken")
        fill(
            self.strip, StripModel(say=kept if whole else "", aside=proof.sealed if whole and proof else "", tags=tags)
        )
        self.strip.bind(on_choice=lambda _strip, choice: self._taken(choice))

    def _count(self, ending: EndingPanel, players: int) -> None:
        """What can be counted stands at the bottom, where that leaves room for the players."""
        room = self._bottom - self._top
        high = 22.0 if room < 130 else 50.0 if room < 190 else 62.0 if room < 260 else 76.0
        gap = 4 if high < 40 else 8
        if room - high - gap < LEAST_ROW * players:
            return
        self._bottom -= high + gap
        self.place(Counts(self.look, ending.counts), self._left, self._bottom + gap, self._width, high)

    def _taken(self, choice: str) -> None:
        glass = self.glass
        if choice == LOBBY:
            glass.lobby()
        elif choice == AGAIN:
            glass.once_more()
        elif choice in (REPLAY, EXPORT) and glass.bridge is not None:
            table = glass.bridge.table
            glass.replay(Saved(table.saved, table.title, ""), keep=choice == EXPORT)
        else:
            glass.table()

    def _standings(self, glass: Glass, view: View) -> list[Place]:
        """The players of a card game in their order; where there is a board, its figures say how they stand."""
        seats = glass.bridge.table.seats if glass.bridge is not None else ()
        table = card_table_of(view, seats)
        return sorted(table.places, key=lambda place: seats.index(place.owner)) if table is not None else []

    def _stand(self, places: list[Place]) -> None:
        best = max((track.at for place in places for track in place.tracks), default=0)
        step = min(88.0 if self.room.name == "wide" else 72.0, (self._bottom - self._top) / max(1, len(places)))
        gap = 4 if step > LEAST_ROW else 2
        for at, place in enumerate(places):
            won = best > 0 and any(track.at == best for track in place.tracks)
            self.place(Standing(self.look, place, won), self._left, self._top + step * at, self._width, step - gap)
