"""The public table: board, strip, rail. Nothing stands here that not everybody at the table may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
    with_astray,
)
from ui.screens.checking import Checking
from ui.screens.choosing import Choosing
from ui.screens.table_rail import RailWords, TableRail
from ui.widgets.seen import Seen

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.picture import Picture


SEEN: Final = 2.0
"""Seconds for which the sign stands that a reader took a tag."""


class TablePage(Choosing):
    """The screen that one always comes back to."""

    role = "table"

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass, glass.public_board())
        self._refused = glass.picture.refused if glass.picture is not None else 0
        self._laid = glass.picture.laid if glass.picture is not None else 0
        self.seen = Seen(self.look)
        self._seen_until = 0.0
        self.checking = Checking()
        self.place(self.board, *self.room.board_place())
        self.place(self.strip, *self.room.strip_place())
        lies = self.room.rail_place()
        self.rail = TableRail(glass, self._turned_to, self.unfold, extent=lies[2:])
        self.place(self.rail, *lies)

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
        rail = rail_of(picture.table)
        words = self._last_words(rail)
        self._show_card()
        self.strip.foot = [*picture.troubles[-1:], *words]
        self.ground_role = "paper" if model is None else ""  # a board, its strip and its rail cover all of it
        self.ask(picture.table, (prompt, picture.narrowed, picture.basis), model, prompt, picture.narrowed)
        self.rail.say(rail, words, picture.troubles)
        if picture.refusal is not None and picture.refused != self._refused:
            self._say_no()
        self._refused = picture.refused
        if picture.laid != self._laid:
            self._laid = picture.laid
            self._acknowledge()

    def _acknowledge(self) -> None:
        """A reader took a tag: for so long one sign says so, the same whatever it was and whatever comes of it."""
        self._seen_until = self.glass.now() + SEEN
        left, top, wide, _high = self.room.board_place()
        self.drop(self.seen)
        size = (self.seen.natural_width() / self.look.u(1), 40.0)
        self.place(self.seen, left + wide - size[0] - 6, top + 6, *size)

    def _say_no(self) -> None:
        """What was touched in the open is refused: the board flashes there, and the way to the rule shakes."""
        self.board.refuse()
        for tag in self.strip.tags:
            if tag.kind == "refused":
                tag.shake_once()

    def tick(self) -> None:
        """A figure was on its way for so long that something must be said of it."""
        super().tick()
        if self.seen.parent is not None and self.glass.now() >= self._seen_until:
            self.drop(self.seen)
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
        """The card that was laid in the open, unless something else must be said first."""
        picture = self.glass.picture
        begun = picture.begun if picture is not None and picture.refusal is None else None
        asked = begun is not None and begun.prompt.choices and self._astray() is None
        self.lay_played(begun.face if begun is not None and asked else None, begun.prompt.seat if begun else "")

    def _last_words(self, rail: RailModel) -> list[str]:
        picture = self.glass.picture
        check = self.checking.check
        sealed, first = (picture.sealed if picture else ""), rail.turn is not None and rail.turn.at == 1
        told = [_("Sealed: {seal}").format(seal=sealed)] if first and sealed else []
        return [*([check.title] if check is not None else ()), *told, *rail.words]

    def unfold(self) -> None:
        """What the rail says in few words: a table out of step again, or all of it over the board."""
        picture = self.glass.picture
        if self.checking.check is not None:
            self.checking.back()
            self.show()
        elif picture is not None:
            self._unfold(picture)

    def _unfold(self, picture: Picture) -> None:
        rail = rail_of(picture.table)
        lies = self.sheet_room()
        words = RailWords(self.glass, rail, self._last_words(rail), picture.troubles, self.uncover, extent=lies[2:])
        self.cover(words)

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

    def go_on(self) -> None:
        """The usual next act, as a touch on its tag."""
        main = next((tag for tag in self.strip.tags if tag.kind == "main" and tag.live), None)
        if main is not None:
            main.dispatch("on_tap")

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

    def _turned_to(self) -> None:
        """Whose turn it is, is also the way behind his curtain."""
        picture = self.glass.picture
        if picture is not None and len(picture.table.turn_of) == 1:
            self.glass.call(picture.table.turn_of[0])

    def leave(self) -> None:
        super().leave()
        self.rail.leave()
