"""Answers that follow from one touch: each is given when what it answers is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from companion.prompts import UNDO
from companion.views import PromptChoice, PromptPanel


class Errand:
    """pick: gives an answer, after which `asked` follows with what is asked then. What is not offered ends it."""

    def __init__(self, pick: Callable[[str], None]) -> None:
        self._pick = pick
        self._prompt: PromptPanel | None = None
        self._left: deque[str] = deque()
        self._waits = False

    def run(self, choices: Iterable[str]) -> None:
        self._left = deque(choices)
        self._waits = False
        self._go_on()

    def asked(self, prompt: PromptPanel | None) -> None:
        """What is asked now."""
        if self._waits and prompt == self._prompt:
            return  # drawn anew, and not answered yet
        self._prompt, self._waits = prompt, False
        self._go_on()

    def forget(self) -> None:
        self._prompt = None
        self._left.clear()

    def _go_on(self) -> None:
        if not self._left or self._waits:
            return
        choice = self._left.popleft()
        if self._prompt is None or all(choice != offered.id for offered in self._prompt.choices):
            self._left.clear()
            return
        self._waits = True
        self._pick(choice)


def without(taken: Sequence[PromptChoice], choice: str) -> list[str]:
    """The answers that take one of those taken back: undo to before it, then those again that came after.

    >>> without([PromptChoice(id=id, say="") for id in ("ninja:W4", "traitor:E4")], "ninja:W4")
    ['undo', 'undo', 'traitor:E4']
    """
    ids = [answer.id for answer in taken]
    at = ids.index(choice) if choice in ids else len(ids)
    return [UNDO] * (len(ids) - at) + ids[at + 1 :]
