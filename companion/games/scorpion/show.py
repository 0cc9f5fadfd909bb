"""What each seat is shown, and which lights shine for all.

Lights are computed from the table's copy alone; the panels of a seat from its own copy and from what it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.events import Event
from companion.games.scorpion import asks, show_board, show_log, show_private, show_prompt
from companion.games.scorpion.moving import open_mover, place
from companion.games.scorpion.names import FIGURES, LAST_TURN, PHASES, WOUNDS_TO_DIE
from companion.games.scorpion.state import State, guard_seats
from companion.games.scorpion.texts import texts
from companion.prompts import Prompt
from companion.seats import TABLE, Seat
from companion.views import (
    BoardPanel,
    LightName,
    Panel,
    TallyPanel,
    Track,
    TracksPanel,
    View,
)

PHASE_ICONS: Final = ("lantern", "hand", "patrol", "moon")
"""Alert, cards, patrols, intruders."""


# ---- lights -----------------------------------------------------------------------------------------------------


def lights(table: State) -> dict[str, LightName]:
    """Zone to light, one a zone: what was detected goes before heard, legal, and searched."""
    shining: dict[str, LightName] = dict.fromkeys(getattr(table, "searched_now", ()), "searched")
    mover = open_mover(table)
    if mover is not None:
        shining |= dict.fromkeys(_legal(table), "legal")
        if mover.cause == "pursue":
            shining[place(table, mover)] = "heard"
    for name in FIGURES:
        figure = table.figures[name]
        if figure.shown and isinstance(figure.zone, str):
            shining[figure.zone] = "detected"
    return {zone: shining[zone] for zone in table.board.zones if zone in shining}


def _legal(table: State) -> list[str]:
    """Where the guards in hand may go."""
    return [
        choice.removeprefix("zone:")
        for seat in guard_seats(table)
        if (prompt := asks.prompt(table, seat)) is not None
        for choice in prompt.choices
        if choice.startswith("zone:")
    ]


# ---- panels -----------------------------------------------------------------------------------------------------


def view(known: State, table: State, seat: Seat, told: Sequence[Event], prompt: Prompt | None) -> View:
    """What a seat is shown; for TABLE what is public."""
    spoken = texts(table.options.language)
    public = seat == TABLE
    board = BoardPanel(
        title=known.board.title.get(spoken.language, ""),
        sheet=known.board.sheet(spoken.language),
        pieces=show_board.pieces(known, seat),
        lights=lights(table),
        marks=show_board.marks(known, seat, told),
    )
    strip = show_prompt.public_panel(table, told) if public else show_prompt.panel(known, table, prompt, told)
    panels: tuple[Panel, ...] = (
        board,
        _tracks(table),
        *(() if public else show_private.card_panels(known, seat, prompt)),
        TallyPanel(title=spoken.say("panels.tally"), rows=show_private.rows(known, seat)),
        show_log.log(known, told),
        strip,
    )
    result = spoken.say(f"results.{table.over[0]}.{table.over[1]}") if table.over else ""
    return View(seat=seat, turn_of=show_prompt.turn_of(table), phase=table.phase, panels=panels, result=result)


def _tracks(table: State) -> TracksPanel:
    """Alert, turn, phase, and the wounds of both intruders: all of it lies open."""
    spoken = texts(table.options.language)
    played = PHASES[1:-1]
    phase = Track(
        id="phase",
        name=spoken.say("tracks.phase"),
        at=played.index(table.phase) + 1 if table.phase in played else 0,
        of=len(played),
        word=spoken.say(f"phases.{table.phase}"),
        style="phases",
        icons=PHASE_ICONS,
    )
    level = spoken.say(f"alert.{table.alert}")
    alert = Track(id="alert", name=spoken.say("tracks.alert"), at=table.alert, of=3, word=level, style="lanterns")
    of = spoken.say("tracks.turn_of", turn=str(table.turn), of=str(LAST_TURN))
    turn = Track(id="turn", name=spoken.say("tracks.turn"), at=table.turn, of=LAST_TURN, word=of)
    wounds = (
        Track(
            id=f"wounds_{name}",
            name=spoken.say(f"figures.name.{name}"),
            at=table.figures[name].wounds,
            of=WOUNDS_TO_DIE[name],
            style="dots",
        )
        for name in FIGURES
    )
    return TracksPanel(title=spoken.say("panels.tracks"), tracks=(phase, alert, turn, *wounds))
