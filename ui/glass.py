"""The window: which page is up, when the curtain falls, and where the simulated table stands.

The glass keeps no game: it takes the newest picture from the bridge, turns to the page that it calls for, and lets that
page show it. Whatever happens it lands on the public table. Pages are imported when they are first turned to, so that
the first one does not wait for the others; `ready` fetches them meanwhile.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.settings import Settings
from ui.locale import _, speak
from ui.ports import CannotOpen, Desk, Offer, Table
from ui.screens.lobby import LobbyPage
from ui.screens.page import Page
from ui.theme import Look

if TYPE_CHECKING:
    from ui.bridge import Bridge, Own, Picture
    from ui.card_box import CardBox
    from ui.panels.board import Board
    from ui.table_window import TableWindow
    from ui.tag_tray import TagTrayView

SCREEN: Final = (800.0, 480.0)
BESIDE: Final = 640.0
"""How much wider a window must be, in u, for the simulated table to stand beside the screen."""
PATIENCE: Final = 3
"""Wrong PINs or seals in a row before a curtain takes none for a while."""
REST: Final = 20.0
IDLE: Final = 30.0
"""Seconds after which a curtain that nobody lifts goes back to the table."""


def boot_time() -> float:
    """Seconds that also pass while the machine sleeps, so that a private screen is closed on waking."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Glass(Widget):
    """The root of the window. now: the time in seconds, for the curtain. leave: what *Quit* does.

    dress: the look that goes with settings; without it the look stays as it is given.
    answer_pause: how many seconds each answer takes that must not tell anything, so that its time does not either.
    """

    def __init__(
        self,
        desk: Desk,
        look: Look,
        *,
        dress: Callable[[Settings], Look] | None = None,
        now: Callable[[], float] = boot_time,
        leave: Callable[[], None] = lambda: None,
        answer_pause: float = 0.0,
        **kwargs: Any,
    ) -> None:
        self.desk, self.look, self.now, self._leave = desk, look, now, leave
        self._dress = dress
        self.answer_pause = answer_pause
        self.bridge: Bridge | None = None
        self.picture: Picture | None = None
        self.page: Page | None = None
        self.said: list[str] = [*desk.troubles, *self._hints()]
        self.box_view: TableWindow | CardBox | TagTrayView | None = None
        self._boards: dict[str, Board] = {}
        self._touched = now()
        self._wrong: dict[str, tuple[int, float]] = {}
        self._verdict_seen = False
        self._ring = Clock.create_trigger(self.refresh)
        speak(look.language)
        super().__init__(**kwargs)
        self.bind(pos=self._arrange, size=self._arrange)

    # ---- what the pages ask -------------------------------------------------------------------------------------

    @property
    def own(self) -> Own | None:
        """What stands in the private window that is open."""
        return self.picture.own if self.picture is not None else None

    @property
    def role(self) -> str:
        """What the page that is up is: `table`, `own`, `curtain`, or another."""
        return self.page.role if self.page is not None else ""

    @property
    def has_box(self) -> bool:
        """Whether there is a simulated table that is not in sight already."""
        return self.bridge is not None and self.bridge.table.box is not None and not self.beside

    @property
    def beside(self) -> bool:
        """Whether the simulated table stands beside the screen."""
        return self.width >= (SCREEN[0] + BESIDE) * self.look.factor - 1

    def public_board(self) -> Board:
        return self._board("public", True, 0, 0, 640, 384)

    def own_board(self) -> Board:
        # nothing moves there, so that nothing takes longer because of what it shows
        return self._board("own", False, 7, 7, 633, 377)

    def _board(self, name: str, motion: bool, left: float, top: float, width: float, height: float) -> Board:
        """A board is kept from page to page, since it is dear to draw; it is made in the place where it will lie."""
        board = self._boards.get(name)
        if board is None:
            from ui.panels.board import Board

            u, ((x, low), (_width, high)) = self.look.u, self.screen
            pos, size = (x + u(left), low + high - u(top + height)), (u(width), u(height))
            board = self._boards[name] = Board(self.look, motion=motion, pos=pos, size=size, size_hint=(None, None))
        if board.parent is not None:
            board.parent.remove_widget(board)
        return board

    # ---- pages --------------------------------------------------------------------------------------------------

    def turn(self, page: Page) -> None:
        """Another page is up from now on. A private one is gone in the same frame."""
        if self.page is not None:
            self.page.leave()
            self.remove_widget(self.page)
        self.page = page
        self.add_widget(page, index=len(self.children))
        self._arrange()
        page.show()

    def ready(self) -> Iterator[None]:
        """Fetches the pages of a table one by one; the caller says when the next one may take its time."""
        for name in ("seats", "pinpad", "curtain", "enrol", "table", "own", "verdict", "menu"):
            importlib.import_module(f"ui.screens.{name}")
            yield
        importlib.import_module("ui.table_window")

    def lobby(self) -> None:
        """Leaves the table, which is in its book, and goes to the first page."""
        self._close_table()
        self.turn(LobbyPage(self))

    def seats(self, offer: Offer) -> None:
        from ui.screens.seats import SeatsPage

        self.turn(SeatsPage(self, offer))

    def open(
        self,
        offer: Offer,
        players: int,
        pins: dict[str, str],
        options: dict[str, bool | int | str] | None = None,
        seals: dict[str, str] | None = None,
    ) -> None:
        """A new game."""
        self._sit_down(lambda: self.desk.open(offer.id, players, pins, options, seals))

    def resume(self, saved: str) -> None:
        """The game that was left."""
        self._sit_down(lambda: self.desk.resume(saved))

    def _sit_down(self, opened: Callable[[], Table]) -> None:
        try:
            table = opened()
        except CannotOpen as error:
            self.said = [str(error)]
            self.turn(LobbyPage(self))
            return
        self.said = []
        self._verdict_seen = False
        self._wrong = {}
        self._tell_language(table)
        from ui.bridge import Bridge

        self.bridge = Bridge(table, self._ring)
        if table.box is not None:
            from ui.card_box import table_beside

            self.box_view = table_beside(self, table.box)
        self.page_after_opening()

    def page_after_opening(self) -> None:
        """The public table, as soon as there is a picture of it."""
        self._turn_to_table()
        self._arrange()
        self.refresh()

    def table(self) -> None:
        """The public table; nothing private is open any longer."""
        self._drop_own()
        self._turn_to_table()

    def _turn_to_table(self) -> None:
        from ui.screens.table import TablePage

        self.turn(TablePage(self))

    def verdict(self) -> None:
        """How the game ended."""
        self._verdict_seen = True
        from ui.screens.verdict import VerdictPage

        self.turn(VerdictPage(self))

    def call(self, seat: str) -> None:
        """The curtain of a seat."""
        self._drop_own()
        self._touched = self.now()
        from ui.screens.curtain import CurtainPage

        self.turn(CurtainPage(self, seat))

    def hide(self) -> None:
        """The curtain falls, now."""
        self.table()

    def stay(self) -> None:
        """The curtain's time begins anew."""
        self._touched = self.now()
        if self.page is not None:
            self.page.tick()

    def rules(self, number: str = "", back: Callable[[], None] | None = None) -> None:
        """The rules of the table at hand, open at a number or at what the phase needs."""
        if self.bridge is None:
            return
        if self.own is not None:
            self._drop_own()
        from ui.screens.rules import RulesPage

        bridge, picture = self.bridge, self.picture
        page = RulesPage(
            self,
            bridge.table.rules(),
            back or self._turn_to_table,
            number=number,
            phase=picture.table.phase if picture is not None else "",
            draw=bridge.illustrate,
            drawn=lambda: self.picture.illustration if self.picture is not None else None,
        )
        self.turn(page)

    def rules_of(self, game: str) -> None:
        """The rules of a game before a table is open."""
        from ui.screens.rules import RulesPage

        self.turn(RulesPage(self, self.desk.rules(game), self.lobby, games=self.desk.games(), game=game))

    def forget(self) -> None:
        """A refusal was read."""
        if self.bridge is not None:
            self.bridge.forget()

    def menu(self) -> None:
        self._drop_own()
        from ui.screens.menu import menu

        self.turn(menu(self))

    def enrol(self) -> None:
        """Tags and pieces. A table that is open is left for it, and gone on with afterwards: its readers are needed."""
        from ui.screens.enrol import EnrolPage

        table = self.bridge.table if self.bridge is not None else None
        offers = self.desk.games()
        if table is None:
            self.turn(EnrolPage(self, offers[0], self.lobby))
            return
        saved, title = table.saved, table.title
        self._close_table()
        offer = next((offer for offer in offers if offer.title == title), offers[0])
        self.turn(EnrolPage(self, offer, lambda: self.resume(saved)))

    def preferences(self) -> None:
        from ui.screens.menu import preferences

        self.turn(preferences(self, self.table if self.bridge is not None else self.lobby))

    def prefer(self, **changes: Any) -> None:
        """Changes settings, and shows the same page again."""
        settings = msgspec.structs.replace(self.desk.settings, **changes)
        said = self.desk.keep(settings)
        if self._dress is not None:
            self.wear(self._dress(settings))
        self.said = [said] if said else self._hints()
        if isinstance(self.page, LobbyPage):
            self.lobby()
        else:
            self.preferences()

    def wear(self, look: Look) -> None:
        """From the next page on everything is made in another look; the table stays as it is."""
        self.look = look
        speak(look.language)
        for board in self._boards.values():
            if board.parent is not None:
                board.parent.remove_widget(board)
        self._boards.clear()
        table = self.bridge.table if self.bridge is not None else None
        if table is None:
            return
        self._drop_own()
        self._tell_language(table)
        if self.box_view is not None and table.box is not None:
            from ui.card_box import table_beside

            shown = self.box_view.parent is not None
            self.remove_widget(self.box_view)
            self.box_view = table_beside(self, table.box)
            if shown:
                self.add_widget(self.box_view)
            self._arrange()
            self.box_view.show()

    def _tell_language(self, table: Table) -> None:
        language = self.look.language
        table.do(lambda: table.speak(language))

    def _hints(self) -> list[str]:
        """What is to be said of the letters: only who reads Chinese or Japanese is concerned."""
        hint = self.look.faces.hint
        return [_(hint)] if hint and self.desk.settings.language != "en" else []

    def nights(self) -> None:
        from ui.screens.menu import nights

        self.turn(nights(self, self.desk.saved()))

    def quit(self) -> None:
        self._close_table()
        self._leave()

    def lay_beside(self, view: TagTrayView | None) -> None:
        """Something simulated lies beside the screen while a page asks for it; None: no longer."""
        if self.box_view is not None and self.box_view.parent is not None:
            self.remove_widget(self.box_view)
        self.box_view = view
        self._arrange()

    def turn_table(self) -> None:
        """Shows the simulated table over the screen, or puts it away."""
        view = self.box_view
        if view is None or self.beside:
            return
        if view.parent is None:
            self.add_widget(view)
            self._arrange()
            view.show()
        else:
            self.remove_widget(view)

    def wake(self) -> None:
        """The screen was dark, or somebody else's: whoever looks at it first sees the public table."""
        if self.role in ("own", "curtain"):
            self.hide()

    # ---- seals and PINs -----------------------------------------------------------------------------------------

    def _hold(self, seat: str) -> None:
        """A tag was held to the reader: the seal of a seat, or of none.

        Before a curtain another's seal is a wrong one, as a PIN would be. Over an open private screen its own seal lets
        the curtain fall; another's as well, and what opens then, opens to a seal that is held once more.
        """
        if self.bridge is None or self.page is None:
            return
        if self.role == "curtain" and (seat != self.page.seat or self.rest(seat) > 0):
            self.page.refuse()
        elif not seat:
            return  # what it is not, the table says
        elif self.role == "own":
            if seat == self.page.seat:
                self.hide()
            else:
                self.call(seat)
        elif self.rest(seat) > 0:
            self.call(seat)
        else:
            self.bridge.look(seat, None)

    def wrong_proof(self, seat: str) -> None:
        """After a few wrong ones this seat's curtain takes none for a while."""
        count, _until = self._wrong.get(seat, (0, 0.0))
        count += 1
        self._wrong[seat] = (count, self.now() + REST if count % PATIENCE == 0 else 0.0)

    def rest(self, seat: str) -> float:
        """How long the curtain of a seat still takes no PIN and no seal."""
        return max(0.0, self._wrong.get(seat, (0, 0.0))[1] - self.now())

    # ---- frames -------------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Decides what was left, and shows it: for a referee without a thread of its own."""
        if self.bridge is not None:
            self.bridge.pump()
        self.refresh()

    def refresh(self, *_: Any) -> None:
        """Takes the newest picture, and turns to the page that it calls for."""
        if self.bridge is None:
            return
        picture = self.bridge.latest()
        if picture is None or picture is self.picture or picture == self.picture:
            return
        before, self.picture = self.picture, picture
        self._route(picture)
        if before is not None and before.held != picture.held:
            self._hold(picture.held[1])
        if self.page is not None:
            self.page.show()
        if self.box_view is not None:
            self.box_view.show()

    def _route(self, picture: Picture) -> None:
        if picture.own is not None:
            if self.page is None or self.role != "own" or self.page.seat != picture.own.seat:
                from ui.screens.own import OwnPage

                self._wrong.pop(picture.own.seat, None)
                self._touched = self.now()
                self.turn(OwnPage(self, picture.own.seat))
        elif self.role == "own":
            self._turn_to_table()
        if picture.proof is not None and not self._verdict_seen and self.role == "table":
            self.verdict()

    def tick(self, *_: Any) -> None:
        """Time passes: a private screen that nobody touches closes."""
        over = self.role == "own" and self.time_left()[0] <= 0
        if over or (self.role == "curtain" and self.now() - self._touched > IDLE):
            self.hide()
        elif self.page is not None:
            self.page.tick()

    def time_left(self) -> tuple[float, float]:
        """Seconds until the curtain falls, and how many there were."""
        whole = float(self.desk.settings.curtain_seconds)
        return max(0.0, whole - (self.now() - self._touched)), whole

    def on_touch_down(self, touch: Any) -> bool:
        self._touched = self.now()
        return bool(super().on_touch_down(touch))

    # ---- places -------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the screen lies in the window: its lower left corner, and its size."""
        width, height = self.look.u(SCREEN[0]), self.look.u(SCREEN[1])
        left = self.x if self.beside else self.x + max(0.0, (self.width - width) / 2)
        return (left, self.y + max(0.0, (self.height - height) / 2)), (width, height)

    @property
    def table_place(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the simulated table lies: beside the screen, or over it but for the rail."""
        (left, low), (width, height) = self.screen
        return (left + (width if self.beside else 0.0), low), (self.look.u(BESIDE), height)

    def _arrange(self, *_: Any) -> None:
        if self.page is not None:
            self.page.size_hint = (None, None)
            self.page.pos, self.page.size = self.screen
        view = self.box_view
        if view is None:
            return
        view.size_hint = (None, None)
        view.pos, view.size = self.table_place
        if self.beside and view.parent is None:
            self.add_widget(view)

    def _drop_own(self) -> None:
        if self.bridge is not None:
            self.bridge.hide()
            self.picture = self.bridge.latest()

    def _close_table(self) -> None:
        self._drop_own()
        if self.page is not None:
            self.page.leave()
        self.lay_beside(None)
        self.picture = None
        if self.bridge is not None:
            self.bridge.table.close()
            self.bridge = None


def factor_for(width: float, height: float, beside: bool) -> float:
    """How many pixels one u is, so that the screen fits, with the simulated table beside it or without.

    >>> factor_for(800, 480, False), factor_for(1440, 480, True), factor_for(1280, 720, False)
    (1.0, 1.0, 1.5)
    """
    wide = SCREEN[0] + (BESIDE if beside else 0.0)
    return min(width / wide, height / SCREEN[1])
