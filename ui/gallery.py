"""Every screen in every size, language and palette, as pictures: for whoever looks the glass over, and for tests.

A `Stop` is a screen that can be hung up again and again: the same evening stands still while it is dressed in one look
after another. `walk` plays evenings of all games between simple players and hands out the stops.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.ports import Report
from companion.seats import Seat
from companion.settings import Settings
from ui.app import look_for
from ui.finger import Finger
from ui.glass import Glass
from ui.locale import LANGUAGES, _
from ui.moments import moments
from ui.ports import Plan, Sitter, Table
from ui.presenter import seat_inside
from ui.screens.own import OwnPage
from ui.screens.page import Page
from ui.screens.table import TablePage
from ui.shot import grab
from ui.table_window import TableWindow

SIZES: Final = ((480, 320), (800, 480), (1024, 600), (1280, 720), (720, 1280))
SEED: Final = 7
MOST_PICKS: Final = 700
"""In so many picks an evening has shown all that it will."""


class Guise(NamedTuple):
    """How a screen is dressed: the size of the window in pixels, and what the settings say."""

    name: str
    size: tuple[int, int]
    settings: dict[str, object]


PERSONS: Final = (
    Sitter("Mei", "zh_Hans"),
    Sitter("Wilhelmina-Mary", "en"),
    Sitter("愛子", "ja"),
    Sitter(),
    Sitter("Tom"),
)
"""Short names and one as long as a name may be; somebody has none."""


class Stop(NamedTuple):
    """A screen. show: hangs it up, whatever hung there."""

    name: str
    show: Callable[[], object]


def guises(sizes: Sequence[tuple[int, int]] = SIZES, languages: Sequence[str] = LANGUAGES) -> list[Guise]:
    """Every size in every language by day; and the usual size at night, in high contrast, large, for the left hand."""
    found = [Guise(f"{w}x{h}-{language}", (w, h), {"language": language}) for w, h in sizes for language in languages]
    usual = (800, 480)
    found += [
        Guise("800x480-night", usual, {"theme": "night"}),
        Guise("800x480-contrast", usual, {"theme": "contrast"}),
        Guise("800x480-large", usual, {"large_text": True}),
        Guise("800x480-large-ja", usual, {"large_text": True, "language": "ja"}),
        Guise("800x480-left-hand", usual, {"left_hand": True}),
        Guise("480x320-night", (480, 320), {"theme": "night"}),
        Guise("720x1280-large", (720, 1280), {"large_text": True}),
        Guise("1000x700-window", (1000, 700), {}),
    ]
    return found


class Walk:
    """Plays evenings on one glass, and hangs up its screens.

    advise: what a simple player of a seat would answer. post: what a device of a table says. cache: where cut fonts are
    kept.
    """

    def __init__(
        self,
        glass: Glass,
        advise: Callable[[Table, str], str | None],
        post: Callable[[Table, Report], None],
        cache: Path | None = None,
    ) -> None:
        self.glass, self.advise, self.post, self.cache = glass, advise, post, cache
        self.seconds = 0.0
        glass.watch.now = lambda: self.seconds
        self.finger = Finger(glass, frames=0)
        self._plain: Settings = glass.desk.settings

    # ---- dressing

    def dress(self, guise: Guise) -> None:
        """The glass in a guise. Whatever hangs there must be hung up anew."""
        glass = self.glass
        if glass.box_view is not None and glass.box_view.parent is not None:
            glass.turn_table()
        settings = msgspec.structs.replace(self._plain, pins=glass.desk.settings.pins, **guise.settings)
        glass.desk.settings = glass.watch.settings = settings
        glass.size_hint = (None, None)
        glass.pos, glass.size = (0, 0), guise.size
        glass.wear(look_for(settings, guise.size, cache=self.cache))
        glass.turn(Page(glass))
        self.settle()  # the table speaks the language before anything is hung up

    def settle(self) -> None:
        """Everything decided, drawn and lying in its place."""
        self.finger.settle(0)
        self.finger.settle(0)

    # ---- playing

    @property
    def table(self) -> Table:
        bridge = self.glass.bridge
        assert bridge is not None
        return bridge.table

    def asked(self) -> tuple[str, str]:
        """Who is asked what; nobody where the night is over."""
        for seat in self.table.seats:
            prompt = self.table.window(Seat(seat)).prompt()
            if prompt is not None:
                return seat, prompt.ask
        return "", ""

    def answer(self, choice: str = "") -> None:
        """The next answer: this one, or what a simple player gives."""
        seat, _ask = self.asked()
        wanted = choice or self.advise(self.table, seat) or ""
        if type(self.glass.page) is not Page:
            self.glass.turn(Page(self.glass))
        self.table.pick(seat, wanted, None)  # nothing of all this is drawn

    def told(self) -> None:
        """Lets the glass hear of all that was answered."""
        self.table.do(lambda: None)
        self.settle()

    def open(self, game: str, players: int, plan: Plan | None = None) -> None:
        """A new evening."""
        glass = self.glass
        glass.lobby()
        offer = next(offer for offer in glass.desk.games() if offer.id == game)
        seats = glass.desk.seats(game, players)
        glass.open(offer, players, {seat: f"{1111 * (at + 1)}" for at, seat in enumerate(seats)}, plan=plan)
        self.settle()

    # ---- hanging up

    def public(self) -> None:
        self.glass.forget()
        self.glass.table()
        self.settle()

    def own(self, seat: str) -> OwnPage:
        """A seat's private window."""
        glass = self.glass
        assert glass.bridge is not None
        glass.forget()
        glass.bridge.look(seat, None)
        self.settle()
        assert isinstance(glass.page, OwnPage)
        return glass.page

    def on_table(self) -> TablePage:
        self.public()
        assert isinstance(self.glass.page, TablePage)
        return self.glass.page

    # ---- the stops

    def stops(self) -> Iterator[Stop]:
        """All of them, in the order of an evening."""
        yield from self.before()
        yield from self.scorpion()
        yield from self.more_players()
        yield from self.cards("shinobinogi", 2)
        yield from self.cards("shinobi_arts", 5)
        yield from moments(self)

    def before(self) -> Iterator[Stop]:
        """What comes before a game."""
        glass = self.glass
        glass.lobby()
        yield Stop("lobby", glass.lobby)
        yield Stop("rules-lobby", lambda: glass.rules_of("scorpion"))
        yield Stop("settings", glass.preferences)
        for players in (2, 4):
            yield Stop(f"seats-{players}", self._seats("scorpion", players))
        yield Stop("seats-5", self._seats("shinobi_arts", 5))
        for game, players in (("scorpion", 3), ("shinobinogi", 2), ("shinobi_arts", 5)):
            yield Stop(f"seats-named-{players}", self._seats(game, players, PERSONS))
        yield Stop("sitting", self._sitting)
        yield Stop("name", self._naming)
        yield Stop("enrol", glass.enrol)
        yield Stop("enrol-tags", lambda: self._tapped(glass.enrol, "glass:tray"))
        yield Stop("pin", lambda: self._tapped(self._seats("scorpion", 2), "pin:guards"))

        def again() -> None:
            self._tapped(self._seats("scorpion", 2), "pin:guards")
            self.finger.pin("1234")

        yield Stop("pin-again", again)
        yield Stop("evening", lambda: self._tapped(self._seats("scorpion", 2), "glass:plan"))
        yield Stop("rulings", lambda: self._tapped(self._seats("scorpion", 2), "glass:rulings"))

    def _sitting(self) -> None:
        """One seat, and who may sit there."""
        from ui.screens.seats import SeatsPage
        from ui.screens.sitting import SittingPage

        self._seats("scorpion", 2, PERSONS)()
        page = self.glass.page
        assert isinstance(page, SeatsPage)
        self.glass.turn(SittingPage(self.glass, page, "intruders"))

    def _naming(self) -> None:
        """A name that is too long."""
        from ui.screens.naming import NamePage

        asked = _("The name of {seat}").format(seat=seat_inside("guards"))
        page = NamePage(self.glass, asked, "Wilhelmina-Louise", lambda _name: None, self.glass.lobby)
        page.finish()
        self.glass.turn(page)

    def _seats(self, game: str, players: int, persons: Sequence[Sitter] = ()) -> Callable[[], None]:
        def show() -> None:
            from ui.screens.seats import SeatsPage

            page = SeatsPage(self.glass, next(offer for offer in self.glass.desk.games() if offer.id == game))
            page.sit(players)
            page.pins = dict.fromkeys(page.seats[: 1 if players > 2 else len(persons) or 1], "1111")
            page.sitters = dict(zip(page.seats, persons, strict=False))
            page._lay()
            self.glass.turn(page)

        return show

    def _tapped(self, show: Callable[[], object], *names: str) -> None:
        show()
        self.settle()
        for name in names:
            self.finger.tap(name)

    def scorpion(self) -> Iterator[Stop]:
        """An evening on the board, from the first card to the verdict."""
        glass = self.glass
        self.open("scorpion", 2)
        yield Stop("table-before", self.public)
        yield Stop("curtain", lambda: glass.call("intruders"))
        yield Stop("curtain-pin", lambda: self._tapped(lambda: glass.call("guards"), "glass:pin"))
        seen: set[str] = set()
        wanted = {
            "choose_hand", "hide_sleeper", "hide_goal", "confirm_setup", "choose_intruders", "start_ninja", "play_hand",
            "choose_sentry", "pursue", "step", "answer_listen", "choose_figure", "sneak", "meet_guards",
            "declare_search", "hidden_sentry", "move_patrols", "search_zone",
        }  # fmt: skip
        for _pick in range(MOST_PICKS):
            seat, ask = self.asked()
            if not seat:
                break
            if ask not in seen:
                seen.add(ask)
                self.told()
                private = seat not in ("guards", "swords", "spears") or not self._public(seat)
                if private:
                    yield Stop(f"{seat}-{ask}", lambda seat=seat: self.own(seat))  # type: ignore[misc]
                elif ask in wanted:
                    yield Stop(f"table-{ask}", self.public)
                if ask == "play_hand":
                    yield from self._guards_hand(seat)
                elif ask == "step":
                    yield Stop("table-refusal", self._refused)
                    yield Stop("table-rule", self._ruled)
                elif ask == "sneak":
                    yield from self._walking(seat)
                elif ask == "hidden_sentry":
                    yield Stop("intruders-zoomed", lambda seat=seat: self._zoomed(seat))  # type: ignore[misc]
                elif ask == "answer_listen":
                    yield Stop("intruders-waiting", lambda seat=seat: self._waits(seat))  # type: ignore[misc]
                    glass.answer_pause = 0
            self.answer()
        self.told()
        yield Stop("verdict", glass.verdict)
        yield Stop("table-after", self.public)
        yield from self._replayed()

    def _replayed(self) -> Iterator[Stop]:
        """The night that is over, read back."""
        from ui.screens.export import ExportPage
        from ui.screens.replay import ReplayPage

        glass = self.glass
        glass.lobby()
        ended = glass.desk.ended()[0]

        def show() -> ReplayPage:
            night, rules = glass.desk.replay(ended.id)  # in the language at hand
            page = ReplayPage(glass, ended, night, rules)
            page.go(2 * len(night) // 3)
            glass.turn(page)
            return page

        yield Stop("nights", glass.nights)
        yield Stop("replay", show)
        yield Stop("replay-export", lambda: glass.turn(ExportPage(glass, show())))

    def _public(self, seat: str) -> bool:
        asked = self.table.window().view()
        return any(getattr(panel, "choices", ()) for panel in asked.panels if getattr(panel, "seat", "") == seat)

    def _guards_hand(self, seat: str) -> Iterator[Stop]:
        glass = self.glass
        yield Stop("guards-hand", lambda: self.own(seat))

        def chosen() -> None:
            page = self.own(seat)
            page._take(next(face for face in page._faces() if face.choice))

        def large() -> None:
            page = self.own(seat)
            page.read(next(face for face in page._faces() if face.choice))

        def map_instead() -> None:
            self.own(seat).turn_to("glass:map")

        yield Stop("guards-card-chosen", chosen)
        yield Stop("guards-card-large", large)
        yield Stop("guards-map", map_instead)
        yield Stop("menu", glass.menu)
        yield Stop("rules", lambda: glass.rules("R116"))

        def folded() -> None:
            self.on_table().unfold()

        yield Stop("table-rail-words", folded)

    def _put_up(self) -> None:
        """Every figure stands on the simulated table."""
        self.public()
        self.glass.turn_table()
        view = self.glass.box_view
        if isinstance(view, TableWindow):
            view.put_all()

    def _out_of_step(self) -> None:
        """Two figures stand where they do not belong."""
        box = self.table.box
        assert box is not None
        for piece in self.table.window().position()["guards"].items():
            box.put(f"guard:{piece[0]}", piece[1]["zone"])
        self.settle()
        box.put("guard:g1", "O1")
        box.put("guard:g2", "O9")
        self.public()
        self.seconds += 5
        self.glass.tick()

    def _refused(self) -> None:
        page = self.on_table()
        zones = page.board.panel.sheet.zones if page.board.panel is not None else {}
        far = next(zone for zone in ("O1", "O9", *zones) if zone in zones and zone not in page.board.pointing.choosable)
        page._zone(page.board, far)
        self.settle()

    def _ruled(self) -> None:
        self._refused()
        rule = next((tag for tag in self.finger.tags() if tag.startswith("glass:rule:")), "")
        if rule:
            self.finger.tap(rule)

    def _zoomed(self, seat: str) -> None:
        """The map of a long night, twice as large where the intruder is."""
        board = self.own(seat).board
        where = (point for here in board.standing.values() for name, point in here.figures.items() if name == "ninja")
        board.focus_on(next(where, board.center))
        board.zoom = 2.0

    def _waits(self, seat: str) -> None:
        """An answer was given that is not told yet."""
        self.glass.answer_pause = 60
        page = self.own(seat)
        page.pick(page.strip_model.tags[0].choice)

    def _walking(self, seat: str) -> Iterator[Stop]:
        def refused() -> None:
            page = self.own(seat)
            zones = page.board.panel.sheet.zones if page.board.panel is not None else {}
            page._zone(page.board, next(zone for zone in zones if zone not in page.board.pointing.choosable))

        def listed() -> None:
            page = self.own(seat)
            page.lay_out(page.listed or page.strip_model.tags)

        yield Stop("intruders-refusal", refused)
        yield Stop("intruders-list", listed)
        yield Stop("intruders-notes", lambda: self.own(seat).unfold())
        yield Stop("intruders-cards", lambda: self.own(seat).turn_to("glass:cards"))

    def more_players(self) -> Iterator[Stop]:
        """The board with four."""
        self.open("scorpion", 4)
        for _pick in range(MOST_PICKS):
            seat, ask = self.asked()
            if not seat or ask == "play_hand":
                break
            self.answer()
        self.told()
        yield Stop("table-4-players", self.public)
        yield Stop("menu-4-players", self.glass.menu)
        yield Stop("swords-hand", lambda: self.own("swords"))
        if self.table.box is not None:
            yield Stop("simulated-table", self._put_up)
            yield Stop("table-check", self._out_of_step)
        yield Stop("lobby-resume", self.glass.lobby)

    def cards(self, game: str, players: int) -> Iterator[Stop]:
        """An evening without a board."""
        self.open(game, players)
        seen: set[str] = set()
        for pick in range(120):
            seat, ask = self.asked()
            if not seat:
                break
            if ask not in seen and pick > 3:
                seen.add(ask)
                self.told()
                yield Stop(f"{game}-{ask}", lambda seat=seat: self.own(seat))  # type: ignore[misc]
            if pick == 20:
                self.told()
                yield Stop(f"{game}-table", self.public)
                yield Stop(f"{game}-curtain", lambda seat=seat: self.glass.call(seat))  # type: ignore[misc]
                yield from self._sheets(game, seat)
            self.answer()
        while self.asked()[0]:
            self.answer()
        self.told()
        yield Stop(f"{game}-verdict", self.glass.verdict)

    def _sheets(self, game: str, seat: str) -> Iterator[Stop]:
        def read() -> None:
            page = self.own(seat)
            table = page.table_model
            assert table is not None
            cards = [card for spread in table.spreads for card in spread.cards]
            page._read_card(max(cards, key=lambda card: (len(card.choices), len(card.face.effect))))

        def spread() -> None:
            page = self.own(seat)
            table = page.table_model
            assert table is not None
            page._spread_out(max(table.spreads, key=lambda spread: len(spread.cards)))

        def box() -> None:
            self.public()
            self.glass.turn_table()

        yield Stop(f"{game}-card", read)
        yield Stop(f"{game}-spread", spread)
        if self.table.box is not None:
            yield Stop(f"{game}-box", box)


def picture(walk: Walk, stop: Stop, guise: Guise, out: Path) -> Path:
    """One screen in one guise, written as a PNG."""
    walk.dress(guise)
    stop.show()
    walk.settle()
    return grab(walk.glass, out / f"{stop.name}-{guise.name}.png")


def index(out: Path, pictures: Sequence[tuple[str, str, Path]]) -> Path:
    """One page with all pictures (stop, guise, file), which needs nothing but them."""
    rows: list[str] = []
    last = ""
    for stop, guise, path in pictures:
        if stop != last:
            rows.append(f'<h2 id="{stop}">{html.escape(stop)}</h2>')
            last = stop
        name = html.escape(path.name)
        rows.append(f'<figure><a href="{name}"><img loading="lazy" src="{name}"></a>'
                    f"<figcaption>{html.escape(guise)}</figcaption></figure>")  # fmt: skip
    stops = dict.fromkeys(stop for stop, _guise, _path in pictures)
    ways = " ".join(f'<a href="#{stop}">{html.escape(stop)}</a>' for stop in stops)
    target = out / "index.html"
    target.write_text(PAGE.format(ways=ways, rows="\n".join(rows), count=len(pictures)), encoding="utf-8")
    return target


PAGE: Final = """<!doctype html>
<meta charset="utf-8"><title>Kuroko: every screen</title>
<style>
body {{ background: #f4ecdb; color: #1f1b16; font: 16px/1.4 "Noto Sans CJK JP", sans-serif; margin: 24px }}
nav {{ position: sticky; top: 0; background: #e9dec6; padding: 8px; max-height: 30vh; overflow: auto }}
nav a {{ color: #27406a; margin-right: 10px; white-space: nowrap }}
figure {{ display: inline-block; margin: 6px; vertical-align: top }}
img {{ max-width: 400px; max-height: 400px; border: 1px solid #b9a888 }}
figcaption {{ font-size: 13px; color: #574d41 }}
</style>
<h1>Every screen</h1><p>{count} pictures. Touch one to see it as large as it is.</p>
<nav>{ways}</nav>
{rows}
"""
