"""What an event changes in a copy: one function an event, the same for every seat.

Every function is total over UNKNOWN: what a copy does not know stays unknown, and nothing asks whose copy it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.events import EVERYONE, Event
from companion.games.scorpion import events as e
from companion.games.scorpion.draft import MAP, drafted
from companion.games.scorpion.names import (
    ALERT,
    AWAKEN,
    FIGURES,
    GUARD_CARDS,
    INTRUDER_PHASE,
    KENJUTSU,
    NEW_HAND_SIZE,
    OVER,
    PASSAGE,
    PATROL,
    PATROL_SEARCH,
    SECRET_PASSAGE,
    SENTRY_SEARCH,
    SETUP,
    STEPS,
    is_sword,
)
from companion.games.scorpion.state import (
    Bonus,
    Guard,
    Hand,
    Mover,
    Patrol,
    Sharing,
    State,
    forward,
    free_numbers,
    guard_seats,
    intruders_in,
    is_mine,
    patrol_of,
    sober,
    with_figure,
    with_guards,
    with_piles,
    without,
)
from companion.prompts import read
from companion.unknown import UNKNOWN, Unknown, known

E = TypeVar("E", bound=Event)
Fold = Callable[[State, Any], State]
FOLDS: dict[type[Event], Fold] = {}


def folds(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Registers the function that folds events of one kind."""

    def register(fold: Callable[[State, E], State]) -> Callable[[State, E], State]:
        FOLDS[kind] = fold
        return fold

    return register


def evolve(state: State, event: Event) -> State:
    """The copy after the event. An event told to everybody closes what a seat had begun to choose."""
    kind = type(event)
    fold = FOLDS.get(kind)
    if fold is not None:
        state = fold(state, event)
    if state.about and kind.audience is EVERYONE:
        state = replace(state, about={}, declaring=() if known(state.declaring) else UNKNOWN)
    return state


def cards_or_unknown(cards: Hand | Unknown, count: int) -> Hand:
    """The cards told, or so many unknown ones."""
    return cards if isinstance(cards, tuple) else (UNKNOWN,) * count


# ---- picks, setup -----------------------------------------------------------------------------------------------


@folds(e.Chosen)
def _chosen(state: State, event: e.Chosen) -> State:
    if state.phase == SETUP and event.seat not in state.confirmed:
        key, draft = drafted(state, event.seat, event.choice)
        return replace(state, drafts={**state.drafts, key: draft})
    pick = read(event.choice)
    if pick.form in FIGURES and known(state.declaring):
        state = replace(state, declaring=(*state.declaring, (pick.form, pick.what)))
    return replace(state, about={**state.about, event.seat: (*state.about.get(event.seat, ()), event.choice)})


@folds(e.HandChosen)
def _hand_chosen(state: State, event: e.HandChosen) -> State:
    hand = cards_or_unknown(event.cards, event.count)
    if event.figure is not None:
        return with_figure(state, event.figure, hand=hand)
    deck = state.piles[event.seat].deck
    for card in hand:
        deck = without(deck, card)
    return with_piles(state, event.seat, hand=hand, deck=deck)


@folds(e.SentryPosted)
def _sentry_posted(state: State, event: e.SentryPosted) -> State:
    return seen_at_once(replace(state, guards={**state.guards, event.guard: Guard(event.zone)}), event.zone)


def seen_at_once(state: State, zone: str) -> State:
    """Guards are set up where an intruder has begun already: with three and four players he may have been first."""
    if state.phase == SETUP:
        for figure in intruders_in(state, zone):
            state = appears(state, figure, zone)
    return state


def more_sleepers(state: State, zone: str, count: int) -> State:
    """`state` with sleepers added to a barracks zone, or taken away."""
    if isinstance(state.sleepers, Unknown):
        return state
    sleepers = {**state.sleepers, zone: state.sleepers.get(zone, 0) + count}
    return replace(state, sleepers={place: n for place, n in sleepers.items() if n > 0})


