"""The names through which Scorpion Clan is reached: seats, sides, figures, phases, cards."""

from __future__ import annotations

from typing import Final

from companion.seats import Seat, Side, side

GUARDS: Final = Seat("guards")
INTRUDERS: Final = Seat("intruders")
SWORDS: Final = Seat("swords")
SPEARS: Final = Seat("spears")
NINJA: Final = "ninja"
TRAITOR: Final = "traitor"
FIGURES: Final = (NINJA, TRAITOR)

GUARD_SIDE: Final[Side] = side("guards", "swords", "spears")
INTRUDER_SIDE: Final[Side] = side("intruders", "ninja", "traitor")
"""Sides as sets of seats over all numbers of players (R5-R7)."""

SEATS: Final[dict[int, tuple[Seat, ...]]] = {
    2: (GUARDS, INTRUDERS),
    3: (GUARDS, Seat(NINJA), Seat(TRAITOR)),
    4: (SWORDS, SPEARS, Seat(NINJA), Seat(TRAITOR)),
}

SETUP: Final = "setup"
ALERT: Final = "alert"
GUARD_CARDS: Final = "guard_cards"
PATROL: Final = "patrol"
INTRUDER_PHASE: Final = "intruders"
OVER: Final = "over"
PHASES: Final = (SETUP, ALERT, GUARD_CARDS, PATROL, INTRUDER_PHASE, OVER)

NONE, LOW, MEDIUM, HIGH = 0, 1, 2, 3
LAST_TURN: Final = 20

KENJUTSU: Final = "kenjutsu"
AWAKEN: Final = "awaken"
SENTRY_LISTEN: Final = "sentry_listen"
PATROL_LISTEN: Final = "patrol_listen"
SENTRY_SEARCH: Final = "sentry_search"
PATROL_SEARCH: Final = "patrol_search"
SECRET_PASSAGE: Final = "secret_passage"
ROPE: Final = "rope"
SHADOW_WALK: Final = "shadow_walk"
SHURIKEN: Final = "shuriken"
POTENT_SAKE: Final = "potent_sake"
CAT: Final = "it_was_a_cat"
BLADES: Final = ("kenjutsu+1", "kenjutsu+2")

PASSAGE: Final = "passage"
"""Where a figure stands that is inside the secret passage: one zone of its own (R223)."""

GUARD_NUMBERS: Final = tuple(f"g{n}" for n in range(1, 21))
WOUNDS_TO_DIE: Final = {NINJA: 3, TRAITOR: 2}
"""R198, R199."""
DRUNK_FIGURES: Final = 3
"""R9, Q25."""
GOALS: Final = ("A", "B", "C", "D", "E", "F")
HAND_SIZE: Final = {NINJA: 8, TRAITOR: 7}
"""R21, R22."""
NEW_HAND_SIZE: Final = {NINJA: 6, TRAITOR: 5}
"""R207."""
GUARD_HAND: Final = 24
"""R24."""
STEPS: Final = {"intruder": 3, "guard": 2}
"""R142, R113."""


def number(name: str) -> int:
    """The number in a guard's or patrol's id: `g12` -> 12."""
    return int(name[1:])


def is_sword(guard: str) -> bool:
    """g1-g10 carry swords, g11-g20 spears."""
    return number(guard) <= 10
