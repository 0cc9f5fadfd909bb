"""How a night ended: by which rule, what became of each intruder, and what can be counted. From the whole truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.events import Event
from companion.games.scorpion import events as e
from companion.games.scorpion import texts as t
from companion.games.scorpion.chronicle import OUTCOME_RULES
from companion.games.scorpion.names import FIGURES, GUARDS, HIGH, INTRUDERS, LAST_TURN, PASSAGE
from companion.games.scorpion.show_log import first_turn, standing_events
from companion.games.scorpion.state import State
from companion.games.scorpion.texts import Texts, texts
from companion.views import EndingPanel, Fate, Row

SIDES: Final = {"guards": (GUARDS,), "intruders": (INTRUDERS,), "draw": (GUARDS, INTRUDERS)}


class Track:
    """What became of one intruder: where he was last, when and with how many wounds he went, where his mission was."""

    def __init__(self) -> None:
        self.zone = self.searched = self.found = ""
        self.turn = self.wounds = 0

    def hear(self, event: Event, turn: int) -> None:
        """Takes in what happened to him."""
        match event:
            case e.Started(zone=str(zone)) | e.Restarted(zone=str(zone)):
                self.zone, self.wounds = zone, 0
            case e.Stepped(target=zone) | e.Detected(zone=zone):
                self.zone = zone
            case e.Attacked(wounds=wounds):
                self.wounds = wounds
            case e.Died() | e.Escaped():
                self.turn = turn
            case e.Searched(zone=zone):
                self.searched = zone
            case e.MissionCompleted():
                self.found = self.searched


def ending(truth: State, happened: Sequence[Event]) -> EndingPanel:
    """The end of a night. truth: the referee's copy; happened: everything."""
    assert truth.over is not None
    winner, reason = truth.over
    spoken = texts(truth.options.language)
    standing = standing_events(happened)
    tracks = {name: Track() for name in FIGURES}
    turn, high = first_turn(truth, standing), set[int]()
    for event in standing:
        match event:
            case e.TurnBegan(turn=turn):
                pass
            case e.AlertChanged(level=level) if level == HIGH:
                high.add(turn)
        name = getattr(event, "figure", None)
        if name in tracks:
            tracks[name].hear(event, turn)
    return EndingPanel(
        title=spoken.say("panels.ending"),
        why=_why(truth, spoken, winner, reason),
        rule=OUTCOME_RULES[winner],
        sides=SIDES[winner],
        fates=tuple(_fate(truth, spoken, name, track) for name, track in tracks.items()),
        counts=tuple(_counts(spoken, standing, len(high))),
    )


def _why(truth: State, spoken: Texts, winner: str, reason: str) -> str:
    """R252-R255 as they came about."""
    if winner != "guards":
        return spoken.say(f"ending.why.{winner}")
    how = "escaped" if any(figure.state == "escaped" for figure in truth.figures.values()) else "nobody"
    return spoken.say(f"ending.why.{reason}.{how}", turn=str(LAST_TURN))


def _fate(truth: State, spoken: Texts, name: str, track: Track) -> Fate:
    """Where he ended and how; whether his mission is done, and where."""
    figure, words = truth.figures[name], {"turn": str(track.turn or truth.turn)}
    if track.zone:
        words["zone"] = _zone(truth, track.zone)
    if figure.on_map:
        zone = PASSAGE if figure.state == "in_passage" else figure.zone
        say = spoken.say("ending.still", zone=_zone(truth, zone) if isinstance(zone, str) else "", turn=str(truth.turn))
    elif figure.state == "escaped":
        say = spoken.say("ending.escaped", **words)
    else:
        wounds = spoken.count("ending.wounds", track.wounds) if track.wounds else ""
        say = spoken.say("ending.died", **words) + wounds
    mission = ""
    if isinstance(figure.goal, str):
        place = {"zone": _zone(truth, track.found)} if track.found else {}
        key = "ending.done" if figure.done else "ending.not_done"
        mission = spoken.say(key, mission=t.mission(truth, figure.goal), **place)
    label = spoken.say(f"figures.name.{name}")
    return Fate(id=name, label=label, say=say, mission=mission, done=figure.done if mission else None, icon=name)


def _zone(truth: State, zone: str) -> str:
    return t.zone(truth, zone, with_id=False)


def _counts(spoken: Texts, standing: Sequence[Event], high: int) -> Iterator[Row]:
    played = sum(isinstance(event, e.CardPlayed) for event in standing)
    listens = sum(isinstance(event, e.Listened) for event in standing)
    heard = sum(isinstance(event, e.Heard) and event.heard for event in standing)
    for name, count in (("cards", played), ("listens", listens), ("heard", heard), ("high", high)):
        yield Row(id=name, label=spoken.count(f"ending.counts.{name}", count), value=str(count))
