"""What tests of the glass share: a look with whatever fonts there are, the maps, and fingers."""

from __future__ import annotations

from typing import Any

from companion.games.scorpion.board import Board as Map
from companion.views import Piece, Sheet
from ui import shot
from ui.theme import Look
from ui.typefaces import find_faces

LOOK = Look(faces=find_faces("en"))


def sheet(name: str = "twin-castles") -> Sheet:
    return Map.load(name).sheet("en")


def sword(number: int, zone: str, **more: Any) -> Piece:
    return Piece(id=f"g{number}", kind="sword", zone=zone, **more)


class Finger:
    """One finger on the glass, as Kivy's own tests make them."""

    def __init__(self, x: float, y: float) -> None:
        from kivy.tests.common import UnitTestTouch

        self.touch = UnitTestTouch(x, y)

    def down(self) -> Finger:
        self.touch.touch_down()
        shot.pump(1)
        return self

    def move(self, x: float, y: float) -> Finger:
        self.touch.touch_move(x, y)
        shot.pump(1)
        return self

    def up(self) -> None:
        self.touch.touch_up()
        shot.pump(1)


def tap(x: float, y: float) -> None:
    finger = Finger(x, y).down()
    finger.up()


def pause(seconds: float = 0.2) -> None:
    """Long enough that the next touch is no echo of the last."""
    import time

    time.sleep(seconds)
    shot.pump(1)
