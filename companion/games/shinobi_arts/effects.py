"""The words in which a card set says what its cards do: a closed vocabulary of verbs and arguments.

An effect is a list of steps, done in order: those of ninjutsu cards and partners in a turn, those of valuables at
judging.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from companion.games.files import TomlFile, listed

LOOK, TAKE_VALUABLE, DRAW, TAKE_NINJUTSU = "look", "take_valuable", "draw", "take_ninjutsu"
DISCARD, EXPOSE, COVER = "discard", "expose", "cover"
SWAP_PLACES, SWAP_UNUSED, EXCHANGE, EXTRA_TURN, REPEL = "swap_places", "swap_unused", "exchange", "extra_turn", "repel"
REDRAW, VOID_EFFECTS, WINS_BESIDE, LOWEST_WINS, BONUS = (
    "redraw",
    "void_effects",
    "wins_beside",
    "lowest_wins",
    "bonus",
)

Allowed = dict[str, tuple[Any, ...]]

TURN_VERBS: Final[dict[str, Allowed]] = {
    LOOK: {"at": ("place", "valuable", "hand")},
    TAKE_VALUABLE: {},
    DRAW: {"count": (1, 2)},
    TAKE_NINJUTSU: {},
    DISCARD: {"of": ("other", "own"), "face": ("up", "down", "any"), "chooser": ("user", "owner")},
    EXPOSE: {"of": ("other",), "chooser": ("user", "owner")},
    COVER: {},
    SWAP_PLACES: {},
    SWAP_UNUSED: {},
    EXCHANGE: {},
    EXTRA_TURN: {},
    REPEL: {},
}
"""Every verb of a ninjutsu card or partner, and what each of its arguments may be."""

JUDGING_VERBS: Final[dict[str, tuple[str, ...]]] = {
    REDRAW: (),
    VOID_EFFECTS: ("except",),
    WINS_BESIDE: ("valuable",),
    LOWEST_WINS: (),
    BONUS: ("fame",),
}
"""Every verb of a valuable, and its arguments."""

MOST_FAME: Final = 9


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an effect; the arguments that its verb does not have keep their defaults.

    aim: what its first object is: another `player`, an `own` card, or something else.
    """

    do: str
    at: str = ""
    count: int = 1
    of: str = ""
    face: str = ""
    chooser: str = "user"
    spared: tuple[str, ...] = ()
    valuable: str = ""
    fame: int = 0
    aim: str = ""


Steps = tuple[Step, ...]
Here = tuple[str | int, ...]


def turn_steps(file: TomlFile, key: tuple[str, ...], written: Sequence[dict[str, Any]], partner: bool) -> Steps:
    """The effect of a ninjutsu card, or of a partner. Raises BadFile."""
    if not written:
        raise file.bad(key, f"the effect is empty; write a step such as {{ do = '{COVER}' }}")
    verbs = [verb for verb in TURN_VERBS if partner or verb != REPEL]
    steps: list[Step] = []
    for place, step in enumerate(written):
        here: Here = (*key, place)
        verb = _verb(file, here, step, verbs)
        if verb == REPEL and len(written) > 1:
            raise file.bad((*here, "do"), f"'{REPEL}' stands alone; take the other steps out")
        if verb == TAKE_VALUABLE and not any(past.do == LOOK and past.at == "place" for past in steps):
            raise file.bad((*here, "do"), f"'{TAKE_VALUABLE}' follows a step {{ do = '{LOOK}', at = 'place' }}")
        allowed = dict(TURN_VERBS[verb])
        if step.get("at") == "place":
            allowed["count"] = (1, 2)
        if step.get("of") == "own" and verb == DISCARD:
            allowed["chooser"] = ("user",)
        _arguments(file, here, step, tuple(allowed))
        for name, values in allowed.items():
            value = step[name]
            if value not in values or isinstance(value, bool):
                raise file.bad((*here, name), f"this cannot be {value!r}; allowed are {listed(map(str, values))}")
        steps.append(Step(**step, aim=_aim(verb, step)))
    return tuple(steps)


def _aim(verb: str, step: dict[str, Any]) -> str:
    if verb == COVER or (verb == DISCARD and step["of"] == "own"):
        return "own"
    other = verb in (TAKE_NINJUTSU, EXPOSE, DISCARD) or (verb == LOOK and step["at"] != "place")
    return "player" if other else ""


def judging_steps(
    file: TomlFile, key: tuple[str, ...], written: Sequence[dict[str, Any]], valuables: tuple[str, ...]
) -> Steps:
    """The effect of a valuable. Raises BadFile."""
    steps: list[Step] = []
    for place, step in enumerate(written):
        here: Here = (*key, place)
        verb = _verb(file, here, step, list(JUDGING_VERBS))
        _arguments(file, here, step, JUDGING_VERBS[verb])
        if verb == VOID_EFFECTS:
            spared = step["except"]
            if not isinstance(spared, list):
                raise file.bad((*here, "except"), "this must be a list in [ ] of valuables")
            for at, name in enumerate(spared):
                _valuable(file, (*here, "except", at), name, valuables)
            steps.append(Step(do=verb, spared=tuple(spared)))
        elif verb == WINS_BESIDE:
            steps.append(Step(do=verb, valuable=_valuable(file, (*here, "valuable"), step["valuable"], valuables)))
        elif verb == BONUS:
            fame = step["fame"]
            if not isinstance(fame, int) or isinstance(fame, bool) or not 1 <= fame <= MOST_FAME:
                raise file.bad((*here, "fame"), f"this must be a number from 1 to {MOST_FAME}, not {fame!r}")
            steps.append(Step(do=verb, fame=fame))
        else:
            steps.append(Step(do=verb))
    return tuple(steps)


def _verb(file: TomlFile, here: Here, step: dict[str, Any], verbs: list[str]) -> str:
    if "do" not in step:
        raise file.bad(here, f"a step says what it does; write do = one of {listed(verbs)}")
    if step["do"] not in verbs:
        raise file.bad((*here, "do"), f"unknown effect {step['do']!r}; allowed are {listed(verbs)}")
    return str(step["do"])


def _arguments(file: TomlFile, here: Here, step: dict[str, Any], allowed: Sequence[str]) -> None:
    for name in step:
        if name != "do" and name not in allowed:
            raise file.bad((*here, name), f"'{step['do']}' does not take '{name}'; it takes {listed(allowed)}")
    for name in allowed:
        if name not in step:
            raise file.bad(here, f"'{step['do']}' needs '{name}'; write it")


def _valuable(file: TomlFile, here: Here, name: object, valuables: tuple[str, ...]) -> str:
    if name not in valuables:
        raise file.bad(here, f"there is no valuable {name!r}; allowed are {listed(valuables)}")
    return str(name)
