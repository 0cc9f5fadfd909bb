"""The rail of a private window: *Hide*, what is at work, the hand, and the time until the curtain."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup

from companion.views import CardFace, HandPanel, PromptPanel, RuleLine, View
from ui.lettering import fitting, width_of, wrap, write
from ui.locale import NAMES, _
from ui.presenter import (
    CARDS,
    MAP,
    RailModel,
    Worker,
    hand_of,
    measured,
    measures_below,
    panel,
    rail_of,
    workers,
)
from ui.screens.laying import Column, Parts
from ui.screens.page import Page, Words
from ui.theme import STYLES, Look, Size
from ui.widgets.cards import CardSign
from ui.widgets.cloth import HideCorner
from ui.widgets.narrow import Lanterns, SideSign, TurnBar, WorkerSign
from ui.widgets.painted import Painted
from ui.widgets.rail import AlertLanterns, LastWords, PhaseRibbon, RailButton, SideHead, TurnRope
from ui.widgets.tally import Explained, Hairline, NoiseSteps, Notes, TallyRow

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.screens.own import OwnPage


MORE_ROOM = 60.0
"""Under what is said of the reader there is room for more from this on, in u."""
CLOSING = 38.0
"""So much of the rail it takes to say when the curtain falls, in u."""
LINE = 19.5
"""How high a line of notes is, in u."""


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


class Closing(Painted):
    """When the curtain falls by itself. Drawn anew once a second, and nothing else with it."""

    seconds = -1

    def count(self, left: float) -> None:
        if (seconds := ceil(left)) != self.seconds:
            self.seconds = seconds
            self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        look, u, middle = self.look, self.look.u, self.y + self.height * 0.45
        self.bar(group, "line", self.x, self.top - u(1), self.width, u(1))
        ink = look.rgba("ink")
        clock = f"{self.seconds // 60}:{self.seconds % 60:02}"
        wide = write(group, look, clock, "head", ink, (self.right - u(4), middle), "right")
        style = fitting(look, _("Closes in"), ("text", "small", "caption"), self.width - wide - u(12))
        write(group, look, _("Closes in"), style, look.rgba("ink2"), (self.x + u(2), middle))


class OwnRail(Page):
    """The parts that a view has. Those that the next one has too stay, and say what it says."""

    ground_role = "rail"

    def __init__(self, glass: Glass, page: OwnPage, extent: Size) -> None:
        self.page = page
        self.hand: HandPanel | None = None
        self.parts = Parts(self)
        super().__init__(glass, extent)
        narrow, upright = self.room.narrow, self.room.name == "upright"
        self.corner = HideCorner(self.look, text=_("Hide"))
        self.corner.bind(on_tap=lambda _: self.glass.hide())
        self.place(self.corner, 0, 0, self.wide, 58 if narrow else 66)
        # the cloth lies round the outer side; the board at the inner one
        self.left = 11.0 if self.room.mirrored else 4.0 if narrow else 6.0
        self.width_of_parts = self.wide - 4 - 11 if narrow else self.wide - 14
        self.low = self.high - (4 if upright else 15)
        self.closing: Closing | None = None
        self.candle = Candle(self.look)

    # ---- showing

    def show(self) -> None:
        view = self.page.view
        self.parts.begin()
        self.hand, self.closing = None, None
        if view is not None:
            self._lay(view)
        if self.closing is None:
            self._lay_candle(self.low - 1)
        self.parts.end()
        self.tick()

    def _lay(self, view: View) -> None:
        rail = rail_of(view, self.page.seat)
        figures = workers(view)
        self.column = Column(self, self.left, 62 if self.room.narrow else 72, self.width_of_parts, self._ways())
        if self.room.narrow:
            self._show_narrow(view, figures, rail)
        elif figures:
            self._show_figures(view, figures, rail)
        else:
            self._show_side(view, rail)

    def leave(self) -> None:
        self.parts.clear()
        self.hand, self.closing = None, None

    def _lay_candle(self, top: float) -> None:
        self.place(self.candle, self.left, top, self.width_of_parts, 4)

    def _lay_closing(self) -> None:
        """When the curtain falls, over the ways, with the candle under it."""
        self.column.bottom -= CLOSING
        self.closing = self.parts.take("closing", lambda: Closing(self.look))
        self.place(self.closing, self.left, self.column.bottom, self.width_of_parts, CLOSING - 8)
        self._lay_candle(self.column.bottom + CLOSING - 9)

    def _down(
        self, name: Hashable, make: Callable[[Look], Any], height: float, gap: float = 4.0, inset: float = 0.0
    ) -> Any:
        """Lays a part down under the one before; None where there is no room for it."""
        if not self.column.fits(height):
            return None
        return self.column.put(self.parts.take(name, lambda: make(self.look)), height, gap, inset)

    def _ways(self) -> float:
        """Map or cards, rules, language, and all that the rail has no room to say. Returns where they begin."""
        cards = self.page.cards is not None and self.page.cards.cards
        showing = self.page.showing_cards
        ways: list[tuple[str, str, Callable[[], object]]] = []
        if cards:
            other = ("search", _("Map"), MAP) if showing else ("hand", _("Cards"), CARDS)
            ways.append((other[0], other[1], lambda: self.page.turn_to(other[2])))
        if not self.room.shows_log:
            ways.append(("menu", _("Notes"), self.page.unfold))
        if self.room.name != "small":  # there they stand in the notes
            ways.append(("rules", _("Rules"), lambda: self.page.open_rule("")))
        if self.room.shows_log and self.look.faces.covers_cjk:
            ways.append(("globe", NAMES[self.look.language], self.glass.speak_next))
        if self.room.name == "wide" or (len(ways) < 3 and not self.room.narrow):  # to touch anything is to stay
            ways.append(("pause", _("Stay open"), self.glass.stay))
        columns = 1 if self.room.narrow else len(ways)
        gap = 2.0 if columns < 3 else 0.0
        each = (self.width_of_parts - gap * (columns - 1)) / columns
        top = self.low - 5 - 50 * (len(ways) // columns) + 2
        for at, (icon, text, act) in enumerate(ways):
            made = self.parts.take(("way", icon), partial(self._way, icon, text, act))
            row, column = divmod(at, columns)
            self.place(made, self.left + (each + gap) * column, top + 50 * row, each, 48)
        return top - 4

    def _way(self, icon: str, text: str, act: Callable[[], object]) -> RailButton:
        made = RailButton(self.look, icon=icon, text=text)
        made.bind(on_tap=lambda _button: act())
        return made

    def _show_side(self, view: View, rail: RailModel) -> None:
        head = self._down("head", SideHead, 34)
        head.side, head.name = rail.side, rail.name
        below = [row for row in measures_below(view) if row.id != "plays"]
        sums = LINE * len(below) + 8 if below else 0
        rows = measured(view, max(1, int((self.column.room - sums) // 58))) if not rail.phases else ()
        if rows:
            for at, (row, lit) in enumerate(rows):
                tally = self._down(("tally", at), TallyRow, 56, 2)
                if tally is not None:
                    tally.live = False
                    tally.label, tally.value, tally.icon = row.label, row.value, row.icon
                    tally.done, tally.of, tally.lit = row.done, row.of, lit
            if below and self.column.room >= sums:
                self.column.top = self.column.bottom - sums
                self._down("sums", Hairline, 4, 2)
                self._note([(row.label, row.value) for row in below], self.column.room)
            return
        self.column.top += 2
        if rail.phases:
            ribbon = self._down("ribbon", PhaseRibbon, 26, 6)
            if ribbon is not None:
                ribbon.phases, ribbon.at, ribbon.side = list(rail.phases), rail.phase_at, rail.side
        self._show_tracks(rail)
        if self.column.room >= CLOSING:
            self._lay_closing()
        if self.page.cards_may_be_laid and self._say_laid() and self.column.room < MORE_ROOM:
            return
        if below:
            self._note([(row.label, row.value) for row in below], self.column.room)
        elif self.column.room >= 20:
            words = self._down("words", LastWords, self.column.room, inset=2)
            words.lines = list(rail.words)

    def _say_laid(self) -> bool:
        """That a card laid on the reader is played without this window; whether it found room."""
        say = _("Or lay the real card on the reader: the curtain then need not open at all.")
        lines = wrap(self.look, say, "small", self.look.u(self.width_of_parts - 4))
        high = STYLES["small"].size * self.look.line_height * len(lines) + 4
        words = self._down("laid", lambda look: Words(look, "small", "ink2"), high, inset=2)
        if words is not None:
            words.say(*lines)
        return words is not None

    def _show_tracks(self, rail: RailModel) -> None:
        if rail.alert is not None:
            alert = self._down("alert", AlertLanterns, 72, 4, 2)
            if alert is not None:
                alert.name, alert.word = rail.alert.name, rail.alert.word
                alert.at, alert.of = rail.alert.at, rail.alert.of
        if rail.turn is not None:
            rope = self._down("rope", TurnRope, 50, 14, 6)
            if rope is not None:
                rope.before, rope.at, rope.after, rope.of = (
                    rail.turn.before, rail.turn.at, rail.turn.after, rail.turn.of,
                )  # fmt: skip

    def _show_figures(self, view: View, figures: tuple[Worker, ...], rail: RailModel) -> None:
        chosen = self._at_work(figures)
        for figure in figures:
            row = self._down(("row", figure.id), partial(self._row, figure.id), 51, 3)
            if row is not None:
                row.label, row.value, row.lit = figure.label, figure.value, figure is chosen
                row.lives, row.wounds = figure.lives, figure.wounds
        self.column.top += 2
        self.hand = hand_of(view, chosen.id)
        state: list[tuple[str, str]] = []
        if rail.turn is not None:  # the night has begun
            state += [(track.name, track.word) for track in (rail.alert,) if track is not None]
            state.append((rail.turn.before, f"{rail.turn.at} {rail.turn.after}"))
        about = self._about()
        if about:
            self._explain(about, LINE * len(state) + 6)
        else:
            self._show_at_work(chosen, LINE * len(state) + 6)
        if self.column.room >= CLOSING + LINE * len(state) + 6:
            self._lay_closing()
        rows = [[(f"{name} ", False), (word, True)] for name, word in state]
        if rows and LINE * len(rows) + 4 > self.column.room and rail.turn is not None:  # both in one line
            short = [*rows[0], (f"  {rail.turn.before} ", False), (str(rail.turn.at), True)]
            styles = {False: "small", True: "small_bold"}
            long = sum(width_of(self.look, text, styles[bold]) for text, bold in short)
            rows = [short if long <= self.look.u(self.width_of_parts - 4) else short[1:]]
        if rows and LINE * len(rows) <= self.column.room:  # how late it is, and how loud
            self.column.top = max(self.column.top, self.column.bottom - LINE * len(rows) - 6)
            self._down("under", Hairline, 3, 1)
            part = self._down("state", small_notes, LINE * len(rows), inset=2)
            if part is not None:
                part.rows = rows

    def _show_at_work(self, figure: Worker, state: float) -> None:
        """How loud it is and who could hear it, its hand, and whatever else there is room for. state: how much is
        kept for what stands under it, where that is possible."""
        kinds = len(self.hand.cards) if self.hand is not None and not self.page.showing_cards else 0
        in_a_row = max(1, int((self.width_of_parts + 2) // 49))
        wide = self.look.u(self.width_of_parts - 4)
        heard = noted(self.look, [figure.hears], wide, 3) if figure.hears[1] else []
        left = self.column.room - 49 * -(-kinds // in_a_row)
        fits: dict[str, bool] = {}
        claims = {
            "loud": 44.0 if figure.loud is not None else 0.0,
            "heard": LINE * len(heard) + 4,
            "state": state,
            "head": 25.0 if kinds else 0.0,
            "notes": LINE * len(figure.notes) + 3,
        }
        for name, high in claims.items():
            high = 23.0 if name == "state" and high > left >= 23 else high  # in one line
            fits[name] = 0 < high <= left
            left -= high if fits[name] else 0
        if figure.loud is not None and fits["loud"]:
            steps = self._down("loud", NoiseSteps, 41, 3, 2)
            steps.name, steps.word = figure.loud.label, figure.loud.value
            steps.at, steps.of = figure.loud.done, figure.loud.of
        elif figure.loud is not None:
            self._note([(figure.loud.label, figure.loud.value)], left)
        for name, notes in (("heard", [figure.hears]), ("notes", [*figure.notes])):
            if fits[name]:
                self._note(notes, claims[name], name)
        if fits["head"] and self.hand is not None:
            self._down("over", Hairline, 2, 1)
            head = self._down("hand", small_notes, 20, 2, 2)
            count = sum(face.count for face in self.hand.cards) + self.hand.hidden
            head.rows = [[(f"{self.hand.title} ", False), (str(count), True)]]
        if kinds:
            self._hand(in_a_row)

    def _about(self) -> tuple[RuleLine, ...]:
        """What must be known to answer what this seat is asked."""
        prompt = panel(self.page.view, PromptPanel) if self.page.view is not None else None
        return prompt.about if prompt is not None and prompt.seat == self.page.seat else ()

    def _explain(self, about: tuple[RuleLine, ...], state: float) -> None:
        """Sentences with the rules that they come from, as many as there is room for."""
        look, wide = self.look, self.look.u(self.width_of_parts - 4)
        for line in about:
            lines = wrap(look, line.say, "small", wide)
            high = Explained.height_of(look, line.id, lines, wide) / look.factor
            if high + state <= self.column.room:
                self._down(("about", line), partial(self._explained, line.id, lines), high, 5, 2)

    def _explained(self, rule: str, lines: list[str], look: Look) -> Explained:
        made = Explained(look, rule, lines)
        made.number.bind(on_tap=lambda box: self.page.open_rule(box.rule))
        return made

    def _row(self, figure: str, look: Look) -> TallyRow:
        row = TallyRow(look, icon=figure, framed=True)
        row.bind(on_tap=lambda _row: self._choose(figure))
        return row

    def _at_work(self, figures: tuple[Worker, ...]) -> Worker:
        prompt = panel(self.page.view, PromptPanel) if self.page.view is not None else None
        asked = prompt.ask if prompt is not None else ""
        about = next((figure.id for figure in figures if asked.endswith(f"_{figure.id}")), "")
        wanted = about or self.page.figure or self.page.seat
        return next((figure for figure in figures if figure.id == wanted), figures[0])

    def _show_narrow(self, view: View, figures: tuple[Worker, ...], rail: RailModel) -> None:
        """Signs only: the figures at work, and whose window it is; how late, where there is room."""
        at_work = self._at_work(figures) if figures else None
        whole = 50 * len(figures) - 2 <= self.column.room
        for at, figure in enumerate(figures):
            lit = figure is at_work
            if whole or lit:  # where one alone has room, a touch on it is the way to the next
                leads = figure if whole else figures[(at + 1) % len(figures)]
                self._down(("sign", figure, lit, leads.id), partial(self._sign, figure, lit, leads.id), 48, 2)
        if not figures:
            crest = self._down("crest", SideSign, min(58.0, self.column.room))
            if crest is not None:
                crest.side = rail.side
        if rail.alert is not None and rail.turn is not None and self.room.name == "upright":
            lanterns = self._down("alert", lambda look: Lanterns(look, upright=True), 150)
            if lanterns is not None:
                lanterns.name, lanterns.of = rail.alert.name, rail.alert.of
                lanterns.set_alert(rail.alert.at, rail.alert.word)
                lanterns.live = False
        if rail.turn is not None:
            bar = self._down("turn", TurnBar, 40)
            if bar is not None:
                bar.at, bar.of, bar.live = rail.turn.at, rail.turn.of, False

    def _sign(self, figure: Worker, lit: bool, leads: str, look: Look) -> WorkerSign:
        sign = WorkerSign(look, figure, lit)
        sign.bind(on_tap=lambda _sign: self._choose(leads))
        return sign

    def _choose(self, figure: str) -> None:
        self.page.figure = figure
        self.page.show()

    def _note(self, notes: list[tuple[str, str]], room: float, name: str = "notes") -> None:
        """Small lines, what they say in bold."""
        rows = noted(self.look, notes, self.look.u(self.width_of_parts - 4), int(room // LINE))
        part = self._down(("notes", name), small_notes, LINE * len(rows) + 3, 0, inset=2)
        if part is not None:
            part.rows = rows

    def _hand(self, in_a_row: int) -> None:
        """The hand as signs, some in a row."""
        if self.hand is None:
            return
        rows = max(0, int((self.column.room + 2) // 49))
        for at, face in enumerate(self.hand.cards[: in_a_row * rows]):
            row, column = divmod(at, in_a_row)
            sign = self.parts.take(("card", at, face), partial(card_sign, self.page, face))
            self.place(sign, self.left + 49 * column, self.column.top + 49 * row, 48, 48)
        self.column.top += 49 * min(rows, -(-len(self.hand.cards) // in_a_row))

    # ---- the time

    def tick(self) -> None:
        left, whole = self.glass.watch.left()
        self.candle.burn(left / whole if whole else 0.0)
        if self.closing is not None:
            self.closing.count(left)


def card_sign(page: OwnPage, face: CardFace) -> CardSign:
    """A card as its sign: touched it is played, held it is read."""
    sign = CardSign(page.look, face)
    sign.bind(on_tap=lambda tapped: page.play(tapped.face), on_hold=lambda held: page.read(held.face))
    return sign


def small_notes(look: Look) -> Notes:
    return Notes(look, style="small")


def noted(look: Look, notes: list[tuple[str, str]], wide: float, most: int) -> list[list[tuple[str, bool]]]:
    """Notes as lines of a width, the values bold; the longest is the first to give way."""
    kept: dict[int, list[list[tuple[str, bool]]]] = {}
    for at, (label, value) in sorted(enumerate(notes), key=lambda note: len(note[1][1])):
        if label and width_of(look, f"{label} ", "small") + width_of(look, value, "small_bold") <= wide:
            said = [[(f"{label} ", False), (value, True)]]
        else:
            said = [[(line, False)] for line in wrap(look, label, "small", wide)] if label else []
            said += [[(line, True)] for line in wrap(look, value, "small_bold", wide)]
        if sum(map(len, kept.values())) + len(said) <= most:
            kept[at] = said
    return [row for at in sorted(kept) for row in kept[at]]
