"""The cards that a private window lays open."""

from __future__ import annotations

from dataclasses import dataclass

from companion.prompts import read
from companion.views import BoardPanel, CardFace, CardsPanel, HandPanel, PromptPanel, View
from ui.presenter.words import panel, panels


@dataclass(frozen=True)
class CardsModel:
    """Cards laid out to be taken. direct: a touch takes one at once, as where a hand is chosen.

    lines: what is said beside them where there is room. owners: whose each card is, where hands of several lie there.
    """

    title: str
    cards: tuple[CardFace, ...]
    hidden: int
    direct: bool
    lines: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()


def cards_of(view: View) -> CardsModel | None:
    """The cards that lie open in a private window: an offer, else drawn cards and the hand; none on a card table."""
    if panel(view, BoardPanel) is None:
        return None
    offers, hands = panels(view, CardsPanel), panels(view, HandPanel)
    offer = next((offer for offer in offers if offer.id == "offer"), None)
    if offer is not None:
        return CardsModel(offer.title, offer.cards, offer.hidden, True)
    shown: list[CardsPanel | HandPanel] = [*offers, *hands]
    faces = tuple(face for found in shown for face in found.cards)
    if not faces:
        return None
    title = next(iter([found.title for found in shown if found.cards]), "")
    lines = tuple(line for hand in hands for line in hand.lines)
    owners = tuple(hand.owner for hand in hands for _face in hand.cards) if not offers else ()
    several = owners if len(set(owners)) > 1 else ()
    return CardsModel(title, faces, sum(found.hidden for found in shown), False, lines, several)


def opens_on_cards(view: View) -> bool:
    """True when a private window is about cards first: it offers some, or asks for one and for no place."""
    prompt = panel(view, PromptPanel)
    if any(face.choice for offer in panels(view, CardsPanel) if offer.id == "offer" for face in offer.cards):
        return True
    if prompt is None or prompt.seat != view.seat:
        return False
    forms = {read(choice.id).form for choice in prompt.choices}
    asks = "card" in forms and not forms & {"zone", "figure", "show", "pass", "spare"}
    return asks


def hand_of(view: View, owner: str) -> HandPanel | None:
    """The hand of one owner."""
    return next((hand for hand in panels(view, HandPanel) if hand.owner == owner), None)
