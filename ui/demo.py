"""A whole evening without a screen: two simple players at the real glass, through the whole stack.

Cards are laid as tags on the model of the card reader, figures are put down on zones, secrets are given by touches on
the real screens behind their curtains. What TABLE was told is the transcript; each kind of screen becomes a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.prompts import Prompt
from companion.seats import Seat
from companion.views import BoardPanel, PromptPanel
from ui.finger import Finger, NotThere
from ui.glass import Glass
from ui.hands import Hands, Stuck
from ui.ports import Table
from ui.presenter import BACK, panel
from ui.screens.lobby import HungBoard
from ui.screens.own import OwnPage
from ui.screens.seats import OPEN
from ui.screens.table import TablePage
from ui.screens.verdict import VerdictPage
from ui.widgets.chips import CardChip

PINS: Final = ("1357", "2468", "3579", "4680", "5791")
SCANNED: Final = frozenset({"play_drawn", "play_hand", "move_patrols"})
"""Questions that a card on the reader answers."""
WALKED: Final = frozenset({"pursue", "step"})
"""Questions that a figure put down answers."""
SEEN_BY_ALL: Final = frozenset({"target", "block", "defend", "release", "place_follower"})
"""Questions of a card table after which something lies otherwise that all can see."""
PICTURES: Final = {
    "choose_hand": "guards-choose-a-hand",
    "hide_sleeper": "guards-hide-their-things",
    "confirm_setup": "setup-confirmed",
    "start_ninja": "intruders-set-up",
    "play_drawn": "guards-drawn-cards",
    "choose_sentry": "choose-a-sentry",
    "pursue": "a-hit",
    "step": "a-guard-moves",
    "answer_listen": "answer-a-listen",
    "sneak": "an-intruder-moves",
    "meet_guards": "meeting-guards",
    "declare_search": "declare-a-search",
    "hidden_sentry": "a-hidden-sentry",
}
"""The picture that is taken when a question is first on the screen."""


class Evening:
    """One game from the lobby to the verdict. advise: what the player of a seat would answer, from its own copy."""

    def __init__(
        self, glass: Glass, advise: Callable[[str], str | None], out: Path, say: Callable[[str], None]
    ) -> None:
        self.glass, self.advise, self.out, self.say = glass, advise, out, say
        self.finger = Finger(glass, frames=0)
        self.transcript: list[str] = []
        self.pictures: list[Path] = []
        self.pins: dict[str, str] = {}
        self.picks = 0
        self.hands = Hands(self.finger, lambda: self.table, self._picture, lambda name: name in self._names())
        self._told = 0

    def play(self, players: int, game: str = "scorpion") -> str:
        """Plays to the end; the winner."""
        self._sit_down(players, game)
        while (outcome := self.table.window().outcome()) is None:
            self._one_answer()
        self._tell()
        self.finger.settle()
        if not isinstance(self.glass.page, VerdictPage):
            self.glass.table()
            self.finger.settle()
        self._picture("verdict")
        return outcome.winner

    @property
    def table(self) -> Table:
        if self.glass.bridge is None:
            raise Stuck("no game is open")
        return self.glass.bridge.table

    # ---- the evening begins -------------------------------------------------------------------------------------

    def _sit_down(self, players: int, game: str) -> None:
        finger = self.finger
        finger.settle()
        self._picture("lobby")
        finger.press(HungBoard, game=game)
        finger.tap(str(players))
        self._picture("seats")
        page = self.glass.page
        for seat, pin in zip(getattr(page, "seats", ()), PINS, strict=False):
            self.pins[seat] = pin
            finger.tap(f"pin:{seat}")
            self._picture("pin")
            finger.pin(pin)
            finger.pin(pin)
        finger.tap(OPEN)
        if self.glass.bridge is None:
            raise Stuck(" ".join(self.glass.said))
        self._tell()

    def _heard_by(self, seat: str) -> int:
        """How much a seat was told: it grows with everything that it picks."""
        return self.table.window(Seat(seat)).basis

    # ---- one answer ---------------------------------------------------------------------------------------------

    def _one_answer(self) -> None:
        prompts = {seat: self.table.window(Seat(seat)).prompt() for seat in self.table.seats}
        asked = {seat: prompt for seat, prompt in prompts.items() if prompt is not None}
        page = self.glass.page
        here = page.seat if isinstance(page, OwnPage) else ""
        seat = here if here in asked else next(iter(asked), "")
        if not seat:
            raise Stuck("nobody is asked anything")
        self.hands.put_right()
        choice = self.advise(seat)
        if choice is None:
            raise Stuck(f"the player of {seat} has no answer")
        prompt, before = asked[seat], self._heard_by(seat)
        self._give(seat, prompt, choice)
        self.finger.settle()
        if self._heard_by(seat) == before:
            raise Stuck(f"{seat} could not answer {prompt.ask} with {choice}")
        self.picks += 1
        if self.table.box is not None and self.table.box.lights() != self.table.window().lights():
            raise Stuck(f"after {choice} of {seat} the lights of the table are not those that were asked for")
        self._tell()

    def _give(self, seat: str, prompt: Prompt, choice: str) -> None:
        """The answer by its own way: a scan, a figure, a touch on the public screen, a touch behind the curtain."""
        private, by_hand = seat not in self._public_seats(), self.table.box is not None and self._alone(seat)
        if choice in ("allow", "refuse"):
            self._show_public(prompt)
            self.finger.take(choice)
        elif not private and by_hand and prompt.ask in SCANNED and choice.startswith("card:"):
            self._look_at_hand(seat, prompt)
            self.finger.hide()
            self.hands.scan(f"guards/{choice.partition(':')[2]}")
        elif not private and by_hand and prompt.ask in WALKED and choice.startswith("zone:"):
            self._show_public(prompt)
            before = self._heard_by(seat)
            self.hands.walk(choice.partition(":")[2])
            if self._heard_by(seat) == before:  # more stand there than a reader can tell apart
                self._touch_public(prompt, choice)
        elif self._on_cards():
            self._touch_cards(seat, prompt, choice)
        elif private or not self._alone(seat) or not self._touch_public(prompt, choice):
            self._touch_own(seat, prompt, choice)

    def _on_cards(self) -> bool:
        """Whether the game has no board."""
        return panel(self.table.window().view(), BoardPanel) is None

    def _touch_cards(self, seat: str, prompt: Prompt, choice: str) -> None:
        """An answer on a card table: in the open where everybody may name it, else behind the curtain."""
        asked = panel(self.table.window().view(), PromptPanel)
        named = asked is not None and asked.seat == seat and choice in {found.id for found in asked.choices}
        if named and self._touch_public(prompt, choice):
            self._table_kind(f"open-{prompt.ask}")
            return
        self._open_own(seat)
        self._first(prompt)
        self._on_sheets(prompt)
        if not self._lay_own(seat, choice):
            self.finger.take(choice)
        if prompt.ask in SEEN_BY_ALL:
            self.finger.settle()
            self.finger.hide()
            self._table_kind(f"after-{prompt.ask}")

    def _lay_own(self, seat: str, choice: str) -> bool:
        """Lays a card of the own hand on the reader, where that means the choice; True when that was all of it."""
        page = self.glass.page
        hand = page.table_model.hand if isinstance(page, OwnPage) and page.table_model is not None else None
        card = next((card for card in hand.cards if choice in card.choices), None) if hand is not None else None
        if card is None or self.table.box is None or not card.face.piece:
            return False
        before = self._heard_by(seat)
        self.hands.scan(card.face.piece)
        if self._heard_by(seat) != before:
            return True
        self._picture("a-card-on-the-reader")
        return False

    def _table_kind(self, name: str) -> None:
        """What the public table looks like after an answer of a kind was given."""
        if isinstance(self.glass.page, TablePage):
            self._picture(name)

    def _public_seats(self) -> set[str]:
        return {seat for seat in self.table.seats if seat in ("guards", "swords", "spears")}

    def _alone(self, seat: str) -> bool:
        """Whether this seat alone is asked: then a card on the reader can only be his."""
        return self.table.window().view().turn_of == (seat,)

    def _show_public(self, prompt: Prompt) -> None:
        self.finger.hide()
        if prompt.ask in WALKED:
            self._first(prompt)

    def _touch_public(self, prompt: Prompt, choice: str) -> bool:
        before = self._heard_by(prompt.seat)
        self._show_public(prompt)
        try:
            self.finger.take(choice)
        except NotThere:
            return False
        return self._heard_by(prompt.seat) != before

    def _open_own(self, seat: str) -> None:
        page = self.glass.page
        if not isinstance(page, OwnPage) or page.seat != seat:
            self.finger.call(seat)
            self._picture("curtain")
            self.finger.tap("glass:pin")
            self.finger.pin(self.pins[seat])

    def _touch_own(self, seat: str, prompt: Prompt, choice: str) -> None:
        self._open_own(seat)
        self._first(prompt)
        self.finger.take(choice)

    def _look_at_hand(self, seat: str, prompt: Prompt) -> None:
        """Once, so that the guards' hand and a large card are among the pictures."""
        if "guards-hand" in self._names() or prompt.ask != "play_hand":
            return
        self._show_public(prompt)
        self._picture("public-table")
        self.finger.look(seat, self.pins[seat])
        self._picture("guards-hand")
        self.finger.hide()

    def _on_sheets(self, prompt: Prompt) -> None:
        """Once each: a card with several uses, a pile spread out, the decks beside the reader."""
        page = self.glass.page
        if not self._on_cards() or not isinstance(page, OwnPage) or page.cards_table is None:
            return
        chips = [chip for chip in self.finger.widgets() if isinstance(chip, CardChip)]
        several = next((chip for chip in chips if len(chip.choices) > 1), None)
        pile = next((chip for chip in chips if chip.pile > 1 and not chip.unseen), None)
        for chip, name in ((several, "card-with-several-uses"), (pile, "pile-spread-out")):
            if chip is not None and name not in self._names():
                self.finger.touch(chip.center)
                self._picture(name)
                self.finger.tap(BACK)
        if several is not None and "decks-beside-the-reader" not in self._names():
            self.glass.turn_table()
            self.finger.settle()
            self._picture("decks-beside-the-reader")
            self.glass.turn_table()
            self.finger.settle()

    # ---- what is kept -------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        window = self.table.window()
        for line in window.heard(self._told):
            self.transcript.append(line)
            self.say(line)
        self._told = window.basis

    def _names(self) -> set[str]:
        """The kinds of pictures that were taken."""
        return {picture.stem.partition("-")[2] for picture in self.pictures}

    def _first(self, prompt: Prompt) -> None:
        name = PICTURES.get(prompt.ask)
        if self._on_cards():
            name = f"asked-{prompt.ask}"
        if name is not None:
            self._picture(name)

    def _picture(self, name: str) -> None:
        """Takes a picture of the window, of each kind one, numbered as they come."""
        if name not in self._names():
            self.pictures.append(self.finger.shoot(self.out / f"{len(self.pictures) + 1:02}-{name}.png"))
