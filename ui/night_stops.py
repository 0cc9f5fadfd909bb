"""The screens of evenings on the board, from the first card to the verdict and the replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.seats import Seat
from companion.views import PromptPanel
from ui.gallery import Stop, Walk
from ui.presenter import panel
from ui.table_window import TableWindow

MOST_PICKS: Final = 700
"""In so many picks an evening has shown all that it will."""
GUARDS: Final = ("guards", "swords", "spears")
IN_THE_OPEN: Final = ("play_hand", "pursue", "step", "move_patrols")
"""Questions to the guards that are shown as everybody sees them."""


def scorpion(walk: Walk) -> Iterator[Stop]:
    """An evening on the board, from the first card to the verdict."""
    glass = walk.glass
    walk.open("scorpion", 2)
    yield Stop("table-before", walk.public)
    yield Stop("curtain", lambda: glass.call("intruders"))
    yield Stop("curtain-pin", lambda: walk.tapped(lambda: glass.call("guards"), "glass:pin"))
    seen: set[str] = set()
    for _pick in range(MOST_PICKS):
        seat, ask = walk.asked()
        if not seat:
            break
        name = _named(walk, seat, ask)
        if name not in seen:
            seen.add(name)
            walk.told()
            if seat not in GUARDS or not _public(walk, seat):
                yield Stop(f"{seat}-{name}", lambda seat=seat: walk.own(seat))  # type: ignore[misc]
            elif ask in IN_THE_OPEN:
                yield Stop(f"table-{ask}", walk.public)
            if ask == "play_hand":
                yield from _guards_hand(walk, seat)
            elif ask == "step":
                yield Stop("table-refusal", lambda: _refused(walk))
                yield Stop("table-rule", lambda: _ruled(walk))
            elif name == "sneak":
                yield from _walking(walk, seat)
            elif ask == "hidden_sentry":
                yield Stop("intruders-zoomed", lambda seat=seat: _zoomed(walk, seat))  # type: ignore[misc]
            elif ask == "answer_listen":
                yield Stop("intruders-waiting", lambda seat=seat: _waits(walk, seat))  # type: ignore[misc]
                glass.answer_pause = 0
        walk.answer()
    walk.told()
    yield Stop("verdict", glass.verdict)
    yield Stop("table-after", walk.public)
    yield from replayed(walk)


def _named(walk: Walk, seat: str, ask: str) -> str:
    """What a question is called: one that goes on has a name of its own, as soon as it shows more."""
    prompt = panel(walk.table.window(Seat(seat)).view(), PromptPanel)
    if ask == "sneak" and prompt is not None and len(prompt.way) > 2:
        return "walked"
    if ask == "declare_search" and prompt is not None and any(choice.id == "done" for choice in prompt.choices):
        return "declared"
    return ask


def replayed(walk: Walk) -> Iterator[Stop]:
    """The night that is over, read back."""
    from ui.screens.export import ExportPage
    from ui.screens.replay import ReplayPage

    glass = walk.glass
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


def _public(walk: Walk, seat: str) -> bool:
    asked = walk.table.window().view()
    return any(getattr(panel, "choices", ()) for panel in asked.panels if getattr(panel, "seat", "") == seat)


def _guards_hand(walk: Walk, seat: str) -> Iterator[Stop]:
    glass = walk.glass
    yield Stop("guards-hand", lambda: walk.own(seat))

    def chosen() -> None:
        page = walk.own(seat)
        page._take(next(face for face in page._faces() if face.choice))

    def large() -> None:
        page = walk.own(seat)
        page.read(next(face for face in page._faces() if face.choice))

    def map_instead() -> None:
        walk.own(seat).turn_to("glass:map")

    yield Stop("guards-card-chosen", chosen)
    yield Stop("guards-card-large", large)
    yield Stop("guards-map", map_instead)
    yield Stop("menu", glass.menu)
    yield Stop("rules", lambda: glass.rules("R116"))

    def folded() -> None:
        walk.on_table().unfold()

    yield Stop("table-rail-words", folded)


def _refused(walk: Walk) -> None:
    """A touch on what lies behind a wall, where there is one; else far away."""
    page = walk.on_table()
    board = page.board.panel
    assert board is not None
    here = page.board.pointing.here
    behind = [two[1 - two.index(here)] for two in board.sheet.walls if here in two]
    others = (*behind, "O1", "O9", *board.sheet.zones)
    page._zone(page.board, next(z for z in others if z in board.sheet.zones and z not in page.board.pointing.choosable))
    walk.settle()


def _ruled(walk: Walk) -> None:
    _refused(walk)
    rule = next((tag for tag in walk.finger.tags() if tag.startswith("glass:rule:")), "")
    if rule:
        walk.finger.tap(rule)


def _zoomed(walk: Walk, seat: str) -> None:
    """The map of a long night, twice as large where the intruder is."""
    board = walk.own(seat).board
    where = (point for here in board.standing.values() for name, point in here.figures.items() if name == "ninja")
    board.focus_on(next(where, board.center))
    board.zoom = 2.0


def _waits(walk: Walk, seat: str) -> None:
    """An answer was given that is not told yet."""
    walk.glass.answer_pause = 60
    page = walk.own(seat)
    if page.strip_model.tags:  # else it waits already
        page.pick(page.strip_model.tags[0].choice)


def _walking(walk: Walk, seat: str) -> Iterator[Stop]:
    def refused() -> None:
        page = walk.own(seat)
        zones = page.board.panel.sheet.zones if page.board.panel is not None else {}
        page._zone(page.board, next(zone for zone in zones if zone not in page.board.pointing.choosable))

    def listed() -> None:
        page = walk.own(seat)
        page.lay_out(page.listed or page.strip_model.tags)

    yield Stop("intruders-refusal", refused)
    yield Stop("intruders-list", listed)
    yield Stop("intruders-notes", lambda: walk.own(seat).unfold())
    yield Stop("intruders-cards", lambda: walk.own(seat).turn_to("glass:cards"))


def more_players(walk: Walk) -> Iterator[Stop]:
    """The board with four."""
    walk.open("scorpion", 4)
    for _pick in range(MOST_PICKS):
        seat, ask = walk.asked()
        if not seat or ask == "play_hand":
            break
        walk.answer()
    walk.told()
    yield Stop("table-4-players", walk.public)
    yield Stop("menu-4-players", walk.glass.menu)
    yield Stop("swords-hand", lambda: walk.own("swords"))
    if walk.table.box is not None:
        yield Stop("simulated-table", lambda: _put_up(walk))
        yield Stop("table-check", lambda: _out_of_step(walk))
    yield Stop("lobby-resume", walk.glass.lobby)


def _put_up(walk: Walk) -> None:
    """Every figure stands on the simulated table."""
    walk.public()
    walk.glass.turn_table()
    view = walk.glass.box_view
    if isinstance(view, TableWindow):
        view.put_all()


def _out_of_step(walk: Walk) -> None:
    """Two figures stand where they do not belong."""
    box = walk.table.box
    assert box is not None
    for piece in walk.table.window().position()["guards"].items():
        box.put(f"guard:{piece[0]}", piece[1]["zone"])
    walk.settle()
    box.put("guard:g1", "O1")
    box.put("guard:g2", "O9")
    walk.public()
    walk.seconds += 5
    walk.glass.tick()
