"""Enrolling at a terminal, `./kuroko enrol`: lines that are typed and tags that are held, one after the other."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterable
from typing import Final

from companion.enrolling import Enrolment, Step, pile_of
from companion.tag_lists import TagList
from companion.tags import SENTENCES, BadTag, Unfit, uid_of_list
from ui.ports import Enrolling, HeldTag, Notice

FIGURES: Final = "Figures"
HELP: Final = """\
A number or a name begins a pile; the name of a piece (g7, Kenjutsu 2) asks for that one. Then hold up tag after tag.
Enter leaves a piece out    b takes the last tag off    r gives a piece the tag that is held instead of its own
off NAME takes a tag off    l lists the pile            ? shows this and the piles    q ends
The number of a tag may be typed, too, as a reader that is a keyboard does."""
STICKER: Final = "\nt holds a new sticker to the simulated reader."


class Conversation:
    """What is said to a tag or a line. `line` is False when the end was asked for."""

    def __init__(self, enrolling: Enrolling, say: Callable[[str], object]) -> None:
        self._enrolling = enrolling
        self._say = say
        self._pile = ""

    @property
    def _enrolment(self) -> Enrolment:
        return self._enrolling.enrolment

    # ---- what is said -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self._say(HELP + (STICKER if self._tray else "") + "\n")
        self._say_piles()

    @property
    def _tray(self) -> bool:
        return self._enrolling.reader is not None and self._enrolling.reader.tray is not None

    def _say_piles(self) -> None:
        for number, (pile, pieces) in enumerate(self._enrolment.piles().items(), 1):
            done = len(pieces) - len(self._enrolment.left(pile))
            self._say(f"{number:>3}  {self._pile_name(pile):24} {done:>3} of {len(pieces)}")

    def _pile_name(self, pile: str) -> str:
        pieces = self._enrolment.piles()[pile]
        return self._enrolling.name(pieces[0])[0] or {"guard": "Guards' figures"}.get(pile, FIGURES)

    def _named(self, piece: str) -> str:
        pile, name = self._enrolling.name(piece)
        return f"{name} ({pile})" if pile else name

    def _ask(self) -> None:
        at = self._enrolment.at
        if at is None:
            if self._pile and not self._enrolment.left(self._pile):
                self._say(f"Every piece of {self._pile_name(self._pile)} has its tag. Which pile is next?")
                self._pile = ""
                self._say_piles()
            return
        pieces = self._enrolment.piles()[pile_of(at)]
        self._say(f"Hold up the tag of: {self._named(at)}, {pieces.index(at) + 1} of {len(pieces)}")

    def _tell(self, step: Step) -> None:
        match step.what:
            case "enrolled":
                self._say(f"  {step.uid} is {self._named(step.piece)}.")
            case "taken_off":
                self._say(f"  {step.uid} was taken off {self._named(step.piece)}.")
            case "taken":
                self._say(
                    f"  {step.uid} is under {self._named(step.piece)} already; take another tag, or it off there."
                )
            case "has_tag":
                self._say(f"  {self._named(step.piece)} has the tag {step.uid}; r gives it the new one.")
            case "held":
                self._say(f"  {step.uid} is under no piece. Name the one that it is for.")
            case "nothing":
                self._say("  There is nothing to change.")
            case "unsaved":
                self._say(f"  {step.say}. The tag counts until this ends; mend that, and enrol the next one.")
            case "asked":
                pass
            case why:
                self._say(f"  {step.uid}: {SENTENCES[Unfit(why)]}.")
        self._ask()

    # ---- what is heard ------------------------------------------------------------------------------------------

    def hear(self, one: HeldTag | Notice) -> None:
        """Something from the reader."""
        if isinstance(one, HeldTag):
            self._tell(self._enrolment.show(one.uid))
        elif not one.over:
            self._say(f"  {one.say}")

    def line(self, text: str) -> bool:
        """A line from the keyboard."""
        text = text.strip()
        word, _, rest = text.partition(" ")
        match word.lower():
            case "q":
                return False
            case "?":
                self.begin()
            case "":
                self._tell(self._enrolment.skip())
            case "b":
                self._tell(self._enrolment.take_off())
            case "r":
                self._tell(self._enrolment.replace())
            case "l":
                self._list()
            case "t" if self._tray:
                assert self._enrolling.reader is not None
                assert self._enrolling.reader.tray is not None
                self._enrolling.reader.tray.hold("sticker")
            case "off" if piece := self._piece(rest):
                self._tell(self._enrolment.take_off(piece))
            case _:
                self._begin(text)
        return True

    def _begin(self, text: str) -> None:
        """A pile, a piece, or the number of a tag."""
        piles = self._enrolment.piles()
        names = {self._pile_name(pile).lower(): pile for pile in piles}
        numbers = {str(number): pile for number, pile in enumerate(piles, 1)}
        if pile := numbers.get(text) or names.get(text.lower()):
            left = self._enrolment.left(pile)
            self._pile = pile
            if left:
                self._tell(self._enrolment.choose(left[0]))
            else:
                self._say(f"  Every piece of {self._pile_name(pile)} has its tag.")
        elif piece := self._piece(text):
            self._pile = pile_of(piece)
            self._tell(self._enrolment.choose(piece))
        else:
            try:
                tag, stripped = uid_of_list(text)
            except BadTag as error:
                if len(re.findall(r"[0-9A-Fa-f]", text)) < 8:
                    self._say(f"  There is no pile and no piece {text!r}; ? says what there is.")
                else:
                    self._say(f"  {text}: {error}.")
                return
            if stripped:
                self._say(f"  This number has its check byte at the end; the tag is {tag}.")
            self._tell(self._enrolment.show(tag))

    def _piece(self, text: str) -> str | None:
        """A piece by token or by name; of several with one name the one in the pile at hand, or none."""
        if text in self._enrolment.pieces:
            return text
        found = [piece for piece in self._enrolment.pieces if self._enrolling.name(piece)[1].lower() == text.lower()]
        here = [piece for piece in found if pile_of(piece) == self._pile]
        return (here or found)[0] if len(here or found) == 1 else None

    def _list(self) -> None:
        for piece in self._enrolment.piles().get(self._pile, self._enrolment.pieces):
            self._say(f"  {self._enrolment.manifest.uid(piece) or '-':20} {self._named(piece)}")

    # ---- a list of another program ------------------------------------------------------------------------------

    def take_over(self, listed: TagList) -> bool:
        """Takes a list over, says what was done, and whether all of it stands now."""
        before = len(self._enrolment.manifest)
        steps = self._enrolment.take_over(listed)
        have = len(self._enrolment.manifest)
        self._say(f"{len(listed.tags)} tags stand in the list, {have - before} of them new; {have} in all.")
        if listed.stripped:
            self._say(f"{listed.stripped} of their numbers had the check byte at the end, which is no part of a tag's.")
        for step in steps:
            self._tell(step)
        return not steps


News = queue.Queue[str | EOFError | None]
"""Lines that were typed, and their end. None: the reader has something to say."""


def converse(talk: Conversation, enrolling: Enrolling, news: News) -> None:
    """Until `q` or the end of the lines."""
    while not isinstance(one := news.get(), EOFError):
        if one is not None and not talk.line(one):
            break
        for heard in enrolling.reader.heard() if enrolling.reader is not None else ():
            talk.hear(heard)


def read_lines(news: News, lines: Iterable[str]) -> None:
    """Lets typed lines come in from a thread of their own."""

    def read() -> None:
        for line in lines:
            news.put(line)
        news.put(EOFError())

    threading.Thread(target=read, name="keyboard", daemon=True).start()
