"""What the list of games says of each: known without loading it, for a list is shown before any game is.

A game's own `about` says the same; `tests/companion/test_shelf.py` sees to it.
"""

from __future__ import annotations

from typing import Final

import msgspec


class OnShelf(msgspec.Struct, frozen=True):
    """A game as it stands on the shelf.

    titles: by language. players: how many it is for. sign: the icon on its board. drawn: the option that names who
    sits first, where that is drawn among the players.
    """

    id: str
    titles: dict[str, str]
    players: tuple[int, ...]
    sign: str = "shuriken"
    drawn: str = ""


SHELF: Final = (
    OnShelf(
        "scorpion",
        {
            "en": "Ninja: Legend of the Scorpion Clan",
            "zh_Hans": "忍者：蝎族传说",
            "zh_Hant": "忍者：蠍族傳說",
            "ja": "忍者：蠍一族伝",
        },
        (2, 3, 4),
        "crest_intruders",
    ),
    OnShelf(
        "shinobinogi",
        {
            "en": "Shinobinogi",
            "zh_Hans": "忍之仪",
            "zh_Hant": "忍之儀",
            "ja": "シノビノギ",
        },
        (2,),
        drawn="first_player",
    ),
    OnShelf(
        "shinobi_arts",
        {
            "en": "Shinobi Arts",
            "zh_Hans": "忍者之术",
            "zh_Hant": "忍者之術",
            "ja": "シノビアーツ",
        },
        (3, 4, 5),
        "hand",
    ),
)
"""Every game that can be refereed here, the main one first."""