@folds(e.ObjectHidden)
def _object_hidden(state: State, event: e.ObjectHidden) -> State:
    if event.kind == "sleeper":
        return more_sleepers(state, event.zone, 1)
    if event.kind == "trap":
        return replace(state, traps=(*state.traps, event.zone)) if known(state.traps) else state
    if event.kind == "hidden_sentry":
        hidden = state.hidden_sentries
        return replace(state, hidden_sentries=(*hidden, event.zone)) if known(hidden) else state
    letter = event.kind.removeprefix("goal_")
    return replace(state, goals={**state.goals, letter: event.zone}) if known(state.goals) else state


@folds(e.EntranceDug)
def _entrance_dug(state: State, event: e.EntranceDug) -> State:
    return replace(state, entrances=(*state.entrances, event.zone)) if known(state.entrances) else state


@folds(e.Started)
def _started(state: State, event: e.Started) -> State:
    if isinstance(event.zone, Unknown):
        return with_figure(state, event.figure, zone=UNKNOWN)
    return appears(with_figure(state, event.figure, zone=event.zone, path=(event.zone,)), event.figure, event.zone)


def appears(state: State, figure: str, zone: str) -> State:
    """A meeting opens when an intruder comes to where guards see him (R147)."""
    return with_figure(state, figure, met=True) if sober(state, zone) else state


@folds(e.MissionDrawn)
def _mission_drawn(state: State, event: e.MissionDrawn) -> State:
    return with_figure(state, event.figure, goal=event.goal)


@folds(e.SetupConfirmed)
def _setup_confirmed(state: State, event: e.SetupConfirmed) -> State:
    confirmed = (*state.confirmed, event.seat)
    gone = {event.seat} | ({MAP} if all(seat in confirmed for seat in guard_seats(state)) else set())
    drafts = {key: draft for key, draft in state.drafts.items() if key not in gone}
    return replace(state, confirmed=confirmed, drafts=drafts)


@folds(e.Passed)
def _passed(state: State, event: e.Passed) -> State:
    return replace(state, passed=state.passed | {event.seat})


# ---- turns, cards -----------------------------------------------------------------------------------------------


@folds(e.TurnBegan)
def _turn_began(state: State, event: e.TurnBegan) -> State:
    state = with_guards(state, state.guards, carded=False, moved=False, attacked=False)
    for seat in state.piles:
        state = with_piles(state, seat, plays_left=2)
    return replace(
        state,
        searched_now=(),
        turn=event.turn,
        played_this_turn=0,
        free_listen_used=False,
        searched=False,
        in_play=None,
    )


def _shared(state: State, about: str, whole: int, figure: str = "") -> Sharing:
    """What two guard players settle next; what each says the guards know, who know where the sleepers lie too."""
    return Sharing(about, whole, figure, {} if known(state.sleepers) else UNKNOWN)


@folds(e.PhaseBegan)
def _phase_began(state: State, event: e.PhaseBegan) -> State:
    state = replace(state, phase=event.phase, mover=None, in_play=None, waking=(), passed=frozenset())
    if state.players == 4 and event.phase == ALERT and state.alert:
        state = replace(state, sharing=_shared(state, "draw", state.alert))
    elif state.players == 4 and event.phase == GUARD_CARDS:
        state = replace(state, sharing=_shared(state, "plays", 2))
    if event.phase == GUARD_CARDS:
        for seat, piles in state.piles.items():
            state = with_piles(state, seat, hand=piles.hand + piles.drawn, drawn=())
    elif event.phase == INTRUDER_PHASE:
        state = replace(state, declaring=() if known(state.declaring) else UNKNOWN)
        state = replace(state, searched=False, declared=(), walked=None if known(state.walked) else UNKNOWN)
        for name, figure in state.figures.items():
            if figure.on_map and known(figure.finished):
                path = (figure.zone,) if isinstance(figure.zone, str) else ()
                state = with_figure(state, name, moved=0, path=path, finished=False, halted="")
        here = {guard.zone: state.turn for guard in state.guards.values() if not guard.drunk}
        here.pop(PASSAGE, None)
        state = replace(state, ended={**state.ended, **here})
    elif event.phase == ALERT:
        for name, figure in state.figures.items():
            if known(figure.moving):
                state = with_figure(state, name, moving=False)
    return state


