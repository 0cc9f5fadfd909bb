"""What stands beside a question: the rules behind it, and a few words where they tell more than the question does."""

from __future__ import annotations

from typing import Final

from companion.games.scorpion import texts as t
from companion.games.scorpion import words
from companion.games.scorpion.names import INTRUDER_SIDE, SETUP, STEPS
from companion.games.scorpion.state import State, of_seat, sober
from companion.games.scorpion.texts import texts
from companion.prompts import Prompt
from companion.views import RuleLine

PLAYS: Final = 2
"""So many cards from the hand a turn (R124)."""

RULES: Final[dict[str, tuple[str, ...]]] = {
    "choose_hand": ("R24", "R29"),
    "post_sentry": ("R32", "R34"),
    "place_patrol": ("R36", "Q4"),
    "face_patrol": ("R37",),
    "arm_patrol": ("R39",),
    "hide_sleeper": ("R44", "R45"),
    "hide_goal": ("R48", "R50"),
    "hide_trap": ("R48", "R51"),
    "hide_sentry": ("R48", "R52"),
    "choose_hand_ninja": ("R21", "R30"),
    "choose_hand_traitor": ("R22", "R31"),
    "dig_passage": ("R62", "R63"),
    "start_ninja": ("R54",),
    "start_traitor": ("R56", "R57"),
    "confirm_setup.guards": ("R47",),
    "confirm_setup.intruders": ("R53",),
    "scan_drawn": ("R89", "R90"),
    "play_drawn": ("R92", "R93"),
    "play_drawn_attack": ("R180",),
    "play_hand": ("R124", "R129"),
    "play_hand_more": ("R124", "R126"),
    "play_hand_done": ("R124", "R194"),
    "play_hand_listened": ("R131",),
    "choose_sentry.listen": ("R99",),
    "choose_sentry.search": ("R113",),
    "choose_patrol.listen": ("R99",),
    "choose_patrol.search": ("R113", "R118"),
    "choose_guard": ("R129", "R130"),
    "choose_barracks": ("R46",),
    "choose_attacker": ("R195",),
    "choose_target": ("R196",),
    "choose_members": ("R79", "R120"),
    "face_patrol_new": ("R121",),
    "move_patrols": ("R133", "R135"),
    "move_patrols_done": ("R132",),
    "fork": ("R137", "R138"),
    "pursue": ("R108",),
    "pursue_on": ("R108",),
    "step": ("R113", "R116"),
    "step_passage": ("R239", "R240"),
    "remove_guard": ("R219",),
    "sentry_figure": ("R173",),
    "split_draw": ("R98",),
    "share_plays": ("R127", "R128"),
    "split_wounds": ("R178",),
    "bonus_cards": ("R211",),
    "bonus_sleeper": ("R212", "R213"),
    "answer_listen": ("R104", "R106"),
    "hidden_sentry": ("R170", "R171"),
    "restart": ("R207", "R208"),
    "restart_zone": ("R204",),
    "meet_guards": ("R182", "R183"),
    "choose_victim.kill": ("R188",),
    "choose_victim.sake": ("R147",),
    "declare_search": ("R157", "R160"),
    "declare_search_single": ("R157", "R160"),
    "sneak": ("R142", "R143"),
    "sneak_on": ("R142", "R143"),
    "sneak_halt": ("R251",),
    "sneak_passage": ("R238", "R240"),
    "intruder_turn": ("R140", "R156"),
    "intruder_turn_moved": ("R155", "R156"),
    "intruder_turn_searched": ("R140",),
}
"""By the name of a question, as its text is called: each name, or the part of it before a dot."""

WAITING: Final[dict[str, tuple[str, ...]]] = {
    "setup": ("R12",),
    "answer_listen": ("R100", "R106"),
    "hidden_sentry": ("R162", "R171"),
    "restart_ninja": ("R202",),
    "restart_traitor": ("R202",),
    "bonus_cards": ("R211",),
    "bonus_sleeper": ("R212",),
    "intruder_turn": ("R139",),
}
"""What all may read while somebody else is asked; else as for whoever is asked."""


ABOUT: Final[dict[str, tuple[str, ...]]] = dict.fromkeys(
    ("declare_search", "declare_search_single"), ("R155", "R162", "R156")
)
"""What else must be known to answer, a sentence for each of these rules."""


def beside(known: State, prompt: Prompt) -> tuple[str, tuple[str, ...]]:
    """The words and the rules beside a question, from the copy of the seat that reads it."""
    key = words.question(known, prompt).key
    if key == "confirm_setup":
        key = f"{key}.{'intruders' if prompt.seat in INTRUDER_SIDE else 'guards'}"
    done = str(PLAYS - known.plays_left)
    note = texts(known.options.language).say(f"beside.{key}", done=done, of=str(PLAYS))
    return note, RULES.get(key) or RULES.get(key.partition(".")[0], ())


def then(known: State, prompt: Prompt, zone: str) -> RuleLine | None:
    """What comes of an intruder's step into a zone, and by which rule: from his own copy."""
    name = of_seat(known, prompt.seat, "moving") if prompt.ask == "sneak" else None
    moved = known.figures[name].moved if name is not None else None
    if not isinstance(moved, int):
        return None
    done = moved + 1
    key, rule = "step", "R143"
    if sober(known, zone):
        key, rule = "guards", "R147"
    elif zone in known.board.moats:
        key, rule = "moat", "R149"
    spoken = texts(known.options.language)
    gait = spoken.say(f"noise.{min(done, STEPS['intruder'])}")
    words = {"zone": t.zone(known, zone), "gait": gait, "done": str(done), "of": str(STEPS["intruder"])}
    return RuleLine(id=rule, say=spoken.say(f"then.{key}", **words))


def about(known: State, prompt: Prompt) -> tuple[RuleLine, ...]:
    """What else must be known to answer."""
    spoken = texts(known.options.language)
    return tuple(RuleLine(id=rule, say=spoken.say(f"about.{rule}")) for rule in ABOUT.get(prompt.ask, ()))


def beside_waiting(table: State, ask: str) -> tuple[str, ...]:
    """The rules beside what all may read, where the question itself is not for them."""
    return WAITING["setup"] if table.phase == SETUP else WAITING.get(ask) or RULES.get(ask, ())
