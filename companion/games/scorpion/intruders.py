"""The intruders' phase: moving in secret, cards, bluffs (2.9, 2.13 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import combat, search, turns
from companion.games.scorpion import events as e
from companion.games.scorpion.names import CAT, PASSAGE, ROPE, SECRET_PASSAGE, STEPS
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import Figure, State, figures_of, of_seat, seat_of
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick
from companion.seats import Seat
from companion.unknown import Unknown
from companion.verdicts import Refused

MOST_STEPS = STEPS["intruder"]


# ---- intruder_turn ----------------------------------------------------------------------------------------------


def turn_candidates(state: State, seat: Seat) -> Iterable[str]:
    """Figures that may move, cards, the search, bluffs, the end."""
    found = []
    for name in figures_of(state, seat):
        found.append(f"figure:{name}")
    for name in figures_of(state, seat):
        hand = state.figures[name].hand
        kinds = [kind for kind in state.cards.kinds(name) if kind in hand]
        found += [f"card:{kind}@{name}" for kind in kinds]
        found += [f"bluff:{kind}@{name}" for kind in kinds]
    return (*found, "search", "end")


def why_not_turn(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why this cannot be done in the intruders' phase."""
    if pick.form == "end":
        return None
    if pick.form == "search":
        return search.why_not_search(state, seat)
    if pick.form not in ("figure", "card", "bluff"):
        return no("not_now")
    name = pick.what if pick.form == "figure" else pick.who
    if name not in figures_of(state, seat):
        return no("not_now")
    figure = state.figures[name]
    if not figure.on_map:
        return no("not_on_map", figure=name)
    if pick.form == "figure":
        if state.searched:
            return no("searched_already")
        return no("already_moved", "R142", figure=name) if figure.finished else None
    if pick.form == "bluff":
        if pick.what == CAT:
            return no("only_as_answer", card=CAT)
        return None if pick.what in figure.hand else no("not_in_hand", "R141", card=pick.what)
    return combat.why_not_use(state, name, pick.what, meeting=False)


def play_turn(telling: Telling, seat: Seat, pick: Pick) -> None:
    """A figure begins to move, a card is used or bluffed, a search begins, or the turn ends."""
    if pick.form == "end":
        turns.end_phase(telling)
    elif pick.form == "figure":
        telling.tell(e.FigureChosen(pick.what))
    elif pick.form == "search":
        telling.chosen(pick)
    elif pick.form == "bluff":
        telling.tell(e.CardPlayed(seat, pick.who, pick.what, "hand"))
    else:
        combat.use(telling, seat, pick, pick.who, meeting=False)


INTRUDER_TURN = ask("figure card bluff search end", turn_candidates, why_not_turn, play_turn)


# ---- sneak ------------------------------------------------------------------------------------------------------


def sneak_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The zones around, the end of the move and of the turn, the seat's other intruder, and what is rarer: ropes over
    the walls, the passage, off the map, a pause."""
    name = of_seat(state, seat, "moving") or ""
    figure = state.figures[name]
    board, here = state.board, figure.zone
    ways: list[str] = []
    rarer: list[str] = []
    if here == PASSAGE:
        entrances = state.entrances if isinstance(state.entrances, tuple) else ()
        ways += [f"zone:{zone}" for zone in sorted(set(entrances), key=board.order.__getitem__)]
    elif isinstance(here, str):
        ways += [f"zone:{zone}" for zone in board.borders[here]]
        ways += [f"zone:{zone}" for zone in board.walls[here] if hangs(state, here, zone)]
        if ROPE in figure.hand:
            rarer += [f"rope:{zone}" for zone in board.walls[here]]
        rarer += ["passage", "off_map"]
    others = (f"figure:{other}" for other in figures_of(state, seat) if other != name)
    return (*ways, "stay", "end", *others, *rarer, "pause")


def hangs(state: State, one: str, other: str) -> bool:
    """True when a rope hangs over the wall between two zones, whichever way it was laid (R153)."""
    return isinstance(state.ropes, tuple) and ((one, other) in state.ropes or (other, one) in state.ropes)


def why_not_sneak(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the moving intruder may not do this."""
    name = of_seat(state, seat, "moving")
    if name is None:
        return why_no_further(state, seat)
    if pick.form in ("stay", "end"):
        return None
    if pick.form == "figure":
        return why_not_turn(state, seat, pick) if pick.what != name else no("not_now")
    figure = state.figures[name]
    if pick.form == "pause":
        still = figure.moved != MOST_STEPS and not figure.halted
        return None if still else no("no_steps_left", "R142")
    if pick.form not in ("zone", "rope", "passage", "off_map"):
        return no("not_now")
    return _spent(figure) or _why_not_way(state, name, figure, pick)