@folds(e.GameOver)
def _game_over(state: State, event: e.GameOver) -> State:
    return replace(state, phase=OVER, over=(event.winner, event.reason), mover=None, listening=None, sharing=None)


@folds(e.CardsDrawn)
def _cards_drawn(state: State, event: e.CardsDrawn) -> State:
    drawn = cards_or_unknown(event.kinds, event.count)
    deck = state.piles[event.seat].deck
    for card in drawn:
        deck = without(deck, card)
    return with_piles(state, event.seat, drawn=drawn, deck=deck)


@folds(e.DrawnScanned)
def _drawn_scanned(state: State, event: e.DrawnScanned) -> State:
    drawn = without(state.piles[event.seat].drawn, UNKNOWN)
    return with_piles(state, event.seat, drawn=(*drawn, event.card))


@folds(e.DeckShuffled)
def _deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    return with_piles(state, event.seat, deck=cards_or_unknown(event.cards, event.count), discard=())


@folds(e.CardPlayed)
def _card_played(state: State, event: e.CardPlayed) -> State:
    card = event.card
    if event.figure is not None:
        state = with_figure(state, event.figure, hand=without(state.figures[event.figure].hand, card))
        if card != SECRET_PASSAGE:
            return state
        if known(state.bluffed):
            state = replace(state, bluffed=state.bluffed | {event.figure})
        return replace(state, passage_cards=state.passage_cards | {event.figure})
    piles = state.piles[event.seat]
    if event.source == "drawn":
        piles = replace(piles, drawn=without(piles.drawn, card))
    else:
        piles = replace(piles, hand=without(piles.hand, card))
    if card in (KENJUTSU, SECRET_PASSAGE):
        piles = piles.owning(card, -1)
    else:
        piles = replace(piles, discard=(*piles.discard, card))
    counts = card != KENJUTSU or not state.options.kenjutsu_outside_hand_limit
    if counts and state.phase != ALERT:
        piles = replace(piles, plays_left=max(0, piles.plays_left - 1))
    return replace(
        state,
        piles={**state.piles, event.seat: piles},
        in_play=card,
        played_this_turn=state.played_this_turn + 1,
        guard_passage_cards=state.guard_passage_cards + (card == SECRET_PASSAGE),
    )


@folds(e.Carded)
def _carded(state: State, event: e.Carded) -> State:
    state = with_guards(state, event.guards, carded=True)
    if state.in_play in (SENTRY_SEARCH, PATROL_SEARCH):
        state = replace(state, mover=Mover(event.guards, STEPS["guard"], "step"))
    return replace(state, in_play=None)


@folds(e.AlertChanged)
def _alert_changed(state: State, event: e.AlertChanged) -> State:
    return replace(state, alert=event.level)


# ---- listening --------------------------------------------------------------------------------------------------


@folds(e.Listened)
def _listened(state: State, event: e.Listened) -> State:
    return replace(state, listening=event.guards, free_listen_used=state.free_listen_used or event.free, mover=None)


@folds(e.CatAnswered)
def _cat_answered(state: State, event: e.CatAnswered) -> State:
    return replace(state, listening=None)


@folds(e.Heard)
def _heard(state: State, event: e.Heard) -> State:
    state = replace(state, listening=None)
    if event.heard and not any(state.guards[name].moved for name in event.guards):
        state = replace(state, mover=Mover(event.guards, STEPS["guard"], "pursue"))
    return state


# ---- guards moving ----------------------------------------------------------------------------------------------


def leave_patrol(state: State, guard: str) -> State:
    """`state` with a guard on his own. A patrol of fewer than two is dissolved by an event of its own."""
    name = patrol_of(state, guard)
    if name is None:
        return state
    patrol = state.patrols[name]
    rest = replace(patrol, guards=tuple(member for member in patrol.guards if member != guard))
    return replace(state, patrols={**state.patrols, name: rest})


def _walked(state: State, guards: tuple[str, ...], source: str, target: str) -> State:
    """Patrol membership and facing after a step: on the track a patrol faces on, else it faces nowhere (Q62)."""
    name = patrol_of(state, guards[0])
    if name is None:
        return state
    patrol = state.patrols[name]
    if not set(patrol.guards) <= set(guards):
        for guard in guards:
            state = leave_patrol(state, guard)
        return state
    patrol = replace(patrol, came_from=None, facing=None)
    if state.phase == PATROL:
        onward = forward(state, target, source)
        patrol = replace(patrol, came_from=source, facing=onward[0] if len(onward) == 1 else None)
    return replace(state, patrols={**state.patrols, name: patrol})


