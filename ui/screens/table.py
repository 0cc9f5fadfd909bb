"""The public table: board, strip, rail. Nothing stands here that not everybody at the table may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.views import PromptPanel, TableCheckPanel
from ui.locale import _
from ui.presenter import (
    LOOK,
    NEXT_ASTRAY,
    PLAY_ON,
    THERE,
    VERDICT,
    RailModel,
    StripModel,
    board_of,
    check_strip,
    panel,
    public_strip,
    rail_of,
    side_of,
    with_astray,
)
from ui.screens.checking import Checking
from ui.screens.choosing import Choosing
from ui.screens.page import Words
from ui.widgets.cards import CardMini
from ui.widgets.rail import AlertLanterns, Banner, LastWords, PhaseRibbon, Rail, RailButton, TurnRope

if TYPE_CHECKING:
    from ui.glass import Glass


class TablePage(Choosing):
    """The screen that one always comes back to."""

    role = "table"

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass, glass.public_board())
        look = self.look
        self.card: CardMini | None = None
        self.checking = Checking()
        self.rail = Rail(look)
        self.banner, self.ribbon = Banner(look), PhaseRibbon(look)
        self.alert, self.rope = AlertLanterns(look), TurnRope(look)
        self.words, self.trouble = LastWords(look), Words(look, "small_bold", "vermilion")
        self.place(self.board, 0, 0, 640, 384)
        self.place(self.strip, 0, 384, 640, 96)
        self.place(self.rail, 640, 0, 160, 480)
        self.place(self.banner, 648, 8, 144, 138)
        self.place(self.ribbon, 648, 150, 144, 26)
        self.place(self.alert, 650, 180, 142, 72)
        self.place(self.rope, 656, 258, 134, 50)
        self.place(self.words, 650, 320, 142, 96)
        self.place(self.trouble, 650, 320, 142, 96)
        self._buttons()

    def _buttons(self) -> None:
        rules = RailButton(self.look, icon="rules", text=_("Rules"))
        rules.bind(on_tap=lambda _: self.glass.rules())
        menu = RailButton(self.look, icon="menu", text=_("Menu"))
        menu.bind(on_tap=lambda _: self.glass.menu())
        self.lamp = RailButton(self.look, icon="lamp", text=_("Table"), state="well")
        self.lamp.bind(on_tap=lambda _: self.glass.turn_table())
        ways = [rules, menu, *([self.lamp] if self.glass.has_box else [])]
        for at, button in enumerate(ways):
            wide = 148 / len(ways)
            self.place(button, 646 + wide * at, 424, wide, 48)

    def show(self) -> None:
        picture = self.glass.picture
        if picture is None:
            return
        prompt = self._prompt()
        self.checking.look(picture.table, self.glass.now())
        model = board_of(picture.table, picture.refusal, picture.narrowed, prompt)
        astray = self._astray()
        if model is not None and astray is not None:
            model = with_astray(model, astray[0].rows[astray[1]])
        self._show_card()
        self.ask(picture.table, (prompt, picture.narrowed, picture.basis), model, prompt, picture.narrowed)
        self._show_rail(rail_of(picture.table), picture.troubles)

    def tick(self) -> None:
        """A figure was on its way for so long that something must be said of it."""
        if self._astray() is not None and self.strip_model.astray is None:
            self.show()

    def _astray(self) -> tuple[TableCheckPanel, int] | None:
        """What must be put right on the table, and the figure that is shown of it; a refusal is read first."""
        picture, check, at = self.glass.picture, self.checking.check, self.checking.shown(self.glass.now())
        busy = picture is None or picture.refusal is not None or picture.asked_back is not None
        return None if busy or check is None or at is None else (check, at)

    def _prompt(self) -> PromptPanel | None:
        """What is asked in the open now."""
        picture = self.glass.picture
        if picture is None:
            return None
        if picture.asked_back is not None:
            return picture.asked_back
        return picture.begun.prompt if picture.begun is not None else panel(picture.table, PromptPanel)

    def _show_card(self) -> None:
        """The card that was laid in the open lies at the left of the strip while it is asked about."""
        picture = self.glass.picture
        begun = picture.begun if picture is not None else None
        face = begun.face if begun is not None and begun.prompt.choices else None
        if self.card is not None:
            self.drop(self.card)
            self.card = None
        self.strip.lead = 0.0
        if face is not None and begun is not None:
            self.card = CardMini(self.look, face)
            self.card.side = side_of(begun.prompt.seat)
            self.strip.lead = 72.0
            self.place(self.card, 8, 391, 66, 84)

    def _show_rail(self, rail: RailModel, troubles: tuple[str, ...]) -> None:
        self.banner.side, self.banner.name = rail.side, rail.name
        self.banner.opacity = 1 if rail.name else 0
        self.ribbon.phases, self.ribbon.at, self.ribbon.side = list(rail.phases), rail.phase_at, rail.side
        if rail.alert is not None:
            self.alert.name, self.alert.word = rail.alert.name, rail.alert.word
            self.alert.at, self.alert.of = rail.alert.at, rail.alert.of
        if rail.turn is not None:
            self.rope.before, self.rope.at = rail.turn.before, rail.turn.at
            self.rope.after, self.rope.of = rail.turn.after, rail.turn.of
        begun = rail.turn is not None
        for part in (self.alert, self.rope):
            part.opacity = 1 if begun else 0
        self.ribbon.opacity = 1 if rail.phases else 0
        top = 320 if begun else 186 if rail.phases else 158
        self.rail.rules_at = (314,) if begun else ()
        self.rail.repaint()
        self.place(self.words, 650, top, 142, 416 - top)
        self.words.lines = self._last_words(rail, begun)
        if troubles:
            self._say_trouble(troubles[-1], top)
        self.trouble.opacity = 1 if troubles else 0
        self.words.opacity = 0 if troubles else 1

    def _last_words(self, rail: RailModel, begun: bool) -> list[str]:
        bridge = self.glass.bridge
        check = self.checking.check
        lines = [check.title, *rail.words] if check is not None else list(rail.words)
        if bridge is None:
            return lines
        if not begun and not (self.glass.picture and self.glass.picture.sealed):
            return [_("The seal of this book: {seal}").format(seal=bridge.table.seal), *lines]
        sealed = self.glass.picture.sealed if self.glass.picture else ""
        first = rail.turn is not None and rail.turn.at == 1
        return [*lines, _("Sealed: {seal}").format(seal=sealed)] if first and sealed else lines

    def _say_trouble(self, say: str, top: float) -> None:
        from ui.lettering import wrap

        self.place(self.trouble, 650, top, 142, 416 - top)
        self.trouble.say(*wrap(self.look, say, "small_bold", self.look.u(142), 5))

    # ---- touches

    def strip_now(self) -> StripModel:
        picture = self.glass.picture
        assert picture is not None
        astray = self._astray()
        if astray is not None:
            return check_strip(*astray)
        return self.with_cards(public_strip(picture, self.marked, self.only))

    def pick(self, choice: str) -> None:
        picture = self.glass.picture
        prompt = self._prompt()
        if picture is not None and prompt is not None and self.glass.bridge is not None:
            self.glass.bridge.pick(prompt.seat, choice, picture.basis.get(prompt.seat))

    def turn_to(self, choice: str) -> None:
        if choice.startswith(LOOK):
            self.glass.call(choice.removeprefix(LOOK))
        elif choice == VERDICT:
            self.glass.verdict()
        elif choice.startswith(THERE) and self.glass.bridge is not None:
            self.glass.bridge.vouch(choice.removeprefix(THERE))
        elif choice in (NEXT_ASTRAY, PLAY_ON):
            self.checking.turn() if choice == NEXT_ASTRAY else self.checking.set_aside()
            self.show()

    def on_touch_down(self, touch: Any) -> bool:
        # whose turn it is, is also the way behind his curtain
        picture = self.glass.picture
        if picture is not None and self.banner.collide_point(*touch.pos) and len(picture.table.turn_of) == 1:
            self.glass.call(picture.table.turn_of[0])
            return True
        if self.checking.check is not None and self.words.opacity and self.words.collide_point(*touch.pos):
            self.checking.back()
            self.show()
            return True
        return super().on_touch_down(touch)
