"""The rules of a game by number, in every language, found by number or by word.

A folder holds `structure.toml`, which says how the rules hang together, and one file of texts for each language. Which
refusals cite a rule is told by the game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.files import BadFile, TomlText
from companion.rule_structure import ID, RulingEntry, Structure, order

STRUCTURE: Final = "structure"
FIRST_LANGUAGE: Final = "en"
"""The language whose file says which rules there are."""

_MENTIONED: Final = re.compile(r"\b[A-Z]+\d+[a-z]?\b")
_RUN: Final = re.compile(r"[a-z0-9_]+|[^\W\x00-\x7f]+")
"""What is looked for at once: a word of letters and digits, or a run of signs that are written without spaces."""

_NUMBER, _WORD, _BEGINNING, _BESIDE = range(4)
"""How well something is found, the best first: by its number, a whole word, its beginning, or what stands beside."""


class Section(msgspec.Struct, frozen=True):
    """A part of the rules, under a title by language."""

    id: str
    titles: dict[str, str]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One numbered sentence, or a ruling on others.

    players: for so many only, empty where it always holds. hint: advice, not binding. settles: the rules that this
    ruling is about; settled_by: the rulings about this one. option: the name by which a table may choose otherwise.
    reasons: the refusals that cite it. mentions: other rules that its text names. together:
    rules and rulings that are read beside it.
    """

    id: str
    texts: dict[str, str]
    section: Section
    players: tuple[int, ...] = ()
    hint: bool = False
    settles: tuple[str, ...] = ()
    settled_by: tuple[str, ...] = ()
    option: str | None = None
    reasons: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


class Phase(msgspec.Struct, frozen=True):
    """What one needs to know in a phase: the quick reference, under a title by language."""

    id: str
    titles: dict[str, str]
    rules: tuple[str, ...]


class Catalogue(msgspec.Struct, frozen=True, eq=False):
    """All rules of a game, in order. words: by language, what people look for most. pictures: what a rule is about.

    teaches: the rules that explain a question, or a phase, to whoever meets it for the first time.
    cards: the rules that touch a card, by what it is.
    """

    languages: tuple[str, ...]
    sections: tuple[Section, ...]
    rules: dict[str, Rule]
    phases: tuple[Phase, ...] = ()
    words: dict[str, tuple[str, ...]] = {}
    pictures: dict[str, str] = {}
    teaches: dict[str, tuple[str, ...]] = {}
    cards: dict[str, tuple[str, ...]] = {}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def find(self, number: str) -> Rule | None:
        """The rule of that number, however it is written: `R116`, `r116`, `R 116`."""
        wanted = _folded(number).replace(" ", "")
        return next((rule for id, rule in self.rules.items() if id.casefold() == wanted), None)

    def of(self, section: Section) -> tuple[Rule, ...]:
        """The rules of one section."""
        return tuple(rule for rule in self if rule.section.id == section.id)

    def spans(self) -> tuple[tuple[str, str], ...]:
        """The first and last number of each kind, such as R1 to R255."""
        ends: dict[str, tuple[str, str]] = {}
        for id in self.rules:
            kind = order(id)[0]
            ends[kind] = (ends.get(kind, (id, id))[0], id)
        return tuple(ends.values())

    def see(self, rule: Rule) -> tuple[str, ...]:
        """The rules that its text names and those that are read beside it, but for what is linked as a ruling."""
        linked = (*rule.settles, *rule.settled_by)
        return tuple(id for id in dict.fromkeys((*rule.mentions, *rule.together)) if id not in linked)

    def search(self, query: str, language: str = FIRST_LANGUAGE) -> tuple[Rule, ...]:
        """The rules in which every word of the query is found, the best first and the shorter before the longer.

        A word is looked for as a number, as a whole word, as the beginning of one, and at last in what stands beside:
        the section's title, the option, the reasons. Signs without spaces between them are found anywhere. A word that
        the texts of the language do not have is looked for in the others too.
        """
        runs = _RUN.findall(_folded(query))
        if not runs:
            return ()
        found: dict[str, Rule] = {}
        for tongue in (language, *(other for other in self.languages if other != language)):
            ranked = []
            for place, rule in enumerate(self):
                ranks = [rank for run in runs if (rank := _rank(run, rule, tongue)) is not None]
                if len(ranks) == len(runs):
                    ranked.append((sum(ranks), len(rule.texts[tongue]), place, rule, max(ranks)))
            ranked.sort(key=lambda entry: entry[:3])
            found |= {rule.id: rule for _, _, _, rule, _ in ranked if rule.id not in found}
            if any(worst < _BESIDE for *_, worst in ranked):
                break
        return tuple(found.values())