@folds(e.GuardsMoved)
def _guards_moved(state: State, event: e.GuardsMoved) -> State:
    state = with_guards(state, event.guards, zone=event.target, moved=True)
    state = _walked(state, event.guards, event.source, event.target)
    mover = state.mover
    if mover is None or mover.ended or mover.guards != event.guards:
        mover = Mover(event.guards, STEPS["guard"], "patrol")
    ended = "moat" if event.target in state.board.moats else ""
    return replace(state, mover=replace(mover, steps_left=mover.steps_left - 1, ended=ended))


@folds(e.MoveEnded)
def _move_ended(state: State, event: e.MoveEnded) -> State:
    mover = state.mover
    if mover is None or mover.guards != event.guards:
        mover = Mover(event.guards, 0, "step")
    mover = replace(mover, ended=mover.ended or ("stay" if mover.steps_left else "steps"))
    waking = tuple(guard for guard in state.waking if guard not in event.guards)
    if waking != state.waking and waking:
        # Whoever woke beside the one who found an intruder there has found him too.
        here = state.guards[waking[0]].zone == state.guards[mover.guards[0]].zone
        ended = "detection" if mover.ended == "detection" and here else ""
        mover = Mover(waking[:1], state.cards.card("guards", AWAKEN).moves, "step", ended)
    return replace(state, mover=mover, waking=waking)


@folds(e.PatrolFormed)
def _patrol_formed(state: State, event: e.PatrolFormed) -> State:
    members = set(event.guards)
    new = {guard: Guard(event.zone) for guard in event.guards if guard not in state.guards}
    old = state.patrols.get(event.patrol)
    patrols = {name: patrol for name, patrol in state.patrols.items() if not set(patrol.guards) <= members}
    patrols[event.patrol] = Patrol(event.guards, old.came_from if old else None, event.facing)
    return seen_at_once(replace(state, patrols=patrols, guards={**state.guards, **new}), event.zone)


@folds(e.PatrolFaced)
def _patrol_faced(state: State, event: e.PatrolFaced) -> State:
    patrol = replace(state.patrols[event.patrol], facing=event.facing)
    return replace(state, patrols={**state.patrols, event.patrol: patrol})


@folds(e.PatrolDissolved)
def _patrol_dissolved(state: State, event: e.PatrolDissolved) -> State:
    return replace(state, patrols={name: patrol for name, patrol in state.patrols.items() if name != event.patrol})


@folds(e.Woken)
def _woken(state: State, event: e.Woken) -> State:
    state = more_sleepers(state, event.zone, -len(event.guards))
    new = {guard: Guard(event.zone, carded=True, moved=True) for guard in event.guards}
    first = Mover(event.guards[:1], state.cards.card("guards", AWAKEN).moves, "step")
    return replace(state, guards={**state.guards, **new}, waking=event.guards, mover=first, in_play=None)


@folds(e.PassageEntered)
def _passage_entered(state: State, event: e.PassageEntered) -> State:
    mover = state.mover
    name = patrol_of(state, event.guard)
    if name is not None:
        patrol = state.patrols[name]
        if mover is not None and set(patrol.guards) <= set(mover.guards):
            patrols = {**state.patrols, name: replace(patrol, came_from=None, facing=None)}
            state = replace(state, patrols=patrols)
        else:
            state = leave_patrol(state, event.guard)
    if mover is not None:
        state = replace(state, mover=replace(mover, ended="passage"))
    return with_guards(state, (event.guard,), zone=PASSAGE, moved=True)


@folds(e.PassageFound)
def _passage_found(state: State, event: e.PassageFound) -> State:
    return replace(state, known_entrances=(*state.known_entrances, event.zone))


# ---- meeting ----------------------------------------------------------------------------------------------------


