"""Choices as they are written in this game, read into what they name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from companion.games.shinobinogi.names import Place, place

BARE: Final = frozenset({"deck", "attack", "end", "pass", "use"})
MAIN_FORMS: Final = frozenset({"mana", "set", "activate", "follower", "attack", "end"})
"""What is picked in one's own main phase (S22)."""


class Reading(msgspec.Struct, frozen=True):
    """A choice that can be read. spot: the card that it names; number: the column or way; name: ninja or card.

    form: `mana`, `set` (a hand card is set), `activate`, `follower` (one is used), `attack`, `end`, `target`, `place`
    (a card alone), `column`, `way`, `ninja`, `card` (a real one, shown to the referee), `use` (on entry), `pass`.
    """

    form: str
    spot: Place | None = None
    number: int = 0
    name: str = ""


@lru_cache(maxsize=4096)
def read(choice: str) -> Reading | None:
    """What a choice says, None where it says nothing here; whether its column or ninja exists depends on the table.

    >>> read("mana:h2:1")
    Reading(form='mana', spot=Place(zone='h', column=0, number=2), number=1, name='')
    >>> read("set:s1.1").form, read("h1").form, read("mana:h2") is None
    ('target', 'place', True)
    """
    if choice in BARE:
        return Reading("target" if choice == "deck" else choice)
    spot = place(choice)
    if spot is not None:
        return Reading("place", spot)
    form, _, rest = choice.partition(":")
    if form in ("mana", "set"):
        card, _, column = rest.partition(":")
        spot = place(card)
        if spot is not None and spot.zone == "h" and _digit(column):
            return Reading(form, spot, int(column))
    spot = place(rest)
    if (form, spot.zone if spot is not None else "") in (("set", "s"), ("hand", "h")):
        return Reading("target", spot)
    if form == "activate" and spot is not None and spot.zone == "s":
        return Reading("activate", spot)
    if form == "use" and spot is not None and spot.zone == "f":
        return Reading("follower", spot)
    if form in ("column", "way") and _digit(rest):
        return Reading(form, number=int(rest))
    return Reading(form, name=rest) if form in ("ninja", "card") and rest else None


def _digit(text: str) -> bool:
    return len(text) == 1 and text in "123456789"
