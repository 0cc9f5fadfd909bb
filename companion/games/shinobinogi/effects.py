"""What is in use is carried out, step by step, until a seat must choose (SQ23, SQ24).

The referee goes on by himself as far as nobody has to answer; where a question is open, it is open in every copy.
"""

from __future__ import annotations

from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import objects, verbs
from companion.games.shinobinogi.names import FOLLOWER, FOLLOWERS, SCROLL, SET
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.refusals import no
from companion.games.shinobinogi.state import (
    Frame,
    State,
    columns,
    found,
    ninja_column,
    part_to_pay,
    running,
    ways,
)
from companion.games.shinobinogi.telling import Telling, ask
from companion.games.shinobinogi.vocabulary import EXCLUDE, REST
from companion.seats import Seat
from companion.verdicts import Refused


def go_on(telling: Telling) -> None:
    """Carries out what is in use until a question is open, or nothing is in use any more."""
    while not telling.over:
        state = telling.now
        if state.attacked is not None or state.entering is not None or state.due:
            return
        if not state.frames:
            telling.return_scrolls()
            return
        frame = state.frames[-1]
        step = running(state)
        if frame.step == 0:
            if pays(telling, frame):
                return
        elif step is not None:
            if verbs.asks(telling, frame, step):
                return
        elif is_entering(state, frame):
            return
        else:
            end(telling, frame)


def is_entering(state: State, frame: Frame) -> bool:
    """True for a follower that was turned up, and is to go to a follower space (S40)."""
    return bool(frame.card) and frame.way < 0 and state.cards.cards[frame.card].kind == FOLLOWER


def pays(telling: Telling, frame: Frame) -> bool:
    """Pays for a card in use as far as nobody has to choose; True where MANA must be named (S36, S37, S66-S70)."""
    if frame.left:
        return True
    part = part_to_pay(telling.now, frame) if frame.way >= 0 else None
    if part is None:
        verbs.reach(telling, 1, False)
        return False
    if part.kind == REST:
        telling.tell(e.FollowerRested(frame.seat, frame.place, frame.card))
    elif part.kind == EXCLUDE:
        telling.tell(e.Excluded(frame.seat, frame.card, FOLLOWERS, frame.place))
    else:
        telling.tell(e.StepReached(frame.seat, 0, part.n, paid=frame.paid))
        return True
    telling.tell(e.StepReached(frame.seat, 0, 0, paid=frame.paid + 1))
    return False


def end(telling: Telling, frame: Frame) -> None:
    """A card is used up: ninjutsu and dark effects are discarded (S38) or excluded (S80), scrolls go back (S39)."""
    if frame.card and frame.way < 0 and telling.now.cards.cards[frame.card].kind != SCROLL:
        if frame.excluded:
            telling.tell(e.Excluded(frame.seat, frame.card, SET))
        else:
            telling.tell(e.CardDiscarded(frame.seat, frame.card, SET))
    telling.tell(e.EffectEnded(frame.seat, frame.card))


# ---- release ----------------------------------------------------------------------------------------------------


def _mana(state: State, seat: Seat) -> list[str]:
    frame = state.frames[-1]
    count = len(state.halves[seat].mana[frame.column - 1])
    return [where for n in range(1, count + 1) if (where := f"m{frame.column}.{n}") not in state.named]


def _why_not_mana(state: State, seat: Seat, pick: Reading) -> Refused | None:
    frame, spot = state.frames[-1], pick.spot
    if spot is None or spot.zone != "m":
        return no("not_now")
    if spot.column != frame.column:
        return no("wrong_column")
    return None if str(spot) in _mana(state, seat) else no("no_target")


