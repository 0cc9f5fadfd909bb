"""How consequences come about: events told one after another, each folded into the referee's copy before the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.scorpion import events as e
from companion.games.scorpion.fold import evolve
from companion.games.scorpion.names import FIGURES, HIGH, OVER
from companion.games.scorpion.state import State, guard_seats, intruders_in, joint_seat, sober
from companion.games.telling import Consequences
from companion.prompts import Pick, read
from companion.seats import Seat
from companion.verdicts import Refused


class Telling(Consequences[State]):
    """What follows from one pick."""

    evolve = staticmethod(evolve)

    def chosen(self, pick: Pick) -> None:
        """A pick that does not finish its step."""
        self.tell(e.Chosen(self.seat, str(pick)))

    # ---- what follows from many acts ----------------------------------------------------------------------------

    def alert(self, level: int, cause: str) -> None:
        """Sets the alert level, never above High (R68); not told when it stays."""
        level = min(HIGH, max(0, level))
        if level != self.now.alert:
            self.tell(e.AlertChanged(level, cause))

    def detect(self, figure: str, zone: str) -> None:
        """An intruder is seen (R179, R183); the alert goes to High (R181)."""
        self.tell(e.Detected(figure, zone))
        self.alert(HIGH, "detected")

    def detect_all(self, zone: str) -> None:
        """Guards who came into a zone see every intruder there, shown already or not (R179, Q46)."""
        if sober(self.now, zone):
            for figure in intruders_in(self.now, zone):
                self.detect(figure, zone)

    def conceal(self) -> None:
        """Whoever is shown where no sober guard stands is hidden again at once (R184, Q54)."""
        for name in FIGURES:
            figure = self.now.figures[name]
            if figure.shown and figure.on_map and isinstance(figure.zone, str) and not sober(self.now, figure.zone):
                self.tell(e.Concealed(name, figure.zone))

    def dissolve(self) -> None:
        """A patrol of fewer than two is none (R76, Q15)."""
        for name, patrol in self.now.patrols.items():
            if len(patrol.guards) < 2:
                self.tell(e.PatrolDissolved(name))

    def return_wounds(self, figure: str) -> None:
        """The cards that marked his wounds go to the guard discard pile (R177, R200)."""
        wounds = self.now.figures[figure].wounds
        if wounds and self.now.sharing is None:  # two guard players settle first whose pile gets how many (R178)
            self.tell(e.WoundsReturned(figure, guard_seats(self.now)[0], wounds))

    def end_if_all_gone(self) -> None:
        """No intruder left on the map, none to come again: the game is over (R252)."""
        if self.now.phase != OVER and not any(f.on_map or f.state == "waiting" for f in self.now.figures.values()):
            self.over("all_gone")

    def joint(self, pick: Pick) -> Pick | None:
        """What two guard players choose together (Q67): None while the other has not said; a single one is free."""
        others = [seat for seat in guard_seats(self.now) if seat != self.seat]
        if not others:
            return pick
        said = self.now.about.get(others[0])
        if not said:
            self.chosen(pick)
            return None
        return pick if str(pick) == said[0] or joint_seat(self.now) == self.seat else read(said[0])

    def over(self, reason: str) -> None:
        """The game ends: both home with their missions, one, or less (R253-R255)."""
        home = sum(figure.done and figure.state == "escaped" for figure in self.now.figures.values())
        self.tell(e.GameOver(("guards", "draw", "intruders")[home], reason))


@dataclass(frozen=True)
class Ask:
    """One kind of prompt.

    forms: the forms of choice it is answered with. candidates: choices that may be legal, in order. why_not: the
    refusal of one choice, judged on the seat's own copy. play: what follows, told on the referee's.
    """

    forms: frozenset[str]
    candidates: Callable[[State, Seat], Iterable[str]]
    why_not: Callable[[State, Seat, Pick], Refused | None]
    play: Callable[[Telling, Seat, Pick], None]


def ask(
    forms: str,
    candidates: Callable[[State, Seat], Iterable[str]],
    why_not: Callable[[State, Seat, Pick], Refused | None],
    play: Callable[[Telling, Seat, Pick], None],
) -> Ask:
    """An `Ask`, its forms written in one line."""
    return Ask(frozenset(forms.split()), candidates, why_not, play)
