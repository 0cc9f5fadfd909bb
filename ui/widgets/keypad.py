"""Letters and digits to look something up with, for a screen without a keyboard; a keyboard works too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.graphics import InstructionGroup
from kivy.properties import StringProperty

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import write
from ui.theme import LEAST_TARGET, Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.touch import Touchable

WIPE, SPACE, OTHERS = "wipe", " ", "#"
HIGH = 49.0
"""How high a key is at least, in u."""
ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
LETTERS = "".join(sorted("".join(ROWS[1:])))


class Key(Touchable, Painted):
    """One key. `on_tap` types it."""

    letter = StringProperty("")

    def __init__(self, look: Look, letter: str, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(look=look, letter=letter, **kwargs)
        self.bind(pressed=self.repaint)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = cut_corners(self.x + u(1.5), self.y + u(1.5), self.width - u(3), self.height - u(3), u(6), "all")
        lay(group, Shape().blob(corners), look.rgba("lantern" if self.pressed else "slip"))
        lay(group, outlined(corners, u(1.3)), look.rgba("ink2"))
        if self.letter == WIPE:
            icons.draw(group, "undo", self.center, u(24), look.rgba("ink"))
        elif self.letter == SPACE:
            self.bar(group, "ink", self.center_x - u(11), self.center_y - u(6), u(22), u(3))
        else:
            write(group, look, self.letter.upper(), "choice", look.rgba("ink"), self.center, "center")


def rows_for(width: float, height: float = 999.0, digits: bool = False) -> list[str]:
    """The keys row by row, for so many u: as on a keyboard; by the alphabet where there is less room.

    Where that is too high, letters and digits take turns: `#` turns to the others.

    >>> rows_for(640)[2]
    'asdfghjkl_<'
    >>> [len(row) for row in rows_for(381)], [len(row) for row in rows_for(381, 200)], rows_for(381, 200, True)
    ([7, 7, 7, 7, 7, 3], [7, 7, 7, 7], ['1234567', '890_<#'])
    """
    columns = int(width // LEAST_TARGET)
    if columns >= 11:
        return [*ROWS[:2], ROWS[2] + "_<", ROWS[3]]
    keys = ROWS[0] + LETTERS + "_<"
    if HIGH * -(-len(keys) // columns) > height:
        keys = ROWS[0] + "_<#" if digits else LETTERS + "<#"
    return [keys[at : at + columns] for at in range(0, len(keys), columns)]


class Typing:
    """A keyboard, if there is one: calls `typed` with each letter, or with WIPE; `done` on Enter, `left` on Escape."""

    def __init__(
        self, typed: Callable[[str], None], done: Callable[[], None], left: Callable[[], None] | None = None
    ) -> None:
        self._typed, self._done, self._left = typed, done, left or done
        self._keyboard = Window.request_keyboard(lambda: None, None, "text")
        self._keyboard.bind(on_key_down=self._key, on_textinput=self._text)

    def _key(self, _keyboard: Any, key: tuple[int, str], _text: str, _modifiers: list[str]) -> bool:
        name = key[1]
        if name == "backspace":
            self._typed(WIPE)
        elif name in ("enter", "numpadenter"):
            self._done()
        elif name == "escape":
            self._left()
        return True

    def _text(self, _keyboard: Any, text: str) -> None:
        for letter in text:
            self._typed(letter)

    def leave(self) -> None:
        """Lets go of the keyboard."""
        self._keyboard.unbind(on_key_down=self._key, on_textinput=self._text)
        self._keyboard.release()
