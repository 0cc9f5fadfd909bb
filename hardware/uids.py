"""Tag numbers and their check bytes (ISO/IEC 14443-3): one text form, and what may not be registered.

A uid is upper-case hexadecimal of 4, 7 or 10 bytes, never with a check byte.
"""

from __future__ import annotations

CASCADE_TAG = 0x88
"""First byte of a number that goes on in the next cascade level (14443-3, 6.5.4)."""
SELECT = (0x93, 0x95, 0x97)
"""The command byte of cascade levels 1 to 3 (14443-3, table 8)."""
SAK_GOES_ON = 0x04
"""Bit of the answer to a select that says the number goes on in the next level (14443-3, table 9)."""
RANDOM_FIRST = 0x08
"""First byte of a 4-byte number made anew for each contact (14443-3, 6.5.4); phones have these."""


def crc_a(data: bytes) -> bytes:
    """CRC_A of whole bytes, low byte first as it goes over the air (14443-3, 6.2.4 and annex B).

    >>> crc_a(bytes.fromhex("0000")).hex(), crc_a(bytes.fromhex("1234")).hex()
    ('a01e', '26cf')
    """
    register = 0x6363
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = (register >> 1) ^ 0x8408 if register & 1 else register >> 1
    return register.to_bytes(2, "little")


def bcc(part: bytes) -> int:
    """The check byte of one cascade level: exclusive or of its four bytes (14443-3, 6.5.4).

    >>> f"{bcc(bytes.fromhex('13E67515')):02X}"
    '95'
    """
    check = 0
    for byte in part:
        check ^= byte
    return check


def why_not_a_uid(uid: str) -> str | None:
    """Why `uid` cannot stand for a piece of the table, or None when it can. For enrolling a tag.

    >>> why_not_a_uid("04A3C6CAE26180") is None
    True
    >>> why_not_a_uid("08A1B2C3")
    'This looks like a phone or a bank card: its number is new at each contact. Use a tag of your own.'
    >>> why_not_a_uid("8804A3C6")
    'This is only the first part of a longer number, which other tags share. Read it with the backend rc522.'
    """
    if len(uid) not in (8, 14, 20) or uid != uid.upper() or any(c not in "0123456789ABCDEF" for c in uid):
        return "A tag number is 8, 14 or 20 upper-case hexadecimal digits."
    if len(uid) == 8 and int(uid[:2], 16) == RANDOM_FIRST:
        return "This looks like a phone or a bank card: its number is new at each contact. Use a tag of your own."
    if len(uid) == 8 and int(uid[:2], 16) == CASCADE_TAG:
        return "This is only the first part of a longer number, which other tags share. Read it with the backend rc522."
    return None


def uid_from_five_bytes(number: int) -> str | None:
    """The uid in a number of four bytes and their check byte, as the package `mfrc522` gives it; None if it is wrong.

    Old card files hold such numbers in decimal (B6):

    >>> uid_from_five_bytes(85470811541)
    '13E67515'
    >>> uid_from_five_bytes(85470811542) is None
    True
    """
    if not 0 <= number < 1 << 40:
        return None
    five = number.to_bytes(5, "big")
    return five[:4].hex().upper() if bcc(five[:4]) == five[4] else None