def where(zone: str | Unknown | None) -> str:
    """The state that goes with a zone: whoever is not known to be inside the passage counts as on the map (Q52)."""
    return "in_passage" if zone == PASSAGE else "on_map"


def _settled(state: State, figure: str) -> State:
    return with_figure(state, figure, met=False) if known(state.figures[figure].met) else state


@folds(e.Detected)
def _detected(state: State, event: e.Detected) -> State:
    figure = state.figures[event.figure]
    unseen = False if known(figure.walking_unseen) else UNKNOWN
    state = with_figure(
        state, event.figure, shown=True, zone=event.zone, state=where(event.zone), walking_unseen=unseen
    )
    state = replace(state, last_seen={**state.last_seen, event.figure: (event.zone, state.turn)})
    mover = state.mover
    if mover is not None and not mover.ended and state.guards[mover.guards[0]].zone == event.zone:
        state = replace(state, mover=replace(mover, ended="detection"))
    return _settled(state, event.figure)


@folds(e.Concealed)
def _concealed(state: State, event: e.Concealed) -> State:
    figure, seen = state.figures[event.figure], state.last_seen.get(event.figure)
    if seen is not None:
        state = replace(state, last_seen={**state.last_seen, event.figure: (seen[0], state.turn)})
    if isinstance(event.zone, Unknown) and state.options.passage_inside == "public" and figure.state == "in_passage":
        return with_figure(state, event.figure, shown=False)
    return with_figure(state, event.figure, shown=False, zone=event.zone, state=where(event.zone))


@folds(e.Attacked)
def _attacked(state: State, event: e.Attacked) -> State:
    state = with_guards(state, (event.guard,), attacked=True)
    by = next(seat for seat in guard_seats(state) if is_mine(state, seat, event.guard))
    struck = (*state.figures[event.figure].struck_by, by)
    return replace(with_figure(state, event.figure, wounds=event.wounds, struck_by=struck), in_play=None)


def _gone(state: State, figure: str, fate: str) -> State:
    """`state` with a figure off the map for good or for now; his passage card goes with him (Q44)."""
    mine = known(state.figures[figure].finished)
    state = with_figure(
        state,
        figure,
        state=fate,
        zone=None,
        shown=False,
        finished=True if mine else UNKNOWN,
        walking_unseen=False if mine else UNKNOWN,
        moving=False if mine else UNKNOWN,
    )
    if known(state.bluffed):
        state = replace(state, bluffed=state.bluffed - {figure})
    wounds = state.figures[figure].wounds
    if state.players == 4 and wounds:
        state = replace(state, sharing=_shared(state, "wounds", wounds, figure))
    return replace(_settled(state, figure), passage_cards=state.passage_cards - {figure})


@folds(e.Died)
def _died(state: State, event: e.Died) -> State:
    state = _gone(state, event.figure, "waiting" if event.waiting else "dead")
    mine = known(state.figures[event.figure].finished)
    return with_figure(
        state,
        event.figure,
        hand=(),
        moved=0 if mine else UNKNOWN,
        path=() if mine else UNKNOWN,
    )


@folds(e.WoundsReturned)
def _wounds_returned(state: State, event: e.WoundsReturned) -> State:
    back = (KENJUTSU,) * event.count
    piles = state.piles[event.to].owning(KENJUTSU, event.count)
    if state.options.reshuffle == "last_turn":
        piles = replace(piles, discard_old=piles.discard_old + back)
    else:
        piles = replace(piles, discard=piles.discard + back)
    state = replace(state, piles={**state.piles, event.to: piles})
    left = state.figures[event.figure].wounds - event.count
    struck = state.figures[event.figure].struck_by[:left]
    return with_figure(state, event.figure, wounds=left, struck_by=struck)


def _nobody_left(state: State) -> State:
    """A meeting is settled when no guard is left to see the intruder (R182)."""
    for name, figure in state.figures.items():
        if figure.met is True and not sober(state, figure.zone):
            state = with_figure(state, name, met=False)
    return state


@folds(e.GuardRemoved)
def _guard_removed(state: State, event: e.GuardRemoved) -> State:
    state = leave_patrol(state, event.guard)
    guards = {name: guard for name, guard in state.guards.items() if name != event.guard}
    return _nobody_left(replace(state, guards=guards))


