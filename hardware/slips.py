"""What is wrong in a file that people write, in their words: where it stands, and what may stand there.

>>> strict = {"forbid_unknown_fields": True}
>>> Lamp = msgspec.defstruct("Lamp", [("pin", Annotated[int, msgspec.Meta(ge=0, le=27)])], **strict)
>>> Table = msgspec.defstruct("Table", [("lamps", dict[str, Lamp])], **strict)
>>> def said(table):
...     try:
...         msgspec.convert(table, Table)
...     except msgspec.ValidationError as error:
...         return slip(error, table, Table)
>>> said({"lamps": {"A1": {"pin": "5"}}})
(('lamps', 'A1', 'pin'), 'this must be a whole number from 0 to 27')
>>> said({"lamps": {"A1": {"pin": 5}, "A2": {"pni": 5}}})
(('lamps', 'A2', 'pni'), "there is no word 'pni' here; it may be pin")
"""

from __future__ import annotations

import re
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

COLOUR: Final = "^#[0-9A-Fa-f]{6}$"
"""How a colour is written."""


def slip(error: msgspec.ValidationError, table: dict[str, Any], whole: Any) -> tuple[tuple[str, ...], str]:
    """The way to what msgspec complains of in the table, which was to be a `whole`, and the complaint in our words."""
    said, _, at = str(error).partition(" - at `")
    where, kind = _way(at.rstrip("`"), table, whole)
    if unknown := re.search(r"unknown field `([^`]*)`", said):
        return (*where, unknown[1]), f"there is no word {unknown[1]!r} here; it may be {_words(kind)}"
    if missing := re.search(r"missing required field `([^`]*)`", said):
        return where, f"{missing[1]} is missing; it may say {_must(_inner(kind, missing[1]))}"
    return where, f"this must be {_must(kind)}"


def _way(at: str, table: dict[str, Any], kind: Any) -> tuple[tuple[str, ...], Any]:
    """msgspec writes `$.zones[...].reader` for a key of one's own choosing, so the key is found by trying.

    Where several fit, the first that does not convert is meant. Ends where tables end; says also what is to be there.
    """
    way: list[str] = []
    here: Any = table
    for word, place in re.findall(r"\.(\w+)|\[(\.\.\.|\d+)\]", at):
        if not isinstance(here, dict):
            break
        inner = _inner(kind, word)
        name = word or (_first_bad(here, inner) if place == "..." else "")
        if name not in here:
            break
        way.append(name)
        here, kind = here[name], inner
    return tuple(way), kind


def _inner(kind: Any, word: str) -> Any:
    """What is to stand below the word, or below every word where people choose them."""
    kind = _without_none(kind)
    return get_args(kind)[1] if get_origin(kind) is dict else get_type_hints(kind, include_extras=True)[word]


def _without_none(kind: Any) -> Any:
    some = [one for one in get_args(kind) if one is not NoneType]
    return some[0] if NoneType in get_args(kind) else kind


def _first_bad(parts: dict[str, Any], kind: Any) -> str:
    for name, part in parts.items():
        try:
            msgspec.convert(part, kind)
        except msgspec.ValidationError:
            return name
    return ""


def _must(kind: Any) -> str:
    """What is to stand there."""
    kind = _without_none(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        *names, last = [f'"{part}"' if isinstance(part, str) else str(part) for part in parts]
        return f"{', '.join(names)} or {last}" if names else last
    if origin is Annotated:
        number, meta = parts
        if number is str:
            return 'a colour such as "#FF7800"' if meta.pattern == COLOUR else "text in quotes"
        most = meta.le if meta.lt is None else meta.lt - 1
        return f"a {'whole ' if number is int else ''}number from {meta.ge} to {most}"
    if origin is tuple:
        return f"a list such as [0, 1], of {_must(parts[0]).removeprefix('a ').replace('number', 'numbers')}"
    if origin is dict:
        return "a table with a name for each part"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"a table; its words are {_words(kind)}"
    return {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}.get(kind, "a table")


def _words(kind: Any) -> str:
    kind = _without_none(kind)
    return ", ".join(sorted(kind.__struct_fields__))
