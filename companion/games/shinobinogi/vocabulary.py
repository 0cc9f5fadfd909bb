"""What cards can do: verbs with their arguments, and conditions, as data. No card is written in code."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from companion.games.shinobinogi.names import DECK, DISCARD, HAND, MANA, SET, TARGETS

YOU: Final = "you"
OPPONENT: Final = "opponent"
SAME: Final = "same"
THIS: Final = "this"
OPPOSING_DISCARD: Final = "opposing_discard"

ON_ENTRY: Final = "on_entry"
REST: Final = "rest"
RELEASE: Final = "release"
EXCLUDE: Final = "exclude"
PARTS: Final = "on_entry (first only), rest, release:N, exclude"

MOST: Final = 20
"""The largest number that a step or a price may say."""

ARGUMENTS: Final[dict[str, dict[str, Any]]] = {
    "attack": {"n": int, "on": TARGETS, "block": False, "column": (SAME,)},
    "draw": {"n": int},
    "discard": {"n": int, "who": (YOU, OPPONENT), "may": True},
    "mill": {"n": int, "who": (YOU, OPPONENT)},
    "look": {"n": int, "at": (DECK, HAND, SET)},
    "reorder": {"n": int, "who": (YOU, OPPONENT)},
    "move": {
        "n": int,
        "from": (HAND, SET, MANA, DISCARD),
        "to": (HAND, MANA, DECK, "deck_top", "deck_bottom"),
        "column": (SAME,),
        "may": True,
    },
    "place": {"from": (HAND, DISCARD), "may": True},
    "rest": {"n": int},
    "stand": {"n": int, "of": ("followers", SET, "any")},
    "strike": {"n": int},
    "exclude": {"what": (THIS, OPPOSING_DISCARD), "n": int},
    "protect": {"what": TARGETS},
}
"""Verb -> its arguments: a number, one of some words, or what a switch is set to. `if_done` goes with every verb."""

LISTS: Final = frozenset({("attack", "on"), ("protect", "what")})
"""Arguments that are lists of some of their words."""
OPTIONAL: Final = frozenset({"block", "column", "may", "if_done"})
IF_DONE: Final = "if_done"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an effect. Arguments that the verb does not have keep their defaults."""

    do: str
    n: int = 1
    on: tuple[str, ...] = ()
    block: bool = True
    same: bool = False
    who: Literal["you", "opponent"] = "you"
    at: str = ""
    source: str = ""
    to: str = ""
    of: str = ""
    what: tuple[str, ...] = ()
    may: bool = False
    if_done: bool = False


class Part(msgspec.Struct, frozen=True):
    """One thing that a condition asks for: `rest`, `release` of so many MANA, or `exclude` (S66-S68)."""

    kind: str
    n: int = 0


class Way(msgspec.Struct, frozen=True):
    """One way to meet a condition (S71): its parts in order (S70). on_entry: only when the card comes in (S69)."""

    parts: tuple[Part, ...]
    on_entry: bool = False

    @property
    def release(self) -> int:
        """How many MANA all of it takes."""
        return sum(part.n for part in self.parts if part.kind == RELEASE)

    def has(self, kind: str) -> bool:
        """True when a part of that kind is in it."""
        return any(part.kind == kind for part in self.parts)


