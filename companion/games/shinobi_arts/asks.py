"""Which question a seat is asked now, which answers are open to it, and why others are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Final

from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts.cards import CardSet
from companion.games.shinobi_arts.doing import begun, can_do, resolve
from companion.games.shinobi_arts.names import DEFECT, KINDS, OUGI, OVER, PARTNER, VALUABLE, at, is_place, number
from companion.games.shinobi_arts.refusals import WRONG_DEFENCE, no
from companion.games.shinobi_arts.state import Doing, State, card_at, knows, mate
from companion.prompts import UNDO, Pick, Prompt, read
from companion.seats import Seat
from companion.verdicts import Refused

BARE: Final = frozenset((OUGI, DEFECT, "leave", "end", "old", "new", "pass", "swap", "keep", UNDO))
ALWAYS: Final = frozenset(("turn", "scan_drawn"))
"""Questions that are asked even with one answer: a turn is a player's own, and a card left unasked would tell."""
OUT_OF_HAND: Final = "unused"
"""The place of the valuable that the Box's holder draws, while it is shown to the referee."""


def ask_of(state: State, seat: Seat) -> str | None:
    """The name of the question that the seat is asked, None while it waits."""
    if state.due:
        return "scan_drawn" if any(owner == seat for owner, _ in state.due) else None
    if state.second is not None:
        return "keep" if state.second.seat == seat else None
    if state.attack is not None:
        return "defend" if state.attack.target == seat else None
    if state.boxes:
        if state.boxes[0] != seat:
            return None
        return "scan_drawn" if state.about.get(seat) else "box"
    if state.doing is not None:
        return "choose" if (state.doing.target or state.doing.seat) == seat else None
    if state.whose != seat or state.phase == OVER:
        return None
    return "choose" if state.about.get(seat) else "turn"


def prompt(state: State, seat: Seat) -> Prompt | None:
    """What the seat may do now."""
    name = ask_of(state, seat)
    if name is None:
        return None
    # Once something of an effect was told, no pick of it is taken back.
    opens = name != "choose" or state.doing is not None
    return Prompt(seat, name, tuple(_OFFERS[name](state, seat)), opens, anyway=name in ALWAYS)


# ---- what is offered --------------------------------------------------------------------------------------------


def _turn_offers(state: State, seat: Seat) -> list[str]:
    """Main actions while there was none (K13), free actions (K20), leaving (K24) and the end of the turn."""
    mine = state.players[seat]
    fresh = [(slot, held.card) for slot, held in mine.ninjutsu.items() if not held.used]
    found: list[str] = []
    if not state.main_done:
        table = sorted(state.table, key=number)
        found += [f"investigate:{place}" for place in table]
        found += [f"seize:{slot}:{place}" for slot, _ in fresh for place in table]
        targets = [other for other in state.seats if _may_attack(state, seat, other) is None]
        if targets:
            for slot, card in fresh:
                if isinstance(card, str):
                    found += [
                        f"attack:{slot}:{kind}:{other}"
                        for kind in state.cards.ninjutsu[card].attack
                        for other in targets
                    ]
    for slot, card in fresh:
        if isinstance(card, str) and can_do(state, Doing(seat, "ninpo", card, slot)):
            found.append(f"ninpo:{slot}")
    if isinstance(mine.partner, str) and can_do(state, Doing(seat, OUGI, mine.partner)):
        found.append(OUGI)
    if not mine.defected and mine.faction is not None:
        found += [f"defect:{slot}" for slot, _ in fresh] if state.options.defect_costs_ninjutsu else [DEFECT]
    if not state.main_done and not state.free_done:
        found.append("leave")
    if _may_end(state):
        found.append("end")
    return found


def _may_end(state: State) -> bool:
    """K13; also where a loaded position had so few valuables that the last was taken, so that no turn gets stuck."""
    return state.main_done or not state.table


def _defend_offers(state: State, seat: Seat) -> list[str]:
    attack = state.attack
    if attack is None:
        return []
    mine = state.players[seat]
    found = [
        slot
        for slot, held in sorted(mine.ninjutsu.items(), key=lambda entry: number(entry[0]))
        if not held.used and isinstance(held.card, str) and attack.kind in state.cards.ninjutsu[held.card].defence
    ]
    if isinstance(mine.partner, str) and _repels(state, mine.partner):
        found.append(OUGI)
    return [*found, "pass"]


def _choose_offers(state: State, seat: Seat) -> list[str]:
    _, _, offered = choosing(state, seat)
    return sorted(offered, key=number)


def _scan_offers(state: State, seat: Seat) -> list[str]:
    """The cards that can lie there by all that the seat has seen elsewhere."""
    place = scanning(state, seat)
    what = place.partition(".")[2]
    cards = state.cards
    if what == PARTNER:
        left = Counter(cards.partners.keys())
    elif what.startswith("n"):
        left = Counter(cards.all_ninjutsu)
    else:
        left = Counter(cards.valuables.keys())
    left -= Counter(_seen_by(state, seat))
    return [f"card:{card}" for card in left]


