"""Attacks and meetings: guards with Kenjutsu, intruders with what they carry (2.10, 2.11 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.scorpion import events as e
from companion.games.scorpion import turns
from companion.games.scorpion.names import (
    BLADES,
    CAT,
    DRUNK_FIGURES,
    FIGURES,
    HIGH,
    KENJUTSU,
    LAST_TURN,
    PASSAGE,
    POTENT_SAKE,
    SETUP,
    SHADOW_WALK,
    SHURIKEN,
    WOUNDS_TO_DIE,
    number,
)
from companion.games.scorpion.refusals import no
from companion.games.scorpion.state import State, is_mine, of_seat, sober, standing
from companion.games.scorpion.telling import Telling, ask
from companion.prompts import Pick, read
from companion.seats import Seat
from companion.verdicts import Refused

# ---- guards attack ----------------------------------------------------------------------------------------------


def victims_of(state: State, guard: str) -> list[str]:
    """The intruders that a guard could attack: shown ones in his zone (R186)."""
    zone = state.guards[guard].zone
    return [name for name in FIGURES if state.figures[name].shown and state.figures[name].zone == zone]


def attackers(state: State, seat: Seat) -> list[str]:
    """The seat's sober guards who share a zone with a shown intruder, by number; some may have attacked already."""
    zones = {figure.zone for figure in state.figures.values() if figure.shown}
    if not zones:
        return []
    able = [name for name, guard in state.guards.items() if guard.zone in zones and not guard.drunk]
    return sorted((name for name in able if is_mine(state, seat, name)), key=number)


def why_not_attack(state: State, seat: Seat) -> Refused | None:
    """Why no guard of the seat can attack now (R186, R195, Q39)."""
    able = attackers(state, seat)
    if not able:
        return no("nobody_to_attack")
    return no("already_attacked") if all(state.guards[name].attacked for name in able) else None


def attacker_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The guards who could."""
    return (f"guard:{name}" for name in attackers(state, seat))


def why_not_attacker(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why this guard cannot attack."""
    if pick.form != "guard":
        return no("not_now")
    guard = state.guards.get(pick.what)
    if guard is None:
        return no("not_here", guard=pick.what)
    if not is_mine(state, seat, pick.what):
        return no("not_your_guard", guard=pick.what)
    if guard.drunk:
        return no("drunk", guard=pick.what)
    if not victims_of(state, pick.what):
        return no("nobody_to_attack", guard=pick.what)
    return no("already_attacked", guard=pick.what) if guard.attacked else None


def play_attacker(telling: Telling, seat: Seat, pick: Pick) -> None:
    """He attacks, or is asked whom."""
    victims = victims_of(telling.now, pick.what)
    if len(victims) > 1:
        telling.chosen(pick)
    else:
        attack(telling, seat, pick.what, victims[0])


CHOOSE_ATTACKER = ask("guard", attacker_candidates, why_not_attacker, play_attacker)


def target_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The intruders in the attacker's zone."""
    return (f"figure:{name}" for name in victims_of(state, _attacker(state, seat)))


def _attacker(state: State, seat: Seat) -> str:
    return read(state.about[seat][1]).what


