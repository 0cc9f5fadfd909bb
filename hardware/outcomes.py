"""What one poll of one reader can have seen: a closed set, so that a `match` over it is complete.

A reader that only said "card or no card" would hide a dead chip behind an empty table (B9), two cards behind one (B8),
and a bad read behind an absence (B4). So each of these is a value of its own.
"""

from __future__ import annotations

import msgspec


class Tag(msgspec.Struct, frozen=True):
    """Exactly one tag answered and every check byte of its number was right.

    uid: upper-case hexadecimal, 4, 7 or 10 bytes, without check bytes.
    """

    uid: str


class Nothing(msgspec.Struct, frozen=True):
    """A reader in good order heard no tag: a clean miss."""


class Garbled(msgspec.Struct, frozen=True):
    """Something answered, but not so that its number can be believed. why: for the doctor's counters."""

    why: str


class Several(msgspec.Struct, frozen=True):
    """More than one tag answered at the same time."""


class Refused(msgspec.Struct, frozen=True):
    """A tag is there that this backend cannot tell from others. say: one sentence for people, with the way out."""

    say: str


class Dead(msgspec.Struct, frozen=True):
    """The chip does not do its work, so nothing is known about the tags. why: what it did instead."""

    why: str


Outcome = Tag | Nothing | Garbled | Several | Refused | Dead


class Unavailable(msgspec.Struct, frozen=True):
    """A device could not be opened. say: one sentence that names the exact fix."""

    say: str
