"""What the glass is before a page hangs in it: its look, how it is divided, the boards that outlive their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kivy.uix.widget import Widget

from ui.theme import Look, Place, Room

if TYPE_CHECKING:
    from ui.panels.board import Board

SCREEN: Final = (800.0, 480.0)
"""The window of a desktop, in u."""
BESIDE: Final = 640.0
"""How much wider it must be for the simulated table to stand beside the screen."""
CLOTH: Final = 7.0
"""How wide the frame of a private window is, in u."""


def stands_beside(width: float, height: float) -> bool:
    """Whether a window is wide enough for the simulated table to stand beside the screen."""
    return width / max(1.0, height) >= (SCREEN[0] + BESIDE) / SCREEN[1] - 0.01


def screen_of(width: float, height: float, simulated: bool) -> tuple[float, float]:
    """How large the screen is in a window: all of it, or what the simulated table leaves.

    >>> screen_of(1440, 480, True), screen_of(800, 480, True)
    ((800.0, 480), (800, 480))
    """
    return (width * SCREEN[0] / (SCREEN[0] + BESIDE), height) if simulated and stands_beside(width, height) else (
        width, height)  # fmt: skip


class Frame(Widget):
    """simulated: the simulated table stands beside the screen where the window is wide enough."""

    def __init__(self, look: Look, simulated: bool = False, **kwargs: Any) -> None:
        self.look, self._simulated = look, simulated
        self._boards: dict[str, Board] = {}
        kwargs.setdefault("size", (look.u(SCREEN[0]), look.u(SCREEN[1])))
        super().__init__(**kwargs)

    # ---- places

    @property
    def beside(self) -> bool:
        """Whether the simulated table stands beside the screen."""
        return self._simulated and stands_beside(self.width, self.height)

    @property
    def screen(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the screen lies in the window: its lower left corner, and its size."""
        return (self.x, self.y), screen_of(self.width, self.height, self._simulated)

    @property
    def room(self) -> Room:
        """How the screen is divided."""
        return self.look.room(*self.screen[1])

    @property
    def table_place(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the simulated table lies: beside the screen, or over it but for the rail."""
        (left, low), (width, height) = self.screen
        if self.beside:
            return (left + width, low), (self.width - width, height)
        room, u = self.room, self.look.u
        if room.name == "upright":
            return (left, low), (width, height)
        return (left + (u(room.rail) if room.mirrored else 0.0), low), (width - u(room.rail), height)

    # ---- boards

    def public_board(self) -> Board:
        return self._board("public", self.room.board_place(), motion=True)

    def own_board(self) -> Board:
        # nothing moves there, so that nothing takes longer because of what it shows
        return self._board(f"own {self.look.language}", self.room.board_place(CLOTH), motion=False)

    def _board(self, name: str, place: Place, motion: bool) -> Board:
        """A board is kept from page to page, since it is dear to draw; it is made in the place where it will lie."""
        board = self._boards.get(name)
        if board is None:
            from ui.panels.board import Board

            room, u, ((x, low), (_width, high)) = self.room, self.look.u, self.screen
            left, top, wide, tall = place
            board = self._boards[name] = Board(
                self.look,
                turned=room.name == "upright",
                numbers=room.name != "small",
                figure=room.figure,
                motion=motion,
                pos=(x + u(left), low + high - u(top + tall)),
                size=(u(wide), u(tall)),
                size_hint=(None, None),
            )
        if board.parent is not None:
            board.parent.remove_widget(board)
        return board

    def drop_boards(self) -> None:
        """The next board that is asked for is made anew."""
        for board in self._boards.values():
            if board.parent is not None:
                board.parent.remove_widget(board)
        self._boards.clear()
