"""The ways from page to page. Whatever happens, one lands on the public table, and nothing private is left behind."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from ui.answering import Answering
from ui.frame import Frame
from ui.haste import Haste
from ui.motion.moves import MOVES
from ui.ports import Desk, Offer
from ui.screens.lobby import LobbyPage
from ui.screens.page import Page
from ui.theme import Look
from ui.watch import Watch

if TYPE_CHECKING:
    from ui.bridge import Bridge
    from ui.card_box import CardBox
    from ui.glass import Glass
    from ui.picture import Own, Picture
    from ui.presenter import RailModel
    from ui.screens.seats import Evening
    from ui.table_window import TableWindow
    from ui.tag_tray import TagTrayView


class Ways(Frame):
    """Pages are imported when they are first turned to, so that the first one does not wait for the others; `ready`
    fetches them meanwhile.
    """

    def __init__(self, desk: Desk, look: Look, watch: Watch, simulated: bool = False, **kwargs: Any) -> None:
        self.desk, self.watch = desk, watch
        self.bridge: Bridge | None = None
        self.picture: Picture | None = None
        self.page: Page | None = None
        self.box_view: TableWindow | CardBox | TagTrayView | None = None
        self.rail_before: RailModel | None = None
        self.evenings: dict[str, Evening] = {}
        self.haste = Haste(self)
        self.answering = Answering()
        self._verdict_seen = False
        super().__init__(look, simulated, **kwargs)

    @property
    def glass(self) -> Glass:
        """Itself, as pages want it: nothing else is ever made of this."""
        from ui.glass import Glass

        assert isinstance(self, Glass)
        return self

    def resume(self, saved: str) -> None:
        """The game that was left."""
        raise NotImplementedError

    def speak_to_all(self) -> None:
        """Whatever is made from now on speaks the language of the table."""
        raise NotImplementedError

    # ---- what the pages ask

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

    def who(self, seat: str) -> str:
        """Whom the screen is handed to: by name, as far as there is one."""
        from ui.presenter import seat_inside

        person = self.bridge.table.sitter(seat).person if self.bridge is not None else ""
        return person or seat_inside(seat)

    def now(self) -> float:
        """The time, in seconds."""
        return self.watch.now()

    # ---- pages

    def turn(self, page: Page) -> None:
        """Another page is up. A private one is gone in the very frame in which its cloth begins to fall."""
        was, seat = self.role, self.page.seat if self.page is not None else ""
        MOVES.settle()
        if self.page is not None:
            self.page.leave()
            self.remove_widget(self.page)
        self.page, MOVES.hushed = page, page.private
        self.add_widget(page, index=len(self.children))
        page.show()
        if page.role in ("own", "curtain") or was == "own":
            from ui.motion import cloth

            cloth.between(self, self.look, self.screen, (was, seat), page)

    def soon(self, say: str, work: Callable[[], object]) -> None:
        """Shows what is to come, and does it when that is seen: for what takes longer than a frame."""
        from ui.screens.menu import WaitingPage

        waiting = WaitingPage(self.glass, say)
        self.turn(waiting)
        Clock.schedule_once(lambda _seconds: work() if self.page is waiting else None)

    @property
    def waits(self) -> bool:
        """Whether a table is on its way, and the page up says so."""
        return self.role == "waiting"

    def ready(self) -> Iterator[None]:
        """Fetches the pages of a table one by one; the caller says when the next one may take its time."""
        for name in ("seats", "pinpad", "curtain", "enrol", "table", "own", "verdict", "menu"):
            importlib.import_module(f"ui.screens.{name}")
            yield
        importlib.import_module("ui.table_window")

    def lobby(self) -> None:
        """Leaves the table, which is in its book, and goes to the first page."""
        self._close_table()
        self.turn(LobbyPage(self.glass))

    def seats(self, offer: Offer) -> None:
        from ui.screens.seats import SeatsPage

        self.turn(SeatsPage(self.glass, offer, self.evenings.get(offer.id)))

    def table(self) -> None:
        """The public table; nothing private is open any longer."""
        self._drop_own()
        self._turn_to_table()

    def _turn_to_table(self) -> None:
        from ui.screens.table import TablePage

        self.speak_to_all()
        self.turn(TablePage(self.glass))

    def verdict(self) -> None:
        """How the game ended."""
        self._verdict_seen = True
        from ui.screens.verdict import VerdictPage

        self.turn(VerdictPage(self.glass))

    def call(self, seat: str) -> None:
        """The curtain of a seat; none where nobody sits, or where nobody else does and nothing was chosen."""
        if self.bridge is not None:
            table = self.bridge.table
            if table.sitter(seat).program:
                return
            if table.opens(seat) == ("hold",) and all(table.sitter(one).program for one in table.seats if one != seat):
                self.bridge.look(seat, None)  # alone, one hides nothing from anybody
                return
        self._drop_own()
        self.watch.touched()
        from ui.screens.curtain import CurtainPage

        self.turn(CurtainPage(self.glass, seat))

    def hide(self) -> None:
        """The curtain falls, now."""
        self.table()

    def stay(self) -> None:
        """The curtain's time begins anew."""
        self.watch.touched()
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
            self.glass,
            bridge.table.rules(),
            back or self._turn_to_table,
            number=number,
            phase=picture.table.phase if picture is not None else "",
            draw=bridge.illustrate,
            drawn=lambda: self.picture.illustration if self.picture is not None else None,
        )
        self.turn(page)

    def rules_of(self, game: str, number: str = "", back: Callable[[], None] | None = None) -> None:
        """The rules of a game before a table is open."""
        from ui.screens.rules import RulesPage

        book, games = self.desk.rules(game), () if back else self.desk.games()
        self.turn(RulesPage(self.glass, book, back or self.lobby, number=number, games=games, game=game))

    def menu(self) -> None:
        self._drop_own()
        from ui.screens.menu import MenuPage

        self.turn(MenuPage(self.glass))

    def enrol(self) -> None:
        """Tags and pieces. A table that is open is left for it, and gone on with afterwards: its readers are needed."""
        from ui.screens.enrol import EnrolPage

        table = self.bridge.table if self.bridge is not None else None
        offers = self.desk.games()
        if table is None:
            self.turn(EnrolPage(self.glass, offers[0], self.lobby))
            return
        saved, title = table.saved, table.title
        self._close_table()
        offer = next((offer for offer in offers if offer.title == title), offers[0])
        self.turn(EnrolPage(self.glass, offer, lambda: self.resume(saved)))

    def preferences(self) -> None:
        from ui.screens.preferences import PreferencesPage

        self.turn(PreferencesPage(self.glass))

    def nights(self) -> None:
        from ui.screens.menu import NightsPage

        self.turn(NightsPage(self.glass))

    def back(self) -> None:
        """From a page that lies before the table, or before the lobby."""
        if self.bridge is not None:
            self.table()
        else:
            self.lobby()

    # ---- beside them

    def lay_beside(self, view: TagTrayView | None) -> None:
        """Something simulated lies beside the screen while a page asks for it; None: no longer."""
        if self.box_view is not None and self.box_view.parent is not None:
            self.remove_widget(self.box_view)
        self.box_view = view
        self._lay_beside()

    def turn_table(self) -> None:
        """Shows the simulated table over the screen, or puts it away."""
        if self.beside:
            return
        view = self._simulated_table()
        if view is None:
            return
        if view.parent is None:
            self.add_widget(view)
            view.show()
        else:
            self.remove_widget(view)

    def _simulated_table(self) -> TableWindow | CardBox | TagTrayView | None:
        """What lies beside the screen: made when somebody first looks at it, since it is dear."""
        box = self.bridge.table.box if self.bridge is not None else None
        if self.box_view is None and box is not None:
            from ui.card_box import table_beside

            self.box_view = table_beside(self.glass, box)
        return self.box_view

    def _lay_beside(self) -> None:
        view = self._simulated_table() if self.beside else None
        if view is not None and view.parent is None:
            self.add_widget(view)
            view.show()

    # ---- leaving

    def _drop_own(self) -> None:
        self.speak_to_all()
        if self.bridge is not None:
            self.bridge.hide()
            self.picture = self.bridge.latest()

    def give(self, now: float | None = None) -> None:
        """An answer whose time has come is given, whatever page is up; without a time, whichever waits."""
        answer = self.answering.take(now)
        if answer is not None and self.bridge is not None:
            self.bridge.answer(answer.seat, answer.choice, answer.basis)

    def _close_table(self) -> None:
        self.give()
        self._drop_own()
        if self.page is not None:
            self.page.leave()
        bridge, self.bridge, self.picture = self.bridge, None, None
        self.lay_beside(None)
        if bridge is not None:
            bridge.table.close()