def _release(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    """One MANA of the release is named; with the last of them all are discarded."""
    telling.tell(e.Named(seat, choice))
    state = telling.now
    frame = state.frames[-1]
    if len(state.named) < frame.left:
        return
    chosen = tuple(str(where) for where in state.named)
    mana = state.halves[seat].mana[frame.column - 1]
    cards = tuple(str(mana[int(where.partition(".")[2]) - 1]) for where in chosen)
    telling.tell(e.Released(seat, frame.column, cards, chosen))
    if frame.way < 0:
        verbs.reach(telling, 1, False)
    else:
        telling.tell(e.StepReached(seat, 0, 0, paid=frame.paid + 1))
    go_on(telling)


RELEASE = ask("place", _mana, _why_not_mana, _release)


# ---- a follower comes in ----------------------------------------------------------------------------------------


def _spaces(state: State, seat: Seat) -> list[str]:
    ninja = ninja_column(state.halves[seat])
    return [f"column:{column}" for column in columns(state) if column != ninja]


def _why_not_space(state: State, seat: Seat, pick: Reading) -> Refused | None:
    return no("ninja_space") if pick.number == ninja_column(state.halves[seat]) else None


def _place(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    """S40, S64, S72, SQ27: on the same name it is stacked, on another name all that lie there are discarded first."""
    state = telling.now
    frame = state.frames[-1]
    step = running(state)
    if step is None:
        card, source, where, hand, opened = frame.card, SET, None, None, 0
    else:
        card, source, where, hand, opened = verbs.named_card(state, seat, step)
    stack = state.halves[seat].followers[pick.number - 1]
    if stack and not state.cards.same_name(str(stack[0].card), card):
        for standing in stack:
            telling.tell(e.CardDiscarded(seat, str(standing.card), FOLLOWERS, f"f{pick.number}.1"))
    telling.tell(e.FollowerPlaced(seat, pick.number, card, source, where, hand, opened))
    if step is None:
        telling.tell(e.EffectEnded(seat, frame.card))
    else:
        verbs.did_one(telling)
    go_on(telling)


PLACE_FOLLOWER = ask("column", _spaces, _why_not_space, _place)


def _entry_choices(state: State, seat: Seat) -> list[str]:
    return ["use", "pass"]


def _entry_open(state: State, seat: Seat, pick: Reading) -> Refused | None:
    return None


def _entry(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    """S69, SQ26."""
    entering = telling.now.entering
    if entering is None:
        return
    if choice == "pass":
        telling.tell(e.OnEntryDeclined(seat, entering[1]))
        go_on(telling)
        return
    usable = entry_ways(telling.now, seat)
    if len(usable) > 1:
        telling.tell(e.Chosen(seat, choice))
        return
    use_entry(telling, seat, usable[0])


def entry_ways(state: State, seat: Seat) -> list[int]:
    """The ways in which the follower that comes in can be used."""
    spot = verbs.spot_of(state.entering[1]) if state.entering is not None else None
    return ways(state, seat, spot, on_entry=True) if spot is not None else []


def use_entry(telling: Telling, seat: Seat, way: int) -> None:
    """A follower is used as it comes in."""
    entering = telling.now.entering
    spot = verbs.spot_of(entering[1]) if entering is not None else None
    if spot is None:
        return
    card = found(telling.half(seat).followers, spot).card
    telling.tell(e.OnEntryUsed(seat, str(spot), card, way))
    go_on(telling)


ON_ENTRY = ask("use pass", _entry_choices, _entry_open, _entry)


# ---- choices inside an effect -----------------------------------------------------------------------------------


def _choices(state: State, seat: Seat) -> list[str]:
    step = running(state)
    if step is None:
        return []
    found_now = objects.candidates(state, state.frames[-1], step)
    declinable = step.may or objects.may_have_none(state, seat, step)
    return [*found_now, "pass"] if declinable and not objects.column_is_open(state, step) else found_now


def _why_not_choice(state: State, seat: Seat, pick: Reading) -> Refused | None:
    step = running(state)
    return (
        no("not_now") if step is None else objects.why_not(state, state.frames[-1], step, pick, _choices(state, seat))
    )


def _choose(telling: Telling, seat: Seat, choice: str, pick: Reading) -> None:
    state = telling.now
    step = running(state)
    if step is None:
        return
    if choice == "pass":
        frame = state.frames[-1]
        verbs.reach(telling, frame.step + 1, frame.left < step.n)
    else:
        verbs.play(telling, state.frames[-1], step, choice, pick)
    go_on(telling)


CHOOSE = ask("place column pass", _choices, _why_not_choice, _choose)

__all__ = [
    *("CHOOSE", "ON_ENTRY", "PLACE_FOLLOWER", "RELEASE"),
    *("chooser", "end", "entry_ways", "go_on", "is_entering", "steps", "use_entry"),
]
