"""The hands at the table of an evening that shows itself: cards are laid down, figures walk and are put right.

They do what people do: put figures up when they are first needed, let them follow what was moved by touch, and once
each put two down wrong, and pull the cable of a zone board while a guard is in the air.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from companion.views import BoardPanel, TableCheckPanel
from ui.finger import Finger
from ui.ports import BoardBox, Box, Table
from ui.presenter import panel
from ui.screens.checking import PATIENCE

REFUSAL: Final = "refusal"
OUT_OF_STEP: Final = "table-out-of-step"
ALL_RIGHT: Final = "table-put-right"
OFFLINE: Final = "zone-board-offline"
BACK_AGAIN: Final = "zone-board-back"
FOLLOWING: Final = "a-figure-follows"
ON_THE_TABLE: Final = "figures-and-lights"
MOST: Final = 60
"""Figures that are put right one after another; more is a fault, not a table."""


class Stuck(Exception):
    """The evening cannot go on: an answer was refused or could not be touched. A fault of the program."""


class Hands:
    """table: the one that is open. picture: takes a picture by its name. taken: whether there is one already."""

    def __init__(
        self, finger: Finger, table: Callable[[], Table], picture: Callable[[str], None], taken: Callable[[str], bool]
    ) -> None:
        self.finger, self._table, self._picture, self._taken = finger, table, picture, taken
        self._laid: Counter[str] = Counter()

    @property
    def box(self) -> Box:
        box = self._table().box
        if box is None:
            raise Stuck("there is no simulated table")
        return box

    def scan(self, printed: str) -> None:
        """A copy of a printed card, `DECK/KIND`, is laid on the reader and taken away again."""
        copies = [piece for piece in self.box.pieces() if piece.startswith(f"card:{printed}/")]
        card = copies[self._laid[printed] % len(copies)]
        self._laid[printed] += 1
        self.box.lay(card)
        self.finger.settle()
        self.box.lift(card)
        self.finger.settle()

    # ---- figures

    def walk(self, zone: str) -> None:
        """The moving figures are put down one zone further; the first of them makes the move."""
        self._put_up()
        position = self._table().window().position()
        guards = [f"guard:{guard}" for guard in (position.get("mover") or {}).get("guards", ())]
        if not guards:
            raise Stuck("there is no figure to put down")
        if not self._taken(ON_THE_TABLE):
            self._look_at_table()
        if not self._taken(REFUSAL):
            self._be_refused(position["guards"][guards[0].partition(":")[2]]["zone"])
        elif not self._taken(OUT_OF_STEP):
            self._misplace(guards)
        elif isinstance(self.box, BoardBox) and not self._taken(OFFLINE) and zone not in self.box.where().values():
            self._walk_unplugged(self.box, guards[0], zone)
        for guard in guards:
            self._put(guard, zone)
        self.put_right()

    def _put(self, piece: str, zone: str) -> None:
        self.box.put(piece, zone)
        self.finger.settle()

    def _put_up(self) -> None:
        """Every guard onto the board who is not there yet: what one does before the first of them walks."""
        guards: dict[str, Any] = self._table().window().position()["guards"]
        for name, guard in guards.items():
            if f"guard:{name}" not in self.box.where() and guard["zone"] in self._zones():
                self._put(f"guard:{name}", guard["zone"])
        self.put_right()

    def _zones(self) -> set[str]:
        board = panel(self._table().window().view(), BoardPanel)
        return set(board.sheet.zones) if board is not None else set()

    def _look_at_table(self) -> None:
        """What stands and shines on the table itself."""
        for _ in range(2):
            self.finger.glass.turn_table()
            self.finger.settle()
            self._picture(ON_THE_TABLE)

    def put_right(self, *, looked_at: bool = False) -> None:
        """Puts every figure where the screen says that it belongs. looked_at: there is a picture of that already."""
        for _ in range(MOST):
            check = panel(self._table().window().view(), TableCheckPanel)
            if check is None:
                return
            row = check.rows[0]
            token = next(token for token in self.box.pieces() if token.partition(":")[2] == row.piece)
            if not looked_at and not self._taken(FOLLOWING):
                self._show(FOLLOWING)
            if row.belongs is None or self.box.where().get(token) == row.belongs:
                self.box.take(token)
                self.finger.settle()
            if row.belongs is not None:
                self._put(token, row.belongs)
            still = panel(self._table().window().view(), TableCheckPanel)
            if still is not None and any(other.piece == row.piece for other in still.rows):
                self._vouch(row.piece)
        raise Stuck("the table does not come right")

    def _vouch(self, piece: str) -> None:
        """It stands there, but more lie on that reader than it can tell apart."""
        table = self._table()
        table.do(lambda: table.vouch(piece))
        self.finger.settle()

    # ---- what goes wrong at a table

    def _be_refused(self, here: str) -> None:
        """A touch on a zone far off, to see what a refusal looks like."""
        board = getattr(self.finger.glass.page, "board", None)
        if board is None or board.plan is None or here not in board.plan.anchors:
            return
        x, y = board.plan.anchors[here]
        places = board.plan.anchors
        self.finger.zone(max(places, key=lambda zone: abs(places[zone][0] - x) + abs(y - places[zone][1])))
        self._picture(REFUSAL)
        self.finger.glass.forget()
        self.finger.settle()

    def _misplace(self, moving: list[str]) -> None:
        """Two figures are put down where they do not belong, seen, and put back."""
        where = self.box.where()
        others = [piece for piece in where if piece.startswith("guard:") and piece not in moving][:2]
        for piece, other in zip(others, reversed(others), strict=True):
            self._put(piece, where[other])
        self._show(OUT_OF_STEP)
        self.put_right(looked_at=True)
        self._picture(ALL_RIGHT)

    def _walk_unplugged(self, box: BoardBox, guard: str, zone: str) -> None:
        """The cable of the board is pulled while the guard is in the air; nothing of his move is lost."""
        box.take(guard)
        self.finger.settle()
        box.pull(zone)
        self.finger.settle()
        self._picture(OFFLINE)
        self._put(guard, zone)
        box.plug(zone)
        self.finger.settle()
        stands = self._table().window().position()["guards"][guard.partition(":")[2]]["zone"]
        if stands != zone:
            raise Stuck(
                f"{guard} was put down in {zone} while the board was unplugged, and is thought to be in {stands}"
            )
        self._picture(BACK_AGAIN)

    def _show(self, name: str) -> None:
        """A picture of the public table with what must be put right on it, which is said after a moment."""
        glass = self.finger.glass
        self.finger.hide()
        now = glass.watch.now
        glass.watch.now = lambda: now() + 2 * PATIENCE
        glass.tick()
        self._picture(name)
