"""The rail of a private window: *Hide*, what is at work, the hand, and the time until the curtain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.views import HandPanel, View
from ui.lettering import width_of, wrap
from ui.locale import _
from ui.presenter import (
    CARDS,
    MAP,
    RailModel,
    Worker,
    hand_of,
    measured,
    measures_below,
    rail_of,
    workers,
)
from ui.screens.page import Page
from ui.widgets.cards import CardSign
from ui.widgets.cloth import HideCorner
from ui.widgets.painted import Painted
from ui.widgets.rail import AlertLanterns, LastWords, PhaseRibbon, RailButton, SideHead, TurnRope
from ui.widgets.tally import Notes, TallyRow

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.screens.own import OwnPage


class Candle(Painted):
    """How much of the time is left before the curtain falls."""

    left = 1.0

    def burn(self, left: float) -> None:
        before, self.left = round(self.width * self.left), left
        if round(self.width * left) != before:  # nothing is drawn anew that looks the same
            self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        self.bar(group, "line", self.x, self.y, self.width, self.height)
        self.bar(group, "ink", self.x, self.y, self.width * max(0.0, min(1.0, self.left)), self.height)


class OwnRail(Page):
    """Built anew for each picture from the parts that its view has."""

    ground_role = "rail"

    def __init__(self, glass: Glass, page: OwnPage) -> None:
        self.page = page
        self.hand: HandPanel | None = None
        self._parts: list[Widget] = []
        super().__init__(glass)
        self.corner = HideCorner(self.look, text=_("Hide"))
        self.corner.bind(on_tap=lambda _: self.glass.hide())
        self.place(self.corner, 0, 0, 160, 66)
        self.time = Notes(self.look)
        self.candle = Candle(self.look)
        self.place(self.candle, 6, 464, 146, 4)

    # ---- showing

    def show(self) -> None:
        view = self.page.view
        for part in self._parts:
            self.drop(part)
        self._parts = []
        self.hand = None
        if view is None:
            return
        rail = rail_of(view, self.page.seat)
        figures = workers(view)
        if figures:
            self._show_figures(view, figures, rail)
        else:
            self._show_side(view, rail)
        self._ways()
        self.tick()

    def _add(self, widget: Any, left: float, top: float, width: float, height: float) -> Any:
        self._parts.append(widget)
        return self.place(widget, left, top, width, height)

    def _ways(self) -> None:
        """Map or cards, and more time."""
        cards = self.page.cards is not None and self.page.cards.cards
        showing = self.page.showing_cards
        wide = 72 if cards else 146
        more = RailButton(self.look, icon="pause", text=_("Stay open"))
        more.bind(on_tap=lambda _: self.glass.stay())
        self._add(more, 6 if not cards else 80, 412, wide, 48)
        if cards:
            other = RailButton(
                self.look, icon="search" if showing else "hand", text=_("Map") if showing else _("Cards")
            )
            other.bind(on_tap=lambda _: self.page.turn_to(MAP if showing else CARDS))
            self._add(other, 6, 412, 72, 48)

    def _show_side(self, view: View, rail: RailModel) -> None:
        head = self._add(SideHead(self.look), 6, 72, 146, 34)
        head.side, head.name = rail.side, rail.name
        rows = measured(view) if not rail.phases else ()
        if rows:
            for at, (row, lit) in enumerate(rows):
                tally = TallyRow(self.look)
                tally.live = False
                tally.label, tally.value, tally.icon = row.label, row.value, row.icon
                tally.done, tally.of, tally.lit = row.done, row.of, lit
                self._add(tally, 6, 110 + 58 * at, 146, 56)
            return
        top = 112
        if rail.phases:
            ribbon = self._add(PhaseRibbon(self.look), 6, top, 146, 26)
            ribbon.phases, ribbon.at, ribbon.side = list(rail.phases), rail.phase_at, rail.side
        self._show_tracks(rail, top + 32)
        below = [row for row in measures_below(view) if row.id != "plays"]
        if below:
            self._note([(row.label, row.value) for row in below], 284, 122)
        else:
            bare = rail.alert is None and rail.turn is None
            at = top + (36 if rail.phases else 4) if bare else 284
            words = self._add(LastWords(self.look), 8, at, 142, 406 - at)
            words.lines = list(rail.words)

    def _show_tracks(self, rail: RailModel, top: float) -> None:
        if rail.alert is not None:
            alert = self._add(AlertLanterns(self.look), 8, top, 144, 72)
            alert.name, alert.word = rail.alert.name, rail.alert.word
            alert.at, alert.of = rail.alert.at, rail.alert.of
        if rail.turn is not None:
            rope = self._add(TurnRope(self.look), 12, top + 76, 136, 50)
            rope.before, rope.at, rope.after, rope.of = rail.turn.before, rail.turn.at, rail.turn.after, rail.turn.of

    def _show_figures(self, view: View, figures: tuple[Worker, ...], rail: RailModel) -> None:
        wanted = self.page.figure or self.page.seat
        chosen = next((figure for figure in figures if figure.id == wanted), figures[0])
        for at, figure in enumerate(figures):
            row = TallyRow(self.look)
            row.framed, row.icon, row.label, row.value = True, figure.id, figure.label, figure.value
            row.lives, row.wounds, row.lit = figure.lives, figure.wounds, figure is chosen
            row.bind(on_tap=lambda _, name=figure.id: self._choose(name))
            self._add(row, 6, 72 + 54 * at, 146, 51)
        top = 74.0 + 54 * len(figures)
        self.hand = hand_of(view, chosen.id)
        kinds = len(self.hand.cards) if self.hand is not None else 0
        notes = [(label, value) for label, value in chosen.notes]
        top = self._note(notes, top, 408 - top - 49 * -(-kinds // 3))
        top = self._hand(top)
        state: list[tuple[str, str]] = []
        if rail.turn is not None:  # the night has begun
            state += [(track.name, track.word) for track in (rail.alert,) if track is not None]
            state.append((rail.turn.before, f"{rail.turn.at} {rail.turn.after}"))
        if top + 19 * len(state) <= 411:  # how late it is, and how loud, where the hand leaves room
            part = self._add(Notes(self.look, style="small"), 8, 411 - 19 * len(state), 144, 19 * len(state))
            part.rows = [[(f"{name} ", False), (word, True)] for name, word in state]

    def _choose(self, figure: str) -> None:
        self.page.figure = figure
        self.page.show()

    def _note(self, notes: list[tuple[str, str]], top: float, room: float) -> float:
        """Small lines, what they say in bold. Returns where they end."""
        rows: list[list[tuple[str, bool]]] = []
        wide = self.look.u(144)
        for label, value in sorted(notes, key=lambda note: len(note[1])):  # the longest is the first to give way
            if label and width_of(self.look, f"{label} ", "small") + width_of(self.look, value, "small_bold") <= wide:
                said = [[(f"{label} ", False), (value, True)]]
            else:
                said = [[(line, False)] for line in wrap(self.look, label, "small", wide)] if label else []
                said += [[(line, True)] for line in wrap(self.look, value, "small_bold", wide)]
            if len(rows) + len(said) <= room // 19:
                rows += said
        part = Notes(self.look, style="small")
        part.rows = rows
        height = 19 * len(part.rows) + 2
        self._add(part, 8, top, 144, height)
        return top + height

    def _hand(self, top: float) -> float:
        """The hand as signs, three in a row. Returns where they end."""
        if self.hand is None:
            return top
        rows = max(0, int((410 - top) // 49))
        for at, face in enumerate(self.hand.cards[: 3 * rows]):
            sign = CardSign(self.look, face)
            sign.bind(on_tap=lambda tapped: self.page.play(tapped.face), on_hold=lambda held: self.page.read(held.face))
            self._add(sign, 6 + 49 * (at % 3), top + 49 * (at // 3), 48, 48)
        return top + 49 * min(rows, -(-len(self.hand.cards) // 3))

    # ---- the time

    def tick(self) -> None:
        left, whole = self.glass.time_left()
        self.candle.burn(left / whole if whole else 0.0)
