"""What a tag says of itself, its uid, and what is stuck under it, its token; both as text."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import reduce
from operator import xor
from typing import Final

import msgspec

LENGTHS: Final = (4, 7, 10)
"""How many bytes a uid may have."""
CASCADE: Final = 0x88
"""What stands in front of the first three bytes of a longer uid. No uid of four bytes begins with it."""
RANDOM: Final = 0x08
"""What stands in front of a uid of four bytes that is made up anew each time."""

NAME: Final = r"[A-Za-z0-9_-]+"
FORMS: Final = {
    "card": rf"{NAME}/[A-Za-z0-9_+-]+/[1-9][0-9]*",
    "guard": NAME,
    "figure": NAME,
    "seal": NAME,
}
GRAMMAR: Final = "card:DECK/KIND/N, guard:ID, figure:NAME or seal:SEAT"


class Unfit(StrEnum):
    """Why a tag cannot be used."""

    NOT_HEX = "not_hex"
    LENGTH = "length"
    RANDOM = "random"
    HALF = "half"
    NUMBER = "number"
    EITHER = "either"
    CHECK_BYTE = "check_byte"


SENTENCES: Final = {
    Unfit.NOT_HEX: "a uid is written in hexadecimal digits, such as 04A3C6CAE26180",
    Unfit.LENGTH: "a uid has 8, 14 or 20 hexadecimal digits; show the tag again to see its whole uid",
    Unfit.RANDOM: "this uid is made up anew each time, as phones and passports do; use a card or a sticker",
    Unfit.HALF: "this is the first half of a longer uid, and other tags share it; read the tag with a reader that "
    "gives the whole uid, such as rc522",
    Unfit.NUMBER: "a card number is a whole number of up to 13 digits, such as 85470811541",
    Unfit.EITHER: "this may be a uid or an older program's number; show the tag instead",
    Unfit.CHECK_BYTE: "the check byte at the end of this number does not fit; copy the number again, or show the tag",
}


class BadTag(ValueError):
    """A uid that cannot name a piece. `why` is for programs and translations, the text for people."""

    def __init__(self, why: Unfit) -> None:
        super().__init__(SENTENCES[why])
        self.why = why


class BadToken(ValueError):
    """A text that is no token."""


class Token(msgspec.Struct, frozen=True):
    """A piece of the game: its kind, and its name among its kind.

    >>> Token.parse("card:guards/kenjutsu/2")
    Token(kind='card', name='guards/kenjutsu/2')
    >>> print(Token("guard", "g7"))
    guard:g7
    >>> Token.parse("card:kenjutsu")
    Traceback (most recent call last):
    companion.tags.BadToken: 'card:kenjutsu' is no piece; write card:DECK/KIND/N, guard:ID, figure:NAME or seal:SEAT
    """

    kind: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Token:
        """The token that `text` writes; raises BadToken."""
        kind, _, name = text.partition(":")
        if kind not in FORMS or not re.fullmatch(FORMS[kind], name):
            raise BadToken(f"{text[:60]!r} is no piece; write {GRAMMAR}")
        return cls(kind, name)

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"

    @property
    def card(self) -> tuple[str, str, int] | None:
        """Deck, kind and number of the copy, if this is a card.

        >>> Token.parse("card:guards/kenjutsu/2").card
        ('guards', 'kenjutsu', 2)
        """
        if self.kind != "card":
            return None
        deck, kind, number = self.name.split("/")
        return deck, kind, int(number)


def uid(text: str) -> str:
    """The one way to write a uid: upper-case hexadecimal without gaps. Raises BadTag for one that names no tag.

    >>> uid("04:a3:c6:ca:e2:61:80")
    '04A3C6CAE26180'
    >>> uid("08123456")
    Traceback (most recent call last):
    companion.tags.BadTag: this uid is made up anew each time, as phones and passports do; use a card or a sticker
    """
    plain = re.sub(r"[:\s-]", "", text).upper()
    if not re.fullmatch(r"[0-9A-F]+", plain):
        raise BadTag(Unfit.NOT_HEX)
    if len(plain) not in [2 * length for length in LENGTHS]:
        raise BadTag(Unfit.LENGTH)
    if len(plain) == 8 and plain.startswith(f"{RANDOM:02X}"):
        raise BadTag(Unfit.RANDOM)
    if len(plain) == 8 and plain.startswith(f"{CASCADE:02X}"):
        raise BadTag(Unfit.HALF)
    return plain


def uid_of_number(number: str | int) -> str:
    """The uid that older programs wrote as one decimal number with the check byte at its end. Raises BadTag.

    >>> uid_of_number(85470811541)
    '13E67515'
    >>> uid_of_number(85470811542)
    Traceback (most recent call last):
    companion.tags.BadTag: the check byte at the end of this number does not fit; copy the number again, or show the tag
    """
    text = str(number).strip()
    if not re.fullmatch(r"[0-9]{1,13}", text) or int(text) >= 1 << 40:
        raise BadTag(Unfit.NUMBER)
    *body, check = int(text).to_bytes(5)
    if reduce(xor, body) != check or not any(body):
        raise BadTag(Unfit.CHECK_BYTE)
    return uid(bytes(body).hex())


def uid_of_list(number: str) -> tuple[str, bool]:
    """The uid in a list, however it is written there, and whether a check byte was taken off. Raises BadTag.

    >>> uid_of_list("13 e6 75 15"), uid_of_list("13E6751595"), uid_of_list("85470811541")
    (('13E67515', False), ('13E67515', True), ('13E67515', True))
    """
    plain = re.sub(r"[:\s-]", "", number).upper()
    forms: list[tuple[str, bool]] = []
    wrong: BadTag | None = None
    for read in (_plain_uid, _uid_with_check, _uid_of_digits):
        try:
            found = read(plain)
        except BadTag as error:
            wrong = wrong or error
            continue
        if found is not None:
            forms.append(found)
    if len({tag for tag, _ in forms}) > 1:
        raise BadTag(Unfit.EITHER)
    if forms:
        return forms[0]
    if wrong is not None:
        raise wrong
    return uid(number), False


def _plain_uid(text: str) -> tuple[str, bool] | None:
    return None if len(text) not in [2 * length for length in LENGTHS] else (uid(text), False)


def _uid_with_check(text: str) -> tuple[str, bool] | None:
    if not re.fullmatch(r"[0-9A-F]{10}", text):
        return None
    *body, check = bytes.fromhex(text)
    if reduce(xor, body) == check:
        return uid(bytes(body).hex()), True
    raise BadTag(Unfit.CHECK_BYTE)


def _uid_of_digits(text: str) -> tuple[str, bool] | None:
    return (uid_of_number(text), True) if re.fullmatch(r"[0-9]{1,13}", text) else None
