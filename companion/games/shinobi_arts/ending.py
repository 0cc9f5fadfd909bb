"""How a game ended: by which rule, who won, and what can be counted of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.events import Event
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts import texts as t
from companion.games.shinobi_arts.chronicle import outcome_rule
from companion.games.shinobi_arts.show import standing_events
from companion.games.shinobi_arts.state import State
from companion.games.shinobi_arts.texts import Texts
from companion.views import EndingPanel, Row

COUNTED: Final = {
    "rounds": e.RoundEnded,
    "attacks": e.AttackDeclared,
    "seized": e.Seized,
    "partners": e.PartnerUsed,
}
"""What is counted, by the event that tells of each."""


def ending(truth: State, happened: Sequence[Event]) -> EndingPanel:
    """The end of a game. truth: the referee's copy; happened: everything."""
    assert truth.over is not None
    _winner, winners, _reason = truth.over
    spoken = t.spoken(truth)
    return EndingPanel(
        title=spoken.say("panels.ending"),
        why=spoken.say("ending.why", target=str(truth.options.target)),
        rule=outcome_rule(truth),
        sides=winners,
        counts=tuple(_counts(spoken, standing_events(happened))),
    )


def _counts(spoken: Texts, standing: Sequence[Event]) -> Iterator[Row]:
    for name, kind in COUNTED.items():
        count = sum(isinstance(event, kind) for event in standing)
        yield Row(id=name, label=spoken.count(f"ending.counts.{name}", count), value=str(count))
