"""A way that is drawn with one finger: zone after zone as if each was touched, and back again along it.

The referee judges every zone by itself and the glass waits for each answer, however fast the finger is. A zone that is
no legal choice is passed over. What was drawn stands when the finger is lifted, and is confirmed as if it was touched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from companion.prompts import UNDO, read
from companion.views import PromptPanel


class DrawnWay:
    """pick: gives an answer, after which `asked` follows with what is asked then."""

    def __init__(self, pick: Callable[[str], None]) -> None:
        self._pick = pick
        self._prompt: PromptPanel | None = None
        self._left: deque[str] = deque()
        self._came: list[str] = []
        self._since = 0  # how far of the way lies before the figure was named: undo takes back no step of that
        self._waits = False

    def begin(self, figure: str = "") -> None:
        """A finger was put down where the figure stands. figure: the choice that names it, where it is not led yet."""
        self._left.clear()
        self._waits = bool(figure)
        self._came = list(self._prompt.way[self._since : -1]) if self._prompt is not None and not figure else []
        if figure:
            self._pick(figure)

    def over(self, zone: str) -> None:
        """The finger has come into a zone."""
        self._left.append(zone)
        self._go_on()

    def asked(self, prompt: PromptPanel | None) -> None:
        """What is asked now; all that was drawn is forgotten where it is no way any longer."""
        before = self._prompt
        if self._waits and prompt == before:
            return  # drawn anew, and not answered yet
        self._prompt, self._waits = prompt, False
        if prompt is None or not prompt.way:
            self._left.clear()
        elif before is not None and not _goes_on(before.way, prompt.way):
            self._since = len(prompt.way) - 1
        self._go_on()

    def forget(self) -> None:
        self._prompt = None
        self._left.clear()

    def _go_on(self) -> None:
        while self._left and not self._waits and self._prompt is not None and self._prompt.way:
            choice = self._next(self._left.popleft(), self._prompt.way[-1], self._prompt)
            if choice:
                self._waits = True
                self._pick(choice)

    def _next(self, zone: str, here: str, prompt: PromptPanel) -> str:
        """What it means to be drawn into a zone: back along the way, on, or nothing."""
        choices = [choice.id for choice in prompt.choices]
        if zone == here:
            return ""
        if self._came and zone == self._came[-1]:
            if UNDO not in choices:
                return ""  # a step that all have seen stands; to go back is a step of its own
            self._came.pop()
            return UNDO
        wanted = _to(zone, choices)
        if wanted:
            self._came.append(here)
        return wanted


def _goes_on(before: Sequence[str], way: Sequence[str]) -> bool:
    """Whether one way is the other, or one step more or less of it."""
    return bool(before) and before[: len(way)] == way[: len(before)] and abs(len(way) - len(before)) <= 1


def _to(zone: str, choices: Sequence[str]) -> str:
    """The plain step into a zone; nothing that costs a card."""
    return next((choice for choice in choices if read(choice).form == "zone" and read(choice).what == zone), "")
