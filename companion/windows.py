"""One seat's handle on the table: the only exit of what that seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.events import Event, to_plain
from companion.game import Outcome
from companion.prompts import Prompt
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.table_check import TableCheck
from companion.verdicts import Refused, Verdict
from companion.views import Illustration, View


class Curtain(Protocol):
    """What can be seen at a table with a glass, asked on the deciding thread."""

    def window(self) -> Seat | None:
        """Whose private window is open."""
        ...

    def begun(self) -> tuple[Seat, frozenset[str]] | None:
        """Whose step was begun before everybody's eyes and goes on there, and the answers that all may read."""
        ...


class Window:
    """What one seat sees and does. Made for a seat of the table, or for TABLE, which only looks.

    check: whether the figures on the table stand right; without it nobody looks.
    """

    def __init__(self, session: Session[Any], seat: Seat = TABLE, check: TableCheck | None = None) -> None:
        self._session = session
        self._check = check
        self.seat = seat

    @property
    def basis(self) -> int:
        """How many things the seat has been told: give it back with a pick, and a stale one is refused."""
        return self._session.basis(self.seat)

    def prompt(self) -> Prompt | None:
        """What the seat may do now; TABLE never has a prompt."""
        return self._session.prompt(self.seat)

    def say(self, prompt: Prompt) -> tuple[str, tuple[str, ...]]:
        """A prompt of this seat and its choices in words."""
        return self._session.say_prompt(prompt)

    def pick(self, choice: str, basis: int | None = None) -> tuple[Verdict, str]:
        """Picks, and the verdict with its sentence, empty when accepted."""
        verdict = self._session.pick(self.seat, choice, basis)
        say = self._session.say_refusal(self.seat, verdict) if isinstance(verdict, Refused) else ""
        return verdict, say

    def told(self, since: int = 0) -> list[dict[str, Any]]:
        """What the seat was told, as objects of the protocol."""
        return [to_plain(event) for event in self._session.told(self.seat, since)]

    def heard(self, since: int = 0) -> list[str]:
        """What the seat was told, in words."""
        events: Sequence[Event] = self._session.told(self.seat, since)
        return [say for event in events if (say := self._session.describe(self.seat, event))]

    def position(self) -> dict[str, Any]:
        """The situation as the seat knows it."""
        return self._session.position(self.seat)

    def view(self, language: str = "") -> View:
        """The panels that a screen draws for the seat; in another language than the table's where one is given."""
        view = self._session.view(self.seat, language)
        return self._check.over(view, language) if self._check is not None else view

    def illustrate(self, rule: str, language: str = "") -> Illustration | None:
        """A rule as it shows on the table at hand, from what the seat knows; None where nothing shows it."""
        return self._session.illustrate(self.seat, rule, language)

    def lights(self) -> dict[str, str]:
        """The lights under the board, the same for every seat."""
        return self._check.lights() if self._check is not None else self._session.lights()

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._session.outcome()