def why_not_target(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why he cannot be attacked by him."""
    if pick.form != "figure":
        return no("not_now")
    return None if pick.what in victims_of(state, _attacker(state, seat)) else no("nobody_to_attack")


def play_target(telling: Telling, seat: Seat, pick: Pick) -> None:
    """He is attacked."""
    attack(telling, seat, _attacker(telling.now, seat), pick.what)


CHOOSE_TARGET = ask("figure", target_candidates, why_not_target, play_target)


def attack(telling: Telling, seat: Seat, guard: str, figure: str) -> None:
    """One wound (R196), the alert High (R197); at the third, the traitor's second, he dies (R198-R200)."""
    source = "drawn" if KENJUTSU in telling.now.piles[seat].drawn else "hand"
    telling.tell(e.CardPlayed(seat, None, KENJUTSU, source))
    wounds = telling.now.figures[figure].wounds + 1
    telling.tell(e.Attacked(guard, figure, wounds))
    telling.alert(HIGH, "attack")
    if wounds >= WOUNDS_TO_DIE[figure]:
        die(telling, figure)


def die(telling: Telling, figure: str) -> None:
    """He is dead; early enough, and the first time, a new copy will come (R202-R203, R215, Q33, Q73)."""
    now = telling.now
    waiting = now.figures[figure].lives > 0 and now.turn <= min(now.options.last_replacement_turn, LAST_TURN)
    telling.tell(e.Died(figure, waiting))
    telling.return_wounds(figure)
    telling.end_if_all_gone()


# ---- intruders attack -------------------------------------------------------------------------------------------


def reach(state: State, figure: str, kind: str, meeting: bool) -> list[str]:
    """The guards that an intruder's card could be used against, by number.

    On meeting guards only those of his zone who see him count (R182, Q64); in his own turn drunk ones too (Q57).
    """
    zone = state.figures[figure].zone
    if not isinstance(zone, str):
        return []
    if kind == POTENT_SAKE:
        return [guard for guard in standing(state, zone) if not state.guards[guard].drunk]
    if meeting:
        return sober(state, zone)
    found = standing(state, zone)
    if kind == SHURIKEN and zone != PASSAGE:
        far = state.cards.card("ninja", SHURIKEN).range
        near = [to for to, steps in state.board.border_distance[zone].items() if 0 < steps <= far]
        found = sorted([*found, *(guard for to in near for guard in standing(state, to))], key=number)
    return found


def why_not_use(state: State, figure: str, kind: str, meeting: bool) -> Refused | None:
    """Why an intruder's card cannot be used against guards from where he stands."""
    if kind not in state.figures[figure].hand:
        return no("not_in_hand", "R141", card=kind)
    if kind == CAT:
        return no("only_as_answer", card=kind)
    if kind == SHADOW_WALK and meeting:
        return None
    if kind not in (*BLADES, SHURIKEN, POTENT_SAKE):
        return no("not_now")
    if kind == POTENT_SAKE and sum(guard.drunk for guard in state.guards.values()) >= DRUNK_FIGURES:
        return no("no_drunk_figures")
    return None if reach(state, figure, kind, meeting) else no("nobody_to_attack")


def use(telling: Telling, seat: Seat, pick: Pick, figure: str, meeting: bool) -> None:
    """A card is used: at once where it can only mean one guard, else he is chosen."""
    guards = reach(telling.now, figure, pick.what, meeting)
    if len(guards) == 1:
        strike(telling, seat, figure, pick.what, (guards[0],))
    else:
        telling.chosen(pick)


def strike(telling: Telling, seat: Seat, figure: str, kind: str, guards: tuple[str, ...]) -> None:
    """Guards are removed or drunk; the alert rises as the card shows (R188-R189); he may be hidden now (R184)."""
    telling.tell(e.CardPlayed(seat, figure, kind, "hand"))
    for guard in guards:
        if kind == POTENT_SAKE:
            telling.tell(e.GuardDrunk(guard))
        else:
            telling.tell(e.GuardRemoved(guard, kind))
    telling.dissolve()
    telling.alert(telling.now.alert + telling.now.cards.card(figure, kind).alert, "kenjutsu")
    telling.conceal()
    after_meeting(telling)


def after_meeting(telling: Telling) -> None:
    """A ninja who had to show himself at his start has done so: the game may begin."""
    if telling.now.phase == SETUP:
        turns.begin_if_all_confirmed(telling)


def _striking(state: State, seat: Seat) -> tuple[str, str, bool]:
    """Figure, card and whether it is used on meeting guards, from the begun step."""
    pick = read(state.about[seat][0])
    if pick.who:
        return pick.who, pick.what, False
    return who_met(state, seat), pick.what, True


def who_met(state: State, seat: Seat) -> str:
    """The seat's intruder who faces guards."""
    return of_seat(state, seat, "met") or ""


def _struck(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(read(choice).what for choice in state.about[seat][1:])


def victim_candidates(state: State, seat: Seat) -> Iterable[str]:
    """The guards that the card could be used against."""
    figure, kind, meeting = _striking(state, seat)
    return (f"guard:{guard}" for guard in reach(state, figure, kind, meeting))


def why_not_victim(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why the card cannot be used against this guard."""
    figure, kind, meeting = _striking(state, seat)
    if pick.form != "guard":
        return no("not_now")
    if pick.what in _struck(state, seat):
        return no("already_chosen", guard=pick.what)
    if pick.what in reach(state, figure, kind, meeting):
        return None
    return no("nobody_to_attack" if pick.what in state.guards else "not_here", guard=pick.what)


def play_victim(telling: Telling, seat: Seat, pick: Pick) -> None:
    """He is struck, once as many are chosen as the card serves against and there are."""
    figure, kind, meeting = _striking(telling.now, seat)
    guards = (*_struck(telling.now, seat), pick.what)
    most = telling.now.cards.card(figure, kind).targets
    if kind == POTENT_SAKE:
        most = min(most, DRUNK_FIGURES - sum(guard.drunk for guard in telling.now.guards.values()))
    if len(guards) < min(most, len(reach(telling.now, figure, kind, meeting))):
        telling.chosen(pick)
    else:
        strike(telling, seat, figure, kind, guards)


CHOOSE_VICTIM = ask("guard", victim_candidates, why_not_victim, play_victim)


# ---- meeting guards ---------------------------------------------------------------------------------------------


def meeting_candidates(state: State, seat: Seat) -> Iterable[str]:
    """What may keep him hidden, and showing himself."""
    figure = who_met(state, seat)
    kinds = [kind for kind in state.cards.kinds(figure) if kind in state.figures[figure].hand]
    return (*(f"card:{kind}" for kind in kinds), "show")


def why_not_meeting(state: State, seat: Seat, pick: Pick) -> Refused | None:
    """Why this does not settle a meeting (R182)."""
    if pick.form == "show":
        return None
    if pick.form != "card" or pick.who:
        return no("not_now")
    return why_not_use(state, who_met(state, seat), pick.what, meeting=True)


def play_meeting(telling: Telling, seat: Seat, pick: Pick) -> None:
    """He shows himself (R183), walks unseen, or removes guards (R147)."""
    figure = who_met(telling.now, seat)
    zone = str(telling.now.figures[figure].zone)
    if pick.form == "show":
        telling.detect(figure, zone)
        after_meeting(telling)
    elif pick.what == SHADOW_WALK:
        telling.tell(e.CardPlayed(seat, figure, SHADOW_WALK, "hand"))
        telling.tell(e.WalkedUnseen(figure, zone))
        if telling.now.figures[figure].shown:
            telling.tell(e.Concealed(figure, zone))  # Q63
        after_meeting(telling)
    else:
        use(telling, seat, pick, figure, meeting=True)


MEET_GUARDS = ask("card show", meeting_candidates, why_not_meeting, play_meeting)
