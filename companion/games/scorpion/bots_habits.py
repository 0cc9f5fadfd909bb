"""What the simple players have in common: taste, hands, and an answer where they have no opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from companion.games.scorpion.state import State
from companion.prompts import UNDO, WAYS_OUT, Prompt
from companion.taking import TAKE_BACK

GUARD_LIKES = ("kenjutsu", "sentry_search", "patrol_search", "awaken", "sentry_listen", "patrol_listen")
"""Guard cards, the dearest first."""


class Taste:
    """A fixed whim, so that equals are not always settled alike: a number from 0 to 1 for anything that has a name.

    >>> Taste(7)("zone:O3") == Taste(7)("zone:O3")
    True
    """

    def __init__(self, seed: int) -> None:
        self._salt = str(seed).encode()

    def __call__(self, *words: object) -> float:
        """The same number for the same words and seed, whenever it is asked."""
        digest = blake2b("/".join(map(str, words)).encode(), digest_size=4, key=self._salt).digest()
        return int.from_bytes(digest, "big") / 2**32


def answers(prompt: Prompt) -> tuple[str, ...]:
    """What may be picked, but for taking back: a simple player has made up its mind."""
    return tuple(choice for choice in prompt.choices if choice not in (UNDO, TAKE_BACK))


def whatever(prompt: Prompt) -> str:
    """An answer where there is no opinion: doing nothing where that is allowed, else the first."""
    open_ones = answers(prompt)
    return next((choice for choice in open_ones if choice in WAYS_OUT), open_ones[0])


def next_card(prompt: Prompt, wanted: Sequence[str], taken: Iterable[str]) -> str:
    """The starter hand where it is offered, else card by card: first what is wanted, each as often as wanted."""
    if "starter" in prompt.choices:
        return "starter"
    missing = Counter(wanted) - Counter(taken)
    offered = [choice for choice in answers(prompt) if choice.startswith("card:")]
    return next((choice for choice in offered if missing[choice.partition(":")[2]]), (offered or [whatever(prompt)])[0])


def sober_zones(known: State) -> Counter[str]:
    """How many guards who notice something stand in each zone."""
    drunk_too = known.options.drunk_guards_notice
    return Counter(guard.zone for guard in known.guards.values() if drunk_too or not guard.drunk)
