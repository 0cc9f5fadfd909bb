"""Why a pick is refused: a closed vocabulary, with the rule of the book behind each reason."""

from __future__ import annotations

from typing import Final

from companion.verdicts import Refused

RULES: Final[dict[str, str | None]] = {
    # anyone
    "unknown_choice": None,
    "stale": None,
    "game_over": "S84",
    "not_your_turn": "S20",
    "not_now": None,
    # the main phase, in the order in which they are judged
    "lies_elsewhere": "S13",
    "not_in_hand": "S22",
    "scroll_not_mana": "S55",
    "mana_twice": "S23",
    "column_full": "SQ2",
    "scroll_not_discard": "S56",
    "needs_two_cards": "S26",
    "must_stand": "S32",
    "cost_not_met": "S34",
    "release_not_met": "S30",
    "wrong_column": "S36",
    "condition_not_met": "S61",
    "not_that_target": "S48",
    "no_target": "SQ8",
    "blocker_elsewhere": "S52",
    "blocker_rests": "S52",
    "ninja_space": "SQ6",
    "ninja_taken": "S6",
    "main_phase_only": "SQ11",
}
"""Reason -> the rule that stands behind it unless the case at hand has another."""


def no(reason: str, rule: str | None = None, **case: str) -> Refused:
    """A refusal. Raises KeyError for a reason outside the vocabulary."""
    return Refused(reason, rule or RULES[reason], case)
