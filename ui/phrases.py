"""Where a line may end, and how well: between words, and in Japanese, which has no spaces, between phrases.

Nobody reads faster for a word that goes on in the next line. A dictionary would know each of them; the change from one
script to another tells nearly as much, and costs no time when the app starts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

LETTER, WORD, PHRASE = 1, 2, 3
"""How well a line ends in a place: inside a word, between two words, where one draws breath."""

# signs that may not end a line in Chinese and Japanese, and those that may not begin one
_OPENING = "（「『【〈《“"
_CLINGING = "、。，．：；！？）」』】〉》’”ー々・ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_PARTICLES = "をはがにでとのもへ"
_ENDINGS = _PARTICLES + "るたなかうくすずらばやどよ"  # of phrases; others end the first half of a compound as often


@lru_cache(maxsize=1024)
def ends(text: str, japanese: bool) -> dict[int, int]:
    """The places where a line of the text may end, with how well it does.

    >>> ends("the east gate", False)
    {4: 3, 9: 3}
    >>> split("くじで先手を決める"), split("防御しない", WORD), split("裏切り者の手札"), split("メインを終える")
    (['くじで', '先手を', '決める'], ['防御', 'しない'], ['裏切り者の', '手札'], ['メインを', '終える'])
    >>> split("全部置く", WORD), split("侵入者の手札", WORD)
    (['全部', '置く'], ['侵入者の', '手札'])
    """
    return {at: how for at in range(1, len(text)) if (how := _end(text, at, japanese))}


def split(text: str, least: int = PHRASE) -> list[str]:
    """A Japanese text in the parts between its ends, those that are so good."""
    cuts = [0, *(at for at, how in ends(text, True).items() if how >= least), len(text)]
    return [text[a:b] for a, b in pairwise(cuts)]


def _end(text: str, at: int, japanese: bool) -> int:
    """How well a line ends before that letter; 0: not at all."""
    before, after = text[at - 1], text[at]
    if after == " " or after in _CLINGING or before in _OPENING:
        return 0
    if before == " ":
        return PHRASE
    if not _wide(before) and not _wide(after):
        return 0
    if not japanese or before in _CLINGING[:11] or after in _OPENING:
        return PHRASE
    return _in_japanese(text, at)


def _wide(letter: str) -> bool:
    return ord(letter) > 0x2E80


def _script(letter: str) -> str:
    if not _wide(letter):
        return "latin"
    return "hiragana" if "ぁ" <= letter <= "ゟ" else "katakana" if "゠" <= letter <= "ヿ" else "kanji"


def _in_japanese(text: str, at: int) -> int:
    before, after = _script(text[at - 1]), _script(text[at])
    earlier = _script(text[at - 2]) if at > 1 else ""
    if before == "hiragana":
        if after != "hiragana":
            inflected = text[at - 1] in "ていん" and earlier == "hiragana"
            if text[at - 1] in _ENDINGS or inflected:
                return PHRASE
            return WORD if earlier and text[at - 1] not in "おご" else LETTER
        if text[at - 1] == "を":
            return PHRASE
        sure = text[at - 1] in ("はにでへ" if earlier == "kanji" else _PARTICLES)  # the others end verbs too
        return WORD if sure and earlier in ("kanji", "katakana") and text[at] not in "はもの" else LETTER
    if after == "hiragana":  # what follows a noun belongs to it, but for a verb of its own
        return WORD if before == earlier == "kanji" and text[at] in "しすさせ" and at + 1 < len(text) else LETTER
    if before != after:
        return LETTER if before == "latin" else WORD
    return WORD if before == "kanji" and _between_pairs(text, at) else LETTER


def _between_pairs(text: str, at: int) -> bool:
    """Whether long rows of kanji, which are words of two, are parted there."""
    first, last = at, at
    while first and _script(text[first - 1]) == "kanji":
        first -= 1
    while last < len(text) and _script(text[last]) == "kanji":
        last += 1
    verb = "ぁ" <= text[last : last + 1] <= "ゟ" and text[last] not in _PARTICLES
    return (at - first) % 2 == 0 and last - at >= (1 if verb else 2)