class Unreadable(ValueError):
    """A condition or step that is not of the vocabulary. key: where in it; the text says what is allowed."""

    def __init__(self, key: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.key = key


def read_condition(text: str, for_ninja: bool) -> tuple[Way, ...]:
    """The ways of a condition. Raises Unreadable.

    >>> [(way.on_entry, way.release) for way in read_condition("on_entry or rest then release:2", False)]
    [(True, 0), (False, 2)]
    """
    return tuple(_way(way.strip(), for_ninja) for way in text.split(" or "))


def _way(text: str, for_ninja: bool) -> Way:
    parts: list[Part] = []
    on_entry = False
    for at, word in enumerate(text.split(" then ")):
        kind, colon, number = word.strip().partition(":")
        if for_ninja and kind in (ON_ENTRY, EXCLUDE):
            raise Unreadable((), f"a ninja in play has no '{kind}' (S65, SQ26); allowed are rest, release:N")
        if kind == ON_ENTRY and not colon and at == 0:
            on_entry = True
        elif kind == RELEASE and number.isdecimal() and 1 <= int(number) <= MOST:
            parts.append(Part(RELEASE, int(number)))
        elif kind in (REST, EXCLUDE) and not colon and kind not in [part.kind for part in parts]:
            parts.append(Part(kind))
        else:
            raise Unreadable((), f"'{word.strip()}' is no part of a condition here; allowed are {PARTS}")
    return Way(tuple(parts), on_entry)


def read_step(written: object, first: bool, activated: bool) -> Step:
    """One step of an effect. activated: the card comes out of the set zone, so it can be excluded. Raises Unreadable.

    >>> read_step({"do": "draw", "n": 2}, True, True).n
    2
    """
    if not isinstance(written, dict):
        raise Unreadable((), 'a step is a table such as { do = "draw", n = 1 }')
    verb = written.get("do")
    if not isinstance(verb, str) or verb not in ARGUMENTS:
        raise Unreadable(("do",), f"unknown effect '{verb}'; allowed are {', '.join(ARGUMENTS)}")
    allowed = ARGUMENTS[verb]
    for name in written:
        if name not in ("do", IF_DONE, *allowed):
            takes = ", ".join((*allowed, IF_DONE))
            raise Unreadable((name,), f"unknown key '{name}'; {verb} takes {takes}")
    if IF_DONE in written and (written[IF_DONE] is not True or first):
        raise Unreadable((IF_DONE,), "if_done is true, and not in the first step; leave it out otherwise")
    this = verb == "exclude" and written.get("what") == THIS
    found: dict[str, Any] = {}
    for name, values in allowed.items():
        if name not in written:
            if name not in OPTIONAL and not (this and name == "n"):
                raise Unreadable((), f"{verb} needs '{name}'; write it")
        elif this and name == "n":
            raise Unreadable((name,), 'a card in use is excluded once; take n out beside what = "this"')
        else:
            found[name] = _argument(verb, name, written[name], values)
    if this and not activated:
        raise Unreadable(("what",), 'only ninjutsu cards and dark effects exclude "this" (S80); write a condition')
    return _step(verb, found, written)


def _argument(verb: str, name: str, value: object, values: Any) -> Any:
    if values is int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST:
            raise Unreadable((name,), f"this must be a number from 1 to {MOST}, not {value!r}")
        return value
    if isinstance(values, bool):
        if value is not values:
            raise Unreadable((name,), f"this can only be {str(values).lower()}; leave it out otherwise")
        return value
    listed = ", ".join(values)
    if (verb, name) not in LISTS:
        if value not in values:
            raise Unreadable((name,), f"unknown value {value!r}; allowed are {listed}")
        return value
    words = value if isinstance(value, list) else []
    for word in words:
        if word not in values:
            raise Unreadable((name,), f"unknown value {word!r}; allowed are {listed}")
    if not words or len(set(words)) != len(words):
        raise Unreadable((name,), f"this must be a list of some of {listed}, each once")
    return tuple(word for word in values if word in words)


def _step(verb: str, found: dict[str, Any], written: dict[str, Any]) -> Step:
    what = found.get("what", ())
    step = Step(
        do=verb,
        n=found.get("n", 1),
        on=found.get("on", ()),
        block=found.get("block", True),
        same="column" in found,
        who=found.get("who", YOU),
        at=found.get("at", ""),
        source=found.get("from", ""),
        to=found.get("to", ""),
        of=found.get("of", ""),
        what=(what,) if isinstance(what, str) else what,
        may=found.get("may", False),
        if_done=IF_DONE in written,
    )
    if verb == "move":
        _check_move(step)
    return step


def _check_move(step: Step) -> None:
    """A card moves somewhere else, and to a column only where there are columns."""
    if step.source == step.to == HAND:
        raise Unreadable(("to",), "from hand to hand nothing moves; allowed are mana, deck, deck_top, deck_bottom")
    if step.same and MANA not in (step.source, step.to) and step.source != SET:
        raise Unreadable(("column",), "neither end of this move has columns; take column out")
