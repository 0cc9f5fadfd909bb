"""What the glass itself says, in the language of the screen. Game texts arrive translated.

One `.po` file a language lies here, and is compiled in memory when its language is first spoken: it is the one file to
edit and to read, and no compiled copy beside it can be older than it. CONTRIBUTING says how they are brought up to
date. English stands in the source.
"""

from __future__ import annotations

import gettext
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

__all__ = ["IN_FULL", "LANGUAGES", "NAMES", "_", "aloud", "later", "next_language", "ngettext", "speak", "whisper"]

FOLDER: Final = Path(__file__).parent
NAMES: Final = {"en": "EN", "zh_Hans": "简体", "zh_Hant": "繁體", "ja": "日本語"}
"""Each language as those who speak it look for it."""
IN_FULL: Final = {"en": "English", "zh_Hans": "简体中文", "zh_Hant": "繁體中文", "ja": "日本語"}
LANGUAGES: Final = tuple(NAMES)

# One window has one language. It stands here because the words that are looked up lie all over the glass.
_spoken: list[gettext.NullTranslations] = [gettext.NullTranslations()]
# A private screen has its seat's, in the thread that draws it: what others say meanwhile is said to all.
_whispered = threading.local()


def next_language(language: str) -> str:
    """The language after this one.

    >>> next_language("en"), next_language("ja")
    ('zh_Hans', 'en')
    """
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def speak(language: str) -> None:
    """From now on everything is said in that language; pages that are up already must be made anew."""
    _spoken[0] = _catalogue(language)


def whisper(language: str) -> None:
    """What this thread says from now on is said in that language; empty: again in that of all."""
    _whispered.said = _catalogue(language) if language else None


@contextmanager
def aloud() -> Iterator[None]:
    """Whatever is said meanwhile is said to all, also while a private screen is up."""
    said, _whispered.said = getattr(_whispered, "said", None), None
    try:
        yield
    finally:
        _whispered.said = said


def _now() -> gettext.NullTranslations:
    return getattr(_whispered, "said", None) or _spoken[0]


def _(message: str) -> str:
    """The message in the language of the screen.

    >>> speak("ja"), _("Back"), speak("en"), _("Back")
    (None, '戻る', None, 'Back')
    """
    return _now().gettext(message)


def later(message: str) -> str:
    """Marks a message that is made before its language is known; whoever shows it says it with `_`."""
    return message


def ngettext(one: str, many: str, count: int) -> str:
    """One of two messages by a number, in the language of the screen."""
    return _now().ngettext(one, many, count)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    path = FOLDER / f"{language}.po"
    if language not in LANGUAGES or not path.is_file():
        return gettext.NullTranslations()
    # Dear to import, and English needs nothing of it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        written = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, written)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
