"""What one seat may do now.

A choice is a short text of a few forms (`zone:F4`, `card:awaken`, `guard:g7`, `end` ...), so that a scan, a figure
put down, a touch and a line of the protocol are the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from companion.seats import Seat

UNDO: Final = "undo"
TAKE_BACK: Final = "take_back"
ALWAYS_ASKED: Final = frozenset({"end", "done", "confirm", "pass", "show", "spare"})
"""Answers that are asked for even when there is no other."""
WAYS_OUT: Final = frozenset({"end", "done", "pass", "stay", "decline"})
"""Answers by which a seat does nothing."""


def is_paced(ask: str, choices: Iterable[str]) -> bool:
    """True where an answer must not tell anything, by its time either: whoever may pass is not heard to think.

    >>> is_paced("answer_listen", ("card:it_was_a_cat", "pass")), is_paced("step", ("zone:F4", "stay"))
    (True, False)
    """
    return ask != TAKE_BACK and "pass" in choices


class Prompt(msgspec.Struct, frozen=True):
    """One question to one seat, with every answer that would be accepted.

    opens: True for the first prompt of a step. anyway: True where it is asked even with one answer, because a fellow
    who is asked at the same time may open others. shows: True where a real card is to be shown. `undo`
    is added by the session, which alone knows what can be undone.
    """

    seat: Seat
    ask: str
    choices: tuple[str, ...]
    opens: bool = False
    anyway: bool = False
    shows: bool = False

    def __repr__(self) -> str:
        """Without its choices: they say what is in a hand, and a repr ends up in logs."""
        return f"<Prompt {self.ask}>"

    @property
    def optional(self) -> bool:
        """True when the seat may also do nothing."""
        return not WAYS_OUT.isdisjoint(self.choices)

    @property
    def forced(self) -> str | None:
        """The one possible answer, where the referee gives it itself."""
        answers = [choice for choice in self.choices if choice != UNDO]
        if self.anyway or len(answers) != 1 or answers[0] in ALWAYS_ASKED or answers[0].startswith("patrol:"):
            return None
        return answers[0]


class Pick(msgspec.Struct, frozen=True):
    """A choice that can be read: `form:what@who`, with `what` and `who` empty where the form has none.

    >>> read("card:rope@ninja")
    Pick(form='card', what='rope', who='ninja')
    >>> read("end")
    Pick(form='end', what='', who='')
    """

    form: str
    what: str = ""
    who: str = ""

    def __str__(self) -> str:
        return self.form + (f":{self.what}" if self.what else "") + (f"@{self.who}" if self.who else "")


@lru_cache(maxsize=4096)
def read(choice: str) -> Pick:
    """`choice` in its parts; whether they mean anything is for the game to say."""
    form, _, rest = choice.partition(":")
    what, _, who = rest.partition("@")
    return Pick(form, what, who)
