"""What a device says of itself, at most so often: a fault that comes back each poll is one sentence, not a flood (B34).

>>> book = Complaints("card", gap=60.0)
>>> book.say("dead", "The reader does not answer.", 0.0)
(Trouble(device='card', say='The reader does not answer.', over=False, kind='dead'),)
>>> book.say("dead", "The reader does not answer.", 0.05)
()
>>> book.end("dead")
(Trouble(device='card', say='The reader does not answer.', over=True, kind='dead'),)
>>> book.say("dead", "The reader does not answer.", 10.0), book.end("dead")
((), ())
"""

from __future__ import annotations

from typing import Final

from companion.ports import Trouble


class Complaints:
    """The sentences of one device that are showing, by kind. A kind is said anew after `gap` seconds at the earliest.

    The report that ends a trouble repeats its sentence, so that it is clear which one is over.
    """

    def __init__(self, device: str, gap: float) -> None:
        self._device: Final = device
        self._gap: Final = gap
        self._showing: Final[dict[str, str]] = {}
        self._said: Final[dict[str, float]] = {}

    def say(self, kind: str, sentence: str, now: float, gap: float | None = None) -> tuple[Trouble, ...]:
        """What to report so that `sentence` shows: nothing when it does, or when its kind was said a moment ago."""
        if self._showing.get(kind) == sentence:
            return ()
        said = self._said.get(kind)
        if said is not None and now - said < (self._gap if gap is None else gap):
            return ()
        over = self.end(kind)
        self._showing[kind], self._said[kind] = sentence, now
        return (*over, Trouble(self._device, sentence, kind=kind))

    def end(self, kind: str) -> tuple[Trouble, ...]:
        """What to report so that nothing of this kind shows."""
        sentence = self._showing.pop(kind, None)
        return () if sentence is None else (Trouble(self._device, sentence, over=True, kind=kind),)

    def showing(self, kind: str) -> bool:
        return kind in self._showing