def cited(rules: Mapping[str, str | None], further: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """The reasons of refusals by the rule that they cite.

    further: for a reason, the rules that stand behind it in cases of their own.

    >>> cited({"off_track": "R121", "stale": None}, {"off_track": ("R136",)})
    {'R121': ['off_track'], 'R136': ['off_track']}
    """
    reasons: dict[str, list[str]] = {}
    for reason, rule in rules.items():
        for id in (rule, *further.get(reason, ())):
            if id is not None:
                reasons.setdefault(id, []).append(reason)
    return reasons


def load(folder: Path, reasons: Mapping[str, Iterable[str]]) -> Catalogue:
    """The catalogue in a folder. reasons: for a rule, the refusals that cite it. Raises BadFile, also for a gap."""
    file = TomlText.read(folder / f"{STRUCTURE}.toml")
    languages = sorted(path.stem for path in folder.glob("*.toml") if path.stem != STRUCTURE)
    languages.sort(key=lambda language: language != FIRST_LANGUAGE)
    texts = {language: _texts(folder / f"{language}.toml") for language in languages}
    known = texts.get(FIRST_LANGUAGE, {})
    for language, given in texts.items():
        if missing := [id for id in known if id not in given]:
            raise BadFile(folder / f"{language}.toml", missing[0], None, "this rule is missing; write its text")
        if strange := [id for id in given if id not in known]:
            raise BadFile(folder / f"{language}.toml", strange[0], None, "English has no such rule; take it out")
    for id in reasons:
        if id not in known:
            raise BadFile(folder, id, None, "a refusal cites this rule, and it is not there; write it")
    structure = Structure.read(file)
    structure.check(set(known), languages)
    sections = {section.id: Section(section.id, section.title) for section in structure.sections}
    part = {id: structure.section_of(id) for id in known}
    ids = sorted(known, key=lambda id: (list(sections).index(part[id]), order(id)))
    settled_by: dict[str, list[str]] = {}
    for id in ids:
        for settled in structure.rulings.get(id, RulingEntry()).settles:
            settled_by.setdefault(settled, []).append(id)
    rules = {}
    for id in ids:
        ruling = structure.rulings.get(id, RulingEntry())
        named = (number for number in _MENTIONED.findall(known[id]) if number in known and number != id)
        rules[id] = Rule(
            id=id,
            texts={language: texts[language][id] for language in languages},
            section=sections[part[id]],
            players=tuple(number for span, of in structure.players.items() if id in of for number in _numbers(span)),
            hint=id in structure.hints,
            settles=ruling.settles,
            settled_by=tuple(settled_by.get(id, ())),
            option=ruling.option,
            reasons=tuple(reasons.get(id, ())),
            mentions=tuple(dict.fromkeys(named)),
            together=structure.beside(id),
        )
    phases = tuple(Phase(phase.id, phase.title, phase.rules) for phase in structure.phases)
    pictures = {id: picture for picture, ids in structure.pictures.items() for id in ids}
    return Catalogue(
        tuple(languages),
        tuple(sections.values()),
        rules,
        phases,
        structure.words,
        pictures,
        structure.teaches,
        structure.cards,
    )


# ---- searching --------------------------------------------------------------------------------------------------


def _rank(run: str, rule: Rule, language: str) -> int | None:
    """How well a run is found in a rule, None where it is not."""
    id = rule.id.casefold()
    if run == id or run == id.lstrip("abcdefghijklmnopqrstuvwxyz"):
        return _NUMBER
    text = _folded(rule.texts[language])
    if run.isascii():
        words = _words(text)
        if run in words:
            return _WORD
        if any(word.startswith(run) for word in words):
            return _BEGINNING
    elif run in text:
        return _WORD
    beside = _folded(" ".join((rule.id, rule.section.titles[language], rule.option or "", *rule.reasons)))
    if not run.isascii():
        return _BESIDE if run in beside else None
    # The parts of `moat_ends_move` are words too.
    return _BESIDE if any(word.startswith(run) for word in _words(beside) | _words(beside.replace("_", " "))) else None


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    """Text as it is compared: width and capitals make no difference.

    >>> _folded("Ｒ１１６ Rope")
    'r116 rope'
    """
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    return frozenset(_RUN.findall(text))


# ---- reading ----------------------------------------------------------------------------------------------------


def _texts(path: Path) -> dict[str, str]:
    """The texts of one language by number."""
    file = TomlText.read(path)
    for id, text in file.table.items():
        if ID.fullmatch(id) is None:
            raise file.bad((id,), f"{id!r} is no number of a rule; write one such as R116")
        if not isinstance(text, str) or not text.strip():
            raise file.bad((id,), "this must be a text in quotes, and not empty")
    table: dict[str, Any] = file.table
    return table


def _numbers(span: str) -> range:
    """So many players.

    >>> list(_numbers("3-4"))
    [3, 4]
    """
    first, _, last = span.partition("-")
    return range(int(first), int(last or first) + 1)
