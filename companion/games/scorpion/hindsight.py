"""What happened in a step, for whoever may know everything: with each answer who was how far and how loud."""

from __future__ import annotations

from collections.abc import Sequence

from companion.events import Event
from companion.game import in_words
from companion.games.scorpion import chronicle
from companion.games.scorpion import events as e
from companion.games.scorpion import texts as t
from companion.games.scorpion.names import FIGURES, STEPS
from companion.games.scorpion.state import State
from companion.games.scorpion.texts import Texts, texts
from companion.views import LogLine


def retold(truth: State, events: Sequence[Event]) -> list[LogLine]:
    """The lines of a step. truth: the referee's copy after it."""
    spoken = texts(truth.options.language)
    whom = next((event.figures for event in events if isinstance(event, e.HeardWhom)), ())
    asked = any(isinstance(event, e.Listened) for event in events)
    lines: list[LogLine] = []
    for event in events:
        if isinstance(event, e.HeardWhom):
            continue  # it is told with the answer
        lines += in_words(chronicle.describe, chronicle.rule_of, truth, [event])
        if isinstance(event, e.Heard):
            there = whom or tuple(name for name in FIGURES if truth.figures[name].state == "on_map")
            zone = _stood(truth, event.guards[0], events)
            figures = spoken.say("hindsight.and").join(_figure(truth, spoken, name, zone) for name in there)
            if figures and zone in truth.board.distance:
                key = f"hindsight.{'yes' if event.heard else 'no'}{'' if asked else '_by'}"
                say = spoken.say(key, who=t.group(truth, event.guards), figures=figures)
                lines[-1] = LogLine(text=say, rule=lines[-1].rule)
    return lines


def _stood(truth: State, guard: str, events: Sequence[Event]) -> str:
    """Where a guard listened: he may have gone on in the same step."""
    moves = (event for event in events if isinstance(event, e.GuardsMoved) and guard in event.guards)
    first = next(moves, None)
    return first.source if first is not None else truth.guards[guard].zone


def _figure(truth: State, spoken: Texts, name: str, zone: str) -> str:
    """An intruder, how far away he was, and how he had come there."""
    figure = truth.figures[name]
    moved = figure.moved if isinstance(figure.moved, int) else 0
    away = truth.board.distance[zone].get(str(figure.zone)) if zone in truth.board.distance else None
    gait = spoken.say(f"hindsight.gait.{min(moved, STEPS['intruder'])}", count=str(moved))
    return spoken.say("hindsight.figure", away="?" if away is None else str(away), gait=gait, **t.figure(spoken, name))
