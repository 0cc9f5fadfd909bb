"""Every screen of every game, one after the other: what comes before a game, evenings on the board and of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ui.gallery import Stop, Walk
from ui.locale import _
from ui.moments import moments
from ui.night_stops import more_players, replayed, scorpion
from ui.ports import Sitter
from ui.presenter import seat_inside

PERSONS: Final = (
    Sitter("Mei", "zh_Hans"),
    Sitter("Wilhelmina-Mary", "en"),
    Sitter("愛子", "ja"),
    Sitter(),
    Sitter("Tom"),
)
"""Short names and one as long as a name may be; somebody has none."""


def stops(walk: Walk) -> Iterator[Stop]:
    """All of them, in the order of an evening."""
    yield from before(walk)
    yield from scorpion(walk)
    yield from more_players(walk)
    yield from cards(walk, "shinobinogi", 2)
    yield from cards(walk, "shinobi_arts", 5)
    yield from moments(walk)


def before(walk: Walk) -> Iterator[Stop]:
    """What comes before a game."""
    glass = walk.glass
    glass.lobby()
    yield Stop("lobby", glass.lobby)
    yield Stop("rules-lobby", lambda: glass.rules_of("scorpion"))
    yield Stop("rules-search", lambda: _searched(walk))
    yield Stop("settings", glass.preferences)
    for players in (2, 4):
        yield Stop(f"seats-{players}", _seats(walk, "scorpion", players))
    yield Stop("seats-5", _seats(walk, "shinobi_arts", 5))
    for game, players in (("scorpion", 3), ("shinobinogi", 2), ("shinobi_arts", 5)):
        yield Stop(f"seats-named-{players}", _seats(walk, game, players, PERSONS))
    yield Stop("seats-alone", _seats(walk, "scorpion", 2, (PERSONS[0], Sitter("Kuroko", program=True))))
    yield Stop("sitting", lambda: _sitting(walk))
    yield Stop("name", lambda: _naming(walk))
    yield Stop("enrol", glass.enrol)
    yield Stop("enrol-tags", lambda: walk.tapped(glass.enrol, "glass:tray"))
    yield Stop("pin", lambda: walk.tapped(_seats(walk, "scorpion", 2), "pin:guards"))

    def again() -> None:
        walk.tapped(_seats(walk, "scorpion", 2), "pin:guards")
        walk.finger.pin("1234")

    yield Stop("pin-again", again)
    yield Stop("evening", lambda: walk.tapped(_seats(walk, "scorpion", 2), "glass:plan"))
    yield Stop("rulings", lambda: walk.tapped(_seats(walk, "scorpion", 2), "glass:rulings"))


def _searched(walk: Walk) -> None:
    """The rules in which what people look for most is found."""
    from ui.screens.rules import RulesPage

    walk.glass.rules_of("scorpion")
    walk.settle()
    page = walk.glass.page
    assert isinstance(page, RulesPage)
    page._word(page.book.words[0])


def _sitting(walk: Walk) -> None:
    """One seat, and who may sit there."""
    from ui.screens.seats import SeatsPage
    from ui.screens.sitting import SittingPage

    _seats(walk, "scorpion", 2, PERSONS)()
    page = walk.glass.page
    assert isinstance(page, SeatsPage)
    walk.glass.turn(SittingPage(walk.glass, page, "intruders"))


def _naming(walk: Walk) -> None:
    """A name that is too long."""
    from ui.screens.naming import NamePage

    asked = _("The name of {seat}").format(seat=seat_inside("guards"))
    page = NamePage(walk.glass, asked, "Wilhelmina-Louise", lambda _name: None, walk.glass.lobby)
    page.finish()
    walk.glass.turn(page)


def _seats(walk: Walk, game: str, players: int, persons: Sequence[Sitter] = ()) -> Callable[[], None]:
    def show() -> None:
        from ui.screens.seats import SeatsPage

        page = SeatsPage(walk.glass, next(offer for offer in walk.glass.desk.games() if offer.id == game))
        page.sit(players)
        page.pins = dict.fromkeys(page.seats[: 1 if players > 2 else len(persons) or 1], "1111")
        page.sitters = dict(zip(page.seats, persons, strict=False))
        page._lay()
        walk.glass.turn(page)

    return show


def cards(walk: Walk, game: str, players: int) -> Iterator[Stop]:
    """An evening without a board."""
    walk.open(game, players)
    seen: set[str] = set()
    for pick in range(120):
        seat, ask = walk.asked()
        if not seat:
            break
        if ask not in seen and pick > 3:
            seen.add(ask)
            walk.told()
            yield Stop(f"{game}-{ask}", lambda seat=seat: walk.own(seat))  # type: ignore[misc]
        if pick == 20:
            walk.told()
            yield Stop(f"{game}-table", walk.public)
            yield Stop(f"{game}-curtain", lambda seat=seat: walk.glass.call(seat))  # type: ignore[misc]
            yield from _sheets(walk, game, seat)
        walk.answer()
    while walk.asked()[0]:
        walk.answer()
    walk.told()
    yield Stop(f"{game}-verdict", walk.glass.verdict)
    yield from (Stop(f"{game}-replay", stop.show) for stop in replayed(walk) if stop.name == "replay")


def _sheets(walk: Walk, game: str, seat: str) -> Iterator[Stop]:
    def read() -> None:
        page = walk.own(seat)
        table = page.table_model
        assert table is not None
        cards = [card for spread in table.spreads for card in spread.cards]
        page._read_card(max(cards, key=lambda card: (len(card.choices), len(card.face.effect))))

    def spread() -> None:
        page = walk.own(seat)
        table = page.table_model
        assert table is not None
        page._spread_out(max(table.spreads, key=lambda spread: len(spread.cards)))

    def box() -> None:
        walk.public()
        walk.glass.turn_table()

    yield Stop(f"{game}-card", read)
    yield Stop(f"{game}-spread", spread)
    if walk.table.box is not None:
        yield Stop(f"{game}-box", box)
