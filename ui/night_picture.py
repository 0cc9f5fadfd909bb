"""A night as one picture: a strip of its turns, each as it ended, with all that was hidden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.views import BoardPanel, NightColumn
from ui import icons
from ui.lettering import fitting, wrap, write
from ui.locale import _
from ui.panels.board import Board
from ui.ports import Night
from ui.presenter import panel
from ui.presenter.card_tables import card_table_of
from ui.screens.cards_table import CardsTable
from ui.screens.page import Page
from ui.theme import Look
from ui.widgets.painted import Painted

if TYPE_CHECKING:
    from ui.glass import Glass

ACROSS = 3
WIDE, HIGH, HEAD, TITLE = 520.0, 312.0, 30.0, 76.0
SMALLER = 0.85
"""How much smaller a board is written than on the screen."""


class Turn(Painted):
    """The head of one turn: its number, the alert, what happened."""

    def __init__(self, look: Look, column: NightColumn, **kwargs: Any) -> None:
        self.column = column
        super().__init__(look=look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u, column = self.look, self.look.u, self.column
        self.ground(group, "rail")
        if column.of:
            self.bar(group, "amber", self.x, self.y, self.width * column.level / column.of, u(5))
        title = _("Setup") if column.label == "0" else _("Turn {number}").format(number=column.label)
        at = self.x + u(10)
        at += write(group, look, title, "head", look.rgba("ink"), (at, self.center_y + u(2))) + u(14)
        for sign in column.signs:
            scale = max(1.0, icons.width_of(sign))
            icons.draw(group, sign, (at + u(10), self.center_y + u(2)), u(19) / scale, look.rgba("vermilion"))
            at += u(28)


class Heading(Painted):
    """What night it was, and how it ended."""

    def __init__(self, look: Look, title: str, result: str, **kwargs: Any) -> None:
        self.title, self.result = title, result
        super().__init__(look=look, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.ground(group, "cloth")
        self.bar(group, "amber", self.x, self.y, self.width, u(3))
        ink = look.rgba("cloth_text")
        style = fitting(look, self.title, ("title", "prompt"), self.width - u(40))
        write(group, look, self.title, style, ink, (self.x + u(20), self.top - u(25)))
        write(group, look, wrap(look, self.result, "word", self.width - u(40), 1)[0], "word", ink,
              (self.x + u(20), self.top - u(56)))  # fmt: skip


def draw(glass: Glass, night: Night, title: str, path: Path) -> None:
    """Writes the picture. Raises OSError where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab"):
        pass  # says now, and not in the log, that it may not be written
    path.chmod(0o600)  # as the book itself
    strip = picture(glass, night, title)
    _settle(strip)
    strip.export_to_png(str(path))


def picture(glass: Glass, night: Night, title: str) -> Widget:
    """The strip as a widget of its own, its lower left corner at the origin."""
    look = glass.look
    columns = night.columns
    rows = -(-len(columns) // ACROSS)
    high = TITLE + rows * (HIGH + HEAD)
    strip = Paper(glass, (ACROSS * WIDE, high))
    result, rule = night.result
    heading = Heading(look, title, f"{result} ({rule})" if rule else result)
    strip.place(heading, 0, 0, ACROSS * WIDE, TITLE)
    for at, column in enumerate(columns):
        left, top = WIDE * (at % ACROSS), TITLE + (HIGH + HEAD) * (at // ACROSS)
        strip.place(Turn(look, column), left, top, WIDE - 4, HEAD)
        view = night.at(column.last, night.seats).view
        board = panel(view, BoardPanel)
        if board is not None:
            drawn = Board(replace(look, factor=look.factor * SMALLER, calm=True))
            strip.place(drawn, left, top + HEAD, WIDE - 4, HIGH - 4)
            drawn.show(board)
        else:
            table = CardsTable(
                glass, lambda card: None, lambda card: None, lambda spread: None, extent=(WIDE - 4, HIGH - 4)
            )
            strip.place(table, left, top + HEAD, WIDE - 4, HIGH - 4)
            model = card_table_of(view, night.seats)
            if model is not None:
                table.lay(model)
    return strip


class Paper(Page):
    """What the picture is drawn on."""


def _settle(widget: Widget) -> None:
    """Draws at once what would be drawn with the next frame."""
    for child in widget.children:
        _settle(child)
    if isinstance(widget, Board):
        widget._place()
    elif isinstance(widget, Painted):
        widget._paint_now()
