"""How a game ended: by which rule, who won, and what can be counted of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.events import Event
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.chronicle import OUTCOME_RULES
from companion.games.shinobinogi.names import SEATS
from companion.games.shinobinogi.show import standing_events
from companion.games.shinobinogi.state import State
from companion.games.texts import Texts
from companion.views import EndingPanel, Row

COUNTED: Final = {
    "attacks": e.AttackDeclared,
    "blocked": e.Blocked,
    "activated": e.Activated,
}
"""What is counted, by the event that tells of each."""


def ending(truth: State, happened: Sequence[Event]) -> EndingPanel:
    """The end of a game. truth: the referee's copy; happened: everything."""
    assert truth.over is not None
    winner, reason = truth.over
    spoken = t.spoken(truth)
    return EndingPanel(
        title=spoken.say("panels.ending"),
        why=spoken.say(f"ending.{reason}"),
        rule=OUTCOME_RULES[reason],
        sides=tuple(seat for seat in SEATS if winner in (seat, "draw")),
        counts=(_row(spoken, "turns", truth.turn), *_counts(spoken, standing_events(happened))),
    )


def _counts(spoken: Texts, standing: Sequence[Event]) -> Iterator[Row]:
    for name, kind in COUNTED.items():
        yield _row(spoken, name, sum(isinstance(event, kind) for event in standing))


def _row(spoken: Texts, name: str, count: int) -> Row:
    return Row(id=name, label=spoken.count(f"ending.counts.{name}", count), value=str(count))
