"""What happened, and who may know it.

An event is a fact of the past. Its class says to whom it is told; a class that does not say so cannot be imported.
Single fields may be kept from most of those who are told: the others get `UNKNOWN` in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

import msgspec

from companion.seats import REFEREE, Seat, Side
from companion.unknown import TEXT, UNKNOWN, plain


class Everyone:
    """The type of `EVERYONE`: all seats, and whoever looks at the table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "EVERYONE"


EVERYONE: Final = Everyone()
NOBODY: Final[Side] = frozenset()
"""The audience of what the referee alone knows."""

Audience = Everyone | Side | Callable[[Any], Side]
"""EVERYONE, a set of seats, or a function that works the set out from the event itself."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=True):
    """A past fact. Subclasses state `audience`, and in `secret` which fields are for some of the audience only.

    formal: whoever hears of it learns that it was done, and nothing that he could make use of.

    >>> class Whispered(Event):
    ...     word: str
    Traceback (most recent call last):
    TypeError: Whispered does not say who may know that it happened
    """

    audience: ClassVar[Audience]
    secret: ClassVar[Mapping[str, Audience]] = {}
    formal: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "audience" not in cls.__dict__:
            raise TypeError(f"{cls.__name__} does not say who may know that it happened")
        for name in cls.secret:
            if name not in cls.__annotations__:
                raise TypeError(f"{cls.__name__} keeps {name} secret, which it does not have")

    def __repr__(self) -> str:
        """The name alone: a secret that is never printed cannot leak into a log."""
        return f"<{type(self).__name__}>"


def _is_told(audience: Audience, event: Event, seat: Seat) -> bool:
    if isinstance(audience, Everyone):
        return True
    return seat in (audience if isinstance(audience, frozenset) else audience(event))


_TOLD_WHOLE: dict[tuple[type[Event], Seat], str] = {}
"""Kind and seat -> `yes` or `no` where it is the same for every event of the kind, else `it depends`: for speed."""


def _always(kind: type[Event], seat: Seat) -> str:
    if seat == REFEREE:
        return "yes"
    if isinstance(kind.audience, frozenset) and seat not in kind.audience:
        return "no"
    everybody = isinstance(kind.audience, (Everyone, frozenset))
    return "yes" if everybody and not kind.secret else "it depends"


def as_told(event: Event, seat: Seat) -> Event | None:
    """`event` as `seat` is told it, None if it is not told at all. The referee is told everything."""
    kind = type(event)
    whole = _TOLD_WHOLE.get((kind, seat))
    if whole is None:
        whole = _TOLD_WHOLE[kind, seat] = _always(kind, seat)
    if whole == "yes":
        return event
    if whole == "no" or not _is_told(kind.audience, event, seat):
        return None
    hidden = {
        name: UNKNOWN
        for name, audience in kind.secret.items()
        if getattr(event, name) is not None and not _is_told(audience, event, seat)
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def is_public(event: Event) -> bool:
    """True when everybody is told that it happened."""
    return type(event).audience is EVERYONE


def vocabulary(names: Mapping[str, Any]) -> dict[str, type[Event]]:
    """The kinds of event among the names of a module, by name."""
    kinds = (kind for kind in names.values() if isinstance(kind, type) and issubclass(kind, Event))
    return {kind.__name__: kind for kind in kinds if kind is not Event}


def to_plain(event: Event) -> dict[str, Any]:
    """`event` as an object of the protocol: its name, its fields, `"??"` where unknown."""
    fields: dict[str, Any] = msgspec.to_builtins(event, enc_hook=plain)
    return fields


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return UNKNOWN if value == TEXT else value


def from_plain(fields: Mapping[str, Any], kinds: Mapping[str, type[Event]]) -> Event:
    """The event that `to_plain` wrote. Raises KeyError for a name outside `kinds`, TypeError for wrong fields."""
    kind = kinds[fields["event"]]
    # A field that is called by a word of the language, such as `from`, has another name inside.
    inside = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    return kind(**{inside.get(key, key): _frozen(value) for key, value in fields.items() if key != "event"})
