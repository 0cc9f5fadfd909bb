"""What an open prompt of a position says beside its name, and back: the effect, its step and picks, the second card.

`keep`: the second card and its place. `defend`: attacker, card, kind. `choose`: the effect, its step, the places it
has looked at (`look:v2`), the picks. `scan_drawn`: the places whose cards are shown next. Where an effect waits behind
another question, it stands behind the word `then`; a `keep` that waits behind a scan behind the word `keep`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.game import BadOpening
from companion.games.files import listed
from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts.asks import OUT_OF_HAND, ask_of, owned, refusal
from companion.games.shinobi_arts.doing import begun, card_of, resolve, step_of
from companion.games.shinobi_arts.names import JUDGING, KINDS, NINPO, OUGI, PARTNER, VALUABLE, at
from companion.games.shinobi_arts.state import SECOND, Attack, Doing, Second, State, card_at, table_places
from companion.seats import REFEREE, TABLE, Seat
from companion.unknown import TEXT, UNKNOWN

THEN: Final = "then"
KEEP: Final = "keep"
LOOKED: Final = "look:"
SAW: Final = "seen:"
Bad = Callable[[str, str], BadOpening]


def about(state: State, seat: Seat) -> list[str]:
    """What the open prompt of a seat is about, on the referee's copy."""
    name = ask_of(state, seat)
    if name == "defend" and state.attack is not None:
        return [state.attack.seat, state.attack.card, state.attack.kind]
    if name == "choose":
        return _effect(state, seat)
    found: list[str] = []
    if name == "scan_drawn":
        found += [place for owner, place in state.due if owner == seat] or [OUT_OF_HAND]
        if state.second is not None:
            found += [KEEP, *_second(state)]
    elif name == "keep":
        found += _second(state)
    doing = state.doing
    if name in ("keep", "scan_drawn") and doing is not None and doing.step < len(card_of(state, doing).effect):
        found += [THEN, *_effect(state, seat)]
    return found


def _second(state: State) -> list[str]:
    second = state.second
    if second is None:
        return []
    card = second.valuable if isinstance(second.valuable, str) else TEXT
    saw = [f"{SAW}{seat}" for seat in state.seen.get(SECOND, ()) if seat != REFEREE]
    return [card, second.place, *saw]


def _effect(state: State, seat: Seat) -> list[str]:
    picks = list(state.about.get(seat, ()))
    doing = state.doing
    if doing is None:
        return [picks[0], "0", *picks[1:]]
    name = f"{doing.use}:{doing.card}" + (f":{doing.slot}" if doing.slot is not None else "")
    return [name, str(doing.step), *(f"{LOOKED}{place}" for place in doing.looked), *picks]


# ---- reading ----------------------------------------------------------------------------------------------------


def read_prompts(state: State, asked: Mapping[Seat, tuple[str, Sequence[str]]], bad: Bad) -> State:
    """The copy with what the open prompts of a position say; raises BadOpening where they cannot be."""
    if state.phase == JUDGING:
        state = replace(state, boxes=_boxes(state))
    for seat, (ask, words) in asked.items():
        try:
            state = _read(state, seat, ask, list(words))
        except (ValueError, IndexError, KeyError, AttributeError) as error:
            reason = str(error) if isinstance(error, ValueError) else "this does not say what the question is about"
            raise bad(f"prompts.{seat}.about", reason) from None
    if state.options.deck == "physical":
        state = replace(state, due=(*state.due, *_unshown(state)))
    for seat, (ask, _) in asked.items():
        if ask_of(state, seat) != ask:
            raise bad(f"prompts.{seat}.ask", f"{seat} cannot be asked {ask!r} here")
        if ask == "choose" and (wrong := _wrong_choice(state, seat)) is not None:
            raise bad(f"prompts.{seat}.about", wrong)
    return state


def _unshown(state: State) -> list[tuple[Seat, str]]:
    """Real cards that their owners have looked at and not shown to the referee: they are asked for next."""
    found: list[tuple[Seat, str]] = []
    for seat, player in state.players.items():
        for what in (PARTNER, *player.ninjutsu, VALUABLE):
            place = at(seat, what)
            if card_at(state, place) is UNKNOWN and place not in [shown for _, shown in state.due]:
                found.append((Seat(seat), place))
    return found


def _wrong_choice(state: State, seat: Seat) -> str | None:
    """Why a seat cannot stand at a choice of an effect after these picks, None where it can."""
    doing, about = state.doing, state.about.get(seat, ())
    if doing is None:
        before = replace(state, about={})
        if refusal(before, seat, about[0]) is not None:
            return f"{about[0]} cannot be begun here"
        doing, about = begun(state, seat, about[0]), about[1:]
    if doing is None:
        return "there is no effect that could ask"
    if doing.target is not None:
        return None if owned(state, doing) else f"{doing.target} has no card to choose from"
    for count, pick in enumerate((*about, "")):
        _, offered = resolve(state, doing, about[:count])
        if not offered:
            return "nothing is to be chosen here"
        if pick and pick not in offered:
            return f"{pick} cannot be chosen here; write one of {listed(offered)}"
    return None


