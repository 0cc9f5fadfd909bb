"""The strip: one sentence that says what to do now, and the choices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from kivy.graphics import InstructionGroup, Translate
from kivy.graphics.context_instructions import PopMatrix, PushMatrix
from kivy.properties import ListProperty, ObjectProperty, OptionProperty, StringProperty

from ui import icons
from ui.lettering import fitting, width_of, wrap, write
from ui.motion.moves import MOVES
from ui.panels.figures import draw_figure
from ui.panels.standing import figure_astray
from ui.theme import LayoutName, Look
from ui.widgets.painted import Painted
from ui.widgets.rule_box import RuleBox, box_width
from ui.widgets.tag import Tag

# kind: ground, upper edge, edge in u
_KINDS = {
    "lantern": ("lantern", "amber", 3.0),
    "plain": ("paper", "line", 1.5),
    "refusal": ("vermilion_wash", "vermilion", 3.0),
    "check": ("slip", "vermilion", 3.0),
    "hint": ("slip", "amber", 3.0),
}
MARGIN, GAP, LOW, TAG = 8, 6, 8, 49


class Strip(Painted):
    """Sentence and choices. At most one strip a screen is of kind `lantern`.

    layout: of the screen it lies on. In the small one there is a low line for the sentence; in the upright one tags
    stand two by two, or three by three.
    say: the sentence. case: what happened, in two lines beside the tags (refusal, check). aside: a few words at the
    right of the sentence. foot: the last words, under the tags of an upright screen. rules: numbers shown as boxes at
    its right, the first the last to give way; the aside goes before them.
    sign: an icon at the end of the sentence, or before it in a refusal. astray: the figure in front (check).
    lead: room at the left for a card, in u. peeks: on which choices a finger that is held takes nothing, but asks
    about them.
    Events: `on_choice(choice)` when a tag is taken, `on_peek(choice)` when one is held, `on_rule(rule)`, `on_undo()`.
    """

    say = StringProperty("")
    case = StringProperty("")
    aside = StringProperty("")
    foot = ListProperty([])
    rules = ListProperty([])
    sign = StringProperty("")
    astray = ObjectProperty(None, allownone=True)
    kind = OptionProperty("lantern", options=list(_KINDS))

    __events__ = ("on_choice", "on_peek", "on_rule", "on_undo")

    def __init__(self, look: Look, layout: LayoutName = "middle", **kwargs: Any) -> None:
        self.layout = layout
        self.tags: list[Tag] = []
        self.made: dict[Hashable, Tag] = {}  # the tags by what they were made of
        self.undo: Tag | None = None
        self.boxes: list[RuleBox] = []
        self.shown: object = None  # by what the tags that stand here are known
        self.lead = 0.0
        self.peeks: Callable[[str], bool] | None = None
        # under the tags; in a private window the cloth is the margin
        self.low: float = {"small": 1.0, "upright": 26.0}.get(layout, float(LOW))
        self.tag_height: float = {"small": 48.0, "upright": 58.0, "wide": 60.0}.get(layout, float(TAG))
        self.say_style = "prompt"
        self.base = 0.0  # how high it is before it takes room for more lines, in pixels; 0: as high as it is
        self.case_room = 322.0  # for the case, beside the tags, in u
        self._slide = Translate(0, 0, 0)
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("say", "case", "aside", "sign", "astray", "kind", "foot"), self.repaint))
        self._said = self.say
        self.bind(say=self._say_anew)
        self.bind(rules=self.arrange, pos=self.arrange, size=self.arrange)

    def show_tags(self, tags: Sequence[Tag], undo: bool = False, undo_word: str = "Undo") -> None:
        """The choices from left to right, and the corner for undo, which keeps its place."""
        for old in (*self.tags, *([self.undo] if self.undo else [])):
            if old not in tags:
                self.remove_widget(old)
        known, self.tags, self.undo = self.tags, list(tags), None
        for tag in self.tags:
            if tag not in known:
                tag.bind(on_tap=lambda tag: self.dispatch("on_choice", tag.choice))
                if self.peeks is not None and self.peeks(tag.choice):
                    tag.hold_takes = True
                    tag.bind(on_hold=lambda tag: self.dispatch("on_peek", tag.choice))
                self.add_widget(tag)
        if undo:
            self.undo = Tag(self.look, text=undo_word, icon="undo", upright=True, kind="quiet")
            self.undo.bind(on_tap=lambda _: self.dispatch("on_undo"))
            self.add_widget(self.undo)
        self.arrange()

    def _say_anew(self, *_: Any) -> None:
        """Another sentence slides into its place; the first of a screen stands there."""
        known, self._said = bool(self._said), self.say
        MOVES.begin(self, "sentence", self._rise, still=self.look.calm or not known)

    def _rise(self, t: float) -> None:
        self._slide.y = -self.look.u(8) * (1 - t)

    def on_choice(self, choice: str) -> None:
        """A tag was taken."""

    def on_peek(self, choice: str) -> None:
        """A finger is held on a tag."""

    def on_rule(self, rule: str) -> None:
        """A rule's box was touched."""

    def on_undo(self) -> None:
        """The undo corner was touched."""

    # ---- places

    def _box_rules(self) -> None:
        """So many boxes as there is room for beside the sentence."""
        shown = self.rules[: self._most_boxes()]
        if [box.rule for box in self.boxes] == shown:
            return
        for box in self.boxes:
            self.remove_widget(box)
        self.boxes = [RuleBox(self.look, rule) for rule in shown]
        for box in self.boxes:
            box.bind(on_tap=lambda box: self.dispatch("on_rule", box.rule))
            self.add_widget(box, index=len(self.children))  # a tag that is as near takes the touch

    def _most_boxes(self) -> int:
        """For how many rules there is room, while the sentence stays as large as it would be without them; one may
        make it as small as a long sentence is."""
        look, u = self.look, self.look.u
        if self.layout == "small" or not self.rules or self.kind in ("refusal", "hint"):
            return 0
        style, _lines = self._sentence(boxed=False)
        room = self._room_from(self.right) - u(6)
        for most in range(len(self.rules), 0, -1):
            boxes = sum(box_width(look, rule) + u(6) for rule in self.rules[:most])
            for smaller in (style, "prompt_long") if most == 1 and style == "prompt" else (style,):
                if width_of(look, self.say, smaller) + boxes <= room:
                    return most
        return 0

    @property
    def _rows(self) -> int:
        """In how many rows the tags stand."""
        return -(-len(self.tags) // self.columns) if self.tags else 1

    @property
    def columns(self) -> int:
        """How many tags stand beside each other."""
        if self.layout != "upright":
            return max(1, len(self.tags))
        return self.columns_of(len(self.tags))

    @staticmethod
    def columns_of(count: int) -> int:
        """How many tags of so many stand beside each other on an upright screen, so that there are two rows."""
        return min(4, max(min(2, count), -(-count // 2), 1))

    @property
    def _under_sentence(self) -> float:
        """How high the tags reach, in pixels from the bottom."""
        return float(self.look.u(self._lowest + self._rows * (self.tag_height + GAP) - GAP))

    @property
    def _lowest(self) -> float:
        """Where the lowest row of tags lies, in u: on an upright screen one row lies nearer to its sentence."""
        spare = self.height / self.look.factor - self.low - 2 * self.tag_height - GAP - 40
        one = self.layout == "upright" and self._rows == 1 and not self.case
        return self.low + (self.tag_height + GAP) * 0.4 if one and spare >= -4 else self.low

    @property
    def sentence_y(self) -> float:
        u = self.look.u
        upper = self.top - u(3)
        if self.layout == "upright":
            return float(upper - u(20 + (self._lowest - self.low) * 0.8))
        if self.layout == "small":
            return float(upper - u(8.2 if self.look.language == "en" else 9.2))  # Latin letters hang lower
        middle = (upper + self.y + self._under_sentence) / 2
        more = self._more_lines
        return float(min(middle + u(10) * more, upper - u(15)) if more else middle)

    def tag_room(self, undo: bool) -> float:
        """How wide the room for tags is, in pixels."""
        u = self.look.u
        room = self.width - u(2 * MARGIN + self.lead) - (u(64) if undo else 0)
        return float(room - (u(self.case_beside) if self.case else 0))

    @property
    def case_beside(self) -> float:
        """How much room the case has at the left of the tags, in u; 0 where it lies over them, or nowhere."""
        if self.layout in ("upright", "small"):
            return 0.0
        wide = self.width / self.look.factor
        if wide >= 600:
            return self.case_room
        return max(150.0, wide * (0.56 if self.astray is None else 0.44))

    def arrange(self, *_: Any) -> None:
        """Lays the rules beside the sentence and the tags under it; to be called when another sentence is said."""
        u = self.look.u
        self._box_rules()
        right = self.right - u(6)
        for box in reversed(self.boxes):
            box.right, box.center_y = right, self.sentence_y
            right -= box.width + u(6)
        left, end = self.x + u(MARGIN + self.lead), self.right - u(MARGIN - 1)
        if self.undo:
            self.undo.size = (max(u(52), self.undo.natural_width()), u(self.tag_height))
            self.undo.right, self.undo.y = end - u(3), self.y + u(self.low)
            end = self.undo.x - u(GAP + 2)
        if self.case:
            left += u(self.case_beside)
        if self.layout == "upright":
            self._in_columns(left, end)
        elif self.tags:
            self._one_row(left, end)
        self.repaint()

    def _one_row(self, left: float, end: float) -> None:
        u = self.look.u
        room = end - left - u(GAP) * (len(self.tags) - 1)
        wishes = [max(tag.natural_width(), u(52)) for tag in self.tags]
        spare = room - sum(wishes)
        if spare >= 0:
            share = min(spare / len(self.tags), u(90))
            widths = [wish + share for wish in wishes]
        else:  # what is too much goes off those that have more than they need
            least = [min(tag.least_width(), wish) for tag, wish in zip(self.tags, wishes, strict=True)]
            slack = [wish - need for wish, need in zip(wishes, least, strict=True)]
            part = min(1.0, -spare / sum(slack)) if sum(slack) else 0.0
            widths = [wish - give * part for wish, give in zip(wishes, slack, strict=True)]
            if sum(widths) > room:
                widths = [max(u(48), width * room / sum(widths)) for width in widths]
        x = left
        for tag, width in zip(self.tags, widths, strict=True):
            tag.pos, tag.size = (round(x), round(self.y + u(self.low))), (round(width), round(u(self.tag_height)))
            x += width + u(GAP)

    def _in_columns(self, left: float, end: float) -> None:
        u, columns = self.look.u, self.columns
        width = (end - left - u(GAP) * (columns - 1)) / columns
        for i, tag in enumerate(self.tags):
            row, column = divmod(i, columns)
            low = u(self._lowest + (self._rows - 1 - row) * (self.tag_height + GAP))
            tag.size = (round(width), round(u(self.tag_height)))
            tag.pos = (round(left + (width + u(GAP)) * column), round(self.y + low))

    # ---- the sentence, and what would not fit

    def _sentence(self, boxed: bool = True) -> tuple[str, list[str]]:
        """In which style the sentence is written, and its lines: one, unless the screen is too narrow for that.

        boxed: beside the rules that stand there."""
        look = self.look
        room = self._sentence_room() if boxed else self._room_from(self.right)
        if self._brief:  # it says what the rule says, and more
            return self._case_alone(room)
        styles: tuple[str, ...] = (self.say_style, "prompt", "prompt_long", "prompt_small", "letter")
        if self.layout == "small":
            styles = ("prompt_small", "letter", "letter_small")
        style = fitting(look, self.say, styles, room)
        if width_of(look, self.say, style) <= room:
            return style, [self.say]
        return styles[-1], wrap(look, self.say, styles[-1], room)

    def _case_alone(self, room: float) -> tuple[str, list[str]]:
        """In the smallest layout in two lines if there is a style for that: one must see what the strip lies on."""
        styles: tuple[str, ...] = ("small_bold",)
        if self.layout == "small":
            styles = ("small", "note", "note_small") if self.look.language == "en" else ("small", "note")
        found = [(style, wrap(self.look, self.case, style, room)) for style in styles]
        return next((one for one in found if len(one[1]) <= 2), found[-1])

    @property
    def _line_step(self) -> float:
        """From one line of the sentence to the next, in u."""
        return 16.5 if self.layout == "small" else 20.0

    @property
    def _brief(self) -> bool:
        """Whether of a refusal or a hint there is room for the case alone: it says what the rule says, and more."""
        if self.kind not in ("refusal", "hint") or not self.case or self.layout in ("middle", "wide"):
            return False
        if self.layout == "small":
            return True
        look, room = self.look, self._sentence_room()
        lines = len(wrap(look, self.case, "text", self.right - look.u(6) - self._sentence_from))
        head = 1 if width_of(look, self.say, "letter") <= room else 2
        return look.u(28 + 20 * (head + lines)) > (self.base or self.height) - self._under_sentence

    def _sentence_room(self) -> float:
        return self._room_from(self.boxes[0].x if self.boxes else self.right)

    def _room_from(self, end: float) -> float:
        """How wide the sentence may be that ends before this."""
        sign = self.look.u(40) if self.sign and self.kind != "refusal" and self.layout != "small" else 0
        return float(end - self.look.u(8) - self._sentence_from - sign)

    @property
    def _sentence_from(self) -> float:
        u = self.look.u
        if self.kind == "refusal":
            return float(self.x + u(26 if self.layout == "small" else 50))
        if self.astray is not None:
            return float(self.x + u(self._figure_room))
        return float(self.x + u((14 if self.low > 4 else 9) + self.lead))

    @property
    def _figure_room(self) -> float:
        """How much room a figure has in front of the sentence, in u."""
        return 90.0 if self.layout in ("middle", "wide") else 32.0

    def _case_lines(self) -> tuple[str, float, list[str]]:
        """The case: style, step in u, lines. As large as there is room beside the tags; where u are few, smaller."""
        look = self.look
        if not self.case or self.layout == "small" or self._brief:
            return "text", 20.0, []
        room = (self.tags[0].x if self.tags and self.case_beside else self.right - look.u(6)) - self._case_from
        styles = {"text": 20.0, "small": 17.5} | ({"note": 16.0, "note_small": 15.0} if self._crowded else {})
        for style, step in styles.items():
            lines = wrap(look, self.case, style, room - look.u(6))
            if self.layout == "upright" or len(lines) * step <= self._case_high:
                break
        return style, step, lines

    @property
    def _crowded(self) -> bool:
        """Whether letters are so large that few of them find room."""
        return self.layout == "middle" and self.width < self.look.u(600)

    @property
    def _case_from(self) -> float:
        """Where the case begins: under its headline, or where room is short under the sign of a refusal too."""
        under = self.kind == "refusal" and self._crowded
        return float(self.x + self.look.u(12)) if under else self._sentence_from

    @property
    def _case_high(self) -> float:
        """How high a case may be beside the tags, in u."""
        return self.tag_height + self.low - 2

    @property
    def _more_lines(self) -> int:
        return len(self._sentence()[1]) - 1

    def wants(self) -> float:
        """How much higher it would have to be for all that it says, in u."""
        more = self._line_step * self._more_lines
        _style, step, lines = self._case_lines()
        if self.layout == "upright":
            free = ((self.base or self.height) - self._under_sentence) / self.look.factor
            head = 34 + self._lowest - self.low
            return max(0.0, head + more + (12 + step * len(lines) if lines else 0) - free)
        if not lines:
            return more
        return more + max(0.0, step * len(lines) - self._case_high)

    # ---- drawing

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        fill, edge, width = _KINDS[self.kind]
        self.ground(group, fill)
        self.bar(group, edge, self.x, self.top - u(width), self.width, u(width))
        at, y = self._sentence_from, self.sentence_y
        if self.kind == "refusal":
            size = 16 if self.layout == "small" else 26
            icons.draw(group, "cross", (at - u(22 * size / 26), y - u(4 if size > 16 else 0)), u(size),
                       look.rgba("vermilion"), stroke=2.6)  # fmt: skip
        elif self.astray is not None:
            half = self._figure_room / 2
            where = (self.x + u(half + 1), y if self.layout != "middle" else self.center_y - u(2))
            draw_figure(group, look, figure_astray(self.astray), where, look.factor * half / 20.5)
        style, lines = self._sentence()
        self._write_aside(group, at + width_of(look, lines[0], style) + u(10), y)
        group.add(PushMatrix())
        group.add(self._slide)
        for line in lines:
            write(group, look, line, style, look.rgba("ink"), (at, y))
            y -= u(self._line_step)
        group.add(PopMatrix())
        self._write_case(group, at, y)
        self._write_foot(group)

    def _write_aside(self, group: InstructionGroup, start: float, y: float) -> None:
        """A few words and a sign at the right of the sentence, where there is room for them."""
        look, u = self.look, self.look.u
        end = (self.boxes[0].x if self.boxes else self.right) - u(8)
        if self.aside:
            style = fitting(look, self.aside, ("text", "small"), end - start)
            if width_of(look, self.aside, style) > end - start and self.layout == "small" and not self.tags:
                where = (self._sentence_from, self.y + u(self.low + self.tag_height * 0.6))  # where no tag stands
                write(group, look, self.aside, "text", look.rgba("ink2"), where)
            elif width_of(look, self.aside, style) <= end - start:
                end -= write(group, look, self.aside, style, look.rgba("ink2"), (end, y - u(1)), "right") + u(6)
        if self.sign and self.kind != "refusal" and end - start >= u(32):
            size = u(16 if self.layout == "small" else 25)
            icons.draw(group, self.sign, (end - u(18), y - u(1)), size, look.rgba("amber_ink"))

    def _write_case(self, group: InstructionGroup, x: float, y: float) -> None:
        look, u = self.look, self.look.u
        style, step, lines = self._case_lines()
        if not lines:
            return
        ink = look.rgba("ink2" if self.kind == "check" else "ink")
        if self.layout == "upright":
            y -= u(10)
        else:  # beside the tags, in the middle of their height or as high as it must be
            high = u(step) * (len(lines) - 1)
            middle = self.y + u(self.low + self.tag_height / 2 + (1 if len(lines) < 3 else 2))
            x, y = self._case_from, max(middle + high / 2, self.y + u(self.low + 6) + high)
        for i, line in enumerate(lines):
            write(group, look, line, style, ink, (x, y - u(step) * i))

    def _write_foot(self, group: InstructionGroup) -> None:
        """The last words in one line, the newest first; whole ones alone."""
        look, u = self.look, self.look.u
        x, end = self.x + u(12), self.right - u(10)
        for i, line in enumerate(self.foot if self.layout == "upright" else ()):
            style, ink = ("small_bold", "ink") if i == 0 else ("small", "ink2")
            if x + width_of(look, line, style) > end:
                return
            x += write(group, look, line, style, look.rgba(ink), (x, self.y + u(self.low / 2 + 1))) + u(10)
