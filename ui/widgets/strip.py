"""The strip: one sentence that says what to do now, and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import ListProperty, ObjectProperty, OptionProperty, StringProperty

from ui import icons
from ui.geometry import Shape
from ui.ink import lay
from ui.lettering import fitting, width_of, wrap, write
from ui.panels.figures import draw_figure
from ui.panels.standing import figure_astray
from ui.theme import Look
from ui.widgets.painted import Painted, cut_corners, outlined
from ui.widgets.tag import Tag
from ui.widgets.touch import Touchable

# kind: ground, upper edge, edge in u
_KINDS = {
    "lantern": ("lantern", "amber", 3.0),
    "plain": ("paper", "line", 1.5),
    "refusal": ("vermilion_wash", "vermilion", 3.0),
    "check": ("slip", "vermilion", 3.0),
}
MARGIN, GAP, LOW, TAG = 8, 6, 8, 49


class RuleBox(Touchable, Painted):
    """A rule's number in a box. `on_tap` leads to the rule. Its place to touch is larger than what is drawn."""

    rule = StringProperty("")
    bright = StringProperty("")  # role of its ground, where it has one

    def __init__(self, look: Look, rule: str = "", ink: str = "ink2", **kwargs: Any) -> None:
        self.ink = ink
        kwargs.setdefault("size_hint", (None, None))
        kwargs.setdefault("size", (width_of(look, rule, "rule") + look.u(11), look.u(21)))
        super().__init__(look=look, rule=rule, **kwargs)
        self.bind(rule=self.repaint)

    def collide_point(self, x: float, y: float) -> bool:
        # drawn 21 u high, touched 48 u: as far as the room around it allows
        grow_x, grow_y = max(0.0, (self.look.u(48) - self.width) / 2), (self.look.u(48) - self.height) / 2
        return bool(self.x - grow_x <= x <= self.right + grow_x and self.y - grow_y <= y <= self.top + grow_y)

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        x, y, right, top = (round(n) for n in (self.x, self.y, self.right, self.top))
        corners = cut_corners(x, y, right - x, top - y, u(1.5), "all")
        if self.bright or self.pressed:
            lay(group, Shape().blob(corners), look.rgba(self.bright or "lantern"))
        lay(group, outlined(corners, u(1.3)), look.rgba(self.ink))
        write(group, look, self.rule, "rule", look.rgba(self.ink), self.center, "center")


