"""What every screen is: a sheet of paper on which widgets lie at places given in u from its upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from ui.lettering import write, write_lines
from ui.theme import Look, Place, Size
from ui.widgets.painted import Painted

if TYPE_CHECKING:
    from ui.glass import Glass

LEFT, RIGHT = "left", "right"


class Page(Painted):
    """A screen. `glass` is the window it hangs in: where touches go and pages are turned.

    How it divides itself follows from `room`, and from `wide` and `high` in u; nothing lies at a place of its own.

    `show` is called with every new picture while the page is up, and may be called any number of times. role: what the
    page is for the glass. seat: whose it is. ground_role: its colour; none where what lies on it covers all of it.
    """

    private = False
    role = ""
    seat = ""
    ground_role = "paper"

    _given: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Page:
        page: Page = super().__new__(cls, *args, **kwargs)
        page._given = (args, kwargs)
        return page

    def __init__(self, glass: Glass, extent: Size | None = None, **kwargs: Any) -> None:
        """extent: how wide and high it is, in u, where it is a part of another page."""
        self.glass, self.room = glass, glass.room
        self.wide, self.high = extent or (self.room.width, self.room.height)
        self._places: list[tuple[Widget, Place]] = []
        # in its place from the start: a board that is moved is drawn anew
        if extent is None:
            kwargs.setdefault("pos", glass.screen[0])
            kwargs.setdefault("size", glass.screen[1])
        kwargs.setdefault("size", (glass.look.u(self.wide), glass.look.u(self.high)))
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(glass.look, **kwargs)
        self.bind(pos=self._settle, size=self._settle)

    def again(self) -> Page:
        """The same page from the same words, made anew: in another look, or for another room."""
        args, kwargs = self._given
        return type(self)(*args, **kwargs)

    def show(self) -> None:
        """Shows what the glass has now."""

    def tick(self) -> None:
        """A second has passed, or less."""

    def go_on(self) -> None:
        """The table's button *next* was pressed."""

    @property
    def asks(self) -> object:
        """What is asked here now, where the same page asks one thing after another."""
        return None

    @property
    def types(self) -> bool:
        """Whether letters are typed into it now."""
        return False

    def takes_digit(self, _sign: str) -> bool:
        """A digit was typed, or `<`; whether it was wanted."""
        return False

    def out(self) -> bool:
        """Goes back from where no tag of that name stands; whether there was a way."""
        return False

    def refuse(self) -> None:
        """A seal was held to the reader that does not open this."""

    def leave(self) -> None:
        """The page goes: nothing of it stays behind."""

    def on_touch_down(self, touch: Any) -> bool:
        # a page lies on top of whatever is under it
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def place(self, widget: Widget, left: float, top: float, width: float, height: float) -> Any:
        """Lays a widget down; a second time: elsewhere. In u, from the upper left corner of the page."""
        self._places = [entry for entry in self._places if entry[0] is not widget]
        self._places.append((widget, (left, top, width, height)))
        if widget.parent is not self:
            self.add_widget(widget)
        self._put(widget, left, top, width, height)
        return widget

    def drop(self, widget: Widget) -> None:
        """Takes a widget away."""
        self._places = [entry for entry in self._places if entry[0] is not widget]
        self.remove_widget(widget)

    def _put(self, widget: Widget, left: float, top: float, width: float, height: float) -> None:
        u = self.look.u
        widget.size_hint = (None, None)
        widget.size = (u(width), u(height))
        widget.pos = (self.x + u(left), self.top - u(top + height))

    def _settle(self, *_: Any) -> None:
        for widget, place in self._places:
            self._put(widget, *place)

    def paint(self, group: InstructionGroup) -> None:
        if self.ground_role:
            self.ground(group, self.ground_role)


class Words(Painted):
    """A few lines of text, one style, from the upper left; or each in the middle, or at the right."""

    def __init__(self, look: Look, style: str = "text", ink: str = "ink", align: str = LEFT, **kwargs: Any) -> None:
        self.style, self.ink, self.align = style, ink, align
        self.lines: Sequence[str] = ()
        super().__init__(look, **kwargs)

    def say(self, *lines: str) -> None:
        if lines != self.lines:  # nothing is drawn anew that says the same
            self.lines = lines
            self.repaint()

    def paint(self, group: InstructionGroup) -> None:
        ink = self.look.rgba(self.ink)
        if self.align == LEFT:
            write_lines(group, self.look, list(self.lines), self.style, ink, (self.x, self.top))
            return
        step = self.look.type_size(self.style) * self.look.line_height
        for i, line in enumerate(self.lines):
            x = self.right if self.align == RIGHT else self.center_x
            write(group, self.look, line, self.style, ink, (x, self.top - step * (i + 0.5)), self.align)
