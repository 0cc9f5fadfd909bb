"""What the list of games says of each: known without loading it, for a list is shown before any game is.

A game's own `about` says the same of its titles, players and draw; `tests/companion/test_shelf.py` sees to it.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Seating(msgspec.Struct, frozen=True):
    """How so many players share the seats: in a sentence by language, and the rules behind it."""

    say: dict[str, str]
    rules: tuple[str, ...]


class OnShelf(msgspec.Struct, frozen=True):
    """A game as it stands on the shelf.

    titles: by language. players: how many it is for. notes: what it is about, by language. minutes: how long an
    evening of it is, about. seatings: by number of players. sign: the icon on its board. drawn: the option that names
    who sits first, where that is drawn among the players.
    """

    id: str
    titles: dict[str, str]
    players: tuple[int, ...]
    notes: dict[str, str]
    minutes: int
    seatings: dict[int, Seating]
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
        {
            "en": "One night, two castles, twenty guards",
            "zh_Hans": "一夜，两城，二十名守卫",
            "zh_Hant": "一夜，兩城，二十名守衛",
            "ja": "一夜、二つの城、二十人の衛兵",
        },
        120,
        {
            2: Seating(
                {
                    "en": "One person for all guards, one for ninja and traitor",
                    "zh_Hans": "一人统领全部守卫，一人兼忍者与叛徒",
                    "zh_Hant": "一人統領全部守衛，一人兼忍者與叛徒",
                    "ja": "1人が衛兵すべてを、1人が忍者と裏切り者を受け持ちます",
                },
                ("R5",),
            ),
            3: Seating(
                {
                    "en": "One person a figure: ninja and traitor may share what they know",
                    "zh_Hans": "忍者与叛徒各由一人：所知之事可以互通",
                    "zh_Hant": "忍者與叛徒各由一人：所知之事可以互通",
                    "ja": "忍者と裏切り者は1人ずつ。知っていることは見せ合えます",
                },
                ("R6", "R20"),
            ),
            4: Seating(
                {
                    "en": "One guard player has the swords, the other the spears",
                    "zh_Hans": "守卫方两人：一人用刀，一人用枪",
                    "zh_Hant": "守衛方兩人：一人用刀，一人用槍",
                    "ja": "衛兵側は2人。1人が刀、1人が槍を受け持ちます",
                },
                ("R7", "R40"),
            ),
        },
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
        {
            "en": "Scrolls, mana and nine ninja",
            "zh_Hans": "卷轴、MANA与九名忍者",
            "zh_Hant": "卷軸、MANA與九名忍者",
            "ja": "巻物、MANA、九人の忍者",
        },
        40,
        {},
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
        {
            "en": "Steal, strike, and judge at dawn",
            "zh_Hans": "偷盗、出手，黎明论定",
            "zh_Hant": "偷盜、出手，黎明論定",
            "ja": "盗み、討ち、夜明けに裁く",
        },
        30,
        dict.fromkeys(
            (3, 4, 5),
            Seating(
                {
                    "en": "Whoever draws the same faction is a team for the round",
                    "zh_Hans": "抽到同一阵营的人，这一轮是同伴",
                    "zh_Hant": "抽到同一陣營的人，這一輪是同伴",
                    "ja": "同じ陣営を引いた人が、このラウンドの味方です",
                },
                ("K7", "K8"),
            ),
        ),
        "hand",
    ),
)
"""Every game that can be refereed here, the main one first."""
