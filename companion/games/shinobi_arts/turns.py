"""How a round goes on: its setup, whose turn comes next, the last turns, judging, and the next round (K4-K12, K26)."""

from __future__ import annotations

from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.judging import fame, judge
from companion.games.shinobi_arts.names import FACTIONS, HAND, LEAVERS
from companion.games.shinobi_arts.state import Card, State, clockwise, remaining, table_places
from companion.games.shinobi_arts.telling import Telling
from companion.seats import Seat
from companion.unknown import UNKNOWN

SHARED = "shared"
REASON = "target"


def split_of(state: State) -> tuple[str, ...]:
    """The faction cards of a round (K7, KQ15): those that the option says, else those of the card set."""
    counts = state.options.factions
    numbers = map(int, counts.split("+")) if counts else state.cards.splits[len(state.seats)]
    return tuple(faction for faction, count in zip(FACTIONS, numbers, strict=False) for _ in range(count))


def begin_round(telling: Telling, number: int, start: Seat) -> None:
    """Everything is dealt anew (K4-K9), and the first turn begins."""
    state = telling.now
    seats, chance, cards = state.seats, telling.chance, state.cards
    telling.tell(e.RoundBegan(number, start))
    if state.options.deck == "physical":
        # Real cards were shuffled and dealt by hand: nobody knows what lies where before he looks.
        for seat in seats:
            telling.tell(e.PartnerDealt(seat, UNKNOWN))
            telling.tell(e.NinjutsuDealt(seat, (UNKNOWN,) * HAND))
    else:
        valuables = chance.draw(tuple(cards.valuables), len(cards.valuables))
        ninjutsu = chance.draw(cards.all_ninjutsu, len(cards.all_ninjutsu))
        partners = chance.draw(tuple(cards.partners), len(seats))
        laid = table_places(state)
        dealt = HAND * len(seats)
        table: dict[str, Card] = dict(zip(laid, valuables, strict=False))
        telling.tell(e.PilesLaid(table, valuables[len(laid) :], ninjutsu[dealt:]))
        for at, seat in enumerate(seats):
            telling.tell(e.PartnerDealt(seat, partners[at]))
            telling.tell(e.NinjutsuDealt(seat, ninjutsu[HAND * at : HAND * (at + 1)]))
    factions = chance.draw(split_of(state), len(seats))
    telling.tell(e.FactionsOpened(dict(zip(seats, factions, strict=True))))
    telling.tell(e.TurnBegan(start))


def end_turn(telling: Telling) -> None:
    """A turn is over: the same player's further one (KQ14), the next player's, a last one (K26), or judging."""
    state = telling.now
    whose = state.whose
    if whose is None:
        return
    if state.extra_turn and not state.players[whose].left:
        telling.tell(e.TurnBegan(whose))
        return
    if not state.last_turns and _ends(state):
        order = tuple(seat for seat in (*clockwise(state, whose), whose) if not state.players[seat].left)
        telling.tell(e.LastTurnsBegan(order))
    state = telling.now
    waiting: tuple[Seat, ...] = state.to_act if state.last_turns else (*clockwise(state, whose), whose)
    for seat in waiting:
        if not state.players[seat].left:
            telling.tell(e.TurnBegan(seat))
            return
    open_valuables(telling)


def _ends(state: State) -> bool:
    """True when enough have left (K26), or everybody who remains had as many turns as the option allows (KQ31)."""
    left = remaining(state)
    if len(state.seats) - len(left) >= LEAVERS[len(state.seats)]:
        return True
    limit = state.options.turn_limit
    return limit > 0 and all(state.players[seat].turns >= limit for seat in left)


def open_valuables(telling: Telling) -> None:
    """K33; then the holder of the Box is asked, if somebody has it (KQ22)."""
    state = telling.now
    values = {str(seat): str(state.players[seat].valuable) for seat in state.seats if state.players[seat].valuable}
    telling.tell(e.ValuablesOpened(values))
    if not telling.now.boxes:
        end_round(telling)


def end_round(telling: Telling) -> None:
    """The round is judged (K33-K37); the game ends (K2, K3, KQ8), or the next round begins (K38, KQ6, KQ30)."""
    state = telling.now
    held = {seat: str(state.players[seat].valuable) for seat in state.seats if state.players[seat].valuable}
    verdict = judge(state.cards, held)
    telling.tell(e.Judged({str(seat): card for seat, card in held.items()}, verdict.seat))
    for seat, gained in fame(state, held, verdict).items():
        telling.tell(e.FameGained(seat, gained, telling.now.fame[seat] + gained))
    state = telling.now
    start = clockwise(state, verdict.seat or state.start or state.seats[0])[0]
    telling.tell(e.RoundEnded(state.round, start))
    most = max(state.fame.values())
    if most < state.options.target:
        begin_round(telling, state.round + 1, start)
        return
    winners = tuple(seat for seat in state.seats if state.fame[seat] == most)
    telling.tell(e.GameOver(winners[0] if len(winners) == 1 else SHARED, winners, REASON))