_OFFERS: Final[dict[str, Callable[[State, Seat], list[str]]]] = {
    "turn": _turn_offers,
    "keep": lambda state, seat: ["old", "new"],
    "defend": _defend_offers,
    "choose": _choose_offers,
    "box": lambda state, seat: ["swap", "keep"],
    "scan_drawn": _scan_offers,
}


def _repels(state: State, partner: str) -> bool:
    return any(step.do == do.REPEL for step in state.cards.partners[partner].effect)


def choosing(state: State, seat: Seat) -> tuple[Doing | None, list[str], list[str]]:
    """The effect for which a seat chooses, its objects so far, and what is offered next."""
    doing = state.doing
    about = state.about.get(seat, ())
    if doing is None:
        doing = begun(state, seat, about[0]) if about else None
        about = about[1:]
    if doing is None:
        return None, [], []
    if doing.target is not None:
        return doing, [doing.target], owned(state, doing)
    picks, offered = resolve(state, doing, about)
    return doing, picks, list(offered or ())


def owned(state: State, doing: Doing) -> list[str]:
    """The cards among which their owner must choose."""
    if doing.target is None:
        return []
    step = (state.cards.ninjutsu if doing.use == "ninpo" else state.cards.partners)[doing.card].effect[doing.step]
    face = "down" if step.do == do.EXPOSE else step.face
    held = state.players[doing.target].ninjutsu
    return [slot for slot, card in held.items() if face == "any" or card.face_up == (face == "up")]


def scanning(state: State, seat: Seat) -> str:
    """The place whose card a seat must show to the referee."""
    return next((place for owner, place in state.due if owner == seat), OUT_OF_HAND)


def _seen_by(state: State, seat: Seat) -> list[str]:
    """Every card that a seat knows, wherever it lies; the same on its own copy and on the referee's."""
    found = list(state.discard)
    spots = [*state.table]
    for owner, player in state.players.items():
        spots += [at(owner, slot) for slot in (*player.ninjutsu, VALUABLE, PARTNER)]
    for spot in spots:
        if knows(state, seat, spot) and isinstance(card := card_at(state, spot), str):
            found.append(card)
    second = state.second
    if (
        second is not None
        and isinstance(second.valuable, str)
        and (second.seat == seat or seat in state.seen.get("second", ()))
    ):
        found.append(second.valuable)
    return found


# ---- what can be read -------------------------------------------------------------------------------------------


@cache
def _legible(cards: CardSet, players: int, choice: str) -> bool:
    """False when a choice cannot be read, or names a place, player or card beyond the game."""
    pick = read(choice)
    if str(pick) != choice or pick.who:
        return False

    most = {"v": players + 1, "p": players, "n": len(cards.all_ninjutsu)}

    def of(text: str, letter: str) -> bool:
        return is_place(text, letter, most[letter])

    if not pick.what:
        return pick.form in BARE or any(of(pick.form, letter) for letter in most)
    parts = pick.what.split(":")
    if pick.form == "investigate":
        return len(parts) == 1 and of(parts[0], "v")
    if pick.form in ("ninpo", DEFECT):
        return len(parts) == 1 and of(parts[0], "n")
    if pick.form == "seize":
        return len(parts) == 2 and of(parts[0], "n") and of(parts[1], "v")
    if pick.form == "attack":
        return len(parts) == 3 and of(parts[0], "n") and parts[1] in KINDS and of(parts[2], "p")
    if pick.form == "card":
        return pick.what in cards.ninjutsu or pick.what in cards.valuables or pick.what in cards.partners
    return False


def readable(state: State, choice: str) -> bool:
    """False when a choice cannot be read, or names a place, player or card beyond the game."""
    return len(choice) < 64 and _legible(state.cards, len(state.seats), choice)


# ---- why not ----------------------------------------------------------------------------------------------------


def refusal(state: State, seat: Seat, choice: str) -> Refused | None:
    """Why the seat may not pick this, on its own copy. Also what is not offered is judged, and named."""
    name = ask_of(state, seat)
    if name is None:
        return no("not_your_turn")
    return _WHY_NOT[name](state, seat, read(choice))


def _may_attack(state: State, seat: Seat, target: Seat) -> Refused | None:
    """KQ32, K25, KQ11."""
    if target == seat:
        return no("yourself")
    theirs = state.players[target]
    if theirs.left:
        return no("has_left", seat=target)
    if not state.options.attack_mates and mate(state, seat) == target:
        return no("your_mate", seat=target)
    return no("nothing_to_take", seat=target) if theirs.valuable is None else None


