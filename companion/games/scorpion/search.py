"""Searching: declared after all movement, read out in the announced order (R154-R173, R216-R220)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion import turns
from companion.games.scorpion.names import BLADES, FIGURES, HIGH, SHURIKEN, number
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import State, figures_of, free_numbers, seat_of
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick
from companion.seats import Seat
from companion.verdicts import Refused

MOST_ZONES = 2
"""R157."""


def searchable(state: State, figure: str) -> tuple[str, ...]:
    """The zones that he moved into or out of this turn (R155, Q27), each once, in the order of his way."""
    fig = state.figures[figure]
    if not fig.on_map or not isinstance(fig.path, tuple) or not fig.moved:
        return ()
    return tuple(dict.fromkeys(zone for zone in fig.path if zone in state.board.order))


def why_not_search(state: State, seat: Seat) -> Refused | None:
    """Why no search can be declared (R155, R156)."""
    if state.searched:
        return no("searched_already")
    mine = figures_of(state, seat)
    if len(mine) == 1 and state.figures[mine[0]].on_map and not state.figures[mine[0]].finished:
        return no("not_now", "R156")  # whose fellow is played by another says first that he has moved
    # With a player for each, also he agrees to the search who has nowhere to search: his cards come after it (R140).
    fellow = any(_may_come_to_search(state, name) for name in FIGURES if name not in mine)
    return None if fellow or any(searchable(state, name) for name in mine) else no("not_searchable")


def _may_come_to_search(state: State, name: str) -> bool:
    """True when an intruder, of another player, may search or still move."""
    figure = state.figures[name]
    here = figure.on_map and seat_of(state, name) not in state.passed
    return here and (not figure.finished or bool(searchable(state, name)))


def opened(state: State, seat: Seat) -> bool:
    """True when the seat asked for the search, and whoever plays the other intruder did, or is done (R156)."""
    ends = turns.must_end(state)
    asked = all(state.about.get(other, ("",))[0] == "search" or other in state.passed for other in ends)
    return asked and any(searchable(state, name) for name in FIGURES if seat_of(state, name) not in state.passed)


def _announced(state: State) -> tuple[tuple[str, str], ...]:
    """The zones declared so far by both intruders, in the order they will be read out (R160)."""
    return state.declaring if isinstance(state.declaring, tuple) else ()


def declare_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Every zone that each of the seat's figures may search, and `done`."""
    zones = (f"{name}:{zone}" for name in figures_of(state, seat) for zone in searchable(state, name))
    return (*zones, "done")


