"""Why a pick is refused: a closed vocabulary, with the rule of the book behind each reason."""

from __future__ import annotations

from typing import Final

from companion.verdicts import Refused

RULES: Final[dict[str, str | None]] = {
    "unknown_choice": None,
    "stale": None,
    "game_over": "K2",
    "not_your_turn": "K11",
    "not_now": None,
    "main_done": "K13",
    "main_first": "K13",
    "has_acted": "K24",
    "no_such_place": None,
    "yourself": "KQ32",
    "has_left": "K25",
    "your_mate": "KQ11",
    "nothing_to_take": "KQ11",
    "no_attack_on_card": "K17",
    "wrong_kind": "K30",
    "card_used_this_turn": "K40",
    "no_target": "KQ33",
    "not_that_target": "KQ25",
    "ougi_used": "K22",
    "only_when_attacked": "KQ23",
    "no_such_ougi": "KQ23",
    "already_defected": "K23",
    "not_asked": None,
}
"""Reason -> the rule that stands behind it unless the case at hand has another; in the order of judging."""

WRONG_DEFENCE: Final = "K31"
"""The rule behind `wrong_kind` where a card is to defend."""
FURTHER: Final[dict[str, tuple[str, ...]]] = {"wrong_kind": (WRONG_DEFENCE,), "game_over": ("K3",)}
"""Reason -> the rules that stand behind it in cases of their own, besides the one in RULES."""


def no(reason: str, rule: str | None = None, **case: str) -> Refused:
    """A refusal. Raises KeyError for a reason outside the vocabulary."""
    return Refused(reason, rule or RULES[reason], case)
