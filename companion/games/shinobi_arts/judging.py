"""Who wins a round, and what it brings: values, the effects of valuables in their order, fame (K33-K37, KQ2)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts.cards import CardSet
from companion.games.shinobi_arts.state import State, mate
from companion.seats import Seat


class Verdict(msgspec.Struct, frozen=True):
    """What decides a round. seat: its holder, None where nobody holds a valuable (KQ6). void: without effect."""

    seat: Seat | None
    void: frozenset[str] = frozenset()


def judge(cards: CardSet, held: Mapping[Seat, str]) -> Verdict:
    """The order KQ2: what the Key makes void, the Cipher beside the letter, lowest or highest value."""
    if not held:
        return Verdict(None)
    by_card = {card: seat for seat, card in held.items()}
    effects = {card: cards.valuables[card].effect for card in by_card}
    void = frozenset(
        card
        for card in by_card
        for steps in effects.values()
        for step in steps
        if step.do == do.VOID_EFFECTS and card not in step.spared
    )
    live = {card: steps for card, steps in effects.items() if card not in void}
    beside = [
        card
        for card, steps in live.items()
        if any(step.do == do.WINS_BESIDE and step.valuable != card and step.valuable in by_card for step in steps)
    ]
    if beside:
        deciding = max(beside, key=lambda card: cards.valuables[card].value)
    else:
        lowest = any(step.do == do.LOWEST_WINS for steps in live.values() for step in steps)
        deciding = (min if lowest else max)(by_card, key=lambda card: cards.valuables[card].value)
    return Verdict(by_card[deciding], void)


def fame(state: State, held: Mapping[Seat, str], verdict: Verdict) -> dict[Seat, int]:
    """What each winner gets (K35-K37, KQ5), and the bonus of the Gold to its holder alone (K41, KQ20, KQ35)."""
    winner = verdict.seat
    if winner is None:
        return {}
    fellow = mate(state, winner)
    alone = 1 if state.players[winner].defected else 2
    gained = {winner: alone} if fellow is None else {winner: 1, fellow: 1}
    for seat, card in held.items():
        if card in verdict.void or seat not in gained:
            continue
        if state.options.gold_must_decide and seat != winner:
            continue
        gained[seat] += sum(step.fame for step in state.cards.valuables[card].effect if step.do == do.BONUS)
    return {seat: gained[seat] for seat in state.seats if seat in gained}