class Strip(Painted):
    """Sentence and choices. At most one strip a screen is of kind `lantern`.

    say: the sentence. case: what happened, in two lines beside the tags (refusal, check). aside: a few words at the
    right of the sentence. rules: numbers shown as boxes. sign: an icon at the end of the sentence, or before it in a
    refusal. astray: the figure in front (check). lead: room at the left for a card, in u.
    Events: `on_choice(choice)` when a tag is taken, `on_rule(rule)`, `on_undo()`.
    """

    say = StringProperty("")
    case = StringProperty("")
    aside = StringProperty("")
    rules = ListProperty([])
    sign = StringProperty("")
    astray = ObjectProperty(None, allownone=True)
    kind = OptionProperty("lantern", options=list(_KINDS))

    __events__ = ("on_choice", "on_rule", "on_undo")

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.tags: list[Tag] = []
        self.undo: Tag | None = None
        self.boxes: list[RuleBox] = []
        self.lead = 0.0
        self.low: float = LOW  # under the tags; in a private window the cloth is the margin
        self.tag_height: float = TAG
        self.say_style = "prompt"
        self.columns = 0  # 2: tags two by two
        self.case_room = 322.0  # for the case, beside the tags, in u
        super().__init__(look=look, **kwargs)
        self.bind(**dict.fromkeys(("say", "case", "aside", "sign", "astray", "kind"), self.repaint))
        self.bind(rules=self._box_rules, pos=self._arrange, size=self._arrange)
        self._box_rules()

    def show_tags(self, tags: Sequence[Tag], undo: bool = False, undo_word: str = "Undo") -> None:
        """The choices from left to right, and the corner for undo, which keeps its place."""
        for old in (*self.tags, *([self.undo] if self.undo else [])):
            self.remove_widget(old)
        self.tags, self.undo = list(tags), None
        for tag in self.tags:
            tag.bind(on_tap=lambda tag: self.dispatch("on_choice", tag.choice))
            self.add_widget(tag)
        if undo:
            self.undo = Tag(self.look, text=undo_word, icon="undo", upright=True, kind="quiet")
            self.undo.bind(on_tap=lambda _: self.dispatch("on_undo"))
            self.add_widget(self.undo)
        self._arrange()

    def on_choice(self, choice: str) -> None:
        """A tag was taken."""

    def on_rule(self, rule: str) -> None:
        """A rule's box was touched."""

    def on_undo(self) -> None:
        """The undo corner was touched."""

    # ---- places

    def _box_rules(self, *_: Any) -> None:
        for box in self.boxes:
            self.remove_widget(box)
        self.boxes = [RuleBox(self.look, rule) for rule in self.rules]
        for box in self.boxes:
            box.bind(on_tap=lambda box: self.dispatch("on_rule", box.rule))
            self.add_widget(box, index=len(self.children))  # a tag that is as near takes the touch
        self._arrange()

    @property
    def sentence_y(self) -> float:
        u = self.look.u
        upper = self.top - u(3)
        return float((upper + self.y + u(self.low + self.tag_height)) / 2) if self.columns < 2 else float(upper - u(20))

    def _arrange(self, *_: Any) -> None:
        u = self.look.u
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
            left += u(self.case_room)
        if self.columns == 2:
            self._two_by_two(left, end)
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

    def _two_by_two(self, left: float, end: float) -> None:
        u = self.look.u
        width = (end - left - u(GAP)) / 2
        for i, tag in enumerate(self.tags):
            tag.size = (round(width), round(u(58)))
            tag.pos = (round(left + (width + u(GAP)) * (i % 2)), round(self.top - u(42 + 64 * (i // 2) + 58)))

    # ---- drawing

    def paint(self, group: InstructionGroup) -> None:
        look, u = self.look, self.look.u
        fill, edge, width = _KINDS[self.kind]
        self.ground(group, fill)
        self.bar(group, edge, self.x, self.top - u(width), self.width, u(width))
        at, y = self.x + u((14 if self.low > 4 else 9) + self.lead), self.sentence_y
        if self.kind == "refusal":
            icons.draw(group, "cross", (self.x + u(28), y - u(4)), u(26), look.rgba("vermilion"), stroke=2.6)
            at = self.x + u(50)
        elif self.astray is not None:
            figure = figure_astray(self.astray)
            draw_figure(group, look, figure, (self.x + u(46), self.center_y - u(2)), look.factor * 2.2)
            at = self.x + u(90)
        end = (self.boxes[0].x if self.boxes else self.right) - u(8)
        if self.aside:
            spare = end - at - width_of(look, self.say, self.say_style) - u(6)
            style = fitting(look, self.aside, ("text", "small"), spare)
            end -= write(group, look, self.aside, style, look.rgba("ink2"), (end, y - u(1)), "right") + u(6)
        if self.sign and self.kind != "refusal":
            icons.draw(group, self.sign, (end - u(18), y - u(1)), u(25), look.rgba("amber_ink"))
            end -= u(40)
        style = fitting(look, self.say, (self.say_style, "prompt", "prompt_long"), end - at)
        write(group, look, self.say, style, look.rgba("ink"), (at, y))
        room = (self.tags[0].x if self.tags else self.right) - at - u(6)
        self._write_case(group, at, y - u(33), room)

    def _write_case(self, group: InstructionGroup, x: float, y: float, room: float) -> None:
        """Two lines; a long case is written smaller, in three."""
        look, u = self.look, self.look.u
        if not self.case:
            return
        style, step, lines = "text", u(20), wrap(look, self.case, "text", room)
        if len(lines) > 2:
            style, step, y, lines = "small", u(17.5), y + u(4), wrap(look, self.case, "small", room, 3)
        ink = look.rgba("ink2" if self.kind == "check" else "ink")
        for i, line in enumerate(lines):
            write(group, look, line, style, ink, (x, y - step * i))
