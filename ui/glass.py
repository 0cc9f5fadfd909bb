"""The window: which page is up, when the curtain falls, and where the simulated table stands.

The glass keeps no game: it takes the newest picture from the bridge, turns to the page that it calls for, and lets that
page show it. Whatever happens it lands on the public table. Pages are imported when they are first turned to, so that
the first one does not wait for the others; `ready` fetches them meanwhile.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.clock import Clock

from companion.settings import Settings
from ui.frame import Frame
from ui.locale import _, speak
from ui.ports import CannotOpen, Desk, Offer, Table
from ui.screens.lobby import LobbyPage
from ui.screens.page import Page
from ui.theme import Look
from ui.veil import Veil
from ui.watch import Watch, boot_time

if TYPE_CHECKING:
    from ui.bridge import Bridge, Own, Picture
    from ui.card_box import CardBox
    from ui.table_window import TableWindow
    from ui.tag_tray import TagTrayView


class Glass(Frame):
    """The root of the window. now: the time in seconds, for the curtain. leave: what *Quit* does.

    dress: the look that goes with settings; without it the look stays as it is given.
    answer_pause: how many seconds each answer takes that must not tell anything, so that its time does not either.
    simulated: a simulated table stands beside the screen where the window is wide enough.
    dim: makes the panel brighter or darker, 0 to 1, and says whether it could.
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
        simulated: bool = False,
        dim: Callable[[float], bool] = lambda _level: False,
        **kwargs: Any,
    ) -> None:
        self.desk, self.look, self._leave, self._dress = desk, look, leave, dress
        self.answer_pause = answer_pause
        self.bridge: Bridge | None = None
        self.picture: Picture | None = None
        self.page: Page | None = None
        self.said: list[str] = [*desk.troubles, *self._hints()]
        self.box_view: TableWindow | CardBox | TagTrayView | None = None
        self.watch = Watch(now, desk.settings)
        self._verdict_seen = False
        self._ring = Clock.create_trigger(self.refresh)
        self._fit = Clock.create_trigger(self._refit, -1)
        speak(look.language)
        super().__init__(look, simulated, **kwargs)
        self.veil = Veil(self, dim)
        self.veil.lit(desk.settings.brightness / 100)
        self._fitted = self._places()
        self.bind(pos=self._fit, size=self._fit)

    # ---- what the pages ask -------------------------------------------------------------------------------------

    def now(self) -> float:
        """The time, in seconds."""
        return self.watch.now()

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

    # ---- pages --------------------------------------------------------------------------------------------------

    def turn(self, page: Page) -> None:
        """Another page is up from now on. A private one is gone in the same frame."""
        if self.page is not None:
            self.page.leave()
            self.remove_widget(self.page)
        self.page = page
        self.add_widget(page, index=len(self.children))
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
        self.watch.forget()
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
        self._lay_beside()
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
        self.watch.touched()
        from ui.screens.curtain import CurtainPage

        self.turn(CurtainPage(self, seat))

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
        from ui.screens.menu import MenuPage

        self.turn(MenuPage(self))

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
        from ui.screens.preferences import PreferencesPage

        self.turn(PreferencesPage(self))

    def nights(self) -> None:
        from ui.screens.menu import NightsPage

        self.turn(NightsPage(self))

    def back(self) -> None:
        """From a page that lies before the table, or before the lobby."""
        if self.bridge is not None:
            self.table()
        else:
            self.lobby()

    def quit(self) -> None:
        self._close_table()
        self._leave()

    # ---- looks --------------------------------------------------------------------------------------------------

    def prefer(self, **changes: Any) -> None:
        """Changes settings, at once, and shows the same page in them."""
        settings = msgspec.structs.replace(self.desk.settings, **changes)
        said = self.desk.keep(settings)
        self.watch.settings = settings
        self.answer_pause = settings.answer_pause_seconds
        self.veil.lit(settings.brightness / 100)
        look = self._dress(settings) if self._dress is not None else self.look
        if look != self.look:
            self.wear(look)
        self.said = [said] if said else self._hints()
        self.again()

    def wear(self, look: Look) -> None:
        """From the next page on everything is made in another look; the table stays as it is."""
        self.look = look
        speak(look.language)
        self.drop_boards()
        self._fitted = self._places()
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
            self._lay_beside()
            self.box_view.show()

    def again(self) -> None:
        """The page that is up, made anew: in another look, or where there is another room. Never a private one."""
        if self.page is None:
            return
        if self.role in ("own", "curtain"):
            self.table()
        else:
            self.turn(self.page.again())

    def _tell_language(self, table: Table) -> None:
        language = self.look.language
        table.do(lambda: table.speak(language))

    def _hints(self) -> list[str]:
        """What is to be said of the letters: only who reads Chinese or Japanese is concerned."""
        hint = self.look.faces.hint
        return [_(hint)] if hint and self.desk.settings.language != "en" else []

    def lay_beside(self, view: TagTrayView | None) -> None:
        """Something simulated lies beside the screen while a page asks for it; None: no longer."""
        if self.box_view is not None and self.box_view.parent is not None:
            self.remove_widget(self.box_view)
        self.box_view = view
        self._lay_beside()

    def turn_table(self) -> None:
        """Shows the simulated table over the screen, or puts it away."""
        view = self.box_view
        if view is None or self.beside:
            return
        if view.parent is None:
            self.add_widget(view)
            view.show()
        else:
            self.remove_widget(view)

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
        self.watch.stirred()
        self.veil.lift()
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

                self.watch.right(picture.own.seat)
                self.watch.touched()
                self.turn(OwnPage(self, picture.own.seat))
        elif self.role == "own":
            self._turn_to_table()
        if picture.proof is not None and not self._verdict_seen and self.role == "table":
            self.verdict()

    def _hold(self, seat: str) -> None:
        """A tag was held to the reader: the seal of a seat, or of none.

        Before a curtain another's seal is a wrong one, as a PIN would be. Over an open private screen its own seal lets
        the curtain fall; another's as well, and what opens then, opens to a seal that is held once more.
        """
        if self.bridge is None or self.page is None:
            return
        resting = self.watch.rest(seat) > 0
        if self.role == "curtain" and (seat != self.page.seat or resting):
            self.page.refuse()
        elif not seat:
            return  # what it is not, the table says
        elif self.role == "own":
            if seat == self.page.seat:
                self.hide()
            else:
                self.call(seat)
        elif resting:
            self.call(seat)
        else:
            self.bridge.look(seat, None)

    def tick(self, *_: Any) -> None:
        """Time passes: a private screen that nobody touches closes, and after long the screen goes dark."""
        over = self.role == "own" and self.watch.left()[0] <= 0
        if over or (self.role == "curtain" and self.watch.idle):
            self.hide()
        elif self.page is not None:
            self.page.tick()
        if self.watch.dark and not self.veil.dark:
            self.wake()
            self.veil.drop()

    def wake(self) -> None:
        """The screen was dark, or somebody else's: whoever looks at it first sees the public table."""
        if self.role in ("own", "curtain"):
            self.hide()

    def on_touch_down(self, touch: Any) -> bool:
        self.watch.touched()
        return self.veil.takes(touch) or bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        return self.veil.holds(touch) or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        return self.veil.lets_go(touch) or bool(super().on_touch_up(touch))

    # ---- the window has another size ----------------------------------------------------------------------------

    def _places(self) -> object:
        return self.pos[:], self.size[:]

    def _refit(self, *_: Any) -> None:
        """The window has another size: everything is made anew for it."""
        if self._places() != self._fitted and self.width > 1 and self.height > 1:
            self.wear(self._dress(self.desk.settings) if self._dress is not None else self.look)
            self.again()

    def _lay_beside(self) -> None:
        view = self.box_view
        if view is not None and self.beside and view.parent is None:
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
