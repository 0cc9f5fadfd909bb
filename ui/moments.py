"""Screens of the gallery that do not come by themselves: hints, what is asked back, other numbers of players."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ports import Trouble
from ui.gallery import Stop, Walk
from ui.ports import Plan

SETTING_UP = ("starter", "arrange", "confirm")
DEAD = Trouble("zone F5", "The reader of zone F5 does not answer: check its wires.", kind="dead")


def moments(walk: Walk) -> Iterator[Stop]:
    """All of them."""
    yield from _castles(walk)
    yield from _card_played(walk)
    yield from _first_evening(walk)
    yield from _asked_back(walk)
    yield from _three(walk)
    for players in (3, 4):
        yield from _round(walk, players)


def _until(walk: Walk, *asks: str) -> str:
    """Plays on until one of these is asked; the seat that is asked it."""
    for _pick in range(400):
        seat, ask = walk.asked()
        if not seat or ask in asks:
            break
        walk.answer()
    walk.told()
    return seat


def _castles(walk: Walk) -> Iterator[Stop]:
    """Half of the goals are hidden."""
    walk.open("scorpion", 2)
    _until(walk, "hide_sleeper")
    for at in range(40):
        seat, ask = walk.asked()
        if ask == "hide_goal_D":
            break
        walk.answer(walk.open_zone(seat, 5 * at))
    walk.told()
    yield Stop("guards-hide_goal", lambda: walk.own("guards"))


def _card_played(walk: Walk) -> Iterator[Stop]:
    """The guards lay their second card, in the open."""
    walk.open("scorpion", 2)
    _until(walk, "play_hand")
    for choice in ("card:sentry_search", "guard:g6", "stay"):
        walk.answer(choice)
    _until(walk, "play_hand")
    walk.lay("guards/sentry_listen")
    walk.told()
    yield Stop("table-choose_sentry", walk.public)
    yield Stop("guards-choose_sentry", lambda: walk.own("guards"))


def _first_evening(walk: Walk) -> Iterator[Stop]:
    """What is asked for the first time is explained; a device is in trouble; a figure is no choice."""
    walk.open("scorpion", 2, Plan("drill-yard", "", True))
    yield Stop("hint-hand", lambda: walk.own("guards"))
    _until(walk, "play_hand")
    yield Stop("hint-table", walk.public)

    def trouble() -> None:
        walk.post(walk.table, DEAD)  # in the language at hand
        walk.told()
        walk.public()

    yield Stop("trouble", trouble)


def _asked_back(walk: Walk) -> Iterator[Stop]:
    """The guards ask to take something back."""
    walk.open("scorpion", 2)
    _until(walk, "play_hand")

    def remark() -> None:
        page = walk.on_table()
        walk.finger.piece(next(name for here in page.board.standing.values() for name in here.figures))

    yield Stop("remark", remark)
    for choice in ("card:sentry_search", "guard:g3", "stay"):
        walk.answer(choice)
    walk.told()

    def asking() -> None:
        page = walk.own("guards")
        if walk.asked()[1] != "take_back":
            page._taken(page.strip, page.strip_model.undo)

    yield Stop("take-back-how-far", asking)
    walk.answer("take_back")
    walk.answer("to:step")
    walk.told()
    yield Stop("take-back-asked", walk.public)


def _three(walk: Walk) -> Iterator[Stop]:
    """Three at the table, each intruder by himself."""
    walk.open("scorpion", 3)
    yield Stop("three-begin", walk.public)
    _until(walk, "play_hand")
    yield Stop("three-table", walk.public)
    seat = _until(walk, "sneak")
    if seat:
        yield Stop("three-sneak", lambda: walk.own(seat))


def _round(walk: Walk, players: int) -> Iterator[Stop]:
    """A round of Shinobi Arts with fewer players."""
    walk.open("shinobi_arts", players)
    for _pick in range(24):
        walk.answer()
    walk.told()
    seat, _ask = walk.asked()
    yield Stop(f"round-{players}", walk.public)
    if seat:
        yield Stop(f"round-{players}-own", lambda: walk.own(seat))