def _turn_why_not(state: State, seat: Seat, pick: Pick) -> Refused | None:
    form = pick.form
    if form in ("investigate", "seize", "attack"):
        return no("main_done") if state.main_done else _main_why_not(state, seat, form, pick.what.split(":"))
    if form == "end" and not pick.what:
        return None if _may_end(state) else no("main_first")
    if form == "leave":
        return no("has_acted") if state.main_done or state.free_done else None
    if form == "ninpo":
        return _ninpo_why_not(state, seat, pick.what)
    if form == OUGI:
        return _ougi_why_not(state, seat)
    return _defect_why_not(state, seat, pick.what) if form == DEFECT else no("not_asked")


def _main_why_not(state: State, seat: Seat, form: str, parts: list[str]) -> Refused | None:
    held = state.players[seat].ninjutsu
    for part in parts:
        if (part[0] == "n" and part not in held) or (part[0] == "v" and part not in state.table):
            return no("no_such_place", place=part)
    if form == "investigate":
        return None
    slot = parts[0]
    if form == "attack":
        if (refused := _may_attack(state, seat, Seat(parts[2]))) is not None:
            return refused
        card = held[slot].card
        kinds = state.cards.ninjutsu[card].attack if isinstance(card, str) else KINDS
        if not kinds:
            return no("no_attack_on_card", card=str(card))
        if parts[1] not in kinds:
            return no("wrong_kind", card=str(card), kind=parts[1])
    return no("card_used_this_turn", place=slot) if held[slot].used else None


def _ninpo_why_not(state: State, seat: Seat, slot: str) -> Refused | None:
    held = state.players[seat].ninjutsu.get(slot)
    if held is None:
        return no("no_such_place", place=slot)
    if held.used:
        return no("card_used_this_turn", place=slot)
    doing = begun(state, seat, f"ninpo:{slot}")
    return None if doing is not None and can_do(state, doing) else no("no_target")


def _ougi_why_not(state: State, seat: Seat) -> Refused | None:
    partner = state.players[seat].partner
    if partner is None:
        return no("ougi_used")
    if isinstance(partner, str) and _repels(state, partner):
        return no("only_when_attacked")
    doing = begun(state, seat, OUGI)
    return None if doing is not None and can_do(state, doing) else no("no_target")


def _defect_why_not(state: State, seat: Seat, slot: str) -> Refused | None:
    mine = state.players[seat]
    if slot:
        if slot not in mine.ninjutsu:
            return no("no_such_place", place=slot)
        if mine.ninjutsu[slot].used:
            return no("card_used_this_turn", place=slot)
    if mine.defected or mine.faction is None:
        return no("already_defected")
    return no("not_asked") if bool(slot) != state.options.defect_costs_ninjutsu else None


def _defend_why_not(state: State, seat: Seat, pick: Pick) -> Refused | None:
    attack, mine = state.attack, state.players[seat]
    if (
        attack is None
        or pick.what
        or not (pick.form in ("pass", OUGI) or (pick.form.startswith("n") and pick.form != "new"))
    ):
        return no("not_asked")
    if pick.form == "pass":
        return None
    if pick.form == OUGI:
        if mine.partner is None:
            return no("ougi_used")
        return None if isinstance(mine.partner, str) and _repels(state, mine.partner) else no("no_such_ougi")
    held = mine.ninjutsu.get(pick.form)
    if held is None:
        return no("no_such_place", place=pick.form)
    if isinstance(held.card, str) and attack.kind not in state.cards.ninjutsu[held.card].defence:
        return no("wrong_kind", WRONG_DEFENCE, card=held.card, kind=attack.kind)
    return no("card_used_this_turn", place=pick.form) if held.used else None


def _choose_why_not(state: State, seat: Seat, pick: Pick) -> Refused | None:
    doing, picks, offered = choosing(state, seat)
    name = pick.form
    if name in offered and not pick.what:
        return None
    if doing is None or not offered or pick.what or name in BARE or name[0] != offered[0][0]:
        return no("not_asked")
    if name[0] == "v":
        return no("not_that_target") if name in state.table else no("no_such_place", place=name)
    if name[0] == "n":
        owner = picks[0] if picks else seat
        return no("not_that_target") if name in state.players[owner].ninjutsu else no("no_such_place", place=name)
    if name == seat:
        return no("yourself")
    return no("has_left", seat=name) if state.players[name].left else no("not_that_target")


def _one_of(name: str) -> Callable[[State, Seat, Pick], Refused | None]:
    def why_not(state: State, seat: Seat, pick: Pick) -> Refused | None:
        return None if str(pick) in _OFFERS[name](state, seat) else no("not_asked")

    return why_not


_WHY_NOT: Final[dict[str, Callable[[State, Seat, Pick], Refused | None]]] = {
    "turn": _turn_why_not,
    "keep": _one_of("keep"),
    "defend": _defend_why_not,
    "choose": _choose_why_not,
    "box": _one_of("box"),
    "scan_drawn": _one_of("scan_drawn"),
}
