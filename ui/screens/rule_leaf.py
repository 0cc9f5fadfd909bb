"""One rule to be read: its sentence, what the table at hand shows of it, rulings in lantern light, where to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.views import CardFace, Illustration, RuleLeaf, RuleLine, RulingLine
from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import width_of, wrap, write, write_lines
from ui.locale import _
from ui.panels.vignette import Vignette
from ui.screens.page import Page, Words
from ui.screens.touching import in_force
from ui.theme import STYLES, Look
from ui.widgets.painted import Painted, outlined
from ui.widgets.rail import AlertLanterns, TurnRope
from ui.widgets.rule_box import RuleBox, box_width
from ui.widgets.ruled import RuledLine

if TYPE_CHECKING:
    from ui.glass import Glass

GAP = 8.0
PICTURE = (330.0, 156.0)
LARGER = 1.4
"""So many times as large it is where there is plenty of room."""
LOWEST, NARROW = 110.0, 0.55
"""A picture is at least so high; a smaller one than usual takes that much of the page at most."""
FURTHER = 34.0
"""So much a line of numbers takes."""
BESIDE = 360.0
"""From this width on a word has room beside the rules that it leads to."""
Laid = tuple[Widget, float, float, float, float]
"""A widget and its place in its block: left, top, width, height."""
Block = tuple[list[Laid], float]
"""What is kept together on a page, and how high it is."""


class Lantern(Page):
    """A ruling on lantern ground, its number in a box; what this table chose instead stands below it."""

    def __init__(self, glass: Glass, ruling: RulingLine, width: float, go: Callable[[str], None]) -> None:
        look = glass.look
        self.word = _("Ruling")
        self.number = RuleBox(look, ruling.id, "ink")
        self.indent = width_of(look, self.word, "text_bold") / look.factor + self.number.width / look.factor + 24
        note = in_force(ruling)
        say, room = ruling.say or note, look.u(width - 30)
        first = wrap(look, say, "text", room - look.u(self.indent), 1)
        self.first = first[0] if first else ""
        rest = say[len(self.first) :].strip() if say.startswith(self.first) else say
        self.lines = wrap(look, rest, "text", room) if rest else []
        self.notes = wrap(look, note, "small_bold", room) if note and ruling.say else []
        super().__init__(glass)
        self.number.bind(on_tap=lambda tapped: go(tapped.rule))
        left = 17 + width_of(look, self.word, "text_bold") / look.factor + 8
        self.place(self.number, left, 7, self.number.width / look.factor, 21)

    @property
    def tall(self) -> float:
        """How high it must be, in u."""
        step = 16 * self.look.line_height
        return 14 + step * (1 + len(self.lines)) + 15 * self.look.line_height * len(self.notes)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        self.ground(group, "lantern")
        self.bar(group, "amber", self.x, self.y, u(5), self.height)
        step = look.type_size("text") * look.line_height
        left, y = self.x + u(17), self.top - u(7)
        write(group, look, self.word, "text_bold", look.rgba("ink"), (left, y - step / 2))
        write(group, look, self.first, "text", look.rgba("ink"), (left + u(self.indent), y - step / 2))
        y = write_lines(group, look, self.lines, "text", look.rgba("ink"), (left, y - step))
        write_lines(group, look, self.notes, "small_bold", look.rgba("amber_ink"), (left, y))


class CardLine(Painted):
    """A card that serves the rule: sign, name, effect, and what follows from it."""

    def __init__(self, look: Look, face: CardFace, width: float, **kwargs: Any) -> None:
        self.face = face
        self.lines = wrap(look, face.effect, "small", look.u(width - 56))
        self.lines += wrap(look, face.then, "small", look.u(width - 56)) if face.then else []
        super().__init__(look, **kwargs)

    @property
    def tall(self) -> float:
        return max(46.0, 28 + 15 * self.look.line_height * len(self.lines))

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, Shape().blob(corners), look.rgba("slip"))
        lay(group, outlined(corners, u(1)), look.rgba("line"))
        size = u(30) / max(1.0, icons.width_of(self.face.icon))
        icons.draw(group, self.face.icon, (self.x + u(24), self.center_y), size, look.rgba("ink"), look.rgba("slip"))
        name = self.face.name + (f"  x{self.face.count}" if self.face.count > 1 else "")
        write(group, look, name, "text_bold", look.rgba("ink"), (self.x + u(48), self.top - u(14)))
        write_lines(group, look, self.lines, "small", look.rgba("ink"), (self.x + u(48), self.top - u(25)))


class Frame(Painted):
    """An ink line round a picture; it lies on top of it."""

    def paint(self, group: InstructionGroup) -> None:
        corners = [(self.x, self.y), (self.right, self.y), (self.right, self.top), (self.x, self.top)]
        lay(group, outlined(corners, self.look.u(1.5)), self.look.rgba("ink"))


class LeafView(Page):
    """A leaf laid out in the room it has, page by page where it is long. `go` is called with a rule's number."""

    def __init__(self, glass: Glass, go: Callable[[str], None], **kwargs: Any) -> None:
        self.go = go
        self.leaf: RuleLeaf | None = None
        self.illustration: Illustration | None = None
        self.pages, self.at = 1, 0
        self._parts: list[Widget] = []
        self._shown: object = None
        self._left = 0.0  # how much room the page has under what lies there already, in u
        super().__init__(glass, **kwargs)

    def paint(self, group: InstructionGroup) -> None:
        """It lies on the paper of its page."""

    def read(self, leaf: RuleLeaf, illustration: Illustration | None) -> None:
        """Shows a rule; a picture may come later."""
        if leaf != self.leaf:
            self.at = 0
        self.leaf, self.illustration = leaf, illustration
        self.lay()

    def turn(self) -> None:
        """The next page of a long rule, or the first again."""
        self.at = (self.at + 1) % self.pages
        self.lay()

    def lay(self) -> None:
        """Lays out what is read; nothing is done where it lies already."""
        u = self.look.factor
        wide, high = self.width / u, self.height / u
        now = (self.leaf, self.illustration, self.at, wide, high)
        if self.leaf is None or now == self._shown:
            return
        self._shown = now
        for part in self._parts:
            self.drop(part)
        self._parts = []
        top, page = 0.0, 0
        self._left = high
        for widgets, height in self._blocks(self.leaf, wide):
            if top and top + height > high:
                top, page = 0.0, page + 1
            if page == self.at:
                for widget, left, down, across, tall in widgets:
                    self._parts.append(self.place(widget, left, top + down, across, tall))
            top += height + GAP
            self._left = high - top
        self.pages = page + 1

    # ---- what it is made of

    def _blocks(self, leaf: RuleLeaf, wide: float) -> Iterable[Block]:
        yield self._head(leaf, wide)
        see, why = leaf.see, "; ".join(leaf.reasons)
        under = self._text(why, "small", wide, head=_("Refused by it:")) if why else ([], 0.0)
        kept = under[1] + GAP if why else 0.0
        if self.illustration is not None:
            picture = self._picture(self.illustration, wide)
            if see and picture[1] > self._left >= self._boxes("", see, wide)[1]:  # no page is left half empty
                yield from self._links(_("See"), see, wide, 0.0)
                see = ()
            yield picture
        if not leaf.part:
            yield from self._cards(leaf, wide)
        for ruling in leaf.rulings:
            box = Lantern(self.glass, ruling, wide, self.go)
            yield [(box, 0, 0, wide, box.tall)], box.tall
        if leaf.part:
            yield from self._cards(leaf, wide)
        if leaf.settles:
            yield from self._links(_("Settles"), leaf.settles, wide, kept + (FURTHER if see else 0.0))
        if see:
            yield from self._links(_("See"), see, wide, kept)
        if why:
            yield under

    def _head(self, leaf: RuleLeaf, wide: float) -> Block:
        look = self.look
        found: list[Laid] = []
        top = 0.0
        notes = [leaf.part, _("advice") if leaf.hint else "", _players(leaf.players)]
        part = Words(look, "text", "ink2")
        lines = wrap(look, "   ".join(note for note in notes if note), "text", look.u(wide), 2)
        part.say(*lines)
        if leaf.part:
            found.append((part, 0, top, wide, 22 * len(lines) + 2))
            number = Words(look, "title")
            number.say(leaf.id)
            found.append((number, 0, top + 22 * len(lines), wide, 40))
            top += 22 * len(lines) + 40
        style, step = ("head", 28.0) if len(wrap(look, leaf.say, "head", look.u(wide))) <= 4 else ("card_head", 22.0)
        sentence = Words(look, style)
        lines = wrap(look, leaf.say, style, look.u(wide))
        sentence.say(*lines)
        found.append((sentence, 0, top, wide, step * len(lines) + 4))
        return found, top + step * len(lines) + 2

    def _picture(self, drawn: Illustration, wide: float) -> Block:
        look = self.look
        beside = wide >= PICTURE[0] + 110
        width, high = min(PICTURE[0], wide), PICTURE[1]
        if wide > LARGER * (PICTURE[0] + 110) and self._left > 2 * LARGER * PICTURE[1]:
            width, high = LARGER * PICTURE[0], LARGER * PICTURE[1]
        if beside and LOWEST <= self._left < high:  # rather a little smaller than on a page of its own
            width, high = min(width * self._left / high, NARROW * wide), self._left
        found: list[Laid] = []
        if drawn.board is not None:
            found.append((Vignette(look, drawn), 0, 0, width, high))
            found.append((Frame(look), 0, 0, width, high))
        elif drawn.track is not None:
            high = 72.0
            found.append((_track(look, drawn), 0, 0, min(width, 220), high))
            width = 220.0
        elif drawn.cards:
            high = 0.0
            for face in drawn.cards:
                line = CardLine(look, face, width)
                found.append((line, 0, high, width, line.tall))
                high += line.tall + 4
        room = wide - width - 14 if beside else wide
        said, style = _("Your table now:") + "\n" + drawn.say, "text"
        if beside and 21 * len(wrap(look, said, style, look.u(room))) > high:
            style = "small"
        lines = wrap(look, said, style, look.u(room))
        tall = STYLES[style].size * look.line_height * len(lines) + 1
        caption = Words(look, style, "ink2")
        caption.say(*lines)
        found.append((caption, width + 14 if beside else 0, 0 if beside else high + 4, room, tall))
        return found, max(high, tall) if beside else high + 4 + tall

    def _cards(self, leaf: RuleLeaf, wide: float) -> Iterable[Block]:
        for face in leaf.cards:
            card = CardLine(self.look, face, wide)
            yield [(card, 0, 0, wide, card.tall)], card.tall

    def _links(self, word: str, lines: tuple[RuleLine, ...], wide: float, kept: float) -> Iterable[Block]:
        """Rules to go on to, as many with their sentence as the page has room for, or else one of its own; the others
        by number. kept: how much must stay for what comes after them."""
        rows = list(self._rows(word, lines, wide))
        whole = self._boxes(word, lines, wide)
        left = self._left - kept
        if left < whole[1] <= self._left:
            return [whole]
        room = left if whole[1] <= left else self.height / self.look.factor
        for told in range(len(rows), 0, -1):
            rest = [self._boxes(word, lines[told:], wide, told)] if told < len(rows) else []
            blocks = [*rows[:told], *rest]
            if sum(height for _laid, height in blocks) + GAP * (len(blocks) - 1) <= room:
                return blocks
        return [whole]

    def _rows(self, word: str, lines: tuple[RuleLine, ...], wide: float) -> Iterable[Block]:
        look = self.look
        aside = width_of(look, word, "text") / look.factor + 10 if wide >= BESIDE else 0.0
        indent = max(box_width(look, line.id) for line in lines) / look.factor + 10
        for at, line in enumerate(lines):
            row = RuledLine(look, line.id, line.say, wide - aside, indent, ink="ink2")
            row.bind(on_tap=lambda tapped: self.go(tapped.rule))
            found: list[Laid] = [(row, aside, 0, wide - aside, row.tall)]
            above = 0.0
            if at == 0:
                label = Words(look, "text", "ink2")
                label.say(word)
                above = 0.0 if aside else 22.0
                found = [(label, 0, row.first if aside else 0, wide, 22), (row, aside, above, wide - aside, row.tall)]
            yield found, above + row.tall - GAP

    def _boxes(self, word: str, lines: tuple[RuleLine, ...], wide: float, told: int = 0) -> Block:
        """Rules by number. told: how many stand over them, under the same word."""
        look = self.look
        label = Words(look, "text", "ink2")
        label.say(*([] if told else [word]))
        left = width_of(look, word, "text") / look.factor + 10
        found: list[Laid] = [(label, 0, 2, left, 24)]
        if told and wide < BESIDE:
            left = 0.0
        start, top = left, 0.0
        for line in lines:
            box = RuleBox(look, line.id, "ink")
            across = box.width / look.factor
            if left + across > wide:
                left, top = start, top + 36
            box.bind(on_tap=lambda tapped: self.go(tapped.rule))
            found.append((box, left, top + 2, across, 21))
            left += max(48.0, across + 8)
        return found, top + 26

    def _text(self, say: str, style: str, wide: float, head: str = "") -> Block:
        look = self.look
        lines = wrap(look, f"{head} {say}", style, look.u(wide))
        text = Words(look, style, "ink2")
        text.say(*lines)
        return [(text, 0, 0, wide, 20 * len(lines))], 20 * len(lines)


def _players(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return ""
    few, many = min(numbers), max(numbers)
    return _("{count} players").format(count=str(few) if few == many else f"{few}-{many}")


def _track(look: Look, drawn: Illustration) -> Widget:
    """A short track as lanterns, a long one as a rope."""
    track = drawn.track
    assert track is not None
    if track.style == "rope":
        rope = TurnRope(look)
        rope.before, rope.at, rope.of = track.name, track.at, track.of
        return rope
    lanterns = AlertLanterns(look)
    lanterns.name, lanterns.word, lanterns.at, lanterns.of = track.name, track.word, track.at, track.of
    return lanterns
