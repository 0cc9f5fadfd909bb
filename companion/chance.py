"""Where randomness comes from: a seed and the number of the pick, so that a resumed table draws as it would have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """The draws of one pick. Made anew for each; what it gives is written into events and never drawn again."""

    def __init__(self, seed: int, pick: int) -> None:
        self._key = f"{seed}/{pick}"
        self._source: random.Random | None = None

    @property
    def source(self) -> random.Random:
        """The generator behind the draws, made when it is first needed."""
        if self._source is None:
            self._source = random.Random(self._key)
        return self._source

    def choose(self, things: Sequence[T]) -> T:
        """One of `things`, each as likely. Raises IndexError when there is none."""
        return self.source.choice(things)

    def draw(self, things: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` of `things` without putting back, all of them where there are fewer."""
        return tuple(self.source.sample(things, min(count, len(things))))
