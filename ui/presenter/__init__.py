"""Views as the plain values that widgets take: which tags stand in a strip, what is lit, what the rail says. Pure.

Knows panels and prompts, never games. A choice that begins with `glass:` is the glass's own way from page to page and
never reaches the referee.
"""

from ui.presenter.boards import BoardModel, board_of, judged
from ui.presenter.hands import CardsModel, cards_of, hand_of, opens_on_cards
from ui.presenter.rails import RailModel, TurnModel, Worker, measured, measures_below, rail_of, workers
from ui.presenter.strips import StripModel, TagModel, offered, public_strip, refusal_strip, strip_of, tag_of
from ui.presenter.words import (
    BACK,
    CARD_FORMS,
    CARDS,
    FIGURES,
    GLASS,
    LIST,
    LOOK,
    MAP,
    MORE,
    MOST_TAGS,
    PLAY,
    READ,
    RULE,
    TAKE_BACK,
    VERDICT,
    banner_of,
    panel,
    panels,
    seat_name,
    side_of,
)

__all__ = [
    "BACK",
    "CARDS",
    "CARD_FORMS",
    "FIGURES",
    "GLASS",
    "LIST",
    "LOOK",
    "MAP",
    "MORE",
    "MOST_TAGS",
    "PLAY",
    "READ",
    "RULE",
    "TAKE_BACK",
    "VERDICT",
    "BoardModel",
    "CardsModel",
    "RailModel",
    "StripModel",
    "TagModel",
    "TurnModel",
    "Worker",
    "banner_of",
    "board_of",
    "cards_of",
    "hand_of",
    "judged",
    "measured",
    "measures_below",
    "offered",
    "opens_on_cards",
    "panel",
    "panels",
    "public_strip",
    "rail_of",
    "refusal_strip",
    "seat_name",
    "side_of",
    "strip_of",
    "tag_of",
    "workers",
]
