"""What turns, phases, cards and listening change in a copy."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.scorpion import events as e
from companion.games.scorpion.fold.registry import cards_or_unknown, folds
from companion.games.scorpion.names import (
    ALERT,
    GUARD_CARDS,
    INTRUDER_PHASE,
    KENJUTSU,
    OVER,
    PASSAGE,
    PATROL_SEARCH,
    SECRET_PASSAGE,
    SENTRY_SEARCH,
    STEPS,
)
from companion.games.scorpion.state import (
    Mover,
    Sharing,
    State,
    with_figure,
    with_guards,
    with_piles,
    without,
)
from companion.unknown import UNKNOWN, known

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


def shared(state: State, about: str, whole: int, figure: str = "") -> Sharing:
    """What two guard players settle next; what each says the guards know, who know where the sleepers lie too."""
    return Sharing(about, whole, figure, {} if known(state.sleepers) else UNKNOWN)


@folds(e.PhaseBegan)
def _phase_began(state: State, event: e.PhaseBegan) -> State:
    state = replace(state, phase=event.phase, mover=None, in_play=None, waking=(), passed=frozenset())
    if state.players == 4 and event.phase == ALERT and state.alert:
        state = replace(state, sharing=shared(state, "draw", state.alert))
    elif state.players == 4 and event.phase == GUARD_CARDS:
        state = replace(state, sharing=shared(state, "plays", 2))
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
