"""Listening, and the answer to it (2.5 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion.names import CAT, FIGURES, PASSAGE, TRAITOR
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import Figure, State
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick
from companion.seats import Seat
from companion.unknown import Unknown
from companion.verdicts import Refused


def noise(state: State, figure: Figure) -> int:
    """How far an intruder is heard: the zones he moved last turn (R101, Q8), or how far he came (Q60)."""
    if isinstance(figure.moved, Unknown) or isinstance(figure.path, Unknown):
        return 0
    if state.options.noise == "steps" or figure.moved == 0:
        return figure.moved
    inside = sum(zone == PASSAGE for zone in figure.path)
    way = [zone for zone in figure.path if zone != PASSAGE]
    return inside + (state.board.distance[way[0]][way[-1]] if way else 0)


def hears(state: State, zone: str, figure: Figure) -> bool:
    """True when a listener in the zone hears the intruder (R101-R103, R243, Q7)."""
    if figure.state != "on_map" or not isinstance(figure.zone, str):
        return False
    reach = noise(state, figure)
    if reach == 0 and state.options.still_is_silent:
        return False
    return state.board.distance[zone][figure.zone] <= reach


def resolve(telling: Telling) -> None:
    """The true answer: yes or no to all (R106), who it was to the intruders, alert +1 on a hit (R107, Q10)."""
    now = telling.now
    guards = now.listening or ()
    zone = now.guards[guards[0]].zone
    figures = tuple(name for name in FIGURES if hears(now, zone, now.figures[name]))
    telling.tell(e.Heard(guards, bool(figures)))
    if figures:
        telling.tell(e.HeardWhom(figures))
        telling.alert(telling.now.alert + 1, "heard")


def answer_candidates(state: State, seat: Seat) -> Iterable[str]:
    """It Was a Cat, or the true answer."""
    return (f"card:{CAT}", "pass")


def why_not_answer(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why this is no answer to a listen (R104, R249)."""
    if pick.form == "pass":
        return None
    if pick.form != "card" or pick.who:
        return no("not_now")
    if pick.what not in state.figures[TRAITOR].hand:
        return no("not_in_hand", "R141", card=pick.what)
    return None if pick.what == CAT else no("not_now", "R249", card=pick.what)


def answer(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A Cat covers everybody from anywhere, once (R104, R105, Q41); else the truth is told."""
    if pick.form == "pass":
        resolve(telling)
    else:
        telling.tell(e.CardPlayed(seat, TRAITOR, CAT, "hand"))
        telling.tell(e.CatAnswered())


ANSWER = ask("card pass", answer_candidates, why_not_answer, answer)