def _boxes(state: State) -> tuple[Seat, ...]:
    """Who is asked for his Box when all valuables lie open (KQ22)."""
    if not state.unused:
        return ()
    return tuple(
        seat
        for seat in state.seats
        if isinstance(card := state.players[seat].valuable, str)
        and any(step.do == do.REDRAW for step in state.cards.valuables[card].effect)
    )


def _read(state: State, seat: Seat, ask: str, words: list[str]) -> State:
    if ask == "box":
        return replace(state, boxes=_from(state, seat))
    if ask == "defend":
        attacker, card, kind = words
        if attacker not in state.seats or card not in state.cards.ninjutsu or kind not in KINDS:
            raise ValueError("write attacker, card and kind")
        if attacker != state.whose or attacker == seat or state.players[seat].left:
            raise ValueError(f"{attacker} cannot attack {seat} now (K17, K25)")
        if state.players[seat].valuable is None or kind not in state.cards.ninjutsu[card].attack:
            raise ValueError(f"{card} cannot take anything from {seat} by {kind} (KQ11, K30)")
        return replace(state, attack=Attack(Seat(attacker), seat, card, kind))
    if ask == "choose":
        return _read_effect(state, seat, words)
    if ask not in ("keep", "scan_drawn"):
        return state
    words, later = _split(words, THEN)
    if ask == "scan_drawn":
        shown, words = _split(words, KEEP)
        if shown == [OUT_OF_HAND]:
            state = replace(state, boxes=_from(state, seat), about={**state.about, seat: ("swap",)})
        else:
            if not shown or len(set(shown)) < len(shown) or any(_shown_already(state, place) for place in shown):
                raise ValueError(f"write the places of real cards that were not shown, such as {seat}.n1")
            state = replace(state, due=(*state.due, *((seat, place) for place in shown)))
    if words:
        state = _read_second(state, seat, words)
    return _read_effect(state, seat, later) if later else state


def _shown_already(state: State, place: str) -> bool:
    """True where no real card lies that somebody must still show. A second valuable is read after this."""
    if place in [shown for _, shown in state.due]:
        return True
    return place != SECOND and card_at(state, place) is not UNKNOWN


def _from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whose Boxes are still to be asked for, from this seat on."""
    if seat not in state.boxes:
        raise ValueError(f"{seat} holds no Box that could be swapped")
    return state.boxes[state.boxes.index(seat) :]


def _split(words: list[str], at: str) -> tuple[list[str], list[str]]:
    if at not in words:
        return words, []
    here = words.index(at)
    return words[:here], words[here + 1 :]


def _read_second(state: State, seat: Seat, words: list[str]) -> State:
    card, place = words[:2]
    if place not in table_places(state) or place in state.table:
        raise ValueError(f"{place} is no free place of the table")
    if card != TEXT and card not in state.cards.valuables:
        raise ValueError(f"there is no valuable {card!r}")
    if state.players[seat].valuable is None:
        raise ValueError(f"{seat} holds no first valuable")
    saw = tuple(Seat(word.removeprefix(SAW)) for word in words[2:])
    if any(word not in (*state.seats, TABLE) for word in saw):
        raise ValueError("write the seats that have seen the second card as seen:p1")
    if state.options.deck == "physical" and card != TEXT:
        saw = tuple(sorted((*saw, REFEREE)))
    seen = {**state.seen, SECOND: saw} if saw else state.seen
    return replace(state, second=Second(seat, UNKNOWN if card == TEXT else card, place), seen=seen)


def _read_effect(state: State, seat: Seat, words: list[str]) -> State:
    """An effect: `ninpo:n1` or `ougi` before anything of it was told, else with its card, as `ninpo:suiton:n1`."""
    name, step, *picks = words
    use, *of = name.split(":")
    user = state.whose
    if user is None or use not in (NINPO, OUGI):
        raise ValueError("an effect is written as ninpo:n1, ougi, ninpo:suiton:n1 or ougi:hanzo, in a turn")
    if name == OUGI or (use == NINPO and len(of) == 1 and of[0] in state.players[user].ninjutsu):
        if begun(state, user, name) is None or seat != user:
            raise ValueError(f"{user} cannot begin {name}")
        return replace(state, about={**state.about, user: (name, *picks)})
    looked = tuple(word.removeprefix(LOOKED) for word in picks if word.startswith(LOOKED))
    picks = [word for word in picks if not word.startswith(LOOKED)]
    cards = state.cards.ninjutsu if use == NINPO else state.cards.partners
    doing = Doing(user, use, of[0], of[1] if len(of) > 1 else None, int(step), looked)
    if of[0] not in cards or not 0 <= doing.step < len(cards[of[0]].effect):
        raise ValueError(f"there is no such effect as {name}, step {step}")
    if seat != user and step_of(state, doing).chooser == "owner":
        doing = replace(doing, target=seat)
    about = {**state.about, user: tuple(picks)} if picks else state.about
    return replace(state, doing=doing, about=about)


__all__ = ["about", "read_prompts"]
