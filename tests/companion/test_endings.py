"""How a night ended: told to everybody when it is over, in every language, and to nobody before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.events import Event
from companion.games.files import LANGUAGES
from companion.games.rulebooks import RULEBOOKS
from companion.games.scorpion import events as e
from companion.games.scorpion import texts as t
from companion.seats import REFEREE, TABLE
from companion.session import Session
from companion.views import EndingPanel
from tests.companion.support import GAMES, MORE, copy_of, open_table, play, played


def ended(session: Session[Any], seat: str = TABLE, language: str = "") -> list[EndingPanel]:
    return [panel for panel in session.view(seat, language).panels if isinstance(panel, EndingPanel)]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_the_end_stands_in_every_view_of_a_night_that_is_over_and_in_none_before(name: str) -> None:
    """It tells what was hidden."""
    session = open_table(name, 3, players=min(GAMES[name].about()["players"]))
    source = random.Random(3)
    for number, _ in enumerate(play(session, source)):
        if session.outcome() is None and number % 7 == 0:
            assert [seat for seat in (TABLE, *session.seats) if ended(session, seat)] == []
    (panel,) = ended(session)
    assert [seat for seat in session.seats if ended(session, seat) != [panel]] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_told_in_every_language_with_a_rule_that_there_is(name: str) -> None:
    session = open_table(name, 5, players=max(GAMES[name].about()["players"]))
    played(session, random.Random(5))
    rules = {rule.id for rule in RULEBOOKS[name]()}
    outcome, said = session.outcome(), set()
    assert outcome is not None
    for language in LANGUAGES:
        (panel,) = ended(session, language=language)
        assert panel.rule == outcome.rule in rules
        assert len(panel.counts) == 4
        texts = [panel.why, *(row.label for row in panel.counts), *(row.value for row in panel.counts)]
        texts += [text for fate in panel.fates for text in (fate.label, fate.say, fate.mission)]
        assert all(texts), language
        assert not any(sign in text for text in texts for sign in ("{", "??"))
        said.add(panel.why)
    assert len(said) == len(LANGUAGES)


def last(happened: tuple[Event, ...], kind: type[Any], figure: str) -> Any:
    return next(event for event in reversed(happened) if isinstance(event, kind) and event.figure == figure)


def test_each_intruders_fate_is_what_befell_him() -> None:
    met: set[str] = set()
    for seed in range(8 * MORE):
        session = open_table("scorpion", seed, map="drill-yard")
        played(session, random.Random(seed))
        truth, happened = copy_of(session, REFEREE), tuple(session.told(REFEREE))
        (panel,) = ended(session)
        for fate in panel.fates:
            figure = truth.figures[fate.id]
            met.add(figure.state)
            if figure.state == "escaped":
                assert fate.say.startswith("Escaped on turn ")
            elif figure.on_map:
                where = t.zone(truth, "passage" if figure.state == "in_passage" else figure.zone, with_id=False)
                assert fate.say == f"Still in {where} when turn 20 ended"
            elif figure.state == "dead":
                place = t.zone(truth, last(happened, e.Detected, fate.id).zone, with_id=False)
                wounds = last(happened, e.Attacked, fate.id).wounds
                assert f" in {place}, {wounds} wound" in fate.say
            assert fate.done is figure.done
            assert fate.mission.startswith(t.mission(truth, figure.goal))
    assert {"escaped", "dead", "on_map"} <= met


def test_what_is_counted_is_what_happened() -> None:
    session = open_table("scorpion", 1, map="drill-yard")
    played(session, random.Random(1))
    happened = session.told(REFEREE)
    (panel,) = ended(session)
    counted = {row.id: int(row.value) for row in panel.counts}
    assert counted["listens"] == sum(isinstance(event, e.Listened) for event in happened)
    assert counted["cards"] == sum(isinstance(event, e.CardPlayed) for event in happened)
    assert counted["heard"] <= counted["listens"]
    assert 0 < counted["high"] <= 20
