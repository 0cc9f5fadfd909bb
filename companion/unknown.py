"""The value of what a seat does not know."""

from __future__ import annotations

from typing import Any, Final, TypeGuard, TypeVar

T = TypeVar("T")


class Unknown:
    """The type of `UNKNOWN`: one object, written `??`, equal to itself only and true as nothing.

    >>> UNKNOWN
    ??
    >>> bool(UNKNOWN)
    Traceback (most recent call last):
    TypeError: nobody here knows whether ?? is true; ask `is UNKNOWN` first
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "??"

    def __bool__(self) -> bool:
        raise TypeError("nobody here knows whether ?? is true; ask `is UNKNOWN` first")

    def __copy__(self) -> Unknown:
        return self

    def __deepcopy__(self, memo: Any) -> Unknown:
        return self

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
TEXT: Final = "??"
"""How the unknown is written in the protocol, in positions and in the book."""


def known(value: T | Unknown) -> TypeGuard[T]:
    """True when `value` is a fact and not `UNKNOWN`."""
    return value is not UNKNOWN


def plain(value: object) -> object:
    """`value` for an encoder that does not know it: `UNKNOWN` as `"??"`, sets in order.

    Raises TypeError for anything else.
    """
    if value is UNKNOWN:
        return TEXT
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no text form")