def why_not_declare(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why he may not search there."""
    before = _announced(state)
    if pick.form == "done":
        nowhere = not any(searchable(state, name) for name in figures_of(state, seat))
        return None if before or nowhere else no("not_now")
    if pick.form not in figures_of(state, seat):
        return no("not_now")
    if not state.figures[pick.form].on_map:
        return no("not_on_map", figure=pick.form)
    if pick.what not in searchable(state, pick.form):
        return no("not_searchable", zone=pick.what, figure=pick.form)
    if (pick.form, pick.what) in before:
        return no("zone_declared", zone=pick.what)
    if sum(figure == pick.form for figure, _ in before) >= MOST_ZONES:
        return no("two_searches", figure=pick.form)
    return None


def play_declare(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One zone more, or all of them are read out."""
    others = [other for other in turns.must_end(telling.now) if other != seat and other not in telling.now.passed]
    if pick.form != "done" or not all(telling.now.about[other][-1] == "done" for other in others):
        telling.chosen(pick)
        return
    declared = _announced(telling.now)
    turns.finish_all(telling)
    for figure, zone in declared:
        telling.tell(e.SearchDeclared(figure, zone))
    read_out(telling)


DECLARE = ask("ninja traitor done", declare_candidates, why_not_declare, play_declare)


def read_out(telling: Telling) -> None:
    """What lies in the declared zones, one after the other; a hidden sentry is settled before the next."""
    while telling.now.declared and telling.now.sentry_found is None and not waits(telling.now):
        figure, zone = telling.now.declared[0]
        found = hidden_in(telling.now, zone)
        telling.tell(e.Searched(figure, zone, found))
        if found == "trap":
            telling.alert(telling.now.alert + 1, "trap")
        elif found == f"goal_{telling.now.figures[figure].goal}" and not telling.now.figures[figure].done:
            telling.tell(e.MissionCompleted(figure, found.removeprefix("goal_")))


def waits(state: State) -> bool:
    """True while the guards settle how a hidden sentry appears."""
    return state.removal is not None or state.placing is not None


def hidden_in(state: State, zone: str) -> str:
    """What a search finds in a zone (R162): nothing, trap, hidden_sentry, goal_A .. goal_F."""
    if isinstance(state.traps, tuple) and zone in state.traps:
        return "trap"
    if isinstance(state.hidden_sentries, tuple) and zone in state.hidden_sentries:
        return "hidden_sentry"
    goals = state.goals if isinstance(state.goals, dict) else {}
    return next((f"goal_{letter}" for letter, place in goals.items() if place == zone), "nothing")


# ---- hidden_sentry ----------------------------------------------------------------------------------------------


def sentry_candidates(state: State, seat: Seat) -> Iterable[str]:
    """What could neutralise him (R170), and sparing him; asked also of who has no such card (Q58)."""
    return (*(f"card:{kind}" for kind in (*BLADES, SHURIKEN)), "spare")


def why_not_sentry(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the finder cannot do this about the hidden sentry."""
    if pick.form == "spare":
        return None
    if pick.form != "card" or pick.who or state.sentry_found is None:
        return no("not_now")
    if pick.what not in state.figures[state.sentry_found[0]].hand:
        return no("not_in_hand", "R141", card=pick.what)
    return None if pick.what in (*BLADES, SHURIKEN) else no("not_now", "R170", card=pick.what)


def play_sentry(telling: Telling, seat: Seat, pick: Pick) -> None:
    """He is neutralised (Q31), or appears and the alert goes to High (R171)."""
    if telling.now.sentry_found is None:
        return
    figure, zone = telling.now.sentry_found
    if pick.form == "card":
        telling.tell(e.CardPlayed(seat, figure, pick.what, "hand"))
        telling.tell(e.SentryKilled(zone, pick.what))
        telling.alert(telling.now.alert + telling.now.cards.card(figure, pick.what).alert, "kenjutsu")
        read_out(telling)
        return
    telling.tell(e.SentrySpared(zone))
    telling.alert(HIGH, "hidden_sentry")
    if telling.now.removal is None and telling.now.placing is None:
        appear(telling, zone)


def appear(telling: Telling, zone: str, seat: Seat | None = None) -> None:
    """The sentry stands on the map, with the seat's weapon where one is named, and sees who is in his zone (Q46)."""
    telling.tell(e.SentryAppeared(free_numbers(telling.now, 1, seat)[0], zone))
    telling.detect_all(zone)
    read_out(telling)


HIDDEN_SENTRY = ask("card spare", sentry_candidates, why_not_sentry, play_sentry)


# ---- remove_guard -----------------------------------------------------------------------------------------------


def removal_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Any guard on the map, also a drunk one (R219), one in the passage too (Q74)."""
    return (*(f"guard:{name}" for name in sorted(state.guards, key=number)), "decline")


def why_not_remove(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why he cannot make room."""
    if pick.form == "decline":
        return None
    if pick.form != "guard":
        return no("not_now")
    return None if pick.what in state.guards else no("not_here", guard=pick.what)


def play_removal(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One guard makes room for the hidden sentry (R219), or the guards decline (R220, Q53)."""
    chosen = telling.joint(pick)
    if telling.now.removal is None or chosen is None:
        return
    figure, zone = telling.now.removal
    if chosen.form == "guard":
        telling.tell(e.GuardRemoved(chosen.what, None))
        telling.dissolve()
        telling.conceal()
        appear(telling, zone)
        return
    telling.tell(e.SentryDeclined(zone))
    finder = telling.now.figures[figure]
    if finder.on_map and finder.zone == zone:
        telling.detect(figure, zone)
        telling.conceal()
    read_out(telling)


def figure_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The weapon of the figure that appears (R173)."""
    return ("sword", "spear")


def why_not_figure(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Both weapons are free, else it would not be asked."""
    return None if pick.form in ("sword", "spear") else no("not_now")


def play_figure(telling: Telling, seat: Seat, pick: Pick) -> None:
    """The hidden sentry appears with the weapon that both chose, or that decides this turn (Q67)."""
    chosen = telling.joint(pick)
    if chosen is not None and telling.now.placing is not None:
        appear(telling, telling.now.placing, Seat(f"{chosen.form}s"))


SENTRY_FIGURE = ask("sword spear", figure_candidates, why_not_figure, play_figure)
REMOVE_GUARD = ask("guard decline", removal_candidates, why_not_remove, play_removal)
assert FIGURES == ("ninja", "traitor"), "the forms of DECLARE are the names of the figures"
