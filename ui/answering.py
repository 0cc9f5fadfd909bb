"""An answer that is not given away before its time: how long somebody thought must not tell what he answered.

It was given in a private window and outlives it: whoever hides that meanwhile has answered all the same.
"""

from __future__ import annotations

from typing import NamedTuple


class Answer(NamedTuple):
    """What a seat answered, and when that may be known."""

    seat: str
    choice: str
    basis: int | None
    due: float

    def __repr__(self) -> str:
        """Nothing of what was answered: it must not end up in a crash report."""
        return "<Answer>"


class Answering:
    """The one answer that waits.

    >>> answering = Answering()
    >>> answering.wait(Answer("intruders", "pass", 7, due=3.0))
    >>> answering.of("intruders"), answering.take(2.9)
    ('pass', None)
    >>> answering.take(3.0).choice, answering.of("intruders")
    ('pass', '')
    """

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def wait(self, answer: Answer) -> None:
        """This one is given in time, in the place of another."""
        self._answer = answer

    def of(self, seat: str) -> str:
        """What a seat has answered that is not given yet."""
        return self._answer.choice if self._answer is not None and self._answer.seat == seat else ""

    def take(self, now: float | None = None) -> Answer | None:
        """The answer whose time has come; without a time, whichever waits."""
        answer = self._answer
        if answer is None or (now is not None and now < answer.due):
            return None
        self._answer = None
        return answer
