"""An intruder's usual move costs four touches at most: figure, zones, end; drawn, one for each figure and the end.

Counted on the board of a 7-inch panel (800 x 480), over positions of random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from companion.prompts import read
from companion.seats import Seat
from companion.session import Session
from companion.verdicts import Accepted
from companion.views import View
from tests.companion.support import MORE, asked, copy_of, lively, of_the_game, open_table
from tests.ui.stage import LOOK
from ui import shot
from ui.geometry import Point, middle
from ui.panels.aim import MISS, figure_at, plain
from ui.panels.board import Board
from ui.panels.drawing import Drawing
from ui.panels.pointing import Pointing
from ui.presenter import board_of

INTRUDERS = Seat("intruders")


@pytest.fixture
def board() -> Iterator[Board]:
    made = Board(LOOK, pos=(0, 96), size=(640, 384))
    shot.stage(made)
    yield made
    shot.clear()


class Hand:
    """Touches the board as it stands, and answers what is asked; `touches` counts how often the finger came down."""

    def __init__(self, session: Session[object], board: Board) -> None:
        self.session, self.board, self.touches = session, board, 0
        self.meant: list[str] = []
        board.bind(on_zone=lambda _board, zone: self.meant.append(f"zone:{zone}"))
        board.bind(on_piece=lambda _board, piece: self.meant.append(f"figure:{piece}"))

    def show(self) -> None:
        view: View = self.session.view(INTRUDERS)
        model, prompt = board_of(view), self.session.prompt(INTRUDERS)
        assert model is not None
        walks = prompt is not None and prompt.ask == "sneak"
        pieces = frozenset(model.pieces)
        self.board.show(model.panel, Pointing(model.choosable, ringed=pieces, light=walks and model.light))

    def take(self, choice: str, at: Point) -> None:
        """Touches the same place until the choice is taken."""
        self.show()
        self.meant.clear()
        for _touch in range(2):
            self.touches += 1
            self.board.touched(at)
            if self.meant:
                break
        assert self.meant == [choice]
        assert isinstance(self.session.pick(INTRUDERS, choice), Accepted)

    def figure(self, figure: str) -> Point:
        return next(here.figures[figure] for here in self.board.standing.values() if figure in here.figures)

    def within(self, zone: str) -> Point:
        """The middle of a zone, or beside the figure that stands there, where that one may be taken too."""
        plan, ringed = self.board.plan, self.board.pointing.ringed
        assert plan is not None
        middle_x, middle_y = plan.anchors[zone]
        places = [(middle_x + dx, middle_y + dy) for dx in range(-36, 37, 4) for dy in range(-24, 25, 4)]
        places = [place for place in places if plain(plan, place, zone, self.board.pointing.choosable, MISS)]
        places.sort(key=lambda place: abs(place[0] - middle_x) + abs(place[1] - middle_y))
        return next(place for place in places if not figure_at(self.board.standing, place, MISS, ringed))


def walked(hand: Hand, source: random.Random) -> list[tuple[str, str, tuple[str, ...], int]]:
    """Random usual moves by touches: figure, where it stood, the zones it went, and how many touches that took."""
    session, moves = hand.session, []
    for choice in [c for c in asked(session)[0].choices if c.startswith("figure:")]:
        hand.show()
        figure, before = read(choice).what, hand.touches
        hand.take(choice, hand.figure(figure))
        start = str(copy_of(session, INTRUDERS).figures[figure].zone)
        way: list[str] = []
        for _step in range(source.choice((1, 2, 2))):
            prompt = session.prompt(INTRUDERS)
            zones = [c for c in prompt.choices if c.startswith("zone:")] if prompt and prompt.ask == "sneak" else []
            if not zones or start not in hand.board.plan.anchors:  # type: ignore[union-attr]
                break
            zone = read(source.choice(zones)).what
            hand.show()
            hand.take(f"zone:{zone}", hand.within(zone))
            way.append(zone)
        prompt = session.prompt(INTRUDERS)
        if prompt is None or "end" not in prompt.choices:
            break  # he met somebody: that is another question
        if way:
            moves.append((figure, start, tuple(way), hand.touches - before))
    return moves


@pytest.mark.slow
def test_the_usual_move_takes_at_most_four_touches_the_end_of_the_turn_among_them(board: Board) -> None:
    """One figure that walks up to two zones and stops. Drawn, each figure's way is one touch."""
    counted: list[int] = []
    for seed in range(2 * MORE):
        session, source = open_table("scorpion", seed, map="twin-castles"), random.Random(seed)
        hand = Hand(session, board)
        while session.outcome() is None and len(counted) < 30 * MORE:
            prompt = source.choice(asked(session))
            if prompt.ask != "intruder_turn":
                session.pick(prompt.seat, lively(source, of_the_game(prompt)))
                continue
            for figure, start, way, touches in walked(hand, source):
                counted.append(touches + 1)
                hand.show()
                assert came(board, start, way) == list(way), (seed, figure, start, way)
            if "end" in (session.prompt(INTRUDERS).choices if session.prompt(INTRUDERS) else ()):
                session.pick(INTRUDERS, "end")
    assert len(counted) >= 30
    assert max(counted) <= 4, sorted(counted)


def came(board: Board, start: str, way: tuple[str, ...]) -> list[str]:
    """Through which zones one finger comes that is drawn over the middle of the borders."""
    plan = board.plan
    assert plan is not None
    drawing = Drawing(plan, plan.anchors[start], start)
    stops = [(middle(plan.edge(one, other)), plan.anchors[other]) for one, other in pairwise((start, *way))]
    return [zone for pair in stops for stop in pair for zone in drawing.to(stop)]
