"""What a narrow private rail has no room for, in words, and the ways that find none there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.views import CardFace, PromptPanel, View
from ui.locale import NAMES, _
from ui.presenter import BACK, TagModel, hand_of, measured, panel, rail_of, workers
from ui.screens.filling import tag
from ui.screens.laying import GAP, Column, one_row
from ui.screens.own_rail import card_sign, noted
from ui.screens.page import Page
from ui.theme import Size
from ui.widgets.rail import LastWords
from ui.widgets.tally import Notes

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.screens.own import OwnPage

RULES, TONGUE = "glass:rules", "glass:tongue"


class OwnNotes(Page):
    """What a narrow private rail has no room for, in words: notes, the hand, tallies, how late it is."""

    private = True
    ground_role = "rail"

    def __init__(self, glass: Glass, page: OwnPage, view: View, extent: Size) -> None:
        super().__init__(glass, extent)
        look = self.look
        ways: list[tuple[TagModel, Callable[[], object]]] = [
            (TagModel(BACK, _("Back"), icon="undo"), page.uncover),
            (TagModel(RULES, _("Rules"), icon="rules"), lambda: page.open_rule("")),
        ]
        if look.faces.covers_cjk:
            ways.append((TagModel(TONGUE, NAMES[look.language], icon="globe"), glass.speak_next))
        tags = [tag(look, model) for model, _act in ways]
        each, left = one_row(tags, look, self.wide - 12), 6.0
        if not each:  # the sign over the word takes less room
            tags = [tag(look, model, upright=True) for model, _act in ways]
            each = ((self.wide - 12 - GAP * (len(tags) - 1)) / len(tags),) * len(tags)
        for made, broad, (_model, act) in zip(tags, each, ways, strict=True):
            made.bind(on_tap=lambda _tag, act=act: act())
            self.place(made, left, self.high - 52, broad, 48)
            left += broad + GAP
        rail, figures = rail_of(view, page.seat), workers(view)
        notes: list[tuple[str, str]] = []
        if rail.turn is not None:
            notes.append(("", rail.turn.whole))
            notes += [(track.name, track.word) for track in (rail.alert,) if track is not None]
        prompt = panel(view, PromptPanel)
        if prompt is not None and prompt.seat == page.seat:
            notes += [(f"{line.say} {line.id}", "") for line in prompt.about]
        hand: tuple[CardFace, ...] = ()
        if figures:
            chosen = next((f for f in figures if f.id == (page.figure or page.seat)), figures[0])
            notes += [(f"{chosen.label}:", chosen.value), *chosen.told]
            found = hand_of(view, chosen.id)
            hand = found.cards if found is not None else ()
        else:
            notes += [(row.label, row.value) for row, _lit in measured(view, 12)]
        column = Column(self, 8, 6, self.wide - 16, self.high - 56)
        in_a_row = max(1, int((self.wide - 16 + 2) // 49))
        rows = -(-len(hand) // in_a_row)
        part = Notes(look, style="small")
        part.rows = noted(look, notes, look.u(self.wide - 16), int((column.room - 49 * rows) // 19))
        column.put(part, 19 * len(part.rows) + 4, 2)
        for at, face in enumerate(hand):
            row, place = divmod(at, in_a_row)
            self.place(card_sign(page, face), 8 + 49 * place, column.top + 49 * row, 48, 48)
        column.top += 49 * rows
        if column.room >= 20:
            last = column.put(LastWords(look), column.room)
            last.lines = list(rail.words)
