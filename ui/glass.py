"""The window: which page is up, when the curtain falls, and where the simulated table stands.

The glass keeps no game: it takes the newest picture from the bridge, turns to the page that it calls for, and lets that
page show it. Where one gets from page to page stands in `ui.ways`, how the window is divided in `ui.frame`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import msgspec
from kivy.clock import Clock

from companion.settings import Settings
from companion.sounds import Sound, sound
from companion.views import View
from ui.frame import stands_beside
from ui.locale import _, aloud, next_language, speak, whisper
from ui.motion.moves import MOVES
from ui.ports import CannotOpen, Desk, Night, Offer, Plan, Rulebook, Saved, Sitter, Table
from ui.screens.lobby import LobbyPage
from ui.theme import Look
from ui.veil import Veil
from ui.watch import Watch, boot_time
from ui.ways import Ways

if TYPE_CHECKING:
    from ui.picture import Picture


PLAYS: Final = 1.5
"""Seconds from what everybody sees to the next answer of a seat that nobody sits in: one can follow it."""
NIGHT_LIGHTS: Final = 0.35
NIGHT_PANEL: Final = 0.6
"""How much of their brightness the lights of the table have at night."""


KEPT: Final = 20.0
"""Seconds for which a piece that was laid on the reader is kept for the private window that it may be for."""


class Glass(Ways):
    """The root of the window. now: the time in seconds, for the curtain. leave: what *Quit* does.

    dress: the look that goes with settings; without it the look stays as it is given.
    answer_pause: how many seconds each answer takes that must not tell anything, so that its time does not either.
    simulated: a simulated table stands beside the screen where the window is wide enough.
    dim: makes the panel brighter or darker, 0 to 1, and says whether it could. play: plays a sound at a volume, 0 to 1.
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
        play: Callable[[Sound, float], None] = lambda _sound, _volume: None,
        **kwargs: Any,
    ) -> None:
        self._leave, self._dress, self._play = leave, dress, play
        self._to_all: Look | None = None
        self.answer_pause = answer_pause
        self._played: tuple[View | None, float] = (None, 0.0)
        self._laid_at: float | None = None
        self._ring = Clock.create_trigger(self.refresh)
        self._fit = Clock.create_trigger(self._refit, -1)
        # Before whatever frame comes next is drawn.
        self._buttons = {
            "hide": Clock.create_trigger(lambda *_: self.wake(), -1),
            "next": Clock.create_trigger(lambda *_: self._next(), -1),
        }
        speak(look.language)
        whisper("")
        super().__init__(desk, look, Watch(now, desk.settings), simulated, **kwargs)
        self.said: list[str] = [*desk.troubles, *self._hints()]
        self.veil = Veil(self, dim)
        self._shine()
        self._fitted = self._places()
        self.bind(pos=self._fit, size=self._fit)

    # ---- tables -------------------------------------------------------------------------------------------------

    def open(
        self,
        offer: Offer,
        players: int,
        pins: dict[str, str],
        options: dict[str, bool | int | str] | None = None,
        seals: dict[str, str] | None = None,
        plan: Plan | None = None,
        sitters: dict[str, Sitter] | None = None,
    ) -> None:
        """A new game."""
        self._sit_down(lambda: self.desk.open(offer.id, players, pins, options, seals, plan, sitters))

    def resume(self, saved: str) -> None:
        """The game that was left."""
        self._sit_down(lambda: self.desk.resume(saved))

    def once_more(self) -> None:
        """The same evening again, with the same persons in their seats; what opens a screen is chosen anew."""
        if self.bridge is None:
            return
        from ui.screens.seats import Evening

        table = self.bridge.table
        offer = next(offer for offer in self.desk.games() if offer.id == table.game)
        options = {name: value for name, value in table.options.items() if name != offer.drawn}
        sitters = {seat: table.sitter(seat) for seat in table.seats}
        self.evenings[offer.id] = Evening(len(table.seats), table.plan, options, sitters)
        self._close_table()
        self.seats(offer)

    def replay(self, ended: Saved, keep: bool = False, at: int = 0) -> None:
        """A night that is over, read back from its book. keep: to write it as a page or a picture. at: from which step
        it is shown."""
        self._close_table()
        from ui.screens.menu import WaitingPage

        self.turn(WaitingPage(self, _("Reading the book of this night")))
        here = self.page

        def read(night: tuple[Night, Rulebook] | CannotOpen) -> None:
            if self.page is not here:
                return  # somebody did not want to wait
            if isinstance(night, CannotOpen):
                self.said = [str(night)]
                self.turn(LobbyPage(self))
                return
            from ui.screens.export import ExportPage
            from ui.screens.replay import ReplayPage

            page = ReplayPage(self, ended, *night)
            page.go(at)
            self.turn(ExportPage(self, page) if keep else page)

        self.fetch(lambda: self.desk.replay(ended.id), read)

    def fetch(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Does what takes longer than a frame elsewhere; `done` gets what came of it, or why it could not be done."""

        def act() -> None:
            try:
                found = work()
            except CannotOpen as error:
                found = error
            Clock.schedule_once(lambda _seconds: done(found))

        self.desk.in_background(act)

    def _sit_down(self, opened: Callable[[], Table]) -> None:
        try:
            table = opened()
        except CannotOpen as error:
            self.said = [str(error)]
            self.turn(LobbyPage(self))
            return
        self.said = []
        self._verdict_seen = False
        self.rail_before = None
        self.watch.forget()
        self.answer_pause = max(self.desk.settings.answer_pause_seconds, table.pause)
        self._tell_look(table)
        from ui.bridge import Bridge

        self.bridge = Bridge(table, self._ring)
        table.press(lambda button: self._buttons[button]())
        self.page_after_opening()

    def page_after_opening(self) -> None:
        """The public table, as soon as there is a picture of it; who waits for it sees until then what for."""
        if self.waits and self.bridge is not None and self.bridge.latest() is None:
            return
        self._turn_to_table()
        self._lay_beside()
        self.refresh()

    def forget(self) -> None:
        """A refusal was read."""
        if self.bridge is not None:
            self.bridge.forget()

    def quit(self) -> None:
        self._close_table()
        self._leave()

    # ---- looks --------------------------------------------------------------------------------------------------

    def prefer(self, **changes: Any) -> None:
        """Changes settings, at once, and shows the same page in them. The pause that protects an answer only becomes
        longer while a night goes on."""
        self.speak_to_all()
        least = self.answer_pause if self.bridge is not None else 0.0
        if "answer_pause_seconds" in changes:
            changes["answer_pause_seconds"] = max(changes["answer_pause_seconds"], least)
        settings = msgspec.structs.replace(self.desk.settings, **changes)
        said = self.desk.keep(settings)
        self.watch.settings = settings
        self.answer_pause = max(settings.answer_pause_seconds, least)
        self._shine()
        look = self._dress(settings) if self._dress is not None else self.look
        if look != self.look:
            self.wear(look)
        elif self.bridge is not None:
            self._tell_look(self.bridge.table)
        self.said = [said] if said else self._hints()
        self.again()

    def wear(self, look: Look) -> None:
        """From the next page on everything is made in another look; the table stays as it is."""
        self.speak_to_all()
        self.look = look
        self._shine()
        speak(look.language)
        self.drop_boards()
        self.rail_before = None
        over = not (self._simulated and stands_beside(*self._fitted[1]))
        self._fitted = self._places()
        table = self.bridge.table if self.bridge is not None else None
        if table is None:
            return
        self._drop_own()
        self._tell_look(table)
        if table.box is not None:
            # what stood beside the screen does not cover it now that there is no room
            shown = over and self.box_view is not None and self.box_view.parent is not None
            self.lay_beside(None)
            if shown and not self.beside:
                self.turn_table()

    def speak_to(self, seat: str) -> None:
        """What is made from now on is a seat's own, in the language that is read there."""
        self.speak_to_all()
        language = self.bridge.table.sitter(seat).language if self.bridge is not None else ""
        if not language or language == self.look.language:
            return
        own = msgspec.structs.replace(self.desk.settings, language=language)
        self._to_all = self.look
        self.look = self._dress(own) if self._dress is not None else replace(self.look, language=language)
        whisper(self.look.language)

    def speak_next(self) -> None:
        """The next language: of the private screen that is open, else of all others. The same page in it."""
        if not self.look.faces.covers_cjk:
            return  # nobody could read it
        language = next_language(self.look.language)
        if self.role != "own" or self.page is None or self.bridge is None:
            self.prefer(language=language)
            return
        seat, table = self.page.seat, self.bridge.table
        table.sit(seat, msgspec.structs.replace(table.sitter(seat), language=language))
        self.speak_to(seat)
        from ui.screens.own import OwnPage

        self.turn(OwnPage(self, seat))

    def speak_to_all(self) -> None:
        if self._to_all is not None:
            self.look, self._to_all = self._to_all, None
            whisper("")

    def again(self) -> None:
        """The page that is up, made anew: in another look, or where there is another room. Never a private one."""
        if self.page is None:
            return
        if self.role in ("own", "curtain"):
            self.table()
        else:
            self.turn(self.page.again())

    def _shine(self) -> None:
        """As bright as the settings want it; at night the panel gives less light, the colours keep their contrast."""
        night = self.look.palette.mood == "night"
        self.veil.lit(self.desk.settings.brightness / 100, NIGHT_PANEL if night else 1.0)

    def _tell_look(self, table: Table) -> None:
        """The language of the glass, how bright the lights of the table are beside it, and whether it may sound."""
        language, night = self.look.language, self.look.palette.mood == "night"
        table.do(lambda: table.speak(language))
        table.hush(not self.desk.settings.sound)
        table.dim(self.desk.settings.lights / 100 * (NIGHT_LIGHTS if night else 1.0))

    def _hints(self) -> list[str]:
        """What is to be said of the letters: who reads English is concerned where he has chosen them."""
        hint, wants = self.look.faces.hint, self.desk.settings
        return [_(hint)] if hint and (wants.language != "en" or wants.fonts) else []

    # ---- frames -------------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Decides what was left, and shows it: for a referee without a thread of its own."""
        if self.bridge is not None:
            with aloud():
                self.bridge.pump()
        self.refresh()

    def refresh(self, *_: Any) -> None:
        """Takes the newest picture, and turns to the page that it calls for."""
        if self.bridge is None:
            return
        picture = self.bridge.latest()
        if picture is None or picture is self.picture or picture == self.picture:
            return
        if self.waits:
            self._turn_to_table()
            self._lay_beside()
        before, self.picture = self.picture, picture
        if before is not None:
            self._sound(before, picture)
            self._laid_at = self.now() if before.laid != picture.laid else self._laid_at
        self.watch.stirred()
        self.veil.lift()
        self._route(picture)
        if before is not None and before.held != picture.held:
            self._hold(picture.held[1])
        if self.page is not None:
            self.page.show()
        if self.box_view is not None:
            with aloud():
                self.box_view.show()

    def _sound(self, before: Picture, picture: Picture) -> None:
        """What all may hear of the change, if sounds are wanted."""
        wants = self.desk.settings
        if not wants.sound or not wants.volume:
            return
        laid, refused = picture.laid != before.laid, picture.refused != before.refused
        made = sound(before.table, picture.table, laid=laid, refused=refused)
        if made is not None:
            self._play(made, wants.volume / 100)

    def _route(self, picture: Picture) -> None:
        if picture.own is not None:
            if self.page is None or self.role != "own" or self.page.seat != picture.own.seat:
                from ui.screens.own import OwnPage

                self.watch.right(picture.own.seat)
                self.watch.touched()
                self.speak_to(picture.own.seat)
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
        self.give(self.now())
        if self._laid_at is not None and self.now() - self._laid_at > KEPT and self.bridge is not None:
            self._laid_at = None
            self.bridge.put_aside()
        over = self.role == "own" and self.watch.left()[0] <= 0
        if over or (self.role == "curtain" and self.watch.idle):
            self.hide()
        elif self.page is not None:
            self.page.tick()
        if self.watch.dark and not self.veil.dark:
            self.wake()
            self.veil.drop()
        self._let_play()

    def _let_play(self) -> None:
        """The seats that nobody sits in are answered for, each time so long after what everybody saw last."""
        picture, bridge, now = self.picture, self.bridge, self.now()
        if bridge is None or picture is None or not picture.programs:
            return
        if picture.table != self._played[0]:
            self._played = picture.table, now
        elif now - self._played[1] >= PLAYS and picture.proof is None and not self.veil.dark:
            self._played = picture.table, now
            bridge.play()

    def wake(self) -> None:
        """The screen was dark, or somebody else's: whoever looks at it first sees the public table."""
        if self.own is not None or self.role in ("own", "curtain"):
            self.hide()

    def _next(self) -> None:
        self.watch.touched()
        self.veil.lift()
        if self.page is not None and self.role == "table":
            self.page.go_on()

    def on_touch_down(self, touch: Any) -> bool:
        self.watch.touched()
        if self.veil.takes(touch) or self.haste.takes(touch):
            return True
        MOVES.touched()
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        return self.veil.holds(touch) or self.haste.holds(touch) or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        woke = self.veil.lets_go(touch)
        lost = self.haste.lets_go(touch, unseen=woke)
        return woke or lost or bool(super().on_touch_up(touch))

    # ---- the window has another size ----------------------------------------------------------------------------

    def _places(self) -> tuple[list[float], list[float]]:
        return self.pos[:], self.size[:]

    def _refit(self, *_: Any) -> None:
        """The window has another size: everything is made anew for it."""
        if self._places() != self._fitted and self.width > 1 and self.height > 1:
            self.wear(self._dress(self.desk.settings) if self._dress is not None else self.look)
            self.again()