@folds(e.GuardDrunk)
def _guard_drunk(state: State, event: e.GuardDrunk) -> State:
    return _nobody_left(with_guards(leave_patrol(state, event.guard), (event.guard,), drunk=True))


@folds(e.WalkedUnseen)
def _walked_unseen(state: State, event: e.WalkedUnseen) -> State:
    return _settled(with_figure(state, event.figure, walking_unseen=True), event.figure)


# ---- intruders moving -------------------------------------------------------------------------------------------


@folds(e.FigureChosen)
def _figure_chosen(state: State, event: e.FigureChosen) -> State:
    return replace(with_figure(state, event.figure, moving=True), walked=event.figure)


def _trodden(state: State, figure: str, zone: str, halted: str) -> State:
    """One zone more on an intruder's way, as far as the copy knows the way."""
    fig = state.figures[figure]
    return with_figure(
        state,
        figure,
        zone=zone,
        state=where(zone),
        moved=fig.moved + 1 if known(fig.moved) else UNKNOWN,
        path=(*fig.path, zone) if known(fig.path) else UNKNOWN,
        halted=halted if known(fig.halted) else UNKNOWN,
        walking_unseen=False if known(fig.walking_unseen) else UNKNOWN,
    )


@folds(e.Stepped)
def _stepped(state: State, event: e.Stepped) -> State:
    halted = "rope" if event.by == "rope" else "moat" if event.target in state.board.moats else ""
    return appears(_trodden(state, event.figure, event.target, halted), event.figure, event.target)


@folds(e.SlippedInside)
def _slipped_inside(state: State, event: e.SlippedInside) -> State:
    mine = known(state.figures[event.figure].path)
    state = _trodden(state, event.figure, PASSAGE, "passage")
    if known(state.bluffed):
        state = replace(state, bluffed=state.bluffed - {event.figure})
    return appears(state, event.figure, PASSAGE) if mine else state


@folds(e.PassageLeft)
def _passage_left(state: State, event: e.PassageLeft) -> State:
    return with_figure(state, event.figure, zone=UNKNOWN, state="on_map")


@folds(e.RopeLaid)
def _rope_laid(state: State, event: e.RopeLaid) -> State:
    rope = (event.zones[0], event.zones[1])
    if isinstance(state.ropes, Unknown) or rope in state.ropes:
        return state
    return replace(state, ropes=(*state.ropes, rope))


@folds(e.Paused)
def _paused(state: State, event: e.Paused) -> State:
    return with_figure(state, event.figure, moving=False)


@folds(e.Finished)
def _finished(state: State, event: e.Finished) -> State:
    return with_figure(state, event.figure, finished=True, moving=False)


@folds(e.Escaped)
def _escaped(state: State, event: e.Escaped) -> State:
    return _gone(state, event.figure, "escaped")


# ---- searching --------------------------------------------------------------------------------------------------


@folds(e.SearchDeclared)
def _search_declared(state: State, event: e.SearchDeclared) -> State:
    state = replace(state, searched=True, declared=(*state.declared, (event.figure, event.zone)))
    return replace(state, declaring=() if known(state.declaring) else UNKNOWN)


@folds(e.Searched)
def _searched(state: State, event: e.Searched) -> State:
    state = replace(state, declared=state.declared[1:], found={**state.found, event.zone: event.found})
    state = replace(state, searched_now=(*state.searched_now, event.zone))
    return replace(state, sentry_found=(event.figure, event.zone)) if event.found == "hidden_sentry" else state


@folds(e.MissionCompleted)
def _mission_completed(state: State, event: e.MissionCompleted) -> State:
    return with_figure(state, event.figure, done=True, goal=event.goal)


def _erased(state: State, zone: str) -> State:
    hidden = state.hidden_sentries
    return replace(state, hidden_sentries=tuple(z for z in hidden if z != zone)) if known(hidden) else state


@folds(e.SentryKilled)
def _sentry_killed(state: State, event: e.SentryKilled) -> State:
    return replace(_erased(state, event.zone), sentry_found=None)


