"""Why a pick is refused: a closed vocabulary, with the rule of the book behind each reason."""

from __future__ import annotations

from typing import Final

from companion.verdicts import Refused

RULES: Final[dict[str, str | None]] = {
    # anyone
    "unknown_choice": None,
    "stale": None,
    "game_over": "R252",
    "not_your_turn": "R248",
    "not_now": None,
    # guards moving
    "wall": "R116",
    "moat_ends_move": "R117",
    "detection_ends_move": "R114",
    "not_adjacent": "R113",
    "no_steps_left": "R113",
    "already_carded": "R94",
    "already_moved": "R115",
    "split_patrol": "R109",
    "not_a_sentry": "R99",
    "no_turning_back": "R138",
    "patrol_must_move": "R133",
    "off_track": "R133",
    "drunk": "Q23",
    "not_here": None,
    "too_few": "R76",
    "not_your_guard": "R123",
    # guards' cards
    "no_plays_left": "R124",
    "not_in_hand": "R124",
    "free_listen_needs_no_cards": "R129",
    "free_listen_used": "R129",
    "only_kenjutsu_now": "R131",
    "already_attacked": "R195",
    "nobody_to_attack": "R186",
    "cannot_listen_in_passage": "R244",
    "map_full": "R217",
    "no_sleepers": "R46",
    "passage_unknown": "R228",
    "needs_passage_card": "R245",
    "passage_full": "R247",
    "not_an_entrance": "R222",
    "already_chosen": None,
    # setup
    "not_a_watch_post": "R32",
    "post_taken": "R34",
    "not_on_track": "R36",
    "not_barracks": "R44",
    "barracks_full": "R45",
    "has_watch_post": "R48",
    "zone_has_object": "R49",
    "no_room_left": "R49",
    "three_goals_a_castle": "R50",
    "not_in_castle": "R50",
    "not_edge": "R54",
    "outside_moat": "R55",
    "in_castle": "R56",
    "in_moat": "R57",
    "zone_has_guard": "R58",
    "between_castles": "R59",
    "no_more_copies": "R24",
    # intruders
    "rope_ends_move": "R152",
    "passage_ends_move": "R226",
    "no_rope": "R150",
    "no_wall_here": "R150",
    "only_as_answer": "R249",
    "no_drunk_figures": "Q25",
    "off_map_not_from_here": "R174",
    "not_on_map": "R175",
    "searched_already": "R156",
    "not_searchable": "R155",
    "two_searches": "R157",
    "zone_declared": "R157",
}
"""Reason -> the rule that stands behind it unless the case at hand has another."""


def no(reason: str, rule: str | None = None, **case: str) -> Refused:
    """A refusal. Raises KeyError for a reason outside the vocabulary."""
    return Refused(reason, rule or RULES[reason], case)
