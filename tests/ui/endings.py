"""Every end that a night may have, in the longest words there are for it."""

from __future__ import annotations

import msgspec

from companion.games.scorpion.board import SHIPPED, Board
from companion.games.scorpion.cards import CardSet
from companion.games.scorpion.texts import Texts, texts
from companion.views import EndingPanel, Fate, Row
from ui.glass import Glass
from ui.ports import Proof
from ui.screens.verdict import VerdictPage

ENDS = (
    ("intruders", "intruders", ("intruders",)),
    ("draw", "draw", ("guards", "intruders")),
    ("guards", "dawn.nobody", ("guards",)),
    ("guards", "dawn.escaped", ("guards",)),
    ("guards", "all_gone.escaped", ("guards",)),
)
"""Who won, in which words, and whose crests stand there."""


def longest_zone(language: str) -> str:
    return max(Board.load(SHIPPED[0]).names[language].values(), key=len)


def ending(spoken: Texts, why: str, sides: tuple[str, ...]) -> EndingPanel:
    zone, mission = longest_zone(spoken.language), CardSet.load("house").missions["A"][spoken.language]
    say = spoken.say("ending.died", turn="20", zone=zone) + spoken.say("ending.wounds.many", count="3")
    still = spoken.say("ending.still", turn="20", zone=zone)
    done = spoken.say("ending.done", mission=mission, zone=zone)
    fates = (
        Fate(id="ninja", icon="ninja", label=spoken.say("figures.name.ninja"), say=still, mission=done, done=True),
        Fate(id="traitor", icon="traitor", label=spoken.say("figures.name.traitor"), say=say, mission=done, done=False),
    )
    names = ("cards", "listens", "heard", "high")
    counts = tuple(Row(id=name, label=spoken.say(f"ending.counts.{name}.many"), value="118") for name in names)
    why = spoken.say(f"ending.why.{why}", turn="20")
    return EndingPanel(why=why, rule="R255", sides=sides, fates=fates, counts=counts)


def hang_up(glass: Glass, winner: str, why: str, sides: tuple[str, ...]) -> None:
    """The verdict of a night that ended so, whatever stands on the table."""
    spoken = texts(glass.look.language)
    assert glass.picture is not None
    table = glass.picture.table
    shown = msgspec.structs.replace(
        table, result=spoken.say(f"results.{winner}.dawn"), panels=(*table.panels, ending(spoken, why, sides))
    )
    proof = Proof(True, 1234, "9c37 e38b 4a44 1cb1")
    glass.picture = msgspec.structs.replace(glass.picture, table=shown, proof=proof)
    glass.turn(VerdictPage(glass))