@folds(e.SentrySpared)
def _sentry_spared(state: State, event: e.SentrySpared) -> State:
    full = len(state.guards) >= 20
    # Two guard players choose the weapon of the figure that appears, where both are free (R173).
    weapons = {is_sword(name) for name in free_numbers(state, 20)}
    placing = event.zone if state.players == 4 and len(weapons) == 2 else None
    removal = state.sentry_found if full else None
    return replace(_erased(state, event.zone), sentry_found=None, removal=removal, placing=placing)


@folds(e.SentryAppeared)
def _sentry_appeared(state: State, event: e.SentryAppeared) -> State:
    return replace(state, guards={**state.guards, event.guard: Guard(event.zone)}, removal=None, placing=None)


@folds(e.SentryDeclined)
def _sentry_declined(state: State, event: e.SentryDeclined) -> State:
    return replace(state, removal=None)


# ---- new copy and bonus -----------------------------------------------------------------------------------------


@folds(e.Restarted)
def _restarted(state: State, event: e.Restarted) -> State:
    fig = state.figures[event.figure]
    mine = isinstance(event.zone, str)
    hand = cards_or_unknown(event.cards, NEW_HAND_SIZE[event.figure])
    state = with_figure(
        state,
        event.figure,
        state="on_map",
        zone=event.zone,
        hand=hand,
        lives=fig.lives - 1,
        wounds=0,
        struck_by=(),
        shown=False,
        done=fig.done and state.options.done_survives_death,
        moved=0 if mine else UNKNOWN,
        path=(event.zone,) if isinstance(event.zone, str) else UNKNOWN,
        finished=False if mine else UNKNOWN,
        halted="" if mine else UNKNOWN,
        walking_unseen=False if mine else UNKNOWN,
        moving=False if mine else UNKNOWN,
        met=False if mine else UNKNOWN,
    )
    empty = not any(piles.deck or piles.discard or piles.discard_old for piles in state.piles.values())
    state = replace(state, bonus=Bonus(event.figure, cards_taken=empty))
    return appears(state, event.figure, event.zone) if isinstance(event.zone, str) else state


@folds(e.DeckSearched)
def _deck_searched(state: State, event: e.DeckSearched) -> State:
    return with_piles(state, event.seat, offer=event.cards)


@folds(e.BonusTaken)
def _bonus_taken(state: State, event: e.BonusTaken) -> State:
    piles = state.piles[event.seat]
    cards = cards_or_unknown(event.cards, event.count)
    offer = piles.offer
    for card in cards:
        offer = without(offer, card) if isinstance(offer, tuple) else UNKNOWN
    bonus = state.bonus
    if bonus is not None:
        bonus = replace(bonus, taken=bonus.taken + event.count, last=event.seat)
    return replace(with_piles(state, event.seat, hand=piles.hand + cards, offer=offer, discard_old=()), bonus=bonus)


@folds(e.BonusCardsEnded)
def _bonus_cards_ended(state: State, event: e.BonusCardsEnded) -> State:
    for seat in state.piles:
        state = with_piles(state, seat, offer=UNKNOWN)
    passed = state.passed - set(state.piles)  # who takes no more of this bonus may take of the next
    return replace(state, passed=passed, bonus=replace(state.bonus, cards_taken=True) if state.bonus else None)


@folds(e.ShareProposed)
def _share_proposed(state: State, event: e.ShareProposed) -> State:
    if state.sharing is None:
        return state
    before = state.sharing.takes
    takes = UNKNOWN if isinstance(before, Unknown) else {**before, event.seat: event.take}
    return replace(state, sharing=replace(state.sharing, takes=takes))


@folds(e.ShareSettled)
def _share_settled(state: State, event: e.ShareSettled) -> State:
    if event.about == "plays":
        for seat, plays in zip(guard_seats(state), (event.swords, event.spears), strict=True):
            state = with_piles(state, seat, plays_left=plays)
    return replace(state, sharing=None)


@folds(e.SleeperAdded)
def _sleeper_added(state: State, event: e.SleeperAdded) -> State:
    return more_sleepers(state, event.zone, 1)


@folds(e.BonusEnded)
def _bonus_ended(state: State, event: e.BonusEnded) -> State:
    return replace(state, bonus=None)
