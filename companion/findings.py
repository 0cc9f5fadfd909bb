"""What an observation meant, judged to its end."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.seats import Seat
from companion.verdicts import Accepted, Verdict


class Ignored(msgspec.Struct, frozen=True):
    """An observation that was no pick. reason: a word; say: the sentence for the screen, empty where none is due.

    held: the uid of a tag that is nothing here and was held to a reader of cards and seals.
    """

    reason: str
    say: str = ""
    held: str = ""


class Ruled(msgspec.Struct, frozen=True):
    """An observation that was a pick of a seat, and what came of it."""

    seat: Seat
    choice: str
    verdict: Verdict
    say: str = ""

    def __repr__(self) -> str:
        """Nothing of what was picked: a finding ends up in logs."""
        return f"<Ruled {self.verdict!r}>"


class Narrowed(msgspec.Struct, frozen=True):
    """An observation that fits several choices of a seat: it is asked which. ask: the prompt's, or `route`.

    answers: it fits one, and is the answer as soon as that may be given: its time must not tell anything.
    """

    seat: Seat
    ask: str
    choices: tuple[str, ...]
    answers: bool = False

    def __repr__(self) -> str:
        """Without its choices."""
        return f"<Narrowed {self.ask}>"


class Opened(msgspec.Struct, frozen=True):
    """A seal was shown: the private window of its seat opens."""

    seat: Seat


class Seen(msgspec.Struct, frozen=True):
    """A piece on the card reader that is nobody's open play: acknowledged, and the same whatever it is."""


Finding = Ignored | Ruled | Narrowed | Opened | Seen

HIDDEN: Final = "hidden"
"""Why a play was not taken that was tried in the open, where the true reason may be a secret."""


def accepted(finding: Finding) -> bool:
    """True when something was ruled, and accepted."""
    return isinstance(finding, Ruled) and isinstance(finding.verdict, Accepted)
