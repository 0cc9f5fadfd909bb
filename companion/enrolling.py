"""Enrolling: a tag is shown and a piece is named, in either order, and from then on they belong together.

Pieces lie in piles. When one has its tag, the next of its pile that has none is asked for, so that a whole deck is
enrolled by laying card after card on the reader.

>>> enrolment = Enrolment(Manifest(), ["card:guards/kenjutsu/1", "card:guards/kenjutsu/2", "guard:g7"])
>>> enrolment.choose("card:guards/kenjutsu/1").what, enrolment.show("04A3C6CAE26180").what, enrolment.at
('asked', 'enrolled', 'card:guards/kenjutsu/2')
>>> enrolment.show("04A3C6CAE26180"), enrolment.show("08A1B2C3").what
(Step(what='taken', uid='04A3C6CAE26180', piece='card:guards/kenjutsu/1', say=''), 'random')

What is enrolled is written at once. Nothing here is secret: which pieces there are is printed on the box, and a tag
says no more than which of them it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

import msgspec

from companion.files import BadFile
from companion.manifest import Manifest
from companion.tag_lists import TagList
from companion.tags import BadTag, uid

What = Literal[
    "asked", "held", "enrolled", "taken", "has_tag", "taken_off", "nothing", "unsaved",
    "random", "half", "length", "not_hex",
]  # fmt: skip


class Step(msgspec.Struct, frozen=True):
    """What came of showing a tag or naming a piece.

    what: `asked` (the next tag is for this piece), `held` (the next piece is for this tag), `enrolled`, `taken` (the
    tag is under that piece already), `has_tag` (the piece has this tag already; `replace` gives it the one that is
    held), `taken_off`, `nothing` (there was nothing to take off), `unsaved` (it counts, but the file could not be
    written: say has the sentence), or why the tag cannot be used, in a word of `tags.Unfit`.
    """

    what: What
    uid: str = ""
    piece: str = ""
    say: str = ""


def pile_of(piece: str) -> str:
    """Which pile a piece lies in: its deck, or its kind.

    >>> pile_of("card:guards/kenjutsu/2"), pile_of("guard:g7"), pile_of("seal:ninja")
    ('card:guards', 'guard', 'seal')
    """
    return piece.partition("/")[0] if piece.startswith("card:") else piece.partition(":")[0]


class Enrolment:
    """Tags being put under pieces. at: the piece that the next tag is for; held: the tag that the next piece is for.

    save: writes the manifest, called after each change; raises BadFile.
    """

    def __init__(self, manifest: Manifest, pieces: Iterable[str], save: Callable[[], None] = lambda: None) -> None:
        self.manifest: Final = manifest
        self.pieces: Final = tuple(dict.fromkeys(pieces))
        self._save: Final = save
        self.at: str | None = None
        self.held: str | None = None
        self._done: list[str] = []

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The pieces by pile, in the order of the box."""
        found: dict[str, list[str]] = {}
        for piece in self.pieces:
            found.setdefault(pile_of(piece), []).append(piece)
        return {pile: tuple(lying) for pile, lying in found.items()}

    def left(self, pile: str) -> tuple[str, ...]:
        """The pieces of a pile that have no tag."""
        return tuple(piece for piece in self.piles().get(pile, ()) if self.manifest.uid(piece) is None)

    @property
    def last(self) -> str | None:
        """The piece that was enrolled last, as far as it still has its tag."""
        return next((done for done in reversed(self._done) if self.manifest.uid(done) is not None), None)

    # ---- a tag, a piece -----------------------------------------------------------------------------------------

    def show(self, tag: str) -> Step:
        """A tag was held to a reader."""
        try:
            tag = uid(tag)
        except BadTag as error:
            return Step(_word(error), tag)
        under = self.manifest.token(tag)
        if under is not None:
            self.held = None
            return Step("taken", tag, under)
        if self.at is None:
            self.held = tag
            return Step("held", tag)
        if (has := self.manifest.uid(self.at)) is not None:
            self.held = tag
            return Step("has_tag", has, self.at)
        return self._bind(tag, self.at)

    def choose(self, piece: str) -> Step:
        """A piece was named: it is for the tag that is held, or the next tag is for it."""
        self.at = piece
        if self.held is None:
            return Step("asked", piece=piece)
        if (has := self.manifest.uid(piece)) is not None:
            return Step("has_tag", has, piece)
        return self._bind(self.held, piece)

    def replace(self) -> Step:
        """The piece at hand gets the tag that is held, in the place of the one it has."""
        if self.at is None or self.held is None:
            return Step("nothing")
        old = self.manifest.uid(self.at)
        if old is not None:
            self.manifest.unbind(old)
        return self._bind(self.held, self.at)

    def skip(self) -> Step:
        """The next piece of the pile is asked for; the one at hand stays without a tag."""
        if self.at is None:
            return Step("nothing")
        self.at = self._next(self.at)
        return Step("asked", piece=self.at or "")

    def take_off(self, piece: str | None = None) -> Step:
        """A piece loses its tag: the one named, else the one that was enrolled last, which is asked for again."""
        last = piece is None
        if piece is None:
            piece = self.last
        tag = self.manifest.uid(piece) if piece is not None else None
        if piece is None or tag is None:
            return Step("nothing", piece=piece or "")
        self.manifest.unbind(tag)
        self._done = [done for done in self._done if done != piece]
        if last:
            self.at = piece
        return self._kept(Step("taken_off", tag, piece))

    def take_over(self, listed: TagList) -> tuple[Step, ...]:
        """All of a list, but for those that are under another piece already; each of these has its step."""
        steps = []
        for tag, piece in listed.tags:
            under, has = self.manifest.token(tag), self.manifest.uid(piece)
            if under not in (None, piece):
                steps.append(Step("taken", tag, under or ""))
            elif has not in (None, tag):
                steps.append(Step("has_tag", has or "", piece))
            else:
                self.manifest.bind(tag, piece)
        kept = self._kept(Step("enrolled"))
        return (*steps, kept) if kept.what == "unsaved" else tuple(steps)

    # ---- inside -------------------------------------------------------------------------------------------------

    def _bind(self, tag: str, piece: str) -> Step:
        self.manifest.bind(tag, piece)
        self.held = None
        self._done.append(piece)
        self.at = self._next(piece)
        return self._kept(Step("enrolled", tag, piece))

    def _next(self, piece: str) -> str | None:
        """The next piece of the same pile without a tag, from the one after it on and round to the first."""
        lying = self.piles().get(pile_of(piece), ())
        at = lying.index(piece) if piece in lying else -1
        round_ = (*lying[at + 1 :], *lying[: max(at, 0)])
        return next((other for other in round_ if self.manifest.uid(other) is None), None)

    def _kept(self, step: Step) -> Step:
        try:
            self._save()
        except BadFile as error:
            return msgspec.structs.replace(step, what="unsaved", say=str(error))
        return step


def _word(error: BadTag) -> What:
    words: dict[str, What] = {"random": "random", "half": "half", "length": "length"}
    return words.get(error.why.value, "not_hex")