def _spent(figure: Figure) -> Refused | None:
    """Why an intruder has no movement left (R149, R152, R226, R142)."""
    if isinstance(figure.halted, str) and figure.halted:
        return no(f"{figure.halted}_ends_move", {"moat": "R149"}.get(figure.halted))
    return no("no_steps_left", "R142") if figure.moved == MOST_STEPS else None


def why_no_further(state: State, seat: Seat) -> Refused:
    """Why the seat's intruder who moved last goes no further."""
    mine = figures_of(state, seat)
    name = state.walked if len(mine) > 1 else mine[0] if state.figures[mine[0]].moved else None
    if not isinstance(name, str):
        return no("not_now")
    figure = state.figures[name]
    if not figure.on_map:
        return no("not_on_map", figure=name)
    if state.searched:
        return no("searched_already")
    spent = _spent(figure)
    if spent is not None:
        return spent
    return no("already_moved", "R142", figure=name) if figure.finished else no("not_now")


def _why_not_way(state: State, name: str, figure: Figure, pick: Pick) -> Refused | None:
    here, board = str(figure.zone), state.board
    if here == PASSAGE:
        exits = state.entrances if isinstance(state.entrances, tuple) else ()
        if pick.form != "zone":
            return no("not_now")
        return None if pick.what in exits else no("not_an_entrance", zone=pick.what)
    if pick.form == "zone":
        if pick.what in board.borders[here] or hangs(state, here, pick.what):
            return None
        wall = pick.what in board.walls[here]
        return no("no_rope", zone=pick.what) if wall else no("not_adjacent", "R142", zone=pick.what)
    if pick.form == "rope":
        if pick.what not in board.walls[here]:
            return no("no_wall_here", zone=pick.what)
        return None if ROPE in figure.hand else no("no_rope", zone=pick.what)
    if pick.form == "off_map":
        return None if here in board.edges else no("off_map_not_from_here", zone=here)
    return _why_not_inside(state, name, figure, here)


def _why_not_inside(state: State, name: str, figure: Figure, here: str) -> Refused | None:
    """He needs an entrance (R222) and his own card, in hand or laid for real (R232-R233, R241)."""
    if isinstance(state.entrances, Unknown) or here not in state.entrances:
        return no("not_an_entrance", zone=here)
    if lies_open(state, name) or SECRET_PASSAGE in figure.hand:
        return None
    return no("needs_passage_card", "R233", figure=name)


def lies_open(state: State, name: str) -> bool:
    """True when his Secret Passage card lies before him and was no bluff."""
    bluffed = state.bluffed if isinstance(state.bluffed, frozenset) else frozenset()
    return name in state.passage_cards and name not in bluffed


def play_sneak(telling: Telling, seat: Seat, pick: Pick) -> None:
    """One zone, by foot, by rope, through the passage; off the map; a pause; the end of the move.

    When the other intruder is named, this one pauses: they may move in turns (Q26), so he need not say that he has
    moved, and where that would show him (Q55) nobody is shown by it. With the end of the turn he has moved.
    """
    name = of_seat(telling.now, seat, "moving") or ""
    figure = telling.now.figures[name]
    here = str(figure.zone)
    if pick.form == "stay":
        turns.finish(telling, name)
    elif pick.form == "end":
        turns.finish(telling, name)
        turns.end_phase(telling)
    elif pick.form == "figure":
        telling.tell(e.Paused(name))
        telling.tell(e.FigureChosen(pick.what))
    elif pick.form == "pause":
        telling.tell(e.Paused(name))
    elif pick.form == "off_map":
        telling.tell(e.Escaped(name))
        telling.return_wounds(name)
        telling.end_if_all_gone()
        turns.next_if_all_ended(telling)
    elif pick.form == "passage":
        _slip_inside(telling, seat, name)
    else:
        by = "step"
        if pick.form == "rope":
            telling.tell(e.CardPlayed(seat, name, ROPE, "hand"))
            telling.tell(e.RopeLaid((here, pick.what)))
            by = "rope"
        elif here == PASSAGE:
            by = "passage"
            if telling.now.options.passage_inside == "public":
                telling.tell(e.PassageLeft(name))
        elif pick.what in telling.now.board.walls[here]:
            by = "rope"
        telling.tell(e.Stepped(name, here, pick.what, by))
        if not telling.now.figures[name].met:
            telling.conceal()


def _slip_inside(telling: Telling, seat: Seat, name: str) -> None:
    """The card is laid before him the first time (R232); entering ends his movement (R226)."""
    if not lies_open(telling.now, name):
        telling.tell(e.CardPlayed(seat_of(telling.now, name), name, SECRET_PASSAGE, "hand"))
    telling.tell(e.SlippedInside(name, telling.now.options.passage_inside == "public"))
    if not telling.now.figures[name].met:
        telling.conceal()


SNEAK = ask("zone rope passage off_map pause stay figure end", sneak_candidates, why_not_sneak, play_sneak)
