"""The hook through which every sentence of the glass itself goes. Game texts arrive translated."""

from __future__ import annotations


def _(message: str) -> str:
    """The message in the language of the screen; until catalogues are loaded, the message as it is written."""
    return message
