"""The rules of one game as somebody at a table reads them: in one language, with what this table chose.

What it gives are the values of `companion.views`; it asks no table, so any thread may read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.rules import FIRST_LANGUAGE, Catalogue, Rule
from companion.views import CardFace, RuleLeaf, RuleLine, RulingLine


class RuleReader:
    """A rulebook, opened. options: what this table plays by. cards: every kind, as printed.

    say_reason: a reason and the rule behind it -> the refusal in one line.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        language: str,
        *,
        defaults: Mapping[str, Any],
        options: Mapping[str, Any] | None = None,
        cards: Sequence[CardFace] = (),
        say_reason: Callable[[str, str], str] = lambda reason, _rule: reason.replace("_", " "),
    ) -> None:
        self._rules = catalogue
        self._language = language if language in catalogue.languages else FIRST_LANGUAGE
        self._options = {
            name: value for name, value in (options or {}).items() if name in defaults and value != defaults[name]
        }
        self._cards = tuple(cards)
        self._say_reason = say_reason

    # ---- lists

    @property
    def words(self) -> tuple[str, ...]:
        """What people look for most."""
        return self._rules.words.get(self._language, ())

    def search(self, words: str) -> tuple[RuleLine, ...]:
        """The rules in which all these words are found, the best first."""
        return tuple(map(self._line, self._rules.search(words, self._language)))

    def parts(self) -> tuple[RuleLine, ...]:
        """The parts of the rules, in order."""
        return tuple(
            RuleLine(id=part.id, say=part.titles[self._language], count=len(self._rules.of(part)))
            for part in self._rules.sections
        )

    def part(self, id: str) -> tuple[RuleLine, ...]:
        """The rules of one part."""
        return tuple(self._line(rule) for rule in self._rules if rule.section.id == id)

    def phases(self) -> tuple[RuleLine, ...]:
        """The phases that there is a quick reference for."""
        return tuple(
            RuleLine(id=phase.id, say=phase.titles[self._language], count=len(phase.rules))
            for phase in self._rules.phases
        )

    def phase(self, id: str) -> tuple[RuleLine, ...]:
        """What one needs to know in a phase; nothing where there is no such phase."""
        found = next((phase for phase in self._rules.phases if phase.id == id), None)
        return tuple(self._line(self._rules.rules[rule]) for rule in found.rules) if found is not None else ()

    def rulings(self) -> tuple[RuleLine, ...]:
        """All rulings."""
        return tuple(self._line(rule) for rule in self._rules if rule.settles)

    def cards(self) -> tuple[RuleLine, ...]:
        """All kinds of cards."""
        return tuple(RuleLine(id=card.id, say=card.name, icon=card.icon) for card in self._cards)

    def teach(self, *keys: str) -> tuple[str, tuple[RuleLine, ...]]:
        """The first of some questions and phases that there is something to explain of, and the rules that do."""
        for key in keys:
            if rules := self._rules.teaches.get(key, ()):
                return key, tuple(self._line(self._rules.rules[id]) for id in rules)
        return "", ()

    def _line(self, rule: Rule) -> RuleLine:
        return RuleLine(id=rule.id, say=rule.texts[self._language])

    # ---- one rule

    def leaf(self, number: str) -> RuleLeaf | None:
        """A rule with all that belongs to it, however its number is written; or a card by its id."""
        rule = self._rules.find(number)
        if rule is None:
            card = next((card for card in self._cards if card.id == number), None)
            return self._leaf_of(card) if card is not None else None
        ids = list(self._rules.rules)
        at = ids.index(rule.id)
        see = self._rules.see(rule)
        return RuleLeaf(
            id=rule.id,
            part=f"{rule.section.id} {rule.section.titles[self._language]}",
            say=rule.texts[self._language],
            hint=rule.hint,
            players=rule.players,
            rulings=self._rulings((*((rule.id,) if rule.option else ()), *rule.settled_by, *see), rule),
            settles=tuple(self._line(self._rules.rules[id]) for id in rule.settles),
            see=self._unruled(see),
            reasons=tuple(self._say_reason(reason, rule.id) for reason in rule.reasons),
            cards=tuple(card for card in self._cards if card.rule == rule.id),
            before=ids[at - 1] if at else "",
            after=ids[at + 1] if at + 1 < len(ids) else "",
        )

    def touching(self, card: CardFace) -> tuple[tuple[RuleLine, ...], tuple[RulingLine, ...]]:
        """The rules that touch a card when it is played, and the rulings."""
        ids = dict.fromkeys(id for topic in card.topics for id in self._rules.cards.get(topic, ()))
        return self._unruled(ids), self._rulings(ids)

    def _unruled(self, ids: Iterable[str]) -> tuple[RuleLine, ...]:
        """Those of them that are no rulings."""
        rules = (self._rules.rules[id] for id in ids)
        return tuple(self._line(rule) for rule in rules if not rule.settles)

    def _rulings(self, ids: Iterable[str], of: Rule | None = None) -> tuple[RulingLine, ...]:
        """Those that are rulings; of one that a table may choose, whether this one did. of: whose sentence is read."""
        found = []
        for ruling in (self._rules.rules[id] for id in ids):
            if not ruling.settles:
                continue
            chosen = self._options.get(ruling.option) if ruling.option is not None else None
            said = str(chosen).lower() if isinstance(chosen, bool) else str(chosen)
            found.append(
                RulingLine(
                    id=ruling.id,
                    say=ruling.texts[self._language] if ruling is not of else "",
                    optional=ruling.option is not None,
                    otherwise="" if chosen is None else said,
                )
            )
        return tuple(found)

    def _leaf_of(self, card: CardFace) -> RuleLeaf:
        rule = self._rules.find(card.rule) if card.rule else None
        see, rulings = self.touching(card)
        if rule is not None and not rule.settles:
            see = (self._line(rule), *(line for line in see if line.id != rule.id))
        return RuleLeaf(id=card.id, part="", say=card.name, see=see, rulings=rulings, cards=(card,))
