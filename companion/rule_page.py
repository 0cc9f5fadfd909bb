"""Rules as they are printed in a terminal: one with all that belongs to it, a list of those found, the contents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from companion.rules import FIRST_LANGUAGE, Catalogue, Rule

LABELS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "hint": "hint",
        "players": "{count} players",
        "ruling": "Ruling {id}",
        "settles": "Settles",
        "option": "Option",
        "reasons": "Refusals",
        "see": "See",
        "found": "{count} found",
    },
    "zh_Hans": {
        "hint": "提示",
        "players": "{count}人",
        "ruling": "裁定{id}",
        "settles": "裁定对象",
        "option": "选项",
        "reasons": "拒绝理由",
        "see": "参见",
        "found": "找到{count}条",
    },
    "zh_Hant": {
        "hint": "提示",
        "players": "{count}人",
        "ruling": "裁定{id}",
        "settles": "裁定對象",
        "option": "選項",
        "reasons": "拒絕理由",
        "see": "參見",
        "found": "找到{count}條",
    },
    "ja": {
        "hint": "ヒント",
        "players": "{count}人",
        "ruling": "裁定{id}",
        "settles": "対象の規則",
        "option": "選択",
        "reasons": "断る理由",
        "see": "参照",
        "found": "{count}件",
    },
}
LANTERN: Final = "#1F1B16 on #FBE2A8"
"""Rulings stand on lantern light, as on the glass."""
QUIET: Final = "dim"


def page(rule: Rule, catalogue: Catalogue, language: str) -> RenderableType:
    """One rule: number, sentence, the rulings that settle it, and what it is linked with."""
    label = LABELS.get(language, LABELS[FIRST_LANGUAGE])
    head = Text.assemble((rule.id, "bold"), "  ", (f"{rule.section.id} {rule.section.titles[language]}", QUIET))
    notes = [label["hint"]] if rule.hint else []
    if rule.players:
        notes.append(label["players"].format(count="-".join(map(str, rule.players))))
    for note in notes:
        head.append(f"  [{note}]", QUIET)
    parts: list[RenderableType] = [head, Text(rule.texts[language], "bold")]
    lantern = Table.grid(padding=(0, 2, 0, 0))
    for number in rule.settled_by:
        ruling = catalogue.rules[number]
        option = "" if ruling.option is None else f" ({label['option']}: {ruling.option})"
        lantern.add_row(Text(label["ruling"].format(id=number), "bold"), _whole(ruling.texts[language] + option))
    if lantern.rows:
        parts.append(Padding(lantern, (0, 0, 0, 2), style=LANTERN))
    links = {
        "settles": rule.settles,
        "option": (rule.option,) if rule.option else (),
        "reasons": rule.reasons,
        "see": catalogue.see(rule),
    }
    grid = Table.grid(padding=(0, 2))
    for name, linked in links.items():
        if linked:
            grid.add_row(Text(label[name], QUIET), _whole(", ".join(linked)))
    if grid.rows:
        parts.append(grid)
    return Group(*parts)


def found(rules: Sequence[Rule], query: str, language: str) -> RenderableType:
    """The rules that were found, a row each, with the words that were looked for in bold."""
    grid = Table.grid(padding=(0, 2))
    for rule in rules:
        sentence = _whole(rule.texts[language])
        sentence.highlight_words(query.split(), "bold", case_sensitive=False)
        grid.add_row(Text(rule.id, "bold"), sentence)
    label = LABELS.get(language, LABELS[FIRST_LANGUAGE])
    return Group(Text(label["found"].format(count=len(rules)), QUIET), grid)


def contents(catalogue: Catalogue, language: str) -> RenderableType:
    """The sections, each with its first and last number."""
    grid = Table.grid(padding=(0, 2))
    for section in catalogue.sections:
        rules = catalogue.of(section)
        grid.add_row(section.id, Text(section.titles[language], "bold"), Text(f"{rules[0].id}-{rules[-1].id}", QUIET))
    return grid


def _whole(sentence: str) -> Text:
    """A sentence in a column: one without spaces is folded there, and not cut off."""
    return Text(sentence, overflow="fold")
