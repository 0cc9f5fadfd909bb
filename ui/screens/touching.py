"""The rules that touch a card when it is played, beside the card that is read large."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.graphics import InstructionGroup

from companion.views import CardFace, RulingLine
from ui.lettering import width_of, write
from ui.locale import _
from ui.ports import Rulebook
from ui.presenter import RULE
from ui.screens.laying import Column
from ui.screens.rulings import value_name
from ui.theme import Look
from ui.widgets.painted import Painted
from ui.widgets.rule_box import box_width
from ui.widgets.ruled import RuledLine

FEW = 2
"""Before so many rules a ruling gives way."""
COUNTS = 28.0
"""So much the counts take, in u, with the line above them."""


def in_force(ruling: RulingLine) -> str:
    """Whether this table plays by a ruling that a table may choose."""
    if not ruling.optional:
        return ""
    if not ruling.otherwise:
        return _("In force here; a table may choose otherwise.")
    if ruling.otherwise in ("true", "false"):
        return _("Not in force here: this table plays otherwise.")
    return _("Not in force here: this table plays by {value}.").format(value=value_name(ruling.otherwise))


def lay_rules(column: Column, book: Rulebook, face: CardFace, taken: Callable[[str], None]) -> bool:
    """Lays down as many of the rules as have room, and one ruling at least beside them; whether that is all of them."""
    rules, rulings = book.touching(face)
    said = [(line.id, line.say, False) for line in rules]
    said += [(line.id, in_force(line) if line.otherwise else line.say, True) for line in rulings]
    if not said:
        return True
    look = column.page.look
    indent = max(box_width(look, rule) for rule, _say, _ruling in said) / look.factor + 12
    rows = [RuledLine(look, rule, say, column.width, indent, ruling=ruling) for rule, say, ruling in said]
    short = [row for row in rows if row.tall <= column.room][:1]
    while rows and sum(row.tall for row in rows) > column.room + 0.5:
        of_rules = sum(not row.ruling for row in rows)
        spare = 1 if of_rules > FEW else 0
        rows.pop(of_rules - 1 if len(rows) - of_rules == spare and of_rules else -1)
    for row in rows or short:
        row.bind(on_tap=lambda tapped: taken(RULE + tapped.rule))
        column.put(row, row.tall, 0)
    return len(rows) == len(said)


class Counts(Painted):
    """Where the cards of a kind lie, in one line below another."""

    def __init__(self, look: Look, counts: Sequence[tuple[str, str]]) -> None:
        self.counts = counts
        super().__init__(look=look)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.bar(group, "line", self.x, self.top - u(1), self.width, u(1))
        style = next((one for one in ("text", "small") if self._wide(one) <= self.width), "note")
        x, y = self.x, self.center_y - u(1)
        for word, number in self.counts:
            x += write(group, look, f"{word} ", style, look.rgba("ink"), (x, y))
            x += write(group, look, number, "text_bold", look.rgba("ink"), (x, y)) + u(18)

    def _wide(self, style: str) -> float:
        whole = sum(width_of(self.look, f"{word} ", style) for word, _number in self.counts)
        whole += sum(width_of(self.look, number, "text_bold") for _word, number in self.counts)
        return whole + self.look.u(18) * (len(self.counts) - 1)
